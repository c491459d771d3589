"""Chunks as records for files and stores, made with the standard library alone.

`arrow`, `parquet` and `spark`, which need an extra, are imported where they are used.
"""

from __future__ import annotations

from marksplit.export.records import BOUNDARY_VERSION, SCHEMA_VERSION, reasons, records

__all__ = ["BOUNDARY_VERSION", "SCHEMA_VERSION", "reasons", "records"]

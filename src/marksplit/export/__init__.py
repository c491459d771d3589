"""Chunks as records for files and stores, made with the standard library alone.

Nothing here reads or writes files.
"""

from __future__ import annotations

from marksplit.export.records import BOUNDARY_VERSION, SCHEMA_VERSION, records

__all__ = ["BOUNDARY_VERSION", "SCHEMA_VERSION", "records"]

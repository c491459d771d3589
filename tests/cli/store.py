"""What a vector store does with changes."""

from __future__ import annotations

from typing import Any


class Store:
    """What a vector store keeps: records by key, and what each vector was made of."""

    def __init__(self) -> None:
        self.records: dict[str, dict[str, Any]] = {}
        self.vectors: dict[str, str] = {}
        self.embedded = 0

    def apply(self, changes: list[dict[str, Any]], *, again: bool = False) -> None:
        """Apply changes in order; `again`: some of them may be applied already."""
        for change in changes:
            key = change["key"]
            if change["op"] == "delete":
                assert again or key in self.records
                self.records.pop(key, None)
                self.vectors.pop(key, None)
                continue
            record = change["record"]
            if change["embed"]:
                self.embedded += 1
                self.vectors[key] = record["context"] + record["text"]
            elif again and change["old_key"] not in self.vectors:
                assert key in self.vectors  # moved there the last time
            else:
                self.vectors[key] = self.vectors[change["old_key"]]
            self.records[key] = record

    def of(self, source: str) -> list[dict[str, Any]]:
        """The records of one document."""
        return [record for record in self.records.values() if record["source"] == source]

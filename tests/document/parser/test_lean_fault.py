"""A fault of the fast parse is seen, and costs no document."""

from __future__ import annotations

import pytest

from marksplit import Syntax
from marksplit.document.parser import lean
from marksplit.document.parser.stock import parse_source
from marksplit.spans import Source


def test_a_fault_is_a_warning_and_the_stock_parse_takes_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("fault")

    monkeypatch.setattr(lean, "scan_source", fail)
    source = Source("# a\n\nb\n")
    with pytest.warns(RuntimeWarning, match="report it"):
        found = lean.parse_lean(source, Syntax())
    assert found.blocks == parse_source(source, Syntax()).blocks

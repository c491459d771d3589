"""``python -m marksplit``. What it does lives in `marksplit.cli`."""

from __future__ import annotations

import sys

from marksplit.cli import main

if __name__ == "__main__":
    sys.exit(main())

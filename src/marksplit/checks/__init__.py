"""The laws that chunks keep, and the reference parse that they are held against.

Nothing of the planner is used here: what it gets wrong, this finds.
"""

from __future__ import annotations

from marksplit.checks.laws import LAWS, check

__all__ = ["LAWS", "check"]

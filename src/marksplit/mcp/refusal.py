"""The one error of a call that is not answered; its message is for the agent."""

from __future__ import annotations


class RefusedError(Exception):
    """Why a call is not answered: what is wrong, and what is allowed."""

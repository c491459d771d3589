"""What pages in one file share: the look of their parts, and the policy that nothing else may run.

What a page shows is said in the room that it is of.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

__all__ = ["content_policy", "theme"]


def theme() -> str:
    """The style of all pages: colours for light and dark, type, controls and marks."""
    return (files("marksplit.pages") / "theme.css").read_text(encoding="utf-8")


def content_policy(*, style: str, script: str, connect: str = "'none'") -> str:
    """The content security policy of a page with this style and this script, and nothing else.

    Args:
        style: the text of its one style element.
        script: that of the one script element that is run.
        connect: what the script may talk to.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            f"connect-src {connect}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")

"""How the referee of a simulation complains."""

from __future__ import annotations


class BrokenRule(AssertionError):  # noqa: N818 (what a referee would call it)
    """Something that the rules do not allow has happened."""


def require(holds: object, complaint: str) -> None:
    """Raise BrokenRule with the complaint unless it holds."""
    if not holds:
        raise BrokenRule(complaint)

"""Refusals: what may not be done to an event now, and why, as a code that the application says in words."""

from __future__ import annotations


class Refusal(ValueError):  # noqa: N818
    """The action may not be done; nothing has changed."""

    def __init__(self, code: str, *values: int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

"""How the desk says no."""

from __future__ import annotations


class Refused(ValueError):  # noqa: N818 (as at the table)
    """Nothing was changed. ``code`` is one of ``sayings.ERRORS``."""

    def __init__(self, code: str, **detail: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail

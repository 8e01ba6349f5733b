"""What people may not do in clubs and tournaments, as codes; ``sayings`` says them in words."""

from __future__ import annotations


class NotAllowed(ValueError):  # noqa: N818
    """A wish that cannot be granted; nothing has changed."""

    def __init__(self, code: str, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.field = field

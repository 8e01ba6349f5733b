"""The reader's preferences, for every template."""

from __future__ import annotations

from django.http import HttpRequest

from ginsite.accounts.preferences import preferences_of, theme_of


def preferences(request: HttpRequest) -> dict[str, object]:
    """``preferences``: a mapping with what the root element and the table page need (``|json_script`` takes it)."""
    return {"preferences": preferences_of(request).for_page() | {"theme": theme_of(request)}}

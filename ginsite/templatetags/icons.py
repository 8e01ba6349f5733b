"""Icons in templates: which symbol of the sprite is shown, and which of them follow the reading direction."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

DIRECTIONAL = frozenset(
    {"arrow-left", "chevron-first", "chevron-last", "chevron-left", "chevron-right", "log-in", "log-out"}
)
"""Icons that point along or against the line of reading: they mirror on a right-to-left page."""


@register.simple_tag
def icon(name: str) -> SafeString:
    """One icon of ``static/img/icons.svg``, hidden from screen readers: the words beside it say it.

    ``{% icon "chevron-right" %}``; the names are Lucide's, those listed in ``static/vendor/vendor.toml``.
    """
    classes = "icon icon--directional" if name in DIRECTIONAL else "icon"
    return format_html(
        '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        classes,
        static("img/icons.svg"),
        name,
    )

"""`{% importmap %}`: the map of script modules, before the first module script of a page."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from ginsite.importmap import import_map

register = template.Library()


@register.simple_tag
def importmap() -> SafeString:
    """The import map's script element. Its JSON is ours to the last byte, so it is safe to leave unescaped."""
    return format_html('<script type="importmap">{}</script>', mark_safe(import_map()))

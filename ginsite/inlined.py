"""Static files put into a page that works by itself, from a disk, without the site: the same sources, no second copy.

Script modules stand in the page's import map as ``data:`` addresses, so that they go on importing each other by name.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.views.i18n import JavaScriptCatalog


def _source(place: str) -> bytes:
    return (Path(settings.BASE_DIR) / "static" / place).read_bytes()


def modules(names: Iterable[str]) -> SafeString:
    """The import map's JSON for these modules of ``static/js``. Our own to the last byte, and without a ``<``."""
    imports = {
        name: f"data:text/javascript;base64,{base64.b64encode(_source(f'js/{name}')).decode()}" for name in names
    }
    return mark_safe(json.dumps({"imports": imports}, separators=(",", ":")))


def styles(names: Iterable[str]) -> SafeString:
    """The style element with these sheets of ``static/css``, in order. Our own; none of them holds a ``<``."""
    sheets = b"\n".join(_source(f"css/{name}") for name in names).decode()
    return format_html("<style>{}</style>", mark_safe(sheets))


def catalog(request: HttpRequest) -> SafeString:
    """The words of the scripts in the reader's language, as the script that ``lib/i18n.js`` reads them from."""
    response = JavaScriptCatalog.as_view()(request)
    assert isinstance(response, HttpResponse)
    return mark_safe(response.content.decode().replace("<", "\\u003c"))

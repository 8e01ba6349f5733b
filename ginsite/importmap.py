"""The import map: which URL each script module's name stands for.

The table's scripts are plain ES modules without a bundler. They import each other by name (``table/reduce.js``);
the map sends names to the URLs of the static files, hashed in production, so that a module may be cached for ever.
The Content-Security-Policy forbids inline scripts but for this one, which it allows by its SHA-256.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.templatetags.static import static

SHARED = ("fair", "lib", "replay", "table")
"""The folders of ``static/js`` whose modules are imported by name; ``pages`` holds entries that nobody imports."""


@cache
def import_map() -> str:
    """The map as JSON text, the same to the byte for the life of the process (its hash goes into the policy)."""
    scripts = Path(settings.BASE_DIR) / "static" / "js"
    names = sorted(
        path.relative_to(scripts).as_posix() for folder in SHARED for path in (scripts / folder).rglob("*.js")
    )
    return json.dumps({"imports": {name: static(f"js/{name}") for name in names}}, separators=(",", ":"))


@cache
def import_map_hash() -> str:
    """The map's source expression for the policy, for example ``'sha256-…'``."""
    digest = hashlib.sha256(import_map().encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"

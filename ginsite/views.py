"""What belongs to the site and to no game: whether it is well, and what a browser shows without a network."""

from __future__ import annotations

import tomllib

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

VERSION: str = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["version"]


@require_safe
@never_cache
def health(_request: HttpRequest) -> JsonResponse:
    """``{"status":"ok","version":…}`` while the database answers, else 503: for load balancers and monitors."""
    try:
        connection.ensure_connection()
        well = connection.is_usable()
    except DatabaseError:
        well = False
    return JsonResponse({"status": "ok" if well else "database", "version": VERSION}, status=200 if well else 503)


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that a browser keeps for when it has no network."""
    return render(request, "offline.html")

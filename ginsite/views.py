"""What belongs to the site and to no game: its health, what a browser shows without a network, the style guide."""

from __future__ import annotations

import tomllib

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

VERSION: str = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
ERROR_PAGES = (400, 403, 404, 429, 500)
SERVICE_WORKER = (settings.BASE_DIR / "static" / "js" / "service-worker.js").read_bytes()


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


@require_safe
@cache_control(no_cache=True)
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The service worker at the root, because it may only look after the pages below its own address."""
    return HttpResponse(SERVICE_WORKER, content_type="text/javascript; charset=utf-8")


def _for_builders(request: HttpRequest) -> None:
    """Raise Http404 for those who do not build the site."""
    if not (settings.DEBUG or getattr(request.user, "is_staff", False)):
        raise Http404


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every word of the design language, for those who build the site."""
    _for_builders(request)
    return render(request, "styleguide.html")


@require_safe
def error_sample(request: HttpRequest, code: int) -> HttpResponse:
    """An error page to look at without the error, for those who build the site."""
    _for_builders(request)
    if code not in ERROR_PAGES:
        raise Http404
    return render(request, f"{code}.html", status=code)

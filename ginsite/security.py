"""The Content-Security-Policy of every page: nothing but our own files, no inline script or style, no eval."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from ginsite.importmap import import_map_hash

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "media-src": "'self'",
    "worker-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
}


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: put the policy on every response that has none of its own."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        policy = POLICY | {"script-src": f"'self' {import_map_hash()}"}
        sources = "; ".join(f"{directive} {allowed}" for directive, allowed in policy.items())
        response.headers.setdefault("Content-Security-Policy", sources)
        return response

    return middleware

"""The Content-Security-Policy of every page: nothing but our own files, no inline script or style, no eval.

No page stands in another site's frame but one that says so itself (``frameable``): it shows what anybody may see and
has nothing to press.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

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
    "frame-ancestors": "'none'",  # but for what is ``frameable``
    "base-uri": "'none'",
    "object-src": "'none'",
}


FRAMEABLE = "ginsite_frameable"
"""The mark of a response that may stand in a frame."""


def frameable(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let other sites show this page in a frame."""

    @wraps(view)
    def framed(*args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(*args, **kwargs)
        setattr(response, FRAMEABLE, True)
        response.xframe_options_exempt = True  # type: ignore[attr-defined]
        return response

    return framed


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: put the policy on every response that has none of its own."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        policy = POLICY | {"script-src": f"'self' {import_map_hash()}"}
        if getattr(response, FRAMEABLE, False):
            policy |= {"frame-ancestors": "*"}
        sources = "; ".join(f"{directive} {allowed}" for directive, allowed in policy.items())
        response.headers.setdefault("Content-Security-Policy", sources)
        return response

    return middleware

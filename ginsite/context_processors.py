"""What every template may know of the site itself."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest


def site(_request: HttpRequest) -> dict[str, object]:
    """``site_name``, ``site_url`` and ``has_mail`` (whether this site sends mail at all)."""
    return {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL, "has_mail": settings.HAS_MAIL}

"""The invite link of a table."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from games.models import Match


def invite_link(request: HttpRequest, table: Match) -> str:
    """The address that a friend opens, on the host where its owner found the site."""
    return request.build_absolute_uri(reverse("games:invite", args=[table.invite_token]))

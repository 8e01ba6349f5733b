"""What waits for the reader, for the head of every page."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.application.disputes import notices
from ginsite.accounts.models import User


def attention(request: HttpRequest) -> dict[str, object]:
    """``attention``: unread notices and warnings of whoever is signed in; asked of the database where it is shown."""
    user = getattr(request, "user", None)
    if not isinstance(user, User):
        return {}
    return {"attention": SimpleLazyObject(lambda: notices.attention(user))}

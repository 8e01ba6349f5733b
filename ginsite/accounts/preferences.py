"""Whose preferences count for a request: the person's row, or for a visitor what the session remembers.

The button in the head of every page sets the cookie ``theme``, for this browser alone; it wins over what is stored,
and saving the preferences takes it away.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from ginsite.accounts.models import Preferences, User

THEME_COOKIE = "theme"
SESSION_KEY = "preferences"


def preferences_of(request: HttpRequest) -> Preferences:
    """The preferences for this request, read once; unsaved defaults where nothing was chosen yet."""
    found: Preferences | None = getattr(request, "_preferences", None)
    if found is None:
        user = _person(request)
        if user is not None:
            found = Preferences.objects.filter(user=user).first() or Preferences(user=user)
        else:
            found = Preferences(**_remembered(request))
        request._preferences = found  # type: ignore[attr-defined]
    return found


def theme_of(request: HttpRequest) -> str:
    """``light``, ``dark`` or ``system``: this browser's choice, else the person's."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in (Preferences.Theme.LIGHT, Preferences.Theme.DARK) else preferences_of(request).theme


def keep(request: HttpRequest, chosen: dict[str, Any]) -> None:
    """Save what was chosen, valid names and values: in the person's row, or for a visitor in the session."""
    user = _person(request)
    if user is not None:
        Preferences.objects.update_or_create(user=user, defaults=chosen)
    else:
        request.session[SESSION_KEY] = _remembered(request) | chosen


def _person(request: HttpRequest) -> User | None:
    user = getattr(request, "guest", None) or request.user
    return user if isinstance(user, User) else None


def _remembered(request: HttpRequest) -> dict[str, Any]:
    names = {field.name for field in Preferences._meta.concrete_fields} - {"id", "user"}
    return {name: value for name, value in request.session.get(SESSION_KEY, {}).items() if name in names}


@receiver(user_logged_in, dispatch_uid="keep_a_visitors_preferences")
def keep_a_visitors_preferences(request: HttpRequest, user: User, **_kwargs: object) -> None:
    """What somebody chose before they came in is theirs, unless they had chosen before."""
    if chosen := _remembered(request):
        Preferences.objects.get_or_create(user=user, defaults=chosen)
        del request.session[SESSION_KEY]

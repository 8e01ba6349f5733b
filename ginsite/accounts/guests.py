"""Guests: people who play before they have an account, each with a row, a number and a session.

Signing up keeps the row. To allauth's entrance pages a guest is a stranger (:mod:`ginsite.accounts.middleware`), so
that its flows are those of anybody who comes in; the guest behind the request stays in ``request.guest``. The row
becomes a member's with its first login, which is at once where nothing needs to be proved, and after the code from
the mail where an address does. Until then the guest plays on under the old name, whether or not the address that was
given is known already: nothing shows the difference.
"""

from __future__ import annotations

import secrets

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, login
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from ginsite.accounts.departures import blank
from ginsite.accounts.models import Preferences, User
from ginsite.accounts.signals import guest_merged


def ensure_guest(request: HttpRequest) -> User:
    """Whoever is logged in, else a new guest, logged in. Beyond the rate limit the answer is the 429 page."""
    if isinstance(request.user, User):
        return request.user
    allowed = ratelimit.consume(
        request, app="ginsite.accounts", action="create_guest", config=settings.GUEST_RATE_LIMITS, limit_get=True
    )
    if not allowed:
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    guest = create_guest()
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def create_guest() -> User:
    """A new guest with a number that no other guest has: four digits, more when these become scarce."""
    for attempt in range(40):
        smallest = 10 ** (3 + attempt // 5)
        number = smallest + secrets.randbelow(9 * smallest)
        guest = User(username=guest_username(number), is_guest=True, guest_number=number)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("No free number for a guest.")


def guest_username(number: int) -> str:
    """The name in a guest's row, with a space that no member's name can have."""
    return f"Guest {number}"


def guest_behind(request: HttpRequest) -> User | None:
    """The guest in whose session this request comes, also where allauth is shown a stranger."""
    user = getattr(request, "guest", None) or getattr(request, "user", None)
    return user if isinstance(user, User) and user.is_guest else None


def withdraw_sign_up(guest: User) -> None:
    """Forget an earlier sign-up of ``guest`` that was never completed, so that another can begin."""
    assert guest.guest_number is not None
    with transaction.atomic():
        EmailAddress.objects.filter(user=guest).delete()
        guest.username = guest_username(guest.guest_number)
        guest.email = ""
        guest.save(update_fields=["username", "email"])


def keep_session(request: HttpRequest, guest: User) -> None:
    """Keep ``guest`` logged in although the password in the row has changed (the session holds a hash of it)."""
    if request.session.get(SESSION_KEY) == str(guest.pk):
        request.session[HASH_SESSION_KEY] = guest.get_session_auth_hash()


def step_out(request: HttpRequest) -> None:
    """Take the guest out of the session and leave the rest, before somebody else logs in: Django would flush it all,
    and with it the record of how they proved who they are."""
    for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
        request.session.pop(key, None)


def make_member(user: User) -> None:
    """The guest's row becomes a member's: same row, same key, and with it every game."""
    user.is_guest, user.guest_number = False, None
    user.save(update_fields=["is_guest", "guest_number"])


def merge_guest(guest: User, user: User) -> None:
    """``guest`` turned out to be ``user``: what the guest's row held goes to the account, and the row is blanked."""
    with transaction.atomic():
        guest_merged.send(sender=User, guest_id=guest.pk, user_id=user.pk)
        if not Preferences.objects.filter(user=user).exists():
            Preferences.objects.filter(user=guest).update(user=user)
        blank(guest)

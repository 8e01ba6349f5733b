"""Which names are free. A sign-up holds its name for as long as its code is good, and not longer.

It does so whether or not its address is known already. Otherwise a second sign-up under the same name would tell: the
name is taken where the first one was real, and free where the site only pretended.
"""

from __future__ import annotations

import time
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone

from ginsite.accounts.guests import guest_username, withdraw_sign_up
from ginsite.accounts.models import User

HOLD = timedelta(minutes=15)
"""As long as allauth keeps a sign-up that waits for its code (ACCOUNT_LOGIN_TIMEOUT)."""

SESSION_KEY = "sign_up_name"


def hold(request: HttpRequest, name: str) -> None:
    """Keep ``name`` for the sign-up in this session."""
    cache.set(_key(name), True, HOLD.total_seconds())
    request.session[SESSION_KEY] = [name, time.time()]


def is_held(name: str) -> bool:
    """Whether a sign-up that waits for its code has asked for ``name``."""
    return bool(cache.get(_key(name)))


def begin_anew(request: HttpRequest) -> None:
    """Give back the name that this session holds, and what was saved under it: the person starts over."""
    name, since = request.session.pop(SESSION_KEY, ("", 0.0))
    if time.time() - since < HOLD.total_seconds():  # later it may be somebody else's
        cache.delete(_key(name))
        _forget(name, older_than=timedelta())


def let_go(name: str) -> None:
    """Forget a sign-up under ``name`` whose time is over."""
    _forget(name, older_than=HOLD)


def _forget(name: str, older_than: timedelta) -> None:
    """Only rows that a sign-up made and nobody has ever come in with: a never proved address, no login, no rights."""
    before = timezone.now() - older_than
    user = User.objects.filter(username__iexact=name, is_staff=False, date_joined__lte=before).first()
    if user is None or user.last_login:
        return
    addresses = EmailAddress.objects.filter(user=user)
    if not addresses or any(address.verified for address in addresses):
        return
    if not user.is_guest:
        user.delete()
    elif user.username != guest_username(user.guest_number or 0):
        withdraw_sign_up(user)


def _key(name: str) -> str:
    return f"name-held:{name.casefold()}"

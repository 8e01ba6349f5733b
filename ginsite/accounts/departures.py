"""Leaving for good: the row stays, because seats point to it, and nothing in it says who it was."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils import timezone

from ginsite.accounts.models import Preferences, User
from ginsite.accounts.signals import account_deleted


def delete_account(user: User) -> None:
    """Blank ``user`` at their own wish and tell the other apps; every session of theirs ends."""
    with transaction.atomic():
        account_deleted.send(sender=User, user_id=user.pk)
        blank(user)


def blank(user: User) -> None:
    """Wipe ``user``: name, address, password, second factors, sessions, preferences and rights; in a transaction."""
    for session in UserSession.objects.filter(user=user):
        session.end()
    for model in (EmailAddress, Authenticator, Preferences):
        model.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    user.username = f"deleted-{user.pk}"
    user.email = ""
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = user.is_guest = False
    user.guest_number = user.last_login = None
    user.deleted_at = timezone.now()
    user.save()

"""Fixtures of the account tests: the cast with passwords, and the site in its other mode."""

from __future__ import annotations

import importlib
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth import urls as allauth_urls
from allauth.account import urls as allauth_account_urls
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import clear_url_caches
from pytest_django import Settings

import ginsite.accounts.urls
import ginsite.urls
from ginsite.accounts.models import User

PASSWORD = "seven of hearts, ten of diamonds"


@pytest.fixture(autouse=True)
def _no_limits_used_up() -> None:
    """Rate limits live in the cache: every test starts with none used."""
    cache.clear()


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    """Argon2 takes its time on purpose; what it protects is not tested here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def alice(db: None) -> User:
    """A member with a verified address."""
    user = User.objects.create_user("alice", "alice@example.com", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def bob(db: None) -> User:
    """Another member with a verified address."""
    user = User.objects.create_user("bob", "bob@example.com", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def _read_the_urls_anew() -> None:
    for module in (allauth_account_urls, allauth_urls, ginsite.accounts.urls, ginsite.urls):
        importlib.reload(module)
    clear_url_caches()


@pytest.fixture
def with_mail(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The site as it is with a MAIL_URL: what ginsite/settings.py itself makes of it, and the addresses that follow."""
    monkeypatch.setenv("MAIL_URL", "smtp://mail.example.com")
    there = runpy.run_path(str(Path(settings.BASE_DIR) / "ginsite" / "settings.py"))
    changed = {
        name: value
        for name, value in there.items()
        if name.startswith(("ACCOUNT_", "MFA_", "HAS_MAIL")) and getattr(settings, name) != value
    }
    assert changed["ACCOUNT_EMAIL_VERIFICATION"] == "mandatory"
    with override_settings(**changed):
        _read_the_urls_anew()
        yield
    _read_the_urls_anew()


def code_from_mail() -> str:
    """The code in the last mail that was sent."""
    found = re.search(r"^\s*([A-Z0-9]{3,}(?:-[A-Z0-9]{3,})*)\s*$", str(mail.outbox[-1].body), re.MULTILINE)
    assert found, mail.outbox[-1].body
    return found.group(1)


def log_in(browser: Client, name: str = "alice") -> None:
    """Enter name and password."""
    browser.post("/accounts/login/", {"login": name, "password": PASSWORD})


def prove(browser: Client) -> None:
    """Enter the password again, as allauth asks before what touches the safety of an account."""
    browser.post("/accounts/reauthenticate/", {"password": PASSWORD})


def name_of(client: Client) -> str | None:
    """Whose session this is."""
    key = client.session.get("_auth_user_id")
    return User.objects.get(pk=key).username if key else None

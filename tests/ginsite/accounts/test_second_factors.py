"""Second factors through allauth's pages, and the admin that asks staff for one."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import struct
import time

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from ginsite.accounts import guests
from ginsite.accounts.models import User
from tests.ginsite.accounts.conftest import PASSWORD, log_in, name_of, prove

pytestmark = pytest.mark.django_db


def totp(secret: str, steps_from_now: int = 0) -> str:
    """The six figures that an authenticator app shows (RFC 6238)."""
    step = struct.pack(">Q", int(time.time()) // 30 + steps_from_now)
    digest = hmac.new(base64.b32decode(secret), step, hashlib.sha1).digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at : at + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def set_up_totp(browser: Client) -> str:
    """Activate an authenticator app; its secret."""
    prove(browser)
    page = browser.get("/accounts/2fa/totp/activate/")
    secret: str = page.context["form"].secret
    answer = browser.post("/accounts/2fa/totp/activate/", {"code": totp(secret)})
    assert answer.status_code == 302, answer.context["form"].errors
    return secret


@pytest.fixture
def secret(client: Client, alice: User) -> str:
    """Alice has an authenticator app."""
    log_in(client)
    return set_up_totp(client)


def test_after_the_password_the_code_is_asked_for(secret: str) -> None:
    browser = Client()
    log_in(browser)
    assert name_of(browser) is None

    browser.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert name_of(browser) is None

    browser.post("/accounts/2fa/authenticate/", {"code": totp(secret, 1)})
    assert name_of(browser) == "alice"


def test_a_code_that_was_used_once_is_used_up(secret: str) -> None:
    one, two = Client(), Client()
    code = totp(secret, 1)
    for browser in (one, two):
        log_in(browser)
        browser.post("/accounts/2fa/authenticate/", {"code": code})
    assert [name_of(one), name_of(two)] == ["alice", None]


def test_a_recovery_code_stands_in_for_a_lost_phone_once(client: Client, secret: str) -> None:
    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    [first, *_others] = re.findall(r"^[^\S\n]*(\d{8})\b", re.sub(r"<textarea[^>]*>", "\n", page), re.MULTILINE)

    for expected in ("alice", None):
        browser = Client()
        log_in(browser)
        browser.post("/accounts/2fa/authenticate/", {"code": first})
        assert name_of(browser) == expected


def test_recovery_codes_are_shown_once(client: Client, secret: str) -> None:
    client.get("/accounts/2fa/recovery-codes/")
    assert "textarea" not in client.get("/accounts/2fa/recovery-codes/").content.decode()


def test_to_turn_the_second_factor_off_one_proves_who_one_is(secret: str, alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    assert "reauthenticate" in browser.post("/accounts/2fa/totp/deactivate/")["Location"]
    assert Authenticator.objects.filter(type="totp").exists()


def test_a_guest_who_logs_in_with_a_second_factor_is_merged_only_then(secret: str, alice: User) -> None:
    guest = guests.create_guest()
    browser = Client()
    browser.force_login(guest)

    log_in(browser)
    assert name_of(browser) == guest.username

    browser.post("/accounts/2fa/authenticate/", {"code": totp(secret, 1)})
    assert name_of(browser) == "alice"
    guest.refresh_from_db()
    assert guest.deleted_at


def test_guessing_codes_is_stopped(secret: str) -> None:
    browser = Client()
    log_in(browser)
    for _n in range(6):
        browser.post("/accounts/2fa/authenticate/", {"code": "000000"})
    browser.post("/accounts/2fa/authenticate/", {"code": totp(secret, 1)})
    assert name_of(browser) is None


def test_who_has_a_key_proves_it_with_the_key_before_a_mail_is_sent(alice: User, with_mail: None) -> None:
    alice.set_unusable_password()
    alice.save()
    Authenticator.objects.create(user=alice, type="webauthn", data={})
    browser = Client()
    browser.force_login(alice)
    assert browser.get("/accounts/delete/")["Location"].startswith("/accounts/2fa/webauthn/reauthenticate/")


@pytest.fixture
def rita(db: None) -> User:
    """The referee: staff."""
    return User.objects.create_superuser("rita", "rita@example.com", PASSWORD)


def test_the_admin_asks_staff_on_a_public_site_for_a_second_factor(
    client: Client, rita: User, settings: Settings
) -> None:
    settings.STAFF_NEED_MFA = True
    log_in(client, "rita")
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == "/accounts/2fa/"

    secret = set_up_totp(client)
    client.post("/accounts/2fa/reauthenticate/", {"code": totp(secret, 1)})
    assert client.get("/admin/").status_code == 200

    cache.clear()  # the code was used a moment ago
    fresh = Client()
    log_in(fresh, "rita")
    fresh.post("/accounts/2fa/authenticate/", {"code": totp(secret, 1)})
    assert fresh.get("/admin/").status_code == 200


def test_a_session_of_staff_without_the_second_factor_does_not_open_the_admin(
    client: Client, rita: User, settings: Settings
) -> None:
    settings.STAFF_NEED_MFA = True
    Authenticator.objects.create(user=rita, type="totp", data={"secret": "x"})
    client.force_login(rita)
    chain = client.get("/admin/accounts/user/", follow=True).redirect_chain
    assert chain[-1][0].startswith("/accounts/2fa/reauthenticate/")


def test_on_localhost_the_admin_is_content_with_a_password(client: Client, rita: User) -> None:
    log_in(client, "rita")
    assert client.get("/admin/").status_code == 200
    for page in ("user/", f"user/{rita.pk}/change/", "user/add/", "preferences/"):
        assert client.get(f"/admin/accounts/{page}").status_code == 200


def test_the_admin_uses_the_sites_own_door(client: Client) -> None:
    chain = client.get("/admin/", follow=True).redirect_chain
    assert chain[-1][0].startswith("/accounts/login/?next=")


def test_the_admin_is_shut_to_members_and_guests(client: Client, alice: User) -> None:
    for person in (alice, guests.create_guest()):
        client.force_login(person)
        assert client.get("/admin/", follow=True).status_code == 403


def test_nobody_is_deleted_in_the_admin(client: Client, rita: User, alice: User) -> None:
    log_in(client, "rita")
    assert client.post(f"/admin/accounts/user/{alice.pk}/delete/", {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=alice.pk).exists()

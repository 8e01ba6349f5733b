"""Guests: one row from the first card to the account."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.http import HttpRequest
from django.test import Client, RequestFactory

from ginsite.accounts import guests
from ginsite.accounts.models import Preferences, User
from ginsite.accounts.signals import guest_merged
from tests.ginsite.accounts.conftest import PASSWORD, code_from_mail, name_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def request_of_a_stranger(rf: RequestFactory) -> HttpRequest:
    """A request as the middleware leaves it, of somebody unknown."""
    request = rf.get("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


@pytest.fixture
def guest() -> User:
    """A guest."""
    return guests.create_guest()


@pytest.fixture
def as_guest(client: Client, guest: User) -> Client:
    """A browser in which the guest plays."""
    client.force_login(guest)
    return client


def test_a_stranger_becomes_a_guest_and_stays_the_same_one(request_of_a_stranger: HttpRequest) -> None:
    guest = guests.ensure_guest(request_of_a_stranger)

    assert guest.is_guest
    assert guest.public_name == f"Guest {guest.guest_number}"
    assert not guest.has_usable_password()
    assert guests.ensure_guest(request_of_a_stranger) == guest
    assert User.objects.count() == 1


def test_a_member_is_not_made_a_guest(request_of_a_stranger: HttpRequest, alice: User) -> None:
    request_of_a_stranger.user = alice
    assert guests.ensure_guest(request_of_a_stranger) == alice


def test_two_guests_never_share_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([21, 21, 21, 8])
    monkeypatch.setattr("ginsite.accounts.guests.secrets.randbelow", lambda _below: next(drawn))

    assert [guests.create_guest().guest_number for _n in range(2)] == [1021, 1008]


def test_guests_from_one_address_are_limited(request_of_a_stranger: HttpRequest) -> None:
    def newcomer() -> User:
        request_of_a_stranger.session, request_of_a_stranger.user = SessionStore(), AnonymousUser()
        return guests.ensure_guest(request_of_a_stranger)

    for _n in range(30):
        newcomer()
    with pytest.raises(ImmediateHttpResponse) as refused:
        newcomer()
    assert refused.value.response.status_code == 429
    assert User.objects.count() == 30


def test_a_guest_who_signs_up_keeps_the_row_and_the_session(as_guest: Client, guest: User) -> None:
    as_guest.post("/accounts/signup/", {"username": "charlie", "email": "charlie@example.com", "password1": PASSWORD})

    [user] = User.objects.all()
    assert user.pk == guest.pk
    assert (user.username, user.is_guest, user.guest_number) == ("charlie", False, None)
    assert name_of(as_guest) == "charlie"
    assert as_guest.get("/accounts/sessions/").status_code == 200


def test_with_mail_the_guest_plays_on_as_a_guest_until_the_code_is_entered(
    as_guest: Client, guest: User, with_mail: None
) -> None:
    as_guest.post("/accounts/signup/", {"username": "newname", "email": "charlie@example.com", "password1": PASSWORD})
    before = as_guest.get("/accounts/").content.decode()
    assert guest.public_name in before
    assert "newname" not in before

    as_guest.post("/accounts/confirm-email/", {"code": code_from_mail()})
    [user] = User.objects.all()
    assert user.pk == guest.pk
    assert not user.is_guest
    assert "newname" in as_guest.get("/accounts/").content.decode()


def test_with_mail_a_guest_cannot_find_out_whether_an_address_is_known(alice: User, with_mail: None) -> None:
    seen = []
    for name, address in (("newname", "alice@example.com"), ("other", "rita@example.com")):
        browser, somebody = Client(), guests.create_guest()
        browser.force_login(somebody)
        answer = browser.post("/accounts/signup/", {"username": name, "email": address, "password1": PASSWORD})
        pages = [browser.get(path) for path in ("/accounts/confirm-email/", "/accounts/", "/accounts/email/")]
        texts = [page.content.decode().replace(address, "ADDRESS") for page in pages]
        texts = [text.replace(somebody.public_name, "GUEST") for text in texts]
        texts = [re.sub(r'(X-CSRFToken": |csrfmiddlewaretoken" value=)"\w+"', "", text) for text in texts]
        seen.append((answer.status_code, answer["Location"], [page.status_code for page in pages], texts))
    assert seen[0] == seen[1]


def test_with_mail_a_sign_up_that_was_not_completed_can_be_begun_anew(
    as_guest: Client, guest: User, with_mail: None
) -> None:
    form = {"username": "charlie", "email": "mistyped@example.com", "password1": PASSWORD}
    as_guest.post("/accounts/signup/", form)
    as_guest.post("/accounts/logout/", {"next": "/accounts/login/"})
    assert name_of(as_guest) == "charlie", "to cancel a sign-up is not to leave"

    as_guest.post("/accounts/signup/", form | {"email": "charlie@example.com"})
    as_guest.post("/accounts/confirm-email/", {"code": code_from_mail()})

    assert [address.email for address in EmailAddress.objects.all()] == ["charlie@example.com"]
    guest.refresh_from_db()
    assert not guest.is_guest


def test_a_guest_who_logs_in_brings_the_games_along(as_guest: Client, guest: User, alice: User) -> None:
    merged = []

    def receiver(guest_id: int, user_id: int, **kwargs: object) -> None:
        merged.append((guest_id, user_id))

    guest_merged.connect(receiver)
    try:
        as_guest.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    finally:
        guest_merged.disconnect(receiver)

    assert name_of(as_guest) == "alice"
    assert merged == [(guest.pk, alice.pk)]
    guest.refresh_from_db()
    assert guest.deleted_at
    assert not guest.is_active


def test_a_wrong_password_leaves_the_guest_where_they_are(as_guest: Client, guest: User, alice: User) -> None:
    as_guest.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    assert name_of(as_guest) == guest.username


def test_the_guests_preferences_come_along_to_an_account_without_any(
    as_guest: Client, guest: User, alice: User, bob: User
) -> None:
    Preferences.objects.create(user=guest, deck="classic")
    as_guest.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    assert Preferences.objects.get().user == alice

    second = guests.create_guest()
    Preferences.objects.create(user=second, deck="classic")
    Preferences.objects.create(user=bob, deck="clear", sounds=False)
    other = Client()
    other.force_login(second)
    other.post("/accounts/login/", {"login": "bob", "password": PASSWORD})
    assert not Preferences.objects.get(user=bob).sounds


@pytest.mark.parametrize("path", ["password/change/", "2fa/", "sessions/", "email/", "2fa/totp/activate/"])
def test_a_guest_is_kept_from_the_pages_of_members(as_guest: Client, path: str, with_mail: None) -> None:
    answer = as_guest.get(f"/accounts/{path}")
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/")


def test_a_guest_cannot_log_out_by_accident_and_lose_the_games(as_guest: Client, guest: User) -> None:
    answer = as_guest.post("/accounts/logout/")
    assert answer["Location"] == "/accounts/delete/"
    assert name_of(as_guest) == guest.username


def test_nobody_logs_in_as_a_guest(client: Client, guest: User) -> None:
    for password in ("", guest.password, "!"):
        client.post("/accounts/login/", {"login": guest.username, "password": password})
    assert name_of(client) is None


def test_a_guest_without_mail_gets_none(as_guest: Client, with_mail: None) -> None:
    as_guest.post("/accounts/password/reset/", {"email": "nobody@example.com"})
    assert [message.to for message in mail.outbox] == [["nobody@example.com"]]

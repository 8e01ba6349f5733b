"""Leaving for good."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.test import Client

from ginsite.accounts import guests
from ginsite.accounts.departures import delete_account
from ginsite.accounts.models import Preferences, User
from ginsite.accounts.signals import account_deleted
from tests.ginsite.accounts.conftest import PASSWORD, log_in, name_of, prove

pytestmark = pytest.mark.django_db


def browser_of_alice() -> Client:
    """A browser in which Alice has just logged in and proved it again."""
    browser = Client()
    log_in(browser)
    prove(browser)
    assert name_of(browser) == "alice"
    return browser


def test_who_leaves_is_wiped_and_the_row_stays(alice: User) -> None:
    phone, desk = browser_of_alice(), browser_of_alice()
    Preferences.objects.create(user=alice)
    Authenticator.objects.create(user=alice, type="totp", data={})
    alice.groups.add(Group.objects.create(name="referees"))

    answer = desk.post("/accounts/delete/")

    assert answer["Location"] == "/"
    [row] = User.objects.all()
    assert row.pk == alice.pk
    assert row.public_name == "Deleted player"
    assert (row.email, row.is_active, row.has_usable_password(), row.last_login) == ("", False, False, None)
    assert not row.groups.exists()
    for model in (EmailAddress, Authenticator, Preferences, UserSession):
        assert not model.objects.exists()
    assert not any("_auth_user_id" in session.get_decoded() for session in Session.objects.all())
    assert phone.get("/accounts/sessions/").status_code == 302


def test_the_name_and_the_address_are_free_again(alice: User, client: Client) -> None:
    delete_account(alice)
    client.post("/accounts/signup/", {"username": "alice", "email": "alice@example.com", "password1": PASSWORD})
    assert name_of(client) == "alice"


def test_nobody_logs_in_to_what_was_left(alice: User, client: Client) -> None:
    delete_account(alice)
    for login in ("alice", "alice@example.com", f"deleted-{alice.pk}"):
        client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert name_of(client) is None


def test_the_other_apps_are_told_while_the_row_still_says_who_it_was(alice: User) -> None:
    told = []

    def receiver(user_id: int, **kwargs: object) -> None:
        told.append(User.objects.get(pk=user_id).username)

    account_deleted.connect(receiver)
    try:
        delete_account(alice)
    finally:
        account_deleted.disconnect(receiver)
    assert told == ["alice"]


def test_a_member_proves_first_that_it_is_they(alice: User, client: Client) -> None:
    client.force_login(alice)
    for answer in (client.get("/accounts/delete/"), client.post("/accounts/delete/")):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/reauthenticate/")
    alice.refresh_from_db()
    assert alice.deleted_at is None


def test_looking_at_the_page_deletes_nothing(alice: User) -> None:
    browser = browser_of_alice()
    assert browser.get("/accounts/delete/").status_code == 200
    assert name_of(browser) == "alice"


def test_a_guest_may_leave_without_a_password_to_show(client: Client) -> None:
    guest = guests.create_guest()
    client.force_login(guest)
    client.post("/accounts/delete/")

    guest.refresh_from_db()
    assert guest.deleted_at
    assert guest.guest_number is None
    assert name_of(client) is None


def test_a_stranger_is_asked_to_log_in(client: Client) -> None:
    assert client.get("/accounts/delete/")["Location"].startswith("/accounts/login/")

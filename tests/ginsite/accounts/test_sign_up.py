"""Signing up and logging in, on a site that sends mail and on one that does not."""

from __future__ import annotations

import time

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone

from ginsite.accounts import names
from ginsite.accounts.models import User
from tests.ginsite.accounts.conftest import PASSWORD, code_from_mail, log_in, name_of

pytestmark = pytest.mark.django_db


def sign_up(client: Client, **changes: str) -> str:
    """Fill the form of the sign-up page; where it leads, or the errors."""
    form = {"username": "alice", "email": "alice@example.com", "password1": PASSWORD} | changes
    response = client.post("/accounts/signup/", form)
    return response.url if response.status_code == 302 else str(response.context["form"].errors)  # type: ignore[attr-defined]


def test_without_mail_who_signs_up_is_in_at_once(client: Client) -> None:
    assert sign_up(client) == "/"

    assert name_of(client) == "alice"
    assert mail.outbox == []


def test_without_mail_an_address_is_not_asked_for(client: Client) -> None:
    assert sign_up(client, email="") == "/"
    assert name_of(client) == "alice"


def test_without_mail_a_known_address_is_refused_openly(client: Client, alice: User) -> None:
    assert "already registered" in sign_up(client, username="charlie")


def test_with_mail_the_code_is_asked_for_before_one_is_in(client: Client, with_mail: None) -> None:
    assert sign_up(client) == "/accounts/confirm-email/"
    assert name_of(client) is None

    wrong = client.post("/accounts/confirm-email/", {"code": "WRONG1"})
    assert wrong.status_code == 200
    assert name_of(client) is None

    client.post("/accounts/confirm-email/", {"code": code_from_mail()})
    assert name_of(client) == "alice"
    assert EmailAddress.objects.get(email="alice@example.com").verified


def test_with_mail_an_address_is_asked_for(client: Client, with_mail: None) -> None:
    assert "email" in sign_up(client, email="")


def test_with_mail_a_known_address_looks_like_a_new_one(client: Client, alice: User, with_mail: None) -> None:
    known, new = Client(), Client()
    pages = [
        (sign_up(known, username="charlie"), known.get("/accounts/confirm-email/"), known.get("/accounts/")),
        (
            sign_up(new, username="rita", email="rita@example.com"),
            new.get("/accounts/confirm-email/"),
            new.get("/accounts/"),
        ),
    ]

    assert pages[0][0] == pages[1][0] == "/accounts/confirm-email/"
    assert [page.status_code for page in pages[0][1:]] == [page.status_code for page in pages[1][1:]] == [200, 200]
    assert "already" in str(mail.outbox[0].body)
    assert [message.to for message in mail.outbox] == [["alice@example.com"], ["rita@example.com"]]
    assert not User.objects.filter(username="charlie").exists()


@pytest.mark.parametrize("address", ["alice@example.com", "rita@example.com"])
def test_with_mail_the_name_of_a_waiting_sign_up_does_not_tell_whether_the_address_is_known(
    alice: User, with_mail: None, address: str
) -> None:
    one, two = Client(), Client()
    sign_up(one, username="newname", email=address)

    assert "username" in sign_up(two, username="NewName", email="second@example.com")
    assert sign_up(one, username="newname", email="mistyped@example.com") == "/accounts/confirm-email/"


def test_with_mail_a_sign_up_that_nobody_completes_gives_its_name_back(client: Client, with_mail: None) -> None:
    sign_up(Client(), username="newname")
    User.objects.update(date_joined=timezone.now() - names.HOLD)
    cache.clear()

    assert sign_up(client, username="newname", email="second@example.com") == "/accounts/confirm-email/"
    client.post("/accounts/confirm-email/", {"code": code_from_mail()})
    assert [user.email for user in User.objects.all()] == ["second@example.com"]


def test_with_mail_a_session_that_held_a_name_long_ago_does_not_take_it_from_its_new_holder(
    alice: User, with_mail: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two, now = Client(), Client(), time.time()
    with monkeypatch.context() as long_ago:
        long_ago.setattr("ginsite.accounts.names.time.time", lambda: now - names.HOLD.total_seconds())
        sign_up(one, username="newname", email="alice@example.com")
    cache.clear()
    sign_up(two, username="newname", email="second@example.com")

    assert "username" in sign_up(one, username="newname", email="third@example.com")
    assert User.objects.get(username="newname").email == "second@example.com"


@pytest.mark.parametrize("rights", [{"is_staff": True}, {"last_login": timezone.now()}, {}])
def test_no_sign_up_takes_the_name_of_an_account_that_others_made_or_use(
    client: Client, with_mail: None, rights: dict[str, object]
) -> None:
    user = User.objects.create_user("rita", "rita@example.com", PASSWORD, date_joined=timezone.now() - 2 * names.HOLD)
    if rights:
        EmailAddress.objects.create(user=user, email=user.email, primary=True)
        User.objects.update(**rights)

    assert "username" in sign_up(client, username="rita", email="second@example.com")
    assert User.objects.get() == user


def test_with_mail_a_forgotten_password_does_not_tell_who_has_an_account(
    client: Client, alice: User, with_mail: None
) -> None:
    answers = [client.post("/accounts/password/reset/", {"email": f"{who}@example.com"}) for who in ("alice", "nobody")]

    assert {answer.status_code for answer in answers} == {302}
    assert len({answer["Location"] for answer in answers}) == 1


@pytest.mark.parametrize("name", ["Guest 4821", "guest4821", "GUEST", "deleted-7", "Computer", "a b", "a@b.org", "-x"])
def test_a_name_that_could_mislead_is_refused(client: Client, name: str) -> None:
    assert "username" in sign_up(client, username=name)


def test_names_differ_in_more_than_their_case(client: Client, alice: User) -> None:
    assert "username" in sign_up(client, username="ALICE", email="other@example.com")


@pytest.mark.parametrize("name", ["אליס", "Алиса", "أليس", "አሊስ", "jean-luc", "a.b_c"])
def test_a_name_may_be_written_in_any_script(client: Client, name: str) -> None:
    assert sign_up(client, username=name) == "/"


@pytest.mark.parametrize("login", ["alice", "Alice", "alice@example.com", "ALICE@example.com"])
def test_one_logs_in_by_name_or_by_address(client: Client, alice: User, login: str) -> None:
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert name_of(client) == "alice"


def test_a_wrong_password_is_told_without_saying_which_part_was_wrong(client: Client, alice: User) -> None:
    pages = [client.post("/accounts/login/", {"login": who, "password": "wrong"}) for who in ("alice", "nobody")]
    assert pages[0].context["form"].errors == pages[1].context["form"].errors


def test_too_many_wrong_passwords_close_the_door_for_a_while(client: Client, alice: User) -> None:
    for _n in range(5):
        client.post("/accounts/login/", {"login": "alice", "password": "wrong"})

    page = client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})

    assert "Too many" in str(page.context["form"].errors)
    assert name_of(client) is None


def test_with_mail_one_logs_in_by_a_code(client: Client, alice: User, with_mail: None) -> None:
    client.post("/accounts/login/code/", {"email": "alice@example.com"})
    client.post("/accounts/login/code/confirm/", {"code": code_from_mail()})
    assert name_of(client) == "alice"


def test_with_mail_a_forgotten_password_is_replaced_by_a_code(client: Client, alice: User, with_mail: None) -> None:
    client.post("/accounts/password/reset/", {"email": "alice@example.com"})
    client.post("/accounts/password/reset/confirm/", {"code": code_from_mail()})
    new = "queen of spades, four of clubs"
    client.post("/accounts/password/reset/complete/", {"password1": new, "password2": new})

    client.post("/accounts/login/", {"login": "alice", "password": new})
    assert name_of(client) == "alice"


def test_a_password_is_changed_by_who_knows_the_old_one(client: Client, alice: User) -> None:
    client.post("/accounts/login/", {"login": "alice", "password": PASSWORD})
    new = "queen of spades, four of clubs"
    client.post("/accounts/password/change/", {"oldpassword": "wrong", "password1": new, "password2": new})
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)

    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    alice.refresh_from_db()
    assert alice.check_password(new)
    assert name_of(client) == "alice"


@pytest.mark.parametrize("path", ["/accounts/login/code/", "/accounts/signup/passkey/"])
def test_without_mail_nothing_that_needs_a_code_is_there(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_without_mail_the_page_of_forgotten_passwords_says_why_it_cannot_help(client: Client) -> None:
    page = client.get("/accounts/password/reset/")
    assert "sends no mail" in page.content.decode()


def test_a_member_is_turned_away_from_the_entrance(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert [client.get(f"/accounts/{door}/").status_code for door in ("login", "signup")] == [302, 302]
    assert sign_up(client, username="charlie") == "/"
    assert User.objects.count() == 1


def test_with_mail_a_change_of_password_is_told_to_its_owner(client: Client, alice: User, with_mail: None) -> None:
    log_in(client)
    new = "queen of spades, four of clubs"
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    [message] = mail.outbox
    assert message.to == ["alice@example.com"]
    assert "It was not you?" in str(message.body)
    assert "127.0.0.1" in str(message.body)


def test_mails_carry_the_name_of_the_site_and_a_page_in_its_look(client: Client, with_mail: None) -> None:
    sign_up(client)
    [message] = mail.outbox
    assert message.subject.startswith("[Gin Rummy] ")
    assert isinstance(message, EmailMultiAlternatives)
    [(html, kind)] = message.alternatives
    assert kind == "text/html"
    assert code_from_mail() in str(html)

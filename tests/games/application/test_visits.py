"""Visits: what is kept of an address, what can be compared, and what is forgotten when."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator
from contextlib import suppress
from typing import Any

import pytest
from django.db import DatabaseError
from pytest_django import Settings

from games.application import visits
from games.application.signals import looking_round
from games.application.visits import PERIOD_MS, Book, address_of, comparable, device_of, purge
from games.models import Case, Match, Visit
from ginsite.accounts.models import User
from tests.games.application.matches import NOON, new_row

BORDER = NOON // PERIOD_MS * PERIOD_MS + PERIOD_MS
"""When the key after that of NOON begins, in ms."""


def scope(client: str = "192.0.2.7", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"client": [client, 40000], "headers": named}


class Now:
    """A piece of writing that is done while it is waited for: no thread, no event loop."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work

    def __await__(self) -> Generator[None, None, None]:
        self.work()
        yield from ()


def done(work: Coroutine[Any, Any, None]) -> None:
    """Run what waits for nothing."""
    with suppress(StopIteration):
        work.send(None)


def visit(match: Match, at: int, client: str = "192.0.2.7", user: User | None = None) -> Visit:
    """A stay that is over as soon as it began, as the book writes it."""
    book = Book(Now)
    book.went(book.came(match.pk, 0, user.pk if user else None, scope(client), at), at)
    done(book.write())
    return Visit.objects.latest("pk")


@pytest.mark.parametrize(
    ("client", "kept"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("a unix socket", ""),
    ],
)
def test_an_address_is_that_of_a_household(client: str, kept: str) -> None:
    assert address_of(scope(client)) == kept


@pytest.mark.parametrize(
    ("forwarded", "proxies", "kept"),
    [
        ("203.0.113.9", 1, "203.0.113.9"),
        ("198.51.100.1, 203.0.113.9", 1, "203.0.113.9"),  # the first is what the client says itself
        ("203.0.113.9, 10.0.0.1", 2, "203.0.113.9"),
        ("203.0.113.9", 2, ""),
        ("", 1, ""),
    ],
)
def test_behind_proxies_it_is_what_the_outermost_trusted_one_saw(
    settings: Settings, forwarded: str, proxies: int, kept: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert address_of(scope("10.0.0.2", x_forwarded_for=forwarded)) == kept


def test_without_a_proxy_nobody_can_say_to_be_elsewhere() -> None:
    assert address_of(scope("192.0.2.7", x_forwarded_for="203.0.113.9")) == "192.0.2.7"


def test_a_device_is_what_the_browser_says_of_itself() -> None:
    assert device_of(scope(user_agent="Lynx/2.8", accept_language="eo")) == "Lynx/2.8\neo"
    assert device_of(scope(accept_language="eo")) == ""


@pytest.mark.django_db
def test_any_two_visits_of_ninety_days_can_be_compared_and_older_keys_with_nothing() -> None:
    match = new_row()
    last, same, other = (
        visit(match, at, client)
        for at, client in ((BORDER - 1, "192.0.2.7"), (BORDER, "192.0.2.7"), (BORDER, "192.0.2.8"))
    )

    for now in (BORDER + 1, BORDER + PERIOD_MS - 2):
        of = dict(Visit.objects.annotate(of=comparable("address", now)).values_list("pk", "of"))
        assert of[last.pk] == of[same.pk] != of[other.pk]
    much_later = visit(match, BORDER + PERIOD_MS)
    assert {last.address[:32], last.address[32:]}.isdisjoint({much_later.address[:32], much_later.address[32:]})


@pytest.mark.django_db
def test_visits_are_forgotten_after_ninety_days() -> None:
    match = new_row()
    visit(match, NOON)
    kept = visit(match, NOON + 1)

    assert purge(NOON + PERIOD_MS) == 0
    assert purge(NOON + PERIOD_MS + 1) == 1
    assert Visit.objects.get() == kept

    looking_round.send(sender=None)  # long after
    assert not Visit.objects.exists()


@pytest.mark.django_db
def test_a_stay_that_goes_on_is_written_when_it_begins_and_again_when_it_ends() -> None:
    book = Book(Now)
    stay = book.came(new_row().pk, 1, None, scope(), NOON)
    done(book.write())
    assert Visit.objects.values_list("came_at", "went_at").get() == (NOON, None)

    book.went(stay, NOON + 5)
    book.went(stay, NOON + 9)  # it went already
    done(book.write())

    assert Visit.objects.values_list("came_at", "went_at").get() == (NOON, NOON + 5)


def test_what_cannot_be_written_is_lost_and_said(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_batch: list[visits.Stay]) -> None:
        raise DatabaseError

    monkeypatch.setattr(visits, "_write", refuse)
    book = Book(Now)
    book.came(1, 0, None, scope(), NOON)
    done(book.close(NOON))

    assert "1 visits were not written down: DatabaseError" in caplog.text


@pytest.mark.django_db
def test_a_guests_visits_become_the_accounts(alice: User, guest: User) -> None:
    visit(new_row(), NOON, user=guest)

    visits.on_guest_merged(guest_id=guest.pk, user_id=alice.pk)

    assert Visit.objects.get().user == alice


@pytest.mark.django_db
def test_who_leaves_leaves_no_trace_of_where_from_but_before_the_referee(alice: User) -> None:
    disputed, other = new_row(), new_row()
    Case.objects.create(match=disputed, about=alice, reason=Case.Reason.COLLUSION)
    for match in (disputed, other):
        visit(match, NOON, user=alice)

    visits.on_account_deleted(user_id=alice.pk)

    assert Visit.objects.get(match=other).address == ""
    assert Visit.objects.get(match=disputed).address != ""

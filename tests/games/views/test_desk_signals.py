"""Signals on the desk: only referees see them, and only a referee makes something of one."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client

from games.models import Case, Look, Match, Notice, Signal
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db

Browser = Callable[[User], Client]


@pytest.fixture
def signal(match: Match, bob: User) -> Signal:
    """Bob leaves when he is behind."""
    evidence = json.dumps({"matches": 9, "lost": 12, "codes": [match.code]})
    return Signal.objects.create(kind="quitting", about=bob, score=1.4, evidence=evidence)


def test_referees_see_what_waits_and_that_they_looked_is_kept(
    signal: Signal, rita: User, alice: User, browser: Browser
) -> None:
    assert "bob left 9 matches when behind" in browser(rita).get("/desk/signals/").content.decode()
    assert Look.objects.get().what == "signals"
    assert browser(alice).get("/desk/signals/").status_code == 403
    assert browser(alice).post(f"/desk/signals/{signal.pk}/", {"do": "dismiss"}).status_code == 403


def test_a_case_is_made_of_a_signal_once_and_nobody_is_told(
    signal: Signal, match: Match, bob: User, rita: User, rufus: User, browser: Browser
) -> None:
    answer = browser(rita).post(f"/desk/signals/{signal.pk}/", {"do": "open"})
    case = Case.objects.get()
    assert answer["Location"] == f"/desk/{case.code}/"
    assert (case.match, case.about, case.about_seat, case.opened_by) == (match, bob, 1, None)
    assert "bob left 9 matches" in case.entries.get(kind="note").text
    assert not Notice.objects.exists()
    browser(rufus).post(f"/desk/signals/{signal.pk}/", {"do": "open"})
    assert Case.objects.count() == 1
    assert "There are no signals." in browser(rufus).get("/desk/signals/").content.decode()


def test_a_signal_is_set_aside_but_not_by_whom_it_is_about(
    signal: Signal, bob: User, rita: User, browser: Browser
) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.refresh_from_db()
    assert "There are no signals." in browser(bob).get("/desk/signals/").content.decode()
    for do in ("dismiss", "open"):
        browser(bob).post(f"/desk/signals/{signal.pk}/", {"do": do})
    signal.refresh_from_db()
    assert (signal.dismissed_at, signal.case) == (None, None)
    browser(rita).post(f"/desk/signals/{signal.pk}/", {"do": "dismiss"})
    signal.refresh_from_db()
    assert signal.dismissed_at is not None

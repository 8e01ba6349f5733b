"""A case on the desk: the evidence is there once the hand is over, and no card before; every look is written down."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.application import store
from games.application.disputes import cases, rulings, subjects
from games.application.sayings.cards import card_name
from games.domain.cards import format_card, iter_cards
from games.models import Case, Look, Match, Notice, Signal
from ginsite.accounts.models import Preferences, User
from tests.games.application.disputes.table import between_hands, play_on
from tests.games.application.seated import seat

pytestmark = pytest.mark.django_db

Browser = Callable[[User], Client]


def looked(case: Case) -> set[tuple[str, int]]:
    return {(look.what, look.hand) for look in Look.objects.filter(case=case)}


def tells_a_card(text: str) -> bool:
    """Whether a page tells any card: by name, or as text in its data."""
    named = any(card_name(rank + suit) in text.lower() for suit in "SHDC" for rank in "A23456789TJQK")
    return named or re.search(r"\b[A2-9TJQK][SHDC]\b", text) is not None


def test_a_finished_hand_is_shown_with_its_log_deal_and_people(
    case: Case, match: Match, rita: User, browser: Browser
) -> None:
    page = browser(rita).get(f"/desk/{case.code}/")
    text = page.content.decode()
    board = json.loads(re.search(r'<script id="replay" type="application/json">(.*?)</script>', text).group(1))  # type: ignore[union-attr]
    assert board["hand"] == 1
    assert {seat["name"] for seat in board["seats"]} == {"alice", "bob"}
    assert [one.holds for one in page.context["log"] + page.context["deal"]].count(False) == 0
    assert len(page.context["deal"]) > 4
    assert [stretch.hand for stretch in page.context["timeline"]] == [0, 1, 2, 3]
    assert "I had gin." in text
    assert tells_a_card(text)
    other = browser(rita).get(f"/desk/{case.code}/?hand=2")
    assert other.context["board"]["hand"] == 2


def test_every_look_is_written_down_before_anything_is_shown_and_is_on_the_page(
    case: Case, rita: User, rufus: User, browser: Browser
) -> None:
    browser(rita).get(f"/desk/{case.code}/")
    assert looked(case) == {("case", 0), ("signals", 0), ("log", 0), ("talk", 0), ("hands", 1)}
    browser(rita).get(f"/desk/{case.code}/?hand=2")
    assert ("hands", 2) in looked(case)
    page = browser(rufus).get(f"/desk/{case.code}/").content.decode()
    assert page.count("<bdi>rita</bdi>: both hands") == 2


def test_no_card_is_on_the_page_or_in_its_data_while_the_hand_is_in_play(
    alice: User, bob: User, rita: User, browser: Browser, known_deals: None
) -> None:
    match = play_on(seat(alice, bob), lambda live: live.version > 14 and live.game.phase == "play")
    case = cases.raise_case(alice, match, "scoring", "Odd.")
    loaded = store.load(match.pk)
    assert loaded is not None
    [table] = loaded.live.game.tables
    assert loaded.live.game.phase == "play"
    client = browser(rita)
    page = client.get(f"/desk/{case.code}/")
    assert "still being played" in page.content.decode()
    assert "board" not in page.context
    assert not tells_a_card(page.content.decode())
    assert not tells_a_card(client.get(f"/desk/{case.code}/?hand=1").content.decode())
    assert client.get(f"/desk/{case.code}/hands/1/computer.json").status_code == 404
    decide = client.get(f"/desk/{case.code}/decide/").content.decode()
    looks = client.post(f"/desk/{case.code}/decide/", {"hand-1-0": "void_hand"}).content.decode()
    assert not tells_a_card(decide + looks)
    assert ("hands", 1) not in looked(case)
    held = {format_card(card) for hand in table.hands for card in iter_cards(hand)}
    assert len(held) >= 20


def test_a_hand_that_is_over_is_shown_while_a_later_one_is_in_play_which_is_not(
    alice: User, bob: User, rita: User, browser: Browser, known_deals: None
) -> None:
    match = play_on(seat(alice, bob), between_hands)
    hand = cases.hand_of(match)
    case = cases.raise_case(alice, match, "scoring", hand=hand)
    play_on(
        match,
        lambda live: live.game.hand_no > hand and live.version > match.version + 8 and live.game.phase == "play",
    )
    client = browser(rita)
    assert client.get(f"/desk/{case.code}/").context["board"]["hand"] == hand
    page = client.get(f"/desk/{case.code}/?hand={hand + 1}")
    assert "board" not in page.context
    [later] = [stretch for stretch in page.context["timeline"] if stretch.hand == hand + 1]
    assert not any(tells_a_card(line.said) for line in later.lines)
    assert client.get(f"/desk/{case.code}/hands/{hand + 1}/computer.json").status_code == 404


def test_the_match_as_a_whole_is_shown_when_all_of_it_is_over(
    alice: User, bob: User, rita: User, browser: Browser
) -> None:
    match = play_on(seat(alice, bob), between_hands)
    case = cases.raise_case(alice, match, "scoring", hand=0)
    assert "board" not in browser(rita).get(f"/desk/{case.code}/").context


def test_the_computers_play_is_given_for_hands_that_are_over(case: Case, rita: User, browser: Browser) -> None:
    plays = browser(rita).get(f"/desk/{case.code}/hands/1/computer.json").json()["plays"]
    assert any(plays)
    assert ("hands", 1) in looked(case)


def test_a_case_is_taken_up_given_back_and_weighed(case: Case, rita: User, rufus: User, browser: Browser) -> None:
    client = browser(rita)
    client.post(f"/desk/{case.code}/claim/")
    case.refresh_from_db()
    assert case.claimed_by == rita
    refused = browser(rufus).post(f"/desk/{case.code}/claim/")
    assert refused.status_code == 422
    assert "Another referee is working on this case." in refused.content.decode()
    client.post(f"/desk/{case.code}/weigh/", {"severity": "3", "urgent": "1"})
    case.refresh_from_db()
    assert (case.severity, case.urgent) == (3, True)
    assert client.post(f"/desk/{case.code}/weigh/", {"severity": "9"}).status_code == 422
    client.post(f"/desk/{case.code}/release/")
    case.refresh_from_db()
    assert case.claimed_by is None


def test_the_referee_lets_a_match_rest_and_go_on(alice: User, bob: User, rita: User, browser: Browser) -> None:
    match = seat(alice, bob)
    case = cases.raise_case(alice, match, "clock")
    client = browser(rita)
    client.post(f"/desk/{case.code}/pause/")
    page = client.get(f"/desk/{case.code}/").content.decode()
    assert "The match is paused." in page
    assert "The referee pauses the match." in page
    assert client.post(f"/desk/{case.code}/pause/").status_code == 422
    client.post(f"/desk/{case.code}/resume/")
    assert "The match goes on at the referee" in client.get(f"/desk/{case.code}/").content.decode()


def test_notes_are_for_referees_and_what_was_refused_is_not_lost(
    case: Case, alice: User, rita: User, rufus: User, browser: Browser
) -> None:
    browser(rita).post(f"/desk/{case.code}/note/", {"words": "Check hand 2 too."})
    assert "Check hand 2 too." in browser(rufus).get(f"/desk/{case.code}/").content.decode()
    assert "Check hand 2 too." not in browser(alice).get(f"/disputes/{case.code}/").content.decode()
    long = "x" * 2001
    refused = browser(rita).post(f"/desk/{case.code}/note/", {"words": long})
    assert refused.status_code == 422
    assert long in refused.content.decode()


def test_a_player_is_asked_in_own_words_or_in_canned_ones_in_the_players_language(
    case: Case, alice: User, bob: User, rita: User, browser: Browser
) -> None:
    client = browser(rita)
    client.post(f"/desk/{case.code}/ask/", {"whom": bob.pk, "canned": "", "words": "Did you knock?"})
    Preferences.objects.create(user=alice, language="en")
    client.post(f"/desk/{case.code}/ask/", {"whom": alice.pk, "canned": "which", "words": ""})
    asked = list(case.entries.filter(kind="question").values_list("to__username", "text"))
    assert asked[0] == ("bob", "Did you knock?")
    assert asked[1][0] == "alice"
    assert asked[1][1].startswith("Which card")
    assert Notice.objects.filter(kind="question").count() == 2
    stranger = client.post(f"/desk/{case.code}/ask/", {"whom": rita.pk, "words": "Me?"})
    assert stranger.status_code == 422
    assert "Me?" in stranger.content.decode()


def test_earlier_cases_sanctions_and_signals_stand_beside_the_people(
    case: Case, match: Match, bob: User, alice: User, rita: User, rufus: User, browser: Browser
) -> None:
    before = cases.raise_case(alice, match, "abuse", about_seat=1)
    rulings.decide(rita, before, [{"kind": "warn", "seat": 1}], "Not like that.")
    Signal.objects.create(
        kind="quitting", about=bob, score=1.4, evidence=json.dumps({"matches": 9, "lost": 12, "codes": [match.code]})
    )
    page = browser(rufus).get(f"/desk/{case.code}/")
    [of_alice, of_bob] = page.context["people"]
    assert (of_alice.cases, of_bob.cases) == ([], [before])
    assert [sanction.kind for sanction, _lasts in of_bob.sanctions] == ["warning"]
    assert "bob left 9 matches when behind" in page.content.decode()


def test_a_rival_reads_the_case_and_sees_why_somebody_else_decides(
    case: Case, rita: User, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subjects, "_conflicts", [lambda user, _match: user == rita])
    page = browser(rita).get(f"/desk/{case.code}/").content.decode()
    assert "You play in the same event" in page
    assert "/decide/" not in page
    for do in ("claim", "ask"):
        fields = {"words": "x", "whom": str(case.opened_by_id)}
        assert browser(rita).post(f"/desk/{case.code}/{do}/", fields).status_code == 422
    assert browser(rita).post(f"/desk/{case.code}/decide/", {"uphold": "on"}).status_code == 302
    assert not case.rulings.exists()


def test_the_page_asks_the_database_no_more_often_for_a_longer_history(
    case: Case,
    match: Match,
    alice: User,
    bob: User,
    rita: User,
    browser: Browser,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = browser(rita)
    for hand in (0, 2, 3):
        other = cases.raise_case(alice, match, "other", hand=hand, about_seat=1)
        rulings.decide(rita, other, [{"kind": "warn", "seat": 1}], "Not like that.")
    client.get(f"/desk/{case.code}/")
    with django_assert_max_num_queries(45):
        client.get(f"/desk/{case.code}/")

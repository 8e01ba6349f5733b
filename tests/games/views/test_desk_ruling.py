"""Ruling on the desk: looked at before it is made, seconded where it is heavy, reversed from its own row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.application.disputes import appeals, cases, rulings, subjects
from games.application.disputes.standing import stands
from games.application.disputes.subjects import Subject
from games.models import Case, Match, Ruling, Sanction
from ginsite.accounts.models import User
from tests.games.application.disputes.table import play_on, scored
from tests.games.application.seated import seat
from tests.games.conftest import member

pytestmark = pytest.mark.django_db

Browser = Callable[[User], Client]

WHY = "I played the hand again from the log."


def fill(client: Client, case: Case, do: str = "look", **fields: Any) -> Any:
    """Send the form; names with dashes are given with underscores."""
    given = {name.replace("_", "-"): value for name, value in fields.items()}
    return client.post(f"/desk/{case.code}/decide/", {"reasons": WHY, "do": do} | given)


def make(client: Client, case: Case, **fields: Any) -> Any:
    """Look, then make what was looked at."""
    look = fill(client, case, **fields).context["look"]
    return fill(client, case, "make", looked=look["key"], **fields)


def said(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def loser_of(match: Match) -> int:
    return 1 - (match.winner_seat or 0)


def test_a_ruling_is_shown_with_its_effect_and_made_only_then(
    case: Case, match: Match, rita: User, browser: Browser
) -> None:
    client, loser = browser(rita), loser_of(match)
    hand = scored(match)[0].hand_no
    name = f"{hand}_0"
    fields: dict[str, Any] = {
        f"hand_{name}": "correct_score",
        f"winner_{name}": loser,
        f"points_{name}": 400,
        f"boxes_{name}": 1,
    }
    shown = fill(client, case, **fields)
    made = shown.context["look"]["made"]
    assert "wins the match" in made.after
    assert made.before != made.after
    assert [change.hand for change in made.hands if change.changed] == [f"Hand {hand}"]
    assert "the ratings are worked out anew" in said(shown)
    assert not case.rulings.exists()

    blind = fill(client, case, "make", **fields)
    assert "Look again before you make the ruling." in said(blind)
    assert not case.rulings.exists()

    assert make(client, case, **fields)["Location"] == f"/desk/{case.code}/"
    match.refresh_from_db()
    assert match.winner_seat == loser
    page = said(client.get(f"/desk/{case.code}/"))
    assert "Look at it again or reverse it" in page
    assert WHY in page


def test_what_is_missing_is_said_in_place_and_nothing_is_lost(case: Case, rita: User, browser: Browser) -> None:
    client = browser(rita)
    nothing = fill(client, case)
    assert "Choose what you decide" in said(nothing)
    assert WHY in said(nothing)
    half = fill(client, case, hand_1_0="correct_score", winner_1_0="1", points_1_0="", boxes_1_0="1")
    assert half.status_code == 422
    assert half.context["form"].errors == {"points-1-0": ["Fill this in."]}
    both = fill(client, case, uphold="on", hand_1_0="void_hand")
    assert "Either everything stands, or something of it changes." in said(both)
    look = fill(client, case, uphold="on").context["look"]
    silent = fill(client, case, "make", uphold="on", looked=look["key"], reasons="")
    assert "Say why: the players read it." in said(silent)
    gaps = fill(client, case, "make", uphold="on", looked=look["key"], reasons="", template="scoring")
    assert "Fill in what the text leaves open" in said(gaps)
    assert "The score sheet has … ;" in said(gaps)
    assert not case.rulings.exists()


def test_a_match_that_is_no_longer_over_is_resumed_or_stays_over_as_the_referee_chooses(
    case: Case, match: Match, rita: User, browser: Browser
) -> None:
    last = scored(match)[-1].hand_no
    client = browser(rita)
    voided = {f"hand_{last}_0": "void_hand"}
    look = fill(client, case, **voided).context["look"]
    assert (look["then"], look["made"].after) == ("resume", "The match plays on.")
    assert "wins" in look["otherwise"] or "drawn" in look["otherwise"]
    other = fill(client, case, then="award", **voided).context["look"]
    assert other["otherwise"] == "The match plays on."
    assert "then" not in fill(client, case, uphold="on").context["look"]
    fill(client, case, "make", then="resume", looked=look["key"], **voided)
    match.refresh_from_db()
    assert match.status == Match.Status.PLAYING


def test_a_match_that_moved_since_the_look_is_looked_at_again(
    alice: User, bob: User, rita: User, browser: Browser, known_deals: None
) -> None:
    match = play_on(seat(alice, bob), lambda live: len(live.game.sheet.hands) > 0)
    case = cases.raise_case(alice, match, "scoring", hand=1)
    client = browser(rita)
    look = fill(client, case, hand_1_0="void_hand").context["look"]
    play_on(match, lambda live: len(live.game.sheet.hands) > 1)
    again = fill(client, case, "make", looked=look["key"], hand_1_0="void_hand")
    assert "has changed since you looked" in said(again)
    assert not case.rulings.exists()


def test_a_heavy_ruling_waits_for_a_second_referee(
    case: Case, match: Match, bob: User, rita: User, rufus: User, browser: Browser
) -> None:
    assert "a second referee agrees" in said(fill(browser(rita), case, suspend_1="30"))
    make(browser(rita), case, suspend_1="30")
    [ruling] = case.rulings.all()
    address = f"/desk/rulings/{ruling.pk}/"
    assert not Sanction.objects.exists()
    own = browser(rita).get(address)
    assert "You proposed this ruling" in said(own)
    assert "Agree: the ruling takes effect" not in said(own)
    look = browser(rufus).get(address).context["look"]
    assert browser(rita).post(address, {"do": "second", "looked": look["key"]}).status_code == 422
    assert browser(rufus).post(address, {"do": "second", "looked": "unseen"}).status_code == 422
    assert not Sanction.objects.exists()
    assert browser(rufus).post(address, {"do": "second", "looked": look["key"]}).status_code == 302
    assert Sanction.objects.get().user == bob
    ruling.refresh_from_db()
    assert (ruling.by, ruling.second) == (rita, rufus)


def test_a_proposal_that_is_not_seconded_opens_the_case_again(
    case: Case, rita: User, rufus: User, browser: Browser
) -> None:
    make(browser(rita), case, match="forfeit-0")
    ruling = case.rulings.get()
    address = f"/desk/rulings/{ruling.pk}/"
    assert browser(rita).get(f"/desk/{case.code}/decide/").status_code == 302
    assert browser(rufus).post(address, {"do": "decline", "words": ""}).status_code == 422
    assert browser(rufus).post(address, {"do": "decline", "words": "Too hard."}).status_code == 302
    case.refresh_from_db()
    assert case.status == Case.Status.OPEN
    assert "Too hard." in said(browser(rita).get(f"/desk/{case.code}/"))

    browser(rufus).post(f"/desk/{case.code}/release/")  # whoever did not agree has it now
    make(browser(rita), case, match="forfeit-0")
    address = f"/desk/rulings/{case.rulings.latest('pk').pk}/"
    assert "Take the proposal back" in said(browser(rita).get(address))
    assert browser(rita).post(address, {"do": "decline", "words": "They are right."}).status_code == 302
    case.refresh_from_db()
    assert case.status == Case.Status.OPEN


def test_a_ruling_is_reversed_from_its_own_row(case: Case, match: Match, rita: User, browser: Browser) -> None:
    client, before = browser(rita), match.totals
    hand = scored(match)[0].hand_no
    make(client, case, **{f"hand_{hand}_0": "void_hand"})
    ruling = case.rulings.get()
    address = f"/desk/rulings/{ruling.pk}/"
    assert client.post(f"{address}again/", {"words": ""}).status_code == 422
    answer = client.post(f"{address}again/", {"words": "I had the wrong hand."})
    assert answer["Location"].endswith(f"/decide/?reverse={ruling.pk}")
    form = client.get(answer["Location"]).context["form"]
    assert form["reverse"].value() == str(ruling.pk)
    again = Case.objects.exclude(pk=case.pk).get()
    make(client, again, reverse=str(ruling.pk))
    match.refresh_from_db()
    assert match.totals == before
    assert not stands(ruling)
    assert "reversed" in said(client.get(f"/desk/{case.code}/"))


def test_an_appeal_is_decided_by_somebody_else(
    case: Case, alice: User, rita: User, rufus: User, browser: Browser
) -> None:
    make(browser(rita), case, uphold="on")
    ruling = case.rulings.get()
    appeal = appeals.appeal(alice, ruling, "No.")
    assert browser(rita).get(f"/desk/{appeal.code}/decide/").status_code == 302
    assert "another referee has to decide it" in said(browser(rita).get(f"/desk/{appeal.code}/"))
    make(browser(rufus), appeal, reverse=str(ruling.pk))
    assert not stands(ruling)


def test_people_time_and_rating_points(alice: User, bob: User, rita: User, browser: Browser, known_deals: None) -> None:
    match = play_on(seat(alice, bob, clock="standard"), lambda live: live.version > 12)
    Match.objects.filter(pk=match.pk).update(rated=True)
    case = cases.raise_case(alice, match, "clock")
    fields = {"time_0": "90", "warn_1": "on", "mute_1": "3", "refund_0": "on"}
    shown = fill(browser(rita), case, **fields)
    assert len(shown.context["look"]["said"]) == 4
    assert "The score sheet and the result stay as they are." in said(shown)
    make(browser(rita), case, **fields)
    assert set(Sanction.objects.values_list("user__username", "kind")) == {("bob", "warning"), ("bob", "mute")}
    assert match.events.filter(kind="time_given").count() == 1


def test_the_hand_in_play_can_only_be_voided(alice: User, bob: User, rita: User, browser: Browser) -> None:
    match = play_on(seat(alice, bob), lambda live: live.version > 12)
    case = cases.raise_case(alice, match, "deal")
    client = browser(rita)
    assert fill(client, case, hand_1_0="correct_score").status_code == 422
    make(client, case, hand_1_0="void_hand")
    assert match.events.filter(kind="hand_voided").count() == 1


def test_what_a_changed_result_leads_to_elsewhere_is_told_before_it_is_made(
    case: Case, match: Match, rita: User, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []

    def consequence(_match: Match, result: Any) -> list[str]:
        told.append(result)
        return ["The pairings of round 2 follow."]

    monkeypatch.setattr(subjects, "_consequences", [consequence])
    shown = fill(browser(rita), case, match="drawn")
    assert "The pairings of round 2 follow." in said(shown)
    assert told[0].winner is None


def test_nobody_concerned_comes_near_a_proposal(case: Case, alice: User, rita: User, browser: Browser) -> None:
    member("sam", staff=True)
    rulings.decide(rita, case, [{"kind": "forfeit_match", "seat": 0}], WHY)
    ruling = Ruling.objects.get()
    alice.is_staff = True
    alice.save()
    for address in (f"/desk/rulings/{ruling.pk}/", f"/desk/rulings/{ruling.pk}/again/"):
        assert browser(alice).post(address, {"do": "second", "words": "x"}).status_code == 404


def test_a_question_from_elsewhere_is_seen_settled_and_taken_back(
    alice: User, bob: User, rita: User, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: list[Any] = []
    pairing = Subject(
        describe=lambda _key: {
            "title": "Round 2: alice and bob",
            "url": "/tournaments/",
            "names": ("alice", "bob"),
            "first": "Points of alice",
            "second": "Points of bob",
        },
        people=lambda _key: {0: alice, 1: bob},
        conflict=lambda _user, _key: False,
        settle=lambda _key, remedy: settled.append(remedy),
    )
    monkeypatch.setattr(subjects, "_subjects", {"pairing": pairing})
    case = cases.raise_subject("pairing", "7", "scoring", "The cards differ.", urgent=True)
    client = browser(rita)
    assert "Round 2: alice and bob" in said(client.get("/desk/"))
    assert "The cards differ." in said(client.get(f"/desk/{case.code}/"))
    half = fill(client, case, first="40")
    assert half.context["form"].errors == {"second": ["Fill this in."]}
    shown = fill(client, case, first="40", second="120")
    assert "Points of bob" in said(shown)
    make(client, case, first="40", second="120", warn_1="on")
    assert (settled[0]["first"], settled[0]["second"]) == (40, 120)
    assert Sanction.objects.get().user == bob
    ruling = case.rulings.get()
    client.post(f"/desk/rulings/{ruling.pk}/again/", {"words": "The other card was right."})
    make(client, Case.objects.exclude(pk=case.pk).get(), reverse=str(ruling.pk))
    assert settled[1] is None
    bob.is_staff = True
    bob.save()
    assert case.code not in said(browser(bob).get("/desk/cases/"))
    assert browser(bob).get(f"/desk/{case.code}/").status_code == 404

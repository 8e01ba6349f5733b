"""What is with the referee is seen on every page that shows its result, and who may ask finds where."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.application.disputes import rulings
from games.models import Case
from ginsite.accounts.models import User
from tests.tournaments.application import tables
from tests.tournaments.views.conftest import Browser
from tournaments.application import desk, questions
from tournaments.domain.actions import EnterResult, PairRound, Start
from tournaments.domain.values import won
from tournaments.models import Pairing, Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}

Commits = Any


@pytest.fixture
def evening(announced: Any, member: Any) -> Tournament:
    """The first round of a Swiss with real cards is played, the second is paired."""
    tournament: Tournament = announced("bob", "cleo", "dan", "eve", rounds=3, **REAL)
    for action in (Start(1), EnterResult(1, 1, won(0)), EnterResult(1, 2, won(1)), PairRound(2)):
        desk.do(tournament, member("ann"), action)
    return tournament


@pytest.fixture
def disputed(evening: Tournament, django_capture_on_commit_callbacks: Commits) -> Pairing:
    """One of the two players of the first table has asked the referee about its result."""
    pairing = Pairing.objects.get(tournament=evening, round=1, board=1)
    with django_capture_on_commit_callbacks(execute=True):
        questions.ask(pairing, tables.players(pairing)[1], "scoring", "I knocked with four.")
    return pairing


def part(browser: Client, tournament: Tournament, name: str) -> str:
    return browser.get(reverse(f"tournaments:{name}", args=[tournament.code])).content.decode()


def test_a_result_that_is_with_the_referee_is_provisional_for_everybody(
    evening: Tournament, disputed: Pairing, client: Client, as_member: Browser
) -> None:
    assert part(client, evening, "rounds").count("with the referee") == 1
    for name in ("tournament", "standings"):
        assert "Provisional: 1 result that counts here is with the referee." in part(client, evening, name)
    ann = as_member("ann")
    assert "It is with the referee." in part(ann, evening, "desk")
    mine = part(as_member(tables.players(disputed)[1].username), evening, "tournament")
    assert "in round 1 is with the referee" in mine
    others = Pairing.objects.get(tournament=evening, round=1, board=2)
    assert "Something wrong in round 1" in part(as_member(tables.players(others)[0].username), evening, "tournament")


def test_the_page_looks_anew_once_a_case_is_raised_and_once_it_is_ruled(
    evening: Tournament, client: Client, member: Any, django_capture_on_commit_callbacks: Commits
) -> None:
    address = reverse("tournaments:rounds", args=[evening.code])

    def mark() -> str:
        seen: str = client.get(address).context["mark"]
        assert client.get(address, {"seen": seen}, headers={"HX-Request": "true"}).status_code == 204
        return seen

    marks = [mark()]
    pairing = Pairing.objects.get(tournament=evening, round=1, board=1)
    with django_capture_on_commit_callbacks(execute=True):
        case = questions.ask(pairing, tables.players(pairing)[0], "scoring", "No.")
    marks.append(mark())
    User.objects.filter(pk=member("rita").pk).update(is_staff=True)
    with django_capture_on_commit_callbacks(execute=True):
        rulings.decide(member("rita"), case, [{"kind": "uphold"}], "It stands.")
    marks.append(mark())
    assert len(set(marks)) == 2
    assert marks[0] == marks[2]


def test_a_bracket_marks_the_match_in_words_too(
    announced: Any, member: Any, client: Client, as_member: Browser
) -> None:
    tournament = announced("bob", "cleo", format="single-elimination", **REAL)
    desk.do(tournament, member("ann"), Start(1))
    Pairing.objects.filter(tournament=tournament).update(under_review=True)
    page = part(client, tournament, "bracket")
    assert "against" in page
    assert page.count(", with the referee") == 2  # the label and the title of the drawing
    assert "bracket__box--reviewed" in page


def test_after_a_ruling_the_log_says_so_and_the_desk_may_pair_again(
    evening: Tournament, disputed: Pairing, as_member: Browser, member: Any
) -> None:
    User.objects.filter(pk=member("rita").pk).update(is_staff=True)
    case = Case.objects.get(subject=disputed.subject)
    remedy = {"kind": "settle_subject", "first": 10, "second": 30}
    rulings.decide(member("rita"), case, [remedy], "The count was wrong.")
    ann = as_member("ann")
    assert "as the referee ruled" in part(ann, evening, "log")
    page = ann.get(reverse("tournaments:desk", args=[evening.code]))
    (need,) = (need for need in page.context["needs"] if need["kind"] == "pair_anew")
    order = reverse("tournaments:order", args=[evening.code])
    look = ann.get(f"{order}?{need['again']}")
    assert "What changes if you do this" in look.content.decode()
    assert [way["then"] for way in look.context["ways"]] == ["re_pair"]
    done = look.context["fields"] | {"looked": str(look.context["tournament"].version), "reason": "Nobody has begun."}
    ann.post(order, done)
    assert not Pairing.objects.filter(tournament=evening, round=2).exists()


def test_a_player_asks_in_words_about_a_match_with_real_cards(evening: Tournament, as_member: Browser) -> None:
    pairing = Pairing.objects.get(tournament=evening, round=1, board=1)
    address = reverse("tournaments:ask-referee", args=[evening.code, 1, 1])
    player = tables.players(pairing)[0]
    browser = as_member(player.username)
    assert address in part(browser, evening, "rounds")
    assert "Call the referee" in browser.get(address).content.decode()
    assert browser.post(address, {"reason": "scoring", "words": " "}).status_code == 422
    answer = browser.post(address, {"reason": "scoring", "words": "I had gin."})
    case = Case.objects.get()
    assert (answer["Location"], case.opened_by, case.words) == (case.get_absolute_url(), player, "I had gin.")
    assert browser.get(case.get_absolute_url()).status_code == 200
    assert as_member("ann").get(address).status_code == 403


def test_about_a_live_match_one_asks_on_its_own_form(announced: Any, member: Any, as_member: Browser) -> None:
    (pairing,) = tables.start(announced("bob", "cleo", rounds=1))
    tables.sit_down(pairing)
    answer = as_member("bob").get(reverse("tournaments:ask-referee", args=[pairing.tournament.code, 1, 1]))
    assert answer["Location"] == reverse("games:dispute", args=[pairing.games.get().match.code])


def test_the_desk_puts_a_pairing_before_the_referee(evening: Tournament, as_member: Browser) -> None:
    address = reverse("tournaments:put-before", args=[evening.code, 1, 2])
    assert as_member("bob").post(address, {"words": "Please."}).status_code == 403
    ann = as_member("ann")
    assert address in ann.get(reverse("tournaments:desk", args=[evening.code]), {"round": "1"}).content.decode()
    ann.post(address, {"words": ""})
    assert not Case.objects.exists()
    ann.post(address, {"words": "Both cards look copied."})
    assert Case.objects.get().subject == Pairing.objects.get(tournament=evening, round=1, board=2).subject


def test_the_referees_page_shows_what_both_put_down(
    evening: Tournament, disputed: Pairing, as_member: Browser, member: Any
) -> None:
    User.objects.filter(pk=member("rita").pk).update(is_staff=True)
    case = Case.objects.get(subject=disputed.subject)
    page = as_member("rita").get(reverse("desk:case", args=[case.code])).content.decode()
    assert "I knocked with four." in page
    assert "The result that counts now" in page
    form = as_member("rita").get(reverse("desk:decide", args=[case.code])).content.decode()
    assert "Hand points of" in form

"""The desk's doors, the queue and the figures: who gets in, what comes first, and what is said of whom."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from games.application.disputes import appeals, cases, rulings
from games.models import Case, Match
from ginsite.accounts.models import User
from tests.games.application.disputes.table import finished
from tests.games.application.seated import seat
from tests.games.conftest import member

pytestmark = pytest.mark.django_db

Browser = Callable[[User], Client]


def pages(case: Case) -> list[str]:
    return ["/desk/", "/desk/cases/", "/desk/statistics/", f"/desk/{case.code}/", f"/desk/{case.code}/decide/"]


def posts(case: Case) -> list[str]:
    return [f"/desk/{case.code}/{do}/" for do in ("claim", "release", "note", "ask", "weigh", "decide")]


def queue(client: Client, query: str = "") -> list[str]:
    """The codes of the queue, from the top."""
    return [row.case.code for group in client.get(f"/desk/{query}").context["groups"] for row in group.cases]


def test_nobody_but_staff_gets_in(case: Case, alice: User, bob: User, charlie: User, browser: Browser) -> None:
    assert all(Client().get(address).status_code == 302 for address in pages(case))
    assert all(Client().post(address).status_code == 302 for address in posts(case))
    player, opponent, spectator = (browser(user) for user in (alice, bob, charlie))
    assert {player.get(address).status_code for address in pages(case)} == {403}
    assert {player.post(address).status_code for address in posts(case)} == {403}
    for client in (opponent, spectator):
        assert client.get(f"/desk/{case.code}/").status_code == 403
        assert client.post(f"/desk/{case.code}/claim/").status_code == 403
    assert case.entries.count() == 1
    assert not case.looks.exists()


def test_a_referee_without_the_second_factor_is_sent_to_it(
    case: Case, rita: User, browser: Browser, settings: Settings
) -> None:
    settings.STAFF_NEED_MFA = True
    client = browser(rita)
    for address in pages(case):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (302, "/accounts/2fa/")
    assert all(client.post(address).status_code == 302 for address in posts(case))
    assert case.entries.count() == 1
    assert not case.looks.exists()


def test_a_referee_who_plays_there_sees_nothing_of_the_case(alice: User, rita: User, browser: Browser) -> None:
    match = seat(alice, rita)
    case = cases.raise_case(alice, match, "abuse", about_seat=1)
    client = browser(rita)
    assert queue(client) == []
    assert [client.get("/desk/cases/", {"q": words}).context["found"] for words in (case.code, "alice")] == [[], []]
    assert client.get(f"/desk/{case.code}/").status_code == 404
    assert all(client.post(address).status_code == 404 for address in posts(case))


def test_what_presses_most_comes_first_and_cases_about_one_player_stand_together(
    alice: User, bob: User, charlie: User, rita: User, browser: Browser
) -> None:
    slight = cases.raise_case(alice, seat(alice, bob), "clock")
    grave = cases.raise_case(charlie, seat(charlie, bob), "collusion", about_seat=1)
    about_bob = cases.raise_case(alice, seat(alice, bob), "other", about_seat=1)
    urgent = cases.raise_case(alice, seat(alice, charlie), "other")
    cases.weigh(rita, urgent, 1, urgent=True)
    client = browser(rita)
    assert queue(client) == [one.code for one in (urgent, grave, about_bob, slight)]
    assert "2 cases about bob" in client.get("/desk/").content.decode()
    assert queue(client, "?whose=mine") == [urgent.code]
    assert urgent.code not in queue(client, "?whose=free")
    assert queue(client, "?reason=clock") == [slight.code]
    assert queue(client, "?appeals=1") == []
    assert "<title>(4)" in client.get("/desk/").content.decode()


def test_an_empty_queue_says_so(rita: User, browser: Browser) -> None:
    assert "Nothing waits for you." in browser(rita).get("/desk/").content.decode()
    assert "No case like that waits." in browser(rita).get("/desk/?reason=deal").content.decode()


def test_appeals_and_proposals_are_marked_and_who_may_not_decide_them_sees_why(
    case: Case, match: Match, alice: User, bob: User, rita: User, rufus: User, browser: Browser
) -> None:
    ruling = rulings.decide(rita, case, [{"kind": "uphold"}], "It stands.")
    appeal = appeals.appeal(alice, ruling, "It does not.")
    proposed = cases.raise_case(bob, match, "other")
    rulings.decide(rita, proposed, [{"kind": "forfeit_match", "seat": 0}], "Arranged.")
    own = browser(rita).get("/desk/").content.decode()
    assert "against a ruling of yours" in own
    assert "your proposal" in own
    page = browser(rita).get(f"/desk/{appeal.code}/").content.decode()
    assert "another referee has to decide it" in page
    assert "/decide/" not in page
    other = browser(rufus).get("/desk/").content.decode()
    assert "wants a second" in other
    assert "your proposal" not in other


def test_cases_are_found_by_their_code_the_match_and_a_player(
    case: Case, match: Match, bob: User, rita: User, browser: Browser
) -> None:
    client = browser(rita)
    for words in (case.code, match.code, "Bob", "alice"):
        assert [row.case for row in client.get("/desk/cases/", {"q": words}).context["found"]] == [case]
    assert client.get("/desk/cases/", {"q": "nobody"}).context["found"] == []
    assert client.get("/desk/cases/").context["found"] == []
    rulings.decide(rita, case, [{"kind": "uphold"}], "It stands.")
    assert [row.case for row in client.get("/desk/cases/").context["found"]] == [case]


def test_the_queue_asks_the_database_no_more_often_for_more_cases(
    case: Case,
    alice: User,
    bob: User,
    rita: User,
    browser: Browser,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = browser(rita)
    for number in range(4):
        cases.raise_case(alice, seat(alice, member(f"other-{number}")), "clock", about_seat=1)
    with django_assert_max_num_queries(16):
        assert len(queue(client)) == 5


def test_the_figures_name_referees_to_staff_and_nobody_in_public(
    case: Case, alice: User, rita: User, rufus: User, browser: Browser
) -> None:
    cases.claim(rita, case)
    ruling = rulings.decide(rita, case, [{"kind": "uphold"}], "It stands.")
    appeal = appeals.appeal(alice, ruling, "It does not.")
    rulings.decide(rufus, appeal, [{"kind": "reverse", "ruling": ruling.pk}], "It does not.")
    [of_rita, of_rufus] = [row["one"] for row in browser(rita).get("/desk/statistics/").context["rows"]]
    assert (of_rita.name, of_rita.ruled, of_rita.appealed, of_rita.overturned) == ("rita", 1, 1, 1)
    assert (of_rufus.ruled, of_rufus.overturned) == (1, 0)
    page = Client().get("/fair-play/referee/")
    text = page.content.decode()
    assert page.context["raised"] == "fewer than 5"
    assert page.context["overturned"] == "too few to say"
    assert "rita" not in text
    assert "alice" not in text


def test_five_cases_are_enough_to_be_counted_in_public(alice: User, bob: User, rita: User) -> None:
    cache.clear()
    match = finished(alice, bob)
    for hand in (0, 1, 2):
        for user in (alice, bob):
            case = cases.raise_case(user, match, "scoring", hand=hand)
            rulings.decide(rita, case, [{"kind": "uphold"}], "It stands.")
    page = Client().get("/fair-play/referee/")
    assert page.context["raised"] == "6"
    assert dict(page.context["outcomes"])["Everything stood as it was"] == "6"
    assert dict(page.context["outcomes"])["Withdrawn by who asked"] == "fewer than 5"
    assert page.context["to_rule"]["most"] == "0 minutes"

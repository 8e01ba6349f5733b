"""The players' side of a dispute over the web: asking, one's own cases, answers, appeals, notices, sanctions."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.application import lobby
from games.application.disputes import cases, rulings
from games.application.terms import Terms
from games.models import Case, Match, Notice, Ruling, Sanction
from ginsite.accounts.models import User
from tests.games.application.disputes.table import finished
from tests.games.application.seated import seat
from tests.games.conftest import member

pytestmark = pytest.mark.django_db

SCRIPT = {"accept": "application/json"}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1, by invitation."""
    return seat(alice, bob, by_link=True)


@pytest.fixture
def hers(alice: User) -> Client:
    """Alice's browser."""
    return browser(alice)


@pytest.fixture
def his(bob: User) -> Client:
    """Bob's browser."""
    return browser(bob)


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


# Asking


def test_the_referee_is_called_from_the_table_and_the_hand_is_marked(hers: Client, match: Match, bob: User) -> None:
    assert 'data-do="dispute"' in page(hers, match.get_absolute_url())
    asked = {"hand": "1", "seat": "1", "reason": "scoring", "words": "I had gin."}
    answer = hers.post(f"/tables/{match.code}/dispute/", asked, headers=SCRIPT)
    case = Case.objects.get()
    assert (answer.status_code, answer.json()["url"]) == (201, case.get_absolute_url())
    assert (case.hand, case.about) == (1, bob)


def test_the_form_without_script_leads_to_the_case(hers: Client, match: Match) -> None:
    form = page(hers, f"/tables/{match.code}/dispute/?hand=0&seat=1&reason=clock")
    assert '<option value="0" selected>' in form
    assert '<option value="1" selected>bob' in form
    answer = hers.post(f"/tables/{match.code}/dispute/", {"hand": "0", "seat": "", "reason": "clock"})
    assert answer.headers["Location"] == Case.objects.get().get_absolute_url()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"hand": 1}, "NO_REASON"),
        ({"seat": 0, "reason": "abuse"}, "NOBODY_THERE"),
        ({"hand": 9, "reason": "scoring"}, "NO_SUCH_HAND"),
        ({"reason": "abuse", "words": "x" * 2001}, "TOO_LONG"),
    ],
)
def test_what_lacks_something_is_refused_in_words_and_keeps_them(
    hers: Client, match: Match, asked: dict[str, object], code: str
) -> None:
    answer = hers.post(f"/tables/{match.code}/dispute/", asked, headers=SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    shown = hers.post(f"/tables/{match.code}/dispute/", asked)
    assert shown.status_code == 422
    assert answer.json()["said"] in shown.content.decode()
    assert not Case.objects.exists()


def test_charlie_has_no_say_at_a_table_of_others(client: Client, match: Match, charlie: User) -> None:
    asked = {"reason": "abuse"}
    for one in (client, browser(charlie)):
        assert one.get(f"/tables/{match.code}/dispute/").status_code == 403
        assert one.post(f"/tables/{match.code}/dispute/", asked).status_code == 403
        assert one.post(f"/tables/{match.code}/dispute/", asked, headers=SCRIPT).status_code == 403
    assert not Case.objects.exists()


def test_another_site_cannot_ask_for_it(match: Match, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    assert strict.post(f"/tables/{match.code}/dispute/", {"reason": "abuse"}).status_code == 403


# The case


def test_everybody_reads_the_ruling_and_nobody_what_the_others_wrote(
    hers: Client, his: Client, match: Match, alice: User, bob: User, rita: User
) -> None:
    case = cases.raise_case(alice, match, "scoring", "Secret of Alice.")
    cases.ask(rita, case, bob, "Question to Bob?")
    his.post(f"/disputes/{case.code}/answer/", {"words": "Secret of Bob."})
    cases.note(rita, case, "Note of Rita.")
    address = case.get_absolute_url()
    assert "Secret of Alice." in page(hers, address)
    assert "Question to Bob?" in page(his, address)
    assert "Secret of Bob." in page(his, address)
    for words, reader in (("Bob", hers), ("Secret of Alice.", his), ("Note of Rita.", hers), ("Note of Rita.", his)):
        text = page(reader, address)
        assert (f"Secret of {words}" if words == "Bob" else words) not in text
    rulings.decide(rita, case, [{"kind": "void_hand", "hand": 1, "table": 0}], "Reasons of Rita.")
    for reader in (hers, his):
        text = page(reader, address)
        assert "Hand 1 does not count." in text
        assert "Reasons of Rita." in text
        assert "rita" not in text


def test_a_case_is_nowhere_for_strangers_and_for_whom_it_was_not_told(
    client: Client, his: Client, match: Match, alice: User, charlie: User
) -> None:
    case = cases.raise_case(alice, match, "abuse", "Bob swears.", about_seat=1)
    for stranger in (browser(charlie), his):
        assert stranger.get(case.get_absolute_url()).status_code == 404
        for what in ("answer", "withdraw", "appeal"):
            assert stranger.post(f"{case.get_absolute_url()}{what}/", {"words": "x", "ruling": 1}).status_code == 404
        assert case.get_absolute_url() not in page(stranger, "/disputes/")
    assert client.get(case.get_absolute_url()).status_code == 302
    assert client.get("/disputes/").status_code == 302


def test_who_asked_may_think_better_of_it(hers: Client, his: Client, match: Match, alice: User) -> None:
    case = cases.raise_case(alice, match, "scoring")
    refused = his.post(f"{case.get_absolute_url()}withdraw/")
    assert refused.status_code == 422
    assert "Withdrawn" in hers.post(f"{case.get_absolute_url()}withdraw/", follow=True).content.decode()
    case.refresh_from_db()
    assert case.status == "withdrawn"
    assert "Withdrawn" in page(hers, "/disputes/")


def test_an_appeal_is_open_for_seven_days_and_once(
    hers: Client, his: Client, match: Match, alice: User, rita: User
) -> None:
    case = cases.raise_case(alice, match, "scoring")
    ruling = rulings.decide(rita, case, [{"kind": "uphold"}], "It stands.")
    address = case.get_absolute_url()
    assert "You can ask for that once, until" not in page(his, address), "there is no other referee"
    member("rufus", staff=True)
    assert "You can ask for that once, until" in page(his, address)
    empty = his.post(f"{address}appeal/", {"ruling": ruling.pk, "words": " "})
    assert (empty.status_code, "Write a few words." in empty.content.decode()) == (422, True)
    answer = his.post(f"{address}appeal/", {"ruling": ruling.pk, "words": "It does not."})
    appeal = Case.objects.get(appeal_against=ruling)
    assert answer.headers["Location"] == appeal.get_absolute_url()
    assert "You can ask for that once" not in page(his, address)
    assert "It does not." in page(his, appeal.get_absolute_url())
    assert "It does not." not in page(hers, appeal.get_absolute_url())
    Ruling.objects.update(made_at=timezone.now() - timedelta(days=7, seconds=1))
    assert "You can ask for that once" not in page(hers, address)
    assert hers.post(f"{address}appeal/", {"ruling": ruling.pk, "words": "Late."}).status_code == 422


def test_a_reversed_ruling_says_so(hers: Client, match: Match, alice: User, rita: User) -> None:
    case = cases.raise_case(alice, match, "scoring")
    ruling = rulings.decide(rita, case, [{"kind": "warn", "seat": 1}], "Slow.")
    again = rulings.reopen(rita, ruling, "A mistake.")
    rulings.decide(rita, again, [{"kind": "reverse", "ruling": ruling.pk}], "A mistake.")
    assert "This ruling was reversed." in page(hers, case.get_absolute_url())


# The match


def test_the_match_page_shows_what_counts_now_with_links_for_those_concerned(
    client: Client, hers: Client, alice: User, bob: User, rita: User, known_deals: None
) -> None:
    match = finished(alice, bob)
    address = f"/games/{match.code}/"
    case = cases.raise_case(alice, match, "scoring", hand=1)
    assert "Hand 1 is with the referee" in page(hers, address)
    assert "with the referee" not in page(client, address).split("<main")[1]
    told = [
        {"kind": "correct_score", "hand": 1, "table": 0, "winner": 1, "points": 77, "boxes": 1},
        {"kind": "warn", "seat": 1},
    ]
    rulings.decide(rita, case, told, "Counted anew.")
    for reader in (client, hers):
        text = page(reader, address)
        assert "Hand 1 counts otherwise: bob wins 77." in text
        assert "Corrected by the referee" in text
        assert '<td class="sheet__won">77</td>' in text
    assert case.get_absolute_url() in page(hers, address)
    assert "bob is warned." in page(hers, address)
    assert case.get_absolute_url() not in page(client, address)
    assert "bob is warned." not in page(client, address)


# Notices and sanctions


def test_the_bell_counts_and_reading_clears_it(his: Client, match: Match, alice: User, bob: User) -> None:
    cases.raise_case(alice, match, "scoring")
    assert 'aria-label="Notices, 1 new"' in page(his, "/lobby/")
    assert "The referee was asked about a game of yours." in page(his, "/notices/")
    assert 'aria-label="Notices"' in page(his, "/lobby/")
    assert Notice.objects.get(user=bob).read_at is not None


def test_reading_the_case_clears_its_notices(his: Client, match: Match, alice: User) -> None:
    case = cases.raise_case(alice, match, "scoring")
    page(his, case.get_absolute_url())
    assert 'aria-label="Notices"' in page(his, "/lobby/")


def test_a_warning_stands_on_every_page_until_it_was_read(
    hers: Client, his: Client, match: Match, alice: User, rita: User
) -> None:
    case = cases.raise_case(alice, match, "abuse", about_seat=1)
    rulings.decide(rita, case, [{"kind": "warn", "seat": 1}], "Swearing.")
    sanction = Sanction.objects.get()
    assert "The referee has warned you." in page(his, "/lobby/")
    assert "The referee has warned you." not in page(hers, "/lobby/")
    hers.post(f"/notices/sanctions/{sanction.pk}/read/")
    assert "The referee has warned you." in page(his, "/lobby/")
    back = his.post(f"/notices/sanctions/{sanction.pk}/read/", {"next": "/lobby/"})
    assert back.headers["Location"] == "/lobby/"
    assert "The referee has warned you." not in page(his, "/lobby/")
    away = his.post(f"/notices/sanctions/{sanction.pk}/read/", {"next": "https://elsewhere.example/"})
    assert away.headers["Location"] == "/notices/"


def test_who_is_suspended_is_told_until_when_and_why(
    his: Client, match: Match, alice: User, bob: User, rita: User
) -> None:
    case = cases.raise_case(alice, match, "abuse", about_seat=1)
    rulings.decide(rita, case, [{"kind": "suspend", "seat": 1, "days": 3}], "Swearing.")
    table = lobby.create_table(alice, Terms())
    for address in ("/play/quick/", f"/tables/{table.code}/join/"):
        answer = his.post(address)
        text = answer.content.decode()
        assert answer.status_code == 403
        assert "A ruling keeps you from new games until" in text
        assert case.get_absolute_url() in text
    assert his.post("/play/computer/", {}).status_code == 302
    assert "you may begin no new game" in page(his, "/notices/")


def test_own_games_and_the_replay_say_what_is_with_the_referee_and_what_was_ruled(
    hers: Client, alice: User, bob: User, rita: User, known_deals: None
) -> None:
    match = finished(alice, bob)
    case = cases.raise_case(alice, match, "scoring", hand=1)
    assert "with the referee" in page(hers, "/games/").split("<main")[1]
    rulings.decide(
        rita, case, [{"kind": "correct_score", "hand": 1, "table": 0, "winner": None, "points": 0, "boxes": 0}], "No."
    )
    assert "with the referee" not in page(hers, "/games/").split("<main")[1]
    assert "Hand 1 counts otherwise: nobody scores." in page(hers, f"/games/{match.code}/replay/1/")
    assert "counts otherwise" not in page(hers, f"/games/{match.code}/replay/2/")

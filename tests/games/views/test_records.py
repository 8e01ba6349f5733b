"""The record of a match as a file, and the page that plays any record again."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.application.records import read_record
from games.application.terms import Terms
from games.models import Match, MatchEvent
from games.views.records import MAX_BYTES
from ginsite.accounts.models import User
from tests.games.application.test_stories import play_on
from tests.games.views.test_history import match_between

GOLDEN = Path(__file__).parents[2] / "records"
REPLAY = "/replay/"


def file_of(match: Match) -> str:
    """The address of a match's record."""
    return reverse("games:record", args=[match.code])


@pytest.mark.django_db
def test_a_match_by_invitation_is_recorded_for_those_who_played(
    client: Client, alice: User, bob: User, charlie: User
) -> None:
    match = match_between(alice, bob, Terms(clock="slow-3", by_link=True))
    client.force_login(alice)
    assert client.get(file_of(match)).status_code == 404  # as long as it is in play
    play_on(match)
    answer = client.get(file_of(match))
    assert answer["Content-Disposition"] == f'attachment; filename="{match.code}.gin"'
    assert answer["Content-Type"].startswith("text/plain")
    record = read_record(answer.content)
    assert (record.code, record.seats) == (match.code, 2)
    assert not {b"alice", b"bob"} & set(answer.content.split())
    client.force_login(charlie)
    assert client.get(file_of(match)).status_code == 403


@pytest.mark.django_db
def test_a_match_of_the_lobby_is_recorded_for_everybody_and_the_page_plays_it_again(
    client: Client, alice: User, bob: User
) -> None:
    match = play_on(match_between(alice, bob, Terms(clock="slow-1")))
    Match.objects.update(finished_at=timezone.now())  # play runs ahead of the clock here
    rows = MatchEvent.objects.count()
    answer = client.get(file_of(match))
    page = client.post(REPLAY, {"record": answer.content.decode().replace("\n", "\r\n")})
    assert page.context["hand"] == 1
    assert page.context["data"]["steps"]
    assert page.context["seeds"]
    assert MatchEvent.objects.count() == rows


def test_a_file_is_as_good_as_what_is_pasted(client: Client) -> None:
    text = (GOLDEN / "partners-net-per-hand.gin").read_bytes()
    page = client.post(REPLAY, {"file": SimpleUploadedFile("match.gin", text)})
    assert page.context["hand"] == 1
    assert not page.context["seeds"]
    another = client.post(REPLAY, {"record": page.context["given"], "hand": str(page.context["hands"][-1])})
    assert another.context["data"]["hand"] == page.context["hands"][-1]


def test_the_first_wrong_line_is_named_and_what_was_given_stays(client: Client) -> None:
    lines = (GOLDEN / "rummy-going-rummy.gin").read_text("ascii").splitlines()
    at = next(at for at, line in enumerate(lines) if " draw-stock" in line)
    given = "\n".join((*lines[:at], lines[at], *lines[at:]))
    page = client.post(REPLAY, {"record": given})
    assert page.status_code == 400
    problem = page.context["problem"]
    assert (problem.line, problem.text) == (at + 2, lines[at])
    assert f"Line {at + 2} cannot be right." in page.content.decode()
    assert lines[0] in page.content.decode()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("", "A record begins with"),
        ("<script>", "&lt;script&gt;"),
        ("%gin-record 2\nvariant gin\nrules-version 1\nseats 2\nrules {}", "Would be written otherwise"),
        ("x" * MAX_BYTES, "too large"),
    ],
)
def test_what_is_no_record_is_refused(client: Client, given: str, said: str) -> None:
    page = client.post(REPLAY, {"record": given})
    assert page.status_code == 400
    assert said in page.content.decode()


def test_a_record_without_a_finished_hand_has_nothing_to_show(client: Client) -> None:
    lines = (GOLDEN / "rummy-going-rummy.gin").read_text("ascii").splitlines()
    until_dealt = next(at for at, line in enumerate(lines) if line.startswith("deal "))
    page = client.post(REPLAY, {"record": "\n".join(lines[: until_dealt + 1])})
    assert "No hand in this record has come to its end." in page.content.decode()


def test_the_page_offers_the_form(client: Client) -> None:
    page = client.get(REPLAY).content.decode()
    assert "Replay a record" in page
    assert "record-error" not in page

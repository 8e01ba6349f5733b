"""Paper and files: what can be printed, what can be taken along, what other sites may show."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tournaments.application import desk, events, organising
from tournaments.application.organising import Plan
from tournaments.domain.actions import EnterResult, Start
from tournaments.domain.values import won
from tournaments.models import Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}


@pytest.fixture
def cup(announced: Any, member: Any) -> Tournament:
    """A knockout of five with one result."""
    tournament: Tournament = announced(
        *("bob", "cleo", "dan", "eve", "flo"),
        format="single-elimination",
        starts_at=datetime(2026, 3, 1, 18, tzinfo=UTC),
        **REAL,
    )
    desk.do(tournament, member("ann"), Start(1))
    number, pairing = next(events.load(tournament).open_pairings())
    desk.do(tournament, member("ann"), EnterResult(number, pairing.board, won(0, hand_points=(100, 7))))
    return tournament


def address(name: str, tournament: Tournament, *more: int) -> str:
    return reverse(f"tournaments:{name}", args=[tournament.code, *more])


def test_everybody_may_print_but_score_sheets_are_the_desks(cup: Tournament, client: Client, member: Any) -> None:
    for name, more in (("print", ()), ("print-round", (1,)), ("print-standings", ()), ("print-bracket", ())):
        page = client.get(address(name, cup, *more))
        assert page.status_code == 200
        assert cup.name in page.content.decode()
    client.force_login(member("bob"))
    assert client.get(address("print-sheets", cup, 1)).status_code == 403
    client.force_login(member("ann"))
    sheets = client.get(address("print-sheets", cup, 1)).content.decode()
    matches = [pairing for pairing in events.load(cup).round(1).pairings if pairing.second]
    assert sheets.count("<path d=") >= 2 * len(matches)
    assert client.get(address("print-round", cup, 9)).status_code == 404


def test_the_list_by_names_names_everybody_once(cup: Tournament, client: Client) -> None:
    seats = client.get(address("print-round", cup, 1)).context["seats"]
    paired = [one for pairing in events.load(cup).round(1).pairings for one in (pairing.first, pairing.second) if one]
    assert len(seats) == len(paired)
    assert [seat.name for seat in seats] == sorted(seat.name for seat in seats)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("entries-csv", "text/csv"),
        ("pairings-csv", "text/csv"),
        ("standings-csv", "text/csv"),
        ("tournament-json", "application/json"),
        ("calendar", "text/calendar"),
    ],
)
def test_files_come_as_what_they_are(cup: Tournament, client: Client, name: str, kind: str) -> None:
    answer = client.get(address(name, cup))
    assert answer["Content-Type"].startswith(kind)
    assert answer["Content-Disposition"].startswith("attachment")


def test_what_is_not_announced_leaves_no_trace(client: Client, member: Any) -> None:
    draft = organising.make(member("ann"), Plan("Secret"))
    for name in ("print", "entries-csv", "tournament-json", "embed"):
        assert client.get(address(name, draft)).status_code == 404


def test_only_the_embed_page_may_stand_in_a_frame(cup: Tournament, client: Client) -> None:
    framed = client.get(address("embed", cup))
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert "<form" not in framed.content.decode()
    other = client.get(address("print", cup))
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
    assert other["X-Frame-Options"] == "DENY"


def test_a_file_comes_back_through_the_form(cup: Tournament, client: Client, member: Any) -> None:
    text = client.get(address("tournament-json", cup)).content
    client.force_login(member("zoe"))
    file = SimpleUploadedFile("cup.json", text, "application/json")
    answer = client.post(reverse("tournaments:import"), {"file": file})
    back = Tournament.objects.get(owner=member("zoe"))
    assert answer["Location"] == address("desk", back)
    assert events.load(back) == events.load(cup)


@pytest.mark.parametrize("text", [b"", json.dumps({"format": "chess"}).encode()])
def test_another_file_is_refused_with_a_sentence(client: Client, member: Any, text: bytes) -> None:
    client.force_login(member("zoe"))
    answer = client.post(reverse("tournaments:import"), {"file": SimpleUploadedFile("x.json", text)})
    assert answer.status_code == 422
    assert not Tournament.objects.exists()

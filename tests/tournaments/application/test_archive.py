"""A tournament as a file and back: the same event, or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tournaments.application import archive, desk, events, registration
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import ChangeResult, EnterResult, PairRound, Start, Withdraw
from tournaments.domain.values import won
from tournaments.models import Pairing, Tournament

REAL = {"place": Tournament.Place.OVER_THE_BOARD, "clock": "none", "runs_by_itself": False}
EARLY = datetime(2026, 3, 1, 18, tzinfo=UTC)


@pytest.fixture
def played(announced: Any, member: Any) -> Tournament:
    """A Swiss after a round with a late change, in the middle of the second."""
    ann = member("ann")
    tournament: Tournament = announced("bob", "cleo", "dan", "eve", "flo", rounds=3, starts_at=EARLY, **REAL)
    for action in (
        Start(11),
        EnterResult(1, 1, won(0, hand_points=(100, 40))),
        EnterResult(1, 2, won(1, hand_points=(12, 100), boxes=(1, 4))),
        PairRound(12),
        ChangeResult(1, 1, won(1, hand_points=(40, 100))),
        Withdraw(2, "after_round"),
    ):
        desk.do(tournament, ann, action, reason="so it was")
    return tournament


def written(tournament: Tournament) -> bytes:
    return json.dumps(archive.to_plain(tournament)).encode()


def test_what_comes_back_is_the_same_event_with_the_same_names_log_and_times(played: Tournament, member: Any) -> None:
    back = archive.restore(member("zoe"), archive.read(written(played)))
    assert events.load(back) == events.load(played)
    assert registration.names_of(back) == registration.names_of(played)
    assert [(row.kind, row.payload, row.reason, row.at) for row in back.log.all()] == [
        (row.kind, row.payload, row.reason, row.at) for row in played.log.all()
    ]
    same = ("name", "phase", "round", "version", "settings", "rules", "starts_at", "time_zone")
    assert [getattr(back, name) for name in same] == [getattr(played, name) for name in same]
    assert back.owner == member("zoe")
    columns = ("round", "board", "first", "second", "result", "published")
    rows = [list(Pairing.objects.filter(tournament=one).values_list(*columns)) for one in (back, played)]
    assert rows[0] == rows[1]


def test_it_goes_on_with_real_cards_as_a_draft_of_its_own(played: Tournament, member: Any) -> None:
    back = archive.restore(member("zoe"), archive.read(written(played)))
    assert (back.place, back.announced_at, back.runs_by_itself) == ("over_the_board", None, False)
    for pairing in Pairing.objects.filter(tournament=back, result=""):
        desk.do(back, member("zoe"), EnterResult(pairing.round, pairing.board, won(0)))
    assert [need.kind for need in desk.needs(back)] == ["pair"]


def test_a_team_comes_back_with_its_players(announced: Any, member: Any) -> None:
    tournament = announced(format="team", boards=2, **REAL)
    players = [registration.Player("Xenia"), registration.Player("Yuri")]
    registration.enter_by_name(tournament, member("ann"), name="Kings", team=players)
    back = archive.restore(member("zoe"), archive.read(written(tournament)))
    assert [str(one) for one in back.entries.get().team.all()] == ["Xenia", "Yuri"]
    tournament.refresh_from_db()
    assert events.load(back).entrants == events.load(tournament).entrants


def first_result(plain: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(row["fields"] for row in plain["actions"] if row["kind"] == "enter_result")
    return found


DAMAGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another action": lambda plain: plain["actions"].append(plain["actions"][-1]),
    "a missing action": lambda plain: plain["actions"].pop(0),
    "an unknown kind": lambda plain: plain["actions"][0].update(kind="resurrect"),
    "a text for a number": lambda plain: first_result(plain).update(board="1"),
    "a number of another kind": lambda plain: first_result(plain)["result"].update(points=[2.0, 0]),
    "a side too many": lambda plain: first_result(plain)["result"].update(points=[2, 0, 0]),
    "a stranger's field": lambda plain: first_result(plain).update(colour="white"),
    "a missing entry": lambda plain: plain["entries"].pop(),
    "a time without a zone": lambda plain: plain["actions"][0].update(at="2026-03-01T12:00:00"),
    "settings that are none": lambda plain: plain["tournament"]["settings"].update(rounds=0),
    "no plan": lambda plain: plain.pop("tournament"),
    "entries of another shape": lambda plain: plain.update(entries={"1": "bob"}),
}


def test_a_damaged_file_makes_nothing(played: Tournament, member: Any) -> None:
    for how, damage in DAMAGES.items():
        plain = archive.to_plain(played)
        damage(plain)
        with pytest.raises(NotAllowed):
            archive.restore(member("zoe"), plain)
        assert Tournament.objects.count() == 1, how


@pytest.mark.parametrize(
    "text", [b"", b"[]", b'"x"', b"\xff", b'{"format": "gin-tournament", "schema": 2}', b"[" * 100_000]
)
def test_what_is_no_tournament_file_is_refused(text: bytes) -> None:
    with pytest.raises(NotAllowed, match="NO_TOURNAMENT_FILE"):
        archive.read(text)


def test_a_file_that_is_too_large_is_not_even_parsed() -> None:
    with pytest.raises(NotAllowed, match="FILE_TOO_LARGE"):
        archive.read(b" " * (archive.MOST_BYTES + 1))


def test_times_stay_what_they_were(played: Tournament) -> None:
    plain = archive.to_plain(played)
    assert datetime.fromisoformat(plain["tournament"]["starts_at"]) == EARLY
    assert datetime.fromisoformat(plain["actions"][0]["at"]) - played.created_at < timedelta(minutes=1)

"""Whoever can write to the database past every guard still leaves a trace, and ``verify_log`` names the place.

Each test changes a log or an anchor behind the site's back, with the triggers taken down.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.application import anchors, append_only, store
from games.application.chain import Row, seal
from games.application.start import first_step
from games.application.store import Pending
from games.models import Anchor, Match, MatchEvent
from tests.games.application.matches import NOON, move_on, new_row

pytestmark = pytest.mark.django_db

DAY_MS = 24 * 3_600_000
FIRST, SECOND = date(2025, 12, 1), date(2025, 12, 2)


@pytest.fixture
def match() -> Match:
    """A match of two days, one of another beside it, and the anchors of three."""
    played, beside = new_row(), new_row()
    step = first_step(played, NOON)
    rng = random.Random(1)
    for at in (*range(NOON + 1, NOON + 9), *range(NOON + DAY_MS, NOON + DAY_MS + 8)):
        step = step.then(move_on(step.live, rng, at))
    store.commit_batch(connection, [Pending.of(step), Pending.of(first_step(beside, NOON))])
    assert len(anchors.make_due(NOON + 3 * DAY_MS)) == 3
    played.refresh_from_db()
    return played


@contextmanager
def guards_down() -> Iterator[None]:
    """PostgreSQL wants foreign keys looked at before a table's triggers go or come."""
    connection.check_constraints()
    with append_only.lifted(connection):
        yield
        connection.check_constraints()


def rows_of(match: Match) -> list[Row]:
    return store.read_since(match.pk, 0)


def written(match: Match, rows: list[Row], *, head: bool = False) -> None:
    """These rows instead of those that were there; with ``head`` the match row is moved too."""
    MatchEvent.objects.filter(match=match).delete()
    MatchEvent.objects.bulk_create([MatchEvent(match=match, **row._asdict()) for row in rows])
    if head:
        Match.objects.filter(pk=match.pk).update(version=rows[-1].number, head_hash=rows[-1].hash)


def sealed_anew(match: Match, rows: list[Row]) -> list[Row]:
    sealed: list[Row] = []
    for row in rows:
        after = (sealed[-1].number, sealed[-1].hash) if sealed else (0, "")
        sealed.append(seal(match.code, after, row.seat, row.kind, row.payload, row.at, row.command_id))
    return sealed


def altered(match: Match) -> None:
    MatchEvent.objects.filter(match=match, number=8).update(payload='{"lag":7}')


def altered_and_sealed(match: Match) -> None:
    rows = rows_of(match)
    forged = rows[7]._replace(at=rows[7].at + 1)
    written(match, [*rows[:7], sealed_anew(match, [*rows[:7], forged])[7], *rows[8:]])


def deleted(match: Match) -> None:
    MatchEvent.objects.filter(match=match, number=8).delete()


def closed_up(match: Match) -> None:
    rows = rows_of(match)
    written(match, [*rows[:7], *(row._replace(number=row.number - 1) for row in rows[8:])])


def put_in(match: Match) -> None:
    rows = rows_of(match)
    forged = seal(match.code, (7, rows[6].hash), 0, "ready", "{}", rows[6].at)
    written(match, [*rows[:7], forged, *(row._replace(number=row.number + 1) for row in rows[7:])], head=True)


def swapped(match: Match) -> None:
    rows = rows_of(match)
    rows[7], rows[8] = rows[8]._replace(number=8), rows[7]._replace(number=9)
    written(match, rows)


def added(match: Match) -> None:
    forged = seal(match.code, (match.version, match.head_hash), 0, "resign", "{}", NOON + 2 * DAY_MS)
    MatchEvent.objects.create(match=match, **forged._asdict())


def set_back(match: Match) -> None:
    rows = rows_of(match)[:-2]
    Match.objects.filter(pk=match.pk).update(version=len(rows), head_hash=rows[-1].hash)


@pytest.mark.parametrize(
    ("tamper", "number", "what"),
    [
        (altered, 8, "it was altered"),
        (altered_and_sealed, 8, "it was altered and sealed anew"),
        (deleted, 8, "it is missing"),
        (closed_up, 8, "what stood before it was taken out"),
        (put_in, 8, "it was put in"),
        (swapped, 8, "it was written as row 9"),
        (swapped, 9, "it was written as row 8"),
        (added, "last", "it was put in"),
        (set_back, "before", "it was put in"),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_changed_log_is_found_and_the_row_named(
    match: Match,
    tamper: Callable[[Match], None],
    number: int | str,
    what: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with guards_down():
        tamper(match)
    place = {"last": match.version + 1, "before": match.version - 1}.get(str(number), number)

    with pytest.raises(CommandError, match="1 log is not in order"):
        call_command("verify_log", match.code)

    said = capsys.readouterr().err
    assert f"match {match.code}, row {place}: {what}" in said
    assert not re.search(r"\b[2-9TJQKA][SHDC]\b", said)


def tail_cut(match: Match) -> str:
    written(match, rows_of(match)[:-3], head=True)
    return f"match {match.code}, row {match.version - 2}: rows {match.version - 2} to {match.version} are missing"


def all_sealed_anew(match: Match) -> str:
    rows = rows_of(match)
    rows[-1] = rows[-1]._replace(at=rows[-1].at + 1)
    written(match, sealed_anew(match, rows), head=True)
    return f"match {match.code}, row {match.version}: it is not the row that the anchor of {SECOND} names"


def removed(match: Match) -> str:
    MatchEvent.objects.filter(match=match).delete()
    Match.objects.filter(pk=match.pk).delete()
    return f"match {match.code}: it is missing; the anchor of {SECOND} names its row {match.version}"


@pytest.mark.parametrize("tamper", [tail_cut, all_sealed_anew, removed])
def test_what_a_chain_cannot_tell_shows_against_the_anchors(
    match: Match, tamper: Callable[[Match], str], capsys: pytest.CaptureFixture[str]
) -> None:
    with guards_down():
        expected = tamper(match)

    with pytest.raises(CommandError, match="The anchors say otherwise"):
        call_command("verify_log")

    said = capsys.readouterr().err.strip()
    assert said.startswith(expected)
    assert "\n" not in said


def anchor_altered() -> str:
    Anchor.objects.filter(day=SECOND).update(lines="")
    return f"anchor of {SECOND}: it was altered: it does not give its hash"


def anchor_altered_and_sealed() -> str:
    anchor = Anchor.objects.get(day=FIRST)
    Anchor.objects.filter(day=FIRST).update(lines="", hash=anchors.hash_of(FIRST, anchor.prev_hash, ""))
    return f"anchor of {FIRST}: it was altered and sealed anew"


def anchor_deleted() -> str:
    Anchor.objects.filter(day=SECOND).delete()
    return f"anchor of {SECOND}: it is missing"


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize("tamper", [anchor_altered, anchor_altered_and_sealed, anchor_deleted])
def test_a_changed_anchor_is_found_and_named(tamper: Callable[[], str], capsys: pytest.CaptureFixture[str]) -> None:
    with guards_down():
        expected = tamper()

    with pytest.raises(CommandError, match="The anchors say otherwise"):
        call_command("verify_log", "--anchors")

    assert capsys.readouterr().err.startswith(expected)


def test_rows_that_no_match_could_have_written_are_named_without_a_card(
    match: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    with guards_down():
        rows = rows_of(match)
        forged = seal(match.code, (match.version, match.head_hash), 0, "discard", '{"card":"ZZ"}', rows[-1].at)
        written(match, [*rows, forged], head=True)

    with pytest.raises(CommandError):
        call_command("verify_log", match.code)

    assert capsys.readouterr().err == f"match {match.code}, row {match.version + 1}: it cannot be played (ValueError)\n"


def test_a_log_that_there_never_was_is_said_to_be_missing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CommandError, match="1 log"):
        call_command("verify_log", "nosuchcode")

    assert capsys.readouterr().err == "match nosuchcode: there is no such log\n"


def test_an_honest_site_is_in_order(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("verify_log", "--all")

    assert capsys.readouterr().out == "2 logs are in order\n3 anchors are in order\n"

"""Reading the log, and its second door: rows written through the ORM in the caller's transaction.

Creating matches and rulings come in by this door; play goes through :mod:`games.application.store.batch`. Both move
the match row from the version that they read, or write nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F

from games.application.chain import Row
from games.application.codec import canonical
from games.application.deals import LostKey
from games.application.fold import fold, lose_hand
from games.application.record import LiveMatch, Step, deadline
from games.application.store.batch import Fate, Pending, commit_batch, moment
from games.models import Match, MatchEvent


class Outrun(Exception):  # noqa: N818
    """The match has moved on since the step was made. Read its log again and decide again."""


class Loaded(NamedTuple):
    """A match from its log. ``commands`` maps ``(seat, command id)`` to the version of its row."""

    live: LiveMatch
    commands: dict[tuple[int, UUID], int]


_FIELDS = Row._fields


def load(match_id: int) -> Loaded | None:
    """The match folded from its log; ``None`` if there is no such match or nothing has happened in it yet.

    Raises Diverged for a log that does not lead to what the match row says, LostKey (``deals``).
    """
    code = Match.objects.filter(pk=match_id).values_list("code", flat=True).first()
    rows = read_since(match_id, 0) if code is not None else []
    if code is None or not rows:
        return None
    live = fold(match_id, code, rows)
    commands = {(row.seat, row.command_id): row.number for row in rows if row.command_id is not None}
    return Loaded(live, commands)


def read_since(match_id: int, version: int) -> list[Row]:
    """The rows after ``version``, in order."""
    rows = MatchEvent.objects.filter(match=match_id, number__gt=version).order_by("number")
    return [Row(*values) for values in rows.values_list(*_FIELDS)]


def find_command(match_id: int, seat: int, command_id: UUID) -> int | None:
    """The version at which a command was carried out, or ``None`` if it never was."""
    found = MatchEvent.objects.filter(match=match_id, seat=seat, command_id=command_id)
    return found.values_list("number", flat=True).first()


def append(step: Step, due_at: int | None = None, **fields: Any) -> None:
    """Write a step in the caller's transaction; ``fields`` are further columns of the match row.

    Raises Outrun when the match has moved on since, and then the caller's transaction must be given up.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("append() belongs inside the caller's transaction")
    live, finish = step.live, step.live.finish
    if finish is not None:
        fields = {
            "status": Match.Status.FINISHED,
            "finished_at": moment(finish.at),
            "winner_seat": finish.winner,
            "end_reason": finish.reason,
            "totals": canonical(list(finish.totals)),
            "away_seats": finish.away,
            "result_no": F("result_no") + 1,
            "result_pending": True,
        } | fields
    moved = Match.objects.filter(pk=live.id, version=step.before).update(
        version=live.version,
        head_hash=live.head_hash,
        deadline=deadline(live),
        due_at=None if finish else due_at,
        **fields,
    )
    if not moved:
        raise Outrun(live.code)
    MatchEvent.objects.bulk_create(_events(live.id, step.rows))


def append_to_all(pendings: Sequence[Pending]) -> None:
    """Write what the server adds to many matches at once, in the caller's transaction.

    Raises Outrun when one of them has moved on since, and then the caller's transaction must be given up.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("append_to_all() belongs inside the caller's transaction")
    for pending, fate in zip(pendings, commit_batch(connection, pendings), strict=True):
        if fate is Fate.OUTRUN:
            raise Outrun(pending.match_id)
        if fate is not Fate.KEPT:
            raise RuntimeError(f"match {pending.match_id}: the rows are {fate.value}")


def void_lost_hand(match_id: int, now: int) -> bool:
    """Give up the hand in play of a match whose deal key is lost, so that it is dealt anew; whether there was one.

    Never done by itself: a process with the wrong key file would give up every hand of the others.
    """
    code = Match.objects.values_list("code", flat=True).get(pk=match_id)
    rows = read_since(match_id, 0)
    try:
        if rows:
            fold(match_id, code, rows)
        return False
    except LostKey as lost:
        step = lose_hand(match_id, code, rows, lost, now)
    with transaction.atomic():
        append(step, due_at=now)
    return True


def _events(match_id: int, rows: Sequence[Row]) -> list[MatchEvent]:
    return [MatchEvent(match_id=match_id, **row._asdict()) for row in rows]

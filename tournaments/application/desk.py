"""The organiser's desk: what needs a hand now, what would change if something were done, and doing it.

Everything goes through ``events`` into the log that anybody can read. Whoever works at the desk and plays in the event
rules on no match of the own: such a word waits for another one of the desk, or for the opponent's card.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from django.db import transaction
from django.utils import timezone

from ginsite.accounts.models import User
from tournaments.application import clubs, events, questions, registration, review, rounds, scorecards
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import (
    Action,
    AddPairing,
    Cancel,
    ChangeResult,
    EnterResult,
    Finish,
    PairRound,
    RemovePairing,
    Start,
    Swap,
    Withdraw,
)
from tournaments.domain.event import Event
from tournaments.domain.preview import Changes, preview
from tournaments.domain.values import Blocked
from tournaments.models import Entry, Membership, Pairing, ScoreCard, Tournament

Phase = Tournament.Phase
Place = Tournament.Place

LATE_AFTER = timedelta(minutes=2)
"""So long after the call the desk hears of whoever is not at the table."""

NeedKind = Literal[
    "conflict",
    "ruling",
    "late",
    "overdue",
    "unconfirmed",
    "paused",
    "blocked",
    "start",
    "pair",
    "finish",
    "missing",
    "waiting",
    "applicants",
    "referee",
    "pair_anew",
]


class Need(NamedTuple):
    """One thing that waits for somebody of the desk. ``values`` are numbers of its sentence."""

    kind: NeedKind
    pairing: Pairing | None = None
    code: str = ""  # of a blocked event: why
    values: tuple[int, ...] = ()


def needs(tournament: Tournament, now: datetime | None = None) -> list[Need]:
    """What needs a hand now, most urgent first."""
    now = now or timezone.now()
    event = events.load(tournament)
    return [
        *_at_the_tables(tournament, now),
        *_of_the_referee(tournament, event),
        *_of_the_event(tournament, event),
        *_of_the_entries(tournament),
    ]


def _at_the_tables(tournament: Tournament, now: datetime) -> Iterator[Need]:
    if tournament.phase not in (Phase.RUNNING, Phase.PAUSED):
        return
    found = list(rounds.undone(tournament))
    cards: dict[int, dict[int, ScoreCard]] = {}
    for card in ScoreCard.objects.filter(pairing__in=found).exclude(result=""):
        cards.setdefault(card.pairing_id, {})[card.side] = card
    busy = set(tournament.pairings.filter(games__isnull=False, result="").values_list("pk", flat=True))
    calls = {pairing.pk: _of_a_table(tournament, pairing, cards.get(pairing.pk, {}), busy, now) for pairing in found}
    order: tuple[NeedKind, ...] = ("conflict", "ruling", "overdue", "late", "unconfirmed")
    for kind in order:
        yield from (Need(kind, pairing) for pairing in found if calls[pairing.pk] == kind)


def _of_a_table(
    tournament: Tournament, pairing: Pairing, cards: dict[int, ScoreCard], busy: set[int], now: datetime
) -> NeedKind | None:
    """The one thing about a table that the desk should see to."""
    first, second = cards.get(ScoreCard.Side.FIRST), cards.get(ScoreCard.Side.SECOND)
    if first is not None and second is not None and first.result != second.result:
        return "conflict"
    if pairing.under_review:
        return None
    if ScoreCard.Side.ORGANISER in cards:
        return "ruling"
    if pairing.deadline is not None and now >= pairing.deadline:
        return "overdue"
    if cards:
        return "unconfirmed"
    late = pairing.called_at is not None and now >= pairing.called_at + LATE_AFTER
    here = pairing.first_came_at is not None and pairing.second_came_at is not None
    if tournament.place == Place.ONLINE and late and not here and pairing.pk not in busy:
        return "late"
    return None


def _of_the_referee(tournament: Tournament, event: Event) -> Iterator[Need]:
    """What a ruling has left to decide, and what waits for one; two cards that differ are told of elsewhere."""
    yield from (Need("pair_anew", pairing) for pairing in review.to_pair_anew(tournament, event))
    for pairing in tournament.pairings.filter(under_review=True).select_related("tournament"):
        if not review.cards_differ(pairing):
            yield Need("referee", pairing)


def _of_the_event(tournament: Tournament, event: Event) -> Iterator[Need]:
    if event.phase == "entries":
        yield Need("start", values=(len(_could_start(tournament, event)),))
    if event.phase == "paused":
        yield Need("paused")
    if event.phase != "running":
        return
    form = events.format_of(tournament)
    nothing_open = next(event.open_pairings(), None) is None
    if form.is_over(event):
        if nothing_open:
            yield Need("finish")
        return
    if not nothing_open and not form.overlaps:
        return
    drawn = form.pair(event, 0)
    if isinstance(drawn, Blocked):
        if nothing_open:
            yield Need("blocked", code=drawn.code.upper(), values=drawn.values)
    elif drawn:
        yield Need("pair", values=(event.next_round,))


def _could_start(tournament: Tournament, event: Event) -> list[int]:
    """Who would be seeded if it started now."""
    wanted = ("checked_in",) if tournament.check_in_minutes else ("entered", "checked_in")
    return [entrant.id for entrant in event.entrants if entrant.status in wanted]


def _of_the_entries(tournament: Tournament) -> Iterator[Need]:
    if tournament.phase == Phase.ENTRIES:
        entries = Entry.objects.filter(tournament=tournament)
        missing = entries.filter(status=Entry.Status.ENTERED, checked_in=False).count()
        if tournament.check_in_minutes and missing:
            yield Need("missing", values=(missing,))
        waiting = entries.filter(status=Entry.Status.WAITING).count()
        if waiting:
            yield Need("waiting", values=(waiting,))
    if tournament.club_id is not None:
        applied = Membership.objects.filter(club_id=tournament.club_id, status=Membership.Status.APPLIED).count()
        if applied:
            yield Need("applicants", values=(applied,))


# Doing it


def look(tournament: Tournament, action: Action) -> Changes:
    """What would change if this were done. Raises Refusal, as doing it would."""
    prizes = tuple(json.loads(tournament.prizes))
    return preview(events.load(tournament), action, events.format_of(tournament), prizes)


def do(tournament: Tournament, by: User, action: Action, *, reason: str = "") -> bool:
    """Do something for the desk; false where it now waits for a second word.

    Raises NotAllowed, Refusal, events.Busy, and then nothing has changed.
    """
    may = clubs.directs if isinstance(action, Start | Finish | Cancel) else clubs.helps_at
    if not may(tournament, by):
        raise NotAllowed("ORGANISERS_ONLY")
    own = _own_match(tournament, by, action)
    if own is not None:
        if not isinstance(action, EnterResult | ChangeResult) or action.result is None:
            raise NotAllowed("OWN_MATCH")
        scorecards.propose(own, action.result, by)
        return False
    if isinstance(action, Swap):
        _nobody_plays(tournament, action)
    with transaction.atomic():
        _act(tournament, by, action, reason)
    rounds.attend(tournament.pk)
    tournament.refresh_from_db()
    return True


def _own_match(tournament: Tournament, by: User, action: Action) -> Pairing | None:
    """The match that an action rules on, if the one who orders it plays there."""
    if not isinstance(action, EnterResult | ChangeResult | RemovePairing):
        return None
    row = Pairing.objects.filter(tournament=tournament, round=action.round, board=action.board).first()
    if row is None or rounds.side_of(row, by) is None:
        return None
    return None if isinstance(action, RemovePairing) and not row.result else row


def _nobody_plays(tournament: Tournament, action: Swap) -> None:
    rows = Pairing.objects.filter(tournament=tournament, round=action.round, result="", games__isnull=False)
    for row in rows:
        if {action.first, action.second} & {row.first, row.second}:
            raise NotAllowed("GAME_RUNNING")


def _act(tournament: Tournament, by: User, action: Action, reason: str) -> None:
    """The action, and what has to follow from it at the tables and among the entries."""
    if isinstance(action, Withdraw):
        entry = Entry.objects.get(tournament=tournament, number=action.entrant)
        registration.withdraw(tournament, entry, by, after_round=action.when == "after_round", reason=reason)
        return
    event = events.act(tournament, action, actor=by, reason=reason)
    if isinstance(action, Start):
        rounds.pair(tournament, actor=by)
    elif isinstance(action, PairRound):
        rounds.publish(tournament, len(event.rounds), actor=by)
    elif isinstance(action, EnterResult | ChangeResult):
        for row in Pairing.objects.filter(tournament=tournament, round=action.round, board=action.board):
            questions.answered(row, by_the_desk=True)
            review.look_at(row)
    elif isinstance(action, Swap | AddPairing) and event.round(action.round).published:
        rounds.call(tournament, action.round)

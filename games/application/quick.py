"""Quick match: one button, and an opponent of like strength on the house rules.

Whoever finds nobody waits at an open table, which anybody may also find in the lobby. ``pairing`` decides who may meet;
here it is carried out, once however many processes try: all quick tables are locked in one order.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.application import broadcast, company, pairing
from games.application.chairs import (
    DOUBLE_CLICK,
    check_terms,
    close,
    may_begin,
    one_wish_at_a_time,
    open_table,
    seen_since,
    take_seat,
    tell,
)
from games.application.disputes import sanctions
from games.application.terms import Terms, write_rules
from games.models import Match
from ginsite.accounts.models import User

VARIANT = "gin"
"""What quick match plays."""

PRESENT_MS = 60_000
"""Quick match pairs with people who were seen this recently."""

AT_THE_TABLE_MS = 30_000
"""Two people who both only wait are paired while both were seen this recently: three heartbeats."""


def quick_match(user: User, *, rated: bool = False) -> Match:
    """Sit down with somebody of like strength who waits for the house rules on the standard clock, else wait at a table
    of one's own, where :func:`pair_waiting` looks further and further.

    Raises LobbyRefusal MEMBERS_ONLY for a guest who wants it rated, and SUSPENDED.
    """
    check_terms(Terms(rated=rated), user)
    may_begin(user)
    given_up = _give_up(user, rated=not rated)
    found = _pair(user, rated=rated)
    if found is None:
        # Two people may have opened a table at the same moment, each blind to the other's: look once more.
        with transaction.atomic():
            one_wish_at_a_time(user)
            table = _quick_tables(rated=rated).filter(owner=user).first() or open_table(user, Terms(rated=rated))
        found = _pair(user, rated=rated) or (table, [])
    table, own = found
    tell(table)
    _lead([*given_up, *own], table)
    return table


def pair_waiting() -> int:
    """Pair people who wait at quick tables and whose windows have widened enough; how many pairs. Called each second.

    The later table is given up, and whoever looks at it is led to the other.
    """
    waiting = list(_on_house_terms(Match.objects.filter(status=Match.Status.OPEN)).values_list("rated", flat=True))
    pairs = 0
    for rated in (False, True):
        if waiting.count(rated) < 2:
            continue
        with transaction.atomic():
            moves = _pair_tables(rated=rated)
        for table, given_up in moves:
            tell(table)
            _lead(given_up, table)
        pairs += len(moves)
    return pairs


def waiting_for(table: Match) -> int | None:
    """How many seconds an open quick table has been waiting; ``None`` for any other table."""
    if table.status != Match.Status.OPEN or not _on_house_terms(Match.objects.filter(pk=table.pk)).exists():
        return None
    return int((timezone.now() - table.created_at).total_seconds())


# The parts


def _give_up(user: User, *, rated: bool) -> list[Match]:
    """Close one's own waiting tables of one kind: whoever now asks for the other kind waits in one place."""
    with transaction.atomic():
        tables = list(_quick_tables(rated=rated).filter(owner=user).select_for_update().order_by("pk"))
        for table in tables:
            close(table)
    return tables


def _lead(given_up: list[Match], table: Match) -> None:
    """After the commit: whoever looks at a table that was given up is led to the other."""
    for own in given_up:
        broadcast.seats_changed(own.pk)
        broadcast.rematch_made(own.pk, table.get_absolute_url())


def _pair(user: User, *, rated: bool) -> tuple[Match, list[Match]] | None:
    """Sit down at the longest waiting quick table of somebody who is there and within reach, and close one's own; the
    table and those closed, or ``None``.

    All quick tables are locked in one order, so that of two people who see each other's table one moves and the
    other finds, once it has the locks, that the own match has begun.
    """
    with transaction.atomic():
        tables = list(_quick_tables(rated=rated).select_for_update().order_by("pk"))
        begun = _just_paired(user, rated=rated)
        if begun is not None:
            return begun, []
        there = _quick_tables(rated=rated).filter(seen_since(PRESENT_MS)).values_list("pk", flat=True)
        others = _without(user.pk, tables, set(there))
        mine = [table for table in tables if table.owner_id == user.pk]
        now = timezone.now()
        waits = [_wait(table, now) for table in others]
        own_wait = max((_seconds(table, now) for table in mine), default=0.0)
        me, *people = pairing.seekers([(user.pk, own_wait), *waits], VARIANT, now)
        apart = company.kept_apart([seeker.user_id for seeker in (me, *people)])
        for table, seeker in zip(others, people, strict=True):
            if pairing.may_meet(me, seeker) and frozenset((me.user_id, seeker.user_id)) not in apart:
                take_seat(user, table, by_link=False)
                for own in mine:
                    close(own)
                return table, mine
    return None


def _pair_tables(*, rated: bool) -> list[tuple[Match, list[Match]]]:
    """Seat owners of waiting tables at each other's, the longest wait first: where they play, what was given up."""
    tables = list(_quick_tables(rated=rated).select_for_update().order_by("pk"))
    there = set(_quick_tables(rated=rated).filter(seen_since(AT_THE_TABLE_MS)).values_list("pk", flat=True))
    present = [table for table in tables if table.pk in there and table.owner_id is not None]
    now = timezone.now()
    people = pairing.seekers([_wait(table, now) for table in present], VARIANT, now)
    apart = company.kept_apart([seeker.user_id for seeker in people])
    moves: list[tuple[Match, list[Match]]] = []
    seated: set[int] = set()
    for table, host in zip(present, people, strict=True):
        for joiner in people:
            if {host.user_id, joiner.user_id} & seated or frozenset((host.user_id, joiner.user_id)) in apart:
                continue
            if pairing.may_meet(host, joiner):
                take_seat(User.objects.get(pk=joiner.user_id), table, by_link=False)
                seated |= {host.user_id, joiner.user_id}
                given_up = [
                    own for own in tables if own.owner_id in (host.user_id, joiner.user_id) and own.pk != table.pk
                ]
                for own in given_up:
                    close(own)
                moves.append((table, given_up))
    return moves


def _without(user_id: int, tables: list[Match], there: set[int]) -> list[Match]:
    """The tables of others who are there."""
    return [table for table in tables if table.owner_id not in (user_id, None) and table.pk in there]


def _wait(table: Match, now: datetime) -> tuple[int, float]:
    assert table.owner_id is not None
    return table.owner_id, _seconds(table, now)


def _seconds(table: Match, now: datetime) -> float:
    return (now - table.created_at).total_seconds()


def _just_paired(user: User, *, rated: bool) -> Match | None:
    """The quick match of ``user`` that began while it was being looked for, or the finger was still on the button."""
    begun = Match.objects.filter(started_at__gte=timezone.now() - DOUBLE_CLICK, status=Match.Status.PLAYING)
    return _on_house_terms(begun).filter(rated=rated, seats__user=user).first()


def _quick_tables(*, rated: bool) -> QuerySet[Match]:
    """Open tables on the terms of quick match, however they were made, of people who may begin a game."""
    tables = Match.objects.filter(status=Match.Status.OPEN, rated=rated).exclude(owner__in=sanctions.suspended())
    return _on_house_terms(tables)


def _on_house_terms(matches: QuerySet[Match]) -> QuerySet[Match]:
    house = Terms()
    return matches.filter(
        visibility=Match.Visibility.OPEN,
        variant=VARIANT,
        clock=house.clock,
        increment_ms=0,
        rules=write_rules(house.rules),
    )

"""Finding a game: open a table, sit down, stand up, fill the chairs, play the computer, play again; ``quick`` pairs
people up.

Every use case is synchronous and short, and may be asked twice (a double click, a lost answer): the second time gives
what the first one gave. Transactions hold database calls only. What two people want at the same moment is decided by
the lock on the match row, with the unique seats behind it; the loser gets a ``LobbyRefusal`` and nothing
has changed.

Whoever takes the last seat starts the match in the same transaction: there is no full table that has not begun.
"""

from __future__ import annotations

from dataclasses import replace

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet

from games.application import broadcast, company
from games.application.chairs import (
    LobbyRefusal,
    check_terms,
    close,
    just_opened,
    may_begin,
    one_wish_at_a_time,
    open_table,
    seat_computers,
    seen_since,
    take_seat,
    tell,
)
from games.application.disputes import sanctions
from games.application.start import start_match
from games.application.terms import Terms, house_terms
from games.bots.registry import BOTS
from games.models import Match, Seat, new_invite_token
from ginsite.accounts.models import User

MAX_OPEN_TABLES = 5
"""How many tables one person may keep waiting."""

AWAY_MS = 600_000
"""A live table whose owner was not seen for so long leaves the lobby."""

COMPUTER = "casual"


def create_table(user: User, terms: Terms) -> Match:
    """Open a table with ``user`` on seat 0.

    Raises LobbyRefusal for terms that do not go together, for too many waiting tables, and SUSPENDED.
    """
    check_terms(terms, user)
    may_begin(user)
    with transaction.atomic():
        one_wish_at_a_time(user)
        table = just_opened(user, terms)
        if table is not None:
            return table
        if _waiting(user).count() >= MAX_OPEN_TABLES:
            raise LobbyRefusal("TOO_MANY_TABLES")
        table = open_table(user, terms)
    broadcast.lobby_changed()
    return table


def join_table(user: User, code: str, chair: int | None = None) -> Match:
    """Sit down at a table of the lobby, on the first free chair unless ``chair`` says which.

    Raises LobbyRefusal: NO_TABLE, BY_LINK_ONLY, SEAT_TAKEN, CHAIR_TAKEN, TABLE_CLOSED, MEMBERS_ONLY, KEPT_APART,
    SUSPENDED.
    """
    return _join(user, Q(code=code), chair, by_link=False)


def join_by_invite(user: User, token: str, chair: int | None = None) -> Match:
    """Sit down at the table of an invite link. Refuses as :func:`join_table` does, but for BY_LINK_ONLY."""
    return _join(user, Q(invite_token=token), chair, by_link=True)


def leave(user: User, code: str) -> Match:
    """Stand up from a table that has not begun; twice is well.

    The owner passes the table on to whoever has been sitting there longest; with nobody left it is closed. Raises
    LobbyRefusal: NO_TABLE, NOT_YOURS, and SEAT_TAKEN when somebody was quicker to take the last chair.
    """
    with transaction.atomic():
        table = _locked(Q(code=code))
        if table.status == Match.Status.CLOSED and table.owner_id == user.pk:
            return table
        if not table.seats.filter(user=user).exists():
            raise LobbyRefusal("NOT_YOURS")
        if table.status != Match.Status.OPEN:
            raise LobbyRefusal("SEAT_TAKEN")
        others = table.seats.exclude(user=user).order_by("joined_at", "seat")
        heir = others.first()
        if heir is None:
            close(table)
        else:
            table.seats.filter(user=user).delete()
            if table.owner_id == user.pk:
                table.owner_id = heir.user_id
                table.save(update_fields=["owner"])
    broadcast.seats_changed(table.pk)
    broadcast.lobby_changed()
    return table


def fill_with_computers(user: User, code: str, level: str = COMPUTER) -> Match:
    """Give the free chairs of one's own table to the computer and begin; a table that has just begun is given as it is.

    Raises LobbyRefusal: NO_TABLE, NO_LEVEL, TABLE_CLOSED, SUSPENDED, and OWNERS_ONLY for anybody else.
    """
    _check_level(level)
    with transaction.atomic():
        table = _locked(Q(code=code))
        if table.owner_id != user.pk:
            raise LobbyRefusal("OWNERS_ONLY")
        if table.status == Match.Status.CLOSED:
            raise LobbyRefusal("TABLE_CLOSED")
        waits = table.status == Match.Status.OPEN
        if waits:
            may_begin(user)
            seat_computers(table, level)
    if waits:
        tell(table)
    return table


def play_computer(user: User, terms: Terms | None = None, level: str = COMPUTER) -> Match:
    """Start a match in which the computer takes all other chairs, on the house's terms of practice if none are given.

    What is not rated is practice: hints are allowed, and nobody is kept from it. Raises LobbyRefusal for terms that do
    not go together, and SUSPENDED.
    """
    terms = terms or replace(house_terms(), clock="none", by_link=True)
    _check_level(level)
    check_terms(terms, user)
    if terms.rated:
        may_begin(user)
    with transaction.atomic():
        one_wish_at_a_time(user)
        table = just_opened(user, terms, bot=level)
        if table is None:
            table = open_table(user, terms, practice=not terms.rated)
            seat_computers(table, level)
    table.refresh_from_db()
    return table


def rematch(match_id: int) -> Match:
    """The next match of the same people and computers on the same terms, everybody one chair further. There is one
    rematch of a match: the second call returns it.

    Raises LobbyRefusal: NO_TABLE, NOT_FINISHED, NO_REMATCH when somebody's account is gone, one has
    blocked the other, or a ruling keeps one from new games.
    """
    old = Match.objects.filter(pk=match_id).first()
    if old is None:
        raise LobbyRefusal("NO_TABLE")
    if old.status != Match.Status.FINISHED:
        raise LobbyRefusal("NOT_FINISHED")
    seats = list(old.seats.select_related("user"))
    if not all(seat.bot or (seat.user and not seat.user.deleted_at) for seat in seats):
        raise LobbyRefusal("NO_REMATCH")
    try:
        with transaction.atomic():
            people = [seat.user_id for seat in seats if seat.user_id is not None]
            if company.kept_apart(people) or (not old.practice and sanctions.suspended_among(people)):
                raise LobbyRefusal("NO_REMATCH")
            table = _copy(old)
            for seat in seats:
                number = (seat.seat + 1) % old.seat_count
                Seat.objects.create(match=table, seat=number, user_id=seat.user_id, bot=seat.bot)
            start_match(table.pk)
    except IntegrityError:  # the other player was quicker
        pass
    return Match.objects.get(rematch_of=old)


def open_tables(user: User | AnonymousUser, game: str = "") -> QuerySet[Match]:
    """The tables of the lobby at which ``user`` could sit down, newest first, with ``owner`` and the chairs loaded; of
    one ``game`` or of all.

    Those of people kept apart from ``user`` or from new games are left out, and live tables whose owner has not been
    seen for ten minutes; who has the address of such a one can still join it.
    """
    here = Q(clock__startswith="slow") | seen_since(AWAY_MS)
    tables = Match.objects.open_for(user).filter(here).select_related("owner").prefetch_related("seats__user")
    tables = tables.exclude(owner__in=sanctions.suspended())
    if game:
        tables = tables.filter(variant=game)
    return tables.exclude(seats__user__in=company.apart_from(user.pk)) if user.is_authenticated else tables


def my_open_tables(user: User) -> QuerySet[Match]:
    """The tables at which ``user`` waits for others, newest first."""
    waiting = Match.objects.filter(seats__user=user, status=Match.Status.OPEN)
    return waiting.select_related("owner").prefetch_related("seats__user").order_by("-created_at", "-pk")


def my_matches(user: User) -> QuerySet[Match]:
    """The matches that ``user`` is playing, the one that waits longest first."""
    playing = Match.objects.filter(seats__user=user, status=Match.Status.PLAYING)
    return playing.prefetch_related("seats__user").order_by(F("deadline").asc(nulls_last=True), "-started_at")


def my_live_matches(user: User) -> QuerySet[Match]:
    """Those of :func:`my_matches` in which an opponent is waiting at the table now."""
    return my_matches(user).filter(practice=False).exclude(Q(clock__startswith="slow") | Q(clock="none"))


def invited(token: str, user: User | AnonymousUser) -> Match:
    """The table of an invite link, whatever became of it. Raises LobbyRefusal: NO_TABLE, and KEPT_APART while it is
    open for everybody but ``user``."""
    table = Match.objects.filter(invite_token=token).select_related("owner").first()
    if table is None:
        raise LobbyRefusal("NO_TABLE")
    waits = table.status == Match.Status.OPEN
    if waits and user.pk is not None and company.apart_from(user.pk).filter(seats__match=table).exists():
        raise LobbyRefusal("KEPT_APART")
    return table


# The parts


def _copy(old: Match) -> Match:
    return Match.objects.create(
        owner=old.owner,
        visibility=old.visibility,
        invite_token=new_invite_token(),
        variant=old.variant,
        preset=old.preset,
        rules=old.rules,
        clock=old.clock,
        increment_ms=old.increment_ms,
        seat_count=old.seat_count,
        rated=old.rated,
        practice=old.practice,
        spectator_delay=old.spectator_delay,
        rematch_of=old,
    )


def _locked(which: Q) -> Match:
    """The match row, locked until the transaction ends (SQLite locks the database). Raises LobbyRefusal NO_TABLE."""
    table = Match.objects.select_for_update().filter(which).first()
    if table is None:
        raise LobbyRefusal("NO_TABLE")
    return table


def _check_level(level: str) -> None:
    if level not in BOTS:
        raise LobbyRefusal("NO_LEVEL")


def _join(user: User, which: Q, chair: int | None, *, by_link: bool) -> Match:
    with transaction.atomic():
        table = _locked(which)
        newly = not table.seats.filter(user=user).exists()
        if newly:
            take_seat(user, table, by_link=by_link, chair=chair)
    if newly:
        tell(table)
    return table


def _waiting(user: User) -> QuerySet[Match]:
    return Match.objects.filter(owner=user, status=Match.Status.OPEN)

"""Finding a game: open a table, sit down, leave, pair up, play the computer, play again.

Every use case is synchronous and short, and may be asked twice (a double click, a lost answer): the second time gives
what the first one gave. Transactions hold database calls only. What two people want at the same moment is decided by
the lock on the match row, with the unique seats behind it; the loser gets a ``LobbyRefusal`` and nothing
has changed.

Whoever takes the last seat starts the match in the same transaction: there is no full table that has not begun.
"""

from __future__ import annotations

import time
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.application import broadcast
from games.application.start import start_match
from games.application.terms import Terms, problems, write_rules
from games.models import Match, Seat, new_invite_token
from ginsite.accounts.models import User

MAX_OPEN_TABLES = 5
"""How many tables one person may keep waiting."""

DOUBLE_CLICK = timedelta(seconds=5)
"""The same wish of the same person within this time is one wish."""

PRESENT_MS = 60_000
"""Quick match pairs with people who were seen this recently."""

AWAY_MS = 600_000
"""A live table whose owner was not seen for so long leaves the lobby."""

COMPUTER = "casual"


class LobbyRefusal(ValueError):  # noqa: N818
    """A wish that cannot be granted. Nothing has changed. ``code`` is one of ``sayings.ERRORS``."""

    def __init__(self, code: str, field: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.field = field


def create_table(user: User, terms: Terms) -> Match:
    """Open a table with ``user`` on seat 0.

    Raises LobbyRefusal for terms that do not go together and for too many waiting tables.
    """
    _check(terms, user)
    with transaction.atomic():
        _one_wish_at_a_time(user)
        table = _just_opened(user, terms)
        if table is not None:
            return table
        if _waiting(user).count() >= MAX_OPEN_TABLES:
            raise LobbyRefusal("TOO_MANY_TABLES")
        table = _open(user, terms)
    broadcast.lobby_changed()
    return table


def join_table(user: User, code: str) -> Match:
    """Sit down at a table of the lobby.

    Raises LobbyRefusal: NO_TABLE, BY_LINK_ONLY, SEAT_TAKEN, TABLE_CLOSED, MEMBERS_ONLY.
    """
    return _join(user, Q(code=code), by_link=False)


def join_by_invite(user: User, token: str) -> Match:
    """Sit down at the table of an invite link. Refuses as :func:`join_table` does, but for BY_LINK_ONLY."""
    return _join(user, Q(invite_token=token), by_link=True)


def leave(user: User, code: str) -> Match:
    """Close one's own table that nobody has joined; closing it twice is well.

    Raises LobbyRefusal: NO_TABLE, NOT_YOURS, and SEAT_TAKEN when somebody was quicker to sit down.
    """
    with transaction.atomic():
        table = _locked(Q(code=code))
        if not table.seats.filter(user=user).exists():
            raise LobbyRefusal("NOT_YOURS")
        if table.status == Match.Status.CLOSED:
            return table
        if table.status != Match.Status.OPEN:
            raise LobbyRefusal("SEAT_TAKEN")
        _close(table)
    broadcast.seats_changed(table.pk)
    broadcast.lobby_changed()
    return table


def quick_match(user: User) -> Match:
    """Sit down with somebody who waits for the house rules on the standard clock, else wait at a table of one's own."""
    table = _pair(user)
    if table is None:
        # Two people may have opened a table at the same moment, each blind to the other's: look once more.
        with transaction.atomic():
            _one_wish_at_a_time(user)
            table = _quick_tables().filter(owner=user).first() or _open(user, Terms())
        table = _pair(user) or table
    _tell(table)
    return table


def play_computer(user: User, terms: Terms | None = None, level: str = COMPUTER) -> Match:
    """Start a practice match against the computer, out of sight and unrated; only its rules are of interest."""
    asked = terms or Terms(clock="none", by_link=True)
    terms = Terms(rules=asked.rules, preset=asked.preset, clock="none", by_link=True)
    _check(terms, user)
    with transaction.atomic():
        _one_wish_at_a_time(user)
        table = _just_opened(user, terms, practice=True)
        if table is None:
            table = _open(user, terms, practice=True)
            Seat.objects.create(match=table, seat=1, bot=level)
            start_match(table.pk)
    table.refresh_from_db()
    return table


def rematch(match_id: int) -> Match:
    """The next match of the same people on the same terms, seats swapped. There is one rematch of a match: the second
    call returns it.

    Raises LobbyRefusal: NO_TABLE, NOT_FINISHED, NO_REMATCH when somebody's account is gone.
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
            table = _copy(old)
            for seat in seats:
                number = (seat.seat + 1) % old.seat_count
                Seat.objects.create(match=table, seat=number, user_id=seat.user_id, bot=seat.bot)
            start_match(table.pk)
    except IntegrityError:  # the other player was quicker
        pass
    return Match.objects.get(rematch_of=old)


def open_tables(user: User | AnonymousUser) -> QuerySet[Match]:
    """The tables of the lobby at which ``user`` could sit down, newest first, with ``owner`` loaded.

    A live table whose owner has not been seen for ten minutes is left out; who has its address can still join it.
    """
    here = Q(clock__startswith="slow") | _seen_since(AWAY_MS)
    return Match.objects.open_for(user).filter(here).select_related("owner")


def my_open_tables(user: User) -> QuerySet[Match]:
    """The tables at which ``user`` waits for somebody, newest first."""
    return _waiting(user).select_related("owner").prefetch_related("seats__user").order_by("-created_at", "-pk")


def my_matches(user: User) -> QuerySet[Match]:
    """The matches that ``user`` is playing, the one that waits longest first."""
    playing = Match.objects.filter(seats__user=user, status=Match.Status.PLAYING)
    return playing.prefetch_related("seats__user").order_by(F("deadline").asc(nulls_last=True), "-started_at")


def my_live_matches(user: User) -> QuerySet[Match]:
    """Those of :func:`my_matches` in which an opponent is waiting at the table now."""
    return my_matches(user).filter(practice=False).exclude(Q(clock__startswith="slow") | Q(clock="none"))


def invited(token: str) -> Match:
    """The table of an invite link, whatever became of it. Raises LobbyRefusal NO_TABLE."""
    table = Match.objects.filter(invite_token=token).select_related("owner").first()
    if table is None:
        raise LobbyRefusal("NO_TABLE")
    return table


# The parts


def _check(terms: Terms, user: User) -> None:
    for problem in problems(terms, member=not user.is_guest):
        raise LobbyRefusal(problem.code, problem.field)


def _one_wish_at_a_time(user: User) -> None:
    """Lock the person's row until the transaction ends, so that a double click is answered in turn."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _just_opened(user: User, terms: Terms, *, practice: bool = False) -> Match | None:
    return (
        Match.objects.filter(
            owner=user,
            practice=practice,
            status=Match.Status.PLAYING if practice else Match.Status.OPEN,
            visibility=_visibility(terms),
            rules=write_rules(terms.rules),
            clock=terms.clock,
            increment_ms=terms.increment_ms,
            rated=terms.rated,
            created_at__gte=timezone.now() - DOUBLE_CLICK,
        )
        .order_by("pk")
        .first()
    )


def _open(user: User, terms: Terms, *, practice: bool = False) -> Match:
    table = Match.objects.create(
        owner=user,
        visibility=_visibility(terms),
        invite_token=new_invite_token(),
        preset="" if terms.is_custom else terms.preset,
        rules=write_rules(terms.rules),
        clock=terms.clock,
        increment_ms=terms.increment_ms,
        rated=terms.rated,
        practice=practice,
    )
    Seat.objects.create(match=table, seat=0, user=user, last_seen=_now_ms())
    return table


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
        rematch_of=old,
    )


def _visibility(terms: Terms) -> str:
    return Match.Visibility.LINK if terms.by_link else Match.Visibility.OPEN


def _locked(which: Q) -> Match:
    """The match row, locked until the transaction ends (SQLite locks the database). Raises LobbyRefusal NO_TABLE."""
    table = Match.objects.select_for_update().filter(which).first()
    if table is None:
        raise LobbyRefusal("NO_TABLE")
    return table


def _join(user: User, which: Q, *, by_link: bool) -> Match:
    with transaction.atomic():
        table = _locked(which)
        newly = not table.seats.filter(user=user).exists()
        if newly:
            _take_seat(user, table, by_link=by_link)
    if newly:
        _tell(table)
    return table


def _take_seat(user: User, table: Match, *, by_link: bool) -> None:
    if table.status == Match.Status.CLOSED:
        raise LobbyRefusal("TABLE_CLOSED")
    if table.visibility == Match.Visibility.LINK and not by_link:
        raise LobbyRefusal("BY_LINK_ONLY")
    taken = set(table.seats.values_list("seat", flat=True))
    free = [number for number in range(table.seat_count) if number not in taken]
    if table.status != Match.Status.OPEN or not free:
        raise LobbyRefusal("SEAT_TAKEN")
    if table.rated and user.is_guest:
        raise LobbyRefusal("MEMBERS_ONLY")
    Seat.objects.create(match=table, seat=free[0], user=user, last_seen=_now_ms())
    if len(free) == 1:
        start_match(table.pk)


def _pair(user: User) -> Match | None:
    """Sit down at the longest waiting quick table of somebody who is there, and close one's own; else ``None``.

    All quick tables are locked in one order, so that of two people who see each other's table one moves and the
    other finds, once it has the locks, that the own match has begun.
    """
    with transaction.atomic():
        tables = list(_quick_tables().select_for_update().order_by("pk"))
        begun = _just_paired(user)
        if begun is not None:
            return begun
        there = set(_quick_tables().filter(_seen_since(PRESENT_MS)).values_list("pk", flat=True))
        mine = [table for table in tables if table.owner_id == user.pk]
        for table in tables:
            if table.owner_id != user.pk and table.pk in there:
                _take_seat(user, table, by_link=False)
                for own in mine:
                    _close(own)
                return table
    return None


def _just_paired(user: User) -> Match | None:
    """The quick match of ``user`` that began while it was being looked for, or the finger was still on the button."""
    begun = Match.objects.filter(started_at__gte=timezone.now() - DOUBLE_CLICK, status=Match.Status.PLAYING)
    return _on_house_terms(begun).filter(seats__user=user).first()


def _quick_tables() -> QuerySet[Match]:
    """Open tables on the terms of quick match, however they were made."""
    return _on_house_terms(Match.objects.filter(status=Match.Status.OPEN))


def _on_house_terms(matches: QuerySet[Match]) -> QuerySet[Match]:
    house = Terms()
    return matches.filter(
        visibility=Match.Visibility.OPEN,
        rated=False,
        clock=house.clock,
        increment_ms=0,
        rules=write_rules(house.rules),
    )


def _close(table: Match) -> None:
    table.status = Match.Status.CLOSED
    table.save(update_fields=["status"])


def _waiting(user: User) -> QuerySet[Match]:
    return Match.objects.filter(owner=user, status=Match.Status.OPEN)


def _seen_since(ms: int) -> Q:
    owners = Seat.objects.filter(seat=0, last_seen__gte=_now_ms() - ms)
    return Q(pk__in=owners.values("match"))


def _tell(table: Match) -> None:
    """After the commit: the table's own sockets, and every lobby."""
    table.refresh_from_db()
    broadcast.seats_changed(table.pk)
    if table.version:
        broadcast.match_moved(table.pk, table.version)
    broadcast.lobby_changed()


def _now_ms() -> int:
    return time.time_ns() // 1_000_000

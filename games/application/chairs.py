"""Tables and who sits down at them: what the ways of finding a game have in common.

Everything here is called inside the transaction of a use case, but for ``tell``, which is called after it.
"""

from __future__ import annotations

import time
from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone
from django.utils.formats import date_format

from games.application import broadcast, company
from games.application.disputes import sanctions
from games.application.start import start_match
from games.application.terms import Terms, problems, write_rules
from games.models import Match, Seat, new_invite_token
from ginsite.accounts.models import User

DOUBLE_CLICK = timedelta(seconds=5)
"""The same wish of the same person within this time is one wish."""


class LobbyRefusal(ValueError):  # noqa: N818
    """A wish that cannot be granted. Nothing has changed. ``code`` is one of ``sayings.ERRORS``."""

    def __init__(self, code: str, field: str = "", **detail: str) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.detail = detail


def may_begin(user: User) -> None:
    """Refuse whom a ruling keeps from new games: SUSPENDED, with the time until when in the language of the moment."""
    until = sanctions.suspended_until(user.pk)
    if until is not None:
        raise LobbyRefusal("SUSPENDED", until=date_format(timezone.localtime(until), "DATETIME_FORMAT"))


def check_terms(terms: Terms, user: User) -> None:
    for problem in problems(terms, member=not user.is_guest):
        raise LobbyRefusal(problem.code, problem.field)


def one_wish_at_a_time(user: User) -> None:
    """Lock the person's row until the transaction ends, so that a double click is answered in turn."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def just_opened(user: User, terms: Terms, *, bot: str = "") -> Match | None:
    """The table that the same wish made a moment ago; with ``bot`` a match against that computer."""
    sort: dict[str, str] = {"status": Match.Status.OPEN}
    if bot:
        sort = {"status": Match.Status.PLAYING, "seats__bot": bot}
    return (
        Match.objects.filter(
            owner=user,
            **sort,
            variant=terms.variant,
            seat_count=terms.seats,
            visibility=visibility_of(terms),
            rules=write_rules(terms.rules),
            clock=terms.clock,
            increment_ms=terms.increment_ms,
            rated=terms.rated,
            created_at__gte=timezone.now() - DOUBLE_CLICK,
        )
        .order_by("pk")
        .distinct()
        .first()
    )


def open_table(user: User, terms: Terms, *, practice: bool = False) -> Match:
    table = Match.objects.create(
        owner=user,
        visibility=visibility_of(terms),
        invite_token=new_invite_token(),
        variant=terms.variant,
        seat_count=terms.seats,
        preset="" if terms.is_custom else terms.preset,
        rules=write_rules(terms.rules),
        clock=terms.clock,
        increment_ms=terms.increment_ms,
        rated=terms.rated,
        practice=practice,
        spectator_delay=terms.spectator_delay,
    )
    Seat.objects.create(match=table, seat=0, user=user, last_seen=now_ms())
    return table


def visibility_of(terms: Terms) -> str:
    return Match.Visibility.LINK if terms.by_link else Match.Visibility.OPEN


def free_chairs(table: Match) -> list[int]:
    taken = set(table.seats.values_list("seat", flat=True))
    return [number for number in range(table.seat_count) if number not in taken]


def take_seat(user: User, table: Match, *, by_link: bool, chair: int | None = None) -> None:
    """Sit down on ``chair``, or on the first that is free; whoever takes the last one starts the match."""
    if table.status == Match.Status.CLOSED:
        raise LobbyRefusal("TABLE_CLOSED")
    if table.visibility == Match.Visibility.LINK and not by_link:
        raise LobbyRefusal("BY_LINK_ONLY")
    free = free_chairs(table)
    if table.status != Match.Status.OPEN or not free:
        raise LobbyRefusal("SEAT_TAKEN")
    if chair is not None and chair not in free:
        raise LobbyRefusal("CHAIR_TAKEN")
    if table.rated and user.is_guest:
        raise LobbyRefusal("MEMBERS_ONLY")
    may_begin(user)
    there = table.seats.filter(user__isnull=False).values_list("user", flat=True)
    if not company.may_sit_down(user, table) or sanctions.suspended_among(list(there)):
        raise LobbyRefusal("KEPT_APART")
    Seat.objects.create(match=table, seat=free[0] if chair is None else chair, user=user, last_seen=now_ms())
    if len(free) == 1:
        start_match(table.pk)


def seat_computers(table: Match, level: str) -> None:
    """Give every free chair to the computer and start the match."""
    Seat.objects.bulk_create(Seat(match=table, seat=number, bot=level) for number in free_chairs(table))
    start_match(table.pk)


def close(table: Match) -> None:
    table.status = Match.Status.CLOSED
    table.save(update_fields=["status"])


def seen_since(ms: int) -> Q:
    """Tables whose owner was seen within the last ``ms``."""
    owners = Seat.objects.filter(user=F("match__owner"), last_seen__gte=now_ms() - ms)
    return Q(pk__in=owners.values("match"))


def tell(table: Match) -> None:
    """After the commit: the table's own sockets, and every lobby."""
    table.refresh_from_db()
    broadcast.seats_changed(table.pk)
    if table.version:
        broadcast.match_moved(table.pk, table.version)
    broadcast.lobby_changed()


def now_ms() -> int:
    return time.time_ns() // 1_000_000

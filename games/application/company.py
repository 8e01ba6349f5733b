"""Who keeps whom at a distance: muted people are not heard, blocked people are never met again, in either direction.

A block is one-sided to make and two-sided in effect; the other is told nothing. The match in progress goes on. Both
kinds live in one row a pair (``Distance``), so that taking a block back leaves a mute as it was.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet

from games.application import broadcast
from games.models import Case, ChatLine, Distance, Match, Seat
from ginsite.accounts.models import User


def mute(by: User, to: User, *, on: bool = True) -> None:
    """Hear no more of ``to``, or (``on=False``) hear them again. Twice is well."""
    _keep(by, to, muted=on)


def block(by: User, to: User, *, on: bool = True) -> None:
    """Never meet ``to`` again, or (``on=False``) take that back. Twice is well."""
    _keep(by, to, blocked=on)


def may_meet(user: User, other: User) -> bool:
    """Whether the two may be brought to one table: neither has blocked the other."""
    return not Distance.objects.filter(_between(user.pk, [other.pk]), blocked=True).exists()


def apart_from(user_id: int) -> QuerySet[User]:
    """Everybody whom ``user_id`` must not meet, whichever of the two wanted it: for ``exclude(owner__in=…)``."""
    return User.objects.filter(
        Q(pk__in=Distance.objects.filter(by=user_id, blocked=True).values("to"))
        | Q(pk__in=Distance.objects.filter(to=user_id, blocked=True).values("by"))
    ).only("pk")


def may_sit_down(user: User, table: Match) -> bool:
    """Whether nobody at the table is kept apart from ``user``. In the transaction that then takes the seat.

    Locks the rows of all concerned, in one order, as :func:`block` locks its maker's: a block that is being made at
    this moment is either seen here or finds that the two have met already.
    """
    there = list(User.objects.filter(seats__match=table).values_list("pk", flat=True))
    _lock([user.pk, *there])
    return not Distance.objects.filter(_between(user.pk, there), blocked=True).exists()


def kept_apart(user_ids: Collection[int]) -> set[frozenset[int]]:
    """The pairs among these people who are never matched, because one of them wants it so.

    In the transaction that then seats some of them; it locks their rows as :func:`may_sit_down` does.
    """
    _lock(user_ids)
    pairs = Distance.objects.filter(by__in=user_ids, to__in=user_ids, blocked=True).values_list("by", "to")
    return {frozenset(pair) for pair in pairs}


def blocked_by(user: User) -> list[User]:
    """Whom ``user`` has blocked, the latest first."""
    rows = Distance.objects.filter(by=user, blocked=True).select_related("to").order_by("-at", "-pk")
    return [row.to for row in rows]


def _keep(by: User, to: User, **wanted: bool) -> None:
    with transaction.atomic():
        _lock([by.pk])
        row = Distance.objects.filter(by=by, to=to).first() or Distance(by=by, to=to)
        if all(getattr(row, name) == on for name, on in wanted.items()):
            return
        for name, on in wanted.items():
            setattr(row, name, on)
        if row.muted or row.blocked:
            row.save()
        elif row.pk is not None:
            row.delete()
    for match_id in _tables_of_both(by, to):
        broadcast.company_changed(match_id)
    if "blocked" in wanted:
        broadcast.lobby_changed()


def _lock(user_ids: Collection[int]) -> None:
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk")
    list(rows.values_list("pk", flat=True))


def _between(user_id: int, others: Collection[int]) -> Q:
    return Q(by=user_id, to__in=others) | Q(by__in=others, to=user_id)


def _tables_of_both(by: User, to: User) -> list[int]:
    """Where the two may be sitting now: matches in play, and those whose page may still be open."""
    theirs = Seat.objects.filter(user=to).values("match")
    shared = Match.objects.filter(seats__user=by, pk__in=theirs).order_by("-pk")
    return list(shared.values_list("pk", flat=True)[:RECENT])


RECENT = 20
"""How many of two people's common tables hear of a change: the newest; older pages learn it when they load."""


# People who merge or leave


def on_guest_merged(guest_id: int, user_id: int, **_signal: object) -> None:
    """What a guest said and kept at a distance goes to the account; in the caller's transaction.

    After ``seats.on_guest_merged``: matches in which both sat stay with the guest's row. May be done twice.
    """
    kept = Seat.objects.filter(user=guest_id).values("match")
    ChatLine.objects.filter(user=guest_id).exclude(match__in=kept).update(user=user_id)
    for row in Distance.objects.filter(Q(by=guest_id) | Q(to=guest_id)):
        by = user_id if row.by_id == guest_id else row.by_id
        to = user_id if row.to_id == guest_id else row.to_id
        if by != to:
            _merge(by, to, row)
        row.delete()


def _merge(by: int, to: int, row: Distance) -> None:
    own, _made = Distance.objects.get_or_create(
        by_id=by, to_id=to, defaults={"muted": row.muted, "blocked": row.blocked}
    )
    own.muted, own.blocked = own.muted or row.muted, own.blocked or row.blocked
    own.save()


def on_account_deleted(user_id: int, **_signal: object) -> None:
    """Forget whom somebody who leaves kept at a distance, and all that they said, but for what is before the referee
    still; in the caller's transaction."""
    Distance.objects.filter(Q(by=user_id) | Q(to=user_id)).delete()
    before_the_referee = Case.objects.unsettled().filter(match__isnull=False).values("match")
    ChatLine.objects.filter(user=user_id).exclude(match__in=before_the_referee).delete()

"""Who sits at a table: names for the page, and what becomes of seats when a guest turns member or a member leaves."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.application import broadcast
from games.application.sayings import say_names
from games.application.sides import side_of, sides_of
from games.bots.registry import BOTS
from games.models import Match, Seat
from ginsite.accounts.models import User

LEVEL_NAMES = {
    "beginner": _("beginner"),
    "casual": _("casual"),
    "club": _("club player"),
    "expert": _("expert"),
}
"""How the levels of the computer players are called."""


def level_name(bot: str) -> str:
    """The level of a computer player, in a word."""
    return str(LEVEL_NAMES.get(BOTS[bot].level, bot)) if bot in BOTS else bot


def level_names() -> dict[str, str]:
    """Every level's word in the language of the moment, for the table page."""
    return {level: str(said) for level, said in LEVEL_NAMES.items()}


def seat_name(seat: Seat) -> str:
    """How a seat is called: the person's name, the computer, or somebody whose account is gone."""
    if seat.bot:
        return gettext("Computer")
    if seat.user is None:
        return gettext("Former player")
    return seat.user.public_name


def page_of(seat: Seat) -> str | None:
    """The page of the member on a seat; guests, computers and those who left have none."""
    if seat.user is None or not seat.user.is_member:
        return None
    return reverse("games:player", args=[seat.user.username])


def seat_names(match: Match) -> list[str | None]:
    """The names in seat order, ``None`` for an empty chair; of several computers each has its number."""
    names: list[str | None] = [None] * match.seat_count
    computers = sorted(seat.seat for seat in match.seats.all() if seat.bot)
    for seat in match.seats.all():
        names[seat.seat] = seat_name(seat)
    if len(computers) > 1:
        for number, place in enumerate(computers, 1):
            names[place] = gettext("Computer %(number)s") % {"number": number}
    return names


def opponents_of(match: Match, seat: int | None) -> str:
    """Whom ``seat`` plays, by name: ``bob``, in a team ``bob and dave, with carol``; for a watcher everybody."""
    names, sides = seat_names(match), sides_of(match)
    own = () if seat is None else sides[side_of(sides, seat)]
    opponents = say_names(name for number, name in enumerate(names) if number not in own)
    if len(own) < 2:
        return opponents
    partners = say_names(names[number] for number in own if number != seat)
    return gettext("%(opponents)s, with %(partners)s") % {"opponents": opponents, "partners": partners}


def seat_of(match: Match, user: Any) -> int | None:
    """The seat of ``user`` (anonymous too) at a match, ``None`` for those who only look."""
    if not user.is_authenticated:
        return None
    for seat in match.seats.all():
        if seat.user_id == user.pk:
            return seat.seat
    return None


def may_look(match: Match, user: Any) -> bool:
    """Whether ``user`` may see a finished match: its players, staff, and everybody if the table stood in the lobby."""
    if match.visibility == Match.Visibility.OPEN:
        return True
    return seat_of(match, user) is not None or bool(user.is_authenticated and user.is_staff)


def knows_the_end(match: Match, user: Any) -> bool:
    """Whether ``user`` may know that a match is over: its players at once, spectators once they have seen the end."""
    if match.finished_at is None or not match.spectator_delay or seat_of(match, user) is not None:
        return match.finished_at is not None
    return match.finished_at + timedelta(seconds=match.spectator_delay) <= timezone.now()


def on_guest_merged(guest_id: int, user_id: int, **_signal: Any) -> None:
    """Give a guest's seats and tables to the account that the guest logged into; in the caller's transaction.

    Nobody may sit twice at one table. Where the account is seated already, a table that waits gets the guest's chair
    back; in a match the seat stays with the guest's row, which is blanked, and the match runs its course. May be done
    twice.
    """
    guest, user = User.objects.get(pk=guest_id), User.objects.get(pk=user_id)
    Seat.objects.filter(user=guest, match__status=Match.Status.OPEN, match__seats__user=user).delete()
    matches = set(Seat.objects.filter(user=guest).values_list("match_id", flat=True))
    Seat.objects.hand_over(guest, user)
    kept = set(Seat.objects.filter(user=guest).values_list("match_id", flat=True))
    Match.objects.filter(owner=guest).exclude(pk__in=kept).update(owner=user)
    _tell_after_commit(matches - kept)


def on_account_deleted(user_id: int, **_signal: Any) -> None:
    """Close the tables that somebody who left for good kept waiting, and free their chairs at others'; in the caller's
    transaction."""
    waiting = Match.objects.filter(owner=user_id, status=Match.Status.OPEN)
    changed = set(waiting.values_list("pk", flat=True))
    waiting.update(status=Match.Status.CLOSED)
    chairs = Seat.objects.filter(user=user_id, match__status=Match.Status.OPEN)
    changed |= set(chairs.values_list("match", flat=True))
    chairs.delete()
    _tell_after_commit(changed)


def _tell_after_commit(matches: Iterable[int]) -> None:
    def tell() -> None:
        for match_id in matches:
            broadcast.seats_changed(match_id)
        broadcast.lobby_changed()

    transaction.on_commit(tell)

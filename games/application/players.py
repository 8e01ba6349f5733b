"""Who somebody is at the card table: record, last matches, the way of the rating; and the ladder of all.

Reads only. Matches called off count for nobody and stand in no record. What a stranger may not look at is not listed.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from games.application.ratings import Shown, strength_now, strengths
from games.application.sides import result_for, sides_at
from games.application.strength import PROVISIONAL_ABOVE, Strength
from games.application.terms import SPECTATOR_DELAYS
from games.domain.variants import VARIANTS
from games.models import Match, Rating, RatingChange, Seat
from ginsite.accounts.models import User

GAME = "gin"
"""The house's game: whose ratings are shown where no other game is asked for."""

RECENT = 10
CURVE = 100
"""How many changes the curve of a rating shows."""

LADDER = 100
"""How many the ladder holds."""

LADDER_FOR = timedelta(days=365)
"""Who has not played a rated match for so long stands on no ladder."""


class Tally(NamedTuple):
    """Matches won, lost and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        return self.won + self.lost + self.drawn

    def __add__(self, other: Any) -> Tally:
        return Tally(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)


class Record(NamedTuple):
    """What came of somebody's matches, by what was at stake and against whom."""

    rated: Tally
    casual: Tally
    computer: Tally


class Rung(NamedTuple):
    """One place on the ladder: a person, or a computer player by its name."""

    place: int
    user: User | None
    bot: str
    strength: Strength
    matches: int


class Moment(NamedTuple):
    """The rating after one match."""

    at: datetime
    points: int
    change: int
    code: str | None  # of the match, for those who may look at it


def member_called(name: str) -> User | None:
    """The member of that name in any case; guests and those who left have no page."""
    user = User.objects.filter(username__iexact=name).first()
    return user if user is not None and user.is_member and user.is_active else None


def record_of(user: User, game: str | None = None) -> Record:
    """How somebody's finished matches ended, in one game or in all. Against a computer counts as such, rated or not.

    In a team the team's result is everybody's; a drawn match is drawn for all.
    """
    computer = Exists(Seat.objects.filter(match=OuterRef("pk")).exclude(bot=""))
    ended = Match.objects.filter(seats__user=user, status=Match.Status.FINISHED, **_of(game))
    counted = (
        ended.exclude(end_reason=Match.EndReason.AGREED)
        .annotate(own=F("seats__seat"), computer=computer)
        .values("rated", "computer", "variant", "seat_count", "own", "winner_seat")
        .annotate(played=Count("pk"))
        .order_by()
    )
    sums = {"rated": Tally(), "casual": Tally(), "computer": Tally()}
    for row in counted:
        kind = "computer" if row["computer"] else "rated" if row["rated"] else "casual"
        result = result_for(row["winner_seat"], sides_at(row["variant"], row["seat_count"]), row["own"])
        sums[kind] += Tally(**{str(result): row["played"]})
    return Record(**sums)


def games_of(user: User) -> list[str]:
    """The games in which somebody has a finished match, in the order in which games are always shown."""
    played = Match.objects.filter(seats__user=user, status=Match.Status.FINISHED).order_by()
    names = set(played.values_list("variant", flat=True).distinct())
    return [name for name in VARIANTS if name in names]


def rated_games() -> list[str]:
    """The games in which anybody was ever rated, likewise; the house's game always."""
    names = set(Rating.objects.filter(matches__gt=0).order_by().values_list("game", flat=True).distinct())
    return [name for name in VARIANTS if name in names or name == GAME]


def _of(game: str | None) -> dict[str, str]:
    return {} if game is None else {"variant": game}


def recent_matches(user: User, viewer: Any, game: str | None = None) -> QuerySet[Match]:
    """The last matches of ``user`` that ``viewer`` may look at, the last one first.

    Where spectators are behind, others find a match here when the longest delay has passed.
    """
    told = timezone.now() - timedelta(seconds=max(SPECTATOR_DELAYS))
    seen = Q(visibility=Match.Visibility.OPEN) & (Q(spectator_delay=0) | Q(finished_at__lte=told))
    if viewer.is_authenticated:
        seen |= Q(pk__in=Seat.objects.filter(user=viewer).values("match"))
        if viewer.is_staff:
            seen = Q()
    played = Match.objects.filter(seen, seats__user=user, status=Match.Status.FINISHED, **_of(game))
    return played.prefetch_related("seats__user").order_by("-finished_at", "-pk")[:RECENT]


def curve_of(user: User, viewer: Any, game: str = GAME) -> list[Moment]:
    """The last changes of a rating, oldest first. What rulings put right is part of the way, as it came."""
    rows = RatingChange.objects.filter(player__user=user, player__game=game).select_related("match").order_by("-pk")
    own = viewer.is_authenticated and (viewer.pk == user.pk or viewer.is_staff)
    return [
        Moment(
            row.at,
            round(row.rating_after),
            round(row.rating_after) - round(row.rating_before),
            row.match.code if own or row.match.visibility == Match.Visibility.OPEN else None,
        )
        for row in reversed(rows[:CURVE])
    ]


def rating_of(user: User, game: str = GAME) -> Strength | None:
    """How strong somebody is now; ``None`` for who was never rated."""
    return strengths([user.pk], game, timezone.now()).get(user.pk)


def shown_ratings(user_ids: Collection[int | None], game: str = GAME) -> dict[int, Shown]:
    """The ratings of people as lists show them; who was never rated is missing."""
    known = strengths([pk for pk in user_ids if pk is not None], game, timezone.now())
    return {pk: Shown(strength.points, strength.is_provisional) for pk, strength in known.items()}


def changes_for(user: User, matches: Collection[Match]) -> dict[int, int]:
    """What each of these matches changed about the rating of ``user``, in points as shown, by match."""
    changes: dict[int, tuple[float, float]] = {}
    for row in RatingChange.objects.filter(match__in=matches, player__user=user).order_by("pk"):
        first, moved = changes.get(row.match_id, (row.rating_before, 0.0))
        changes[row.match_id] = (first, moved + row.rating_after - row.rating_before)
    return {match_id: round(first + moved) - round(first) for match_id, (first, moved) in changes.items()}


def ladder(game: str = GAME) -> list[Rung]:
    """The strongest whose rating is no longer provisional and who have played within the year, computers among them."""
    now = timezone.now()
    rows = (
        Rating.objects.filter(game=game, matches__gt=0, deviation__lte=PROVISIONAL_ABOVE, as_of__gte=now - LADDER_FOR)
        .filter(Q(user=None) | Q(user__is_active=True, user__deleted_at=None))
        .select_related("user")
        .order_by("-rating", "pk")
    )
    known = [(row, strength_now(row, now)) for row in rows[: 2 * LADDER]]
    sure = [(row, strength) for row, strength in known if not strength.is_provisional][:LADDER]
    return [
        Rung(place, row.user, row.bot, strength, row.matches) for place, (row, strength) in enumerate(sure, start=1)
    ]

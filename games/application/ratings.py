"""Ratings: what a rated match makes of its players, exactly once, and how all of it can be made anew.

The effect ``ratings`` of a finished match writes a row a seat into the ledger (``RatingChange``) and moves the ratings;
both happen in the transaction that holds the effect's mark. The rules:

* only a match that was agreed to be rated counts; one called off by agreement does not. Resigning and running out of
  time are losses;
* with more than two at the table each seat has played a game against every seat of another side, all in one rating
  period, and won it, lost it or drawn it by the place of the two (``sides.places_of``). The seat's score in the ledger
  is the mean of these: it tells the order of the places again;
* members and computer players have ratings, guests have none: lobby and terms keep them out of rated matches;
* a ruling (a later result of the same match) puts right what the earlier result gave, computed from the strengths that
  the players had then; matches in between stay as they are. A seat whose rating is refunded loses nothing by the match.

:func:`refold` computes every rating from the finished matches alone, in the order of the ledger.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from games.application import broadcast
from games.application.disputes.standing import refunded_seats
from games.application.projections import effect
from games.application.sides import places_of, side_of, sides_of
from games.application.strength import NEWCOMER, Strength, after, aged
from games.models import Match, Rating, RatingChange, Seat
from ginsite.accounts.models import User

EFFECT = "ratings"
"""The name of the marks."""


class Player(NamedTuple):
    """Whose rating: a person's or a computer player's, in one game."""

    user_id: int | None
    bot: str
    game: str


class Bout(NamedTuple):
    """A result as ratings see it, by seat. ``scores`` are ``None`` when the result does not count."""

    match_id: int
    result_no: int
    players: tuple[Player, ...]  # a computer player may sit on several seats
    sides: tuple[int, ...]  # the side of each seat
    scores: tuple[float, ...] | None  # the mean of the seat's games
    at: datetime
    refunded: tuple[int, ...] = ()  # seats that lose nothing by it, as a referee ruled

    @property
    def seats(self) -> range:
        return range(len(self.players))

    def games(self, player: Player) -> list[tuple[Player, float]]:
        """Whom a player met, with which score; a computer player does not meet itself."""
        assert self.scores is not None
        scores = self.scores
        return [
            (self.players[other], _score(scores[seat], scores[other]))
            for seat in self.seats
            if self.players[seat] == player
            for other in self.seats
            if self.sides[other] != self.sides[seat] and self.players[other] != player
        ]


class Standing(NamedTuple):
    """What is known of a player: strength as of the last rated match, when that was, how many there were."""

    strength: Strength = NEWCOMER
    as_of: datetime | None = None
    matches: int = 0


class Change(NamedTuple):
    """One row of the ledger: what a result changed for one seat."""

    score: float | None
    before: Strength
    after: Strength


@effect(EFFECT)
def rate(match: Match) -> None:
    """Take a result into the ratings. Two matches of one player wait for each other at that player's row."""
    current = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if current.result_no != match.result_no:
        return  # a ruling was quicker; its own effect follows
    bout = bout_of(current, list(current.seats.select_related("user")))
    given = list(RatingChange.objects.filter(match=current).order_by("pk"))
    if bout is None or (bout.scores is None and not given):
        return
    rows = _locked(bout.players)
    before = {player: standing_of(row) for player, row in rows.items()}
    standings, changes = settle(bout, before, [_by_seat(given, seat) for seat in bout.seats])
    for player, row in rows.items():
        put(row, standings[player])
        row.save()
    RatingChange.objects.bulk_create(ledger_rows(bout, rows, changes))
    transaction.on_commit(partial(broadcast.seats_changed, match.pk))


def bout_of(match: Match, seats: Sequence[Seat]) -> Bout | None:
    """A match with a result as ratings see it; ``None`` for one that has nothing to do with them. ``seats`` with users.

    The result of a match that a ruling has resumed does not count until there is another one.
    """
    at = match.finished_at or match.started_at
    if not match.rated or not match.result_no or at is None:
        return None
    if len(seats) != match.seat_count:
        return None
    if any(seat.user is None or seat.user.is_guest for seat in seats if not seat.bot):
        return None
    players = tuple(Player(seat.user_id, seat.bot, match.variant) for seat in sorted(seats, key=lambda seat: seat.seat))
    sides = sides_of(match)
    of_seat = tuple(side_of(sides, seat) for seat in range(match.seat_count))
    scores = scores_of(match) if match.status == Match.Status.FINISHED else None
    return Bout(match.pk, match.result_no, players, of_seat, scores, at, refunded_seats(match))


def scores_of(match: Match) -> tuple[float, ...] | None:
    """What each seat made of a finished match, from 0 to 1; ``None`` if it was called off."""
    if match.end_reason == Match.EndReason.AGREED:
        return None
    places, sides = places_of(match), sides_of(match)
    scores = []
    for seat in range(match.seat_count):
        side = side_of(sides, seat)
        games = [_score(-places[side], -place) for other, place in enumerate(places) if other != side]
        scores.append(sum(games) / len(games))
    return tuple(scores)


def _score(own: float, other: float) -> float:
    """Won, drawn or lost, by who stands higher."""
    return 0.5 if own == other else float(own > other)


def settle(
    bout: Bout, standings: Mapping[Player, Standing], given: Sequence[Sequence[Change]]
) -> tuple[dict[Player, Standing], list[Change]]:
    """What a result makes of the standings, and the rows that say so, by seat.

    ``given`` are the changes of earlier results of this match by seat; without them the match is rated, with them it
    is put right. A player on several seats is changed once, in the row of the first.
    """
    if given[0]:
        return _put_right(bout, standings, given)
    assert bout.scores is not None
    before = {player: aged(known.strength, known.as_of, bout.at) for player, known in standings.items()}
    fresh = {player: _after(before, player, bout) for player in before}
    changes = [
        Change(score, fresh[player] if player in bout.players[:seat] else before[player], fresh[player])
        for seat, (player, score) in enumerate(zip(bout.players, bout.scores, strict=True))
    ]
    rated = {
        player: Standing(fresh[player], max(bout.at, known.as_of or bout.at), known.matches + 1)
        for player, known in standings.items()
    }
    return rated, changes


def _after(then: Mapping[Player, Strength], player: Player, bout: Bout) -> Strength:
    """The strength of a player after a bout in which everybody was as strong as ``then``; alone nobody gets better."""
    games = [(then[other], score) for other, score in bout.games(player)]
    reached = after(then[player], games) if games else then[player]
    refunded = any(bout.players[seat] == player for seat in bout.refunded)
    return reached._replace(rating=max(reached.rating, then[player].rating)) if refunded else reached


def _put_right(
    bout: Bout, standings: Mapping[Player, Standing], given: Sequence[Sequence[Change]]
) -> tuple[dict[Player, Standing], list[Change]]:
    first_seat = {player: bout.players.index(player) for player in standings}
    then = {player: given[seat][0].before for player, seat in first_seat.items()}
    righted, changes = {}, []
    for player, known in standings.items():
        told = given[first_seat[player]]
        due = 0.0 if bout.scores is None else _after(then, player, bout).rating - then[player].rating
        had = sum(change.after.rating - change.before.rating for change in told)
        now = known.strength._replace(rating=known.strength.rating + due - had)
        counted = int(bout.scores is not None) - int(told[-1].score is not None)
        righted[player] = Standing(now, known.as_of, known.matches + counted)
    for seat, player in enumerate(bout.players):
        now = righted[player].strength
        before = standings[player].strength if first_seat[player] == seat else now
        changes.append(Change(None if bout.scores is None else bout.scores[seat], before, now))
    return righted, changes


# Rows


def _locked(players: Sequence[Player]) -> dict[Player, Rating]:
    """The players' rows, made if missing, locked until the transaction ends.

    Made in one order and locked in one order, so that two matches never wait for each other in a ring.
    """
    for player in sorted(set(players), key=lambda player: (player.bot, player.user_id or 0)):
        Rating.objects.get_or_create(
            user_id=player.user_id,
            bot=player.bot,
            game=player.game,
            defaults={
                "rating": NEWCOMER.rating,
                "deviation": NEWCOMER.deviation,
                "volatility": NEWCOMER.volatility,
            },
        )
    game = players[0].game
    people = Rating.objects.filter(game=game, user__in=[player.user_id for player in players if player.user_id])
    bots = Rating.objects.filter(game=game, bot__in=[player.bot for player in players if player.bot])
    return {player_of(row): row for row in (people | bots).select_for_update().order_by("pk")}


def player_of(row: Rating) -> Player:
    """Whose rating a row is."""
    return Player(row.user_id, row.bot, row.game)


def standing_of(row: Rating) -> Standing:
    """A row as a value."""
    return Standing(Strength(row.rating, row.deviation, row.volatility), row.as_of, row.matches)


def put(row: Rating, standing: Standing) -> None:
    """Write a value into a row; not saved."""
    row.rating, row.deviation, row.volatility = standing.strength
    row.as_of, row.matches = standing.as_of, standing.matches


def change_of(row: RatingChange) -> Change:
    """A row of the ledger as a value."""
    return Change(
        row.score,
        Strength(row.rating_before, row.deviation_before, row.volatility_before),
        Strength(row.rating_after, row.deviation_after, row.volatility_after),
    )


def ledger_rows(bout: Bout, rows: Mapping[Player, Rating], changes: Sequence[Change]) -> list[RatingChange]:
    """The rows that say what a bout changed; not saved."""
    return [
        RatingChange(
            match_id=bout.match_id,
            result_no=bout.result_no,
            seat=seat,
            player=rows[player],
            score=change.score,
            rating_before=change.before.rating,
            deviation_before=change.before.deviation,
            volatility_before=change.before.volatility,
            rating_after=change.after.rating,
            deviation_after=change.after.deviation,
            volatility_after=change.after.volatility,
            at=bout.at,
            refunded=seat in bout.refunded,
        )
        for seat, (player, change) in enumerate(zip(bout.players, changes, strict=True))
    ]


def _by_seat(rows: Iterable[RatingChange], seat: int) -> list[Change]:
    return [change_of(row) for row in rows if row.seat == seat]


# Reading


class Shown(NamedTuple):
    """What a table shows of a seat's rating: the number, whether it is provisional, and, after a rated match, the
    number before it."""

    points: int | None = None
    provisional: bool = False
    before: int | None = None

    @property
    def change(self) -> int | None:
        """What the match changed, in points as shown."""
        return None if self.points is None or self.before is None else self.points - self.before


NOT_RATED = Shown()
"""Of guests, and of whoever has not played a rated match."""


def shown_at(match: Match, seats: Sequence[Seat]) -> dict[int, Shown]:
    """The ratings of the seats of a match; after a rated match those that it led to, and those before it."""
    if match.rated and match.status == Match.Status.FINISHED:
        changed = changes_of(match)
        if changed:
            return changed
    now = timezone.now()
    people = strengths([seat.user_id for seat in seats if seat.user_id], match.variant, now)
    bots = bot_strengths(match.variant, now) if any(seat.bot for seat in seats) else {}
    found = {seat.seat: bots.get(seat.bot) if seat.bot else people.get(seat.user_id or 0) for seat in seats}
    return {seat: Shown(one.points, one.is_provisional) if one else NOT_RATED for seat, one in found.items()}


def changes_of(match: Match) -> dict[int, Shown]:
    """What a match changed, by seat, rulings included; empty while it has not been rated."""
    shown: dict[int, Shown] = {}
    changes = list(RatingChange.objects.filter(match=match).order_by("pk"))
    for seat in range(match.seat_count):
        rows = [row for row in changes if row.seat == seat]
        if rows and rows[-1].score is not None:
            first = change_of(rows[0])
            moved = sum(row.rating_after - row.rating_before for row in rows)
            end = first.after._replace(rating=first.before.rating + moved)
            shown[seat] = Shown(end.points, end.is_provisional, first.before.points)
    return shown


def strengths(user_ids: Collection[int], game: str, now: datetime) -> dict[int, Strength]:
    """How strong people are at ``now``; who was never rated is missing."""
    rows = Rating.objects.filter(game=game, user__in=user_ids, matches__gt=0)
    return {row.user_id: strength_now(row, now) for row in rows if row.user_id is not None}


def bot_strengths(game: str, now: datetime) -> dict[str, Strength]:
    """How strong the computer players are at ``now``, by name; who was never rated is missing."""
    rows = Rating.objects.filter(game=game, user__isnull=True, matches__gt=0)
    return {row.bot: strength_now(row, now) for row in rows}


def strength_now(row: Rating, now: datetime) -> Strength:
    """A row's strength with the growth of its deviation since."""
    return aged(standing_of(row).strength, row.as_of, now)


def strength_of(user: User, game: str = "gin") -> Strength:
    """How strong a person is now; a newcomer's strength for whoever was never rated, guests included."""
    return strengths([user.pk], game, timezone.now()).get(user.pk, NEWCOMER)

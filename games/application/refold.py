"""Making every rating anew from the finished matches, to check the ledger or to change what it is computed by.

The order is the ledger's own: results that it knows come in the order in which they were taken in, results that it
has never seen after them, as they ended. A result that a ruling has replaced is known to the ledger alone. Matches
whose effects are still to be made are left to the sweep.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction

from games.application.ratings import (
    EFFECT,
    Bout,
    Change,
    Player,
    Standing,
    bout_of,
    change_of,
    ledger_rows,
    player_of,
    put,
    settle,
    standing_of,
)
from games.application.strength import NEWCOMER, is_same
from games.models import Applied, Match, Rating, RatingChange

Key = tuple[int, int, int]
"""Match, result number, seat: a row of the ledger."""


class Differences(NamedTuple):
    """How much of what stands in the database is not what the matches say: ratings, and rows of the ledger."""

    matches: int
    ratings: int
    changes: int

    @property
    def any(self) -> bool:
        return bool(self.ratings or self.changes)


class _Fold:
    """All results folded, in memory."""

    def __init__(self) -> None:
        self.standings: dict[Player, Standing] = {}
        self.given: dict[tuple[int, int], list[Change]] = defaultdict(list)  # by match and seat
        self.bouts: list[Bout] = []
        self.changes: dict[Key, Change] = {}

    def take(self, bout: Bout) -> None:
        given = [self.given[bout.match_id, seat] for seat in bout.seats]
        if bout.scores is None and not given[0]:
            return
        before = {player: self.standings.get(player, Standing()) for player in bout.players}
        standings, changes = settle(bout, before, given)
        self.bouts.append(bout)
        self.standings |= standings
        for seat in bout.seats:
            self.given[bout.match_id, seat].append(changes[seat])
            self.changes[bout.match_id, bout.result_no, seat] = changes[seat]


def refold(*, write: bool = False) -> Differences:
    """Compare ratings and ledger with what the matches say, and with ``write`` make them so, in one transaction.

    On PostgreSQL the rows of all players are locked first, so that the sweep waits; SQLite has one writer anyway.
    """
    with transaction.atomic():
        list(Rating.objects.select_for_update().order_by("pk").values_list("pk"))
        ledger = list(RatingChange.objects.select_related("player").order_by("pk"))
        fold = _Fold()
        for bout in _bouts(ledger):
            fold.take(bout)
        ratings = {player_of(row): row for row in Rating.objects.all()}
        wrong_ratings = [player for player in {*ratings, *fold.standings} if not _stands(player, ratings, fold)]
        known = {(row.match_id, row.result_no, row.seat): row for row in ledger}
        wrong_changes = [key for key in {*known, *fold.changes} if not _is_told(key, known, fold)]
        if write:
            _write(fold, ratings, wrong_ratings, known, wrong_changes)
    return Differences(len({bout.match_id for bout in fold.bouts}), len(wrong_ratings), len(wrong_changes))


def _bouts(ledger: list[RatingChange]) -> Iterator[Bout]:
    """Every result that is or should be in the ledger, in its order."""
    with_results = Match.objects.filter(result_no__gte=1, rated=True).order_by("finished_at", "pk")
    matches = {match.pk: match for match in with_results.prefetch_related("seats__user")}
    told: dict[tuple[int, int], list[RatingChange]] = defaultdict(list)
    for row in ledger:
        told[row.match_id, row.result_no].append(row)
    for (match_id, result_no), rows in told.items():
        match = matches.get(match_id)
        bout = bout_of(match, list(match.seats.all())) if match is not None else None
        if bout is None:
            continue
        if bout.result_no != result_no:
            refunded = tuple(row.seat for row in rows if row.refunded)
            bout = bout._replace(result_no=result_no, scores=_scores_told(rows), refunded=refunded, at=rows[0].at)
        yield bout
    for match in matches.values():
        if (match.pk, match.result_no) not in told and not match.result_pending:
            bout = bout_of(match, list(match.seats.all()))
            if bout is not None:
                yield bout


def _scores_told(rows: list[RatingChange]) -> tuple[float, ...] | None:
    scores = [row.score for row in sorted(rows, key=lambda row: row.seat)]
    known = tuple(score for score in scores if score is not None)
    return known if len(known) == len(scores) else None


def _stands(player: Player, ratings: dict[Player, Rating], fold: _Fold) -> bool:
    row, due = ratings.get(player), fold.standings.get(player, Standing())
    if row is None:
        return False
    held = standing_of(row)
    return is_same(held.strength, due.strength) and held[1:] == due[1:]


def _is_told(key: Key, known: dict[Key, RatingChange], fold: _Fold) -> bool:
    row, due = known.get(key), fold.changes.get(key)
    if row is None or due is None:
        return False
    held = change_of(row)
    return held.score == due.score and is_same(held.before, due.before) and is_same(held.after, due.after)


def _write(
    fold: _Fold,
    ratings: dict[Player, Rating],
    wrong_ratings: list[Player],
    known: dict[Key, RatingChange],
    wrong_changes: list[Key],
) -> None:
    for player in wrong_ratings:
        if player not in ratings:
            ratings[player] = Rating(user_id=player.user_id, bot=player.bot, game=player.game)
        put(ratings[player], fold.standings.get(player, Standing(NEWCOMER)))
        ratings[player].save()
    stray = [known[key].pk for key in wrong_changes if key not in fold.changes]
    RatingChange.objects.filter(pk__in=stray).delete()
    fresh: list[RatingChange] = []
    for bout in fold.bouts:
        keys = [(bout.match_id, bout.result_no, seat) for seat in bout.seats]
        if not set(keys) & set(wrong_changes):
            continue
        rows = ledger_rows(bout, ratings, [fold.changes[key] for key in keys])
        for key, row in zip(keys, rows, strict=True):
            if key in known:
                row.pk = known[key].pk
                row.save(force_update=True)
            else:
                fresh.append(row)
        Applied.objects.get_or_create(match_id=bout.match_id, result_no=bout.result_no, name=EFFECT)
    RatingChange.objects.bulk_create(fresh)

"""What a ruling by the referee of the games means for a tournament: what waits for it, who is too near, what follows.

A pairing is *under review* while a case about one of its matches, or about the pairing itself, is not settled, or its
two score cards differ: its result counts, provisionally, and nothing is held up but what the clock would decide.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext

from games.application.appointed import Match
from games.application.disputes import cases, subjects
from games.application.disputes.subjects import Setting
from games.application.signals import case_changed
from ginsite.accounts.models import User
from tournaments.application import events, rounds, scores
from tournaments.application.codec import result_from_plain, result_from_text
from tournaments.domain.event import Event
from tournaments.domain.values import NOT_PLAYED, Result
from tournaments.models import Entry, Game, LoggedAction, Membership, Pairing, ScoreCard, Tournament

RULED = "ruling"
"""The reason in the log of what a referee's ruling changed; the server does it, nobody else may say so."""


def look_at(pairing: Pairing) -> None:
    """Bring the row's mark in line; what waited for the referee may be due now."""
    matches = list(pairing.games.values_list("match", flat=True))
    waits = cases.is_under_review(match_ids=matches, subject=pairing.subject) or cards_differ(pairing)
    if Pairing.objects.filter(pk=pairing.pk).exclude(under_review=waits).update(under_review=waits):
        rounds.wake(pairing.tournament_id)


def on_case_changed(*, match_id: int | None, subject: str, **_signal: Any) -> None:
    """A case was raised or settled."""
    kind, _, key = subject.partition(":")
    if match_id is not None:
        found = Pairing.objects.filter(games__match=match_id)
    else:
        found = Pairing.objects.filter(pk=int(key)) if kind == Pairing.SUBJECT else Pairing.objects.none()
    for pairing in found:
        look_at(pairing)


def cards_differ(pairing: Pairing) -> bool:
    """Whether both sides have put down what came of a match that has no result, and not the same."""
    if pairing.result:
        return False
    written = dict(pairing.cards.exclude(result="").values_list("side", "result"))
    first, second = written.get(ScoreCard.Side.FIRST), written.get(ScoreCard.Side.SECOND)
    return first is not None and second is not None and first != second


def reviewed(tournament: Tournament) -> frozenset[tuple[int, int]]:
    """Round and board of every pairing that is under review."""
    return frozenset(tournament.pairings.filter(under_review=True).values_list("round", "board"))


# Whom it concerns, and who is too near


def is_urgent(match: Match) -> bool:
    """Whether a running tournament waits for this match."""
    return Game.objects.filter(match=match, pairing__tournament__phase=Tournament.Phase.RUNNING).exists()


def conflict(user: User, match: Match) -> bool:
    """Whether somebody is too near to an event to rule on one of its matches."""
    pairing = Pairing.objects.filter(games__match=match).select_related("tournament").first()
    return pairing is not None and is_rival(user, pairing.tournament)


def is_rival(user: User, tournament: Tournament) -> bool:
    """Whether somebody plays in an event, or a club of theirs has players in it, other than the one that runs it."""
    entries = Entry.objects.filter(tournament=tournament)
    if entries.filter(Q(user=user) | Q(team__user=user)).exists():
        return True
    clubs = Membership.objects.filter(user=user).exclude(club=tournament.club_id).values("club")
    mates = Membership.objects.filter(club__in=clubs).exclude(user=user).values("user")
    return entries.filter(Q(user__in=mates) | Q(team__user__in=mates)).exists()


def settings_of(match_ids: Collection[int]) -> dict[int, Setting]:
    """The tournament that each of some matches belongs to."""
    games = Game.objects.filter(match__in=match_ids).select_related("pairing__tournament")
    return {
        game.match_id: Setting(game.pairing.tournament.name, game.pairing.tournament.get_absolute_url())
        for game in games
    }


# What was told, and what follows


class Told(NamedTuple):
    """One entry of the log about a pairing's result."""

    number: int  # of the row
    result: Result | None
    by_person: bool
    ruled: bool


def told_of(pairing: Pairing) -> list[Told]:
    """What the log says of a pairing's result, the newest first."""
    rows = LoggedAction.objects.filter(tournament=pairing.tournament_id, kind__in=("enter_result", "change_result"))
    told = []
    for row in rows.order_by("-number"):
        plain = json.loads(row.payload)
        if (plain["round"], plain["board"]) == (pairing.round, pairing.board):
            result = None if plain["result"] is None else result_from_plain(plain["result"])
            by_person = row.actor_id is not None
            told.append(Told(row.number, result, by_person, row.reason == RULED and not by_person))
    return told


def is_the_desks(pairing: Pairing) -> bool:
    """Whether the result that stands was given by a person."""
    told = told_of(pairing)
    return bool(told) and told[0].by_person


def stands_against_games(pairing: Pairing) -> bool:
    """Whether a pairing has a result that does not follow from its games: the desk's, a forfeit, a deadline's."""
    result = result_from_text(pairing.result)
    return result is not None and (result.kind != "played" or is_the_desks(pairing))


def consequence(match: Match, result: subjects.Result | None) -> list[str]:
    """What another result of a match would mean for its tournament; ``None``: it plays on."""
    game = Game.objects.filter(match=match).select_related("pairing__tournament").first()
    if game is None:
        return []
    pairing, tournament = game.pairing, game.pairing.tournament
    if not pairing.result:
        return [gettext("The pairing has no result yet: it will be what its games come to.")]
    if stands_against_games(pairing):
        return [gettext("The pairing was decided otherwise, by the desk or the clock: its result stands.")]
    if result is None:
        said = [gettext("The pairing is open again until the match ends.")]
        if tournament.phase == Tournament.Phase.FINISHED:
            said.append(gettext("The tournament is no longer over: it ends once this match has."))
    elif pairing.games.count() > 1:
        said = [gettext("The pairing and the standings follow from all its games, this one as it is then.")]
    elif result.winner is None and not scores.may_draw(pairing):
        said = [gettext("Somebody has to win this pairing: it is open again, and they play one game more.")]
    else:
        said = [gettext("The result of the pairing and the standings follow.")]
    event = events.load(tournament)
    if leaning(event, tournament, pairing):
        said.append(gettext("Later rounds stay as they are paired; the organiser may pair them anew."))
    return said


def leaning(event: Event, tournament: Tournament, pairing: Pairing) -> tuple[tuple[int, int], ...]:
    """The later pairings, by round and board, that were made from a pairing's result."""
    return events.format_of(tournament).play.follows_from(event, pairing.round, pairing.board)


def to_pair_anew(tournament: Tournament, event: Event) -> list[Pairing]:
    """The pairings whose result a ruling changed after later ones had been made from it, none of which is played yet.

    The organiser may keep the later ones or have them paired anew.
    """
    ruled = LoggedAction.objects.filter(tournament=tournament, kind="change_result", reason=RULED, actor=None)
    places = {(plain["round"], plain["board"]) for plain in map(json.loads, ruled.values_list("payload", flat=True))}
    rows = {(row.round, row.board): row for row in tournament.pairings.all()}
    found = []
    for place in sorted(places & rows.keys()):
        pairing = rows[place]
        later = [rows[one] for one in leaning(event, tournament, pairing) if one in rows]
        told = told_of(pairing)
        if not later or not pairing.result or not told[0].ruled or any(map(_is_played, later)):
            continue
        at = LoggedAction.objects.get(tournament=tournament, number=told[0].number).at
        if any(one.called_at is not None and one.called_at < at for one in later):
            found.append(pairing)
    return found


def _is_played(pairing: Pairing) -> bool:
    result = result_from_text(pairing.result)
    return result is not None and result.kind not in NOT_PLAYED


def register() -> None:
    """Make all of this known to the desk."""
    subjects.register_conflict(conflict)
    subjects.register_urgency(is_urgent)
    subjects.register_settings(settings_of)
    subjects.register_consequence(consequence)
    case_changed.connect(on_case_changed, dispatch_uid="tournaments.review")

"""What the referee of the games has to do with a tournament: whom it concerns, who is too near, what waits for it.

A pairing is *under review* while a case about one of its matches, or about its score cards, is not settled: its result
counts, provisionally, and nothing is blocked but the clock's own decisions. Two score cards that differ are put before
the referee by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext

from games.application.appointed import Match
from games.application.disputes import cases, subjects
from games.application.disputes.refusals import Refused
from games.application.disputes.subjects import Setting, Subject
from games.application.signals import case_changed
from ginsite.accounts.models import User
from tournaments.application import events
from tournaments.application.codec import result_from_plain
from tournaments.domain.actions import ChangeResult, EnterResult
from tournaments.domain.errors import Refusal
from tournaments.domain.values import DRAW, LOSS, WIN, Result
from tournaments.models import Entry, Game, LoggedAction, Membership, Pairing, ScoreCard, Tournament

KIND = "pairing"
"""The kind of subject: a game over real cards."""

RULED = "ruling"
"""The reason in the log of what a referee's ruling changed."""


def look_at(pairing: Pairing) -> None:
    """Bring the row's mark in line: whether a case is open, or two cards differ."""
    matches = list(pairing.games.values_list("match", flat=True))
    waits = cases.is_under_review(match_ids=matches, subject=f"{KIND}:{pairing.pk}") or _cards_differ(pairing)
    Pairing.objects.filter(pk=pairing.pk).exclude(under_review=waits).update(under_review=waits)


def on_case_changed(*, match_id: int | None, subject: str, **_signal: Any) -> None:
    """A case was raised or settled."""
    kind, _, key = subject.partition(":")
    if match_id is not None:
        found = Pairing.objects.filter(games__match=match_id)
    else:
        found = Pairing.objects.filter(pk=int(key)) if kind == KIND else Pairing.objects.none()
    for pairing in found:
        look_at(pairing)


def _cards_differ(pairing: Pairing) -> bool:
    if pairing.result:
        return False
    written = dict(pairing.cards.exclude(result="").values_list("side", "result"))
    first, second = written.get(ScoreCard.Side.FIRST), written.get(ScoreCard.Side.SECOND)
    return first is not None and second is not None and first != second


# Who is concerned, and who is too near


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


def consequence(match: Match, result: subjects.Result | None) -> list[str]:
    """What another result of a match would mean for its tournament."""
    game = Game.objects.filter(match=match).select_related("pairing__tournament").first()
    if game is None:
        return []
    pairing = game.pairing
    if not pairing.result:
        return [gettext("The pairing has no result yet: nothing else changes.")]
    if is_the_desks(pairing):
        return [gettext("The desk has decided this pairing itself: its result stands, whatever the match says.")]
    if result is None:
        said = [gettext("The pairing is open again until the match ends.")]
    else:
        said = [gettext("The result of the pairing and the standings follow.")]
    later = Pairing.objects.filter(tournament=pairing.tournament, round__gt=pairing.round).exists()
    if later:
        said.append(gettext("Later rounds stay as they are paired; the organiser may pair them anew."))
    return said


def is_the_desks(pairing: Pairing) -> bool:
    """Whether the result that stands was given by a person."""
    rows = LoggedAction.objects.filter(tournament=pairing.tournament_id, kind__in=("enter_result", "change_result"))
    for actor, payload in rows.order_by("-number").values_list("actor", "payload"):
        plain = json.loads(payload)
        if (plain["round"], plain["board"]) == (pairing.round, pairing.board):
            return actor is not None
    return False


# A game over real cards before the referee


def ask_about_cards(pairing: Pairing) -> None:
    """Two score cards differ: the referee is asked. In the caller's transaction."""
    cases.raise_subject(KIND, str(pairing.pk), "scoring", "", urgent=True)


def agreed(pairing: Pairing) -> None:
    """The two have come to one result after all."""
    cases.drop_subject(KIND, str(pairing.pk))


def describe(key: str) -> dict[str, Any]:
    """Both entries and the sheets so far, for the desk."""
    pairing = Pairing.objects.select_related("tournament").get(pk=int(key))
    names = names_of(pairing)
    cards = {card.side: card for card in pairing.cards.select_related("by")}
    written = [cards.get(side) for side in (ScoreCard.Side.FIRST, ScoreCard.Side.SECOND)]
    title = gettext("%(tournament)s, round %(round)s: %(first)s and %(second)s")
    return {
        "title": title
        % {"tournament": pairing.tournament.name, "round": pairing.round, "first": names[0], "second": names[1]},
        "url": pairing.tournament.get_absolute_url(),
        "template": "tournaments/desk_case.html",
        "first": gettext("Points of %(name)s") % {"name": names[0]},
        "second": gettext("Points of %(name)s") % {"name": names[1]},
        "entries": [
            {
                "name": names[side],
                "card": card,
                "result": result_from_plain(json.loads(card.result)) if card is not None and card.result else None,
                "hands": json.loads(card.hands) if card is not None else [],
            }
            for side, card in enumerate(written)
        ],
        "pairing": pairing,
    }


def names_of(pairing: Pairing) -> tuple[str, str]:
    """How the two sides are called."""
    sides = (pairing.first, pairing.second)
    entries = Entry.objects.filter(tournament=pairing.tournament, number__in=sides).select_related("user")
    names = {entry.number: entry.printed_name for entry in entries}
    return names.get(pairing.first, ""), names.get(pairing.second, "")


def people(key: str) -> dict[int, User]:
    """The accounts at the table, by side."""
    pairing = Pairing.objects.select_related("tournament").get(pk=int(key))
    entries = Entry.objects.filter(tournament=pairing.tournament).select_related("user")
    found = {entry.number: entry.user for entry in entries.filter(number__in=(pairing.first, pairing.second))}
    return {
        side: user
        for side, number in enumerate((pairing.first, pairing.second))
        if (user := found.get(number)) is not None
    }


def settle(key: str, remedy: dict[str, Any] | None) -> None:
    """Enter what the referee decided: the points of both, whoever has more has won; or take that back (``None``).

    The boxes are those of the card that says the same points, if one does. Raises Refused for a result that this match
    cannot have.
    """
    pairing = Pairing.objects.select_related("tournament").get(pk=int(key))
    tournament = pairing.tournament
    standing = pairing.result
    try:
        if remedy is None:
            if standing:
                change = ChangeResult(pairing.round, pairing.board, None, "keep")
                events.act(tournament, change, reason=RULED, games_stand=True)
            return
        result = _decided(pairing, remedy["first"], remedy["second"])
        if not standing:
            events.act(tournament, EnterResult(pairing.round, pairing.board, result), reason=RULED)
        elif result_from_plain(json.loads(standing)) != result:
            change = ChangeResult(pairing.round, pairing.board, result, "keep")
            events.act(tournament, change, reason=RULED, games_stand=True)
    except Refusal as refusal:
        raise Refused("BAD_RULING") from refusal


def _decided(pairing: Pairing, first: int, second: int) -> Result:
    for text in pairing.cards.exclude(result="").values_list("result", flat=True):
        written = result_from_plain(json.loads(text))
        if written.hand_points == (first, second):
            return written
    points = (DRAW, DRAW) if first == second else (WIN, LOSS) if first > second else (LOSS, WIN)
    return Result(points, "played", (first, second))


SUBJECT = Subject(
    describe=describe,
    people=people,
    conflict=lambda user, key: is_rival(user, Pairing.objects.select_related("tournament").get(pk=int(key)).tournament),
    settle=settle,
)


def register() -> None:
    """Make all of this known to the desk."""
    subjects.register(KIND, SUBJECT)
    subjects.register_conflict(conflict)
    subjects.register_urgency(is_urgent)
    subjects.register_settings(settings_of)
    subjects.register_consequence(consequence)
    case_changed.connect(on_case_changed, dispatch_uid="tournaments.review")

"""A pairing before the referee: a game over real cards, or a match that never began at a table of ours.

Two score cards that differ are such a question by themselves; a player or the organiser may ask one in words. What is
asked about a live match is a case about that match, not about its pairing.
"""

from __future__ import annotations

from typing import Any, Literal

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from games.application import by_hand
from games.application.by_hand import Paper
from games.application.disputes import cases, subjects
from games.application.disputes.refusals import Refused
from games.application.disputes.subjects import Case, Subject
from ginsite.accounts.models import User
from tournaments.application import clubs, events, review, rounds
from tournaments.application.codec import hands_from_text, result_from_text
from tournaments.application.refusals import NotAllowed
from tournaments.application.sayings import say_result
from tournaments.domain.actions import ChangeResult, EnterResult
from tournaments.domain.errors import Refusal
from tournaments.domain.values import DRAW, LOSS, WIN, Result
from tournaments.models import Entry, Game, Pairing, ScoreCard, Tournament

PLAYERS = (ScoreCard.Side.FIRST, ScoreCard.Side.SECOND)


# Asking


def ask(pairing: Pairing, by: User, reason: str, words: str) -> Case:
    """A player of a pairing, or somebody of the desk, puts it before the referee; whoever comes second adds words.

    Raises NotAllowed (NOT_YOURS, NOT_NOW), and Refused as ``cases.raise_subject``.
    """
    if rounds.side_of(pairing, by) is None and not clubs.helps_at(pairing.tournament, by):
        raise NotAllowed("NOT_YOURS")
    with transaction.atomic():
        pairing = Pairing.objects.select_for_update(of=("self",)).select_related("tournament").get(pk=pairing.pk)
        if not pairing.published or pairing.second is None:
            raise NotAllowed("NOT_NOW")
        urgent = pairing.tournament.phase == Tournament.Phase.RUNNING
        return cases.raise_subject(Pairing.SUBJECT, str(pairing.pk), reason, words, by=by, urgent=urgent)


def put_before(pairing: Pairing, by: User, words: str) -> Case:
    """Somebody of the desk puts a pairing before the referee: its newest live match, else the pairing itself.

    Raises as ``ask``.
    """
    if not clubs.helps_at(pairing.tournament, by):
        raise NotAllowed("ORGANISERS_ONLY")
    game = pairing.games.select_related("match").order_by("number").last()
    if game is None:
        return ask(pairing, by, Case.Reason.SCORING, words)
    if not cases.clean_words(words):
        raise Refused("NO_WORDS")
    return cases.raise_case(by, game.match, Case.Reason.SCORING, words, hand=0, seated=False)


def games_of(pairing: Pairing, user: User) -> list[Game]:
    """The live matches of a pairing in which somebody sits."""
    return list(pairing.games.filter(match__seats__user=user).select_related("match").order_by("number"))


def ask_about_cards(pairing: Pairing) -> None:
    """Two score cards differ: the referee is asked. In the caller's transaction."""
    cases.raise_subject(Pairing.SUBJECT, str(pairing.pk), Case.Reason.SCORING, "", urgent=True)


def answered(pairing: Pairing, *, by_the_desk: bool = False) -> None:
    """The two have come to one result after all; or the desk has decided, which answers what nobody asked in words."""
    cases.drop_subject(Pairing.SUBJECT, str(pairing.pk), asked_by_the_site=by_the_desk)


# What the referee sees


def describe(key: str) -> dict[str, Any]:
    """Both entries and the sheets so far, for the desk; what is left to say if the pairing is gone."""
    pairing = _find(key)
    if pairing is None:
        return {"title": gettext("A pairing that was taken back"), "url": reverse("tournaments:tournaments")}
    tournament, names = pairing.tournament, names_of(pairing)
    cards = {card.side: card for card in pairing.cards.select_related("by")}
    title = gettext("%(tournament)s, round %(round)s: %(first)s and %(second)s")
    first, second = (_amount_of(tournament) % {"name": name} for name in names)
    standing = result_from_text(pairing.result)
    return {
        "title": title % {"tournament": tournament.name, "round": pairing.round, "first": names[0], "second": names[1]},
        "url": tournament.get_absolute_url(),
        "template": "tournaments/desk_case.html",
        "first": first,
        "second": second,
        "names": names,
        "pairing": pairing,
        "standing": "" if standing is None else say_result(standing),
        "sheets": [_sheet(tournament, names[side], cards.get(side), names) for side in PLAYERS],
    }


def _sheet(tournament: Tournament, name: str, card: ScoreCard | None, names: tuple[str, str]) -> dict[str, Any]:
    """What one side says: the result, and the running sheet it was kept on."""
    result = result_from_text(card.result) if card is not None else None
    winner = names[result.winner] if result is not None and result.winner is not None else ""
    return {"name": name, "card": card, "result": result, "winner": winner, "paper": _paper(tournament, card, names)}


def _paper(tournament: Tournament, card: ScoreCard | None, names: tuple[str, str]) -> Paper | None:
    if card is None or not by_hand.is_counted(tournament.variant):
        return None
    return by_hand.reckon(tournament.variant, tournament.rules, hands_from_text(card.hands), names)


def _counted(tournament: Tournament) -> Literal["games", "hand_points"]:
    """What the two amounts of a ruling count: games won of several, boards won by a team, else hand points."""
    settings = events.settings_of(tournament)
    several = settings.match_form == "best_of" and settings.match_length > 1
    return "games" if several or settings.format == "team" else "hand_points"


def _amount_of(tournament: Tournament) -> str:
    if _counted(tournament) == "hand_points":
        return gettext("Hand points of %(name)s")
    if events.settings_of(tournament).format == "team":
        return gettext("Boards won by %(name)s")
    return gettext("Games won by %(name)s")


def names_of(pairing: Pairing) -> tuple[str, str]:
    """How the two sides are called."""
    entries = _entries(pairing)
    first, second = (entries[one].printed_name if one in entries else "?" for one in (pairing.first, pairing.second))
    return first, second


def people(key: str) -> dict[int, User]:
    """The accounts at the table, by side."""
    pairing = _find(key)
    if pairing is None:
        return {}
    entries = _entries(pairing)
    found = {side: entries.get(number) for side, number in enumerate((pairing.first, pairing.second))}
    return {side: entry.user for side, entry in found.items() if entry is not None and entry.user is not None}


def is_near(user: User, key: str) -> bool:
    """Whether somebody is too near to rule on it."""
    pairing = _find(key)
    return pairing is not None and review.is_rival(user, pairing.tournament)


def _entries(pairing: Pairing) -> dict[int | None, Entry]:
    numbers = (pairing.first, pairing.second)
    entries = Entry.objects.filter(tournament=pairing.tournament, number__in=numbers).select_related("user")
    return {entry.number: entry for entry in entries}


def _find(key: str) -> Pairing | None:
    return Pairing.objects.select_related("tournament").filter(pk=int(key)).first()


# What the referee decides


def settle(key: str, remedy: dict[str, Any] | None) -> None:
    """Enter what the referee decided; or (``None``) have what was before the referee's first word hold again.

    What somebody decided after the referee's word stands against taking that word back. Raises Refused (BAD_RULING) for
    a result that this match cannot have, or once the pairing is gone.
    """
    pairing = _find(key)
    if pairing is None:
        raise Refused("BAD_RULING")
    if remedy is not None:
        _enter(pairing, _decided(pairing, (remedy["first"], remedy["second"])))
        return
    told = review.told_of(pairing)
    if told and told[0].ruled:
        _enter(pairing, next((one.result for one in told if not one.ruled), None))


def _enter(pairing: Pairing, result: Result | None) -> None:
    standing = result_from_text(pairing.result)
    if result == standing:
        return
    try:
        if standing is None and result is not None:
            events.act(pairing.tournament, EnterResult(pairing.round, pairing.board, result), reason=review.RULED)
        else:
            change = ChangeResult(pairing.round, pairing.board, result, "keep")
            events.act(pairing.tournament, change, reason=review.RULED, games_stand=True)
    except Refusal as refusal:
        raise Refused("BAD_RULING") from refusal


def _decided(pairing: Pairing, amounts: tuple[int, int]) -> Result:
    """Who has more has won, unless a card says these amounts and another winner (boxes decide too).

    The cards that say these amounts say the rest; where they do not say the same, whatever both sides grant each other.
    """
    if min(amounts) < 0:
        raise Refused("BAD_RULING")
    first, second = amounts
    points = (DRAW, DRAW) if first == second else (WIN, LOSS) if first > second else (LOSS, WIN)
    counted = _counted(pairing.tournament)
    written = map(result_from_text, pairing.cards.filter(side__in=PLAYERS).values_list("result", flat=True))
    said = [card for card in written if card is not None and getattr(card, counted) == amounts]
    winners = {card.points for card in said}
    if len(winners) == 1:
        points = winners.pop()
    rest = {name: _least([getattr(card, name) for card in said]) for name in ("hand_points", "boxes", "games")}
    return Result(points, "played", **(rest | {counted: amounts}))


def _least(pairs: list[tuple[int, int]]) -> tuple[int, int]:
    return min((one for one, _other in pairs), default=0), min((other for _one, other in pairs), default=0)


SUBJECT = Subject(describe=describe, people=people, conflict=is_near, settle=settle)


def register() -> None:
    """Make it known to the desk."""
    subjects.register(Pairing.SUBJECT, SUBJECT)

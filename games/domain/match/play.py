"""Playing a match: ``verify`` says what is allowed, ``step`` does it, ``apply`` does both and tells what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.domain.actions import (
    SERVER,
    Action,
    ComeBack,
    Deal,
    DeclineVoid,
    DrawForDeal,
    Flag,
    OfferVoid,
    Ready,
    Resign,
    Rule,
    VoidDeal,
)
from games.domain.cards import DECK_SIZE
from games.domain.errors import Code, RuleViolation
from games.domain.events import HandVoided
from games.domain.match.ending import called_off_if_agreed, enter_round, finish, following, leave, without_away
from games.domain.match.rulings import rule, verify_ruling
from games.domain.match.state import Match, Transition, must_act, next_deal, stand_in, table_of
from games.domain.match.story import told

_new = tuple.__new__  # `Match._make` without its check and without a Python call


def verify(match: Match, seat: int, action: Action) -> None:
    """Raise ``RuleViolation`` unless ``seat`` (or the server) may do this now."""
    if isinstance(action, Rule):
        _require(seat == SERVER, Code.NOT_SEATED)
        verify_ruling(match, action)
    elif match.phase == "over":
        raise RuleViolation(Code.MATCH_OVER)
    elif isinstance(action, DrawForDeal | Deal | VoidDeal | Flag):
        _verify_server(match, seat, action)
    elif not 0 <= seat < match.seats:
        raise RuleViolation(Code.NOT_SEATED)
    elif isinstance(action, ComeBack):
        _require(bool(match.away >> seat & 1), Code.NOT_AWAY)
        _require(match.phase == "between", Code.WRONG_PHASE)
    elif isinstance(action, Ready):
        _require(match.phase == "between", Code.WRONG_PHASE)
        _require(not (match.ready | match.away) >> seat & 1, Code.ALREADY_DONE)
    elif isinstance(action, OfferVoid):
        _require(not (match.void_offers | match.away) >> seat & 1, Code.ALREADY_DONE)
    elif isinstance(action, DeclineVoid):
        _require(not match.away >> seat & 1, Code.ALREADY_DONE)
        _require(match.void_offers != 0, Code.NO_OFFER)
    elif isinstance(action, Resign):
        _require(not match.away >> seat & 1, Code.ALREADY_DONE)
    else:
        _require(bool(match.tables), Code.WRONG_PHASE)
        match.variant.hands.verify(match.rules, match.tables[table_of(match, seat)], seat, action)


def _require(holds: bool, code: Code) -> None:
    if not holds:
        raise RuleViolation(code)


def _verify_server(match: Match, seat: int, action: DrawForDeal | Deal | VoidDeal | Flag) -> None:
    """The server's own actions: nobody else makes them, and its decks are whole."""
    _require(seat == SERVER, Code.NOT_SEATED)
    match action:
        case DrawForDeal(deck):
            _require(match.phase == "draw_for_deal", Code.WRONG_PHASE)
            _require(_is_deck(deck), Code.BAD_DECK)
            _require(match.variant.seating.draw(match.rules, deck, match.seats) is not None, Code.BAD_DECK)
        case Deal(decks):
            _require(match.phase == "between", Code.WRONG_PHASE)
            needed = next_deal(match, early=True)
            _require(needed is not None and len(decks) == needed.decks and all(map(_is_deck, decks)), Code.BAD_DECK)
        case VoidDeal(hand_no):
            _require(match.phase == "between" and hand_no == match.hand_no + 1, Code.WRONG_PHASE)
        case Flag(flagged):
            # Between hands it is for a seed that the seat owes, of which the rules know nothing.
            _require(0 <= flagged < match.seats, Code.NOT_SEATED)
            _require(match.phase == "between" or flagged in must_act(match), Code.NOT_YOUR_TURN)
            _require(match.seats == 2 or not (match.computers | match.away) >> flagged & 1, Code.ALREADY_DONE)


def _is_deck(deck: tuple[int, ...]) -> bool:
    return len(deck) == DECK_SIZE and set(deck) == set(range(DECK_SIZE))


def step(match: Match, seat: int, action: Action) -> Match:
    """The match after a verified action. Checks nothing and tells nothing."""
    kind = type(action)
    variant, rules, seats, phase, hand_no, tables, pairings, sheet, ready, offers, end, computers, away, ruled = match
    try:
        move = variant.hands.steps[kind]
    except KeyError:
        return _STEPS[kind](match, seat, action)
    # A move in a hand. When the last table's hand is over, the round is entered on the sheet.
    if len(tables) == 1:
        hand = move(rules, tables[0], action)
        tables = (hand,)
    else:
        index = table_of(match, seat)
        hand = move(rules, tables[index], action)
        tables = (*tables[:index], hand, *tables[index + 1 :])
    after = (variant, rules, seats, phase, hand_no, tables, pairings, sheet, ready, offers, end, computers, away, ruled)
    match = _new(Match, after)
    return match if hand.outcome is None else _close_round(match)


def apply(match: Match, seat: int, action: Action) -> Transition:
    """Verify, step, and say what happened. Raises ``RuleViolation``, and then nothing has changed."""
    verify(match, seat, action)
    after = step(match, seat, action)
    return Transition(after, told(match, seat, action, after))


def _close_round(match: Match) -> Match:
    """Once every table's hand is over: onto the sheet, and on to the next deal or to the end."""
    outcomes = tuple(hand.outcome for hand in match.tables)
    if None in outcomes:
        return match
    match = enter_round(match, outcomes)
    reason = match.sheet.end_reason
    if reason is not None:
        return finish(match, reason, without_away(match, match.sheet.final()))
    pairings = following(match, match.pairings, outcomes)
    return match._replace(phase="between", pairings=pairings, ready=0)


def _draw_for_deal(match: Match, _seat: int, action: DrawForDeal) -> Match:
    drawn = match.variant.seating.draw(match.rules, action.deck, match.seats)
    assert drawn is not None
    # Nobody has a result to look at: the first hand is dealt at once.
    return match._replace(phase="between", pairings=drawn.pairings, ready=(1 << match.seats) - 1)


def _deal(match: Match, _seat: int, action: Deal) -> Match:
    hand_no = match.hand_no + 1
    hands, share = match.variant.hands, len(action.decks) // len(match.pairings)
    tables = tuple(
        hands.deal(
            match.rules,
            action.decks[index * share : (index + 1) * share],
            hand_no=hand_no,
            table=pairing.table,
            dealer=pairing.dealer,
            players=pairing.players,
        )
        for index, pairing in enumerate(match.pairings)
    )
    return match._replace(phase="play", hand_no=hand_no, tables=tables, ready=0, void_offers=0)


def _void_deal(match: Match, _seat: int, action: VoidDeal) -> Match:
    """The number is used up; whoever was to play that hand plays the next."""
    outcomes = tuple(HandVoided(action.hand_no, pairing.table, "undealt") for pairing in match.pairings)
    return enter_round(match._replace(hand_no=action.hand_no), outcomes)


def _flag(match: Match, _seat: int, action: Flag) -> Match:
    """A pass, the best defence, or as if the seat had resigned (RULES 1.8)."""
    instead = stand_in(match, action.seat)
    return leave(match, action.seat, "flagged") if instead is None else step(match, action.seat, instead)


def _resign(match: Match, seat: int, _action: Resign) -> Match:
    return leave(match, seat, "resigned")


def _come_back(match: Match, seat: int, _action: ComeBack) -> Match:
    return match._replace(away=match.away & ~(1 << seat))


def _ready(match: Match, seat: int, _action: Ready) -> Match:
    return match._replace(ready=match.ready | 1 << seat)


def _offer_void(match: Match, seat: int, _action: OfferVoid) -> Match:
    """The last seat to offer ends the match without a winner; whoever is away is not asked."""
    return called_off_if_agreed(match._replace(void_offers=match.void_offers | 1 << seat))


def _decline_void(match: Match, _seat: int, _action: DeclineVoid) -> Match:
    return match._replace(void_offers=0)


def _rule(match: Match, _seat: int, action: Rule) -> Match:
    """As the referee says. If that leaves the round in play without a hand, it is over."""
    return _close_round(match) if (match := rule(match, action)).phase == "play" else match


_STEPS: dict[type, Callable[[Match, int, Any], Match]] = {
    DrawForDeal: _draw_for_deal,
    Deal: _deal,
    VoidDeal: _void_deal,
    Flag: _flag,
    Ready: _ready,
    Resign: _resign,
    ComeBack: _come_back,
    OfferVoid: _offer_void,
    DeclineVoid: _decline_void,
    Rule: _rule,
}

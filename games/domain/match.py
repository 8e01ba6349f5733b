"""A match: hands dealt one after another until the sheet says that it is over.

The state is a value. ``verify`` is the single statement of every rule, ``step`` the only code that changes state
(trusted, silent, the computer players' hot path), ``apply`` the server's only door: verify + step + what happened.
Time and chance are inputs: the server brings decks as ``Deal`` and says that time ran out as ``Flag``.

The match decides what is common to all games: the draw, dealing, the pause between hands, leaving (RULES 1.8) and the
end (RULES 1.7). How a hand is played, who deals next and what the points amount to is the variant's affair.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from games.domain.actions import (
    SERVER,
    Action,
    Deal,
    DeclineVoid,
    Defend,
    DrawForDeal,
    Flag,
    OfferVoid,
    PlayerAction,
    Ready,
    Resign,
)
from games.domain.cards import DECK_SIZE
from games.domain.errors import Code, RuleViolation
from games.domain.events import (
    DealDrawn,
    EndReason,
    Event,
    Flagged,
    MatchEnded,
    Resigned,
    SeatReady,
    VoidDeclined,
    VoidOffered,
    VoidReason,
)
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import Reckoning, Sheet
from games.domain.seating import Pairings
from games.domain.variants import Variant

MatchPhase = Literal["draw_for_deal", "play", "between", "over"]


class Match(NamedTuple):
    """Everything about a match but time and people. Seats are numbers from 0; sets of seats are masks."""

    variant: Variant
    rules: RuleSet
    seats: int
    phase: MatchPhase
    hand_no: int  # of the hands on the tables; 0 before the first deal
    tables: tuple[Any, ...]  # the hands in play, or just ended
    pairings: Pairings  # who faces whom, in play or at the next deal
    sheet: Sheet
    ready: int  # seats that have seen the result
    void_offers: int  # seats that would end the match without a winner
    end: MatchEnded | None


_new = tuple.__new__  # `Match._make` without its check and without a Python call


class DealNeeded(NamedTuple):
    """What the server has to bring: ``DrawForDeal`` for hand 0, else ``Deal`` with one deck for each table."""

    hand_no: int
    tables: int


class Transition(NamedTuple):
    """What an action made of the match, and what there is to tell."""

    match: Match
    events: tuple[Event, ...]


def new_match(variant: Variant, seats: int, rules: RuleSet | None = None) -> Match:
    """A match in which nothing has happened; the draw for deal comes first.

    Raises ValueError for a number of seats that the variant does not take.
    """
    if seats not in variant.seating.seats:
        raise ValueError(f"{variant.name} is not played by {seats}")
    rules = variant.rules if rules is None else rules
    return Match(variant, rules, seats, "draw_for_deal", 0, (), (), variant.sheet(rules, seats), 0, 0, None)


def next_deal(match: Match, *, early: bool = False) -> DealNeeded | None:
    """What the server has to bring now: the draw, or the next hand once every seat is ready.

    With ``early`` seats that are not ready are not waited for: the pause between hands has run out.
    """
    if match.phase == "draw_for_deal":
        return DealNeeded(0, 1)
    if match.phase == "between" and (early or all_ready(match)):
        return DealNeeded(match.hand_no + 1, match.variant.seating.tables)
    return None


def all_ready(match: Match) -> bool:
    """Whether every seat has seen the last hand's result."""
    return match.ready == (1 << match.seats) - 1


def must_act(match: Match) -> tuple[int, ...]:
    """The seats whose clocks run."""
    if match.phase != "play":
        return ()
    must_act_in = match.variant.hands.must_act
    if len(match.tables) == 1:
        return must_act_in(match.tables[0])
    return tuple(seat for hand in match.tables for seat in must_act_in(hand))


def legal_actions(match: Match, seat: int) -> tuple[Action, ...]:
    """What the seat may do to move the match on: in the hand, or ``Ready`` after it.

    Arrangements are left to the server, and a false knock under ``expose`` is not listed, although ``verify`` allows
    it. What is allowed at any time is in ``standing_actions``.
    """
    if match.phase == "play":
        tables = match.tables
        hand = tables[0] if len(tables) == 1 else tables[_table_of(match, seat)]
        return match.variant.hands.legal_actions(match.rules, hand, seat)
    if match.phase == "between" and 0 <= seat < match.seats and not match.ready >> seat & 1:
        return (Ready(),)
    return ()


def standing_actions(match: Match, seat: int) -> tuple[Action, ...]:
    """What a seat may do at any time until the match is over: resign, and offer or decline to call it off."""
    if match.phase == "over" or not 0 <= seat < match.seats:
        return ()
    offer: tuple[Action, ...] = () if match.void_offers >> seat & 1 else (OfferVoid(),)
    decline: tuple[Action, ...] = (DeclineVoid(),) if match.void_offers else ()
    return (Resign(), *offer, *decline)


def verify(match: Match, seat: int, action: Action) -> None:
    """Raise ``RuleViolation`` unless ``seat`` (or the server) may do this now."""
    if match.phase == "over":
        raise RuleViolation(Code.MATCH_OVER)
    if isinstance(action, DrawForDeal | Deal | Flag):
        _verify_server(match, seat, action)
    elif not 0 <= seat < match.seats:
        raise RuleViolation(Code.NOT_SEATED)
    elif isinstance(action, Ready):
        _require(match.phase == "between", Code.WRONG_PHASE)
        _require(not match.ready >> seat & 1, Code.ALREADY_DONE)
    elif isinstance(action, OfferVoid):
        _require(not match.void_offers >> seat & 1, Code.ALREADY_DONE)
    elif isinstance(action, DeclineVoid):
        _require(match.void_offers != 0, Code.NO_OFFER)
    elif not isinstance(action, Resign):
        _require(bool(match.tables), Code.WRONG_PHASE)
        match.variant.hands.verify(match.rules, match.tables[_table_of(match, seat)], seat, action)


def _require(holds: bool, code: Code) -> None:
    if not holds:
        raise RuleViolation(code)


def _verify_server(match: Match, seat: int, action: DrawForDeal | Deal | Flag) -> None:
    """The server's own actions: nobody else makes them, and its decks are whole."""
    _require(seat == SERVER, Code.NOT_SEATED)
    match action:
        case DrawForDeal(deck):
            _require(match.phase == "draw_for_deal", Code.WRONG_PHASE)
            _require(_is_deck(deck), Code.BAD_DECK)
            _require(match.variant.seating.draw(match.rules, deck, match.seats) is not None, Code.BAD_DECK)
        case Deal(decks):
            _require(match.phase == "between", Code.WRONG_PHASE)
            _require(len(decks) == len(match.pairings) and all(map(_is_deck, decks)), Code.BAD_DECK)
        case Flag(flagged):
            _require(0 <= flagged < match.seats, Code.NOT_SEATED)
            _require(flagged in must_act(match), Code.NOT_YOUR_TURN)


def _is_deck(deck: tuple[int, ...]) -> bool:
    return len(deck) == DECK_SIZE and set(deck) == set(range(DECK_SIZE))


def step(match: Match, seat: int, action: Action) -> Match:
    """The match after a verified action. Checks nothing and tells nothing."""
    kind = type(action)
    if kind in _STEPS:
        return _STEPS[kind](match, seat, action)
    # A move in a hand. When the last table's hand is over, the round is entered on the sheet.
    variant, rules, seats, phase, hand_no, tables, pairings, sheet, ready, void_offers, end = match
    if len(tables) == 1:
        hand = variant.hands.steps[kind](rules, tables[0], action)
        tables = (hand,)
    else:
        index = _table_of(match, seat)
        hand = variant.hands.steps[kind](rules, tables[index], action)
        tables = (*tables[:index], hand, *tables[index + 1 :])
    match = _new(Match, (variant, rules, seats, phase, hand_no, tables, pairings, sheet, ready, void_offers, end))
    return match if hand.outcome is None else _close_round(match)


def apply(match: Match, seat: int, action: Action) -> Transition:
    """Verify, step, and say what happened. Raises ``RuleViolation``, and then nothing has changed."""
    verify(match, seat, action)
    after = step(match, seat, action)
    return Transition(after, _told(match, seat, action, after))


def _table_of(match: Match, seat: int) -> int:
    """The index of the table at which the seat plays; 0 for those who sit out, whom the hand refuses."""
    if len(match.tables) == 1:
        return 0
    for index, hand in enumerate(match.tables):
        if seat in hand.players:
            return index
    return 0


def _close_round(match: Match) -> Match:
    """Once every table's hand is over: onto the sheet, and on to the next deal or to the end."""
    outcomes = tuple(hand.outcome for hand in match.tables)
    if None in outcomes:
        return match
    match = match._replace(sheet=match.sheet.enter_round(outcomes))
    reason = match.sheet.end_reason
    if reason is not None:
        return _finish(match, reason, match.sheet.final())
    pairings = match.variant.seating.after(match.rules, match.pairings, outcomes)
    return match._replace(phase="between", pairings=pairings, ready=0)


def _finish(match: Match, reason: EndReason, reckoning: Reckoning) -> Match:
    end = MatchEnded(reason, reckoning.winner, reckoning.lines, reckoning.totals, reckoning.settlement)
    return match._replace(phase="over", end=end)


def _void_hands(match: Match, reason: VoidReason) -> Match:
    """The hands still in play end without a score."""
    if match.phase != "play":
        return match
    rules = match.variant.hands
    tables = tuple(rules.void(hand, reason) if hand.outcome is None else hand for hand in match.tables)
    return match._replace(tables=tables, sheet=match.sheet.enter_round([hand.outcome for hand in tables]))


def _draw_for_deal(match: Match, _seat: int, action: DrawForDeal) -> Match:
    drawn = match.variant.seating.draw(match.rules, action.deck, match.seats)
    assert drawn is not None
    # Nobody has a result to look at: the first hand is dealt at once.
    return match._replace(phase="between", pairings=drawn.pairings, ready=(1 << match.seats) - 1)


def _deal(match: Match, _seat: int, action: Deal) -> Match:
    hand_no = match.hand_no + 1
    tables = tuple(
        match.variant.hands.deal(
            match.rules, deck, hand_no=hand_no, table=table, dealer=pairing.dealer, players=pairing.players
        )
        for table, (deck, pairing) in enumerate(zip(action.decks, match.pairings, strict=True))
    )
    return match._replace(phase="play", hand_no=hand_no, tables=tables, ready=0, void_offers=0)


def _flag(match: Match, _seat: int, action: Flag) -> Match:
    """A pass, the best defence, or the loss of the match (RULES 1.8)."""
    stand_in = _stand_in(match, action.seat)
    return _forfeit(match, action.seat, "flagged") if stand_in is None else step(match, action.seat, stand_in)


def _stand_in(match: Match, seat: int) -> PlayerAction | None:
    return match.variant.hands.timeout(match.tables[_table_of(match, seat)])


def _resign(match: Match, seat: int, _action: Resign) -> Match:
    return _forfeit(match, seat, "resigned")


def _forfeit(match: Match, seat: int, reason: EndReason) -> Match:
    """The other side wins whatever the totals; the hand in play is void (RULES 1.8)."""
    match = _void_hands(match, "left")
    winner = match.variant.seating.opponent(seat)
    return _finish(match, reason, match.sheet.final(winner))


def _ready(match: Match, seat: int, _action: Ready) -> Match:
    return match._replace(ready=match.ready | 1 << seat)


def _offer_void(match: Match, seat: int, _action: OfferVoid) -> Match:
    """The last seat to offer ends the match without a winner."""
    match = match._replace(void_offers=match.void_offers | 1 << seat)
    if match.void_offers != (1 << match.seats) - 1:
        return match
    match = _void_hands(match, "agreed")
    return _finish(match, "agreed", match.sheet.final()._replace(winner=None, settlement=0))


def _decline_void(match: Match, _seat: int, _action: DeclineVoid) -> Match:
    return match._replace(void_offers=0)


_STEPS: dict[type, Callable[[Match, int, Any], Match]] = {
    DrawForDeal: _draw_for_deal,
    Deal: _deal,
    Flag: _flag,
    Ready: _ready,
    Resign: _resign,
    OfferVoid: _offer_void,
    DeclineVoid: _decline_void,
}


def _told(before: Match, seat: int, action: Action, after: Match) -> tuple[Event, ...]:
    """What happened, in order: the act, what it did to the hand, the end of the match."""
    told = _act_told(before, seat, action, after)
    return told if after.end is None else (*told, after.end)


def _act_told(before: Match, seat: int, action: Action, after: Match) -> tuple[Event, ...]:
    match action:
        case DrawForDeal(deck):
            drawn = before.variant.seating.draw(before.rules, deck, before.seats)
            assert drawn is not None
            return (DealDrawn(drawn.rounds, drawn.pairings[0].dealer),)
        case Deal():
            return tuple(before.variant.hands.dealt_event(hand) for hand in after.tables)
        case Ready():
            return (SeatReady(seat),)
        case Resign():
            return (Resigned(seat), *_voids_told(before, after))
        case OfferVoid():
            return (VoidOffered(seat), *_voids_told(before, after))
        case DeclineVoid():
            return (VoidDeclined(seat),)
        case Flag(flagged):
            stand_in = _stand_in(before, flagged)
            if stand_in is None:
                return (Flagged(flagged, "lose"), *_voids_told(before, after))
            acted: Literal["pass", "defend"] = "defend" if isinstance(stand_in, Defend) else "pass"
            return (Flagged(flagged, acted), *_hand_told(before, flagged, stand_in, after))
        case _:
            return _hand_told(before, seat, action, after)


def _hand_told(before: Match, seat: int, action: PlayerAction, after: Match) -> tuple[Event, ...]:
    index = _table_of(before, seat)
    return before.variant.hands.events(before.tables[index], action, after.tables[index])


def _voids_told(before: Match, after: Match) -> tuple[Event, ...]:
    """The hands that leaving or an agreement cut short."""
    hands = zip(before.tables, after.tables, strict=True)
    return tuple(now.outcome for was, now in hands if was.outcome is None and now.outcome is not None)

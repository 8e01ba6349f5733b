"""What each seat may know of the cards, said from RULES 1.5, 2c and 2d and not by way of the views.

A view is looked at in the form in which it would travel: whatever card is named there has to be known to its reader.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from games.bots.simulation.referee import require
from games.domain.cards import FULL_DECK, format_hand, hand_of, parse_card
from games.domain.events import Event
from games.domain.hands.gin import GinHand
from games.domain.hands.rummy import RummyHand
from games.domain.match import Match
from games.domain.perspective import follows, redact, view

_CARD = re.compile(r"\b[A2-9TJQK][SHDC]\b")

Hand = GinHand | RummyHand


class Wire(NamedTuple):
    """How views and events travel: as values of JSON, with cards as text."""

    view: Callable[[Any], dict[str, Any]]
    event: Callable[[Event], dict[str, Any]]


def watch_views(match: Match, wire: Wire) -> None:
    """Require that no view, not a spectator's either, names a card that its reader may not know."""
    for reader in (*range(match.seats), None):
        plain = wire.view(view(match, reader))
        for hand, part in _by_table(match, reader, plain):
            _require_known(named_in(part), known_to(match, hand, reader), f"the view of {_named(reader)}")


def watch_events(before: Match, after: Match, events: Sequence[Event], wire: Wire) -> None:
    """Require that nobody is told of a card that was not to be known before the event or after it."""
    for reader in (*range(after.seats), None):
        open_to = follows(after, reader)
        for event in events:
            hand = _hand_of(after, event)
            if hand is None:
                continue
            known = known_to(after, hand, reader) | hand_of(hand.pile)
            was = _hand_of(before, event)
            if was is not None and was.dealt == hand.dealt:
                known |= known_to(before, was, reader)
            named = named_in(wire.event(redact(event, reader, open_to)))
            _require_known(named, known, f"what {type(event).__name__} tells {_named(reader)}")


def known_to(match: Match, hand: Hand, reader: int | None) -> int:
    """The mask of the cards of one hand that the reader may know."""
    if hand.outcome is not None:
        return FULL_DECK
    known = hand_of(hand.pile if match.rules.discard_history == "open" else hand.pile[-1:])
    for taken in hand.taken:
        known |= hand_of(taken)
    readers = _open_to(match, hand, reader)
    for place, seat in enumerate(hand.players):
        if seat in readers or (isinstance(hand, GinHand) and _lies_open(hand, place)):
            known |= hand.hands[place]
    if isinstance(hand, RummyHand):
        for meld in hand.melds:
            known |= meld.cards
        return known
    known |= 1 << hand.dealt.upcard
    if hand.showdown is not None and hand.showdown.discard >= 0 and hand.players[hand.showdown.place] in readers:
        known |= 1 << hand.showdown.discard
    return known


def named_in(plain: object) -> int:
    """The mask of the cards that a value of JSON names, wherever they stand."""
    return hand_of(map(parse_card, set(_CARD.findall(json.dumps(plain)))))


def _lies_open(hand: GinHand, place: int) -> bool:
    return bool(hand.exposed >> place & 1) or (hand.showdown is not None and hand.showdown.place == place)


def _open_to(match: Match, hand: Hand, reader: int | None) -> set[int]:
    """The seats whose hand the reader sees: the own; the adviser the captain's; by option the partner's."""
    if reader is None:
        return set()
    seats = {reader}
    if match.variant.name == "in-the-box" and reader not in hand.players:
        seats.add(hand.players[0])  # the captain acts first
    if match.variant.name == "partnership" and getattr(match.rules, "partner_advice", "off") == "layoff_only":
        partner = (reader + 2) % 4
        finished = all(other.outcome is not None for other in match.tables if reader in other.players)
        if finished and hand.phase == "layoff" and hand.players[hand.place] == partner:
            seats.add(partner)
    return seats


def _by_table(match: Match, reader: int | None, plain: dict[str, Any]) -> Iterator[tuple[Hand, object]]:
    """A view taken apart: what it says of each table, and of the cards before each seat."""
    if not match.tables:
        require(not named_in(plain), f"a card in the view of {_named(reader)} before the first deal")
        return
    own = next((hand for hand in match.tables if reader in hand.players), match.tables[0])
    yield own, {name: part for name, part in plain.items() if name not in ("seats", "beside")}
    for hand in match.tables:
        yield hand, [plain["seats"][seat] for seat in hand.players]
        yield hand, [other for other in plain["beside"] if other["table"] == hand.dealt.table]


def _hand_of(match: Match, event: Event) -> Hand | None:
    """The hand that an event is about, if it is about one."""
    table, seat = getattr(event, "table", None), getattr(event, "seat", None)
    hand: Hand
    for hand in match.tables:
        if hand.dealt.table == table or (table is None and seat in hand.players):
            return hand
    return None


def _require_known(named: int, known: int, where: str) -> None:
    require(not named & ~known, f"{where} names {format_hand(named & ~known)}")


def _named(reader: int | None) -> str:
    return "a spectator" if reader is None else f"seat {reader}"

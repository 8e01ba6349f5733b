"""Whether a deal was the promised one: a finished hand's deal as a file, and the checks that anybody can make on it.

The file holds what ``docs/fair-deal.md`` lists: the server's commitment and its seed, each seat's, the decks and the
cards dealt from them. ``check`` believes none of it that can be computed; ``static/js/fair/proof.js`` does the same in
the browser, and both answer the vectors of ``tests/vectors/fair-deal.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.application import store
from games.application.chain import Row
from games.application.fold import counted, inputs
from games.application.seats import seat_names
from games.domain.actions import Deal, DrawForDeal
from games.domain.cards import format_card, format_hand, hand_of, parse_card
from games.domain.events import DealDrawn, Event, HandDealt, RummyDealt
from games.domain.shuffle import SEED_SIZE, commit, commit_player, hand_id, shuffle
from games.models import Match

Plain = dict[str, Any]

FORM = "ginrummy-deal-1"
"""The form of the file; its first member names it."""


class NoDeal(ValueError):  # noqa: N818
    """What was given is no deal at all."""


class Check(NamedTuple):
    """One thing that was checked. ``about``: the seat, the deck's label or the table, where there are several."""

    key: str  # server, seat, distinct, deck, draw, hands
    holds: bool
    about: str = ""
    by: str | None = None  # of a seat: whose seed it is, "player" or "server"


# From the log to the file


@dataclass(slots=True)
class _Exchange:
    """What the rows of a log say about the seeds of one hand."""

    offered: Row
    promise: Plain
    committed: dict[int, str] = field(default_factory=dict)
    revealed: dict[int, str] = field(default_factory=dict)
    dealt: Row | None = None
    seeds: list[Plain] = field(default_factory=list)
    opened: Row | None = None
    seed: str = ""


def opened_hands(rows: Sequence[Row]) -> dict[int, int]:
    """The hands whose seed is opened, with when it was (ms). 0 is the draw."""
    found = {number: exchange.opened for number, exchange in _exchanges(rows).items()}
    return {number: row.at for number, row in found.items() if row is not None}


def are_numbered(rows: Sequence[Row]) -> bool:
    """Whether the hands that were promised are numbered from 0 without gaps: none has been kept out of sight."""
    return list(_exchanges(rows)) == list(range(len(_exchanges(rows))))


def deal_of(match: Match, hand_no: int) -> Plain | None:
    """The file of one hand; ``None`` while the hand is not over.

    Raises Diverged or LostKey for a log that cannot be folded.
    """
    rows = store.read_since(match.pk, 0)
    exchange = _exchanges(rows).get(hand_no)
    if exchange is None or exchange.opened is None:
        return None
    names = seat_names(match)
    dealt = exchange.dealt
    return {
        "form": FORM,
        "match": match.code,
        "hand": hand_no,
        "id": hand_id(match.code, hand_no),
        "game": match.variant,
        "commitment": exchange.promise["commitment"],
        "seed": exchange.seed,
        "seats": [one | {"name": names[one["seat"]]} for one in _seats(exchange)],
        **(_cards(match, rows, dealt) if dealt is not None else {"decks": [], "draw": None, "hands": []}),
        "at": {
            "offered": exchange.offered.at,
            "dealt": None if dealt is None else dealt.at,
            "opened": exchange.opened.at,
        },
    }


def _exchanges(rows: Sequence[Row]) -> dict[int, _Exchange]:
    """Every hand's exchange of seeds, by number; what was lost with a deal key is left out."""
    found: dict[int, _Exchange] = {}
    for row in counted(rows):
        if row.kind not in _TAKEN:
            continue
        payload = json.loads(row.payload)
        if row.kind == "seed_committed":
            found[payload["hand"]] = _Exchange(row, payload)
        else:
            _take(found[payload["hand"]], row, payload)
    return found


_TAKEN = frozenset({"seed_committed", "player_committed", "player_revealed", "deal", "hand_opened"})


def _take(exchange: _Exchange, row: Row, payload: Plain) -> None:
    match row.kind:
        case "player_committed":
            exchange.committed[row.seat] = payload["commitment"]
        case "player_revealed":
            exchange.revealed[row.seat] = payload["seed"]
        case "deal":
            exchange.dealt, exchange.seeds = row, payload["seats"]
        case "hand_opened":
            exchange.opened, exchange.seed = row, payload["seed"]


def _seats(exchange: _Exchange) -> Iterator[Plain]:
    """Each seat's seed and the commitment to it. Of a hand that was never dealt, what is known."""
    defaults = {offer["seat"]: offer["default"] for offer in exchange.promise["seats"]}
    dealt = {one["seat"]: one for one in exchange.seeds}
    for seat in dealt or defaults:
        own = exchange.committed.get(seat)
        yield {
            "seat": seat,
            "by": "server" if own is None else "player",
            "commitment": defaults[seat] if own is None else own,
            "seed": dealt[seat]["seed"] if dealt else exchange.revealed.get(seat),
        }


def _cards(match: Match, rows: Sequence[Row], dealt: Row) -> Plain:
    """The decks as they were played with, and what was dealt from them."""
    taken = next(one for one in inputs(match.pk, match.code, rows) if one.row.number == dealt.number)
    if isinstance(taken.action, DrawForDeal):
        draw = next(event for event in taken.events if isinstance(event, DealDrawn))
        rounds = [[None if card is None else format_card(card) for card in one] for one in draw.rounds]
        return {"decks": [_deck("draw", taken.action.deck)], "draw": rounds, "hands": []}
    assert isinstance(taken.action, Deal)
    decks, hands = taken.action.decks, [event for event in taken.events if isinstance(event, HandDealt | RummyDealt)]
    share = len(decks) // len(hands)  # decks a table
    return {
        "decks": [_deck(_label(1, number), deck) for number, deck in enumerate(decks)],
        "draw": None,
        "hands": [_hand(event, place * share) for place, event in enumerate(hands)],
    }


def _hand(event: Event, deck: int) -> Plain:
    assert isinstance(event, HandDealt | RummyDealt)
    return {
        "table": event.table,
        "deck": deck,
        "dealer": event.dealer,
        "players": list(event.players),
        "cards": [format_hand(hand or 0) for hand in event.hands],
        "upcard": format_card(event.upcard),
    }


def _deck(label: str, deck: Sequence[int]) -> Plain:
    return {"label": label, "cards": " ".join(map(format_card, deck))}


def _label(hand_no: int, number: int) -> str:
    """The label of a hand's deck of this number, from 0."""
    if hand_no == 0:
        return "draw"
    return "deal" if number == 0 else f"deal{number + 1}"


# The checks


def check(deal: Any) -> list[Check]:
    """Check a deal from the numbers in it alone, in the order in which one would do it by hand. Raises NoDeal."""
    try:
        return list(_checks(deal))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise NoDeal("this is not a deal") from error


def _checks(deal: Plain) -> Iterator[Check]:
    hand_no = deal["hand"]
    if deal["form"] != FORM or deal["id"] != hand_id(deal["match"], hand_no):
        raise NoDeal("this is not a deal")
    seed = _bytes(deal["seed"])
    whole = len(seed) == SEED_SIZE
    yield Check("server", whole and commit(deal["id"], seed) == deal["commitment"])
    for one in deal["seats"]:
        yield Check("seat", _seat_holds(deal, one), str(one["seat"]), one["by"])
    yield Check("distinct", _are_distinct(deal))
    if not deal["decks"]:
        return
    seeds = [_bytes(one["seed"] or "") for one in deal["seats"]]
    for number, deck in enumerate(deal["decks"]):
        holds = whole and deck["label"] == _label(hand_no, number)
        holds = holds and _deck(deck["label"], shuffle(seed, deal["id"], seeds, deck["label"])) == deck
        yield Check("deck", holds, deck["label"])
    yield from _cards_hold(deal)


def _bytes(text: str) -> bytes:
    """From lower-case hex and nothing else."""
    found = bytes.fromhex(text)
    if found.hex() != text:
        raise ValueError("not hex")
    return found


def _seat_holds(deal: Plain, one: Plain) -> bool:
    """Whether a seat's seed is the committed one; only a hand that was never dealt may lack it."""
    if one["seed"] is None:
        return not deal["decks"]
    seed = _bytes(one["seed"])
    fits = len(seed) == SEED_SIZE if one["by"] == "server" else one["by"] == "player" and 16 <= len(seed) <= 64
    return fits and commit_player(deal["match"], deal["hand"], one["seat"], seed) == one["commitment"]


def _are_distinct(deal: Plain) -> bool:
    """Seats stand in order, each once, and no two commitments are the same."""
    given = [deal["commitment"], *(one["commitment"] for one in deal["seats"] if one["commitment"] is not None)]
    seats = [one["seat"] for one in deal["seats"]]
    return seats == sorted(set(seats)) and len(set(given)) == len(given)


def _cards_hold(deal: Plain) -> Iterator[Check]:
    """Whether the cards were dealt off the top, one at a time."""
    packs = [[parse_card(card) for card in deck["cards"].split()] for deck in deal["decks"]]
    if deal["draw"] is not None:
        drawn = [parse_card(card) for cards in deal["draw"] for card in cards if card is not None]
        yield Check("draw", drawn == packs[0][: len(drawn)])
        return
    share = len(packs) // len(deal["hands"])  # decks a table
    for number, hand in enumerate(deal["hands"]):
        pack, cards = packs[hand["deck"]], [one.split() for one in hand["cards"]]
        top = len(cards) * len(cards[0])
        dealt = [hand_of(pack[place : top : len(cards)]) for place in range(len(cards))]
        same = hand["deck"] == number * share and dealt == [hand_of(map(parse_card, one)) for one in cards]
        yield Check("hands", same and format_card(pack[top]) == hand["upcard"], str(hand["table"]))

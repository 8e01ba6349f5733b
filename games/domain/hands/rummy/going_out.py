"""Whether, and how, all cards can leave a hand in one turn: by melds, lay-offs and one discard together (RULES 2g).

What can be laid off is small: along each end of a run on the table some first cards of the chain that continues it, on
a set its fourth card. Every choice of those is tried; the cards that stay must fall into melds, all but the one shed.
A card laid on a meld made in the same turn is no case of its own: it makes the longer meld.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.domain.cards import iter_cards
from games.domain.hands.rummy.melds import Ace, meld_book
from games.domain.hands.rummy.state import NO_CARD


class WayOut(NamedTuple):
    """Steps that end the hand, each allowed when its turn comes: melds, then lay-offs, then the discard."""

    melds: tuple[int, ...]
    layoffs: tuple[tuple[int, int], ...]  # (card, number of the meld on the table)
    discard: int  # NO_CARD if the last card is melded or laid off


class Terms(NamedTuple):
    """What this turn has to keep to."""

    ace: Ace
    banned: int = 0  # a mask: the card from the pile, which may not be shed
    must_discard: bool = False  # the last card has to be shed
    most_melds: int = 13


def chains(cards: int, table: Sequence[int], ace: Ace) -> list[tuple[tuple[int, int], ...]]:
    """The ways in which some cards could grow the table's melds: each a chain of lay-offs, one after the other."""
    growth = meld_book(ace).growth
    found = []
    for index, meld in enumerate(table):
        for first in iter_cards(growth[meld] & cards):
            chain, grown, card = [], meld, 1 << first
            while card:
                chain.append((card.bit_length() - 1, index))
                before, grown = growth[grown], grown | card
                card = growth[grown] & ~before & cards  # only what this very card has made room for
            found.append(tuple(chain))
    return found


def layoff_choices(cards: int, table: Sequence[int], ace: Ace) -> dict[int, tuple[tuple[int, int], ...]]:
    """Every set of cards that can be laid off together, as a mask, and an order in which it can be done."""
    choices: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
    for chain in chains(cards, table, ace):
        for laid, order in tuple(choices.items()):
            for card, index in chain:
                if laid >> card & 1:
                    break  # another chain has it: what would follow has lost its place here
                laid, order = laid | 1 << card, (*order, (card, index))
                choices.setdefault(laid, order)
    return choices


def way_out(cards: int, table: Sequence[int], terms: Terms) -> WayOut | None:
    """A way to part with all of ``cards`` now, lay-offs on the table's melds included; ``None`` if there is none."""
    for laid, order in layoff_choices(cards, table, terms.ace).items():
        found = _laid_out(cards ^ laid, terms, terms.most_melds, may_shed=True)
        if found is not None:
            return WayOut(found.melds, order, found.discard)
    return None


def _laid_out(rest: int, terms: Terms, melds_left: int, *, may_shed: bool) -> WayOut | None:
    """These cards in melds, all but at most one that is shed; the lowest card goes first."""
    if not rest:
        return None if terms.must_discard and may_shed else WayOut((), (), NO_CARD)
    bit = rest & -rest
    lowest = bit.bit_length() - 1
    if melds_left:
        for meld in meld_book(terms.ace).by_lowest[lowest]:
            if meld & rest == meld:
                found = _laid_out(rest ^ meld, terms, melds_left - 1, may_shed=may_shed)
                if found is not None:
                    return found._replace(melds=(meld, *found.melds))
    if may_shed and not bit & terms.banned:
        found = _laid_out(rest ^ bit, terms, melds_left, may_shed=False)
        if found is not None:
            return found._replace(discard=lowest)
    return None

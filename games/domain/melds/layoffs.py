"""Laying off: what fits on a meld, the defender's best answer, and the arrangement that offers least.

Lay-offs and the defender's own melds are one question (EC-20, EC-21). What can leave the hand is small: on each end
of a run some first cards of the chain that continues it, on a three-card set its fourth. Every combination is tried,
and the cards that stay are priced by :func:`~games.domain.melds.deadwood.min_deadwood`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from games.domain.cards import format_card, format_hand, iter_cards
from games.domain.errors import Code, RuleViolation
from games.domain.melds.deadwood import Arrangement, arrangements, best_arrangement, min_deadwood
from games.domain.melds.tables import IN_EVERY_SUIT, RANK_COUNT

Layoff = tuple[int, int]
"""A card and the index of the table meld it is laid on."""


class Defence(NamedTuple):
    """A defender's answer to a knock. Each lay-off is valid when its turn comes."""

    melds: tuple[int, ...]
    layoffs: tuple[Layoff, ...]
    deadwood: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


class FixedLayoffs(NamedTuple):
    """What a defender has after some lay-offs: the best melds of the cards left, and where each of those now fits."""

    melds: tuple[int, ...]
    deadwood: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here
    fits: dict[int, tuple[int, ...]]


_ACES = IN_EVERY_SUIT
_KINGS = IN_EVERY_SUIT << RANK_COUNT - 1


class _Way(NamedTuple):
    """Cards that may go to one meld, one after the other: the chain at a run's end, or a set's fourth card."""

    meld: int
    cards: tuple[int, ...]


def _is_set(meld: int) -> bool:
    lowest = meld & -meld
    return not meld & lowest << 1


def fits(card: int, meld: int) -> bool:
    """Whether a card may be laid on a meld as it lies now: a set's fourth card, a run's next at either end."""
    lowest = (meld & -meld).bit_length() - 1
    if _is_set(meld):
        return card % RANK_COUNT == lowest % RANK_COUNT and not meld >> card & 1
    highest = meld.bit_length() - 1
    below, above = card == lowest - 1, card == highest + 1
    return (below or above) and card // RANK_COUNT == lowest // RANK_COUNT


def lay_off(table_melds: Sequence[int], layoffs: Sequence[Layoff]) -> tuple[int, ...]:
    """The table's melds after some lay-offs, made in order, so that a card may follow one just laid (EC-22).

    Raises RuleViolation LAYOFF_DOES_NOT_FIT.
    """
    melds = list(table_melds)
    for card, index in layoffs:
        if not (0 <= index < len(melds) and fits(card, melds[index])):
            raise RuleViolation(Code.LAYOFF_DOES_NOT_FIT, card=format_card(card))
        melds[index] |= 1 << card
    return tuple(melds)


def _ways(hand: int, table_melds: Sequence[int]) -> list[_Way]:
    """Where cards of ``hand`` could go, runs before sets."""
    below, above = hand & ~_KINGS, hand & ~_ACES  # no king lies below a run, no ace above one
    runs, sets = [], []
    for index, meld in enumerate(table_melds):
        lowest = meld & -meld
        if _is_set(meld):
            fourth = hand & ~meld & (IN_EVERY_SUIT << (lowest.bit_length() - 1) % RANK_COUNT)
            if fourth:
                sets.append(_Way(index, (fourth.bit_length() - 1,)))
            continue
        card = lowest >> 1
        if below & card:
            chain = []
            while below & card:
                chain.append(card.bit_length() - 1)
                card >>= 1
            runs.append(_Way(index, tuple(chain)))
        card = 1 << meld.bit_length()
        if above & card:
            chain = []
            while above & card:
                chain.append(card.bit_length() - 1)
                card <<= 1
            runs.append(_Way(index, tuple(chain)))
    return runs + sets


def _layoffs_of(ways: Sequence[_Way], laid: int) -> tuple[Layoff, ...]:
    """The order in which the cards of ``laid`` go down: along each way as far as it reaches, no card twice.

    A card that two ways share goes the first time it comes. Runs come before sets, and two runs of a suit share only
    the far ends of their chains, so no chain loses a link.
    """
    targets: dict[int, int] = {}
    for way in ways:
        for card in takewhile(lambda card: laid >> card & 1, way.cards):
            targets.setdefault(card, way.meld)
    return tuple(targets.items())


def all_layoffs(cards: int, table_melds: Sequence[int]) -> tuple[Layoff, ...]:
    """As many of some loose cards as can go, in an order in which each fits: no choice costs another card its place."""
    return _layoffs_of(_ways(cards, table_melds), cards)


def best_defence(hand: int, table_melds: Sequence[int]) -> Defence:
    """The least count over the defender's own melds and lay-offs together.

    Of equal counts the one with fewest lay-offs, then the lowest cards laid. Not for gin: there nothing may be laid
    off, which is an empty ``table_melds`` (EC-30).
    """
    ways = _ways(hand, table_melds)
    if not ways:
        melds, deadwood, count = best_arrangement(hand)
        return Defence(melds, (), deadwood, count)
    choices = {0}
    for way in ways:
        beginnings = accumulate((1 << card for card in way.cards), initial=0)
        choices = {laid | beginning for beginning in beginnings for laid in choices}
    laid = min(choices, key=lambda laid: (min_deadwood(hand ^ laid), laid.bit_count(), laid))
    melds, deadwood, count = best_arrangement(hand ^ laid)
    return Defence(melds, _layoffs_of(ways, laid), deadwood, count)


def best_defence_given(hand: int, table_melds: Sequence[int], layoffs: Sequence[Layoff]) -> FixedLayoffs:
    """What is left to a defender who has chosen these lay-offs and makes no more.

    ``fits`` names every remaining card that may now be laid off, melded ones too, with the indices of the table
    melds that take it. Raises RuleViolation: NOT_IN_HAND, LAYOFF_DOES_NOT_FIT.
    """
    left = hand
    for card, _ in layoffs:
        if not left >> card & 1:
            raise RuleViolation(Code.NOT_IN_HAND, cards=format_hand(1 << card))
        left ^= 1 << card
    grown = lay_off(table_melds, layoffs)
    targets = {card: tuple(index for index, meld in enumerate(grown) if fits(card, meld)) for card in iter_cards(left)}
    melds, deadwood, count = best_arrangement(left)
    return FixedLayoffs(melds, deadwood, count, {card: places for card, places in targets.items() if places})


def knock_arrangement(hand: int, unseen: int) -> Arrangement:
    """The arrangement a knocker shows unless another is chosen (EC-25).

    The least count; then the fewest of the ``unseen`` cards that could be laid off, counting those that would follow
    others; then the lowest melds. ``unseen`` is what the knocker cannot place, never the defender's hand.
    """

    def offers(arrangement: Arrangement) -> tuple[int, tuple[int, ...]]:
        return len(all_layoffs(unseen, arrangement.melds)), arrangement.melds

    return min(arrangements(hand, min_deadwood(hand)), key=offers)

"""The least deadwood of a hand, the melds that leave it, and every other way to arrange the hand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from games.domain.cards import count_points, format_hand
from games.domain.errors import Code, RuleViolation
from games.domain.melds.tables import (
    ALL_BUT,
    BEST_RUNS,
    IN_EVERY_SUIT,
    RUN_DEADWOOD,
    SETS_AMONG,
    SUIT,
    SUIT_SHIFTS,
    run_choices,
)


class Arrangement(NamedTuple):
    """A hand laid out: disjoint melds, the loose cards, and what those cost."""

    melds: tuple[int, ...]
    deadwood: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


_new = tuple.__new__
"""``_new(Arrangement, …)`` is ``Arrangement._make`` without its check and without a Python call."""

SPADE_RUNS, HEART_RUNS, DIAMOND_RUNS, CLUB_RUNS = BEST_RUNS


def is_meld(cards: int) -> bool:
    """Whether a mask is one meld: three or four of a rank, or three or more in a row of one suit (RULES 1.2)."""
    if cards.bit_count() < 3:
        return False
    for shift in SUIT_SHIFTS:
        holding = cards >> shift & SUIT
        if holding << shift == cards:
            steps = holding // (holding & -holding) + 1  # a row of ones plus one is a power of two
            return steps & (steps - 1) == 0
    ranks = 0
    for shift in SUIT_SHIFTS:
        ranks |= cards >> shift & SUIT
    return ranks & (ranks - 1) == 0


def arrange(hand: int, melds: Sequence[int]) -> Arrangement:
    """The arrangement a player declares, melds in the order declared.

    Raises RuleViolation: NOT_A_MELD, MELDS_OVERLAP for a card in two melds (W58), NOT_IN_HAND.
    """
    melded = 0
    for meld in melds:
        if not is_meld(meld):
            raise RuleViolation(Code.NOT_A_MELD, cards=format_hand(meld))
        if melded & meld:
            raise RuleViolation(Code.MELDS_OVERLAP, cards=format_hand(melded & meld))
        melded |= meld
    if melded & ~hand:
        raise RuleViolation(Code.NOT_IN_HAND, cards=format_hand(melded & ~hand))
    return Arrangement(tuple(melds), hand ^ melded, count_points(hand ^ melded))


def min_deadwood(hand: int) -> int:
    """The least count over all arrangements of a hand of any size.

    >>> from games.domain.cards import parse_hand
    >>> min_deadwood(parse_hand("3H 4H 5H 6H 7H 3C 3D 7C 7D KS"))
    10
    """
    low = hand & 0x3FFFFFF
    high = hand >> 26
    pairs = low & high  # spades with diamonds, above them hearts with clubs: any three of a rank hold such a pair
    if pairs:
        either = low | high
        ranks = pairs & either >> 13 | pairs >> 13 & either
        if ranks:
            spades = low & 0x1FFF
            hearts = low >> 13
            diamonds = high & 0x1FFF
            clubs = high >> 13
            least = RUN_DEADWOOD[spades] + RUN_DEADWOOD[hearts] + RUN_DEADWOOD[diamonds] + RUN_DEADWOOD[clubs]
            others = ALL_BUT[ranks]
            if not others or pairs & pairs >> 13:
                return _least_with_sets(spades, hearts, diamonds, clubs, ranks, least)
            # Three cards of one rank only, the commonest case by far: one set to try.
            count = (
                RUN_DEADWOOD[spades & others]
                + RUN_DEADWOOD[hearts & others]
                + RUN_DEADWOOD[diamonds & others]
                + RUN_DEADWOOD[clubs & others]
            )
            return count if count < least else least
    return RUN_DEADWOOD[low & 0x1FFF] + RUN_DEADWOOD[low >> 13] + RUN_DEADWOOD[high & 0x1FFF] + RUN_DEADWOOD[high >> 13]


def _least_with_sets(spades: int, hearts: int, diamonds: int, clubs: int, ranks: int, least: int) -> int:
    """The lesser of ``least`` and the best count with at least one set.

    ``ranks`` are those held three times or more. Each takes its turn as the lowest rank of which a set is made; the
    recursion adds sets of higher ranks.
    """
    while ranks and least:
        rank = ranks & -ranks
        ranks ^= rank
        s = spades & ~rank
        h = hearts & ~rank
        d = diamonds & ~rank
        c = clubs & ~rank
        of_s, of_h, of_d, of_c = RUN_DEADWOOD[s], RUN_DEADWOOD[h], RUN_DEADWOOD[d], RUN_DEADWOOD[c]
        count = of_s + of_h + of_d + of_c
        if count < least:
            least = count
        if ranks:
            least = _least_with_sets(s, h, d, c, ranks, least)
        if s != spades and h != hearts and d != diamonds and c != clubs:  # one of the four may stay for a run
            least = min(
                least,
                count - of_s + RUN_DEADWOOD[spades],
                count - of_h + RUN_DEADWOOD[hearts],
                count - of_d + RUN_DEADWOOD[diamonds],
                count - of_c + RUN_DEADWOOD[clubs],
            )
            if ranks:
                least = _least_with_sets(spades, h, d, c, ranks, least)
                least = _least_with_sets(s, hearts, d, c, ranks, least)
                least = _least_with_sets(s, h, diamonds, c, ranks, least)
                least = _least_with_sets(s, h, d, clubs, ranks, least)
    return least


def ranks_held_thrice(hand: int) -> int:
    """The ranks of which a set could be made, as bits of one suit."""
    spades, hearts, diamonds, clubs = hand & SUIT, hand >> 13 & SUIT, hand >> 26 & SUIT, hand >> 39
    return spades & hearts & (diamonds | clubs) | diamonds & clubs & (spades | hearts)


def _set_choices(hand: int) -> list[tuple[int, tuple[int, ...]]]:
    """Every choice of disjoint sets, each with the cards it leaves: none at all first, sets in order of rank."""
    choices: list[tuple[int, tuple[int, ...]]] = [(hand, ())]
    ranks = ranks_held_thrice(hand)
    while ranks:
        rank = ranks & -ranks
        ranks ^= rank
        possible = SETS_AMONG[hand & rank * IN_EVERY_SUIT]
        choices += [(rest ^ meld, (*sets, meld)) for rest, sets in choices for meld in possible]
    return choices


def best_arrangement(hand: int) -> Arrangement:
    """An arrangement of the least count, melds lowest first, the same one every time.

    What a knocker should show is another question: :func:`~games.domain.melds.layoffs.knock_arrangement`.
    """
    low = hand & 0x3FFFFFF
    high = hand >> 26
    spades = low & 0x1FFF
    hearts = low >> 13
    diamonds = high & 0x1FFF
    clubs = high >> 13
    count = RUN_DEADWOOD[spades] + RUN_DEADWOOD[hearts] + RUN_DEADWOOD[diamonds] + RUN_DEADWOOD[clubs]
    pairs = low & high
    if pairs:
        either = low | high
        ranks = pairs & either >> 13 | pairs >> 13 & either
        if ranks:
            others = ALL_BUT[ranks]
            if not others or pairs & pairs >> 13:
                return _best_with_sets(hand)
            s = spades & others
            h = hearts & others
            d = diamonds & others
            c = clubs & others
            with_set = RUN_DEADWOOD[s] + RUN_DEADWOOD[h] + RUN_DEADWOOD[d] + RUN_DEADWOOD[c]
            if with_set < count:
                three = hand & ranks * IN_EVERY_SUIT
                runs = SPADE_RUNS[s] + HEART_RUNS[h] + DIAMOND_RUNS[d] + CLUB_RUNS[c]
                if not runs:
                    return _new(Arrangement, ((three,), hand ^ three, with_set))
                return _new(Arrangement, (tuple(sorted((three, *runs))), hand - three - sum(runs), with_set))
    melds = SPADE_RUNS[spades] + HEART_RUNS[hearts] + DIAMOND_RUNS[diamonds] + CLUB_RUNS[clubs]
    return _new(Arrangement, (melds, hand - sum(melds) if melds else hand, count))


def _best_with_sets(hand: int) -> Arrangement:
    """The same for a hand that holds some rank three times or more: sets first, then the best runs of the rest."""
    count, rest = 1 << 10, hand
    sets: tuple[int, ...] = ()
    for left, chosen in _set_choices(hand):
        low = left & 0x3FFFFFF
        high = left >> 26
        points = RUN_DEADWOOD[low & 0x1FFF] + RUN_DEADWOOD[low >> 13]
        points += RUN_DEADWOOD[high & 0x1FFF] + RUN_DEADWOOD[high >> 13]
        if points < count:
            count, rest, sets = points, left, chosen
    low = rest & 0x3FFFFFF
    high = rest >> 26
    runs = SPADE_RUNS[low & 0x1FFF] + HEART_RUNS[low >> 13] + DIAMOND_RUNS[high & 0x1FFF] + CLUB_RUNS[high >> 13]
    return _new(Arrangement, (tuple(sorted(sets + runs)), rest - sum(runs), count))


def arrangements(hand: int, limit: int) -> list[Arrangement]:
    """Every arrangement whose count is at most ``limit``, melds that could have been left loose included.

    In order of count, then of melds, each arrangement's melds lowest first: the list a knocker chooses from (EC-24,
    EC-26).
    """
    found = []
    for rest, sets in _set_choices(hand):
        suits = [rest >> shift & SUIT for shift in SUIT_SHIFTS]
        if sum(RUN_DEADWOOD[holding] for holding in suits) > limit:
            continue
        for chosen in product(*(run_choices(holding) for holding in suits)):
            runs = tuple(run << shift for shift, of_suit in zip(SUIT_SHIFTS, chosen, strict=True) for run in of_suit)
            deadwood = rest - sum(runs)
            count = count_points(deadwood)
            if count <= limit:
                found.append(Arrangement(tuple(sorted(sets + runs)), deadwood, count))
    return sorted(found, key=lambda arrangement: (arrangement.count, arrangement.melds))


def big_gin_arrangement(hand: int) -> Arrangement | None:
    """The arrangement that melds every card, or ``None``: big gin when the hand has eleven."""
    arrangement = best_arrangement(hand)
    return arrangement if arrangement.count == 0 else None

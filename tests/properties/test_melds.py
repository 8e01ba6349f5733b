"""The solver against a brute force that knows nothing of tables: it tries every set of disjoint melds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from games.domain.cards import count_points, hand_of, iter_cards
from games.domain.melds import (
    all_layoffs,
    arrange,
    arrangements,
    best_arrangement,
    best_defence,
    best_discard,
    can_knock,
    discard_counts,
    fits,
    is_meld,
    knock_arrangement,
    lay_off,
    min_deadwood,
)

CROWDED = [13 * suit + rank for suit in range(4) for rank in range(6)]
"""Few ranks: hands full of conflicts between sets and runs."""


def hands_of(size: int) -> st.SearchStrategy[int]:
    decks = st.one_of(st.just(range(52)), st.just(CROWDED))
    return decks.flatmap(
        lambda deck: st.lists(st.sampled_from(deck), min_size=size, max_size=size, unique=True).map(hand_of)
    )


TENS, ELEVENS = hands_of(10), hands_of(11)


def looks_like_a_meld(cards: Iterable[int]) -> bool:
    """By definition, slowly."""
    cards = sorted(cards)
    if len(cards) < 3:
        return False
    ranks, suits = {card % 13 for card in cards}, {card // 13 for card in cards}
    if len(ranks) == 1:
        return True
    return len(suits) == 1 and cards == list(range(cards[0], cards[0] + len(cards)))


@cache
def every_meld() -> tuple[int, ...]:
    runs = [hand_of(range(low, high)) for low in range(52) for high in range(low + 3, low - low % 13 + 14)]
    sets = [
        hand_of(13 * suit + rank for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    return tuple(runs + sets)


def every_layout(hand: int) -> Iterator[tuple[int, ...]]:
    """Every set of disjoint melds out of a hand."""
    held = [meld for meld in every_meld() if meld & hand == meld]

    def extend(chosen: tuple[int, ...], start: int, free: int) -> Iterator[tuple[int, ...]]:
        yield chosen
        for index in range(start, len(held)):
            if held[index] & free == held[index]:
                yield from extend((*chosen, held[index]), index + 1, free & ~held[index])

    return extend((), 0, hand)


def every_way_of_laying_off(hand: int, table: tuple[int, ...], seen: set[tuple[int, ...]]) -> Iterator[int]:
    """The cards that stay, for every sequence of lay-offs."""
    if (hand, *table) in seen:
        return
    seen.add((hand, *table))
    yield hand
    for card in iter_cards(hand):
        for index, meld in enumerate(table):
            if looks_like_a_meld([*iter_cards(meld), card]):
                grown = (*table[:index], meld | 1 << card, *table[index + 1 :])
                yield from every_way_of_laying_off(hand & ~(1 << card), grown, seen)


def brute_count(hand: int) -> int:
    return min(count_points(hand - sum(melds)) for melds in every_layout(hand))


@given(st.lists(st.integers(0, 51), max_size=5, unique=True))
def test_a_meld_is_what_the_definition_says(cards: list[int]) -> None:
    assert is_meld(hand_of(cards)) == looks_like_a_meld(cards)


def test_all_melds_are_found_and_nothing_else_fits_on_them() -> None:
    assert len(every_meld()) == len(set(every_meld())) == 4 * 66 + 13 * 5
    for meld in every_meld():
        assert is_meld(meld)
        for card in range(52):
            free = not meld >> card & 1
            assert fits(card, meld) == (free and looks_like_a_meld([*iter_cards(meld), card]))


@given(st.one_of(TENS, ELEVENS))
def test_no_layout_beats_the_least_deadwood(hand: int) -> None:
    best = best_arrangement(hand)
    assert min_deadwood(hand) == best.count == brute_count(hand)
    assert arrange(hand, best.melds) == best


@given(TENS, st.integers(0, 60))
def test_the_arrangements_are_every_layout_within_the_limit(hand: int, limit: int) -> None:
    expected = {
        tuple(sorted(melds)): count_points(hand - sum(melds))
        for melds in every_layout(hand)
        if count_points(hand - sum(melds)) <= limit
    }
    found = arrangements(hand, limit)
    assert len(found) == len(expected)
    assert {arrangement.melds: arrangement.count for arrangement in found} == expected
    assert [arrangement.count for arrangement in found] == sorted(expected.values())


@given(ELEVENS, st.data())
def test_discards_are_priced_one_by_one(hand: int, data: st.DataObject) -> None:
    banned = 1 << data.draw(st.sampled_from(list(iter_cards(hand))))
    expected = {card: brute_count(hand & ~(1 << card)) for card in iter_cards(hand & ~banned)}
    assert discard_counts(hand, banned) == expected
    card, count = best_discard(hand, banned)
    assert expected[card] == count == min(expected.values())
    for limit in (0, count - 1, count, 10):
        assert can_knock(hand, limit, banned) == (count <= limit)


@given(TENS, st.data())
def test_no_play_of_the_defender_beats_the_joint_optimum(knocker: int, data: st.DataObject) -> None:
    table = best_arrangement(knocker).melds
    others = [card for card in range(52) if not knocker >> card & 1]
    near = [card for card in others if any(abs(card - own) <= 2 for own in iter_cards(knocker))]
    pool = near if len(near) >= 10 else others
    hand = hand_of(data.draw(st.lists(st.sampled_from(pool), min_size=10, max_size=10, unique=True)))
    defence = best_defence(hand, table)
    stays = set(every_way_of_laying_off(hand, table, set()))
    assert defence.count == min(brute_count(left) for left in stays)
    lay_off(table, defence.layoffs)
    laid = hand_of(card for card, _ in defence.layoffs)
    assert arrange(hand & ~laid, defence.melds) == (defence.melds, defence.deadwood, defence.count)


def cards_that_could_go(unseen: int, melds: tuple[int, ...]) -> int:
    """How many of the unseen cards could be laid off in all: runs grow while they can, then sets are completed."""
    runs = [meld for meld in melds if len({card // 13 for card in iter_cards(meld)}) == 1]
    sets = [meld for meld in melds if meld not in runs]
    left, before = unseen, -1
    while left != before:
        before = left
        for card in iter_cards(left):
            for index, run in enumerate(runs):
                if left >> card & 1 and looks_like_a_meld([*iter_cards(run), card]):
                    runs[index] |= 1 << card
                    left &= ~(1 << card)
    fourths = [card for card in iter_cards(left) if any(looks_like_a_meld([*iter_cards(four), card]) for four in sets)]
    return unseen.bit_count() - left.bit_count() + len(fourths)


@given(TENS, st.lists(st.integers(0, 51), max_size=12, unique=True).map(hand_of))
def test_no_order_of_laying_off_gets_rid_of_more_loose_cards(knocker: int, cards: int) -> None:
    table = best_arrangement(knocker).melds
    loose = cards & ~knocker
    made = all_layoffs(loose, table)
    lay_off(table, made)
    left = loose & ~hand_of(card for card, _ in made)
    assert left.bit_count() == min(stays.bit_count() for stays in every_way_of_laying_off(loose, table, set()))


@given(TENS, st.lists(st.integers(0, 51), max_size=42, unique=True).map(hand_of))
def test_the_knocker_shows_the_fewest_chances_of_all_least_counts(hand: int, cards: int) -> None:
    unseen = cards & ~hand
    shown = knock_arrangement(hand, unseen)
    assert shown.count == min_deadwood(hand)
    rivals = [tuple(sorted(melds)) for melds in every_layout(hand) if count_points(hand - sum(melds)) == shown.count]
    assert shown.melds == min(rivals, key=lambda melds: (cards_that_could_go(unseen, melds), melds))

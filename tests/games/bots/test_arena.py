"""The arena: mirrored, repeatable, and honest about what a series proves."""

from __future__ import annotations

import random

import pytest

from games.bots.arena import Contest, Series, decks, play_match, play_out, play_series
from games.bots.casual import Casual
from games.bots.registry import BOTS
from games.domain.actions import Discard, PlayerAction
from games.domain.errors import RuleViolation
from games.domain.numbers import changed
from games.domain.perspective import SeatView
from games.domain.ruleset import customise
from games.domain.variants import get_preset

SHORT = Contest("gin", customise(get_preset("he-wikihow"), target=25))
ONE_HAND = changed(get_preset("am-rummy"), {"fixed_hands": 1})


def test_the_same_seed_gives_the_same_matches_whatever_the_processes() -> None:
    alone = play_series(("casual", "beginner"), SHORT, 6, seed=3)
    assert play_series(("casual", "beginner"), SHORT, 6, seed=3, processes=2) == alone
    assert play_series(("casual", "beginner"), SHORT, 20, seed=4) != play_series(
        ("casual", "beginner"), SHORT, 20, seed=5
    )


def test_each_sequence_of_decks_is_played_from_both_seats() -> None:
    series = play_series(("casual", "casual"), SHORT, 12, seed=1)
    # A player against itself: the second match is the first one over again, and the other chair wins it.
    assert all(first + second == 1 for first, second in series.pairs)
    assert series.win_rate == 0.5


def test_swapping_the_names_turns_every_result_round() -> None:
    ours = play_series(("casual", "beginner"), SHORT, 10, seed=2)
    theirs = play_series(("beginner", "casual"), SHORT, 10, seed=2)
    assert theirs.pairs == tuple(tuple(1 - won for won in reversed(pair)) for pair in ours.pairs)


def test_of_an_odd_number_of_matches_the_last_has_no_mirror_image() -> None:
    series = play_series(("casual", "beginner"), SHORT, 5, seed=1)
    assert (series.matches, [len(pair) for pair in series.pairs]) == (5, [2, 2, 1])
    assert series.pairs == tuple(
        pair[:length]
        for pair, length in zip(play_series(("casual", "beginner"), SHORT, 6, seed=1).pairs, (2, 2, 1), strict=True)
    )


def test_the_decks_of_a_match_are_whole_and_differ() -> None:
    dealt = decks("1/0")
    first, second = next(dealt), next(dealt)
    assert sorted(first) == sorted(second) == list(range(52))
    assert first != second
    assert next(decks("1/0")) == first
    assert next(decks("1/1")) != first


def test_an_unknown_player_is_an_error_before_the_first_match() -> None:
    with pytest.raises(KeyError, match="grandmaster"):
        play_series(("casual", "grandmaster"), SHORT, 1_000_000, seed=1)


def test_a_player_who_breaks_the_rules_is_not_let_through() -> None:
    class Cheat(Casual):
        def choose(self, view: SeatView, rng: random.Random, budget_ms: int) -> PlayerAction:
            if not view.can.discard:
                return super().choose(view, rng, budget_ms)
            return Discard(next(card for card in range(52) if card not in view.can.discard))

    with pytest.raises(RuleViolation, match="NOT_IN_HAND"):
        play_out((Cheat(), Cheat()), SHORT, decks("9"), [random.Random(0), random.Random(1)])


def test_a_match_without_a_winner_counts_half() -> None:
    numbers = {"fixed_hands": 2, "game_bonus": 0, "box_bonus": 0, "shutout": "none"}
    rules = changed(SHORT.rules, numbers)
    found = {play_match(("casual", "beginner"), Contest("gin", rules), f"{deal}", 0) for deal in range(40)}
    assert {0.0, 1.0} <= found <= {0.0, 0.5, 1.0}
    assert Series(((0.5, 0.5), (1.0, 0.0))).win_rate == 0.5


@pytest.mark.parametrize(
    "contest",
    [
        *(Contest("rummy", ONE_HAND, seats) for seats in (2, 3, 6)),
        Contest("three-handed", customise(get_preset("pagat"), fixed_hands=3), 3),
        Contest("in-the-box", customise(get_preset("he-spruce-3p"), fixed_hands=3), 3),
        Contest("partnership", customise(get_preset("pagat"), team_target=25), 4),
        Contest("hollywood", customise(get_preset("pagat"), hollywood="next_open", target=25), 2),
    ],
    ids=lambda contest: f"{contest.variant}, {contest.seats}",
)
@pytest.mark.parametrize("name", BOTS)
def test_every_player_plays_every_game(name: str, contest: Contest) -> None:
    assert play_match((name, "casual"), contest, "a", 1) in (0.0, 0.5, 1.0)


def test_at_a_larger_table_the_mirror_image_gives_the_first_player_the_other_chairs() -> None:
    series = play_series(("casual", "casual"), Contest("rummy", ONE_HAND, 4), 12, seed=1)
    assert all(first + second == 1 for first, second in series.pairs)


# The interval.


def test_independent_matches_have_wilsons_interval() -> None:
    """120 of 200, two of a pair as often alike as chance has it: Wilson's interval is 0.5309 to 0.6653."""
    pairs = ((1.0, 1.0),) * 36 + ((1.0, 0.0),) * 48 + ((0.0, 0.0),) * 16
    low, high = Series(pairs).interval()
    assert Series(pairs).win_rate == 0.6
    assert (low, high) == pytest.approx((0.5309, 0.6653), abs=0.001)


def test_pairs_that_split_say_more_and_pairs_that_agree_say_less() -> None:
    def width(*pairs: tuple[float, float]) -> float:
        low, high = Series(pairs * 25).interval()
        return high - low

    split = width((1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0))
    mixed = width((1.0, 1.0), (1.0, 0.0), (1.0, 0.0), (0.0, 0.0))
    alike = width((1.0, 1.0), (1.0, 1.0), (0.0, 0.0), (0.0, 0.0))
    assert split < mixed < alike
    assert alike / mixed == pytest.approx(2**0.5, rel=0.05)


@pytest.mark.parametrize("pairs", [((1.0, 1.0),), ((0.0,),), ((1.0, 0.0),), ((1.0, 1.0),) * 50])
def test_the_interval_holds_the_rate_and_is_never_empty(pairs: tuple[tuple[float, ...], ...]) -> None:
    series = Series(pairs)
    low, high = series.interval()
    assert 0 <= low <= series.win_rate <= high <= 1
    assert high - low > 0.01


def test_nineteen_intervals_in_twenty_hold_the_truth() -> None:
    """Series of 100 pairs with a known rate of 0.7, the matches of a pair alike more often than by chance."""
    rng = random.Random(8)
    held = 0
    for _ in range(400):
        pairs = []
        for _ in range(100):
            first = float(rng.random() < 0.7)
            second = first if rng.random() < 0.3 else float(rng.random() < 0.7)
            pairs.append((first, second))
        low, high = Series(tuple(pairs)).interval()
        held += low <= 0.7 <= high
    assert 0.92 <= held / 400 <= 0.98

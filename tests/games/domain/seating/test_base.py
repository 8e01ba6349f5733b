"""The draw for deal: equal ranks draw again, and only they (RULES 2a, 2c)."""

from __future__ import annotations

from games.domain.cards import format_card
from games.domain.seating.base import draw_among, each_for_itself, only_players
from tests.games.domain.table import cards, whole_deck

ROUND_THE_TABLE = [(0, 1, 2)]


def told(rounds: tuple[tuple[int | None, ...], ...]) -> list[str]:
    return [" ".join("--" if card is None else format_card(card) for card in drawn) for drawn in rounds]


def test_the_lowest_card_stands_first() -> None:
    drawn = draw_among(whole_deck(cards("KS 2H 7D")), ROUND_THE_TABLE, 3)
    assert drawn is not None
    rounds, orders = drawn
    assert told(rounds) == ["KS 2H 7D"]
    assert orders == ((1, 2, 0),)


def test_only_the_tied_draw_again_and_stay_where_they_tied() -> None:
    drawn = draw_among(whole_deck(cards("9S 9H 2D 5C 5D AS KS")), ROUND_THE_TABLE, 3)
    assert drawn is not None
    rounds, orders = drawn
    assert told(rounds) == ["9S 9H 2D", "5C 5D --", "AS KS --"]
    assert orders == ((2, 0, 1),), "seat 2 keeps the lowest place, although seat 0 drew an ace later"


def test_two_ties_are_settled_side_by_side() -> None:
    drawn = draw_among(whole_deck(cards("9S 9H 2D 2C QS JS 4S 3S")), [(0, 1, 2, 3)], 4)
    assert drawn is not None
    rounds, orders = drawn
    assert told(rounds) == ["9S 9H 2D 2C", "QS JS 4S 3S"]
    assert orders == ((3, 2, 1, 0),)


def test_who_only_needs_the_lowest_asks_nobody_else_to_draw_again() -> None:
    drawn = draw_among(whole_deck(cards("9S 9H 2D")), ROUND_THE_TABLE, 3, lowest_only=True)
    assert drawn is not None
    rounds, ((lowest, *_),) = drawn
    assert (told(rounds), lowest) == (["9S 9H 2D"], 2)
    again = draw_among(whole_deck(cards("9S 2H 2D 5C 4C")), ROUND_THE_TABLE, 3, lowest_only=True)
    assert again is not None
    rounds, ((lowest, *_),) = again
    assert (told(rounds), lowest) == (["9S 2H 2D", "-- 5C 4C"], 2)


def test_each_group_has_an_order_of_its_own() -> None:
    drawn = draw_among(whole_deck(cards("9S 2H 9D 2C")), [(0, 1), (2, 3)], 4)
    assert drawn is not None
    assert drawn[1] == ((1, 0), (3, 2))


def test_a_deck_that_does_not_decide_decides_nothing() -> None:
    same = tuple(13 * suit + rank for rank in range(13) for suit in range(4))
    assert draw_among(same[:8], [(0, 1, 2, 3)], 4) is None


def test_without_teams_every_seat_is_a_side_and_nobody_has_a_role() -> None:
    assert each_for_itself(3) == ((0,), (1,), (2,))
    assert only_players((), 3) == (None, None, None)

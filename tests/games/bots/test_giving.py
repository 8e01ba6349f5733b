"""What a discard gives the next player, beside what its seat could have known."""

from __future__ import annotations

import pytest

from games.bots.giving import Given, Giving, given
from games.domain.cards import parse_card
from tests.games.domain.hands.rummy.table import RummyTable
from tests.games.domain.table import ALICE, BOB, Table

ALICES = "7H 2S 4D 6C KS QD TC 8S 9D JH"
BOBS = "7C 7D AS 3S 5S 9S JS KH QH 2D"


def dealt() -> Table:
    """Alice has drawn a card and is to shed; Bob waits for a third seven."""
    return Table().deal(ALICES, BOBS, "5D", "3C").play("0 pass-upcard", "1 pass-upcard", "0 draw-stock")


def gives(table: Table | RummyTable, card: str) -> Given:
    gift = given(table.match, ALICE, parse_card(card))
    assert gift is not None
    return gift


def test_a_card_that_the_other_melds_is_wanted_whatever_its_giver_knew() -> None:
    seven, king = gives(dealt(), "7H"), gives(dealt(), "KS")

    assert (seven.seat, seven.to, seven.wanted) == (ALICE, BOB, True)
    assert not king.wanted
    assert 0 < seven.chance < 0.3, "nobody could know"
    assert seven.usual == king.usual, "that depends on the hand alone"


def test_what_the_other_took_from_the_pile_makes_its_companions_likely() -> None:
    blind = gives(dealt(), "7H")
    table = Table().deal(ALICES, BOBS, "7S", "3C")
    table.play("0 pass-upcard", "1 take-upcard", "1 discard KH", "0 draw-stock")

    assert gives(table, "7H").chance > 1.5 * blind.chance


def test_a_card_that_may_not_be_shed_gives_nothing() -> None:
    assert given(dealt().match, ALICE, parse_card("7C")) is None


def test_in_rummy_the_next_player_may_meld_it_and_what_fits_on_the_table_counts_for_nobody() -> None:
    table = RummyTable(3).lay("7H 9H KS 2D", "7C 7D QS", pile="KD", stock="3C 4C", melds=("TH JH QH",))
    table.play("0 draw-stock")

    seven = gives(table, "7H")
    assert (seven.to, seven.wanted) == (1, True)
    assert not gives(table, "KS").wanted
    assert given(table.match, ALICE, parse_card("9H")) is None


def discards(wanted: int, of: int, chance: float, usual: float) -> Giving:
    return Giving.of(Given(0, 1, number < wanted, chance, usual, False) for number in range(of))


@pytest.mark.parametrize(
    ("wanted", "chance", "usual", "feeds", "sees"),
    [
        (22, 0.15, 0.15, False, False),  # as many as were to be expected
        (40, 0.15, 0.15, True, False),  # gives knowingly
        (40, 0.27, 0.15, True, False),  # gives by guesswork: it could be known, and nobody sheds so
        (2, 0.15, 0.15, False, True),  # avoids what it cannot know
        (2, 0.02, 0.15, False, False),  # is careful
    ],
)
def test_who_gives_too_much_feeds_and_who_gives_too_little_sees(
    wanted: int, chance: float, usual: float, feeds: bool, sees: bool
) -> None:
    giving = discards(wanted, 150, chance, usual)
    assert (giving.feeding >= 2.8, giving.seeing >= 3.0) == (feeds, sees)


def test_a_small_misfit_never_adds_up_to_certainty() -> None:
    much = Giving(100_000, 16_500, 15_000.0, 12_750.0, 15_000.0, 12_750.0)
    assert much.feeding < 1, "a tenth more than expected, ever so often"


def test_nothing_is_nothing() -> None:
    assert (Giving().feeding, Giving().seeing) == (0.0, 0.0)

"""The rummy club player: what it holds back, what it counts, and what it does not give away."""

from __future__ import annotations

import pytest

from games.bots.rummy.club import Club, read, usable
from games.domain.cards import iter_cards, parse_card, parse_hand
from tests.games.bots.rummy.asking import choice, drawing, melding

CLUB = Club()
TEN = "2S 4C 6S 8D TH QD AC 3D 5H 9C"


def test_it_shows_nothing_while_the_others_hold_many_cards() -> None:
    assert choice(CLUB, melding("7S 7D 7C 2H 3H JC KD 9D", TEN)).startswith("discard ")


def test_it_puts_everything_down_when_somebody_is_about_to_go_out() -> None:
    assert choice(CLUB, melding("7S 7D 7C 2H 3H JC KD 9D", "2S 4C")) == "meld 7S7D7C"
    shown = melding("7S 7D 7C 2H 3H JC KD 9D", TEN, "2S 4C", seats=3)
    assert choice(CLUB, shown) == "meld 7S7D7C"


def test_it_takes_what_finds_a_place_even_if_it_will_not_show_it() -> None:
    assert choice(CLUB, drawing("7S 7D 2H 3H JC KD 9D", TEN, pile="7H")) == "take-discard"
    assert choice(CLUB, drawing("7S 7D 2H 3H JC KD 9D", TEN, pile="JS")) == "draw-stock"


def test_it_keeps_cards_that_unseen_ones_would_help() -> None:
    """The pair of sevens waits for cards that are gone, the two and three of hearts for cards that may come."""
    gone = "7H 7C 6S 8S 6D 8D 5S 9S 5D 9D"
    assert choice(CLUB, melding("7S 7D 2H 3H TC", "8C 9C JC QC", pile=f"{gone} KS")) in ("discard 7S", "discard 7D")


def test_it_does_not_shed_what_the_next_player_is_known_to_wait_for() -> None:
    shown = melding("9S JC 2H KD 5C", TEN, pile="4H")
    bob = shown.seats[1]._replace(holds=(parse_card("9C"), parse_card("9H")), taken=())
    wary = shown._replace(seats=(shown.seats[0], bob))
    reading = read(wary)
    assert usable(wary, parse_card("9S"), reading) == pytest.approx(1.0)
    assert usable(wary, parse_card("9S"), reading) > usable(shown, parse_card("9S"), read(shown))


def test_a_card_that_fits_on_the_table_is_sure_to_be_used() -> None:
    shown = melding("9S JC 2H KD 5C", TEN, melds=("6C 7C 8C",))
    assert usable(shown, parse_card("5C"), read(shown)) == 1.0


def test_it_knows_the_whole_pile_and_what_lies_on_the_table() -> None:
    shown = melding("9S JC 2H KD 5C", TEN, pile="4H 6H 8H", melds=("6C 7C 8C",))
    unseen = set(iter_cards(read(shown).unseen))
    assert not unseen & set(iter_cards(parse_hand("9S JC 2H KD 5C 4H 6H 8H 6C 7C 8C")))
    assert len(unseen) == 52 - 11

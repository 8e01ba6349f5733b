"""Cards and hands, and their text.

A card is an int 0-51, ``13 * suit + rank``, suits in the order spades, hearts, diamonds, clubs and ranks from
ace (0) to king (12). A hand is a 52-bit mask with bit ``card`` set. Text is rank then suit, ``7H``, ``TD``; a hand
is cards separated by spaces. Text lives at the edges only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

RANKS = "A23456789TJQK"
SUITS = "SHDC"
DECK_SIZE = 52
FULL_DECK = (1 << DECK_SIZE) - 1

POINTS: tuple[int, ...] = tuple(min(card % 13 + 1, 10) for card in range(DECK_SIZE))
"""What each card costs as deadwood: ace 1, number cards their number, court cards 10 (RULES 1.1)."""

_TEXT: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
_CARD: dict[str, int] = {text: card for card, text in enumerate(_TEXT)}


def parse_card(text: str) -> int:
    """Read one card.

    >>> parse_card("7H")
    19

    Raises ValueError for anything but a rank of ``A23456789TJQK`` and a suit of ``SHDC``.
    """
    try:
        return _CARD[text]
    except KeyError:
        raise ValueError(f"not a card: {text!r}") from None


def format_card(card: int) -> str:
    """Write one card.

    >>> format_card(19)
    '7H'
    """
    return _TEXT[card]


def parse_hand(text: str) -> int:
    """Read a hand, cards separated by spaces, as a mask.

    >>> format_hand(parse_hand("TD 7H 8H"))
    '7H 8H TD'

    Raises ValueError for a word that is no card and for a card named twice.
    """
    hand = 0
    for word in text.split():
        bit = 1 << parse_card(word)
        if hand & bit:
            raise ValueError(f"card named twice: {word}")
        hand |= bit
    return hand


def format_hand(hand: int) -> str:
    """Write a hand in card order: spades first, ace to king in each suit."""
    return " ".join(_TEXT[card] for card in iter_cards(hand))


def iter_cards(hand: int) -> Iterator[int]:
    """Yield the cards of a mask, lowest first."""
    while hand:
        bit = hand & -hand
        yield bit.bit_length() - 1
        hand ^= bit


def hand_of(cards: Iterable[int]) -> int:
    """The mask of some cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def count_points(hand: int) -> int:
    """The sum of the cards' points, melds not considered."""
    return sum(POINTS[card] for card in iter_cards(hand))

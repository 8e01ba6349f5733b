"""Cards, hands and arrangements as text, for whatever goes out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.domain.cards import format_card, format_hand
from games.domain.melds import Arrangement


def card_text(card: int | None) -> str | None:
    return None if card is None else format_card(card)


def card_texts(cards: Iterable[int]) -> list[str]:
    return [format_card(card) for card in cards]


def hand_texts(hands: Iterable[int]) -> list[str]:
    return [format_hand(hand) for hand in hands]


def layoff_texts(layoffs: Iterable[tuple[int, int]]) -> list[list[str | int]]:
    return [[format_card(card), number] for card, number in layoffs]


def arrangement_to_plain(arrangement: Arrangement) -> dict[str, Any]:
    """Melds, deadwood and its count."""
    return {
        "melds": hand_texts(arrangement.melds),
        "deadwood": format_hand(arrangement.deadwood),
        "count": arrangement.count,
    }

"""Cards by name."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy

BACK = "back"
"""A card that lies face down."""

RANK_NAMES: dict[str, Promise] = {
    "A": pgettext_lazy("card rank", "ace"),
    "2": pgettext_lazy("card rank", "two"),
    "3": pgettext_lazy("card rank", "three"),
    "4": pgettext_lazy("card rank", "four"),
    "5": pgettext_lazy("card rank", "five"),
    "6": pgettext_lazy("card rank", "six"),
    "7": pgettext_lazy("card rank", "seven"),
    "8": pgettext_lazy("card rank", "eight"),
    "9": pgettext_lazy("card rank", "nine"),
    "T": pgettext_lazy("card rank", "ten"),
    "J": pgettext_lazy("card rank", "jack"),
    "Q": pgettext_lazy("card rank", "queen"),
    "K": pgettext_lazy("card rank", "king"),
}
SUIT_NAMES: dict[str, Promise] = {
    "S": pgettext_lazy("card suit", "spades"),
    "H": pgettext_lazy("card suit", "hearts"),
    "D": pgettext_lazy("card suit", "diamonds"),
    "C": pgettext_lazy("card suit", "clubs"),
}


def card_name(card: str) -> str:
    """A card's name for the middle of a sentence: ``7H`` is "seven of hearts".

    ``back`` is a card that lies face down. Raises KeyError for anything else.
    """
    if card == BACK:
        return gettext("face-down card")
    return gettext("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[card[0]], "suit": SUIT_NAMES[card[1:]]}

"""Cards in templates: a card's face and its name in the reader's language, and melds of them."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy

from games.domain.cards import RANKS, SUITS

register = template.Library()

BACK = "back"
SPRITES = {"clear": "img/cards.svg", "classic": "img/cards-classic.svg"}

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


@register.filter
def card_name(card: str) -> str:
    """A card's name for the middle of a sentence: ``{{ "7H"|card_name }}`` is "seven of hearts".

    ``back`` is a card that lies face down. Raises KeyError for anything else.
    """
    if card == BACK:
        return gettext("face-down card")
    return gettext("%(rank)s of %(suit)s") % {"rank": RANK_NAMES[card[0]], "suit": SUIT_NAMES[card[1:]]}


@register.simple_tag
def card_names() -> dict[str, str]:
    """Every card's name by its text, and ``back``: for ``json_script``, so that page and template say the same."""
    return {card: card_name(card) for card in [rank + suit for suit in SUITS for rank in RANKS] + [BACK]}


@register.simple_tag(takes_context=True)
def card_sprite(context: dict[str, Any], deck: str = "") -> str:
    """The URL of the sprite with the reader's deck; a card is at ``#7H``, the back at ``#back``."""
    preferences = context.get("preferences") or {}
    return static(SPRITES.get(deck or preferences.get("deck", ""), SPRITES["clear"]))


@register.simple_tag(takes_context=True)
def card(context: dict[str, Any], text: str, deck: str = "") -> SafeString:
    """A card's face, named for screen readers: ``{% card "7H" %}``, ``{% card "back" %}``.

    ``deck`` shows another deck than the reader's own: ``{% card "7H" deck="classic" %}``.
    """
    return format_html(
        '<svg class="card__face" viewBox="0 0 100 140" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
        capfirst(card_name(text)),
        card_sprite(context, deck),
        text,
    )


@register.simple_tag(takes_context=True)
def meld(context: dict[str, Any], cards: str, band: str | int = "") -> SafeString:
    """Cards that lie together: ``{% meld "3S 4S 5S" 1 %}`` on the first meld's band, ``{% meld "KD 2H" "deadwood" %}``
    on the dashed one, ``{% meld "back 4C" %}`` on none, the first of them face down.
    """
    kinds = ((" card--back" if text == BACK else "", card(context, text)) for text in cards.split())
    faces = format_html_join("", '<span class="card{}">{}</span>', kinds)
    return format_html('<span class="meld{}">{}</span>', f" meld--{band}" if band else "", faces)

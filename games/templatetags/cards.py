"""Cards in templates: a card's face and its name in the reader's language, and melds of them."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from games.application.sayings.cards import BACK, card_name
from games.domain.cards import RANKS, SUITS

register = template.Library()

SPRITES = {"clear": "img/cards.svg", "classic": "img/cards-classic.svg"}

register.filter("card_name", card_name)


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

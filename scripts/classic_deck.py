"""The classic deck: Adrian Kennard's big-face cards (CC0) made into one sprite with the same names as our own deck.

Pips and indices take the suit's colour from the page (``--suit-h`` and so on), so that two and four colours are one
file; the court cards keep their painter's colours. The card's paper and edge are the page's business.
"""

from __future__ import annotations

import re
from pathlib import Path

RANKS = "A23456789TJQK"
SUITS = "SHDC"

SUIT_COLOURS = {
    "S": "var(--suit-s, #14262c)",
    "H": "var(--suit-h, #bf1f2c)",
    "D": "var(--suit-d, #bf1f2c)",
    "C": "var(--suit-c, #14262c)",
}
COURT_COLOURS = {"#44F": "#2f4fa8", "#FC4": "#f2b33d", "red": "#bf1f2c", "black": "#14262c"}

INDEX_STROKE = 100
"""A quarter bolder than drawn, to be read at the size of a phone."""

VIEW_BOX = "-124 -173.6 248 347.2"
"""A little more than the painter's card: his indices would touch the rounded edge."""


def sprite(folder: Path) -> str:
    """All 52 cards and the back as the text of one SVG file; ``folder`` holds ``7H.svg`` and so on."""
    symbols = [card_symbol(rank + suit, (folder / f"{rank}{suit}.svg").read_text()) for suit in SUITS for rank in RANKS]
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "".join(symbols) + back_symbol() + "</svg>\n"


def card_symbol(card: str, source: str) -> str:
    """One card's file as a ``<symbol>``: the parts it refers to become its neighbours, its picture the symbol."""
    body = re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", source, flags=re.DOTALL)
    body = body.replace("xlink:href", "href")
    body = re.sub(r"></(path|rect|use|circle)>", "/>", body)
    body = re.sub(r'<rect [^>]*width="239"[^>]*/>', "", body)
    body = re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), body)
    parts = re.findall(r"<symbol .*?</symbol>", body, flags=re.DOTALL)
    picture = re.sub(r"<symbol .*?</symbol>", "", body, flags=re.DOTALL)
    painted = [paint(part, card[1]) for part in parts]
    return "".join(painted) + f'<symbol id="{card}" viewBox="{VIEW_BOX}">{picture}</symbol>\n'


def paint(part: str, suit: str) -> str:
    """Recolour one part: pips (``S…``) and indices (``V…``) by suit, the rest from the court's palette."""
    is_of_suit = re.match(r'<symbol id="[SV][SHDC][A2-9TJQK]"', part) is not None

    def colour(attribute: re.Match[str]) -> str:
        name, value = attribute.groups()
        if value in ("none", "white"):
            return attribute[0]
        return f'{name}="{SUIT_COLOURS[suit] if is_of_suit else COURT_COLOURS[value]}"'

    if part.startswith('<symbol id="V'):
        part = part.replace('stroke-width="80"', f'stroke-width="{INDEX_STROKE}"')
    return re.sub(r'(fill|stroke)="([^"]*)"', colour, part)


def back_symbol() -> str:
    """A back of lozenges, as old as the faces."""
    centres = [(x + row % 2 * 6, y) for row, y in enumerate(range(-144, 150, 12)) for x in range(-96, 94, 12)]
    lozenges = "".join(f"M{x} {y - 6}l5 6-5 6-5-6z" for x, y in centres)
    line = "var(--card-back-line, #f4f1ea)"
    return (
        f'<symbol id="back" viewBox="{VIEW_BOX}">'
        f'<rect x="-108" y="-156" width="216" height="312" rx="10" fill="none" stroke="{line}" stroke-width="4"/>'
        f'<path d="{lozenges}" fill="{line}" opacity=".75"/></symbol>\n'
    )

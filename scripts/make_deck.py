"""Draw our own deck: ``python scripts/make_deck.py`` writes ``static/img/cards.svg``.

A card is 100 by 140. Its index stands alone in a margin, as on the "squeezers" of the 1870s, and the 36 units that a
fan leaves of a card hold the whole of it; pips and court figures keep to the field beside the margin. Everything is
drawn here: ranks are strokes of one weight, suits are curves, courts are plain shapes. The suits' colours come from
the page (``--suit-s`` and so on), and so does the paper: a symbol is ink only.
"""

from __future__ import annotations

from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "static" / "img" / "cards.svg"

RANKS = "A23456789TJQK"
SUITS = "SHDC"
COURTS = "JQK"

INK = "#14262c"
GOLD = "#f2b33d"
PAPER = "#fffdf6"
SUIT_COLOURS = {
    "S": "var(--suit-s, #14262c)",
    "H": "var(--suit-h, #bf1f2c)",
    "D": "var(--suit-d, #bf1f2c)",
    "C": "var(--suit-c, #14262c)",
}
ROBE_COLOURS = {"S": "#245a68", "H": SUIT_COLOURS["H"], "D": SUIT_COLOURS["D"], "C": "#2f6147"}
"""What the courts wear: the suit's colour where it is one, else something better than black."""
BACK_FIELD = "var(--card-back, #1b4e5a)"
BACK_LINE = "var(--card-back-line, #f4f1ea)"

MARGIN_CENTRE = 18.5
"""The middle of the margin, x 4 to 33, where rank and suit stand."""
FIELD_CENTRE = 66.0
MIDDLE = 70.0

Curve = tuple[float, float, float, float, float, float]

SUIT_STARTS: dict[str, tuple[float, float]] = {"S": (0, -48), "H": (0, 46), "D": (0, -50), "C": (0, -47)}
SUIT_CURVES: dict[str, tuple[Curve, ...]] = {
    "S": (
        (11, -31, 44, -10, 44, 13),
        (44, 26, 34, 34, 23, 34),
        (15, 34, 8, 30, 4, 24),
        (5, 34, 8, 41, 15, 46),
        (5, 46, -5, 46, -15, 46),
        (-8, 41, -5, 34, -4, 24),
        (-8, 30, -15, 34, -23, 34),
        (-34, 34, -44, 26, -44, 13),
        (-44, -10, -11, -31, 0, -48),
    ),
    "H": (
        (-13, 29, -46, 10, -46, -16),
        (-46, -31, -35, -41, -23, -41),
        (-12, -41, -4, -35, 0, -25),
        (4, -35, 12, -41, 23, -41),
        (35, -41, 46, -31, 46, -16),
        (46, 10, 13, 29, 0, 46),
    ),
    "D": (
        (9, -32, 23, -13, 38, 0),
        (23, 13, 9, 32, 0, 50),
        (-9, 32, -23, 13, -38, 0),
        (-23, -13, -9, -32, 0, -50),
    ),
    "C": (
        (13, -47, 22, -38, 22, -26),
        (22, -19, 19, -13, 13, -8),
        (17, -11, 21, -12, 25, -12),
        (37, -12, 46, -3, 46, 10),
        (46, 23, 37, 32, 25, 32),
        (16, 32, 8, 27, 4, 18),
        (5, 31, 8, 40, 15, 46),
        (5, 46, -5, 46, -15, 46),
        (-8, 40, -5, 31, -4, 18),
        (-8, 27, -16, 32, -25, 32),
        (-37, 32, -46, 23, -46, 10),
        (-46, -3, -37, -12, -25, -12),
        (-21, -12, -17, -11, -13, -8),
        (-19, -13, -22, -19, -22, -26),
        (-22, -38, -13, -47, 0, -47),
    ),
}
"""Outlines around 0, about 96 high: a start, then curves as two handles and an end."""

RANK_STROKES: dict[str, tuple[float, str]] = {
    "A": (22, "M1 32 11 0 21 32M5 21H17"),
    "2": (20, "M1 8.5C1 3.2 4.8 0 10 0s9 3.4 9 8.3c0 4-2.2 6.7-6 10.2L1 32H20"),
    "3": (20, "M1.5 0H18.5L9.5 12.2c6 0 9.8 4 9.8 9.6C19.3 27.8 15.3 32 9.8 32 5.5 32 2.2 29.7.8 26"),
    "4": (22, "M16 32V0L1 22.5H22"),
    "5": (
        20,
        "M17.5 0H4.5L3.2 14.2c1.8-1.6 4-2.5 6.6-2.5 5.6 0 9.5 4.2 9.5 10C19.3 27.7 15.3 32 9.7 32c-4.3 0-7.6-2.2-9-5.8",
    ),
    "6": (20, "M15.5 0C7.5 4.3.7 12.3.7 21.8.7 27.7 4.7 32 10 32s9.3-4.3 9.3-10-4-10-9.3-10c-4.2 0-7.6 2.5-8.8 6.3"),
    "7": (20, "M1 0H19.5L8 32"),
    "8": (
        20,
        "M10 15.5C5.2 15.5 2 12.3 2 7.7S5.2 0 10 0s8 3.1 8 7.7-3.2 7.8-8 7.8Z"
        "M10 15.5c-5.7 0-9.5 3.3-9.5 8.2S4.3 32 10 32s9.5-3.4 9.5-8.3-3.8-8.2-9.5-8.2Z",
    ),
    "9": (
        20,
        "M4.5 32C12.5 27.7 19.3 19.7 19.3 10.2 19.3 4.3 15.3 0 10 0S.7 4.3.7 10s4 10 9.3 10c4.2 0 7.6-2.5 8.8-6.3",
    ),
    "T": (25, "M0 5 5 0V32M18.5 0C14.5 0 12 3 12 8V24c0 5 2.5 8 6.5 8s6.5-3 6.5-8V8c0-5-2.5-8-6.5-8Z"),
    "J": (17, "M6 0H15.5V22.5C15.5 28.5 12.5 32 8 32 4 32 1.2 29.3.8 25"),
    "Q": (22, "M11 0C4.5 0 .7 6 .7 16S4.5 32 11 32 21.3 26 21.3 16 17.5 0 11 0ZM13.5 24.5 21.5 34"),
    "K": (20, "M1.5 0V32M19.5 0 1.8 19M8 12.5 20 32"),
}
"""Ranks: how wide, and the strokes in a box 32 high."""

LEFT, CENTRE, RIGHT = FIELD_CENTRE - 15, FIELD_CENTRE, FIELD_CENTRE + 15
PIPS: dict[str, dict[float, tuple[float, ...]]] = {
    "2": {27: (CENTRE,), 113: (CENTRE,)},
    "3": {27: (CENTRE,), 70: (CENTRE,), 113: (CENTRE,)},
    "4": {27: (LEFT, RIGHT), 113: (LEFT, RIGHT)},
    "5": {27: (LEFT, RIGHT), 70: (CENTRE,), 113: (LEFT, RIGHT)},
    "6": {27: (LEFT, RIGHT), 70: (LEFT, RIGHT), 113: (LEFT, RIGHT)},
    "7": {27: (LEFT, RIGHT), 48.5: (CENTRE,), 70: (LEFT, RIGHT), 113: (LEFT, RIGHT)},
    "8": {27: (LEFT, RIGHT), 48.5: (CENTRE,), 70: (LEFT, RIGHT), 91.5: (CENTRE,), 113: (LEFT, RIGHT)},
    "9": {24: (LEFT, RIGHT), 54.5: (LEFT, RIGHT), 70: (CENTRE,), 85.5: (LEFT, RIGHT), 116: (LEFT, RIGHT)},
    "T": {
        24: (LEFT, RIGHT),
        39.2: (CENTRE,),
        54.5: (LEFT, RIGHT),
        85.5: (LEFT, RIGHT),
        100.8: (CENTRE,),
        116: (LEFT, RIGHT),
    },
}
"""Rows of pips: height, and where in the row."""


def plain(value: float) -> str:
    """A coordinate with at most two decimals and no noise."""
    return f"{round(value, 2) + 0.0:g}"


def suit_path(suit: str, x: float, y: float, height: float, *, upside_down: bool = False) -> str:
    """The outline of a suit with its middle at x, y."""
    scale = height / 96 * (-1 if upside_down else 1)
    at_x, at_y = SUIT_STARTS[suit]
    path = f"M{plain(x + at_x * scale)} {plain(y + at_y * scale)}"
    for curve in SUIT_CURVES[suit]:
        steps = (plain((value - (at_y if place % 2 else at_x)) * scale) for place, value in enumerate(curve))
        path += "c" + " ".join(steps)
        at_x, at_y = curve[4:]
    return path.replace(" -", "-") + "z"


def filled(path: str, colour: str) -> str:
    """A shape without an outline."""
    return f'<path d="{path}" fill="{colour}"/>'


def outlined(path: str, colour: str) -> str:
    """A shape with a thin outline of ink, as the courts are drawn."""
    return f'<path d="{path}" fill="{colour}" stroke="{INK}" stroke-width="1.4" stroke-linejoin="round"/>'


def line(path: str, colour: str, width: float) -> str:
    """A stroke with round ends."""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def index(rank: str, suit: str) -> str:
    """Rank over suit, in the margin."""
    width, strokes = RANK_STROKES[rank]
    colour = SUIT_COLOURS[suit]
    return (
        f'<path d="{strokes}" transform="translate({plain(MARGIN_CENTRE - width / 2)} 12)" fill="none"'
        f' stroke="{colour}" stroke-width="5.2" stroke-linecap="round" stroke-linejoin="round"/>'
        + filled(suit_path(suit, MARGIN_CENTRE, 64, 25), colour)
    )


def pips(rank: str, suit: str) -> str:
    """The pips of a number card, those below the middle upside down."""
    path = "".join(
        suit_path(suit, x, y, 21, upside_down=y > MIDDLE) for y, places in PIPS[rank].items() for x in places
    )
    return filled(path, SUIT_COLOURS[suit])


def ace(suit: str) -> str:
    """One great pip."""
    return filled(suit_path(suit, FIELD_CENTRE, MIDDLE, 54), SUIT_COLOURS[suit])


def court(rank: str, suit: str) -> str:
    """A double-ended figure in a frame: half of it, and the same half turned round."""
    colour = SUIT_COLOURS[suit]
    half = filled(suit_path(suit, 46, 19.5, 10), colour) + FIGURES[rank].replace("SUIT", ROBE_COLOURS[suit])
    frame = '<rect x="39" y="10" width="54" height="120" rx="5" '
    return (
        f'{frame}fill="{colour}" fill-opacity=".09"/>'
        f'{half}<g transform="rotate(180 66 70)">{half}</g>'
        + line("M39.8 70H92.2", GOLD, 4).replace("round", "butt")
        + f'{frame}fill="none" stroke="{colour}" stroke-width="1.6"/>'
    )


ROBE = filled("M40 70C40 58 47 53.5 56 52H76C85 53.5 92 58 92 70Z", "SUIT")
FACE = outlined("M57 35V45C57 51.5 61 55 66 55S75 51.5 75 45V35Z", PAPER)
EYES = line("M62.2 42V43.2M69.8 42V43.2", INK, 2.2)

FIGURES = {
    "J": ROBE
    + outlined("M58 52.5 66 63 74 52.5 70 55H62Z", GOLD)
    + filled("M54.5 34V50C54.5 53 58.5 53 58.5 50V38H73.5V50C73.5 53 77.5 53 77.5 50V34Z", INK)
    + FACE.replace("M57 35", "M58.5 37").replace("V35Z", "V37Z")
    + EYES
    + line("M63.5 49.5H68.5", INK, 1.4)
    + outlined("M53 33C50 25 57 21 66 21S82 25 79 33Z", "SUIT")
    + outlined("M53 33H79V37.5H53Z", GOLD)
    + outlined("M75 33C73 24 77 16 86 14 87 22 84 29 75 33Z", PAPER)
    + line("M77 29.5 83 18.5", INK, 1.2),
    "Q": ROBE
    + filled("M55 34C50 44 54 52 48.5 60H60L58 40H74L72 60H83.5C78 52 82 44 77 34Z", INK)
    + filled("M58 52H74L66 65Z", PAPER)
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="1.5" fill="{GOLD}"/>'
        for x, y in ((60.5, 56), (63, 59.5), (66, 61.5), (69, 59.5), (71.5, 56))
    )
    + FACE
    + EYES
    + filled("M63.2 48.5Q66 47.2 68.8 48.5 66 51.5 63.2 48.5Z", "SUIT")
    + outlined(
        "M55 36.5C55.5 31 54.5 27 52.5 22.5 57 25.5 59.5 25 60.5 20 63 24 65 23.5 66 17.5"
        " 67 23.5 69 24 71.5 20 72.5 25 75 25.5 79.5 22.5 77.5 27 76.5 31 77 36.5Z",
        GOLD,
    )
    + '<circle cx="66" cy="32" r="2" fill="SUIT"/>',
    "K": ROBE
    + outlined("M48 54.5 55 52 66 66 77 52 84 54.5 66 70Z", PAPER)
    + FACE
    + filled(
        "M56.5 40V47C56.5 57 61 62 66 64 71 62 75.5 57 75.5 47V40L73 46C70.5 44.5 68 45 66 46.5 64 45 61.5 44.5 59 46Z",
        INK,
    )
    + line("M63.8 50.5H68.2", PAPER, 1.6)
    + EYES.replace("42V43.2", "40.5V41.7")
    + outlined("M55.5 36.5 54 20 60.5 26.5 66 15.5 71.5 26.5 78 20 76.5 36.5Z", GOLD)
    + line("M56 32.5H76", INK, 1.4)
    + "".join(f'<circle cx="{x}" cy="{y}" r="1.9" fill="SUIT"/>' for x, y in ((54, 19), (66, 14.5), (78, 19))),
}
"""The upper half of each court figure; SUIT stands for the robe's colour."""


def card(rank: str, suit: str) -> str:
    """One card as a symbol."""
    if rank == "A":
        field = ace(suit)
    elif rank in COURTS:
        field = court(rank, suit)
    else:
        field = pips(rank, suit)
    return f'<symbol id="{rank}{suit}" viewBox="0 0 100 140">{index(rank, suit)}{field}</symbol>\n'


def back() -> str:
    """A lattice in a frame with a lozenge in the middle: the same either way up."""
    left, top, width, height, step = 10, 10, 80, 120, 10
    lattice = []
    for start in range(-height, width + 1, step):
        begin, end = max(start, 0), min(start + height, width)
        lattice.append(f"M{left + begin} {top + begin - start}L{left + end} {top + end - start}")
        lattice.append(f"M{left + width - begin} {top + begin - start}L{left + width - end} {top + end - start}")
    lozenges = "M50 38 71 70 50 102 29 70zM50 47 65 70 50 93 35 70z"
    return (
        '<symbol id="back" viewBox="0 0 100 140">'
        f'<rect x="6" y="6" width="88" height="128" rx="5" fill="none" stroke="{BACK_LINE}" stroke-width="1.6"/>'
        f'<path d="{"".join(lattice)}" fill="none" stroke="{BACK_LINE}" opacity=".5"/>'
        f'<path d="M50 30 76 70 50 110 24 70z" fill="{BACK_FIELD}"/>'
        f'<path d="{lozenges}" fill="none" stroke="{BACK_LINE}" stroke-width="1.6"/>'
        + filled(suit_path("D", 50, MIDDLE, 24), GOLD)
        + "</symbol>\n"
    )


def sprite() -> str:
    """All 52 cards and the back as the text of one SVG file."""
    cards = "".join(card(rank, suit) for suit in SUITS for rank in RANKS)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{cards}{back()}</svg>\n'


if __name__ == "__main__":
    TARGET.write_text(sprite())

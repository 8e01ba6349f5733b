"""The design language keeps its word: contrast, one place for colours, mirrored pages, a still page for who asks."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CSS = ROOT / "static" / "css"
TOKENS = (CSS / "tokens.css").read_text()
SHEETS = sorted(CSS.rglob("*.css"))
BUT_TOKENS = [sheet for sheet in SHEETS if sheet.name not in ("tokens.css", "fonts.css")]

THEMES = ("light", "dark")
TEXT = 4.5
SHAPE = 3.0

PAIRS = {
    TEXT: [
        (
            "ink",
            (
                "page",
                "surface",
                "raised",
                "sunk",
                "accent-wash",
                "info-wash",
                "success-wash",
                "warning-wash",
                "error-wash",
            ),
        ),
        (
            "ink-soft",
            (
                "page",
                "surface",
                "raised",
                "sunk",
                "accent-wash",
                "info-wash",
                "success-wash",
                "warning-wash",
                "error-wash",
            ),
        ),
        ("accent-ink", ("page", "surface", "raised", "accent-wash")),
        ("on-accent", ("accent", "accent-strong")),
        ("on-table", ("table", "table-edge")),
        ("on-table-soft", ("table",)),
        ("on-danger", ("danger",)),
        ("info", ("page", "surface", "info-wash")),
        ("success", ("page", "surface", "success-wash")),
        ("warning", ("page", "surface", "warning-wash")),
        ("error", ("page", "surface", "raised", "error-wash")),
        ("page", ("ink",)),
        ("ink", ("chosen-wash",)),
        ("ink-soft", ("chosen-wash",)),
        ("chosen", ("chosen-wash",)),
        ("suit-s", ("card-face",)),
        ("suit-h", ("card-face",)),
        ("suit-d", ("card-face",)),
        ("suit-c", ("card-face",)),
        ("suit-d-four", ("card-face",)),
        ("suit-c-four", ("card-face",)),
    ],
    SHAPE: [
        ("line-strong", ("page", "surface", "raised", "sunk")),
        ("focus", ("page", "surface", "raised", "sunk", "table", "accent-wash")),
        ("slot", ("table",)),
        ("chosen", ("page", "surface", "raised")),
        ("meld-1", ("table", "surface")),
        ("meld-2", ("table", "surface")),
        ("meld-3", ("table", "surface")),
        ("card-back-line", ("card-back",)),
        ("accent-ink", ("accent-wash", "surface", "table")),
    ],
}


def colours(theme: str) -> dict[str, str]:
    """Every colour of tokens.css in one theme; those of four-coloured decks under their own names."""
    plain, four = TOKENS.split(':root[data-colours="four"]')
    found = {}
    for name, value in re.findall(r"--([\w-]+): ([^;]+);", plain):
        pair = re.fullmatch(r"light-dark\((#\w{6}), (#\w{6})\)", value)
        if pair:
            found[name] = pair[1 + THEMES.index(theme)]
        elif re.fullmatch(r"#\w{6}", value):
            found[name] = value
    for name, value in re.findall(r"--(suit-\w): (#\w{6});", four):
        found[f"{name}-four"] = value
    return found


def luminance(colour: str) -> float:
    """The relative luminance of a ``#rrggbb`` colour, as WCAG 2 defines it."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


CASES = [
    (theme, front, ground, least)
    for theme in THEMES
    for least, rows in PAIRS.items()
    for front, grounds in rows
    for ground in grounds
]


@pytest.mark.parametrize(("theme", "front", "ground", "least"), CASES)
def test_what_is_written_can_be_read_on_what_it_is_written_on(
    theme: str, front: str, ground: str, least: float
) -> None:
    palette = colours(theme)
    assert contrast(palette[front], palette[ground]) >= least


def test_the_contrast_formula_gives_the_known_extremes() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_figures_in_the_design_language_are_the_computed_ones() -> None:
    document = (ROOT / "docs" / "design-language.md").read_text()
    rows = re.findall(r"^\| `([\w-]+)` on `([\w-]+)` \| ([\d.]+) \| ([\d.]+) \|$", document, re.MULTILINE)
    assert len(rows) >= 10
    for front, ground, *figures in rows:
        computed = [f"{contrast(colours(theme)[front], colours(theme)[ground]):.1f}" for theme in THEMES]
        assert figures == computed, (front, ground)


def declarations(sheet: Path) -> list[tuple[str, str]]:
    """Property and value of every declaration of a style sheet, comments left out."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    return re.findall(r"(?<=[{;\s])([\w-]+)\s*:\s*([^;{}]+);", text)


PHYSICAL_PROPERTY = re.compile(
    r"^(?:(?:margin|padding|border)-(?:left|right)|left|right|scroll-(?:margin|padding)-(?:left|right))"
)
PHYSICAL_VALUE = re.compile(r"\b(?:left|right)\b")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.relative_to(CSS).as_posix())
def test_a_style_sheet_says_start_and_end_and_never_left_or_right(sheet: Path) -> None:
    found = [
        (name, value)
        for name, value in declarations(sheet)
        if PHYSICAL_PROPERTY.match(name) or (name in ("text-align", "float", "clear") and PHYSICAL_VALUE.search(value))
    ]
    assert found == []


@pytest.mark.parametrize("sheet", BUT_TOKENS, ids=lambda sheet: sheet.relative_to(CSS).as_posix())
def test_durations_come_from_the_tokens_so_that_a_still_page_is_possible(sheet: Path) -> None:
    found = [
        (name, value)
        for name, value in declarations(sheet)
        if name.startswith(("transition", "animation")) and re.search(r"(?<![\w-])\d*\.?\d+m?s\b", value)
    ]
    assert found == []


def test_reduced_motion_sets_every_duration_to_nothing() -> None:
    durations = set(re.findall(r"(--[\w-]+): \d+ms;", TOKENS))
    [still] = re.findall(r"prefers-reduced-motion: reduce\) {\s*:root {(.*?)}", TOKENS, re.DOTALL)
    assert durations
    assert {name for name, value in re.findall(r"(--[\w-]+): (\w+);", still) if value == "0ms"} == durations


def test_every_custom_property_that_a_style_sheet_uses_is_defined_somewhere() -> None:
    texts = [sheet.read_text() for sheet in SHEETS] + [
        path.read_text() for path in (ROOT / "static" / "js").rglob("*.js")
    ]
    defined = {name for text in texts for name in re.findall(r"(--[\w-]+)\s*[:\"']", text)}
    used = {(name, sheet.name) for sheet in SHEETS for name in re.findall(r"var\((--[\w-]+)\)", sheet.read_text())}
    assert {place for place in used if place[0] not in defined} == set()


@pytest.mark.parametrize("sprite", ["cards.svg", "cards-classic.svg"])
def test_a_deck_holds_fifty_two_cards_and_a_back_and_no_id_twice(sprite: str) -> None:
    text = (ROOT / "static" / "img" / sprite).read_text()
    ids = re.findall(r' id="([^"]+)"', text)
    cards = {rank + suit for rank in "A23456789TJQK" for suit in "SHDC"}
    assert len(ids) == len(set(ids))
    assert cards | {"back"} <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)


@pytest.mark.parametrize("sprite", ["cards.svg", "cards-classic.svg", "icons.svg"])
def test_a_sprite_holds_nothing_that_the_content_policy_forbids(sprite: str) -> None:
    text = (ROOT / "static" / "img" / sprite).read_text()
    assert re.search(r"<script|<style|\sstyle=|\son\w+=|https?://(?!www\.w3\.org/2000/svg)", text) is None


def test_the_clear_deck_is_the_one_that_the_script_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    make_deck = import_module("make_deck")
    assert make_deck.sprite() == (ROOT / "static" / "img" / "cards.svg").read_text()


def test_no_template_holds_an_inline_style_or_handler() -> None:
    found = [
        path.name
        for path in (ROOT / "templates").rglob("*.html")
        if "email" not in path.parts
        and re.search(r"<style|\sstyle=|\son(?:click|change|submit|load)=", path.read_text())
    ]
    assert found == []


def test_every_class_of_the_components_is_used_by_a_page_or_a_script() -> None:
    sources = [
        path
        for folder, kind in (("templates", "*.html"), ("static/js", "*.js"), ("ginsite/templatetags", "*.py"))
        for path in (ROOT / folder).rglob(kind)
    ]
    words = {word for path in sources for word in re.findall(r"[a-zA-Z][\w-]*", path.read_text())}
    sheets = [ROOT / "static/css/base.css", *(ROOT / "static/css/components").glob("*.css")]
    unused = {
        (name, sheet.name)
        for sheet in sheets
        for name in re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL))
        if name not in words
    }
    assert unused == {("htmx-request", "buttons.css")}  # htmx sets this one

"""The gin games of three and four (RULES 2b to 2d): the hand is gin between two; who plays it for whom differs."""

from __future__ import annotations

from dataclasses import replace

from games.domain.hands.gin import GIN as GIN_HAND
from games.domain.ruleset import RuleSet
from games.domain.scoresheets import new_sheet, partners_sheet
from games.domain.seating import IN_THE_BOX, PARTNERS, THREE_HANDED
from games.domain.variants.base import Variant
from games.domain.variants.gin import refuse_unless
from games.domain.variants.presets import get_preset


def _in_the_box(rules: RuleSet) -> RuleSet:
    return replace(rules, first_dealer="high_card_is_box", next_dealer="box")


def _admits_three(rules: RuleSet) -> None:
    refuse_unless(first_dealer=rules.first_dealer == "low_card", hollywood=not rules.hollywood)


def _admits_box(rules: RuleSet) -> None:
    refuse_unless(
        first_dealer=rules.first_dealer == "high_card_is_box",
        next_dealer=rules.next_dealer == "box",
        hollywood=not rules.hollywood,
    )


def _admits_partners(rules: RuleSet) -> None:
    summed = rules.four_players == "sum_of_games"
    refuse_unless(
        first_dealer=rules.first_dealer == "low_card",
        next_dealer=rules.next_dealer != "box",
        hollywood=not rules.hollywood,
        swap_opponents=not (summed and rules.swap_opponents),
    )


THREE_HANDED_GIN = Variant(
    "three-handed",
    GIN_HAND,
    THREE_HANDED,
    new_sheet,
    get_preset("he-wikihow"),
    ("he-wikihow", "bg-wikihow", "bg-wikihow-alt", "pagat", "cutthroat"),
    admits=_admits_three,
)
IN_THE_BOX_GIN = Variant(
    "in-the-box",
    GIN_HAND,
    IN_THE_BOX,
    new_sheet,
    get_preset("he-spruce-3p"),
    ("he-spruce-3p",),
    adapt=_in_the_box,
    admits=_admits_box,
)
PARTNERSHIP = Variant(
    "partnership",
    GIN_HAND,
    PARTNERS,
    partners_sheet,
    get_preset("bg-wikihow"),
    ("bg-wikihow", "bg-wikihow-alt", "pagat", "bicycle-classic", "he-wikihow"),
    admits=_admits_partners,
)

"""What the numbers of any game have in common; the bounds of gin's stand in ``test_ruleset``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest

from games.domain.numbers import Bounds, changed, check, numbers_from_dict, numbers_to_dict
from games.domain.rummy_rules import RummyRules


@dataclass(frozen=True, slots=True)
class Whist:
    """Another game's numbers."""

    bounds: ClassVar[Bounds] = {"tricks": (1, 13), "rounds": (1, 3)}

    tricks: int = 7
    trumps: Literal["turned", "none"] = "turned"
    rounds: int | None = None
    honours: bool = False


def test_any_game_has_a_plain_form_without_its_bounds() -> None:
    plain = numbers_to_dict(Whist(tricks=9))
    assert plain == {"tricks": 9, "trumps": "turned", "rounds": None, "honours": False}
    assert numbers_from_dict(Whist, plain) == Whist(tricks=9)
    assert numbers_from_dict(Whist, {}) == Whist()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tricks", 0),
        ("tricks", 14),
        ("tricks", None),
        ("tricks", True),
        ("tricks", 7.0),
        ("trumps", "hearts"),
        ("rounds", 4),
        ("honours", 1),
    ],
)
def test_a_value_that_may_not_be_is_named(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{name} may not be"):
        numbers_from_dict(Whist, {name: value})
    with pytest.raises(ValueError, match=f"{name} may not be"):
        changed(Whist(), {name: value})


@pytest.mark.parametrize("name", ["bounds", "target", "__class__", ""])
def test_what_is_no_number_of_the_game_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="is not a rule"):
        numbers_from_dict(Whist, {name: 1})


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(ValueError, match="object of names and values"):
        numbers_from_dict(Whist, [("tricks", 7)])  # type: ignore[arg-type]


def test_numbers_made_by_hand_can_be_checked() -> None:
    check(RummyRules())
    with pytest.raises(ValueError, match="target"):
        check(RummyRules(target=1))

"""Which choices go together, and the plain form of settings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.settings import BOUNDS, Settings, problems, settings_from_dict, settings_to_dict


def test_the_defaults_of_a_club_evening_can_be_had() -> None:
    assert list(problems(Settings())) == []


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (Settings(rounds=0), ("rounds", "OUT_OF_BOUNDS")),
        (Settings(format="groups-knockout", group_size=4, advance=4), ("advance", "ALL_ADVANCE")),
        (Settings(format="last-chance", match_form="best_of", match_length=2), ("match_length", "MUST_BE_ODD")),
        (Settings(format="single-elimination", late_until=1), ("late_until", "NO_LATE_ENTRY")),
        (Settings(tie_breaks=("wins", "wins")), ("tie_breaks", "TWICE")),
    ],
)
def test_what_does_not_go_together_is_said_by_field(settings: Settings, problem: tuple[str, str]) -> None:
    assert list(problems(settings)) == [problem]


@given(st.data())
def test_settings_survive_their_plain_form(data: st.DataObject) -> None:
    numbers = {name: data.draw(st.integers(*bounds)) for name, bounds in BOUNDS.items()}
    settings = Settings(**numbers)  # type: ignore[arg-type]
    assert settings_from_dict(settings_to_dict(settings)) == settings


@pytest.mark.parametrize(
    "plain",
    [{"colour": 1}, {"rounds": 99}, {"rounds": True}, {"format": "knock"}, {"tie_breaks": ["luck"]}, {"double": 1}],
)
def test_what_is_no_setting_is_refused(plain: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(plain))):
        settings_from_dict(plain)

"""Matches that a tournament arranges."""

from __future__ import annotations

from typing import Any

import pytest

from games.application import appointed
from games.models import Match
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db


def appoint(clock: str = "standard", **changes: Any) -> Match:
    ann, bob = (User.objects.create_user(name, f"{name}@example.com") for name in ("ann", "bob"))
    rules = appointed.rules_text("gin", "he-wikihow", **changes)
    return appointed.appoint(ann, bob, variant="gin", preset="he-wikihow", rules=rules, clock=clock, increment_ms=0)


def test_an_appointed_match_is_dealt_and_anybody_may_watch() -> None:
    match = appoint(must_decide=True, fixed_hands=4)
    match.refresh_from_db()
    assert (match.status, match.visibility, match.rated) == (Match.Status.PLAYING, Match.Visibility.OPEN, True)
    assert match.version > 0
    assert match.spectator_delay == 30  # whoever watches cannot tell a player what matters now
    assert appointed.rules_from_text("gin", match.rules).fixed_hands == 4


@pytest.mark.parametrize(("clock", "changes"), [("none", {}), ("standard", {"gin_bonus": 99})])
def test_what_could_not_be_rated_in_the_lobby_is_not_rated_here(clock: str, changes: dict[str, Any]) -> None:
    assert not appoint(clock, **changes).rated


def test_rules_that_a_game_does_not_admit_are_refused() -> None:
    with pytest.raises(ValueError, match="oklahoma"):
        appointed.change_rules("gin", appointed.rules_text("oklahoma", ""))
    assert "gin" in appointed.games_for_two()
    assert "partnership" not in appointed.games_for_two()

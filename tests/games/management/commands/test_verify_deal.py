"""``verify_deal``: a match or a file, what holds in words, and an error for a deal that is not the promised one."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.application import store
from games.application.record import Step
from tests.games.application.matches import CODE, dealt, new_row, play_until

VECTORS = json.loads((Path(__file__).parents[3] / "vectors" / "fair-deal.json").read_text())


def verify(*words: str) -> str:
    said = io.StringIO()
    call_command("verify_deal", *words, stdout=said, no_color=True)
    return said.getvalue()


@pytest.mark.django_db
def test_all_hands_of_a_match_that_are_over_or_one_of_them() -> None:
    row = new_row(code=CODE)
    step = play_until(dealt(), lambda live: live.game.phase == "between")
    store.append(Step(0, step.live._replace(id=row.pk), step.rows))

    assert verify(CODE).endswith("2 deals are true\n")
    assert verify(CODE, "1").startswith(f"{CODE}-1\n  ok  the server's seed has the promised fingerprint\n")
    with pytest.raises(CommandError, match="not over"):
        verify(CODE, "2")
    with pytest.raises(CommandError, match="no match"):
        verify("zzzzzzzzzz")


def test_a_file_without_any_database(tmp_path: Path) -> None:
    deal = VECTORS["deals"][0]["deal"]
    place = tmp_path / "deal.json"
    place.write_text(json.dumps(deal))
    assert "1 deal is true" in verify("--file", str(place))

    place.write_text(json.dumps(deal | {"seed": "00" * 32}))
    with pytest.raises(CommandError, match="1 deal is not what was promised"):
        verify("--file", str(place))

    for wrong in ("{}", "no deal"):
        place.write_text(wrong)
        with pytest.raises(CommandError):
            verify("--file", str(place))
    with pytest.raises(CommandError, match="Name a match or a file"):
        verify()

"""``manage.py simulate_tournament``: one object of figures, and the site's database stays as it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

ROOT = Path(__file__).parents[4]


def test_it_prints_figures_and_leaves_the_sites_database_alone(tmp_path: Path) -> None:
    site = tmp_path / "site.sqlite3"
    command = [sys.executable, "manage.py", "simulate_tournament", "--format", "swiss", "--players", "5", "--json"]
    env = {**os.environ, "DATABASE_URL": f"sqlite:///{site}", "VAR_DIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=120)
    figures = json.loads(done.stdout)
    wanted = {"format", "players", "rounds", "games", "rematches", "avoidable_rematches", "second_byes", "unfinished"}
    assert wanted | {"seconds"} <= figures.keys()
    assert (figures["format"], figures["players"], figures["unfinished"]) == ("swiss", 5, 0)
    assert not site.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "--players"),
        ({"absences": 2.0}, "--absences"),
        ({"rounds": 0}, "--rounds"),
        ({"format": "last-chance", "players": 300}, "that many players"),
    ],
)
def test_what_cannot_be_simulated_is_said(options: dict[str, object], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command("simulate_tournament", **({"format": "swiss", "players": 8} | options))

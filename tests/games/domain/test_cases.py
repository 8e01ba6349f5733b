"""Every case of docs/rules/cases.md that concerns a game on the site is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NOT_YET_ON_THE_SITE = {"Three and four players", "Basic rummy"}
HOLLYWOOD = {f"EC-{number}" for number in range(66, 73)}


def cases() -> set[str]:
    """The ids of the tables, sections of games to come left out."""
    ids, heading = set(), ""
    for line in (ROOT / "docs/rules/cases.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("### "):
            heading = line.removeprefix("### ")
        row = re.match(r"\| (W\d+r?|EC-\d+|M\d) \|", line)
        if row and heading not in NOT_YET_ON_THE_SITE:
            ids.add(row[1])
    return ids - HOLLYWOOD


def citations() -> set[str]:
    """The ids in the names and marks of tests: ``EC-20``, ``W23r``, or ``ec20`` and ``w23r`` inside a name."""
    cited = set()
    for path in (*(ROOT / "tests/games").rglob("test_*.py"), *(ROOT / "tests/properties").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        cited |= set(re.findall(r"\b(W\d+r?|EC-\d+|M\d)\b", text))
        for name in re.findall(r"def test_(\w+)", text):
            cited |= {f"W{number}" for number in re.findall(r"(?:^|_)w(\d+r?)(?=_)", name)}
            cited |= {f"EC-{number}" for number in re.findall(r"(?:^|_)ec(\d+)(?=_)", name)}
    return cited


def test_every_case_of_a_game_on_the_site_has_a_test() -> None:
    assert len(cases()) > 100
    assert cases() - citations() == set()


def test_no_test_cites_a_case_that_is_not_written_down() -> None:
    written = set(re.findall(r"\| (W\d+r?|EC-\d+|M\d) \|", (ROOT / "docs/rules/cases.md").read_text(encoding="utf-8")))
    assert citations() - written == set()

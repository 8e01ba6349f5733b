"""Every case of docs/rules/cases.md is cited by a test."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "docs/rules/cases.md"


def cases() -> set[str]:
    """The ids of the tables."""
    return set(re.findall(r"^\| (W\d+r?|EC-\d+|M\d) \|", CASES.read_text(encoding="utf-8"), re.MULTILINE))


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


def test_every_case_has_a_test() -> None:
    assert len(cases()) > 150
    assert cases() - citations() == set()


def test_no_test_cites_a_case_that_is_not_written_down() -> None:
    assert citations() - cases() == set()

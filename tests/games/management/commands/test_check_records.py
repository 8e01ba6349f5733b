"""``check_records``: says which file is wrong, where, and why."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

RECORDS = Path(__file__).parents[4] / "tests" / "records"
GOOD = RECORDS / "resignation.gin"


def run(*files: object) -> tuple[str, str]:
    """What the command says, and what it complains of, whether or not it ends with an error."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("check_records", *map(str, files), stdout=out, stderr=err)
    except CommandError as error:
        out.write(str(error))
    return out.getvalue().strip(), err.getvalue().strip()


def test_good_records_are_in_order() -> None:
    assert run(GOOD, RECORDS / "rummy-going-rummy.gin") == ("2 records are in order", "")


def test_the_first_line_that_cannot_be_is_named(tmp_path: Path) -> None:
    lines = GOOD.read_text("ascii").splitlines()
    at = next(at for at, line in enumerate(lines) if " discard " in line)
    unread, illegal, foreign = tmp_path / "unread.gin", tmp_path / "illegal.gin", tmp_path / "foreign.gin"
    unread.write_text("\n".join((*lines[:at], "0 fold", *lines[at + 1 :], "")))
    illegal.write_text("\n".join((*lines[:at], lines[at], *lines[at:], "")))
    foreign.write_text("\n".join((*lines[:at], "0 discard 7♥", "")), encoding="utf-8")
    said, complaints = run(unread, GOOD, illegal, foreign)
    assert said == "3 records are not in order"
    assert complaints.splitlines() == [
        f"{unread}: line {at + 1}: no such action: fold",
        f"{illegal}: line {at + 2}: refused: NOT_YOUR_TURN",
        f"{foreign}: line {at + 1}: a record is written in ASCII",
    ]


def test_a_record_may_come_by_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(GOOD.read_bytes())))
    assert run("-") == ("1 record is in order", "")


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    assert run(tmp_path / "none.gin")[0] == f"{tmp_path / 'none.gin'}: No such file or directory"

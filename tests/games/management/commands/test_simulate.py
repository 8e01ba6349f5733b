"""``manage.py simulate``: what it prints, what it refuses, and how it ends. No test here may touch a database."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.domain.variants import VARIANTS


def simulate(*args: str) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    call_command("simulate", *args, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_json_is_one_object_and_nothing_else() -> None:
    out, err = simulate("three-handed", "--matches", "10", "--seed", "3", "--json")
    found = json.loads(out)
    assert (found["game"], found["players"], found["preset"], found["seed"]) == ("three-handed", 3, "he-wikihow", 3)
    assert (found["matches"], found["violations"], found["problems"]) == (10, 0, [])
    assert found["hands"] == sum(found["endings"].values()) > 10
    assert {"knock", "gin", "undercut", "tie", "void", "void_stall", "void_left", "void_agreed"} == set(
        found["endings"]
    )
    assert found["hands_per_s"] > 0
    assert "10 of 10 matches" in err


def test_without_json_there_is_a_table_for_people() -> None:
    out, _ = simulate("rummy", "--players", "5", "--matches", "2")
    assert out.startswith("rummy for 5 by am-rummy, seed 1\n2 matches, ")
    assert ", 0 violations\n" in out
    assert "void_refills" in out


def test_the_number_of_processes_changes_nothing() -> None:
    asked = ("in-the-box", "--matches", "4", "--json")
    alone, shared = (json.loads(simulate(*asked, *more)[0]) for more in ((), ("--processes", "2")))
    assert {**alone, "hands_per_s": 0} == {**shared, "hands_per_s": 0}


def test_a_violation_is_printed_and_ends_it_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    gin = VARIANTS["gin"]
    wrong = replace(gin.seating, after=lambda _rules, last, *_how: last)
    monkeypatch.setitem(VARIANTS, "gin", replace(gin, seating=wrong))
    out = StringIO()
    with pytest.raises(CommandError, match=r"^\d+ violations. The first: match \d+ of seed 1, hand 2, ") as raised:
        call_command("simulate", "gin", "--matches", "3", "--json", stdout=out, stderr=StringIO())
    found = json.loads(out.getvalue())
    assert raised.value.returncode == 1
    assert found["violations"] == len(found["problems"]) > 0


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (("bridge",), "There is no game 'bridge'. There is: gin, oklahoma, hollywood, straight-gin, three-handed, "),
        (("gin", "--preset", "am-rummy"), "There is no rule set of gin 'am-rummy'. There is: he-wikihow, "),
        (("gin", "--players", "3"), "gin is not played by 3: --players is 2."),
        (("rummy", "--players", "7"), "rummy is not played by 7: --players is 2 to 6."),
        (("gin", "--matches", "0"), "--matches is at least 1."),
        (("gin", "--processes", "0"), "--processes is at least 1."),
    ],
)
def test_what_there_is_not_is_named(args: tuple[str, ...], problem: str) -> None:
    with pytest.raises(CommandError) as raised:
        simulate(*args)
    assert str(raised.value).startswith(problem)

"""``manage.py arena``: what it prints, and what it refuses."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def arena(*args: str) -> str:
    out = StringIO()
    call_command("arena", *args, stdout=out)
    return out.getvalue()


def test_it_says_who_won_how_often_and_how_sure_that_is() -> None:
    assert arena("casual", "casual", "--matches", "4") == "casual beats casual in 50.0% of 4 matches [16.7%, 83.3%]\n"


def test_json_is_one_object_for_a_program() -> None:
    found = json.loads(arena("casual", "beginner", "--matches", "10", "--seed", "3", "--json"))
    assert (found["a"], found["b"], found["matches"], found["seed"]) == ("casual", "beginner", 10, 3)
    assert found["preset"] == "he-wikihow"
    assert 0 <= found["low"] <= found["win_rate"] <= found["high"] <= 1


def test_the_same_seed_gives_the_same_answer_and_another_preset_another() -> None:
    asked = ("club", "beginner", "--matches", "6", "--json")
    assert arena(*asked, "--seed", "8") == arena(*asked, "--seed", "8")
    assert arena(*asked, "--preset", "tournament") == arena(*asked, "--preset", "tournament", "--processes", "2")


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (("casual", "grandmaster"), "There is no computer player 'grandmaster'. There is: beginner, casual, club."),
        (("nobody", "casual"), "There is no computer player 'nobody'"),
        (("casual", "club", "--preset", "bridge"), "There is no rule set 'bridge'. There is: he-wikihow"),
        (("casual", "club", "--matches", "0"), "--matches is at least 1"),
        (("casual", "club", "--processes", "0"), "--processes is at least 1"),
    ],
)
def test_what_there_is_not_is_named(args: tuple[str, ...], problem: str) -> None:
    with pytest.raises(CommandError, match="^" + problem.replace(".", r"\.")):
        arena(*args)

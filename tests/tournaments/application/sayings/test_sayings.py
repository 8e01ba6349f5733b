"""Words for everything: every code, format, tie-break, reason, note and action has its sentence."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from tournaments.application import sayings
from tournaments.application.sayings.play import _REASONS, _SAY
from tournaments.domain import actions
from tournaments.domain.match_graph import BracketName
from tournaments.domain.settings import FormatName, Settings, TieBreak
from tournaments.domain.values import BYE, DOUBLE_FORFEIT, Reason, Result, ResultKind, Status, won

ROOT = Path(__file__).parents[4] / "tournaments"
SOURCES = [path for path in ROOT.rglob("*.py") if "migrations" not in path.parts and "sayings" not in path.parts]
NAMES = {1: "Ann", 2: "Bob", 3: "Cleo"}


def called_with(*functions: str) -> set[str]:
    """The texts that these functions are called with anywhere, in the first places."""
    found = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in functions:
                found |= {arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant) and arg.value}
    return {text for text in found if isinstance(text, str)}


def test_every_refusal_has_a_sentence() -> None:
    codes = {code for code in called_with("Refusal", "_require", "NotAllowed", "Problem") if code.isupper()}
    codes |= {code.upper() for code in called_with("Blocked")}
    codes |= set(re.findall(r'yield "\w+", "([A-Z_]+)"', (ROOT / "domain/settings.py").read_text()))
    codes |= set(re.findall(r'return "([A-Z_]+)"', (ROOT / "application/registration.py").read_text()))
    assert len(codes) > 50
    assert codes <= set(sayings.ERRORS)


def test_every_reason_of_a_pairing_has_a_sentence() -> None:
    codes = called_with("Reason")
    assert "score_group" in codes
    assert codes <= {*_SAY, *_REASONS}


def test_every_choice_has_its_words() -> None:
    assert set(sayings.FORMAT_NAMES) == set(sayings.FORMAT_LINES) == set(get_args(FormatName))
    assert set(sayings.TIE_BREAK_NAMES) == set(sayings.TIE_BREAK_LINES) == set(get_args(TieBreak))
    assert set(sayings.TIE_BREAK_SHORT) == set(get_args(TieBreak))
    assert set(sayings.RESULT_KINDS) == set(get_args(ResultKind))
    assert set(sayings.STATUS_NAMES) == set(get_args(Status))
    assert set(sayings.BRACKET_NAMES) == set(get_args(BracketName))
    assert set(sayings.ACTION_NAMES) == set(get_args(actions.Action))


@pytest.mark.parametrize("name", get_args(FormatName))
def test_every_format_says_its_rules(name: FormatName) -> None:
    settings = Settings(format=name, round_minutes=45, late_penalty=5, late_until=2, keep_apart="always")
    rows = sayings.say_rules(settings)
    assert rows[0].title == "Format"
    assert all(row.text and "%(" not in row.text for row in rows)
    assert len({row.title for row in rows}) == len(rows)


def test_a_plan_is_said_in_one_sentence() -> None:
    said = sayings.say_plan(Settings(rounds=7), "Gin rummy to 100", capacity=40)
    assert said == "Swiss in 7 rounds, Gin rummy to 100, online, 40 places."


LINES: list[tuple[actions.Action, str]] = [
    (actions.Enter(), "Cleo entered."),
    (actions.CheckIn(1), "Ann is there."),
    (actions.Withdraw(1), "Ann leaves."),
    (actions.Withdraw(1, "after_round"), "Ann leaves after this round."),
    (actions.Reinstate(2), "Bob is back."),
    (actions.AskBye(2, 3), "Bob asked for round 3 off."),
    (actions.KeepApart(1, 2), "Ann and Bob are kept apart."),
    (actions.LetMeet(1, 2), "Ann and Bob may meet."),
    (actions.Start(77), "The tournament starts. The draw's number is 77."),
    (actions.PairRound(5), "A round was paired. The draw's number is 5."),
    (actions.PublishRound(2), "Round 2 was published."),
    (actions.EnterResult(1, 4, won(0, hand_points=(120, 35))), "Round 1, table 4: 1 : 0, 120 : 35."),
    (actions.ChangeResult(1, 4, None), "Round 1, table 4: the result was taken back."),
    (actions.ChangeResult(1, 4, DOUBLE_FORFEIT), "Round 1, table 4: the result is now 0 : 0, nobody came."),
    (actions.Swap(1, 2, 3), "In round 1, Bob and Cleo changed places."),
    (actions.AddPairing(1, 2, None), "Round 1: Bob has a bye."),
    (actions.AddPairing(1, 2, 3), "Round 1: Bob plays Cleo."),
    (actions.RemovePairing(1, 2), "Round 1: the match at table 2 was taken out."),
    (actions.UndoRound(), "The last round was taken back."),
    (actions.Pause(), "The tournament is paused."),
    (actions.Resume(), "The tournament goes on."),
    (actions.Finish(), "The tournament is over."),
    (actions.Finish(early=True), "The tournament was ended early."),
    (actions.Cancel(), "The tournament was cancelled."),
]


@pytest.mark.parametrize(("action", "line"), LINES)
def test_the_log_reads_like_a_story(action: actions.Action, line: str) -> None:
    assert sayings.say_action(action, NAMES, entrant=3) == line


def test_all_actions_are_in_the_story() -> None:
    assert {type(action) for action, _line in LINES} == set(get_args(actions.Action))


def test_reasons_and_results_are_said_with_their_values() -> None:
    assert sayings.say_reason(Reason("floated", (5, 3))).startswith("One has 2½ points, the other 1½")
    assert sayings.say_reason(Reason("main", (2,))) == "Main bracket, round 2."
    assert sayings.say_reason(Reason("group", (1,))) == "Both play in group B."
    assert sayings.say_result(BYE) == "1 (bye)"
    assert sayings.say_result(Result((1, 1), "played", games=(2, 2))) == "½ : ½, games 2 : 2"


def test_a_refusal_names_its_numbers() -> None:
    assert sayings.say_refusal("ROUND_OPEN", (3,)).startswith("Round 3 is not over.")
    assert sayings.say_refusal("ROUND_OPEN").startswith("Round  is")
    assert sayings.say_refusal("NO SUCH CODE") == "That is not possible now."

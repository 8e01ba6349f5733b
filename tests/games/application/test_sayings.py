"""Rules, clocks, results and refusals as sentences."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any, get_args

import pytest

from games.application import sayings
from games.application.terms import control_of, presets_of
from games.domain.clock import CONTROLS
from games.domain.errors import Code
from games.domain.events import EndReason, HandKind, VoidReason
from games.domain.ruleset import RuleSet, customise
from games.domain.rummy_rules import RummyRules
from games.domain.scoring import score_hand
from games.domain.seating.base import Role
from games.domain.variants import PRESETS, VARIANTS, get_preset

NAMES = ["alice", "bob"]


@pytest.mark.parametrize(
    ("game", "rules", "said"),
    [
        (
            "gin",
            get_preset("he-wikihow"),
            "Gin rummy to 100, knock with 10 or less, gin 25, undercut 25 (10 on a tie).",
        ),
        ("gin", get_preset("wikipedia"), "Gin rummy to 100, knock with 10 or less, gin 25, big gin 31, undercut 25."),
        (
            "gin",
            get_preset("bg-wikihow"),
            "Gin rummy to 100, knock with 10 or less, gin 25, undercut 25, no first refusal of the upcard.",
        ),
        (
            "gin",
            get_preset("tournament"),
            "Gin rummy to 250, knock with 10 or less, gin 25, undercut 25, the last discard may be taken to knock.",
        ),
        (
            "oklahoma",
            customise(get_preset("pagat"), oklahoma="gin_only", spade_doubles=True, extra_boxes_gin=2),
            "Oklahoma gin to 150, the upcard sets the knock limit, an ace asks for gin, gin 20, undercut 10, "
            "a spade upcard doubles the hand, extra boxes for gin and undercut.",
        ),
        (
            "oklahoma",
            customise(get_preset("pagat"), oklahoma="one", target=100),
            "Oklahoma gin to 100, the upcard sets the knock limit, gin 20, undercut 10.",
        ),
        (
            "hollywood",
            customise(get_preset("pagat"), hollywood="schedule"),
            "Hollywood gin to 100, three games at once, entries for a closed column are lost, knock with 10 or less, "
            "gin 20, undercut 10.",
        ),
        (
            "straight-gin",
            customise(get_preset("he-wikihow"), knock_limit=0, fixed_hands=5),
            "Straight gin over 5 hands, no knocking, only gin ends a hand, gin 25.",
        ),
        (
            "three-handed",
            get_preset("cutthroat"),
            "Three-handed gin to 100, the loser sits out, and who sat out deals and plays, knock with 10 or less, "
            "gin 25, undercut 25.",
        ),
        (
            "in-the-box",
            get_preset("he-spruce-3p"),
            "In the box to 100, the box deals and plays alone, knock with 10 or less, gin 25, undercut 10.",
        ),
        (
            "partnership",
            customise(get_preset("pagat"), swap_opponents=True, partner_advice="layoff_only"),
            "Partnership gin to 125, each round the better team scores the difference, new opponents every round, "
            "partners may advise on laying off, knock with 10 or less, gin 20, undercut 10.",
        ),
        (
            "partnership",
            get_preset("he-wikihow"),
            "Partnership gin to 100, each table a whole game, partners added up, knock with 10 or less, "
            "gin 25, undercut 25 (10 on a tie).",
        ),
        (
            "gin",
            customise(get_preset("ar-cloudz"), fixed_hands=1, discard_history="open", invalid_knock="expose"),
            "Gin rummy over 1 hand, knock with 10 or less, gin 25, undercut 25, all discards on show, "
            "a false knock lays the hand open.",
        ),
    ],
)
def test_rules_are_one_plain_sentence(game: str, rules: RuleSet, said: str) -> None:
    assert sayings.say_rules(rules, game=game) == said


@pytest.mark.parametrize(
    ("rules", "seats", "said"),
    [
        (RummyRules(), 4, "Basic rummy for four to 150, aces low, going rummy counts twice."),
        (
            RummyRules(fixed_hands=5, ace="high_or_low", melds_per_turn="one", must_discard_last=True),
            6,
            "Basic rummy for six over 5 hands, aces low or high, 15 points each, one meld a turn, "
            "the last card must be discarded, going rummy counts twice.",
        ),
        (
            RummyRules(going_rummy="plain", stock_empty="turn_over", no_turn="lowest_wins", discard_history="open"),
            None,
            "Basic rummy to 150, aces low, an empty stock is turned over, not shuffled, "
            "the fewest points win when no card is left to draw, all discards on show.",
        ),
    ],
)
def test_the_rules_of_rummy_are_one_plain_sentence_too(rules: RummyRules, seats: int | None, said: str) -> None:
    assert sayings.say_rules(rules, game="rummy", seats=seats) == said


@pytest.mark.parametrize(
    ("clock", "increment", "said"),
    [
        ("blitz", 0, "10 seconds a move and 1 minute in reserve"),
        ("standard", 0, "30 seconds a move and 3 minutes in reserve"),
        ("standard", 5_000, "30 seconds a move and 3 minutes in reserve, 5 seconds back for each move"),
        ("slow-1", 0, "1 day a move"),
        ("slow-7", 0, "7 days a move"),
        ("none", 0, "no clock"),
    ],
)
def test_a_clock_is_said_in_words(clock: str, increment: int, said: str) -> None:
    assert sayings.say_clock(control_of(clock, increment)) == said


def test_rules_and_clock_make_one_sentence() -> None:
    said = sayings.say_rules(get_preset("pagat"), CONTROLS["slow-3"], game="gin")
    assert said == "Gin rummy to 100, knock with 10 or less, gin 20, undercut 10; 3 days a move."


def test_a_list_names_the_clock_once() -> None:
    assert sayings.say_clock_line(CONTROLS["none"]) == "No clock"
    assert sayings.say_clock_line(CONTROLS["slow-3"]) == "Slow: 3 days a move"
    assert sayings.say_clock_line(CONTROLS["blitz"]).startswith("Blitz: 10 seconds")


def result(knocker: int, defender: int, rules: RuleSet, **kind: bool) -> dict[str, Any]:
    """A hand's result in the protocol's shape; seat 0 knocked."""
    score = score_hand(knocker, defender, rules, **kind)
    return {
        "kind": score.kind,
        "void": None,
        "winner": 0 if score.winner_is_knocker else 1,
        "knocker": 0,
        "knocker_count": knocker,
        "defender_count": defender,
        "points": score.points,
        "lines": [{"key": line.key, "points": line.points} for line in score.lines],
    }


@pytest.mark.parametrize(
    ("hand", "lines"),
    [
        (result(4, 12, RuleSet()), ["12 deadwood less 4: 8 points"]),
        (result(9, 2, RuleSet()), ["9 deadwood less 2: 7 points", "Undercut bonus: 25 points"]),
        (
            result(3, 3, get_preset("he-wikihow")),
            ["3 deadwood less 3: 0 points", "Equal counts, to the defender: 10 points"],
        ),
        (
            result(0, 21, RuleSet(), gin=True),
            ["21 deadwood in the other hand: 21 points", "Gin bonus: 25 points"],
        ),
        (
            result(0, 1, get_preset("wikipedia"), big_gin=True),
            ["1 deadwood in the other hand: 1 point", "Big gin bonus: 31 points"],
        ),
        (
            result(9, 2, RuleSet(), doubled=True),
            [
                "9 deadwood less 2: 7 points",
                "Undercut bonus: 25 points",
                "Spade upcard: everything counts twice: 32 points",
            ],
        ),
    ],
)
def test_a_hand_explains_itself_line_by_line(hand: dict[str, Any], lines: list[str]) -> None:
    said = sayings.hand_lines(hand)
    assert [sayings.say_line(line) for line in said] == lines
    assert sum(line.points for line in said) == hand["points"]


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (result(4, 12, RuleSet()), "alice knocked with 4 and wins 8."),
        (result(0, 21, RuleSet(), gin=True), "alice went gin and wins 46."),
        (result(9, 2, RuleSet()), "bob undercut alice, who knocked with 9, and wins 32."),
        ({"void": "wall"}, "The stock ran out: nobody scores, and the same dealer deals again."),
    ],
)
def test_a_hand_ends_in_a_sentence(hand: dict[str, Any], said: str) -> None:
    assert sayings.say_hand(hand, NAMES) == said


@pytest.mark.parametrize(
    ("reason", "winner", "said"),
    [
        ("target", 1, "bob wins the match."),
        ("hands", 0, "All hands are played. alice wins the match."),
        ("hands", None, "The match is drawn."),
        ("resigned", 0, "bob resigned. alice wins the match."),
        ("flagged", 1, "alice ran out of time. bob wins the match."),
        ("agreed", None, "The players agreed to stop. The match does not count."),
    ],
)
def test_a_match_ends_in_a_sentence(reason: str, winner: int | None, said: str) -> None:
    assert sayings.say_end(reason, winner, NAMES) == said


def test_a_match_of_three_that_two_have_left_says_so() -> None:
    names = ["alice", "bob", "carol"]
    assert sayings.say_end("resigned", 2, names) == "The others have left. carol wins the match."
    assert sayings.say_end("flagged", 0, names) == "The others have left. alice wins the match."
    assert sayings.say_end("target", 2, names) == "carol wins the match."


def test_teams_win_and_give_up_together() -> None:
    teams = [sayings.say_names(["alice", "carol"]), sayings.say_names(["bob", "dave"])]
    assert sayings.say_end("target", 1, teams, teams=True) == "bob and dave win the match."
    said = sayings.say_end("resigned", 1, teams, teams=True)
    assert said == "alice and carol gave up. bob and dave win the match."


def test_every_refusal_of_the_rules_has_a_sentence() -> None:
    assert {str(code) for code in Code} <= set(sayings.error_sentences())


def test_a_refusal_names_the_numbers_and_survives_their_absence() -> None:
    said = sayings.say_error("KNOCK_OVER_LIMIT", {"count": 17, "limit": 10})
    assert said == "You need 10 or less to knock; you would be left with 17."
    assert sayings.say_error("KNOCK_OVER_LIMIT").startswith("You need %(limit)s")
    assert sayings.say_error("SOMETHING_NEW") == "SOMETHING_NEW"


def test_the_page_gets_a_phrase_for_everything_that_can_happen() -> None:
    phrases = sayings.phrases()
    assert set(get_args(HandKind)) < set(phrases["kinds"])
    assert set(get_args(HandKind)) < set(phrases["hands"])
    assert set(get_args(VoidReason)) <= set(phrases["voids"])
    assert set(get_args(EndReason)) <= set(phrases["ends"])
    assert set(CONTROLS) == set(phrases["clocks"])
    assert set(PRESETS) == set(phrases["presets"]) == set(sayings.PRESET_SOURCES)
    assert set(get_args(Role)) == set(phrases["roles"])
    assert {f"{reason}_team" for reason in get_args(EndReason)} - {"agreed_team"} <= set(phrases["ends"])


def test_every_game_has_a_name_a_line_and_a_number_of_players() -> None:
    found = sayings.catalogue()
    assert [game.name for game in found] == list(VARIANTS)
    assert all(game.title != game.name and game.line for game in found)
    assert sayings.game_of("gin").players == "2 players"
    assert sayings.say_seats((2, 3, 4, 5, 6)) == "\u20662–6\u2069 players"
    assert sayings.game_name("unheard-of") == "unheard-of"


def test_places_in_sentences_are_named_so_that_translators_may_move_them() -> None:
    sentences = [text for group in sayings.phrases().values() for text in group.values()]
    for sentence in [*sentences, *sayings.error_sentences().values()]:
        assert not re.search(r"%(?!\(\w+\)s)", sentence), sentence
        assert not [name for _text, name, *_rest in Formatter().parse(sentence) if name]


@pytest.mark.parametrize("preset", presets_of("gin"))
def test_every_number_of_a_rule_set_can_be_read(preset: str) -> None:
    rows = dict(sayings.rule_rows(get_preset(preset), game="gin"))
    assert rows["Gin"] == str(get_preset(preset).gin_bonus)
    assert rows["Game bonus"] == "100"
    assert all(rows.values())


def test_an_oklahoma_table_says_what_an_ace_means_and_what_spades_do() -> None:
    rows = dict(sayings.rule_rows(customise(get_preset("pagat"), oklahoma="one", spade_doubles=True), game="oklahoma"))
    assert rows["Knock limit"] == "the upcard; an ace counts 1"
    assert rows["Spade upcard"] == "doubles the hand"


def test_a_name_that_nobody_knows_is_shown_as_it_is() -> None:
    assert sayings.preset_name("pagat") == "Pagat"
    assert sayings.preset_name("unheard-of") == "unheard-of"
    assert sayings.clock_name("unheard-of") == "unheard-of"


def test_extra_boxes_are_told_where_there_are_any() -> None:
    assert "Extra boxes for gin" not in dict(sayings.rule_rows(get_preset("pagat"), game="gin"))
    rules = customise(get_preset("pagat"), extra_boxes_gin=2, extra_boxes_undercut=1)
    rows = dict(sayings.rule_rows(rules, game="gin"))
    assert (rows["Extra boxes for gin"], rows["Extra boxes for an undercut"]) == ("2", "1")


@pytest.mark.parametrize(
    ("game", "rules", "row"),
    [
        ("hollywood", RuleSet(hollywood="schedule"), ("Still blank", "entries for a closed column are lost")),
        ("three-handed", RuleSet(), ("Who sits out", "the loser deals the next hand and sits out")),
        ("partnership", RuleSet(), ("Played to", "125")),
        ("partnership", RuleSet(swap_opponents=True), ("Opponents", "new ones every round")),
        ("rummy", RummyRules(ace="high_or_low"), ("Aces", "low or high, 15 points")),
        ("rummy", RummyRules(fixed_hands=3), ("Played to", "3 hands")),
    ],
)
def test_what_only_one_game_has_stands_in_its_rows(
    game: str, rules: RuleSet | RummyRules, row: tuple[str, str]
) -> None:
    assert row in sayings.rule_rows(rules, game=game)


def test_an_empty_chair_is_named() -> None:
    assert sayings.say_names(["alice", None]) == "alice and an empty chair"
    assert sayings.say_names(["alice", "bob", None]) == "alice, bob and an empty chair"
    assert sayings.say_names(["alice"]) == "alice"

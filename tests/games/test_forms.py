"""The form of a new table: what it reads, and what it refuses even when the request was made by hand."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

import pytest

from games.application.terms import presets_of
from games.domain.ruleset import RuleSet, customise
from games.domain.variants import VARIANTS, get_preset
from games.forms import PracticeForm, TableForm
from ginsite.accounts.models import User

MEMBER = User(username="alice")
GUEST = User(username="Guest 1234", is_guest=True, guest_number=1234)


def form(user: User | None = MEMBER, **fields: Any) -> TableForm:
    """The form as sent, on the usual choices but for ``fields``."""
    return TableForm({"preset": "he-wikihow", "clock": "standard", "company": "open"} | fields, user=user)


def gin_rules(sent: TableForm) -> RuleSet:
    """The numbers asked for, of a game of the gin family."""
    rules = sent.terms().rules
    assert isinstance(rules, RuleSet)
    return rules


def test_it_starts_from_the_house_rules_on_the_standard_clock_open_to_all() -> None:
    blank = TableForm(user=MEMBER)
    assert blank["preset"].value() == "he-wikihow"
    assert blank["clock"].value() == "standard"
    assert blank["company"].value() == "open"


def test_the_usual_choices_are_the_house_rules() -> None:
    terms = form()
    assert terms.is_valid()
    assert terms.terms().rules == get_preset("he-wikihow")
    assert not terms.terms().rated


def test_every_choice_arrives() -> None:
    sent = form(
        game="oklahoma",
        preset="pagat",
        target="150",
        oklahoma="one",
        spade_doubles="on",
        extra_boxes="on",
        big_gin="50",
        knock_last="on",
        open_discards="on",
        expose="on",
        gin_bonus="30",
        clock="blitz",
        increment="2000",
        company="link",
    )
    assert sent.is_valid(), sent.errors
    terms = sent.terms()
    rules = gin_rules(sent)
    assert (rules.target, rules.oklahoma, rules.spade_doubles, rules.big_gin_bonus) == (150, "one", True, 50)
    assert (rules.last_discard, rules.discard_history, rules.invalid_knock) == ("knock_only", "open", "expose")
    assert (rules.gin_bonus, rules.undercut_bonus) == (30, 10)
    assert (rules.extra_boxes_gin, rules.extra_boxes_undercut) == (2, 1)
    assert (terms.clock, terms.increment_ms, terms.by_link, terms.preset) == ("blitz", 2_000, True, "pagat")


def test_big_gin_can_be_switched_off() -> None:
    sent = form(preset="wikipedia", big_gin="off")
    assert sent.is_valid()
    assert gin_rules(sent).big_gin_bonus is None


def test_oklahoma_is_played_to_150_unless_a_target_was_chosen() -> None:
    usual, chosen = form(game="oklahoma"), form(game="oklahoma", target="100")
    assert usual.is_valid()
    assert chosen.is_valid()
    assert (usual.terms().rules.target, chosen.terms().rules.target) == (150, 100)


def test_another_target_goes_before_the_buttons() -> None:
    sent = form(target="100", custom_target="75")
    assert sent.is_valid()
    assert sent.terms().rules.target == 75


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"clock": "none"}, "clock"),
        ({"expose": "on"}, "expose"),
        ({"game": "hollywood", "spade_doubles": "on"}, "spade_doubles"),
        ({"game": "partnership", "four_players": "sum_of_games", "swap_opponents": "on"}, "swap_opponents"),
        ({"game": "three-handed", "seats": "2"}, "seats"),
        ({"game": "canasta"}, "game"),
        ({"game": "rummy", "preset": "pagat"}, "preset"),
        ({"game": "rummy", "preset": "am-rummy", "reshuffle_limit": "11"}, "reshuffle_limit"),
        ({"rated": "on", "gin_bonus": "30"}, "rated"),
        ({"rated": "on", "clock": "none", "company": "link"}, "rated"),
        ({"rated": "on", "expose": "on", "company": "link"}, "rated"),
        ({"increment": "2000", "clock": "slow-1"}, "increment"),
        ({"increment": "1"}, "increment"),
        ({"preset": "he-spruce-3p"}, "preset"),
        ({"clock": "hourglass"}, "clock"),
        ({"company": "everybody"}, "company"),
        ({"target": "99"}, "target"),
        ({"big_gin": "49"}, "big_gin"),
        ({"game": "oklahoma", "oklahoma": "two"}, "oklahoma"),
        ({"next_dealer": "box"}, "next_dealer"),
        ({"company": "computer", "level": "grandmaster"}, "level"),
        ({"gin_bonus": "101"}, "gin_bonus"),
        ({"gin_bonus": "-1"}, "gin_bonus"),
        ({"knock_limit": "11"}, "knock_limit"),
        ({"custom_target": "1001"}, "custom_target"),
        ({"custom_target": "many"}, "custom_target"),
        ({"fixed_hands": "0"}, "fixed_hands"),
    ],
)
def test_what_does_not_go_together_is_said_beside_the_field(fields: dict[str, str], field: str) -> None:
    sent = form(MEMBER, **fields)
    assert not sent.is_valid()
    assert set(sent.errors) == {field}


@pytest.mark.parametrize("nobody", [GUEST, None])
def test_only_members_open_rated_tables(nobody: User | None) -> None:
    sent = form(nobody, rated="on")
    assert not sent.is_valid()
    assert sent.errors["rated"] == ["Rated games are for members. Sign up, or choose a casual table."]


def test_fields_that_no_form_has_are_not_heard() -> None:
    sent = form(hollywood="next_open", practice="on", first_dealer="high_card_is_box")
    assert sent.is_valid()
    assert sent.terms().rules == get_preset("he-wikihow")


@pytest.mark.parametrize(
    ("game", "chosen", "changed"),
    [
        ("gin", {"next_dealer": "winner", "shutout": "double_total"}, {"shutout": "double_total"}),
        ("gin", {"big_gin": "31", "big_gin_bonus": "77"}, {"big_gin_bonus": 77}),
        ("gin", {"box_to": "winner", "match_winner": "first_to_target"}, {"box_to": "winner"}),
        ("hollywood", {"hollywood": "schedule", "oklahoma": "one"}, {"hollywood": "schedule", "target": 150}),
        ("three-handed", {"preset": "pagat", "three_players": "cutthroat"}, {"three_players": "cutthroat"}),
        ("partnership", {"target": "300"}, {"team_target": 300, "target": 300}),
        ("partnership", {"swap_opponents": "on", "partner_advice": "on"}, {"partner_advice": "layoff_only"}),
        ("rummy", {"seats": "4", "ace_high": "on", "fixed_hands": "5"}, {"ace": "high_or_low", "fixed_hands": 5}),
        ("rummy", {"turn_over": "on", "one_meld": "on"}, {"stock_empty": "turn_over", "melds_per_turn": "one"}),
        ("rummy", {"plain_rummy": "on", "lowest_wins": "on"}, {"going_rummy": "plain", "no_turn": "lowest_wins"}),
    ],
)
def test_every_game_has_choices_of_its_own(game: str, chosen: dict[str, str], changed: dict[str, Any]) -> None:
    sent = form(MEMBER, **({"game": game, "preset": presets_of(game)[0]} | chosen))
    assert sent.is_valid(), sent.errors
    rules = asdict(sent.terms().rules)
    assert {name: rules[name] for name in changed} == changed
    assert sent.terms().seats == int(chosen.get("seats", min(VARIANTS[game].seating.seats)))


@pytest.mark.parametrize("game", VARIANTS)
def test_every_option_of_a_game_is_a_rule_that_the_game_has(game: str) -> None:
    rules = {rule.name for rule in fields(VARIANTS[game].rules)}
    asked = TableForm(user=MEMBER, initial={"game": game})
    assert {rule for option in asked.options() for rule in option.rules} <= rules
    names = [option.name for option in asked.options()]
    assert len(names) == len(set(names))


def test_a_table_for_the_computer_alone_is_out_of_sight_unless_it_is_rated() -> None:
    casual, rated = form(company="computer", level="club"), form(company="computer", rated="on")
    assert casual.is_valid()
    assert rated.is_valid()
    assert (casual.fill(), casual.terms().by_link) == ("club", True)
    assert (rated.fill(), rated.terms().by_link) == ("casual", False)
    people = form()
    assert people.is_valid()
    assert people.fill() == ""


def test_practice_asks_for_game_rules_and_opponents_alone() -> None:
    sent = PracticeForm({"preset": "pagat", "target": "50", "clock": "blitz", "gin_bonus": "99"})
    assert sent.is_valid()
    terms = sent.terms()
    assert terms.rules == customise(get_preset("pagat"), target=50)
    assert (terms.rated, terms.clock, terms.by_link) == (False, "none", True)
    many = PracticeForm({"game": "rummy", "seats": "6"})
    assert many.is_valid()
    assert (many.terms().seats, many.terms().preset) == (6, "am-rummy")


def test_spectators_may_be_kept_behind_by_some_steps_only() -> None:
    asked = form(spectators="60")
    assert asked.is_valid()
    assert asked.terms().spectator_delay == 60
    assert form().is_valid()
    assert not form(spectators="45").is_valid()

"""The form of a new table: what it reads, and what it refuses even when the request was made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.domain.variants import get_preset
from games.forms import RulesForm, TableForm
from ginsite.accounts.models import User

MEMBER = User(username="alice")
GUEST = User(username="Guest 1234", is_guest=True, guest_number=1234)


def form(user: User | None = MEMBER, **fields: Any) -> TableForm:
    """The form as sent, on the usual choices but for ``fields``."""
    return TableForm({"preset": "he-wikihow", "clock": "standard", "company": "open"} | fields, user=user)


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
        preset="pagat",
        target="150",
        oklahoma="one",
        spade_doubles="on",
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
    rules = terms.rules
    assert (rules.target, rules.oklahoma, rules.spade_doubles, rules.big_gin_bonus) == (150, "one", True, 50)
    assert (rules.last_discard, rules.discard_history, rules.invalid_knock) == ("knock_only", "open", "expose")
    assert (rules.gin_bonus, rules.undercut_bonus) == (30, 10)
    assert (terms.clock, terms.increment_ms, terms.by_link, terms.preset) == ("blitz", 2_000, True, "pagat")


def test_big_gin_can_be_switched_off() -> None:
    sent = form(preset="wikipedia", big_gin="off")
    assert sent.is_valid()
    assert sent.terms().rules.big_gin_bonus is None


def test_oklahoma_is_played_to_150_unless_a_target_was_chosen() -> None:
    usual, chosen = form(oklahoma="gin_only"), form(oklahoma="gin_only", target="100")
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
        ({"spade_doubles": "on"}, "spade_doubles"),
        ({"straight": "on", "oklahoma": "one"}, "straight"),
        ({"rated": "on", "gin_bonus": "30"}, "rated"),
        ({"rated": "on", "clock": "none", "company": "link"}, "rated"),
        ({"rated": "on", "expose": "on", "company": "link"}, "rated"),
        ({"increment": "2000", "clock": "slow-1"}, "increment"),
        ({"increment": "1"}, "increment"),
        ({"preset": "he-spruce-3p"}, "preset"),
        ({"preset": ""}, "preset"),
        ({"clock": "hourglass"}, "clock"),
        ({"company": "everybody"}, "company"),
        ({"target": "99"}, "target"),
        ({"big_gin": "49"}, "big_gin"),
        ({"oklahoma": "two"}, "oklahoma"),
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
    sent = form(hollywood="next_open", practice="on", next_dealer="box")
    assert sent.is_valid()
    assert sent.terms().rules == get_preset("he-wikihow")


def test_practice_asks_for_rules_alone() -> None:
    sent = RulesForm({"preset": "pagat", "target": "50", "rated": "on", "clock": "blitz"})
    assert sent.is_valid()
    terms = sent.terms()
    assert (terms.rules.gin_bonus, terms.rules.target, terms.rated, terms.clock) == (20, 50, False, "none")

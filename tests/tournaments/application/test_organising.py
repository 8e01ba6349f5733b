"""Making a tournament: which plans can be had, and what may change when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.application import appointed
from tests.tournaments.application.conftest import Member
from tournaments.application import clubs, events, organising, registration
from tournaments.application.organising import Plan
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import AskBye, Start
from tournaments.domain.settings import Settings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

NOW = timezone.now()

BAD_PLANS: dict[str, tuple[dict[str, Any], str]] = {
    "name": ({"name": "  "}, "NO_NAME"),
    "variant": ({"variant": "partnership"}, "NO_GAME"),
    "preset": ({"preset": "am-rummy"}, "NO_PRESET"),
    "clock": ({"clock": "none"}, "ONLINE_NEEDS_CLOCK"),
    "match_form": ({"settings": Settings(match_form="hollywood")}, "HOLLYWOOD_GOES_TOGETHER"),
    "advance": ({"settings": Settings(format="groups-knockout", advance=4)}, "ALL_ADVANCE"),
    "entry_rule": ({"entry_rule": "club"}, "NEEDS_A_CLUB"),
    "capacity": ({"capacity": 129, "settings": Settings(format="single-elimination")}, "OUT_OF_BOUNDS"),
    "highest_rating": ({"lowest_rating": 1600, "highest_rating": 1500}, "WRONG_ORDER"),
    "time_zone": ({"time_zone": "Mars/Base"}, "NO_TIME_ZONE"),
    "closes_at": ({"opens_at": NOW, "closes_at": NOW - timedelta(hours=1)}, "WRONG_ORDER"),
    "starts_at": ({"check_in_minutes": 10}, "CHECK_IN_NEEDS_START"),
    "prizes": ({"prizes": (-1,)}, "OUT_OF_BOUNDS"),
}


@pytest.mark.parametrize("field", BAD_PLANS)
def test_a_plan_that_cannot_be_had_is_refused_beside_its_field(field: str, member: Member) -> None:
    changes, code = BAD_PLANS[field]
    plan = replace(Plan("Club evening"), **changes)
    assert list(organising.problems(plan, member("ann"))) == [(field, code)]
    with pytest.raises(NotAllowed) as refused:
        organising.make(member("ann"), plan)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_rules_that_the_game_does_not_admit_are_named(member: Member) -> None:
    plan = Plan("Club evening", variant="gin", rules=appointed.rules_text("oklahoma", ""))
    assert list(organising.problems(plan, member("ann"))) == [("oklahoma", "NOT_IN_THIS_GAME")]


def test_a_tournament_repeats_its_plan(member: Member) -> None:
    plan = Plan(
        "Club evening",
        settings=Settings(format="round-robin", double=True),
        preset="pagat",
        rules=appointed.rules_text("gin", "pagat", target=50),
        prizes=(30, 20),
        capacity=8,
        starts_at=NOW,
    )
    assert organising.plan_of(organising.make(member("ann"), plan)) == plan


def test_a_draft_is_seen_by_its_desk_only_and_never_starts_by_itself(member: Member) -> None:
    draft = organising.make(member("ann"), Plan("Club evening", starts_at=NOW))
    assert organising.may_see(draft, member("ann"))
    assert not organising.may_see(draft, member("bob"))
    assert draft.due_at is None
    with pytest.raises(NotAllowed, match="NOT_OPEN_YET"):
        registration.enter(draft, member("bob"))
    shown = organising.announce(member("ann"), draft)
    assert organising.may_see(shown, member("bob"))
    assert shown.due_at == NOW
    with pytest.raises(NotAllowed, match="ANNOUNCED"):
        organising.discard(member("ann"), shown)


def test_a_draft_can_be_thrown_away(member: Member) -> None:
    draft = organising.make(member("ann"), Plan("Club evening"))
    organising.discard(member("ann"), draft)
    assert not Tournament.objects.exists()


def test_only_leaders_of_a_club_make_its_tournaments(member: Member) -> None:
    club = clubs.found(member("cleo"), name="Card club")
    with pytest.raises(NotAllowed, match="ORGANISERS_ONLY"):
        organising.make(member("ann"), Plan("Club evening", club=club))
    tournament = organising.make(member("cleo"), Plan("Club evening", club=club))
    referee = clubs.join_by_invitation(club, member("ref"), club.invite_token)
    clubs.appoint(member("cleo"), referee, "referee")
    assert clubs.helps_at(tournament, member("ref"))
    with pytest.raises(NotAllowed, match="ORGANISERS_ONLY"):
        organising.announce(member("ref"), tournament)


def test_the_plan_stands_once_the_tournament_has_started(announced: Callable[..., Tournament], member: Member) -> None:
    tournament = announced("bob", "cleo")
    plan = organising.plan_of(tournament)
    changed = organising.change(member("ann"), tournament, replace(plan, settings=Settings(rounds=3)))
    assert events.load(changed).settings.rounds == 3
    events.act(tournament, Start(1))
    with pytest.raises(NotAllowed, match="HAS_STARTED"):
        organising.change(member("ann"), tournament, plan)
    renamed = replace(organising.plan_of(tournament), name="Spring evening")
    assert organising.change(member("ann"), tournament, renamed).name == "Spring evening"


def test_settings_that_the_entries_contradict_are_refused(announced: Callable[..., Tournament], member: Member) -> None:
    tournament = announced("bob", "cleo")
    events.act(tournament, AskBye(1, 2))
    plan = organising.plan_of(tournament)
    with pytest.raises(NotAllowed, match="NO_MORE_BYES"):
        organising.change(member("ann"), tournament, replace(plan, settings=Settings(half_byes=0)))
    with pytest.raises(NotAllowed, match="ENTRIES_TAKEN"):
        organising.change(member("ann"), tournament, replace(plan, settings=Settings(format="team")))


def test_a_number_of_rounds_that_a_field_cannot_carry_is_told_before() -> None:
    assert organising.too_many_rounds(Settings(rounds=5), 5) is None
    assert organising.too_many_rounds(Settings(rounds=6), 5) == 5
    assert organising.too_many_rounds(Settings(format="round-robin", rounds=9), 5) is None

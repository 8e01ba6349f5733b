"""The form of a tournament."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from ginsite.accounts.models import User
from tournaments.application import clubs, events
from tournaments.forms import ASKED, PlanForm, moved
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

Browser = Callable[[str], Client]
NEW = "/tournaments/new/"


def answers(user: User, **chosen: Any) -> dict[str, Any]:
    """What a browser sends of the form as it is first shown, with some answers changed."""
    form = PlanForm(user=user, initial={"format": chosen.get("format", "swiss")})
    sent = {name: form[name].value() for name in form.fields}
    sent |= {"format": form.format_name, "name": "Club evening", "tie_breaks_asked": "yes"}
    sent["tie_breaks"] = form.tie_breaks()
    sent |= chosen
    return {name: value for name, value in sent.items() if value is not None and value is not False}


@pytest.mark.parametrize("name", list(ASKED))
def test_every_format_can_be_had_as_the_form_first_shows_it(name: str, member: Any, as_member: Browser) -> None:
    response = as_member("ann").post(NEW, answers(member("ann"), format=name))
    assert response.status_code == 302
    tournament = Tournament.objects.get()
    assert events.settings_of(tournament).format == name
    assert tournament.announced_at is None


def test_only_what_matters_for_the_format_is_asked(as_member: Browser) -> None:
    page = as_member("ann").get(NEW, {"format": "arena"}, headers={"HX-Request": "true"}).content.decode()
    assert 'name="minutes"' in page
    assert 'name="rounds"' not in page
    assert 'name="name"' not in page


def test_a_target_of_ones_own_is_kept_until_it_is_taken_back(member: Any, as_member: Browser) -> None:
    ann = as_member("ann")
    ann.post(NEW, answers(member("ann"), target="25"))
    tournament = Tournament.objects.get()
    assert json.loads(tournament.rules)["target"] == 25
    edit = reverse("tournaments:edit-tournament", args=[tournament.code])
    assert ann.get(edit).context["form"]["target"].value() == 25
    ann.post(edit, answers(member("ann"), target=""))
    tournament.refresh_from_db()
    assert json.loads(tournament.rules)["target"] == 100


def test_times_are_those_of_the_clubs_zone(member: Any, as_member: Browser) -> None:
    sent = answers(member("ann"), time_zone="Europe/Vienna", starts_at="2027-07-01T19:30")
    as_member("ann").post(NEW, sent)
    tournament = Tournament.objects.get()
    assert tournament.starts_at == datetime(2027, 7, 1, 17, 30, tzinfo=UTC)
    page = as_member("ann").get(reverse("tournaments:edit-tournament", args=[tournament.code])).content.decode()
    assert 'value="2027-07-01T19:30"' in page


def test_a_club_brings_its_zone(member: Any, as_member: Browser) -> None:
    club = clubs.found(member("ann"), name="Tuesday Club", time_zone="Europe/Vienna")
    page = as_member("ann").get(NEW, {"club": club.slug}).content.decode()
    assert '<option value="Europe/Vienna" selected>' in page
    assert f'<option value="{club.pk}" selected>' in page


def test_tie_breaks_move_without_scripts(member: Any, as_member: Browser) -> None:
    sent = answers(member("ann"), move="up:buchholz", tie_breaks=["wins", "buchholz"], name="Half written")
    page = as_member("ann").post(NEW, sent).content.decode()
    assert page.index('name="tie_breaks" value="buchholz"') < page.index('name="tie_breaks" value="wins"')
    assert "Half written" in page
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("way", "name", "after"),
    [
        ("up", "a", ["a", "b", "c"]),
        ("down", "a", ["b", "a", "c"]),
        ("down", "c", ["a", "b", "c"]),
        ("out", "b", ["a", "c"]),
        ("in", "d", ["a", "b", "c", "d"]),
    ],
)
def test_moving_keeps_everybody_else_in_order(way: str, name: str, after: list[str]) -> None:
    assert moved(["a", "b", "c"], way, name) == after


def test_the_order_and_the_prizes_are_kept(member: Any, as_member: Browser) -> None:
    sent = answers(member("ann"), tie_breaks=["wins", "head_to_head"], prizes=["50", "30", "", "10"])
    as_member("ann").post(NEW, sent)
    tournament = Tournament.objects.get()
    assert events.settings_of(tournament).tie_breaks == ("wins", "head_to_head")
    assert tournament.prizes == "[50,30,10]"


def test_what_does_not_go_together_stands_beside_its_field(member: Any, as_member: Browser) -> None:
    sent = answers(member("ann"), entry_rule="club")
    response = as_member("ann").post(NEW, sent)
    assert response.status_code == 422
    assert "Choose the club whose members may enter." in response.content.decode()


def test_the_plan_is_said_back_before_it_has_a_name(member: Any, as_member: Browser) -> None:
    sent = answers(member("ann"), name="", rounds=6)
    page = as_member("ann").get("/tournaments/new/said/", sent).content.decode()
    assert "Swiss in 6 rounds, Gin rummy to 100, online." in page


def test_a_draft_is_seen_by_its_desk_alone_until_it_is_announced(member: Any, as_member: Browser) -> None:
    as_member("ann").post(NEW, answers(member("ann")))
    tournament = Tournament.objects.get()
    ben, ann = as_member("ben"), as_member("ann")
    assert ben.get(tournament.get_absolute_url()).status_code == 404
    assert "This is a draft" in ann.get(tournament.get_absolute_url()).content.decode()
    ben.post(reverse("tournaments:announce", args=[tournament.code]))
    tournament.refresh_from_db()
    assert tournament.announced_at is None
    ann.post(reverse("tournaments:announce", args=[tournament.code]))
    assert ben.get(tournament.get_absolute_url()).status_code == 200

"""What stands against somebody keeps them from new games or from own words until it ends: no more than that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.application import company, lobby, quick, talk
from games.application.chairs import LobbyRefusal
from games.application.disputes import cases, rulings, sanctions
from games.application.terms import Terms, house_terms
from games.models import Match, Ruling, Sanction
from ginsite.accounts.models import Preferences, User
from tests.games.application.disputes.table import finished
from tests.games.application.seated import seat

pytestmark = pytest.mark.django_db

Rule = Callable[..., Ruling]


@pytest.fixture
def rule(alice: User, bob: User, rita: User) -> Rule:
    """Rule against Alice, in a case of Bob's."""

    def against(kind: str, **numbers: int) -> Ruling:
        case = cases.raise_case(bob, seat(alice, bob, by_link=True), "abuse", about_seat=0)
        return rulings.decide(rita, case, [{"kind": kind, "seat": 0, **numbers}], "Words.")

    return against


def test_who_is_suspended_begins_no_game_by_any_door(rule: Rule, alice: User, bob: User, charlie: User) -> None:
    own = lobby.create_table(alice, Terms())
    old = finished(alice, charlie, rated=False, fixed_hands=1)
    other = lobby.create_table(bob, Terms(by_link=True))
    rule("suspend", days=3)
    doors: dict[str, Callable[[], object]] = {
        "create": lambda: lobby.create_table(alice, Terms(clock="blitz")),
        "invite": lambda: lobby.join_by_invite(alice, other.invite_token or ""),
        "quick": lambda: quick.quick_match(alice),
        "fill": lambda: lobby.fill_with_computers(alice, own.code),
        "rated computer": lambda: lobby.play_computer(alice, replace(house_terms(), rated=True)),
    }
    for door in doors.values():
        with pytest.raises(LobbyRefusal, match="SUSPENDED") as refused:
            door()
        assert refused.value.detail["until"]
    with pytest.raises(LobbyRefusal, match="NO_REMATCH"):
        lobby.rematch(old.pk)
    assert lobby.play_computer(alice).practice


def test_nobody_is_brought_to_who_is_suspended(rule: Rule, alice: User, charlie: User) -> None:
    own = lobby.create_table(alice, Terms())
    rule("suspend", days=3)
    assert own not in lobby.open_tables(charlie)
    with pytest.raises(LobbyRefusal, match="KEPT_APART"):
        lobby.join_table(charlie, own.code)
    assert quick.quick_match(charlie).owner == charlie
    assert quick.pair_waiting() == 0


def test_games_under_way_go_on_and_a_suspension_ends(rule: Rule, alice: User) -> None:
    rule("suspend", days=3)
    assert lobby.my_matches(alice).count() == 1
    assert sanctions.suspended_until(alice.pk) is not None
    Sanction.objects.update(until=timezone.now() - timedelta(seconds=1))
    assert lobby.create_table(alice, Terms()).owner == alice


def test_a_guest_is_suspended_like_anybody(guest: User, bob: User, rita: User) -> None:
    case = cases.raise_case(bob, seat(guest, bob), "abuse", about_seat=0)
    rulings.decide(rita, case, [{"kind": "suspend", "seat": 0, "days": 1}], "Words.")
    with pytest.raises(LobbyRefusal, match="SUSPENDED"):
        lobby.create_table(guest, Terms())


def test_who_is_muted_has_the_phrases_alone(rule: Rule, alice: User, bob: User) -> None:
    for user in (alice, bob):
        Preferences.objects.create(user=user, free_chat=True)
    rule("mute", days=1)
    match = Match.objects.get()
    with pytest.raises(talk.TalkRefusal, match="MUTED"):
        talk.say(match.pk, 0, talk.Words(text="But"))
    talk.say(match.pk, 0, talk.Words(phrase="thanks"))
    talk.say(match.pk, 1, talk.Words(text="Well"))
    company.block(alice, bob)  # nothing else is taken


def test_a_warning_stands_until_it_was_read_and_goes_when_it_is_reversed(rule: Rule, alice: User, bob: User) -> None:
    rule("warn")
    [warning] = sanctions.in_force(alice)
    sanctions.acknowledge(bob, warning.pk)
    assert sanctions.in_force(alice) == [warning]
    sanctions.acknowledge(alice, warning.pk)
    assert sanctions.in_force(alice) == []
    assert Sanction.objects.get(user=alice) == warning

"""Clubs: founding, coming and going, who may do what."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Rating
from ginsite.accounts import signals
from ginsite.accounts.guests import create_guest
from ginsite.accounts.models import User
from tests.tournaments.application.conftest import Member
from tournaments.application import clubs
from tournaments.application.refusals import NotAllowed
from tournaments.models import Club, Membership

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(member: Member) -> Club:
    """Ann's club, with Bob in it."""
    made = clubs.found(member("ann"), name="Card club", place="The café", time_zone="Europe/Vienna")
    clubs.join_by_invitation(made, member("bob"), made.invite_token)
    return made


def of(club: Club, user: User) -> Membership:
    return Membership.objects.get(club=club, user=user)


def test_whoever_founds_a_club_owns_it_and_names_may_repeat(club: Club, member: Member) -> None:
    assert clubs.role_in(club, member("ann")) == "owner"
    assert clubs.found(member("cleo"), name="Card club").slug == "card-club-2"
    with pytest.raises(NotAllowed, match="MEMBERS_ONLY"):
        clubs.found(create_guest(), name="Guests")


def test_an_applicant_waits_for_a_leader(club: Club, member: Member) -> None:
    application = clubs.apply_to(club, member("cleo"))
    assert clubs.role_in(club, member("cleo")) is None
    with pytest.raises(NotAllowed, match="ORGANISERS_ONLY"):
        clubs.approve(member("bob"), application)
    clubs.approve(member("ann"), application)
    assert clubs.role_in(club, member("cleo")) == "member"
    clubs.turn_away(member("ann"), clubs.apply_to(club, member("dan")))
    assert clubs.membership(club, member("dan")) is None


def test_an_application_never_costs_a_member_the_role(club: Club, member: Member) -> None:
    clubs.apply_to(club, member("ann"))
    assert clubs.role_in(club, member("ann")) == "owner"


def test_an_old_link_leads_nowhere(club: Club, member: Member) -> None:
    old = club.invite_token
    clubs.renew_invitation(member("ann"), club)
    with pytest.raises(NotAllowed, match="OLD_INVITATION"):
        clubs.join_by_invitation(club, member("cleo"), old)


def test_a_club_is_never_without_an_owner(club: Club, member: Member) -> None:
    with pytest.raises(NotAllowed, match="LAST_OWNER"):
        clubs.leave(club, member("ann"))
    with pytest.raises(NotAllowed, match="LAST_OWNER"):
        clubs.appoint(member("ann"), of(club, member("ann")), "member")
    clubs.appoint(member("ann"), of(club, member("bob")), "owner")
    clubs.leave(club, member("ann"))
    assert clubs.role_in(club, member("ann")) is None


def test_only_owners_appoint_and_put_owners_out(club: Club, member: Member) -> None:
    clubs.appoint(member("ann"), of(club, member("bob")), "organiser")
    with pytest.raises(NotAllowed, match="OWNERS_ONLY"):
        clubs.appoint(member("bob"), of(club, member("bob")), "owner")
    with pytest.raises(NotAllowed, match="OWNERS_ONLY"):
        clubs.remove(member("bob"), of(club, member("ann")))
    clubs.remove(member("ann"), of(club, member("bob")))
    assert clubs.role_in(club, member("bob")) is None


def test_who_comes_back_comes_back_as_a_member(club: Club, member: Member) -> None:
    clubs.appoint(member("ann"), of(club, member("bob")), "organiser")
    clubs.leave(club, member("bob"))
    clubs.join_by_invitation(club, member("bob"), club.invite_token)
    assert clubs.role_in(club, member("bob")) == "member"


def test_the_ladder_ranks_the_members_whose_rating_is_settled(club: Club, member: Member) -> None:
    clubs.join_by_invitation(club, member("cleo"), club.invite_token)
    now = timezone.now()
    for name, rating, deviation in (("ann", 1500, 60), ("bob", 1700, 60), ("cleo", 1900, 300), ("stranger", 2000, 60)):
        Rating.objects.create(
            user=member(name), game="gin", rating=rating, deviation=deviation, volatility=0.06, matches=50, as_of=now
        )
    assert [(rung.place, rung.user.username) for rung in clubs.ladder(club)] == [(1, "bob"), (2, "ann")]


def test_who_leaves_the_site_hands_the_club_over(club: Club, member: Member) -> None:
    clubs.join_by_invitation(club, member("ref"), club.invite_token)
    clubs.appoint(member("ann"), of(club, member("ref")), "referee")
    signals.account_deleted.send(None, user_id=member("ann").pk)
    assert clubs.role_in(club, member("ann")) is None
    assert clubs.role_in(club, member("ref")) == "owner"

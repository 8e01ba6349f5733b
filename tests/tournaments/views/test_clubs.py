"""The pages of clubs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from ginsite.accounts.guests import create_guest
from ginsite.accounts.models import User
from tournaments.application import clubs
from tournaments.models import Club, Membership

pytestmark = pytest.mark.django_db

Browser = Callable[[str], Client]
ANSWERS = {"name": "Tuesday Club", "place": "Old Mill", "time_zone": "Europe/Vienna", "description": "All welcome."}


@pytest.fixture
def club(member: Callable[[str], User]) -> Club:
    """Ann's club."""
    return clubs.found(member("ann"), name="Tuesday Club", place="Old Mill")


def page_of(client: Client, club: Club) -> str:
    return client.get(club.get_absolute_url()).content.decode()


def test_a_member_founds_a_club_and_owns_it(as_member: Browser) -> None:
    response = as_member("ann").post(reverse("tournaments:found-club"), ANSWERS)
    club = Club.objects.get()
    assert response["Location"] == club.get_absolute_url()
    assert club.memberships.get().role == Membership.Role.OWNER
    page = page_of(as_member("ben"), club)
    assert "Old Mill" in page
    assert "All welcome." in page


def test_a_guest_is_asked_to_sign_up_first(client: Client) -> None:
    client.force_login(create_guest())
    response = client.post(reverse("tournaments:found-club"), ANSWERS)
    assert response.status_code == 422
    assert reverse("account_signup") in response.content.decode()
    assert not Club.objects.exists()


def test_a_zone_that_does_not_exist_is_marked_beside_its_field(as_member: Browser) -> None:
    response = as_member("ann").post(reverse("tournaments:found-club"), ANSWERS | {"time_zone": "Middle/Earth"})
    assert response.status_code == 422
    assert "id_time_zone_error" in response.content.decode()


def test_who_asks_to_join_is_let_in_by_a_leader(club: Club, as_member: Browser) -> None:
    ben, ann = as_member("ben"), as_member("ann")
    ben.post(reverse("tournaments:apply-to-club", args=[club.slug]))
    application = club.memberships.get(user__username="ben")
    assert "They ask to be let in" not in page_of(ben, club)
    assert "They ask to be let in" in page_of(ann, club)
    address = reverse("tournaments:club-person", args=[club.slug, application.pk])
    ben.post(address, {"do": "approve"})
    application.refresh_from_db()
    assert application.status == Membership.Status.APPLIED
    ann.post(address, {"do": "approve"})
    application.refresh_from_db()
    assert application.status == Membership.Status.MEMBER


def test_the_invitation_shows_the_club_and_lets_in_with_one_tap(club: Club, as_member: Browser) -> None:
    ben = as_member("ben")
    address = reverse("tournaments:join-club", args=[club.slug, club.invite_token])
    assert "Join the club" in ben.get(address).content.decode()
    assert not club.memberships.filter(user__username="ben").exists()
    ben.post(address)
    assert club.memberships.get(user__username="ben").status == Membership.Status.MEMBER


def test_an_old_invitation_says_so(club: Club, as_member: Browser) -> None:
    address = reverse("tournaments:join-club", args=[club.slug, club.invite_token])
    as_member("ann").post(reverse("tournaments:renew-invitation", args=[club.slug]))
    ben = as_member("ben")
    assert "no longer valid" in ben.get(address).content.decode()
    ben.post(address)
    assert not club.memberships.filter(user__username="ben").exists()


def test_only_leaders_see_the_invitation(club: Club, as_member: Browser, client: Client) -> None:
    assert club.invite_token in page_of(as_member("ann"), club)
    assert club.invite_token not in page_of(as_member("ben"), club)
    assert club.invite_token not in page_of(client, club)


def test_the_last_owner_is_told_why_leaving_is_not_possible(club: Club, as_member: Browser) -> None:
    response = as_member("ann").post(reverse("tournaments:leave-club", args=[club.slug]), follow=True)
    assert "A club needs an owner" in response.content.decode()
    assert club.memberships.get().status == Membership.Status.MEMBER

"""Clubs: founding one, coming and going, and who may do what.

Roles are a ladder for what concerns people and events: an owner may do all that an organiser may. A referee rules on
disputes and helps at the desk of the club's events, but appoints nobody.
"""

from __future__ import annotations

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from ginsite.accounts.models import User
from tournaments.application.refusals import NotAllowed
from tournaments.application.strength import ratings_of
from tournaments.models import Club, Membership, Tournament
from tournaments.models.club import new_invite_token

Role = Membership.Role
Status = Membership.Status

DESK = frozenset({Role.OWNER, Role.ORGANISER, Role.REFEREE})
"""Who helps at the desk of the club's events."""

LEADERS = frozenset({Role.OWNER, Role.ORGANISER})
"""Who lets people in and makes events."""


Person = User | AnonymousUser


def membership(club: Club, user: Person) -> Membership | None:
    """The person's membership, applied or left included."""
    return Membership.objects.filter(club=club, user=user.pk).first() if user.is_authenticated else None


def role_in(club: Club | None, user: Person) -> str | None:
    """The role of a person who is a member, else ``None``."""
    found = membership(club, user) if club is not None else None
    return found.role if found is not None and found.status == Status.MEMBER else None


def may_organise(club: Club, user: Person) -> bool:
    """Whether the person lets people in and makes events."""
    return role_in(club, user) in LEADERS


def directs(tournament: Tournament, user: Person) -> bool:
    """Whether the person plans, starts and ends the tournament: who made it, or a leader of its club."""
    if not user.is_authenticated:
        return False
    return tournament.owner_id == user.pk or role_in(tournament.club, user) in LEADERS


def helps_at(tournament: Tournament, user: Person) -> bool:
    """Whether the person works at the tournament's desk: who made it, or the desk of its club."""
    if not user.is_authenticated:
        return False
    return tournament.owner_id == user.pk or role_in(tournament.club, user) in DESK


def found(user: User, *, name: str, description: str = "", place: str = "", time_zone: str = "UTC") -> Club:
    """Found a club; its founder owns it. Raises NotAllowed for guests."""
    _members_only(user)
    base = slugify(name)[:40] or "club"
    for number in range(1, 1000):
        slug = base if number == 1 else f"{base}-{number}"
        try:
            with transaction.atomic():
                club = Club.objects.create(
                    slug=slug, name=name, description=description, place=place, time_zone=time_zone
                )
                Membership.objects.create(club=club, user=user, role=Role.OWNER)
            return club
        except IntegrityError:
            if not Club.objects.filter(slug=slug).exists():
                raise
    raise NotAllowed("NAME_TAKEN", "name")


def apply_to(club: Club, user: User) -> Membership:
    """Ask to be let in."""
    _members_only(user)
    return _joined(club, user, Status.APPLIED)


def join_by_invitation(club: Club, user: User, token: str) -> Membership:
    """Come in by the club's link. Raises NotAllowed for an old link."""
    _members_only(user)
    if token != club.invite_token:
        raise NotAllowed("OLD_INVITATION")
    return _joined(club, user, Status.MEMBER)


def _joined(club: Club, user: User, status: str) -> Membership:
    with transaction.atomic():
        found, created = Membership.objects.select_for_update().get_or_create(
            club=club, user=user, defaults={"status": status}
        )
        if not created and found.status != Status.MEMBER and found.status != status:
            found.status, found.role = status, Role.MEMBER
            found.save(update_fields=["status", "role"])
    return found


def approve(by: User, application: Membership) -> None:
    """Let an applicant in."""
    _leaders_only(application.club, by)
    Membership.objects.filter(pk=application.pk, status=Status.APPLIED).update(status=Status.MEMBER)


def turn_away(by: User, application: Membership) -> None:
    """Decline an application."""
    _leaders_only(application.club, by)
    Membership.objects.filter(pk=application.pk, status=Status.APPLIED).delete()


def leave(club: Club, user: User) -> None:
    """Go. The last owner has to name another one before."""
    with transaction.atomic():
        own = Membership.objects.select_for_update().filter(club=club, user=user, status=Status.MEMBER).first()
        if own is None:
            raise NotAllowed("NOT_A_MEMBER")
        _keep_an_owner(own)
        own.status, own.role = Status.LEFT, Role.MEMBER
        own.save(update_fields=["status", "role"])


def remove(by: User, member: Membership) -> None:
    """Put somebody out of the club."""
    _leaders_only(member.club, by)
    if member.role == Role.OWNER and role_in(member.club, by) != Role.OWNER:
        raise NotAllowed("OWNERS_ONLY")
    with transaction.atomic():
        _keep_an_owner(member)
        Membership.objects.filter(pk=member.pk).update(status=Status.LEFT, role=Role.MEMBER)


def appoint(by: User, member: Membership, role: str) -> None:
    """Give a member a role; owners only."""
    if role_in(member.club, by) != Role.OWNER:
        raise NotAllowed("OWNERS_ONLY")
    if role not in Role.values or member.status != Status.MEMBER:
        raise NotAllowed("NO_SUCH_ROLE")
    with transaction.atomic():
        if role != Role.OWNER:
            _keep_an_owner(member)
        Membership.objects.filter(pk=member.pk).update(role=role)


def describe(by: User, club: Club, *, name: str, description: str, place: str, time_zone: str) -> None:
    """Change what the club says of itself."""
    _leaders_only(club, by)
    club.name, club.description, club.place, club.time_zone = name, description, place, time_zone
    club.save(update_fields=["name", "description", "place", "time_zone"])


def renew_invitation(by: User, club: Club) -> None:
    """A new link; the old one leads nowhere from now on."""
    _leaders_only(club, by)
    club.invite_token = new_invite_token()
    club.save(update_fields=["invite_token"])


class Rung(NamedTuple):
    """A member's place on the club's ladder."""

    place: int
    user: User
    rating: int


def ladder(club: Club, game: str = "gin") -> list[Rung]:
    """The members of a club by their rating in a game, without those who have none to speak of yet."""
    memberships = Membership.objects.filter(club=club, status=Status.MEMBER, user__deleted_at=None)
    members = {row.user_id: row.user for row in memberships.select_related("user")}
    rated = ratings_of(members, game)
    order = sorted(rated, key=lambda pk: (-rated[pk], pk))
    above = {pk: sum(other > rated[pk] for other in rated.values()) for pk in order}
    return [Rung(1 + above[pk], members[pk], rated[pk]) for pk in order]


def _keep_an_owner(member: Membership) -> None:
    owners = Membership.objects.filter(club=member.club, role=Role.OWNER, status=Status.MEMBER)
    if member.role == Role.OWNER and not owners.exclude(pk=member.pk).exists():
        raise NotAllowed("LAST_OWNER")


def _leaders_only(club: Club, user: User) -> None:
    if not may_organise(club, user):
        raise NotAllowed("ORGANISERS_ONLY")


def _members_only(user: User) -> None:
    if not user.is_member:
        raise NotAllowed("MEMBERS_ONLY")

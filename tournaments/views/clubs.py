"""Clubs: the list, the page of one, founding it, coming and going."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.application import clubs as use
from tournaments.application import series
from tournaments.application.refusals import NotAllowed
from tournaments.application.sayings import say_refusal
from tournaments.forms import ClubForm
from tournaments.models import Club, Membership
from tournaments.views import listed
from tournaments.views.own import person as asks

Context = dict[str, Any]
Role = Membership.Role
Status = Membership.Status

MOST = 200
"""How many clubs the list shows."""

ORDER = {Role.OWNER: 0, Role.ORGANISER: 1, Role.REFEREE: 2, Role.MEMBER: 3}


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """Every club, one's own first."""
    members = Count("memberships", filter=Q(memberships__status=Status.MEMBER))
    clubs = Club.objects.annotate(size=members).order_by("-size", "name")
    own = clubs.none()
    if request.user.is_authenticated:
        mine = Membership.objects.filter(user=request.user, status=Status.MEMBER).values("club")
        own, clubs = clubs.filter(pk__in=mine), clubs.exclude(pk__in=mine)
    return render(request, "tournaments/clubs.html", {"own": own, "clubs": clubs[:MOST]})


@require_safe
@never_cache
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a club."""
    found = get_object_or_404(Club, slug=slug)
    own = use.membership(found, request.user)
    role = own.role if own is not None and own.status == Status.MEMBER else None
    people = list(found.memberships.exclude(status=Status.LEFT).select_related("user").order_by("since", "pk"))
    members = sorted((one for one in people if one.status == Status.MEMBER), key=lambda one: ORDER[Role(one.role)])
    leads = role in use.LEADERS
    context: Context = {
        "club": found,
        "own": own,
        "role": role,
        "leads": leads,
        "owns": role == Role.OWNER,
        "roles": Role.choices,
        "members": members,
        "applicants": [one for one in people if one.status == Status.APPLIED] if leads else [],
        "ladder": use.ladder(found),
        "seasons": [{"series": one, "table": series.table_of(one)} for one in listed.series_of(found)],
        "events": listed.of_club(found, request.user),
        "invitation": request.build_absolute_uri(_invitation(found)) if leads else "",
    }
    return render(request, "tournaments/club.html", context)


def _invitation(club: Club) -> str:
    return reverse("tournaments:join-club", args=[club.slug, club.invite_token])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def found(request: HttpRequest) -> HttpResponseBase:
    """The form of a new club, and the club itself."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = use.found(asks(request), **form.cleaned_data)
        except NotAllowed as refusal:
            form.add_error(refusal.field or None, say_refusal(refusal.code))
        else:
            return redirect(made)
    return _shown(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def edit(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What the club says of itself, to be changed by its leaders."""
    club = get_object_or_404(Club, slug=slug)
    if not use.may_organise(club, request.user):
        return _refused(request, club, NotAllowed("ORGANISERS_ONLY"))
    form = ClubForm(request.POST or None, instance=club)
    if request.method == "POST" and form.is_valid():
        use.describe(asks(request), club, **form.cleaned_data)
        return redirect(club)
    return _shown(request, form, club)


def _shown(request: HttpRequest, form: ClubForm, club: Club | None = None) -> HttpResponse:
    context = {"form": form, "club": club, "may": request.user.is_authenticated and request.user.is_member}
    return render(request, "tournaments/club_form.html", context, status=422 if form.errors else 200)


def _refused(request: HttpRequest, club: Club, refusal: NotAllowed) -> HttpResponseBase:
    messages.error(request, say_refusal(refusal.code))
    return redirect(club)


@require_POST
@login_required
def apply(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Ask to be let in."""
    club = get_object_or_404(Club, slug=slug)
    try:
        joined = use.apply_to(club, asks(request))
    except NotAllowed as refusal:
        return _refused(request, club, refusal)
    if joined.status == Status.APPLIED:
        messages.success(request, _("You have asked to be let in. The club's organisers see it on this page."))
    return redirect(club)


@require_POST
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Go, or take an application back."""
    club = get_object_or_404(Club, slug=slug)
    try:
        use.leave(club, asks(request))
    except NotAllowed as refusal:
        return _refused(request, club, refusal)
    messages.success(request, _("You have left the club."))
    return redirect(club)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest, slug: str, token: str) -> HttpResponseBase:
    """The club's invitation: who follows the link sees the club, and comes in with one tap."""
    club = get_object_or_404(Club, slug=slug)
    user = request.user
    if use.role_in(club, user) is not None:
        return redirect(club)
    if request.method == "POST" and user.is_authenticated:
        try:
            use.join_by_invitation(club, user, token)
        except NotAllowed as refusal:
            return _refused(request, club, refusal)
        messages.success(request, _("Welcome to the club."))
        return redirect(club)
    context = {"club": club, "valid": token == club.invite_token, "may": user.is_authenticated and user.is_member}
    return render(request, "tournaments/club_invitation.html", context)


@require_POST
@login_required
def renew_invitation(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A new link instead of the old one."""
    club = get_object_or_404(Club, slug=slug)
    try:
        use.renew_invitation(asks(request), club)
    except NotAllowed as refusal:
        return _refused(request, club, refusal)
    messages.success(request, _("There is a new invitation link. The old one no longer works."))
    return redirect(club)


@require_POST
@login_required
def person(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """Let somebody in, turn somebody away, give a role, put somebody out: ``do`` says which."""
    club = get_object_or_404(Club, slug=slug)
    member = get_object_or_404(Membership.objects.select_related("club", "user"), club=club, pk=pk)
    try:
        match request.POST.get("do"):
            case "approve":
                use.approve(asks(request), member)
            case "turn_away":
                use.turn_away(asks(request), member)
            case "remove":
                use.remove(asks(request), member)
            case "appoint":
                use.appoint(asks(request), member, request.POST.get("role", ""))
    except NotAllowed as refusal:
        return _refused(request, club, refusal)
    return redirect(f"{club.get_absolute_url()}#members")

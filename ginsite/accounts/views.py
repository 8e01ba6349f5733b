"""The pages about oneself that allauth does not have: an overview, preferences, and leaving for good."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ginsite.accounts.departures import delete_account
from ginsite.accounts.forms import PreferencesForm
from ginsite.accounts.models import User
from ginsite.accounts.preferences import THEME_COOKIE, keep, preferences_of


@require_safe
@never_cache
def overview(request: HttpRequest) -> HttpResponse:
    """What one may look after: preferences for everybody, the account for members."""
    return render(request, "account/overview.html")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def preferences(request: HttpRequest) -> HttpResponse:
    """Show and save preferences. The page's script posts each change (``Accept: application/json``) and stays."""
    form = PreferencesForm(request.POST or None, instance=preferences_of(request))
    in_place = request.headers.get("Accept") == "application/json"
    response = HttpResponse(status=204)
    if request.method != "POST" or not form.is_valid():
        status = 422 if form.errors else 200
        return render(request, "account/preferences.html", {"form": form}, status=status)
    keep(request, form.cleaned_data)
    if not in_place:
        messages.success(request, _("Your preferences are saved."))
        response = redirect("preferences")
    response.delete_cookie(THEME_COOKIE)
    return response


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Choose ``language`` in the foot of any page, and stay on that page (``next``)."""
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        keep(request, {"language": language})
    here = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(here, {request.get_host()}, require_https=request.is_secure())
    return redirect(here if safe else "/")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Leave for good. A member proves first that it is they."""
    assert isinstance(request.user, User)
    return _delete_guest(request) if request.user.is_guest else _delete_member(request)


def _delete_guest(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _leave(request)
    return render(request, "account/delete.html")


_delete_member = reauthentication_required(_delete_guest)


def _leave(request: HttpRequest) -> HttpResponse:
    user = request.user
    assert isinstance(user, User)
    logout(request)
    delete_account(user)
    messages.success(request, _("You have left. Nothing here says who you were."))
    return redirect("/")


@require_safe
@never_cache
def without_mail(request: HttpRequest) -> HttpResponse:
    """In the place of pages that need a mail, on a site that sends none."""
    return render(request, "account/without_mail.html")

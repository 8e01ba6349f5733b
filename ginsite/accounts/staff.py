"""Who may act as staff: a staff account, and on a public site a second factor shown in this very session."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.account.decorators import secure_admin_login
from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.utils.translation import gettext as _

P = ParamSpec("P")


def acts_as_staff(request: HttpRequest) -> bool:
    """Whether this request comes from staff, with a second factor where ``settings.STAFF_NEED_MFA`` asks for one."""
    user = request.user
    if not (user.is_active and user.is_staff):
        return False
    return not settings.STAFF_NEED_MFA or any(
        record.get("method") == "mfa" for record in get_authentication_records(request, user)
    )


def staff_only(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Let staff alone into a view, as :func:`acts_as_staff` says; they are sent to what is still missing."""

    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not (request.user.is_active and request.user.is_staff):
            raise PermissionDenied
        if not acts_as_staff(request):
            return _to_what_is_missing(request, request.get_full_path() if request.method in ("GET", "HEAD") else "/")
        return view(request, *args, **kwargs)

    return wraps(view)(login_required(guarded))


def _to_what_is_missing(request: HttpRequest, then: str) -> HttpResponse:
    """Send staff to a second factor to set up, or to the one they have to show, and then where they wanted to go."""
    if not is_mfa_enabled(request.user):
        messages.warning(request, _("Staff need a second factor: set up an authenticator app or a security key."))
        return redirect("mfa_index")
    return redirect(f"{reverse('mfa_reauthenticate')}?{urlencode({REDIRECT_FIELD_NAME: then})}")


class StaffSite(AdminSite):
    """Django's admin behind the site's own login."""

    site_title = settings.SITE_NAME
    site_header = settings.SITE_NAME

    def has_permission(self, request: HttpRequest) -> bool:
        """Staff, as :func:`acts_as_staff` says."""
        return acts_as_staff(request)

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, _extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Send staff to what is still missing: a second factor to set up, or the one they have to show."""
        if self.has_permission(request):
            return redirect("admin:index")
        return _to_what_is_missing(request, reverse("admin:index"))

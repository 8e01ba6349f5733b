"""Two small things that every request passes: the preferred language, and which account pages a guest may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.account.internal.flows.password_reset_by_code import PASSWORD_RESET_VERIFICATION_SESSION_KEY
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _

from ginsite.accounts.guests import guest_behind, withdraw_sign_up
from ginsite.accounts.names import begin_anew
from ginsite.accounts.preferences import preferences_of

GetResponse = Callable[[HttpRequest], HttpResponseBase]

ENTRANCE = {
    "account_login",
    "account_signup",
    "account_signup_by_passkey",
    "account_request_login_code",
    "account_confirm_login_code",
    "account_email_verification_sent",
    "account_inactive",
    "account_reset_password",
    "account_confirm_password_reset_code",
    "account_complete_password_reset",
    "account_password_reset_completed",
    "mfa_authenticate",
    "mfa_login_webauthn",
    "mfa_signup_webauthn",
    "mfa_trust",
}
"""The pages by which people come in."""

SIGN_UP = {"account_signup", "account_signup_by_passkey"}

FOR_MEMBERS = ("account_", "mfa_", "usersessions_")
"""The other pages of allauth: what is behind them (passwords, addresses, keys) a guest does not have."""


def preferred_language(get_response: GetResponse) -> GetResponse:
    """Answer in the language that the reader chose, if any; else in the one that Django found."""
    known = {code for code, _name in settings.LANGUAGES}

    def middleware(request: HttpRequest) -> HttpResponseBase:
        language = preferences_of(request).language
        if language in known:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return get_response(request)

    return middleware


class GuestsAtTheDoor:
    """Show allauth's entrance a stranger where a guest stands, and keep guests from the pages of members."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: Callable[..., Any], _args: Any, _kwargs: Any
    ) -> HttpResponseBase | None:
        """Called with the view that the address leads to, before it runs."""
        name = request.resolver_match.view_name if request.resolver_match else ""
        if request.method == "POST" and name in SIGN_UP:
            begin_anew(request)
        guest = guest_behind(request) if name.startswith(FOR_MEMBERS) else None
        if guest is None:
            return None
        if name == "account_logout" and not _coming_in(request):
            return redirect("delete_account")
        if name not in ENTRANCE and name != "account_logout":
            messages.info(request, _("That page is for members. Sign up, and every game of yours comes along."))
            return redirect("account_signup")
        if request.method == "POST" and name in SIGN_UP:
            withdraw_sign_up(guest)
        request.guest = guest  # type: ignore[attr-defined]
        request.user = AnonymousUser()
        return None


def _coming_in(request: HttpRequest) -> bool:
    """Whether the session is in the middle of a login, sign-up or reset: then "log out" means "cancel that"."""
    return LOGIN_SESSION_KEY in request.session or PASSWORD_RESET_VERIFICATION_SESSION_KEY in request.session

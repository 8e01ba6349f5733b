"""Where our accounts differ from allauth's: a guest signs up in their own row, or brings their games to an account."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMultiAlternatives
from django.forms import BaseForm
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone

from ginsite.accounts import guests, names
from ginsite.accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no stubs
    """The account adapter of the site."""

    def new_user(self, request: HttpRequest) -> AbstractBaseUser:
        """The row to sign up in: the guest's own, else a new one."""
        guest = guests.guest_behind(request)
        if guest is None:
            return User()
        guest.last_login = None  # allauth reads it as "has been a member before"
        guest.date_joined = timezone.now()
        return guest

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """``username`` if it is well-formed and free; ``shallow`` does not ask whether it is free."""
        if not shallow:
            names.let_go(username)
        cleaned: str = super().clean_username(username, shallow=shallow)
        if not shallow and names.is_held(cleaned):
            raise self.validation_error("username_taken")
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Save what the sign-up form says; a guest stays logged in through the change of password."""
        saved: User = super().save_user(request, user, form, commit=commit)
        if saved.is_guest and commit:
            guests.keep_session(request, saved)
        return saved

    def login(self, request: HttpRequest, user: User) -> None:
        """Log ``user`` in; a guest's row becomes a member's, or the guest is merged into the account."""
        guest = guests.guest_behind(request)
        if guest is not None:
            guests.step_out(request)
        if user.is_guest:
            guests.make_member(user)
        super().login(request, user)
        if guest is not None and guest.pk != user.pk:
            guests.merge_guest(guest, user)

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Whether an address may go: never the main one, for without any no code would arrive."""
        return not email_address.primary

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        """The ways to prove that it is still they, the quickest first: a code that comes by mail is the last."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return sorted(methods, key=lambda method: method["id"] == "reauthenticate_by_code")

    def format_email_subject(self, subject: str) -> str:
        """The subject of a mail, after the site's name."""
        return f"[{settings.SITE_NAME}] {subject}"

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMultiAlternatives:
        """A mail as text, and the same words as a page in the site's look: one template for all of them."""
        context = {"site_name": settings.SITE_NAME, "site_url": settings.SITE_URL} | context
        message: EmailMultiAlternatives = super().render_mail(template_prefix, email, context, headers)
        paragraphs = [paragraph.strip() for paragraph in str(message.body).split("\n\n") if paragraph.strip()]
        page = context | {"subject": message.subject, "paragraphs": paragraphs}
        message.attach_alternative(render_to_string("account/email/message.html", page), "text/html")
        return message

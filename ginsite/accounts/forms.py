"""The form of preferences in its groups, and those of allauth's forms that we word ourselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ginsite.accounts import names
from ginsite.accounts.models import Preferences, User

if TYPE_CHECKING:  # generic for the type checker alone
    ModelForm = forms.ModelForm[Preferences]
else:
    ModelForm = forms.ModelForm


class PreferencesForm(ModelForm):
    """How somebody likes the site and the table."""

    GROUPS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
        (_("Look"), ("theme", "language")),
        (_("Cards"), ("deck", "colours", "card_size")),
        (_("At the table"), ("sort_order", "confirm_discard", "confirm_knock", "sounds", "hints")),
        (_("Company"), ("free_chat",)),
    )

    language = forms.ChoiceField(label=_("Language"), required=False)

    class Meta:
        model = Preferences
        fields = (
            "theme",
            "language",
            "deck",
            "colours",
            "card_size",
            "sort_order",
            "confirm_discard",
            "confirm_knock",
            "sounds",
            "hints",
            "free_chat",
        )
        widgets = dict.fromkeys(("theme", "deck", "colours", "card_size", "sort_order"), forms.RadioSelect)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        if len(settings.LANGUAGES) > 1:
            self.fields["language"].choices = [("", _("as the browser asks")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        else:
            del self.fields["language"]

    def groups(self) -> list[tuple[Promise, list[BoundField]]]:
        """Headings and their fields."""
        return [(heading, [self[name] for name in names if name in self.fields]) for heading, names in self.GROUPS]


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]  # allauth has no stubs
    """allauth's, with a label that says what to enter."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("User name or e-mail")
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """allauth's, which gives away by nothing whether the address is known already."""

    field_order = ("username", "email", "password1")

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["username"].help_text = _("How others see you at the table.")
        self.fields["email"].label = _("E-mail")
        if "password1" in self.fields:
            self.fields["password1"].help_text = _("Eight characters at least, and nothing that others would guess.")

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Save the new user, or where the address is known take the same time and leave the same traces."""
        if settings.HAS_MAIL:
            names.hold(request, self.cleaned_data["username"])
        if self.account_already_exists:
            make_password(self.cleaned_data.get("password1"))
        saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return saved


class AddEmailForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    """allauth's, in our words."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """allauth's, in our words."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")


class RequestLoginCodeForm(allauth_forms.RequestLoginCodeForm):  # type: ignore[misc]
    """allauth's, in our words."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")

"""The form of preferences, in the groups in which the page shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.conf import settings
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ginsite.accounts.models import Preferences

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
        )
        widgets = dict.fromkeys(("theme", "deck", "colours", "card_size", "sort_order"), forms.RadioSelect)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["language"].choices = [("", _("as the browser asks")), *settings.LANGUAGES]  # type: ignore[attr-defined]

    def groups(self) -> list[tuple[Promise, list[BoundField]]]:
        """Headings and their fields."""
        return [(heading, [self[name] for name in names]) for heading, names in self.GROUPS]

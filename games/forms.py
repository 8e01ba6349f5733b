"""Forms: what a person asks of a new table, read and answered kindly.

A form only translates fields into ``Terms``; which terms go together is decided by ``terms.problems``, whose answers it
puts beside the fields.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.application import sayings
from games.application.lobby import COMPUTER
from games.application.seats import level_name
from games.application.terms import DUEL_PRESETS, HOUSE_CLOCK, HOUSE_PRESET, MAX_INCREMENT_MS, Terms, problems
from games.bots.registry import BOTS
from games.domain.clock import CONTROLS
from games.domain.ruleset import BOUNDS, RuleSet, customise
from games.domain.variants import get_preset
from ginsite.accounts.models import User

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

TARGETS = [("", _("Usual")), ("50", "50"), ("100", "100"), ("150", "150"), ("250", "250")]
OKLAHOMA = [
    ("", _("No")),
    ("gin_only", _("Yes, an ace asks for gin")),
    ("one", _("Yes, an ace counts 1")),
]
BIG_GIN = [("", _("Usual")), ("off", _("Off")), ("31", "31"), ("50", "50")]
INCREMENTS = (0, 2_000, 5_000, 10_000, 30_000, MAX_INCREMENT_MS)

CUSTOM_NUMBERS = {
    "gin_bonus": _("Gin bonus"),
    "undercut_bonus": _("Undercut bonus"),
    "tie_bonus": _("Equal counts, to the defender"),
    "game_bonus": _("Game bonus"),
    "box_bonus": _("Box, each hand won"),
    "extra_boxes_gin": _("Extra boxes for gin"),
    "extra_boxes_undercut": _("Extra boxes for an undercut"),
    "shutout_points": _("Shutout"),
    "knock_limit": _("Knock limit"),
    "fixed_hands": _("Hands instead of a target"),
}


def _preset_choices() -> list[tuple[str, str]]:
    return [(name, sayings.preset_name(name)) for name in DUEL_PRESETS]


def _clock_choices() -> list[tuple[str, str]]:
    return [(name, sayings.clock_name(name)) for name in CONTROLS]


def _increment_choices() -> list[tuple[int, str]]:
    return [(ms, sayings.say_duration(ms) if ms else gettext("None")) for ms in INCREMENTS]


def _number_field(label: _StrPromise, low: int, high: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=low, max_value=high, help_text=f"{low}–{high}")


class RulesForm(forms.Form):
    """A rule set and a target: all that a game against the computer needs."""

    preset = forms.ChoiceField(label=_("Rules"), choices=_preset_choices, initial=HOUSE_PRESET)
    target = forms.ChoiceField(label=_("Played to"), choices=TARGETS, required=False)

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = user is not None and not user.is_guest

    def changes(self) -> dict[str, Any]:
        """The rules' fields that differ from the preset's, by choice."""
        target = self.cleaned_data.get("target")
        return {"target": int(target)} if target else {}

    def rules(self) -> RuleSet:
        """The preset with the changes. Raises ValueError out of bounds."""
        return customise(get_preset(self.cleaned_data["preset"]), **self.changes())

    def terms(self) -> Terms:
        """What is asked for; only of a valid form."""
        return Terms(rules=self.rules(), preset=self.cleaned_data["preset"], clock="none", by_link=True)

    def clean(self) -> dict[str, Any]:
        """Put the reasons why these terms cannot be had beside the fields that they are about."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        try:
            asked = self.terms()
        except ValueError:
            self.add_error(None, sayings.say_error("OUT_OF_BOUNDS"))
            return cleaned
        for problem in problems(asked, member=self.member):
            name = problem.field if problem.field in self.fields else None
            self.add_error(name, forms.ValidationError(sayings.say_error(problem.code), code=problem.code))
        return cleaned


def _level_choices() -> list[tuple[str, str]]:
    return [(name, level_name(name)) for name in BOTS]


class PracticeForm(RulesForm):
    """A game against the computer: how strong it is, and for members whether it counts."""

    level = forms.ChoiceField(label=_("How strong"), choices=_level_choices, initial=COMPUTER, required=False)
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def terms(self) -> Terms:
        """What is asked for; only of a valid form."""
        rated = bool(self.cleaned_data.get("rated"))
        return Terms(
            rules=self.rules(),
            preset=self.cleaned_data["preset"],
            clock=HOUSE_CLOCK if rated else "none",
            rated=rated,
            by_link=not rated,
        )


class TableForm(RulesForm):
    """A table to play at against people."""

    target = forms.ChoiceField(label=_("Played to"), choices=TARGETS, required=False, widget=forms.RadioSelect)
    oklahoma = forms.ChoiceField(label=_("Oklahoma"), choices=OKLAHOMA, required=False, widget=forms.RadioSelect)
    spade_doubles = forms.BooleanField(label=_("A spade upcard doubles the hand"), required=False)
    straight = forms.BooleanField(label=_("Straight gin: no knocking, only gin ends a hand"), required=False)
    big_gin = forms.ChoiceField(label=_("Big gin"), choices=BIG_GIN, required=False, widget=forms.RadioSelect)
    knock_last = forms.BooleanField(label=_("The last discard may be taken to knock"), required=False)
    open_discards = forms.BooleanField(label=_("All discards on show"), required=False)
    expose = forms.BooleanField(label=_("A false knock lays the hand open"), required=False)

    clock = forms.ChoiceField(label=_("Clock"), choices=_clock_choices, initial=HOUSE_CLOCK, widget=forms.RadioSelect)
    increment = forms.TypedChoiceField(
        label=_("Time given back for each move"), choices=_increment_choices, coerce=int, required=False
    )
    company = forms.ChoiceField(
        label=_("Who may join"),
        choices=[("open", _("Open to all")), ("link", _("By invitation"))],
        initial="open",
        widget=forms.RadioSelect,
    )
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in CUSTOM_NUMBERS.items():
            self.fields[name] = _number_field(label, *BOUNDS[name])
        self.fields["custom_target"] = _number_field(_("Another target"), *BOUNDS["target"])
        if not self.member:
            self.fields["rated"].widget.attrs["disabled"] = True

    def changes(self) -> dict[str, Any]:
        """The rules' fields that differ from the preset's, by choice."""
        asked = self.cleaned_data
        changes = super().changes()
        changes |= {name: asked[name] for name in CUSTOM_NUMBERS if asked.get(name) is not None}
        if asked.get("custom_target") is not None:
            changes["target"] = asked["custom_target"]
        if asked.get("oklahoma"):
            changes["oklahoma"] = asked["oklahoma"]
        if asked.get("big_gin"):
            changes["big_gin_bonus"] = None if asked["big_gin"] == "off" else int(asked["big_gin"])
        switches: dict[str, dict[str, Any]] = {
            "spade_doubles": {"spade_doubles": True},
            "straight": {"knock_limit": 0},
            "knock_last": {"last_discard": "knock_only"},
            "open_discards": {"discard_history": "open"},
            "expose": {"invalid_knock": "expose"},
        }
        for name, change in switches.items():
            if asked.get(name):
                changes |= change
        return changes

    def terms(self) -> Terms:
        """What is asked for; only of a valid form."""
        asked = self.cleaned_data
        return Terms(
            rules=self.rules(),
            preset=asked["preset"],
            clock=asked["clock"],
            increment_ms=asked.get("increment") or 0,
            rated=bool(asked.get("rated")),
            by_link=asked["company"] == "link",
        )

    def custom_fields(self) -> list[forms.BoundField]:
        """The fields behind "other numbers"."""
        return [self[name] for name in (*CUSTOM_NUMBERS, "custom_target")]

    def preset_notes(self) -> list[tuple[str, str]]:
        """What each rule set is, in a sentence."""
        return [(name, str(sayings.PRESET_SOURCES[name])) for name in DUEL_PRESETS]

    def clock_notes(self) -> list[tuple[str, str, str, bool]]:
        """Each clock as (value, name, what it gives, whether it is for invitations only)."""
        return [
            (name, sayings.clock_name(name), sayings.say_clock(control), name == "none")
            for name, control in CONTROLS.items()
        ]

    def has_custom(self) -> bool:
        """Whether any of the other numbers was filled in, so that the page shows them."""
        return any(field.value() not in (None, "") or field.errors for field in self.custom_fields())

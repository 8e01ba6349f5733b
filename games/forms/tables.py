"""The forms of a table of one's own and of a game against the computer, each for the game that was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.application import sayings
from games.application.lobby import COMPUTER
from games.application.seats import level_name
from games.application.terms import (
    HOUSE_CLOCK,
    HOUSE_GAME,
    MAX_INCREMENT_MS,
    SPECTATOR_DELAYS,
    Terms,
    presets_of,
    problems,
    rules_for,
)
from games.bots.registry import BOTS
from games.domain.clock import CONTROLS
from games.domain.numbers import changed
from games.domain.ruleset import RuleSet, customise
from games.domain.variants import VARIANTS, Rules, get_variant
from games.forms.options import CHOICES, Choice, Option
from ginsite.accounts.models import User

INCREMENTS = (0, 2_000, 5_000, 10_000, 30_000, MAX_INCREMENT_MS)


def known_game(asked: Mapping[str, Any]) -> str:
    """The game that was asked for; the house's own if there is no such game."""
    game = asked.get("game")
    return game if game in VARIANTS else HOUSE_GAME


def _game_choices() -> list[tuple[str, str]]:
    return [(game.name, game.title) for game in sayings.catalogue()]


def _clock_choices() -> list[tuple[str, str]]:
    return [(name, sayings.clock_name(name)) for name in CONTROLS]


def _increment_choices() -> list[tuple[int, str]]:
    return [(ms, sayings.say_duration(ms) if ms else gettext("None")) for ms in INCREMENTS]


def _delay_choices() -> list[tuple[int, str]]:
    later = gettext("%(time)s later")
    return [
        (delay, later % {"time": sayings.say_duration(delay * 1000)} if delay else gettext("as it happens"))
        for delay in SPECTATOR_DELAYS
    ]


def _level_choices() -> list[tuple[str, str]]:
    return [(name, level_name(name)) for name in BOTS]


class SeatsField(forms.TypedChoiceField):
    """How many play; a game for one number of people does not ask."""

    def __init__(self, label: Any, seats: tuple[int, ...], less: int = 0) -> None:
        choices = [(number, str(number - less)) for number in seats]
        widget = forms.RadioSelect if len(seats) > 1 else forms.HiddenInput
        super().__init__(
            label=label,
            choices=choices,
            coerce=int,
            required=False,
            empty_value=None,
            initial=min(seats),
            widget=widget,
        )


class GameForm(forms.Form):
    """A game, a rule book, and what that game lets one choose.

    Which fields there are follows from the game: of data it is read first, else from ``initial``.
    """

    game = forms.ChoiceField(label=_("Game"), choices=_game_choices, required=False, initial=HOUSE_GAME)
    preset = forms.ChoiceField(label=_("Rules"), required=False)

    def __init__(self, *args: Any, user: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = user is not None and not user.is_guest
        self.variant = get_variant(known_game(self.data if self.is_bound else self.initial))
        presets = presets_of(self.variant.name)
        self._field("preset").choices = [(name, sayings.preset_name(name)) for name in presets]
        self.fields["preset"].initial = presets[0]
        self.fields["game"].initial = self.variant.name
        self.fields["seats"] = self.seats_field(self.variant.seating.seats)
        for option in self.options():
            self.fields[option.name] = option.field()
        self.forget_what_does_not_fit()

    def _field(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def options(self) -> tuple[Option, ...]:
        """What may be chosen on top of the rule book."""
        raise NotImplementedError

    def seats_field(self, seats: tuple[int, ...]) -> SeatsField:
        """For how many the table is."""
        return SeatsField(_("Players"), seats)

    def asks_seats(self) -> bool:
        """Whether the game is for more than one number of people."""
        return len(self.variant.seating.seats) > 1

    def forget_what_does_not_fit(self) -> None:
        """Of what was chosen for another game, keep in a blank form what this game has as well."""
        for name, value in list(self.initial.items()):
            field = self.fields.get(name)
            if field is None or (isinstance(field, forms.ChoiceField) and not field.valid_value(value)):
                del self.initial[name]

    def rules(self) -> Rules:
        """The rule book's numbers with the changes. Raises ValueError out of bounds."""
        changes: dict[str, Any] = {}
        for option in self.options():
            answer = self.cleaned_data.get(option.name)
            if answer not in (None, "", False):
                changes |= option.changes(answer)
        base = rules_for(self.variant.name, self.book())
        return customise(base, **changes) if isinstance(base, RuleSet) else changed(base, changes)

    def book(self) -> str:
        """The rule book asked for, without one the house's choice."""
        return self.cleaned_data.get("preset") or presets_of(self.variant.name)[0]

    def terms(self) -> Terms:
        """What is asked for; only of a valid form."""
        raise NotImplementedError

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
        beside = {rule: option.name for option in self.options() for rule in option.rules}
        for problem in problems(asked, member=self.member):
            name = beside.get(problem.field, problem.field)
            error = forms.ValidationError(sayings.say_error(problem.code), code=problem.code)
            self.add_error(name if name in self.fields else None, error)
        return cleaned


class PracticeForm(GameForm):
    """A game against the computer: which, how strong, how many; and for members whether it counts."""

    level = forms.ChoiceField(label=_("How strong"), choices=_level_choices, initial=COMPUTER, required=False)
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def seats_field(self, seats: tuple[int, ...]) -> SeatsField:
        """How many computers."""
        return SeatsField(_("Opponents"), seats, less=1)

    def options(self) -> tuple[Option, ...]:
        """The target, no more."""
        first = CHOICES[self.variant.name].first
        return tuple(replace(option, look="select") for option in first if option.name == "target")

    def games(self) -> list[sayings.Game]:
        """The catalogue."""
        return sayings.catalogue()

    def line(self) -> str:
        """The chosen game in a line."""
        return sayings.game_line(self.variant.name)

    def has_choice(self) -> bool:
        """Whether another game than the house's was chosen, so that the page shows what there is to choose."""
        return self.variant.name != HOUSE_GAME

    def level_asked(self) -> str:
        """How strong the computer shall be."""
        return self.cleaned_data.get("level") or COMPUTER

    def terms(self) -> Terms:
        """What is asked for; only of a valid form."""
        rated = bool(self.cleaned_data.get("rated"))
        return Terms(
            rules=self.rules(),
            preset=self.book(),
            variant=self.variant.name,
            seats=self.cleaned_data.get("seats") or min(self.variant.seating.seats),
            clock=HOUSE_CLOCK if rated else "none",
            rated=rated,
            by_link=not rated,
        )


class TableForm(GameForm):
    """A table of one's own: for people, or for the computer on a clock and rules of one's own."""

    clock = forms.ChoiceField(label=_("Clock"), choices=_clock_choices, initial=HOUSE_CLOCK, widget=forms.RadioSelect)
    increment = forms.TypedChoiceField(
        label=_("Time given back for each move"), choices=_increment_choices, coerce=int, required=False
    )
    company = forms.ChoiceField(
        label=_("Who may join"),
        choices=[("open", _("Open to all")), ("link", _("By invitation")), ("computer", _("Only the computer"))],
        initial="open",
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(label=_("How strong"), choices=_level_choices, initial=COMPUTER, required=False)
    spectators = forms.TypedChoiceField(
        label=_("Spectators see the game"), choices=_delay_choices, coerce=int, required=False
    )
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.member:
            self.fields["rated"].widget.attrs["disabled"] = True

    @property
    def choice(self) -> Choice:
        """What the game lets one choose."""
        return CHOICES[self.variant.name]

    def options(self) -> tuple[Option, ...]:
        """All that the game lets one choose; what is typed goes before what is tapped."""
        return (*self.choice.first, *self.choice.more)

    def fill(self) -> str:
        """The level of the computer that takes all other chairs; nothing while they are for people."""
        asked = self.cleaned_data
        return (asked.get("level") or COMPUTER) if asked["company"] == "computer" else ""

    def terms(self) -> Terms:
        """What is asked for; only of a valid form."""
        asked = self.cleaned_data
        rated = bool(asked.get("rated"))
        return Terms(
            rules=self.rules(),
            preset=self.book(),
            variant=self.variant.name,
            seats=asked.get("seats") or min(self.variant.seating.seats),
            clock=asked["clock"],
            increment_ms=asked.get("increment") or 0,
            rated=rated,
            by_link=asked["company"] == "link" or (asked["company"] == "computer" and not rated),
            spectator_delay=asked.get("spectators") or 0,
        )

    # For the template

    def first_fields(self) -> list[tuple[str, forms.BoundField]]:
        """What is shown at first sight, as (look, field)."""
        return [(option.look, self[option.name]) for option in self.choice.first]

    def more_fields(self) -> list[tuple[str, forms.BoundField]]:
        """The fields behind "other numbers", as (look, field)."""
        return [(option.look, self[option.name]) for option in self.choice.more]

    def has_more(self) -> bool:
        """Whether any of the other numbers was filled in, so that the page shows them."""
        return any(field.value() not in (None, "", False) or field.errors for _look, field in self.more_fields())

    def games(self) -> list[tuple[sayings.Game, bool]]:
        """The catalogue, and which of it is chosen."""
        return [(game, game.name == self.variant.name) for game in sayings.catalogue()]

    def preset_notes(self) -> list[tuple[str, str]]:
        """What each rule set is, in a sentence."""
        return [(name, str(sayings.PRESET_SOURCES[name])) for name in presets_of(self.variant.name)]

    def clock_notes(self) -> list[tuple[str, str, str, bool]]:
        """Each clock as (value, name, what it gives, whether it is for invitations only)."""
        return [
            (name, sayings.clock_name(name), sayings.say_clock(control), name == "none")
            for name, control in CONTROLS.items()
        ]

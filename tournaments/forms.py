"""The forms of clubs and tournaments: what a club says of itself, and what an organiser plans.

The format comes first: which of the settings the form asks for follows from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.application import appointed
from games.application import sayings as game_sayings
from ginsite.accounts.models import User
from tournaments.application import organising, sayings
from tournaments.application.organising import Plan
from tournaments.domain.settings import BOUNDS, KNOCKOUTS, Settings
from tournaments.models import Club, Membership, Tournament

if TYPE_CHECKING:  # generic for the type checker alone
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise
    ModelForm = forms.ModelForm[Club]
else:
    ModelForm = forms.ModelForm

ELSEWHERE = ("Etc/", "SystemV/", "US/", "posix", "right")

BLANK_PRIZES = 3
"""So many empty lines the list of prizes has at its end."""

LABELS: dict[str, tuple[Words, Words]] = {
    "rounds": (_("Rounds"), ""),
    "double": (_("Everybody twice"), ""),
    "wins_needed": (_("Wins that qualify"), ""),
    "losses_allowed": (_("Losses that send home"), ""),
    "group_size": (_("Players in a group"), ""),
    "advance": (_("Go on from each group"), ""),
    "knockout": (_("The knockout"), ""),
    "third_place": (_("A match for the third place"), ""),
    "minutes": (_("Minutes"), ""),
    "boards": (_("Boards of a team"), ""),
    "best_of_series": (_("Results that count"), ""),
    "match_form": (_("A match is"), ""),
    "match_length": (_("How many games or hands"), ""),
    "seeding": (_("Seeding"), ""),
    "half_byes": (_("Rounds that a player may ask off"), _("For half a point each.")),
    "late_until": (_("Late entry until round"), _("0: nobody may enter after the start.")),
    "late_points": (_("For each round missed"), ""),
    "withdrawal": (_("Who withdraws early"), ""),
    "double_no_show": (_("If neither comes"), ""),
    "keep_apart": (_("Members of one group (a family, a club)"), ""),
    "arrival_minutes": (_("Minutes to come to the table"), _("Who is not there then loses by forfeit.")),
    "late_penalty": (_("Hand points for each minute late"), _("0: being late costs nothing.")),
    "round_minutes": (_("Minutes for a round"), _("0: no limit. Two days are 2880.")),
}
ANSWERS: dict[str, Mapping[str, Any]] = {
    "knockout": {"single-elimination": _("One defeat and out"), "double-elimination": _("Two defeats and out")},
    "match_form": sayings.GAMES_FORMS,
    "seeding": {"rating": _("By rating"), "draw": _("By draw"), "hand": _("By hand")},
    "late_points": {"none": _("Nothing"), "half": _("Half a point")},
    "withdrawal": {"annul_before_half": _("Is annulled before half of the rounds"), "keep": _("Keeps the results")},
    "double_no_show": {"higher_seed": _("The higher seed goes on"), "nobody": _("Nobody goes on")},
    "keep_apart": {
        "off": _("May meet"),
        "first_round": _("Do not meet in the first round"),
        "always": _("Do not meet"),
    },
}

_HELD = ("seeding", "match_form", "match_length", "arrival_minutes", "late_penalty", "round_minutes")
_SWISS = ("rounds", "half_byes", "late_until", "late_points", "keep_apart", *_HELD)
_KNOCKOUT = ("double_no_show", "keep_apart", *_HELD)
ASKED: dict[str, tuple[str, ...]] = {
    "swiss": _SWISS,
    "round-robin": ("double", "withdrawal", *_HELD),
    "single-elimination": ("third_place", *_KNOCKOUT),
    "double-elimination": _KNOCKOUT,
    "consolation": _KNOCKOUT,
    "last-chance": _KNOCKOUT,
    "qualifier": ("wins_needed", "losses_allowed", "late_until", "keep_apart", *_HELD),
    "groups-knockout": ("group_size", "advance", "knockout", "third_place", "withdrawal", "double_no_show", *_HELD),
    "arena": ("minutes", "late_until", *_HELD),
    "team": ("boards", *_SWISS),
    "team-gin": ("boards", *_SWISS),
    "series": ("best_of_series",),
}
"""The settings that matter for a format, in the order in which the form asks."""

FIRST = frozenset(
    {"rounds", "double", "wins_needed", "losses_allowed", "group_size", "advance", "knockout", "third_place"}
    | {"minutes", "boards", "best_of_series", "match_form", "match_length", "seeding"}
)
"""What is asked at first sight; the rest stands behind "odd cases"."""


@cache
def time_zones() -> list[tuple[str, str]]:
    """Every place with a time of its own, and UTC."""
    names = sorted(name for name in available_timezones() if "/" in name and not name.startswith(ELSEWHERE))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in names)]


class ClubForm(ModelForm):
    """Name, words, place and time zone of a club."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=time_zones, help_text=_("The times of its tournaments are said in this one.")
    )

    class Meta:
        model = Club
        fields = ("name", "place", "time_zone", "description")
        help_texts = {
            "place": _("A street, a café, or “online”."),
            "description": _("Whom it is for, when it meets. Everybody can read this."),
        }


class Moment(forms.DateTimeField):
    """A date and a time as a clock on the wall shows it; the form knows in which zone."""

    def __init__(self, label: Words, help_text: Words = "") -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(label=label, help_text=help_text, required=False, widget=widget)

    def to_python(self, value: Any) -> datetime | None:
        """Leave it without a zone."""
        found = super().to_python(value)
        return timezone.make_naive(found, timezone.get_current_timezone()) if found else None


def setting_field(name: str) -> forms.Field:
    """The field of one setting."""
    label, note = LABELS[name]
    default = getattr(Settings(), name)
    if name in ANSWERS:
        widget = forms.RadioSelect if len(ANSWERS[name]) < 4 and name != "keep_apart" else forms.Select
        return forms.ChoiceField(
            label=label, choices=list(ANSWERS[name].items()), initial=default, widget=widget, help_text=note
        )
    if isinstance(default, bool):
        return forms.BooleanField(label=label, required=False, initial=default, help_text=note)
    low, high = BOUNDS[name]
    return forms.IntegerField(label=label, min_value=low, max_value=high, initial=default, help_text=note)


class PlanForm(forms.Form):
    """A tournament in the making."""

    format = forms.ChoiceField(label=_("Format"), initial="swiss", choices=list(sayings.FORMAT_NAMES.items()))
    name = forms.CharField(label=_("Name"), max_length=100)
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    club: forms.ModelChoiceField[Club] = forms.ModelChoiceField(
        Club.objects.none(), label=_("Club"), required=False, empty_label=_("No club")
    )
    series: forms.ModelChoiceField[Tournament] = forms.ModelChoiceField(
        Tournament.objects.none(), label=_("Counts for the series"), required=False, empty_label=_("No series")
    )
    place = forms.ChoiceField(
        label=_("Where it is played"),
        choices=[("online", _("Online")), ("over_the_board", _("With real cards"))],
        initial="online",
        widget=forms.RadioSelect,
    )
    where = forms.CharField(
        label=_("Address"), max_length=200, required=False, help_text=_("Of a tournament with real cards.")
    )
    variant = forms.ChoiceField(label=_("Game"), initial=organising.HOUSE_GAME)
    preset = forms.ChoiceField(label=_("Rules"), required=False)
    target = forms.IntegerField(
        label=_("Target"),
        min_value=25,
        max_value=1000,
        required=False,
        help_text=_("Points to play to; empty: as the rules say."),
    )
    clock = forms.ChoiceField(label=_("Clock"), initial=organising.HOUSE_CLOCK)
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones, initial="UTC")
    starts_at = Moment(_("Starts"), _("Left empty, the organiser presses start."))
    opens_at = Moment(_("Entries open"), _("Left empty, at once."))
    closes_at = Moment(_("Entries close"), _("Left empty, at the start."))
    check_in_minutes = forms.IntegerField(
        label=_("Check-in, minutes before the start"),
        min_value=0,
        max_value=organising.LONGEST_CHECK_IN,
        initial=0,
        help_text=_("0: nobody has to check in."),
    )
    entry_rule = forms.ChoiceField(
        label=_("Who may enter"),
        initial="open",
        widget=forms.RadioSelect,
        choices=[("open", _("Everybody")), ("club", _("Members of the club")), ("invited", _("Whom I enter"))],
    )
    capacity = forms.IntegerField(
        label=_("Places"), min_value=2, required=False, help_text=_("Left empty, as many as come. Others wait in line.")
    )
    lowest_rating = forms.IntegerField(label=_("Rating from"), min_value=0, max_value=5000, required=False)
    highest_rating = forms.IntegerField(label=_("Rating up to"), min_value=0, max_value=5000, required=False)
    runs_by_itself = forms.BooleanField(
        label=_("Runs by itself"),
        required=False,
        initial=True,
        help_text=_("Starts on time, pairs each round as soon as the last one is over, and ends when all is played."),
    )

    def __init__(
        self, data: Any = None, *, user: User, plan: Plan | None = None, initial: Mapping[str, Any] | None = None
    ) -> None:
        answers = {**(_answers(plan) if plan is not None else {}), **(initial or {})}
        super().__init__(data, initial=answers)
        self.plan_before = plan
        self.format_name = self._chosen("format", sayings.FORMAT_NAMES, "swiss")
        self.game = self._chosen("variant", appointed.games_for_two(), organising.HOUSE_GAME)
        self._offer(user)
        for name in ASKED[self.format_name]:
            self.fields[name] = setting_field(name)

    def _chosen(self, name: str, known: Any, otherwise: str) -> str:
        asked = str((self.data if self.is_bound else self.initial).get(name))
        return asked if asked in known else otherwise

    def _offer(self, user: User) -> None:
        clubs: QuerySet[Club] = Club.objects.filter(
            memberships__user=user.pk,
            memberships__status=Membership.Status.MEMBER,
            memberships__role__in=(Membership.Role.OWNER, Membership.Role.ORGANISER),
        ).order_by("name")
        self.fields["club"].queryset = clubs  # type: ignore[attr-defined]
        own = Tournament.objects.filter(is_series=True)
        self.fields["series"].queryset = own.filter(club__in=clubs) | own.filter(owner=user.pk)  # type: ignore[attr-defined]
        self._choices("variant", [(name, game_sayings.game_name(name)) for name in appointed.games_for_two()])
        presets = appointed.presets_of(self.game)
        self._choices("preset", [(name, game_sayings.preset_name(name)) for name in presets])
        clocks = [(name, game_sayings.clock_name(name)) for name in appointed.CONTROLS]
        self._choices("clock", clocks)

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    # What was asked for

    def tie_breaks(self) -> list[str]:
        """The chosen tie-breaks in their order, after a move up or down or out that was asked for without scripts."""
        known = list(sayings.TIE_BREAK_NAMES)
        if self.is_bound and "tie_breaks_asked" in self.data:
            chosen = [name for name in self.data.getlist("tie_breaks") if name in known]  # type: ignore[attr-defined]
        else:
            chosen = list(self.initial.get("tie_breaks", Settings().tie_breaks))
        way, _colon, name = self.data.get("move", "").partition(":") if self.is_bound else ("", "", "")
        return moved(chosen, way, name) if name in known else chosen

    def prizes(self) -> tuple[int, ...]:
        """What the places get, best first; empty lines count for nothing."""
        if not self.is_bound:
            return tuple(self.initial.get("prizes", ()))
        typed = self.data.getlist("prizes")  # type: ignore[attr-defined]
        return tuple(int(one) for one in typed if one.strip().isdecimal())

    def plan(self) -> Plan:
        """What is asked for; only of a valid form."""
        asked = self.cleaned_data
        zone = ZoneInfo(asked["time_zone"])
        before = self.plan_before or Plan(name="")
        settings: dict[str, Any] = {name: asked[name] for name in ASKED[self.format_name]}
        return Plan(
            name=asked["name"],
            settings=Settings(format=self.format_name, tie_breaks=tuple(self.tie_breaks()), **settings),  # type: ignore[arg-type]
            description=asked["description"],
            club=asked["club"],
            series=asked["series"] if self.format_name != "series" else None,
            variant=asked["variant"],
            preset=asked["preset"] or appointed.presets_of(asked["variant"])[0],
            rules=self._rules(before),
            clock=asked["clock"],
            increment_ms=before.increment_ms if before.clock == asked["clock"] else 0,
            prizes=self.prizes(),
            place=asked["place"],
            where=asked["where"],
            entry_rule=asked["entry_rule"],
            lowest_rating=asked["lowest_rating"],
            highest_rating=asked["highest_rating"],
            capacity=asked["capacity"],
            time_zone=asked["time_zone"],
            check_in_minutes=asked["check_in_minutes"],
            runs_by_itself=asked["runs_by_itself"],
            **{name: _in_zone(asked[name], zone) for name in MOMENTS},
        )

    def _rules(self, before: Plan) -> str:
        """The numbers of the game: the chosen book's, or those that were agreed before, with the target asked for."""
        asked = self.cleaned_data
        game, preset = asked["variant"], asked["preset"] or appointed.presets_of(asked["variant"])[0]
        book = appointed.rules_text(game, preset)
        same_game = before.rules and (before.variant, before.preset) == (game, preset)
        target = asked["target"] or appointed.rules_from_text(game, book).target
        return appointed.change_rules(game, before.rules if same_game else book, target=target)

    # For the template

    def formats(self) -> list[tuple[str, str, str, bool]]:
        """Every format as (value, name, a sentence, whether it is chosen)."""
        return [
            (name, sayings.format_name(name), sayings.format_line(name), name == self.format_name)
            for name in sayings.FORMAT_NAMES
        ]

    def first_fields(self) -> list[forms.BoundField]:
        """The settings that are asked at first sight."""
        return [self[name] for name in ASKED[self.format_name] if name in FIRST]

    def more_fields(self) -> list[forms.BoundField]:
        """The settings of odd cases."""
        return [self[name] for name in ASKED[self.format_name] if name not in FIRST]

    def has_tie_breaks(self) -> bool:
        """Whether anybody can be level in this format."""
        return self.format_name not in KNOCKOUTS and self.format_name != "series"

    def is_series(self) -> bool:
        """Whether it is a table over other tournaments, with no game of its own."""
        return self.format_name == "series"

    def unasked_fields(self) -> list[forms.BoundField]:
        """What a series has to say of itself without being asked."""
        return [
            self[name]
            for name in ("place", "variant", "preset", "clock", "time_zone", "entry_rule", "check_in_minutes")
        ]

    def tie_break_rows(self) -> list[tuple[str, str, str]]:
        """The chosen tie-breaks as (value, name, a sentence)."""
        return [(name, sayings.tie_break_name(name), sayings.tie_break_line(name)) for name in self.tie_breaks()]

    def other_tie_breaks(self) -> list[tuple[str, str, str]]:
        """Those that are not chosen."""
        chosen = self.tie_breaks()
        return [
            (name, sayings.tie_break_name(name), sayings.tie_break_line(name))
            for name in sayings.TIE_BREAK_NAMES
            if name not in chosen
        ]

    def prize_rows(self) -> list[tuple[int, str]]:
        """The prizes by place, and some empty lines."""
        filled = [str(prize) for prize in self.prizes()]
        return list(enumerate([*filled, *[""] * BLANK_PRIZES], start=1))


MOMENTS = ("starts_at", "opens_at", "closes_at")


def moved(order: list[str], way: str, name: str) -> list[str]:
    """The order after one name was moved up, down, out or in.

    >>> moved(["a", "b", "c"], "up", "c"), moved(["a", "b"], "out", "a"), moved(["a"], "in", "b")
    (['a', 'c', 'b'], ['b'], ['a', 'b'])
    """
    rest = [one for one in order if one != name]
    if way == "out":
        return rest
    at = order.index(name) if name in order else len(rest)
    at += {"up": -1, "down": 1}.get(way, 0)
    at = min(max(at, 0), len(rest))
    return [*rest[:at], name, *rest[at:]]


def _in_zone(at: datetime | None, zone: ZoneInfo) -> datetime | None:
    return at.replace(tzinfo=zone) if at is not None else None


def _answers(plan: Plan) -> dict[str, Any]:
    """A plan as the form's first answers, its times on the wall of its zone."""
    zone = ZoneInfo(plan.time_zone)
    fields: Mapping[str, Any] = {name: getattr(plan, name) for name in Plan.__dataclass_fields__ if name != "settings"}
    answers = {**fields, **{name: getattr(plan.settings, name) for name in Settings.__dataclass_fields__}}
    if plan.rules:
        book, own = (
            appointed.rules_from_text(plan.variant, text).target
            for text in (appointed.rules_text(plan.variant, plan.preset), plan.rules)
        )
        answers["target"] = own if own != book else None
    for name in MOMENTS:
        at = answers[name]
        answers[name] = timezone.make_naive(at, zone) if at is not None else None
    return answers

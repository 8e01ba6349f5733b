"""The form of a ruling: built for the hands and the people of one match, read as remedies.

What it asks is what a referee thinks of: this hand, that player, the match. A hand that is not touched stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.application.disputes.remedies import MAX_DAYS, MAX_TIME_MS, Plain
from games.application.disputes.scores import Hand, say_outcome
from games.application.disputes.telling import Called, say_hand
from games.domain.events import HandScored
from games.models.dispute import MAX_WORDS

THEN = (("resume", _("The match plays on")), ("award", _("It stays over: whoever is ahead now wins, level is drawn")))

LEFT_OPEN = " … "
"""The gaps in canned reasons."""


class Scope(NamedTuple):
    """What a ruling can be about in one case. ``people``, ``clocked`` and ``rated`` are seats."""

    called: Called
    hands: Sequence[Hand] = ()
    people: Sequence[int] = ()
    clocked: Sequence[int] = ()
    rated: Sequence[int] = ()
    rulings: Sequence[tuple[int, str]] = ()  # those in force, that can be reversed
    match: bool = True  # else a question from elsewhere
    over: bool = False
    hand: int = 0  # which one the case is about


class HandRow(NamedTuple):
    """One hand in the form."""

    name: str
    said: str
    now: str
    open: bool
    what: BoundField
    winner: BoundField | None = None
    points: BoundField | None = None
    boxes: BoundField | None = None


class PersonRow(NamedTuple):
    """One seat in the form; what does not apply is ``None``."""

    name: str
    warn: BoundField | None
    mute: BoundField | None
    suspend: BoundField | None
    time: BoundField | None
    refund: BoundField | None


class RulingForm(forms.Form):
    """A ruling as the referee fills it in; ``remedies`` is what it comes to, once it is valid."""

    uphold = forms.BooleanField(label=_("Everything stands as it is"), required=False)
    reverse = forms.ChoiceField(label=_("Reverse an earlier ruling"), required=False)
    then = forms.ChoiceField(label=_("If the match is then no longer over"), required=False, choices=THEN)
    reasons = forms.CharField(
        label=_("Reasons"),
        required=False,  # to look; not to make it
        max_length=MAX_WORDS,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_("Everybody concerned reads them: what you looked at, what it shows, what follows."),
    )

    def __init__(self, scope: Scope, *args: Any, to_be_made: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.scope, self.to_be_made = scope, to_be_made
        self.remedies: list[Plain] = []
        reverse = self.fields["reverse"]
        assert isinstance(reverse, forms.ChoiceField)
        reverse.choices = [("", gettext("None"))] + [(str(number), said) for number, said in scope.rulings]
        if scope.match:
            for hand in scope.hands:
                self._add_hand(hand)
            self.fields["match"] = forms.ChoiceField(
                label=_("The match"), required=False, choices=_match_choices(scope), widget=forms.RadioSelect
            )
        else:
            for name, label in zip(("first", "second"), scope.called.amounts, strict=True):
                self.fields[name] = forms.IntegerField(label=label, required=False, min_value=-9_999, max_value=9_999)
        for seat in range(len(scope.called.seats)):
            self._add_seat(seat)

    def _add_hand(self, hand: Hand) -> None:
        name = f"{hand.number}-{hand.table}"
        self.fields[f"hand-{name}"] = forms.ChoiceField(
            required=False,
            choices=_hand_choices(hand),
            widget=forms.RadioSelect,
            label=say_hand(hand.number, hand.table),
        )
        if hand.in_play:
            return
        counts = hand.counts if isinstance(hand.counts, HandScored) else None
        seats = [(str(seat), called) for seat, called in enumerate(self.scope.called.seats)]
        initial = None if counts is None else counts.winner
        self.fields[f"winner-{name}"] = forms.ChoiceField(
            label=_("Winner"), required=False, choices=seats, initial=initial
        )
        numbers = (("points", _("Points"), 9_999, counts and counts.points), ("boxes", _("Boxes"), 9, 1))
        for field, label, most, now in numbers:
            self.fields[f"{field}-{name}"] = forms.IntegerField(
                label=label, required=False, min_value=0, max_value=most, initial=now
            )

    def _add_seat(self, seat: int) -> None:
        scope = self.scope
        if seat in scope.people:
            self.fields[f"warn-{seat}"] = forms.BooleanField(label=_("Warn"), required=False)
            for name, label in (("mute", _("Phrases only, for days")), ("suspend", _("No new games, for days"))):
                self.fields[f"{name}-{seat}"] = forms.IntegerField(
                    label=label, required=False, min_value=1, max_value=MAX_DAYS
                )
        if seat in scope.clocked:
            self.fields[f"time-{seat}"] = forms.IntegerField(
                label=_("More time, in seconds"), required=False, min_value=1, max_value=MAX_TIME_MS // 1000
            )
        if seat in scope.rated:
            self.fields[f"refund-{seat}"] = forms.BooleanField(label=_("No rating points lost"), required=False)

    # For the page

    def hand_rows(self) -> list[HandRow]:
        """The hands, the one that the case is about and those that were touched open."""
        return [self._hand_row(hand) for hand in self.scope.hands]

    def _hand_row(self, hand: Hand) -> HandRow:
        name, called = f"{hand.number}-{hand.table}", self.scope.called
        what = self[f"hand-{name}"]
        said = gettext("still being played") if hand.in_play else say_outcome(hand.played, called)
        counts = "" if hand.counts == hand.played else say_outcome(hand.counts, called)
        open_ = hand.number == self.scope.hand or bool(what.value())
        if hand.in_play:
            return HandRow(say_hand(hand.number, hand.table), said, counts, open_, what)
        fields = (self[f"{field}-{name}"] for field in ("winner", "points", "boxes"))
        return HandRow(say_hand(hand.number, hand.table), said, counts, open_, what, *fields)

    def person_rows(self) -> list[PersonRow]:
        """The seats about which something can be ruled."""
        kinds = ("warn", "mute", "suspend", "time", "refund")
        rows = []
        for seat, name in enumerate(self.scope.called.seats):
            fields = [self[f"{kind}-{seat}"] if f"{kind}-{seat}" in self.fields else None for kind in kinds]
            if any(fields):
                rows.append(PersonRow(name, *fields))
        return rows

    def touches_people(self) -> bool:
        """Whether anything is filled in about a person."""
        return any(field.value() for row in self.person_rows() for field in row[1:] if isinstance(field, BoundField))

    # Reading

    def clean(self) -> dict[str, Any]:
        """Turn what was filled in into remedies."""
        given = super().clean() or self.cleaned_data
        self.remedies = [{"kind": "uphold"}] if given.get("uphold") else []
        for hand in self.scope.hands if self.scope.match else ():
            self._read_hand(hand, given)
        self._read_match(given.get("match", ""))
        for seat in range(len(self.scope.called.seats)):
            self._read_seat(seat, given)
        if given.get("reverse"):
            self.remedies.append({"kind": "reverse", "ruling": int(given["reverse"])})
        self._read_amounts(given)
        if self.to_be_made and not given.get("reasons"):
            self.add_error("reasons", gettext("Say why: the players read it."))
        elif self.to_be_made and LEFT_OPEN in given["reasons"]:
            self.add_error("reasons", gettext("Fill in what the text leaves open: “%(open)s”.") % {"open": LEFT_OPEN})
        if not self.remedies and not self.errors:
            raise forms.ValidationError(gettext("Choose what you decide: at least that everything stands."))
        if given.get("uphold") and any(remedy["kind"] in _AGAINST for remedy in self.remedies):
            self.add_error("uphold", gettext("Either everything stands, or something of it changes."))
        return given

    def _read_hand(self, hand: Hand, given: dict[str, Any]) -> None:
        name = f"{hand.number}-{hand.table}"
        what = given.get(f"hand-{name}")
        if not what:
            return
        remedy: Plain = {"kind": what, "hand": hand.number, "table": hand.table}
        if what == "correct_score":
            for field in ("winner", "points", "boxes"):
                number = given.get(f"{field}-{name}")
                if number in (None, "") and f"{field}-{name}" not in self.errors:
                    self.add_error(f"{field}-{name}", gettext("Fill this in."))
                remedy[field] = int(number or 0)
        self.remedies.append(remedy)

    def _read_match(self, what: str) -> None:
        if what == "resume":
            self.remedies.append({"kind": "resume_match"})
        elif what == "drawn":
            self.remedies.append({"kind": "award_match", "side": None})
        elif what:
            kind, number = what.split("-")
            place = {"side": int(number)} if kind == "award" else {"seat": int(number)}
            self.remedies.append({"kind": f"{kind}_match"} | place)

    def _read_seat(self, seat: int, given: dict[str, Any]) -> None:
        if given.get(f"time-{seat}"):
            self.remedies.append({"kind": "give_time", "seat": seat, "ms": given[f"time-{seat}"] * 1000})
        if given.get(f"refund-{seat}"):
            self.remedies.append({"kind": "refund_rating", "seat": seat})
        if given.get(f"warn-{seat}"):
            self.remedies.append({"kind": "warn", "seat": seat})
        for kind in ("mute", "suspend"):
            if given.get(f"{kind}-{seat}"):
                self.remedies.append({"kind": kind, "seat": seat, "days": given[f"{kind}-{seat}"]})

    def _read_amounts(self, given: dict[str, Any]) -> None:
        amounts = [given.get(name) for name in ("first", "second")]
        if all(amount is not None for amount in amounts):
            self.remedies.append({"kind": "settle_subject", "first": amounts[0], "second": amounts[1]})
        elif any(amount is not None for amount in amounts):
            missing = "first" if amounts[0] is None else "second"
            self.add_error(missing, gettext("Fill this in."))


_AGAINST = frozenset(
    {"correct_score", "void_hand", "replay_hand", "award_match", "forfeit_match", "reverse", "settle_subject"}
)
"""What cannot go together with everything standing as it is."""


def _hand_choices(hand: Hand) -> list[tuple[str, str]]:
    if hand.in_play:
        return [("", gettext("It is played out")), ("void_hand", gettext("It is void and dealt anew"))]
    return [
        ("", gettext("It stands")),
        ("correct_score", gettext("It counts otherwise")),
        ("void_hand", gettext("It does not count")),
        ("replay_hand", gettext("It does not count, and the match plays on")),
    ]


def _match_choices(scope: Scope) -> list[tuple[str, str]]:
    """What may become of the match, by name."""
    choices = [("", gettext("Follows from the hands"))]
    for side, name in enumerate(scope.called.sides):
        choices.append((f"award-{side}", gettext("It goes to %(name)s") % {"name": name}))
    choices.append(("drawn", gettext("It is drawn")))
    for seat in scope.people:
        choices.append((f"forfeit-{seat}", gettext("%(name)s forfeits it") % {"name": scope.called.seats[seat]}))
    if scope.over:
        choices.append(("resume", gettext("It plays on, although somebody left it or ran out of time")))
    return choices

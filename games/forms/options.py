"""What may be chosen on top of a rule book, and for which game: each option once, each game a list of them.

An option is a field of the form and what its answer changes in the rules; an empty answer changes nothing. A new option
of a new game is a line here; the form and its template show whatever is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from django import forms
from django.utils.translation import gettext_lazy as _

from games.application.sayings.games import say_range
from games.application.sayings.rules import BOX_TO, MATCH_WINNER, NEXT_DEALER
from games.domain.ruleset import BOUNDS
from games.domain.rummy_rules import BOUNDS as RUMMY_BOUNDS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    Words = str | _StrPromise

Look = Literal["segmented", "switch", "select", "number"]
Changes = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its field's name and looks, what each answer changes, and which rules that concerns."""

    name: str
    label: Words
    look: Look
    changes: Callable[[Any], Changes]
    rules: tuple[str, ...]
    choices: Sequence[tuple[str, Words]] = ()
    bounds: tuple[int, int] = (0, 0)
    note: Words = ""

    def field(self) -> forms.Field:
        """The form's field."""
        if self.look == "switch":
            return forms.BooleanField(label=self.label, required=False, help_text=self.note)
        if self.look == "number":
            low, high = self.bounds
            return forms.IntegerField(
                label=self.label, required=False, min_value=low, max_value=high, help_text=say_range(low, high)
            )
        widget = forms.RadioSelect if self.look == "segmented" else forms.Select
        return forms.ChoiceField(
            label=self.label, required=False, choices=list(self.choices), widget=widget, help_text=self.note
        )


def switch(name: str, label: Words, note: Words = "", **changes: Any) -> Option:
    """Either as the rules say or with ``changes``."""
    return Option(name, label, "switch", lambda _on: dict(changes), tuple(changes), note=note)


def choose(name: str, label: Words, choices: Mapping[str, tuple[Words, Changes]], look: Look = "segmented") -> Option:
    """One of a few answers, each with its words and its changes."""
    concerned = {rule: None for _words, changes in choices.values() for rule in changes}
    return Option(
        name,
        label,
        look,
        lambda answer: dict(choices[answer][1]),
        tuple(concerned),
        choices=[(answer, words) for answer, (words, _changes) in choices.items()],
    )


def number(name: str, label: Words, *rules: str) -> Option:
    """A number of one's own for ``rules``, by default the rule of that name."""
    rules = rules or (name,)
    bounds = BOUNDS[rules[0]] if rules[0] in BOUNDS else RUMMY_BOUNDS[rules[0]]
    return Option(name, label, "number", lambda value: dict.fromkeys(rules, value), rules, bounds=bounds)


def targets(*usual: int, rules: tuple[str, ...] = ("target",)) -> Option:
    """What the match is played to, in one tap."""
    answers = {str(points): (str(points), dict.fromkeys(rules, points)) for points in usual}
    return choose("target", _("Played to"), {"": (_("Usual"), {}), **answers})


def as_said(rule: str, words: Mapping[str, Any], *left_out: str) -> dict[str, tuple[Words, Changes]]:
    """The answers of a rule that is a word, in the words in which it is said everywhere."""
    answers: dict[str, tuple[Words, Changes]] = {"": (_("Usual"), {})}
    return answers | {value: (said, {rule: value}) for value, said in words.items() if value not in left_out}


# Switches of the gin family

BIG_GIN = choose(
    "big_gin",
    _("Big gin"),
    {
        "": (_("Usual"), {}),
        "off": (_("Off"), {"big_gin_bonus": None}),
        "31": ("31", {"big_gin_bonus": 31}),
        "50": ("50", {"big_gin_bonus": 50}),
    },
)
KNOCK_LAST = switch(
    "knock_last",
    _("The last discard may be taken to knock"),
    _("When the stock runs out, as in tournaments."),
    last_discard="knock_only",
)
OPEN_DISCARDS = switch("open_discards", _("All discards on show"), discard_history="open")
EXPOSE = switch(
    "expose",
    _("A false knock lays the hand open"),
    _("By invitation only. Otherwise a false knock is not accepted."),
    invalid_knock="expose",
)
ACE = choose(
    "oklahoma",
    _("An ace as upcard"),
    {
        "": (_("Usual"), {}),
        "gin_only": (_("Asks for gin"), {"oklahoma": "gin_only"}),
        "one": (_("Counts 1"), {"oklahoma": "one"}),
    },
)
OKLAHOMA = choose(
    "oklahoma",
    _("Oklahoma: the upcard sets the knock limit"),
    {
        "": (_("No"), {}),
        "gin_only": (_("Yes, an ace asks for gin"), {"oklahoma": "gin_only"}),
        "one": (_("Yes, an ace counts 1"), {"oklahoma": "one"}),
    },
)
SPADES = switch("spade_doubles", _("A spade upcard doubles the hand"), spade_doubles=True)
SPADES_IN_OKLAHOMA = replace(SPADES, note=_("In Oklahoma only."))
EXTRA_BOXES = switch(
    "extra_boxes", _("Two extra boxes for gin, one for an undercut"), extra_boxes_gin=2, extra_boxes_undercut=1
)
BLITZ = choose(
    "hollywood",
    _("Still blank when a column closes"),
    {
        "": (_("Usual"), {}),
        "next_open": (_("Begin in the next one"), {"hollywood": "next_open"}),
        "schedule": (_("Lose what goes there"), {"hollywood": "schedule"}),
    },
)
WHO_SITS_OUT = choose(
    "three_players",
    _("Who sits out"),
    {
        "": (_("As the rules say"), {}),
        "dealer_out_rotate": (_("The dealer; the deal moves round the table"), {"three_players": "dealer_out_rotate"}),
        "dealer_out_loser_deals": (
            _("The dealer; the loser of a hand deals next"),
            {"three_players": "dealer_out_loser_deals"},
        ),
        "cutthroat": (_("The loser; who sat out deals and plays"), {"three_players": "cutthroat"}),
    },
    "select",
)
TEAM_SCORE = choose(
    "four_players",
    _("How teams score"),
    {
        "": (_("As the rules say"), {}),
        "net_per_hand": (_("Each round, the better team its lead"), {"four_players": "net_per_hand"}),
        "sum_of_games": (_("Each table a whole game, then added up"), {"four_players": "sum_of_games"}),
    },
    "select",
)
SWAP = switch(
    "swap_opponents", _("New opponents every round"), _("When each round is scored by itself."), swap_opponents=True
)
ADVICE = switch(
    "partner_advice",
    _("Partners may advise on laying off"),
    _("Whoever has finished sees the partner's hand once it was knocked against."),
    partner_advice="layoff_only",
)

# Numbers of one's own in the gin family

MUST_DECIDE = switch("must_decide", _("Level at the end: one more hand at a time"), must_decide=True)
HAND_NUMBERS = (
    number("gin_bonus", _("Gin bonus")),
    number("big_gin_bonus", _("Big gin bonus")),
)
UNDERCUT_NUMBERS = (
    number("undercut_bonus", _("Undercut bonus")),
    number("tie_bonus", _("Equal counts, to the defender")),
)
KNOCK_LIMIT = number("knock_limit", _("Knock limit"))
EXTRA_BOX_NUMBERS = (
    number("extra_boxes_gin", _("Extra boxes for gin")),
    number("extra_boxes_undercut", _("Extra boxes for an undercut")),
)
SHUTOUT_KINDS = choose(
    "shutout",
    _("A shutout brings"),
    {
        "": (_("Usual"), {}),
        "flat": (_("Points of its own"), {"shutout": "flat"}),
        "replace_game_bonus": (_("Points in place of the game bonus"), {"shutout": "replace_game_bonus"}),
        "double_hands": (_("Hand points doubled"), {"shutout": "double_hands"}),
        "double_total": (_("Whole total doubled"), {"shutout": "double_total"}),
        "none": (_("Nothing"), {"shutout": "none"}),
    },
    "select",
)
END_NUMBERS = (
    number("game_bonus", _("Game bonus")),
    number("box_bonus", _("Box, each hand won")),
    choose("box_to", _("Boxes count"), as_said("box_to", BOX_TO), "select"),
    SHUTOUT_KINDS,
    number("shutout_points", _("Points of a shutout")),
    choose("match_winner", _("The match goes to"), as_said("match_winner", MATCH_WINNER), "select"),
)
DEALING = (
    choose("next_dealer", _("Next dealer"), as_said("next_dealer", NEXT_DEALER, "box"), "select"),
    choose(
        "upcard_offer",
        _("First upcard"),
        {
            "": (_("Usual"), {}),
            "nondealer_then_dealer": (
                _("Offered to the non-dealer, then the dealer"),
                {"upcard_offer": "nondealer_then_dealer"},
            ),
            "none": (_("The non-dealer draws at once"), {"upcard_offer": "none"}),
        },
        "select",
    ),
)
LENGTH = (number("fixed_hands", _("Hands instead of a target")), number("custom_target", _("Another target"), "target"))
TEAM_LENGTH = (
    number("fixed_hands", _("Hands instead of a target")),
    number("custom_target", _("Another target"), "team_target", "target"),
)

# Basic rummy

RUMMY_SWITCHES = (
    switch("ace_high", _("Aces high or low, 15 points each"), ace="high_or_low"),
    switch("one_meld", _("One meld a turn"), _("Going rummy is excepted."), melds_per_turn="one"),
    switch("must_discard_last", _("The last card must be discarded"), must_discard_last=True),
    switch("plain_rummy", _("Going rummy does not count twice"), going_rummy="plain"),
    switch("turn_over", _("An empty stock is turned over, not shuffled"), stock_empty="turn_over"),
    switch("lowest_wins", _("When no card is left to draw, the fewest points win"), no_turn="lowest_wins"),
    OPEN_DISCARDS,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a game lets one choose: at first sight, and behind "other numbers"."""

    first: tuple[Option, ...]
    more: tuple[Option, ...]


TO = targets(50, 100, 150, 250)
TEAMS_TO = targets(100, 125, 250, 300, rules=("team_target", "target"))
DUEL_NUMBERS = (*END_NUMBERS, *DEALING, *LENGTH, MUST_DECIDE)
AT_THE_TABLE = (KNOCK_LAST, OPEN_DISCARDS, EXPOSE)

CHOICES: dict[str, Choice] = {
    "gin": Choice(
        (TO, BIG_GIN, *AT_THE_TABLE),
        (
            *HAND_NUMBERS,
            *UNDERCUT_NUMBERS,
            KNOCK_LIMIT,
            *EXTRA_BOX_NUMBERS,
            *END_NUMBERS,
            *DEALING,
            *LENGTH,
            MUST_DECIDE,
        ),
    ),
    "oklahoma": Choice(
        (TO, ACE, SPADES, EXTRA_BOXES, BIG_GIN, *AT_THE_TABLE),
        (*HAND_NUMBERS, *UNDERCUT_NUMBERS, *EXTRA_BOX_NUMBERS, *DUEL_NUMBERS),
    ),
    "hollywood": Choice(
        (TO, BLITZ, OKLAHOMA, SPADES_IN_OKLAHOMA, EXTRA_BOXES, BIG_GIN, *AT_THE_TABLE),
        (
            *HAND_NUMBERS,
            *UNDERCUT_NUMBERS,
            KNOCK_LIMIT,
            *EXTRA_BOX_NUMBERS,
            *END_NUMBERS,
            *DEALING,
            *LENGTH,
            MUST_DECIDE,
        ),
    ),
    "straight-gin": Choice(
        (TO, BIG_GIN, *AT_THE_TABLE),
        (*HAND_NUMBERS, *EXTRA_BOX_NUMBERS[:1], *DUEL_NUMBERS),
    ),
    "three-handed": Choice(
        (TO, WHO_SITS_OUT, BIG_GIN, *AT_THE_TABLE),
        (*HAND_NUMBERS, *UNDERCUT_NUMBERS, KNOCK_LIMIT, *END_NUMBERS, *DEALING[1:], *LENGTH, MUST_DECIDE),
    ),
    "in-the-box": Choice(
        (TO,),
        (*HAND_NUMBERS, *UNDERCUT_NUMBERS, KNOCK_LIMIT, *END_NUMBERS, *LENGTH, MUST_DECIDE),
    ),
    "partnership": Choice(
        (TEAMS_TO, TEAM_SCORE, SWAP, ADVICE, BIG_GIN, *AT_THE_TABLE),
        (*HAND_NUMBERS, *UNDERCUT_NUMBERS, KNOCK_LIMIT, *END_NUMBERS, *DEALING, *TEAM_LENGTH, MUST_DECIDE),
    ),
    "rummy": Choice(
        (targets(100, 150, 250, 500), LENGTH[0], *RUMMY_SWITCHES),
        (number("reshuffle_limit", _("New stock at most")), LENGTH[1], MUST_DECIDE),
    ),
}
"""By the game's name."""

"""The worked examples of the rules pages, worked out by the rules themselves: nothing that can be counted is typed.

Players are called A, B and C here, partners A1 and A2 against B1 and B2, as on paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.application.sayings import ROLE_NAMES, TOTAL_LABELS
from games.domain.cards import parse_card, parse_hand
from games.domain.events import HandScored, HandVoided
from games.domain.hands.gin.play import knock_limit
from games.domain.hands.rummy.melds import HIGH_ACE_POINTS, points_of
from games.domain.hands.rummy.play import CARDS_EACH
from games.domain.ruleset import RuleSet, customise
from games.domain.scoresheets import Column, HollywoodSheet, Sheet, hollywood_sheet, new_sheet, partners_sheet
from games.domain.scoring import score_hand
from games.domain.seating import IN_THE_BOX, PARTNERS, THREE_HANDED, Pairing, Pairings, Seating
from games.domain.variants import get_preset

LETTERS = "ABC"
PARTNERS_NAMES = ("A1", "B1", "A2", "B2")


def scored(winner: int, points: int, *, hand: int = 1, table: int = 0) -> HandScored:
    """A plain hand won by ``winner`` for so many points."""
    return HandScored(hand, table, "knock", winner, winner, 0, points, points, 1, ())


# One hand


def hand_points(rules: RuleSet) -> dict[str, int]:
    """What the hands told of in the text are worth."""
    return {
        "knock": score_hand(4, 20, rules).points,
        "gin": score_hand(0, 21, rules).points,
        "undercut": score_hand(9, 2, rules).points,
        "spade": score_hand(9, 2, rules, doubled=True).points,
    }


UPCARDS = ("AH", "2C", "5D", "8S", "TC", "KD")


def limits(rules: RuleSet) -> list[tuple[str, int]]:
    """Some upcards, each with the knock limit that it sets; 0 asks for gin."""
    return [(card, knock_limit(rules, parse_card(card))) for card in UPCARDS]


LEFT_OVER = "AS 9D KC"


def rummy_points() -> dict[str, int]:
    """What going out is worth while the others hold ``LEFT_OVER``, with low aces and with high ones (W49)."""
    left = parse_hand(LEFT_OVER)
    low, high = points_of(left, "low"), points_of(left, "high_or_low")
    return {"out": low, "rummy": 2 * low, "ace": HIGH_ACE_POINTS, "ace_out": high, "ace_rummy": 2 * high}


def rummy_deal() -> list[tuple[int, int]]:
    """How many cards each gets, by the number of players."""
    return sorted(CARDS_EACH.items())


# The Hollywood sheet


class PaperColumn(NamedTuple):
    """One column as it is written on paper: a row holds each side's next entry, or nothing."""

    sides: Sequence[str]
    rows: list[list[int | str]]
    totals: Sequence[int]
    closed: bool


class Settled(NamedTuple):
    """How a column is settled: a line is its name and an amount for each side."""

    sides: Sequence[str]
    rows: Sequence[tuple[str, Sequence[int]]]
    totals: Sequence[int]


PLAIN = ((0, 18), (1, 12), (0, 25), (1, 30), (0, 15), (0, 22), (1, 20))
CLOSING = ((0, 32), (0, 28), (0, 45))
BLANK = ((0, 40), (0, 35), (0, 30), (1, 20), (1, 15))


def hollywood(rules: RuleSet) -> dict[str, Any]:
    """The sheets of the page: after hands as winner and points (EC-66 to EC-68), and one column settled."""
    blank = _hollywood_after(rules, BLANK)
    return {
        "plain": [_on_paper(column) for column in _hollywood_after(rules, PLAIN).columns],
        "closing": [_on_paper(column) for column in _hollywood_after(rules, CLOSING).columns],
        "blank": [_on_paper(column) for column in blank.columns],
        "settled": _settled(blank.columns[0]),
    }


def _hollywood_after(rules: RuleSet, hands: Sequence[tuple[int, int]]) -> HollywoodSheet:
    sheet = hollywood_sheet(rules, 2)
    for number, (winner, points) in enumerate(hands, start=1):
        sheet = sheet.enter_round((scored(winner, points, hand=number),))
    return sheet


def _on_paper(column: Column) -> PaperColumn:
    entries = [[entry.points for entry in column.entries if entry.side == side] for side in range(2)]
    longest = max(map(len, entries))
    rows = [[side[row] if row < len(side) else "" for side in entries] for row in range(longest)]
    return PaperColumn(LETTERS[:2], rows, column.totals, column.closed)


def _settled(column: Column) -> Settled:
    reckoning = column.settlement
    assert reckoning is not None  # the column of the example is closed
    rows = [(str(TOTAL_LABELS[line.key]), line.amounts) for line in reckoning.lines]
    return Settled(LETTERS[:2], rows, reckoning.totals)


# Who sits where


class Chair(NamedTuple):
    """A player at the table in one hand, and what that player does."""

    name: str
    role: str
    plays: bool


class Round(NamedTuple):
    """The table in one hand."""

    title: str
    chairs: list[Chair]


def seats() -> dict[str, Any]:
    """The pictures of who deals, plays and sits out in games of three and four."""
    dealt_by_a = (Pairing(0, (1, 2)),)
    a_rests = (Pairing(1, (2, 1)),)
    box = (Pairing(0, (1, 0)),)
    return {
        "rotate": _hands_of_three("dealer_out_rotate", dealt_by_a, (1, 2)),
        "loser_deals": _hands_of_three("dealer_out_loser_deals", dealt_by_a, (1, 1)),
        "cutthroat": _hands_of_three("cutthroat", a_rests, (1, 1)),
        "box": _with_roles(box, gettext("In the box")),
        "box_wins": _next_roles(box, scored(0, 10)),
        "captain_wins": _next_roles(box, scored(1, 10)),
        "nobody": _next_roles(box, HandVoided(1, 0, "wall")),
        "tables": _two_tables(),
    }


def _hands_of_three(three_players: Any, first: Pairings, winners: Sequence[int]) -> list[Round]:
    """The first hand, and one more after each of the winners."""
    rules = replace(RuleSet(), three_players=three_players)
    hands = [first]
    for winner in winners:
        hands.append(_after(THREE_HANDED, rules, hands[-1], scored(winner, 10)))
    return [
        Round(
            gettext("Hand %(number)s") % {"number": number},
            [Chair(LETTERS[seat], _does(pairing, seat), seat in pairing.players) for seat in range(3)],
        )
        for number, (pairing,) in enumerate(hands, start=1)
    ]


def _does(pairing: Pairing, seat: int) -> str:
    if seat in pairing.players:
        return gettext("deals, plays") if seat == pairing.dealer else gettext("plays")
    return gettext("deals, sits out") if seat == pairing.dealer else gettext("sits out")


def _after(seating: Seating, rules: RuleSet, last: Pairings, outcome: HandScored | HandVoided) -> Pairings:
    sheet: Sheet = new_sheet(rules, 3)
    return seating.after(rules, last, (outcome,), sheet)


def _with_roles(pairings: Pairings, title: str) -> Round:
    """The box alone at the head of the table, the other two side by side."""
    roles = IN_THE_BOX.roles(pairings, 3)
    playing = pairings[0].players
    order = [roles.index(role) for role in ("captain", "box", "adviser")]
    return Round(title, [Chair(LETTERS[seat], str(ROLE_NAMES[roles[seat] or ""]), seat in playing) for seat in order])


def _next_roles(last: Pairings, outcome: HandScored | HandVoided) -> list[str]:
    """Who is box, captain and adviser after that hand."""
    rules = get_preset("he-spruce-3p")
    roles = IN_THE_BOX.roles(_after(IN_THE_BOX, rules, last, outcome), 3)
    return [LETTERS[roles.index(role)] for role in ("box", "captain", "adviser")]


def _two_tables() -> list[Round]:
    """Each of a team against one of the other."""
    across = [(PARTNERS_NAMES[one], PARTNERS_NAMES[other]) for one, other in ((0, 1), (2, 3))]
    titles = gettext("One table"), gettext("The other")
    return [
        Round(title, [Chair(name, gettext("plays"), plays=True) for name in names])
        for title, names in zip(titles, across, strict=True)
    ]


# Partners


NET = (((0, 20), (2, 15)), ((0, 20), (3, 12)), ((0, 20), (3, 31)), ((0, 20), (3, 20)), (None, (2, 18)))
"""Rounds as the winning seat and its points at each table; nothing for a hand without a score (W35, EC-78 to EC-80)."""


def net_rounds() -> list[list[str]]:
    """What each team scores in some rounds that are counted hand by hand."""
    rules = customise(get_preset("pagat"), four_players="net_per_hand")
    rows = []
    for hands in NET:
        outcomes = [
            scored(*hand, table=table) if hand else HandVoided(1, table, "wall") for table, hand in enumerate(hands)
        ]
        totals = partners_sheet(rules, len(PARTNERS.sides(4))).enter_round(outcomes).columns[0].totals
        rows.append([*map(_say_win, hands), *(str(total) if total else "–" for total in totals)])
    return rows


def _say_win(hand: tuple[int, int] | None) -> str:
    if hand is None:
        return gettext("no score")
    return f"{PARTNERS_NAMES[hand[0]]} {hand[1]}"

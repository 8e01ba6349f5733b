"""The rules of basic rummy in clauses and rows."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.domain.rummy_rules import RummyRules

MELDS_PER_TURN: dict[str, Promise] = {"unlimited": _("as many as you like"), "one": _("one, but when going rummy")}
ACE: dict[str, Promise] = {
    "low": _("low, 1 point"),
    "high_or_low": _("low or high, 15 points"),
}
GOING_RUMMY: dict[str, Promise] = {"double": _("everything counts twice"), "plain": _("counts like going out")}
STOCK_EMPTY: dict[str, Promise] = {
    "shuffle_keep_top": _("the discards but the top one are shuffled"),
    "turn_over": _("the discards are turned over, unshuffled"),
}
NO_TURN: dict[str, Promise] = {"void": _("nobody scores"), "lowest_wins": _("the fewest points win the hand")}


def clauses(rules: RummyRules) -> list[str]:
    """What the sentence says after the name and the length."""
    extras = [
        (rules.ace == "low", gettext("aces low")),
        (rules.ace == "high_or_low", gettext("aces low or high, 15 points each")),
        (rules.melds_per_turn == "one", gettext("one meld a turn")),
        (rules.must_discard_last, gettext("the last card must be discarded")),
        (rules.going_rummy == "double", gettext("going rummy counts twice")),
        (rules.stock_empty == "turn_over", gettext("an empty stock is turned over, not shuffled")),
        (rules.no_turn == "lowest_wins", gettext("the fewest points win when no card is left to draw")),
        (rules.discard_history == "open", gettext("all discards on show")),
    ]
    return [said for true, said in extras if true]


def rows(rules: RummyRules) -> list[tuple[str, str]]:
    """Every number but the length, as (name, value)."""
    refills = ngettext("%(n)s time in a hand", "%(n)s times in a hand", rules.reshuffle_limit)
    found = [
        (gettext("Melds in a turn"), str(MELDS_PER_TURN[rules.melds_per_turn])),
        (
            gettext("Last card"),
            gettext("must be discarded") if rules.must_discard_last else gettext("melded, laid off or discarded"),
        ),
        (gettext("Aces"), str(ACE[rules.ace])),
        (gettext("Going rummy"), str(GOING_RUMMY[rules.going_rummy])),
        (gettext("Stock used up"), str(STOCK_EMPTY[rules.stock_empty])),
        (gettext("New stock at most"), refills % {"n": rules.reshuffle_limit}),
        (gettext("Nothing left to draw"), str(NO_TURN[rules.no_turn])),
    ]
    if rules.must_decide:
        found.append((gettext("Level at the end"), gettext("one more hand at a time")))
    shown = gettext("all on show") if rules.discard_history == "open" else gettext("only the top one on show")
    return [*found, (gettext("Discards"), shown)]

"""The words of the card table, each with its meaning in a sentence or two."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Word(NamedTuple):
    """A word by the key that links lead to."""

    key: str
    term: str
    meaning: str


WORDS: dict[str, tuple[Promise, Promise]] = {
    "adviser": (_("Adviser"), _("In the box: the third player, who sees the captain's cards and may counsel.")),
    "big-gin": (_("Big gin"), _("Eleven cards that all fit, shown without a discard, where it is played.")),
    "box": (_("Box"), _("A hand won, as the score sheet counts it: each box brings a bonus at the end.")),
    "the-box": (_("Box, the"), _("In the box: the player who is alone against captain and adviser.")),
    "captain": (_("Captain"), _("In the box: the player who plays against the box and has an adviser.")),
    "column": (_("Column"), _("One of the three games on a Hollywood score sheet.")),
    "count": (_("Count"), _("What your deadwood adds up to.")),
    "cutthroat": (_("Cutthroat"), _("A way for three: whoever loses the hand sits out the next.")),
    "deadwood": (
        _("Deadwood"),
        _("Cards in no meld. An ace counts 1, number cards their number, jack, queen and king 10."),
    ),
    "dealer": (_("Dealer"), _("Whoever dealt the hand. The other side is asked first about the upcard.")),
    "discard": (_("Discard"), _("To put a card face up on the discard pile at the end of your turn.")),
    "draw": (_("Draw"), _("To take a card at the beginning of your turn.")),
    "false-knock": (
        _("False knock"),
        _("A knock with more deadwood than allowed. Most tables do not accept it at all."),
    ),
    "game-bonus": (_("Game bonus"), _("The points at the end for whoever reached the target.")),
    "gin": (_("Gin"), _("All ten cards in melds. It pays a bonus, and nobody can lay off on it.")),
    "going-out": (_("Going out"), _("In rummy: getting rid of your last card, which ends the hand.")),
    "going-rummy": (
        _("Going rummy"),
        _("In rummy: going out in one turn without having put down a card before in that hand."),
    ),
    "knock": (_("Knock"), _("To end the hand with little deadwood: one card face down, your melds on the table.")),
    "knock-limit": (_("Knock limit"), _("The most deadwood with which you may knock. In Oklahoma the upcard sets it.")),
    "lay-off": (
        _("Lay off"),
        _("To add a card to a meld that lies on the table: the fourth of a set, or the next card of a run."),
    ),
    "meld": (_("Meld"), _("Cards that belong together: a run or a set.")),
    "round": (_("Round"), _("In a partnership: one hand at each of the two tables.")),
    "run": (_("Run"), _("Three or more cards of one suit, next to each other in rank.")),
    "set": (_("Set"), _("Three or four cards of one rank.")),
    "shutout": (_("Shutout"), _("A match in which one side has won no hand. The winner gets more for it.")),
    "stock": (_("Stock"), _("The cards that are left after the deal, face down.")),
    "target": (_("Target"), _("The points that close the match, or a column of it.")),
    "undercut": (
        _("Undercut"),
        _("Somebody knocks, and the other side has as little deadwood or less: the other side scores, with a bonus."),
    ),
    "upcard": (_("Upcard"), _("The first card turned up after the deal. It begins the discard pile.")),
    "void": (
        _("Void hand"),
        _("A hand without a score, as when the stock runs out. The same dealer deals again."),
    ),
}


def in_order() -> list[Word]:
    """Every word, by the alphabet of the language in which it is read."""
    words = [Word(key, str(term), str(meaning)) for key, (term, meaning) in WORDS.items()]
    return sorted(words, key=lambda word: word.term.casefold())

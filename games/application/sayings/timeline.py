"""The moments of a match in sentences, for the referee (``disputes.timeline``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.application.sayings.cards import card_name
from games.application.sayings.clocks import say_duration
from games.application.sayings.results import VOID_SENTENCES, say_end, say_hand, say_names

Plain = Mapping[str, Any]

MOMENTS: dict[str, Promise] = {
    # events
    "deal_drawn": _("The draw for deal: %(dealer)s deals first."),
    "hand_dealt": _("Hand %(hand)s: %(dealer)s deals."),
    "rummy_dealt": _("Hand %(hand)s: %(dealer)s deals."),
    "upcard_passed": _("%(name)s passes the upcard."),
    "pile_taken": _("%(name)s takes the %(card)s from the pile."),
    "stock_drawn": _("%(name)s draws the %(card)s."),
    "stock_drawn_unseen": _("%(name)s draws from the stock."),
    "card_discarded": _("%(name)s discards the %(card)s."),
    "card_discarded_unseen": _("%(name)s discards."),
    "knock_failed": _("%(name)s discards the %(card)s for a knock that does not count, and lays the hand open."),
    "knock_failed_unseen": _("%(name)s knocks, which does not count, and lays the hand open."),
    "knocked": _("%(name)s knocks with %(count)s."),
    "knocked_gin": _("%(name)s goes gin."),
    "knocked_big_gin": _("%(name)s goes big gin."),
    "last_passed": _("%(name)s leaves the last card."),
    "defended": _("%(name)s lays the hand open and is left with %(count)s."),
    "melded": _("%(name)s melds: %(cards)s."),
    "laid_off": _("%(name)s lays off the %(card)s."),
    "stock_refilled": _("The discards become the stock."),
    "hand_scored": _("Hand %(hand)s: %(said)s"),
    "hand_voided": _("Hand %(hand)s: %(said)s"),
    "seat_ready": _("%(name)s is ready for the next hand."),
    "void_offered": _("%(name)s offers to end the match without a result."),
    "void_declined": _("%(name)s plays on."),
    "resigned": _("%(name)s resigns."),
    "seat_left": _("The computer plays on for %(name)s."),
    "seat_returned": _("%(name)s is back and plays again."),
    "flagged": _("%(name)s ran out of time."),
    "match_ended": _("The match is over. %(said)s"),
    "ruled": _("The referee’s ruling %(number)s takes effect."),
    "ruled_resumed": _("The referee’s ruling %(number)s takes effect, and the match plays on."),
    # rows of the log
    "match_started": _("The match begins."),
    "seed_committed": _("The server commits itself to its shuffle of hand %(hand)s."),
    "player_committed": _("%(name)s’s browser commits itself to a seed for hand %(hand)s."),
    "seat_defaulted": _("The server’s seed for hand %(hand)s stands in for %(names)s."),
    "player_revealed": _("%(name)s’s browser shows its seed for hand %(hand)s."),
    "seeds_owed": _("Hand %(hand)s waits for the seed of %(names)s; the clock runs."),
    "hand_opened": _("The server opens its seed of hand %(hand)s."),
    "hand_lost": _("The server had lost its key: hand %(hand)s is dealt anew, what was played of it does not count."),
    "time_returned": _("The server was out of reach. Every running clock gets time back: %(time)s."),
    "time_given": _("The referee gives %(name)s more time: %(time)s."),
    "pause_offered": _("%(name)s would like to pause."),
    "paused": _("The match is paused: everybody agreed."),
    "paused_by_referee": _("The referee pauses the match."),
    "resumed": _("%(name)s ends the pause."),
    "resumed_by_referee": _("The match goes on at the referee’s word."),
    # what stands beside the log
    "came": _("%(name)s is at the table."),
    "went": _("%(name)s’s page is closed."),
    "came_watching": _("%(name)s looks on."),
    "went_watching": _("%(name)s looks on no more."),
    "said": _("%(name)s: %(text)s"),
    "said_in_private": _("%(name)s, heard by %(names)s alone: %(text)s"),
    "unreadable": _("The log cannot be read from row %(row)s on: %(text)s"),
}
"""By the moment's kind, some with a way in which it happened."""

ENTRIES: dict[str, Promise] = {
    "raised": _("%(name)s asks the referee (case %(case)s): %(text)s"),
    "note": _("%(name)s notes (case %(case)s): %(text)s"),
    "question": _("%(name)s asks %(to)s (case %(case)s): %(text)s"),
    "answer": _("%(name)s answers (case %(case)s): %(text)s"),
    "claimed": _("%(name)s takes case %(case)s."),
    "released": _("%(name)s gives case %(case)s back."),
    "proposed": _("%(name)s proposes a ruling (case %(case)s): %(text)s"),
    "declined": _("%(name)s does not second the ruling (case %(case)s): %(text)s"),
    "ruled": _("%(name)s rules (case %(case)s): %(text)s"),
    "appealed": _("%(name)s appeals (case %(case)s): %(text)s"),
    "withdrawn": _("%(name)s withdraws case %(case)s."),
}
"""By the kind of an entry in a case."""


def say_moment(moment: Any, names: Sequence[str], sides: Sequence[str], *, teams: bool = False) -> str:
    """One moment in a sentence. ``names`` are those of the seats, ``sides`` those of the sides, ``teams`` or not."""
    plain = moment.plain
    if moment.kind == "unsaid":
        lines = plain["lines"]
        return ngettext("%(n)s line was deleted.", "%(n)s lines were deleted.", lines) % {"n": lines}
    name = names[moment.seat] if moment.seat is not None else moment.by
    places = {
        "name": name or gettext("Somebody"),
        "hand": moment.hand,
        "row": moment.row,
        "text": moment.text,
        **_places(plain, names),
    }
    if moment.kind == "case":
        return str(ENTRIES[plain["entry"]]) % (places | {"name": moment.by or gettext("The site")})
    if moment.audience is not None:
        places["names"] = say_names(names[seat] for seat in moment.audience if seat != moment.seat)
    if moment.kind == "hand_scored":
        places["said"] = say_hand(plain | {"kind": plain["how"]}, names)
    elif moment.kind == "hand_voided":
        places["said"] = VOID_SENTENCES[plain["reason"]]
    elif moment.kind == "match_ended":
        places["said"] = say_end(plain["reason"], plain["winner"], sides, teams=teams)
    return str(MOMENTS[_key(moment)]) % places


def _key(moment: Any) -> str:
    """Which of the sentences of its kind."""
    kind, plain = moment.kind, moment.plain
    if kind in ("stock_drawn", "card_discarded", "knock_failed") and plain["card"] is None:
        return f"{kind}_unseen"
    if kind == "knocked" and plain["how"] != "knock":
        return f"knocked_{plain['how']}"
    if kind in ("came", "went") and moment.seat is None:
        return f"{kind}_watching"
    if kind == "said" and moment.audience is not None:
        return "said_in_private"
    if (kind == "paused" and plain["by"] == "referee") or (kind == "resumed" and moment.seat is None):
        return f"{kind}_by_referee"
    if kind == "ruled" and plain["resumed"]:
        return "ruled_resumed"
    return str(kind)


def _places(plain: Plain, names: Sequence[str]) -> dict[str, Any]:
    """What a sentence may name of an event or a row."""
    places: dict[str, Any] = {key: plain[key] for key in ("count", "number", "case", "to") if key in plain}
    if plain.get("card"):
        places["card"] = card_name(plain["card"])
    if isinstance(plain.get("cards"), str):
        places["cards"] = gettext(", ").join(card_name(card) for card in plain["cards"].split())
    if "dealer" in plain:
        places["dealer"] = names[plain["dealer"]]
    if "seats" in plain:
        places["names"] = say_names(names[seat] for seat in plain["seats"])
    if "ms" in plain:
        places["time"] = say_duration(plain["ms"])
    return places

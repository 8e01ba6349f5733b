"""One hand of basic rummy for two to six, from the deal to the last card that leaves a hand (RULES 2g).

``state`` holds the value and its phases, ``melds`` the melds there are, ``going_out`` looks for a way to the end of a
hand, ``rules`` says what may be done, ``play`` does it, ``story`` tells it as events. ``RUMMY`` is what variants take.
"""

from __future__ import annotations

from games.domain.hands.base import HandRules
from games.domain.hands.rummy.play import STEPS, deal, decks_needed, void
from games.domain.hands.rummy.rules import legal_actions, must_act, timeout, verify
from games.domain.hands.rummy.state import RummyHand, TableMeld
from games.domain.hands.rummy.story import dealt_event, events

RUMMY = HandRules(
    deal=deal,
    must_act=must_act,
    verify=verify,
    steps=STEPS,
    legal_actions=legal_actions,
    timeout=timeout,
    void=void,
    dealt_event=dealt_event,
    events=events,
    decks=decks_needed,
)

__all__ = ["RUMMY", "RummyHand", "TableMeld", "decks_needed"]

"""One hand of gin between two, from the upcard offer to the lay-off (RULES 1.4 to 1.6, 5).

``state`` holds the value and its phases, ``rules`` says what may be done, ``play`` does it, ``story`` tells it as
events. ``GIN`` is what a variant takes of it.
"""

from __future__ import annotations

from games.domain.hands.base import HandRules
from games.domain.hands.gin.play import STEPS, deal, void
from games.domain.hands.gin.rules import legal_actions, must_act, timeout, verify
from games.domain.hands.gin.state import GinHand
from games.domain.hands.gin.story import dealt_event, events

GIN = HandRules(
    deal=deal,
    must_act=must_act,
    verify=verify,
    steps=STEPS,
    legal_actions=legal_actions,
    timeout=timeout,
    void=void,
    dealt_event=dealt_event,
    events=events,
)

__all__ = ["GIN", "GinHand"]

"""OpenSpiel's gin rummy in our words: its numbers for cards, moves and melds, and the rules it plays by.

Its rules are ours with these numbers: 25 for gin and for an undercut, nothing for equal counts, and the last discard
may be taken to knock; and there one may shed the very card that one took. Its melds are at most five cards long; a
longer run is laid down there as two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyspiel

from games.domain.actions import (
    Defend,
    Discard,
    DrawStock,
    Knock,
    KnockLast,
    PassLast,
    PassUpcard,
    PlayerAction,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import SUITS, iter_cards, parse_card
from games.domain.hands.gin import GinHand
from games.domain.melds import best_defence
from games.domain.ruleset import customise
from games.domain.variants import get_preset

RULES = customise(get_preset("he-wikihow"), tie_bonus=0, last_discard="knock_only")

GAME = pyspiel.load_game("gin_rummy")
DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
LONGEST_RUN = 5

THEIR_SUITS = "scdh"
TO_THEIRS = {card: THEIR_SUITS.index(SUITS[card // 13].lower()) * 13 + card % 13 for card in range(52)}
TO_OURS = {theirs: ours for ours, theirs in TO_THEIRS.items()}


def _their_melds() -> dict[int, int]:
    """The mask of each of OpenSpiel's melds, by the number of the action that lays it down."""
    state = GAME.new_initial_state()
    melds = {}
    for action in range(FIRST_MELD, GAME.num_distinct_actions()):
        text = state.action_to_string(0, action).split()[-1]
        cards = [parse_card(text[place] + text[place + 1].upper()) for place in range(0, len(text), 2)]
        melds[action] = sum(1 << card for card in cards)
    return melds


MELDS = _their_melds()
MELD_ACTIONS = {mask: action for action, mask in MELDS.items()}


def deal_there(deck: Sequence[int]) -> Any:
    """OpenSpiel's table with this deck dealt: player 0 acts first, and is dealt all its cards before the other."""
    state = GAME.new_initial_state()
    for card in (*deck[0:20:2], *deck[1:20:2], deck[20]):
        state.apply_action(TO_THEIRS[card])
    return state


def told(action: PlayerAction, held: int, after: GinHand) -> list[int]:
    """An action of ours in OpenSpiel's numbers; ``held``: the actor's cards before it, ``after``: the hand after it.

    A stock card that was drawn is not in it: OpenSpiel counts that as chance.
    """
    match action:
        case TakeUpcard() | TakeDiscard():
            return [DRAW_UPCARD]
        case PassUpcard() | PassLast():
            return [PASS]
        case DrawStock():
            return [DRAW_STOCK]
        case Discard(card):
            return [TO_THEIRS[card]]
        case Knock(card) | KnockLast(card):
            shown = after.showdown
            assert shown is not None
            return [KNOCK, TO_THEIRS[card], *laid_down(shown.melds), PASS]
        case Defend():
            shown = after.showdown
            assert shown is not None
            melds, layoffs, _, _ = best_defence(held, shown.melds)
            return [*(TO_THEIRS[card] for card, _ in layoffs), PASS, *laid_down(melds), PASS]
    raise AssertionError(f"OpenSpiel does not know {action}")


def laid_down(melds: tuple[int, ...]) -> list[int]:
    """Melds as OpenSpiel's actions, long runs in two."""
    actions = []
    for meld in melds:
        while meld not in MELD_ACTIONS:
            cards = list(iter_cards(meld))
            part = sum(1 << card for card in cards[: min(LONGEST_RUN, len(cards) - 3)])
            actions.append(MELD_ACTIONS[part])
            meld ^= part
        actions.append(MELD_ACTIONS[meld])
    return actions

"""Our hands played again at OpenSpiel's table, move by move: ``make bench-openspiel``.

Two independent referees of the same game should agree on every hand. The casual player plays both sides here, but one
shed in five is any card at all, so that hands go wrong in every way. At each decision the moves that either referee
allows are held against each other, and at the end of each hand the points. Where they differ the difference has to
belong to a class that is understood (``CLASSES``); one that does not ends the run with an error. So does a run that is
too small to mean anything.

OpenSpiel's rules are ours with the numbers of ``bench/openspiel.py``. Equal counts earn nothing under these, for its
tie is no undercut: that number is ours to choose, and no difference.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import chain
from typing import Any, NamedTuple

from bench.openspiel import DRAW_STOCK, DRAW_UPCARD, KNOCK, PASS, RULES, TO_OURS, TO_THEIRS, deal_there, laid_down, told
from games.bots.arena import BUDGET_MS, decks
from games.bots.registry import get_bot
from games.domain.actions import (
    SERVER,
    Deal,
    Discard,
    DrawForDeal,
    DrawStock,
    Knock,
    KnockLast,
    PassLast,
    PassUpcard,
    PlayerAction,
    TakeDiscard,
    TakeUpcard,
)
from games.domain.cards import count_points, format_card, format_hand, iter_cards, parse_card
from games.domain.events import HandScored, HandVoided
from games.domain.hands.gin import GinHand
from games.domain.match import Match, legal_actions, must_act, new_match, next_deal, step, verify
from games.domain.melds import arrangements, best_arrangement, min_deadwood
from games.domain.perspective import recall
from games.domain.ruleset import customise
from games.domain.variants import get_variant

HANDS, ENDED = 1_000, 800
"""So many hands at least, and so many of them ended by a knock or by gin; a run of fewer proves nothing."""

USUAL_HANDS = 3_000

ANY_SHED = 0.2
"""How often any card at all is shed."""

CLASSES = {
    "shed_taken": "OpenSpiel lets a player shed the very card that was just taken from the pile",
    "knock_missed": "OpenSpiel misses a legal knock: it groups all eleven cards first, not the ten that stay",
}
"""The differences that are understood."""

MADE = (
    ("4S 5S 6S 5H 6H 4D 5D 6D 7D 2C", "KC KD 9H 9D JS 3H TS 8S QH AC", "QC 6C"),  # a knock that OpenSpiel misses
    ("7C 7D 7H 8S 9S TS JS QC QH QD", "AC 2C 3C AD 2D 3D AH 2H 3H 4H", "5D KD"),  # gin against ten melded cards
)
"""Deals that chance hardly brings: who acts first, the other, the upcard and the first card of the stock."""


class Difference(NamedTuple):
    """Where the two referees part. ``kind`` is one of ``CLASSES``, or empty for one that nobody has explained."""

    kind: str
    what: str


class Hand:
    """One hand of ours with OpenSpiel's beside it, as long as the two can go on together."""

    def __init__(self, deck: Sequence[int]) -> None:
        self.state: Any = deal_there(deck)
        self.differences: list[Difference] = []
        self.together = True
        self.missed: set[Move] = set()  # what only our referee allows the seat in turn

    def compare_moves(self, match: Match, seat: int) -> None:
        """What either referee allows the seat in turn to do."""
        hand: GinHand = match.tables[0]
        self.missed = set()
        if not self.together or hand.phase == "layoff":
            return
        if self.state.current_player() != hand.place:
            self._differ("", "another player is in turn there", hand)
            return
        ours, theirs = _ours(legal_actions(match, seat)), _theirs(self.state)
        self.missed = ours - theirs
        drawn = format_card(hand.drawn) if hand.phase == "shed" and hand.from_pile else ""
        for move in ours ^ theirs:
            kind = ""
            if move in theirs and move[-1] == drawn:
                kind = "shed_taken"
            elif move in ours and move[0] == "knock" and _is_missed(hand):
                kind = "knock_missed"
            self._differ(kind, f"{' '.join(move)} by {'ours' if move in ours else 'theirs'} only", hand)

    def move(self, action: PlayerAction, held: int, after: GinHand) -> None:
        """Make our move there too. What is not allowed there, and why, ``compare_moves`` has said."""
        if not self.together:
            return
        outcome, said = after.outcome, told(action, held, after)
        if isinstance(outcome, HandScored) and outcome.kind == "gin":  # there the defender has still to lay down melds
            defender = 1 - after.players.index(outcome.knocker)
            said += [*laid_down(best_arrangement(after.hands[defender]).melds), PASS]
        for one in said:
            if one not in self.state.legal_actions():
                self.together = False
                if not _ours([action]) <= self.missed:
                    self._differ("", f"{action} is not allowed there", after)
                return
            self.state.apply_action(one)
        if isinstance(action, DrawStock):
            self.state.apply_action(TO_THEIRS[after.drawn])

    def compare_points(self, hand: GinHand) -> None:
        """What the hand was worth."""
        outcome = hand.outcome
        if not self.together:
            return
        ours = [0.0, 0.0]
        if isinstance(outcome, HandScored):
            ours = [float(outcome.points if seat == outcome.winner else -outcome.points) for seat in hand.players]
        theirs = self.state.returns() if self.state.is_terminal() else None
        if ours == theirs:
            return
        self._differ("", f"{outcome}, there {theirs}", hand)

    def _differ(self, kind: str, what: str, hand: GinHand) -> None:
        held = " / ".join(format_hand(cards) for cards in hand.hands)
        self.differences.append(Difference(kind, f"{what}; {hand.phase}, {held}"))


# Moves as words, whoever's they are: "draw", "take", "pass", "shed 7H", "knock 7H".

Move = tuple[str, ...]

_PLAIN: dict[type, Move] = {
    DrawStock: ("draw",),
    TakeDiscard: ("take",),
    TakeUpcard: ("take",),
    PassUpcard: ("pass",),
    PassLast: ("pass",),
}
_THERE: dict[int, Move] = {DRAW_STOCK: ("draw",), DRAW_UPCARD: ("take",), PASS: ("pass",)}


def _ours(allowed: Sequence[Any]) -> set[Move]:
    moves = set()
    for action in allowed:
        match action:
            case Discard(card):
                moves.add(("shed", format_card(card)))
            case Knock(card) | KnockLast(card):
                moves.add(("knock", format_card(card)))
            case _:
                moves.add(_PLAIN[type(action)])
    return moves


def _theirs(state: Any) -> set[Move]:
    moves = set()
    for said in state.legal_actions():
        if said == KNOCK:
            knocked = state.clone()
            knocked.apply_action(KNOCK)
            moves |= {("knock", format_card(TO_OURS[card])) for card in knocked.legal_actions()}
        else:
            moves.add(_THERE.get(said) or ("shed", format_card(TO_OURS[said])))
    return moves


def _is_missed(hand: GinHand) -> bool:
    """Whether OpenSpiel's way of counting eleven cards hides that one may knock.

    It melds all eleven for the least count and then leaves the highest loose card out. Where two groupings compete for
    a card, another one with more loose points can leave less once its highest card is shed.
    """
    cards = hand.hands[hand.place] | (1 << hand.pile[-1] if hand.phase == "last_chance" else 0)
    return any(
        least.count - max((count_points(1 << card) for card in iter_cards(least.deadwood)), default=0)
        > hand.dealt.limit
        for least in arrangements(cards, min_deadwood(cards))
    )


# The run


class Found(NamedTuple):
    """What a run came to."""

    hands: int
    decisions: int
    endings: Counter[str]
    compared: int  # hands whose points could be compared
    differences: Counter[str]
    examples: dict[str, str]
    unexplained: tuple[str, ...]


def play_hands(least: int, seed: int) -> Found:
    """Play at least so many hands, match after match of fifty."""
    endings: Counter[str] = Counter()
    differences: Counter[str] = Counter()
    examples: dict[str, str] = {}
    unexplained: list[str] = []
    decisions = compared = number = 0
    made = [tuple(range(52)), *map(_made_deck, MADE)]  # the first deck is the draw's
    while endings.total() < least:
        deal = f"{seed}/{number}"
        for hand, outcome, moves in _hands_of(deal, chain(made if number == 0 else (), decks(deal))):
            decisions += moves
            compared += hand.together
            endings[outcome.kind if isinstance(outcome, HandScored) else f"void ({outcome.reason})"] += 1
            for difference in hand.differences:
                differences[difference.kind] += 1
                examples.setdefault(difference.kind, difference.what)
                if not difference.kind:
                    unexplained.append(difference.what)
        number += 1
    return Found(endings.total(), decisions, endings, compared, differences, examples, tuple(unexplained))


def _made_deck(deal: tuple[str, str, str]) -> tuple[int, ...]:
    first, second, stock = ([parse_card(word) for word in cards.split()] for cards in deal)
    known = [*chain(*zip(first, second, strict=True)), *stock]
    return (*known, *(card for card in range(52) if card not in known))


def _hands_of(deal: str, cards: Iterator[tuple[int, ...]]) -> Iterator[tuple[Hand, HandScored | HandVoided, int]]:
    """The hands of one match, each with its end and how many decisions it took."""
    bot, dice = get_bot("casual"), random.Random(deal)
    match = new_match(get_variant("gin"), 2, customise(RULES, fixed_hands=50))
    hand, moves = None, 0
    while match.phase != "over":
        needed = next_deal(match, early=True)
        if needed is not None:
            deck = next(cards)
            match = step(match, SERVER, Deal((deck,)) if needed.hand_no else DrawForDeal(deck))
            hand, moves = (Hand(deck), 0) if needed.hand_no else (None, 0)
            continue
        assert hand is not None
        seat = must_act(match)[0]
        hand.compare_moves(match, seat)
        action: Any = bot.choose(recall(match, seat), dice, BUDGET_MS)
        sheds = [allowed for allowed in legal_actions(match, seat) if isinstance(allowed, Discard)]
        if isinstance(action, Discard) and dice.random() < ANY_SHED:
            action = dice.choice(sheds)
        verify(match, seat, action)
        held = match.tables[0].hands[match.tables[0].place]
        match, moves = step(match, seat, action), moves + 1
        played: GinHand = match.tables[0]
        hand.move(action, held, played)
        if played.outcome is not None:
            hand.compare_points(played)
            yield hand, played.outcome, moves


def main() -> int:
    """Play, and say what was found: 1 if a difference is not explained, or if there was too little to find any."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=USUAL_HANDS, metavar="N", help=f"at least so many ({USUAL_HANDS})")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = play_hands(asked.hands, asked.seed)
    ended = sum(count for ending, count in found.endings.items() if not ending.startswith("void"))
    if asked.json:
        print(json.dumps(found._asdict() | {"open_spiel": version("open-spiel"), "seed": asked.seed}))
    else:
        _tell(found, ended)
    enough = found.hands >= HANDS and ended >= ENDED
    return int(bool(found.unexplained) or not enough)


def _tell(found: Found, ended: int) -> None:
    endings = ", ".join(f"{ending} {count}" for ending, count in found.endings.most_common())
    print(f"{found.hands} hands, {found.decisions} decisions, {ended} ended by knock or gin: {endings}")
    print(
        f"points compared in {found.compared}, Python {platform.python_version()}, open-spiel {version('open-spiel')}"
    )
    for kind, meaning in CLASSES.items():
        print(f"{found.differences[kind]:>6} {meaning}")
        if kind in found.examples:
            print(f"       first: {found.examples[kind]}")
    print(f"{len(found.unexplained):>6} unexplained")
    for what in found.unexplained[:20]:
        print(f"       {what}")


if __name__ == "__main__":
    sys.exit(main())

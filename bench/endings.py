"""What `/fair-deal/` compares the deals of the site with: how ten cards are dealt, and how our players end their hands.

    python -m bench.endings [--seed 6]

Needs no database. The numbers of the last run stand in `games/application/deal_statistics.py`.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from games.bots.registry import get_bot
from games.domain.actions import SERVER, Deal, DrawForDeal
from games.domain.cards import DECK_SIZE, POINTS, hand_of
from games.domain.chances import wilson
from games.domain.events import HandScored, HandVoided
from games.domain.match import apply, must_act, new_match, next_deal
from games.domain.melds import min_deadwood
from games.domain.perspective import recall
from games.domain.variants import get_variant

DEALT = 1_000_000
HANDS = {"beginner": 20_000, "casual": 20_000, "club": 3_000}
"""Hands a player; the club player thinks the longest."""


def dealt(hands: int, rng: random.Random) -> Counter[str]:
    """Of so many ten-card hands off a shuffled pack: those that hold a meld."""
    found: Counter[str] = Counter()
    pack = range(DECK_SIZE)
    for _hand in range(hands):
        cards = rng.sample(pack, 10)
        found["melded"] += min_deadwood(hand_of(cards)) < sum(POINTS[card] for card in cards)
    return found


def endings(level: str, hands: int, rng: random.Random) -> Counter[str]:
    """How hands of gin for two by the house's rules end when this computer player meets its like."""
    variant, bot = get_variant("gin"), get_bot(level)
    found: Counter[str] = Counter()
    while found.total() < hands:
        game = new_match(variant, 2)
        while game.end is None:
            need = next_deal(game, early=True)
            if need is None:
                seat = must_act(game)[0]
                game, events = apply(game, seat, bot.choose(recall(game, seat), rng, 1_500))
            else:
                decks = tuple(tuple(rng.sample(range(DECK_SIZE), DECK_SIZE)) for _deck in range(need.decks))
                game, events = apply(game, SERVER, Deal(decks) if need.hand_no else DrawForDeal(decks[0]))
            found.update(event.kind for event in events if isinstance(event, HandScored))
            found.update("void" for event in events if isinstance(event, HandVoided))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="The expected numbers of the page about the fair deal.")
    parser.add_argument("--seed", type=int, default=6, help="where all chance comes from (6)")
    seed = parser.parse_args().seed
    show("dealt", dealt(DEALT, random.Random(f"{seed}/dealt")), DEALT)
    for level, hands in HANDS.items():
        found = endings(level, hands, random.Random(f"{seed}/{level}"))
        show(level, found, found.total())


def show(what: str, found: Counter[str], of: int) -> None:
    """A line a kind: its share and Wilson's 95 % interval."""
    print(f"{what}: {of} hands")
    for kind, count in found.most_common():
        low, high = wilson(count, of)
        print(f"  {kind:<10}{100 * count / of:7.2f} %  ({100 * low:.2f} - {100 * high:.2f})", flush=True)


if __name__ == "__main__":
    main()

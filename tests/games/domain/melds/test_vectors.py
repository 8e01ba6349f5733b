"""The solver against vectors made by an independent brute force: hands of 3 to 11 cards, and knocks to be answered."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from games.domain.cards import hand_of, parse_hand
from games.domain.melds import arrange, best_arrangement, best_defence, best_discard, lay_off, min_deadwood

VECTORS = Path(__file__).resolve().parents[3] / "vectors"


def rows(name: str) -> Iterator[dict[str, str]]:
    with (VECTORS / name).open(encoding="ascii", newline="") as lines:
        yield from csv.DictReader(lines)


def test_the_least_deadwood_agrees_and_the_arrangement_shows_it() -> None:
    checked = 0
    for row in rows("deadwood.csv"):
        hand = parse_hand(row["hand"])
        best = best_arrangement(hand)
        assert min_deadwood(hand) == best.count == int(row["min_deadwood"]), row
        assert arrange(hand, best.melds) == best, row
        checked += 1
    assert checked > 4_000


def test_the_best_discard_agrees_with_trying_every_card() -> None:
    for row in rows("deadwood.csv"):
        if row["kind"] != "discard_trap":
            continue
        hand = parse_hand(row["hand"])
        card, count = best_discard(hand)
        assert count == min(min_deadwood(hand & ~(1 << other)) for other in range(52) if hand >> other & 1), row
        assert min_deadwood(hand & ~(1 << card)) == count, row


def test_the_joint_optimum_agrees_and_can_be_played() -> None:
    checked = 0
    for row in rows("layoff.csv"):
        hand = parse_hand(row["defender_hand"])
        table = tuple(parse_hand(meld) for meld in row["knocker_melds"].split("|"))
        defence = best_defence(hand, table)
        assert min_deadwood(hand) == int(row["min_own"]), row
        assert defence.count == int(row["min_with_layoffs"]), row
        lay_off(table, defence.layoffs)
        laid = hand_of(card for card, _ in defence.layoffs)
        assert arrange(hand & ~laid, defence.melds) == (defence.melds, defence.deadwood, defence.count), row
        checked += 1
    assert checked > 1_000

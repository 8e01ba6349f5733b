"""Hands won, written short: what a sheet is filled with in these tests."""

from __future__ import annotations

from games.domain.events import HandScored, HandVoided
from games.domain.scoresheets import Reckoning, Sheet

ALICE, BOB, CHARLIE, DORA = 0, 1, 2, 3

Ledger = list[tuple[int, int]]
"""Who won each hand, and with how many points."""

M1: Ledger = [(ALICE, 30), (ALICE, 46), (ALICE, 32)]
M2: Ledger = [(ALICE, 40), (BOB, 12), (ALICE, 46), (BOB, 32), (ALICE, 25)]
M3: Ledger = [(ALICE, 60), *[(BOB, 11)] * 9, (ALICE, 50)]
M4: Ledger = [(ALICE, 25), (BOB, 30), (ALICE, 25), (ALICE, 25), (ALICE, 25)]


def scored(hand_no: int, winner: int, points: int, boxes: int = 1, table: int = 0) -> HandScored:
    return HandScored(hand_no, table, "knock", winner, winner, 0, points, points, boxes, ())


def washed(hand_no: int, table: int = 0) -> HandVoided:
    return HandVoided(hand_no, table, "wall")


def filled(sheet: Sheet, ledger: Ledger) -> Sheet:
    """The sheet after a ledger that may end the match with its last hand and not before."""
    first = len(sheet.hands) + 1
    for hand_no, (winner, points) in enumerate(ledger, start=first):
        assert sheet.end_reason is None
        sheet = sheet.enter_round([scored(hand_no, winner, points)])
    return sheet


def lines(reckoning: Reckoning) -> dict[str, tuple[int, ...]]:
    return {line.key: line.amounts for line in reckoning.lines}

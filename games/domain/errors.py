"""How the rules say no: one exception, with a code that never changes its meaning.

The page turns codes into sentences; tests and other programs may rely on them.
"""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every reason the rules have for refusing an action."""

    NOT_SEATED = "NOT_SEATED"  # the seat does not exist, or takes no part in this hand
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"  # the seat may act, but not so: W13, W14, EC-15
    PILE_EMPTY = "PILE_EMPTY"
    NOT_IN_HAND = "NOT_IN_HAND"
    TAKEN_CARD_RETURNED = "TAKEN_CARD_RETURNED"  # W15, EC-10
    KNOCK_OVER_LIMIT = "KNOCK_OVER_LIMIT"  # no arrangement of the other ten is within the limit
    ARRANGEMENT_OVER_LIMIT = "ARRANGEMENT_OVER_LIMIT"  # the declared one is not, but another is
    NOT_A_MELD = "NOT_A_MELD"
    MELDS_OVERLAP = "MELDS_OVERLAP"  # W58
    BIG_GIN_OFF = "BIG_GIN_OFF"
    NOT_BIG_GIN = "NOT_BIG_GIN"
    LAYOFF_DOES_NOT_FIT = "LAYOFF_DOES_NOT_FIT"
    LAYOFF_ON_GIN = "LAYOFF_ON_GIN"  # EC-30
    BAD_DECK = "BAD_DECK"  # the server's deal is not 52 different cards a deck, or not the decks asked for
    NO_SUCH_MELD = "NO_SUCH_MELD"  # nothing with that number lies on the table
    ONE_MELD_A_TURN = "ONE_MELD_A_TURN"
    TURN_CANNOT_END = "TURN_CANNOT_END"  # the cards left could not be got rid of as the rules ask: EC-82, EC-83, W50
    NO_OFFER = "NO_OFFER"  # nothing to accept or decline
    ALREADY_DONE = "ALREADY_DONE"  # ready twice, the same offer twice
    NOT_AWAY = "NOT_AWAY"  # the computer does not play for this seat
    MATCH_OVER = "MATCH_OVER"
    SEED_NOT_ASKED = "SEED_NOT_ASKED"  # no seeds are exchanged for that hand now
    SEED_TOO_LATE = "SEED_TOO_LATE"  # the server's default stands in for this seat
    SEED_TOO_EARLY = "SEED_TOO_EARLY"  # a reveal while some seat can still commit
    SEED_REPEATED = "SEED_REPEATED"  # a commitment that has been made in this deal
    SEED_MISMATCH = "SEED_MISMATCH"  # not the seed that was committed
    BAD_SEED = "BAD_SEED"  # no commitment, or not 16 to 64 bytes
    REFEREE_PAUSED = "REFEREE_PAUSED"  # the referee's pause is ended by the referee
    NO_SUCH_HAND = "NO_SUCH_HAND"  # a ruling on a hand that was not played at that table
    HAND_IN_PLAY = "HAND_IN_PLAY"  # its score cannot be corrected yet
    NO_SUCH_RULING = "NO_SUCH_RULING"  # nothing to reverse, or reversed already
    BAD_RULING = "BAD_RULING"  # a side, points or a number that cannot be


class RuleViolation(ValueError):  # noqa: N818 (the word of the card table)
    """An action the rules refuse. Nothing has changed.

    ``detail`` holds plain numbers and texts for the sentence shown, for example the player's own ``count`` and
    the ``limit`` of KNOCK_OVER_LIMIT; never anything the player may not know.
    """

    def __init__(self, code: Code, **detail: int | str) -> None:
        super().__init__(code.value)
        self.code = code
        self.detail = detail

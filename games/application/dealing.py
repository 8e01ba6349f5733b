"""From the offer of seeds to the deal: the exchange over the next hand in rows, and how a match goes on to it.

Pure, as ``record`` is. The exchange for the next hand is offered in the step that deals a hand, so that only the first
hand has to wait for it. Seats without a person are defaulted in that very step, people who say nothing some time
later; then the pages of those who committed show their seeds. Whoever keeps a seed back when the match waits for
nothing else *owes* it: from then on that seat's clock runs as if it had to draw. Out of time, it has lost a match of
two; at a table of many it is away, and the hand, which can never be dealt, is void.

Where nobody is waited for, one step offers and deals.
"""

from __future__ import annotations

from uuid import UUID

from games.application import deals
from games.application.deals import SealedHand
from games.application.record import (
    Content,
    LiveMatch,
    Step,
    defaulted,
    exchanged,
    moved,
    opened,
    outcomes,
    pause_until,
    running,
    server_deal,
    written,
)
from games.domain.actions import SERVER, VoidDeal
from games.domain.clock import LAG_PER_TURN_MS
from games.domain.errors import Code, RuleViolation
from games.domain.exchange import commit_seat, reveal
from games.domain.match import apply, next_deal

FIRST_HAND = 3
"""So many times as long are people waited for before the first hand: their pages have yet to come to the table."""


def commit_seed(live: LiveMatch, seat: int, hand_no: int, commitment: str, now: int, command_id: UUID | None) -> Step:
    """A seat commits itself to its seed for the next hand. Raises RuleViolation."""
    now, hand = max(now, live.at), _asked(live, hand_no)
    after = exchanged(live, hand, commit_seat(hand.exchange, seat, commitment))
    payload = {"hand": hand_no, "commitment": commitment}
    return written(live, after, [(seat, "player_committed", payload)], now, command_id)


def reveal_seed(
    live: LiveMatch, seat: int, hand_no: int, seed: bytes, now: int, command_id: UUID | None, lag_ms: int = 0
) -> Step:
    """A seat shows the seed that it committed itself to. Raises RuleViolation."""
    now, hand = max(now, live.at), _asked(live, hand_no)
    lag_ms = max(0, min(lag_ms, LAG_PER_TURN_MS)) if seat in running(live) else 0
    sealed = exchanged(live, hand, reveal(hand.exchange, seat, seed)).sealed
    payload = {"hand": hand_no, "seed": seed.hex()} | ({"lag": lag_ms} if lag_ms else {})
    after = moved(live, live.game, now, lag_ms, sealed=sealed)
    return written(live, after, [(seat, "player_revealed", payload)], now, command_id)


def default_late(live: LiveMatch, hand_no: int, now: int) -> Step:
    """The server's seeds stand in for everybody who has not committed in time. Raises RuleViolation."""
    now, hand = max(now, live.at), _asked(live, hand_no)
    if not hand.exchange.offered or (hand.until is not None and now < hand.until):
        raise RuleViolation(Code.WRONG_PHASE)
    rows, after = defaulted(live, hand.exchange.offered)
    return written(live, after, rows, now)


def _asked(live: LiveMatch, hand_no: int) -> SealedHand:
    """The hand over which seeds are exchanged now, which is this one. Raises RuleViolation."""
    if live.finish is not None:
        raise RuleViolation(Code.MATCH_OVER)
    hand = live.coming
    if hand is None or hand.hand_no != hand_no:
        raise RuleViolation(Code.SEED_NOT_ASKED if hand_no > live.game.hand_no else Code.SEED_TOO_LATE)
    return hand


def due_at(live: LiveMatch) -> int | None:
    """When the server itself has to see to the next deal, in ms; ``None`` while others have to act."""
    if live.finish is not None or live.paused:
        return None
    if waits_for_commitments(live):
        assert live.coming is not None
        return live.coming.until
    if can_go_on(live):
        return live.at  # the server ended before it could
    return None if live.held_up else pause_until(live)


def waits_for_commitments(live: LiveMatch) -> bool:
    """Whether there are people who may still bring a seed."""
    hand = live.coming
    return hand is not None and hand.until is not None and bool(hand.exchange.offered)


def can_go_on(live: LiveMatch) -> bool:
    """Whether the server can bring the match on to its next deal at once: everybody has seen the result.

    Or the pause has run out, and the last seed that was owed has come.
    """
    if live.paused or next_deal(live.game, early=live.held_up) is None or waits_for_commitments(live):
        return False
    hand = live.coming
    return hand is None or not live.held_up or hand.exchange.complete or bool(_given_up(live, hand))


def deal(live: LiveMatch, now: int, commit_ms: int = 0) -> Step:
    """Bring the match on to what it waits for: the draw for deal, or the next hand, whether or not all are ready.

    People have ``commit_ms`` from the offer on to commit themselves to seeds of their own; with 0 nobody is waited for.
    The step may end before the deal: with the offer, or with the seats that owe their seeds. Raises RuleViolation
    while people may still commit, ValueError when a hand is in play or the match over.
    """
    need = next_deal(live.game, early=True)
    if need is None:
        raise ValueError("there is nothing to deal")
    now = max(now, live.at)
    if need.hand_no <= live.opened:  # its seed was opened when the match had ended; a ruling has resumed it
        return _void_deal(live, need.hand_no, now)
    hand = live.coming
    if hand is None:
        rows, after = _offer(live, need.hand_no, now, commit_ms)
        offered = written(live, after, rows, now)
        return offered if waits_for_commitments(after) else offered.then(deal(offered.live, now, commit_ms))
    if commit_ms and waits_for_commitments(live):
        raise RuleViolation(Code.WRONG_PHASE)
    if not hand.exchange.owing:
        return _deal(live, hand, now, commit_ms)
    if _given_up(live, hand):
        return _void_deal(live, need.hand_no, now)
    return _hold_up(live, hand, now)


def _offer(live: LiveMatch, hand_no: int, now: int, commit_ms: int) -> tuple[list[Content], LiveMatch]:
    """The server's commitments for a hand. Every seat takes part: who plays it may not be known yet.

    The draw for deal is made of defaults alone: nobody is at the table yet.
    """
    seats = range(live.game.seats)
    held = live.game.computers | live.game.away
    waits = commit_ms > 0 and hand_no > 0 and _has_people(live)
    wait_ms = commit_ms * FIRST_HAND if hand_no == 1 else commit_ms
    hand = deals.seal(live.code, hand_no, seats, now + wait_ms if waits else None)
    rows: list[Content] = [(SERVER, "seed_committed", deals.offer_payload(hand))]
    after = live._replace(sealed=(*live.sealed, hand))
    if not waits:
        return rows, after
    defaulting, after = defaulted(after, [seat for seat in seats if held >> seat & 1])
    return rows + defaulting, after


def _has_people(live: LiveMatch) -> bool:
    """Whether anybody is there who could bring a seed."""
    return live.game.computers | live.game.away != (1 << live.game.seats) - 1


def _deal(live: LiveMatch, hand: SealedHand, now: int, commit_ms: int) -> Step:
    """Deal from all seeds, and offer the hand after it where people may bring seeds of their own."""
    settled = deals.settle(hand)
    game, events = apply(live.game, SERVER, server_deal(live, settled))
    sealed = tuple(settled if other is hand else other for other in live.sealed)
    after = moved(live, game, now, sealed=sealed, held_up=False)
    rows: list[Content] = [(SERVER, "deal", deals.deal_payload(settled))]
    opening, after = opened(after)  # of the draw for deal
    rows += opening
    if hand.hand_no > 0 and commit_ms and _has_people(live):
        offering, after = _offer(after, hand.hand_no + 1, now, commit_ms)
        rows += offering
    return written(live, after, rows, now, None, events)


def _hold_up(live: LiveMatch, hand: SealedHand, now: int) -> Step:
    """The match is ready but for seeds that are owed: their clocks run."""
    if live.held_up:
        raise RuleViolation(Code.WRONG_PHASE)
    after = moved(live, live.game, now, held_up=True)
    payload = {"hand": hand.hand_no, "seats": list(hand.exchange.owing)}
    return written(live, after, [(SERVER, "seeds_owed", payload)], now)


def _given_up(live: LiveMatch, hand: SealedHand) -> list[int]:
    """The seats that owe a seed and have left: nothing makes them show it, and nothing may stand in for it."""
    return [seat for seat in hand.exchange.owing if live.game.away >> seat & 1]


def _void_deal(live: LiveMatch, hand_no: int, now: int) -> Step:
    """The hand of that number is void undealt; the next one is offered when the match is brought on again."""
    game, events = apply(live.game, SERVER, VoidDeal(hand_no))
    after = moved(live, game, now, held_up=False)
    rows: list[Content] = [(SERVER, "void_deal", {"hand": hand_no}), *outcomes(events)]
    opening, after = opened(after)
    return written(live, after, rows + opening, now, None, events)

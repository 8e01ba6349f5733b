"""What one action makes of a match, and which rows tell it; and the way back, from rows to the match.

Pure: time is passed in, nothing is read or written. Both doors to the log (``store``) take the steps made here.

Rows are of two sorts. *Inputs* are the truth: ``match_started``, ``seed_committed``, ``deal``, the players' actions,
``flag``, ``time_returned``, ``hand_lost``. *Outcomes* stand beside them: ``hand_scored``, ``hand_voided``,
``match_ended``, ``hand_opened``. A fold recomputes the outcomes and refuses a log that says otherwise.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from uuid import UUID

from games.application import deals
from games.application.chain import Row, seal
from games.application.codec import action_kind, action_to_plain, canonical, event_to_plain
from games.application.deals import SealedHand
from games.domain import clock as clocks
from games.domain.actions import (
    SERVER,
    BigGin,
    BigGinLast,
    Deal,
    Defend,
    DrawForDeal,
    Flag,
    Knock,
    KnockLast,
    PlayerAction,
)
from games.domain.cards import hand_of
from games.domain.clock import LAG_PER_TURN_MS, Clock, TimeControl
from games.domain.events import Defended, Event, HandScored, HandVoided, Knocked, MatchEnded
from games.domain.match import Match, apply, must_act, new_match, next_deal
from games.domain.numbers import numbers_to_dict
from games.domain.variants import Rules, get_variant

SCHEMA = 1
"""The form of the rows; the first row of every log names it."""


@dataclass(frozen=True, slots=True)
class Finish:
    """How a match ended, for its row."""

    at: int
    reason: str
    winner: int | None  # a side
    totals: tuple[int, ...]
    away: int = 0  # a mask of the seats that the computer held in the end


class LiveMatch(NamedTuple):
    """A match as its log tells it up to row ``version``. Its ``repr`` shows no card."""

    id: int
    code: str
    version: int
    head_hash: str
    at: int  # ms, of the last row
    game: Match
    clock: Clock
    sealed: tuple[SealedHand, ...] = ()  # hands whose seeds are committed and not yet opened
    resting_since: int | None = None  # ms; since when the last hand's result stands
    finish: Finish | None = None

    def __repr__(self) -> str:
        return f"<LiveMatch {self.code} at row {self.version}>"


@dataclass(frozen=True, slots=True)
class Step:
    """One or more new rows. ``before`` is the version they were made on; ``events`` tell the whole truth."""

    before: int
    live: LiveMatch
    rows: tuple[Row, ...]
    events: tuple[Event, ...] = field(default=(), repr=False)

    def then(self, after: Step) -> Step:
        """Two steps as one."""
        return Step(self.before, after.live, self.rows + after.rows, self.events + after.events)


def begin(
    match_id: int,
    code: str,
    variant: str,
    rules: Rules,
    seats: int,
    control: TimeControl,
    now: int,
    *,
    rules_version: int,
    computers: Sequence[int] = (),
) -> Step:
    """The first row of a log; the draw for deal comes next. ``computers``: the seats that nobody sits on."""
    game = new_match(get_variant(variant), seats, rules, computers=hand_of(computers))
    live = LiveMatch(match_id, code, 0, "", now, game, clocks.new_clock(control, seats))
    payload = {
        "schema": SCHEMA,
        "variant": variant,
        "rules": numbers_to_dict(rules),
        "rules_version": rules_version,
        "seats": seats,
        "clock": control._asdict(),
    }
    if computers:
        payload["computers"] = sorted(computers)
    return _written(live, live, [(SERVER, "match_started", payload)], now)


def play(
    live: LiveMatch,
    seat: int,
    action: PlayerAction | Flag,
    now: int,
    *,
    command_id: UUID | None = None,
    lag_ms: int = 0,
    by: int | None = None,
) -> Step:
    """A player's action, or a flag by the server (``seat`` SERVER; ``by``: the seat that claimed it).

    ``lag_ms`` is what the message took to come here. Raises RuleViolation, and then nothing has changed.
    """
    now = max(now, live.at)
    lag_ms = max(0, min(lag_ms, LAG_PER_TURN_MS))
    game, events = apply(live.game, seat, action)
    after = moved(live, game, now, lag_ms)
    payload = _action_payload(live, action, events)
    if lag_ms:
        payload["lag"] = lag_ms
    rows = [(seat if by is None else by, action_kind(action), payload), *_outcomes(events)]
    if after.sealed and (game.end is not None or game.phase == "between"):
        rows += [(SERVER, "hand_opened", deals.open_payload(hand)) for hand in after.sealed]
        after = after._replace(sealed=())
    return _written(live, after, rows, now, command_id, events)


def deal(live: LiveMatch, now: int) -> Step:
    """What the match waits for: the draw for deal, or the next hand, whether or not everybody is ready.

    Raises ValueError when a hand is in play or the match over.
    """
    need = next_deal(live.game, early=True)
    if need is None:
        raise ValueError("there is nothing to deal")
    now = max(now, live.at)
    hand = deals.seal(live.code, need.hand_no, _seats_dealt_to(live.game))
    payload = deals.deal_payload(hand)
    game, events = apply(live.game, SERVER, server_deal(live, hand, payload))
    after = moved(live, game, now)
    rows = [(SERVER, "seed_committed", deals.offer_payload(hand)), (SERVER, "deal", payload)]
    if need.hand_no == 0:
        rows.append((SERVER, "hand_opened", deals.open_payload(hand)))
    else:
        after = after._replace(sealed=(hand,))
    return _written(live, after, rows, now, None, events)


def time_returned(code: str, head: tuple[int, str], ms: int, now: int) -> Row:
    """The row that gives ``ms`` back to everybody whose clock runs: the server was down.

    It follows the row of number and hash ``head`` whatever the match looks like, so that nobody need fold it.
    """
    return seal(code, head, SERVER, "time_returned", canonical({"ms": ms}), now)


def running(live: LiveMatch) -> tuple[int, ...]:
    """The seats whose clocks run."""
    return clocks.running_seats(live.clock)


def played_by_the_server(live: LiveMatch, bots: Container[int]) -> tuple[int, ...]:
    """The seats in turn that the server has to move: computer players', and those whose people are away."""
    away = live.game.away
    return tuple(seat for seat in must_act(live.game) if seat in bots or away >> seat & 1)


def deadline(live: LiveMatch) -> int | None:
    """When the first of them runs out, in ms."""
    return clocks.deadline(live.clock)


def pause_until(live: LiveMatch) -> int | None:
    """When the next hand is dealt even if somebody is not ready, in ms; ``None`` while a hand is in play."""
    if live.resting_since is None or live.finish is not None:
        return None
    return live.resting_since + live.clock.control.pause_ms


# What writing and folding share


def moved(live: LiveMatch, game: Match, now: int, lag_ms: int = 0) -> LiveMatch:
    """The match after a transition to ``game``: clocks, rest and end follow from it."""
    clock, resting_since, finish = live.clock, live.resting_since, live.finish
    before, after = _on_the_clock(live.game), _on_the_clock(game)
    if before != after:
        clock = clocks.advance(clock, before, after, now, lag_ms)
    if game.phase != live.game.phase:
        resting_since = now if game.phase == "between" else None
        if game.end is not None:
            finish = Finish(now, game.end.reason, game.end.winner, game.end.totals, hand_of(game.end.away))
    return live._replace(game=game, clock=clock, resting_since=resting_since, finish=finish, at=now)


def _on_the_clock(game: Match) -> tuple[int, ...]:
    """Who has to act, but for those who lose nothing by their time: at a table of many the computer (RULES 1.8)."""
    in_turn = must_act(game)
    if game.seats == 2:
        return in_turn
    timeless = game.computers | game.away
    return tuple(seat for seat in in_turn if not timeless >> seat & 1)


def server_deal(live: LiveMatch, hand: SealedHand, payload: dict[str, Any]) -> Deal | DrawForDeal:
    """The deal that follows from a hand's seed and its ``deal`` row."""
    need = next_deal(live.game, early=True)
    if need is None:
        raise ValueError("there is nothing to deal")
    decks = deals.decks(live.code, hand.hand_no, hand.seed, payload, need.decks)
    return DrawForDeal(decks[0]) if hand.hand_no == 0 else Deal(decks)


def outcome_payload(event: Event) -> tuple[str, dict[str, Any]]:
    """Kind and payload of an outcome's row."""
    plain = event_to_plain(event)
    return plain.pop("kind"), plain


_OUTCOMES = frozenset({HandScored, HandVoided, MatchEnded})
_SHOWN = frozenset({Knock, BigGin, KnockLast, BigGinLast, Defend})


def _outcomes(events: tuple[Event, ...]) -> list[tuple[int, str, dict[str, Any]]]:
    return [
        (SERVER, *outcome_payload(event)) for event in events if isinstance(event, HandScored | HandVoided | MatchEnded)
    ]


def _seats_dealt_to(game: Match) -> tuple[int, ...]:
    """The seats that bring seeds: all draw for deal; then those who play the hand."""
    if game.phase == "draw_for_deal":
        return tuple(range(game.seats))
    return tuple(sorted(seat for pairing in game.pairings for seat in pairing.players))


def _action_payload(live: LiveMatch, action: PlayerAction | Flag, events: tuple[Event, ...]) -> dict[str, Any]:
    """What the row says of an action: the arrangement as it was shown, and no card that lies face down."""
    if isinstance(action, Flag):
        return {"seat": action.seat}
    plain = action_to_plain(_as_shown(action, events))
    if isinstance(action, (Knock, KnockLast)):
        del plain["card"]
        plain["veiled"] = deals.veil(live.code, live.version + 1, live.sealed[0], action.card)
    return plain


def _as_shown(action: PlayerAction, events: tuple[Event, ...]) -> PlayerAction:
    """The action with the server's choice filled in, so that a better solver never changes an old match."""
    if type(action) not in _SHOWN:
        return action
    for event in events:
        if isinstance(event, Knocked) and isinstance(action, Knock | BigGin | KnockLast | BigGinLast):
            return dataclasses.replace(action, melds=event.melds)
        if isinstance(event, Defended) and isinstance(action, Defend):
            return Defend(event.melds, event.layoffs)
    return action


def _written(
    before: LiveMatch,
    after: LiveMatch,
    contents: list[tuple[int, str, dict[str, Any]]],
    now: int,
    command_id: UUID | None = None,
    events: tuple[Event, ...] = (),
) -> Step:
    """Seal the rows; the command's id stands on the first."""
    rows: list[Row] = []
    head = (before.version, before.head_hash)
    for seat, kind, payload in contents:
        row = seal(before.code, head, seat, kind, canonical(payload), now, command_id)
        rows.append(row)
        head = (row.number, row.hash)
        command_id = None
    return Step(
        before.version,
        after._replace(version=head[0], head_hash=head[1], at=now),
        tuple(rows),
        events,
    )

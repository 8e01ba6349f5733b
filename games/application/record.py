"""What one action makes of a match, and which rows tell it; and the way back, from rows to the match.

Pure: time is passed in, nothing is read or written. Both doors to the log (``store``) take the steps made here and in
``dealing``, which has the exchange of seeds and the deal.

Rows are of two sorts. *Inputs* are the truth: ``match_started``, the exchange of seeds, ``deal``, the players' actions,
``flag``, ``time_returned``, ``hand_lost``, pauses, rulings. *Outcomes* stand beside them: ``hand_scored``,
``hand_voided``, ``match_ended``, ``hand_opened``. A fold recomputes the outcomes and refuses a log that says otherwise.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable, Sequence
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
from games.domain.cards import hand_of, iter_cards
from games.domain.clock import LAG_PER_TURN_MS, Clock, TimeControl
from games.domain.errors import Code, RuleViolation
from games.domain.events import Defended, Event, HandScored, HandVoided, Knocked, MatchEnded
from games.domain.exchange import Exchange, default_seats
from games.domain.match import Match, all_ready, apply, must_act, new_match, next_deal
from games.domain.numbers import numbers_to_dict
from games.domain.variants import Rules, get_variant

Content = tuple[int, str, dict[str, Any]]
"""What a row says, before it has its place in the log: seat, kind, payload."""

_new = tuple.__new__  # `LiveMatch._make` without its check and without a Python call

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


class Pause(NamedTuple):
    """Whether the match rests while something is before the referee (``pausing``)."""

    offers: int = 0  # a mask of the seats that would have it rest
    since: int | None = None  # ms; it does
    by_referee: bool = False
    turns: tuple[int | None, ...] = ()  # since when each seat's turn had been running


class LiveMatch(NamedTuple):
    """A match as its log tells it up to row ``version``. Its ``repr`` shows no card."""

    id: int
    code: str
    version: int
    head_hash: str
    at: int  # ms, of the last row
    game: Match
    clock: Clock
    sealed: tuple[SealedHand, ...] = ()  # hands whose seeds are committed and not yet opened: in play, and to come
    opened: int = -1  # the last hand whose seed has been opened
    held_up: bool = False  # the next hand waits for nothing but seeds that are owed
    seeds_version: int = 0  # the last row that changed anything of these
    resting_since: int | None = None  # ms; since when the last hand's result stands
    finish: Finish | None = None
    pause: Pause = Pause()

    def __repr__(self) -> str:
        return f"<LiveMatch {self.code} at row {self.version}>"

    @property
    def paused(self) -> bool:
        """Whether the match rests: no clock runs, and the server does nothing of its own accord."""
        return self.pause.since is not None

    @property
    def in_play(self) -> SealedHand | None:
        """The hand on the tables, while it is not opened."""
        return next((hand for hand in self.sealed if 0 < hand.hand_no == self.game.hand_no), None)

    @property
    def coming(self) -> SealedHand | None:
        """The hand, or the draw for deal, over which seeds are exchanged."""
        number = 0 if self.game.phase == "draw_for_deal" else self.game.hand_no + 1
        return next((hand for hand in self.sealed if hand.hand_no == number), None)


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
    return written(live, live, [(SERVER, "match_started", payload)], now)


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
    if isinstance(action, Flag) and live.game.phase == "between" and action.seat not in running(live):
        raise RuleViolation(Code.NOT_YOUR_TURN)  # the rules cannot know who owes a seed
    game, events = apply(live.game, seat, action)
    after = moved(live, game, now, lag_ms)
    payload = _action_payload(live, action, events)
    if lag_ms:
        payload["lag"] = lag_ms
    rows = [(seat if by is None else by, action_kind(action), payload), *outcomes(events)]
    if game.phase != live.game.phase:
        opening, after = opened(after)
        rows += opening
    if game.away != live.game.away:
        defaulting, after = defaulted(after, iter_cards(game.away & ~live.game.away))
        rows += defaulting
    return written(live, after, rows, now, command_id, events)


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
    """When the next hand is dealt even if somebody is not ready, in ms; ``None`` if it waits for nobody's word."""
    if live.resting_since is None or live.finish is not None or live.paused or all_ready(live.game):
        return None
    return live.resting_since + live.clock.control.pause_ms


# What becomes of the seeds


def opened(live: LiveMatch) -> tuple[list[Content], LiveMatch]:
    """The seeds of the hands that are over, in clear; at the end of the match, of one that was never dealt too."""
    over = [hand for hand in live.sealed if live.finish is not None or hand.hand_no <= live.game.hand_no]
    if not over or live.game.phase == "play":
        return [], live
    rows: list[Content] = [(SERVER, "hand_opened", deals.open_payload(hand)) for hand in over]
    sealed = tuple(hand for hand in live.sealed if hand not in over)
    return rows, live._replace(sealed=sealed, opened=over[-1].hand_no)


def defaulted(live: LiveMatch, seats: Iterable[int]) -> tuple[list[Content], LiveMatch]:
    """The server's seeds stand in for those of the seats that have not committed to any for the next hand."""
    hand, wanted = live.coming, set(seats)
    offered = [] if hand is None else [seat for seat in hand.exchange.offered if seat in wanted]
    if hand is None or not offered:
        return [], live
    after = exchanged(live, hand, default_seats(hand.exchange, offered))
    return [(SERVER, "seat_defaulted", {"hand": hand.hand_no, "seats": offered})], after


def exchanged(live: LiveMatch, hand: SealedHand, exchange: Exchange) -> LiveMatch:
    """The match with one hand's exchange gone on."""
    gone_on = dataclasses.replace(hand, exchange=exchange)
    return live._replace(sealed=tuple(gone_on if other is hand else other for other in live.sealed))


# What writing and folding share


def moved(live: LiveMatch, game: Match, now: int, lag_ms: int = 0, **changes: Any) -> LiveMatch:
    """The match after a transition to ``game``, and ``changes`` beside it: clocks, rest and end follow from it."""
    if live.game.phase == game.phase == "play" and not changes and live.pause.since is None:
        return _moved_in_play(live, game, now, lag_ms)
    after = live._replace(game=game, at=now, **changes)
    before, running_now = on_the_clock(live), on_the_clock(after)
    if before != running_now:
        after = after._replace(clock=clocks.advance(live.clock, before, running_now, now, lag_ms))
    if game.phase != live.game.phase or game.end is not live.game.end:
        finish = None
        if game.end is not None:
            ended_at = now if live.finish is None else live.finish.at  # a ruling changes the result, not the time
            finish = Finish(ended_at, game.end.reason, game.end.winner, game.end.totals, hand_of(game.end.away))
            after = after._replace(pause=Pause())
        resting_since = now if game.phase == "between" else None
        after = after._replace(resting_since=resting_since, finish=finish)
    return after


def _moved_in_play(live: LiveMatch, game: Match, now: int, lag_ms: int) -> LiveMatch:
    """The same for nearly every move: within a hand only the clocks follow."""
    number, code, version, head_hash, _at, was, clock, *others = live
    before, running_now = _in_turn(was), _in_turn(game)
    if before != running_now:
        clock = clocks.advance(clock, before, running_now, now, lag_ms)
    return _new(LiveMatch, (number, code, version, head_hash, now, game, clock, *others))


def on_the_clock(live: LiveMatch) -> tuple[int, ...]:
    """Who has to act, or owes the seed that alone is missing for the next deal.

    But for those who lose nothing by their time: at a table of many the computer (RULES 1.8). Nobody in a pause.
    """
    if live.paused:
        return ()
    if live.held_up and live.game.phase == "between":
        hand = live.coming
        return () if hand is None else _but_the_timeless(live.game, hand.exchange.owing)
    return _in_turn(live.game)


def _in_turn(game: Match) -> tuple[int, ...]:
    in_turn = must_act(game)
    return in_turn if game.seats == 2 else _but_the_timeless(game, in_turn)


def _but_the_timeless(game: Match, seats: tuple[int, ...]) -> tuple[int, ...]:
    if game.seats == 2:
        return seats
    timeless = game.computers | game.away
    return tuple(seat for seat in seats if not timeless >> seat & 1)


def seeds_changed(before: LiveMatch, after: LiveMatch) -> bool:
    """Whether pages have anything to hear of the exchange of seeds."""
    return after.sealed is not before.sealed or after.held_up != before.held_up


def server_deal(live: LiveMatch, hand: SealedHand) -> Deal | DrawForDeal:
    """The deal that follows from a settled hand's seeds."""
    need = next_deal(live.game, early=True)
    if need is None:
        raise ValueError("there is nothing to deal")
    decks = deals.decks(hand, need.decks)
    return DrawForDeal(decks[0]) if hand.hand_no == 0 else Deal(decks)


def hand_in_play(live: LiveMatch) -> SealedHand:
    """The hand on the tables, whose seed the server alone knows."""
    hand = live.in_play
    assert hand is not None
    return hand


def outcome_payload(event: Event) -> tuple[str, dict[str, Any]]:
    """Kind and payload of an outcome's row."""
    plain = event_to_plain(event)
    return plain.pop("kind"), plain


_SHOWN = frozenset({Knock, BigGin, KnockLast, BigGinLast, Defend})


def outcomes(events: tuple[Event, ...]) -> list[Content]:
    """The rows of the outcomes among the events."""
    return [
        (SERVER, *outcome_payload(event)) for event in events if isinstance(event, HandScored | HandVoided | MatchEnded)
    ]


def _action_payload(live: LiveMatch, action: PlayerAction | Flag, events: tuple[Event, ...]) -> dict[str, Any]:
    """What the row says of an action: the arrangement as it was shown, and no card that lies face down."""
    if isinstance(action, Flag):
        return {"seat": action.seat}
    plain = action_to_plain(_as_shown(action, events))
    if isinstance(action, (Knock, KnockLast)):
        del plain["card"]
        plain["veiled"] = deals.veil(live.code, live.version + 1, hand_in_play(live), action.card)
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


def written(
    before: LiveMatch,
    after: LiveMatch,
    contents: list[Content],
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
    if seeds_changed(before, after):
        after = after._replace(seeds_version=head[0])
    return Step(
        before.version,
        after._replace(version=head[0], head_hash=head[1], at=now),
        tuple(rows),
        events,
    )

"""From the rows of a log back to the match, and the events on the way.

Folding trusts that the rows were legal when they were written (``step``, not ``apply``), but not that the code still
reads them as it did: a recomputed outcome that differs from the recorded one is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.application import deals, pausing
from games.application.chain import Row, seal
from games.application.codec import action_from_plain, action_kind, canonical
from games.application.codec.rulings import ruling_from_plain
from games.application.deals import LostKey
from games.application.record import (
    SCHEMA,
    LiveMatch,
    Step,
    exchanged,
    hand_in_play,
    moved,
    outcome_payload,
    seeds_changed,
    server_deal,
)
from games.domain import clock as clocks
from games.domain.actions import (
    SERVER,
    Action,
    Discard,
    DrawStock,
    Flag,
    PassLast,
    PassUpcard,
    PlayerAction,
    Ready,
    TakeDiscard,
    TakeUpcard,
    VoidDeal,
)
from games.domain.cards import format_card, hand_of
from games.domain.clock import TimeControl
from games.domain.errors import RuleViolation
from games.domain.events import Event, HandScored, HandVoided, MatchEnded
from games.domain.exchange import commit_seat, default_seats, reveal
from games.domain.match import Match, apply, new_match, step
from games.domain.shuffle import commit, hand_id
from games.domain.variants import get_variant


class Diverged(ValueError):  # noqa: N818
    """The log cannot be folded as it was written: ``number`` is the row at which it differs."""

    def __init__(self, code: str, number: int, why: str) -> None:
        super().__init__(f"match {code}, row {number}: {why}")
        self.code = code
        self.number = number


def fold(match_id: int, code: str, rows: Iterable[Row]) -> LiveMatch:
    """The match after all the rows of its log, from the first on.

    Raises Diverged for a log that this code does not reproduce, LostKey when the hand in play cannot be derived.
    """
    folder = _Folder(match_id, code, list(rows))
    for _row, _events in folder.take_all(tell_after=None):
        pass
    assert folder.live is not None
    last = folder.rows[-1]
    return folder.live._replace(version=last.number, head_hash=last.hash, at=last.at)


def retell(match_id: int, code: str, rows: Iterable[Row], since: int = 0) -> Iterator[tuple[Row, tuple[Event, ...]]]:
    """The rows after ``since`` that brought events, each with the whole truth of what happened."""
    folder = _Folder(match_id, code, list(rows))
    for row, events in folder.take_all(tell_after=since):
        if events:
            yield row, events


class Input(NamedTuple):
    """A row that moved the match: who did what, and how the match stood before it and after."""

    row: Row
    before: LiveMatch
    seat: int
    action: Action
    after: LiveMatch
    events: tuple[Event, ...]


def inputs(match_id: int, code: str, rows: Iterable[Row]) -> Iterator[Input]:
    """Every input of the match in order, its secrets included; ``at`` of a live match is that of the last such row.

    What was played of a hand that was lost later on is left out.
    """
    folder = _Folder(match_id, code, list(rows))
    for row, events in folder.take_all(tell_after=0):
        if folder.acted is not None and folder.live is not None:
            yield Input(row, *folder.acted, folder.live, events)


def stages(match_id: int, code: str, rows: Iterable[Row]) -> Iterator[tuple[Row, tuple[Event, ...], LiveMatch]]:
    """Row after row with what it brought about, and the match in its place in the log."""
    folder = _Folder(match_id, code, list(rows))
    for row, events in folder.take_all(tell_after=0):
        assert folder.live is not None
        yield row, events, folder.live._replace(version=row.number, head_hash=row.hash, at=row.at)


def states(match_id: int, code: str, rows: Iterable[Row]) -> Iterator[tuple[Row, Match]]:
    """Row after row with the match as it stands then."""
    folder = _Folder(match_id, code, list(rows))
    for row, _events in folder.take_all(tell_after=None):
        assert folder.live is not None
        yield row, folder.live.game


def lose_hand(match_id: int, code: str, rows: Sequence[Row], lost: LostKey, now: int) -> Step:
    """Give up the hand whose key is lost: everything since it was dealt counts as not played, its seeds as not offered.

    The rows stay; one more says from where to where they do not count. The hand is dealt anew.
    """
    last = rows[-1]
    payload = {"hand": lost.hand_no, "until": last.number}
    since = max((row.number for row in rows if row.kind == "hand_lost"), default=0)
    for row in rows[since:]:
        if row.kind == "deal" and json.loads(row.payload)["hand"] == lost.hand_no:
            payload["from"] = row.number
    row = seal(code, (last.number, last.hash), SERVER, "hand_lost", canonical(payload), max(now, last.at))
    return Step(last.number, fold(match_id, code, [*rows, row]), (row,))


def counted(rows: Sequence[Row]) -> list[Row]:
    """The rows but for those that count no more because the key of their hand was lost."""
    lost = [json.loads(row.payload) for row in rows if row.kind == "hand_lost"]
    return [row for row in rows if not any(_is_lost(row, one) for one in lost)]


_EXCHANGE_KINDS = frozenset({"seed_committed", "player_committed", "seat_defaulted", "player_revealed", "seeds_owed"})


def _is_lost(row: Row, lost: dict[str, Any]) -> bool:
    """Whether a row does not count: the lost hand's play, and the seeds exchanged for it and for the hand after it."""
    if row.number > lost["until"]:
        return False
    if "from" in lost and row.number >= lost["from"]:
        return True
    return row.kind in _EXCHANGE_KINDS and json.loads(row.payload)["hand"] >= lost["hand"]


_PLAIN_KINDS = frozenset(
    action_kind(action)
    for action in (Discard(0), DrawStock(), PassLast(), PassUpcard(), Ready(), TakeDiscard(), TakeUpcard())
)
"""The actions that hold no melds and nothing veiled: nearly all rows of a log, and most of them the same few."""


@lru_cache(maxsize=4096)
def _plain_action(kind: str, text: str) -> tuple[PlayerAction, int]:
    """The action and its lag, from a row's kind and payload."""
    payload = json.loads(text)
    lag_ms = payload.pop("lag", 0)
    return action_from_plain({"kind": kind, **payload}), lag_ms


class _Folder:
    """The fold in progress. ``live`` is the match after the rows taken so far, but for its place in the log."""

    def __init__(self, match_id: int, code: str, rows: Sequence[Row]) -> None:
        self.match_id = match_id
        self.code = code
        self.rows = rows
        self.live: LiveMatch | None = None
        self.acted: tuple[LiveMatch, int, Action] | None = None  # by the row taken last
        if not rows or rows[0].kind != "match_started":
            raise Diverged(code, 1, "a log begins with match_started")
        self.opened = {opened["hand"]: opened["seed"] for opened in self._payloads("hand_opened")}
        self.lost = self._payloads("hand_lost")

    def _payloads(self, kind: str) -> list[dict[str, Any]]:
        return [json.loads(row.payload) for row in self.rows if row.kind == kind]

    def take_all(self, tell_after: int | None) -> Iterator[tuple[Row, tuple[Event, ...]]]:
        """Take row after row; events are told of rows after ``tell_after``, of none if that is ``None``."""
        for number, row in enumerate(self.rows, start=1):
            if row.number != number:
                raise Diverged(self.code, number, "a row is missing")
            events: tuple[Event, ...] = ()
            self.acted = None
            if not (self.lost and any(_is_lost(row, lost) for lost in self.lost)):
                before = self.live
                events = self._take(row, tell=tell_after is not None and number > tell_after)
                after = self._live
                if after is not before and before is not None and seeds_changed(before, after):
                    self.live = after._replace(seeds_version=number)
            yield row, events

    @property
    def _live(self) -> LiveMatch:
        assert self.live is not None
        return self.live

    def _take(self, row: Row, *, tell: bool) -> tuple[Event, ...]:
        if row.kind in _PLAIN_KINDS:
            action, lag_ms = _plain_action(row.kind, row.payload)
            return self._act(row, row.seat, action, lag_ms, tell=tell)
        payload = json.loads(row.payload)
        match row.kind:
            case "match_started":
                self.live = self._started(row, payload)
            case "seed_committed":
                seed = self.opened.get(payload["hand"])
                hand = deals.unseal(self.code, payload, None if seed is None else bytes.fromhex(seed))
                self.live = self._live._replace(sealed=(*self._live.sealed, hand))
            case "player_committed" | "seat_defaulted" | "player_revealed" | "seeds_owed":
                self.live = self._exchanged(row, payload)
            case "deal":
                return self._deal(row, payload, tell=tell)
            case "void_deal":
                return self._act(row, SERVER, VoidDeal(payload["hand"]), tell=tell, held_up=False)
            case "hand_scored" | "hand_voided" | "match_ended":
                self._check_outcome(row, payload)
            case "hand_opened":
                self._open(row, payload)
            case "time_returned":
                self.live = self._live._replace(clock=clocks.shift(self._live.clock, payload["ms"]))
            case "time_given":
                self.live = self._live._replace(clock=clocks.give(self._live.clock, payload["seat"], payload["ms"]))
            case "pause_offered":
                self.live = pausing.offered(self._live, row.seat)
            case "paused":
                self.live = pausing.stopped(self._live, row.at, by_referee=payload["by"] == "referee")
            case "resumed":
                self.live = pausing.gone_on(self._live, row.at)
            case "ruling":
                return self._act(row, SERVER, ruling_from_plain(payload), tell=tell)
            case "hand_lost":
                self.live = self._live._replace(seeds_version=row.number)
                if self._live.game.phase == "between":
                    self.live = self._live._replace(resting_since=row.at)
            case "flag":
                return self._act(row, SERVER, Flag(payload["seat"]), tell=tell)
            case _:
                lag_ms = payload.pop("lag", 0)
                return self._act(row, row.seat, self._player_action(row, payload), lag_ms, tell=tell)
        return ()

    def _started(self, row: Row, payload: dict[str, Any]) -> LiveMatch:
        if payload["schema"] != SCHEMA:
            raise Diverged(self.code, row.number, f"unknown schema {payload['schema']}")
        variant = get_variant(payload["variant"])
        rules, computers = variant.rules_from_dict(payload["rules"]), hand_of(payload.get("computers", ()))
        game = new_match(variant, payload["seats"], rules, computers=computers)
        clock = clocks.new_clock(TimeControl(**payload["clock"]), payload["seats"])
        return LiveMatch(self.match_id, self.code, 0, "", row.at, game, clock)

    def _player_action(self, row: Row, payload: dict[str, Any]) -> PlayerAction:
        if "veiled" in payload:
            card = deals.unveil(self.code, row.number, hand_in_play(self._live), payload.pop("veiled"))
            payload["card"] = format_card(card)
        return action_from_plain({"kind": row.kind, **payload})

    def _exchanged(self, row: Row, payload: dict[str, Any]) -> LiveMatch:
        """The match after a row of the exchange of seeds."""
        live = self._live
        hand = live.coming
        if hand is None or hand.hand_no != payload["hand"]:
            raise Diverged(self.code, row.number, f"{row.kind} of a hand over which no seeds are exchanged")
        if row.kind == "seeds_owed":
            return moved(live, live.game, row.at, held_up=True)
        try:
            match row.kind:
                case "player_committed":
                    return exchanged(live, hand, commit_seat(hand.exchange, row.seat, payload["commitment"]))
                case "seat_defaulted":
                    return exchanged(live, hand, default_seats(hand.exchange, payload["seats"]))
                case _:
                    exchange = reveal(hand.exchange, row.seat, bytes.fromhex(payload["seed"]))
        except RuleViolation as violation:
            raise Diverged(self.code, row.number, f"the exchange of seeds is broken: {violation.code}") from violation
        sealed = exchanged(live, hand, exchange).sealed
        return moved(live, live.game, row.at, payload.get("lag", 0), sealed=sealed)

    def _deal(self, row: Row, payload: dict[str, Any], *, tell: bool) -> tuple[Event, ...]:
        """The hand follows from its seeds, which must be the committed ones."""
        live = self._live
        try:
            hand = next(hand for hand in live.sealed if hand.hand_no == payload["hand"])
            settled = deals.resettle(hand, payload)
        except (StopIteration, KeyError, ValueError) as fault:
            raise Diverged(self.code, row.number, "the seeds dealt from are not the committed ones") from fault
        self.live = exchanged(live, hand, settled.exchange)
        return self._act(row, SERVER, server_deal(self.live, settled), tell=tell, held_up=False)

    def _act(
        self, row: Row, seat: int, action: Action, lag_ms: int = 0, *, tell: bool, **changes: Any
    ) -> tuple[Event, ...]:
        live = self._live
        events: tuple[Event, ...] = ()
        if tell:
            game, events = apply(live.game, seat, action)
        else:
            game = step(live.game, seat, action)
        self.live = moved(live, game, row.at, lag_ms, **changes)
        self.acted = live, seat, action
        return events

    def _check_outcome(self, row: Row, payload: dict[str, Any]) -> None:
        """The recomputed outcome must be the recorded one."""
        game = self._live.game
        known: list[HandScored | HandVoided | MatchEnded | None] = [hand.outcome for hand in game.tables]
        known += [hand for hand in game.sheet.hands if hand.hand_no == game.hand_no]  # one that was never dealt
        known.append(game.end)
        if not any(event is not None and outcome_payload(event) == (row.kind, payload) for event in known):
            raise Diverged(self.code, row.number, f"{row.kind} is not what the rows before it lead to")

    def _open(self, row: Row, payload: dict[str, Any]) -> None:
        """The opened seed must be the committed one."""
        live = self._live
        seed = bytes.fromhex(payload["seed"])
        for hand in live.sealed:
            if hand.hand_no == payload["hand"] and commit(hand_id(self.code, hand.hand_no), seed) == hand.commitment:
                sealed = tuple(other for other in live.sealed if other is not hand)
                self.live = live._replace(sealed=sealed, opened=hand.hand_no)
                return
        raise Diverged(self.code, row.number, "the opened seed is not the committed one")

"""Playing a match again from its inputs, and checking a record against the outcomes it claims.

Inputs are the truth. A record is good when its inputs are legal and bring about exactly the outcomes that stand beside
them; every finished match is thereby a test of the rules, and every dispute can be looked at again. Where a record says
which seeds a deal came from, they have to be the promised ones and lead to the decks that were dealt.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.domain.actions import Action, Deal, DrawForDeal, Flag
from games.domain.errors import Code, RuleViolation
from games.domain.events import Event
from games.domain.match import Match, apply, must_act, new_match, next_deal, step
from games.domain.notation import (
    BadRecord,
    Commitment,
    HandLost,
    Line,
    Outcome,
    Played,
    PlayerSeed,
    Record,
    ServerSeed,
    TimeGiven,
    format_outcome,
)
from games.domain.shuffle import commit, commit_player, decks, hand_id
from games.domain.variants import RULES_VERSION, VARIANTS, Rules, Variant


class RecordError(BadRecord):
    """A record that cannot have happened. ``code``: why the rules refuse an input, where they do."""

    def __init__(self, line: int, reason: str, code: Code | None = None) -> None:
        super().__init__(line, reason)
        self.code = code


def fold(match: Match, inputs: Iterable[tuple[int, Action]]) -> Match:
    """The match after inputs that were verified when they were made."""
    for seat, action in inputs:
        match = step(match, seat, action)
    return match


def record_match(
    variant: Variant, seats: int, rules: Rules, inputs: Iterable[tuple[int, Action] | Played], *, computers: int = 0
) -> Record:
    """The record of some inputs, outcomes filled in. Raises RuleViolation if one of them is not legal.

    ``inputs`` are pairs of seat and action, or ``Played`` where times are known.
    """
    match = new_match(variant, seats, rules, computers=computers)
    lines: list[Line] = []
    for one in inputs:
        played = Played(*one)
        match, events = apply(match, played.seat, played.action)
        lines += [played, *outcomes_of(events)]
    return Record(variant.name, RULES_VERSION, seats, rules, tuple(lines), computers)


def outcomes_of(events: Iterable[Event]) -> tuple[Outcome, ...]:
    """Those events that a record keeps beside the inputs."""
    return tuple(event for event in events if isinstance(event, Outcome))


def check(record: Record) -> Match:
    """Play a record again; the match it leads to.

    Raises RecordError for the first line that cannot be: an input the rules refuse, an outcome that did not follow or
    the place where one is missing, a seed that is not the promised one, a deck that does not follow from its seeds.
    """
    checker = _Checker(record)
    for number, line in enumerate(record.lines, record.first_line):
        checker.take(number, line)
    return checker.end(record.first_line + len(record.lines))


class _Checker:
    """A record being played again."""

    def __init__(self, record: Record) -> None:
        self.match = _beginning(record)
        self.code = record.code
        self.due: tuple[Outcome, ...] = ()  # outcomes that have to follow
        self.seeds = _Seeds(record.code)

    def take(self, number: int, line: Line) -> None:
        """Go on by the line of this number."""
        if isinstance(line, Outcome):
            if self.due[:1] != (line,):
                raise RecordError(number, f"did not follow; {_said(self.due)}")
            self.due = self.due[1:]
            return
        if self.due:
            raise RecordError(number, _said(self.due))
        if isinstance(line, Played):
            self._play(number, line)
        elif isinstance(line, Commitment | PlayerSeed | ServerSeed):
            self._prepare(number, line)
        elif isinstance(line, HandLost) and line.hand_no != _coming(self.match):
            raise RecordError(number, "that hand was not to be dealt")
        elif isinstance(line, TimeGiven) and not 0 <= line.seat < self.match.seats:
            raise RecordError(number, "there is no such seat")

    def end(self, number: int) -> Match:
        """Nothing follows, and nothing may be missing."""
        if self.due:
            raise RecordError(number, _said(self.due))
        if not self.seeds.empty:
            raise RecordError(number, "there should be the deal of these seeds")
        return self.match

    def _prepare(self, number: int, line: Commitment | PlayerSeed | ServerSeed) -> None:
        hand_no = _next_hand(self.match)
        if hand_no is None:
            raise RecordError(number, "no hand is to be dealt")
        try:
            self.seeds.take(hand_no, self.match.seats, line)
        except ValueError as error:
            raise RecordError(number, str(error)) from error

    def _play(self, number: int, played: Played) -> None:
        match, action = self.match, played.action
        if isinstance(action, DrawForDeal | Deal):
            self._check_decks(number, action)
        elif not self.seeds.empty:
            raise RecordError(number, "there should be the deal of these seeds")
        try:
            self.match, events = apply(match, played.seat, action)
        except RuleViolation as violation:
            raise RecordError(number, f"refused: {violation.code}", violation.code) from violation
        late = isinstance(action, Flag) and match.phase == "between"  # with a seed that the seat owed
        timed = action.seat if isinstance(action, Flag) else played.seat
        if played.used_ms is not None and not late and timed not in must_act(match):
            raise RecordError(number, "it was not that seat's turn: no clock ran")
        self.due = outcomes_of(events)

    def _check_decks(self, number: int, action: DrawForDeal | Deal) -> None:
        dealt = (action.deck,) if isinstance(action, DrawForDeal) else action.decks
        try:
            follows = self.seeds.empty or self.seeds.decks(len(dealt)) == dealt
        except ValueError as error:
            raise RecordError(number, str(error)) from error
        if not follows:
            raise RecordError(number, "these are not the decks that follow from the seeds")
        self.seeds = _Seeds(self.code)


class _Seeds:
    """What a record says of the seeds of the next deal: commitment, the seats' seeds in seat order, server's seed."""

    def __init__(self, code: str | None) -> None:
        self.code = code
        self.hand_no = 0
        self.commitment: str | None = None
        self.players: dict[int, bytes] = {}
        self.seed: bytes | None = None

    @property
    def empty(self) -> bool:
        """Whether the record is silent about them."""
        return self.commitment is None

    def take(self, hand_no: int, seats: int, line: Commitment | PlayerSeed | ServerSeed) -> None:
        """The next line of the deal of this hand. Raises ValueError if it is not the next or not as promised."""
        if self.code is None:
            raise ValueError("seeds are hashed under the match's code, which the header does not say")
        if isinstance(line, Commitment) != self.empty or self.seed is not None:
            raise ValueError("there should be a commitment, the players' seeds, the server's seed, the deal")
        match line:
            case Commitment(digest):
                self.hand_no, self.commitment = hand_no, digest
            case PlayerSeed(seat, seed, digest):
                if not max(self.players, default=-1) < seat < seats:
                    raise ValueError("there should be one seed a seat, in seat order")
                if commit_player(self.code, hand_no, seat, seed) != digest:
                    raise ValueError("this is not the seed that the seat had promised")
                self.players[seat] = seed
            case ServerSeed(seed):
                if commit(hand_id(self.code, hand_no), seed) != self.commitment:
                    raise ValueError("this is not the seed that the server had promised")
                self.seed = seed

    def decks(self, count: int) -> tuple[tuple[int, ...], ...]:
        """The decks that follow. Raises ValueError when a seed is missing."""
        if self.code is None or self.seed is None:
            raise ValueError("there should be the server's seed")
        return decks(self.code, self.hand_no, self.seed, tuple(self.players.values()), count)


def _next_hand(match: Match) -> int | None:
    """The number of the hand that may be dealt now; 0 is the draw for deal."""
    needed = next_deal(match, early=True)
    return None if needed is None else needed.hand_no


def _coming(match: Match) -> int:
    """The number of the next hand, be it to be dealt now or later."""
    return 0 if match.phase == "draw_for_deal" else match.hand_no + 1


def _beginning(record: Record) -> Match:
    if record.variant not in VARIANTS:
        raise RecordError(2, "no such variant")
    if record.rules_version != RULES_VERSION:
        raise RecordError(3, f"these are rules of version {RULES_VERSION}")
    try:
        return new_match(VARIANTS[record.variant], record.seats, record.rules, computers=record.computers)
    except ValueError as error:
        raise RecordError(4, str(error)) from error


def _said(due: tuple[Outcome, ...]) -> str:
    return f"there should be: {format_outcome(due[0])}" if due else "there should be an input"

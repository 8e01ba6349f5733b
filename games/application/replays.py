"""A hand played again step by step: what was done, what lay where, and what each seat could see of it then.

``replay_of_inputs`` makes it from values of the rules alone, so that a log and a record are shown alike. A replay
tells everything, the order of the stock included: whom it may be shown is decided before (``may_replay``).
``best_plays`` says what the club player would have done at each step, from what the seat in turn could know.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from games.application import fold, store
from games.application.codec import action_kind, action_to_plain, event_to_plain, view_to_plain
from games.application.codec.changes import change
from games.application.fold import Input
from games.application.seats import knows_the_end, seat_of
from games.application.terms import rules_of
from games.bots.registry import get_bot
from games.domain.actions import SERVER, Action, Deal, Discard, Knock, TakeDiscard, TakeUpcard
from games.domain.cards import format_card, iter_cards
from games.domain.events import DealDrawn, Event, HandDealt, HandScored, HandVoided, RummyDealt
from games.domain.hands.gin import GinHand
from games.domain.match import Match as Game
from games.domain.match import apply, must_act, new_match, step
from games.domain.melds import min_deadwood
from games.domain.numbers import numbers_to_dict
from games.domain.perspective import follows, recall, redact, view
from games.domain.variants import Rules, Variant, get_variant
from games.models import Match

ADVISER = "club"
"""The computer player that says what it would have done: the strongest that answers at once."""

THOUGHT_MS = 1_500
"""How long it may think about all the steps of a hand; what is left then goes without its word."""

Plain = dict[str, Any]
Outcome = HandScored | HandVoided


class NoSuchHand(LookupError):  # noqa: N818
    """The hand was not dealt, or is not over: its cards are nobody's to look at (RULES 1.5)."""


class Turn(NamedTuple):
    """One input of a match, and what the clock says of it where it is known."""

    seat: int
    action: Action
    used_ms: int | None = None  # by the seat for this action
    banks: tuple[int, ...] | None = None  # what every seat has left, in ms
    row: int | None = None  # its number in the log


class Moment(NamedTuple):
    """The match after one step of the hand."""

    turn: Turn
    events: tuple[Event, ...]
    game: Game


@dataclass(frozen=True, slots=True)
class Replay:
    """One hand, and how all the hands of its match ended as far as they are over."""

    hand_no: int
    moments: tuple[Moment, ...] = field(repr=False)
    hands: tuple[tuple[int, tuple[Outcome, ...]], ...] = ()

    def plain(self) -> Plain:
        """The replay for a page, each step told as a change of the last; ``static/js/replay/steps.js`` reads it."""
        first = self.moments[0].game
        return {
            "game": view(first, None).game,
            "rules": numbers_to_dict(first.rules),
            "hand": self.hand_no,
            "hands": [
                {"hand": number, "results": [_outcome(outcome) for outcome in outcomes]}
                for number, outcomes in self.hands
            ],
            "steps": list(_steps(self.moments)),
        }


def replay_of_inputs(
    variant: Variant, rules: Rules, seats: int, turns: Iterable[Turn], *, hand_no: int, computers: int = 0
) -> Replay:
    """The replay of hand ``hand_no``, from all inputs of the match in order. Raises NoSuchHand while it is in play.

    Raises RuleViolation where an input of that hand is not legal; the inputs of other hands are trusted.
    """
    game = new_match(variant, seats, rules, computers=computers)
    moments: list[Moment] = []
    hands: list[tuple[int, tuple[Outcome, ...]]] = []
    drawn: tuple[Event, ...] = ()
    for turn in turns:
        before = game
        told = game.phase != "play" if isinstance(turn.action, Deal) else game.phase == "play"
        if game.phase == "draw_for_deal":
            game, drawn = apply(game, turn.seat, turn.action)
        elif told and game.hand_no + isinstance(turn.action, Deal) == hand_no:
            game, events = apply(game, turn.seat, turn.action)
            moments.append(Moment(turn, events if moments or hand_no > 1 else drawn + events, game))
        else:
            game = step(game, turn.seat, turn.action)
        if before.phase == "play" != game.phase:
            hands.append((game.hand_no, tuple(hand.outcome for hand in game.tables)))
    if not moments or moments[-1].game.phase == "play":
        raise NoSuchHand(hand_no)
    return Replay(hand_no, tuple(moments), tuple(hands))


# From the log


def replay_of_match(match: Match, hand_no: int) -> Replay:
    """A finished hand of a match of this site. Raises NoSuchHand, and whatever a log raises that cannot be folded."""
    computers = sum(1 << seat.seat for seat in match.seats.all() if seat.bot)
    turns = turns_of(fold.inputs(match.pk, match.code, store.read_since(match.pk, 0)))
    return replay_of_inputs(
        get_variant(match.variant), rules_of(match), match.seat_count, turns, hand_no=hand_no, computers=computers
    )


def turns_of(inputs: Iterable[Input]) -> Iterator[Turn]:
    """The inputs of a log with the time that each took: since the seat came to its turn, or acted last in it."""
    since: dict[int, int] = {}
    for one in inputs:
        at, seat = one.after.at, one.seat
        begun = one.before.clock.seats[seat].running_since if seat != SERVER else None
        used = max(0, at - max(since[seat], begun or 0)) if seat in since else None
        since = {other: at if other == seat else since.get(other, at) for other in must_act(one.after.game)}
        timed = one.after.clock.control.move_ms is not None
        banks = tuple(own.bank_ms for own in one.after.clock.seats) if timed else None
        yield Turn(seat, one.action, used, banks, one.row.number)


def last_hand(match: Match) -> int:
    """The number of the last hand that is over; 0 if there is none."""
    over = 0
    for one in fold.inputs(match.pk, match.code, store.read_since(match.pk, 0)):
        if one.before.game.phase == "play" != one.after.game.phase:
            over = one.after.game.hand_no
    return over


def may_replay(match: Match, user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether ``user`` may see finished hands: the players at once, others once a match in the lobby is over.

    Staff are no exception here: each look of theirs at other tables is written down (``views.replay.require_hands``).
    """
    if seat_of(match, user) is not None:
        return True
    is_open = match.visibility == Match.Visibility.OPEN
    return is_open and match.status == Match.Status.FINISHED and knows_the_end(match, user)


# For the page


def _steps(moments: Sequence[Moment]) -> Iterator[Plain]:
    """Each step as changes: what a watcher sees, of the step before; what a seat sees, of what a watcher sees now.

    At a second table, to which no watcher looks, a seat's view is told as a change of its own step before (``apart``).
    """
    truth: Any = None
    watched: Any = None
    views: dict[int, Plain] = {}
    own: dict[int, Any] = {}
    for turn, events, game in moments:
        before = truth, watched, views, own
        truth, watched = _truth(game), _seen(game, None)
        views = {seat: _seen(game, seat) for seat in range(game.seats)}
        own = {seat: change(watched, seen) for seat, seen in views.items() if seen["table"] == watched["table"]}
        apart = {seat: change(before[2].get(seat), seen) for seat, seen in views.items() if seat not in own}
        yield {
            "row": turn.row,
            "seat": turn.seat,
            "kind": action_kind(turn.action),
            "ms": turn.used_ms,
            "banks": turn.banks,
            "events": [_told(event) for event in events],
            "blind": _blind(game, events),
            "truth": change(before[0], truth),
            "watch": change(before[1], watched),
            "own": {seat: made for seat, made in own.items() if made != before[3].get(seat, ...)},
            "apart": {seat: made for seat, made in apart.items() if made is not None},
        }


def _truth(game: Game) -> Plain:
    """What no seat sees whole: by table the pile, and the stock with its order, next card first."""
    return {"tables": [_table(game, hand) for hand in game.tables]}


def _table(game: Game, hand: Any) -> Plain:
    order = hand.dealt.deck[21:] if isinstance(hand, GinHand) else hand.order
    over = None if hand.outcome is None else view_to_plain(view(game, hand.players[0]))
    return {
        "players": hand.players,
        "pile": [format_card(card) for card in hand.pile],
        "order": " ".join(format_card(card) for card in order),
        "stock": hand.stock,
        "result": over and over["result"],
    }


_ALWAYS = frozenset({"ready", "resign", "come_back", "offer_void", "decline_void"})


def _seen(game: Game, seat: int | None) -> Plain:
    """The view of a seat or a watcher, without what is the same for all and stands elsewhere."""
    plain = view_to_plain(view(game, seat))
    for name in ("offers", "result"):
        del plain[name]
    for shown in plain["seats"]:
        del shown["ready"]
    plain["beside"] = [{name: part for name, part in other.items() if name != "result"} for other in plain["beside"]]
    plain["can"] = {name: allowed for name, allowed in plain["can"].items() if name not in _ALWAYS}
    return plain


def _told(event: Event) -> Plain:
    plain = event_to_plain(event)
    if isinstance(event, HandDealt | RummyDealt):
        del plain["hands"]  # they stand in the views
    return plain


def _blind(game: Game, events: tuple[Event, ...]) -> list[int]:
    """The seats that a card of these events was hidden from when it happened."""
    hiding = [event for event in events if not isinstance(event, HandDealt | RummyDealt | DealDrawn)]
    return [
        seat for seat in range(game.seats) if any(redact(event, seat, follows(game, seat)) != event for event in hiding)
    ]


def _outcome(outcome: Outcome) -> Plain:
    """A hand's end in the form of ``result``, without the cards."""
    plain = event_to_plain(outcome)
    if isinstance(outcome, HandVoided):
        return {"table": outcome.table, "kind": "void", "void": outcome.reason}
    del plain["kind"], plain["hand_no"], plain["lines"]
    return plain | {"kind": plain.pop("how"), "void": None}


# What the computer would have done


def best_plays(replay: Replay, budget_ms: int = THOUGHT_MS) -> list[list[Plain]]:
    """After each step of the hand, what the club player would do next for each seat in turn, as long as time lasts."""
    until = time.monotonic() + budget_ms / 1000
    return [
        [best_play(game, seat) for seat in must_act(game) if time.monotonic() < until]
        for _turn, _events, game in replay.moments
    ]


def best_play(game: Game, seat: int) -> Plain:
    """What the club player would do for a seat in turn, knowing what the seat could know.

    ``leaves`` is the deadwood that a discard or a knock leaves, or the least that taking the discard would.
    """
    seen = recall(game, seat)
    action = get_bot(ADVISER, seen.game).choose(seen, random.Random(game.hand_no), THOUGHT_MS)
    hand = next(hand for hand in game.tables if seat in hand.players)
    return {
        "seat": seat,
        "kind": action_kind(action),
        "leaves": _leaves(hand, seat, action),
        **action_to_plain(action),
    }


def _leaves(hand: Any, seat: int, action: Action) -> int | None:
    if not isinstance(hand, GinHand):
        return None
    held: int = hand.hands[hand.players.index(seat)]
    if isinstance(action, Discard | Knock):
        return min_deadwood(held ^ 1 << action.card)
    if isinstance(action, TakeDiscard | TakeUpcard):
        return min(min_deadwood(held ^ 1 << card | 1 << hand.pile[-1]) for card in iter_cards(held))
    return None

"""No view and no redacted event, of any game, depends on a card that its reader may not know.

The proof by twins: every card that the reader may not know changes places with another such card, everywhere in the
state. The reader must see no difference.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings

from games.domain.actions import Action, Deal, Discard, Knock, KnockLast
from games.domain.cards import hand_of, iter_cards
from games.domain.events import Event
from games.domain.hands.gin import GinHand
from games.domain.hands.rummy import RummyHand
from games.domain.match import Match, apply
from games.domain.perspective import follows, recall, redact, sees, view
from tests.properties.playing import GAMES, begin, game_names, many_seats, play, seeds

Hand = GinHand | RummyHand
EVERYTHING = (1 << 52) - 1


def readers(match: Match) -> tuple[int | None, ...]:
    """Every seat, and a spectator."""
    return (*range(match.seats), None)


def open_to(match: Match, hand: Hand, reader: int | None) -> set[int | None]:
    """The seats whose cards of this hand the reader may know."""
    seats = {reader}
    if match.variant.name == "in-the-box" and reader not in (*hand.players, None):
        seats.add(hand.players[0])  # the captain, who acts first: the reader is the adviser
    if match.variant.name == "partnership" and match.rules.partner_advice == "layoff_only":  # type: ignore[union-attr]
        partner = {0: 2, 1: 3, 2: 0, 3: 1, None: None}[reader]
        waiting = all(other.outcome is not None for other in match.tables if reader in other.players)
        if waiting and hand.phase == "layoff" and hand.players[hand.place] == partner:
            seats.add(partner)
    return seats


def known_to(match: Match, hand: Hand, reader: int | None) -> int:
    """The cards that the reader may know of a hand, said anew and not by way of the view."""
    if hand.outcome is not None:
        return EVERYTHING
    known = 1 << hand.dealt.upcard if isinstance(hand, GinHand) else 0  # in rummy it may lie in the stock again
    for taken in hand.taken:
        known |= hand_of(taken)
    known |= hand_of(hand.pile if match.rules.discard_history == "open" else hand.pile[-1:])
    mine = open_to(match, hand, reader)
    for place, seat in enumerate(hand.players):
        if seat in mine:
            known |= hand.hands[place]
    return known | (_table_cards(hand) if isinstance(hand, RummyHand) else _shown(hand, mine))


def _table_cards(hand: RummyHand) -> int:
    laid = 0
    for meld in hand.melds:
        laid |= meld.cards
    return laid


def _shown(hand: GinHand, mine: set[int | None]) -> int:
    shown = 0
    for place, seat in enumerate(hand.players):
        knocked = hand.showdown is not None and hand.showdown.place == place
        if knocked or hand.exposed >> place & 1:
            shown |= hand.hands[place]
        if seat in mine and knocked and hand.showdown is not None and hand.showdown.discard >= 0:
            shown |= 1 << hand.showdown.discard
    return shown


class Twin:
    """A change of places among the cards outside ``known``, in one hand."""

    def __init__(self, known: int, dice: random.Random) -> None:
        hidden = list(iter_cards(EVERYTHING & ~known))
        moved = hidden[:]
        dice.shuffle(moved)
        self.place = {card: card for card in range(-1, 52)} | dict(zip(hidden, moved, strict=True))

    def cards(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.place[card] for card in cards)

    def mask(self, mask: int) -> int:
        return hand_of(self.place[card] for card in iter_cards(mask))

    def hand(self, hand: Any) -> Any:
        return self.rummy(hand) if isinstance(hand, RummyHand) else self.gin(hand)

    def gin(self, hand: GinHand) -> GinHand:
        dealt = hand.dealt._replace(
            deck=self.cards(hand.dealt.deck),
            hands=tuple(map(self.mask, hand.dealt.hands)),
            upcard=self.place[hand.dealt.upcard],
        )
        shown = hand.showdown and hand.showdown._replace(discard=self.place[hand.showdown.discard])
        first, second = hand.taken
        return hand._replace(
            dealt=dealt,
            hands=tuple(map(self.mask, hand.hands)),
            pile=self.cards(hand.pile),
            drawn=self.place[hand.drawn],
            taken=(self.cards(first), self.cards(second)),
            first_shed=self.mask(hand.first_shed),
            showdown=shown,
        )

    def rummy(self, hand: RummyHand) -> RummyHand:
        dealt = hand.dealt._replace(
            decks=tuple(map(self.cards, hand.dealt.decks)),
            hands=tuple(map(self.mask, hand.dealt.hands)),
            upcard=self.place[hand.dealt.upcard],
        )
        return hand._replace(
            dealt=dealt,
            hands=tuple(map(self.mask, hand.hands)),
            pile=self.cards(hand.pile),
            order=self.cards(hand.order),
            drawn=self.place[hand.drawn],
            taken=tuple(map(self.cards, hand.taken)),
        )

    def action(self, action: Action) -> Action:
        if isinstance(action, Discard):
            return Discard(self.place[action.card])
        if isinstance(action, Knock | KnockLast):
            return type(action)(self.place[action.card], action.melds)
        return action


class Twins:
    """A twin for each hand on the tables; ``known`` says what stays, a mask a hand."""

    def __init__(self, known: list[int], dice: random.Random) -> None:
        self.twins = [Twin(mask, dice) for mask in known]

    def match(self, match: Match) -> Match:
        return match._replace(
            tables=tuple(twin.hand(hand) for twin, hand in zip(self.twins, match.tables, strict=True))
        )

    def action(self, match: Match, seat: int, action: Action) -> Action:
        for twin, hand in zip(self.twins, match.tables, strict=True):
            if seat in hand.players:
                return twin.action(action)
        return action


def known_of(match: Match, reader: int | None) -> list[int]:
    """What the reader may know of each hand."""
    return [known_to(match, hand, reader) for hand in match.tables]


def some_states(game: str, seed: int, often: float) -> Iterator[tuple[Match, int, Action, random.Random]]:
    """States in which a hand is in play, with what comes next: every answer to a knock, and some of the others."""
    dice = random.Random(seed)
    for match, seat, action in play(game, seed):
        answering = any(hand.phase == "layoff" for hand in match.tables)
        if match.phase == "play" and (answering or dice.random() < often):
            yield match, seat, action, dice


def views_hide(game: str, seed: int, often: float) -> None:
    for match, _seat, _action, dice in some_states(game, seed, often):
        for reader in readers(match):
            twins = Twins(known_of(match, reader), dice)
            assert view(twins.match(match), reader) == view(match, reader)


@given(game_names, seeds)
@settings(max_examples=30, deadline=None)
def test_a_view_does_not_change_when_hidden_cards_change_places(game: str, seed: int) -> None:
    views_hide(game, seed, 0.05)


@given(many_seats, seeds)
@settings(max_examples=25, deadline=None)
def test_nor_does_any_view_of_a_table_of_many(game: str, seed: int) -> None:
    views_hide(game, seed, 0.05)


@given(game_names, seeds)
@settings(max_examples=25, deadline=None)
def test_what_a_seat_recalls_does_not_change_when_cards_that_were_never_on_the_pile_change_places(
    game: str, seed: int
) -> None:
    for match, _seat, _action, dice in some_states(game, seed, 0.05):
        for reader in range(match.seats):
            own = [hand if reader in hand.players else None for hand in match.tables]
            attended = own if any(own) else match.tables[:1]
            known = [
                mask | (hand_of(hand.pile) if hand in attended else 0)
                for mask, hand in zip(known_of(match, reader), match.tables, strict=True)
            ]
            assert recall(Twins(known, dice).match(match), reader) == recall(match, reader)


@given(game_names, seeds)
@settings(max_examples=35, deadline=None)
def test_a_redacted_event_does_not_change_when_hidden_cards_change_places(game: str, seed: int) -> None:
    for match, seat, action, dice in some_states(game, seed, 0.07):
        after, events = apply(match, seat, action)
        for reader in readers(match):
            # Buried discards stay: they were seen when they were shed, and a default arrangement may rest on them.
            known = [
                before | now | hand_of(hand.pile)
                for before, now, hand in zip(
                    known_of(match, reader), known_of(after, reader), match.tables, strict=True
                )
            ]
            twins = Twins(known, dice)
            other_after, other_events = apply(twins.match(match), seat, twins.action(match, seat, action))
            told, other_told = (
                [redact(event, reader, follows(then, reader)) for event in happened]
                for then, happened in ((after, events), (other_after, other_events))
            )
            assert told == other_told
            assert view(other_after, reader) == view(after, reader)


@given(game_names, seeds)
@settings(max_examples=20, deadline=None)
def test_a_deal_tells_a_seat_nothing_but_what_it_may_see(game: str, seed: int) -> None:
    dice = random.Random(seed)
    for match, seat, action in play(game, seed):
        if not isinstance(action, Deal):
            continue
        after, events = apply(match, seat, action)
        for reader in readers(match):
            twin = Twins(known_of(after, reader), dice).match(after)
            dealt = [after.variant.hands.dealt_event(hand) for hand in twin.tables]
            told = [redact(event, reader, follows(after, reader)) for event in dealt]
            assert told == [redact(event, reader, follows(after, reader)) for event in events]


@given(game_names, seeds)
@settings(max_examples=20, deadline=None)
def test_who_comes_back_in_mid_hand_is_told_what_was_told_live(game: str, seed: int) -> None:
    for hand in hands_told(game, seed):
        last = hand[-1][0]
        for reader in readers(last):
            live = [redact(event, reader, follows(then, reader)) for then, event in hand]
            assert [redact(event, reader, follows(last, reader)) for _then, event in hand] == live


def hands_told(game: str, seed: int) -> Iterator[list[tuple[Match, Event]]]:
    """For each deal what happened until the next one, each event with the match that it led to."""
    told: list[tuple[Match, Event]] = []
    for match, seat, action in play(game, seed):
        if isinstance(action, Deal) and told:
            yield told
            told = []
        after, events = apply(match, seat, action)
        told += [(after, event) for event in events]
    yield told


@given(many_seats, seeds)
@settings(max_examples=15, deadline=None)
def test_what_lies_open_to_a_seat_is_what_the_rules_of_its_game_say(game: str, seed: int) -> None:
    for match, _seat, _action, _dice in some_states(game, seed, 0.1):
        for reader in readers(match):
            seen = view(match, reader)
            told = {other for hand in match.tables for other in open_to(match, hand, reader)} - {reader}
            assert set(seen.sees) == set(sees(match, reader)) == told


def test_the_games_of_these_properties_include_every_way_of_seeing_more_than_the_own_cards() -> None:
    rules = [begin(game).rules for game in GAMES]
    assert any(getattr(numbers, "partner_advice", "") == "layoff_only" for numbers in rules)
    assert any(getattr(numbers, "invalid_knock", "") == "expose" for numbers in rules)
    assert any(numbers.discard_history == "open" for numbers in rules)
    assert {"in-the-box", "three-handed", "partnership", "rummy"} <= {game.variant for game in GAMES.values()}

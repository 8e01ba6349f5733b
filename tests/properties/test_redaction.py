"""No view and no redacted event depends on a card that its reader may not know.

The proof by twins: every card that the reader may not know changes places with another such card, everywhere in the
state. The reader must see no difference.
"""

from __future__ import annotations

import random

from hypothesis import given, settings

from games.domain.actions import Action, Discard, Knock, KnockLast
from games.domain.cards import hand_of, iter_cards
from games.domain.hands.gin import GinHand
from games.domain.match import Match, apply
from games.domain.perspective import recall, redact, view
from tests.properties.playing import play, rule_names, seeds

READERS = (0, 1, None)


def known_to(match: Match, reader: int | None) -> int:
    """The cards that the reader may know of the hand, said anew and not by way of the view."""
    if not match.tables:
        return 0
    hand: GinHand = match.tables[0]
    if hand.phase == "done":
        return (1 << 52) - 1
    known = 1 << hand.dealt.upcard | hand_of(hand.taken[0] + hand.taken[1])
    known |= hand_of(hand.pile if match.rules.discard_history == "open" else hand.pile[-1:])
    for place, seat in enumerate(hand.players):
        knocked = hand.showdown is not None and hand.showdown.place == place
        if seat == reader or knocked or hand.exposed >> place & 1:
            known |= hand.hands[place]
        if seat == reader and knocked and hand.showdown is not None and hand.showdown.discard >= 0:
            known |= 1 << hand.showdown.discard
    return known


class Twin:
    """A change of places among the cards outside ``known``."""

    def __init__(self, known: int, dice: random.Random) -> None:
        hidden = list(iter_cards(((1 << 52) - 1) & ~known))
        moved = hidden[:]
        dice.shuffle(moved)
        self.place = {card: card for card in range(-1, 52)} | dict(zip(hidden, moved, strict=True))

    def cards(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.place[card] for card in cards)

    def mask(self, mask: int) -> int:
        return hand_of(self.place[card] for card in iter_cards(mask))

    def hand(self, hand: GinHand) -> GinHand:
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

    def match(self, match: Match) -> Match:
        return match._replace(tables=tuple(map(self.hand, match.tables)))

    def action(self, action: Action) -> Action:
        if isinstance(action, Discard):
            return Discard(self.place[action.card])
        if isinstance(action, Knock | KnockLast):
            return type(action)(self.place[action.card], action.melds)
        return action


@given(rule_names, seeds)
@settings(max_examples=40, deadline=None)
def test_a_view_does_not_change_when_hidden_cards_change_places(rules: str, seed: int) -> None:
    dice = random.Random(seed)
    for match, _seat, _action in play(rules, seed):
        if match.phase == "play" and dice.random() < 0.3:
            for reader in READERS:
                twin = Twin(known_to(match, reader), dice)
                assert view(twin.match(match), reader) == view(match, reader)


@given(rule_names, seeds)
@settings(max_examples=40, deadline=None)
def test_what_a_seat_recalls_does_not_change_when_cards_that_were_never_on_the_pile_change_places(
    rules: str, seed: int
) -> None:
    dice = random.Random(seed)
    for match, _seat, _action in play(rules, seed):
        if match.phase == "play" and dice.random() < 0.3:
            for reader in (0, 1):
                twin = Twin(known_to(match, reader) | hand_of(match.tables[0].pile), dice)
                assert recall(twin.match(match), reader) == recall(match, reader)


@given(rule_names, seeds)
@settings(max_examples=40, deadline=None)
def test_a_redacted_event_does_not_change_when_hidden_cards_change_places(rules: str, seed: int) -> None:
    dice = random.Random(seed)
    for match, seat, action in play(rules, seed):
        if match.phase != "play" or dice.random() < 0.5:
            continue
        after, events = apply(match, seat, action)
        for reader in READERS:
            # Buried discards stay: they were seen when they were shed, and a default arrangement may rest on them.
            pile = hand_of(match.tables[0].pile)
            twin = Twin(known_to(match, reader) | known_to(after, reader) | pile, dice)
            other_after, other_events = apply(twin.match(match), seat, twin.action(action))
            assert [redact(event, reader) for event in other_events] == [redact(event, reader) for event in events]
            assert view(other_after, reader) == view(after, reader)


@given(rule_names, seeds)
@settings(max_examples=20, deadline=None)
def test_a_deal_tells_a_seat_nothing_but_its_own_cards(rules: str, seed: int) -> None:
    dice = random.Random(seed)
    for match, seat, action in play(rules, seed):
        after, events = apply(match, seat, action)
        if match.phase == "between" and after.phase == "play":
            for reader in READERS:
                twin = Twin(known_to(after, reader), dice).match(after)
                dealt = after.variant.hands.dealt_event(twin.tables[0])
                assert redact(dealt, reader) == redact(events[0], reader)

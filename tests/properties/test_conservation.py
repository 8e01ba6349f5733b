"""Cards are conserved, points add up, and ``step``, ``apply`` and ``legal_actions`` tell one story."""

from __future__ import annotations

from hypothesis import given, settings

from games.domain.cards import FULL_DECK, hand_of
from games.domain.events import HandScored, HandVoided, MatchEnded
from games.domain.hands.gin import GinHand
from games.domain.match import Match, apply, must_act, step
from tests.properties.playing import play, rule_names, seeds


def lie_somewhere_once(hand: GinHand) -> None:
    stock = hand.dealt.deck[52 - hand.stock :] if hand.stock else ()
    heaps = [*hand.hands, hand_of(hand.pile), hand_of(stock)]
    if hand.showdown is not None and hand.showdown.discard >= 0:
        heaps.append(1 << hand.showdown.discard)
    assert sum(heap.bit_count() for heap in heaps) == 52
    assert sum(heaps) == FULL_DECK


@given(rule_names, seeds)
@settings(max_examples=40, deadline=None)
def test_all_fifty_two_cards_lie_somewhere_exactly_once(rules: str, seed: int) -> None:
    for match, _seat, _action in play(rules, seed):
        for hand in match.tables:
            lie_somewhere_once(hand)
            sizes = sorted(cards.bit_count() for cards in hand.hands)
            eleven = hand.phase == "shed" or (hand.phase == "done" and sizes[1] == 11)
            assert sizes == ([10, 11] if eleven else [10, 10])


@given(rule_names, seeds)
@settings(max_examples=40, deadline=None)
def test_step_and_apply_agree_and_events_tell_the_outcomes(rules: str, seed: int) -> None:
    """EC-58: of all that an action brings, at most one seat scores."""
    scored = [0, 0]
    match: Match | None = None
    for match, seat, action in play(rules, seed):
        after, events = apply(match, seat, action)
        assert after == step(match, seat, action)
        assert events
        assert sum(isinstance(event, HandScored) for event in events) <= 1
        for event in events:
            if isinstance(event, HandScored):
                scored[event.winner] += event.points
                assert event == after.tables[event.table].outcome
                assert sum(line.points for line in event.lines) == event.points
            if isinstance(event, HandVoided):
                assert event == after.tables[event.table].outcome
        assert (after.end is None) == (after.phase != "over") == (not isinstance(events[-1], MatchEnded))
        assert tuple(scored) == after.sheet.columns[0].totals
        assert bool(must_act(after)) == (after.phase == "play")
    assert match is not None

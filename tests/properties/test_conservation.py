"""Cards are conserved, points add up, and ``step``, ``apply`` and ``legal_actions`` tell one story."""

from __future__ import annotations

from hypothesis import given, settings

from games.domain.cards import FULL_DECK, hand_of, iter_cards
from games.domain.events import HandScored, HandVoided, MatchEnded, SeatLeft, SeatReturned
from games.domain.hands.gin import GinHand
from games.domain.hands.rummy import RummyHand
from games.domain.match import apply, must_act, step
from tests.properties.playing import game_names, many_seats, play, seeds


def heaps(hand: GinHand | RummyHand) -> list[int]:
    """Where the cards lie, as masks: hands, pile, stock, and what is on the table."""
    own = [*hand.hands, hand_of(hand.pile)]
    if isinstance(hand, RummyHand):
        stock = hand.order[len(hand.order) - hand.stock :]
        return [*own, hand_of(stock), *(meld.cards for meld in hand.melds)]
    own.append(hand_of(hand.dealt.deck[52 - hand.stock :]))
    if hand.showdown is not None and hand.showdown.discard >= 0:
        own.append(1 << hand.showdown.discard)
    return own


@given(game_names, seeds)
@settings(max_examples=50, deadline=None)
def test_all_fifty_two_cards_lie_somewhere_exactly_once(game: str, seed: int) -> None:
    """At each table, in every game (EC-75: and two hold them in every game of the gin family)."""
    for match, _seat, _action in play(game, seed):
        for hand in match.tables:
            assert sum(heap.bit_count() for heap in heaps(hand)) == 52
            assert sum(heaps(hand)) == FULL_DECK
            if isinstance(hand, GinHand):
                sizes = sorted(cards.bit_count() for cards in hand.hands)
                eleven = hand.phase == "shed" or (hand.phase == "done" and sizes[1] == 11)
                assert sizes == ([10, 11] if eleven else [10, 10])


@given(game_names, seeds)
@settings(max_examples=50, deadline=None)
def test_step_and_apply_agree_and_events_tell_the_outcomes(game: str, seed: int) -> None:
    """EC-58: of all that an action brings, at most one seat scores."""
    scored: dict[int, int] = {}
    for match, seat, action in play(game, seed):
        after, events = apply(match, seat, action)
        assert after == step(match, seat, action)
        assert events
        assert sum(isinstance(event, HandScored) for event in events) <= 1
        for event in events:
            if isinstance(event, HandScored | HandVoided):
                assert event in [hand.outcome for hand in after.tables]
            if isinstance(event, HandScored):
                scored[event.winner] = scored.get(event.winner, 0) + event.points
                assert sum(line.points for line in event.lines) == event.points
        assert (after.end is None) == (after.phase != "over") == (not isinstance(events[-1], MatchEnded))
        assert bool(must_act(after)) == (after.phase == "play")
        if after.sheet.kind in ("classic", "rummy") and after.phase != "play":
            assert after.sheet.columns[0].totals == tuple(scored.get(seat, 0) for seat in range(after.seats))


@given(many_seats, seeds)
@settings(max_examples=50, deadline=None)
def test_a_seat_is_away_exactly_from_its_leaving_to_its_return(game: str, seed: int) -> None:
    """RULES 1.8: and whoever is away at the end has not won."""
    away: set[int] = set()
    for match, seat, action in play(game, seed):
        after, events = apply(match, seat, action)
        away |= {event.seat for event in events if isinstance(event, SeatLeft)}
        away -= {event.seat for event in events if isinstance(event, SeatReturned)}
        assert away == set(iter_cards(after.away))
        if after.end is not None:
            assert after.end.away == tuple(sorted(away))
            if after.end.winner is not None:
                winners = set(after.variant.seating.sides(after.seats)[after.end.winner])
                computers = set(iter_cards(after.computers))
                assert not winners & away or winners - away - computers

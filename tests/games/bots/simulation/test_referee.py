"""The referee sees what is wrong: one fault at a time is planted in the rules, and has to be found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.bots.arena import Contest
from games.bots.simulation import hidden
from games.bots.simulation.run import play_match
from games.domain.actions import Action, ComeBack, Defend, Discard, DrawStock, Knock, LayOff
from games.domain.events import HandScored
from games.domain.hands.base import HandRules
from games.domain.hands.gin.state import GinHand
from games.domain.match import Match
from games.domain.match import play as match_play
from games.domain.perspective import view
from games.domain.scoresheets import HollywoodSheet, new_sheet
from games.domain.seating import Pairing, Pairings, Role
from games.domain.variants import VARIANTS, Variant
from tests.games.bots.simulation.test_run import WIRE, contest

MATCHES = 40
"""Played at most."""

Plant = Callable[[Variant], Variant]


def complaint(played: Contest) -> str:
    """The first violation that comes up."""
    for number in range(MATCHES):
        violations = play_match(played, 1, WIRE, number).violations
        if violations:
            return violations[0]
    pytest.fail("the fault was not found")


def with_step(kind: type, change: Callable[[Any, Any, Any], Any]) -> Plant:
    """A variant in which one step is followed by a fault; ``change`` gets the hand before, the action, the hand."""

    def plant(variant: Variant) -> Variant:
        rightly = variant.hands.steps[kind]

        def wrongly(rules: Any, hand: Any, action: Any) -> Any:
            return change(hand, action, rightly(rules, hand, action))

        return with_hands(variant, steps={**variant.hands.steps, kind: wrongly})

    return plant


def with_hands(variant: Variant, **changes: Any) -> Variant:
    hands: HandRules = replace(variant.hands, **changes)
    return replace(variant, hands=hands)


def keeps_the_card(before: GinHand, action: Discard, after: GinHand) -> GinHand:
    place = before.place
    return after._replace(
        hands=tuple(cards | (1 << action.card if at == place else 0) for at, cards in enumerate(after.hands))
    )


def pays_a_point_more(_before: Any, _action: Any, after: Any) -> Any:
    assert isinstance(after.outcome, HandScored)
    return after._replace(outcome=replace(after.outcome, points=after.outcome.points + 1))


def says_another_count(_before: GinHand, _action: Any, after: GinHand) -> GinHand:
    shown = after.showdown
    return after if shown is None else after._replace(showdown=shown._replace(count=shown.count + 1))


def lays_off_on_nothing(_before: Any, action: LayOff, after: Any) -> Any:
    melds = list(after.melds)
    melds[action.meld] = melds[action.meld]._replace(cards=melds[action.meld].cards ^ 1 << action.card)
    return after._replace(melds=tuple(melds))


def lists_what_is_refused(variant: Variant) -> Variant:
    def listing(rules: Any, hand: GinHand, seat: int) -> Any:
        more = (Discard(hand.drawn),) if hand.from_pile and seat == hand.players[hand.place] else ()
        return (*variant.hands.legal_actions(rules, hand, seat), *more)

    return with_hands(variant, legal_actions=listing)


def forgets_a_move(variant: Variant) -> Variant:
    def listing(rules: Any, hand: GinHand, seat: int) -> Any:
        moves = variant.hands.legal_actions(rules, hand, seat)
        return tuple(move for move in moves if move != DrawStock()) if len(moves) == 2 else moves

    return with_hands(variant, legal_actions=listing)


def allows_anything(variant: Variant) -> Variant:
    return with_hands(variant, verify=lambda *_asked: None)


def always_deals_again(variant: Variant) -> Variant:
    return replace(variant, seating=replace(variant.seating, after=lambda _rules, last, *_how: last))


def deals_to_the_right(variant: Variant) -> Variant:
    def after(*how: Any) -> tuple[Pairing, ...]:
        return tuple(place._replace(players=place.players[::-1]) for place in variant.seating.after(*how))

    return replace(variant, seating=replace(variant.seating, after=after))


def all_sit_out(variant: Variant) -> Variant:
    def idle(_pairings: Pairings, seats: int) -> tuple[Role | None, ...]:
        return tuple("sits_out" for _seat in range(seats))

    return replace(variant, seating=replace(variant.seating, roles=idle))


def goes_on_too_long(variant: Variant) -> Variant:
    return replace(variant, sheet=lambda rules, sides: new_sheet(replace(rules, target=rules.target + 20), sides))


def pays_no_game_bonus(variant: Variant) -> Variant:
    return replace(variant, sheet=lambda rules, sides: new_sheet(replace(rules, game_bonus=0), sides))


def fills_by_schedule(variant: Variant) -> Variant:
    return replace(
        variant,
        sheet=lambda rules, sides: HollywoodSheet(
            replace(rules, hollywood="schedule"), variant.sheet(rules, sides).columns
        ),
    )


GIN = contest("gin", "pagat", 2, target=60)
HOLLYWOOD = contest("hollywood", "pagat", 2, target=40)
BOX = contest("in-the-box", "he-spruce-3p", 3)
ROUND = contest("three-handed", "bg-wikihow", 3)
PARTNERS = contest("partnership", "pagat", 4, swap_opponents=True)
RUMMY = contest("rummy", "am-rummy", 3)


@pytest.mark.parametrize(
    ("played", "plant", "found"),
    [
        (GIN, with_step(Discard, keeps_the_card), "cards are missing or lie twice"),
        (GIN, with_step(Defend, pays_a_point_more), " against "),
        (GIN, with_step(Knock, says_another_count), "does not count"),
        (RUMMY, with_step(LayOff, lays_off_on_nothing), "cards are missing or lie twice"),
        (GIN, lists_what_is_refused, "TAKEN_CARD_RETURNED"),
        (GIN, forgets_a_move, "DrawStock is not listed, yet allowed"),
        (GIN, allows_anything, "is not listed, yet allowed"),
        (GIN, always_deals_again, "due {0: Place("),
        (ROUND, deals_to_the_right, "due {0: Place("),
        (BOX, always_deals_again, "due {0: Place("),
        (PARTNERS, always_deals_again, "due {0: Place("),
        (RUMMY, always_deals_again, "due {0: Place("),
        (BOX, all_sit_out, "roles ('sits_out'"),
        (GIN, goes_on_too_long, "the match goes on although the sheet is full"),
        (GIN, pays_no_game_bonus, "reckoned ["),
        (HOLLYWOOD, fills_by_schedule, "the sheet says"),
    ],
)
def test_a_fault_in_the_rules_is_found(
    played: Contest, plant: Plant, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VARIANTS, played.variant, plant(VARIANTS[played.variant]))
    assert found in complaint(played)


def test_a_view_that_shows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 1.5: here a spectator sees what the first seat sees."""
    monkeypatch.setattr(hidden, "view", lambda match, reader: view(match, reader or 0))
    assert "the view of a spectator names" in complaint(GIN)


def test_an_event_that_tells_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hidden, "redact", lambda event, _reader, _follows: event)
    assert "what HandDealt tells seat 0 names" in complaint(GIN)


def test_an_adviser_who_sees_the_box_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 2c."""
    monkeypatch.setattr(hidden, "follows", lambda match, _seat: match.tables[0].players if match.tables else ())
    assert "what HandDealt tells " in complaint(BOX)


@pytest.mark.parametrize("played", [GIN, BOX], ids=lambda played: played.variant)
def test_a_match_that_goes_on_when_everybody_has_left_is_found(
    played: Contest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RULES 1.8."""

    def only_away(match: Match, seat: int, _reason: str) -> Match:
        return match._replace(away=match.away | 1 << seat)

    monkeypatch.setattr(match_play, "leave", only_away)
    monkeypatch.setattr("games.bots.simulation.company.RESTLESS", 1.0)
    assert "the match goes on although" in complaint(played) or "the match says" in complaint(played)


def test_a_winner_who_is_not_there_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """RULES 1.8: whoever the computer still plays for cannot win."""
    monkeypatch.setattr(match_play, "without_away", lambda _match, reckoning: reckoning)
    monkeypatch.setattr("games.bots.simulation.company.RESTLESS", 1.0)
    monkeypatch.setattr("games.bots.simulation.company.RETURNS", 0.0)
    monkeypatch.setattr("games.bots.simulation.company.OFFERS", 0.0)
    assert "won, not" in complaint(contest("rummy", "am-rummy", 6, target=50))


def test_what_is_refused_twice_over_and_let_in_by_the_other_door_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(match: Match, seat: int, action: Action) -> None:
        if not isinstance(action, ComeBack) or seat < 0:
            verify(match, seat, action)

    verify = match_play.verify
    monkeypatch.setattr(match_play, "verify", lenient)  # the one that `apply` asks
    assert "refused by verify and let in by apply" in complaint(GIN)


def test_a_move_that_breaks_down_is_a_violation_and_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: Any) -> Any:
        raise ZeroDivisionError("no cards left to divide")

    plant = with_step(Defend, breaks)
    monkeypatch.setitem(VARIANTS, "gin", plant(VARIANTS["gin"]))
    found = complaint(GIN)
    assert found.startswith("match 0 of seed 1, hand ")
    assert found.endswith("ZeroDivisionError: no cards left to divide")

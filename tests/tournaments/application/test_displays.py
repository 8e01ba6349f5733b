"""What pages show of an event."""

from __future__ import annotations

from tournaments.application import displays
from tournaments.domain.actions import Enter, EnterResult, PairRound, Start
from tournaments.domain.event import Event
from tournaments.domain.formats import get_format
from tournaments.domain.settings import Settings
from tournaments.domain.steps import apply
from tournaments.domain.values import DRAW, Result

NAMES = {1: "Ann", 2: "Bob", 3: "Cleo", 4: "Dan"}


def test_the_own_pairing_says_who_was_level_but_not_possible() -> None:
    play = get_format("swiss").play
    event = Event(Settings(rounds=3))
    for rating in (1900, 1800, 1700, 1600):
        event = apply(event, Enter(rating), play)
    event = apply(apply(event, Start(1), play), PairRound(1), play)
    first = event.rounds[0].pairing_of(1)
    assert first is not None
    assert first.second is not None
    for pairing in event.rounds[0].pairings:
        event = apply(event, EnterResult(1, pairing.board, Result((DRAW, DRAW))), play)
    event = apply(event, PairRound(2), play)

    shown = displays.round_shown(event.rounds[1], NAMES, 1, event)

    met = NAMES[first.other(1) or 0]
    assert shown.matches[0].mine
    assert shown.matches[0].why[-1] == f"Level with you, but you have met: {met}."
    assert all("Level with you" not in sentence for match in shown.matches[1:] for sentence in match.why)

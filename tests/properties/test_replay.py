"""What was played can be written down, read and played again, and is then the same."""

from __future__ import annotations

from hypothesis import given, settings

from games.domain.match import apply
from games.domain.notation import format_record, parse_record
from games.domain.replay import check, fold, record_match
from tests.properties.playing import begin, game_names, play, seeds


@given(game_names, seeds)
@settings(max_examples=50, deadline=None)
def test_replay_equals_live_and_notation_round_trips(game: str, seed: int) -> None:
    live = begun = begin(game)
    inputs = []
    for match, seat, action in play(game, seed):
        inputs.append((seat, action))
        live = apply(match, seat, action).match
    record = record_match(begun.variant, begun.seats, begun.rules, inputs, computers=begun.computers)
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert check(record) == live
    assert fold(begun, inputs) == live

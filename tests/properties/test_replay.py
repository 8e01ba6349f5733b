"""What was played can be written down, read and played again, and is then the same."""

from __future__ import annotations

from hypothesis import given, settings

from games.domain.match import apply, new_match
from games.domain.notation import format_record, parse_record
from games.domain.replay import check, fold, record_match
from games.domain.variants import get_variant
from tests.properties.playing import RULES, play, rule_names, seeds


@given(rule_names, seeds)
@settings(max_examples=40, deadline=None)
def test_replay_equals_live_and_notation_round_trips(rules: str, seed: int) -> None:
    live = begun = new_match(get_variant("gin"), 2, RULES[rules])
    inputs = []
    for match, seat, action in play(rules, seed):
        inputs.append((seat, action))
        live = apply(match, seat, action).match
    record = record_match(get_variant("gin"), 2, RULES[rules], inputs)
    text = format_record(record)
    assert parse_record(text) == record
    assert format_record(parse_record(text)) == text
    assert check(record) == live
    assert fold(begun, inputs) == live

"""A hand played again: what lay where, what each seat saw, what the computer would have done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.application.fold import inputs
from games.application.replays import NoSuchHand, Replay, Turn, best_plays, replay_of_inputs, turns_of
from games.domain.actions import SERVER, Deal
from games.domain.cards import FULL_DECK, parse_hand
from games.domain.match import legal_actions, must_act
from games.domain.numbers import numbers_to_dict
from games.domain.perspective import view
from games.domain.variants import get_variant
from tests.games.application.codec.test_changes import applied
from tests.games.application.matches import CODE, dealt, play_until

pytestmark = pytest.mark.usefixtures("known_deals")

FIXTURES = Path(__file__).parents[2] / "js" / "fixtures"
GAMES = [("gin", 2), ("three-handed", 3), ("in-the-box", 3), ("partnership", 4), ("rummy", 2), ("rummy", 6)]


def turns(variant: str, seats: int) -> list[Turn]:
    """Two hands of a game, and the beginning of the third."""
    whole = play_until(dealt(variant=variant, seats=seats), lambda live: live.game.hand_no == 3)
    return list(turns_of(inputs(1, CODE, whole.rows)))


def replayed(variant: str, seats: int, hand_no: int) -> Replay:
    game = get_variant(variant)
    return replay_of_inputs(game, game.rules, seats, turns(variant, seats), hand_no=hand_no)


def unfolded(plain: dict[str, Any]) -> list[tuple[Any, dict[int, Any]]]:
    """The truth and the seats' views after each step, as the page makes them of what it is sent."""
    truth = watched = None
    own: dict[int, Any] = {}
    apart: dict[int, Any] = {}
    found = []
    for step in json.loads(json.dumps(plain))["steps"]:
        truth, watched = applied(truth, step["truth"]), applied(watched, step["watch"])
        own |= {int(seat): change for seat, change in step["own"].items()}
        apart |= {int(seat): applied(apart.get(int(seat)), change) for seat, change in step["apart"].items()}
        found.append((truth, {seat: applied(watched, change) for seat, change in own.items()} | apart))
    return found


@pytest.mark.parametrize(("variant", "seats"), GAMES, ids=str)
def test_every_step_tells_all_that_was_so_and_what_each_seat_saw_of_it(variant: str, seats: int) -> None:
    replay = replayed(variant, seats, 2)
    plain = replay.plain()
    steps = unfolded(plain)
    assert len(steps) == len(replay.moments) > 5
    assert isinstance(replay.moments[0].turn.action, Deal)
    assert [hand["hand"] for hand in plain["hands"]] == [1, 2]
    for (truth, views), (_turn, _events, game) in zip(steps, replay.moments, strict=True):
        for hand, table in zip(game.tables, truth["tables"], strict=True):
            stock = table["order"].split()[-table["stock"] :] if table["stock"] else []
            melds = [meld["cards"] for meld in views[hand.players[0]].get("melds", [])]
            held = [views[seat]["seats"][seat]["hand"] for seat in hand.players]
            shed = (views[hand.players[0]].get("knock") or {}).get("discard") or ""
            whole = parse_hand(" ".join([*table["pile"], *stock, *melds, *filter(None, held)]))
            down = FULL_DECK & ~whole
            assert down == 0 or (hand.outcome is None and down.bit_count() == 1) or down == parse_hand(shed)
        for seat in range(seats):
            for other in range(seats):
                cards = views[seat]["seats"][other]["hand"]
                assert view(game, seat).seats[other].hand == (None if cards is None else parse_hand(cards))


def test_a_step_says_how_long_it_took_and_who_was_not_shown_its_card() -> None:
    replay = replayed("gin", 2, 1)
    for step, (turn, _events, game) in zip(replay.plain()["steps"], replay.moments, strict=True):
        drawn = [event for event in step["events"] if event["kind"] == "stock_drawn"]
        assert step["blind"] == ([1 - turn.seat] if drawn or step["kind"] == "knock" else [])
        assert (step["ms"] is None) == (turn.seat == SERVER)
        assert step["ms"] is None or 200 <= step["ms"] < 4_000
        assert step["banks"] == (180_000, 180_000)
        assert step["row"] is not None
        assert all("hands" not in event for event in step["events"])
        assert game.hand_no == 1
    assert replay.plain()["steps"][0]["events"][0]["kind"] == "deal_drawn"  # told with the first hand


@pytest.mark.parametrize("hand_no", [0, 3, 4])
def test_a_hand_that_is_in_play_or_was_never_dealt_is_not_shown(hand_no: int) -> None:
    with pytest.raises(NoSuchHand):
        replayed("gin", 2, hand_no)


@pytest.mark.parametrize(("variant", "seats"), [("gin", 2), ("partnership", 4), ("rummy", 2)], ids=str)
def test_the_computer_says_a_legal_play_for_every_seat_in_turn(variant: str, seats: int) -> None:
    replay = replayed(variant, seats, 2)
    plays = best_plays(replay, 60_000)
    assert len(plays) == len(replay.moments)
    for said, (_turn, _events, game) in zip(plays, replay.moments, strict=True):
        assert tuple(play["seat"] for play in said) == must_act(game)
        for play in said:
            kinds = {type(action).__name__.lower() for action in legal_actions(game, play["seat"])}
            assert play["kind"].replace("_", "") in kinds
    assert best_plays(replay, -1)[0] == []  # no time, no word


def test_the_page_s_own_tests_read_replays_of_today() -> None:
    """``tests/js/replay.test.mjs`` reads files: what is sent now has their shape."""
    for variant, seats in (("gin", 2), ("partnership", 4), ("rummy", 4)):
        kept = json.loads((FIXTURES / f"replay_{variant}.json").read_text())
        now = json.loads(json.dumps(replayed(variant, seats, 2).plain()))
        assert kept.keys() == now.keys()
        assert kept["rules"].keys() == numbers_to_dict(get_variant(variant).rules).keys()
        assert kept["steps"][3].keys() == now["steps"][3].keys()
        for before, after in zip(unfolded(kept)[0], unfolded(now)[0], strict=True):
            assert shape(before) == shape(after)


def shape(value: Any) -> Any:
    """The names in a value, whatever the values."""
    if isinstance(value, dict):
        return {name: shape(inner) for name, inner in value.items() if name != "can" and inner is not None}
    return shape(value[0]) if isinstance(value, list) and value else None

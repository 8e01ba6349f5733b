"""Actions in and out: what a page may send, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from games.application.codec import action_from_plain, action_kind, action_to_plain
from games.domain import actions
from games.domain.actions import BigGin, Defend, Discard, DrawStock, Knock, KnockLast, Ready
from games.domain.cards import parse_card, parse_hand

SENT_AND_MEANT: list[tuple[dict[str, Any], actions.PlayerAction]] = [
    ({"kind": "take_upcard"}, actions.TakeUpcard()),
    ({"kind": "pass_upcard"}, actions.PassUpcard()),
    ({"kind": "draw_stock"}, DrawStock()),
    ({"kind": "take_discard"}, actions.TakeDiscard()),
    ({"kind": "discard", "card": "7H"}, Discard(parse_card("7H"))),
    ({"kind": "knock", "card": "7H", "melds": None}, Knock(parse_card("7H"))),
    ({"kind": "knock", "card": "7H", "melds": ["5S 5H 5D"]}, Knock(parse_card("7H"), (parse_hand("5S 5H 5D"),))),
    ({"kind": "big_gin", "melds": []}, BigGin(())),
    ({"kind": "knock_last", "card": "AS", "melds": None}, KnockLast(0)),
    ({"kind": "big_gin_last", "melds": None}, actions.BigGinLast()),
    ({"kind": "pass_last"}, actions.PassLast()),
    ({"kind": "defend", "melds": None, "layoffs": None}, Defend()),
    (
        {"kind": "defend", "melds": ["TH JH QH"], "layoffs": [["7S", 0], ["8S", 2]]},
        Defend((parse_hand("TH JH QH"),), ((parse_card("7S"), 0), (parse_card("8S"), 2))),
    ),
    ({"kind": "meld", "cards": "TH JH QH"}, actions.Meld(parse_hand("TH JH QH"))),
    ({"kind": "lay_off", "card": "KH", "meld": 16}, actions.LayOff(parse_card("KH"), 16)),
    ({"kind": "ready"}, Ready()),
    ({"kind": "come_back"}, actions.ComeBack()),
    ({"kind": "resign"}, actions.Resign()),
    ({"kind": "offer_void"}, actions.OfferVoid()),
    ({"kind": "decline_void"}, actions.DeclineVoid()),
]


@pytest.mark.parametrize(("sent", "meant"), SENT_AND_MEANT, ids=[str(sent["kind"]) for sent, _meant in SENT_AND_MEANT])
def test_every_action_is_read_and_written_in_the_same_form(sent: dict[str, Any], meant: actions.PlayerAction) -> None:
    assert action_from_plain(sent) == meant
    assert {"kind": action_kind(meant), **action_to_plain(meant)} == sent


def test_every_kind_of_player_action_is_covered() -> None:
    assert {type(meant) for _sent, meant in SENT_AND_MEANT} == set(actions.PlayerAction.__args__)


def test_an_arrangement_left_out_is_left_to_the_server() -> None:
    assert action_from_plain({"kind": "knock", "card": "7H"}) == Knock(parse_card("7H"))
    assert action_from_plain({"kind": "defend"}) == Defend()


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        "discard",
        7,
        {},
        {"kind": None},
        {"kind": ["discard"]},
        {"kind": "jump"},
        {"kind": "Discard", "card": "7H"},
        {"kind": "deal", "decks": []},
        {"kind": "flag", "seat": 1},
        {"kind": "draw_for_deal", "deck": []},
        {"kind": "claim"},
        {"kind": "rematch"},
        {"kind": "discard"},
        {"kind": "discard", "card": None},
        {"kind": "discard", "card": 19},
        {"kind": "discard", "card": "7h"},
        {"kind": "discard", "card": "10H"},
        {"kind": "discard", "card": "7H 8H"},
        {"kind": "discard", "card": ["7H"]},
        {"kind": "discard", "card": "7H", "seat": 1},
        {"kind": "draw_stock", "card": "7H"},
        {"kind": "knock", "card": "7H", "melds": "5S 5H 5D"},
        {"kind": "knock", "card": "7H", "melds": {"0": "5S 5H 5D"}},
        {"kind": "knock", "card": "7H", "melds": [["5S", "5H", "5D"]]},
        {"kind": "knock", "card": "7H", "melds": [""]},
        {"kind": "knock", "card": "7H", "melds": ["5S 5S 5D"]},
        {"kind": "knock", "card": "7H", "melds": ["5S 5H 5D"] * 4},
        {"kind": "knock", "card": "7H", "melds": ["AS " * 5000]},
        {"kind": "defend", "melds": None, "layoffs": [["7S"]]},
        {"kind": "defend", "melds": None, "layoffs": [["7S", 0, 1]]},
        {"kind": "defend", "melds": None, "layoffs": [["7S", "0"]]},
        {"kind": "defend", "melds": None, "layoffs": [["7S", True]]},
        {"kind": "defend", "melds": None, "layoffs": [["7S", 0.0]]},
        {"kind": "defend", "melds": None, "layoffs": [["7S", -1]]},
        {"kind": "defend", "melds": None, "layoffs": [["7S", 3]]},
        {"kind": "defend", "melds": None, "layoffs": [["7S", 0]] * 11},
        {"kind": "defend", "melds": None, "layoffs": "7S"},
    ],
    ids=repr,
)
def test_whatever_else_a_page_sends_is_refused(sent: object) -> None:
    with pytest.raises(ValueError, match=r".+"):
        action_from_plain(sent)

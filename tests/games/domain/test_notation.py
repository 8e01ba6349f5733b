"""The text of cards, actions and records: parse and format are exact inverses."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from games.domain.actions import (
    SERVER,
    Action,
    AwardMatch,
    BigGin,
    BigGinLast,
    ComeBack,
    CorrectHand,
    Deal,
    DeclineVoid,
    Defend,
    Discard,
    DrawForDeal,
    DrawStock,
    Flag,
    Knock,
    KnockLast,
    LayOff,
    Meld,
    OfferVoid,
    PassLast,
    PassUpcard,
    Ready,
    Resign,
    ResumeMatch,
    ReverseRuling,
    Rule,
    TakeDiscard,
    TakeUpcard,
    VoidDeal,
    VoidHand,
)
from games.domain.cards import parse_card
from games.domain.clock import CONTROLS
from games.domain.events import DealDrawn, HandScored, HandVoided, MatchEnded, Ruled, ScoreLine, TotalLine
from games.domain.notation import (
    Commitment,
    HandLost,
    NotationError,
    Outcome,
    Played,
    PlayerSeed,
    Record,
    Remark,
    Rested,
    ServerSeed,
    TimeGiven,
    TimeReturned,
    format_action,
    format_cards,
    format_line,
    format_outcome,
    format_record,
    format_remark,
    parse_action,
    parse_cards,
    parse_line,
    parse_outcome,
    parse_record,
)
from games.domain.replay import check
from games.domain.ruleset import RuleSet
from games.domain.variants import VARIANTS
from games.domain.variants.presets import GIN_PRESETS
from tests.games.domain.table import cards, hand

SEVEN = parse_card("7H")
MELDS = (hand("5S 5H 5D"), hand("6C 7C 8C"))
DECK = tuple(range(51, -1, -1))

RULED = "ruling 2 correct:3.0:1:47:1,correct:3.1:-:0:0 then award"

LINES: list[tuple[int, Action, str]] = [
    (0, TakeUpcard(), "0 take-upcard"),
    (5, PassUpcard(), "5 pass-upcard"),
    (1, DrawStock(), "1 draw-stock"),
    (1, TakeDiscard(), "1 take-discard"),
    (1, Discard(SEVEN), "1 discard 7H"),
    (0, Knock(SEVEN), "0 knock 7H"),
    (0, Knock(SEVEN, MELDS), "0 knock 7H 5S5H5D,6C7C8C"),
    (0, Knock(SEVEN, ()), "0 knock 7H -"),
    (0, BigGin(), "0 big-gin"),
    (0, BigGin(MELDS), "0 big-gin 5S5H5D,6C7C8C"),
    (1, KnockLast(SEVEN), "1 knock-last 7H"),
    (1, KnockLast(SEVEN, MELDS), "1 knock-last 7H 5S5H5D,6C7C8C"),
    (1, BigGinLast(), "1 big-gin-last"),
    (1, BigGinLast(MELDS), "1 big-gin-last 5S5H5D,6C7C8C"),
    (1, PassLast(), "1 pass-last"),
    (1, Defend(), "1 defend * *"),
    (1, Defend((), ()), "1 defend - -"),
    (1, Defend(MELDS, ((SEVEN, 0), (20, 2))), "1 defend 5S5H5D,6C7C8C 7H@0,8H@2"),
    (1, Defend(None, ((SEVEN, 0),)), "1 defend * 7H@0"),
    (1, Defend(MELDS), "1 defend 5S5H5D,6C7C8C *"),
    (2, Meld(hand("7H 8H 9H")), "2 meld 7H8H9H"),
    (2, LayOff(SEVEN, 12), "2 lay-off 7H@12"),
    (0, Ready(), "0 ready"),
    (2, ComeBack(), "2 come-back"),
    (0, Resign(), "0 resign"),
    (0, OfferVoid(), "0 offer-void"),
    (0, DeclineVoid(), "0 decline-void"),
    (SERVER, DrawForDeal(DECK), f"draw-for-deal {format_cards(DECK)}"),
    (SERVER, Deal((DECK,)), f"deal {format_cards(DECK)}"),
    (SERVER, Deal((DECK, DECK)), f"deal {format_cards(DECK)} {format_cards(DECK)}"),
    (SERVER, VoidDeal(5), "void-deal 5"),
    (SERVER, Flag(3), "flag 3"),
    (SERVER, Rule(1, ()), "ruling 1 - then resume"),
    (SERVER, Rule(2, (CorrectHand(3, 0, 1, 47), CorrectHand(3, 1, None, 0, 0)), "award"), RULED),
    (
        SERVER,
        Rule(3, (VoidHand(4, 1), AwardMatch(0), AwardMatch(None))),
        "ruling 3 void:4.1,award:0,award:- then resume",
    ),
    (SERVER, Rule(4, (ResumeMatch(), ReverseRuling(3))), "ruling 4 resume,reverse:3 then resume"),
]

OUTCOMES: list[tuple[Outcome, str]] = [
    (Ruled(1, ((3, 0), (4, 1)), (5, 6), resumed=False), "= ruled 1 changed 3.0,4.1 struck 5,6 resumed no"),
    (Ruled(2, (), (), resumed=True), "= ruled 2 changed - struck - resumed yes"),
    (DealDrawn((tuple(cards("7H 7D")), tuple(cards("KS AC"))), 1), "= drawn 7H7D,KSAC dealer 1"),
    (DealDrawn((tuple(cards("7H 8D 9C")),), 0), "= drawn 7H8D9C dealer 0"),
    (DealDrawn((tuple(cards("7H 8D 8C")), (None, *cards("9S 2H"))), 1), "= drawn 7H8D8C,--9S2H dealer 1"),
    (HandVoided(3, 1, "stall"), "= void 3.1 stall"),
    (HandVoided(3, 0, "refills"), "= void 3.0 refills"),
    (
        HandScored(2, 0, "rummy", 4, 4, 0, 12, 24, 1, (ScoreLine("left_in_hands", 12), ScoreLine("going_rummy", 12))),
        "= hand 2.0 rummy winner 4 knocker 4 counts 0,12 points 24 boxes 1 left_in_hands:12,going_rummy:12",
    ),
    (
        HandScored(2, 0, "big_gin", 4, 4, 0, 31, 62, 3, (ScoreLine("deadwood", 31), ScoreLine("big_gin_bonus", 31))),
        "= hand 2.0 big_gin winner 4 knocker 4 counts 0,31 points 62 boxes 3 deadwood:31,big_gin_bonus:31",
    ),
    (
        MatchEnded("target", 0, (TotalLine("hands", (110, 99)), TotalLine("game_bonus", (100, 0))), (210, 99), 111),
        "= match target winner 0 totals 210,99 settlement 111 hands:110,99 game_bonus:100,0",
    ),
    (
        MatchEnded("agreed", None, (TotalLine("hands", (0, 0, 5)),), (0, 0, 5), -3),
        "= match agreed winner - totals 0,0,5 settlement -3 hands:0,0,5",
    ),
    (
        MatchEnded("target", 1, (TotalLine("hands", (9, 1)), TotalLine("shutout", (0, -5))), (9, -4), -13, (0, 2)),
        "= match target winner 1 totals 9,-4 settlement -13 hands:9,1 shutout:0,-5 away:0,2",
    ),
]

A, B = "0123456789abcdef" * 4, "ff" * 32
REMARKS: list[tuple[Remark, str]] = [
    (Commitment(A), f"commitment {A}"),
    (PlayerSeed(1, bytes.fromhex(A[:32]), B), f"player-seed 1 {A[:32]} {B}"),
    (PlayerSeed(5, bytes.fromhex(A), B, is_default=True), f"player-seed 5 {A} {B} default"),
    (ServerSeed(bytes.fromhex(A)), f"seed {A}"),
    (TimeReturned(60_000), "time-returned 60000"),
    (TimeGiven(1, 30_000), "time-given 1 30000"),
    (Rested(600_000), "rested 600000"),
    (HandLost(4), "hand-lost 4"),
]


def test_cards_that_belong_together_stand_without_a_space() -> None:
    assert format_cards(tuple(cards("7H TD AS"))) == "7HTDAS"
    assert parse_cards("7HTDAS") == tuple(cards("7H TD AS"))
    assert parse_cards("") == ()


@pytest.mark.parametrize("text", ["7", "7H1", "7h", "10H", "7H 8H", "XX"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_cards(text)


@pytest.mark.parametrize(("seat", "action", "text"), LINES)
def test_every_action_has_its_line(seat: int, action: Action, text: str) -> None:
    assert format_action(seat, action) == text
    assert parse_action(text) == (seat, action)
    assert parse_line(text) == Played(seat, action)
    for timed in (Played(seat, action, 0), Played(seat, action, 4210, 85)):
        assert parse_line(format_line(timed)) == timed


@pytest.mark.parametrize(("remark", "text"), REMARKS)
def test_every_remark_has_its_line(remark: Remark, text: str) -> None:
    assert format_remark(remark) == text
    assert parse_line(text) == remark


@pytest.mark.parametrize(("outcome", "text"), OUTCOMES)
def test_every_outcome_has_its_line(outcome: Outcome, text: str) -> None:
    assert format_outcome(outcome) == text
    assert parse_outcome(text) == outcome
    assert format_line(parse_line(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "0 fold",
        "0 discard",
        "0 discard 7H 8H",
        "0 discard 7h",
        "0 ready now",
        "0  ready",
        "0 ready +",
        "0 ready +-1",
        "0 ready +1/0",
        "0 ready +1/301",
        "0 ready +01",
        "0 ready +1 +1",
        "+1",
        "ruling 1",
        "ruling 1 void:4.1",
        "ruling 1 void:4.1 then",
        "ruling 1 void:4.1 then nothing",
        "ruling 1 void:4 then resume",
        "ruling 1 correct:4.1:0:3 then resume",
        "ruling 01 resume then resume",
        "ruling 1 resume, then resume",
        "= ruled 1 changed - struck -",
        "= ruled 1 changed - struck - resumed maybe",
        "time-given 1",
        "rested",
        "commitment",
        f"commitment {A[1:]}",
        f"commitment {A.upper()}",
        f"seed {A[:62]}",
        f"player-seed 0 {A[:30]} {A}",
        f"player-seed 0 {A}",
        f"player-seed 0 {A} {A} mine",
        f"player-seed 00 {A} {A}",
        f"player-seed 0 {A * 3} {A}",
        "time-returned",
        "time-returned 1 ",
        "hand-lost four",
        "00 ready",
        "+1 ready",
        "0 knock 7H 5S5H5D 6C7C8C",
        "0 knock 7H 5H5S5D",  # a meld's cards stand in card order
        "0 knock 7H 5S5S5D",
        "0 defend *",
        "1 defend * 7H",
        "1 defend * 7H@x",
        "1 big-gin -,",
        "0 meld",
        "0 meld 8H7H9H",
        "0 meld -",
        "0 lay-off 7H",
        "0 lay-off 7H@0,8H@0",
        "0 lay-off -",
        "0 come-back now",
        "flag",
        "void-deal",
        "void-deal 5 6",
        "-1 flag 0",
        "draw-for-deal",
        "= hand 1.0 gin winner 0",
        "= void 1 wall",
        "= drawn 7H",
        "= nothing",
        "=",
        "= match target winner 0 totals 1,x settlement 0",
        "= match target winner 0 totals 1,2 settlement 0 hands:1,2 away:",
    ],
)
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_line(text)


def record(**changes: object) -> Record:
    played = (Played(seat, action) for seat, action, _ in LINES)
    return Record("gin", 1, 2, RuleSet(), (*played, *(line for line, _ in (*OUTCOMES, *REMARKS))))._replace(**changes)  # type: ignore[arg-type]


def whole(**changes: object) -> Record:
    """A record that says everything that one may say."""
    said = {"code": "abcdefghjk", "clock": CONTROLS["slow-1"], "started": datetime(2025, 12, 1, 12, tzinfo=UTC)}
    return record(**(said | changes))


@pytest.mark.parametrize("rules", GIN_PRESETS.values(), ids=GIN_PRESETS)
def test_a_record_reads_back_as_it_was_written(rules: RuleSet) -> None:
    for written in (record(rules=rules), record(seats=6), record(lines=()), record(seats=4, computers=0b1010), whole()):
        text = format_record(written)
        assert parse_record(text) == written
        assert format_record(parse_record(text)) == text


def test_the_first_line_of_the_body_is_known() -> None:
    for written in (record(), record(code="abc"), whole()):
        assert format_record(written).split("\n")[written.first_line - 1] == "0 take-upcard"


def test_every_player_action_has_a_line() -> None:
    assert {type(action) for _, action, _ in LINES} == set(Action.__args__)


def test_each_game_reads_its_own_numbers() -> None:
    for name, variant in VARIANTS.items():
        written = record(variant=name, seats=variant.seating.seats[-1], rules=variant.rules)
        assert parse_record(format_record(written)) == written


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (1, "%gin-record 1"),
        (2, "game gin"),
        (3, "rules-version one"),
        (3, "rules-version 01"),
        (4, "seats two"),
        (4, "seats 1"),
        (4, "seats 7"),
        (4, "seats 3 computers 3"),
        (4, "seats 3 computers"),
        (4, "seats 3 computers 2,1"),
        (4, "seats 3 computers 1,1"),
        (5, "rules {}"),
        (5, "rules {"),
        (5, 'rules {"knock_limit":99}'),
        (5, "rules " + "[" * 100_000),
        (6, "code a|b"),
        (6, "code "),
        (7, "clock {}"),
        (7, "clock []"),
        (7, 'clock {"name":"blitz","move_ms":1,"bank_ms":null,"increment_ms":0,"pause_ms":0,"claim_ms":null}'),
        (7, 'clock {"name":"blitz","move_ms":1,"bank_ms":-1,"increment_ms":0,"pause_ms":0,"claim_ms":null}'),
        (7, 'clock {"name":"blitz","move_ms":1, "bank_ms":0,"increment_ms":0,"pause_ms":0,"claim_ms":null}'),
        (8, "started 2025-12-01"),
        (8, "started 2025-12-01T12:00:61Z"),
        (8, "clock {}"),
        (9, "5 pass"),
        (12, ""),
    ],
)
def test_a_wrong_line_is_named(line: int, wrong: str) -> None:
    lines = format_record(whole()).split("\n")
    lines[line - 1] = wrong
    with pytest.raises(NotationError) as error:
        parse_record("\n".join(lines))
    assert error.value.line == line


@pytest.mark.parametrize("text", ["", "%gin-record 2\n", format_record(record()).rstrip("\n")])
def test_a_record_cut_short_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_record(text)


def test_the_example_in_the_documentation_is_a_record_that_checks() -> None:
    page = (Path(__file__).parents[3] / "docs" / "record-format.md").read_text(encoding="utf-8")
    example = page.split("```")[-2]
    assert check(parse_record(example.lstrip())).phase == "over"

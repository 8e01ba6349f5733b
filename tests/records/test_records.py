"""Golden matches: really played from a seed, then frozen. The rules must lead through them to the same end for ever.

A record that no longer checks means that an old match would be replayed differently: raise ``RULES_VERSION`` or mend
the rules, never the record.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from games.domain.actions import Discard
from games.domain.notation import Played, format_record, parse_record
from games.domain.replay import RecordError, check

RECORDS = sorted(Path(__file__).parent.glob("*.gin"))

SHOWN: dict[str, tuple[str, ...]] = {
    "plain-match-to-100": (" undercut ", " knock winner", " gin winner", "= match target"),
    "undercut-gin-and-wash": (" undercut ", " gin winner", " wall\n", "= match target"),
    "exposed-hand": ('"invalid_knock":"expose"',),
    "tournament-last-chance": (" knock-last ", " pass-last\n", '"last_discard":"knock_only"'),
    "big-gin": (" big-gin\n", " big_gin winner"),
    "shutout": (" shutout:0,119",),
    "resignation": (" resign\n", " left\n", "= match resigned"),
    "out-of-time": ("flag ", " left\n", "= match flagged"),
    "agreed-void": (" decline-void\n", " agreed\n", "= match agreed winner -"),
    "no-upcard-offer": ('"upcard_offer":"none"', " undercut "),
    "oklahoma-with-spades": ('"oklahoma":"one"', "spade_double:"),
    "oklahoma": ("variant oklahoma\n", '"oklahoma":"gin_only"', " boxes 3 ", "spade_double:"),
    "hollywood": ("variant hollywood\n", "game_bonus:100,200", "boxes:200,175", "shutout:100,0"),
    "hollywood-on-oklahoma-by-schedule": ('"hollywood":"schedule"', '"oklahoma":"one"', "settlement 686"),
    "straight-gin": ('"knock_limit":0', " gin winner"),
    "fixed-hands": ('"fixed_hands":4', "= match hands"),
    "seeds-times-and-rulings": (
        "code abcdefghjk\nclock ",
        "started 2025-12-01T12:00:00Z\ncommitment ",
        " default\nseed ",
        "time-returned 45000\ntime-given 1 20000\n",
        "ruling 1 correct:2.0:0:26:1 then award\n= ruled 1 changed 2.0 struck - resumed no\n= match target winner 0",
        "ruling 2 reverse:1,void:2.0 then award\n",
        "= match ruled winner 1",
    ),
    "three-handed-rotation": ("variant three-handed\n", "dealer_out_rotate", " undercut ", " gin winner", " wall\n"),
    "three-handed-loser-deals": ("variant three-handed\n", "dealer_out_loser_deals", "= match target"),
    "cutthroat": ('"three_players":"cutthroat"', ",--", " shutout:", "-100"),
    "in-the-box": ("variant in-the-box\n", ",--", " undercut ", " wall\n", "= match target"),
    "partners-net-per-hand": ("variant partnership\n", "net_per_hand", " undercut ", " wall\n", "= match target"),
    "partners-swapping": ('"swap_opponents":true', "= match target"),
    "partners-sum-of-games": ("sum_of_games", "= match target"),
    "a-computer-as-partner": ("seats 4 computers 3\n", "= match target"),
    "away-and-back": (" resign\n", " come-back\n", "= match target", " away:"),
    "last-one-left": ("flag ", " left\n", "= match resigned", " away:"),
    "a-team-concedes": ("variant partnership\n", " left\n", "= match resigned", " away:"),
    "rummy-out-by-meld": ("variant rummy\n", " meld 2H2D2C\n= hand 1.0 out"),
    "rummy-out-by-lay-off": ("variant rummy\n", " lay-off KC@2\n= hand 1.0 out"),
    "rummy-going-rummy": ("seats 3\n", " rummy winner", "going_rummy:79", "= match target"),
    "rummy-refills": ("seats 4\n", '"reshuffle_limit":1', "= void 1.0 refills\n", "= match hands"),
    "rummy-turned-over": (
        '"melds_per_turn":"one"',
        '"must_discard_last":true',
        '"ace":"high_or_low"',
        '"stock_empty":"turn_over"',
    ),
}
"""What each record is there to show."""


def test_every_record_says_what_it_shows() -> None:
    assert {path.stem for path in RECORDS} == set(SHOWN)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_match_plays_again_as_it_was_played(path: Path) -> None:
    text = path.read_text(encoding="ascii")
    record = parse_record(text)
    assert format_record(record) == text
    match = check(record)
    assert match.phase == "over"
    assert match.end == record.lines[-1]
    for words in SHOWN[path.stem]:
        assert words in text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_match_with_one_discard_left_out_is_refused(path: Path) -> None:
    record = parse_record(path.read_text(encoding="ascii"))
    discards = [
        at
        for at, (line, following) in enumerate(pairwise(record.lines))
        if isinstance(line, Played) and isinstance(line.action, Discard) and isinstance(following, Played)
    ]
    middle = discards[len(discards) // 2]
    with pytest.raises(RecordError, match="refused") as error:
        check(record._replace(lines=record.lines[:middle] + record.lines[middle + 1 :]))
    # At two tables at once the other one may go on for a while.
    assert error.value.line == record.first_line + middle or (record.seats == 4 and error.value.line > middle)

"""The text of cards, actions and whole matches: what PGN is to chess. Parse and format are exact inverses.

``docs/record-format.md`` describes it. A record is a header and then one line for each input of the match, each outcome
that followed, and each remark that stands beside them::

    %gin-record 2                        the form of this text
    variant gin
    rules-version 1
    seats 2                              "seats 3 computers 1,2": those the computer plays from the start
    rules {"knock_limit":10,…}           every number of the match, as JSON
    code abcdefghjk                      from here on what a record need not say: the match's name,
    clock {"name":"standard",…}          its time control,
    started 2025-12-01T12:00:00Z         and when it began
    draw-for-deal 7HKS…                  the server's decks are 52 cards, top first
    = drawn 7HKS dealer 0                outcomes begin with "="; one group a round, one card a seat ("--": none)
    commitment 5d41…                     the seeds that the next deal follows from, and what each was promised by
    player-seed 0 9b2c… 77e0…
    player-seed 1 c401… 1f3a… default    the server's default stood in
    seed 3ac9…
    deal AS2D…                           the decks, separated by a space: one for each table, or for each shuffle
    1 pass-upcard +2140                  a seat, what it did, and how long its turn had lasted, in ms
    0 take-upcard +900/85                85 of which the message took
    0 discard 9C
    1 draw-stock
    1 knock KS 5S5H5D,6C7C8C             the melds shown; "-" for no meld, nothing at all to leave them to the server
    0 defend 3S4S5S,9H9D9C 7S@0,8S@0     own melds ("*" leaves them to the server), cards laid on the knocker's melds
    = hand 1.0 undercut winner 0 knocker 1 counts 9,2 points 32 boxes 1 difference:7,undercut_bonus:25
    0 meld 7H8H9H                        basic rummy: a new meld, and a card laid on the meld of that number
    0 lay-off TH@0
    0 ready
    2 come-back                          the person whose seat the computer held is back
    time-returned 60000                  after an outage
    time-given 1 30000                   by the referee, to a seat
    rested 600000                        while something was before the referee
    hand-lost 4                          its deal key is gone; it is dealt anew
    ruling 1 correct:3.0:0:47:1 then resume
    = ruled 1 changed 3.0 struck 4,5 resumed no
    void-deal 5                          the next hand cannot be dealt: a seed promised for it is kept back
    flag 1
    = void 2.0 left                      hand and table
    = match flagged winner 0 totals 132,0 settlement 132 hands:32,0 game_bonus:100,0
                                         a winner is a side; "away:2" at the end names seats that the computer held

Cards are written as in ``cards``; cards that belong together stand without a space. There may be two to six seats.
"""

from __future__ import annotations

from games.domain.notation.inputs import Played, format_action, format_played, parse_action, parse_played
from games.domain.notation.outcomes import Outcome, format_outcome, parse_outcome
from games.domain.notation.records import (
    FORM,
    BadRecord,
    Line,
    NotationError,
    Record,
    format_line,
    format_record,
    inputs_of,
    parse_line,
    parse_record,
)
from games.domain.notation.remarks import (
    Commitment,
    HandLost,
    PlayerSeed,
    Remark,
    Rested,
    ServerSeed,
    TimeGiven,
    TimeReturned,
    format_remark,
    parse_remark,
)
from games.domain.notation.words import format_cards, parse_cards

__all__ = [
    "FORM",
    "BadRecord",
    "Commitment",
    "HandLost",
    "Line",
    "NotationError",
    "Outcome",
    "Played",
    "PlayerSeed",
    "Record",
    "Remark",
    "Rested",
    "ServerSeed",
    "TimeGiven",
    "TimeReturned",
    "format_action",
    "format_cards",
    "format_line",
    "format_outcome",
    "format_played",
    "format_record",
    "format_remark",
    "inputs_of",
    "parse_action",
    "parse_cards",
    "parse_line",
    "parse_outcome",
    "parse_played",
    "parse_record",
    "parse_remark",
]

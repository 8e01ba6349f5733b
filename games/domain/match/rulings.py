"""What a referee's ruling does to a match (RULES 1.8): the sheet is folded again from the hands as they were played.

Nothing that was played is changed: rulings stand beside it, and the sheet, the end and what counts follow from both.
So a ruling is reversed by another one, in any order. The match ends at the first hand that now reaches the target, and
the hands after it are struck. Past dealers and roles stand.

A hand in play that a ruling voids is void for good, for its cards lie open from then on.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from games.domain.actions import AwardMatch, CorrectHand, ResumeMatch, ReverseRuling, Rule, VoidHand
from games.domain.errors import Code, RuleViolation
from games.domain.events import HandKind, HandScored, HandVoided, ScoreLine
from games.domain.match.ending import finish, following, leader, void_hands, without_away
from games.domain.match.state import Left, Match, Ruled
from games.domain.scoresheets import Reckoning, settle
from games.domain.seating import Pairing, Pairings

MAX_POINTS = 9_999
"""More than any hand gives."""

Outcome = HandScored | HandVoided
Corrections = dict[tuple[int, int], CorrectHand]


def verify_ruling(match: Match, action: Rule) -> None:
    """Raise ``RuleViolation`` for a ruling that cannot be made on this match."""
    ruled = match.ruled or Ruled(())
    past = ruled.rulings
    if action.number != len(past) + 1 or match.phase == "draw_for_deal":
        raise RuleViolation(Code.BAD_RULING)
    standing = {ruling.number for ruling in standing_rulings(ruled)}
    for remedy in action.remedies:
        match remedy:
            case CorrectHand(hand_no, table, winner, points, boxes):
                if _is_in_play(match, hand_no, table):
                    raise RuleViolation(Code.HAND_IN_PLAY)
                _require_played(match, hand_no, table)
                fits = winner is None or 0 <= winner < match.seats
                if not fits or not 0 <= points <= MAX_POINTS or not 0 <= boxes <= MAX_POINTS:
                    raise RuleViolation(Code.BAD_RULING)
            case VoidHand(hand_no, table):
                if not _is_in_play(match, hand_no, table):
                    _require_played(match, hand_no, table)
            case AwardMatch(side):
                if side is not None and not 0 <= side < len(match.variant.seating.sides(match.seats)):
                    raise RuleViolation(Code.BAD_RULING)
            case ReverseRuling(number):
                if number not in standing:
                    raise RuleViolation(Code.NO_SUCH_RULING)
            case ResumeMatch():
                pass


def rule(match: Match, action: Rule) -> Match:
    """The match after a verified ruling. Tables whose hands it voids in play have their outcomes; nothing is dealt."""
    match = _with_ruling(_void_in_play(match, action), action)
    return _fold(match, action)


def _is_in_play(match: Match, hand_no: int, table: int) -> bool:
    return match.phase == "play" and any(
        hand.outcome is None and (match.hand_no, hand.dealt.table) == (hand_no, table) for hand in match.tables
    )


def _require_played(match: Match, hand_no: int, table: int) -> None:
    played = _as_played(match).played
    if not any((hand.hand_no, hand.table) == (hand_no, table) for outcomes in played for hand in outcomes):
        raise RuleViolation(Code.NO_SUCH_HAND)


def _as_played(match: Match) -> Ruled:
    """What was played: before the first ruling the sheet itself tells it."""
    if match.ruled is not None:
        return match.ruled
    return Ruled(tuple(tuple(hands) for _no, hands in groupby(match.sheet.hands, lambda hand: hand.hand_no)))


def _with_ruling(match: Match, action: Rule) -> Match:
    ruled = _as_played(match)
    end, known = match.end, _left(ruled, standing_rulings(ruled))
    if end is not None and end.reason in ("resigned", "flagged", "agreed") and known is None:
        left = Left(len(ruled.played), action.number, end.reason, end.winner)
        ruled = ruled._replace(lefts=(*ruled.lefts, left))
    return match._replace(ruled=ruled._replace(rulings=(*ruled.rulings, action)))


def _void_in_play(match: Match, action: Rule) -> Match:
    """The hands in play that the ruling names are void."""
    if match.phase != "play":
        return match
    named = {(remedy.hand_no, remedy.table) for remedy in action.remedies if isinstance(remedy, VoidHand)}
    return match._replace(
        tables=tuple(
            match.variant.hands.void(hand, "ruled")
            if hand.outcome is None and (match.hand_no, hand.dealt.table) in named
            else hand
            for hand in match.tables
        )
    )


def standing_rulings(ruled: Ruled) -> list[Rule]:
    """The rulings that no standing ruling reverses, in order."""
    reversed_ones: set[int] = set()
    standing = []
    for ruling in reversed(ruled.rulings):
        if ruling.number not in reversed_ones:
            standing.append(ruling)
            reversed_ones |= {remedy.number for remedy in ruling.remedies if isinstance(remedy, ReverseRuling)}
    return standing[::-1]


def _fold(match: Match, action: Rule) -> Match:
    """Sheet and end anew."""
    ruled, before = match.ruled, match
    assert ruled is not None
    standing = standing_rulings(ruled)
    corrections = _corrections(standing)
    left = _left(ruled, standing)
    sheet = match.variant.sheet(match.rules, len(match.variant.seating.sides(match.seats)))
    entered = 0
    for outcomes in ruled.played:
        if sheet.end_reason is not None or (left is not None and entered == left.rounds):
            break
        sheet = sheet.enter_round(tuple(_corrected(hand, corrections) for hand in outcomes))
        entered += 1
    struck = tuple(outcomes[0].hand_no for outcomes in ruled.played[entered:])
    played = {(hand.hand_no, hand.table) for outcomes in ruled.played for hand in outcomes}
    changed = tuple(sorted(corrections.keys() & played))
    match = match._replace(sheet=sheet, end=None, ruled=ruled._replace(struck=struck, changed=changed), void_offers=0)
    return _ended(match, standing, left, action.then) or _playing(before, match, corrections)


def _corrections(standing: list[Rule]) -> Corrections:
    """What counts for each hand that was ruled on; a later ruling prevails."""
    corrections: Corrections = {}
    for ruling in standing:
        for remedy in ruling.remedies:
            if isinstance(remedy, CorrectHand):
                corrections[remedy.hand_no, remedy.table] = remedy
            elif isinstance(remedy, VoidHand):
                corrections[remedy.hand_no, remedy.table] = CorrectHand(remedy.hand_no, remedy.table, None)
    return corrections


def _left(ruled: Ruled, standing: list[Rule]) -> Left | None:
    """How the match was left in play, unless a standing ruling after that has it resumed."""
    resumed = max(
        (ruling.number for ruling in standing if any(isinstance(one, ResumeMatch) for one in ruling.remedies)),
        default=0,
    )
    return next((left for left in ruled.lefts if left.before > resumed), None)


def _corrected(hand: Outcome, corrections: Corrections) -> Outcome:
    remedy = corrections.get((hand.hand_no, hand.table))
    if remedy is None:
        return hand
    if remedy.winner is None:
        return HandVoided(hand.hand_no, hand.table, "ruled")
    lines = (ScoreLine("ruled", remedy.points),)
    if isinstance(hand, HandVoided):
        return HandScored(
            hand.hand_no, hand.table, "knock", remedy.winner, remedy.winner, 0, 0, remedy.points, remedy.boxes, lines
        )
    kind = _kind(hand, remedy.winner)
    return replace(hand, kind=kind, winner=remedy.winner, points=remedy.points, boxes=remedy.boxes, lines=lines)


def _kind(hand: HandScored, winner: int) -> HandKind:
    """In gin a knocker who loses was undercut, and one who wins was not."""
    if hand.kind in ("out", "rummy", "lowest"):
        return hand.kind
    if winner != hand.knocker:
        return "undercut"
    return "knock" if hand.kind == "undercut" else hand.kind


def _ended(match: Match, standing: list[Rule], left: Left | None, then: str) -> Match | None:
    """The match with its end, if it has one: as awarded, by its sheet, as it was left, or as this ruling chooses."""
    awards = [remedy for ruling in standing for remedy in ruling.remedies if isinstance(remedy, AwardMatch)]
    if awards:
        match = void_hands(match, "ruled")
        return finish(match, "ruled", _awarded(match, awards[-1].side))
    reason = match.sheet.end_reason
    if reason is not None:
        return finish(_struck_in_play(match), reason, without_away(match, match.sheet.final()))
    if left is not None:
        return finish(_struck_in_play(match), left.reason, _awarded(match, left.winner))
    if match.phase == "over" and then == "award":
        return finish(match, "ruled", _awarded(match, leader(match)))
    return None


def _awarded(match: Match, side: int | None) -> Reckoning:
    """Game bonus, boxes as they stand and no shutout for the side that wins; without one the match is drawn."""
    reckoning = match.sheet.final(side)
    return settle(reckoning.lines, None) if side is None else reckoning


def _struck_in_play(match: Match) -> Match:
    """A hand in play that comes after the end of the match: void, and struck."""
    if match.phase != "play":
        return match
    rules, ruled = match.variant.hands, match.ruled
    assert ruled is not None
    tables = tuple(rules.void(hand, "ruled") if hand.outcome is None else hand for hand in match.tables)
    outcomes = tuple(hand.outcome for hand in tables)
    ruled = ruled._replace(played=(*ruled.played, outcomes), struck=(*ruled.struck, match.hand_no))
    return match._replace(tables=tables, ruled=ruled)


def _playing(before: Match, match: Match, corrections: Corrections) -> Match:
    """The match as it goes on: between hands the next deal follows from what counts now."""
    if match.phase == "play":
        return match
    ready = match.ready if before.phase == "between" else 0
    return match._replace(phase="between", pairings=_next_pairings(match, corrections), ready=ready)


def _next_pairings(match: Match, corrections: Corrections) -> Pairings:
    """Who plays next, from the last deal as it was and as it counts now."""
    tables = match.tables
    if not tables:
        return match.pairings
    last = tuple(Pairing(hand.dealt.dealer, hand.players, hand.dealt.table) for hand in tables)
    outcomes = tuple(_corrected(hand.outcome, corrections) for hand in tables)
    return following(match, last, outcomes)

"""What hands and matches are worth, reckoned once more from RULES 1.6, 1.7 and 2d to 2g."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.bots.simulation.referee import require
from games.domain.cards import POINTS, format_hand, iter_cards
from games.domain.events import HandScored
from games.domain.hands.gin import GinHand
from games.domain.hands.rummy import RummyHand

Scored = Sequence[Sequence[HandScored]]
"""The hands of each round that were not void."""


class Column:
    """A column as the referee writes it: each side's points and boxes, and who filled it."""

    def __init__(self, sides: int, target: int, fixed: int | None) -> None:
        self.points, self.boxes = [0] * sides, [0] * sides
        self.target, self.fixed, self.played = target, fixed, 0

    def enter(self, side: int, points: int, boxes: int) -> None:
        """One hand or round more."""
        self.points[side] += points
        self.boxes[side] += boxes

    @property
    def full(self) -> bool:
        """Whether the target is reached, or all hands are played."""
        return max(self.points) >= self.target if self.fixed is None else self.played >= self.fixed

    @property
    def leader(self) -> int | None:
        """Of a full column: who reached the target, or has most of the hands' points."""
        return highest(self.points) if self.full else None


def highest(amounts: Sequence[int]) -> int | None:
    """The one with most, if it is one."""
    best = [side for side, amount in enumerate(amounts) if amount == max(amounts)]
    return best[0] if len(best) == 1 else None


def columns_of(kind: str, rules: Any, sides: int, rounds: Scored) -> list[Column]:
    """The columns of a sheet of this kind once these hands were played."""
    target = rules.team_target if kind == "net_per_hand" else rules.target
    count = {"hollywood": 3, "sum_of_games": 2}.get(kind, 1)
    columns = [Column(sides, target, rules.fixed_hands) for _ in range(count)]
    wins = [0] * sides
    for hands in rounds:
        if kind == "net_per_hand":
            _enter_net(columns[0], hands)
        for hand in hands if kind != "net_per_hand" else ():
            chosen = _chosen(kind, rules, columns, hand, wins)
            wins[hand.winner % sides] += 1
            for column in chosen:
                column.enter(hand.winner % sides, hand.points, hand.boxes)
            for column in columns if kind != "sum_of_games" else chosen:
                column.played += 1
    return columns


def _enter_net(column: Column, hands: Sequence[HandScored]) -> None:
    """One box for the team that is ahead in the round, and what it is ahead (EC-78 to EC-80)."""
    won = [sum(hand.points for hand in hands if hand.winner % 2 == team) for team in (0, 1)]
    column.played += bool(hands)
    if won[0] != won[1]:
        column.enter(0 if won[0] > won[1] else 1, abs(won[0] - won[1]), 1)


def _chosen(kind: str, rules: Any, columns: list[Column], hand: HandScored, wins: list[int]) -> list[Column]:
    """The columns in which a hand is entered (RULES 2d, 2f)."""
    if kind == "sum_of_games":
        return [columns[hand.table]]
    if kind != "hollywood":
        return columns
    still_open = [column for column in columns if not column.full]
    if rules.hollywood == "schedule":
        return [column for column in columns[: wins[hand.winner] + 1] if column in still_open]
    blank = [column for column in still_open if not column.boxes[hand.winner]]
    return [column for column in still_open if column.boxes[hand.winner] or column in blank[:1]]


def totals_of(kind: str, rules: Any, columns: Iterable[Column], awarded_to: int | None) -> list[int]:
    """Each side's total in the end; ``awarded_to`` wins what was left before its end, without a shutout (RULES 1.8)."""
    totals: list[list[int]] = []
    for column in columns:
        settled = awarded_to is None or (kind in ("hollywood", "sum_of_games") and column.full)
        if kind == "rummy":
            totals.append(column.points)
        elif settled:
            totals.append(_reckoned(column, rules, column.leader, shutout=True))
        else:
            totals.append(_reckoned(column, rules, awarded_to, shutout=False))
    return [sum(amounts) for amounts in zip(*totals, strict=True)]


def _reckoned(column: Column, rules: Any, leader: int | None, *, shutout: bool) -> list[int]:
    """Hand points, game bonus, boxes, shutout, in this order (RULES 1.7)."""
    sides = range(len(column.points))
    boxes = {"both": sides, "winner": (leader,), "none": ()}[rules.box_to]
    totals = [column.points[side] + (rules.box_bonus * column.boxes[side] if side in boxes else 0) for side in sides]
    if leader is None:
        return totals
    blank = [side for side in sides if side != leader and not column.boxes[side]] if shutout else []
    swept = len(blank) == len(sides) - 1
    replaced = swept and rules.shutout == "replace_game_bonus"
    totals[leader] += rules.shutout_points if replaced else rules.game_bonus
    if rules.shutout == "flat":
        for side in blank:
            loser_pays = rules.three_players == "cutthroat" and len(sides) > 2
            totals[side if loser_pays else leader] += -rules.shutout_points if loser_pays else rules.shutout_points
    elif swept and rules.shutout == "double_hands":
        totals[leader] += column.points[leader]
    elif swept and rules.shutout == "double_total":
        totals[leader] *= 2
    return totals


def check_gin_hand(rules: Any, hand: GinHand, scored: HandScored) -> None:
    """Both hands are laid out in melds and deadwood, and the points follow from the counts (RULES 1.6)."""
    shown = hand.showdown
    assert shown is not None
    assert shown.reply is not None
    require(shown.count <= hand.dealt.limit, f"a knock with {shown.count} where the limit is {hand.dealt.limit}")
    laid = [card for card, _meld in shown.reply.layoffs]
    for place, lying, more in ((shown.place, shown, []), (1 - shown.place, shown.reply, laid)):
        cards = sorted([card for mask in (*lying.melds, lying.deadwood) for card in iter_cards(mask)] + more)
        require(
            cards == list(iter_cards(hand.hands[place])), f"not the cards of the hand: {format_hand(hand.hands[place])}"
        )
        require(all(map(is_meld, lying.melds)), f"no meld among {[format_hand(meld) for meld in lying.melds]}")
        require(lying.count == count_of(lying.deadwood), f"{format_hand(lying.deadwood)} does not count {lying.count}")
    for meld in range(len(shown.melds)):
        grown = shown.melds[meld] | sum(1 << card for card, onto in shown.reply.layoffs if onto == meld)
        require(is_meld(grown), f"lay-offs made {format_hand(grown)}")
    require(not laid or shown.count, "a lay-off on gin")
    due = _worth(rules, shown.kind, shown.count, shown.reply.count) * (2 if hand.dealt.doubled else 1)
    knocker = hand.players[shown.place]
    undercut = shown.kind == "knock" and shown.count >= shown.reply.count
    winner = sum(hand.players) - knocker if undercut else knocker
    found = (scored.winner, scored.points, sum(line.points for line in scored.lines))
    require(found == (winner, due, due), f"{scored.kind}, {shown.count} against {shown.reply.count}: {found}")


def _worth(rules: Any, kind: str, knocker: int, defender: int) -> int:
    if kind == "big_gin":
        return defender + int(rules.big_gin_bonus)
    if kind == "gin":
        return defender + int(rules.gin_bonus)
    if knocker == defender:
        return int(rules.tie_bonus)
    return defender - knocker if knocker < defender else knocker - defender + int(rules.undercut_bonus)


def check_rummy_hand(rules: Any, hand: RummyHand, scored: HandScored) -> None:
    """Whoever is out gets what the others hold, twice for going rummy; melds on the table are melds (RULES 2g)."""
    costs = [
        sum(15 if rules.ace != "low" and not card % 13 else POINTS[card] for card in iter_cards(cards))
        for cards in hand.hands
    ]
    place = hand.players.index(scored.winner)
    if scored.kind == "lowest":
        require(costs.count(min(costs)) == 1 and costs[place] == min(costs), f"the lowest of {costs} is not {place}")
    else:
        require(not hand.hands[place], f"seat {scored.winner} is out and holds cards")
    others = sum(costs) - costs[place]
    due = 2 * others if scored.kind == "rummy" and rules.going_rummy == "double" else others
    found = (scored.points, sum(line.points for line in scored.lines))
    require(found == (due, due), f"{scored.kind} over {costs}: {found}")
    for meld in hand.melds:
        require(is_meld(meld.cards, ace_high=rules.ace != "low"), f"on the table lies {format_hand(meld.cards)}")


def count_of(cards: int) -> int:
    """The points of loose cards."""
    return sum(POINTS[card] for card in iter_cards(cards))


def is_meld(cards: int, *, ace_high: bool = False) -> bool:
    """Three or four of a rank, or three or more of a suit in sequence (RULES 1.2)."""
    each = list(iter_cards(cards))
    suits, ranks = {card // 13 for card in each}, [card % 13 for card in each]
    if len(each) < 3:
        return False
    if len(set(ranks)) == 1:
        return len(each) < 5
    if ace_high and 0 in ranks and 12 in ranks and len(ranks) < 13:
        ranks = sorted(rank or 13 for rank in ranks)
    return len(suits) == 1 and ranks[-1] - ranks[0] == len(ranks) - 1

"""Rules said in a sentence and in rows of a sheet, for every game of the family.

Each game says its name, its length and its clauses; which clauses a game has beyond those of gin stands in one table.
"""

from __future__ import annotations

from collections.abc import Callable

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.application.sayings import rummy
from games.application.sayings.clocks import say_clock
from games.application.sayings.games import game_name, say_number
from games.domain.clock import TimeControl
from games.domain.ruleset import RuleSet
from games.domain.rummy_rules import RummyRules
from games.domain.variants import Rules

Row = tuple[str, str]

NEXT_DEALER: dict[str, Promise] = {
    "loser": _("the loser of the hand"),
    "winner": _("the winner of the hand"),
    "alternate": _("each in turn"),
    "box": _("the box"),
}
BOX_TO: dict[str, Promise] = {"both": _("to both players"), "winner": _("to the winner only"), "none": _("not counted")}
MATCH_WINNER: dict[str, Promise] = {
    "first_to_target": _("whoever reaches the target"),
    "highest_total": _("the higher total after the bonuses"),
}
SHUTOUT: dict[str, Promise] = {
    "flat": _("%(points)s more"),
    "replace_game_bonus": _("game bonus %(points)s instead"),
    "double_hands": _("hand points doubled"),
    "double_total": _("whole total doubled"),
    "none": _("nothing"),
}
THREE_PLAYERS: dict[str, Promise] = {
    "dealer_out_rotate": _("the deal moves round the table"),
    "dealer_out_loser_deals": _("the loser deals the next hand and sits out"),
    "cutthroat": _("the loser sits out, and who sat out deals and plays"),
}
FOUR_PLAYERS: dict[str, Promise] = {
    "net_per_hand": _("each round the better team scores the difference"),
    "sum_of_games": _("each table a whole game, partners added up"),
}
BLITZ: dict[str, Promise] = {
    "next_open": _("who is still blank when a column closes begins in the next one"),
    "schedule": _("entries for a closed column are lost"),
}
ADVICE: dict[str, Promise] = {
    "off": _("none"),
    "layoff_only": _("on laying off, by a partner who has finished"),
}


# In a sentence


def say_game(rules: Rules, *, game: str, seats: int | None = None) -> str:
    """The game's name and length: ``Oklahoma gin to 150``; where a game is for two or more, also for how many."""
    named = game_name(game)
    if isinstance(rules, RummyRules) and seats:
        named = gettext("%(game)s for %(number)s") % {"game": named, "number": say_number(seats)}
    if rules.fixed_hands:
        return ngettext("%(game)s over %(hands)s hand", "%(game)s over %(hands)s hands", rules.fixed_hands) % {
            "game": named,
            "hands": rules.fixed_hands,
        }
    return gettext("%(game)s to %(target)s") % {"game": named, "target": target_of(rules, game)}


def say_rules(rules: Rules, clock: TimeControl | None = None, *, game: str, seats: int | None = None) -> str:
    """The rules of a table in one plain sentence, and the clock if one is given.

    ``Gin rummy to 100, knock with 10 or less, gin 25, undercut 25 (10 on a tie); 1 day a move.``
    """
    clauses = rummy.clauses(rules) if isinstance(rules, RummyRules) else _gin_clauses(rules, game)
    said = gettext(", ").join([say_game(rules, game=game, seats=seats), *clauses])
    if clock is None:
        return gettext("%(rules)s.") % {"rules": said}
    return gettext("%(rules)s; %(clock)s.") % {"rules": said, "clock": say_clock(clock)}


def target_of(rules: Rules, game: str) -> int:
    """What the game is played to: teams that score together by the hand have a target of their own (RULES 2d)."""
    if game == "partnership" and isinstance(rules, RuleSet) and rules.four_players == "net_per_hand":
        return rules.team_target
    return rules.target


def _gin_clauses(rules: RuleSet, game: str) -> list[str]:
    own = GAME_CLAUSES.get(game)
    return [*(own(rules) if own else []), _say_limit(rules), *_say_bonuses(rules), *_say_extras(rules)]


def _say_limit(rules: RuleSet) -> str:
    if rules.oklahoma == "gin_only":
        return gettext("the upcard sets the knock limit, an ace asks for gin")
    if rules.oklahoma == "one":
        return gettext("the upcard sets the knock limit")
    if rules.knock_limit == 0:
        return gettext("no knocking, only gin ends a hand")
    return gettext("knock with %(limit)s or less") % {"limit": rules.knock_limit}


def _say_bonuses(rules: RuleSet) -> list[str]:
    said = [gettext("gin %(points)s") % {"points": rules.gin_bonus}]
    if rules.big_gin_bonus is not None:
        said.append(gettext("big gin %(points)s") % {"points": rules.big_gin_bonus})
    if rules.knock_limit == 0 and not rules.oklahoma:
        return said  # nobody knocks, so nobody is undercut
    if rules.tie_bonus == rules.undercut_bonus:
        said.append(gettext("undercut %(points)s") % {"points": rules.undercut_bonus})
    else:
        said.append(
            gettext("undercut %(points)s (%(tie)s on a tie)") % {"points": rules.undercut_bonus, "tie": rules.tie_bonus}
        )
    return said


def _say_extras(rules: RuleSet) -> list[str]:
    extras = [
        (bool(rules.oklahoma and rules.spade_doubles), gettext("a spade upcard doubles the hand")),
        (bool(rules.extra_boxes_gin or rules.extra_boxes_undercut), gettext("extra boxes for gin and undercut")),
        (rules.upcard_offer == "none", gettext("no first refusal of the upcard")),
        (rules.last_discard == "knock_only", gettext("the last discard may be taken to knock")),
        (rules.discard_history == "open", gettext("all discards on show")),
        (rules.invalid_knock == "expose", gettext("a false knock lays the hand open")),
    ]
    return [said for true, said in extras if true]


def _hollywood_clauses(rules: RuleSet) -> list[str]:
    said = [gettext("three games at once")]
    return [*said, str(BLITZ["schedule"])] if rules.hollywood == "schedule" else said


def _three_handed_clauses(rules: RuleSet) -> list[str]:
    return [str(THREE_PLAYERS[rules.three_players])]


def _box_clauses(_rules: RuleSet) -> list[str]:
    return [gettext("the box deals and plays alone")]


def _partnership_clauses(rules: RuleSet) -> list[str]:
    said = [str(FOUR_PLAYERS[rules.four_players])]
    if rules.swap_opponents:
        said.append(gettext("new opponents every round"))
    if rules.partner_advice == "layoff_only":
        said.append(gettext("partners may advise on laying off"))
    return said


GAME_CLAUSES: dict[str, Callable[[RuleSet], list[str]]] = {
    "hollywood": _hollywood_clauses,
    "three-handed": _three_handed_clauses,
    "in-the-box": _box_clauses,
    "partnership": _partnership_clauses,
}
"""What a game says of itself before it speaks of knocking."""


# In rows


def rule_rows(rules: Rules, *, game: str) -> list[Row]:
    """Every number of a rule set as (name, value), for the table's rules sheet and the comparison of presets."""
    if isinstance(rules, RummyRules):
        return [(gettext("Played to"), say_length(rules, game)), *rummy.rows(rules)]
    return [
        (gettext("Played to"), say_length(rules, game)),
        *_game_rows(rules, game),
        *_hand_rows(rules),
        *_match_rows(rules),
        *_table_rows(rules),
    ]


def say_length(rules: Rules, game: str) -> str:
    """The target, or the number of hands: ``100``, ``5 hands``."""
    if rules.fixed_hands:
        return ngettext("%(n)s hand", "%(n)s hands", rules.fixed_hands) % {"n": rules.fixed_hands}
    return str(target_of(rules, game))


def _game_rows(rules: RuleSet, game: str) -> list[Row]:
    """What only this game has."""
    rows: dict[str, list[Row]] = {
        "hollywood": [(gettext("Still blank"), str(BLITZ[rules.hollywood or "next_open"]))],
        "three-handed": [(gettext("Who sits out"), str(THREE_PLAYERS[rules.three_players]))],
        "partnership": [
            (gettext("Teams"), str(FOUR_PLAYERS[rules.four_players])),
            (
                gettext("Opponents"),
                gettext("new ones every round") if rules.swap_opponents else gettext("the same all match"),
            ),
            (gettext("Advice"), str(ADVICE[rules.partner_advice])),
        ],
    }
    return rows.get(game, [])


def _hand_rows(rules: RuleSet) -> list[Row]:
    off = gettext("off")
    limit = {"gin_only": gettext("the upcard; an ace asks for gin"), "one": gettext("the upcard; an ace counts 1")}
    straight = gettext("gin only") if rules.knock_limit == 0 else str(rules.knock_limit)
    rows = [(gettext("Knock limit"), limit[rules.oklahoma] if rules.oklahoma else straight)]
    if rules.oklahoma:
        rows.append((gettext("Spade upcard"), gettext("doubles the hand") if rules.spade_doubles else off))
    return [
        *rows,
        (gettext("Gin"), str(rules.gin_bonus)),
        (gettext("Big gin"), off if rules.big_gin_bonus is None else str(rules.big_gin_bonus)),
        (gettext("Undercut"), str(rules.undercut_bonus)),
        (gettext("Equal counts, to the defender"), str(rules.tie_bonus)),
        (
            gettext("First upcard"),
            gettext("the non-dealer draws at once")
            if rules.upcard_offer == "none"
            else gettext("offered to the non-dealer, then the dealer"),
        ),
        (
            gettext("Last discard"),
            gettext("may be taken to knock") if rules.last_discard == "knock_only" else gettext("dead"),
        ),
        (gettext("Next dealer"), str(NEXT_DEALER[rules.next_dealer])),
    ]


def _match_rows(rules: RuleSet) -> list[Row]:
    box = f"{rules.box_bonus}, {BOX_TO[rules.box_to]}" if rules.box_bonus else gettext("off")
    rows = [
        (gettext("Game bonus"), str(rules.game_bonus)),
        (gettext("Box, each hand won"), box),
        (gettext("Shutout"), str(SHUTOUT[rules.shutout]) % {"points": rules.shutout_points}),
        (gettext("The match goes to"), str(MATCH_WINNER[rules.match_winner])),
    ]
    if rules.extra_boxes_gin:
        rows.append((gettext("Extra boxes for gin"), str(rules.extra_boxes_gin)))
    if rules.extra_boxes_undercut:
        rows.append((gettext("Extra boxes for an undercut"), str(rules.extra_boxes_undercut)))
    if rules.must_decide:
        rows.append((gettext("Level at the end"), gettext("one more hand at a time")))
    return rows


def _table_rows(rules: RuleSet) -> list[Row]:
    return [
        (
            gettext("Discards"),
            gettext("all on show") if rules.discard_history == "open" else gettext("only the top one on show"),
        ),
        (
            gettext("False knock"),
            gettext("the hand is laid open and play goes on")
            if rules.invalid_knock == "expose"
            else gettext("not accepted"),
        ),
    ]

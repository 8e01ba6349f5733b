"""Rules, clocks, results and refusals said as translated sentences.

Whoever shows something about a game asks here, so that the lobby, the table, the mails and the score sheet call a thing
by one name. Functions answer in the active language and return plain text; nothing here reads the database.

The table page says its own sentences in the browser: ``phrases()`` and ``error_sentences()`` give it the same ones,
with named places (``%(count)s``) for JavaScript's ``interpolate(text, values, true)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.domain.clock import TimeControl
from games.domain.ruleset import RuleSet

SECOND = 1_000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE


class Line(NamedTuple):
    """One line of a reckoning: what it is for, and the points."""

    label: str
    points: int


PRESET_NAMES: dict[str, Promise] = {
    "he-wikihow": _("wikiHow, Hebrew"),
    "bg-wikihow": _("wikiHow, Bulgarian"),
    "bg-wikihow-alt": _("wikiHow, Bulgarian, small bonuses"),
    "ar-cloudz": _("Cloudz, Arabic"),
    "pagat": _("Pagat"),
    "wikipedia": _("Wikipedia"),
    "bicycle-classic": _("Bicycle classic"),
    "tournament": _("Tournament"),
}

PRESET_SOURCES: dict[str, Promise] = {
    "he-wikihow": _("As wikiHow teaches it in Hebrew: 25 for gin and for an undercut, 10 when the counts are equal."),
    "bg-wikihow": _(
        "As wikiHow teaches it in Bulgarian: the first player draws at once, a shutout doubles the game bonus."
    ),
    "bg-wikihow-alt": _("The Bulgarian rules with their lower numbers: 20 for gin, 10 for an undercut."),
    "ar-cloudz": _("As Cloudz teaches it in Arabic: only the winner counts boxes, a shutout doubles the hands."),
    "pagat": _("The numbers of pagat.com: 20 for gin, 10 for an undercut, 20 a box."),
    "wikipedia": _("As in Wikipedia: big gin pays 31, the deal alternates, a shutout doubles the hands."),
    "bicycle-classic": _("The classic numbers of the Bicycle rule book; the winner of a hand deals the next."),
    "tournament": _("To 250; the last discard may still be taken to knock."),
}

CLOCK_NAMES: dict[str, Promise] = {
    "blitz": _("Blitz"),
    "standard": _("Standard"),
    "slow-1": _("Slow, 1 day"),
    "slow-3": _("Slow, 3 days"),
    "slow-7": _("Slow, 7 days"),
    "none": _("No clock"),
}


def preset_name(preset: str) -> str:
    """The name that players see for a preset; an unknown key is its own name."""
    return str(PRESET_NAMES.get(preset, preset))


def clock_name(name: str) -> str:
    """The name that players see for a time control."""
    return str(CLOCK_NAMES.get(name, name))


# Rules


def say_game(rules: RuleSet) -> str:
    """The game's name and length: ``Oklahoma gin to 150``."""
    if rules.oklahoma:
        if rules.fixed_hands:
            return _over_hands(gettext("Oklahoma gin"), rules.fixed_hands)
        return gettext("Oklahoma gin to %(target)s") % {"target": rules.target}
    if rules.knock_limit == 0:
        if rules.fixed_hands:
            return _over_hands(gettext("Straight gin"), rules.fixed_hands)
        return gettext("Straight gin to %(target)s") % {"target": rules.target}
    if rules.fixed_hands:
        return _over_hands(gettext("Gin rummy"), rules.fixed_hands)
    return gettext("Gin rummy to %(target)s") % {"target": rules.target}


def _over_hands(game: str, hands: int) -> str:
    return ngettext("%(game)s over %(hands)s hand", "%(game)s over %(hands)s hands", hands) % {
        "game": game,
        "hands": hands,
    }


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
        (bool(rules.hollywood), gettext("scored in three columns")),
        (rules.upcard_offer == "none", gettext("no first refusal of the upcard")),
        (rules.last_discard == "knock_only", gettext("the last discard may be taken to knock")),
        (rules.discard_history == "open", gettext("all discards on show")),
        (rules.invalid_knock == "expose", gettext("a false knock lays the hand open")),
    ]
    return [said for true, said in extras if true]


def say_rules(rules: RuleSet, clock: TimeControl | None = None) -> str:
    """The rules of a table in one plain sentence, and the clock if one is given.

    ``Gin rummy to 100, knock with 10 or less, gin 25, undercut 25 (10 on a tie); 1 day a move.``
    """
    clauses = [say_game(rules), _say_limit(rules), *_say_bonuses(rules), *_say_extras(rules)]
    said = gettext(", ").join(clauses)
    if clock is None:
        return gettext("%(rules)s.") % {"rules": said}
    return gettext("%(rules)s; %(clock)s.") % {"rules": said, "clock": say_clock(clock)}


def say_duration(ms: int) -> str:
    """A time span in its largest whole unit: ``30 seconds``, ``3 minutes``, ``1 day``."""
    if ms >= DAY and ms % DAY == 0:
        days = ms // DAY
        return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
    if ms >= MINUTE and ms % MINUTE == 0:
        minutes = ms // MINUTE
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    seconds = round(ms / SECOND)
    return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}


def say_clock(clock: TimeControl) -> str:
    """The time control without a full stop: ``30 seconds a move and 3 minutes in reserve``."""
    if clock.move_ms is None:
        return gettext("no clock")
    places = {
        "move": say_duration(clock.move_ms),
        "bank": say_duration(clock.bank_ms),
        "increment": say_duration(clock.increment_ms),
    }
    if not clock.bank_ms:
        return gettext("%(move)s a move") % places
    if clock.increment_ms:
        return gettext("%(move)s a move and %(bank)s in reserve, %(increment)s back for each move") % places
    return gettext("%(move)s a move and %(bank)s in reserve") % places


def say_clock_line(clock: TimeControl) -> str:
    """The time control with its name, for a list: ``Standard: 30 seconds a move and 3 minutes in reserve``."""
    if clock.move_ms is None:
        return clock_name(clock.name)
    name = gettext("Slow") if clock.move_ms >= DAY else clock_name(clock.name)
    return gettext("%(name)s: %(clock)s") % {"name": name, "clock": say_clock(clock)}


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


def _say_shutout(rules: RuleSet) -> str:
    places = {"points": rules.shutout_points}
    return {
        "flat": gettext("%(points)s more") % places,
        "replace_game_bonus": gettext("game bonus %(points)s instead") % places,
        "double_hands": gettext("hand points doubled"),
        "double_total": gettext("whole total doubled"),
        "none": gettext("nothing"),
    }[rules.shutout]


def rule_rows(rules: RuleSet) -> list[tuple[str, str]]:
    """Every number of a rule set as (name, value), for the table's rules sheet and the comparison of presets."""
    off = gettext("off")
    limit = {"gin_only": gettext("the upcard; an ace asks for gin"), "one": gettext("the upcard; an ace counts 1")}
    straight = gettext("gin only") if rules.knock_limit == 0 else str(rules.knock_limit)
    length = (
        ngettext("%(n)s hand", "%(n)s hands", rules.fixed_hands) % {"n": rules.fixed_hands}
        if rules.fixed_hands
        else str(rules.target)
    )
    rows = [
        (gettext("Played to"), length),
        (gettext("Knock limit"), limit[rules.oklahoma] if rules.oklahoma else straight),
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
        (gettext("Game bonus"), str(rules.game_bonus)),
        (gettext("Box, each hand won"), f"{rules.box_bonus}, {BOX_TO[rules.box_to]}" if rules.box_bonus else off),
        (gettext("Shutout"), _say_shutout(rules)),
        (gettext("The match goes to"), str(MATCH_WINNER[rules.match_winner])),
    ]
    if rules.oklahoma:
        rows.insert(2, (gettext("Spade upcard"), gettext("doubles the hand") if rules.spade_doubles else off))
    if rules.extra_boxes_gin:
        rows.append((gettext("Extra boxes for gin"), str(rules.extra_boxes_gin)))
    if rules.extra_boxes_undercut:
        rows.append((gettext("Extra boxes for an undercut"), str(rules.extra_boxes_undercut)))
    rows.append(
        (
            gettext("Discards"),
            gettext("all on show") if rules.discard_history == "open" else gettext("only the top one on show"),
        )
    )
    rows.append(
        (
            gettext("False knock"),
            gettext("the hand is laid open and play goes on")
            if rules.invalid_knock == "expose"
            else gettext("not accepted"),
        )
    )
    return rows


# Results

HAND_KINDS: dict[str, Promise] = {
    "knock": _("Knock"),
    "gin": _("Gin"),
    "big_gin": _("Big gin"),
    "undercut": _("Undercut"),
    "void": _("No score"),
}
HAND_SENTENCES: dict[str, Promise] = {
    "knock": _("%(winner)s knocked with %(knocker_count)s and wins %(points)s."),
    "gin": _("%(winner)s went gin and wins %(points)s."),
    "big_gin": _("%(winner)s went big gin and wins %(points)s."),
    "undercut": _("%(winner)s undercut %(loser)s, who knocked with %(knocker_count)s, and wins %(points)s."),
    "void": _("Nobody scores."),
}
VOID_SENTENCES: dict[str, Promise] = {
    "wall": _("The stock ran out: nobody scores, and the same dealer deals again."),
    "stall": _("The same cards kept changing hands: nobody scores, and the same dealer deals again."),
    "left": _("The match ended in the middle of this hand; it does not count."),
    "agreed": _("Both players agreed to stop; the hand does not count."),
}
END_SENTENCES: dict[str, Promise] = {
    "target": _("%(winner)s wins the match."),
    "hands": _("All hands are played. %(winner)s wins the match."),
    "resigned": _("%(loser)s resigned. %(winner)s wins the match."),
    "flagged": _("%(loser)s ran out of time. %(winner)s wins the match."),
    "agreed": _("Both players agreed to stop. The match does not count."),
    "drawn": _("The match is drawn."),
}
LINE_LABELS: dict[str, Promise] = {
    "difference": _("%(high)s deadwood less %(low)s"),
    "deadwood": _("%(high)s deadwood in the other hand"),
    "gin_bonus": _("Gin bonus"),
    "big_gin_bonus": _("Big gin bonus"),
    "undercut_bonus": _("Undercut bonus"),
    "tie_bonus": _("Equal counts, to the defender"),
    "spade_double": _("Spade upcard: everything counts twice"),
}
TOTAL_LABELS: dict[str, Promise] = {
    "hands": _("Hand points"),
    "game_bonus": _("Game bonus"),
    "boxes": _("Boxes"),
    "shutout": _("Shutout"),
    "total": _("Total"),
}


def hand_lines(result: Mapping[str, Any]) -> list[Line]:
    """The reckoning of one hand, line by line, from the protocol's ``result``.

    ``12 deadwood less 4`` for 8 points, ``Undercut bonus`` for 25. A line whose key is unknown shows its key.
    """
    knocker, defender = int(result["knocker_count"]), int(result["defender_count"])
    places = {"high": max(knocker, defender), "low": min(knocker, defender)}
    return [
        Line(str(LINE_LABELS.get(line["key"], line["key"])) % places, int(line["points"])) for line in result["lines"]
    ]


def say_line(line: Line) -> str:
    """One line with its points: ``12 deadwood less 4: 8 points``."""
    return ngettext("%(label)s: %(points)s point", "%(label)s: %(points)s points", line.points) % line._asdict()


def say_hand(result: Mapping[str, Any], names: Sequence[str]) -> str:
    """How a hand ended, in one sentence. ``names`` are the seats' names, in seat order."""
    if result.get("void"):
        return str(VOID_SENTENCES[result["void"]])
    winner = int(result["winner"])
    places = {
        "winner": names[winner],
        "loser": names[1 - winner],
        "points": result["points"],
        "knocker_count": result["knocker_count"],
    }
    return str(HAND_SENTENCES[result["kind"]]) % places


def say_end(reason: str, winner: int | None, names: Sequence[str]) -> str:
    """How a match ended, in one sentence. ``winner`` is a seat, or ``None`` for a drawn or void match."""
    if winner is None:
        return str(END_SENTENCES["agreed" if reason == "agreed" else "drawn"])
    return str(END_SENTENCES[reason]) % {"winner": names[winner], "loser": names[1 - winner]}


def say_names(names: Iterable[str | None]) -> str:
    """The players of a table, an empty chair included: ``alice and bob``, ``alice and an empty chair``."""
    said = [name or gettext("an empty chair") for name in names]
    return gettext(" and ").join(said)


def phrases() -> dict[str, dict[str, str]]:
    """The sentences of results for the table page, by group and key, with named places."""
    groups: dict[str, dict[str, Promise]] = {
        "kinds": HAND_KINDS,
        "hands": HAND_SENTENCES,
        "voids": VOID_SENTENCES,
        "ends": END_SENTENCES,
        "lines": LINE_LABELS,
        "totals": TOTAL_LABELS,
        "clocks": CLOCK_NAMES,
        "presets": PRESET_NAMES,
    }
    return {group: {key: str(said) for key, said in sayings.items()} for group, sayings in groups.items()}


# Refusals

ERRORS: dict[str, Promise] = {
    # the rules' own: games/domain/errors.py
    "NOT_SEATED": _("You have no seat in this game."),
    "NOT_YOUR_TURN": _("It is not your turn."),
    "WRONG_PHASE": _("That is not possible now."),
    "PILE_EMPTY": _("The discard pile is empty."),
    "NOT_IN_HAND": _("That card is not in your hand."),
    "TAKEN_CARD_RETURNED": _("A card taken from the pile may not be discarded in the same turn."),
    "KNOCK_OVER_LIMIT": _("You need %(limit)s or less to knock; you would be left with %(count)s."),
    "ARRANGEMENT_OVER_LIMIT": _(
        "Grouped like this you are left with %(count)s, and the limit is %(limit)s. Group them anew and you can knock."
    ),
    "NOT_A_MELD": _("That is neither a set nor a run."),
    "MELDS_OVERLAP": _("A card counts in one meld only."),
    "BIG_GIN_OFF": _("Big gin is not played at this table."),
    "NOT_BIG_GIN": _("Big gin needs all eleven cards in melds."),
    "LAYOFF_DOES_NOT_FIT": _("That card does not fit there."),
    "LAYOFF_ON_GIN": _("Nothing can be laid off on gin."),
    "BAD_DECK": _("The deal was not valid. Nothing has changed."),
    "NO_OFFER": _("There is no offer to answer."),
    "ALREADY_DONE": _("You have done that already."),
    "MATCH_OVER": _("This match is over."),
    # the socket's
    "BAD_MESSAGE": _("The server did not understand that. Nothing has changed."),
    "TOO_FAST": _("That was a little fast. Try again in a moment."),
    "STALE": _("The table had moved on. Look again and choose."),
    "BUSY": _("The server is busy. Try again in a moment."),
    "CLAIM_TOO_EARLY": _("Your opponent still has time to come back."),
    "NO_TABLE": _("There is no such table."),
    # what people say: games/application/talk.py
    "CHAT_CLOSED": _("There is nobody here to talk to now."),
    "NO_FREE_CHAT": _("Words of your own need you both to want free chat. The phrases are always there."),
    "CHAT_TOO_FAST": _("That was a lot at once. Wait a moment before you say more."),
    # reports to the referee: games/application/reports.py
    "NOBODY_THERE": _("There is nobody on that seat to report."),
    "NO_REASON": _("Choose a reason."),
    "TOO_LONG": _("Use fewer words."),
    "TOO_MANY_REPORTS": _("You have made many reports. The referee reads them first; try again later."),
    # the lobby's: games/application/lobby.py and terms.py
    "SEAT_TAKEN": _("Somebody else was quicker: this seat is taken."),
    "OWN_TABLE": _("You are already sitting at this table."),
    "TABLE_CLOSED": _("This table is closed."),
    "BY_LINK_ONLY": _("This table can be joined by its link only."),
    "MEMBERS_ONLY": _("Rated games are for members. Sign up, or choose a casual table."),
    "TOO_MANY_TABLES": _("You have too many open tables. Close one of them first."),
    "NOT_FINISHED": _("This match is not over yet."),
    "NO_REMATCH": _("There can be no rematch of this match."),
    "KEPT_APART": _("You cannot sit down at this table."),
    "NO_PRESET": _("Choose one of the rule sets."),
    "NO_CLOCK": _("Choose one of the clocks."),
    "OUT_OF_BOUNDS": _("That number is outside what may be chosen."),
    "STRAIGHT_OKLAHOMA": _("Straight gin and Oklahoma exclude each other: in Oklahoma the upcard sets the limit."),
    "SPADES_NEED_OKLAHOMA": _("Spades can double the hand in Oklahoma only."),
    "NO_CLOCK_BY_LINK": _("A game without a clock is for a table by invitation only."),
    "EXPOSE_BY_LINK": _("The open hand after a false knock is for a table by invitation only."),
    "INCREMENT_LIVE_ONLY": _("Only the blitz and standard clocks can give time back."),
    "RATED_NEEDS_CLOCK": _("A rated game needs a clock."),
    "RATED_NEEDS_PRESET": _("A rated game keeps the numbers of its rule set. Play this one casually."),
    "RATED_NEEDS_REFUSAL": _("In a rated game a false knock is simply not accepted."),
}


def say_error(code: str, detail: Mapping[str, Any] | None = None) -> str:
    """The sentence for a refusal. A code unknown here is shown as it is; a missing number does not break the page."""
    said = str(ERRORS.get(code, code))
    try:
        return said % dict(detail or {})
    except KeyError:
        return said


def error_sentences() -> dict[str, str]:
    """Code to sentence, with named places, for the table page."""
    return {code: str(said) for code, said in ERRORS.items()}

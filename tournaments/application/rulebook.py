"""What the organiser chose, said in whole sentences: formats, tie-breaks, odd cases, and why two were paired.

Functions answer in the active language and return plain text; nothing here reads the database.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.formats.groups_knockout import group_name
from tournaments.domain.settings import KNOCKOUTS, Settings
from tournaments.domain.tiebreaks import UNITS
from tournaments.domain.values import Reason


class FormatWords(NamedTuple):
    """How a format is called, what it is, and whom it suits."""

    name: str
    title: str
    line: str


_FORMATS: dict[str, tuple[Any, Any]] = {
    "swiss": (
        gettext_lazy("Swiss"),
        gettext_lazy("A few rounds for a field of any size. You meet somebody with about your points; nobody is out."),
    ),
    "round-robin": (gettext_lazy("Round robin"), gettext_lazy("Everybody plays everybody. Best for up to ten.")),
    "single-elimination": (gettext_lazy("Knockout"), gettext_lazy("Who loses is out, until one is left.")),
    "double-elimination": (
        gettext_lazy("Double elimination"),
        gettext_lazy("Out after the second defeat. Who comes back from below must win the final twice."),
    ),
    "consolation": (
        gettext_lazy("Knockout with consolation"),
        gettext_lazy("Who loses before the final plays on in a second knockout."),
    ),
    "last-chance": (
        gettext_lazy("Knockout with last chance"),
        gettext_lazy("A knockout, a consolation, and one more chance for who loses there."),
    ),
    "qualifier": (
        gettext_lazy("Qualifier"),
        gettext_lazy("Play until so many wins qualify you or so many losses send you home."),
    ),
    "groups-knockout": (
        gettext_lazy("Groups, then knockout"),
        gettext_lazy("Small groups in which everybody plays everybody; the best of each go on to a knockout."),
    ),
    "arena": (
        gettext_lazy("Arena"),
        gettext_lazy("Play again and again until the time is up. Wins in a row count double."),
    ),
    "team": (
        gettext_lazy("Team match"),
        gettext_lazy("Teams meet on several boards at once; the team that wins more boards wins."),
    ),
    "team-gin": (
        gettext_lazy("Team gin"),
        gettext_lazy("Teams meet on several boards at once; the hand points of all boards are added."),
    ),
    "series": (
        gettext_lazy("Series"),
        gettext_lazy("A season over several tournaments: places bring points, and your best results count."),
    ),
}

_TIE_BREAKS: dict[str, tuple[Any, Any, Any]] = {
    "head_to_head": (
        gettext_lazy("Head to head"),
        gettext_lazy("H2H"),
        gettext_lazy("Your points from the matches among those who are still level."),
    ),
    "buchholz": (gettext_lazy("Buchholz"), gettext_lazy("Bh"), gettext_lazy("The sum of all your opponents' points.")),
    "buchholz_cut_1": (
        gettext_lazy("Buchholz cut 1"),
        gettext_lazy("Bh-1"),
        gettext_lazy("The sum of your opponents' points without the lowest."),
    ),
    "buchholz_median": (
        gettext_lazy("Median Buchholz"),
        gettext_lazy("Med"),
        gettext_lazy("The sum of your opponents' points without the lowest and the highest."),
    ),
    "sonneborn_berger": (
        gettext_lazy("Sonneborn-Berger"),
        gettext_lazy("SB"),
        gettext_lazy("The points of the opponents you beat, and half the points of those you drew with."),
    ),
    "wins": (gettext_lazy("Wins"), gettext_lazy("Wins"), gettext_lazy("How many matches you won; byes do not count.")),
    "hand_points_difference": (
        gettext_lazy("Hand points"),
        gettext_lazy("Diff"),
        gettext_lazy("Your hand points less your opponents', after penalties for lateness."),
    ),
    "boxes": (gettext_lazy("Boxes"), gettext_lazy("Boxes"), gettext_lazy("How many hands you won.")),
    "progressive": (
        gettext_lazy("Progressive"),
        gettext_lazy("Prog"),
        gettext_lazy("The sum of your points after each round: early wins count more."),
    ),
}

_NOTES: dict[str, Any] = {
    "champion": gettext_lazy("winner"),
    "out": gettext_lazy("out"),
    "qualified": gettext_lazy("qualified"),
    "eliminated": gettext_lazy("eliminated"),
    "withdrawn": gettext_lazy("withdrawn"),
    "annulled": gettext_lazy("withdrawn, results annulled"),
    "won_third": gettext_lazy("third place"),
    "won_consolation": gettext_lazy("won the consolation"),
    "won_last_chance": gettext_lazy("won the last chance"),
}

_BRACKETS: dict[str, Any] = {
    "main": gettext_lazy("Main bracket"),
    "lower": gettext_lazy("Lower bracket"),
    "consolation": gettext_lazy("Consolation"),
    "last_chance": gettext_lazy("Last chance"),
    "third": gettext_lazy("Third place"),
    "final": gettext_lazy("Final"),
}


def formats() -> list[FormatWords]:
    """Every format, in the order in which the form offers them."""
    return [FormatWords(name, str(title), str(line)) for name, (title, line) in _FORMATS.items()]


def format_title(name: str) -> str:
    """The format's name."""
    return str(_FORMATS[name][0])


def format_line(name: str) -> str:
    """The format in one sentence."""
    return str(_FORMATS[name][1])


def tie_break_title(name: str) -> str:
    """The tie-break's name."""
    return str(_TIE_BREAKS[name][0])


def tie_break_short(name: str) -> str:
    """The head of its column."""
    return str(_TIE_BREAKS[name][1])


def tie_break_line(name: str) -> str:
    """The tie-break in one sentence."""
    return str(_TIE_BREAKS[name][2])


def say_note(note: str) -> str:
    """What the format says of somebody's place; nothing for nothing."""
    return str(_NOTES.get(note, ""))


def bracket_title(name: str) -> str:
    """The name of one part of a knockout."""
    return str(_BRACKETS[name])


def say_points(halves: int, unit: int = 2) -> str:
    """Points as people write them.

    >>> say_points(7), say_points(1), say_points(6), say_points(3, 1), say_points(11, 4)
    ('3½', '½', '3', '3', '2¾')
    """
    sign, amount = ("−", -halves) if halves < 0 else ("", halves)
    whole, part = divmod(amount, unit)
    quarters = part * 4 // unit
    fraction = ("", "¼", "½", "¾")[quarters]
    return sign + (fraction if fraction and not whole else f"{whole}{fraction}")


def say_tie_break(name: str, value: int) -> str:
    """A tie-break's value in its own unit."""
    return say_points(value, UNITS[name])  # type: ignore[index]


# The settings


def say_settings(settings: Settings, *, online: bool = True) -> list[str]:
    """The tournament's rules page, a sentence each, what matters most first."""
    return [*_say_format(settings), say_match_form(settings), *_say_byes(settings), *_say_odd_cases(settings, online)]


def say_in_short(settings: Settings) -> str:
    """Format and length in a line: "Swiss, 5 rounds"."""
    title, rounds = format_title(settings.format), settings.rounds
    match settings.format:
        case "swiss" | "team" | "team-gin":
            return ngettext("%(format)s, %(count)s round", "%(format)s, %(count)s rounds", rounds) % {
                "format": title,
                "count": rounds,
            }
        case "arena":
            return _("%(format)s, %(count)s minutes") % {"format": title, "count": settings.minutes}
        case "qualifier":
            return _("%(format)s, %(wins)s wins or %(losses)s losses") % {
                "format": title,
                "wins": settings.wins_needed,
                "losses": settings.losses_allowed,
            }
        case "round-robin" if settings.double:
            return _("Double round robin")
    return title


def _say_format(settings: Settings) -> Iterator[str]:
    yield f"{say_in_short(settings)}."
    yield format_line(settings.format)
    match settings.format:
        case "groups-knockout":
            yield _("Groups of about %(size)s; the best %(advance)s of each go on.") % {
                "size": settings.group_size,
                "advance": settings.advance,
            }
        case "team" | "team-gin":
            yield _("A team has %(count)s boards.") % {"count": settings.boards}
        case "series":
            yield _("The best %(best)s of %(rounds)s tournaments count.") % {
                "best": settings.best_of_series,
                "rounds": settings.rounds,
            }
        case "single-elimination" if settings.third_place:
            yield _("The losers of the semifinals play for the third place.")
    yield {
        "rating": _("The field is seeded by rating; equal ratings are drawn, and the draw is shown."),
        "hand": _("The organiser seeds the field."),
        "draw": _("The seeding is drawn; the number that the draw came from is shown."),
    }[settings.seeding]


def say_match_form(settings: Settings) -> str:
    """What one match is."""
    count = settings.match_length
    match settings.match_form:
        case "best_of":
            return ngettext("A match is one game.", "A match is the best of %(count)s games.", count) % {"count": count}
        case "fixed_hands":
            return ngettext(
                "A match is %(count)s hand; the higher score wins.",
                "A match is %(count)s hands; the higher score wins.",
                count,
            ) % {"count": count}
        case "hollywood":
            return _("A match is one Hollywood sheet of three games.")
    return _("A match is one game.")


def _say_byes(settings: Settings) -> Iterator[str]:
    if settings.format in KNOCKOUTS:
        yield _("A match cannot end level. Byes go to the top seeds.")
        return
    if settings.format == "arena":
        yield _("A win brings 2 points, a draw 1; from the third win in a row, twice as much.")
        return
    yield _("A win brings 1 point, a draw ½. Who sits out because the field is odd gets 1 point.")
    if settings.format in ("swiss", "team", "team-gin") and settings.half_byes:
        yield ngettext(
            "You may ask for %(count)s round off, for half a point.",
            "You may ask for %(count)s rounds off, for half a point each.",
            settings.half_byes,
        ) % {"count": settings.half_byes}
    yield _("A forfeit is 1 to 0 without hand points. If neither comes, it is 0 to 0.")


def _say_odd_cases(settings: Settings, online: bool) -> Iterator[str]:
    if online:
        yield ngettext(
            "Come to the table within %(count)s minute of the call, or the match is lost.",
            "Come to the table within %(count)s minutes of the call, or the match is lost.",
            settings.arrival_minutes,
        ) % {"count": settings.arrival_minutes}
        if settings.late_penalty:
            yield _("Each minute that you let your opponent wait costs %(count)s hand points.") % {
                "count": settings.late_penalty
            }
    if settings.round_minutes:
        yield _("A round lasts %(time)s at most.") % {"time": say_minutes(settings.round_minutes)}
        yield (
            _("When its time is up, games won decide, then hand points, else the higher seed.")
            if settings.format in KNOCKOUTS
            else _("When its time is up, games won decide, then hand points, else it is a draw.")
        )
    if settings.late_until:
        yield _("Late entry until round %(round)s.") % {"round": settings.late_until}
        if settings.late_points == "half":
            yield _("Rounds missed before a late entry bring half a point each.")
    if settings.format in ("round-robin", "groups-knockout"):
        yield (
            _("Who withdraws before half of the rounds is annulled; later the results stand, and the rest is forfeit.")
            if settings.withdrawal == "annul_before_half"
            else _("Who withdraws keeps the results; the rest is forfeit.")
        )
    if settings.format in KNOCKOUTS:
        yield (
            _("If neither comes to a match, nobody goes on from it.")
            if settings.double_no_show == "nobody"
            else _("If neither comes to a match, the higher seed goes on.")
        )
    if settings.keep_apart != "off":
        yield (
            _("Members of one family or club do not meet in the first round.")
            if settings.keep_apart == "first_round"
            else _("Members of one family or club do not meet.")
        )


def say_minutes(minutes: int) -> str:
    """A length of time, in the largest unit that fits."""
    if minutes and minutes % 1440 == 0:
        days = minutes // 1440
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
    if minutes and minutes % 60 == 0:
        hours = minutes // 60
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


# Why two were paired


def say_reason(reason: Reason) -> str:
    """One reason of a pairing in a sentence; nothing for a code that has none."""
    say = _REASONS.get(reason.code)
    return say(reason.values) if say is not None else ""


def _plain(words: Any) -> Any:
    return lambda _values: str(words)


def _pair_of(values: Sequence[int]) -> dict[str, str]:
    return {"first": say_points(values[0]), "second": say_points(values[1])}


_REASONS: dict[str, Any] = {
    "score_group": lambda values: _("Both had the same points: %(points)s.") % {"points": say_points(values[0])},
    "floated": lambda values: (
        _("They had %(first)s and %(second)s points: nobody nearer was left whom they had not met.") % _pair_of(values)
    ),
    "rematch": _plain(gettext_lazy("They have met before: nothing else was possible.")),
    "sits_out": _plain(gettext_lazy("The field is odd, and the bye goes to the lowest who had none yet.")),
    "sits_out_twice": _plain(gettext_lazy("The field is odd, and everybody who could sit out has done so already.")),
    "asked_off": _plain(gettext_lazy("Asked for this round off.")),
    "empty_chair": _plain(gettext_lazy("The field is odd: everybody sits out once.")),
    "round_robin": _plain(gettext_lazy("Everybody plays everybody, in the order of the Berger tables.")),
    "group": lambda values: _("Both are in group %(group)s.") % {"group": group_name(values[0])},
    "free": lambda values: (
        _("Both were free, with %(first)s and %(second)s points.") % {"first": values[0], "second": values[1]}
    ),
    "record": lambda values: (
        _("Their records were %(wins)s–%(losses)s and %(other_wins)s–%(other_losses)s.")
        % dict(zip(("wins", "losses", "other_wins", "other_losses"), values, strict=False))
    ),
    "main": lambda values: _("Round %(round)s of the main bracket.") % {"round": values[0]},
    "lower": lambda values: _("Round %(round)s of the lower bracket.") % {"round": values[0]},
    "consolation": lambda values: _("Round %(round)s of the consolation.") % {"round": values[0]},
    "last_chance": lambda values: _("Round %(round)s of the last chance.") % {"round": values[0]},
    "third": _plain(gettext_lazy("The losers of the semifinals play for the third place.")),
    "final": lambda values: _("The final.") if values[0] == 1 else _("The final once more: both have lost once."),
}

"""What a tournament is, in words: its format, how long a match is, what tells equals apart, what holds in odd cases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.formats.groups_knockout import GROUPS_KNOCKOUT
from tournaments.domain.settings import KNOCKOUTS, Settings

FORMAT_NAMES: dict[str, Promise] = {
    "swiss": _("Swiss"),
    "round-robin": _("Round robin"),
    "single-elimination": _("Single elimination"),
    "double-elimination": _("Double elimination"),
    "consolation": _("Knockout with consolation"),
    "last-chance": _("Knockout with consolation and last chance"),
    "qualifier": _("Qualifier by wins and losses"),
    "groups-knockout": _("Groups, then knockout"),
    "arena": _("Arena"),
    "team": _("Team match"),
    "team-gin": _("Team gin"),
    "series": _("Series"),
}
FORMAT_LINES: dict[str, Promise] = {
    "swiss": _("Everybody plays every round, against somebody with about the same points. Good for any number."),
    "round-robin": _("Everybody meets everybody. The fairest, for up to about twelve."),
    "single-elimination": _("Who loses is out. Quick and exciting."),
    "double-elimination": _("Out after two defeats. The final may be played twice."),
    "consolation": _("A knockout, and a second one for everybody who loses before the final."),
    "last-chance": _("A knockout, a second one for who loses in it, and a third one for who loses there too."),
    "qualifier": _("Play until so many wins qualify you, or so many losses send you home."),
    "groups-knockout": _("Small groups first; the best of each meet in a knockout."),
    "arena": _("For a fixed time, play again and again. Wins in a row count double."),
    "team": _("Teams meet at several boards at once. The team that wins more boards wins."),
    "team-gin": _("Teams meet at several boards at once. The hand points of all partners are added."),
    "series": _("A table over several tournaments: places bring points, and the best results count."),
}
TIE_BREAK_NAMES: dict[str, Promise] = {
    "head_to_head": _("Head to head"),
    "buchholz": _("Buchholz"),
    "buchholz_cut_1": _("Buchholz without the lowest"),
    "buchholz_median": _("Buchholz without the lowest and the highest"),
    "sonneborn_berger": _("Sonneborn-Berger"),
    "wins": _("Wins"),
    "hand_points_difference": _("Hand points difference"),
    "boxes": _("Boxes"),
    "progressive": _("Progressive score"),
}
TIE_BREAK_SHORT: dict[str, Promise] = {
    "head_to_head": _("H2H"),
    "buchholz": _("Bh"),
    "buchholz_cut_1": _("Bh-1"),
    "buchholz_median": _("Med"),
    "sonneborn_berger": _("SB"),
    "wins": _("Wins"),
    "hand_points_difference": _("Diff"),
    "boxes": _("Boxes"),
    "progressive": _("Prog"),
}
"""For the heads of columns."""

TIE_BREAK_LINES: dict[str, Promise] = {
    "head_to_head": _("The points from the matches among those who are level."),
    "buchholz": _("The points of all opponents, added."),
    "buchholz_cut_1": _("The points of all opponents but the lowest, added."),
    "buchholz_median": _("The points of all opponents but the lowest and the highest, added."),
    "sonneborn_berger": _("The points of the opponents you beat, and half of those you drew with, added."),
    "wins": _("The matches won; a bye is none."),
    "hand_points_difference": _("Your hand points less those of your opponents, after penalties."),
    "boxes": _("The hands won."),
    "progressive": _("Your points after each round, added: early wins count more often."),
}
GAMES_FORMS: dict[str, Promise] = {
    "game": _("One game to the target"),
    "best_of": _("Best of several games"),
    "fixed_hands": _("A fixed number of hands"),
    "hollywood": _("A Hollywood sheet: three games at once"),
}
SEEDING_NAMES: dict[str, Promise] = {
    "rating": _("By rating; equal ratings by a draw that everybody can repeat"),
    "hand": _("By the organiser"),
    "draw": _("By a draw that everybody can repeat"),
}
KEEP_APART: dict[str, Promise] = {
    "first_round": _("Those of one group (a family, a club) do not meet in the first round."),
    "always": _("Those of one group (a family, a club) never meet."),
}


class Row(NamedTuple):
    """One line of the rules' page."""

    title: str
    text: str


def format_name(name: str) -> str:
    """The name of a format."""
    return str(FORMAT_NAMES[name])


def format_line(name: str) -> str:
    """A format in one sentence."""
    return str(FORMAT_LINES[name])


def tie_break_name(name: str) -> str:
    """The name of a tie-break."""
    return str(TIE_BREAK_NAMES[name])


def tie_break_short(name: str) -> str:
    """The head of a tie-break's column."""
    return str(TIE_BREAK_SHORT[name])


def tie_break_line(name: str) -> str:
    """What a tie-break is, in one sentence."""
    return str(TIE_BREAK_LINES[name])


def say_form(settings: Settings) -> str:
    """What one match is: ``Best of 3 games``."""
    length = settings.match_length
    if settings.match_form == "best_of":
        return ngettext("%(count)s game", "Best of %(count)s games", length) % {"count": length}
    if settings.match_form == "fixed_hands":
        return ngettext("%(count)s hand, for points", "%(count)s hands, for points", length) % {"count": length}
    return str(GAMES_FORMS[settings.match_form])


def say_plan(settings: Settings, game: str, *, capacity: int | None = None, over_the_board: bool = False) -> str:
    """A tournament in one sentence; ``game`` is the game's own sentence (``games.application.sayings.say_game``)."""
    where = gettext("with real cards") if over_the_board else gettext("online")
    places = ngettext("%(count)s place", "%(count)s places", capacity) % {"count": capacity} if capacity else ""
    parts = [say_length(settings), game, where, places]
    return gettext("%(parts)s.") % {"parts": gettext(", ").join(part for part in parts if part)}


def say_length(settings: Settings) -> str:
    """The format and how long it takes: ``Swiss in 5 rounds``."""
    name, values = format_name(settings.format), {"format": format_name(settings.format)}
    match settings.format:
        case "swiss" | "team" | "team-gin":
            sentence = ngettext("%(format)s in %(rounds)s round", "%(format)s in %(rounds)s rounds", settings.rounds)
            return sentence % (values | {"rounds": settings.rounds})
        case "round-robin" if settings.double:
            return gettext("Double round robin")
        case "qualifier":
            return gettext("%(format)s: %(wins)s wins qualify, %(losses)s losses send you home") % (
                values | {"wins": settings.wins_needed, "losses": settings.losses_allowed}
            )
        case "groups-knockout":
            return gettext("Groups of %(size)s, the best %(advance)s of each go on to a knockout") % {
                "size": settings.group_size,
                "advance": settings.advance,
            }
        case "arena":
            return gettext("%(format)s, %(time)s") % (values | {"time": say_minutes(settings.minutes)})
        case "series":
            return gettext("%(format)s: the best %(best)s results count") % (values | {"best": settings.best_of_series})
    return name


def say_minutes(minutes: int) -> str:
    """A length of time, in the largest unit that fits: ``2 days``, ``90 minutes``."""
    if minutes and minutes % 1440 == 0:
        return ngettext("%(count)s day", "%(count)s days", minutes // 1440) % {"count": minutes // 1440}
    if minutes and minutes % 60 == 0:
        return ngettext("%(count)s hour", "%(count)s hours", minutes // 60) % {"count": minutes // 60}
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


# The rules' page


def say_rules(settings: Settings, *, over_the_board: bool = False) -> tuple[Row, ...]:
    """Everything that holds in a tournament, as titles and sentences."""
    rows = [Row(gettext("Format"), f"{say_length(settings)}. {format_line(settings.format)}")]
    if settings.format == "series":
        return tuple(rows)
    rows += _rows_of_play(settings)
    rows += _rows_of_people(settings)
    if not over_the_board:
        rows += _rows_of_time(settings)
    elif settings.round_minutes:
        rows.append(_deadline(settings))
    return tuple(rows)


def _rows_of_play(settings: Settings) -> Iterator[Row]:
    yield Row(gettext("A match"), say_form(settings))
    yield Row(gettext("Seeding"), str(SEEDING_NAMES[settings.seeding]))
    if settings.format in KNOCKOUTS or settings.format == GROUPS_KNOCKOUT.name:
        yield Row(
            gettext("Level matches"), gettext("In a knockout somebody has to win: a match that ends level goes on.")
        )
        if settings.third_place and settings.format in ("single-elimination", "groups-knockout"):
            yield Row(gettext("Third place"), gettext("The losers of the semifinals play for it."))
    if settings.format == "arena":
        yield Row(
            gettext("Points"), gettext("2 for a win, 1 for a draw; from the third win in a row on they count double.")
        )
    else:
        yield Row(gettext("Points"), gettext("1 for a win, ½ for a draw."))
    yield Row(gettext("Level on points"), gettext(", ").join(map(tie_break_name, settings.tie_breaks)))
    yield Row(
        gettext("Not played"),
        gettext(
            "A bye brings 1, a round asked off ½, a forfeit 1-0, all without hand points. "
            "In Buchholz and Sonneborn-Berger each counts as a draw against oneself."
        ),
    )


def _rows_of_people(settings: Settings) -> Iterator[Row]:
    if settings.half_byes:
        yield Row(
            gettext("Rounds off"),
            ngettext(
                "Everybody may ask for %(count)s round off ahead of time, for ½ point.",
                "Everybody may ask for %(count)s rounds off ahead of time, for ½ point each.",
                settings.half_byes,
            )
            % {"count": settings.half_byes},
        )
    if settings.late_until:
        points = gettext("½ point for each round missed") if settings.late_points == "half" else gettext("no points")
        yield Row(
            gettext("Late entry"),
            gettext("Up to round %(round)s, with %(points)s.") % {"round": settings.late_until, "points": points},
        )
    if settings.format in ("round-robin", "groups-knockout"):
        yield Row(
            gettext("Withdrawal"),
            gettext(
                "Whoever leaves before half of the own matches is taken out of the table; "
                "after that the rest is forfeit."
            )
            if settings.withdrawal == "annul_before_half"
            else gettext("What was played stands; the rest is forfeit."),
        )
    if settings.keep_apart != "off":
        yield Row(gettext("Kept apart"), str(KEEP_APART[settings.keep_apart]))


def _rows_of_time(settings: Settings) -> Iterator[Row]:
    window = ngettext(
        "%(minutes)s minute to come to the table, then the match is forfeit.",
        "%(minutes)s minutes to come to the table, then the match is forfeit.",
        settings.arrival_minutes,
    ) % {"minutes": settings.arrival_minutes}
    yield Row(gettext("Coming to the table"), window)
    if settings.late_penalty:
        late = ngettext(
            "%(points)s hand point for each minute that the opponent waits.",
            "%(points)s hand points for each minute that the opponent waits.",
            settings.late_penalty,
        )
        yield Row(gettext("Coming late"), late % {"points": settings.late_penalty})
    if settings.format in KNOCKOUTS or settings.format == GROUPS_KNOCKOUT.name:
        nobody = settings.double_no_show == "nobody"
        yield Row(
            gettext("Nobody comes"),
            gettext("Both lose, and nobody goes on.") if nobody else gettext("Both lose, and the higher seed goes on."),
        )
    else:
        yield Row(gettext("Nobody comes"), gettext("Both lose: 0-0."))
    if settings.round_minutes:
        yield _deadline(settings)


def _deadline(settings: Settings) -> Row:
    sentence = gettext(
        "%(time)s after the call a match is decided as it stands: by games won, then by hand points, "
        "else half a point each; in a knockout the higher seed goes on."
    )
    return Row(gettext("Time for a round"), sentence % {"time": say_minutes(settings.round_minutes)})

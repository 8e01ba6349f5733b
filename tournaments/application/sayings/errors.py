"""Refusals as sentences: one for every code of the event, the plan, the clubs, the entries and the desk."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ERRORS: dict[str, Promise] = {
    # what may not be done to an event: tournaments/domain
    "NOT_WHILE_ENTRIES": _("The tournament has not started yet."),
    "NOT_WHILE_RUNNING": _("That is not possible once the tournament has started."),
    "NOT_WHILE_PAUSED": _("The tournament is paused. Let it go on first."),
    "NOT_WHILE_FINISHED": _("The tournament is over. Only results can still be corrected."),
    "NOT_WHILE_CANCELLED": _("The tournament was cancelled."),
    "ALREADY_DONE": _("That is so already."),
    "BAD_ORDER": _("The order must name everybody who is there, each once."),
    "BAD_RESULT": _("That is no possible result. The points of a match add up to one, or it counts for nobody."),
    "HAS_RESULT": _("This match has its result already. It can be changed at the desk."),
    "IN_A_GROUP": _("In a group everybody meets everybody: no match can be taken out."),
    "IS_BYE": _("A bye has no other result."),
    "KEPT_APART": _("Nobody can be paired: too many are to be kept apart. Let some of them meet, and pair again."),
    "LATER_RESULTS": _(
        "Round %(first)s was paired from this result and has been played. Keep its pairings, or take that round back "
        "first."
    ),
    "MUST_BE_DECIDED": _("Somebody has to win this match: the winner goes on."),
    "NOBODY_LEFT": _("Nobody is left to pair."),
    "NOTHING_TO_PAIR": _("Nothing can be paired now. Results are still to come."),
    "NOT_OVER": _("The tournament is not over yet. It can be ended early."),
    "NOT_PAIRED": _("One of them has no match in this round."),
    "NOT_WITHDRAWN": _("This entrant has not left."),
    "NOT_IN_A_BRACKET": _("In a knockout the bracket makes the pairings."),
    "NOT_PLAYING": _("One of them does not play here."),
    "NO_BYES_HERE": _("In this format nobody can ask for a round off."),
    "NO_ENTRANT": _("There is no such entrant."),
    "NO_MORE_BYES": _("Nobody may ask for more rounds off than these: %(first)s."),
    "NO_PAIRING": _("There is no such match. The pairings may have changed; look again."),
    "NO_ROUND": _("There is no such round. The pairings may have changed; look again."),
    "OVER": _("All rounds are played."),
    "PAIRED_ALREADY": _("One of them has a match in this round already."),
    "ROUND_OPEN": _("Round %(first)s is not over. Enter the results that are missing first."),
    "ROUND_PAIRED": _("Round %(first)s is paired already. Tell the organiser."),
    "SAME_ENTRANT": _("That needs two different entrants."),
    "TOO_FEW": _("A tournament needs two entrants at least. So many are there now: %(first)s."),
    "TOO_LATE": _("It is too late to enter."),
    "TOO_MANY": _("So many cannot play in this format: %(first)s."),
    "IS_SERIES": _("A series is a table over its tournaments. Choose one of them."),
    "BUSY": _("Somebody else changed the tournament at the same time. Look again, and try once more."),
    # what cannot be planned: tournaments/application/organising.py and domain/settings.py
    "ALL_ADVANCE": _("Fewer have to go on from a group than play in it."),
    "ANNOUNCED": _("What was announced cannot be thrown away. You can cancel it."),
    "CHECK_IN_NEEDS_START": _("Say when the tournament starts: checking in ends then."),
    "ENTRIES_TAKEN": _("Entries were taken for single players, or for teams. That cannot be changed any more."),
    "HAS_STARTED": _("The tournament has started: this stands now."),
    "HOLLYWOOD_GOES_TOGETHER": _("The Hollywood sheet belongs to Hollywood gin: choose both or neither."),
    "MUST_BE_ODD": _("Somebody has to win: choose an odd number of games."),
    "NEEDS_A_CLUB": _("Choose the club whose members may enter."),
    "NOT_IN_THIS_GAME": _("That number is not possible in this game."),
    "NOT_ITS_SERIES": _("You may not add tournaments to this series."),
    "NO_CLOCK": _("There is no such clock."),
    "NO_GAME": _("Choose a game for two."),
    "NO_LATE_ENTRY": _("In this format everybody has to be there from the first round."),
    "NO_NAME": _("Give it a name, of 100 letters at most."),
    "NO_PRESET": _("There is no such rule book for this game."),
    "NO_TIME_ZONE": _("There is no such time zone."),
    "ONLINE_NEEDS_CLOCK": _("A tournament online needs a clock: without one a match may never end."),
    "OUT_OF_BOUNDS": _("That is not possible here."),
    "TWICE": _("Each may stand in the list once."),
    "WRONG_ORDER": _("These two are in the wrong order."),
    # clubs: tournaments/application/clubs.py
    "LAST_OWNER": _("A club needs an owner. Name another one first."),
    "NAME_TAKEN": _("Too many clubs have this name. Choose another one."),
    "NOT_A_MEMBER": _("You are no member of this club."),
    "NO_SUCH_ROLE": _("There is no such role, or this person is no member."),
    "OLD_INVITATION": _("This invitation is no longer valid. Ask the club for a new link."),
    "ORGANISERS_ONLY": _("Only the organisers may do that."),
    "OWNERS_ONLY": _("Only the owners of the club may do that."),
    # entries: tournaments/application/registration.py
    "CLUB_ONLY": _("This tournament is for the members of the club. You can ask to be let in."),
    "ENTERED_ALREADY": _("Already entered."),
    "ENTRIES_CLOSED": _("Entries are closed."),
    "MEMBERS_ONLY": _("Please log in, or sign up: a tournament needs your name."),
    "NEEDS_AN_ACCOUNT": _("Online everybody needs an account."),
    "NOT_ENTERED": _("Whoever is on the waiting list has to wait for a place first."),
    "NOT_NOW": _("That is not possible now."),
    "NOT_OPEN_YET": _("Entries are not open yet."),
    "NOT_YOURS": _("Only the players of this match and the desk may do that."),
    "SUSPENDED": _("A ruling keeps you from new games for now. Your notices say until when, and why."),
    "NO_SUCH_PERSON": _("There is no member of that name."),
    "ORGANISER_ENTERS": _("The organiser makes the entries. Ask the organiser for a place."),
    "RATING_TOO_HIGH": _("Your rating is above the limit of this tournament."),
    "RATING_TOO_LOW": _("Your rating is below the limit of this tournament."),
    "TEAM_SIZE": _("A team has as many players as there are boards, each once."),
    "TOO_EARLY": _("Checking in is not open yet."),
    # the desk: tournaments/application/desk.py, scorecards.py, exports.py
    "BAD_FORM": _("Something is missing in the form. Look again."),
    "FILE_TOO_LARGE": _("This file is too large for a tournament."),
    "NO_TOURNAMENT_FILE": _("This file holds no tournament that can be read here."),
    "GAME_RUNNING": _("A game is being played at this table. Wait for it, or enter its result first."),
    "NOTHING_TO_CONFIRM": _("Nothing waits for your word here."),
    "NOT_OVER_THE_BOARD": _("Online the games tell their results themselves."),
    "REASON_NEEDED": _("Say why: everybody can read it in the log."),
    "STALE": _("The tournament had moved on. Look again and choose."),
    "OWN_MATCH": _("You play in this match: somebody else at the desk has to decide."),
}


def say_refusal(code: str, values: Sequence[object] = ()) -> str:
    """A refusal as a sentence; ``values`` are those of the refusal, in order."""
    places = {"first": "", "second": ""} | dict(zip(("first", "second"), values, strict=False))
    sentence = str(ERRORS.get(code, ERRORS["NOT_NOW"]))
    return sentence % places if "%(" in sentence else sentence

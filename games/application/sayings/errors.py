"""Refusals as sentences: one for every code of the rules, the socket, the lobby and what people say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
    "NO_SUCH_MELD": _("There is no such meld on the table."),
    "ONE_MELD_A_TURN": _("At this table you may lay down one meld a turn."),
    "TURN_CANNOT_END": _(
        "After that you could not end your turn: the card you would be left with may not be discarded."
    ),
    "NO_OFFER": _("There is no offer to answer."),
    "ALREADY_DONE": _("You have done that already."),
    "NOT_AWAY": _("Your seat is your own already."),
    "MATCH_OVER": _("This match is over."),
    # rulings: games/domain/match/rulings.py, games/application/disputes
    "NO_SUCH_HAND": _("There was no such hand at that table."),
    "HAND_IN_PLAY": _("That hand is still being played."),
    "NO_SUCH_RULING": _("There is no such ruling, or it has been reversed already."),
    "BAD_RULING": _("That ruling cannot be made on this match."),
    "NOT_STAFF": _("Only referees can do that."),
    "OWN_CASE": _("You are one of the people concerned: another referee has to decide this."),
    "RIVAL_CASE": _("You play in the same event: another referee has to decide this."),
    "OWN_APPEAL": _("This appeal is against a ruling of yours: another referee has to decide it."),
    "OWN_PROPOSAL": _("You proposed this ruling: another referee has to agree to it."),
    "CLAIMED": _("Another referee is working on this case."),
    "CASE_SETTLED": _("This case is settled."),
    "PROPOSED_ALREADY": _("A ruling has been proposed already: a second referee has to agree to it or not."),
    "NOT_PROPOSED": _("This ruling is not waiting for a second referee any more."),
    "NO_SUCH_SIGNAL": _("Somebody was quicker, or the matches of this signal are gone."),
    "NOT_STANDING": _("This ruling is not in force."),
    "NOT_YOURS": _("This case does not concern you."),
    "NO_WORDS": _("Write a few words."),
    "NO_APPEAL": _("There is no appeal against this ruling any more."),
    "PAUSED": _("The match is paused. Resume it first."),
    "REFEREE_PAUSED": _("The referee has paused this match, and will say when it goes on."),
    "NOTHING_ASKED": _("Call the referee first: a pause is for what the referee has to decide."),
    "SUSPENDED": _("A ruling keeps you from new games until %(until)s. You can appeal on the ruling's page."),
    "MUTED": _("A ruling leaves you the phrases only, until it ends. You can appeal against it on the ruling's page."),
    "SEED_NOT_ASKED": _("Nothing is asked of you for that deal now."),
    "SEED_TOO_LATE": _("That came too late: the server shuffles this deal for you."),
    "SEED_TOO_EARLY": _("Not everybody has promised a seed yet. Yours stays hidden until then."),
    "SEED_REPEATED": _("Somebody has promised that very seed already."),
    "SEED_MISMATCH": _("That is not the seed that you promised. The deal waits for the promised one."),
    "BAD_SEED": _("That cannot be a seed."),
    # the socket's
    "BAD_MESSAGE": _("The server did not understand that. Nothing has changed."),
    "TOO_FAST": _("That was a little fast. Try again in a moment."),
    "AWAY": _("The computer plays for you. You can come back when this hand is over."),
    "STALE": _("The table had moved on. Look again and choose."),
    "BUSY": _("The server is busy. Try again in a moment."),
    "CLAIM_TOO_EARLY": _("Whoever is away still has time to come back."),
    "NO_TABLE": _("There is no such table."),
    # what people say: games/application/talk.py
    "CHAT_CLOSED": _("There is nobody here to talk to now."),
    "NO_PRIVATE_TALK": _("Nobody looks into a hand with you now, so nobody hears you in private."),
    "NO_FREE_CHAT": _("Words of your own need you both to want free chat. The phrases are always there."),
    "CHAT_TOO_FAST": _("That was a lot at once. Wait a moment before you say more."),
    # reports to the referee: games/application/reports.py
    "NOBODY_THERE": _("There is nobody on that seat to report."),
    "NO_REASON": _("Choose a reason."),
    "TOO_LONG": _("Use fewer words."),
    "TOO_MANY_REPORTS": _("You have made many reports. The referee reads them first; try again later."),
    # the lobby's: games/application/lobby.py and terms.py
    "SEAT_TAKEN": _("Somebody else was quicker: this seat is taken."),
    "CHAIR_TAKEN": _("Somebody else was quicker: this chair is taken. Another one is free."),
    "OWN_TABLE": _("You are already sitting at this table."),
    "TABLE_CLOSED": _("This table is closed."),
    "BY_LINK_ONLY": _("This table can be joined by its link only."),
    "MEMBERS_ONLY": _("Rated games are for members. Sign up, or choose a casual table."),
    "TOO_MANY_TABLES": _("You have too many open tables. Close one of them first."),
    "NOT_FINISHED": _("This match is not over yet."),
    "NO_REMATCH": _("There can be no rematch of this match."),
    "OWNERS_ONLY": _("Only the owner of the table can do that."),
    "KEPT_APART": _("You cannot sit down at this table."),
    "NO_PRESET": _("Choose one of the rule sets."),
    "NO_CLOCK": _("Choose one of the clocks."),
    "OUT_OF_BOUNDS": _("That number is outside what may be chosen."),
    "NO_GAME": _("Choose one of the games."),
    "NO_LEVEL": _("Choose one of the levels."),
    "SEAT_COUNT": _("This game is not for that many players."),
    "NOT_IN_THIS_GAME": _("That does not go with this game."),
    "SUM_KEEPS_OPPONENTS": _("When each table plays a whole game, the opponents stay the same."),
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

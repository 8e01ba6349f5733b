"""The log of a tournament in words: what was done, by the names of those it concerns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.application.sayings.play import Names, say_result
from tournaments.domain import actions
from tournaments.domain.actions import Action

ACTION_NAMES: dict[type, Promise] = {
    actions.Enter: _("Entry"),
    actions.CheckIn: _("Check-in"),
    actions.Withdraw: _("Withdrawal"),
    actions.Reinstate: _("Return"),
    actions.AskBye: _("Round asked off"),
    actions.KeepApart: _("Kept apart"),
    actions.LetMeet: _("May meet"),
    actions.Start: _("Start"),
    actions.PairRound: _("Pairing"),
    actions.PublishRound: _("Round published"),
    actions.EnterResult: _("Result"),
    actions.ChangeResult: _("Result changed"),
    actions.Swap: _("Opponents swapped"),
    actions.AddPairing: _("Pairing added"),
    actions.RemovePairing: _("Pairing removed"),
    actions.UndoRound: _("Round taken back"),
    actions.Pause: _("Pause"),
    actions.Resume: _("Going on"),
    actions.Finish: _("End"),
    actions.Cancel: _("Cancelled"),
}
_SENTENCES: dict[type, Promise] = {
    actions.Enter: _("%(who)s entered."),
    actions.CheckIn: _("%(entrant)s is there."),
    actions.Reinstate: _("%(entrant)s is back."),
    actions.AskBye: _("%(entrant)s asked for round %(round)s off."),
    actions.KeepApart: _("%(first)s and %(second)s are kept apart."),
    actions.LetMeet: _("%(first)s and %(second)s may meet."),
    actions.Start: _("The tournament starts. The draw's number is %(seed)s."),
    actions.PairRound: _("A round was paired. The draw's number is %(seed)s."),
    actions.PublishRound: _("Round %(round)s was published."),
    actions.EnterResult: _("Round %(round)s, table %(board)s: %(result)s."),
    actions.Swap: _("In round %(round)s, %(first)s and %(second)s changed places."),
    actions.RemovePairing: _("Round %(round)s: the match at table %(board)s was taken out."),
    actions.UndoRound: _("The last round was taken back."),
    actions.Pause: _("The tournament is paused."),
    actions.Resume: _("The tournament goes on."),
    actions.Cancel: _("The tournament was cancelled."),
}


def say_reason_given(reason: str, *, by_the_server: bool) -> str:
    """Why something was done: what was written down, but for what the server does after a referee's ruling."""
    return gettext("as the referee ruled") if by_the_server and reason == "ruling" else reason


def say_action(action: Action, names: Names, *, entrant: int | None = None) -> str:
    """One line of the log; ``entrant``: the number that an entry got."""
    say = _SAY.get(type(action))
    if say is not None:
        return say(action, names)
    values: dict[str, Any] = {name: getattr(action, name) for name in type(action).__match_args__}
    for name in ("entrant", "first", "second"):
        if isinstance(values.get(name), int):
            values[name] = names.get(values[name], str(values[name]))
    if "result" in values:
        values["result"] = say_result(values["result"])
    values["who"] = names.get(entrant or 0, gettext("Somebody"))
    return str(_SENTENCES[type(action)]) % values


def _withdraw(action: actions.Withdraw, names: Names) -> str:
    sentence = gettext("%(name)s leaves.") if action.when == "now" else gettext("%(name)s leaves after this round.")
    return sentence % {"name": names.get(action.entrant, str(action.entrant))}


def _change_result(action: actions.ChangeResult, _names: Names) -> str:
    where = {"round": action.round, "board": action.board}
    if action.result is None:
        sentence = gettext("Round %(round)s, table %(board)s: the result was taken back.") % where
    else:
        values = where | {"result": say_result(action.result)}
        sentence = gettext("Round %(round)s, table %(board)s: the result is now %(result)s.") % values
    if action.then == "re_pair":
        return sentence + " " + gettext("What was paired from the old one was taken back.")
    return sentence


def _add_pairing(action: actions.AddPairing, names: Names) -> str:
    first = names.get(action.first, str(action.first))
    if action.second is None:
        return gettext("Round %(round)s: %(name)s has a bye.") % {"round": action.round, "name": first}
    second = names.get(action.second, str(action.second))
    return gettext("Round %(round)s: %(first)s plays %(second)s.") % {
        "round": action.round,
        "first": first,
        "second": second,
    }


def _finish(action: actions.Finish, _names: Names) -> str:
    return gettext("The tournament was ended early.") if action.early else gettext("The tournament is over.")


_SAY: dict[type, Callable[[Any, Names], str]] = {
    actions.Withdraw: _withdraw,
    actions.ChangeResult: _change_result,
    actions.AddPairing: _add_pairing,
    actions.Finish: _finish,
}

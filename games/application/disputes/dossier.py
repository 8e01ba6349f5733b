"""What the referee's desk knows about a case besides the replay: the checks of the log and the deal, and the people.

Reads only. Whoever shows any of it to staff writes the look down first (``looks``).
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from games.application import deal_checks, store
from games.application.deal_checks import Check
from games.application.deals import LostKey
from games.application.disputes.permissions import people_of
from games.application.sayings.signals import say_signal
from games.models import Case, Match, Sanction, Signal
from ginsite.accounts.models import User

MOST_CASES = 8
"""Earlier cases about one person that the page lists."""


class Finding(NamedTuple):
    """One thing that was checked, in words, and whether it holds."""

    said: str
    holds: bool


class Suspicion(NamedTuple):
    """One signal, in words, with the matches that it comes from."""

    signal: Signal
    said: str
    codes: list[str]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody concerned, and what was ruled or asked about them before."""

    seat: int
    user: User
    sanctions: list[tuple[Sanction, bool]] = field(default_factory=list)  # with whether it is in force now
    cases: list[Case] = field(default_factory=list)


def people(case: Case) -> list[Person]:
    """Everybody on a seat, with sanctions and other cases about them, the newest first."""
    found = [Person(seat, user) for seat, user in people_of(case).items()]
    by_user = {person.user.pk: person for person in found}
    now = timezone.now()
    for sanction in Sanction.objects.filter(user__in=by_user).select_related("ruling__case"):
        lasts = sanction.lifted_by_id is None and sanction.until is not None and sanction.until > now
        by_user[sanction.user_id].sanctions.append((sanction, lasts))
    others = Case.objects.filter(about__in=by_user).exclude(pk=case.pk).select_related("match")
    for other in others.order_by("-pk"):
        assert other.about_id is not None
        if len(by_user[other.about_id].cases) < MOST_CASES:
            by_user[other.about_id].cases.append(other)
    return found


def suspicions(users: Collection[int]) -> list[Suspicion]:
    """The signals about these people that nobody has dismissed, the strongest first."""
    signals = Signal.objects.filter(Q(about__in=users) | Q(other__in=users), dismissed_at__isnull=True)
    return [suspicion_of(signal) for signal in signals.select_related("about", "other")]


def suspicion_of(signal: Signal) -> Suspicion:
    """A signal, with ``about`` and ``other`` at hand."""
    evidence = json.loads(signal.evidence)
    other = signal.other.public_name if signal.other is not None else ""
    said = say_signal(signal.kind, evidence, signal.about.public_name, other)
    return Suspicion(signal, said, list(evidence.get("codes", ())))


def check_log(match: Match) -> list[Finding]:
    """Whether the rows of a match's log are the ones that were written, and give what they say they gave."""
    wrong = store.verify(match.pk)
    if wrong:
        return [Finding(one, holds=False) for one in wrong]
    return [Finding(gettext("Every row of the log is in its place and unchanged."), holds=True)]


def check_deal(match: Match, hand: int, called: Collection[str]) -> list[Finding]:
    """Whether a hand that is over was dealt from the promised seeds; nothing while it is in play."""
    try:
        deal = deal_checks.deal_of(match, hand)
    except (store.Diverged, LostKey):
        return [Finding(gettext("The deal cannot be worked out again from the log."), holds=False)]
    if deal is None:
        return []
    names = list(called)
    found = (Finding(_say_check(one, names), one.holds) for one in deal_checks.check(deal))
    return list(dict.fromkeys(found))  # the same is said once, of however many decks


def _say_check(one: Check, names: list[str]) -> str:
    match one.key:
        case "server":
            return gettext("The server's seed is the one it promised before the deal.")
        case "seat":
            places = {"name": names[int(one.about)]}
            if one.by == "player":
                return gettext("The seed of %(name)s is the one promised before the deal.") % places
            return gettext("The server's stand-in for %(name)s is the one promised before the deal.") % places
        case "distinct":
            return gettext("Everybody promised something different.")
        case "deck":
            return gettext("The deck follows from the seeds.")
        case "draw":
            return gettext("The cards for the deal were drawn off the top.")
        case _:
            return gettext("The hands were dealt off the top of the deck.")

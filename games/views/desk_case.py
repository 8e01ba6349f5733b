"""One case on the referee's desk: what was asked, what happened, and what the referee can do but rule.

Cards are on this page only when the hand is over (``permissions.shows_cards``); every look is written down before
anything is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.application import sayings, store
from games.application.deals import LostKey
from games.application.disputes import canned, cases, dossier, looks, pauses, scores, subjects, telling
from games.application.disputes.permissions import is_over, people_of, shows_cards, why_not_rule, why_not_second
from games.application.disputes.refusals import Refused
from games.application.disputes.standing import stands
from games.application.disputes.telling import Called
from games.application.disputes.timeline import Moment, timeline_of
from games.application.replays import NoSuchHand, Replay, best_plays, replay_of_match
from games.application.sayings.timeline import say_moment
from games.models import Case, Look, Match, Ruling
from games.views.desk import case_for, referee_of
from games.views.replay import THOUGHT_KEPT_S, replay_data
from ginsite.accounts.models import User
from ginsite.accounts.staff import staff_only

Context = dict[str, Any]


@require_safe
@never_cache
@staff_only
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Everything about a case on one page."""
    return _page(request, case_for(request, code))


@require_safe
@never_cache
@staff_only
def computer(request: HttpRequest, code: str, hand: int) -> HttpResponseBase:
    """What the computer would have done at each step of a hand that is over."""
    case = case_for(request, code)
    match = _match_with_cards(case, hand)
    looks.look(referee_of(request), Look.What.HANDS, case=case, hand=hand)
    key = f"best-plays-{match.code}-{hand}"
    plays = cache.get(key)
    if plays is None:
        plays = best_plays(_replay(match, hand))
        cache.set(key, plays, THOUGHT_KEPT_S)
    return JsonResponse({"plays": plays})


# What the referee does


@require_POST
@never_cache
@staff_only
def act(request: HttpRequest, code: str, do: str) -> HttpResponse:
    """One of ``ACTS``; what was refused is said where it was asked, with what was written."""
    case, referee = case_for(request, code), referee_of(request)
    if do not in ACTS:
        raise Http404
    try:
        ACTS[do](referee, case, request.POST)
    except Refused as refusal:
        said = sayings.say_error(refusal.code, refusal.detail)
        return _page(request, case, {"problem": {do: said}, "written": request.POST.dict()}, status=422)
    return redirect(f"{reverse('desk:case', args=[case.code])}{ANCHORS.get(do, '')}")


def _ask(referee: User, case: Case, fields: QueryDict) -> None:
    whom = next((user for user in people_of(case).values() if str(user.pk) == fields.get("whom")), None)
    if whom is None:
        raise Refused("NOBODY_THERE")
    words, key = fields.get("words", ""), fields.get("canned", "")
    if not canned.own_words(words, key, canned.REPLIES):
        words = canned.reply(key, whom)
    cases.ask(referee, case, whom, words)


def _weigh(referee: User, case: Case, fields: QueryDict) -> None:
    severity = fields.get("severity", "")
    if severity not in {str(value) for value in Case.Severity.values}:
        raise Refused("BAD_RULING")
    cases.weigh(referee, case, int(severity), urgent=bool(fields.get("urgent")))


ACTS: dict[str, Callable[[User, Case, QueryDict], None]] = {
    "claim": lambda referee, case, _fields: cases.claim(referee, case),
    "release": lambda referee, case, _fields: cases.release(referee, case),
    "note": lambda referee, case, fields: cases.note(referee, case, fields.get("words", "")),
    "ask": _ask,
    "weigh": _weigh,
    "pause": lambda referee, case, _fields: pauses.pause(referee, case),
    "resume": lambda referee, case, _fields: pauses.resume(referee, case),
}
ANCHORS = {"note": "#said", "ask": "#said"}


# The page


def _page(request: HttpRequest, case: Case, more: Context | None = None, status: int = 200) -> HttpResponse:
    referee = referee_of(request)
    looks.look(referee, Look.What.CASE, case=case)
    context = _case_context(referee, case)
    if case.match is None:
        subject, key = subjects.subject_of(case.subject)
        context["subject"] = subject.describe(key)
    else:
        context |= _match_context(referee, case, case.match, request.GET.get("hand", ""))
    return render(request, "games/desk/case.html", context | (more or {}), status=status)


def _case_context(referee: User, case: Case) -> Context:
    """What there is to every case: what was asked, what was said and ruled, and who may do what."""
    called = telling.called_of(case)
    people = dossier.people(case)
    looks.look(referee, Look.What.SIGNALS, case=case)
    rulings = _rulings(referee, case, called)
    why_not = why_not_rule(referee, case)
    return {
        "case": case,
        "title": telling.title_of(case),
        "called": called,
        "people": people,
        "suspicions": dossier.suspicions([person.user.pk for person in people]),
        "entries": case.entries.select_related("by", "to"),
        "rulings": rulings,
        "proposal": next((row for row in rulings if row.ruling.status == Ruling.Status.PROPOSED), None),
        "against": _ruling_row(referee, case.appeal_against, called) if case.appeal_against is not None else None,
        "looks": case.looks.select_related("user")[:MOST_LOOKS],
        "why_not": sayings.say_error(why_not) if why_not else "",
        "held": cases.claimed_by_another(referee, case),
        "mine": case.claimed_by_id == referee.pk and not case.is_settled,
        "severities": Case.Severity.choices,
        "replies": canned.REPLIES.items(),
    }


MOST_LOOKS = 50


class RulingRow(NamedTuple):
    """A ruling in a list."""

    ruling: Ruling
    effects: list[str]
    stands: bool
    why_not_second: str


def _rulings(referee: User, case: Case, called: Called) -> list[RulingRow]:
    """The rulings in this case, and the others on the same match."""
    rows = Ruling.objects.filter(match=case.match_id) if case.match_id else Ruling.objects.filter(case=case)
    return [_ruling_row(referee, ruling, called) for ruling in rows.select_related("case", "by", "second")]


def _ruling_row(referee: User, ruling: Ruling, called: Called) -> RulingRow:
    why_not = why_not_second(referee, ruling) if ruling.status == Ruling.Status.PROPOSED else None
    said = sayings.say_error(why_not) if why_not else ""
    return RulingRow(ruling, telling.say_ruling(ruling, called), stands(ruling), said)


def _match_context(referee: User, case: Case, match: Match, asked: str) -> Context:
    """The match behind a case: the timeline, the checks and, if it may be, the hand with all its cards."""
    looks.look(referee, Look.What.LOG, case=case)
    looks.look(referee, Look.What.TALK, case=case)
    called = telling.called_in(match)
    loaded = store.load(match.pk)
    hands = [] if loaded is None else scores.hands_of(loaded.live.game)
    in_play = {hand.number for hand in hands if hand.in_play}
    context: Context = {
        "match": match,
        "setting": subjects.settings_of([match.pk]).get(match.pk),
        "game": sayings.game_name(match.variant),
        "clock": sayings.clock_name(match.clock),
        "hands": sorted({hand.number for hand in hands} - in_play),
        "in_play": in_play,
        "rests": loaded is not None and loaded.live.paused,
        "plays": match.status == Match.Status.PLAYING,
        "standing": scores.say_standing(loaded.live.game, called) if loaded is not None else "",
        "timeline": _timeline(case, match, called, in_play),
        "log": dossier.check_log(match),
        "shows_cards": shows_cards(case),
    }
    hand = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else case.hand or 1
    if shows_cards(case) and is_over(match, hand):
        context |= _hand_context(referee, case, match, hand, called)
    return context


def _hand_context(referee: User, case: Case, match: Match, hand: int, called: Called) -> Context:
    looks.look(referee, Look.What.HANDS, case=case, hand=hand)
    try:
        shown = replay_of_match(match, hand)
    except (NoSuchHand, store.Diverged, LostKey):
        return {"hand": hand}
    return {
        "hand": hand,
        "board": replay_data(match, shown, None),
        "row": case.version if hand == case.hand else "",
        "best": reverse("desk:computer", args=[case.code, hand]),
        "hand_url": "",
        "deal": dossier.check_deal(match, hand, called.seats),
    }


class Line(NamedTuple):
    """One line of the timeline."""

    at: datetime
    kind: str
    row: int | None
    said: str
    used: str  # with what the message took, and what the seat has left in reserve


class Stretch(NamedTuple):
    """The lines of one hand, or those before the first."""

    hand: int
    open: bool
    lines: list[Line]


def _timeline(case: Case, match: Match, called: Called, in_play: set[int]) -> list[Stretch]:
    """Everything in order, by hand: what is promised for the next one stands there, although this one is still played.

    Of a hand in play it says only that somebody moved: not even an open card.
    """
    stretches: dict[int, Stretch] = {}
    teams = len(called.sides) < len(called.seats)
    for moment in timeline_of(match):
        if moment.hand not in stretches:
            open_ = moment.hand == case.hand or moment.hand in in_play
            stretches[moment.hand] = Stretch(moment.hand, open_, [])
        if moment.hand in in_play and moment.kind in TELL_CARDS:
            said = gettext("%(name)s moves.") % {"name": called.seats[moment.seat or 0]}
        else:
            said = say_moment(moment, called.seats, called.sides, teams=teams)
        at = datetime.fromtimestamp(moment.at / 1000, UTC)
        stretches[moment.hand].lines.append(Line(at, moment.kind, moment.row, said, _time_used(moment)))
    return [stretches[hand] for hand in sorted(stretches)]


def _time_used(moment: Moment) -> str:
    """``6.4 s + 0.1 · 2:55``: time used, on the way, left in reserve; empty for what takes no time."""
    if moment.used_ms is None:
        return ""
    parts = [gettext("%(seconds)s s") % {"seconds": number_format(moment.used_ms / 1000, 1)}]
    if moment.lag_ms >= LAG_WORTH_TELLING_MS:
        parts[0] += f" + {number_format(moment.lag_ms / 1000, 1)}"
    if moment.banks is not None and moment.seat is not None:
        parts.append(_minutes(moment.banks[moment.seat]))
    return " · ".join(parts)


LAG_WORTH_TELLING_MS = 100


def _minutes(ms: int) -> str:
    """As on a clock: ``1:05``."""
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


TELL_CARDS = frozenset(
    {
        "pile_taken",
        "stock_drawn",
        "card_discarded",
        "knock_failed",
        "knocked",
        "defended",
        "melded",
        "laid_off",
        "upcard_passed",
    }
)


def _match_with_cards(case: Case, hand: int) -> Match:
    """The match of a case whose hand may be shown; 404 for any other."""
    if case.match is None or not shows_cards(case) or not is_over(case.match, hand):
        raise Http404
    return case.match


def _replay(match: Match, hand: int) -> Replay:
    try:
        return replay_of_match(match, hand)
    except NoSuchHand as missing:
        raise Http404 from missing

"""Records: the file of a finished match, and the page that plays any record again without keeping it."""

from __future__ import annotations

from typing import Any, NamedTuple

from allauth.core.internal import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.application import records, sayings, store
from games.application.deals import LostKey
from games.application.replays import NoSuchHand, replay_of_inputs
from games.domain.notation import BadRecord, format_record
from games.domain.replay import RecordError
from games.domain.variants import get_variant
from games.models import Match
from games.views.replay import board_data, require_hands

MAX_BYTES = 250_000
"""Of a record that is brought in: some ninety long hands, a second's work."""

REPLAY_RATE_LIMITS = {"replay_record": "20/m/ip"}
"""Each is read and played again to its end, with nothing else to stop who would keep the server busy."""

Context = dict[str, Any]


@require_safe
@never_cache
def download(request: HttpRequest, code: str) -> HttpResponse:
    """The record of a finished match, for those who may see its hands. A match in play has none."""
    match = get_object_or_404(Match.objects.prefetch_related("seats__user"), code=code, status=Match.Status.FINISHED)
    require_hands(request, match)
    try:
        record = records.record_of(match)
    except (store.Diverged, LostKey) as error:
        raise Http404 from error
    if record is None:
        raise Http404
    return HttpResponse(
        format_record(record),
        content_type="text/plain; charset=us-ascii",
        headers={"Content-Disposition": f'attachment; filename="{match.code}.gin"'},
    )


class Problem(NamedTuple):
    """Why a record cannot be shown: in a sentence, and where it stands."""

    said: str
    line: int | None = None
    text: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def replay(request: HttpRequest) -> HttpResponse:
    """Play a record again that somebody pastes or uploads. Nothing of it is stored: the page carries it along."""
    if request.method != "POST":
        return render(request, "games/replay_record.html", {"given": "", "problem": None})
    if not ratelimit.consume(request, app="games", action="replay_record", config=REPLAY_RATE_LIMITS):
        problem = Problem(sayings.say_error("TOO_FAST"))
        return render(request, "games/replay_record.html", {"given": "", "problem": problem}, status=429)
    given = _given(request)
    try:
        context = _too_large() if len(given) > MAX_BYTES else _board(given, request.POST.get("hand", ""))
    except BadRecord as bad:
        context = {"problem": _problem(bad, given)}
    shown = given.decode("utf-8", "replace") if len(given) <= MAX_BYTES else ""
    status = 400 if context.get("problem") else 200
    return render(request, "games/replay_record.html", context | {"given": shown}, status=status)


def _given(request: HttpRequest) -> bytes:
    """The text of the record. A form sends its lines with other ends, and people copy it without the last one."""
    file = request.FILES.get("file")
    content = file.read(MAX_BYTES + 1) if file else request.POST.get("record", "").encode()
    text: bytes = content.replace(b"\r\n", b"\n").rstrip() + b"\n"
    return text


def _too_large() -> Context:
    return {"problem": Problem(gettext("This is too large to be the record of one match."))}


def _board(given: bytes, hand: str) -> Context:
    """What the page shows of a good record: the hand that was asked for, else the first. Raises BadRecord."""
    record = records.read_record(given)
    hands = records.hands_of(record)
    asked = int(hand) if hand.isdecimal() and int(hand) in hands else min(hands, default=0)
    try:
        shown = replay_of_inputs(
            get_variant(record.variant),
            record.rules,
            record.seats,
            records.turns_of(record),
            hand_no=asked,
            computers=record.computers,
        )
    except NoSuchHand:
        return {"problem": Problem(gettext("No hand in this record has come to its end."))}
    return {
        "problem": None,
        "hand": asked,
        "hands": hands,
        "game": sayings.game_name(record.variant),
        "record": record,
        "seeds": records.has_seeds(record),
        "data": board_data(shown, [None] * record.seats),  # a record names nobody
    }


def _problem(bad: BadRecord, given: bytes) -> Problem:
    """In the reader's language what a player could have met; what only a program would write wrong stays as it is."""
    lines = given.split(b"\n")
    text = lines[bad.line - 1].decode("utf-8", "replace") if bad.line <= len(lines) else ""
    code = bad.code if isinstance(bad, RecordError) else None
    return Problem(bad.reason if code is None else sayings.say_error(code), bad.line, text[:200])

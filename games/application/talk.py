"""What people say to each other at a table: preset phrases, and free words where both sides want them.

A phrase goes over the wire by its key and is shown in the reader's language. Free words are for members who have
both asked for them. Computers have nothing to say and nobody talks to them; who only watches does not talk.
What somebody muted or blocked says is not sent to who did it; the speaker is not told.
"""

from __future__ import annotations

import time
import unicodedata
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import ChatLine, Distance, Match, Seat
from games.models.company import MAX_TEXT
from ginsite.accounts.models import Preferences

PHRASES: dict[str, Promise] = {
    "hello": _("Hello"),
    "good_luck": _("Good luck"),
    "nice_hand": _("Nice hand"),
    "well_played": _("Well played"),
    "lucky_me": _("That was luck"),
    "thanks": _("Thanks"),
    "no_hurry": _("Take your time"),
    "one_moment": _("One moment, please"),
    "good_game": _("Good game"),
    "must_go": _("Sorry, I must go"),
}
"""Each phrase by its key, in the order in which they are offered. A key is never given another meaning."""

AFTER_A_HAND = ("well_played", "nice_hand", "thanks")
"""What is offered beside a result."""

LIMITS = ((10_000, 5), (600_000, 30))
"""How much one person may say: at most so many lines within so many ms, over all tables."""

AFTERWARDS_MS = 30 * 60_000
"""How long after the end of a match people may still talk at its table."""

KEPT = 40
"""The last lines of a match, which a page is given."""


class TalkRefusal(ValueError):  # noqa: N818
    """Nothing was said. ``code`` is one of ``sayings.ERRORS``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Words(NamedTuple):
    """What a page wants to say: a key of ``PHRASES``, or a text; the other is empty."""

    phrase: str = ""
    text: str = ""


class Line(NamedTuple):
    """One line as it was said."""

    number: int
    seat: int
    phrase: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Talk:
    """The conversation at a table between people, and who hears whom."""

    lines: tuple[Line, ...]  # the last ones
    free: bool  # words of one's own are open to all
    muted: frozenset[tuple[int, int]]  # pairs of seats: who muted whom
    blocked: frozenset[tuple[int, int]]


def clean(text: str) -> str:
    """A text as one line: white space run together, without control signs and those that turn the reading direction.

    Raises ValueError when nothing is left, or too much.
    """
    visible = (sign if unicodedata.category(sign) not in HIDDEN or sign in JOINERS else " " for sign in text)
    line = " ".join("".join(visible).split())
    if not line.strip("".join(JOINERS)) or len(line) > MAX_TEXT:
        raise ValueError("an empty line" if len(line) <= MAX_TEXT else "too long a line")
    return line


HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode's categories of signs that nobody sees, but that can turn, hide or break a line."""

JOINERS = ("\u200c", "\u200d")
"""The two of them that words and emoji need."""


def say(match_id: int, seat: int, words: Words) -> int:
    """Say something from a seat; the line's number. Synchronous, one transaction.

    Raises TalkRefusal: CHAT_CLOSED (nobody there to talk to, not begun, or long over), NO_FREE_CHAT, CHAT_TOO_FAST.
    """
    match = Match.objects.prefetch_related("seats__user").get(pk=match_id)
    now = _now_ms()
    if not _may_talk(match, now):
        raise TalkRefusal("CHAT_CLOSED")
    speaker = next((chair for chair in match.seats.all() if chair.seat == seat), None)
    if speaker is None or speaker.user_id is None:
        raise TalkRefusal("NOT_SEATED")
    if words.text and not _is_free(list(match.seats.all())):
        raise TalkRefusal("NO_FREE_CHAT")
    said = ChatLine.objects.filter(user=speaker.user_id)
    for within, most in LIMITS:
        if said.filter(at__gt=now - within).count() >= most:
            raise TalkRefusal("CHAT_TOO_FAST")
    return _append(match, speaker, words, now)


def _append(match: Match, speaker: Seat, words: Words, now: int) -> int:
    """Write the line down under the next number; whoever loses the number to another seat takes the next."""
    while True:
        last = ChatLine.objects.filter(match=match).aggregate(last=Max("number"))["last"] or 0
        try:
            with transaction.atomic():
                ChatLine.objects.create(
                    match=match,
                    number=last + 1,
                    seat=speaker.seat,
                    user_id=speaker.user_id,
                    phrase=words.phrase,
                    text=words.text,
                    at=now,
                )
        except IntegrityError:
            if not ChatLine.objects.filter(match=match, number=last + 1).exists():
                raise
        else:
            return last + 1


def read_talk(match_id: int) -> Talk | None:
    """The conversation at a table; ``None`` where there are not two people to have one. Synchronous."""
    seats = list(Seat.objects.filter(match=match_id, user__isnull=False).select_related("user"))
    if len(seats) < 2:
        return None
    lines = ChatLine.objects.filter(match=match_id).order_by("-number")[:KEPT]
    number_of = {chair.user_id: chair.seat for chair in seats}
    distances = list(Distance.objects.filter(by__in=number_of, to__in=number_of))
    pairs = [(number_of[row.by_id], number_of[row.to_id], row) for row in distances]
    return Talk(
        lines=tuple(Line(row.number, row.seat, row.phrase, row.text, row.at) for row in reversed(lines)),
        free=_is_free(seats),
        muted=frozenset((by, to) for by, to, row in pairs if row.muted),
        blocked=frozenset((by, to) for by, to, row in pairs if row.blocked),
    )


def last_lines(match_ids: list[int]) -> dict[int, int]:
    """The number of the last line said at each of the tables where anything was. Synchronous, one query."""
    lines = ChatLine.objects.filter(match__in=match_ids).order_by().values("match").annotate(last=Max("number"))
    return {row["match"]: row["last"] for row in lines}


def last_of(talk: Talk | None) -> int:
    """The number of the last line of a conversation."""
    return talk.lines[-1].number if talk is not None and talk.lines else 0


def is_silent(talk: Talk | None) -> bool:
    """Whether there is nothing to tell of a conversation: what a page without one assumes."""
    return talk is None or not (talk.lines or talk.free or talk.muted or talk.blocked)


def talk_plain(talk: Talk | None, seat: int | None) -> dict[str, Any] | None:
    """The protocol's ``chat``, for one seat: without what the seat does not want to hear. ``None`` for watchers."""
    if talk is None or seat is None:
        return None
    muted = sorted(to for by, to in talk.muted if by == seat)
    blocked = sorted(to for by, to in talk.blocked if by == seat)
    silent = {*muted, *blocked}
    return {
        "free": talk.free,
        "muted": muted,
        "blocked": blocked,
        "lines": [line_plain(line) for line in talk.lines if line.seat not in silent],
    }


def line_plain(line: Line) -> dict[str, Any]:
    """One line of the protocol's ``chat``."""
    return {
        "n": line.number,
        "seat": line.seat,
        "phrase": line.phrase or None,
        "text": line.text or None,
        "at": line.at,
    }


def _may_talk(match: Match, now: int) -> bool:
    people = [chair for chair in match.seats.all() if chair.user_id is not None]
    if len(people) < 2:
        return False
    if match.status == Match.Status.FINISHED and match.finished_at is not None:
        return now - match.finished_at.timestamp() * 1000 < AFTERWARDS_MS
    return match.status == Match.Status.PLAYING


def _is_free(seats: list[Seat]) -> bool:
    """Whether everybody at the table is a member who asked for free chat."""
    people = [chair.user for chair in seats if chair.user is not None]
    if not all(person.is_member for person in people):
        return False
    return Preferences.objects.filter(user__in=people, free_chat=True).count() == len(people)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000

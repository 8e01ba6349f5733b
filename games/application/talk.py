"""What people say to each other at a table: preset phrases, and free words where both sides want them.

A phrase goes over the wire by its key and is shown in the reader's language. Free words are for members who have
both asked for them. Computers have nothing to say and nobody talks to them; who only watches does not talk.
What somebody muted or blocked says is not sent to who did it; the speaker is not told.

A private line is for those who look into the same hand: adviser and captain, partners where advice is allowed. Its
audience is written down with it and never grows: nobody else is sent it, then or later.
"""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.application.disputes import sanctions
from games.domain.cards import hand_of, iter_cards
from games.domain.match import Match as Game
from games.domain.perspective import sees
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

ADVICE: dict[str, Promise] = {
    "take_it": _("Take it"),
    "leave_it": _("Leave it"),
    "knock_now": _("Knock"),
    "wait": _("Wait"),
    "discard_it": _("Discard the %(card)s"),
    "lay_off_it": _("Lay off the %(card)s"),
}
"""What is said in private alone, likewise. Some name a card: a public line never does."""

OF_A_CARD = ("discard_it", "lay_off_it")

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
    """What a page wants to say: a key of ``PHRASES`` or ``ADVICE``, or a text; the other is empty."""

    phrase: str = ""
    text: str = ""
    card: str = ""  # of a phrase that names one
    private: bool = False


class Line(NamedTuple):
    """One line as it was said."""

    number: int
    seat: int
    phrase: str
    card: str
    text: str
    audience: int | None  # a mask of seats; everybody's
    at: int

    def is_for(self, seat: int) -> bool:
        """Whether a seat may ever read it."""
        return self.audience is None or bool(self.audience >> seat & 1)


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


def confidants(game: Game, seat: int) -> tuple[int, ...]:
    """The seats that hear a private line of this one now: those whose cards it may see, and those that see its own."""
    if game.phase != "play" or game.seats == 2:
        return ()
    seen = [sees(game, looker) for looker in range(game.seats)]
    return tuple(other for other in range(game.seats) if other in seen[seat] or seat in seen[other])


def say(match_id: int, seat: int, words: Words, to: Sequence[int] = ()) -> int:
    """Say something from a seat; the line's number. Synchronous, one transaction.

    ``to``: the seats that hear a private line, its ``confidants``. Raises TalkRefusal: CHAT_CLOSED (nobody there to
    talk to, not begun, or long over), NO_PRIVATE_TALK, NO_FREE_CHAT, MUTED, CHAT_TOO_FAST.
    """
    match = Match.objects.prefetch_related("seats__user").get(pk=match_id)
    now = _now_ms()
    if not _may_talk(match, now):
        raise TalkRefusal("CHAT_CLOSED")
    speaker = next((chair for chair in match.seats.all() if chair.seat == seat), None)
    if speaker is None or speaker.user_id is None:
        raise TalkRefusal("NOT_SEATED")
    if words.private and not any(chair.user_id and chair.seat in to for chair in match.seats.all()):
        raise TalkRefusal("NO_PRIVATE_TALK")
    if words.text and not _is_free(list(match.seats.all())):
        raise TalkRefusal("NO_FREE_CHAT")
    if words.text and sanctions.is_muted(speaker.user_id):
        raise TalkRefusal("MUTED")
    said = ChatLine.objects.filter(user=speaker.user_id)
    for within, most in LIMITS:
        if said.filter(at__gt=now - within).count() >= most:
            raise TalkRefusal("CHAT_TOO_FAST")
    return _append(match, speaker, words, hand_of((seat, *to)) if words.private else None, now)


def _append(match: Match, speaker: Seat, words: Words, audience: int | None, now: int) -> int:
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
                    card=words.card,
                    text=words.text,
                    audience=audience,
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
        lines=tuple(_line(row) for row in reversed(lines)),
        free=_is_free(seats),
        muted=frozenset((by, to) for by, to, row in pairs if row.muted),
        blocked=frozenset((by, to) for by, to, row in pairs if row.blocked),
    )


def _line(row: ChatLine) -> Line:
    return Line(row.number, row.seat, row.phrase, row.card, row.text, row.audience, row.at)


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
    """The protocol's ``chat``, for one seat: without what it may not or does not want to hear. Watchers: ``None``."""
    if talk is None or seat is None:
        return None
    muted = sorted(to for by, to in talk.muted if by == seat)
    blocked = sorted(to for by, to in talk.blocked if by == seat)
    silent = {*muted, *blocked}
    return {
        "free": talk.free,
        "muted": muted,
        "blocked": blocked,
        "lines": [line_plain(line) for line in talk.lines if line.is_for(seat) and line.seat not in silent],
    }


def line_plain(line: Line) -> dict[str, Any]:
    """One line of the protocol's ``chat``."""
    return {
        "n": line.number,
        "seat": line.seat,
        "phrase": line.phrase or None,
        "card": line.card or None,
        "text": line.text or None,
        "to": None if line.audience is None else list(iter_cards(line.audience)),
        "at": line.at,
    }


def words_of(row: ChatLine) -> str:
    """What a line says, in the reader's language."""
    said = PHRASES.get(row.phrase) or ADVICE.get(row.phrase)
    return row.text if said is None else str(said) % {"card": row.card} if row.card else str(said)


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

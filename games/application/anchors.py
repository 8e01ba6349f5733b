"""Daily anchors: one hash over the ends of all logs that grew on a day (UTC) and over the anchor of the day before.

The chain of a match shows what was changed inside it, not that its tail was cut off or that the whole match is gone.
An anchor does, and whoever keeps a copy of one need not trust the server for anything before it. ``docs/log.md`` has
the text that is hashed. Anchors are made by the sweep, some minutes after midnight; a day that was missed is made up
for, and of two processes that make the same one the database lets one through.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import reduce
from hashlib import sha256
from itertools import islice
from operator import or_
from typing import Any, NamedTuple, TypeVar

from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet, Value
from django.db.models.functions import Length, Replace

from games.models import Anchor, Match, MatchEvent

HEADER = "ginrummy-anchor-v1"

SETTLED_MS = 10 * 60_000
"""How long after midnight the day is left alone: whatever was on its way to the disk has come there."""

LOOK_SECONDS = 60
"""How often the sweep looks whether an anchor is due."""

ROWS_AT_A_TIME = 200

DAY = timedelta(days=1)

T = TypeVar("T")


class Head(NamedTuple):
    """The last row of a match's log on a day."""

    code: str
    number: int
    hash: str


def text_of(day: date, prev_hash: str, lines: str) -> str:
    """What is hashed: the header, the day, the hash of the anchor before (or nothing), then a line for each log."""
    return f"{HEADER}\n{day.isoformat()}\n{prev_hash}\n{lines}"


def hash_of(day: date, prev_hash: str, lines: str) -> str:
    """The SHA-256 of an anchor's text, as hex."""
    return sha256(text_of(day, prev_hash, lines).encode("ascii", "replace")).hexdigest()


def make_due(now: int) -> list[Anchor]:
    """Make every anchor that is due at ``now`` (ms); those made. Synchronous; may run in several processes."""
    made: list[Anchor] = []
    until = _day_of(now - SETTLED_MS) - DAY
    last = Anchor.objects.order_by("-day").defer("lines").first()
    day = last.day + DAY if last is not None else _first_day()
    while day is not None and day <= until:
        lines = _lines(None if last is None else _start_of(day), _start_of(day + DAY))
        prev_hash = "" if last is None else last.hash
        try:
            with transaction.atomic():
                last = Anchor.objects.create(
                    day=day, prev_hash=prev_hash, lines=lines, hash=hash_of(day, prev_hash, lines)
                )
        except IntegrityError:  # another process was faster, and goes on with the next day
            return made
        made.append(last)
        day += DAY
    return made


def on_looking_round(**_signal: Any) -> None:
    """The sweep looks round, once a second."""
    if cache.add("games.anchors.looked", True, LOOK_SECONDS):
        make_due(time.time_ns() // 1_000_000)


def newest_first() -> QuerySet[Anchor, Any]:
    """All anchors without their lines, each with ``logs``: how many it names."""
    line_feeds = Length("lines") - Length(Replace("lines", Value("\n"), Value("")))
    return Anchor.objects.defer("lines").annotate(logs=line_feeds).order_by("-day")


def text_of_anchor(anchor: Anchor) -> str:
    """The text whose SHA-256 is the anchor's hash."""
    return text_of(anchor.day, anchor.prev_hash, anchor.lines)


def _first_day() -> date | None:
    """The day of the first row of all. Its anchor takes in every log that there is by then."""
    at = MatchEvent.objects.order_by("pk").values_list("at", flat=True).first()
    return None if at is None else _day_of(at)


def _lines(since: int | None, until: int) -> str:
    """A line for each log that has rows of that time (ms), by code: ``<code> <number> <hash>`` of the last of them."""
    rows = MatchEvent.objects.filter(at__lt=until)
    if since is not None:
        rows = rows.filter(at__gte=since)
    ends = dict(rows.order_by().values("match").annotate(last=Max("number")).values_list("match", "last"))
    codes = {
        pk: code for chunk in _chunks(ends) for pk, code in Match.objects.filter(pk__in=chunk).values_list("pk", "code")
    }
    heads = sorted(Head(codes[pk], number, digest) for (pk, number), digest in _hashes(ends.items()).items())
    return "".join(f"{code} {number} {digest}\n" for code, number, digest in heads)


def _hashes(ends: Iterable[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """The hashes of rows, by match and number; those that there are."""
    found: dict[tuple[int, int], str] = {}
    for chunk in _chunks(ends):
        wanted = reduce(or_, (Q(match=pk, number=number) for pk, number in chunk))
        rows = MatchEvent.objects.filter(wanted).order_by().values_list("match", "number", "hash")
        found |= {(pk, number): digest for pk, number, digest in rows}
    return found


def verify(codes: Collection[str] = ()) -> list[str]:
    """What contradicts the anchors, a line for each fault, for the operator; with ``codes`` only in those matches.

    Of each anchor: its own hash, the anchor before it, and every row that it names. Reads only.
    """
    of_anchors: list[str] = []
    of_matches: dict[str, str] = {}
    before: Anchor | None = None
    for anchor in Anchor.objects.order_by("day").iterator(chunk_size=10):
        of_anchors += _anchor_faults(before, anchor)
        for chunk in _chunks(_heads_in(anchor.lines, codes)):
            for code, fault, lasting in _head_faults(chunk, anchor.day):
                if lasting or code not in of_matches:
                    of_matches[code] = fault
        before = anchor
    return [*([] if codes else of_anchors), *of_matches.values()]


def _anchor_faults(before: Anchor | None, anchor: Anchor) -> Iterator[str]:
    """What is wrong with an anchor itself. The first of all follows none."""
    if anchor.hash != hash_of(anchor.day, anchor.prev_hash, anchor.lines):
        yield f"anchor of {anchor.day}: it was altered: it does not give its hash"
    if before is None:
        if anchor.prev_hash:
            yield f"anchor of {anchor.day}: those before it are missing"
    elif anchor.day != before.day + DAY:
        yield f"anchor of {before.day + DAY}: it is missing, up to that of {anchor.day}"
    elif anchor.prev_hash != before.hash:
        yield f"anchor of {before.day}: it was altered and sealed anew: that of {anchor.day} follows another"


def _heads_in(lines: str, codes: Collection[str]) -> Iterator[Head]:
    """The lines of an anchor; one that is no such line shows in the anchor's hash."""
    for line in lines.splitlines():
        code, _space, rest = line.partition(" ")
        number, _space, digest = rest.partition(" ")
        if number.isdigit() and (not codes or code in codes):
            yield Head(code, int(number), digest)


def _head_faults(heads: list[Head], day: date) -> Iterator[tuple[str, str, bool]]:
    """What the log contradicts: the match, the fault, and whether a later anchor has more to say about it."""
    rows = Match.objects.filter(code__in=[head.code for head in heads]).values_list("code", "pk", "version")
    matches = {code: (pk, version) for code, pk, version in rows}
    there = _hashes((matches[head.code][0], head.number) for head in heads if head.code in matches)
    for code, number, digest in heads:
        if code not in matches:
            yield code, f"match {code}: it is missing; the anchor of {day} names its row {number}", True
            continue
        pk, version = matches[code]
        if version < number:
            what = f"rows {version + 1} to {number} are missing; the anchor of {day} names row {number}"
            yield code, f"match {code}, row {version + 1}: {what}", True
        elif there.get((pk, number)) != digest:
            what = f"it is not the row that the anchor of {day} names; it or one before it was altered"
            yield code, f"match {code}, row {number}: {what}", False


def _chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """So many values at a time as one statement may name."""
    remaining = iter(values)
    while chunk := list(islice(remaining, ROWS_AT_A_TIME)):
        yield chunk


def _day_of(ms: int) -> date:
    return datetime.fromtimestamp(ms / 1000, UTC).date()


def _start_of(day: date) -> int:
    """Midnight, in ms."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) * 1000

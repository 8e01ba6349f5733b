"""Who was at a table and when: a row for each socket's stay, for a referee's timeline and signals.

Nobody's address or device is ever written down, but what a secret key makes of it: enough to see that two stays came
from the same, not from where. Keys last for ``KEEP_DAYS``, as visits do. Each value is kept under the key of its own
period and under that of the next, so that any two visits that are kept at one time share a key (``comparable``), and a
copy that outlives them can be compared with nothing.

A device is what its browser calls itself and its languages: a kind of device, not one of them.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address
from typing import Any, Literal

from django.conf import settings
from django.core.cache import cache
from django.db import Error, transaction
from django.db.models import Case, When
from django.db.models.functions import Substr

from games.models import Case as Dispute
from games.models import Seat, Visit
from games.models.evidence import KEEP_DAYS

logger = logging.getLogger(__name__)

PERIOD_MS = KEEP_DAYS * 24 * 3_600_000
"""How long a key lasts, and how long a visit is kept."""

TOKEN = 32
"""Hex digits of what one key makes of a value; a row holds two of them."""

AT_A_TIME = 50
"""Stays in one transaction, one a second: ten milliseconds of work, so that no move has to wait for a crowd."""

PURGE_SECONDS = 3_600
PURGED_AT_A_TIME = 500

Scope = dict[str, Any]


@dataclass(eq=False, slots=True)
class Stay:
    """One socket at one table; a spectator has no ``seat``."""

    match_id: int
    seat: int | None
    user_id: int | None
    came_at: int
    address: str = ""
    device: str = ""
    went_at: int | None = None
    row: int | None = None  # its key, once it is on the disk


class Book:
    """The stays of this process on their way to the disk, a batch a second, beside the moves. For the event loop."""

    def __init__(self, run: Callable[[Callable[[], None]], Awaitable[Any]]) -> None:
        """``run`` does a small piece of writing in the writer's thread (``Writer.run``)."""
        self._run = run
        self._here: set[Stay] = set()
        self._news: dict[Stay, None] = {}

    def came(self, match_id: int, seat: int | None, user_id: int | None, scope: Scope, now: int) -> Stay:
        """A socket has come to a table; ``scope`` is the ASGI scope of its handshake."""
        address, device = _seal("address", address_of(scope), now), _seal("device", device_of(scope), now)
        stay = Stay(match_id, seat, user_id, now, address, device)
        self._here.add(stay)
        self._news[stay] = None
        return stay

    def went(self, stay: Stay, now: int) -> None:
        """It has gone."""
        if stay in self._here:
            self._here.discard(stay)
            stay.went_at = now
            self._news[stay] = None

    async def write(self) -> None:
        """Write down some of what is new, if anything is. What cannot be written is lost: no game waits for it."""
        batch = list(self._news)[:AT_A_TIME]
        for stay in batch:
            del self._news[stay]
        if batch:
            try:
                await self._run(partial(_write, batch))
            except Error as error:
                logger.warning("%d visits were not written down: %s", len(batch), type(error).__name__)

    async def close(self, now: int) -> None:
        """Everybody has to go; write all down."""
        for stay in list(self._here):
            self.went(stay, now)
        while self._news:
            await self.write()


def _write(batch: list[Stay]) -> None:
    """In the writer's thread. A stay that is on the disk has only its end to add."""
    new = [stay for stay in batch if stay.row is None]
    gone = [Visit(pk=stay.row, went_at=stay.went_at) for stay in batch if stay.row is not None]
    with transaction.atomic():
        rows = Visit.objects.bulk_create(
            Visit(
                match_id=stay.match_id,
                seat=stay.seat,
                user_id=stay.user_id,
                came_at=stay.came_at,
                went_at=stay.went_at,
                address=stay.address,
                device=stay.device,
            )
            for stay in new
        )
        Visit.objects.bulk_update(gone, ["went_at"])
    for stay, row in zip(new, rows, strict=True):
        stay.row = row.pk


# Where somebody comes from


def address_of(scope: Scope) -> str:
    """The address of the client, through the trusted proxies if there are any; of IPv6 the network of the house.

    Empty where there is none that can be read.
    """
    proxies = getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 0)
    if proxies:
        hops = _header(scope, b"x-forwarded-for", b",").split(",")
        said = hops[-proxies].strip() if len(hops) >= proxies else ""
    else:
        said = str((scope.get("client") or ("",))[0])
    try:
        address = ip_address(said)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> 64 << 64))
    return str(address)


def device_of(scope: Scope) -> str:
    """What the browser calls itself, and its languages; empty if it does not say."""
    name = _header(scope, b"user-agent")
    return f"{name}\n{_header(scope, b'accept-language')}" if name else ""


def _header(scope: Scope, name: bytes, between: bytes = b" ") -> str:
    return between.join(value for key, value in scope.get("headers", ()) if key == name).decode("latin-1")


# What is kept of it


def _seal(what: Literal["address", "device"], value: str, at: int) -> str:
    """The value under the key of the period of ``at`` (ms) and under that of the next; nothing of nothing."""
    if not value:
        return ""
    period = at // PERIOD_MS
    return "".join(
        hmac.digest(_key(what, number, settings.SECRET_KEY), value.encode(), "sha256").hex()[:TOKEN]
        for number in (period, period + 1)
    )


@lru_cache(maxsize=16)
def _key(what: str, period: int, secret: str) -> bytes:
    return hmac.digest(secret.encode(), f"ginrummy-visit-v1|{what}|{period}|".encode(), "sha256")


def comparable(field: Literal["address", "device"], now: int) -> Case:
    """An expression over visits, to annotate and to group by: equal for the same address (device), at ``now`` (ms).

    Empty where nothing is known. Comparisons made at different times may be under different keys.
    """
    begun = now // PERIOD_MS * PERIOD_MS
    return Case(When(came_at__gte=begun, then=Substr(field, 1, TOKEN)), default=Substr(field, TOKEN + 1, TOKEN))


def purge(now: int) -> int:
    """Forget the visits that began longer than ``KEEP_DAYS`` before ``now`` (ms); how many."""
    forgotten = 0
    while True:
        old = Visit.objects.filter(came_at__lt=now - PERIOD_MS).order_by("came_at")
        keys = list(old.values_list("pk", flat=True)[:PURGED_AT_A_TIME])
        if not keys:
            return forgotten
        forgotten += Visit.objects.filter(pk__in=keys).delete()[0]


def on_looking_round(**_signal: Any) -> None:
    """The sweep looks round, once a second."""
    if cache.add("games.visits.purged", True, PURGE_SECONDS):
        purge(time.time_ns() // 1_000_000)


def on_guest_merged(guest_id: int, user_id: int, **_signal: object) -> None:
    """A guest's visits become the account's; in the caller's transaction, after ``seats.on_guest_merged``."""
    kept = Seat.objects.filter(user=guest_id).values("match")
    Visit.objects.filter(user=guest_id).exclude(match__in=kept).update(user=user_id)


def on_account_deleted(user_id: int, **_signal: object) -> None:
    """Forget where somebody who leaves came from, but for what a referee has still to look into about them."""
    before_the_referee = Dispute.objects.unsettled().filter(about=user_id, match__isnull=False).values("match")
    Visit.objects.filter(user=user_id).exclude(match__in=before_the_referee).update(address="", device="")

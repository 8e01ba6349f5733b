"""What the server shows of a table, in the shapes of ``docs/protocol.md``: plain values, cut to one reader.

Views come from ``games.domain.perspective`` and nothing else; this module writes them down and adds what the rules do
not know: clocks, the pause, offers of a rematch, who is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse

from games.application import store
from games.application.codec import end_to_plain, event_to_plain, exchange_to_plain, sheet_to_plain, view_to_plain
from games.application.live import Held, Scene, SeatInfo, TableInfo, Told
from games.application.presence import Presence
from games.application.record import LiveMatch, pause_until
from games.application.sayings import say_rules
from games.application.talk import confidants
from games.bots.registry import BOTS
from games.domain import clock as clocks
from games.domain.cards import iter_cards
from games.domain.perspective import View, follows, redact, view
from games.domain.variants import get_variant

Plain = dict[str, Any]


def snapshot(scene: Scene | Held, presence: Presence, seat: int | None, now: int) -> Plain:
    """Everything that a seat, or a spectator, may know of a table."""
    live = scene.live
    return {
        "t": "snapshot",
        "v": live.version if live else 0,
        "now": now,
        "table": table_plain(scene, seat),
        "seats": seats_plain(scene, presence, now),
        "view": None if live is None else view_plain(scene, presence, view(live.game, seat), now),
        "moves": store.tell(live, scene.told, seat) if live else [],
        **deals_plain(live),
    }


def update(
    held: Scene | Held,
    presence: Presence,
    seat: int | None,
    now: int,
    since: int,
    told: Sequence[Told],
    public: Plain | None = None,
) -> Plain:
    """What happened after version ``since``, and the view that follows. ``public``: see :func:`public_plain`."""
    live = held.live
    assert live is not None
    seen = view(live.game, seat)
    if len(told) == 1:  # just happened: nothing of it is buried yet
        number, at, events = told[0]
        followed = follows(live.game, seat)
        plain = [event_to_plain(redact(event, seat, followed)) | {"v": number, "at": at} for event in events]
    else:
        plain = store.tell(live, told, seat)
    message = {
        "t": "update",
        "from": since,
        "v": live.version,
        "now": now,
        "events": plain,
        "view": view_plain(held, presence, seen, now, public),
    }
    return message if live.seeds_version <= since else message | deals_plain(live)


def deals_plain(live: LiveMatch | None) -> Plain:
    """The exchanges of seeds, the same for everybody: ``deal`` of hands to come, ``dealt`` of the one in play."""
    coming, in_play = (None, None) if live is None or live.finish is not None else (live.coming, live.in_play)
    owed = coming.exchange.owing if coming is not None and live is not None and live.held_up else ()
    return {
        "deal": [] if coming is None else [exchange_to_plain(coming.exchange, until=coming.until, owed=owed)],
        "dealt": None if in_play is None else exchange_to_plain(in_play.exchange),
    }


def table_plain(scene: Scene | Held, seat: int | None) -> Plain:
    """The protocol's ``table``."""
    table = scene.table
    control, rules = table.control, get_variant(table.variant).rules_from_dict(table.rules)
    return {
        "code": table.code,
        "variant": table.variant,
        "preset": table.preset,
        "rules": table.rules,
        "rules_said": say_rules(rules, control, game=table.variant, seats=table.seat_count),
        "rated": table.rated,
        "clock": {
            "name": control.name,
            "move_ms": control.move_ms,
            "bank_ms": control.bank_ms,
            "increment_ms": control.increment_ms,
        },
        "seats": table.seat_count,
        "you": seat,
        "invite": _invite(scene, seat),
        "practice": table.practice,
        "status": status(scene),
        "review": [] if seat is None else list(scene.review),
    }


def _invite(scene: Scene | Held, seat: int | None) -> str | None:
    """The link, for those who sit at a table with an empty chair."""
    table: TableInfo = scene.table
    if seat is None or table.invite_token is None or status(scene) != "open":
        return None
    return reverse("games:invite", args=[table.invite_token])


def status(scene: Scene | Held) -> str:
    """``open``, ``playing``, ``finished``, or ``closed`` for a table given up before it began."""
    if scene.closed:
        return "closed"
    if scene.live is None:
        return "open"
    return "playing" if scene.live.finish is None else "finished"


def seats_plain(scene: Scene | Held, presence: Presence, now: int) -> list[Plain | None]:
    """The protocol's ``seats``."""
    return [None if seat is None else _seat_plain(scene, seat, presence, now) for seat in scene.seats]


def _seat_plain(scene: Scene | Held, seat: SeatInfo, presence: Presence, now: int) -> Plain:
    match_id = scene.table.id
    return {
        "seat": seat.seat,
        "name": seat.name,
        "kind": seat.kind,
        "level": BOTS[seat.bot].level if seat.bot in BOTS else None,
        "connected": bool(seat.bot) or presence.is_here(match_id, seat.seat, now),
        "last_seen": presence.last_seen(match_id, seat.seat),
        "rating": _rating_plain(seat),
        "page": seat.page,
        "claim_at": claim_at(scene, presence, seat.seat, now),
    }


def _rating_plain(seat: SeatInfo) -> Plain | None:
    rating = seat.rating
    if rating.points is None:
        return None
    return {"points": rating.points, "provisional": rating.provisional, "before": rating.before}


def claim_at(scene: Scene | Held, presence: Presence, seat: int, now: int) -> int | None:
    """From when the seat's opponent may claim the match; only while the seat has to act, and only of a person."""
    live, info = scene.live, scene.seats[seat]
    if live is None or live.finish is not None or info is None or info.bot:
        return None
    at = presence.claim_at(scene.table.id, seat, scene.table.control.claim_ms, now)
    return at if at is not None and live.clock.seats[seat].running_since is not None else None


def public_plain(live: LiveMatch) -> Plain:
    """The part of ``view`` that is the same for every reader, to be written once for all of them."""
    game = live.game
    return {
        "sheet": sheet_to_plain(game.sheet, game.rules.fixed_hands, game.variant.seating.sides(game.seats)),
        "match": None if game.end is None else end_to_plain(game.end),
        "clocks": clocks_plain(live),
        "pause_until": pause_until(live),
        "pause": pause_plain(live),
        "ruled": ruled_plain(live),
    }


def pause_plain(live: LiveMatch) -> Plain | None:
    """Who would have the match rest, and since when it does; ``None`` while nobody would."""
    pause = live.pause
    if not pause.offers and pause.since is None:
        return None
    return {"offers": list(iter_cards(pause.offers)), "since": pause.since, "by_referee": pause.by_referee}


def ruled_plain(live: LiveMatch) -> Plain | None:
    """The hands that do not count, and those (hand and table) that count otherwise than they were played."""
    ruled = live.game.ruled
    return None if ruled is None else {"struck": list(ruled.struck), "changed": [list(hand) for hand in ruled.changed]}


def view_plain(scene: Scene | Held, presence: Presence, seen: View, now: int, public: Plain | None = None) -> Plain:
    """The protocol's ``view`` of a match that has begun: what its reader sees, and what the rules do not know."""
    live, seat = scene.live, seen.seat
    assert live is not None
    plain = view_to_plain(seen)
    plain.update(public_plain(live) if public is None else public)
    plain["private"] = [] if seat is None else confidants(live.game, seat)
    plain["can"] |= _can_besides(scene, presence, seat, now)
    plain["offers"]["rematch"] = _wishes(scene)
    plain["offers"]["rematch_url"] = None if seat is None else scene.rematch
    return plain


def clocks_plain(live: LiveMatch) -> list[Plain]:
    """The protocol's ``clocks``, one a seat."""
    return [
        {
            "move_ms": live.clock.control.move_ms,
            "bank_ms": own.bank_ms,
            "running": own.running_since is not None,
            "deadline": clocks.deadline_of(live.clock, seat),
        }
        for seat, own in enumerate(live.clock.seats)
    ]


def _can_besides(scene: Scene | Held, presence: Presence, seat: int | None, now: int) -> Plain:
    """What the rules do not know of: a claim, a rematch."""
    live = scene.live
    if live is None or seat is None:
        return {}
    if live.finish is not None:
        return {} if scene.rematch or seat in _wishes(scene) else {"rematch": True}
    if live.game.away >> seat & 1:
        return {}
    claims = [claim_at(scene, presence, other, now) for other in range(scene.table.seat_count) if other != seat]
    return {"claim": True} if any(at is not None and at <= now for at in claims) else {}


def _wishes(scene: Scene | Held) -> list[int]:
    return [seat.seat for seat in scene.seats if seat is not None and seat.wants_rematch]

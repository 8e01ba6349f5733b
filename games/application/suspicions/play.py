"""Feeding and shared hands: how one player's discards treated one other, over the matches between the two."""

from __future__ import annotations

from django.conf import settings
from django.db.models import F

from games.application.suspicions.amounts import giving_from_text
from games.application.suspicions.keeping import About, Desk
from games.bots.giving import Giving
from games.models import Measurement, Signal

READING_TOO_COARSE = ("rummy",)
"""Games in which how often a card is wanted depends too much on who wants it to tell luck from sight."""


def judge_play(desk: Desk, user_id: int, other_id: int) -> int:
    """Look at what the one gave the other; how many signals there are now."""
    feeding = About(Signal.Kind.FEEDING, user_id, other_id)
    matches, giving = _given(desk, feeding)
    found = _keep(desk, feeding, giving.feeding / settings.SIGNAL_FEEDING, matches, giving, giving.usual)
    shared = About(Signal.Kind.SHARED_HANDS, user_id, other_id)
    matches, giving = _given(desk, shared, without=READING_TOO_COARSE)
    return found + _keep(desk, shared, giving.seeing / settings.SIGNAL_SHARED_HANDS, matches, giving, giving.chance)


def _given(desk: Desk, about: About, without: tuple[str, ...] = ()) -> tuple[list[str], Giving]:
    """The matches that count, by code, and what was given in all of them."""
    measured = (
        Measurement.objects.filter(kind=Measurement.Kind.GIVING, match__finished_at__gte=desk.since(about))
        .filter(match__seats__user=about.user_id, match__seats__seat=F("seat"))
        .filter(match__seats__user=about.other_id, match__seats__seat=F("other"))
        .exclude(match__variant__in=without)
        .order_by("match__finished_at", "match")
        .values_list("match__code", "amounts")
    )
    found = list(measured)
    return [code for code, _text in found], Giving().plus(giving_from_text(text) for _code, text in found)


def _keep(desk: Desk, about: About, score: float, matches: list[str], giving: Giving, expected: float) -> bool:
    enough = score if len(matches) >= settings.SIGNAL_MATCHES else 0.0
    tenths = round(10 * expected)
    return desk.keep(about, enough, matches, discards=giving.discards, wanted=giving.wanted, expected_tenths=tenths)

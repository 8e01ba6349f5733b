"""Feeding and shared hands: how one player's discards treated one other, over the matches between the two."""

from __future__ import annotations

from django.conf import settings
from django.db.models import F

from games.application.suspicions.amounts import giving_from_text
from games.application.suspicions.keeping import About, horizon, keep
from games.bots.giving import Giving
from games.models import Measurement, Signal


def judge_play(user_id: int, other_id: int) -> int:
    """Look at what the one gave the other; how many signals there are now."""
    return _judge_feeding(user_id, other_id) + _judge_shared_hands(user_id, other_id)


def _judge_feeding(user_id: int, other_id: int) -> bool:
    about = About(Signal.Kind.FEEDING, user_id, other_id)
    matches, giving = _given(about)
    score = giving.feeding / settings.SIGNAL_FEEDING if len(matches) >= settings.SIGNAL_MATCHES else 0.0
    return _keep(about, score, matches, giving, giving.usual)


def _judge_shared_hands(user_id: int, other_id: int) -> bool:
    about = About(Signal.Kind.SHARED_HANDS, user_id, other_id)
    matches, giving = _given(about)
    score = giving.seeing / settings.SIGNAL_SHARED_HANDS if len(matches) >= settings.SIGNAL_MATCHES else 0.0
    return _keep(about, score, matches, giving, giving.chance)


def _given(about: About) -> tuple[list[str], Giving]:
    """The matches that count, by code, and what was given in all of them."""
    measured = (
        Measurement.objects.filter(kind=Measurement.Kind.GIVING, match__finished_at__gte=horizon(about))
        .filter(match__seats__user=about.user_id, match__seats__seat=F("seat"))
        .filter(match__seats__user=about.other_id, match__seats__seat=F("other"))
        .order_by("match__finished_at", "match")
        .values_list("match__code", "amounts")
    )
    found = list(measured)
    return [code for code, _text in found], Giving().plus(giving_from_text(text) for _code, text in found)


def _keep(about: About, score: float, matches: list[str], giving: Giving, expected: float) -> bool:
    tenths = round(10 * expected)
    return keep(about, score, matches, discards=giving.discards, wanted=giving.wanted, expected_tenths=tenths)

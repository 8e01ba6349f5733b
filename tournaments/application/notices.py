"""Who is called to a table: what a person's pages show, and the mails of those who want them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urljoin

from django.conf import settings as site
from django.core import mail
from django.core.mail import EmailMessage
from django.db.models import Q
from django.utils import translation
from django.utils.translation import gettext

from games.application.appointed import Match
from ginsite.accounts.models import Preferences, User
from tournaments.application import events
from tournaments.models import Entry, Pairing, Tournament

logger = logging.getLogger(__name__)

_post = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")
"""Mails are sent beside everything else: a slow mail server holds nobody up."""


class Call(NamedTuple):
    """A match that waits for a person."""

    pairing: Pairing
    side: int
    opponent: str
    has_come: bool
    until: datetime | None  # when the time to come to the table is up; None: no such time, or they play
    match: Match | None  # the live one, once it has begun


def calls_for(user: User) -> list[Call]:
    """The open matches of a person in running tournaments, those called first before the others."""
    entries = Entry.objects.filter(Q(user=user) | Q(team__user=user), tournament__phase=Tournament.Phase.RUNNING)
    own = {(entry.tournament_id, entry.number) for entry in entries if entry.number is not None}
    if not own:
        return []
    mine = Q()
    for tournament_id, number in own:
        mine |= Q(Q(first=number) | Q(second=number), tournament=tournament_id)
    found = Pairing.objects.filter(mine, result="", published=True).select_related("tournament")
    names = _names({pairing.tournament_id for pairing in found})
    return [_call(pairing, user, own, names) for pairing in found.order_by("called_at", "pk")]


def _call(pairing: Pairing, user: User, own: set[tuple[int, int]], names: dict[tuple[int, int], str]) -> Call:
    side = 0 if (pairing.tournament_id, pairing.first) in own else 1
    opponent = pairing.second if side == 0 else pairing.first
    came = pairing.first_came_at if side == 0 else pairing.second_came_at
    games = list(pairing.games.select_related("match").prefetch_related("match__seats"))
    live = [
        game.match
        for game in games
        if game.match.finished_at is None and any(seat.user_id == user.pk for seat in game.match.seats.all())
    ]
    until = None
    if pairing.called_at is not None and not games and pairing.tournament.place == Tournament.Place.ONLINE:
        until = pairing.called_at + timedelta(minutes=events.settings_of(pairing.tournament).arrival_minutes)
    name = names.get((pairing.tournament_id, opponent or 0), "")
    return Call(pairing, side, name, came is not None, until, live[0] if live else None)


def _names(tournaments: Iterable[int]) -> dict[tuple[int, int], str]:
    entries = Entry.objects.filter(tournament__in=tournaments, number__isnull=False).select_related("user")
    return {(entry.tournament_id, entry.number or 0): entry.printed_name for entry in entries}


def mail_calls(pairings: Iterable[int]) -> None:
    """Write to those of some pairings who want to be called by e-mail."""
    if not site.HAS_MAIL:
        return
    found = Pairing.objects.filter(pk__in=list(pairings), result="").select_related("tournament")
    messages = [message for pairing in found for message in _letters(pairing)]
    if messages:
        _post.submit(_send, messages)


def _send(messages: list[EmailMessage]) -> None:
    try:
        mail.get_connection().send_messages(messages)
    except Exception:
        logger.exception("%d calls could not be mailed", len(messages))


def _letters(pairing: Pairing) -> Iterator[EmailMessage]:
    tournament = pairing.tournament
    sides = [number for number in (pairing.first, pairing.second) if number is not None]
    entries = {entry.number: entry for entry in Entry.objects.filter(tournament=tournament, number__in=sides)}
    for number in sides:
        entry, others = entries.get(number), [one for one in sides if one != number]
        if entry is None or entry.user is None or not entry.by_mail or not entry.user.email:
            continue
        opponent = entries[others[0]].printed_name if others and others[0] in entries else ""
        preferences = Preferences.objects.filter(user=entry.user).first()
        with translation.override((preferences.language if preferences else "") or site.LANGUAGE_CODE):
            yield _letter(tournament, pairing, entry.user.email, opponent)


def _letter(tournament: Tournament, pairing: Pairing, address: str, opponent: str) -> EmailMessage:
    link = urljoin(site.SITE_URL, tournament.get_absolute_url())
    subject = gettext("%(tournament)s: your match is ready") % {"tournament": tournament.name}
    if tournament.place == Tournament.Place.ONLINE:
        minutes = events.settings_of(tournament).arrival_minutes
        body = gettext(
            "You play %(opponent)s in round %(round)s. Come to the table within %(minutes)s minutes:\n%(link)s\n"
        )
        values = {"opponent": opponent, "round": pairing.round, "minutes": minutes, "link": link}
    else:
        body = gettext("You play %(opponent)s in round %(round)s, at table %(table)s.\n%(link)s\n")
        values = {"opponent": opponent, "round": pairing.round, "table": pairing.board, "link": link}
    return EmailMessage(subject, body % values, site.DEFAULT_FROM_EMAIL, [address])

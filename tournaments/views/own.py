"""What a tournament is to its reader: one's own entry, the next match, what one may do now."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

from ginsite.accounts.models import User
from tournaments.application import clubs, events, registration
from tournaments.application.displays import Names
from tournaments.application.sayings import say_refusal
from tournaments.domain.event import Event
from tournaments.models import Entry, Game, Pairing, Tournament

Context = dict[str, Any]
Phase = Tournament.Phase
Status = Entry.Status


def person(request: HttpRequest) -> User:
    """Who asks, behind ``login_required``."""
    assert isinstance(request.user, User)
    return request.user


def entry_of(tournament: Tournament, user: clubs.Person) -> Entry | None:
    """The reader's own entry, or that of the own team."""
    if not user.is_authenticated:
        return None
    mine = Q(user=user) | Q(team__user=user)
    return tournament.entries.filter(mine).select_related("user").distinct().first()


def plays_somewhere(user: clubs.Person) -> bool:
    """Whether the reader is entered in a tournament that is on or to come, and so may be called."""
    mine = Entry.objects.filter(Q(user=user.pk) | Q(team__user=user.pk), status=Status.ENTERED)
    return mine.filter(tournament__phase__in=(Phase.ENTRIES, Phase.RUNNING, Phase.PAUSED)).exists()


def mark_of(tournament: Tournament, user: clubs.Person) -> str:
    """What a page that shows this tournament to this reader has seen; another mark means that it should look again."""
    games = Game.objects.filter(pairing__tournament=tournament)
    came = tournament.pairings.exclude(first_came_at=None, second_came_at=None).count()
    finished = games.exclude(match__finished_at=None).count()
    counts = (tournament.version, tournament.entries.count(), games.count(), finished, came)
    who = user.pk if user.is_authenticated else 0
    reviewed = ".".join(map(str, tournament.pairings.filter(under_review=True).values_list("pk", flat=True)))
    return "-".join(map(str, (*counts, reviewed, who)))


def context(tournament: Tournament, event: Event, names: Names, user: clubs.Person) -> Context:
    """The own entry, what may be done with it, and the match that waits."""
    entry = entry_of(tournament, user)
    number = entry.number if entry is not None and entry.status == Status.ENTERED else None
    return {
        "entry": entry,
        "number": number,
        "own_match": _own_match(tournament, event, number, names),
        "own_last": _own_last(tournament, number, names),
        **_ways(tournament, event, entry, user),
    }


def _ways(tournament: Tournament, event: Event, entry: Entry | None, user: clubs.Person) -> Context:
    code = registration.why_not(tournament, user)
    entered = entry is not None and entry.status == Status.ENTERED and entry.number is not None
    taking = tournament.phase == Phase.ENTRIES
    opens = registration.check_in_opens_at(tournament)
    open_to_check_in = opens is not None and opens <= timezone.now() and taking
    alone = entry is not None and user.is_authenticated and entry.user_id == user.pk
    entrant = event.entrants[entry.number - 1] if entered and entry is not None and entry.number else None
    playing = tournament.phase in (Phase.RUNNING, Phase.PAUSED)
    return {
        "may_enter": code is None and (taking or playing),
        "why_not": code if code not in (None, "ENTERED_ALREADY") else None,
        "why_not_said": say_refusal(code) if code else "",
        "may_withdraw": alone and entry is not None and entry.status != Status.LEFT and (taking or playing),
        "check_in_opens_at": opens if taking else None,
        "may_check_in": bool(open_to_check_in and alone and entered and entry is not None and not entry.checked_in),
        "bye_rounds": _bye_rounds(tournament, event, entrant) if alone and entrant is not None else [],
        "bye_taken": entrant.half_byes if entrant is not None else (),
    }


def _bye_rounds(tournament: Tournament, event: Event, entrant: Any) -> list[int]:
    """The rounds that may still be asked off."""
    settings = event.settings
    if settings.format not in ("swiss", "team", "team-gin") or tournament.phase not in (Phase.ENTRIES, Phase.RUNNING):
        return []
    if entrant.status == "withdrawn" or len(entrant.half_byes) >= settings.half_byes:
        return []
    return [number for number in range(event.next_round, settings.rounds + 1) if number not in entrant.half_byes]


def _own_match(tournament: Tournament, event: Event, number: int | None, names: Names) -> Context | None:
    """The match that waits for the reader, else the bye of a round that is on."""
    if number is None or tournament.phase not in (Phase.RUNNING, Phase.PAUSED):
        return None
    mine = Q(first=number) | Q(second=number)
    row = tournament.pairings.filter(mine, result="", published=True).order_by("round", "board").first()
    if row is not None:
        return waiting(tournament, row, number, names)
    last = event.rounds[-1] if event.rounds else None
    pairing = last.pairing_of(number) if last is not None and last.published and not last.is_over else None
    if pairing is not None and pairing.second is None and last is not None:
        return {"bye": True, "round": last.number}
    return None


def _own_last(tournament: Tournament, number: int | None, names: Names) -> Context | None:
    """The reader's newest match with a result, before it one that is with the referee: what one may ask about."""
    if number is None:
        return None
    mine = tournament.pairings.filter(Q(first=number) | Q(second=number), published=True, second__isnull=False)
    row = mine.filter(~Q(result="") | Q(under_review=True)).order_by("-under_review", "-round", "board").first()
    if row is None:
        return None
    return {"row": row, "opponent": names.get((row.second if row.first == number else row.first) or 0, "?")}


def waiting(tournament: Tournament, row: Pairing, number: int, names: Names) -> Context:
    """A match that waits for somebody to come to it, or to play it."""
    first = row.first == number
    games = list(row.games.select_related("match").order_by("number"))
    live = [game for game in games if game.match.finished_at is None]
    settings = events.settings_of(tournament)
    until = None
    if tournament.place == Tournament.Place.ONLINE and row.called_at is not None and not games:
        until = row.called_at + timedelta(minutes=settings.arrival_minutes)
    return {
        "bye": False,
        "round": row.round,
        "board": row.board,
        "opponent": names.get((row.second if first else row.first) or 0, "?"),
        "came": (row.first_came_at if first else row.second_came_at) is not None,
        "they_came": (row.second_came_at if first else row.first_came_at) is not None,
        "tables": [game.match for game in live],
        "until": until,
        "deadline": row.deadline,
        "online": tournament.place == Tournament.Place.ONLINE,
        "row": row,
    }

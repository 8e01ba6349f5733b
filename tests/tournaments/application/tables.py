"""What happens at the tables of a tournament in a test: people come, win and lose."""

from __future__ import annotations

import time
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from games.application import projections, record, store
from games.domain.actions import Resign
from games.models import Match
from ginsite.accounts.models import User
from tournaments.application import rounds
from tournaments.models import Pairing, Tournament


def start(tournament: Tournament) -> list[Pairing]:
    """Start; the pairings of the first round."""
    rounds.start(tournament)
    tournament.refresh_from_db()
    return open_pairings(tournament)


def open_pairings(tournament: Tournament) -> list[Pairing]:
    """What is to be played now."""
    return list(rounds.undone(tournament))


def players(pairing: Pairing) -> tuple[User, User]:
    """The two accounts of a pairing."""
    assert pairing.second is not None
    first, second = (rounds.people_of(pairing.tournament, number)[0] for number in (pairing.first, pairing.second))
    assert first is not None
    assert second is not None
    return User.objects.get(pk=first), User.objects.get(pk=second)


def sit_down(pairing: Pairing) -> None:
    """Both come to the table."""
    for person in players(pairing):
        rounds.arrive(pairing, person)


def end_game(pairing: Pairing, winner: int) -> Match:
    """The newest live game of a pairing ends: one side (0 or 1) resigns. Nobody has told the tournament yet."""
    game = pairing.games.order_by("number").last()
    assert game is not None
    return resign(game.match, winner if game.swapped else 1 - winner)


def resign(match: Match, seat: int) -> Match:
    """A seat gives up."""
    loaded = store.load(match.pk)
    assert loaded is not None
    with transaction.atomic():
        store.append(record.play(loaded.live, seat, Resign(), time.time_ns() // 1_000_000))
    match.refresh_from_db()
    return match


def tell(tournament: Tournament) -> None:
    """The sweep finds what has finished, and the server sees to what follows."""
    projections.sweep()
    look_again(tournament)


def look_again(tournament: Tournament, **later: int) -> None:
    """The server looks at a tournament, so much later."""
    rounds.attend(tournament.pk, timezone.now() + timedelta(**later))
    tournament.refresh_from_db()

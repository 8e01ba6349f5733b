"""``manage.py demo``: something to look at: four accounts, a finished match, a match in progress, an open table.

The matches are really played, by the computer on both seats, through the same rules and the same log as any other.
Running it twice adds nothing but a new password.
"""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.application import dealing, lobby, record, store
from games.application.record import LiveMatch, Step
from games.application.terms import Terms, rules_for
from games.bots.registry import get_bot
from games.domain.perspective import view
from games.domain.variants import get_preset
from games.models import Match
from ginsite.accounts.models import User

PLAYERS = ("alice", "bob", "charlie")
REFEREE = "rita"

FINISHED = Terms(clock="slow-1", rated=True)
IN_PROGRESS = Terms(clock="slow-3", variant="oklahoma", rules=rules_for("oklahoma", "pagat"), preset="pagat")
OPEN = Terms(clock="slow-7", rules=get_preset("wikipedia"), preset="wikipedia")


class Command(BaseCommand):
    """Add the demonstration."""

    help = "Add a few accounts, a finished match, a match in progress and an open table."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Raises CommandError when a name is taken by somebody who is not of the demonstration."""
        password = secrets.token_urlsafe(9)
        alice, bob, charlie = (account(name, password) for name in PLAYERS)
        account(REFEREE, password, staff=True)
        finished = match_between(alice, bob, FINISHED, lambda live: live.finish is not None)
        in_progress = match_between(alice, charlie, IN_PROGRESS, alice_is_to_shed)
        table = lobby.my_open_tables(bob).first() or lobby.create_table(bob, OPEN)
        self.stdout.write(f"{', '.join(PLAYERS)} play; {REFEREE} is the referee. Password of all: {password}")
        for what, match in (("finished", finished), ("in progress", in_progress), ("open", table)):
            self.stdout.write(f"{what}: {match.get_absolute_url()}")


def account(name: str, password: str, *, staff: bool = False) -> User:
    """The demonstration's account of that name, with this password."""
    user = User.objects.filter(username__iexact=name).first() or User(username=name, email=f"{name}@example.com")
    if user.email != f"{name}@example.com":
        raise CommandError(f"Somebody else is called {name} on this site.")
    user.set_password(password)
    user.is_staff = user.is_superuser = staff
    user.save()
    EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
    return user


def match_between(host: User, guest: User, terms: Terms, done: Callable[[LiveMatch], bool]) -> Match:
    """Their match on these terms, played by the computer until ``done``; the one that is there already, if it is."""
    played = Match.objects.filter(seats__user=host, clock=terms.clock).filter(seats__user=guest).first()
    if played is not None:
        return played
    table = lobby.join_table(guest, lobby.create_table(host, terms).code)
    loaded = store.load(table.pk)
    assert loaded is not None
    step = play_until(loaded.live, done, random.Random(7))
    with transaction.atomic():
        store.append(step)
    table.refresh_from_db()
    return table


def play_until(live: LiveMatch, done: Callable[[LiveMatch], bool], rng: random.Random) -> Step:
    """The casual computer against itself, as one step."""
    bot = get_bot("casual")
    whole: Step | None = None
    while not done(live):
        now = time.time_ns() // 1_000_000
        if live.game.phase == "between":
            step = dealing.deal(live, now)
        else:
            seat = record.running(live)[0]
            step = record.play(live, seat, bot.choose(view(live.game, seat), rng, budget_ms=50), now)
        whole, live = (whole.then(step) if whole else step), step.live
    assert whole is not None
    return whole


def alice_is_to_shed(live: LiveMatch) -> bool:
    """Whether seat 0 holds eleven cards in the second hand or later: a moment to look at."""
    seen = view(live.game, 0)
    return seen.hand_no >= 2 and seen.phase == "shed" and seen.turn == (0,)

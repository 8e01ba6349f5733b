"""A tournament that is played already: what a browser test needs before the part that it is about.

Runs in a process of its own on the database of the site: ``manage.py shell -c "from tests.browser.evening import …"``.
"""

from __future__ import annotations

import secrets

from ginsite.accounts.models import User
from tests.browser.arrivals import PASSWORD
from tests.games.application.disputes.table import is_over, play_on
from tests.tournaments.application import tables
from tournaments.application import organising, registration
from tournaments.application.organising import Plan
from tournaments.domain.settings import Settings


def played() -> str:
    """A round robin of two over one match of two hands, played to its end.

    Says the tournament's code, and the user names of a player and of a member of staff.
    """
    mark = secrets.token_hex(3)
    rita, bob = (User.objects.create_user(f"{name}-{mark}", password=PASSWORD) for name in ("rita", "bob"))
    cleo, ann = (User.objects.create_user(f"{name}-{mark}") for name in ("cleo", "ann"))
    User.objects.filter(pk=rita.pk).update(is_staff=True)
    settings = Settings(format="round-robin", match_form="fixed_hands", match_length=2)
    tournament = organising.announce(ann, organising.make(ann, Plan("Two hands", settings=settings)))
    for player in (bob, cleo):
        registration.enter(tournament, player)
    tournament.refresh_from_db()
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    play_on(pairing.games.get().match, is_over)
    tables.tell(tournament)
    return " ".join((tournament.code, bob.username, rita.username))

"""What the server's bench needs of the database, in a process of its own: tables with people at them, and a check.

    python -m bench.tables seat COUNT       matches that have just begun, two logged-in people at each, as JSON
    python -m bench.tables check FILE       what the load generator was told was kept: is it in the log? as JSON

Lobby and log-in pages are gone around, nothing else: sessions, seats and logs are those of the site.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ginsite.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.db import transaction  # noqa: E402

from games.application import store  # noqa: E402
from games.application.start import start_match  # noqa: E402
from games.application.terms import Terms, write_rules  # noqa: E402
from games.domain.ruleset import customise  # noqa: E402
from games.models import Match, MatchEvent, Seat, new_invite_token  # noqa: E402
from ginsite.accounts.models import User  # noqa: E402

TARGET = 1000
"""Points to the end of a match: no match ends while it is measured, and a sheet has the hands of an evening."""


def seat(count: int) -> list[dict[str, Any]]:
    """``count`` new matches: the code of each, and the session keys of its two players."""
    sessions = _people(2 * count)
    people = list(User.objects.filter(username__startswith="bench").order_by("pk")[: 2 * count])
    terms = Terms(rules=customise(Terms().rules, target=TARGET))
    with transaction.atomic():
        matches = Match.objects.bulk_create(
            Match(
                invite_token=new_invite_token(),
                owner=people[2 * place],
                rules=write_rules(terms.rules),
                clock=terms.clock,
            )
            for place in range(count)
        )
        Seat.objects.bulk_create(
            Seat(match=match, seat=number, user=people[2 * place + number])
            for place, match in enumerate(matches)
            for number in range(2)
        )
        for match in matches:
            start_match(match.pk)
    return [
        {"code": match.code, "sessions": sessions[2 * place : 2 * place + 2]} for place, match in enumerate(matches)
    ]


def _people(count: int) -> list[str]:
    """Session keys of ``count`` people, made where they are missing."""
    known = User.objects.filter(username__startswith="bench").count()
    new = User.objects.bulk_create(User(username=f"bench{number}", password="!") for number in range(known, count))
    store_class = import_module(settings.SESSION_ENGINE).SessionStore
    model = store_class.get_model_class()
    sessions = []
    for user in [*User.objects.filter(username__startswith="bench").order_by("pk")][:count]:
        session = store_class()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session._session_key = session._get_new_session_key()
        sessions.append(session)
    model.objects.bulk_create(session.create_model_instance(session._session) for session in sessions)
    assert len(new) == max(0, count - known)
    return [session.session_key for session in sessions]


def check(told: list[tuple[str, int, str, int]]) -> dict[str, Any]:
    """Hold ``(code, seat, command id, version)`` of every acknowledgement against the log; every log against itself.

    The update that acknowledges names the version after its rows; the command's own row is one of them.
    """
    codes = {code for code, _seat, _id, _version in told}
    matches = dict(Match.objects.filter(code__in=codes).values_list("pk", "code"))
    kept = {
        (matches[match], seat, command): number
        for match, seat, command, number in MatchEvent.objects.filter(
            match__in=matches, command_id__isnull=False
        ).values_list("match", "seat", "command_id", "number")
    }
    missing = [entry for entry in told if not 0 < kept.get((entry[0], entry[1], UUID(entry[2])), 2**53) <= entry[3]]
    broken = [fault for match in matches for fault in store.verify(match)]
    return {"told": len(told), "kept": len(kept), "missing": len(missing), "broken": broken}


def main() -> None:
    match sys.argv[1:]:
        case ["seat", count]:
            answer: Any = seat(int(count))
        case ["check", name]:
            answer = check([tuple(entry) for entry in json.loads(Path(name).read_text())])
        case _:
            raise SystemExit(__doc__)
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()

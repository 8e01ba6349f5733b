"""Running the rounds: pair, call the players to their tables, see to whoever does not come, go on.

A pairing that is called waits for both. Online a live match begins when both are at the table; who is late pays hand
points for each minute, and who does not come within the window loses. With real cards the desk says who is there.

Whatever the server has to do by itself is found by ``Tournament.due_at``, which every action and every event at a table
sets to now: ``attend`` does what is due, looks whether something was left undone by a server that died, and notes when
to look again. It may be done twice, or by two processes at once, for every step goes through the door of ``events``.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from games.application import appointed
from ginsite.accounts.models import User
from tournaments.application import events, notices, registration, scores
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import Cancel, EnterResult, Finish, PairRound, PublishRound, Start
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.settings import Settings
from tournaments.domain.values import DOUBLE_FORFEIT, Result, won
from tournaments.models import Entry, Game, LoggedAction, Pairing, Tournament

logger = logging.getLogger(__name__)

Place = Tournament.Place
Phase = Tournament.Phase

RETRY = timedelta(minutes=1)
"""How long the server waits before it tries once more what was refused."""

PATIENCE = timedelta(hours=1)
"""So long after its time a tournament still waits for a second entrant."""


def draw_seed() -> int:
    """A seed for a draw; it stands in the log, so that everybody can repeat the draw."""
    return secrets.randbelow(2**31)


def start(tournament: Tournament, *, actor: User | None = None, order: tuple[int, ...] = ()) -> Event:
    """Close the entries, seed, and pair the first round."""
    action = Start(draw_seed(), order, only_checked_in=tournament.check_in_minutes > 0)
    with transaction.atomic():
        registration.fill_up(tournament)
        events.act(tournament, action, actor=actor)
        return pair(tournament, actor=actor)


def pair(tournament: Tournament, *, actor: User | None = None) -> Event:
    """Pair what can be paired, show it and call the players."""
    with transaction.atomic():
        event = events.act(tournament, PairRound(draw_seed()), actor=actor)
        return publish(tournament, len(event.rounds), actor=actor)


def publish(tournament: Tournament, round_no: int, *, actor: User | None = None) -> Event:
    """Show a round to everybody and call its players."""
    with transaction.atomic():
        event = events.act(tournament, PublishRound(round_no), actor=actor)
        call(tournament, round_no)
    return event


def call(tournament: Tournament, round_no: int) -> None:
    """Call whoever has to play in a round and was not called yet."""
    now, minutes = timezone.now(), events.settings_of(tournament).round_minutes
    with transaction.atomic():
        uncalled = Pairing.objects.filter(tournament=tournament, round=round_no, result="", called_at=None)
        called = list(uncalled.select_for_update().values_list("pk", flat=True))
        deadline = now + timedelta(minutes=minutes) if minutes else None
        Pairing.objects.filter(pk__in=called).update(called_at=now, deadline=deadline)
        wake(tournament.pk)
        transaction.on_commit(lambda: notices.mail_calls(called), robust=True)


def undone(tournament: Tournament, **more: Any) -> QuerySet[Pairing]:
    """The pairings that were published and have no result."""
    found = Pairing.objects.filter(tournament=tournament, result="", published=True, **more)
    return found.select_related("tournament").order_by("round", "board")


# Coming to the table


def arrive(pairing: Pairing, user: User) -> Pairing:
    """Somebody is at the table; once both are, the match begins. Raises NotAllowed for strangers."""
    side = side_of(pairing, user)
    if side is None:
        raise NotAllowed("NOT_YOURS")
    if pairing.result or not pairing.published:
        raise NotAllowed("NOT_NOW")
    column = "first_came_at" if side == 0 else "second_came_at"
    Pairing.objects.filter(pk=pairing.pk, **{column: None}).update(**{column: timezone.now()})
    pairing.refresh_from_db()
    wake(pairing.tournament_id)
    if _can_begin(pairing):
        begin(pairing)
    return pairing


def _can_begin(pairing: Pairing) -> bool:
    """Whether both are at a table online."""
    here = pairing.first_came_at is not None and pairing.second_came_at is not None
    return here and pairing.tournament.place == Place.ONLINE and pairing.tournament.phase == Phase.RUNNING


def side_of(pairing: Pairing, user: User) -> int | None:
    """On which side of a pairing somebody plays, in a team included."""
    for side, number in enumerate((pairing.first, pairing.second)):
        if number is not None and user.pk in people_of(pairing.tournament, number):
            return side
    return None


def people_of(tournament: Tournament, number: int) -> list[int | None]:
    """The accounts behind an entrant, one a board; ``None`` for a guest without one."""
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    if entry is None:
        return []
    team = [member.user_id for member in entry.team.all()]
    return team or [entry.user_id]


def begin(pairing: Pairing) -> list[Game]:
    """Make the next live match of a pairing, or of a team match all boards at once. Twice is once."""
    with transaction.atomic():
        pairing = Pairing.objects.select_for_update().select_related("tournament").get(pk=pairing.pk)
        if pairing.result or pairing.second is None:
            return []
        games = list(pairing.games.select_related("match"))
        if any(game.match.finished_at is None for game in games):
            return []
        teams = [people_of(pairing.tournament, one) for one in (pairing.first, pairing.second)]
        boards = list(zip(*teams, strict=False))
        if len(boards) > 1:
            new = [] if games else [_game(pairing, number, people) for number, people in enumerate(boards, start=1)]
        else:
            new = [_game(pairing, len(games) + 1, people) for people in boards]
    made = [game for game in new if game is not None]
    for game in made:
        appointed.announce(game.match)
    return made


def _game(pairing: Pairing, number: int, people: tuple[int | None, int | None]) -> Game | None:
    """One live match, sides changing seats from game to game; ``None`` where somebody has no account."""
    users = [User.objects.filter(pk=one).first() if one else None for one in people]
    if users[0] is None or users[1] is None:
        return None
    swapped = number % 2 == 0
    first, second = (users[1], users[0]) if swapped else (users[0], users[1])
    tournament, settings = pairing.tournament, events.settings_of(pairing.tournament)
    match = appointed.appoint(
        first,
        second,
        variant=tournament.variant,
        preset=tournament.preset,
        rules=_rules(tournament, settings, pairing),
        clock=tournament.clock,
        increment_ms=tournament.increment_ms,
    )
    return Game.objects.create(pairing=pairing, number=number, match=match, swapped=swapped)


def _rules(tournament: Tournament, settings: Settings, pairing: Pairing) -> str:
    """The tournament's rules as this match plays by them: decided in a knockout, of so many hands in that form."""
    changes: dict[str, object] = {}
    if settings.match_form == "fixed_hands":
        changes["fixed_hands"] = settings.match_length
    if not scores.may_draw(pairing) and settings.match_form != "best_of":
        changes["must_decide"] = True
    return appointed.change_rules(tournament.variant, tournament.rules, **changes) if changes else tournament.rules


# What the server does by itself


def wake(tournament_id: int) -> None:
    """Have the server look at a tournament as soon as it can."""
    Tournament.objects.filter(pk=tournament_id).update(due_at=timezone.now())


def due(now: datetime | None = None) -> list[int]:
    """The tournaments in which the server has something to do."""
    return list(Tournament.objects.filter(due_at__lte=now or timezone.now()).values_list("pk", flat=True))


def under_way() -> list[int]:
    """Every tournament that is not over."""
    phases = (Phase.ENTRIES, Phase.RUNNING)
    return list(Tournament.objects.filter(phase__in=phases).values_list("pk", flat=True))


def attend_all(tournament_ids: Iterable[int]) -> int:
    """Attend to some tournaments; how many. One that fails holds up no other."""
    count = 0
    for tournament_id in tournament_ids:
        try:
            attend(tournament_id)
            count += 1
        except Exception:
            logger.exception("tournament %s could not be attended to", tournament_id)
    return count


def attend(tournament_id: int, now: datetime | None = None) -> None:
    """Do what is due in a tournament, and note when to look again."""
    now = now or timezone.now()
    tournament, again = Tournament.objects.get(pk=tournament_id), []
    try:
        _attend(tournament, now)
    except (Refusal, events.Busy) as refusal:  # somebody else was quicker, or nothing can go on without the desk
        logger.info("tournament %s: %s", tournament.code, refusal)
        again = [now + RETRY]
    tournament.refresh_from_db()
    later = min((at for at in (next_errand(tournament, now), *again) if at is not None), default=None)
    seen = {"version": tournament.version, "due_at": tournament.due_at}  # whatever comes in between is due now
    Tournament.objects.filter(pk=tournament.pk, **seen).update(due_at=later)


def _attend(tournament: Tournament, now: datetime) -> None:
    if tournament.is_series or tournament.announced_at is None:
        return
    if tournament.phase == Phase.ENTRIES:
        if tournament.runs_by_itself and tournament.starts_at and now >= tournament.starts_at:
            _start_on_time(tournament, now)
    elif tournament.phase == Phase.RUNNING:
        for round_no in set(uncalled(tournament)):
            call(tournament, round_no)
        for pairing in undone(tournament):
            _attend_pairing(tournament, pairing, now)
        go_on(tournament, now)


def _start_on_time(tournament: Tournament, now: datetime) -> None:
    """Start; too few are waited for, and in the end the tournament does not take place."""
    try:
        start(tournament)
    except Refusal as refusal:
        assert tournament.starts_at is not None
        if refusal.code != "TOO_FEW" or now < tournament.starts_at + PATIENCE:
            raise
        events.act(tournament, Cancel(), reason=gettext("Too few came."))


def uncalled(tournament: Tournament) -> Iterator[int]:
    """The rounds in which somebody has to play and was not called."""
    return undone(tournament, called_at=None).values_list("round", flat=True).iterator()


def _attend_pairing(tournament: Tournament, pairing: Pairing, now: datetime) -> None:
    """Take the result in if the games have one, else what the clock says, else see that the next game begins."""
    result = scores.result_of(pairing) if tournament.place == Place.ONLINE else None
    result = result or _by_the_clock(tournament, pairing, now)
    if result is not None:
        events.act(tournament, EnterResult(pairing.round, pairing.board, result))
    elif _can_begin(pairing):
        begin(pairing)


def _by_the_clock(tournament: Tournament, pairing: Pairing, now: datetime) -> Result | None:
    """What a pairing comes to because somebody did not come, or because the round's time is up.

    What people have put down or dispute is for them and the desk.
    """
    if pairing.under_review or pairing.cards.exists():
        return None
    window = _window(tournament, pairing)
    if window is not None and now >= window:
        here = (pairing.first_came_at is not None, pairing.second_came_at is not None)
        if not all(here):
            return won(here.index(True), kind="forfeit") if any(here) else DOUBLE_FORFEIT
    if pairing.deadline is not None and now >= pairing.deadline and tournament.place == Place.ONLINE:
        return scores.at_the_deadline(pairing)
    return None


def _window(tournament: Tournament, pairing: Pairing) -> datetime | None:
    """Until when both have to be at the table; ``None`` once they play, and with real cards."""
    if tournament.place != Place.ONLINE or pairing.called_at is None or pairing.games.exists():
        return None
    return pairing.called_at + timedelta(minutes=events.settings_of(tournament).arrival_minutes)


def go_on(tournament: Tournament, now: datetime | None = None) -> None:
    """Pair the next round if nothing is open, or finish; only in a tournament that runs by itself."""
    now = now or timezone.now()
    if not tournament.runs_by_itself or tournament.phase != Phase.RUNNING or _is_in_hand(tournament):
        return
    form, event = events.format_of(tournament), events.load(tournament)
    nothing_open = next(event.open_pairings(), None) is None
    over_at = arena_ends_at(tournament)
    if over_at is not None and now >= over_at:
        if nothing_open:
            finish(tournament, early=True)
        return
    if nothing_open and form.is_over(event):
        finish(tournament)
        return
    if form.overlaps or nothing_open:
        try:
            pair(tournament)
        except Refusal as refusal:
            if refusal.code == "NOBODY_LEFT" and nothing_open:
                finish(tournament, early=True)  # a clear end: there is nobody to play
            elif refusal.code not in ("NOTHING_TO_PAIR", "NOBODY_LEFT", "OVER"):
                raise


def _is_in_hand(tournament: Tournament) -> bool:
    """Whether a person has just taken a round back: then that person pairs it again, or starts it by a pause."""
    last = LoggedAction.objects.filter(tournament=tournament, number=tournament.version).first()
    return last is not None and last.kind == "undo_round"


def arena_ends_at(tournament: Tournament) -> datetime | None:
    """When the time of an arena is up; ``None`` in other formats and before the start."""
    settings = events.settings_of(tournament)
    if settings.format != "arena" or tournament.started_at is None:
        return None
    return tournament.started_at + timedelta(minutes=settings.minutes)


def finish(tournament: Tournament, *, actor: User | None = None, early: bool = False, reason: str = "") -> Event:
    """The table is final."""
    return events.act(tournament, Finish(early), actor=actor, reason=reason)


def next_errand(tournament: Tournament, now: datetime) -> datetime | None:
    """When the server has to look at a tournament again: a start, a no-show, a deadline, an arena's end."""
    if tournament.is_series or tournament.announced_at is None:
        return None
    if tournament.phase == Phase.ENTRIES:
        if not tournament.runs_by_itself or tournament.starts_at is None:
            return None
        return max(tournament.starts_at, now + RETRY)
    if tournament.phase != Phase.RUNNING:
        return None
    times = [arena_ends_at(tournament)]
    for pairing in undone(tournament):
        times.append(_window(tournament, pairing))
        times.append(pairing.deadline if tournament.place == Place.ONLINE else None)
    return min((at for at in times if at is not None and at > now), default=None)

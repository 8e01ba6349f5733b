"""Running the rounds: pair, call the players to their tables, see to whoever does not come, go on.

A pairing that is called waits for both. Online a live match begins when both are at the table; who is late pays hand
points for each minute, and who does not come within the window loses. With real cards the desk says who is there.

Whatever the server has to do by itself is found by ``Tournament.due_at``: ``attend`` does what is due and may be done
twice, or by two processes at once, for every step goes through the door of ``events``.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.application import appointed
from ginsite.accounts.models import User
from tournaments.application import events
from tournaments.application.refusals import NotAllowed
from tournaments.domain import values
from tournaments.domain.actions import EnterResult, Finish, PairRound, PublishRound, Start
from tournaments.domain.errors import Refusal
from tournaments.domain.event import Event
from tournaments.domain.settings import Settings
from tournaments.domain.values import DOUBLE_FORFEIT, DRAW, LOSS, WIN, Result, won
from tournaments.models import Entry, Game, Pairing, Tournament

logger = logging.getLogger(__name__)

Place = Tournament.Place
Phase = Tournament.Phase


def draw_seed() -> int:
    """A seed for a draw; it stands in the log, so that everybody can repeat the draw."""
    return secrets.randbelow(2**31)


def start(tournament: Tournament, *, actor: User | None = None, order: tuple[int, ...] = ()) -> Event:
    """Close the entries, seed, and pair the first round."""
    action = Start(draw_seed(), order, only_checked_in=tournament.check_in_minutes > 0)
    events.act(tournament, action, actor=actor)
    return pair(tournament, actor=actor)


def pair(tournament: Tournament, *, actor: User | None = None) -> Event:
    """Pair what can be paired, show it and call the players."""
    event = events.act(tournament, PairRound(draw_seed()), actor=actor)
    return publish(tournament, len(event.rounds), actor=actor)


def publish(tournament: Tournament, round_no: int, *, actor: User | None = None) -> Event:
    """Show a round to everybody and call its players."""
    event = events.act(tournament, PublishRound(round_no), actor=actor)
    call(tournament, round_no)
    return event


def call(tournament: Tournament, round_no: int) -> None:
    """Call whoever has to play in a round and was not called yet."""
    now, minutes = timezone.now(), events.settings_of(tournament).round_minutes
    Pairing.objects.filter(tournament=tournament, round=round_no, result="", called_at=None).update(
        called_at=now, deadline=now + timedelta(minutes=minutes) if minutes else None
    )
    plan(tournament)


def undone(tournament: Tournament) -> Iterator[Pairing]:
    """The pairings that were called and have no result."""
    yield from Pairing.objects.filter(tournament=tournament, result="", published=True).order_by("round", "board")


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
    if pairing.first_came_at and pairing.second_came_at and pairing.tournament.place == Place.ONLINE:
        begin(pairing)
    return pairing


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
    if not events.format_of(tournament).may_draw(_value(pairing)) and settings.match_form != "best_of":
        changes["must_decide"] = True
    return appointed.change_rules(tournament.variant, tournament.rules, **changes) if changes else tournament.rules


def _value(pairing: Pairing) -> values.Pairing:
    """The row as the core knows it."""
    return values.Pairing(pairing.board, pairing.first, pairing.second, pairing.slot)


# What the server does by itself


def due(now: datetime | None = None) -> list[int]:
    """The tournaments in which the server has something to do."""
    now = now or timezone.now()
    open_phases = Q(phase=Phase.ENTRIES) | Q(phase=Phase.RUNNING)
    return list(Tournament.objects.filter(open_phases, due_at__lte=now).values_list("pk", flat=True))


def attend(tournament_id: int, now: datetime | None = None) -> None:
    """Do what is due in a tournament, and note when to look again."""
    now = now or timezone.now()
    tournament = Tournament.objects.get(pk=tournament_id)
    try:
        _attend(tournament, now)
    except (Refusal, events.Busy) as refusal:  # somebody else was quicker, or nothing can go on without the desk
        logger.info("tournament %s: %s", tournament.code, refusal)
    tournament.refresh_from_db()
    plan(tournament, now)


def _attend(tournament: Tournament, now: datetime) -> None:
    if tournament.phase == Phase.ENTRIES:
        if tournament.runs_by_itself and tournament.starts_at and now >= tournament.starts_at:
            start(tournament)
        return
    if tournament.phase != Phase.RUNNING:
        return
    for pairing in undone(tournament):
        result = _by_the_clock(tournament, pairing, now)
        if result is not None:
            events.act(tournament, EnterResult(pairing.round, pairing.board, result))
    go_on(tournament, now)


def _by_the_clock(tournament: Tournament, pairing: Pairing, now: datetime) -> Result | None:
    """What a pairing comes to because somebody did not come, or because the round's time is up."""
    settings = events.settings_of(tournament)
    if tournament.place == Place.ONLINE and pairing.called_at is not None and not pairing.games.exists():
        here = (pairing.first_came_at is not None, pairing.second_came_at is not None)
        if now >= pairing.called_at + timedelta(minutes=settings.arrival_minutes) and not all(here):
            return won(here.index(True), kind="forfeit") if any(here) else DOUBLE_FORFEIT
    if pairing.deadline is not None and now >= pairing.deadline:
        return _at_the_deadline(tournament, pairing)
    return None


def _at_the_deadline(tournament: Tournament, pairing: Pairing) -> Result:
    """Games won, then hand points; else a half each, or in a knockout the higher seed."""
    assert pairing.second is not None
    so_far = standing_of(pairing)
    for ahead in (so_far.games, so_far.hand_points):
        if ahead[0] != ahead[1]:
            return so_far._replace(points=(WIN, LOSS) if ahead[0] > ahead[1] else (LOSS, WIN), kind="deadline")
    if events.format_of(tournament).may_draw(_value(pairing)):
        return so_far._replace(points=(DRAW, DRAW), kind="deadline")
    event = events.load(tournament)
    assert pairing.second is not None
    first_is_higher = event.entrant(pairing.first).seed < event.entrant(pairing.second).seed
    return so_far._replace(points=(WIN, LOSS) if first_is_higher else (LOSS, WIN), kind="deadline")


def standing_of(pairing: Pairing) -> Result:
    """What the finished games of a pairing add up to so far, as a result without a winner."""
    games, hand_points, boxes = [0, 0], [0, 0], [0, 0]
    for game in pairing.games.select_related("match"):
        if game.match.finished_at is None:
            continue
        result = appointed.result_of(game.match)
        for side in (0, 1):
            seat = 1 - side if game.swapped else side
            games[side] += result.winner == seat
            hand_points[side] += result.hand_points[seat]
            boxes[side] += result.boxes[seat]
    return Result(
        (DRAW, DRAW),
        "played",
        (hand_points[0], hand_points[1]),
        (boxes[0], boxes[1]),
        (games[0], games[1]),
        late_penalties(pairing),
    )


def late_penalties(pairing: Pairing) -> tuple[int, int]:
    """The hand points that each side pays for the minutes that the other one waited for it."""
    a_minute = events.settings_of(pairing.tournament).late_penalty
    first, second = pairing.first_came_at, pairing.second_came_at
    if not a_minute or first is None or second is None or pairing.called_at is None:
        return (0, 0)
    late = int(abs((first - second).total_seconds()) // 60) * a_minute
    return (late, 0) if first > second else (0, late)


def go_on(tournament: Tournament, now: datetime | None = None) -> None:
    """Pair the next round if nothing is open, or finish; only in a tournament that runs by itself."""
    now = now or timezone.now()
    if not tournament.runs_by_itself or tournament.phase != Phase.RUNNING:
        return
    form, event = events.format_of(tournament), events.load(tournament)
    nothing_open = next(event.open_pairings(), None) is None
    if event.settings.format == "arena" and tournament.started_at is not None:
        over_at = tournament.started_at + timedelta(minutes=event.settings.minutes)
        if now >= over_at:
            if nothing_open:
                finish(tournament, early=True)
            return
    elif nothing_open and form.is_over(event):
        finish(tournament)
        return
    if form.overlaps or nothing_open:
        try:
            pair(tournament)
        except Refusal as refusal:
            if refusal.code == "NOBODY_LEFT" and nothing_open:
                finish(tournament, early=True)  # a clear end: there is nobody to play
            elif refusal.code != "NOTHING_TO_PAIR":
                raise


def finish(tournament: Tournament, *, actor: User | None = None, early: bool = False, reason: str = "") -> Event:
    """The table is final."""
    return events.act(tournament, Finish(early), actor=actor, reason=reason)


def plan(tournament: Tournament, now: datetime | None = None) -> None:
    """Note when the server has to look at a tournament again."""
    now = now or timezone.now()
    times: list[datetime] = []
    if tournament.phase == Phase.ENTRIES and tournament.runs_by_itself and tournament.starts_at:
        times.append(tournament.starts_at)
    if tournament.phase == Phase.RUNNING:
        settings = events.settings_of(tournament)
        window = timedelta(minutes=settings.arrival_minutes)
        for pairing in undone(tournament):
            if tournament.place == Place.ONLINE and pairing.called_at is not None and not pairing.games.exists():
                times.append(pairing.called_at + window)
            if pairing.deadline is not None:
                times.append(pairing.deadline)
        if settings.format == "arena" and tournament.started_at is not None:
            times.append(tournament.started_at + timedelta(minutes=settings.minutes))
    later = [max(at, now + timedelta(seconds=5)) for at in times]
    Tournament.objects.filter(pk=tournament.pk).update(due_at=min(later, default=None))

"""Whatever a referee rules, in whatever order, match, ratings and tournament say the same once the sweep has run."""

from __future__ import annotations

import contextlib
import json
import os
import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.application import projections, store
from games.application.disputes import cases, rulings, subjects
from games.application.disputes.refusals import Refused
from games.application.disputes.standing import standing_rulings
from games.application.refold import refold
from games.domain.events import HandScored
from games.models import Case, Match
from ginsite.accounts.models import User
from tests.games.application.disputes.table import is_over, play_on
from tests.tournaments.application import tables
from tests.tournaments.application.conftest import Member
from tournaments.application import desk, events, registration, review, rounds, scores
from tournaments.application.codec import result_from_plain
from tournaments.domain.actions import ChangeResult
from tournaments.domain.values import won
from tournaments.models import LoggedAction, Pairing, Tournament

pytestmark = pytest.mark.django_db

Announced = Callable[..., Tournament]

SEEDS = int(os.environ.get("RULING_SEEDS", "5"))


@pytest.fixture
def referee(member: Member) -> User:
    rita = member("rita")
    User.objects.filter(pk=rita.pk).update(is_staff=True)
    rita.refresh_from_db()
    return rita


@pytest.fixture
def pairing(announced: Announced, known_deals: None) -> Pairing:
    """Two of four at a table, live, over two hands, rated; the two others are to play beside them."""
    tournament = announced("bob", "cleo", "dan", "eve", rounds=2, match_form="fixed_hands", match_length=2)
    one, _other = tables.start(tournament)
    tables.sit_down(one)
    Match.objects.filter(tournament_game__pairing=one).update(rated=True)
    return one


def match_of(pairing: Pairing) -> Match:
    return pairing.games.get().match


def hands(match: Match) -> list[HandScored]:
    loaded = store.load(match.pk)
    assert loaded is not None
    return [hand for hand in loaded.live.game.sheet.hands if isinstance(hand, HandScored)]


def new_case(match: Match) -> Case:
    return Case.objects.create(match=match, reason="scoring")


def settle_all(pairing: Pairing) -> None:
    projections.sweep()
    tables.look_again(Tournament.objects.get(pk=pairing.tournament_id))
    pairing.refresh_from_db()


def check_that_all_agree(pairing: Pairing) -> None:
    """The log, the match row, the ratings and the tournament."""
    match = match_of(pairing)
    assert not store.verify(match.pk)
    loaded = store.load(match.pk)
    assert loaded is not None
    end = loaded.live.game.end
    if end is None:
        assert (match.status, match.finished_at, match.winner_seat) == (Match.Status.PLAYING, None, None)
    else:
        assert (match.status, match.winner_seat) == (Match.Status.FINISHED, end.winner)
        assert (json.loads(match.totals), match.end_reason) == (list(end.totals), end.reason)
    assert not match.result_pending
    assert not refold().any
    event = events.load(Tournament.objects.get(pk=pairing.tournament_id))
    told = event.round(pairing.round).results[event.place(pairing.round, pairing.board)]
    assert told == scores.result_of(pairing)
    assert (result_from_plain(json.loads(pairing.result)) if pairing.result else None) == told


def some_remedies(match: Match, dice: random.Random) -> list[dict[str, Any]]:
    played = hands(match)
    hand = dice.choice(played).hand_no if played else 1
    seat = dice.randrange(2)
    standing = standing_rulings(match)
    choices: list[dict[str, Any]] = [
        {"kind": "correct_score", "hand": hand, "table": 0, "winner": seat, "points": dice.randrange(90), "boxes": 1},
        {"kind": "correct_score", "hand": hand, "table": 0, "winner": None, "points": 0, "boxes": 0},
        {"kind": "void_hand", "hand": hand, "table": 0},
        {"kind": "replay_hand", "hand": hand, "table": 0},
        {"kind": "award_match", "side": dice.choice([0, 1, None])},
        {"kind": "forfeit_match", "seat": seat},
        {"kind": "resume_match"},
        {"kind": "refund_rating", "seat": seat},
        {"kind": "give_time", "seat": seat, "ms": 1000},
        {"kind": "uphold"},
    ]
    reversals = [{"kind": "reverse", "ruling": ruling.pk} for ruling in standing]
    return [dice.choice(choices + reversals * 2)]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_order_of_rulings_leaves_match_ratings_and_tournament_disagreeing(
    pairing: Pairing, referee: User, seed: int
) -> None:
    dice = random.Random(seed)
    play_on(match_of(pairing), is_over, seed)
    settle_all(pairing)
    check_that_all_agree(pairing)
    for _ruling in range(6):
        match = match_of(pairing)
        if match.status == Match.Status.PLAYING and dice.random() < 0.5:
            play_on(match, is_over, dice.randrange(1000))
        else:
            remedies, then = some_remedies(match, dice), dice.choice(["resume", "award"])
            with contextlib.suppress(Refused):  # not every remedy can be made on every match
                rulings.decide(referee, new_case(match), remedies, "Because.", then)  # type: ignore[arg-type]
        settle_all(pairing)
        check_that_all_agree(pairing)


def test_a_voided_match_plays_on_and_the_standings_follow(pairing: Pairing, referee: User, known_deals: None) -> None:
    play_on(match_of(pairing), is_over)
    settle_all(pairing)
    assert pairing.result
    voided = {"kind": "replay_hand", "hand": hands(match_of(pairing))[0].hand_no, "table": 0}
    rulings.decide(referee, new_case(match_of(pairing)), [voided], "Cards were seen.")
    settle_all(pairing)
    assert not pairing.result
    assert pairing.games.count() == 1, "the game that goes on is the same"
    assert LoggedAction.objects.filter(kind="change_result", reason="ruling").count() == 1
    play_on(match_of(pairing), is_over, seed=3)
    settle_all(pairing)
    assert pairing.result
    check_that_all_agree(pairing)


def test_a_pairing_is_under_review_from_the_case_to_the_ruling(
    pairing: Pairing, referee: User, django_capture_on_commit_callbacks: Any
) -> None:
    match = match_of(pairing)
    with django_capture_on_commit_callbacks(execute=True):
        case = cases.raise_case(tables.players(pairing)[0], match, "scoring", "No.")
    pairing.refresh_from_db()
    assert (pairing.under_review, case.urgent) == (True, True)
    with django_capture_on_commit_callbacks(execute=True):
        rulings.decide(referee, case, [{"kind": "uphold"}], "Fine.")
    pairing.refresh_from_db()
    assert not pairing.under_review


def test_what_the_desk_decided_stands_against_a_ruling(pairing: Pairing, referee: User, member: Member) -> None:
    play_on(match_of(pairing), is_over)
    settle_all(pairing)
    tournament = Tournament.objects.get(pk=pairing.tournament_id)
    desk = ChangeResult(pairing.round, pairing.board, won(1), "keep")
    match = match_of(pairing)
    events.act(tournament, desk, actor=member("ann"), reason="as agreed", games_stand=True)
    winner = match.winner_seat
    rulings.decide(referee, new_case(match), [{"kind": "award_match", "side": 0 if winner else 1}], "Cheating.")
    settle_all(pairing)
    assert result_from_plain(json.loads(pairing.result)) == won(1)


def award(referee: User, match: Match, seat: int) -> None:
    """The referee gives a match to a seat."""
    match.refresh_from_db()
    rulings.decide(referee, new_case(match), [{"kind": "award_match", "side": seat}], "Because.")


def test_a_best_of_that_is_no_longer_decided_plays_its_next_game(announced: Announced, referee: User) -> None:
    tournament = announced("bob", "cleo", match_form="best_of", match_length=3, round_minutes=60, rounds=1)
    (pairing,) = tables.start(tournament)
    tables.sit_down(pairing)
    for _game in range(2):
        last = tables.end_game(pairing, winner=0)
        settle_all(pairing)
    assert result_from_plain(json.loads(pairing.result)).games == (2, 0)
    Pairing.objects.filter(pk=pairing.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    assert last.winner_seat is not None
    assert review.consequence(last, subjects.Result(1 - last.winner_seat, (), "ruled")) == [
        "The pairing and the standings follow from all its games, this one as it is then."
    ]
    award(referee, last, 1 - last.winner_seat)
    settle_all(pairing)
    tournament.refresh_from_db()
    assert (pairing.result, pairing.games.count(), tournament.phase) == ("", 3, "running")
    assert pairing.deadline is not None
    assert pairing.deadline > timezone.now(), "its time was over: it gets more"
    tables.end_game(pairing, winner=1)
    settle_all(pairing)
    assert result_from_plain(json.loads(pairing.result)) == won(1, games=(1, 2))
    assert Tournament.objects.get().phase == "finished"


def test_a_team_match_follows_the_boards(announced: Announced, member: Member, referee: User) -> None:
    tournament = announced(format="team", boards=2, rounds=1)
    for number, names in enumerate((("bob", "cleo"), ("dan", "eve")), start=1):
        team = [registration.Player(name, member(name)) for name in names]
        registration.enter_by_name(tournament, member("ann"), name=f"Team {number}", team=team)
    (pairing,) = tables.start(Tournament.objects.get())
    for people in (pairing.first, pairing.second):
        assert people is not None
        captain = rounds.people_of(pairing.tournament, people)[0]
        assert captain is not None
        rounds.arrive(pairing, User.objects.get(pk=captain))
    for game in pairing.games.all():
        tables.resign(game.match, 0 if game.swapped else 1)
    settle_all(pairing)
    assert result_from_plain(json.loads(pairing.result)) == won(0, games=(2, 0))
    board = pairing.games.order_by("number")[0]
    award(referee, board.match, 0 if board.swapped else 1)
    settle_all(pairing)
    assert result_from_plain(json.loads(pairing.result)).games == (1, 1)


def test_what_was_paired_from_a_result_that_a_ruling_changed_may_be_paired_anew(
    pairing: Pairing, referee: User, member: Member
) -> None:
    other = Pairing.objects.exclude(pk=pairing.pk).get()
    tables.sit_down(other)
    tables.end_game(other, winner=0)
    match = tables.end_game(pairing, winner=0)
    settle_all(pairing)
    tournament = Tournament.objects.get(pk=pairing.tournament_id)
    assert tournament.round == 2
    assert [need.kind for need in desk.needs(tournament)] == []
    assert match.winner_seat is not None
    award(referee, match, 1 - match.winner_seat)
    settle_all(pairing)
    tournament.refresh_from_db()
    (need,) = desk.needs(tournament)
    assert (need.kind, need.pairing) == ("pair_anew", pairing)
    stands = result_from_plain(json.loads(pairing.result))
    again = ChangeResult(pairing.round, pairing.board, stands, "re_pair")
    desk.do(tournament, member("ann"), again, reason="the round has only just begun")
    assert [need.kind for need in desk.needs(tournament)] == []
    assert {row.first for row in tables.open_pairings(tournament)} != set()
    check_that_all_agree(pairing)


def test_a_round_that_was_played_is_not_offered_to_be_paired_anew(pairing: Pairing, referee: User) -> None:
    other = Pairing.objects.exclude(pk=pairing.pk).get()
    tables.sit_down(other)
    tables.end_game(other, winner=0)
    match = tables.end_game(pairing, winner=0)
    settle_all(pairing)
    tournament = Tournament.objects.get(pk=pairing.tournament_id)
    for later in tables.open_pairings(tournament):
        tables.sit_down(later)
        tables.end_game(later, winner=0)
    tables.tell(tournament)
    assert match.winner_seat is not None
    award(referee, match, 1 - match.winner_seat)
    settle_all(pairing)
    tournament.refresh_from_db()
    assert review.to_pair_anew(tournament, events.load(tournament)) == []


def test_who_plays_in_the_event_may_not_rule_on_it(pairing: Pairing, member: Member) -> None:
    dan = tables.players(Pairing.objects.exclude(pk=pairing.pk).get())[0]
    User.objects.filter(pk=dan.pk).update(is_staff=True)
    dan.refresh_from_db()
    assert subjects.conflicts(dan, match_of(pairing))
    with pytest.raises(Refused, match="RIVAL_CASE"):
        rulings.decide(dan, new_case(match_of(pairing)), [{"kind": "uphold"}], "Fine.")
    assert not review.is_rival(member("rita"), pairing.tournament)

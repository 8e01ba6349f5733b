"""Rulings take effect in log, result and ratings, on people and in their notices at once, and can be reversed."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.application import projections, store
from games.application.disputes import appeals, cases, notices, rulings, sanctions
from games.application.disputes.refusals import Refused
from games.application.disputes.standing import stands
from games.application.refold import refold
from games.models import Case, Match, Notice, Rating, RatingChange, Ruling, Sanction
from ginsite.accounts.models import User
from tests.games.application.disputes.table import between_hands, finished, is_over, play_on, scored
from tests.games.application.seated import seat
from tests.games.conftest import member

pytestmark = pytest.mark.django_db


def void(hand: int = 1) -> list[dict[str, Any]]:
    return [{"kind": "void_hand", "hand": hand, "table": 0}]


def score(hand: int, winner: int | None, points: int) -> dict[str, Any]:
    return {"kind": "correct_score", "hand": hand, "table": 0, "winner": winner, "points": points, "boxes": 1}


def totals(match: Match) -> list[int]:
    match.refresh_from_db()
    found: list[int] = json.loads(match.totals)
    return found


def again(match: Match, referee: User) -> Case:
    """Another case about the match."""
    return Case.objects.create(match=match, reason="other")


def rating_of(user: User) -> float:
    return Rating.objects.get(user=user).rating


def test_a_corrected_score_changes_result_and_ratings_and_leaves_the_log_whole(
    match: Match, case: Case, alice: User, bob: User, rita: User
) -> None:
    projections.sweep()
    loser = 1 - (match.winner_seat or 0)
    hand = scored(match)[0]
    before = rating_of(alice), rating_of(bob)
    ruling = rulings.decide(rita, case, [score(hand.hand_no, loser, 400)], "The count was wrong.")

    match.refresh_from_db()
    assert match.winner_seat == loser
    assert (match.result_no, match.result_pending) == (2, True)
    assert not store.verify(match.pk)
    assert ruling.number == 1
    assert (rating_of(alice), rating_of(bob)) != before
    won = alice if loser == 0 else bob
    assert rating_of(won) > 1500
    projections.sweep()
    assert not refold().any
    case.refresh_from_db()
    assert case.status == Case.Status.RULED


def test_everybody_concerned_is_told(match: Match, case: Case, alice: User, bob: User, rita: User) -> None:
    rulings.decide(rita, case, [{"kind": "uphold"}], "The score stands.")
    told = Notice.objects.filter(kind="ruling")
    assert {notice.user for notice in told} == {alice, bob}
    assert all(notice.ruling is not None and notice.ruling.reasons == "The score stands." for notice in told)


def test_upholding_changes_nothing(match: Match, case: Case, rita: User) -> None:
    projections.sweep()
    version = match.version
    rulings.decide(rita, case, [{"kind": "uphold"}], "The score stands.")
    match.refresh_from_db()
    assert (match.version, match.result_no) == (version, 1)


def test_a_reversal_puts_everything_back(match: Match, case: Case, alice: User, rita: User) -> None:
    projections.sweep()
    before = totals(match), match.winner_seat, rating_of(alice)
    hand = scored(match)[0]
    first = rulings.decide(rita, case, [score(hand.hand_no, None, 0)], "Misdeal.", "award")
    assert totals(match) != before[0]
    other = again(match, rita)
    second = rulings.decide(rita, other, [{"kind": "reverse", "ruling": first.pk}], "It was no misdeal.")

    assert totals(match) == before[0]
    assert (match.winner_seat, round(rating_of(alice), 6)) == (before[1], round(before[2], 6))
    assert (stands(first), stands(second)) == (False, True)
    assert match.result_no == 3
    projections.sweep()
    assert not refold().any
    with pytest.raises(Refused, match="NO_SUCH_RULING"):
        rulings.decide(rita, again(match, rita), [{"kind": "reverse", "ruling": first.pk}], "Twice.")


def test_a_resumed_match_is_in_play_again_without_a_result_and_its_rating_is_taken_back(
    match: Match, case: Case, alice: User, bob: User, rita: User
) -> None:
    projections.sweep()
    assert rating_of(alice) != 1500
    hand = scored(match)[0]
    rulings.decide(rita, case, [{"kind": "replay_hand", "hand": hand.hand_no, "table": 0}], "Cards were seen.")

    match.refresh_from_db()
    assert (match.status, match.result_no, match.finished_at) == (Match.Status.PLAYING, 2, None)
    assert match.due_at is not None
    assert (round(rating_of(alice)), round(rating_of(bob))) == (1500, 1500)
    projections.sweep()
    assert not refold().any

    play_on(match, is_over, seed=5)
    assert (match.status, match.result_no) == (Match.Status.FINISHED, 3)
    projections.sweep()
    assert rating_of(alice) != 1500
    assert RatingChange.objects.filter(match=match).count() == 6
    assert not refold().any
    assert not store.verify(match.pk)


def test_a_hand_in_play_is_voided_and_the_next_one_dealt(alice: User, bob: User, rita: User, known_deals: None) -> None:
    match = seat(alice, bob, target=100)
    case = cases.raise_case(alice, match, "deal", "My page showed nothing.")
    assert case.hand == 1
    rulings.decide(rita, case, void(1), "Dealt anew.")
    loaded = store.load(match.pk)
    assert loaded is not None
    assert loaded.live.game.phase == "between"
    match.refresh_from_db()
    assert (match.status, match.result_no) == (Match.Status.PLAYING, 0)
    play_on(match, lambda live: live.game.hand_no == 2)
    assert not store.verify(match.pk)


def test_a_heavy_ruling_waits_for_a_second_referee(match: Match, case: Case, rita: User, rufus: User) -> None:
    loser = 1 - (match.winner_seat or 0)
    award = [{"kind": "award_match", "side": loser}]
    ruling = rulings.decide(rita, case, award, "Two accounts, one person.")
    match.refresh_from_db()
    assert ruling.status == Ruling.Status.PROPOSED
    assert match.winner_seat != loser
    with pytest.raises(Refused, match="OWN_PROPOSAL"):
        rulings.second(rita, ruling)
    with pytest.raises(Refused, match="PROPOSED_ALREADY"):
        rulings.decide(rita, case, award, "Again.")

    made = rulings.second(rufus, ruling)
    match.refresh_from_db()
    assert (made.status, made.by, made.second) == (Ruling.Status.MADE, rita, rufus)
    assert (match.winner_seat, match.end_reason) == (loser, "ruled")
    with pytest.raises(Refused):
        rulings.second(rufus, ruling)


def test_or_opens_the_case_again_if_the_second_does_not_agree(case: Case, rita: User, rufus: User) -> None:
    ruling = rulings.decide(rita, case, [{"kind": "forfeit_match", "seat": 0}], "Cheating.")
    rulings.decline(rufus, ruling, "Not proved.")
    case.refresh_from_db()
    assert case.status == Case.Status.OPEN
    ruling.refresh_from_db()
    assert ruling.status == Ruling.Status.DECLINED


def test_where_nobody_could_second_a_heavy_ruling_is_made_at_once(match: Match, case: Case, rita: User) -> None:
    ruling = rulings.decide(rita, case, [{"kind": "forfeit_match", "seat": 0}], "Cheating.")
    match.refresh_from_db()
    assert (ruling.status, match.winner_seat) == (Ruling.Status.MADE, 1)


def test_sanctions_stand_until_they_end_or_are_lifted(match: Match, case: Case, bob: User, rita: User) -> None:
    remedies = [
        {"kind": "warn", "seat": 1},
        {"kind": "mute", "seat": 1, "days": 7},
        {"kind": "suspend", "seat": 1, "days": 30},
    ]
    ruling = rulings.decide(rita, case, remedies, "Insults.")
    assert sanctions.is_muted(bob.pk)
    until = sanctions.suspended_until(bob.pk)
    assert until is not None
    assert until - timezone.now() > timedelta(days=29)
    rulings.decide(rita, again(match, rita), [{"kind": "reverse", "ruling": ruling.pk}], "Another person.")
    assert not sanctions.is_muted(bob.pk)
    assert sanctions.suspended_until(bob.pk) is None
    assert Sanction.objects.filter(user=bob).count() == 3


def test_sanctions_follow_a_chain_of_reversals_to_its_end(match: Match, case: Case, bob: User, rita: User) -> None:
    last = rulings.decide(rita, case, [{"kind": "mute", "seat": 1, "days": 7}], "Insults.")
    for muted in (False, True, False):
        last = rulings.decide(rita, again(match, rita), [{"kind": "reverse", "ruling": last.pk}], "On second thoughts.")
        assert sanctions.is_muted(bob.pk) is muted


def test_a_refund_gives_the_loser_back_what_the_match_took_and_leaves_the_winner_alone(
    match: Match, case: Case, alice: User, bob: User, rita: User
) -> None:
    projections.sweep()
    winner, loser = (alice, bob) if match.winner_seat == 0 else (bob, alice)
    kept = rating_of(winner)
    ruling = rulings.decide(rita, case, [{"kind": "refund_rating", "seat": 1 - (match.winner_seat or 0)}], "Lag.")
    assert round(rating_of(loser), 6) == 1500
    assert rating_of(winner) == kept
    projections.sweep()
    assert not refold().any
    rulings.decide(rita, again(match, rita), [{"kind": "reverse", "ruling": ruling.pk}], "No lag.")
    assert rating_of(loser) < 1500
    projections.sweep()
    assert not refold().any


def test_time_is_given_to_a_seat_of_a_live_match(alice: User, bob: User, rita: User, known_deals: None) -> None:
    match = play_on(seat(alice, bob, target=100), lambda live: live.version > 12)
    before = store.load(match.pk)
    case = cases.raise_case(alice, match, "clock", "The server stood still.")
    rulings.decide(rita, case, [{"kind": "give_time", "seat": 0, "ms": 60_000}], "It did.")
    after = store.load(match.pk)
    assert before is not None
    assert after is not None
    assert after.live.clock.seats[0].bank_ms == before.live.clock.seats[0].bank_ms + 60_000


def test_a_race_with_the_players_is_decided_again(
    alice: User, bob: User, rita: User, known_deals: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = play_on(seat(alice, bob, target=100), between_hands)
    case = cases.raise_case(alice, match, "scoring", hand=1)
    appended = store.append
    races: list[int] = []

    def outrun_once(*args: Any, **kwargs: Any) -> None:
        if not races:
            races.append(1)
            raise store.Outrun(match.code)
        appended(*args, **kwargs)

    monkeypatch.setattr(store, "append", outrun_once)
    rulings.decide(rita, case, void(1), "Void.")
    assert races
    assert Ruling.objects.count() == 1
    assert not store.verify(match.pk)


def test_nothing_stays_of_a_ruling_that_fails_half_way(
    match: Match, case: Case, rita: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: Any, **_kwargs: Any) -> None:
        raise RuntimeError("the notices cannot be written")

    monkeypatch.setattr(notices, "tell", broken)
    version = match.version
    with pytest.raises(RuntimeError), transaction.atomic():
        rulings.decide(rita, case, void(scored(match)[0].hand_no), "Void.", "award")
    match.refresh_from_db()
    assert (match.version, match.result_no) == (version, 1)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    ("remedies", "code"),
    [
        ([], "BAD_RULING"),
        ([{"kind": "make_tea"}], "BAD_RULING"),
        ([{"kind": "void_hand", "hand": 1}], "BAD_RULING"),
        ([{"kind": "void_hand", "hand": True, "table": 0}], "BAD_RULING"),
        ([{"kind": "void_hand", "hand": 99, "table": 0}], "NO_SUCH_HAND"),
        ([{"kind": "award_match", "side": 4}], "BAD_RULING"),
        ([{"kind": "reverse", "ruling": 1}], "NO_SUCH_RULING"),
        ([{"kind": "warn", "seat": 4}], "NOBODY_THERE"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused_and_changes_nothing(
    case: Case, rita: User, remedies: list[dict[str, Any]], code: str
) -> None:
    with pytest.raises(Refused, match=code), transaction.atomic():
        rulings.decide(rita, case, remedies, "Because.")
    case.refresh_from_db()
    assert case.status == Case.Status.OPEN
    assert not Ruling.objects.exists()


# Who may


def test_nobody_rules_on_an_own_match(alice: User, rita: User, known_deals: None) -> None:
    case = cases.raise_case(alice, finished(alice, rita), "scoring")
    with pytest.raises(Refused, match="OWN_CASE"):
        rulings.decide(rita, case, [{"kind": "uphold"}], "Mine is right.")


@pytest.mark.parametrize("name", ["alice", "bob", "charlie"])
def test_nor_does_a_player_or_a_spectator(case: Case, name: str, request: pytest.FixtureRequest) -> None:
    with pytest.raises(Refused, match="NOT_STAFF"):
        rulings.decide(request.getfixturevalue(name), case, [{"kind": "uphold"}], "Mine.")


def test_a_claimed_case_is_anothers_until_the_claim_runs_out(case: Case, rita: User, rufus: User) -> None:
    cases.claim(rita, case)
    with pytest.raises(Refused, match="CLAIMED"):
        rulings.decide(rufus, case, [{"kind": "uphold"}], "Fine.")
    Case.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    rulings.decide(rufus, case, [{"kind": "uphold"}], "Fine.")


def test_an_appeal_goes_to_somebody_else_within_seven_days(
    match: Match, case: Case, bob: User, charlie: User, rita: User, rufus: User
) -> None:
    ruling = rulings.decide(rita, case, void(scored(match)[0].hand_no), "Void.", "award")
    with pytest.raises(Refused, match="NO_APPEAL"):
        appeals.appeal(charlie, ruling, "I watched.")
    appeal = appeals.appeal(bob, ruling, "It was my best hand.")
    with pytest.raises(Refused, match="NO_APPEAL"):
        appeals.appeal(bob, ruling, "Once more.")
    with pytest.raises(Refused, match="OWN_APPEAL"):
        rulings.decide(rita, appeal, [{"kind": "uphold"}], "I was right.")
    rulings.decide(rufus, appeal, [{"kind": "reverse", "ruling": ruling.pk}], "It was.")
    assert not stands(ruling)
    assert Notice.objects.filter(kind="appeal_ruled", user=bob).exists()


def test_after_seven_days_there_is_no_appeal(match: Match, case: Case, bob: User, rita: User, rufus: User) -> None:
    ruling = rulings.decide(rita, case, [{"kind": "uphold"}], "Fine.")
    Ruling.objects.update(made_at=timezone.now() - timedelta(days=7, seconds=1))
    ruling.refresh_from_db()
    with pytest.raises(Refused, match="NO_APPEAL"):
        appeals.appeal(bob, ruling, "Too late.")


def test_nobody_overrules_what_came_of_an_appeal_against_an_own_ruling(
    match: Match, case: Case, bob: User, alice: User, rita: User, rufus: User
) -> None:
    first = rulings.decide(rita, case, void(scored(match)[0].hand_no), "Void.", "award")
    appeal = appeals.appeal(bob, first, "It was my best hand.")
    second = rulings.decide(rufus, appeal, [{"kind": "reverse", "ruling": first.pk}], "It was.")

    reverse = [{"kind": "reverse", "ruling": second.pk}]
    with pytest.raises(Refused, match="OWN_APPEAL"):
        rulings.reopen(rita, second, "I was right.")
    with pytest.raises(Refused, match="OWN_APPEAL"):
        rulings.decide(rita, again(match, rita), reverse, "I was right.")
    with pytest.raises(Refused, match="NO_APPEAL"):
        appeals.appeal(alice, second, "There is nobody left to decide it.")
    third = member("third", staff=True)
    back = appeals.appeal(alice, second, "It was not.")
    for judge in (rita, rufus):
        with pytest.raises(Refused, match="OWN_APPEAL"):
            rulings.decide(judge, back, reverse, "Mine stands.")
    assert (stands(first), stands(second)) == (False, True)
    rulings.decide(third, back, reverse, "Rita was right.")
    assert stands(first)


def test_nothing_is_ruled_past_a_proposal_and_who_made_it_may_take_it_back(case: Case, rita: User, rufus: User) -> None:
    ruling = rulings.decide(rita, case, [{"kind": "forfeit_match", "seat": 0}], "Cheating.")
    for referee in (rufus, rita):
        with pytest.raises(Refused, match="PROPOSED_ALREADY"):
            rulings.decide(referee, case, [{"kind": "uphold"}], "Fine.")
    User.objects.filter(pk=rufus.pk).update(is_staff=False)  # nobody is left who could agree
    with pytest.raises(Refused, match="NOT_STAFF"):
        rulings.second(User.objects.get(pk=rufus.pk), ruling)
    rulings.decline(rita, ruling, "I was too quick.")
    ruling.refresh_from_db()
    case.refresh_from_db()
    assert (ruling.status, ruling.second, case.status) == (Ruling.Status.DECLINED, None, Case.Status.OPEN)
    rulings.decide(rita, case, [{"kind": "uphold"}], "Fine.")


def test_a_proposal_falls_with_its_proposer_no_more_than_with_anybody(
    match: Match, case: Case, rita: User, rufus: User
) -> None:
    ruling = rulings.decide(rita, case, [{"kind": "forfeit_match", "seat": 0}], "Cheating.")
    User.objects.filter(pk=rita.pk).update(is_staff=False)
    with pytest.raises(Refused, match="NOT_STAFF"):
        rulings.decline(User.objects.get(pk=rita.pk), ruling, "No.")
    made = rulings.second(rufus, ruling)
    with pytest.raises(Refused, match="CASE_SETTLED"):
        rulings.decline(rufus, ruling, "On second thoughts.")
    assert made.status == Ruling.Status.MADE


def test_two_cases_do_not_reverse_one_ruling_twice(match: Match, case: Case, rita: User, rufus: User) -> None:
    """A ruling without a row in the log, so that nothing but the ruling itself can tell."""
    first = rulings.decide(rita, case, [{"kind": "mute", "seat": 0, "days": 3}], "Language.")
    one, other = again(match, rita), again(match, rufus)
    reverse = [{"kind": "reverse", "ruling": first.pk}]
    rulings.decide(rita, one, reverse, "Mild after all.")
    with pytest.raises(Refused, match="NO_SUCH_RULING"):
        rulings.decide(rufus, other, reverse, "Likewise.")
    assert Sanction.objects.get().lifted_by is not None

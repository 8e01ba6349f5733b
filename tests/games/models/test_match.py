"""Match and seat rows: codes, constraints, and the questions asked of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models import Match, Seat, ServerPulse, new_code, new_invite_token
from ginsite.accounts.models import User

pytestmark = pytest.mark.django_db

NOW = 1_764_590_400_000


def _match(**fields: Any) -> Match:
    return Match.objects.create(**({"rules": "{}", "clock": "standard"} | fields))


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice")


@pytest.fixture
def bob() -> User:
    return User.objects.create_user("bob")


def test_codes_are_ten_letters_without_look_alikes_and_never_the_same() -> None:
    codes = {new_code() for _n in range(500)}

    assert len(codes) == 500
    assert {len(code) for code in codes} == {10}
    assert not set("".join(codes)) & set("01ilo")
    assert all(code == code.lower() and code.isalnum() for code in codes)


def test_invite_tokens_are_long_and_fit_their_column() -> None:
    token = new_invite_token()

    assert 20 <= len(token) <= 32
    assert token != new_invite_token()


def test_the_lobby_lists_open_tables_that_one_does_not_sit_at(alice: User, bob: User) -> None:
    hers = _match(owner=alice)
    hers.seats.create(seat=0, user=alice)
    _match(visibility=Match.Visibility.LINK, invite_token=new_invite_token())
    _match(status=Match.Status.PLAYING)
    _match(status=Match.Status.CLOSED)

    assert list(Match.objects.open_for(bob)) == [hers]
    assert list(Match.objects.open_for(AnonymousUser())) == [hers]
    assert list(Match.objects.open_for(alice)) == []


def test_my_matches_are_those_i_sit_at(alice: User, bob: User) -> None:
    match = _match(owner=bob)
    match.seats.create(seat=1, user=alice)

    assert list(Match.objects.of(alice)) == [match]
    assert list(Match.objects.of(bob)) == []


def test_due_are_matches_in_play_past_a_deadline_or_an_errand() -> None:
    playing = Match.Status.PLAYING
    flagged, errand = _match(status=playing, deadline=NOW), _match(status=playing, due_at=NOW - 1)
    _match(status=playing, deadline=NOW + 1, due_at=NOW + 1)
    _match(status=playing)
    _match(status=Match.Status.OPEN, deadline=NOW)

    assert set(Match.objects.due(NOW)) == {flagged, errand}


@pytest.mark.parametrize(
    "fields",
    [
        {"seat_count": 1},
        {"seat_count": 7},
        {"visibility": "link"},
        {"status": "finished"},
        {"status": "finished", "finished_at": timezone.now()},
    ],
    ids=["one seat", "seven seats", "a link without a token", "finished at no time", "finished without a result"],
)
def test_a_match_row_that_makes_no_sense_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        _match(**fields)


def test_a_chair_is_taken_once_and_nobody_sits_on_two(alice: User, bob: User) -> None:
    match = _match()
    match.seats.create(seat=0, user=alice)

    for seat, user in ((0, bob), (1, alice)):
        with pytest.raises(IntegrityError), transaction.atomic():
            match.seats.create(seat=seat, user=user)
    match.seats.create(seat=1, user=bob)


@pytest.mark.parametrize("seat", [{"seat": 6}, {"seat": 0, "bot": "casual"}], ids=["the seventh chair", "both"])
def test_a_seat_is_one_of_six_and_a_person_or_a_computer(alice: User, seat: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        _match().seats.create(user=alice, **seat)


def test_several_chairs_may_have_lost_their_people(alice: User, bob: User) -> None:
    match = _match(owner=alice)
    match.seats.create(seat=0, user=alice)
    match.seats.create(seat=1, user=bob)

    alice.delete()
    bob.delete()

    match.refresh_from_db()
    assert match.owner is None
    assert [seat.user for seat in match.seats.all()] == [None, None]


def test_a_guests_seats_go_to_the_account_except_where_both_sit(alice: User) -> None:
    guest = User.objects.create_user("guest", is_guest=True, guest_number=1)
    apart, together = _match(), _match()
    apart.seats.create(seat=0, user=guest)
    together.seats.create(seat=0, user=guest)
    together.seats.create(seat=1, user=alice)

    assert Seat.objects.hand_over(guest, alice) == 1

    assert apart.seats.get().user == alice
    assert [seat.user for seat in together.seats.all()] == [guest, alice]
    assert Seat.objects.hand_over(guest, alice) == 0


def test_a_match_has_one_rematch() -> None:
    first = _match()
    _match(rematch_of=first)

    with pytest.raises(IntegrityError), transaction.atomic():
        _match(rematch_of=first)


def test_the_pulse_is_one_row() -> None:
    ServerPulse.objects.create(id=1, last_alive=NOW)

    with pytest.raises(IntegrityError), transaction.atomic():
        ServerPulse.objects.create(id=2, last_alive=NOW)

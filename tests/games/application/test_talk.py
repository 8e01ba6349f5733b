"""What is said at a table: by whom, how much, in which words, and who gets to hear it."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from games.application import company, lobby, talk
from games.application.talk import AFTER_A_HAND, KEPT, PHRASES, TalkRefusal, Words, clean, read_talk, talk_plain
from games.application.terms import Terms
from games.domain.hands.gin.state import LAYOFF
from games.domain.variants import get_preset
from games.models import ChatLine, Match
from ginsite.accounts.models import Preferences, User
from tests.games.application.matches import dealt, move_on
from tests.games.application.seated import seat, seat_all

pytestmark = pytest.mark.django_db

NOON = 1_764_590_400_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time as `talk` sees it, in ms, in a list of one."""
    now = [NOON]
    monkeypatch.setattr(talk, "_now_ms", lambda: now[0])
    return now


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Alice on seat 0, Bob on seat 1."""
    return seat(alice, bob)


def open_free_chat(*people: User) -> None:
    for person in people:
        Preferences.objects.update_or_create(user=person, defaults={"free_chat": True})


def refusal(match: Match, number: int, words: Words) -> str:
    """The code with which something is not said; nothing was."""
    before = ChatLine.objects.count()
    with pytest.raises(TalkRefusal) as refused:
        talk.say(match.pk, number, words)
    assert ChatLine.objects.count() == before
    return refused.value.code


def heard(match: Match, number: int | None) -> list[str]:
    """What a seat is sent."""
    plain = talk_plain(read_talk(match.pk), number)
    return [line["text"] or line["phrase"] for line in plain["lines"]] if plain else []


# Phrases


def test_there_are_about_ten_phrases_and_each_can_be_stored() -> None:
    longest = ChatLine._meta.get_field("phrase").max_length or 0
    assert 8 <= len(PHRASES) <= 12
    assert all(len(key) <= longest for key in PHRASES)
    assert set(AFTER_A_HAND) <= set(PHRASES)


def test_a_phrase_is_stored_by_its_key_with_who_said_it_and_numbered(match: Match, alice: User) -> None:
    talk.say(match.pk, 0, Words(phrase="good_luck"))
    talk.say(match.pk, 1, Words(phrase="thanks"))
    first, second = ChatLine.objects.order_by("number")
    assert (first.number, first.seat, first.user, first.phrase, first.text) == (1, 0, alice, "good_luck", "")
    assert (second.number, second.seat) == (2, 1)


def test_nobody_talks_to_a_computer(alice: User) -> None:
    match = lobby.play_computer(alice)
    assert refusal(match, 0, Words(phrase="hello")) == "CHAT_CLOSED"
    assert read_talk(match.pk) is None


def test_nobody_talks_before_the_other_is_there(alice: User) -> None:
    assert refusal(lobby.create_table(alice, Terms()), 0, Words(phrase="hello")) == "CHAT_CLOSED"


def test_an_empty_seat_says_nothing(match: Match) -> None:
    assert refusal(match, 4, Words(phrase="hello")) == "NOT_SEATED"


@pytest.mark.parametrize(("minutes", "open_still"), [(1, True), (29, True), (31, False), (60 * 24, False)])
def test_people_may_talk_for_half_an_hour_after_the_match(match: Match, minutes: int, open_still: bool) -> None:
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=timezone.now() - timedelta(minutes=minutes), result_no=1
    )
    if open_still:
        assert talk.say(match.pk, 0, Words(phrase="well_played")) == 1
    else:
        assert refusal(match, 0, Words(phrase="well_played")) == "CHAT_CLOSED"


# Words of one's own


def test_free_chat_needs_both_to_want_it(match: Match, alice: User, bob: User) -> None:
    words = Words(text="Where do you play from?")
    assert refusal(match, 0, words) == "NO_FREE_CHAT"
    open_free_chat(alice)
    assert refusal(match, 0, words) == "NO_FREE_CHAT"
    assert refusal(match, 1, words) == "NO_FREE_CHAT"
    open_free_chat(bob)
    talk.say(match.pk, 0, words)
    assert heard(match, 1) == ["Where do you play from?"]


def test_free_chat_ends_when_one_no_longer_wants_it(match: Match, alice: User, bob: User) -> None:
    open_free_chat(alice, bob)
    Preferences.objects.filter(user=bob).update(free_chat=False)
    assert refusal(match, 0, Words(text="Still there?")) == "NO_FREE_CHAT"


def test_guests_say_phrases_only(alice: User, guest: User) -> None:
    match = seat(alice, guest)
    open_free_chat(alice, guest)
    assert refusal(match, 0, Words(text="Hello there")) == "NO_FREE_CHAT"
    assert refusal(match, 1, Words(text="Hello there")) == "NO_FREE_CHAT"
    assert talk.say(match.pk, 1, Words(phrase="hello")) == 1


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("  well   played \n\t again ", "well played again"),
        ("<b>bold</b> & plain", "<b>bold</b> & plain"),
        ("turned \u202eround\u202c", "turned round"),
        ("a\x00b\u200bc", "a b c"),
        ("👩\u200d👧 שלום سلام", "👩\u200d👧 שלום سلام"),
        ("x" * 200, "x" * 200),
    ],
)
def test_a_text_becomes_one_plain_line(written: str, said: str) -> None:
    assert clean(written) == said


@pytest.mark.parametrize("written", ["", "   ", "\n", "\u200b\u202e", "\u200d", "\x00", "x" * 201, "\ud800"])
def test_nothing_and_too_much_are_refused(written: str) -> None:
    with pytest.raises(ValueError, match="line"):
        clean(written)


# How much


def test_five_lines_in_ten_seconds_and_no_more(match: Match, clock: list[int]) -> None:
    for _line in range(5):
        talk.say(match.pk, 0, Words(phrase="hello"))
        clock[0] += 1_000
    assert refusal(match, 0, Words(phrase="hello")) == "CHAT_TOO_FAST"
    assert talk.say(match.pk, 1, Words(phrase="hello")) == 6, "the other's own measure is untouched"
    clock[0] += 5_001
    assert talk.say(match.pk, 0, Words(phrase="hello")) == 7


def test_thirty_lines_in_ten_minutes_over_all_tables(
    match: Match, clock: list[int], alice: User, charlie: User
) -> None:
    other = seat(alice, charlie)
    for number in range(30):
        talk.say((match if number % 2 else other).pk, 0, Words(phrase="hello"))
        clock[0] += 10_000
    assert refusal(match, 0, Words(phrase="hello")) == "CHAT_TOO_FAST"
    assert refusal(other, 0, Words(phrase="hello")) == "CHAT_TOO_FAST"
    clock[0] += 300_001
    talk.say(other.pk, 0, Words(phrase="hello"))


@pytest.mark.django_db(transaction=True)
def test_two_who_speak_at_once_are_both_heard_under_numbers_of_their_own(match: Match) -> None:
    def speak(number: int) -> list[int]:
        try:
            return [talk.say(match.pk, number, Words(phrase="hello")) for _line in range(5)]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        numbers = [number for said in pool.map(speak, (0, 1)) for number in said]
    assert sorted(numbers) == list(range(1, 11))


# Who hears it


def test_the_last_lines_are_kept_at_hand_oldest_first(match: Match) -> None:
    for number in range(1, KEPT + 4):
        ChatLine.objects.create(match=match, number=number, seat=0, phrase="hello", at=NOON + number)
    seen = read_talk(match.pk)
    assert seen is not None
    assert [line.number for line in seen.lines] == list(range(4, KEPT + 4))


def test_a_watcher_hears_nothing(match: Match) -> None:
    talk.say(match.pk, 0, Words(phrase="hello"))
    assert talk_plain(read_talk(match.pk), None) is None


@pytest.mark.parametrize("keep", [company.mute, company.block])
def test_what_a_silenced_person_says_is_not_sent_to_who_silenced_them(
    match: Match, alice: User, bob: User, keep: Any
) -> None:
    talk.say(match.pk, 1, Words(phrase="hello"))
    talk.say(match.pk, 0, Words(phrase="thanks"))
    keep(alice, bob)
    assert heard(match, 0) == ["thanks"]
    assert heard(match, 1) == ["hello", "thanks"], "the other is not told"
    keep(alice, bob, on=False)
    assert heard(match, 0) == ["hello", "thanks"]


def test_each_seat_sees_its_own_distances_alone(match: Match, alice: User, bob: User) -> None:
    company.block(alice, bob)
    hers, his = (talk_plain(read_talk(match.pk), number) for number in (0, 1))
    assert hers is not None
    assert his is not None
    assert (hers["muted"], hers["blocked"]) == ([], [1])
    assert (his["muted"], his["blocked"]) == ([], [])


# In private


def test_partners_may_talk_in_private_once_one_is_done_and_the_other_lays_off(known_deals: None) -> None:
    """RULES 2d: whoever has finished advises the partner, once that one's opponent has knocked, where it is allowed."""
    seen = set()
    for advice in ("layoff_only", "off"):
        rules = replace(get_preset("pagat"), partner_advice=advice, team_target=200)
        step, rng = dealt(rules, variant="partnership", seats=4), random.Random(4)
        while step.live.finish is None:
            game = step.live.game
            pairs = {(seat, other) for seat in range(4) for other in talk.confidants(game, seat)}
            assert pairs == {(other, seat) for seat, other in pairs}
            laying_off = {
                hand.players[hand.place] for hand in game.tables if game.phase == "play" and hand.phase == LAYOFF
            }
            done = {seat for hand in game.tables if hand.outcome is not None for seat in hand.players}
            expected = {(one, other) for one in done for other in laying_off if one % 2 == other % 2}
            allowed = advice == "layoff_only" and game.phase == "play"
            assert pairs == ({*expected, *((other, one) for one, other in expected)} if allowed else set())
            seen |= {advice for _pair in pairs}
            step = step.then(move_on(step.live, rng, step.live.at + 1_000))
    assert seen == {"layoff_only"}


def test_a_private_line_is_read_by_its_audience_and_the_referee_alone(alice: User, bob: User, charlie: User) -> None:
    match = seat_all("in-the-box", alice, bob, charlie)
    talk.say(match.pk, 0, Words(phrase="discard_it", card="7H", private=True), (2,))
    talk.say(match.pk, 1, Words(phrase="hello"))
    assert heard(match, 0) == heard(match, 2) == ["discard_it", "hello"]
    assert heard(match, 1) == ["hello"]
    assert heard(match, None) == []
    assert talk.words_of(ChatLine.objects.get(number=1)) == "Discard the 7H"


def test_a_private_line_needs_somebody_to_hear_it(alice: User, bob: User) -> None:
    match = seat_all("in-the-box", alice, bob, "casual")
    for to in ((), (2,)):
        with pytest.raises(TalkRefusal, match="NO_PRIVATE_TALK"):
            talk.say(match.pk, 0, Words(phrase="wait", private=True), to)
    assert not ChatLine.objects.exists()


def test_whoever_was_muted_is_not_heard_in_private_either(alice: User, bob: User, charlie: User) -> None:
    match = seat_all("in-the-box", alice, bob, charlie)
    company.mute(charlie, alice)
    talk.say(match.pk, 0, Words(phrase="wait", private=True), (2,))
    assert heard(match, 2) == []

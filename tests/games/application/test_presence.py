"""The lease that heartbeats renew, and the claim that follows from their absence."""

from __future__ import annotations

import pytest

from games.application.presence import LATE_MS, LEASE_MS, Presence

STANDARD, BLITZ = 120_000, 30_000


@pytest.fixture
def written() -> list[tuple[int, int, int]]:
    return []


@pytest.fixture
def presence(written: list[tuple[int, int, int]]) -> Presence:
    return Presence(1_000, lambda *beat: written.append(beat))


def test_a_heartbeat_is_good_for_thirty_seconds(presence: Presence, written: list[tuple[int, int, int]]) -> None:
    presence.beat(7, 0, 5_000)
    assert presence.is_here(7, 0, 5_000 + LEASE_MS - 1)
    assert not presence.is_here(7, 0, 5_000 + LEASE_MS)
    assert not presence.is_here(7, 1, 5_000)
    assert written == [(7, 0, 5_000)]


def test_what_other_processes_heard_counts_and_never_goes_back(
    presence: Presence, written: list[tuple[int, int, int]]
) -> None:
    presence.merge(7, {0: 9_000})
    presence.merge(7, {0: 8_000})
    assert presence.last_seen(7, 0) == 9_000
    assert written == []


def test_a_claim_is_announced_when_a_heartbeat_is_missing(presence: Presence) -> None:
    presence.beat(7, 0, 5_000)
    assert presence.claim_at(7, 0, STANDARD, 5_000 + LATE_MS - 1) is None
    assert presence.claim_at(7, 0, STANDARD, 5_000 + LATE_MS) == 125_000
    assert presence.claim_at(7, 0, BLITZ, 5_000 + LATE_MS) == 35_000


def test_slow_games_know_no_claim(presence: Presence) -> None:
    presence.beat(7, 0, 5_000)
    assert presence.claim_at(7, 0, None, 10**9) is None


def test_nobody_is_blamed_for_silence_before_the_server_listened() -> None:
    presence = Presence(1_000_000, lambda *_beat: None)
    presence.merge(7, {0: 5_000})
    assert presence.claim_at(7, 0, BLITZ, 1_000_000 + LATE_MS) == 1_030_000


def test_a_match_that_is_let_go_is_forgotten(presence: Presence) -> None:
    presence.beat(7, 0, 5_000)
    presence.forget(7)
    assert presence.last_seen(7, 0) is None

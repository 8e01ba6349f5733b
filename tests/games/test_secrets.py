"""Whoever asks for whatever: no card of a hand in play that is not theirs, and no seed of one that is not over."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from games.application import store
from games.application.deals import SealedHand
from games.application.disputes import cases
from games.application.record import LiveMatch, Step
from games.domain.cards import format_card, iter_cards
from games.models import Match, MatchEvent, Seat
from ginsite.accounts.models import User
from tests.games.application.exchanging import all_are_ready, dealt, go_on, play_hand, promise, show
from tests.games.application.matches import CODE, new_row

pytestmark = pytest.mark.django_db

HAND = 2
"""In play; the first is over, and over the seeds of the third the players have come half way."""


@pytest.fixture
def live(alice: User, bob: User) -> LiveMatch:
    """A match in its second hand, with a promise for the third."""
    step = go_on(show(promise(all_are_ready(play_hand(dealt())), 0, 1), 0, 1))
    step = promise(step, 0, 1)
    assert (step.live.game.phase, step.live.game.hand_no) == ("play", HAND)
    row = new_row(code=CODE)
    live = step.live._replace(id=row.pk)
    with transaction.atomic():
        store.append(Step(0, live, step.rows))
    for number, person in enumerate((alice, bob)):
        Seat.objects.create(match=row, seat=number, user=person)
    return live


def addresses(case: str) -> Iterator[str]:
    """All that might tell something of a match."""
    yield from ("/", "/lobby/", "/games/", "/players/", "/players/alice/", "/notices/", "/disputes/", "/fair-deal/")
    yield from ("/fair-deal/anchors/", "/fair-deal/anchors.json", "/fair-play/referee/", f"/disputes/{case}/")
    yield from (f"/tables/{CODE}/", f"/tables/{CODE}/dispute/", f"/games/{CODE}/", f"/games/{CODE}/record.gin")
    yield from (f"/games/{CODE}/replay/", f"/games/{CODE}/deals/")
    for hand in (HAND, HAND + 1):
        yield from (f"/games/{CODE}/replay/{hand}/", f"/games/{CODE}/replay/{hand}/?step=9&as=all&row=20")
        yield from (f"/games/{CODE}/replay/{hand}/computer/", f"/games/{CODE}/deals/{hand}/")
        yield f"/games/{CODE}/deals/{hand}.json"


def addresses_for_staff(match: Match, case: str) -> Iterator[str]:
    """What staff have besides."""
    yield from ("/desk/", f"/desk/cases/?q={CODE}", "/desk/signals/", f"/desk/{case}/", f"/desk/{case}/decide/")
    for hand in (HAND, HAND + 1):
        yield from (f"/desk/{case}/?hand={hand}", f"/desk/{case}/hands/{hand}/computer.json")
    yield from (f"/admin/games/match/{match.pk}/change/", "/admin/games/matchevent/", "/admin/games/case/")
    for pk in match.events.order_by("-number").values_list("pk", flat=True)[:6]:
        yield f"/admin/games/matchevent/{pk}/change/"


def secrets_of(hand: SealedHand) -> list[str]:
    """What would give a hand away to a program."""
    seeds = [
        hand.seed,
        *(seed for own, seed in zip(hand.exchange.seats, hand.default_seeds, strict=True) if not own.seed),
    ]
    return [seed.hex() for seed in seeds]


def tells(text: str, cards: list[str]) -> bool:
    """Whether these cards stand side by side in a text, in whatever order and dress."""
    found = re.findall(r"(?<![0-9A-Za-z])[A2-9TJQK][SHDC](?![0-9A-Za-z])", text)
    wanted = sorted(cards)
    return any(sorted(found[at : at + len(wanted)]) == wanted for at in range(len(found)))


def test_no_address_tells_anybody_what_is_hidden_in_a_hand_in_play(live: LiveMatch, alice: User) -> None:
    match = Match.objects.get(pk=live.id)
    case = cases.raise_case(alice, match, "deal", "Odd.")
    assert case.hand == HAND
    referee = User.objects.create_superuser("rita")
    seeds = [secret for hand in live.sealed for secret in secrets_of(hand)]
    assert len(live.sealed) == 2
    [table] = live.game.tables
    dealt_to = zip(table.players, table.hands, strict=True)  # whoever acts first comes first
    hands = {seat: [format_card(card) for card in iter_cards(hand)] for seat, hand in dealt_to}
    stock = [format_card(card) for card in table.dealt.deck[-table.stock :]][:6]
    told = []
    for person, seat in ((None, None), (alice, 0), (referee, None)):
        client = Client()
        if person is not None:
            client.force_login(person)
        hidden = [stock, *(hand for number, hand in hands.items() if number != seat)]
        staff = addresses_for_staff(match, case.code) if person == referee else ()
        for address in (*addresses(case.code), *staff):
            page = client.get(address).content.decode()
            if any(seed in page for seed in seeds) or any(tells(page, cards) for cards in hidden):
                told.append((person, address))
            if seat is not None and address == f"/tables/{CODE}/":
                assert tells(page, hands[seat])  # so that the search would find what it looks for
    assert told == []


def test_neither_the_log_nor_a_command_has_the_seeds_of_hands_that_are_not_over(
    live: LiveMatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds = [secret for hand in live.sealed for secret in secrets_of(hand)]
    call_command("verify_log", CODE)
    call_command("verify_deal", CODE)
    said = capsys.readouterr().out + "".join(MatchEvent.objects.values_list("payload", flat=True)) + repr(live)
    assert f"{CODE}-1" in said
    assert not any(seed in said for seed in seeds)

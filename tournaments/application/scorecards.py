"""Results of matches with real cards: each side puts down what came of it, and what both say is the result.

Two cards that differ are a conflict for the desk. Whoever has no account speaks through a signed link, which stands on
the printed score sheet. A card counts only while its match is open; nothing here changes a result that stands.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.core import signing
from django.db import transaction
from django.utils.crypto import constant_time_compare

from games.application.by_hand import NotScored, PlayedHand
from ginsite.accounts.models import User
from tournaments.application import clubs, events, questions, rounds
from tournaments.application.codec import canonical, hands_from_text, result_from_plain, result_to_plain
from tournaments.application.refusals import NotAllowed
from tournaments.domain.actions import EnterResult
from tournaments.domain.steps import apply
from tournaments.domain.values import Result
from tournaments.models import Pairing, ScoreCard, Tournament

Side = ScoreCard.Side

SALT = "tournaments.scorecards"


def link_token(tournament: Tournament, entrant: int) -> str:
    """What lets the bearer speak for an entrant: for people without an account."""
    return signing.Signer(salt=SALT).signature(f"{tournament.code} {entrant}")


def side_for(pairing: Pairing, user: clubs.Person, token: str = "") -> int | None:
    """The side somebody speaks for: by the own account, or by the token of an entrant."""
    if isinstance(user, User):
        own = rounds.side_of(pairing, user)
        if own is not None:
            return own
    for side, entrant in enumerate((pairing.first, pairing.second)):
        if token and entrant is not None and constant_time_compare(token, link_token(pairing.tournament, entrant)):
            return side
    return None


def cards_of(pairing: Pairing) -> dict[int, Result]:
    """What was put down so far, by side; the desk's own word is side 2."""
    return {card.side: read(card) for card in pairing.cards.all() if card.result}


def read(card: ScoreCard) -> Result:
    """The result on a card."""
    return result_from_plain(json.loads(card.result))


def hands_on(card: ScoreCard | None) -> tuple[PlayedHand, ...]:
    """The running sheet that was kept with a card."""
    return hands_from_text(card.hands) if card is not None else ()


def write_hands(hands: Sequence[PlayedHand]) -> str:
    """The text that a card's row holds."""
    return canonical([hand.to_plain() for hand in hands])


def read_hands(text: str) -> tuple[PlayedHand, ...]:
    """Read that text, from a form: anything may stand in it. Raises NotScored."""
    try:
        plain = json.loads(text or "[]")
    except ValueError:
        raise NotScored("hands") from None
    if not isinstance(plain, list) or not all(isinstance(hand, dict) for hand in plain):
        raise NotScored("hands")
    return tuple(PlayedHand.from_plain(hand) for hand in plain)


def keep_sheet(pairing: Pairing, side: int, hands: Sequence[PlayedHand], *, by: clubs.Person) -> None:
    """Keep one side's running sheet; a result that was put down before stands until it is put down anew."""
    if not Pairing.objects.filter(pk=pairing.pk, result="", published=True).exists():
        raise NotAllowed("NOT_NOW")
    sheet = {"by": by if isinstance(by, User) else None, "hands": write_hands(hands)}
    ScoreCard.objects.update_or_create(
        pairing=pairing, side=side, defaults=sheet, create_defaults=sheet | {"result": ""}
    )


def put_down(
    pairing: Pairing, side: int, result: Result, *, by: clubs.Person, hands: Sequence[PlayedHand] = ()
) -> Result | None:
    """One side's card; the result, if it is one now. Twice the same is well, another one takes its place.

    Raises NotAllowed (NOT_NOW, NOT_OVER_THE_BOARD), and Refusal for a result that this match cannot have.
    """
    with transaction.atomic():
        pairing = Pairing.objects.select_for_update().select_related("tournament").get(pk=pairing.pk)
        _verify(pairing, result)
        user = by if isinstance(by, User) else None
        card = {"by": user, "result": canonical(result_to_plain(result)), "hands": write_hands(hands)}
        ScoreCard.objects.update_or_create(pairing=pairing, side=side, defaults=card)
        cards = cards_of(pairing)
        first, second = cards.get(Side.FIRST), cards.get(Side.SECOND)
        if first is None or second is None:
            return None
        if first != second:
            Pairing.objects.filter(pk=pairing.pk).update(under_review=True)
            questions.ask_about_cards(pairing)
            return None
        _enter(pairing, result, user)
    return result


def agree(pairing: Pairing, side: int, *, by: clubs.Person) -> Result | None:
    """Say the same as the other side did. Raises NotAllowed (NOTHING_TO_CONFIRM)."""
    other = pairing.cards.filter(side=1 - side).exclude(result="").first()
    if other is None:
        raise NotAllowed("NOTHING_TO_CONFIRM")
    return put_down(pairing, side, read(other), by=by, hands=hands_on(other))


def propose(pairing: Pairing, result: Result, by: User) -> None:
    """Somebody of the desk rules on an own match: it waits for another one of the desk."""
    with transaction.atomic():
        pairing = Pairing.objects.select_for_update().select_related("tournament").get(pk=pairing.pk)
        card = {"by": by, "result": canonical(result_to_plain(result)), "hands": "[]"}
        ScoreCard.objects.update_or_create(pairing=pairing, side=Side.ORGANISER, defaults=card)


def _verify(pairing: Pairing, result: Result) -> None:
    """Whether this may become the result now. Raises NotAllowed, Refusal."""
    if pairing.tournament.place != Tournament.Place.OVER_THE_BOARD:
        raise NotAllowed("NOT_OVER_THE_BOARD")
    if pairing.result or not pairing.published or pairing.second is None:
        raise NotAllowed("NOT_NOW")
    event = events.load(pairing.tournament)
    apply(event, EnterResult(pairing.round, pairing.board, result), events.format_of(pairing.tournament).play)


def _enter(pairing: Pairing, result: Result, by: User | None) -> None:
    tournament = pairing.tournament
    events.act(tournament, EnterResult(pairing.round, pairing.board, result), actor=by)
    Pairing.objects.filter(pk=pairing.pk).update(under_review=False)
    questions.answered(pairing)
    transaction.on_commit(lambda: rounds.attend(tournament.pk))

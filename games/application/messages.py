"""What a page may say to a table, read strictly: anything that is not exactly of the protocol's form is refused.

``claim``, ``rematch``, pauses and a seat's part in the exchange of seeds are actions of the application: the rules do
not know them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.application.codec import action_from_plain, layoffs_from_plain
from games.application.talk import ADVICE, OF_A_CARD, PHRASES, Words, clean
from games.domain.actions import ComeBack, DeclineVoid, OfferVoid, PlayerAction, Ready, Resign
from games.domain.cards import format_card, parse_card
from games.domain.shuffle import PLAYER_SEED_SIZES

MAX_NUMBER = 2**53 - 1
"""The largest integer that JavaScript writes exactly."""


class MessageError(ValueError):
    """Not a message of the protocol."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody who has to act is gone: as if that seat's time had run out (RULES 1.8)."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """Propose another match on the same terms, or accept the proposal."""


@dataclass(frozen=True, slots=True)
class CommitSeed:
    """Promise to bring a seed to the shuffle of a hand: its commitment, 64 hex digits."""

    hand_no: int
    commitment: str


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """Show the seed that was promised."""

    hand_no: int
    seed: bytes = field(repr=False)  # it may have come too early


@dataclass(frozen=True, slots=True)
class OfferPause:
    """Let the match rest while something is before the referee, once everybody agrees."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on with a match that rests."""


SeatAction = PlayerAction | Claim | Rematch | CommitSeed | RevealSeed | OfferPause | Resume

TIMELESS = (Ready, OfferVoid, DeclineVoid, Resign, ComeBack, CommitSeed, RevealSeed, OfferPause, Resume)
"""Actions whose meaning does not depend on the cards: they need no version, and are never stale."""


@dataclass(frozen=True, slots=True)
class CommandMessage:
    """``cmd``: what a seat wants to do, seen from version ``version``."""

    id: UUID
    version: int | None
    action: SeatAction


@dataclass(frozen=True, slots=True)
class ArrangementsQuestion:
    """``ask``: how could the cards lie without this one? ``card`` is ``None`` for big gin."""

    id: UUID
    card: int | None


@dataclass(frozen=True, slots=True)
class DefenceQuestion:
    """``ask``: what is the best that is left after these lay-offs?"""

    id: UUID
    layoffs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """``chat``: something to say at the table."""

    id: UUID
    words: Words


Question = ArrangementsQuestion | DefenceQuestion


def read_command(plain: dict[str, Any]) -> CommandMessage:
    """Read a ``cmd`` message. Raises MessageError."""
    version = read_number(plain, "v") if plain.get("v") is not None else None
    action = plain.get("a")
    named = read_id(plain)
    if isinstance(action, dict) and set(action) == {"kind"} and action["kind"] in _OF_THE_TABLE:
        return CommandMessage(named, version, _OF_THE_TABLE[action["kind"]])
    if isinstance(action, dict) and action.get("kind") in _SEED_FIELDS:
        return CommandMessage(named, version, _seed_action(action))
    try:
        read = action_from_plain(action)
    except ValueError as error:
        raise MessageError from error
    if version is None and not isinstance(read, TIMELESS):
        raise MessageError
    return CommandMessage(named, version, read)


_OF_THE_TABLE: dict[object, SeatAction] = {
    "claim": Claim(),
    "rematch": Rematch(),
    "offer_pause": OfferPause(),
    "resume": Resume(),
}
_SEED_FIELDS = {"commit_seed": "commitment", "reveal_seed": "seed"}
_COMMITMENT = re.compile(r"[0-9a-f]{64}")
_SEED = re.compile(r"(?:[0-9a-f]{2})+")


def _seed_action(plain: dict[str, Any]) -> CommitSeed | RevealSeed:
    """A seat's part in the exchange of seeds. Raises MessageError."""
    field = _SEED_FIELDS[plain["kind"]]
    value, hand_no = plain.get(field), read_number(plain, "hand")
    form = _COMMITMENT if field == "commitment" else _SEED
    if set(plain) != {"kind", "hand", field} or not isinstance(value, str) or not form.fullmatch(value):
        raise MessageError
    if field == "commitment":
        return CommitSeed(hand_no, value)
    seed, (least, most) = bytes.fromhex(value), PLAYER_SEED_SIZES
    if not least <= len(seed) <= most:
        raise MessageError
    return RevealSeed(hand_no, seed)


def read_question(plain: dict[str, Any]) -> Question:
    """Read an ``ask`` message. Raises MessageError."""
    named = read_id(plain)
    try:
        match plain.get("q"):
            case "arrangements":
                card = plain.get("card")
                if card is not None and not isinstance(card, str):
                    raise MessageError
                return ArrangementsQuestion(named, None if card is None else parse_card(card))
            case "defence":
                return DefenceQuestion(named, layoffs_from_plain(plain.get("layoffs")) or ())
    except ValueError as error:
        raise MessageError from error
    raise MessageError


def read_chat(plain: dict[str, Any]) -> ChatMessage:
    """Read a ``chat`` message: a known phrase, or a text of a line's length. Raises MessageError.

    Advice is given in private alone, and only some advice names a card.
    """
    named, phrase, text = read_id(plain), plain.get("phrase"), plain.get("text")
    card, private = plain.get("card"), plain.get("private", False)
    if type(private) is not bool or (phrase is None) == (text is None):
        raise MessageError
    try:
        if phrase is None:
            if not isinstance(text, str) or card is not None:
                raise MessageError
            return ChatMessage(named, Words(text=clean(text), private=private))
        if not isinstance(phrase, str) or not (phrase in PHRASES or (private and phrase in ADVICE)):
            raise MessageError
        return ChatMessage(named, Words(phrase=phrase, card=_card_named(phrase, card), private=private))
    except ValueError as error:
        raise MessageError from error


def _card_named(phrase: str, card: object) -> str:
    """The card that a phrase names; empty for one that names none. Raises ValueError."""
    if phrase not in OF_A_CARD:
        if card is not None:
            raise MessageError
        return ""
    if not isinstance(card, str):
        raise MessageError
    return format_card(parse_card(card))


def read_id(plain: dict[str, Any]) -> UUID:
    """The message's ``id``, a UUID in its usual form. Raises MessageError."""
    text = plain.get("id")
    if not isinstance(text, str) or len(text) != 36:
        raise MessageError
    try:
        return UUID(text)
    except ValueError as error:
        raise MessageError from error


def read_number(plain: dict[str, Any], name: str, default: int | None = None) -> int:
    """A whole number that is not negative. Raises MessageError."""
    number = plain.get(name, default)
    if type(number) is not int or not 0 <= number <= MAX_NUMBER:
        raise MessageError
    return number

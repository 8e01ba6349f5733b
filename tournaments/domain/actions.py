"""What may be done to an event: by its organiser, by entrants, by the server. Imperative names, frozen values.

Every draw brings its own seed, so that the log of actions alone gives the event again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournaments.domain.values import EntrantId, Result


@dataclass(frozen=True, slots=True)
class Enter:
    """One entry more; after the start a late one, to be paired from the next round on."""

    rating: int = 0
    members: tuple[str, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class CheckIn:
    """The entrant is there."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The entrant leaves: at once (an open match is forfeit), or once this round is over."""

    entrant: EntrantId
    when: Literal["now", "after_round"] = "now"


@dataclass(frozen=True, slots=True)
class Reinstate:
    """A withdrawn entrant is back from the next round on."""

    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class AskBye:
    """The entrant will not play in a round that is not paired yet, and gets half a point for it."""

    entrant: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class KeepApart:
    """These two are not to be paired."""

    first: EntrantId
    second: EntrantId


@dataclass(frozen=True, slots=True)
class LetMeet:
    """These two may be paired after all."""

    first: EntrantId
    second: EntrantId


@dataclass(frozen=True, slots=True)
class Start:
    """Close the entries and seed the field. ``order``: the seeding by hand, best first."""

    seed: int
    order: tuple[EntrantId, ...] = ()
    only_checked_in: bool = False


@dataclass(frozen=True, slots=True)
class PairRound:
    """Pair whatever the format can pair now."""

    seed: int


@dataclass(frozen=True, slots=True)
class PublishRound:
    """Show the pairings of a round to everybody; play may begin."""

    round: int


@dataclass(frozen=True, slots=True)
class EnterResult:
    """The first result of a pairing."""

    round: int
    board: int
    result: Result


@dataclass(frozen=True, slots=True)
class ChangeResult:
    """Another result for a pairing, or none. ``then``: what becomes of pairings that followed from the old one."""

    round: int
    board: int
    result: Result | None
    then: Literal["keep", "re_pair"] = "keep"


@dataclass(frozen=True, slots=True)
class Swap:
    """Two entrants of a round take each other's places; their matches have no result yet."""

    round: int
    first: EntrantId
    second: EntrantId


@dataclass(frozen=True, slots=True)
class AddPairing:
    """One pairing more in a round, or with ``second`` None a bye, for entrants without one."""

    round: int
    first: EntrantId
    second: EntrantId | None


@dataclass(frozen=True, slots=True)
class RemovePairing:
    """Take a pairing out of a round."""

    round: int
    board: int


@dataclass(frozen=True, slots=True)
class UndoRound:
    """Take the last round back, with whatever results it has."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing is paired until the event goes on."""


@dataclass(frozen=True, slots=True)
class Resume:
    """The event goes on."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The table is final. ``early``: although the format would go on."""

    early: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """The event does not take place, or not to its end; nobody is placed."""


Action = (
    Enter
    | CheckIn
    | Withdraw
    | Reinstate
    | AskBye
    | KeepApart
    | LetMeet
    | Start
    | PairRound
    | PublishRound
    | EnterResult
    | ChangeResult
    | Swap
    | AddPairing
    | RemovePairing
    | UndoRound
    | Pause
    | Resume
    | Finish
    | Cancel
)

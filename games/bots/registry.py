"""The computer players by name, weakest first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from games.bots.base import Bot
from games.bots.beginner import Beginner
from games.bots.casual import Casual
from games.bots.club import Club

Level = Literal["beginner", "casual", "club", "expert"]
"""How strong a player is, as the page names it. Nobody is an expert yet: that level is kept for one who searches."""


class BotEntry(NamedTuple):
    """One computer player: its name in the database, its level, and how it is made."""

    name: str
    level: Level
    make: Callable[[], Bot]


BOTS: dict[str, BotEntry] = {
    entry.name: entry
    for entry in (
        BotEntry("beginner", "beginner", Beginner),
        BotEntry("casual", "casual", Casual),
        BotEntry("club", "club", Club),
    )
}


def get_bot(name: str) -> Bot:
    """A computer player by its name. Raises KeyError for an unknown one."""
    return BOTS[name].make()

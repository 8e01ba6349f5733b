"""The computer players by name, weakest first. Each plays every game; how depends on the kind of view that it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from games.bots.base import Bot
from games.bots.beginner import Beginner
from games.bots.casual import Casual
from games.bots.club import Club
from games.bots.rummy import beginner, casual, club

Level = Literal["beginner", "casual", "club", "expert"]
"""How strong a player is, as the page names it. Nobody is an expert yet: that level is kept for one who searches."""


class BotEntry(NamedTuple):
    """One computer player: its name in the database, its level, and how it is made for each kind of view."""

    name: str
    level: Level
    makes: Mapping[str, Callable[[], Bot]]


BOTS: dict[str, BotEntry] = {
    entry.name: entry
    for entry in (
        BotEntry("beginner", "beginner", {"gin": Beginner, "rummy": beginner.Beginner}),
        BotEntry("casual", "casual", {"gin": Casual, "rummy": casual.Casual}),
        BotEntry("club", "club", {"gin": Club, "rummy": club.Club}),
    )
}


def get_bot(name: str, game: str = "gin") -> Bot:
    """A computer player by its name, for views whose ``game`` is this. Raises KeyError for an unknown one."""
    return BOTS[name].makes[game]()

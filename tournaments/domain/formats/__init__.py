"""The formats by name. A series is no format of one event but a table over several: see ``series``."""

from __future__ import annotations

from tournaments.domain.formats.arena import ARENA
from tournaments.domain.formats.base import Format
from tournaments.domain.formats.groups_knockout import GROUPS_KNOCKOUT
from tournaments.domain.formats.knockouts import CONSOLATION, DOUBLE_ELIMINATION, LAST_CHANCE, SINGLE_ELIMINATION
from tournaments.domain.formats.qualifier import QUALIFIER
from tournaments.domain.formats.round_robin import ROUND_ROBIN
from tournaments.domain.formats.swiss import SWISS
from tournaments.domain.formats.teams import TEAM, TEAM_GIN

FORMATS: dict[str, Format] = {
    form.name: form
    for form in (
        SWISS,
        ROUND_ROBIN,
        SINGLE_ELIMINATION,
        DOUBLE_ELIMINATION,
        CONSOLATION,
        QUALIFIER,
        GROUPS_KNOCKOUT,
        LAST_CHANCE,
        ARENA,
        TEAM,
        TEAM_GIN,
    )
}


def get_format(name: str) -> Format:
    """A format by its name. Raises KeyError for an unknown one."""
    return FORMATS[name]


__all__ = ["FORMATS", "Format", "get_format"]

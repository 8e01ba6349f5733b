"""The games by name, and the numbers of each rule book by name."""

from __future__ import annotations

from games.domain.variants.base import RULES_VERSION, Rules, Variant
from games.domain.variants.gin import GIN, HOLLYWOOD, OKLAHOMA, STRAIGHT_GIN
from games.domain.variants.presets import PRESETS, get_preset
from games.domain.variants.rummy import RUMMY
from games.domain.variants.tables import IN_THE_BOX_GIN, PARTNERSHIP, THREE_HANDED_GIN

VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (GIN, OKLAHOMA, HOLLYWOOD, STRAIGHT_GIN, THREE_HANDED_GIN, IN_THE_BOX_GIN, PARTNERSHIP, RUMMY)
}


def get_variant(name: str) -> Variant:
    """A game by its name. Raises KeyError for an unknown one."""
    return VARIANTS[name]


__all__ = ["PRESETS", "RULES_VERSION", "VARIANTS", "Rules", "Variant", "get_preset", "get_variant"]

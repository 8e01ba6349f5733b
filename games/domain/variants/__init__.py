"""The games by name, and the numbers of each rule book by name."""

from __future__ import annotations

from games.domain.variants.base import RULES_VERSION, Variant
from games.domain.variants.gin import GIN
from games.domain.variants.presets import PRESETS, get_preset

VARIANTS: dict[str, Variant] = {variant.name: variant for variant in (GIN,)}


def get_variant(name: str) -> Variant:
    """A game by its name. Raises KeyError for an unknown one."""
    return VARIANTS[name]


__all__ = ["PRESETS", "RULES_VERSION", "VARIANTS", "Variant", "get_preset", "get_variant"]

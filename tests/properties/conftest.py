"""Property tests say what is true, not how fast: a busy machine must not make them fail."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("site", deadline=None)
settings.load_profile("site")

"""Fixtures of the use cases' tests."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pytest_django import Settings

from games.application import deals


@pytest.fixture
def known_deals(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The same cards in every run: a known deal key, and salts that follow from the test's own beginning."""
    settings.DEAL_KEY_FILE = tmp_path / "known_key"
    settings.DEAL_KEY_FILE.write_text("5a" * 32)
    rng = random.Random(1)
    monkeypatch.setattr(deals, "_new_salt", lambda: rng.randbytes(16).hex())

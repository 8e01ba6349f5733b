"""The README keeps its word: every variable that the settings read is explained, and every link leads somewhere."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
FOR_TESTS_AND_TUNING = {
    "HASHED_STATIC",
    "PSEUDO_LOCALE",
    "BOT_DELAY_MS",
    "SECRET_KEY_FALLBACKS",
    "DATABASE_POOL",
    "PROXY_COUNT",
    "MAIL_PASSWORD",
}


def test_every_variable_of_the_settings_is_explained() -> None:
    settings = (ROOT / "ginsite/settings.py").read_text()
    read = set(re.findall(r'env_\w+\(\s*"([A-Z_]+)"', settings))
    assert read, "the settings read nothing from the environment?"
    assert {name for name in read if f"`{name}`" not in README} <= FOR_TESTS_AND_TUNING


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_path_that_the_guides_name_exists() -> None:
    guides = [README, (ROOT / "CONTRIBUTING.md").read_text(), *(path.read_text() for path in ROOT.glob("docs/**/*.md"))]
    named = set(
        re.findall(r"`((?:games|ginsite|tournaments|templates|tests|static|scripts|docs)/[\w/.]+)`", " ".join(guides))
    )
    assert named
    assert sorted(path for path in named if not (ROOT / path).exists()) == []

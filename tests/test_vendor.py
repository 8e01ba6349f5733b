"""The files that come from npm are the ones we looked at, and come with their licences."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
CHECKSUMS: dict[str, str] = {
    place: checksum
    for checksum, place in (line.split("  ", 1) for line in (VENDOR / "CHECKSUMS").read_text().splitlines())
}
PACKAGES: list[dict[str, Any]] = tomllib.loads((VENDOR / "vendor.toml").read_text())["package"]
SPRITES = {"static/img/icons.svg", "static/img/cards-classic.svg"}


@pytest.mark.parametrize("place", CHECKSUMS)
def test_a_vendored_file_is_what_its_checksum_says(place: str) -> None:
    assert hashlib.sha256((ROOT / place).read_bytes()).hexdigest() == CHECKSUMS[place]


def test_every_vendored_file_has_a_checksum() -> None:
    kept = {path.relative_to(ROOT).as_posix() for path in VENDOR.rglob("*") if path.is_file()}
    kept -= {"static/vendor/CHECKSUMS", "static/vendor/vendor.toml"}
    assert kept | SPRITES == set(CHECKSUMS)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package["name"])
def test_every_package_is_pinned_and_brings_its_licence(package: dict[str, Any]) -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"])
    assert package["integrity"].startswith("sha512-")
    assert package["licence"]
    assert "LICENSE" in package["files"]


def test_the_icon_sprite_holds_exactly_the_icons_that_are_listed() -> None:
    [listed] = [package["icons"] for package in PACKAGES if "icons" in package]
    symbols = re.findall(r'<symbol id="([^"]+)"', (ROOT / "static" / "img" / "icons.svg").read_text())
    assert symbols == sorted(listed)


def test_every_icon_that_a_template_or_script_names_is_in_the_sprite() -> None:
    symbols = set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static" / "img" / "icons.svg").read_text()))
    used = {
        (name, path.relative_to(ROOT).as_posix())
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'(?:{% icon |picture=)"([^"]+)"', path.read_text())
    }
    assert used
    assert {place for place in used if place[0] not in symbols} == set()


def test_htmx_is_told_to_evaluate_nothing_and_to_keep_no_history() -> None:
    page = (ROOT / "templates" / "base.html").read_text()
    [configuration] = re.findall(r"<meta name=\"htmx-config\" content='([^']+)'>", page)
    assert '"allowEval": false' in configuration
    assert '"historyCacheSize": 0' in configuration
    assert '"includeIndicatorStyles": false' in configuration

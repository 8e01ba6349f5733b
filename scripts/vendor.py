"""Fetch what we keep from npm: the files, the icon sprite and the classic deck, each held to a checksum.

    python scripts/vendor.py            fetch, rebuild, write static/vendor/CHECKSUMS
    python scripts/vendor.py --check    only compare the files that are here with the checksums

What is fetched, and at which version, stands in ``static/vendor/vendor.toml``. Needs Node's ``npm`` and nothing else:
the site itself is built and served without it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts import classic_deck  # noqa: E402

MANIFEST = ROOT / "static" / "vendor" / "vendor.toml"
CHECKSUMS = ROOT / "static" / "vendor" / "CHECKSUMS"
ICONS = ROOT / "static" / "img" / "icons.svg"
CLASSIC_DECK = ROOT / "static" / "img" / "cards-classic.svg"

SPRITE_HEAD = '<svg xmlns="http://www.w3.org/2000/svg">\n'


def fetch(package: dict[str, Any], folder: Path) -> Path:
    """Download and unpack one package at its pinned version; return the folder of its files.

    Exits if the registry's archive is not the one whose integrity we wrote down.
    """
    name = f"{package['name']}@{package['version']}"
    packed = subprocess.run(
        ["npm", "pack", name, "--json", "--pack-destination", str(folder)], check=True, capture_output=True, text=True
    )
    answer = json.loads(packed.stdout)
    [told] = answer.values() if isinstance(answer, dict) else answer
    if told["integrity"] != package["integrity"]:
        sys.exit(f"{name}: integrity is {told['integrity']}, expected {package['integrity']}")
    target = folder / re.sub(r"\W+", "-", package["name"])
    with tarfile.open(folder / told["filename"]) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def copy_files(files: dict[str, str], source: Path) -> list[Path]:
    """Copy single files of a package to their places; return the places."""
    places = []
    for inside, place in files.items():
        target = ROOT / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((source / inside).read_bytes())
        places.append(target)
    return places


def icon_symbol(name: str, source: str) -> str:
    """One Lucide file as a ``<symbol>``: its shapes alone, for stroke and fill come from ``.icon``."""
    body = re.search(r"<svg[^>]*>(.*)</svg>", source, re.DOTALL)
    if body is None:
        sys.exit(f"icon {name}: no <svg> in it")
    shapes = re.sub(r"\s*\n\s*", "", body[1]).replace(" />", "/>")
    return f'<symbol id="{name}" viewBox="0 0 24 24">{shapes}</symbol>\n'


def build_icons(names: list[str], source: Path) -> Path:
    """Write the sprite of the icons that we use."""
    symbols = (icon_symbol(name, (source / "icons" / f"{name}.svg").read_text()) for name in sorted(names))
    ICONS.write_text(SPRITE_HEAD + "".join(symbols) + "</svg>\n")
    return ICONS


def checksum(path: Path) -> str:
    """The SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_checksums(paths: list[Path]) -> None:
    """Write the checksums in the form that ``sha256sum --check`` reads from the project's root."""
    lines = (f"{checksum(path)}  {path.relative_to(ROOT).as_posix()}\n" for path in sorted(paths))
    CHECKSUMS.write_text("".join(lines))


def differences() -> list[str]:
    """The vendored files that are missing or are not what their checksum says."""
    wrong = []
    for line in CHECKSUMS.read_text().splitlines():
        expected, place = line.split("  ", 1)
        path = ROOT / place
        if not path.is_file() or checksum(path) != expected:
            wrong.append(place)
    return wrong


def vendor() -> None:
    """Fetch every package and rebuild everything that comes from them."""
    manifest = tomllib.loads(MANIFEST.read_text())
    written: list[Path] = []
    with tempfile.TemporaryDirectory() as temporary:
        for package in manifest["package"]:
            source = fetch(package, Path(temporary))
            written += copy_files(package["files"], source)
            if "icons" in package:
                written.append(build_icons(package["icons"], source))
            if "deck" in package:
                CLASSIC_DECK.write_text(classic_deck.sprite(source / package["deck"]))
                written.append(CLASSIC_DECK)
    write_checksums(written)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Fetch or check the files that come from npm.")
    parser.add_argument("--check", action="store_true", help="compare the files with their checksums, fetch nothing")
    if not parser.parse_args().check:
        vendor()
    if wrong := differences():
        sys.exit("not what CHECKSUMS says: " + ", ".join(wrong))


if __name__ == "__main__":
    main()

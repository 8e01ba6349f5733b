"""Build the mirrored pseudo-locale: every translatable string between brackets, written right to left.

Nobody speaks it. It shows two things before there is a translator: a string without brackets on a page is not
translatable, and a page that does not mirror leans on left and right. Its code is ``ar-xb``, the field's usual
name for such a locale; settings offer it when ``PSEUDO_LOCALE=1``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parent.parent
PLURALS = "nplurals=2; plural=(n != 1);"
FOLDER = ROOT / "locale" / "ar_XB" / "LC_MESSAGES"  # beside the real ones, where Django looks; git ignores it


def gather(domain: str) -> Path:
    """Extract the strings of one domain, ``django`` or ``djangojs``, with Django's own command."""
    command = [sys.executable, "manage.py", "makemessages", "-l", "ar_XB", "-d", domain, "--no-obsolete"]
    ignored = [".venv", "build", "node_modules", "tests", "var", "bench", "scripts", "static/vendor"]
    for pattern in ignored:
        command += ["-i", pattern if "/" in pattern else f"{pattern}/*"]
    environment = {**os.environ, "PSEUDO_LOCALE": "1"}
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return FOLDER / f"{domain}.po"


def bracketed(text: str) -> str:
    """The string between brackets; line breaks at its ends stay outside, as gettext wants them."""
    body = text.strip("\n")
    before, _, after = text.partition(body)
    return f"{before}⟦{body}⟧{after}" if body else text


def translate(po: Path) -> Catalog:
    """Give every message of a catalogue its bracketed self."""
    template = po.read_text().replace("nplurals=INTEGER; plural=EXPRESSION;", PLURALS)
    catalog = read_po(StringIO(template))
    catalog.fuzzy = False
    for message in catalog:
        if not message.id:
            continue
        message.flags.discard("fuzzy")
        if isinstance(message.id, str):
            message.string = bracketed(message.id)
        else:
            message.string = tuple(bracketed(text) for text in message.id)
    return catalog


def main() -> int:
    if not shutil.which("xgettext"):
        print("pseudo-locale: xgettext is missing; install gettext", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    for domain in ("django", "djangojs"):
        po = gather(domain)
        catalog = translate(po)
        with (FOLDER / f"{domain}.mo").open("wb") as target:
            write_mo(target, catalog)
        print(f"pseudo-locale: {len(catalog)} strings of {domain}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The environment of the tests, set before Django reads its settings (loaded by ``-p tests.environment``).

Keys and collected files go to ``build/``, never to the ``var/`` of somebody's site; static files keep their plain
names, so that no test depends on `collectstatic`.
"""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("VAR_DIR", str(Path(__file__).resolve().parent.parent / "build" / "tests"))
os.environ.setdefault("HASHED_STATIC", "0")
os.environ.setdefault("BOT_DELAY_MS", "0")
os.environ.setdefault("DEAL_COMMIT_MS", "0")

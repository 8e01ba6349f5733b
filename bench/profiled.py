"""``manage.py``, with a look every few milliseconds at what the main thread is doing: where the time of a move goes.

    python -m bench.profiled OUTPUT serve --port 8000

The timer counts the process's CPU time; its signal reaches the main thread between two byte codes, so that the time
of a C function counts for its caller. A sample belongs to the innermost frame of a known layer. While the main thread
waits in ``select`` the CPU time is the other threads': the writer's, above all. SIGUSR1 begins, SIGUSR2 writes the
samples.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

SAMPLE_SECONDS = 0.002

LAYERS = (
    ("/selectors.py", "writer thread"),
    ("/games/domain/perspective/", "views: what each seat may see"),
    ("/games/application/frames.py", "views: what each seat may see"),
    ("/games/application/codec/views.py", "views as plain values"),
    ("/games/application/codec/events.py", "views as plain values"),
    ("/games/application/screens.py", "JSON out, fan-out"),
    ("/games/application/tables.py", "JSON out, fan-out"),
    ("/json/encoder.py", None),
    ("/games/domain/", "rules"),
    ("/games/application/chain.py", "log: rows and hashes"),
    ("/games/application/codec/", "log: rows and hashes"),
    ("/games/application/record.py", "log: rows and hashes"),
    ("/games/application/deals.py", "log: rows and hashes"),
    ("/games/application/dealing.py", "log: rows and hashes"),
    ("/games/application/messages.py", "reading the message"),
    ("/games/consumers/", "consumer"),
    ("/games/application/", "door, clocks, presence, house"),
    ("/channels/", "Channels"),
    ("/daphne/", "Daphne"),
    ("/autobahn/", "Autobahn (WebSocket)"),
    ("/twisted/", "Twisted"),
    ("/asyncio/", "event loop"),
)
FILES: dict[str, str | None] = {}
layers: Counter[str] = Counter()
places: Counter[str] = Counter()


def layer_of(filename: str) -> str | None:
    """The layer that a source file belongs to; ``None`` if its caller says."""
    if filename not in FILES:
        FILES[filename] = next((layer for part, layer in LAYERS if part in filename), None)
    return FILES[filename]


def look(_signal: int, frame: FrameType | None) -> None:
    """Note where the main thread is."""
    if frame is not None:
        code = frame.f_code
        places[f"{'/'.join(code.co_filename.split('/')[-3:])}:{code.co_qualname}"] += 1
    while frame is not None:
        layer = layer_of(frame.f_code.co_filename)
        if layer is not None:
            layers[layer] += 1
            return
        frame = frame.f_back
    layers["else"] += 1


def main() -> None:
    output = Path(sys.argv.pop(1))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ginsite.settings")
    from django.core.management import execute_from_command_line

    signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, SAMPLE_SECONDS, SAMPLE_SECONDS)
    # What starting costs is not asked: the bench says when to begin.
    signal.signal(signal.SIGUSR1, lambda _signal, _frame: (layers.clear(), places.clear()))
    signal.signal(
        signal.SIGUSR2,
        lambda _signal, _frame: output.write_text(
            json.dumps({"layers": layers.most_common(), "places": places.most_common(60)})
        ),
    )
    execute_from_command_line(["manage.py", *sys.argv[1:]])


if __name__ == "__main__":
    main()

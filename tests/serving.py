"""The real site as a process of its own: `manage.py serve` on a scratch folder, for the tests that need the whole.

Used by the browser tests, the whole-server tests and the screenshots. Nothing here is a mock: the same command, the
same writer, sweeper and computer players as on a real machine.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Site:
    """One server process; several of them may share a database and a Redis by ``environment``."""

    def __init__(self, folder: Path, environment: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}},
            "VAR_DIR": str(folder),
            "SITE_URL": self.url,
            "BOT_DELAY_MS": "30",
            **(environment or {}),
        }
        self.log = folder / f"serve-{self.port}.log"

    def manage(self, *arguments: str) -> str:
        """Run one management command on this site's database and return what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        result = subprocess.run(
            command, cwd=ROOT, env=self.environment, check=False, capture_output=True, text=True, timeout=120
        )
        if result.returncode:
            raise RuntimeError(f"{arguments[0]} failed:\n{result.stdout}\n{result.stderr}")
        return result.stdout

    def prepare(self) -> None:
        """Migrate and gather the static files, as `make run` does."""
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--noinput", "--verbosity", "0")

    def start(self) -> None:
        """Serve, and return once the health page answers."""
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=output, stderr=subprocess.STDOUT
            )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.url}/health/", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise RuntimeError(f"the site did not come up:\n{self.log.read_text()[-4000:]}")

    def stop(self) -> None:
        """SIGTERM, as a deployment does; SIGKILL if it does not end."""
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
        self.process = None

    def kill(self) -> None:
        """kill -9, as a power cut does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(5)
            self.process = None

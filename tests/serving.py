"""The real site as a process of its own: `manage.py serve` on a scratch folder, for the tests that need the whole.

Used by the browser tests, the whole-server tests and the screenshots. Nothing here is a mock: the same command, the
same writer, sweeper and computer players as on a real machine.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

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
        folder.mkdir(parents=True, exist_ok=True)
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

    def furnish(self, prepared: Path) -> None:
        """As `prepare`, by copying what was prepared; nobody writes to the static files, so those are links."""
        shutil.copytree(prepared, self.folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("static"))
        (self.folder / "static").symlink_to(prepared / "static")

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


@contextmanager
def once(made: Path) -> Iterator[bool]:
    """Whether this process is to make it: true for the first, which the others wait for."""
    made.mkdir(parents=True, exist_ok=True)
    done = made / "done"
    with (made / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield not done.exists()
        done.touch()


def prepared_folder(shared: Path) -> Path:
    """A prepared site's folder in the folder that all test processes share; made by whoever asks first."""
    folder = shared / "prepared"
    with once(folder) as first:
        if first:
            Site(folder / "site").prepare()
    return folder / "site"


def prepared_database(shared: Path) -> str:
    """The name of a migrated, empty database on the PostgreSQL of the tests, to be the template of others."""
    name = f"prepared_{shared.name}".replace("-", "_")
    folder = shared / "prepared_database"
    with once(folder) as first:
        if first:
            server = os.environ["TEST_POSTGRES_URL"]
            with psycopg.connect(server, autocommit=True) as connection:
                connection.execute(f'DROP DATABASE IF EXISTS "{name}"')
                connection.execute(f'CREATE DATABASE "{name}"')
            url = f"{server.rpartition('/')[0]}/{name}"
            Site(folder / "site", {"DATABASE_URL": url}).manage("migrate", "--verbosity", "0")
    return name


def main() -> None:
    """Prepare both ahead of the tests: `python -m tests.serving FOLDER`."""
    shared = Path(sys.argv[1])
    prepared_folder(shared)
    if "TEST_POSTGRES_URL" in os.environ:
        prepared_database(shared)


if __name__ == "__main__":
    main()

"""Run every test of the project: what `make test` does.

Brings up what the tests need and nothing else: a private PostgreSQL and a private Redis on free ports, in a scratch
folder that is gone afterwards, and Chromium with its driver. On Debian as root, what is missing is first installed
from the distribution; elsewhere the tests that lack a service are skipped, and the end of the run says which and what
to install. In CI (`CI=true`) nothing may be skipped.

Standard library only: it runs before anything else is known to work.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ON_EACH_DATABASE = [
    "tests/games/models",
    "tests/games/application",
    "tests/games/consumers",
    "tests/tournaments/application/test_rulings.py",
    "tests/tournaments/application/test_settle.py",
]
"""The storage and socket tests, run once more on PostgreSQL and Redis. Tests of whole servers choose by themselves."""


@dataclass(frozen=True)
class Need:
    """Something from the distribution that some tests cannot do without."""

    what: str
    tests: str
    packages: tuple[str, ...]

    def is_met(self) -> bool:
        return all(find_program(program) for program in PROGRAMS[self.what])


NEEDS = (
    Need("Chromium", "browser tests", ("chromium", "chromium-driver")),
    Need("PostgreSQL", "PostgreSQL tests", ("postgresql",)),
    Need("Redis", "Redis tests", ("redis-server",)),
    Need("Node", "JavaScript tests", ("nodejs",)),
    Need("gettext", "pseudo-locale tests", ("gettext",)),
)
PROGRAMS = {
    "Chromium": ("chromium", "chromedriver"),
    "PostgreSQL": ("initdb", "postgres"),
    "Redis": ("redis-server",),
    "Node": ("node",),
    "gettext": ("xgettext", "msgfmt"),
}


def find_program(name: str) -> str | None:
    """The path of a program; PostgreSQL keeps its server programs off the PATH on Debian."""
    found = shutil.which(name)
    if found:
        return found
    candidates = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return str(candidates[-1]) if candidates else None


def install_missing() -> list[Need]:
    """Install what is missing where we may (root on Debian); return what is still missing."""
    missing = [need for need in NEEDS if not need.is_met()]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        packages = [package for need in missing for package in need.packages]
        say(f"installing from the distribution: {' '.join(packages)}")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], env=environment, check=False)
        command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
        subprocess.run(command, env=environment, check=False, stdout=subprocess.DEVNULL)
        missing = [need for need in NEEDS if not need.is_met()]
    return missing


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_for_port(port: int, process: subprocess.Popen[bytes], seconds: float = 30) -> None:
    """Return once somebody listens there; raise RuntimeError when the process ends or time is up."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} did not come up on port {port}")


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[None]:
    """A server for as long as the block lasts."""
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            wait_for_port(port, process)
            yield
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


@contextmanager
def postgres(scratch: Path) -> Iterator[str]:
    """A private PostgreSQL; yields its URL. As root it runs as the user ``postgres``, for it refuses root.

    It need not outlive a power cut, so nobody waits for the disk.
    """
    folder = scratch / "postgres"
    folder.mkdir()
    as_owner: list[str] = []
    if os.geteuid() == 0:
        as_owner = ["runuser", "-u", "postgres", "--"]
        scratch.chmod(0o755)
        shutil.chown(folder, "postgres")
    port = free_port()
    initdb, server = find_program("initdb"), find_program("postgres")
    if not initdb or not server:
        raise RuntimeError("PostgreSQL's server programs are missing")
    cluster = str(folder / "cluster")
    options = ["-D", cluster, "-U", "gin", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
    subprocess.run([*as_owner, initdb, *options], check=True, stdout=subprocess.DEVNULL, cwd="/")
    command = [*as_owner, server, "-D", cluster, "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"]
    settings = ["max_connections=200", "fsync=off", "synchronous_commit=off", "full_page_writes=off"]
    command += [word for setting in settings for word in ("-c", setting)]
    with running(command, port, scratch / "postgres.log"):
        yield f"postgres://gin@127.0.0.1:{port}/postgres"


@contextmanager
def redis(scratch: Path) -> Iterator[str]:
    """A private Redis without persistence; yields its URL."""
    port = free_port()
    command = [find_program("redis-server") or "redis-server", "--port", str(port), "--bind", "127.0.0.1"]
    with running([*command, "--save", "", "--appendonly", "no", "--dir", str(scratch)], port, scratch / "redis.log"):
        yield f"redis://127.0.0.1:{port}/0"


def say(text: str) -> None:
    print(f"== {text}", flush=True)


def pytest(*arguments: str, environment: dict[str, str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False).returncode == 0


class Beside:
    """A run of pytest beside another one; what it prints is shown when it is over."""

    def __init__(self, title: str, log: Path, *arguments: str, environment: dict[str, str]) -> None:
        self.title, self.log = title, log
        command = [sys.executable, "-m", "pytest", "-q", *arguments]
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env={**os.environ, **environment}, stdout=output, stderr=output
            )

    def passed(self) -> bool:
        """Wait for its end and print what it said."""
        code = self.process.wait()
        say(self.title)
        print(self.log.read_text(encoding="utf-8", errors="replace"), flush=True)
        return code == 0


def javascript() -> list[str]:
    """The command that runs the tests of the scripts; without ``modules.mjs`` node finds none of our modules."""
    tests = sorted(str(path) for path in (ROOT / "tests/js").rglob("*.test.mjs"))
    return ["node", "--import", "./tests/js/modules.mjs", "--test", *tests]


def run(missing: list[Need], scratch: Path) -> bool:
    """Every test run, one after the other even when one fails; True when all passed."""
    lacking = {need.what for need in missing}
    passed = True
    with ExitStack() as services:
        environment = {"TEST_SHARED_DIR": str(scratch)}
        if "PostgreSQL" not in lacking:
            environment["TEST_POSTGRES_URL"] = services.enter_context(postgres(scratch))
        if "Redis" not in lacking:
            environment["TEST_REDIS_URL"] = services.enter_context(redis(scratch))
        prepare = [sys.executable, "-m", "tests.serving", str(scratch)]
        preparing = subprocess.Popen(prepare, cwd=ROOT, env={**os.environ, **environment})
        if "Node" not in lacking:
            say("JavaScript")
            passed &= subprocess.run(javascript(), cwd=ROOT, check=False).returncode == 0
        passed &= preparing.wait() == 0
        say("everything, on SQLite")
        passed &= pytest("-n", "2", "--dist", "loadgroup", "-m", "not browser", environment=environment)
        beside: Beside | None = None
        if not lacking & {"PostgreSQL", "Redis"}:
            many = {
                **environment,
                "DATABASE_URL": environment["TEST_POSTGRES_URL"],
                "REDIS_URL": environment["TEST_REDIS_URL"],
            }
            title = "storage and sockets, on PostgreSQL and Redis"
            beside = Beside(title, scratch / "databases.log", "-m", "services", *ON_EACH_DATABASE, environment=many)
        if "Chromium" not in lacking:
            say("in the browser")
            passed &= pytest("-n", "2", "--dist", "worksteal", "-m", "browser", environment=environment)
        if beside is not None:
            passed &= beside.passed()
    return passed


def main() -> int:
    missing = install_missing()
    with tempfile.TemporaryDirectory(prefix="gin-tests-") as scratch:
        passed = run(missing, Path(scratch))
    for need in missing:
        say(f"SKIPPED for want of {need.what}: {need.tests}. Install: {' '.join(need.packages)}")
    if missing and os.environ.get("CI") == "true":
        say("in CI nothing may be skipped")
        passed = False
    say("all passed" if passed else "FAILED")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())

"""How fast the live server is: `make bench-server`.

Real matches by real rules over real sockets: `manage.py serve` on one core, the load generator (``bench/load.py``) on
another, SQLite and then a private PostgreSQL (on the load's core). Each figure stands beside the limit that it has to
keep; a missed limit makes the exit status 1. boardgame.io and a bare fsync are measured in the same run, for some of
the limits refer to them. `docs/performance.md` says what came out.

    python -m bench.server                  everything, about ten minutes
    python -m bench.server --quick          one short round of each
    python -m bench.server --only closed --database sqlite
    python -m bench.server --profile        where the time of a move goes, and nothing else

On a machine that does other work too the bench asks for precedence (root only), else its figures would be theirs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.load import cpu_seconds, percentile
from scripts.run_tests import free_port, postgres

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = ("boardgame", "closed", "open", "kill", "memory")
Figures = dict[str, Any]

MOVES_A_SECOND = 2_500
P99_AT_100_MS = 60
P99_PACED_MS = 15
P99_PACED_FSYNCS = 4
MEMORY_MB = 300
MEMORY_MATCHES = 2_000
RESUME_SECONDS = 2
PACE = 200


class Report:
    """The table of figures, and whether a limit was missed."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def title(self, text: str) -> None:
        print(f"\n{text}", flush=True)

    def say(self, what: str, figure: str, limit: str = "", *, kept: bool = True) -> None:
        """One line. ``limit`` is empty where nothing was promised."""
        verdict = ("  ok" if kept else "  MISSED") if limit else ""
        print(f"  {what:<62} {figure:>14}  {limit:<22}{verdict}", flush=True)
        if limit and not kept:
            self.missed.append(what)


def cores() -> tuple[int, int]:
    """The core of the server and the core of the load."""
    usable = sorted(os.sched_getaffinity(0))
    if len(usable) < 2:
        raise SystemExit("the bench needs two cores: one for the server, one for its load")
    return usable[0], usable[1]


SERVER_CORE, LOAD_CORE = cores()


def pinned(core: int) -> Any:
    """For ``preexec_fn``: a session of its own on one core, before others where that may be."""

    def prepare() -> None:
        os.setsid()
        os.sched_setaffinity(0, {core})
        with suppress(OSError):
            Path("/proc/self/autogroup").write_text("-19")
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, -19)

    return prepare


class Site:
    """`manage.py serve` in a folder of its own, on the server's core."""

    def __init__(self, folder: Path, database: str | None) -> None:
        self.folder, self.port = folder, free_port()
        self.environment = {**os.environ, "VAR_DIR": str(folder), "SITE_URL": f"http://localhost:{self.port}"}
        self.environment |= {"LOG_LEVEL": "WARNING", "DEAL_COMMIT_MS": "0"}  # the load brings no seeds
        if database is not None:
            self.environment["DATABASE_URL"] = database
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "serve.log"
        self.manage("migrate", "--verbosity", "0")
        self.manage("collectstatic", "--noinput", "--verbosity", "0")

    def manage(self, *arguments: str) -> None:
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, check=True)

    def tables(self, *arguments: str) -> Any:
        command = [sys.executable, "-m", "bench.tables", *arguments]
        answer = subprocess.run(command, cwd=ROOT, env=self.environment, check=True, stdout=subprocess.PIPE)
        return json.loads(answer.stdout)

    def spawn(self, *wrapper: str) -> float:
        """Start the server and return the time of its birth."""
        command = [sys.executable, *(wrapper or ("manage.py",)), "serve", "--port", str(self.port)]
        with self.log.open("ab") as output:
            born = time.monotonic()
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=output, stderr=output, preexec_fn=pinned(SERVER_CORE)
            )
        return born

    def wait(self) -> None:
        """Return once the health page answers."""
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up:
            with suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(f"http://localhost:{self.port}/health/", timeout=5).close()
                return
            time.sleep(0.02)
        raise RuntimeError(f"the site did not come up:\n{self.log.read_text()[-4000:]}")

    @contextmanager
    def served(self, *wrapper: str) -> Iterator[subprocess.Popen[bytes]]:
        """The server for as long as the block lasts."""
        self.spawn(*wrapper)
        assert self.process is not None
        try:
            self.wait()
            yield self.process
        finally:
            self.end(signal.SIGTERM)

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def load(plan: Figures) -> subprocess.Popen[bytes]:
    """The load generator, started on its own core."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.load"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        preexec_fn=pinned(LOAD_CORE),
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(plan).encode())
    process.stdin.close()
    return process


def figures_of(process: subprocess.Popen[bytes]) -> Figures:
    assert process.stdout is not None
    text = process.stdout.read()
    if process.wait():
        raise RuntimeError("the load generator failed")
    figures: Figures = json.loads(text)
    return figures


def resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def fsyncs(folder: Path, count: int = 300) -> list[float]:
    """What a bare fsync of one page costs on this disk, ms each, in a process as favoured as the server."""
    probe = (
        "import json,os,sys,time\n"
        "took,file=[],os.open(sys.argv[1],os.O_CREAT|os.O_WRONLY)\n"
        "for n in range(int(sys.argv[2])):\n"
        "    os.pwrite(file,os.urandom(4096),4096*n); began=time.monotonic(); os.fsync(file)\n"
        "    took.append((time.monotonic()-began)*1000); time.sleep(0.003)\n"
        "print(json.dumps(took))"
    )
    command = [sys.executable, "-c", probe, str(folder / "probe"), str(count)]
    answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, preexec_fn=pinned(SERVER_CORE))
    took: list[float] = json.loads(answer.stdout)
    return took


def median(rounds: list[Figures], name: str) -> float:
    return statistics.median(one[name] for one in rounds)


# boardgame.io


def boardgame(report: Report, scratch: Path, spans: Figures) -> float | None:
    """boardgame.io, in memory, on the same cores; its moves a second with 100 matches. ``None`` without npm."""
    report.title("boardgame.io 0.50.2, in memory: two players draw and discard; no rules of gin, no log")
    npm = shutil.which("npm")
    folder = scratch / "boardgame"
    shutil.copytree(ROOT / "bench/boardgame", folder, ignore=shutil.ignore_patterns("node_modules"))
    if (
        npm is None
        or subprocess.run([npm, "ci", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=False).returncode
    ):
        report.say("npm cannot install it: not measured", "-")
        return None
    rates = {}
    for matches in (100, 500):
        rounds = []
        for _round in range(spans["rounds"]):
            port = free_port()
            server = subprocess.Popen(
                ["node", "server.cjs", str(port)],
                cwd=folder,
                stdout=subprocess.PIPE,
                preexec_fn=pinned(SERVER_CORE),
                env={**os.environ, "NODE_ENV": "production"},
            )
            try:
                assert server.stdout is not None
                server.stdout.readline()
                before = resident_mb(server.pid)
                command = ["node", "load.cjs", str(port), str(matches), str(spans["warm"]), str(spans["seconds"])]
                answer = subprocess.run(
                    command, cwd=folder, check=True, stdout=subprocess.PIPE, preexec_fn=pinned(LOAD_CORE), timeout=180
                )
                rounds.append(json.loads(answer.stdout) | {"mb": resident_mb(server.pid) - before})
            finally:
                server.kill()
                server.wait()
        rates[matches] = median(rounds, "rate")
        report.say(f"{matches} matches: moves a second", f"{rates[matches]:,.0f}")
        report.say(
            f"{matches} matches: ms to the other player, p50 / p99",
            f"{median(rounds, 'p50'):.0f} / {median(rounds, 'p99'):.0f}",
        )
        report.say(f"{matches} matches: KB a match, at full tilt", f"{median(rounds, 'mb') * 1024 / matches:.0f}")
    return rates[100]


# The site


def closed(report: Report, site: Site, spans: Figures, beside: float | None) -> None:
    """Every player moves as soon as it may."""
    for matches in (100, 500):
        rounds = []
        for _round in range(spans["rounds"]):
            tables = site.tables("seat", str(matches))
            with site.served() as server:
                before = resident_mb(server.pid)
                plan = {"mode": "closed", "port": site.port, "pid": server.pid, "tables": tables} | spans
                rounds.append(figures_of(load(plan)) | {"mb": resident_mb(server.pid) - before})
            note(rounds[-1])
        rate, p99 = median(rounds, "rate"), median(rounds, "p99")
        report.say(
            f"{matches} matches, as fast as they may: acknowledged moves a second",
            f"{rate:,.0f}",
            f">= {MOVES_A_SECOND:,}",
            kept=rate >= MOVES_A_SECOND,
        )
        if beside is not None and matches == 100:
            report.say("... of what boardgame.io did", f"{rate / beside:.0%}", ">= 50%", kept=rate >= beside / 2)
        limit = f"p99 < {P99_AT_100_MS}" if matches == 100 else ""
        report.say(
            f"{matches} matches: ms to the other player, p50 / p99",
            f"{median(rounds, 'p50'):.1f} / {p99:.1f}",
            limit,
            kept=p99 < P99_AT_100_MS,
        )
        report.say(f"{matches} matches: us of CPU a move", f"{median(rounds, 'us'):.0f}")
        report.say(f"{matches} matches: KB a match, two pages each", f"{median(rounds, 'mb') * 1024 / matches:.0f}")


def note(figures: Figures) -> None:
    """What a round was like, on the side."""
    counts = figures.get("counts") or {}
    text = f"load generator {figures.get('load_busy', 0):.0%} busy"
    if "rate" in figures:
        text += f", {figures['rate']:,.0f} moves/s, p99 {figures['p99']:.1f}, {figures['us']:.0f} us a move"
    print(f"    . {text}{', ' + json.dumps(counts) if counts else ''}", file=sys.stderr, flush=True)


def paced(report: Report, site: Site, spans: Figures) -> None:
    """A fixed number of moves a second over 500 matches, and half of all pages coming in anew in the middle."""
    rounds, fsync = [], fsyncs(site.folder)
    for _round in range(spans["rounds"]):
        tables = site.tables("seat", "500")
        with site.served() as server:
            plan = {"mode": "open", "port": site.port, "pid": server.pid, "tables": tables, "rate": PACE, "storm": True}
            figures = figures_of(load(plan | spans | {"seconds": 2 * spans["seconds"]}))
            rounds.append(figures | {"mb": resident_mb(server.pid)})
        note(figures)
        fsync += fsyncs(site.folder)
    p99, bare = median(rounds, "p99"), percentile(fsync, 99)
    limit = max(P99_PACED_MS, P99_PACED_FSYNCS * bare)
    report.say("a bare fsync: ms, p50 / p99", f"{percentile(fsync, 50):.2f} / {bare:.2f}")
    report.say(
        f"500 matches, {PACE} moves a second: ms to the other player, p50 / p99",
        f"{median(rounds, 'p50'):.1f} / {p99:.1f}",
        f"p99 < {limit:.0f}",
        kept=p99 < limit,
    )
    report.say(
        f"... while {rounds[0]['storm_pages']} pages connect at once, p50 / p99",
        f"{median(rounds, 'storm_p50'):.0f} / {median(rounds, 'storm_p99'):.0f}",
    )
    report.say("... until the last of them is in, ms", f"{median(rounds, 'storm_all_in_ms'):.0f}")


def killed(report: Report, site: Site, spans: Figures) -> None:
    """kill -9 in mid-load: whatever was acknowledged is in the log. Then the restart."""
    missing = told = broken = 0
    returns: list[Figures] = []
    for _round in range(spans["rounds"]):
        tables = site.tables("seat", "500")
        told_file = site.folder / "told.json"
        site.spawn()
        site.wait()
        assert site.process is not None
        plan = {"mode": "closed", "port": site.port, "pid": site.process.pid, "tables": tables}
        generator = load(plan | {"warm": 0, "seconds": 120, "told_file": str(told_file), "say_going": True})
        assert generator.stdout is not None
        generator.stdout.readline()  # everybody is in, and moves
        time.sleep(spans["kill_after"])
        site.end(signal.SIGKILL)
        figures_of(generator)
        checked = site.tables("check", str(told_file))
        told, missing, broken = (
            told + checked["told"],
            missing + checked["missing"],
            broken + len(checked["broken"]),
        )
        versions: dict[str, int] = {}
        for code, _seat, _command, number in json.loads(told_file.read_text()):
            versions[code] = max(number, versions.get(code, 0))
        born = site.spawn()
        plan = {"mode": "return", "port": site.port, "tables": tables, "born": born, "versions": versions}
        try:
            returns.append(figures_of(load(plan | {"seconds": 60})))
        finally:
            site.end(signal.SIGTERM)
        note(returns[-1])
    report.say(
        f"kill -9 in mid-load, {spans['rounds']} times: of {told:,} acknowledged moves missing",
        f"{missing}",
        "0",
        kept=missing == 0 and told > 0,
    )
    report.say("... logs that are not in order", f"{broken}", "0", kept=broken == 0)
    first = statistics.median(one["first_move_s"] or 99.0 for one in returns)
    report.say(
        "from a restart's first instruction to the first move, 500 live matches: s",
        f"{first:.2f}",
        f"< {RESUME_SECONDS}",
        kept=first < RESUME_SECONDS,
    )
    report.say("... until every one of the 500 matches has moved on, s", f"{median(returns, 'all_moved_s'):.1f}")


def memory(report: Report, site: Site, spans: Figures) -> None:
    """2,000 matches in one process, two pages each, some of them moving."""
    tables = site.tables("seat", str(MEMORY_MATCHES))
    with site.served() as server:
        before = resident_mb(server.pid)
        plan = {"mode": "open", "port": site.port, "pid": server.pid, "tables": tables, "rate": PACE} | spans
        figures = figures_of(load(plan))
        after = resident_mb(server.pid)
    note(figures)
    report.say(
        f"{MEMORY_MATCHES:,} matches in a process, {2 * MEMORY_MATCHES:,} pages: MB resident",
        f"{after:.0f}",
        f"< {MEMORY_MB}",
        kept=after < MEMORY_MB,
    )
    report.say("... MB of it before the first page came", f"{before:.0f}")
    report.say("... KB a match", f"{(after - before) * 1024 / MEMORY_MATCHES:.0f}")


def profile(site: Site, spans: Figures) -> None:
    """Where the time of a move goes: samples of the main thread while 100 matches go as fast as they may."""
    output = site.folder / "profile.json"
    tables = site.tables("seat", "100")
    with site.served("-m", "bench.profiled", str(output)) as server:
        generator = load(
            {"mode": "closed", "port": site.port, "pid": server.pid, "tables": tables, "say_going": True} | spans
        )
        assert generator.stdout is not None
        generator.stdout.readline()
        time.sleep(spans["warm"])
        server.send_signal(signal.SIGUSR1)
        cpu = cpu_seconds(server.pid)
        began = time.monotonic()
        time.sleep(spans["seconds"] - 1)
        server.send_signal(signal.SIGUSR2)
        used, seconds = cpu_seconds(server.pid) - cpu, time.monotonic() - began
        figures = figures_of(generator)
        time.sleep(0.2)
    found = json.loads(output.read_text())
    a_move = used / (figures["rate"] * seconds) * 1e6
    samples = sum(count for _layer, count in found["layers"])
    print(f"\nOne move: {a_move:.0f} us of CPU ({figures['rate']:,.0f} moves/s, {samples:,} samples)")
    for layer, count in found["layers"]:
        print(f"  {layer:<40} {a_move * count / samples:>6.0f} us  {count / samples:>5.1%}")
    print("\nThe places")
    for place, count in found["places"][:45]:
        print(f"  {place:<90} {a_move * count / samples:>6.1f} us")


def machine() -> str:
    """What it ran on."""
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.processor(),
    )
    packages = ", ".join(f"{name} {version(name)}" for name in ("django", "channels", "daphne", "autobahn", "twisted"))
    return (
        f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; Linux {platform.release()}; "
        f"Python {platform.python_version()}, {packages}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="How fast the live server is.")
    parser.add_argument("--quick", action="store_true", help="one short round of each")
    parser.add_argument("--only", action="append", choices=SCENARIOS, help="one of the scenarios")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), help="one of the databases")
    parser.add_argument("--profile", action="store_true", help="where the time of a move goes, and nothing else")
    chosen = parser.parse_args()
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    spans = {"rounds": 1, "warm": 1, "seconds": 5, "kill_after": 4} if chosen.quick else {
        "rounds": 3, "warm": 2, "seconds": 10, "kill_after": 8
    }  # fmt: skip
    wanted = chosen.only or SCENARIOS
    report = Report()
    print(machine())
    with tempfile.TemporaryDirectory(prefix="gin-bench-") as folder:
        scratch = Path(folder)
        beside = boardgame(report, scratch, spans) if "boardgame" in wanted and not chosen.profile else None
        for name in [chosen.database] if chosen.database else ["sqlite", "postgresql"]:
            (scratch / name).mkdir()
            with postgres(scratch) if name == "postgresql" else nullcontext() as database:
                site = Site(scratch / name, database)
                if chosen.profile:
                    profile(site, spans)
                    continue
                report.title(
                    {"sqlite": "SQLite, synchronous FULL", "postgresql": "PostgreSQL 15, on the load's core"}[name]
                )
                if "closed" in wanted:
                    closed(report, site, spans, beside)
                if "open" in wanted:
                    paced(report, site, spans)
                if "kill" in wanted:
                    killed(report, site, spans)
                if "memory" in wanted:
                    memory(report, site, spans)
    if report.missed:
        print("\nMissed: " + "; ".join(report.missed))
        return 1
    print("\nEvery limit is kept.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

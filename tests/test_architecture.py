"""The shape of the code, kept by a test and not by memory."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    path
    for package in ("ginsite", "games", "tournaments", "tests", "scripts")
    for path in (ROOT / package).rglob("*.py")
    if "migrations" not in path.parts
)
MODULES = sorted((ROOT / "static/js").rglob("*.js"))
LONGEST_MODULE = 450


def test_the_import_contracts_hold() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize("path", SOURCES + MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_stays_small_enough_to_name_in_one_phrase(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_script_module_says_what_it_decides(path: Path) -> None:
    assert path.read_text().lstrip().startswith(("//", "/*"))


def test_every_module_opens_with_what_it_decides() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in SOURCES
        if path.read_text().strip() and not path.read_text().lstrip().startswith(('"""', "#!", 'r"""'))
    ]
    assert silent == []


def test_the_rules_of_tournaments_import_the_standard_library_and_rustworkx_only() -> None:
    allowed = sys.stdlib_module_names | {"rustworkx"}
    others = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / "tournaments/domain").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
        if name.split(".")[0] not in allowed and not name.startswith("tournaments.domain")
    }
    assert others == set()


def test_no_function_imports_except_where_it_must() -> None:
    """Imports inside functions hide the layers; Django wants them in ready(), and ``serve`` chooses a reactor."""
    allowed = {"apps.py", "manage.py", "asgi.py", "serve.py"}
    hidden = [
        f"{path.relative_to(ROOT)}:{inner.lineno}"
        for path in SOURCES
        if path.parts[len(ROOT.parts)] in {"ginsite", "games", "tournaments"} and path.name not in allowed
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(function)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []


def test_only_the_store_speaks_sql() -> None:
    """One place may write the log: raw SQL stands in the store and in what installs the triggers."""
    allowed = {"games/application/store.py", "games/application/append_only.py"}
    speaking = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "games").rglob("*.py")
        if "migrations" not in path.parts and re.search(r"\.execute(many)?\(", path.read_text())
    }
    assert {name for name in speaking if not name.startswith("games/application/store")} <= allowed

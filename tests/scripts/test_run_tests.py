"""`make test` runs what there is: no test lies in the tree that no command finds."""

from __future__ import annotations

from pathlib import Path

from scripts import run_tests

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_test_of_a_script_is_run() -> None:
    command = run_tests.javascript()
    there = {str(path) for path in (ROOT / "tests/js").iterdir() if ".test." in path.name}
    assert there
    assert there <= set(command)
    assert "./tests/js/modules.mjs" in command, "else node finds none of the site's modules"


def test_everything_that_is_run_on_each_database_exists() -> None:
    assert [path for path in run_tests.ON_EACH_DATABASE if not (ROOT / path).exists()] == []

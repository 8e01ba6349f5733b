"""The readers of the environment: sense in, sense out; nonsense stops with a sentence."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from ginsite.env import env_bool, env_float, env_int, env_list, env_secret, env_text, env_url, secret_kept_in


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Set the variable NAME."""
    return lambda value: monkeypatch.setenv("NAME", value)


@pytest.mark.parametrize(("text", "value"), [("1", True), ("Yes", True), ("on", True), ("0", False), ("FALSE", False)])
def test_yes_and_no_are_read_in_the_usual_words(given: Callable[[str], None], text: str, value: bool) -> None:
    given(text)
    assert env_bool("NAME", not value) is value


def test_what_is_absent_or_empty_has_its_default(given: Callable[[str], None]) -> None:
    for value in ("", "  "):
        given(value)
        assert env_bool("NAME", True)
        assert env_int("NAME", 7) == 7
        assert env_text("NAME", "x") == "x"
        assert env_list("NAME", ["x"]) == ["x"]
        assert env_url("NAME", ("http",)) is None
        assert env_secret("NAME") == ""


@pytest.mark.parametrize("nonsense", ["maybe", "2", "tru"])
def test_a_doubtful_yes_is_refused(given: Callable[[str], None], nonsense: str) -> None:
    given(nonsense)
    with pytest.raises(ImproperlyConfigured, match="NAME"):
        env_bool("NAME", False)


@pytest.mark.parametrize("nonsense", ["x", "1.5", "-1", "11", "--1", "1e3"])
def test_a_number_is_whole_and_within_its_bounds(given: Callable[[str], None], nonsense: str) -> None:
    given(nonsense)
    with pytest.raises(ImproperlyConfigured, match="NAME"):
        env_int("NAME", 5, low=0, high=10)


def test_a_number_may_have_a_point_where_that_makes_sense(given: Callable[[str], None]) -> None:
    given("2.5")
    assert env_float("NAME", 1.0) == 2.5


@pytest.mark.parametrize("nonsense", ["x", "2,5", "-1", "11", "nan", "1e3", "1."])
def test_such_a_number_has_its_bounds_too(given: Callable[[str], None], nonsense: str) -> None:
    given(nonsense)
    with pytest.raises(ImproperlyConfigured, match="NAME"):
        env_float("NAME", 5.0, low=0, high=10)


def test_a_list_is_words_between_commas(given: Callable[[str], None]) -> None:
    given(" a.example.com, b.example.com ,")
    assert env_list("NAME", []) == ["a.example.com", "b.example.com"]


@pytest.mark.parametrize("nonsense", ["example.com", "ftp://example.com", "http://", "http://[", "http://x:port"])
def test_a_url_has_a_scheme_that_we_know_and_a_host(given: Callable[[str], None], nonsense: str) -> None:
    given(nonsense)
    with pytest.raises(ImproperlyConfigured, match="NAME is not a URL"):
        env_url("NAME", ("http", "https"))


def test_a_url_with_a_password_is_never_repeated(given: Callable[[str], None]) -> None:
    given("stmp://somebody:hunter2@mail.example.com")
    with pytest.raises(ImproperlyConfigured) as refused:
        env_url("NAME", ("smtp",))
    assert "hunter2" not in str(refused.value)


def test_a_secret_may_lie_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("of the house\n")
    monkeypatch.setenv("NAME_FILE", str(tmp_path / "secret"))
    assert env_secret("NAME") == "of the house"


@pytest.mark.parametrize("trouble", ["missing", "empty", "both"])
def test_a_secret_that_is_not_there_is_not_made_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, trouble: str
) -> None:
    if trouble != "missing":
        (tmp_path / "secret").write_text("" if trouble == "empty" else "x")
    if trouble == "both":
        monkeypatch.setenv("NAME", "y")
    monkeypatch.setenv("NAME_FILE", str(tmp_path / "secret"))
    with pytest.raises(ImproperlyConfigured, match="NAME"):
        env_secret("NAME")


def test_a_generated_secret_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    first = secret_kept_in(tmp_path / "key")

    assert len(first) >= 64
    assert secret_kept_in(tmp_path / "key") == first
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_of_two_processes_that_make_a_secret_one_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def somebody_was_faster(self: Path) -> bool:
        self.write_text("theirs")
        return False

    monkeypatch.setattr(Path, "exists", somebody_was_faster)
    assert secret_kept_in(tmp_path / "key") == "theirs"
    assert [path.name for path in tmp_path.iterdir()] == ["key"]

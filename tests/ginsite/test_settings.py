"""The settings as a whole, each time in a fresh process: what an environment makes of the site."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "SITE_URL": "https://gin.example.com",
    "SITE_NAME": "The Gin Table",
    "SECRET_KEY": "u" * 20 + "".join(map(str, range(40))),
    "MAIL_URL": "smtp+starttls://site:hunter2@mail.example.com",
    "DATABASE_URL": "postgres://site:hunter2@db.example.com/site",
    "REDIS_URL": "redis://redis.example.com:6379/0",
    "PROCESSES": "4",
    "BEHIND_PROXY": "1",
}


def run(tmp_path: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these variables and none that this test run was given."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=kept | {"VAR_DIR": str(tmp_path)} | variables,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def settings_in(tmp_path: Path, *names: str, **variables: str) -> list[object]:
    """The values that settings have under these variables."""
    ask = f"import json; from ginsite import settings as s; print(json.dumps([getattr(s, n) for n in {names!r}]))"
    answer = run(tmp_path, "-c", ask, **variables)
    assert answer.returncode == 0, answer.stderr
    values: list[object] = json.loads(answer.stdout)
    return values


def test_production_passes_the_deployment_check_without_a_warning(tmp_path: Path) -> None:
    result = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("mail", ["", "console://", "smtp://mail.example.com:2525"])
def test_the_check_passes_with_mail_and_without(tmp_path: Path, mail: str) -> None:
    result = run(tmp_path, "manage.py", "check", "--fail-level", "WARNING", MAIL_URL=mail)
    assert result.returncode == 0, result.stderr


def test_a_bare_environment_is_a_site_for_this_machine_alone(tmp_path: Path) -> None:
    debug, hosts, verification, staff_need_mfa, insecure_keys = settings_in(
        tmp_path,
        "DEBUG",
        "ALLOWED_HOSTS",
        "ACCOUNT_EMAIL_VERIFICATION",
        "STAFF_NEED_MFA",
        "MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN",
    )
    assert debug is False
    assert hosts == ["localhost", "127.0.0.1", "[::1]"]
    assert verification == "none"
    assert staff_need_mfa is False
    assert insecure_keys is True
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_production_follows_from_the_address_of_the_site(tmp_path: Path) -> None:
    names = ("ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECURE_HSTS_SECONDS", "STAFF_NEED_MFA", "DEFAULT_FROM_EMAIL")
    hosts, secure, hsts, staff_need_mfa, sender = settings_in(tmp_path, *names, **PRODUCTION)
    assert hosts == ["gin.example.com"]
    assert secure is True
    assert hsts == 31536000
    assert staff_need_mfa is True
    assert sender == "The Gin Table <noreply@gin.example.com>"
    assert not (tmp_path / "secret_key").exists()


def test_passwords_are_hashed_with_argon2(tmp_path: Path) -> None:
    [hashers] = settings_in(tmp_path, "PASSWORD_HASHERS")
    assert isinstance(hashers, list)
    assert "Argon2" in hashers[0]


def test_sqlite_really_runs_as_the_settings_say(tmp_path: Path) -> None:
    ask = """
import django, json
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    names = ("journal_mode", "synchronous", "recursive_triggers")
    read = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in names]
print(json.dumps([*read, connection.transaction_mode]))
"""
    answer = run(tmp_path, "-c", ask, DJANGO_SETTINGS_MODULE="ginsite.settings")
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == ["wal", 2, 1, "IMMEDIATE"]


def test_a_mail_server_is_read_from_its_url(tmp_path: Path) -> None:
    names = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD")
    url = "smtp+starttls://site%40example.com:p%2Fw@mail.example.com"
    assert settings_in(tmp_path, *names, MAIL_URL=url) == [
        "mail.example.com",
        587,
        True,
        False,
        "site@example.com",
        "p/w",
    ]


@pytest.mark.parametrize(
    ("variable", "nonsense"),
    [
        ("DEBUG", "perhaps"),
        ("PROCESSES", "0"),
        ("SITE_URL", "gin.example.com"),
        ("SITE_URL", "https://gin.example.com/cards"),
        ("MAIL_URL", "mail.example.com"),
        ("MAIL_URL", "smtp://"),
        ("REDIS_URL", "redis.example.com"),
        ("DATABASE_URL", "mysql://db.example.com/site"),
        ("HSTS_SECONDS", "long"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_nonsense_stops_the_start_and_names_the_variable(tmp_path: Path, variable: str, nonsense: str) -> None:
    result = run(tmp_path, "-c", "import ginsite.settings", **{variable: nonsense})
    assert result.returncode != 0
    assert variable in result.stderr.splitlines()[-1]


def test_several_processes_with_a_layer_in_memory_are_refused(tmp_path: Path) -> None:
    result = run(tmp_path, "manage.py", "check", **PRODUCTION | {"REDIS_URL": ""})
    assert result.returncode != 0
    assert "ginsite.E001" in result.stderr


def test_several_processes_on_sqlite_are_warned_of(tmp_path: Path) -> None:
    result = run(tmp_path, "manage.py", "check", "--fail-level", "WARNING", **PRODUCTION | {"DATABASE_URL": ""})
    assert result.returncode != 0
    assert "ginsite.W001" in result.stderr
    assert "ginsite.E" not in result.stderr

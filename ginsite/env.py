"""Typed readers of the environment: a value that makes no sense stops the start with a sentence, never a default."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def env_text(name: str, default: str = "") -> str:
    """The value of ``name`` without surrounding space; an empty value counts as absent."""
    return os.environ.get(name, "").strip() or default


def env_bool(name: str, default: bool) -> bool:
    """1, true, yes, on or 0, false, no, off, in any case."""
    text = env_text(name).lower()
    if not text:
        return default
    if text not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name}={text!r} is neither yes nor no: write 1 or 0.")
    return text in _TRUE


def env_int(name: str, default: int, *, low: int = 0, high: int = 2**31) -> int:
    """A whole number between ``low`` and ``high``, both allowed."""
    text = env_text(name, str(default))
    if not re.fullmatch(r"-?\d+", text) or not low <= int(text) <= high:
        raise ImproperlyConfigured(f"{name}={text!r} is not a whole number from {low} to {high}.")
    return int(text)


def env_float(name: str, default: float, *, low: float = 0.0, high: float = 1e6) -> float:
    """A number between ``low`` and ``high``, both allowed; with a point, if it is no whole one."""
    text = env_text(name, str(default))
    if not re.fullmatch(r"-?\d+(\.\d+)?", text) or not low <= float(text) <= high:
        raise ImproperlyConfigured(f"{name}={text!r} is not a number from {low:g} to {high:g}.")
    return float(text)


def env_list(name: str, default: list[str]) -> list[str]:
    """Words separated by commas."""
    text = env_text(name)
    return [word.strip() for word in text.split(",") if word.strip()] if text else default


def env_choice(name: str, choices: tuple[str, ...], default: str) -> str:
    """One of a few words."""
    text = env_text(name, default)
    if text not in choices:
        raise ImproperlyConfigured(f"{name}={text!r} is not one of {', '.join(choices)}.")
    return text


def env_url(name: str, schemes: tuple[str, ...], default: str = "", *, host: bool = True) -> SplitResult | None:
    """A URL with one of ``schemes`` (and a host, if asked for); None when absent. Errors never repeat it: passwords."""
    text = env_text(name, default)
    if not text:
        return None
    try:
        url = urlsplit(text)
        valid = url.scheme in schemes and (bool(url.hostname) or not host) and (url.port is None or url.port > 0)
    except ValueError:
        valid = False
    if not valid:
        raise ImproperlyConfigured(f"{name} is not a URL of the form {' or '.join(f'{s}://…' for s in schemes)}.")
    return url


def env_secret(name: str) -> str:
    """The value of ``name``, or what the file named by ``name``_FILE holds; empty when neither is set."""
    value, file = env_text(name), env_text(f"{name}_FILE")
    if value and file:
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    if not file:
        return value
    try:
        kept = Path(file).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error.strerror}.") from error
    if not kept:
        raise ImproperlyConfigured(f"{name}_FILE is empty.")
    return kept


def secret_kept_in(path: Path) -> str:
    """The secret in ``path``, made on first use, readable by its owner alone, complete or not there at all."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another process was first: its secret counts
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()

"""The app of identity: users, guests and preferences."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "ginsite.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Connect the receivers."""
        from ginsite.accounts import preferences  # noqa: F401

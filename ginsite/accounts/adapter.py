"""Where our accounts differ from allauth's: guests become members in their own row."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter


class AccountAdapter(DefaultAccountAdapter):
    """The account adapter of the site."""

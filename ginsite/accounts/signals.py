"""What other apps may want to know about people; both are sent inside the transaction that makes it true."""

from __future__ import annotations

from django.dispatch import Signal

guest_merged = Signal()
"""A guest logged into an account: ``guest_id``, ``user_id``. Receivers re-point what the guest's row held, with
database calls only; afterwards the guest's row is blanked."""

account_deleted = Signal()
"""Somebody left for good: ``user_id``. The row stays, blanked; receivers give up what waits for that person."""

"""What the games tell other apps. Sent from the sweep on commit; receivers must take the same match twice.

A receiver makes its effect under :func:`games.application.projections.once`, which makes it exactly once.
"""

from __future__ import annotations

from django.dispatch import Signal

match_finished = Signal()
"""``match_id``, ``result_no``: a match has a result that this sender knows nothing about having been applied."""

looking_round = Signal()
"""Nothing: the sweep of a process looks round, once a second; other apps see to what is due in theirs."""

case_changed = Signal()
"""``match_id`` (or ``None``), ``subject``: a case about it was raised or settled. Sent after the commit."""

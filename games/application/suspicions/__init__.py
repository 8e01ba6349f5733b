"""Signals for the referee: what is odd about how people play, meet, leave and connect. Never a verdict.

``measuring`` reads a finished match's log once and keeps sums (rows ``Measurement``). ``play``, ``habits`` and
``meetings`` judge people by the sums and rows of the last ``KEEP_DAYS`` days, ``looking`` does so after each match and
for whole periods. A signal (row ``Signal``) is made when a measure reaches the threshold that the settings name, and
does nothing but lie there. docs/signals.md says what each measures, how often it errs, and what it cannot see.
"""

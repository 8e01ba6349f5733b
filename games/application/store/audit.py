"""Whether a log still is the one that was written: what is wrong with it, row by row. Reads only.

No card is ever named: whoever keeps the site in order need not see what lies hidden in a hand in play.
"""

from __future__ import annotations

from django.db.models import F

from games.application.chain import Row, faults_in
from games.application.deals import LostKey
from games.application.fold import Diverged, states
from games.models import Match


def verify(match_id: int) -> list[str]:
    """What is wrong with a match's log, a line for each fault, for the operator; nothing if it is in order.

    The chain first: numbers, links, hashes, the end that the match row names. If it holds, the log is folded, which
    checks every recorded outcome and every opened seed. The match may go on meanwhile.
    """
    code, head, rows = _read(match_id)
    found = faults_in(code, rows, head)
    if found:
        return [f"match {code}, row {number}: {what}" for number, what in found]
    return _fold_faults(match_id, code, rows)


def _read(match_id: int) -> tuple[str, tuple[int, str], list[Row]]:
    """Code, last row as the match row has it, and the rows, of one moment: a single statement."""
    wanted = ("code", "version", "head_hash", *(f"events__{field}" for field in Row._fields))
    found = list(Match.objects.filter(pk=match_id).order_by(F("events__number").asc()).values_list(*wanted))
    code, version, head_hash, *_row = found[0]
    return code, (version, head_hash), [Row(*row[3:]) for row in found if row[3] is not None]


def _fold_faults(match_id: int, code: str, rows: list[Row]) -> list[str]:
    taken = 0
    try:
        for row, _game in states(match_id, code, rows):
            taken = row.number
    except (Diverged, LostKey) as fault:
        return [str(fault)]
    except Exception as error:  # rows that no match could have written; their text might tell a card
        return [f"match {code}, row {taken + 1}: it cannot be played ({type(error).__name__})"]
    return []

"""Whole matches of any game, played from seeds and watched by a referee who reckons for himself.

``players`` plays the hands, some of them badly on purpose, ``company`` makes people leave and return, ``run`` lets them
play whole matches. The referee: ``table`` watches cards and moves, ``book`` keeps a score sheet and the order of the
deal of its own, ``persons`` says how leaving must end a match, ``hidden`` what each seat may know.
"""

from __future__ import annotations

from games.bots.simulation.referee import BrokenRule
from games.bots.simulation.run import Report, simulate

__all__ = ["BrokenRule", "Report", "simulate"]

"""What a computer player is: something that, shown what its seat may see, says what to do."""

from __future__ import annotations

import random
from typing import Any, Protocol

from games.domain.actions import PlayerAction


class Bot(Protocol):
    """A computer player. It keeps nothing from one move to the next, so that any process may think for it."""

    def choose(self, view: Any, rng: random.Random, budget_ms: int) -> PlayerAction:
        """An action that ``view.can`` allows; ``view`` is a view of the game that it plays.

        Equal views and equal generators give equal actions, however fast the machine is, unless the player's level
        says that it uses its budget. Raises ValueError when the seat has nothing to do.
        """

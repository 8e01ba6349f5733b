"""The computer players. Pure: they see a :class:`~games.domain.perspective.SeatView` and nothing else."""

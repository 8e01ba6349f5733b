"""The computer players of basic rummy. They see a :class:`~games.domain.perspective.RummyView` and nothing else."""

"""Rows of clubs and tournaments. What happened in a tournament is its log of actions; the other rows follow from it."""

from __future__ import annotations

from tournaments.models.club import Club, Membership
from tournaments.models.entry import Entry, TeamMember
from tournaments.models.pairing import Game, Pairing, ScoreCard
from tournaments.models.tournament import LoggedAction, Tournament

__all__ = ["Club", "Entry", "Game", "LoggedAction", "Membership", "Pairing", "ScoreCard", "TeamMember", "Tournament"]

"""System checks of the site: settings that would lose moves or let staff in too easily stop the start."""

from __future__ import annotations

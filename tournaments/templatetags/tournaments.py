"""Times and numbers of tournaments in templates."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.application.sayings import say_series_points
from tournaments.application.series import Line

register = template.Library()


@register.filter
def series_points(tenths: int) -> str:
    """Points of a series, which are counted in tenths."""
    return say_series_points(tenths)


@register.filter
def season_cells(line: Line) -> list[tuple[int | None, bool]]:
    """What each tournament of a season brought somebody, and whether it counts."""
    return list(zip(line.events, line.counted, strict=True))


@register.simple_tag
def when(at: datetime, zone: str, style: str = "") -> SafeString:
    """A moment in the zone in which the tournament says its times; the page's script adds the reader's own.

    ``{% when tournament.starts_at tournament.time_zone %}``; style ``date`` leaves the time out.
    """
    local = timezone.localtime(at, ZoneInfo(zone))
    day, hour = date_format(local, "DATE_FORMAT"), time_format(local, "TIME_FORMAT")
    if style == "date":
        return format_html('<time datetime="{}">{}</time>', at.isoformat(), day)
    said = _("%(day)s, %(time)s (%(zone)s)") % {"day": day, "time": hour, "zone": zone.replace("_", " ")}
    return format_html('<time datetime="{}" data-when data-zone="{}">{}</time>', at.isoformat(), zone, said)

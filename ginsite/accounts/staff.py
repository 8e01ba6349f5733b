"""Who may act as staff: a staff account, and where the site is public a second factor shown in this very session."""

from __future__ import annotations

from django.contrib.admin import AdminSite


class StaffSite(AdminSite):
    """Django's admin behind the site's own login."""

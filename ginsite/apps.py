"""The site as an app, for its own template tags and system checks, and its admin."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class GinsiteConfig(AppConfig):
    name = "ginsite"
    label = "ginsite_site"

    def ready(self) -> None:
        """Register the system checks."""
        from ginsite import checks  # noqa: F401


class SiteAdminConfig(AdminConfig):
    default_site = "ginsite.accounts.staff.StaffSite"

"""Users and preferences in the admin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from ginsite.accounts.models import Preferences, User

if TYPE_CHECKING:  # generic for the type checker alone
    Inline = admin.StackedInline[Preferences, User]
    PreferencesPage = admin.ModelAdmin[Preferences]
    UserPage = UserAdmin[User]
else:
    Inline, PreferencesPage, UserPage = admin.StackedInline, admin.ModelAdmin, UserAdmin


class PreferencesInline(Inline):
    model = Preferences
    can_delete = False


@admin.register(User)
class AccountAdmin(UserPage):
    """People. Nobody is deleted here: seats point to the rows, and people delete their accounts themselves."""

    list_display = ("username", "public_name", "email", "is_guest", "is_staff", "is_active", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_active", "groups")
    search_fields = ("username", "email")
    readonly_fields = ("is_guest", "guest_number", "last_login", "date_joined", "deleted_at")
    inlines = (PreferencesInline,)
    fieldsets = (
        (None, {"fields": ("username", "email", "password")}),
        (_("Standing"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("History"), {"fields": ("is_guest", "guest_number", "date_joined", "last_login", "deleted_at")}),
    )

    def has_delete_permission(self, _request: HttpRequest, _obj: User | None = None) -> bool:
        """Never: see the class."""
        return False


@admin.register(Preferences)
class PreferencesAdmin(PreferencesPage):
    list_display = ("user", "language", "theme", "deck", "colours", "card_size")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    raw_id_fields = ("user",)

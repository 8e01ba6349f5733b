"""Staff may look: clubs, tournaments and their logs, read-only. Whoever has to change something does it at the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from tournaments.models import Club, LoggedAction, Membership, Tournament

if TYPE_CHECKING:  # generic for the type checker alone
    MemberTable = admin.TabularInline[Membership, Club]
    LogTable = admin.TabularInline[LoggedAction, Tournament]
    ClubPage = admin.ModelAdmin[Club]
    TournamentPage = admin.ModelAdmin[Tournament]
else:
    MemberTable, LogTable = admin.TabularInline, admin.TabularInline
    ClubPage, TournamentPage = admin.ModelAdmin, admin.ModelAdmin


class ReadOnly:
    """Nobody adds, changes or deletes through the admin."""

    def has_add_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False


class MemberInline(ReadOnly, MemberTable):
    model = Membership
    fields = ["user", "role", "status", "since"]
    readonly_fields = ["user", "role", "status", "since"]


class LogInline(ReadOnly, LogTable):
    model = LoggedAction
    fields = ["number", "kind", "payload", "actor", "reason", "at"]
    readonly_fields = ["number", "kind", "payload", "actor", "reason", "at"]


@admin.register(Club)
class ClubAdmin(ReadOnly, ClubPage):
    list_display = ["name", "place", "created_at"]
    search_fields = ["name", "slug"]
    exclude = ["invite_token"]
    inlines = [MemberInline]


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, TournamentPage):
    list_display = ["name", "code", "club", "owner", "phase", "round", "starts_at", "due_at"]
    list_filter = ["phase", "place"]
    list_select_related = ["club", "owner"]
    search_fields = ["name", "code"]
    inlines = [LogInline]

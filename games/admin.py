"""Staff may look: matches, their seats and effects, read-only. Whoever has to change a match does it by a ruling.

The log's rows are not listed here: a referee reads a match by replay, which shows only what may be seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games.models import Applied, Match, Rating, Seat

if TYPE_CHECKING:  # generic for the type checker alone
    SeatTable = admin.TabularInline[Seat, Match]
    AppliedTable = admin.TabularInline[Applied, Match]
    MatchPage = admin.ModelAdmin[Match]
    RatingPage = admin.ModelAdmin[Rating]
else:
    SeatTable, AppliedTable = admin.TabularInline, admin.TabularInline
    MatchPage, RatingPage = admin.ModelAdmin, admin.ModelAdmin


class ReadOnly:
    """Nobody adds, changes or deletes through the admin."""

    def has_add_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Model | None = None) -> bool:
        return False


class SeatInline(ReadOnly, SeatTable):
    model = Seat
    fields = ["seat", "user", "bot", "joined_at"]
    readonly_fields = ["seat", "user", "bot", "joined_at"]


class AppliedInline(ReadOnly, AppliedTable):
    model = Applied
    fields = ["name", "result_no", "applied_at"]
    readonly_fields = ["name", "result_no", "applied_at"]


@admin.register(Match)
class MatchAdmin(ReadOnly, MatchPage):
    list_display = ["code", "status", "variant", "preset", "clock", "rated", "version", "created_at", "finished_at"]
    list_filter = ["status", "variant", "clock", "rated", "practice"]
    search_fields = ["code"]
    date_hierarchy = "created_at"
    exclude = ["invite_token"]
    inlines = [SeatInline, AppliedInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return super().get_queryset(request).select_related("owner")


@admin.register(Rating)
class RatingAdmin(ReadOnly, RatingPage):
    """Who is how strong; the ledger is checked by ``manage.py refold_ratings``."""

    list_display = ["user", "bot", "game", "rating", "deviation", "matches", "as_of"]
    list_filter = ["game", "bot"]
    search_fields = ["user__username"]
    list_select_related = ["user"]

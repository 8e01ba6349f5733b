"""Staff may look: matches, logs, cases and what follows from them, read-only. Whoever has to change something rules.

A referee works on the desk; these lists are for finding things. What a log's row holds is shown of matches that are
over only, and the look at it is written down.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from games.application.disputes import looks
from games.models import Applied, Case, Look, Match, MatchEvent, Rating, Ruling, Sanction, Seat, Signal, Visit
from ginsite.accounts.models import User

if TYPE_CHECKING:  # generic for the type checker alone
    SeatTable = admin.TabularInline[Seat, Match]
    AppliedTable = admin.TabularInline[Applied, Match]
    MatchPage = admin.ModelAdmin[Match]
    RatingPage = admin.ModelAdmin[Rating]
    LogPage = admin.ModelAdmin[MatchEvent]
    CasePage = admin.ModelAdmin[Case]
    RulingPage = admin.ModelAdmin[Ruling]
    SanctionPage = admin.ModelAdmin[Sanction]
    LookPage = admin.ModelAdmin[Look]
    SignalPage = admin.ModelAdmin[Signal]
    VisitPage = admin.ModelAdmin[Visit]
else:
    SeatTable, AppliedTable = admin.TabularInline, admin.TabularInline
    MatchPage = RatingPage = LogPage = CasePage = RulingPage = admin.ModelAdmin
    SanctionPage = LookPage = SignalPage = VisitPage = admin.ModelAdmin


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


@admin.register(MatchEvent)
class LogAdmin(ReadOnly, LogPage):
    """The logs, row by row; ``manage.py verify_log`` says whether they are whole."""

    list_display = ["match", "number", "kind", "seat", "when", "hash"]
    list_filter = ["kind"]
    search_fields = ["=match__code"]
    list_select_related = ["match"]
    fields = ["match", "number", "seat", "kind", "when", "shown", "prev_hash", "hash"]
    readonly_fields = ["when", "shown"]
    show_full_result_count = False

    @admin.display(description=_("when"), ordering="at")
    def when(self, row: MatchEvent) -> datetime:
        """The moment of a row."""
        return datetime.fromtimestamp(row.at / 1000, UTC)

    @admin.display(description=_("payload"))
    def shown(self, row: MatchEvent) -> str:
        """What the row holds, once the match is over."""
        return row.payload if row.match.status == Match.Status.FINISHED else str(_("shown when the match is over"))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> MatchEvent | None:
        """One row, and the look at it."""
        row: MatchEvent | None = super().get_object(request, object_id, from_field)
        if row is not None and isinstance(request.user, User):
            looks.look(request.user, Look.What.LOG, match=row.match)
        return row


class OnTheDesk:
    """A link to where a case is worked on."""

    @admin.display(description=_("on the desk"))
    def desk(self, row: Any) -> str:
        """The case's page."""
        case = row if isinstance(row, Case) else row.case
        if case is None:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("desk:case", args=[case.code]), case.code)


@admin.register(Case)
class CaseAdmin(OnTheDesk, ReadOnly, CasePage):
    """Every case, settled or not. What was asked stands on the desk, not here: staff may be concerned."""

    list_display = ["code", "created_at", "match", "reason", "severity", "urgent", "status", "claimed_by", "desk"]
    list_filter = ["status", "reason", "severity", "urgent"]
    search_fields = ["=code", "=match__code"]
    date_hierarchy = "created_at"
    list_select_related = ["match", "claimed_by"]
    fields = ["code", "created_at", "match", "subject", "hand", "reason", "severity", "urgent", "status", "settled_at"]


@admin.register(Ruling)
class RulingAdmin(OnTheDesk, ReadOnly, RulingPage):
    list_display = ["desk", "match", "number", "status", "by", "second", "proposed_at", "made_at"]
    list_filter = ["status"]
    search_fields = ["=case__code", "=match__code"]
    list_select_related = ["case", "match", "by", "second"]


@admin.register(Sanction)
class SanctionAdmin(ReadOnly, SanctionPage):
    list_display = ["user", "kind", "made_at", "until", "ruling", "lifted_by"]
    list_filter = ["kind"]
    search_fields = ["=user__username"]
    list_select_related = ["user", "ruling", "lifted_by"]


@admin.register(Look)
class LookAdmin(OnTheDesk, ReadOnly, LookPage):
    """Who of the staff looked at what players cannot see."""

    list_display = ["at", "user", "what", "match", "hand", "desk"]
    list_filter = ["what"]
    search_fields = ["=user__username", "=match__code", "=case__code"]
    date_hierarchy = "at"
    list_select_related = ["user", "match", "case"]


@admin.register(Signal)
class SignalAdmin(OnTheDesk, ReadOnly, SignalPage):
    """Something to look into, no proof of anything."""

    list_display = ["at", "kind", "about", "other", "score", "desk", "dismissed_at"]
    list_filter = ["kind"]
    search_fields = ["=about__username", "=other__username"]
    list_select_related = ["about", "other", "case"]


@admin.register(Visit)
class VisitAdmin(ReadOnly, VisitPage):
    """Who was at a table. Addresses and devices are kept as hashes, which tell nobody anything here."""

    list_display = ["match", "seat", "user", "came", "went"]
    search_fields = ["=match__code", "=user__username"]
    list_select_related = ["match", "user"]
    fields = ["match", "seat", "user", "came", "went"]
    readonly_fields = ["came", "went"]

    @admin.display(description=_("came"), ordering="came_at")
    def came(self, visit: Visit) -> datetime:
        """When the page was opened."""
        return datetime.fromtimestamp(visit.came_at / 1000, UTC)

    @admin.display(description=_("went"), ordering="went_at")
    def went(self, visit: Visit) -> datetime | None:
        """When it was closed, if the server saw it."""
        return None if visit.went_at is None else datetime.fromtimestamp(visit.went_at / 1000, UTC)

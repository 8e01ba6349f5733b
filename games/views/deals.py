"""The fair deal, for whoever wants to see: a finished hand's deal, the page about it, the checker to take home."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.application import deal_checks, deal_statistics, store
from games.application.deals import LostKey
from games.application.replays import may_replay
from games.application.sayings.cards import RANK_NAMES, SUIT_NAMES
from games.application.seats import level_name
from games.models import Match
from games.views.replay import note_look
from ginsite import inlined

Context = dict[str, Any]


@require_safe
@never_cache
def deals(request: HttpRequest, code: str) -> HttpResponseBase:
    """The newest deal of a match that may be seen."""
    match = _looked_at(request, code)
    opened = deal_checks.opened_hands(store.read_since(match.pk, 0))
    if not opened:
        raise Http404
    return redirect("games:deal", code, max(opened))


@require_safe
@never_cache
def deal(request: HttpRequest, code: str, hand: int) -> HttpResponse:
    """One finished hand's deal, checked in the reader's browser. 404 while the hand is not over."""
    match = _looked_at(request, code, hand)
    found = _deal_of(match, hand)
    others = sorted(deal_checks.opened_hands(store.read_since(match.pk, 0)))
    context: Context = {"match": match, "deal": found, "hand": hand, "others": others}
    return render(request, "games/deal.html", context)


@require_safe
@never_cache
def deal_file(request: HttpRequest, code: str, hand: int) -> JsonResponse:
    """The same as a file, for the checker at home."""
    match = _looked_at(request, code, hand)
    response = JsonResponse(_deal_of(match, hand), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="deal-{match.code}-{hand}.json"'
    return response


def _looked_at(request: HttpRequest, code: str, hand: int = 0) -> Match:
    """The match, for those who may see its finished hands, and for staff, whose look is written down."""
    match = get_object_or_404(Match.objects.prefetch_related("seats__user"), code=code)
    if not may_replay(match, request.user):
        note_look(request, match, hand)
    return match


def _deal_of(match: Match, hand: int) -> Context:
    try:
        found = deal_checks.deal_of(match, hand)
    except (store.Diverged, LostKey) as error:
        raise Http404 from error
    if found is None:
        raise Http404
    return found


@require_safe
def fair_deal(request: HttpRequest) -> HttpResponse:
    """What the exchange of seeds proves and what not, and how the cards of this site have fallen so far."""
    statistics = deal_statistics.read()
    context: Context = {
        "statistics": statistics,
        "counted": datetime.fromtimestamp(statistics.counted_at / 1000, UTC) if statistics.counted_at else None,
        "tables": [_falling_table(what, statistics) for what in ("suits", "ranks")],
        "verdicts": [
            {"name": FALLINGS[one.where, one.what], "said": _evenly(one.p), "p": one.p} for one in statistics.fallings
        ],
        "melded": _share_row(statistics.melded),
        "endings": [_share_row(one) for one in statistics.endings],
        "levels": [level_name(level) for level in deal_statistics.EXPECTED["gin"]],
    }
    return render(request, "fair_deal.html", context)


FALLINGS = {
    ("hands", "suits"): _("Suits in the hands"),
    ("hands", "ranks"): _("Ranks in the hands"),
    ("upcards", "suits"): _("Suits of the upcards"),
    ("upcards", "ranks"): _("Ranks of the upcards"),
}


def _evenly(p: float) -> str:
    """How even that is, in words."""
    if p >= 0.05:
        return gettext("As chance would have it.")
    if p >= 0.01:
        return gettext("A little uneven, as chance leaves it in one count of twenty.")
    return gettext("More uneven than chance leaves it in one count of a hundred: if it stays so, something is wrong.")


def _falling_table(what: str, statistics: deal_statistics.Statistics) -> Context:
    """Suits or ranks, with how often each lay in the hands and as the upcard."""
    hands, upcards = (one for one in statistics.fallings if one.what == what)
    names = SUIT_NAMES if what == "suits" else RANK_NAMES
    pairs = zip(hands.counts, upcards.counts, strict=True)
    return {
        "caption": gettext("The suits") if what == "suits" else gettext("The ranks"),
        "head": gettext("Suit") if what == "suits" else gettext("Rank"),
        "rows": [(capfirst(str(names[name])), dealt, turned) for (name, dealt), (_name, turned) in pairs],
        "even": (hands.even, upcards.even),
    }


ENDINGS = {
    "knock": _("Knock"),
    "undercut": _("Undercut"),
    "gin": _("Gin"),
    "void": _("Nobody: the stock ran out"),
}


def _share_row(share: deal_statistics.Share) -> Context:
    """A share and what was simulated, in percents."""
    return {
        "name": ENDINGS.get(share.kind, ""),
        "found": share.found,
        "share": _percent(share.share),
        "low": _percent(share.low),
        "high": _percent(share.high),
        "expected": [_percent(one) for one in share.expected.values()],
    }


def _percent(share: float) -> str:
    return gettext("%(share)s %%") % {"share": number_format(round(100 * share, 1), 1)}


@require_safe
def description(_request: HttpRequest) -> HttpResponse:
    """The description that a stranger can write a checker from."""
    text = (settings.BASE_DIR / "docs" / "fair-deal.md").read_text()
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


CHECKER_MODULES = ("lib/dom.js", "lib/i18n.js", "table/cards.js", "fair/proof.js", "fair/report.js", "fair/offline.js")
CHECKER_STYLES = (
    "tokens.css",
    "base.css",
    "components/buttons.css",
    "components/forms.css",
    "components/surfaces.css",
    "components/cards.css",
    "pages/fair.css",
)


@require_safe
def checker(request: HttpRequest) -> HttpResponse:
    """The checker as one file that needs nobody: the modules and styles of the check page, put into one page."""
    context = {
        "modules": inlined.modules(CHECKER_MODULES),
        "styles": inlined.styles(CHECKER_STYLES),
        "catalog": inlined.catalog(request),
    }
    response = render(request, "fair_deal_checker.html", context)
    response["Content-Disposition"] = 'attachment; filename="check-deal.html"'
    return response

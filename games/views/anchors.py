"""The daily anchors, for everybody: the list, the text that each is the hash of, and both for programs."""

from __future__ import annotations

from datetime import date

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.application.anchors import newest_first, text_of_anchor
from games.models import Anchor

PAGE = 30


@require_safe
def anchors(request: HttpRequest) -> HttpResponse:
    """Each day's hash, and how many logs it covers."""
    page = Paginator(newest_first(), PAGE).get_page(request.GET.get("page"))
    return render(request, "games/anchors.html", {"page": page})


@require_safe
def anchors_json(request: HttpRequest) -> JsonResponse:
    """All of them, newest first; ``text`` is where the text of each is."""
    plain = [
        {
            "day": anchor.day.isoformat(),
            "prev_hash": anchor.prev_hash,
            "hash": anchor.hash,
            "logs": anchor.logs,
            "text": request.build_absolute_uri(reverse("games:anchor", args=[anchor.day.isoformat()])),
        }
        for anchor in newest_first().iterator()
    ]
    return JsonResponse({"anchors": plain})


@require_safe
def anchor_text(_request: HttpRequest, day: str) -> HttpResponse:
    """The very text whose SHA-256 the day's hash is, as a file."""
    try:
        found = get_object_or_404(Anchor, day=date.fromisoformat(day))
    except ValueError as error:
        raise Http404 from error
    name = f"anchor-{found.day.isoformat()}.txt"
    return HttpResponse(
        text_of_anchor(found),
        content_type="text/plain; charset=us-ascii",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

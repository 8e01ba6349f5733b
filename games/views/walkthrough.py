"""Learn by playing: a first match against the weakest computer player, with a coach beside the cards."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.application import lobby
from games.application.chairs import LobbyRefusal
from games.views.lobby import refused
from ginsite.accounts.guests import ensure_guest

LEVEL = "beginner"


@require_POST
def walkthrough(request: HttpRequest) -> HttpResponse:
    """Deal a practice match by the house rules; the page at its address explains each step as it comes."""
    try:
        table = lobby.play_computer(ensure_guest(request), level=LEVEL)
    except LobbyRefusal as refusal:
        return refused(request, refusal)
    return redirect(reverse("games:table", args=[table.code]) + "?coach=1")

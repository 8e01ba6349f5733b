"""The addresses of clubs and tournaments."""

from __future__ import annotations

from django.urls import path

from tournaments import desk_urls
from tournaments.views import clubs, entry, organise, public

app_name = "tournaments"

urlpatterns = [
    path("clubs/", clubs.index, name="clubs"),
    path("clubs/new/", clubs.found, name="found-club"),
    path("clubs/<slug:slug>/", clubs.club, name="club"),
    path("clubs/<slug:slug>/edit/", clubs.edit, name="edit-club"),
    path("clubs/<slug:slug>/apply/", clubs.apply, name="apply-to-club"),
    path("clubs/<slug:slug>/leave/", clubs.leave, name="leave-club"),
    path("clubs/<slug:slug>/join/<str:token>/", clubs.join, name="join-club"),
    path("clubs/<slug:slug>/invitation/", clubs.renew_invitation, name="renew-invitation"),
    path("clubs/<slug:slug>/people/<int:pk>/", clubs.person, name="club-person"),
    path("tournaments/", public.index, name="tournaments"),
    path("tournaments/calls/", entry.calls, name="calls"),
    path("tournaments/new/", organise.new, name="new-tournament"),
    path("tournaments/new/said/", organise.said, name="tournament-said"),
    *desk_urls.urlpatterns,
    path("tournaments/<slug:code>/", public.tournament, {"part": "now"}, name="tournament"),
    path("tournaments/<slug:code>/rounds/", public.tournament, {"part": "rounds"}, name="rounds"),
    path("tournaments/<slug:code>/standings/", public.tournament, {"part": "standings"}, name="standings"),
    path("tournaments/<slug:code>/bracket/", public.tournament, {"part": "bracket"}, name="bracket"),
    path("tournaments/<slug:code>/entries/", public.tournament, {"part": "entries"}, name="entries"),
    path("tournaments/<slug:code>/rules/", public.tournament, {"part": "rules"}, name="tournament-rules"),
    path("tournaments/<slug:code>/log/", public.tournament, {"part": "log"}, name="log"),
    path("tournaments/<slug:code>/why/<int:number>/<slug:column>/", public.why, name="why"),
    path("tournaments/<slug:code>/edit/", organise.edit, name="edit-tournament"),
    path("tournaments/<slug:code>/announce/", organise.announce, name="announce"),
    path("tournaments/<slug:code>/discard/", organise.discard, name="discard"),
    path("tournaments/<slug:code>/enter/", entry.enter, name="enter"),
    path("tournaments/<slug:code>/withdraw/", entry.withdraw, name="withdraw"),
    path("tournaments/<slug:code>/check-in/", entry.check_in, name="check-in"),
    path("tournaments/<slug:code>/bye/", entry.ask_bye, name="ask-bye"),
    path("tournaments/<slug:code>/come/<int:round_no>/<int:board>/", entry.come, name="come"),
]

"""The addresses of the games."""

from __future__ import annotations

from django.urls import path

from games.views import company, history, lobby, players, table, walkthrough

app_name = "games"

urlpatterns = [
    path("lobby/", lobby.lobby, name="lobby"),
    path("play/quick/", lobby.quick, name="quick"),
    path("play/computer/", lobby.computer, name="computer"),
    path("play/learn/", walkthrough.walkthrough, name="walkthrough"),
    path("join/<str:token>/", lobby.invite, name="invite"),
    path("tables/new/", lobby.create, name="create"),
    path("tables/new/said/", lobby.said, name="said"),
    path("tables/<slug:code>/", table.table, name="table"),
    path("tables/<slug:code>/join/", lobby.join, name="join"),
    path("tables/<slug:code>/leave/", lobby.leave, name="leave"),
    path("tables/<slug:code>/search/", lobby.search, name="search"),
    path("tables/<slug:code>/distance/", company.distance, name="distance"),
    path("tables/<slug:code>/report/", company.report, name="report"),
    path("accounts/blocked/", company.blocked, name="blocked"),
    path("accounts/blocked/unblock/", company.unblock, name="unblock"),
    path("games/", history.mine, name="mine"),
    path("players/", players.ladder, name="players"),
    path("players/<path:username>/", players.player, name="player"),
    path("games/<slug:code>/", history.match, name="match"),
]

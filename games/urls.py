"""The addresses of the games."""

from __future__ import annotations

from django.urls import path

from games.views import (
    anchors,
    chairs,
    company,
    deals,
    disputes,
    history,
    lobby,
    notices,
    players,
    records,
    replay,
    table,
    walkthrough,
)

app_name = "games"

urlpatterns = [
    path("lobby/", lobby.lobby, name="lobby"),
    path("play/quick/", lobby.quick, name="quick"),
    path("play/computer/", lobby.computer, name="computer"),
    path("play/computer/game/", lobby.practice, name="practice"),
    path("play/learn/", walkthrough.walkthrough, name="walkthrough"),
    path("join/<str:token>/", chairs.invite, name="invite"),
    path("tables/new/", lobby.create, name="create"),
    path("tables/new/said/", lobby.said, name="said"),
    path("tables/<slug:code>/", table.table, name="table"),
    path("tables/<slug:code>/join/", chairs.join, name="join"),
    path("tables/<slug:code>/leave/", chairs.leave, name="leave"),
    path("tables/<slug:code>/chairs/", chairs.chairs, name="chairs"),
    path("tables/<slug:code>/fill/", chairs.fill, name="fill"),
    path("tables/<slug:code>/search/", lobby.search, name="search"),
    path("tables/<slug:code>/distance/", company.distance, name="distance"),
    path("tables/<slug:code>/dispute/", disputes.ask, name="dispute"),
    path("disputes/", disputes.mine, name="cases"),
    path("disputes/<slug:code>/", disputes.case, name="case"),
    path("disputes/<slug:code>/answer/", disputes.answer, name="case-answer"),
    path("disputes/<slug:code>/withdraw/", disputes.withdraw, name="case-withdraw"),
    path("disputes/<slug:code>/appeal/", disputes.appeal, name="case-appeal"),
    path("notices/", notices.mine, name="notices"),
    path("notices/sanctions/<int:number>/read/", notices.read_sanction, name="sanction-read"),
    path("accounts/blocked/", company.blocked, name="blocked"),
    path("accounts/blocked/unblock/", company.unblock, name="unblock"),
    path("fair-deal/anchors/", anchors.anchors, name="anchors"),
    path("fair-deal/anchors.json", anchors.anchors_json, name="anchors_json"),
    path("fair-deal/anchors/<slug:day>.txt", anchors.anchor_text, name="anchor"),
    path("replay/", records.replay, name="replay-record"),
    path("games/", history.mine, name="mine"),
    path("players/", players.ladder, name="players"),
    path("players/<path:username>/", players.player, name="player"),
    path("games/<slug:code>/", history.match, name="match"),
    path("games/<slug:code>/record.gin", records.download, name="record"),
    path("games/<slug:code>/replay/", replay.hands, name="replays"),
    path("games/<slug:code>/replay/<int:hand>/", replay.replay, name="replay"),
    path("games/<slug:code>/replay/<int:hand>/computer/", replay.computer, name="replay-computer"),
    path("games/<slug:code>/deals/", deals.deals, name="deals"),
    path("games/<slug:code>/deals/<int:hand>/", deals.deal, name="deal"),
    path("games/<slug:code>/deals/<int:hand>.json", deals.deal_file, name="deal-file"),
    path("fair-deal/", deals.fair_deal, name="fair-deal"),
    path("fair-deal/fair-deal.md", deals.description, name="deal-description"),
    path("fair-deal/check-deal.html", deals.checker, name="deal-checker"),
]

"""The addresses of the referee's desk."""

from __future__ import annotations

from django.urls import path

from games.views import desk, desk_case, desk_ruling, desk_signals

app_name = "desk"

urlpatterns = [
    path("", desk.show, name="queue"),
    path("cases/", desk.find, name="find"),
    path("signals/", desk_signals.show, name="signals"),
    path("signals/<int:number>/", desk_signals.act, name="signal"),
    path("statistics/", desk.figures, name="statistics"),
    path("rulings/<int:number>/", desk_ruling.ruling, name="ruling"),
    path("rulings/<int:number>/again/", desk_ruling.reopen, name="reopen"),
    path("<slug:code>/", desk_case.show, name="case"),
    path("<slug:code>/decide/", desk_ruling.decide, name="decide"),
    path("<slug:code>/hands/<int:hand>/computer.json", desk_case.computer, name="computer"),
    path("<slug:code>/<slug:do>/", desk_case.act, name="act"),
]

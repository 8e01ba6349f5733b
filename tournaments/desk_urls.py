"""The addresses of the desk, of playing with real cards, of print and of files: all below one tournament."""

from __future__ import annotations

from django.urls import path

from tournaments.views import cards, desk, exports, printing, referee

urlpatterns = [
    path("tournaments/import/", exports.restore, name="import"),
    path("tournaments/<slug:code>/desk/", desk.show, name="desk"),
    path("tournaments/<slug:code>/desk/order/", desk.order, name="order"),
    path("tournaments/<slug:code>/desk/enter/", desk.enter, name="desk-enter"),
    path("tournaments/<slug:code>/desk/here/<int:number>/", desk.check_in, name="desk-check-in"),
    path("tournaments/<slug:code>/rounds/<int:round_no>/tables/<int:board>/card/", cards.card, name="card"),
    path("tournaments/<slug:code>/rounds/<int:round_no>/tables/<int:board>/referee/", referee.ask, name="ask-referee"),
    path("tournaments/<slug:code>/desk/<int:round_no>/<int:board>/referee/", referee.put_before, name="put-before"),
    path("tournaments/<slug:code>/calculator/", cards.calculator, name="calculator"),
    path("tournaments/<slug:code>/print/", printing.index, name="print"),
    path("tournaments/<slug:code>/print/rounds/<int:number>/", printing.round_, name="print-round"),
    path("tournaments/<slug:code>/print/sheets/<int:number>/", printing.sheets, name="print-sheets"),
    path("tournaments/<slug:code>/print/standings/", printing.standings, name="print-standings"),
    path("tournaments/<slug:code>/print/bracket/", printing.bracket_, name="print-bracket"),
    path("tournaments/<slug:code>/entries.csv", exports.entries_csv, name="entries-csv"),
    path("tournaments/<slug:code>/pairings.csv", exports.pairings_csv, name="pairings-csv"),
    path("tournaments/<slug:code>/standings.csv", exports.standings_csv, name="standings-csv"),
    path("tournaments/<slug:code>/tournament.json", exports.whole, name="tournament-json"),
    path("tournaments/<slug:code>/tournament.ics", exports.calendar, name="calendar"),
    path("tournaments/<slug:code>/embed/", exports.embed, name="embed"),
]

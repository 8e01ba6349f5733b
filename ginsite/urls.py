"""Where each address leads: includes only."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog

from games.views import desk, home, rules
from ginsite import views

# Asked again each time and mostly answered 304: the address is one, the language is the reader's.
catalog = conditional_page(cache_control(private=True, no_cache=True)(JavaScriptCatalog.as_view()))

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
    path("rules/", rules.index, name="rules"),
    path("rules/gin/", rules.book, {"game": "gin"}, name="rules-gin"),
    path("rules/fair-play/", rules.fair_play, name="rules-fair-play"),
    path("rules/words/", rules.words, name="rules-words"),
    path("rules/<slug:game>/", rules.book, name="rules-book"),
    path("health/", views.health, name="health"),
    path("offline/", views.offline, name="offline"),
    path("service-worker.js", views.service_worker, name="service-worker"),
    path("styleguide/", views.styleguide, name="styleguide"),
    path("styleguide/errors/<int:code>/", views.error_sample, name="error-sample"),
    path("accounts/", include("ginsite.accounts.urls")),
    path("desk/", include("games.desk_urls")),
    path("fair-play/referee/", desk.public, name="referee"),
    path("admin/", admin.site.urls),
    path("jsi18n/", catalog, name="javascript-catalog"),
]

"""Where each address leads: includes only."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.cache import cache_page
from django.views.i18n import JavaScriptCatalog

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("jsi18n/", cache_page(3600, key_prefix="jsi18n")(JavaScriptCatalog.as_view()), name="javascript-catalog"),
]

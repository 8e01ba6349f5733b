"""Addresses under /accounts/: our own first, then allauth's."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from ginsite.accounts import views

without_mail: list[URLPattern] = [
    path("password/reset/", views.without_mail, name="account_reset_password"),
    path("email/", views.without_mail, name="account_email"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.overview, name="account"),
    path("preferences/", views.preferences, name="preferences"),
    path("language/", views.set_language, name="set_language"),
    path("delete/", views.delete, name="delete_account"),
    *([] if settings.HAS_MAIL else without_mail),
    path("", include("allauth.urls")),
]

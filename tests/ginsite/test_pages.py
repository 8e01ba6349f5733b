"""The pages around the games: why there is no page, what is shown offline, the style guide."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from ginsite.accounts.models import User

ROOT = Path(settings.BASE_DIR)
SERVICE_WORKER = (ROOT / "static" / "js" / "service-worker.js").read_text()


@pytest.mark.parametrize("name", ["400", "500"])
def test_a_page_for_a_broken_request_needs_neither_request_nor_database(name: str) -> None:
    page = render_to_string(f"{name}.html")
    assert '<h1 class="page-title">' in page
    assert "Gin" in page


def test_the_page_for_a_broken_site_leaves_out_the_navigation() -> None:
    page = render_to_string("500.html")
    assert "<nav" not in page
    assert "<form" not in page


@pytest.mark.django_db
def test_an_address_that_leads_nowhere_is_answered_in_the_look_of_the_site(client: Client) -> None:
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    page = response.content.decode()
    assert "There is nothing at this address" in page
    assert reverse("games:lobby") in page


@pytest.mark.django_db
def test_a_form_from_a_page_that_was_open_too_long_is_explained() -> None:
    response = Client(enforce_csrf_checks=True).post(reverse("games:quick"))
    assert response.status_code == 403
    assert "The page was open too long" in response.content.decode()


@pytest.mark.parametrize("name", ["403", "403_csrf", "429"])
def test_every_refusal_says_what_to_do_next(name: str) -> None:
    page = render_to_string(f"{name}.html")
    assert 'class="button button--primary"' in page
    assert "error__words" in page


@pytest.mark.django_db
def test_the_offline_page_holds_nothing_of_the_person_who_keeps_it(client: Client) -> None:
    client.force_login(User.objects.create_user("alice", "alice@example.com"))
    page = client.get(reverse("offline")).content.decode()
    assert "No connection" in page
    assert "alice" not in page
    assert "csrfmiddlewaretoken" not in page


def test_the_service_worker_keeps_the_offline_page_and_looks_for_files_where_they_are() -> None:
    [page] = re.findall(r'const PAGE = "([^"]+)"', SERVICE_WORKER)
    assert page == reverse("offline")
    assert f'startsWith("{settings.STATIC_URL}")' in SERVICE_WORKER
    files = re.findall(r'(?:href|src)="(/static/[^"#]+)', render_to_string("offline.html"))
    assert any("tokens" in file for file in files)
    assert any("errors" in file for file in files)


@pytest.mark.django_db
def test_the_style_guide_is_for_staff(client: Client, settings: Any) -> None:
    settings.DEBUG = False
    assert client.get(reverse("styleguide")).status_code == 404
    client.force_login(User.objects.create_user("rita", "rita@example.com", is_staff=True))
    response = client.get(reverse("styleguide"))
    assert response.status_code == 200
    page = response.content.decode()
    for sprite in ("cards.svg", "cards-classic.svg"):
        assert len(set(re.findall(rf"{re.escape(sprite)}#(\w+)", page))) == 53

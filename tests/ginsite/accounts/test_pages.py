"""Every page of the accounts: there, in the site's look, with one next thing to do and nothing inline."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from ginsite.accounts.models import User
from ginsite.accounts.templatetags.accounts import device
from tests.ginsite.accounts.conftest import log_in, prove

pytestmark = pytest.mark.django_db

FOR_STRANGERS = ["account_login", "account_signup", "account_reset_password", "account", "preferences"]
FOR_STRANGERS_WITH_MAIL = ["account_request_login_code", "account_signup_by_passkey"]
FOR_MEMBERS = [
    "account",
    "preferences",
    "delete_account",
    "account_logout",
    "account_change_password",
    "account_reauthenticate",
    "account_inactive",
    "mfa_index",
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "mfa_list_webauthn",
    "usersessions_list",
]


def in_the_sites_look(client: Client, name: str) -> None:
    """Fetch the page called ``name`` and look at what all pages have in common."""
    response = client.get(reverse(name))
    assert response.status_code == 200, (name, response)
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    assert page.count('class="page-title"') == 1, name
    assert 'href="/static/css/pages/account.css"' in page
    assert len(re.findall(r'class="[^"]*button--(?:primary|danger)\b', main)) <= 1, name
    assert "style=" not in page, name
    assert not re.search(r"<script(?![^>]*(?:src=|application/json|importmap))", page), name
    assert not re.search(r"\son[a-z]+=", page), name
    for control in re.findall(r'<input[^>]*type="(?:text|email|password)"[^>]*>', main):
        assert (found := re.search(r'id="([^"]+)"', control)), control
        assert f'for="{found.group(1)}"' in main, (name, control)
    assert "Sign In" not in main, name
    assert "Sign Up" not in main, name


@pytest.mark.parametrize("name", FOR_STRANGERS)
def test_the_pages_for_strangers(client: Client, name: str) -> None:
    in_the_sites_look(client, name)


@pytest.mark.parametrize("name", FOR_STRANGERS + FOR_STRANGERS_WITH_MAIL)
def test_the_pages_for_strangers_on_a_site_with_mail(client: Client, with_mail: None, name: str) -> None:
    in_the_sites_look(client, name)


def test_the_pages_for_members(client: Client, alice: User) -> None:
    log_in(client)
    prove(client)
    for name in FOR_MEMBERS:
        in_the_sites_look(client, name)


def test_the_pages_of_addresses(client: Client, alice: User, with_mail: None) -> None:
    log_in(client)
    in_the_sites_look(client, "account_email")
    client.post(reverse("account_email"), {"email": "alice@example.com", "action_remove": ""})
    assert "alice@example.com" in client.get(reverse("account_email")).content.decode()


def test_an_error_stands_at_its_field_and_is_tied_to_it(client: Client) -> None:
    page = client.post(reverse("account_signup"), {"username": "a b", "password1": "x"}).content.decode()
    control = re.search(r'<input[^>]*name="username"[^>]*>', page)
    assert control
    assert 'aria-invalid="true"' in control.group()
    described = re.search(r'aria-describedby="([^"]+)"', control.group())
    assert described
    for target in described.group(1).split():
        assert f'id="{target}"' in page
    assert "placeholder" not in control.group()


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36",
            "Chrome on Android",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1 Version/18.1 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/131.0 Safari/537.36 Edg/131.0", "Edge on Windows"),
        ("", "A browser on an unknown device"),
    ],
)
def test_a_device_is_called_what_people_call_it(agent: str, words: str) -> None:
    assert device(agent) == words

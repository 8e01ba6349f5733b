"""Passkeys with a real browser and an authenticator of its own, and preferences that show at once."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.virtual_authenticator import VirtualAuthenticatorOptions

from tests.browser.arrivals import PASSWORD, log_in, sign_up
from tests.browser.conftest import NewPerson
from tests.browser.person import DESK, Person
from tests.serving import Site


@pytest.fixture(scope="module")
def site_with_mail(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that writes its mails into its log."""
    site = Site(tmp_path_factory.mktemp("site-with-mail"), {"MAIL_URL": "console://", "PYTHONUNBUFFERED": "1"})
    site.furnish(prepared)
    site.start()
    yield site
    site.stop()


def hold_a_key(person: Person) -> None:
    """Give the browser an authenticator that knows its owner, as a phone or a laptop has."""
    person.driver.add_virtual_authenticator(
        VirtualAuthenticatorOptions(
            transport="internal", has_resident_key=True, has_user_verification=True, is_user_verified=True
        )
    )


def code_for(person: Person, site: Site, address: str) -> str:
    """The code in the last mail to this address."""

    def last() -> str:
        mails = site.log.read_text().split("Subject: ")
        mine = [mail for mail in mails if f"To: {address}" in mail]
        found = re.search(r"^([A-Z0-9]{4}-[A-Z0-9]{4})$", mine[-1], re.MULTILINE) if mine else None
        return found.group(1) if found else ""

    return person.until(last, f"a mail to {address}")


def log_out(person: Person) -> None:
    """By the button on the account page."""
    person.go("/accounts/")
    person.press("Log out", within="main")
    person.until(lambda: person.path == "/", "the log-out to be over")


def is_in_as(person: Person, name: str) -> None:
    """The account page greets by name."""
    person.go("/accounts/")
    assert person.find("h1").text == name


def test_alice_signs_up_with_a_passkey_and_logs_in_with_it(new_person: NewPerson, site_with_mail: Site) -> None:
    alice = new_person("Alice", url=site_with_mail.url)
    hold_a_key(alice)
    name, address = f"alice-{secrets.token_hex(3)}", f"{secrets.token_hex(4)}@example.com"

    alice.go("/accounts/signup/")
    alice.press("Sign up with a passkey")
    alice.fill("User name", name)
    alice.fill("E-mail", address)
    alice.press("Send me the code", within="main")
    alice.sees("Confirm your address")
    alice.fill("Code", code_for(alice, site_with_mail, address))
    alice.press("Confirm", within="main")
    alice.press("Make the passkey", within="main")
    alice.until(lambda: alice.path == "/", "the home page")
    is_in_as(alice, name)

    log_out(alice)
    alice.go("/accounts/login/")
    alice.press("Log in with a passkey", within="main")
    alice.until(lambda: alice.path == "/", "the home page")
    is_in_as(alice, name)
    assert alice.complaints() == []


def test_bob_adds_a_key_to_his_account_and_needs_no_password_any_more(new_person: NewPerson) -> None:
    bob = new_person("Bob", DESK)
    hold_a_key(bob)
    name = sign_up(bob)

    bob.go("/accounts/2fa/webauthn/add/")
    bob.fill("Password", PASSWORD)
    bob.press("Continue", within="main")
    bob.find("[name=passwordless]").click()
    bob.press("Add the key", within="main")
    bob.sees("Each of these lets you in once")
    bob.find("#codes_saved").click()

    log_out(bob)
    bob.go("/accounts/login/")
    bob.press("Log in with a passkey", within="main")
    bob.until(lambda: bob.path == "/", "the home page")
    is_in_as(bob, name)


def test_a_key_that_the_browser_does_not_have_is_said_in_words(new_person: NewPerson) -> None:
    charlie = new_person("Charlie")
    hold_a_key(charlie)
    charlie.go("/accounts/login/")
    charlie.press("Log in with a passkey", within="main")
    charlie.sees("no passkey was used")


def test_preferences_show_at_once_and_are_there_on_another_device(new_person: NewPerson) -> None:
    alice = new_person("Alice")
    name = sign_up(alice)
    alice.go("/accounts/preferences/")
    for choice in ("Classic", "Four colours", "Large", "Dark"):
        label = f"//label[ancestor::*[@class='segmented']][normalize-space()='{choice}']"
        alice.driver.find_element(By.XPATH, label).click()
    alice.sees("Saved.")
    shown = {key: alice.find("html").get_attribute(f"data-{key}") for key in ("theme", "deck", "colours", "card-size")}
    assert shown == {"theme": "dark", "deck": "classic", "colours": "four", "card-size": "large"}
    assert "cards-classic" in str(alice.find(".preferences__preview use").get_attribute("href"))
    assert alice.complaints() == []

    elsewhere = new_person("Alice", DESK)
    log_in(elsewhere, name)
    elsewhere.go("/rules/")
    root = elsewhere.find("html")
    assert {key: root.get_attribute(f"data-{key}") for key in shown} == shown


def test_a_password_can_be_looked_at(new_person: NewPerson) -> None:
    alice = new_person("Alice")
    alice.go("/accounts/signup/")
    alice.fill("Password", "four-aces")
    alice.press("Show the password")
    assert alice.find("[name=password1]").get_attribute("type") == "text"
    alice.press("Show the password")
    assert alice.find("[name=password1]").get_attribute("type") == "password"

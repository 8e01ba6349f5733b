"""How people come to a table: signing up, logging in, inviting, following a link."""

from __future__ import annotations

import secrets

from tests.browser.person import Person

PASSWORD = "four-aces-and-a-king"


def sign_up(person: Person) -> str:
    """Sign up under a name of one's own on a site without mail; returns the user name."""
    name = f"{person.name.lower()}-{secrets.token_hex(3)}"
    person.go("/accounts/signup/")
    person.fill("User name", name)
    person.fill("Password", PASSWORD)
    person.press("Sign up", within="main")
    person.until(lambda: "/accounts/signup/" not in person.path, "the sign-up to be over")
    return name


def log_in(person: Person, name: str) -> None:
    """Log in by user name."""
    person.go("/accounts/login/")
    person.fill("User name or e-mail", name)
    person.fill("Password", PASSWORD)
    person.press("Log in", within="main")
    person.until(lambda: "/accounts/login/" not in person.path, "the log-in to be over")


def choose(person: Person, words: str) -> None:
    """Tap the choice that begins with these words."""

    def chosen() -> bool:
        for label in person.finds("label"):
            if label.text.strip().startswith(words):
                person.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", label)
                label.click()
                return True
        return False

    person.until(chosen, f"the choice {words!r}")


def invite_link(person: Person, target: int | None = None) -> str:
    """Open a table for whoever has the link, played to 100 or to another target; returns the link."""
    person.go("/")
    person.press("Invite a friend")
    if target is not None:
        choose(person, str(target))
        person.sees(f"Gin rummy to {target}")
    person.press("Open the table")
    return str(person.find("[data-slot=link]").get_attribute("value"))


def follow(person: Person, link: str) -> None:
    """Follow an invite link as a guest and sit down."""
    person.go(link)
    person.press("Play as a guest")
    person.until(lambda: person.path.startswith("/tables/"), "the table")

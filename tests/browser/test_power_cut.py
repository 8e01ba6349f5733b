"""The server is killed in the middle of a hand, the match goes on, and both browsers find that its deal was true.

One test, because this is the only site that waits for the seeds of the browsers.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.arrivals import follow, invite_link
from tests.browser.card_player import play
from tests.browser.conftest import NewPerson
from tests.browser.person import Person
from tests.serving import Site

IN_MID_HAND = """
return [...document.querySelectorAll("[data-slot=hand] .card")].length >= 10
  && !document.querySelector("dialog:modal") && Number(document.querySelector("[data-slot=stock-count]")
  .textContent.match(/\\d+/)) < 26;
"""
HAND = 'return [...document.querySelectorAll("[data-slot=hand] .card")].map((card) => card.dataset.card).sort();'
STOCK = 'return document.querySelector("[data-slot=stock-count]").textContent;'
SPOIL = """
const kept = JSON.parse(localStorage[arguments[0]]);
localStorage[arguments[0]] = JSON.stringify({ ...kept, commitment: "00".repeat(32) });
"""
"""Make this browser remember another promise than the server gave."""

FURTHER_ON = """
return Number(document.querySelector("[data-slot=stock-count]").textContent.match(/\\d+/)) < 20
  || Boolean(document.querySelector("dialog:modal"));
"""


@pytest.fixture
def own_site(prepared: Path, tmp_path: Path) -> Iterator[Site]:
    """A site of this test's own, which it may kill, and which waits for slow browsers."""
    site = Site(tmp_path, {"DEAL_COMMIT_MS": "60000"})
    site.furnish(prepared)
    site.start()
    yield site
    site.stop()


def sight(person: Person) -> tuple[object, object]:
    """The own cards and the height of the stock, as the page shows them."""
    return person.driver.execute_script(HAND), person.driver.execute_script(STOCK)


def verdict(person: Person, code: str) -> str:
    """What the check page says of the first deal, and of the promise that this browser kept: "true" or "false"."""
    person.go(f"/games/{code}/deals/1/")
    found = person.find("[data-verdict]").get_attribute("data-verdict")
    person.find("[data-check=promise]")
    assert len(person.finds("[data-check=own][data-holds=true]")) == 1, "it brought its own seed"
    return str(found)


def test_a_match_goes_on_after_a_kill_and_its_deal_was_true(new_person: NewPerson, own_site: Site) -> None:
    alice, bob = new_person("Alice", url=own_site.url), new_person("Bob", url=own_site.url)
    follow(bob, invite_link(alice))
    play([alice, bob], seconds=120, until=IN_MID_HAND)
    before = [sight(person) for person in (alice, bob)]

    own_site.kill()
    alice.sees("Connection lost")
    own_site.start()

    alice.until(lambda: "Connection lost" not in alice.text(), "the connection to be back", 20)
    bob.until(lambda: "Connection lost" not in bob.text(), "the connection to be back", 20)
    assert [sight(person) for person in (alice, bob)] == before
    assert play([alice, bob], seconds=120, until=FURTHER_ON) > 0

    code = alice.path.split("/")[2]
    if alice.button("Look at the table"):
        alice.press("Look at the table")
    alice.press("Menu")
    alice.press("Resign")
    alice.press("Resign")
    alice.sees("wins by resignation")
    assert [verdict(person, code) for person in (alice, bob)] == ["true", "true"]
    bob.driver.execute_script(SPOIL, f"deal {code}-1")
    assert verdict(bob, code) == "false"
    assert "another promise" in bob.text()

"""From the lobby to a table: what has to happen in the page itself."""

from __future__ import annotations

from tests.browser.arrivals import choose
from tests.browser.conftest import NewPerson
from tests.browser.person import DESK


def test_a_table_appears_in_the_lobby_by_itself_and_one_click_seats_both(new_person: NewPerson) -> None:
    alice, bob = new_person("alice"), new_person("bob", DESK)
    bob.go("/lobby/")
    bob.driver.execute_script("window.neverReloaded = true")
    alice.go("/tables/new/")
    choose(alice, "250")
    alice.sees("Gin rummy to 250")
    alice.press("Open the table")
    bob.sees("Gin rummy to 250", 15)  # the page looks by itself every 20 s: this is the socket's doing
    assert bob.driver.execute_script("return window.neverReloaded")
    bob.press("Sit down")
    bob.until(lambda: bob.path == alice.path and "/tables/" in bob.path, "the table")
    assert alice.complaints() == bob.complaints() == []


def test_each_game_brings_its_rules_and_what_does_not_go_together_cannot_be_chosen(new_person: NewPerson) -> None:
    alice = new_person("alice")
    alice.go("/tables/new/")
    alice.sees("30 seconds a move")
    assert not alice.find('[name="clock"][value="none"]').is_enabled()
    choose(alice, "By invitation")
    choose(alice, "Hollywood gin")
    alice.sees("Hollywood gin to 100, three games at once")
    assert not alice.find('[name="spade_doubles"]').is_enabled()
    choose(alice, "Yes, an ace asks for gin")
    alice.sees("Hollywood gin to 150")
    assert alice.find('[name="spade_doubles"]').is_enabled()
    choose(alice, "No clock")
    alice.sees("; no clock.")
    assert not alice.find('[name="increment"]').is_enabled()
    choose(alice, "Open to all")
    alice.sees("; 30 seconds a move")
    assert alice.find('[name="clock"][value="standard"]').is_selected()
    assert alice.complaints() == []

"""The smallest phones: nothing hangs over the edge, and what has the focus is in sight."""

from __future__ import annotations

from tests.browser.arrivals import follow, invite_link
from tests.browser.conftest import NewPerson
from tests.browser.person import Person

SMALL = (320, 568)
WIDTH = "return document.documentElement.scrollWidth;"
BEHIND_THE_BAR = """
const bar = document.querySelector(".site-nav").getBoundingClientRect();
const behind = [];
for (const element of document.querySelectorAll("main a[href], main button, main input, main summary")) {
  if (!element.checkVisibility()) continue;
  element.focus();
  if (document.activeElement === element && element.getBoundingClientRect().bottom > bar.top + 1)
    behind.push(element.innerText || element.name);
}
return behind;
"""
OVERLAPS = """
const place = (name) => document.querySelector(`[data-slot=${name}]`).getBoundingClientRect();
const [others, beside, stock, hand, actions] = ["opponents", "beside", "stock", "hand", "actions"].map(place);
const bottomUp = [[others, beside], [beside, stock], [stock, hand], [hand, actions]];
return bottomUp.filter(([above, below]) => above.bottom > below.top + 1).length + (actions.bottom > innerHeight);
"""
"""How many of the places of a table run into the next one below, or out of the screen."""


def fits(person: Person) -> bool:
    return bool(person.driver.execute_script(WIDTH) <= SMALL[0])


def test_a_table_fits_whoever_has_to_choose_and_whoever_waits(new_person: NewPerson) -> None:
    alice, bob = new_person("Alice"), new_person("Bob")
    follow(bob, invite_link(alice))
    for person in (alice, bob):
        person.find("[data-slot=actions] button")
        person.resize(SMALL)
        assert fits(person), person.name


def test_a_table_of_four_fits_with_the_other_table_beside_it(new_person: NewPerson) -> None:
    alice = new_person("Alice", SMALL)
    alice.go("/tables/new/?game=partnership")
    alice.driver.execute_script("document.querySelector('[name=company][value=computer]').click();")
    alice.press("Open the table")
    alice.find("[data-slot=actions] button")
    assert len(alice.finds("[data-slot=opponents] .seat")) == 3
    assert "Partner" in alice.text()
    assert fits(alice)
    assert alice.driver.execute_script(OVERLAPS) == 0
    assert alice.complaints() == []


def test_what_has_the_focus_is_not_hidden_behind_the_bar(new_person: NewPerson) -> None:
    charlie = new_person("Charlie", SMALL)
    for page in ("/", "/rules/", "/accounts/signup/"):
        charlie.go(page)
        assert fits(charlie), page
        assert charlie.driver.execute_script(BEHIND_THE_BAR) == [], page

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


def fits(person: Person) -> bool:
    return bool(person.driver.execute_script(WIDTH) <= SMALL[0])


def test_a_table_fits_whoever_has_to_choose_and_whoever_waits(new_person: NewPerson) -> None:
    alice, bob = new_person("Alice"), new_person("Bob")
    follow(bob, invite_link(alice))
    for person in (alice, bob):
        person.find("[data-slot=actions] button")
        person.resize(SMALL)
        assert fits(person), person.name


def test_what_has_the_focus_is_not_hidden_behind_the_bar(new_person: NewPerson) -> None:
    charlie = new_person("Charlie", SMALL)
    for page in ("/", "/rules/", "/accounts/signup/"):
        charlie.go(page)
        assert fits(charlie), page
        assert charlie.driver.execute_script(BEHIND_THE_BAR) == [], page

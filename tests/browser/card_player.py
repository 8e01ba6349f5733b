"""Playing gin through the page, by its buttons: a plain player who draws, sheds the dearest card and knocks at once.

Nothing is read but what the page shows or tells a screen reader: which buttons are there and what they are called.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from tests.browser.person import Person

STEP = """
const name = (element) => (element.getAttribute("aria-label") || element.innerText || "").replace(/\\s+/g, " ").trim();
const open = document.querySelector("dialog:modal");
const buttons = [...(open || document.querySelector("[data-slot=actions]")).querySelectorAll("button")].filter(
  (button) => button.checkVisibility() && !button.disabled && button.getAttribute("aria-disabled") !== "true");
const find = (...beginnings) => {
  for (const beginning of beginnings) {
    const found = buttons.find((button) => name(button).startsWith(beginning));
    if (found) return found;
  }
  return null;
};
const press = (button) => { const said = name(button); button.click(); return said; };
if (open) {
  const yes = find("Next hand", "Go gin", "Show big gin", "Knock with", "Show hand", "Discard", "Yes");
  return yes ? press(yes) : "";
}
const act = find("Big gin", "Gin", "Knock with", "Show hand", "Next hand", "Draw", "Pass");
if (act) return press(act);
const discard = find("Discard");
if (discard) return press(discard);
const note = (card) => card.getAttribute("aria-description") || "";
const worth = (card) => Number((/deadwood without it: (\\d+)/.exec(note(card)) || [])[1] ?? 999);
const cards = [...document.querySelectorAll("[data-slot=hand] .card")].filter((card) => worth(card) < 999);
if (!cards.length) return "";
const least = Math.min(...cards.map(worth));
return press(cards.filter((card) => worth(card) === least).pop());
"""
"""Do the one thing that is to be done now, if any; answers with the name of what was pressed."""

MATCH_OVER = """return document.querySelector("#table").dataset.phase === "over";"""

TOTALS = """
return [...document.querySelectorAll("[data-slot=score] b")].map((total) => Number(total.textContent));
"""


def totals(person: Person) -> list[int]:
    """The hand points of every side, one's own first, as the bar over the table shows them."""
    shown: list[int] = person.driver.execute_script(TOTALS)
    return shown


def play(people: Sequence[Person], *, seconds: float, until: str = MATCH_OVER) -> int:
    """Let the people play, each in turn, until the script ``until`` is true for the first; returns the clicks made."""
    deadline = time.monotonic() + seconds
    clicks = 0
    while not people[0].driver.execute_script(until):
        if time.monotonic() > deadline:
            sights = "\n\n".join(f"{person.name} sees:\n{person.text()}" for person in people)
            raise AssertionError(f"the match was not over after {seconds} s and {clicks} clicks\n{sights}")
        pressed = sum(bool(person.driver.execute_script(STEP)) for person in people)
        clicks += pressed
        if not pressed:
            time.sleep(0.02)
    return clicks

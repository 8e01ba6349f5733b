"""A hand of basic rummy against three computer players, a few taps away in the form, on the keys alone."""

from __future__ import annotations

import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from tests.browser.arrivals import choose
from tests.browser.conftest import NewPerson
from tests.browser.person import DESK, Person

SIGHT = """
const table = document.querySelector("#table").dataset;
if (document.querySelector("#result").open) return "over";
if (table.mine === undefined || table.busy !== undefined) return "wait";
if (table.phase === "draw") return "draw";
const open = [...document.querySelectorAll("[data-slot=actions] [data-choice]")]
  .filter((button) => button.getAttribute("aria-disabled") !== "true").map((button) => button.dataset.choice);
return ["meld", "lay_off", "discard"].find((choice) => open.includes(choice)) || "choose";
"""
"""What there is to do now; a choice that the rules close is not offered."""

LETTERS = {"draw": "d", "meld": "k", "lay_off": "l", "discard": "x"}

TELLING = ("goes out and wins", "go out and win", "goes rummy and wins", "go rummy and win", "nobody scores")

ON_A_MELD = "return document.activeElement.matches('.table-meld[data-fits]')"
FOCUS = "document.querySelector('[data-slot=hand] > [tabindex=\"0\"]').focus()"


def press(person: Person, key: str) -> None:
    ActionChains(person.driver).send_keys(key).perform()


def test_a_hand_of_rummy_is_played_to_its_end_on_the_keys_alone(new_person: NewPerson) -> None:
    alice = new_person("alice", DESK)
    alice.go("/tables/new/")
    choose(alice, "Basic rummy")
    choose(alice, "4")
    choose(alice, "Only the computer")
    alice.sees("Basic rummy for four to 150, aces low, going rummy counts twice; no clock.")
    alice.press("Open the table")
    alice.until(lambda: alice.finds("[data-game=rummy] [data-slot=actions] button"), "the first card")
    deadline = time.monotonic() + 120
    while (sight := str(alice.driver.execute_script(SIGHT))) != "over":
        assert time.monotonic() < deadline, alice.text()
        if sight == "wait":
            time.sleep(0.02)
        elif sight == "choose":  # the last card of the hand, for the discard
            alice.driver.execute_script(FOCUS)
            press(alice, Keys.END)
            press(alice, Keys.ENTER)
        else:
            press(alice, LETTERS[sight])
            if sight == "lay_off" and alice.driver.execute_script(ON_A_MELD):
                press(alice, Keys.ENTER)
    alice.until(lambda: any(words in alice.find("#result-title").text for words in TELLING), "how the hand ended")
    assert alice.finds("#result .result__seat")
    assert alice.complaints() == []

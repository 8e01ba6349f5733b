"""Learn by playing: the coach speaks of the real table, stands in nobody's way and leaves when told to."""

from __future__ import annotations

from tests.browser.card_player import play
from tests.browser.conftest import NewPerson
from tests.browser.person import Person

TITLE = "return document.querySelector('#coach [data-part=title]')?.textContent ?? '';"
HAND_OVER = "return document.querySelector('#table').dataset.phase === 'between';"
IN_THE_RESULT = "return document.querySelector('#result').contains(document.querySelector('#coach'));"


def coach_says(person: Person, title: str) -> None:
    person.until(lambda: person.driver.execute_script(TITLE) == title, f"the coach to say {title!r}")


def test_a_first_visitor_is_led_through_a_hand(new_person: NewPerson) -> None:
    visitor = new_person("Visitor")
    visitor.go("/rules/")
    visitor.press("Learn by playing")
    coach_says(visitor, "Build melds")
    visitor.press("Go on", within="#coach")
    coach_says(visitor, "The rest is deadwood")
    visitor.press("Go on", within="#coach")
    visitor.until(lambda: visitor.driver.execute_script(TITLE) != "The rest is deadwood", "the table's own lessons")

    play([visitor], seconds=60, until=HAND_OVER)
    coach_says(visitor, "The hand is over")
    visitor.until(lambda: visitor.driver.execute_script(IN_THE_RESULT), "the coach beside the result")

    visitor.press("Next hand")
    visitor.until(lambda: visitor.finds(".play > #coach"), "the coach back beside the hand")
    visitor.press("End the lesson", within="#coach")
    assert not visitor.finds("#coach")
    assert "coach" not in visitor.path
    assert visitor.finds("[data-slot=hand] .card")
    assert visitor.complaints() == []

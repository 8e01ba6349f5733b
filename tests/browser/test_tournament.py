"""A knockout among four people in one browser, to its end; the organiser corrects a result and sees what it changes."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select

from tests.browser.arrivals import sign_up
from tests.browser.card_player import play, totals
from tests.browser.conftest import NewPerson
from tests.browser.person import DESK, PHONE, Person

OPEN = """arguments[0].open = true; arguments[0].scrollIntoView({ block: "center" });"""
"""The call to the next match lies over the foot of the page: what is to be pressed has to stand clear of it."""


def announce_a_knockout(organiser: Person) -> str:
    """Plan a knockout to 25 points without a match for the third place, and announce it; its address."""
    organiser.go("/tournaments/new/?format=single-elimination")
    organiser.fill("Name", "Kitchen cup")
    organiser.fill("Target", "25")
    third_place = organiser.find("[name=third_place]")
    if third_place.is_selected():
        third_place.click()
    organiser.press("Make the draft")
    organiser.press("Announce it")
    organiser.sees("Will you play?")
    return organiser.path


def sit_down(people: list[Person], event: str) -> list[list[Person]]:
    """Each comes to the table that the tournament's page calls to; who sits with whom."""
    for person in people:
        person.go(event)
        person.press("Come to the table", within="main")
    tables: dict[str, list[Person]] = {}
    for person in people:
        person.go(event)
        person.press("To your table", within="main")
        person.find("[data-slot=actions]")
        tables.setdefault(person.path, []).append(person)
    return list(tables.values())


def play_to_the_end(tables: list[list[Person]]) -> list[Person]:
    """All tables play at once; the winner of each."""
    everybody = [person for table in tables for person in table]
    for table in tables:
        play([*table, *(person for person in everybody if person not in table)], seconds=240)
    for person in everybody:
        assert person.complaints() == []
    winners = [max(table, key=lambda person: totals(person)[0]) for table in tables]
    assert all(totals(winner)[0] >= 25 for winner in winners), "played to the target, not lost on time"
    return winners


def row_of(organiser: Person, names: list[str]) -> WebElement | None:
    """The match of these two in the round that the desk shows."""
    rows = [(row, row.get_attribute("textContent") or "") for row in organiser.finds(".desk__one")]
    return next((row for row, text in rows if all(name in text for name in names)), None)


def ask_to_correct(organiser: Person, event: str, names: list[str], outcome: str, points: tuple[int, int]) -> None:
    """At the desk, open the first round's match of these two and ask what another result would change."""
    organiser.go(f"{event}desk/?round=1")
    row = organiser.until(lambda: row_of(organiser, names), "the match of these two")
    assert row is not None
    organiser.driver.execute_script(OPEN, row)
    Select(row.find_element(By.NAME, "outcome")).select_by_visible_text(outcome)
    for field, number in zip(("hand_points_first", "hand_points_second"), points, strict=True):
        row.find_element(By.NAME, field).send_keys(str(number))
    row.find_element(By.NAME, "hand_points_second").send_keys(Keys.ENTER)
    organiser.sees("What changes if you do this")


def test_four_people_in_one_browser_play_a_knockout_and_a_result_is_corrected(new_person: NewPerson) -> None:
    host = new_person("Host")
    people = [new_person(name, PHONE, beside=host) for name in ("Ann", "Bob", "Cleo", "Dan")]
    names = {person.name: sign_up(person) for person in people}
    ann = people[0]
    ann.resize(DESK)
    event = announce_a_knockout(ann)
    for person in people:
        person.go(event)
        person.press("Enter", within="main form.enter")
        person.sees("You are entered")
    ann.go(f"{event}desk/")
    ann.press("Start", within="#event")
    ann.press("Do it")

    semifinals = sit_down(people, event)
    finalists = play_to_the_end(semifinals)
    finalists[0].go(event)
    finalists[0].until(lambda: finalists[0].button("Come to the table", "main"), "the call to the final")

    others = next(table for table in semifinals if ann not in table)  # she rules on no match of her own
    through = next(person for person in others if person in finalists)
    out = next(person for person in others if person is not through)
    pair = [names[person.name] for person in others]
    ask_to_correct(ann, event, pair, f"{names[out.name]} wins", (0, 0))
    ann.sees("Who goes on in the bracket")
    ann.sees("Pair again")
    ann.press("Leave it as it is")

    champion = play_to_the_end(sit_down(finalists, event))[0]
    for person in people:
        person.go(event)
        assert names[champion.name] in person.find(".winner__name").text

    ask_to_correct(ann, event, pair, f"{names[through.name]} wins", (33, 44))
    ann.sees("Results")
    ann.fill("Why", "The sheet was added up wrongly")
    ann.press("Do it")
    ann.go(f"{event}log/")
    ann.sees("The sheet was added up wrongly")
    for person in people:
        assert person.complaints() == []

"""A knockout among four people in one browser, to its end."""

from __future__ import annotations

from tests.browser.arrivals import sign_up
from tests.browser.card_player import play, totals
from tests.browser.conftest import NewPerson
from tests.browser.person import DESK, PHONE, Person


def announce_a_knockout(organiser: Person) -> str:
    """Plan a knockout of one hand a match without a match for the third place, and announce it; its address."""
    organiser.go("/tournaments/new/?format=single-elimination&match_form=fixed_hands&match_length=1")
    organiser.fill("Name", "Kitchen cup")
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
    assert all(totals(winner)[0] > 0 for winner in winners), "a hand was won, not lost on time"
    return winners


def test_four_people_in_one_browser_play_a_knockout_to_its_end(new_person: NewPerson) -> None:
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

    finalists = play_to_the_end(sit_down(people, event))
    finalists[0].go(event)
    finalists[0].until(lambda: finalists[0].button("Come to the table", "main"), "the call to the final")

    champion = play_to_the_end(sit_down(finalists, event))[0]
    for person in people:
        person.go(event)
        assert names[champion.name] in person.find(".winner__name").text
        assert person.complaints() == []

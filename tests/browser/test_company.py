"""Two people talk at a table: a phrase comes across, one mutes the other, one blocks the other and takes it back."""

from __future__ import annotations

from tests.browser.arrivals import follow, invite_link, sign_up
from tests.browser.conftest import NewPerson
from tests.browser.person import DESK, Person

COVERED = """
const [bubble] = [...document.querySelectorAll(".bubble:not([hidden])")].map((node) => node.getBoundingClientRect());
return [...document.querySelectorAll(".table .card")].filter((card) => card.checkVisibility()).some((card) => {
  const box = card.getBoundingClientRect();
  return bubble.left < box.right && box.left < bubble.right && bubble.top < box.bottom && box.top < bubble.bottom;
});
"""
"""Whether the bubble that is shown lies over a card."""


def bubble(person: Person) -> str:
    """What the opponent's bubble says on this person's page, nothing where there is none."""
    shown = person.finds(".seat .bubble:not([hidden])")
    return str(shown[0].text) if shown else ""


def lines(person: Person) -> list[str]:
    """What was said, as the list beside the table has it; on a phone it need not be in sight."""
    script = "return [...document.querySelectorAll('.company__words')].map((node) => node.textContent);"
    found: list[str] = person.driver.execute_script(script)
    return found


def say(person: Person, phrase: str) -> None:
    """Open the conversation and tap a phrase."""
    person.press("Talk")
    person.press(phrase, within="#panel-talk")


def test_two_people_talk_then_one_mutes_and_one_blocks(new_person: NewPerson) -> None:
    alice, bob = new_person("Alice"), new_person("Bob", DESK)
    sign_up(alice)
    follow(bob, invite_link(alice))
    alice.until(lambda: alice.button("Talk"), "the button to talk")
    bob.until(lambda: bob.button("Talk"), "the button to talk")

    # A phrase, there and back: a bubble at the seat, a line in the list, a word for who listens.
    say(alice, "Good luck")
    bob.until(lambda: bubble(bob) == "Good luck", "the bubble")
    assert bob.driver.execute_script(COVERED) is False
    assert lines(bob) == ["Good luck"]
    assert "Good luck" in str(bob.find("#told").get_attribute("textContent"))
    say(bob, "Thanks")
    alice.until(lambda: bubble(alice) == "Thanks", "the bubble")
    assert alice.driver.execute_script(COVERED) is False

    # Bob mutes Alice: she goes on talking, he hears nothing more of it, not even after a reload.
    bob.press("Mute")
    bob.until(lambda: lines(bob) == ["Thanks"], "her lines to be gone")
    say(alice, "One moment, please")
    alice.until(lambda: lines(alice)[-1] == "One moment, please", "the own line")
    bob.go(bob.path)
    bob.until(lambda: bob.button("Talk"), "the table")
    assert lines(bob) == ["Thanks"]
    assert "One moment" not in bob.driver.page_source.split('id="snapshot"')[1].split("</script>")[0]

    # Alice blocks Bob, takes it back, blocks him again; her account has the list.
    alice.press("Talk")
    alice.press("Block")
    alice.sees("you do not meet again")
    assert lines(alice) == ["Good luck", "One moment, please"]
    alice.press("Undo")
    alice.until(lambda: "Thanks" in lines(alice), "his line to be back")
    alice.press("Block")
    alice.sees("you do not meet again")
    alice.go("/accounts/")
    alice.press("Blocked players")
    name = alice.find("main .list__title").text
    alice.press(f"Unblock {name}")
    alice.sees("You have blocked nobody")
    for person in (alice, bob):
        assert person.complaints() == []


def test_the_referee_is_called_about_somebody_at_the_table(new_person: NewPerson) -> None:
    alice, bob = new_person("Alice"), new_person("Bob")
    sign_up(alice)
    follow(bob, invite_link(alice))
    bob.press("Talk")
    bob.press("Report")
    bob.find("[name=reason][value=abuse]").click()
    bob.fill("What happened", "Unkind words.")
    bob.press("Send to the referee")
    bob.sees("The referee has your question")
    bob.press("Close")
    assert bob.complaints() == []

"""From a player's question about a tournament's hand to the ruling, and to the standings that follow it."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from tests.browser.arrivals import choose, log_in
from tests.browser.conftest import NewPerson
from tests.browser.person import DESK, PHONE, Person
from tests.serving import Site

PREPARE = "from tests.browser.evening import played; print(played())"


def ask_about_the_first_hand(player: Person, event: str) -> None:
    """From the tournament's page to the form of the match, and back with the case."""
    player.go(event)
    player.press("Ask the referee", within="main")
    Select(player.find("select[name=hand]")).select_by_value("1")
    choose(player, "The score is wrong")
    player.driver.find_element(By.NAME, "words").send_keys("My last knock was never counted.")
    player.press("Send to the referee")
    player.sees("The referee has your question.")


def called_to_the_table(player: Person, event: str) -> bool:
    """Whether the tournament's page leads to a match that is on."""
    player.go(event)
    return player.button("To your table", "main") is not None


def test_a_player_disputes_a_hand_of_a_tournament_and_the_standings_follow_the_ruling(
    live_site: Site, new_person: NewPerson
) -> None:
    code, bobs_name, ritas_name = live_site.manage("shell", "-v", "0", "-c", PREPARE).split()
    event = f"/tournaments/{code}/"
    host = new_person("Host")
    bob, rita = new_person("Bob", PHONE, beside=host), new_person("Rita", DESK, beside=host)
    log_in(bob, bobs_name)
    ask_about_the_first_hand(bob, event)
    bob.go(event)
    bob.sees("Provisional")

    log_in(rita, ritas_name)
    rita.go("/desk/")
    rita.until(lambda: next(row for row in rita.finds("a.referee-row") if bobs_name in row.text), "the case").click()
    rita.press("Take it up")
    rita.sees("yours until")
    rita.sees("My last knock was never counted.")
    board = rita.find("[data-replay]")
    rita.until(lambda: len(board.find_elements(By.CSS_SELECTOR, ".card")) >= 20, "both hands on the board")
    rita.press("Decide")
    choose(rita, "It does not count, and the match plays on")
    rita.fill("Reasons", "The hand was counted from the wrong side.")
    rita.press("See what it does")
    rita.sees("The pairing is open again until the match ends.")
    rita.sees("The tournament is no longer over")
    rita.press("Make this ruling")
    rita.sees("The ruling is made, and everybody concerned is told.")

    bob.until(lambda: called_to_the_table(bob, event), "the call to the match that goes on")
    assert "Provisional" not in bob.text()
    bob.go(f"{event}standings/")
    bob.sees("Matches are still open")
    bob.go(f"{event}log/")
    bob.sees("as the referee ruled")
    for person in (rita, bob):
        assert person.complaints() == []

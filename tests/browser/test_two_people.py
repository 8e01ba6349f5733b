"""Two people sit down at one table with their phones and play a whole match of gin rummy, a short one, to 50."""

from __future__ import annotations

from tests.browser.arrivals import follow, invite_link, log_in, sign_up
from tests.browser.card_player import play, totals
from tests.browser.conftest import NewPerson
from tests.browser.person import Person


def addresses(person: Person) -> str:
    """Where the links of the page's main part lead."""
    return " ".join(str(link.get_attribute("href")) for link in person.finds("main a"))


def test_a_member_and_a_guest_play_a_whole_match_and_the_guest_signs_up(new_person: NewPerson) -> None:
    alice, bob = new_person("Alice", moving=True), new_person("Bob")
    sign_up(alice)
    follow(bob, invite_link(alice, 50))
    code = bob.path.split("/")[2]

    play([alice, bob], seconds=420)
    for person in (alice, bob):
        person.sees("Rematch")
        assert max(totals(person)) >= 50, "the match was played to its target, not lost on time"
        assert person.complaints() == []

    name = sign_up(bob)
    bob.go("/games/")
    assert code in addresses(bob), "the guest's match is the member's now"
    bob.go("/accounts/logout/")
    bob.press("Log out", within="main")
    log_in(bob, name)
    bob.go("/games/")
    assert code in addresses(bob)

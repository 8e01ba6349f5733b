"""The referee knows who deals next: the rule book's own rounds come out."""

from __future__ import annotations

from games.bots.simulation.dealers import Place, first_places, next_places, roles_of
from games.domain.events import DealDrawn, HandScored, HandVoided
from games.domain.ruleset import customise
from games.domain.variants import get_preset

VOID = HandVoided(1, 0, "wall")


def won(seat: int) -> HandScored:
    return HandScored(1, 0, "knock", seat, seat, 0, 9, 9, 1, ())


def dealers(seating: str, preset: str, first: Place, *winners: int) -> list[Place]:
    places = [first]
    for winner in winners:
        places.append(next_places(seating, get_preset(preset), {0: places[-1]}, {0: won(winner)})[0])
    return places


def test_with_three_the_loser_deals_or_the_deal_rotates() -> None:
    """EC-76, EC-77: A deals; B beats C, B beats A, C beats B."""
    assert [place.dealer for place in dealers("three-handed", "bg-wikihow", Place(0, (1, 2)), 1, 1, 2)] == [0, 2, 0, 1]
    rotating = dealers("three-handed", "he-wikihow", Place(0, (1, 2)), 2, 2, 0)
    assert rotating == [Place(0, (1, 2)), Place(1, (2, 0)), Place(2, (0, 1)), Place(0, (1, 2))]


def test_in_cutthroat_the_loser_sits_out_and_the_idle_player_deals_to_the_winner() -> None:
    assert dealers("three-handed", "cutthroat", Place(1, (2, 1)), 2) == [Place(1, (2, 1)), Place(0, (2, 0))]


def test_a_box_that_wins_stays_and_one_that_loses_makes_room_for_the_captain() -> None:
    """EC-73."""
    assert dealers("in the box", "he-spruce-3p", Place(2, (1, 2)), 2, 0) == [
        Place(2, (1, 2)),
        Place(2, (0, 2)),
        Place(0, (1, 0)),
    ]
    assert roles_of("in the box", Place(2, (0, 2)), 3) == ("captain", "adviser", "box")


def test_after_a_void_hand_nobody_moves() -> None:
    """EC-51."""
    for seating in ("duel", "three-handed", "in the box", "round the table"):
        assert next_places(seating, get_preset("pagat"), {0: Place(0, (1, 0))}, {0: VOID}) == {0: Place(0, (1, 0))}


def test_swapping_partners_meet_the_others_and_the_other_side_deals() -> None:
    """RULES 2d."""
    rules = customise(get_preset("pagat"), swap_opponents=True)
    first = {0: Place(0, (1, 0)), 1: Place(2, (3, 2))}
    second = next_places("partners", rules, first, {0: VOID, 1: VOID})
    assert second == {0: Place(3, (0, 3)), 1: Place(1, (2, 1))}
    assert next_places("partners", rules, second, {0: VOID, 1: VOID}) == first


def test_the_draw_decides_who_deals_first() -> None:
    """RULES 2a to 2g: whoever draws the same rank draws again."""
    tied = DealDrawn(((4, 17, 2), (0, 8, None)), 2)  # 5, 5, 3; then ace, 9
    pagat = get_preset("pagat")
    assert first_places("three-handed", pagat, tied) == {0: Place(2, (0, 1))}
    assert first_places("three-handed", get_preset("cutthroat"), tied) == {0: Place(0, (1, 0))}
    assert first_places("in the box", pagat, tied) == {0: Place(1, (0, 1))}
    assert first_places("round the table", pagat, tied) == {0: Place(2, (0, 1, 2))}
    assert first_places("duel", pagat, DealDrawn(((5, 9),), 0)) == {0: Place(0, (1, 0))}

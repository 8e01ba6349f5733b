"""Values told as changes of the value before: what comes out is what went in."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.application.codec.changes import change

plain = st.recursive(
    st.none() | st.booleans() | st.integers(0, 9) | st.sampled_from(["7H", "TD"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=4),
    max_leaves=12,
)


def applied(value: Any, made: Any) -> Any:
    """The way back, as ``static/js/replay/changes.js`` goes it."""
    if made is None:
        return value
    kind, what = made[0], made[1]
    if kind == "=":
        return what
    if kind == "+":
        return [*value[:what], *made[2]]
    after = list(value) if isinstance(value, list) else dict(value)
    for key, inner in what.items():
        place = int(key) if isinstance(after, list) else key
        if inner[0] == "-":
            del after[place]
        elif isinstance(after, dict) and place not in after:
            after[place] = applied(None, inner)
        else:
            after[place] = applied(after[place], inner)
    return after


@settings(max_examples=200, deadline=None)
@given(plain, plain)
def test_a_change_leads_from_one_value_to_the_next(before: Any, after: Any) -> None:
    assert applied(before, change(before, after)) == after


def test_what_stays_is_not_told_again() -> None:
    seats = [{"cards": 10, "hand": None}, {"cards": 10, "hand": "7H 8H"}]
    drawn = [{"cards": 10, "hand": None}, {"cards": 11, "hand": "7H 8H"}]
    assert change({"seats": seats, "stock": 31}, {"seats": drawn, "stock": 31}) == [
        "@",
        {"seats": ["@", {"1": ["@", {"cards": ["=", 11]}]}]},
    ]
    assert change(seats, list(seats)) is None

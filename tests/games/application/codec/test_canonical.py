"""One text for one value."""

from __future__ import annotations

from typing import Any

import pytest

from games.application.codec import canonical


def test_keys_are_sorted_nothing_is_padded_and_all_is_ascii() -> None:
    plain = {"b": [1, None, True], "a": {"z": "ü\n", "y": -3}}

    assert canonical(plain) == '{"a":{"y":-3,"z":"\\u00fc\\n"},"b":[1,null,true]}'


@pytest.mark.parametrize("plain", [{"a": 1.0}, [0.5], {"a": [{"b": float("nan")}]}, {1: "a"}, {"a": b"x"}, {"a": {3}}])
def test_what_has_no_single_text_is_refused(plain: Any) -> None:
    with pytest.raises(TypeError):
        canonical(plain)

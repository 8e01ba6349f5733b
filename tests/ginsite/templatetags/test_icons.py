"""Icons in templates: decoration beside words, mirrored where they point."""

from __future__ import annotations

from ginsite.templatetags.icons import icon


def test_an_icon_is_hidden_from_screen_readers() -> None:
    assert 'aria-hidden="true"' in icon("trophy")
    assert "img/icons.svg#trophy" in icon("trophy")


def test_an_arrow_follows_the_reading_direction_and_a_trophy_does_not() -> None:
    assert "icon--directional" in icon("chevron-right")
    assert "icon--directional" not in icon("trophy")


def test_an_icons_name_cannot_smuggle_markup() -> None:
    assert "<b>" not in icon('"><b>')

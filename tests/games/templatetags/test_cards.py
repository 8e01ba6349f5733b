"""Cards in templates: the face, its name, the reader's deck."""

from __future__ import annotations

import pytest
from django.template import Context, Template

from games.application.sayings import cards as sayings
from games.application.sayings.cards import card_name
from games.templatetags.cards import card_names


def render(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


def test_a_card_is_named_for_screen_readers_and_taken_from_the_sprite() -> None:
    face = render('{% card "7H" %}')
    assert 'role="img"' in face
    assert 'aria-label="Seven of hearts"' in face
    assert "img/cards.svg#7H" in face


def test_the_readers_deck_is_shown() -> None:
    assert "img/cards-classic.svg#TD" in render('{% card "TD" %}', preferences={"deck": "classic"})
    assert "img/cards.svg#TD" in render('{% card "TD" %}', preferences={"deck": "clear"})


def test_another_deck_than_the_readers_may_be_asked_for() -> None:
    assert "img/cards-classic.svg#QS" in render('{% card "QS" deck="classic" %}', preferences={"deck": "clear"})
    assert render("{% card_sprite %}", preferences={"deck": "classic"}).endswith("img/cards-classic.svg")


def test_an_unknown_deck_shows_the_clear_one() -> None:
    assert "img/cards.svg#QS" in render('{% card "QS" %}', preferences={"deck": "marked"})


def test_a_card_face_down_says_so_and_nothing_else() -> None:
    face = render('{% card "back" %}')
    assert 'aria-label="Face-down card"' in face
    assert "#back" in face


def test_a_name_in_a_sentence_begins_small() -> None:
    assert render('Alice takes the {{ "QS"|card_name }}.') == "Alice takes the queen of spades."
    assert card_name("TD") == "ten of diamonds"


@pytest.mark.parametrize("text", ["", "7", "10H", "7X", "XH", "7h"])
def test_what_is_no_card_has_no_name(text: str) -> None:
    with pytest.raises((KeyError, IndexError)):
        card_name(text)


def test_all_cards_have_names_of_their_own() -> None:
    names = card_names()
    assert len(names) == 53
    assert len(set(names.values())) == 53
    assert names["AC"] == "ace of clubs"


def test_a_language_may_put_the_suit_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sayings, "gettext", {"%(rank)s of %(suit)s": "%(suit)s: %(rank)s"}.__getitem__)
    assert card_name("KH") == "hearts: king"

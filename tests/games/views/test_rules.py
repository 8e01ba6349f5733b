"""The rules of play."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.application.terms import DUEL_PRESETS
from games.domain.variants import get_preset
from games.views.rules import compare_presets

pytestmark = pytest.mark.django_db


def test_every_chapter_of_the_contents_is_there(client: Client) -> None:
    page = client.get(reverse("rules-gin")).content.decode()
    chapters = re.findall(r'<a href="#([a-z]+)">', page)
    assert len(chapters) == 12
    assert all(f'id="{chapter}"' in page for chapter in chapters)


def test_cards_are_pictures_with_names(client: Client) -> None:
    page = client.get(reverse("rules-gin")).content.decode()
    assert 'aria-label="Queen of spades"' in page
    assert page.count('class="card__face"') >= 40


def test_the_numbers_in_the_text_are_those_of_the_house(client: Client) -> None:
    page = client.get(reverse("rules-gin")).content.decode()
    house = get_preset("he-wikihow")
    assert f"the game bonus, {house.game_bonus} points" in page
    assert f"a box, {house.box_bonus} points" in page
    assert f"{house.tie_bonus} points for the player who did not knock" in page


def test_the_comparison_is_made_of_the_presets_themselves() -> None:
    comparison = compare_presets()
    rows = {name: (values, differs) for name, values, differs in comparison.rows}
    assert len(comparison.names) == len(DUEL_PRESETS)
    assert rows["Gin"] == ([str(get_preset(name).gin_bonus) for name in DUEL_PRESETS], True)
    assert rows["Knock limit"] == (["10"] * len(DUEL_PRESETS), False)


def test_the_shelf_leads_to_the_book_and_explains_the_clocks(client: Client) -> None:
    page = client.get(reverse("rules")).content.decode()
    assert reverse("rules-gin") in page
    assert "10 seconds a move and 1 minute in reserve" in page

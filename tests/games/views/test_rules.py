"""The rules of play."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.application.sayings import catalogue
from games.domain.variants import VARIANTS, get_preset, get_variant
from games.views import rules
from games.views.glossary import WORDS, in_order

pytestmark = pytest.mark.django_db

GAMES = list(VARIANTS)


def read(client: Client, game: str) -> str:
    """A game's page as text, its spaces in one piece."""
    page = client.get(reverse("rules-book", args=[game]))
    assert page.status_code == 200
    return re.sub(r"\s+", " ", page.content.decode())


@pytest.mark.parametrize("game", GAMES)
def test_every_chapter_of_the_contents_is_there_under_its_own_title(client: Client, game: str) -> None:
    page = read(client, game)
    contents = re.search(r'<nav class="book__contents".*?</nav>', page)
    assert contents
    chapters = re.findall(r'<a href="#([a-z-]+)">(.*?)</a>', contents[0])
    assert len(chapters) >= 6
    for chapter, title in chapters:
        assert re.search(rf'<section[^>]* id="{chapter}"[^>]*> <h2[^>]*>{re.escape(title)}</h2>', page), chapter
    assert len(re.findall(r"<h2", page)) == len(chapters)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_can_be_played_from_its_page(client: Client, game: str) -> None:
    page = read(client, game)
    assert f'name="game" value="{game}"' in page
    assert f"{reverse('games:create')}?game={game}" in page


@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_a_page_was_left_out_by_the_template(client: Client, game: str) -> None:
    """A name that the view does not give would leave a hole: two spaces in a sentence, or a space before its end."""
    text = re.sub(r"<[^>]+>", "", client.get(reverse("rules-book", args=[game])).content.decode())
    assert re.findall(r"[a-z](?:  | [.,;:])[^\n]*", text) == []


def test_cards_are_pictures_with_names(client: Client) -> None:
    page = read(client, "gin")
    assert 'aria-label="Queen of spades"' in page
    assert page.count('class="card__face"') >= 40


def test_the_numbers_in_the_text_are_those_of_the_house(client: Client) -> None:
    page = read(client, "gin")
    house = get_preset("he-wikihow")
    assert f"the game bonus, {house.game_bonus} points" in page
    assert f"a box, {house.box_bonus} points" in page
    assert f"{house.tie_bonus} points for the player who did not knock" in page


def test_the_worked_examples_are_those_of_the_rule_books(client: Client) -> None:
    """W07, W09, W27 and W49; EC-63 with a spade upcard."""
    gin = read(client, "gin")
    assert "Knock with 4 against 20: 16 points" in gin
    assert "Knock with 9 against 2: 32 points" in gin
    assert "Gin against 21: 46 points" in gin
    assert "is 64 points. Boxes" in read(client, "oklahoma")
    rummy = read(client, "rummy")
    assert "1 + 9 + 10 = 20 points. Going rummy: 40." in rummy
    assert "is worth 34, going rummy 68" in rummy


def test_hollywood_shows_the_sheets_of_ec_66_and_ec_68(client: Client) -> None:
    page = read(client, "hollywood")
    sums = [re.findall(r"<td>(\d+)</td>", foot) for foot in re.findall(r"<tfoot>(.*?)</tfoot>", page)]
    assert sums[:3] == [["80", "62"], ["62", "50"], ["37", "20"]]
    assert sums[6:9] == [["105", "0"], ["65", "35"], ["30", "15"]]


def test_partners_see_the_rounds_of_w35(client: Client) -> None:
    rows = re.findall(
        r"<tr><td>A1 20</td><td>(\w+ \d+)</td><td>(\S+)</td><td>(\S+)</td></tr>", read(client, "partnership")
    )
    assert rows == [("A2 15", "35", "–"), ("B2 12", "8", "–"), ("B2 31", "–", "11"), ("B2 20", "–", "–")]


def test_the_box_moves_on_as_in_w54(client: Client) -> None:
    moves = dict(re.findall(r'<th scope="row">([\w ]+)</th>((?:<td>[ABC]</td>){3})', read(client, "in-the-box")))
    assert {outcome: re.sub(r"</?td>", "", names) for outcome, names in moves.items()} == {
        "The box wins": "ACB",
        "The captain wins": "BCA",
        "Nobody scores": "ABC",
    }


@pytest.mark.parametrize("game", GAMES)
def test_the_comparison_is_made_of_the_rule_sets_offered_for_the_game(game: str) -> None:
    variant = get_variant(game)
    presets = rules.presets_of(variant)
    comparison = rules.compare(presets)
    if comparison is None:
        assert len(variant.presets) == 1
        return
    assert len(comparison.names) == len(variant.presets) > 1
    assert all(len(values) == len(presets) for _name, values, _differs in comparison.rows)
    assert any(differs for _name, _values, differs in comparison.rows)


def test_what_differs_between_rule_sets_is_told_from_what_does_not() -> None:
    comparison = rules.compare(rules.presets_of(get_variant("gin")))
    assert comparison
    rows = {name: (values, differs) for name, values, differs in comparison.rows}
    books = get_variant("gin").presets
    assert rows["Gin"] == ([str(get_preset(name).gin_bonus) for name in books], True)
    assert rows["Knock limit"] == (["10"] * len(books), False)


def test_the_shelf_leads_to_every_game_and_explains_the_clocks(client: Client) -> None:
    page = html.unescape(client.get(reverse("rules")).content.decode())
    for game in catalogue():
        assert reverse("rules-book", args=[game.name]) in page
        assert game.line in page
    assert "10 seconds a move and 1 minute in reserve" in page
    assert reverse("games:walkthrough") in page


def test_a_game_that_is_not_played_here_has_no_page(client: Client) -> None:
    assert client.get("/rules/canasta/").status_code == 404


def test_fair_play_and_the_words_have_pages_of_their_own(client: Client) -> None:
    assert "cannot win" in client.get(reverse("rules-fair-play")).content.decode()
    page = client.get(reverse("rules-words")).content.decode()
    assert all(f'id="{key}"' in page for key in WORDS)
    terms = [word.term for word in in_order()]
    assert terms == sorted(terms, key=str.casefold)

"""Every string a person sees can be translated: in the pseudo-locale all of them stand between brackets."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.arrivals import PASSWORD
from tests.browser.conftest import NewPerson
from tests.browser.person import DESK, Person
from tests.serving import ROOT, Site

PAGES = [
    "/",
    "/lobby/",
    "/players/",
    "/tables/new/",
    "/rules/",
    "/rules/gin/",
    "/rules/oklahoma/",
    "/rules/hollywood/",
    "/rules/straight-gin/",
    "/rules/three-handed/",
    "/rules/in-the-box/",
    "/rules/partnership/",
    "/rules/rummy/",
    "/rules/fair-play/",
    "/rules/words/",
    "/fair-deal/",
    "/replay/",
    "/accounts/signup/",
    "/accounts/login/",
    "/offline/",
    "/nowhere/",
    "/accounts/",
    "/accounts/preferences/",
    "/accounts/2fa/",
    "/accounts/sessions/",
    "/accounts/delete/",
    "/games/",
]
UNBRACKETED = """
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const found = [];
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const text = node.textContent.replace(/\\s+/g, " ").trim();
  const parent = node.parentElement;
  if (!/[A-Za-z]{2}/.test(text) || parent.closest("script, style, template, body [lang], kbd, code")) continue;
  if (!parent.checkVisibility()) continue;
  let block = parent;
  while (getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
  if (!/[⟦⟧]/.test(block.textContent)) found.push(text);
}
for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
  for (const attribute of ["aria-label", "title", "placeholder", "alt"]) {
    const text = element.getAttribute(attribute) || "";
    if (element.closest("body [lang]") || /[⟦⟧]/.test(text) || !/[A-Za-z]{2}/.test(text)) continue;
    found.push(`${attribute}: ${text}`);
  }
}
return [...new Set(found)];
"""
NAMES = re.compile(r"Gin Rummy|English|Chrome|Linux|mirror-|Guest \d+|@example\.com|https?://")
"""What no translator touches: the site's name, languages' own names, people, programs and addresses."""


@pytest.fixture(scope="module")
def mirrored_site(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that speaks the pseudo-locale."""
    subprocess.run([sys.executable, "scripts/pseudo_locale.py"], cwd=ROOT, check=True, capture_output=True)
    site = Site(tmp_path_factory.mktemp("mirrored"), {"PSEUDO_LOCALE": "1"})
    site.furnish(prepared)
    site.start()
    yield site
    site.stop()


def speak_pseudo(person: Person) -> None:
    person.driver.execute_cdp_cmd("Network.enable", {})
    person.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": "ar-xb"}})


def test_every_string_stands_between_brackets_and_every_page_is_mirrored(
    new_person: NewPerson, mirrored_site: Site
) -> None:
    person = new_person("Mirror", DESK, url=mirrored_site.url)
    speak_pseudo(person)
    person.go("/accounts/signup/")
    person.find("[name=username]").send_keys("mirror-1")
    person.find("[name=password1]").send_keys(PASSWORD)
    person.find("main form [type=submit]").click()
    person.until(lambda: "/signup/" not in person.path, "the sign-up to be over")
    untranslatable: dict[str, list[str]] = {}
    for page in PAGES:
        person.go(page)
        assert person.driver.execute_script("return getComputedStyle(document.body).direction") == "rtl"
        texts = [text for text in person.driver.execute_script(UNBRACKETED) if not NAMES.search(text)]
        if texts:
            untranslatable[page] = texts
    assert untranslatable == {}


def test_the_table_speaks_the_language_of_the_page(new_person: NewPerson, mirrored_site: Site) -> None:
    person = new_person("Mirror", url=mirrored_site.url)
    speak_pseudo(person)
    person.go("/lobby/")
    person.find("form[action='/play/computer/'] [type=submit]").click()
    person.until(lambda: person.path.startswith("/tables/"), "the table")
    person.until(lambda: person.finds("[data-slot=actions] button"), "something to do")
    texts = [text for text in person.driver.execute_script(UNBRACKETED) if not NAMES.search(text)]
    assert texts == []
    assert person.complaints() == []

"""Fixtures of the browser tests: one real site for the whole run, and people with browsers.

Each test makes its own users and tables; nothing is flushed, as on a real site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.person import PHONE, Companion, Person
from tests.serving import Site

NewPerson = Callable[..., Person]


@pytest.fixture(scope="session")
def live_site(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site as `make run` serves it, on a scratch database."""
    site = Site(tmp_path_factory.mktemp("site"))
    site.furnish(prepared)
    site.start()
    yield site
    site.stop()


@pytest.fixture
def new_person(request: pytest.FixtureRequest, live_site: Site) -> Iterator[NewPerson]:
    """Call it for somebody with a browser of their own, or a window ``beside`` another's.

    On failure their last sight is kept in ``build/failures``.
    """
    people: list[Person] = []

    def arrive(
        name: str,
        size: tuple[int, int] = PHONE,
        *,
        url: str = "",
        dark: bool = False,
        moving: bool = False,
        beside: Person | None = None,
    ) -> Person:
        person = (
            Person(name, url or live_site.url, size, dark=dark, moving=moving)
            if beside is None
            else Companion(beside, name, size)
        )
        people.append(person)
        return person

    failed_before = request.session.testsfailed
    yield arrive
    for person in reversed(people):  # hosts last
        if request.session.testsfailed > failed_before:
            person.photograph(Path("build/failures") / f"{request.node.name}-{person.name}.png")
        person.leave()

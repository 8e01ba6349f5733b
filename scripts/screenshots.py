"""Photograph every page: phone and desk, light and dark, left to right and in the mirrored pseudo-locale.

Serves the real site with its demonstration on a scratch folder, walks through it as a stranger, a guest, a member
and a member of staff, and leaves the pictures in ``build/screenshots/``. A string without brackets on a mirrored
picture is not translatable. Arguments narrow the walk: ``scripts/screenshots.py lobby table``.
"""

from __future__ import annotations

import itertools
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.arrivals import follow, invite_link  # noqa: E402
from tests.browser.card_player import play  # noqa: E402
from tests.browser.person import DESK, PHONE, Person  # noqa: E402
from tests.serving import Site  # noqa: E402

TARGET = ROOT / "build" / "screenshots"
RESULT_SHOWN = "return document.querySelector('#result').open;"
TALLEST = 4000
"""Pixels of a page that are photographed."""

FOR_A_STRANGER = {
    "home": "/",
    "lobby": "/lobby/",
    "create": "/tables/new/",
    "clubs": "/clubs/",
    "tournaments": "/tournaments/",
    "ladder": "/players/",
    "player": "/players/alice/",
    "rules": "/rules/",
    "rules-gin": "/rules/gin/",
    "rules-hollywood": "/rules/hollywood/",
    "rules-in-the-box": "/rules/in-the-box/",
    "rules-rummy": "/rules/rummy/",
    "rules-words": "/rules/words/",
    "fair-deal": "/fair-deal/",
    "replay-record": "/replay/",
    "signup": "/accounts/signup/",
    "signup-passkey": "/accounts/signup/passkey/",
    "login": "/accounts/login/",
    "login-code": "/accounts/login/code/",
    "password-reset": "/accounts/password/reset/",
    "offline": "/offline/",
}
FOR_A_MEMBER = {
    "member-home": "/",
    "member-lobby": "/lobby/",
    "member-player": "/players/alice/",
    "games": "/games/",
    "club-new": "/clubs/new/",
    "tournament-new": "/tournaments/new/",
    "account": "/accounts/",
    "preferences": "/accounts/preferences/",
    "blocked": "/accounts/blocked/",
    "disputes": "/disputes/",
    "notices": "/notices/",
    "email": "/accounts/email/",
    "password-change": "/accounts/password/change/",
    "two-step": "/accounts/2fa/",
    "two-step-app": "/accounts/2fa/totp/activate/",
    "passkey-add": "/accounts/2fa/webauthn/add/",
    "sessions": "/accounts/sessions/",
    "delete": "/accounts/delete/",
    "logout": "/accounts/logout/",
}
FOR_STAFF = {
    "styleguide": "/styleguide/",
    "admin": "/admin/",
    **{f"error-{code}": f"/styleguide/errors/{code}/" for code in (400, 403, 404, 429, 500)},
}


OTHER_GAMES = {
    "table-hollywood": "hollywood",
    "table-three-handed": "three-handed",
    "table-in-the-box": "in-the-box",
    "table-partnership": "partnership",
    "table-rummy": "rummy&seats=4",
}
"""What the form is asked for."""


class Photographer:
    """A person with a camera in one kind of light, on one kind of screen, in one language."""

    def __init__(self, site: Site, size: tuple[int, int], *, dark: bool, mirrored: bool, only: list[str]) -> None:
        self.site = site
        self.only = only
        self.suffix = f"{size[0]}-{'dark' if dark else 'light'}-{'mirrored' if mirrored else 'english'}"
        self.size, self.dark, self.mirrored = size, dark, mirrored
        self.people: list[Person] = []

    def person(self, name: str) -> Person:
        person = Person(name, self.site.url, self.size, dark=self.dark)
        self.people.append(person)
        if self.mirrored:
            person.driver.execute_cdp_cmd("Network.enable", {})
            headers = {"headers": {"Accept-Language": "ar-xb"}}
            person.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", headers)
        return person

    def wants(self, name: str) -> bool:
        return not self.only or any(name.startswith(beginning) for beginning in self.only)

    def shoot(self, person: Person, name: str, *, whole: bool = True) -> None:
        """Photograph the page as it stands, as far as the window shows or, with a window of its height, to its end."""
        if whole:
            height = person.driver.execute_script("return document.documentElement.scrollHeight;")
            person.resize((self.size[0], min(max(height, self.size[1]), TALLEST)))
        person.photograph(TARGET / f"{name}-{self.suffix}.png")
        person.resize(self.size)

    def walk(self, person: Person, pages: dict[str, str]) -> None:
        for name, path in pages.items():
            if self.wants(name):
                person.go(path)
                self.shoot(person, name)

    def leave(self) -> None:
        for person in self.people:
            person.leave()


def as_a_stranger(camera: Photographer) -> None:
    camera.walk(camera.person("stranger"), FOR_A_STRANGER)


def logged_in(camera: Photographer, name: str, password: str) -> Person:
    person = camera.person(name)
    person.go("/accounts/login/")
    person.find("[name=login]").send_keys(name)
    person.find("[name=password]").send_keys(password)
    person.find("main form [type=submit]").click()
    person.until(lambda: "/login/" not in person.path, "the log-in to be over")
    return person


def as_a_member(camera: Photographer, password: str, tables: dict[str, str]) -> None:
    alice = logged_in(camera, "alice", password)
    camera.walk(alice, FOR_A_MEMBER)
    camera.walk(alice, {"match": tables["finished"].replace("/tables/", "/games/"), "table-over": tables["finished"]})
    if camera.wants("table-shed"):
        alice.go(tables["in progress"])
        alice.find("[data-slot=hand] .card").click()
        camera.shoot(alice, "table-shed", whole=False)


def as_staff(camera: Photographer, password: str) -> None:
    camera.walk(logged_in(camera, "rita", password), FOR_STAFF)


def as_guests(camera: Photographer) -> None:
    """Play the computer until a result shows, and wait for a friend. In English only: buttons are found by name."""
    if camera.mirrored or not camera.wants("table"):
        return
    guest = camera.person("guest")
    guest.go("/")
    guest.press("Play the computer")
    guest.until(lambda: guest.finds("[data-slot=actions] button"), "the table")
    camera.shoot(guest, "table-upcard", whole=False)
    play([guest], seconds=120, until=RESULT_SHOWN)
    camera.shoot(guest, "table-result", whole=False)
    host, friend = camera.person("host"), camera.person("friend")
    link = invite_link(host)
    camera.shoot(host, "table-waiting", whole=False)
    friend.go(link)
    camera.shoot(friend, "invite")
    follow(friend, link)
    camera.shoot(friend, "table-two", whole=False)


def at_every_game(camera: Photographer) -> None:
    """Sit down with computers to the games whose tables look different from gin's for two."""
    wanted = {name: game for name, game in OTHER_GAMES.items() if camera.wants(name)}
    if not wanted:
        return
    guest = camera.person("guest of many")
    for name, game in wanted.items():
        guest.go(f"/tables/new/?game={game}&company=computer")
        guest.find("[data-create] .button--primary").click()
        guest.until(lambda: guest.finds("#table[data-mine], [data-slot=own-role]:not([hidden])"), "a turn or a role")
        camera.shoot(guest, name, whole=False)


def lights(only: list[str], site: Site) -> Iterator[Photographer]:
    for size, dark, mirrored in itertools.product((PHONE, DESK), (False, True), (False, True)):
        yield Photographer(site, size, dark=dark, mirrored=mirrored, only=only)


def main(only: list[str]) -> int:
    TARGET.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="gin-screenshots-"))
    site = Site(folder, {"MAIL_URL": "console://", "PSEUDO_LOCALE": "1", "BOT_DELAY_MS": "10"})
    try:
        site.prepare()
        said = site.manage("demo")
        password = re.findall(r"Password of all: (\S+)", said)[0]
        tables = dict(re.findall(r"^(.+): (/tables/\S+)$", said, re.MULTILINE))
        site.start()
        for camera in lights(only, site):
            try:
                as_a_stranger(camera)
                as_a_member(camera, password, tables)
                as_staff(camera, password)
                as_guests(camera)
                at_every_game(camera)
            finally:
                camera.leave()
            print(f"screenshots: {camera.suffix}", flush=True)
    finally:
        site.stop()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"screenshots: {len(list(TARGET.glob('*.png')))} pictures in {TARGET.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

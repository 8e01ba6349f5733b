"""A person at a browser: what the browser tests say they do, in a person's words.

Things are found by what a person, or a screen reader, would call them: the label of a field, the name of a button.
"""

from __future__ import annotations

import json
import shutil
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import websocket
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    NoSuchElementException,
    StaleElementReferenceException,
)
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

PHONE = (390, 844)
DESK = (1280, 800)
PATIENCE = 10.0
"""Seconds to wait for something to appear."""

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--autoplay-policy=no-user-gesture-required",
    "--mute-audio",
)
STILL = "--force-prefers-reduced-motion"
"""Cards that fly cost a machine without a graphics card as much again as everything else that a page does."""
BUTTON = """
const [wanted, within] = arguments;
const name = (element) =>
  (element.getAttribute("aria-label") || element.innerText || element.value || "").replace(/\\s+/g, " ").trim();
const kinds = "button, a[href], [role=button], summary, input[type=submit]";
const usable = [...document.querySelector(within).querySelectorAll(kinds)]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled
    && element.getAttribute("aria-disabled") !== "true" && !element.closest("[inert]"));
const modal = document.querySelector("dialog:modal");
const reachable = usable.filter((element) => !modal || modal.contains(element));
return reachable.find((element) => name(element) === wanted)
  || reachable.find((element) => name(element).startsWith(wanted)) || null;
"""
"""Finds what a person could press now: by its name, visible, enabled, and inside the open dialog if there is one."""
RETRIED = (
    NoSuchElementException,
    StaleElementReferenceException,
    ElementNotInteractableException,
    ElementClickInterceptedException,
)
Result = TypeVar("Result")


class Person:
    """One person, one browser, one site (another site's address may be given to ``go``).

    Most ask the site to keep still, as one may in any system's settings; ``moving`` sees the cards fly.
    """

    def __init__(
        self, name: str, url: str, size: tuple[int, int] = PHONE, *, dark: bool = False, moving: bool = False
    ) -> None:
        self.name = name
        self.url = url
        self.profile = tempfile.mkdtemp(prefix="gin-browser-")
        options = ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for flag in (*FLAGS, *([] if moving else [STILL]), f"--user-data-dir={self.profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.resize(size)
        if dark:
            self.prefer("prefers-color-scheme", "dark")

    def leave(self) -> None:
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, feature: str, value: str) -> None:
        """Set a media feature, for example ``prefers-color-scheme`` to ``dark``."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": feature, "value": value}]})

    def go(self, path: str) -> None:
        self.driver.get(path if path.startswith("http") else self.url + path)

    @property
    def path(self) -> str:
        return self.driver.current_url.split("/", 3)[3].join(("/", ""))

    def until(self, action: Callable[[], Result], what: str, seconds: float = PATIENCE) -> Result:
        """Try until the action returns something true; what is not there yet is tried again."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                result = action()
                if result:
                    return result
            except RETRIED:
                pass
            if time.monotonic() > deadline:
                raise AssertionError(
                    f"{self.name} waited for {what} in vain, at {self.driver.current_url}:\n{self.text()}"
                )
            time.sleep(0.05)

    def text(self) -> str:
        return self.driver.find_element(By.TAG_NAME, "body").text

    def sees(self, text: str, seconds: float = PATIENCE) -> None:
        self.until(lambda: text in self.text(), f"the words {text!r}", seconds)

    def find(self, css: str) -> WebElement:
        return self.until(lambda: self.driver.find_element(By.CSS_SELECTOR, css), f"{css}")

    def finds(self, css: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def button(self, name: str, within: str = "body") -> WebElement | None:
        """A visible, enabled button or link of this name, or whose name begins with it."""
        found: WebElement | None = self.driver.execute_script(BUTTON, name, within)
        return found

    def press(self, name: str, seconds: float = PATIENCE, *, within: str = "body") -> None:
        """Press the button, or follow the link, of this name; ``within`` narrows the place, for example ``main``."""

        def pressed() -> bool:
            element = self.button(name, within)
            if element is None:
                return False
            element.click()
            return True

        self.until(pressed, f"a button {name!r}", seconds)

    def fill(self, label: str, value: str) -> None:
        """Write into the field of this label."""

        def filled() -> bool:
            for element in self.driver.find_elements(By.CSS_SELECTOR, "input, textarea"):
                if element.accessible_name.strip().rstrip("*: ") == label and element.is_displayed():
                    element.clear()
                    element.send_keys(value)
                    return True
            return False

        self.until(filled, f"a field {label!r}")

    def photograph(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))

    def complaints(self) -> list[str]:
        """What the browser's console reported as errors: broken scripts, refused policies, missing files."""
        driver: Any = self.driver  # selenium's own types leave this one out
        return [str(entry["message"]) for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]


class Companion(Person):
    """Somebody in the same Chromium as another person, in a context of the own: other cookies, as in a private window.

    Each does things in the own window, so whatever one of them does first comes to the front.
    """

    def __init__(self, host: Person, name: str, size: tuple[int, int] = PHONE) -> None:
        self.name = name
        self.url = host.url
        self._browser = host.driver
        context = _ask_browser(host.driver, "Target.createBrowserContext", {})["browserContextId"]
        wanted = {"url": "about:blank", "browserContextId": context, "newWindow": True}
        self._window = str(_ask_browser(host.driver, "Target.createTarget", wanted)["targetId"])
        self.until(lambda: self._window in host.driver.window_handles, "the own window")
        self.resize(size)

    @property
    def driver(self) -> Chrome:  # type: ignore[override]
        """The browser, with the own window in front."""
        if self._browser.current_window_handle != self._window:
            self._browser.switch_to.window(self._window)
        return self._browser

    def leave(self) -> None:
        """The host's browser takes everybody along."""


def _ask_browser(driver: Chrome, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """A command to the browser itself: the driver's own channel speaks for one page only, which makes no contexts."""
    address = driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
    with urllib.request.urlopen(f"http://{address}/json/version", timeout=PATIENCE) as answer:
        channel = json.load(answer)["webSocketDebuggerUrl"]
    socket = websocket.create_connection(channel, timeout=PATIENCE, suppress_origin=True)
    try:
        socket.send(json.dumps({"id": 1, "method": method, "params": parameters}))
        while (said := json.loads(socket.recv())).get("id") != 1:
            pass
    finally:
        socket.close()
    result: dict[str, Any] = said["result"]
    return result

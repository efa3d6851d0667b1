"""What tests of the studio's page share: a person at a browser, and a deck with two pictures."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from tests.generator.table.table_server import soon

KINDS = ("Stall", "Guest", "Charm")
ICONS = ("lantern", "fox-head", "honey-jar", "teapot", "drum", "lotus-flower")
DECK = [
    f"Night {number},3,{KINDS[number % 3]},{number % 4 + 1},{ICONS[number % 6]},"
    f'night-{number % 2}.png,"Draw a card for every Guest, at most {number + 1}.",\n'
    for number in range(18)
]
PICTURED = "Card,How many,Kind,Cost,Icon,Picture,What it does,Notes\n" + "".join(DECK)

DROPPED = ("market.csv", "night-0.png", "night-1.png")

USABLE = """
return [...document.querySelectorAll(arguments[0])].find((each) => !each.disabled
  && each.checkVisibility({ visibilityProperty: true }) && each.innerText.includes(arguments[1]));
"""


class Page:
    """A page of the studio that is open."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def soon(self, expression: str) -> Any:
        return soon(lambda: self.run(f"return {expression}"))

    def click(self, selector: str, words: str = "") -> None:
        """Click the element that a person would click: the first that can be seen and used."""
        soon(lambda: self._clicked(selector, words))

    def _clicked(self, selector: str, words: str) -> bool:
        from selenium.common.exceptions import StaleElementReferenceException

        with suppress(StaleElementReferenceException):  # another page is being loaded
            if found := self.run(USABLE, selector, words):
                found.click()
                return True
        return False

    def keys(self, *keys: str) -> None:
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def choose(self, row: int, column: int) -> None:
        self.run("grid.at = arguments[0]; grid.move(0, 0)", [row, column])

    def place(self, name: str) -> None:
        self.click("nav a", name)
        self.soon(f"document.querySelector('nav a[aria-current]').textContent.includes('{name}')")

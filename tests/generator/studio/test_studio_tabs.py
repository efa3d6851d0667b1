"""Two tabs on one project, another tool's project that is dropped, a server that is killed."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

from generator.studio.editing import Editor
from tests.generator.browser import pytestmark
from tests.generator.studio.studio_browser import Page
from tests.generator.studio.studio_server import MARKET, Client, served
from tests.generator.studio.test_studio_server import NANDECK
from tests.generator.table.table_server import soon

__all__ = ["pytestmark"]
WORDS = 5  # the column "What it does"
DROP = """
const carried = new DataTransfer();
for (const [name, words] of arguments[0]) carried.items.add(new File([words], name));
document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true }));
"""


def test_two_tabs_never_overwrite_each_other(driver: Any, market: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    file, page = market / "market.csv", Page(driver)

    def differs(before: str) -> bool:
        return file.read_text() != before

    def turn_to(tab: str) -> None:
        driver.switch_to.window(tab)

    with served(market) as studio:
        driver.get(studio.address)
        page.soon("document.querySelector('#face')?.naturalWidth")
        one = driver.current_window_handle
        driver.switch_to.new_window("tab")
        two = driver.current_window_handle
        driver.get(studio.address)
        page.soon("document.querySelector('#face')?.naturalWidth")
        page.choose(1, WORDS)
        page.keys(Keys.ENTER, " Twice.")  # and is not done yet
        turn_to(one)
        page.choose(1, WORDS)
        page.keys(Keys.ENTER, " At once.", Keys.ENTER)
        soon(lambda: "face down. At once." in file.read_text())
        turn_to(two)
        page.soon("grid.rows[1].cells[5].endsWith('At once.')")
        page.keys(Keys.ENTER)
        page.soon("document.querySelector('.clash')?.textContent.includes('also changed')")
        assert "Twice" not in file.read_text()
        page.click(".clash button", "Keep mine")
        soon(lambda: "face down. Twice." in file.read_text())
        turn_to(one)
        page.soon("grid.rows[1].cells[5].endsWith('Twice.')")
        for _ in range(2):  # one stack for both
            page.soon("!document.querySelector('button[aria-label=Undo]').disabled")
            before = file.read_text()
            page.click("button[aria-label=Undo]")
            soon(partial(differs, before))
        assert file.read_text() == MARKET


def test_a_project_of_another_tool_is_dropped(studio: Client, driver: Any, tmp_path: Path) -> None:
    page = Page(driver)
    driver.get(studio.address)
    page.soon("document.querySelector('.drop input')")
    page.run(DROP, [["deck.csv", "Name,Cost\nFox,1\nOwl,2\n"], ["deck.txt", NANDECK]])
    page.soon("document.body.textContent.includes('A project of nandeck')")
    page.soon("!document.querySelector('form.go .primary').disabled")
    page.click("form.go .primary")
    page.soon("document.querySelector('#face')?.naturalWidth")
    assert page.run("return grid.rows.map((row) => row.title)") == ["Fox", "Owl"]
    assert (tmp_path / "Documents" / "deck" / "game.yaml").is_file()


def test_nothing_that_was_saved_is_lost_by_a_kill(market: Path) -> None:
    """Edits follow each other, and the program is killed during one of them."""
    file = market / "market.csv"
    server = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "studio", str(market), "--no-open", "--port", "0"],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert server.stdout is not None
    said = re.search(r"http://127.0.0.1:([0-9]+)(/s/[^/]+)/", server.stdout.readline())
    assert said is not None
    connection = http.client.HTTPConnection("127.0.0.1", int(said[1]), timeout=60)
    head = {"Origin": f"http://127.0.0.1:{said[1]}", "Content-Type": "application/json"}

    def sent(number: int) -> None:
        edit = {"deck": "cards", "row": 1, "title": "The Fox in Silk", "column": "Cost",
                "old": str(number), "new": str(number + 1)}  # fmt: skip
        connection.request("POST", f"{said[2]}/do/edit", json.dumps(edit), head)

    for number in range(4, 9):
        sent(number)
        assert "saved" in json.loads(connection.getresponse().read())
    sent(9)
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    connection.close()
    again = Editor(market)  # the edit during which it was killed is there, or not at all
    assert file.read_text() in [MARKET.replace("Guest,4", f"Guest,{cost}") for cost in (9, 10)]
    while again.journal.undoable:
        again.undo()
    assert file.read_text() == MARKET

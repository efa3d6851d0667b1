"""The studio's server: who may ask, what an edit does, and that nothing is overwritten or lost."""

from __future__ import annotations

import json
from pathlib import Path

from generator.studio.editing import CellPlace, Editor
from generator.studio.journal import Journal
from generator.studio.starting import Starter
from tests.generator.studio.studio_server import MARKET, Client, served
from tests.generator.table.table_server import soon

OLD, NEW = "Take a Charm, face down.", "Take any Charm."


def test_only_our_page_with_the_secret_is_answered(market: Path) -> None:
    with served(market) as studio:
        body = {"deck": "cards", "row": 1, "title": "x", "column": "Cost", "old": "1", "new": "2"}
        assert studio.ask("state", secret="x" * 22)[0] == 404
        assert studio.ask("state", Host="evil.example")[0] == 400
        assert studio.ask("do/edit", body, Origin="http://evil.example")[0] == 403
        assert studio.ask("do/edit", body, Content_Type="text/plain")[0] == 415
        assert studio.ask("do/nothing", {})[0] == 404
        assert studio.ask("do/edit", {"deck": "cards"})[0] == 400
        assert studio.ask("../../pyproject.toml")[0] == 404
        status, headers, page = studio.ask("")
        assert (status, b"studio.js" in page) == (200, True)
        assert "script-src 'self'" in headers["content-security-policy"]
        assert (market / "market.csv").read_text() == MARKET


def test_an_edit_is_written_and_drawn_and_undone(market: Path) -> None:
    with served(market) as studio:
        soon(lambda: studio.state()["preview"])
        found = studio.edit(1, "The Fox in Silk", "What it does", OLD, NEW)
        assert (market / "market.csv").read_text() == MARKET.replace(f'"{OLD}"', f'"{NEW}"')
        status, headers, picture = studio.ask(f"pictures/{found['face']}.svg")
        assert (status, b"Take any Charm" in picture) == (200, True)
        assert "sandbox" in headers["content-security-policy"]
        assert studio.state()["undo"]["title"] == "The Fox in Silk"
        assert studio.do("undo")["done"]["column"] == "What it does"
        assert (market / "market.csv").read_text() == MARKET
        assert studio.do("redo")["done"]["new"] == NEW
        assert studio.do("redo")["refused"] == "there is nothing to redo"


def test_a_wrong_icon_is_reported_at_its_cell(market: Path) -> None:
    with served(market) as studio:
        soon(lambda: studio.state()["preview"])
        studio.edit(2, "The Honey Jar", "Icon", "honey-jar", "honeyjar")
        deck = soon(lambda: (found := studio.state()["decks"][0])["problems"] and found)
        problem = deck["problems"][0]
        assert (problem["row"], problem["column"], problem["instead"]) == (2, "Icon", "honey-jar")


def test_a_problem_of_no_single_card_is_shown_beside_the_table(market: Path) -> None:
    with served(market) as studio:
        soon(lambda: studio.state()["preview"])
        assert studio.state()["others"] == []
        studio.edit(1, "The Fox in Silk", "How many", "2", "999999")
        found = soon(lambda: studio.state()["others"])
        assert "a kit may have at most 100,000" in found[0]["message"]


def test_a_pale_text_is_reported_at_its_cell_and_can_be_printed(market: Path) -> None:
    drawing = market / "templates" / "card.svg"
    drawing.write_text(drawing.read_text().replace("fill:#22201c", "fill:#c9c2b4"))
    with served(market) as studio:
        found = soon(lambda: studio.state()["preview"] and studio.state()["decks"][0]["problems"])
        pale = next(each for each in found if "contrast" in each["message"])
        assert (pale["column"], pale["blocks"]) == ("What it does", False)


def test_a_cell_that_was_changed_on_both_sides_is_not_overwritten(market: Path) -> None:
    with served(market) as studio:
        file = market / "market.csv"
        file.write_text(MARKET.replace("The Lantern", "A Lantern").replace("face down", "openly"))
        found = studio.edit(1, "The Fox in Silk", "What it does", OLD, NEW)
        assert found["conflict"]["theirs"] == "Take a Charm, openly."
        assert "openly" in file.read_text()
        studio.edit(1, "The Fox in Silk", "Cost", "4", "3")  # another cell is merged
        assert "A Lantern" in file.read_text()
        assert "The Fox in Silk,2,Guest,3," in file.read_text()


def test_rows_are_copied_and_deleted(market: Path) -> None:
    with served(market) as studio:
        assert studio.do("copy", deck="cards", row=1, title="The Fox in Silk") == {"row": 2}
        assert (market / "market.csv").read_text().count("The Fox in Silk") == 2
        studio.do("drop", deck="cards", row=1, title="The Fox in Silk")
        assert (market / "market.csv").read_text() == MARKET
        assert "has moved" in studio.do("drop", deck="cards", row=9, title="x")["refused"]


def test_pasted_rows_are_one_edit_and_new_cards_are_added(market: Path) -> None:
    with served(market) as studio:
        place = {"deck": "cards", "row": 4, "title": "The Drummer"}
        cells = [place | {"column": "Cost", "old": "2", "new": "3"},
                 place | {"column": "Card", "old": "The Drummer", "new": "The Piper"}]  # fmt: skip
        added = [{"Card": "A Moth", "Cost": "1", "Kind": "Guest"}, {"Card": "An Owl", "Cost": "2"}]
        assert studio.do("paste", deck="cards", cells=cells, added=added) == {}
        lines = (market / "market.csv").read_text().splitlines()
        assert lines[5].startswith("The Piper,2,Guest,3,drum,")
        assert lines[6:] == ["A Moth,,Guest,1,,,", "An Owl,,,2,,,"]
        cells = [{"deck": "cards", "row": 0, "title": "The Lantern Maker", "column": "Cost",
                  "old": "9", "new": "1"}]  # fmt: skip
        found = studio.do("paste", deck="cards", cells=cells, added=added)
        assert found["conflict"]["theirs"] == "2"
        studio.do("undo")
        assert (market / "market.csv").read_text() == MARKET


def test_a_workbook_that_excel_holds_open_is_not_written(market: Path) -> None:
    with served(market) as studio:
        (market / "~$market.csv").touch()
        found = studio.edit(1, "The Fox in Silk", "Cost", "4", "3")
        assert "close it there" in found["refused"]
        assert (market / "market.csv").read_text() == MARKET


def test_an_edit_survives_a_kill_between_journal_and_file(market: Path) -> None:
    before = (market / "market.csv").read_bytes()
    after = before.replace(b"Take a Charm", b"Take a Stall")
    Journal(market.resolve()).begin("market.csv", before, after, {"what": "cell"})  # then killed
    editor = Editor(market)
    assert (market / "market.csv").read_bytes() == after
    editor.undo()
    assert (market / "market.csv").read_bytes() == before
    editor.set(CellPlace("cards", 1, "The Fox in Silk", "Cost"), "4", "5")
    again = Editor(market)  # another run knows the edit
    again.undo()
    assert (market / "market.csv").read_bytes() == before


def test_an_undo_after_an_outside_edit_keeps_that_edit(market: Path) -> None:
    editor = Editor(market)
    editor.set(CellPlace("cards", 1, "The Fox in Silk", "Cost"), "4", "5")
    file = market / "market.csv"
    file.write_text(file.read_text().replace("The Lantern", "A Lantern"))
    editor.undo()
    assert file.read_text() == MARKET.replace("The Lantern", "A Lantern")


def test_what_changed_since_the_last_print_is_known(market: Path) -> None:
    with served(market) as studio:
        soon(lambda: studio.state()["preview"])
        assert "when" in studio.do("printed")
        assert (market / "output" / "printed.manifest.json").is_file()
        studio.edit(1, "The Fox in Silk", "Cost", "4", "3")
        found = soon(lambda: studio.state()["changes"])
        assert (found[0]["title"], found[0]["why"]) == ("The Fox in Silk", "cost: 4 → 3")
        assert found[0]["old"] != found[0]["new"]
        assert studio.ask(f"pictures/{found[0]['old']}.svg")[0] == 200
        assert studio.state()["decks"][0]["was"] == {"The Fox in Silk": {"Cost": "4"}}
        usual = {"paper": "a4", "sides": "duplex-long", "ink": "colour", "bleed": "auto"}
        plan = studio.do("plan", **usual, marks="crop", changed=True)
        assert plan["verified"] is True
        assert [each["title"] for each in plan["sheets"]][:2] == ["Swap list", "Cards 1"]
        assert studio.ask(f"pages/{plan['id']}/2.png")[2].startswith(b"\x89PNG")
        assert studio.ask(f"pdf/{plan['id']}")[2].startswith(b"%PDF")
        assert (
            "no paper 'x'; expected a4, " in studio.do("plan", **usual | {"paper": "x"})["refused"]
        )


def test_a_dropped_sheet_becomes_a_project(tmp_path: Path, market: Path) -> None:
    with served(None) as studio:
        assert studio.state() == {"open": False}
        kind = "application/octet-stream"
        query = "upload?name=market.csv&batch=b1"
        assert studio.ask(query, MARKET.encode(), Content_Type=kind)[0] == 200
        found = studio.do("look", batch="b1", look="plain", size="poker", columns={})
        kinds = {each["column"]: each["becomes"] for each in found["columns"]}
        assert kinds["How many"] == "copies"
        assert (kinds["Icon"], kinds["Notes"], found["copies"]) == ("icon", "ignore", 16)
        assert len(found["looks"]) == 4
        assert studio.ask(f"drafts/{found['looks'][0]['face']}.svg")[0] == 200
        sent = {"kind": "sheet", "batch": "b1", "name": "Two Markets", "folder": str(tmp_path)}
        made = studio.do("make", **sent, look="plain", columns={"How many": "number"})
        assert made == {"folder": str(tmp_path / "two-markets")}
        assert "how_many: integer" in (tmp_path / "two-markets" / "game.yaml").read_text()
        assert "already a folder" in studio.do("make", **sent)["refused"]
        free = studio.do("free-name", folder=str(tmp_path), name="Two Markets")
        assert free == {"name": "Two Markets 2"}
        assert "drop them again" in studio.do("look", batch="../x", columns={})["refused"]
        assert studio.do("open", folder=str(tmp_path))["refused"].endswith(
            "has no game.yaml; open a folder that has one"
        )
        recent = studio.do("places")["recent"]
        assert [each["title"] for each in recent] == ["Two Markets"]
        assert json.loads(studio.ask("state")[2])["name"] == "two-markets"


def test_some_cards_get_a_layout_of_their_own(market: Path) -> None:
    before = (market / "game.yaml").read_text()
    with served(market) as studio:
        soon(lambda: studio.state()["preview"])
        sent = {"deck": "cards", "column": "Kind"}
        assert "no card of this layout" in studio.do("split", **sent, value="Spell")["refused"]
        assert (
            "cannot be written as a condition"
            in studio.do("split", **sent, value="a, b")["refused"]
        )
        assert studio.do("split", **sent, value="Charm")["part"] == "charm"
        files = [market / "templates" / "back.svg", market / "game.yaml"]
        shared = [each.read_bytes() for each in files]
        assert studio.do("redraw", deck="charm", look="words")["saved"] == "card-charm.svg"
        assert [each.read_bytes() for each in files] == shared  # other cards have them too
        found = studio.do("set-kind", deck="cards", column="Notes", kind="guess")
        place = {"deck": "charm", "side": "face"}
        studio.do("add-element", **place, kind="text", field=found["field"], row=2, more=True)
        studio.do("undo")  # both edits
        assert files[1].read_bytes() == shared[1]
        studio.do("undo")  # the look
        assert "name" in studio.do("add-element", **place, kind="text", row=2)
        assert b">Text<" in (market / "templates" / "card-charm.svg").read_bytes()
        assert b">Text<" not in (market / "templates" / "card.svg").read_bytes()
        deck = soon(lambda: (found := studio.state()["decks"])[0]["rows"][2]["card"] and found)
        assert len(deck) == 1  # one table
        parts = [row["part"] for row in deck[0]["rows"]]
        assert parts == ["cards", "cards", "charm", "cards", "cards"]
        found = studio.edit(2, "The Honey Jar", "Cost", "1", "2")  # drawn at once, as later

        def faces() -> list[str]:
            groups = studio.state()["preview"]["groups"]
            charms = next(each for each in groups if each["id"] == "charm")
            return [each["face"] for each in charms["cards"]]

        soon(lambda: found["face"] in faces())
        assert found["svg"].encode() == studio.ask(f"pictures/{found['face']}.svg")[2]
        studio.edit(2, "The Honey Jar", "Kind", "Charm", "Guest")
        assert studio.state()["decks"][0]["rows"][2]["part"] == "cards"
        for _ in range(4):
            studio.do("undo")
        assert (market / "game.yaml").read_text() == before


def test_cards_of_two_files_are_two_tables(market: Path) -> None:
    (market / "more.csv").write_text(
        "title,copies,kind,cost,icon,what_it_does\nA,1,Guest,1,drum,B\n"
    )
    file = market / "game.yaml"
    file.write_text(file.read_text().replace("night-market.csv", "[market.csv, more.csv]")
                    .replace("cards: market.csv", "cards: [market.csv, more.csv]"))  # fmt: skip
    with served(market) as studio:
        decks = studio.state()["decks"]
        assert [(each["id"], len(each["rows"])) for each in decks] == [("cards", 5), ("cards/2", 1)]
        sent = {"deck": "cards/2", "row": 0, "title": "A", "column": "cost", "old": "1", "new": "2"}
        assert studio.do("edit", **sent)["saved"] == "more.csv"
        assert "A,1,Guest,2," in (market / "more.csv").read_text()


def test_a_broken_card_file_is_said_and_the_page_stays(market: Path) -> None:
    with served(market) as studio:
        (market / "market.csv").write_text('"title\nx')
        assert "cannot be read" in studio.state()["decks"][0]["broken"]
        assert "cannot be read" in studio.edit(0, "x", "title", "a", "b")["refused"]
        assert isinstance(studio, Client)


def test_a_sheet_is_shown_before_its_pictures_are_dropped() -> None:
    starter = Starter()
    try:
        starter.put("b1", "deck.csv", b"Card,Picture,Words\nFox,fox.png,Run\nOwl,owl.jpg,Fly\n")
        found = starter.look_at("b1", "lantern", "poker", {})
        assert found["missing"] == ["fox.png", "owl.jpg"]
        assert len(found["looks"]) == 4
    finally:
        starter.close()


NANDECK = """UNIT=MM
CARDSIZE=63,88
LINK=deck.csv
FONT=Arial,12,B,#000000
TEXT=1-2,[Name],5,5,53,8,center
"""


def test_a_dropped_project_of_another_tool_is_converted(tmp_path: Path) -> None:
    starter = Starter()
    try:
        starter.put("b1", "deck.csv", b"Name,Cost\nFox,1\nOwl,2\n")
        starter.put("b1", "deck.txt", NANDECK.encode())
        found = starter.look_at("b1", "lantern", "poker", {})
        assert (found["kind"], len(found["sofar"])) == ("tool", 2)
        assert found["notes"][0].startswith("deck.txt:4: the typeface 'Arial' is")
        sent = {"kind": "tool", "batch": "b1", "name": "Ours", "folder": str(tmp_path)}
        assert (starter.make(sent) / "game.yaml").is_file()
    finally:
        starter.close()

"""Performs the actions that the studio's page can request, by name."""

from __future__ import annotations

import asyncio
import datetime
import re
import signal
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.studio.boxes import set_boxed
from generator.studio.drafts import looks_of
from generator.studio.editing import CellPlace, Editor
from generator.studio.icons import icons_like
from generator.studio.journal import kept_folder
from generator.studio.layout import (
    ElementChange,
    add,
    drawing_of,
    in_look,
    kind_of,
    layout_of,
    order,
    remove,
    resized,
    shape,
    split_of,
    write_line,
)
from generator.studio.pictures import pictures_like
from generator.studio.printing import choices, export
from generator.studio.recent import note_recent, recent
from generator.studio.rules import Trial, add_rule, another, certificates, has_referee, rules_of
from generator.studio.starting import free_name, places, wishes_of
from generator.studio.tables import EditError
from generator.studio.wording import add_word
from generator.web.security import RefusedError
from validator.core.resources import shipped_games

if TYPE_CHECKING:
    from generator.studio.server import StudioApp

LONGEST = 20_000  # characters of a cell
MOST_CELLS, MOST_CARDS = 2_000, 300  # largest numbers that can be pasted at once
MOST_CHOSEN = 200  # elements that are changed at once
STRATEGIES = ("random", "hoarder", "spender", "racer", "staller", "search")
Answer = dict[str, Any]


async def _refusable(do: Callable[..., Any], *arguments: object) -> Any:
    """Return the result of a call that runs on another thread.

    A refused edit is returned as an error response.
    """
    try:
        return await asyncio.to_thread(do, *arguments)
    except EditError as error:
        return {"refused": str(error)}


async def _places(studio: StudioApp, _: Mapping[str, Any]) -> Answer:
    found = await asyncio.to_thread(places)
    if studio.project is not None:
        found["table"] = studio.project.printing.runs.open_table
        found["referee"] = await studio.work(has_referee, studio.project.folder)
    return found


async def _look_at(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    def look() -> Answer:
        return studio.starter.look_at(str(sent.get("batch", "")), *wishes_of(dict(sent)))

    found: Answer = await _refusable(look)
    return found


async def _free_name(_: StudioApp, sent: Mapping[str, Any]) -> Answer:
    folder, name = (str(sent.get(each, "")) for each in ("folder", "name"))
    return {"name": await asyncio.to_thread(free_name, folder, name)}


async def _make(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    found = await _refusable(studio.starter.make, dict(sent))
    if isinstance(found, dict):
        return found
    await studio.open(found)
    return {"folder": str(found)}


async def _open(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    folder = Path.home() / Path(str(sent.get("folder", ""))).expanduser()
    if not (folder / "game.yaml").is_file():
        return {"refused": f"the folder ‘{folder}’ has no game.yaml; open a folder that has one"}
    await studio.open(folder)
    return {"folder": str(folder)}


def _place(sent: Mapping[str, Any]) -> CellPlace:
    deck, row, title = sent.get("deck"), sent.get("row"), sent.get("title")
    column = sent.get("column", "")
    if not (isinstance(deck, str) and isinstance(title, str) and isinstance(column, str)):
        raise RefusedError(400, "expected a deck, a row, a title and a column")
    if not isinstance(row, int) or row < 0:
        raise RefusedError(400, "expected the number of a row")
    return CellPlace(deck, row, title, column)


async def _edit(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    old, new = sent.get("old"), sent.get("new")
    if not isinstance(old, str) or not isinstance(new, str) or len(new) > LONGEST:
        raise RefusedError(400, "expected the old and the new words of a cell")
    found: Answer = await studio.work(studio.opened().edit, _place(sent), old, new)
    studio.drawn()
    return found


async def _paste(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    cells, added = sent.get("cells"), sent.get("added")
    if not isinstance(cells, list) or not isinstance(added, list):
        raise RefusedError(400, "expected cells and cards")
    if len(cells) > MOST_CELLS or len(added) > MOST_CARDS:
        return {"refused": f"paste up to {MOST_CELLS:,} cells and {MOST_CARDS:,} new cards at once"}
    edits = [(_place(each), str(each.get("old", ""))[:LONGEST], str(each.get("new", ""))[:LONGEST])
             for each in cells if isinstance(each, dict)]  # fmt: skip
    cards = [{str(column): str(words)[:LONGEST] for column, words in each.items()}
             for each in added if isinstance(each, dict)]  # fmt: skip
    project, deck = studio.opened(), str(sent.get("deck"))
    found = await studio.work(project.editor.paste, deck, edits, cards)
    studio.changed()
    return found or {}


async def _copy(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    row = await studio.work(studio.opened().editor.copy, _place(sent))
    studio.changed()
    return row if isinstance(row, dict) else {"row": row}


async def _drop(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    found = await studio.work(studio.opened().editor.drop, _place(sent))
    studio.changed()
    return found or {}


async def _layout(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    editor = studio.opened().editor
    side = "back" if sent.get("side") == "back" else "face"
    deck, card = str(sent.get("deck")), str(sent.get("card", ""))
    found: Answer = await studio.work(layout_of, editor, deck, side, card)
    return found


def _face(sent: Mapping[str, Any]) -> tuple[str, str, int]:
    """Return the deck and the side of a drawing, and the row of the displayed card."""
    row = sent.get("row")
    side = "back" if sent.get("side") == "back" else "face"
    return str(sent.get("deck")), side, row if isinstance(row, int) else 0


def _change(sent: Mapping[str, Any]) -> ElementChange:
    """Return the change to an element of a drawing that a request describes."""
    index, values = sent.get("index"), sent.get("values", {})
    if not isinstance(index, int) or not isinstance(values, dict):
        raise RefusedError(400, "expected the number of an element, and values")
    return ElementChange(index, str(sent.get("name")), values)


async def _drawn(
    studio: StudioApp, sent: Mapping[str, Any], edit: Callable[..., Answer], *values: object
) -> Answer:
    """Apply an edit to a drawing, and return the card as it looks now."""
    deck, side, row = _face(sent)
    project = studio.opened()
    found: Answer = await studio.work(project.draw, edit, deck, row, side, *values)
    studio.drawn()
    return found


async def _shape(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    changes = sent.get("changes")
    if not isinstance(changes, list) or not 0 < len(changes) <= MOST_CHOSEN:
        raise RefusedError(400, "expected changes of elements")
    wanted = [_change(each) for each in changes if isinstance(each, dict)]
    return await _drawn(studio, sent, shape, wanted)


async def _write_line(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    file, line, old, new = (sent.get(each) for each in ("file", "line", "old", "new"))
    if not isinstance(line, int) or not isinstance(new, str) or len(new) > LONGEST:
        raise RefusedError(400, "expected the number of a line, and its text")
    return await _drawn(studio, sent, write_line, str(file), line, str(old), new)


async def _add_element(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    kind, field, at = str(sent.get("kind")), str(sent.get("field", "")), sent.get("at")
    numbers = [each for each in at if isinstance(each, int | float)] if isinstance(at, list) else []
    place = (numbers[0], numbers[1]) if len(numbers) == 2 else None
    return await _drawn(studio, sent, add, kind, field, place, sent.get("more") is True)


async def _drop_element(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    gone = _change(sent)
    return await _drawn(studio, sent, remove, gone.index, gone.name)


async def _order(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    moved = _change(sent)
    return await _drawn(studio, sent, order, moved.index, moved.name, sent.get("front") is True)


async def _split(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    part, column, value = str(sent.get("deck")), str(sent.get("column")), str(sent.get("value"))
    found: Answer = await studio.work(split_of, studio.opened().editor, part, column, value)
    studio.changed()
    return found


async def _set_kind(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    deck, column, kind = (str(sent.get(each, "")) for each in ("deck", "column", "kind"))
    return await _reshaped(studio, kind_of, deck, column, kind)


async def _resize(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    return await _reshaped(studio, resized, str(sent.get("deck")), str(sent.get("size")))


async def _look(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    return await _reshaped(studio, in_look, str(sent.get("deck")), str(sent.get("look")))


async def _looks(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    project, row = studio.opened(), sent.get("row")
    found: Answer = await studio.work(
        looks_of, project.editor, str(sent.get("deck")), row if isinstance(row, int) else 0,
        studio.starter.pictures,
    )  # fmt: skip
    return found


async def _reshaped(studio: StudioApp, do: Callable[..., Answer], *words: str) -> Answer:
    """Apply an edit to game.yaml and to the drawings that belong to it."""
    project = studio.opened()
    found: Answer = await studio.work(do, project.editor, *words)
    project.saved = str(found.get("saved", project.saved))
    studio.changed()
    return found


async def _box(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    def box(editor: Editor, name: str) -> Answer:
        return set_boxed(editor, name, sent.get("on") is True)

    return await _reshaped(studio, box, str(sent.get("deck")))


async def _icons(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    return await asyncio.to_thread(icons_like, studio.opened().folder, str(sent.get("words", "")))


async def _pictures(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    words = str(sent.get("words", ""))
    return await asyncio.to_thread(pictures_like, studio.opened().folder, words)


async def _add_word(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    deck, column, word = (str(sent.get(each, "")) for each in ("deck", "column", "word"))
    found: Answer = await studio.work(add_word, studio.opened().editor, deck, column, word)
    studio.changed()
    return found


async def _open_file(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    """Open a deck's card file or drawing with the user's default program."""
    editor, deck = studio.opened().editor, str(sent.get("deck"))
    side = str(sent.get("side", ""))

    def file() -> Answer:
        return {"file": drawing_of(editor, deck, side) if side else editor.deck(deck).file}

    found: Answer = await studio.work(file)
    if "file" in found:
        await asyncio.to_thread(studio.launch, str(found["file"]))
        return {}
    return found


async def _rules(studio: StudioApp, _: Mapping[str, Any]) -> Answer:
    found: Answer = await studio.work(rules_of, studio.opened().editor)
    return found


async def _add_rule(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    sentence, section = str(sent.get("sentence", "")), str(sent.get("section"))
    found: Answer = await studio.work(add_rule, studio.opened().editor, sentence, section)
    studio.opened().saved = "rules.yaml"
    studio.changed()
    return found


def _trial(studio: StudioApp, sent: Mapping[str, Any]) -> Trial:
    path = sent.get("path")
    if not isinstance(path, list) or not all(isinstance(each, str) for each in path):
        raise RefusedError(400, "expected the name of a number")
    return Trial(studio.opened().editor, str(sent.get("rule")), path, str(sent.get("value")))


async def _try_rule(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    project = studio.opened()

    def tried() -> Answer:
        return _trial(studio, sent).effects(project.previewer, project.trials)

    found: Answer = await studio.work(tried)
    return found


async def _save_rule(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    found = await studio.work(lambda: _trial(studio, sent).save())
    studio.opened().saved = "rules.yaml"
    studio.changed()
    return found or {}


async def _keep_variant(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    target = await studio.work(lambda: _trial(studio, sent).keep())
    if isinstance(target, dict):
        return target
    note_recent(target)
    note_recent(studio.opened().folder)
    return {"folder": str(target), "name": target.name}


async def _another(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    line, word = sent.get("line"), sent.get("word")
    if not isinstance(line, int) or not isinstance(word, str):
        raise RefusedError(400, "expected a line and a number")
    found = await studio.work(another, studio.opened().editor, line, word)
    studio.changed()
    return found or {}


async def _progress(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    return {"played": studio.opened().printing.runs.played.get(str(sent.get("kind")), 0)}


async def _find_out(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    games, players = sent.get("games", 100), str(sent.get("players", ""))
    if not isinstance(games, int) or not 1 <= games <= 2000 or (not players.isdigit() and players):
        raise RefusedError(400, "expected a number of games and of players")
    runs = studio.opened().printing.runs
    try:
        trial = await asyncio.to_thread(_trial, studio, sent)
        found = await trial.found_out(runs, str(sent.get("what")), games, players)
    except EditError as error:
        return {"refused": str(error)}
    return found or {"stopped": True}


async def _simulate(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    games, players = sent.get("games", 100), str(sent.get("players", ""))
    other, strategy = str(sent.get("compare", "")), str(sent.get("strategy", ""))
    if not isinstance(games, int) or not 1 <= games <= 2000 or not players.isdigit():
        raise RefusedError(400, "expected a number of games and of players")
    project = studio.opened()
    words = ["simulate", str(project.folder), "--games", str(games), "--players", players,
             "--cards", "--progress", "--format", "json"]  # fmt: skip
    known = {*shipped_games(), *map(str, recent())}
    words += ["--compare", other] if other in known else []
    words += ["--strategy", strategy] if strategy in STRATEGIES else []
    try:
        done = await project.printing.runs.run("simulate", *words)
        return {"stopped": True} if done is None else {"certificates": certificates(done)}
    except EditError as error:
        return {"refused": str(error)}


async def _stop(studio: StudioApp, _: Mapping[str, Any]) -> Answer:
    studio.opened().printing.runs.stop("simulate")
    return {}


async def _play(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    seats = sent.get("seats")
    if not isinstance(seats, list) or not all(isinstance(each, str) for each in seats):
        raise RefusedError(400, "expected the players")
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")[: len(seats)]
    project = studio.opened()
    words = ["play", str(project.folder), "--players", ",".join(names), "--no-open"]
    for name, who in zip(names, seats, strict=True):
        words += ["--seat", f"{name}={who}"] if who in STRATEGIES else []
    target = kept_folder(project.folder, "games")
    if target is not None:
        now = datetime.datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        words += ["--record", str(target / f"{now}.play")]
    try:
        return {"link": await project.printing.runs.table(*words)}
    except EditError as error:
        return {"refused": str(error)}


async def _undo(studio: StudioApp, _: Mapping[str, Any]) -> Answer:
    found = await studio.work(studio.opened().editor.undo)
    studio.changed()
    return found if isinstance(found, dict) else {"done": found.about}


async def _redo(studio: StudioApp, _: Mapping[str, Any]) -> Answer:
    found = await studio.work(studio.opened().editor.redo)
    studio.changed()
    return found if isinstance(found, dict) else {"done": found.about}


async def _plan(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    project = studio.opened()
    since = project.printed.file if sent.get("changed") else None
    if since is not None and project.printed.manifest is None:
        return {"refused": "nothing has been printed yet"}
    try:
        return await project.printing.plan(sent, since, project.preview.state[9:21])
    except EditError as error:
        return {"refused": str(error)}


async def _choices(studio: StudioApp, _: Mapping[str, Any]) -> Answer:
    return choices() | {
        "paper": studio.usual_paper(studio.opened().folder),
        "printers": [{"id": name, "paper": paper} for name, paper in studio.printers()],
    }


async def _test_page(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    paper, sides = str(sent.get("paper")), str(sent.get("sides"))
    return await _asked(studio.opened().printing.test_page(paper, sides))


async def _save_printer(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    name, sides = str(sent.get("name", "")), [sent.get("front"), sent.get("back")]
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,30}", name):
        return {
            "refused": "use lower-case letters and digits for the printer's name, such as office"
        }
    lengths = [[each for each in side if isinstance(each, int | float)]
               for side in sides if isinstance(side, list)]  # fmt: skip
    if [len(each) for each in lengths] != [5, 5]:
        return {"refused": "measure all five lengths on both sides"}
    paper, turned = str(sent.get("paper")), str(sent.get("sides"))
    return await _asked(studio.opened().printing.save_printer(name, paper, turned, lengths))


async def _asked(work: Awaitable[Answer | None]) -> Answer:
    """Return the response of an asynchronous action.

    A refused edit is returned as an error response.
    """
    try:
        return await work or {}
    except EditError as error:
        return {"refused": str(error)}


async def _export(studio: StudioApp, sent: Mapping[str, Any]) -> Answer:
    try:
        project = studio.opened()
        return await export(project.printing.runs, project.folder, str(sent.get("form")))
    except EditError as error:
        return {"refused": str(error)}


async def _printed(studio: StudioApp, _: Mapping[str, Any]) -> Answer:
    found: Answer = await studio.work(studio.opened().keep_printed)
    studio.changed()
    return found


async def _quit(studio: StudioApp, _: Mapping[str, Any]) -> Answer:
    """End the program, for users who have no terminal for Ctrl-C."""
    asyncio.get_running_loop().call_later(0.3, signal.raise_signal, signal.SIGINT)
    return {"recent": studio.project is not None}


ACTIONS: dict[str, Callable[[StudioApp, Mapping[str, Any]], Awaitable[Answer]]] = {
    "edit": _edit, "paste": _paste, "copy": _copy, "drop": _drop, "undo": _undo, "redo": _redo,
    "layout": _layout, "shape": _shape, "write-line": _write_line,
    "add-element": _add_element, "drop-element": _drop_element,
    "order": _order, "split": _split, "set-kind": _set_kind, "resize": _resize,
    "redraw": _look, "looks": _looks, "box": _box, "icons": _icons,
    "pictures": _pictures, "add-word": _add_word, "open-file": _open_file,
    "keep-variant": _keep_variant, "another": _another, "progress": _progress,
    "rules": _rules, "add-rule": _add_rule, "try": _try_rule, "save-rule": _save_rule,
    "find-out": _find_out,
    "quit": _quit, "simulate": _simulate, "stop": _stop, "play": _play,
    "places": _places, "look": _look_at, "make": _make,
    "free-name": _free_name, "open": _open,
    "plan": _plan, "choices": _choices, "test-page": _test_page, "save-printer": _save_printer,
    "export": _export, "printed": _printed,
}  # fmt: skip

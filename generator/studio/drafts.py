"""Draws cards of a project that is not saved yet: from a spreadsheet, or in another look."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from generator.core.digest import hash_of
from generator.export.standalone_svg import alone
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from generator.projects.looks import LOOKS
from generator.studio.editing import Editor
from generator.studio.resizing import in_look
from generator.studio.tables import EditError
from validator.core.model import Card, Component
from validator.load.game import load_game

LEFT_OUT = ("output", "node_modules")  # folders without anything that a card shows


class DraftRenderer:
    """Draws the cards of a folder one by one, and keeps the pictures by name."""

    def __init__(self, folder: Path, pictures: dict[str, bytes]) -> None:
        loaded = load_game(folder)
        self.problems = loaded.problems
        self.game = loaded.game
        self.pictures = pictures
        if self.game is not None:
            self._kit_renderer = KitRenderer(self.game, Options())
            self._kit_renderer.faces = {}

    def draw(self, component: Component, card: Card) -> str:
        """Draw a card, and return the name of its picture.

        Raises EditError.
        """
        kit_renderer = self._kit_renderer
        assert kit_renderer.faces is not None
        key = kit_renderer.draw(component, card, component.face)
        if key not in kit_renderer.drawings:
            said = [*kit_renderer.undrawn.values()]
            why = said[0].full_message if said else "a card cannot be drawn"
            raise EditError(f"the card ‘{card.title}’ cannot be drawn: {why}")
        svg = alone(kit_renderer, kit_renderer.faces[key], component.size, 0.0)
        name = hash_of(svg.decode("utf-8", "replace"))
        self.pictures[name] = svg
        return name


def looks_of(
    editor: Editor, name: str, row: int, pictures: dict[str, bytes]
) -> dict[str, Any]:  # fmt: skip
    """Return the names of pictures of a card in each of the looks. Raises EditError."""
    game = load_game(editor.folder).game
    if game is None:
        raise EditError("game.yaml cannot be read")
    component = next((each for each in game.components if each.id == name), None)
    deck = next((each for each in editor.decks.values() if each.component == name), None)
    if component is None or deck is None:
        raise EditError(f"the deck ‘{name}’ no longer exists")
    own = {deck.file: deck.format.only(deck.data(), row)}
    found = {}
    with TemporaryDirectory(prefix="pieria-look-") as folder:
        for key, look in LOOKS.items():
            files = in_look(editor, game, component, look)
            _copy(
                editor.folder, Path(folder), own | {file: new for file, (_, new) in files.items()}
            )
            drafts = DraftRenderer(Path(folder), pictures)
            components = drafts.game.components if drafts.game else ()
            made = next((each for each in components if each.id == name), None)
            if made is None or not made.cards:
                raise EditError("this card cannot be drawn; fix its problems first")
            found[key] = drafts.draw(made, made.cards[0])
    return {"faces": found}


def _copy(project: Path, target: Path, changed: Mapping[Path, bytes]) -> None:
    """Link the files of a project into another folder.

    Those in `changed` are written with other contents each time; the others are linked only once.
    """
    for place, folders, files in os.walk(project):
        folders[:] = [each for each in folders if each not in LEFT_OUT and each[0] != "."]
        here = target / Path(place).relative_to(project)
        here.mkdir(exist_ok=True)
        for name in files:
            file = Path(place) / name
            if file in changed:
                (here / name).write_bytes(changed[file])
            elif (here / name).exists() or name[0] == "." or file.is_symlink():
                continue
            else:
                try:
                    os.link(file, here / name)
                except OSError:
                    with suppress(OSError):
                        shutil.copyfile(file, here / name)

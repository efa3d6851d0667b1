"""Edits the card files of a project.

Each edit is saved and entered in the journal at once. It never overwrites changes that others have
made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.core.atomic_write import write_durably
from generator.studio.decks import EditedDeck, decks_of
from generator.studio.journal import Journal, JournalEntry, digest
from generator.studio.tables import EditedTable, EditError, copy_row, drop_row, set_cell, table_of
from validator.load.cards import slug


class ConflictError(Exception):
    """Raised for a cell that was also changed elsewhere.

    It contains the cell's earlier text, the typed text, and the text in the file.
    """

    def __init__(self, title: str, column: str, file: str, before: str, mine: str, theirs: str):
        super().__init__(f"{file} was also changed elsewhere")
        self.values = {
            "title": title, "column": column, "file": file, "before": before, "mine": mine,
            "theirs": theirs,
        }  # fmt: skip


class CellPlace(NamedTuple):
    """A cell or a card in a request.

    The row's number and title show whether the row has moved in the file since.
    """

    deck: str
    row: int  # from 0
    title: str
    column: str = ""


class Editor:
    """Edits the files of one project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.decks: dict[str, EditedDeck] = {}
        self.journal = Journal(self.folder)
        self.read()
        self._finish_last()

    def read(self) -> None:
        """Read the project's list of decks again."""
        self.decks = {deck.id: deck for deck in decks_of(self.folder)}

    def deck(self, name: str) -> EditedDeck:
        """Return a deck by its id. Raises EditError."""
        if name not in self.decks:
            raise EditError(f"the deck ‘{name}’ no longer exists")
        return self.decks[name]

    def taking(self, deck: EditedDeck, row: int) -> EditedDeck:
        """Return the deck that a row belongs to, of all decks that share the table.

        Raises EditError.
        """
        table = table_of(deck.format, deck.data())
        for each in self.decks.values():
            if each.same_table(deck) and row < len(table.rows) and each.takes(table, row):
                return each
        raise EditError("this row does not belong to any component")

    # ---- edits

    def set(self, place: CellPlace, old: str, new: str) -> None:
        """Replace the text of a cell, which was `old` when the user began to type.

        Raises ConflictError if the cell has changed in the meantime, and EditError for text that
        cannot be written.
        """
        deck = self.deck(place.deck)
        data = deck.data()
        table = table_of(deck.format, data)
        row, column = _row(table, place), _column(table, place.column)
        found = table.rows[row].cells[column].text
        if found not in (old, new):
            raise ConflictError(place.title, place.column, deck.file.name, old, new, found)
        made = set_cell(deck.format, data, row, column, new)
        about = {"what": "cell", "old": old, "new": new} | place._replace(row=row)._asdict()
        self._write(deck.file, data, made, about)

    def paste(
        self,
        name: str,
        cells: Sequence[tuple[CellPlace, str, str]],
        added: Sequence[Mapping[str, str]],
    ) -> None:
        """Write several cells and new cards in a single edit.

        A cell is given with its earlier and its new text. `added` has the texts of each new card by
        column. Raises ConflictError or EditError.
        """
        deck = self.deck(name)
        before = data = deck.data()
        table = table_of(deck.format, data)
        found = [(_row(table, place), _column(table, place.column)) for place, _, _ in cells]
        for (row, column), (place, old, new) in zip(found, cells, strict=True):
            words = table.rows[row].cells[column].text
            if words not in (old, new):
                raise ConflictError(place.title, place.column, deck.file.name, old, new, words)
            data = set_cell(deck.format, data, row, column, new)
        for card in added:
            data = _with_card(deck, data, card)
        about = {"what": "paste", "title": f"{len(cells)} cells and {len(added)} cards pasted"}
        self._write(deck.file, before, data, about)

    def copy(self, place: CellPlace) -> int:
        """Add a copy of a card to its table, and return the row of the copy."""
        deck = self.deck(place.deck)
        data = deck.data()
        row = _row(table_of(deck.format, data), place)
        made, copied = copy_row(deck.format, data, row)
        self._write(deck.file, data, made, {"what": "copy"} | place._asdict())
        return copied

    def drop(self, place: CellPlace) -> None:
        """Delete a card from its table."""
        deck = self.deck(place.deck)
        data = deck.data()
        made = drop_row(deck.format, data, _row(table_of(deck.format, data), place))
        self._write(deck.file, data, made, {"what": "drop"} | place._asdict())

    def write(self, file: Path, before: bytes, after: bytes, about: Mapping[str, object]) -> None:
        """Write another file of the project, such as a drawing.

        The edit can be undone.
        """
        self._write(file, before, after, about)

    def write_all(
        self, files: Mapping[Path, tuple[bytes, bytes]], about: Mapping[str, object]
    ) -> None:
        """Write several files, each given with its old and new content.

        One undo reverts all of them.
        """
        changed = {file: pair for file, pair in files.items() if pair[0] != pair[1]}
        for place, (file, (before, after)) in enumerate(changed.items()):
            self._write(file, before, after, {**about, "more": place > 0})

    def _write(self, file: Path, before: bytes, after: bytes, about: Mapping[str, object]) -> None:
        if before == after:
            return
        _not_open(file)
        name = file.resolve().relative_to(self.folder).as_posix()
        entry = self.journal.begin(name, before, after, about)
        self._put(file, after)
        self.journal.finish(entry)

    def _put(self, file: Path, data: bytes) -> None:
        """Write a file.

        Undoing an edit that created a file deletes the file.
        """
        try:
            if data:
                write_durably(file, data)
            else:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise EditError(f"{file.name} cannot be written: {error.strerror or error}") from None

    def _finish_last(self) -> None:
        """Complete the edit during which the program was killed, if there is one."""
        entry = self.journal.unfinished()
        data = self.journal.version(entry.after) if entry else None
        if entry is None:
            return
        file = self.folder / entry.file
        said = file.read_bytes() if file.is_file() else b""
        if data is not None and digest(said) == entry.before:
            self._put(file, data)
        self.journal.finish(entry)

    # ---- undo

    def undo(self) -> JournalEntry:
        """Undo the last edit, in all its files. Raises EditError or ConflictError."""
        entry = self._undo_one()
        while entry.about.get("more") and self.journal.undoable is not None:
            entry = self._undo_one()
        return entry

    def _undo_one(self) -> JournalEntry:
        entry = self.journal.undoable
        if entry is None:
            raise EditError("there is nothing to undo")
        self._restore(entry, entry.after, entry.before, "new", "old")
        self.journal.move(-1)
        return entry

    def redo(self) -> JournalEntry:
        """Redo the edit that was undone last. Raises EditError or ConflictError."""
        entry = self._redo_one()
        while (more := self.journal.redoable) is not None and more.about.get("more"):
            self._redo_one()
        return entry

    def _redo_one(self) -> JournalEntry:
        entry = self.journal.redoable
        if entry is None:
            raise EditError("there is nothing to redo")
        self._restore(entry, entry.before, entry.after, "old", "new")
        self.journal.move(1)
        return entry

    def _restore(self, entry: JournalEntry, now: str, then: str, has: str, gets: str) -> None:
        file = self.folder / entry.file
        _not_open(file)
        data = file.read_bytes() if file.is_file() else b""
        kept = self.journal.version(then)
        if digest(data) == now and kept is not None:
            self._put(file, kept)
            return
        about = entry.about
        if about.get("what") != "cell":
            raise EditError(
                f"{file.name} was changed elsewhere after this edit, so it cannot be undone here"
                "; change it by hand"
            )
        place = CellPlace(about["deck"], about["row"], about["title"], about["column"])
        deck = self.deck(place.deck)
        table = table_of(deck.format, data)
        row, column = _row(table, place), _column(table, place.column)
        found = table.rows[row].cells[column].text
        if found != about[has]:
            raise ConflictError(
                place.title, place.column, file.name, about[has], about[gets], found
            )
        self._put(file, set_cell(deck.format, data, row, column, about[gets]))


def _with_card(deck: EditedDeck, data: bytes, words: Mapping[str, str]) -> bytes:
    """Return the file with a new card after the last one.

    The card contains only these texts.
    """
    last = len(table_of(deck.format, data).rows) - 1
    data, row = copy_row(deck.format, data, last)
    table = table_of(deck.format, data)
    title = next((words[each] for each in table.titles if words.get(each)), "")
    said = {"id": slug(title)} | dict(words)
    for column, cell in enumerate(table.rows[row].cells):
        name = table.titles[column]
        if name and not cell.fixed:
            data = set_cell(deck.format, data, row, column, said.get(name, ""))
    return data


def _row(table: EditedTable, place: CellPlace) -> int:
    """Return the current row of a card, even if rows were added above it.

    Raises EditError.
    """
    if place.row < len(table.rows) and row_title(table, place.row) == place.title:
        return place.row
    titles = [row_title(table, row) for row in range(len(table.rows))]
    if titles.count(place.title) == 1:
        return titles.index(place.title)
    if place.column and place.row < len(titles) and place.title not in titles:
        return place.row  # the title itself was edited
    raise EditError(f"the card ‘{place.title}’ has moved; check the table and try again")


def row_title(table: EditedTable, row: int) -> str:
    """Return a short name for a card: its id, or else the first text in its row."""
    cells = dict(zip(table.titles, table.rows[row].cells, strict=True))
    if "id" in cells and cells["id"].text:
        return cells["id"].text
    return next((cell.text for cell in table.rows[row].cells if cell.text), "")


def _column(table: EditedTable, name: str) -> int:
    if name not in table.titles:
        raise EditError(f"the column ‘{name}’ no longer exists")
    return table.titles.index(name)


def _not_open(file: Path) -> None:
    """Raise EditError for a workbook that is open in Excel.

    Excel would overwrite the edit when it saves.
    """
    if (file.parent / f"~${file.name}").exists():
        raise EditError(
            f"{file.name} is open in a spreadsheet program; close it there, then edit here"
        )

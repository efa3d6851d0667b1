"""Converts a project to the form that its page displays: decks as tables, messages at cells,
changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.kit.changes import nearest
from generator.preview.snapshot import DRAWING, Snapshot
from generator.studio.boxes import boxes_of
from generator.studio.decks import EditedDeck, sharing
from generator.studio.editing import Editor, row_title
from generator.studio.printed import Cells, LastPrint
from generator.studio.tables import EditedTable, EditError, TableRow, table_of
from validator.core.location import Problem
from validator.load.text import called

_NEAR = re.compile(r"did you mean '([^']+)'")
_QUOTED = re.compile(r"'([^']+)'|“([^”]+?)…?”")
CAN_BE_PRINTED = "legible"  # the check whose errors do not prevent a build


def state_of(editor: Editor, snapshot: Snapshot, printed: LastPrint, saved: str) -> dict[str, Any]:
    """Return everything that a project's page displays except the snapshot."""
    undo, redo = editor.journal.undoable, editor.journal.redoable
    tables = [_table(decks, snapshot, printed) for decks in sharing(editor.decks.values())]
    placed = {each for _, found in tables for each in found}
    return {
        "folder": str(editor.folder),
        "name": editor.folder.name,
        "saved": saved,
        "undo": undo.about if undo else None,
        "redo": redo.about if redo else None,
        "decks": [table for table, _ in tables],
        "others": [
            {
                "message": each.full_message.split(DRAWING)[0],
                "where": f"{Path(each.location.file).name}, line {each.location.line}",
                "level": each.level,
            }
            for each in snapshot.problems
            if each not in placed
        ],
        "printed": {"when": printed.when, "build": printed.manifest.build}
        if printed.manifest
        else None,
        "changes": printed.changes(snapshot),
        "boxes": boxes_of(editor),
    }


def cells_of(editor: Editor) -> Cells:
    """Return the texts of all cells by deck, card and column.

    They are stored when the kit is printed, to be compared later.
    """
    found: Cells = {}
    for deck in editor.decks.values():
        table = table_of(deck.format, deck.data())
        found[deck.id] = {
            row_title(table, place): {
                title: cell.text for title, cell in zip(table.titles, row.cells, strict=True)
            }
            for place, row in enumerate(table.rows)
        }
    return found


def _table(
    decks: Sequence[EditedDeck], snapshot: Snapshot, printed: LastPrint
) -> tuple[dict[str, Any], dict[Problem, Any]]:
    """Return the table for one component or several that share a file, and its problems."""
    deck = decks[0]
    head = {
        "id": deck.id, "title": ", ".join(each.title for each in decks), "file": deck.file.name,
        "broken": "", "parts": [{"id": each.component, "title": each.title} for each in decks],
    }  # fmt: skip
    try:
        table = table_of(deck.format, deck.data())
    except EditError as error:
        empty = {"columns": [], "rows": [], "problems": [], "was": {}, "appends": False}
        return {**head, "broken": str(error), **empty}, {}
    titles = [row_title(table, place) for place in range(len(table.rows))]
    name = called(deck.file)
    found = {problem: _placed(problem, table) for problem in snapshot.problems
             if problem.location.file == name}  # fmt: skip
    placed = {problem: at for problem, at in found.items() if at is not None}
    return {
        **head,
        "columns": _columns(decks, table),
        "appends": table.appends,
        "rows": _rows(decks, table, titles, snapshot),
        "problems": [*placed.values()],
        "was": _was(table, titles, printed.cells.get(deck.id)),
    }, placed


def _columns(decks: Sequence[EditedDeck], table: EditedTable) -> list[dict[str, Any]]:
    """Return the description of each column.

    It comes from the first component that prints the column.
    """
    said = zip(*(deck.columns(table) for deck in decks), strict=True)
    return [next((each for each in column if each["field"]), column[0]) for column in said]


def _rows(
    decks: Sequence[EditedDeck], table: EditedTable, titles: Sequence[str], snapshot: Snapshot
) -> list[dict[str, Any]]:
    cards = {deck.id: _cards(deck, snapshot) for deck in decks}
    fields = [each["field"] for each in _columns(decks, table)]
    at_name = fields.index("title") if "title" in fields else None
    found = []
    for place, (title, row) in enumerate(zip(titles, table.rows, strict=True)):
        deck = next((each for each in decks if each.takes(table, place)), None)
        found.append({
            "title": title,
            "name": (row.cells[at_name].text if at_name is not None else "") or title,
            "part": deck.component if deck else "",
            "card": cards[deck.id].get(row.number) if deck else None,
            "cells": [cell.text for cell in row.cells],
            "fixed": {table.titles[at]: cell.fixed
                      for at, cell in enumerate(row.cells) if cell.fixed},
        })  # fmt: skip
    return found


def _cards(deck: EditedDeck, snapshot: Snapshot) -> dict[int, str]:
    """Return the card's id for each row, by the row's number or first line."""
    found = {}
    name = called(deck.file)
    for group in snapshot.groups:
        if group.id == deck.component:
            for preview in group.previews:
                if preview.location.file != name:
                    continue
                cell = preview.location.cell
                found[cell.row if cell else preview.location.line] = preview.id
    return found


def _was(
    table: EditedTable, titles: list[str], printed: Mapping[str, dict[str, str]] | None
) -> dict[str, dict[str, str]]:
    """Return the texts of changed cells as they were last printed."""
    if printed is None:
        return {}
    found = {}
    gone = {title: cells for title, cells in printed.items() if title not in titles}
    for title, row in zip(titles, table.rows, strict=True):
        before = printed.get(title)
        if before is None and gone:  # a card with another title, or another id
            said = {name: cell.text for name, cell in zip(table.titles, row.cells, strict=True)}
            other = nearest(said, gone)
            before = gone.pop(other, None)
        if before is None:
            found[title] = {"": "new"}
            continue
        differ = {
            column: before.get(column, "")
            for column, cell in zip(table.titles, row.cells, strict=True)
            if cell.text != before.get(column, "")
        }
        if differ:
            found[title] = differ
    return found


def _placed(problem: Problem, table: EditedTable) -> dict[str, Any] | None:
    """Return a problem with its cell or, if it has no column, with its card."""
    location = problem.location
    row = next((place for place, each in enumerate(table.rows) if _holds(each, problem)), None)
    if row is None:
        return None
    column = _column(problem, table, table.rows[row])
    near = _NEAR.search(problem.message)
    return {
        "row": row,
        "column": column,
        "message": problem.message.split(DRAWING)[0],
        "where": f"column ‘{column}’" if column else location.row,
        "blocks": problem.level == "error" and problem.check != CAN_BE_PRINTED,
        "level": problem.level,
        "instead": near[1] if near else "",
    }


def _holds(row: TableRow, problem: Problem) -> bool:
    cell = problem.location.cell
    if cell is not None:
        return row.number == cell.row
    return row.number <= problem.location.line <= max(row.last, row.number)


def _column(problem: Problem, table: EditedTable, row: TableRow) -> str:
    """Return the column that a problem is about.

    It is the column of its location, or one whose text the message quotes.
    """
    cell = problem.location.cell
    if cell is not None and cell.title and 0 < cell.column <= len(table.titles):
        return table.titles[cell.column - 1]
    if cell is None:
        here = [
            title
            for title, each in zip(table.titles, row.cells, strict=True)
            if each.line == problem.location.line and each.column == problem.location.column
        ]
        if here:
            return here[0]
    for word, words in _QUOTED.findall(problem.message):
        for title, each in zip(table.titles, row.cells, strict=True):
            if word and (each.text == word or f":{word}:" in each.text):
                return title
            if words and words in each.text.replace("*", ""):
                return title
    return ""

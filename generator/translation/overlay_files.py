"""Overlays as files: a skeleton to fill in, and PO files for translation tools.

This is the only module that imports polib. The context of an entry is its place in the overlay,
such as `cards:muses:clio:title`, so that equal texts in different places can have different
translations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import polib

from generator.translation.completeness import SourceText
from validator.core.location import Location, Problem
from validator.core.scalars import flow
from validator.load.phrases import Place


def skeleton(
    language: str, sayings: Iterable[SourceText], plural: str = "", schema: bool = False
) -> str:
    """Return an overlay with a line for each text.

    Missing translations are replaced by the source.
    """
    first = "# yaml-language-server: $schema=../schemas/locale.json\n" if schema else ""
    lines = [f"{first}language: {language}"]
    lines += [f"plural: {flow(plural)}"] if plural else []
    lines += _lines({each.place: each for each in sayings})
    return "\n".join(lines) + "\n"


def _lines(sayings: Mapping[Place, SourceText]) -> list[str]:
    """Return the texts as a tree of names, as lines that are indented by two spaces per level.

    List indices are names, too.
    """
    lines: list[str] = []
    above: Place = ()
    for place, saying in sayings.items():
        shared = 0
        while shared < len(place) - 1 and place[shared : shared + 1] == above[shared : shared + 1]:
            shared += 1
        lines += (f"{'  ' * depth}{flow(place[depth])}:" for depth in range(shared, len(place) - 1))
        forms = saying.said
        said = flow(forms[0]) if len(forms) == 1 else flow(list(forms)) if forms else ""
        line = f"{'  ' * (len(place) - 1)}{flow(place[-1])}: {said}".rstrip()
        if not said and place[0] != "words":
            line += f"  # {' '.join(saying.text.split())}"
        lines.append(line)
        above = place[:-1]
    return lines


def to_po(game: str, language: str, sayings: Iterable[SourceText]) -> str:
    """Return a PO file for a language.

    It contains no dates, so that its bytes are reproducible. Plural forms are left out.
    """
    file = polib.POFile(wrapwidth=0)
    file.metadata = {
        "Project-Id-Version": game,
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for each in sayings:
        if len(each.said) > 1:
            continue
        context = "words" if each.place[0] == "words" else ":".join(map(str, each.place))
        place = (each.location.file, str(each.location.line or ""))
        file.append(
            polib.POEntry(
                msgctxt=context, msgid=each.text, msgstr="".join(each.said), occurrences=[place]
            )
        )
    return str(file)


def from_po(
    text: str, name: str, sayings: Iterable[SourceText]
) -> tuple[list[SourceText], list[Problem]]:
    """Return the texts with translations from a PO file; fuzzy and obsolete entries are skipped.

    An entry whose English text differs from the game's is a problem, and its translation is not
    used.
    """
    found = list(sayings)
    if not text.lstrip().startswith(("msg", "#")):  # polib would take it for a file name
        return found, [Problem(Location(name), "this is not a PO file", "po")]
    try:
        entries = [each for each in polib.pofile(text) if not each.obsolete]
    except (OSError, UnicodeError, ValueError) as error:
        return found, [Problem(Location(name), f"cannot be read as a PO file: {error}", "po")]
    if not entries:
        message = "there are no entries; is a quotation mark not closed?"
        return found, [Problem(Location(name), message, "po")]
    known = {_key(each): place for place, each in enumerate(found)}
    problems = []
    for entry in entries:
        key = ("words", entry.msgid) if entry.msgctxt == "words" else (entry.msgctxt or "", "")
        place = known.get(key)
        if place is None or found[place].text != entry.msgid:
            words = entry.msgid if len(entry.msgid) <= 40 else entry.msgid[:39] + "…"
            message = (
                f"“{words}” ({entry.msgctxt}) is not a text of the game; export the PO file again"
            )
            problems.append(Problem(Location(name, entry.linenum or 0, 1), message, "po"))
        elif not entry.fuzzy and len(found[place].said) <= 1:
            said = (entry.msgstr,) if entry.msgstr else ()
            old = found[place]
            found[place] = SourceText(old.place, old.text, old.location, said)
    return found, problems


def _key(saying: SourceText) -> tuple[Any, ...]:
    if saying.place[0] == "words":
        return ("words", saying.text)
    return (":".join(map(str, saying.place)), "")

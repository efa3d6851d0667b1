"""Finds the pictures that a file of another tool names, in the file's folder and subfolders."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from generator.projects.pictures import ENDINGS, ImportedPicture, picture_of, printable
from validator.load.text import called, inside

MOST_FILES = 50_000
OWN = ("customsets", "decks")  # folders of Cockatrice, which have the pictures beside them
DEPTH = 3  # folders in folders: pics/SET/card.png


class Beside:
    """The pictures in a file's folder.

    `place` is the name of the folder in messages.
    """

    def __init__(self, file: Path, place: str) -> None:
        above = file.resolve().parent
        self.folder = above.parent if above.name in OWN else above
        self.place = place
        self._read: dict[Path, ImportedPicture] = {}

    @cached_property
    def files(self) -> dict[str, Path]:
        """The pictures by name, in lower case and without punctuation.

        Of pictures with the same name, it contains the one that is nested least deeply.
        """
        found: dict[str, Path] = {}
        ahead = [self.folder]
        count = 0
        for _ in range(DEPTH):
            below = []
            for folder in ahead:
                for each in sorted(folder.iterdir()) if inside(self.folder, folder) else ():
                    count += 1
                    if count > MOST_FILES:
                        return found
                    if each.is_dir():
                        below.append(each)
                    elif each.suffix.lower() in ENDINGS and each.name[:1] not in ".~":
                        found.setdefault(_plain(f"{each.parent.name}/{each.stem}"), each)
                        found.setdefault(_plain(each.stem), each)
            ahead = below
        return found

    def picture(self, said: str, names: Iterable[str]) -> ImportedPicture:
        """Return the picture with one of these names.

        `said` is its name in messages. Raises ValueError with the expected names if no readable
        picture exists.
        """
        stems = [_stem(unquote(each)) for each in names]
        file = next((self.files[plain] for each in stems
                     if (plain := _plain(each)) and plain in self.files), None)  # fmt: skip
        shown = printable(said)[:200]
        if file is None:
            remote = re.match(r"(?!file:)[a-z][a-z0-9+.-]+:", said, re.IGNORECASE)
            why = "is not downloaded" if remote else "was not found"
            files = " or ".join(dict.fromkeys(f"{self.place}/{each}.png" for each in stems if each))
            raise ValueError(f"the picture '{shown}' {why}; expected {printable(files)[:400]} in "
                             f"{called(self.folder)} (or .jpg and other formats); it is left "
                             "out")  # fmt: skip
        try:
            if not inside(self.folder, file):
                raise ValueError("is a link that leaves the folder")
            if file not in self._read:
                # The dots per inch of pictures for the screen are seldom meaningful.
                self._read[file] = replace(picture_of(file, printable(file.stem)), dots=0.0)
        except OSError as error:
            message = f"{printable(file.name)} cannot be read: {error.strerror or error}"
            raise ValueError(f"{message}; it is left out") from None
        except ValueError as error:
            raise ValueError(f"{printable(file.name)} {error}; it is left out") from None
        return self._read[file]


def _stem(name: str) -> str:
    """Return a file name without the extension of a picture."""
    for ending in ENDINGS:
        if name.lower().endswith(ending):
            return name[: -len(ending)]
    return name


def _plain(name: str) -> str:
    """Return a name in lower case, reduced to letters, digits and slashes.

    A slash follows the name of a card set.
    """
    return re.sub(r"[^\w/]|_", "", name.casefold())

"""Matches the columns of a spreadsheet to the fields of a deck.

Columns may have names that other tools use.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from validator.core.location import did_you_mean

IGNORED = "ignore"
# Usual column names of other tools for the fields of every card. A deck's own field comes first.
USUAL = {
    "title": (
        "name", "cardname", "cardtitle", "card", "titel", "titre", "titolo", "título", "nom",
        "nome", "nombre", "namn", "navn", "naam", "kartenname", "karte", "carte", "carta",
    ),
    "copies": (
        "count", "qty", "quantity", "amount", "howmany", "howmanycopies", "numberofcopies",
        "numberofcards", "copy", "copycount", "noofcopies", "noofcards", "anzahl", "menge",
        "stück", "stückzahl", "quantité", "exemplaires", "quantità", "copie", "cantidad", "copias",
        "nombre", "nb", "nombredecopies", "combien", "pezzi", "quante", "cuántas", "ejemplares",
        "aantal", "liczba", "antal", "x", "×", "#x", "times", "stk",
    ),
    "id": ("cardid",),
}  # fmt: skip
# Between two names, as in `cost.coins`; not in “No. of copies” or “Nr.”.
DOT = re.compile(r"\.(?=\S)")
_BETWEEN = str.maketrans("", "", " _-\xa0\n?:.")


def plainly(name: str) -> str:
    """Return a column's name in the form used for comparison.

    It is in lower case, without spaces and punctuation.
    """
    return name.translate(_BETWEEN).casefold()


class ColumnNames(NamedTuple):
    """The fields that the columns of a spreadsheet may contain, and other names for them.

    `renamed` is the mapping `columns:` of game.yaml; `others_ignored` is its `other_columns:
    ignore`. Without fields, every name is accepted.
    """

    fields: Collection[str] = ()
    renamed: Mapping[str, str] = MappingProxyType({})
    others_ignored: bool = False
    chosen_by: Collection[str] = ()  # columns that select rows; they need not be fields

    def known(self) -> set[str]:
        """Return all possible column names, in the form used for comparison."""
        usual = (name for target in USUAL if target in self.fields for name in USUAL[target])
        return {*map(plainly, self.fields), *map(plainly, self.renamed), *usual}

    def targets(self, titles: Collection[str]) -> dict[str, str | None]:
        """Return what each column contains: a field, `IGNORED`, or None if its name is unknown.

        `titles` are the names of all columns, up to a dot. An alternative name refers to a field
        only if no column has the field's own name.
        """
        renamed = {plainly(name): target for name, target in self.renamed.items()}
        alike: dict[str, str] = {}
        for each in self.fields:
            key = plainly(each)
            alike[key] = "" if key in alike else each  # two fields alike: the exact name is needed
        found: dict[str, str | None] = {}
        for title in titles:
            found[title] = self.renamed.get(title) or renamed.get(plainly(title))
            if found[title] is None and title in self.fields:
                found[title] = title
            if found[title] is None:
                found[title] = alike.get(plainly(title)) or None
        for target, names in USUAL.items():
            if target in self.fields and target not in found.values():
                likely = [t for t in titles if found[t] is None and plainly(t) in names]
                for title in sorted(likely, key=lambda each: names.index(plainly(each)))[:1]:
                    found[title] = target
        choosing = set(map(plainly, self.chosen_by))
        for title in titles:
            if found[title] is None and plainly(title) in choosing:
                found[title] = IGNORED
        if not self.fields or self.others_ignored:
            rest = IGNORED if self.others_ignored else ""
            found = {title: each or rest or title for title, each in found.items()}
        return found

    def meant(self, targets: Mapping[str, str | None]) -> dict[str, str]:
        """Return the fields that the unknown columns in `targets` probably mean, by column name."""
        names = {plainly(name): field for field, usual in USUAL.items() for name in usual}
        plain = [plainly(each) for each in self.fields]
        own = zip(plain, self.fields, strict=True)
        names.update((name, each) for name, each in own if plain.count(name) == 1)
        found: dict[str, str] = {}
        for title in (title for title, target in targets.items() if target is None):
            taken = {*targets.values(), *found.values()}
            free = {
                name for name, field in names.items() if field in self.fields and field not in taken
            }
            near = did_you_mean(plainly(title), free)
            if near.startswith("; did"):
                found[title] = names[near.split("'")[1]]
        return found

    def proposal(self, unknown: Collection[str], meant: Mapping[str, str]) -> str:
        """Return the end of a message about unknown columns.

        It proposes to rename them, or a mapping to add to game.yaml.
        """
        pairs = ", ".join(f"{_word(title)}: {meant.get(title, IGNORED)}" for title in unknown)
        listed = ", ".join(f"'{title}'" for title in unknown)
        likely = ", ".join(f"'{meant[title]}'" for title in unknown if title in meant)
        what = f"there is no field called {listed}" + f"; did you mean {likely}?" * bool(likely)
        mapping = f"write `columns: {{{pairs}}}` in game.yaml"
        if likely:
            return f"{what} Rename the column{'s' * (len(unknown) > 1)}, or {mapping}"
        one = len(unknown) == 1
        return (
            f"{what}; to leave {'it' if one else 'them'} out, {mapping}; to use "
            f"{'it, declare a field of its name' if one else 'them, declare fields of their names'}"
        )


ANY_NAMES = ColumnNames()


def _word(title: str) -> str:
    """Return the name of a column, quoted if YAML requires it."""
    plain = all(each.isalnum() or each in " _-" for each in title) and title[:1].isalpha()
    return title if plain else "'" + title.replace("'", "''") + "'"

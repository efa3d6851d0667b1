"""Translates the texts of a kit outside its cards from English.

A text is looked up exactly as it is in the template or the program, including `%(name)s`; a text
without a translation stays English. Values are filled in after the look-up, so that a language can
place them elsewhere.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from validator.core.location import Location

PLACE = re.compile(r"%(?:(%)|\((\w+)\)[sd])")  # %% is a percent sign
# Languages with a decimal comma (Unicode CLDR), as far as our typefaces have their letters.
COMMA = re.compile("bg|cs|da|de|el|es|fi|fr|hr|hu|it|nb|nl|pl|pt|ro|ru|sk|sl|sr|sv|tr|uk")
_CURLY = str.maketrans("‘’", "''")


def filled(words: str, values: Mapping[str, object]) -> str:
    """Return the text with each `%(name)s` replaced by its value. Raises LookupError if it has
    none.
    """

    def value(match: re.Match[str]) -> str:
        if match[1]:
            return "%"
        if match[2] not in values:
            raise LookupError(f"no value for %({match[2]})s in “{words}”")
        return str(values[match[2]])

    return PLACE.sub(value, words)


def plural_of(language: str, rule: str = "") -> Callable[[int], int]:
    """Return the function that chooses the plural form for a number.

    `rule` is gettext's plural rule, such as ``n != 1``.
    """
    if rule:
        form: Callable[[int], int] = gettext.c2py(rule)
        return form
    if language[:2] in ("fr", "pt"):
        return lambda number: int(number > 1)
    return lambda number: int(number != 1)


@dataclass(frozen=True)
class Translations:
    """The translated texts of a language. `locations` contains the location of each translation."""

    language: str = "en"
    entries: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict, repr=False)
    locations: Mapping[str, Location] = field(default_factory=dict, repr=False)
    plural: Callable[[int], int] = field(default=plural_of("en"), repr=False, compare=False)
    # returns the text for unknown words
    other: Callable[[str], str] = field(default=str, repr=False, compare=False)

    def __call__(self, english: str, /, **values: object) -> str:
        """Return the translation of a text, with its placeholders filled in.

        Raises LookupError for a placeholder without a value.
        """
        return filled(self.pattern(english), values)

    def many(self, one: str, more: str, number: int, /, **values: object) -> str:
        """Return the translation in the plural form for a number.

        `%(num)s` in the text is the number.
        """
        return filled(self.form(one, more, number), {"num": number} | values)

    def number(self, value: float) -> str:
        """Return a number without trailing zeros, with a decimal comma if the language uses one."""
        plain = f"{value:g}"
        return plain.replace(".", ",") if COMMA.match(self.language) else plain

    def pattern(self, english: str) -> str:
        """Return the translation of a text, with its placeholders not filled in."""
        found = self.entries.get(english)
        if isinstance(found, tuple):
            found = found[0] if found else None
        return self.other(english) if found is None else found

    def form(self, one: str, more: str, number: int) -> str:
        """Return the translation in the plural form for a number, with placeholders not filled in.

        A list of plural forms is stored under the English plural.
        """
        index = self.plural(number)
        forms = self.entries.get(more)
        if isinstance(forms, tuple) and forms:
            return forms[min(index, len(forms) - 1)]
        if one not in self.entries and more not in self.entries:
            return self.other(one if number == 1 else more)
        return self.pattern(more if index else one)

    def location_of(self, text: str) -> Location | None:
        """Return where the overlay translates a printed text, or None if it does not."""
        text = flat(text)
        if found := self.locations.get(text):
            return found
        wholes = [
            each for each in self.locations if len(text) > 3 and text in each
        ]  # it is a line of
        parts = [each for each in self.locations if len(each) > 3 and each in text]  # it is made of
        if wholes:
            return self.locations[min(wholes, key=len)]
        return self.locations[max(parts, key=len)] if parts else None


def flat(text: str) -> str:
    """Return a text in the form used for comparison: one kind of apostrophe, single spaces."""
    return " ".join(text.translate(_CURLY).split())


def gettext_noop(english: str) -> str:
    """Return the text unchanged, which marks it for translators.

    Use it for a text that is only translated later.
    """
    return english


ENGLISH = Translations()

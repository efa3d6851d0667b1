"""Fills in references to rules in a rulebook: `{{ rule('ID').number }}` and `[ID, ID]`.

Each filled-in value is put between two marks, so that numbers from the catalogue can be told from
numbers that the author typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from validator.core.location import Level, Location, Problem
from validator.core.model import Rules, in_words, walk

CHECK = "rulebook"
OPEN, CLOSE = "\ue000", "\ue001"  # around what came from the catalogue
ID = r"[A-Z]+-[A-Z]+-[0-9]+"
EXPRESSION = re.compile(r"\{\{(.*?)\}\}")
RULE = re.compile(rf"\s*rule\(\s*['\"]({ID})['\"]\s*\)((?:\.\w+)+)\s*(?:\|\s*(\w+)\s*)?")
OTHER = re.compile(r"\s*(\d{1,6})\s*(?:\|\s*(\w+)\s*)?")  # a number that belongs to no rule
CITED = re.compile(rf"\s*\[({ID}(?:\.\.[0-9]+)?(?:,\s*{ID}(?:\.\.[0-9]+)?)*)\]")
FROM_WORD = 3  # "one" and "two" are often used without counting
SPECIAL = re.compile(r"([\\`*_\[\]<>|])")


class Numerals:
    """The number words of a language, from zero.

    `players` matches the words after a number that only counts players, such as "players"; such a
    number refers to no rule.
    """

    def __init__(self, words: str = "", players: str = "") -> None:
        self.words = tuple(words.split())
        behind = rf"(?!\s+(?:{players})\b)" if players else ""
        self.figure = re.compile(rf"(?<![\w.])([1-9]\d*|0)(?!\w|[.,]\d){behind}")
        listed = "|".join(self.words[FROM_WORD:]) or "(?!)"
        self.word = re.compile(rf"\b({listed})\b{behind}", re.IGNORECASE)

    def spelled(self, value: object, say: Callable[[str], str] = str) -> str:
        """Return a small number as a word, if the language's number words are known."""
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(self.words):
            return self.words[value]
        return in_words(value, say=say)


NUMERALS = {
    "en": Numerals(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty",
        "(?:or more )?players?",
    ),
    "fr": Numerals(
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
        "seize dix-sept dix-huit dix-neuf vingt",
        "personnes?|joueurs?",
    ),
    "it": Numerals(
        "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici "
        "quattordici quindici sedici diciassette diciotto diciannove venti",
        "persone|giocatori",
    ),
}


def numerals_of(language: str) -> Numerals:
    """Return the numerals of a language.

    Numbers are written in digits if the language's number words are unknown.
    """
    return NUMERALS.get(language.partition("-")[0], Numerals())


@dataclass
class References:
    """Resolves the references in one rulebook.

    `seen` collects all rules that the book prints or cites.
    """

    rules: Rules
    file: str
    numerals: Numerals = NUMERALS["en"]
    problems: list[Problem] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)
    by_line: dict[int, set[str]] = field(default_factory=dict)

    def say(self, line: int, message: str, check: str = CHECK, level: Level = "error") -> None:
        self.problems.append(Problem(Location(self.file, line, 1), message, check, level))

    def filled(self, text: str) -> str:
        """Return the Markdown with expressions replaced by their values.

        Line numbers do not change.
        """
        lines = text.split("\n")
        return "\n".join(self._line(line, at) for at, line in enumerate(lines, 1))

    def _line(self, line: str, at: int) -> str:
        return EXPRESSION.sub(lambda match: self._value(match[1], at), line)

    def _value(self, expression: str, line: int) -> str:
        match = RULE.fullmatch(expression)
        if match is None and (other := OTHER.fullmatch(expression)):
            return self._spelled(int(other[1]), other[2], line)
        if match is None:
            self.say(
                line,
                f"'{{{{{expression}}}}}' is not a reference; write {{{{ rule('ID').text }}}} or "
                "{{ rule('ID').name_of_number }}, with | words to spell the number out",
            )
            return ""
        id_, path, way = match[1], match[2][1:].split("."), match[3]
        try:
            rule = self.rules[id_]
            self.note(id_, line)
            if path == ["text"]:
                return OPEN + SPECIAL.sub(r"\\\1", rule.text) + CLOSE
            value = walk(rule.data, path, id_)
        except LookupError as error:
            self.say(line, str(error.args[0]))
            return ""
        return self._spelled(value, way, line, rule.translations)

    def _spelled(
        self, value: object, way: str | None, line: int, say: Callable[[str], str] = str
    ) -> str:
        if way not in (None, "words", "Words"):
            self.say(line, f"'| {way}' is not known; expected words or Words")
        said = (self.numerals if way else Numerals()).spelled(value, say)
        return OPEN + (said[:1].upper() + said[1:] if way == "Words" else said) + CLOSE

    def note(self, id_: str, line: int) -> None:
        self.seen.add(id_)
        self.by_line.setdefault(line, set()).add(id_)

    def cited(self, text: str, line: int) -> tuple[str, tuple[str, ...]]:
        """Return text without its citations, and the ids of the rules that it cites."""
        ids: list[str] = []
        for match in CITED.finditer(text):
            ids += self.listed(match[1], line)
        return CITED.sub("", text), tuple(dict.fromkeys(ids))

    def listed(self, words: str, line: int) -> Iterator[str]:
        """Yield the rule ids in a list such as ``NINE-CALL-01..03, NINE-RUL-06``.

        Unknown rules are problems.
        """
        for each in re.split(r",\s*", words):
            first, _, last = each.partition("..")
            for id_ in self._range(first, last) if last else [first]:
                try:
                    self.note(self.rules[id_].id, line)
                except LookupError as error:
                    self.say(line, str(error.args[0]))
                    continue
                yield id_

    def _range(self, first: str, last: str) -> list[str]:
        stem, _, number = first.rpartition("-")
        if not re.fullmatch(r"[0-9]{1,4} [0-9]{1,4}", f"{number} {last}"):
            return [f"{first}..{last}"]  # is no rule
        ids = [f"{stem}-{n:0{len(number)}}" for n in range(int(number), int(last) + 1)]
        known = [each for each in ids if each in self.rules]
        return known if known and known[0] == first and known[-1] == ids[-1] else ids

    def typed(self, text: str, line: int, cited: set[str]) -> None:
        """Report numbers that were typed although a rule cited in the section contains them."""
        plain = re.sub(f"{OPEN}.*?{CLOSE}", " ", text, flags=re.DOTALL)
        known = self._numbers(cited)
        for match in (*self.numerals.figure.finditer(plain), *self.numerals.word.finditer(plain)):
            word = match[1]
            value = int(word) if word.isdigit() else self.numerals.words.index(word.lower())
            if value in known:
                id_, path = known[value]
                way = "" if word.isdigit() else " | words"
                self.say(
                    line,
                    f"'{word}' was typed by hand and equals {id_}.{path}; write {{{{ "
                    f"rule('{id_}').{path}{way} }}}}, or, if it is another number, {{{{ "
                    f"{value}{way} }}}}",
                    "typed-number",
                    "warning",
                )

    def _numbers(self, ids: set[str]) -> dict[int, tuple[str, str]]:
        found: dict[int, tuple[str, str]] = {}
        for id_ in sorted(ids):
            for path, value in leaves(self.rules[id_].data):
                found.setdefault(value, (id_, path))
        return found


def leaves(data: object, path: str = "") -> Iterator[tuple[str, int]]:
    """Yield the whole numbers in the data of a rule, each with its path."""
    if isinstance(data, bool):
        return
    if isinstance(data, int):
        yield path, data
    elif isinstance(data, Mapping):
        for key, each in data.items():
            yield from leaves(each, f"{path}.{key}" if path else str(key))
    elif isinstance(data, tuple):
        for index, each in enumerate(data):
            yield from leaves(each, f"{path}.{index}")


def unmarked(text: str) -> str:
    """Return text without the marks around values from the catalogue."""
    return text.replace(OPEN, "").replace(CLOSE, "")

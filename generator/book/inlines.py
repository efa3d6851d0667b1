"""Converts the inline text of `rulebook.md` to spans: emphasis, icons, terms, links, colours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from markdown_it.token import Token

from generator.assets.emoji import (
    EMOJI,
    NAMED,
    as_letters,
    emoji_files,
    emoji_name,
    is_picture,
    picture_of,
)
from generator.book.fences import numbers_named
from generator.book.references import CLOSE, OPEN, References, unmarked
from generator.book.tree import FIGURE, Inline, InlineSpan
from generator.faces.marked import BOLD, ITALIC, MarkupError, WordStyle, look_of
from validator.core.colours import NAMES, hexadecimal
from validator.core.location import did_you_mean
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.markup import SPAN

ICON = re.compile(r"(?<!\w):([a-z][a-z0-9_-]*)(?:#([A-Za-z0-9_-]+))?:(?!\w)")
_BRACE = re.compile(rf"{SPAN}|\}}")
TERM = re.compile(r"\[\[([^\[\]\n]+)\]\]")


@cache
def library_names() -> frozenset[str]:
    """Return the names of Pieria's icons."""
    return frozenset(
        json.loads((resource("templates") / "icons" / "icons.json").read_text("utf-8"))
    )


class InlineReader:
    """Reads the inline text of one book, and records the rules and numbers in each section."""

    def __init__(self, game: Game, references: References, figures: Sequence[str]) -> None:
        self.game = game
        self.references = references
        self.figures = figures  # how links name each figure, in order of their numbers
        self.cited: set[str] = set()  # in the section so far
        self.texts: list[tuple[str, int]] = []  # texts of the section so far, with their lines

    def say(self, line: int, message: str) -> None:
        self.references.say(line, message)

    def end_section(self) -> None:
        """Check the numbers in the section that ends here against its rules."""
        for text, line in self.texts:
            self.references.typed(text, line, self.cited)
        self.texts, self.cited = [], set()

    def inline(self, token: Token) -> tuple[Inline, tuple[str, ...]]:
        """Return the spans of a text, and the rules that the text cites."""
        line = first = (token.map or [0])[0] + 1
        spans: list[InlineSpan] = []
        cited: list[str] = []
        look = InlineSpan("")
        open_ = [WordStyle()]  # spans of the text, the innermost last
        for each in token.children or ():
            if each.type == "text":
                text, rules = self.references.cited(each.content, line)
                cited += rules
                self.texts.append((text, line))
                spans += self.words(text, look, open_, line)
            elif each.type in ("softbreak", "hardbreak"):
                line += 1
                spans.append(replace(look, text=" " if each.type == "softbreak" else "\n"))
            elif each.type == "code_inline":
                spans.append(replace(look, text=unmarked(each.content), code=True))
            elif each.type in ("strong_open", "strong_close"):
                look = replace(look, bold=each.nesting == 1)
            elif each.type in ("em_open", "em_close"):
                look = replace(look, italic=each.nesting == 1)
            elif each.type == "link_open":
                look = replace(look, link=self.address(str(each.attrs.get("href", "")), line))
            elif each.type == "link_close":
                if look.link.startswith(FIGURE):
                    number = look.link.removeprefix(FIGURE)
                    spans.append(replace(look, text=f"\u00a0{number}"))
                look = replace(look, link="")
            elif each.type != "image" and not each.content.startswith("<!--"):
                self.say(line, f"'{each.content or each.type} ' is not supported in rulebooks")
        if len(open_) > 1:
            self.say(line, "'{' is not closed; write '}' after the last word of the span")
        for at in range(first, (token.map or [0, 0])[1] + 1):
            self.cited |= self.references.by_line.get(at, set())
        return _joined(spans), tuple(dict.fromkeys(cited))

    def words(
        self, text: str, look: InlineSpan, open_: list[WordStyle], line: int
    ) -> Iterator[InlineSpan]:
        """Yield spans for a text in one style, with the terms and icons that it contains."""
        for words, inner in self.spans_of(text, open_, line):
            bold, italic = inner.style & BOLD > 0, inner.style & ITALIC > 0
            for at, part in enumerate(TERM.split(words)):  # every second one is a term
                for each in self.icons(part, line):
                    yield replace(
                        each, bold=look.bold or bold, italic=look.italic or italic,
                        link=look.link, term=at % 2 > 0, colour=each.colour or inner.colour,
                    )  # fmt: skip

    def address(self, link: str, line: int) -> str:
        """Return the target of a link: a figure in the book, or another address."""
        if not link.startswith("#"):
            return link
        found = numbers_named(link, self.figures)
        if len(found) == 1:
            return f"{FIGURE}{found[0]}"
        what = "several figures are" if found else "no figure is"
        hint = did_you_mean(link[1:], self.figures)
        self.say(line, f"{what} called '{link}'; write the beginning of a figure's title{hint}")
        return ""

    def spans_of(
        self, text: str, open_: list[WordStyle], line: int
    ) -> Iterator[tuple[str, WordStyle]]:
        """Yield text with its style, split at the braces of spans. The open styles in `open_` are
        updated.

        The markup is that of cards: ``{red bold: words}``.
        """
        end = 0
        for match in _BRACE.finditer(text):
            if match[0] == "}" and len(open_) == 1:
                continue
            yield text[end : match.start()], open_[-1]
            end = match.end()
            if match[0] == "}":
                open_.pop()
                continue
            try:
                look = look_of(match[0], open_[-1])
            except MarkupError as error:
                self.say(line, str(error))
                look = open_[-1]
            if look.size != open_[-1].size:
                self.say(
                    line,
                    f"'{match[0].strip()}' sets a size, but all text in a rulebook has the same "
                    "size; omit the size",
                )
            colour = look.colour
            if colour != open_[-1].colour:
                colour = self.colour(colour, line)
            open_.append(look._replace(colour=colour, size=1.0))
        yield text[end:], open_[-1]

    def icons(self, text: str, line: int) -> Iterator[InlineSpan]:
        """Yield text and the icons in it, including emoji."""
        end = 0
        for match in ICON.finditer(text):
            if not self.is_icon(match[1]):
                known = (*self.game.theme.symbols, *(each.stem for each in self.own_icons()))
                self.say(line, f"no icon '{match[1]}'{did_you_mean(match[1], known)}")
                continue
            yield from self.emoji(text[end : match.start()])
            yield InlineSpan(match[1], icon=match[1], colour=self.colour(match[2] or "", line))
            end = match.end()
        yield from self.emoji(text[end:])

    def emoji(self, text: str) -> Iterator[InlineSpan]:
        """Yield text and the emoji in it for which the game or Pieria has a picture."""
        end, said = 0, ""
        for match in () if text.isascii() else EMOJI.finditer(text):
            said += text[end : match.start()]
            end = match.end()
            name = emoji_name(match)
            if name and self.has_picture(name, is_picture(match[0])):
                yield InlineSpan(said)
                yield InlineSpan(match[0], icon=name)
                said = ""
            else:
                said += as_letters(match[0])
        yield InlineSpan(said + text[end:])

    def has_picture(self, name: str, ours: bool) -> bool:
        """Return whether the game, or with `ours` Pieria, has a picture of an emoji."""
        files = emoji_files(name)
        own = any(each.stem in files for each in self.own_icons())
        return own or (ours and bool(picture_of(name.removeprefix(NAMED))))

    def is_icon(self, name: str) -> bool:
        """Return whether the name is a symbol of the theme, or an icon of the deck or the
        library.
        """
        if name in self.game.theme.symbols or any(each.stem == name for each in self.own_icons()):
            return True
        return name in library_names()

    def own_icons(self) -> list[Path]:
        """Return the files of the deck's own icons, in its folder `icons/`."""
        folder = self.game.folder / "icons"
        kinds = (".svg", ".png")
        return [each for each in sorted(folder.glob("*")) if each.suffix.lower() in kinds]

    def colour(self, said: str, line: int) -> str:
        """Return the colour of an icon or a span.

        It is given as a role, six digits, or a CSS name.
        """
        colours = self.game.theme.colours
        if not said or said in colours:
            return said
        if found := hexadecimal(said) or hexadecimal(f"#{said}"):
            return found[1:]
        self.say(
            line,
            f"no colour '{said}'; write a role of the theme, a CSS colour name, or six digits "
            f"as in `:coin#c03020:`{did_you_mean(said, [*colours, *NAMES])}",
        )
        return ""


def _joined(spans: Sequence[InlineSpan]) -> Inline:
    """Merge spans of the same style; blanks at both ends, and marks around numbers, are dropped."""
    found: list[InlineSpan] = []
    for span in spans:
        span = replace(span, text=span.text.replace(OPEN, "").replace(CLOSE, ""))
        if not span.text:
            continue
        last = found[-1] if found else None
        if (
            last
            and not last.icon
            and not span.icon
            and replace(last, text="") == replace(span, text="")
        ):
            found[-1] = replace(last, text=last.text + span.text)
        else:
            found.append(span)
    if found and not found[0].icon:
        found[0] = replace(found[0], text=found[0].text.lstrip(" "))
    if found and not found[-1].icon:
        found[-1] = replace(found[-1], text=found[-1].text.rstrip(" "))
    return tuple(span for span in found if span.text)

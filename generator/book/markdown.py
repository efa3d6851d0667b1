"""Parses `rulebook.md` into a `Document` with markdown-it-py, and reports unreadable parts.

Besides CommonMark with tables, it supports icons (``:craft:``), boxes (``> [!RULING] Title``),
pictures of components (``![](muses/Clio)``), definitions (``[[Toil]]``), fences for figures and for
``components``, and a line ``---`` before the last page. docs/rulebook.md describes them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy

from markdown_it import MarkdownIt
from markdown_it.token import Token

from generator.book.fences import FENCES, anchor_of, figure_anchors, head_of
from generator.book.inlines import InlineReader
from generator.book.references import References, numerals_of, unmarked
from generator.book.tree import (
    BOXES,
    Admonition,
    BackPage,
    Block,
    BookTable,
    BoxKind,
    ComponentList,
    ComponentPicture,
    DerivedFigure,
    Document,
    FigureRow,
    Heading,
    IndexMark,
    Inline,
    ListBlock,
    Paragraph,
    PictureRow,
    TableCell,
    plain,
)
from validator.core import renamed
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Game
from validator.core.renamed import key_now
from validator.load.markup import SPAN

ICON = re.compile(r"(?<!\w):([a-z][a-z0-9_-]*)(?:#([A-Za-z0-9_-]+))?:(?!\w)")
_BRACE = re.compile(rf"{SPAN}|\}}")
TERM = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_MM = r" (-?\d{1,3}(?:\.\d+)?)"
ON = re.compile(rf"(?:turned )?on{_MM}{_MM}(?: ring{_MM}{_MM}{_MM}{_MM})?")
FIELD = re.compile(r"field ([\w-]+)")
ALERT = re.compile(r"\[!(\w+)\][ \t]*([^\n]*)\n?")
INDEX = re.compile(r"<!--\s*index:\s*(.+?)\s*-->", re.DOTALL)
LEFT_OUT = re.compile(r"<!--\s*left out:\s*(.*?):\s*(.+?)-->", re.DOTALL)
LABEL = 12  # letters of words between pictures, at most; longer ones are text
ROW = re.compile(r"\s*([^|:]+?)\s*(?:\|\s*(.*)|:\s*(.*))")
BEGINS = re.compile(r"(?:game|rules|players|options|start|seed|about|description):|---|[~!=] ")
COLOURED = re.compile(r"\s+#(\w+)\s*$")


def read_document(game: Game, text: str, file: str) -> tuple[Document, list[Problem]]:
    """Return the rulebook of a game, read from its Markdown text.

    `file` is its name in problems.
    """
    references = References(game.rules, file, numerals_of(game.language))
    parser = MarkdownIt("commonmark").enable("table")
    reader = _MarkdownReader(game, references)
    blocks = reader.read(parser.parse(references.filled(text)))
    title, cover, body = _parts(blocks)
    if not title:
        references.say(1, "expected a first line '# Title'")
    document = Document(
        title, cover, tuple(body), frozenset(references.seen), frozenset(reader.left_out), file
    )
    return document, sorted(set(references.problems))


def _parts(blocks: Sequence[Block]) -> tuple[str, tuple[ComponentPicture, ...], list[Block]]:
    """Return a book's title, the pictures on its cover, and the remaining blocks."""
    title, start = "", 0
    cover: tuple[ComponentPicture, ...] = ()
    if blocks and isinstance(blocks[0], Heading) and blocks[0].level == 1:
        title, start = plain(blocks[0].inline), 1
        if len(blocks) > 1 and isinstance(blocks[1], PictureRow):
            cover, start = blocks[1].pictures, 2
    return title, cover, list(blocks[start:])


class _MarkdownReader:
    """Converts markdown-it's tokens to blocks."""

    def __init__(self, game: Game, references: References) -> None:
        self.game = game
        self.references = references
        self.left_out: set[str] = set()
        self.anchors: dict[str, int] = {}
        self.numbered = 0

    def read(self, tokens: Sequence[Token]) -> list[Block]:
        self.text = InlineReader(self.game, self.references, figure_anchors(tokens))
        blocks = list(self.blocks(tokens))
        self.text.end_section()
        return blocks

    def say(self, line: int, message: str) -> None:
        self.references.say(line, message)

    def location(self, token: Token) -> Location:
        return Location(self.references.file, (token.map or [0])[0] + 1, 1)

    # ---- blocks

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Block]:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            end = _end(tokens, at)
            inner = tokens[at + 1 : end]
            yield from self.block(token, inner)
            at = end + 1

    def block(self, token: Token, inner: Sequence[Token]) -> Iterator[Block]:
        """Yield the blocks for a token and the tokens inside it."""
        kind = token.type
        if kind == "heading_open":
            yield self.heading(token, inner[0])
        elif kind == "paragraph_open":
            yield from self.paragraph(inner[0], self.location(token))
        elif kind in ("bullet_list_open", "ordered_list_open"):
            items = tuple(
                tuple(self.blocks(inner[a + 1 : b])) for a, b in _children(inner, "list_item_open")
            )
            yield ListBlock(kind.startswith("ordered"), items, self.location(token))
        elif kind == "table_open":
            yield self.table(inner, self.location(token))
        elif kind == "blockquote_open":
            yield self.box(inner, self.location(token))
        elif kind == "fence":
            yield from self.fence(token)
        elif kind == "hr":
            self.text.end_section()
            yield BackPage(self.location(token))
        elif kind == "html_block":
            yield from self.comment(token)
        else:
            self.say(
                self.location(token).line,
                f"{kind.removesuffix('_open').replace('_', ' ')} is not supported in rulebooks; "
                "write paragraphs, lists, tables, boxes ('> [!NOTE]') or named fences",
            )

    def heading(self, token: Token, inline: Token) -> Heading:
        self.text.end_section()
        level = int(token.tag[1])
        if level > 3:
            self.say(
                self.location(token).line,
                f"this heading has level {level}; a rulebook has three levels: #, ## and ###",
            )
        elif level == 1 and self.anchors:
            self.say(
                self.location(token).line,
                "this is a second title; write ## for a chapter of the book",
            )
        spans, _ = self.text.inline(inline)
        words = anchor_of(plain(spans)) or "part"
        self.anchors[words] = count = self.anchors.get(words, 0) + 1
        return Heading(
            level, spans, words if count == 1 else f"{words}-{count}", self.location(token)
        )

    def paragraph(self, inline: Token, location: Location) -> Iterator[Block]:
        children = inline.children or []
        if not any(each.type == "image" for each in children):
            spans, rules = self.text.inline(inline)
            if spans or rules:
                yield Paragraph(spans, rules, location)
            return
        checked = len(self.text.texts)
        items: list[ComponentPicture | Inline] = []
        run: list[Token] = []
        for child in [*children, None]:
            if child is not None and child.type != "image":
                run.append(child)
                continue
            words = copy(inline)
            words.children, run = run, []
            spans, _ = self.text.inline(words)
            if plain(spans).strip():
                items.append(spans)
            if child is not None and (found := self.picture(child, location.line)):
                items.append(found)
        if not any(isinstance(each, tuple) and len(plain(each)) > LABEL for each in items):
            del self.text.texts[checked:]
        yield PictureRow(tuple(items), location)

    def picture(self, token: Token, line: int) -> ComponentPicture | None:
        """Parse ``![words](component/card)``; ``"back"`` after the name shows its back.

        ``"on 12 -4.5"`` places it on the previous picture, offset in mm to the right and down,
        ``"place"`` draws an outline of its place, ``"turned"`` gives it half a turn (it may precede
        ``on``), ``ring LEFT TOP WIDE HIGH`` after ``on`` rings an area, and
        ``"field NAME"`` shows one part of it.
        """
        name = str(token.attrs.get("src", "")).replace("%20", " ")
        side = str(token.attrs.get("title", ""))
        part, _, wanted = name.partition("/")
        known = [each.id for each in self.game.components]
        if part not in known:
            self.say(line, f"no component '{part}'{did_you_mean(part, known)}")
            return None
        component = self.game.component(part)
        for card in component.cards:
            pip = f"{card.fields.get('rank', '')}{card.fields.get('suit', '')}".lower()
            if not wanted or wanted.lower() in (card.id.lower(), card.title.lower(), pip):
                break
        else:
            hint = did_you_mean(wanted, [each.title for each in component.cards])
            self.say(line, f"no card '{wanted}' in {part}{hint}")
            return None
        on, part_of = ON.fullmatch(side), FIELD.fullmatch(side)
        if side not in ("", "back", "place", "turned") and not on and not part_of:
            self.say(
                line,
                'expected "back", "place", "turned", "field NAME", "on RIGHT DOWN" in mm, or '
                f"nothing after the picture's name, not '{side}'",
            )
        if side == "back" and component.back is None:
            self.say(line, f'{part} has no back; omit "back"')
            return None
        alt = unmarked(token.content) or _called(card.title, component.title)
        offset = (float(on[1]), float(on[2])) if on else None
        left, top, wide, high = map(float, on.groups()[2:]) if on and on[3] else (0.0,) * 4
        field = part_of[1] if part_of else ""
        return ComponentPicture(part, card.id, side == "back", alt, offset, field, side == "place",
                                side.startswith("turned"), (left, top, wide, high))  # fmt: skip

    def table(self, inner: Sequence[Token], location: Location) -> BookTable:
        rows = [
            tuple(
                TableCell(*self.text.inline(inner[a + 1 : b][c + 1]))
                for c, _ in _cells(inner[a + 1 : b])
            )
            for a, b in _children_deep(inner, "tr_open")
        ]
        return BookTable(tuple(rows), location)

    def box(self, inner: Sequence[Token], location: Location) -> Block:
        """Return the box with the title and contents of ``> [!RULING] Title``."""
        kind: BoxKind = "aside"
        title: Inline = ()
        colour = ""
        first = inner[1] if len(inner) > 1 and inner[1].type == "inline" else None
        match = ALERT.match(first.content) if first else None
        if first is not None and match:
            kind = self.box_kind(match[1], location.line)
            head = match[2]
            if kind == "choice" and (said := COLOURED.search(head)):
                head, colour = head[: said.start()], self.text.colour(said[1], location.line)
            title, _ = self.text.inline(_inline_token(head, first))
            rest = first.content[match.end() :]
            changed = _inline_token(rest, first, skip=1)
            inner = [inner[0], changed, *inner[2:]] if rest.strip() else inner[3:]
        return Admonition(kind, title, tuple(self.blocks(inner)), location, colour)

    def box_kind(self, word: str, line: int) -> BoxKind:
        for kind in BOXES:
            if word.lower() == kind:
                return kind
        known = ", ".join(each.upper() for each in BOXES)
        self.say(line, f"there is no box [!{word}]; known: {known}")
        return "aside"

    def fence(self, token: Token) -> Iterator[Block]:
        """Yield the figure or list of components in a fence.

        The fence begins with ``move Title | clio.play 12-14, Ann``, for example, or ``components``.
        """
        location = self.location(token)
        name = token.info.strip().partition(" ")[0]
        if name == "components":
            yield ComponentList(location)
            return
        head = head_of(token.info)
        if head is None:
            known = ", ".join(FENCES)
            now = key_now(name, FENCES, renamed.FENCES)
            message = f"expected a fence with one of the names {known}, not '{name}'{now}"
            self.say(location.line, message)
            return
        self.numbered += 1
        rows, text = self.rows(token, location)
        yield DerivedFigure(*head, rows, text, location, self.numbered, head.anchor)

    def rows(self, token: Token, location: Location) -> tuple[tuple[FigureRow, ...], str]:
        """Return the lines of a figure's fence, and the script below them.

        The script begins with empty lines, so that its line numbers are those of the rulebook.
        """
        found: list[FigureRow] = []
        checked = len(self.text.texts)  # text about a position has numbers of its own
        lines = token.content.splitlines()
        for number, line in enumerate(lines):
            if BEGINS.match(line):
                script = unmarked("\n".join(lines[number:])) + "\n"
                del self.text.texts[checked:]
                return tuple(found), "\n" * number + script
            row = ROW.fullmatch(line)
            at = location.line + 1 + number
            if row is None and line.strip():
                self.say(
                    at,
                    "expected 'name | words', 'name: value', or a script that begins with "
                    "'players:'",
                )
            if row is None:
                continue
            parts = (row[2] if row[2] is not None else row[3]).split(" | ")
            tokens = (_inline_token(part.strip(), token, at - location.line) for part in parts)
            cells = tuple(self.text.inline(each)[0] for each in tokens)
            found.append(FigureRow(unmarked(row[1]), cells, location._replace(line=at)))
        del self.text.texts[checked:]
        return tuple(found), ""

    def comment(self, token: Token) -> Iterator[Block]:
        """Read a comment: ``<!-- left out: ID, ID: reason -->`` lists rules that no player needs.

        ``<!-- index: tie, winner -->`` is an index entry for the preceding text.
        """
        line = self.location(token).line
        if entries := INDEX.search(token.content):
            terms = tuple(each.strip() for each in entries[1].split(",") if each.strip())
            yield IndexMark(terms, self.location(token))
            return
        match = LEFT_OUT.search(token.content)
        if match:
            words = " ".join(match[1].split())
            self.left_out.update(self.references.listed(words, line))
        elif not token.content.lstrip().startswith("<!--"):
            self.say(line, "HTML is not supported in rulebooks; write Markdown")


def _called(card: str, component: str) -> str:
    return card or component


_PARSER = MarkdownIt("commonmark")


def _inline_token(text: str, old: Token, skip: int = 0) -> Token:
    """Return an inline token for part of another token's text."""
    tokens = _PARSER.parseInline(text)
    start = (old.map or [0, 1])[0] + skip
    tokens[0].map = [start, (old.map or [0, 1])[1]]
    return tokens[0]


def _end(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the token that closes the token at `at`.

    Returns `at` if that is a single token.
    """
    depth = 0
    for index in range(at, len(tokens)):
        depth += tokens[index].nesting
        if depth <= 0:
            return index
    return len(tokens) - 1


def _children(tokens: Sequence[Token], kind: str) -> Iterator[tuple[int, int]]:
    at = 0
    while at < len(tokens):
        end = _end(tokens, at)
        if tokens[at].type == kind:
            yield at, end
        at = end + 1


def _children_deep(tokens: Sequence[Token], kind: str) -> Iterator[tuple[int, int]]:
    for at, token in enumerate(tokens):
        if token.type == kind:
            yield at, _end(tokens, at)


def _cells(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    for at, token in enumerate(tokens):
        if token.type in ("th_open", "td_open"):
            yield at, _end(tokens, at)

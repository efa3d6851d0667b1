"""Converts the texts of a drawing to paths, using the typefaces of the game and of Pieria.

A text in any other typeface is refused. Its author can convert it to paths on a computer that has
the typeface.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum

from generator.artwork.tree import DrawingError, SvgNode
from generator.artwork.values import length
from generator.core.geometry import n
from generator.faces.fonts import FontBook, FontFace, unset

CURE = "turn the text into paths (in Inkscape: Path > Object to Path)"
MOST_LETTERS = 20_000
_GENERIC = {"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui"}
_INHERITED = {
    "font-family", "font-size", "font-style", "font-weight", "letter-spacing", "word-spacing",
    "text-anchor", "white-space", "dominant-baseline", "alignment-baseline", "text-decoration",
    "text-decoration-line", "writing-mode", "direction",
}  # fmt: skip
_REFUSED = {
    "text-decoration": ("none",), "text-decoration-line": ("none",),
    "writing-mode": ("horizontal-tb", "lr", "lr-tb"), "direction": ("ltr",),
    "baseline-shift": ("baseline", "0", "0%"),
}  # fmt: skip
_WEIGHTS = {"normal": 400, "bold": 700, "bolder": 700, "lighter": 300}


@dataclass
class _Letter:
    """A character of a text, with its element and its position."""

    sign: str
    node: SvgNode
    style: dict[str, str]
    x: float | None = None  # absolute
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0
    advance: float = 0.0
    path: str = ""


class Letters:
    """Converts the texts of one drawing to paths."""

    def __init__(self, fonts: FontBook, width: float, height: float) -> None:
        self.fonts = fonts
        self.width = width
        self.height = height
        self.used: set[str] = set()  # families
        self._families = {name.lower(): name for name in fonts.families}
        for name, entry in fonts.families.items():
            self._families.setdefault(str(entry["title"] or name).lower(), name)
        for role, family in fonts.roles.items():
            self._families.setdefault(role.lower(), family)

    def outline(self, text: SvgNode) -> None:
        """Replace a `<text>` element with a group of paths. Raises DrawingError."""
        try:
            self._outline(text)
        except DrawingError as error:
            error.line = error.line or text.line
            raise

    def _outline(self, text: SvgNode) -> None:
        letters = list(self._collected(text, inherited(text), _preserves(text)))
        if len(letters) > MOST_LETTERS:
            raise DrawingError(f"a text is longer than the limit of {MOST_LETTERS:,} characters")
        letters = _collapsed(letters)
        for run in _runs(letters):
            self._measure(run)
        paths: list[SvgNode] = []
        for node, style, d in self._placed(letters):
            if paths and paths[-1].line == node.line and paths[-1].style == style:
                paths[-1].attributes["d"] += f" {d}"
            else:
                paths.append(SvgNode("path", {"d": d}, node.line, [], text, style, [""]))
        text.tag, text.texts, text.children = "g", [""] * (len(paths) + 1), paths

    def _collected(self, node: SvgNode, style: dict[str, str], preserve: bool) -> Iterator[_Letter]:
        """Yield the characters of an element with the positions from its attributes."""
        for name, allowed in _REFUSED.items():
            said = node.style.get(name, "").split(" ")[0]
            if said and said not in allowed:
                raise DrawingError(f"text with {name} '{said}' is not supported; {CURE}", node.line)
        for name in ("rotate", "textLength"):
            if name in node.attributes:
                raise DrawingError(f"text with {name} is not supported; {CURE}", node.line)
        preserve = _preserves(node, preserve)
        mine: list[_Letter] = []
        for index, words in enumerate(node.texts):
            for sign in words:
                plain = " " if sign in "\n\t\r" else sign
                letter = _Letter(plain, node, style)
                letter.sign = plain if preserve or sign not in "\n\r" else "\n"
                if preserve and plain == " ":
                    letter.sign = "\u00a0"
                mine.append(letter)
            if index < len(node.children):
                child = node.children[index]
                if child.tag not in ("tspan", "a"):
                    raise DrawingError(
                        f"<{child.tag}> in a text is not supported; {CURE}", child.line
                    )
                if child.style.get("display") == "none":
                    continue
                own = _own(child)
                if re.search(r"(em|ex|%)$", own.get("font-size", "")):
                    em = self._size(style)
                    own["font-size"] = n(length(own["font-size"], em, em))
                mine += self._collected(child, style | own, preserve)
        self._place(node, style, mine)
        yield from mine

    def _place(self, node: SvgNode, style: dict[str, str], letters: list[_Letter]) -> None:
        em = self._size(style)
        shown = [each for each in letters if each.sign != "\n"]
        wholes = {"x": self.width, "y": self.height, "dx": self.width, "dy": self.height}
        for name, whole in wholes.items():
            said = re.split(r"[\s,]+", node.attributes.get(name, "").strip())
            values = [length(each, whole, em) for each in said if each]
            start = 0
            if name in ("x", "y") and len(values) == 1:
                start = next((at for at, each in enumerate(shown) if each.sign != " "), 0)
            for letter, value in zip(shown[start:], values, strict=False):
                if name in ("dx", "dy"):
                    setattr(letter, name, getattr(letter, name) + value)
                elif getattr(letter, name) is None:
                    setattr(letter, name, value)

    def _size(self, style: dict[str, str]) -> float:
        said = style.get("font-size", "16")
        sizes = {"medium": 16.0, "small": 13.0, "large": 18.0, "x-large": 24.0, "x-small": 10.0}
        return sizes[said] if said in sizes else length(said, 16.0)

    def _measure(self, run: list[_Letter]) -> None:
        """Measure consecutive letters that have the same style."""
        style = run[0].style
        face, em = self._face(style, run[0].node), self._size(style)
        text = "".join(each.sign for each in run)
        missing = face.shape(text).missing
        if missing:
            said = unset(missing, face.family, f" of “{text[:40]}”", f"; {CURE}", CURE)
            raise DrawingError(next(said)[1], run[0].node.line)
        spacing = _spacing(style.get("letter-spacing", "normal"), em)
        between = _spacing(style.get("word-spacing", "normal"), em)
        for at, advance, path in face.glyphs(text):
            run[at].advance += advance * em / 1000
            run[at].path += f" {path}" if path else ""
        for letter in run:
            letter.advance += spacing + (between if letter.sign in " \u00a0" else 0.0)

    def _face(self, style: dict[str, str], node: SvgNode) -> FontFace:
        said = style.get("font-family", "")
        names = [each.strip().strip("'\"") for each in said.split(",")]
        weight = style.get("font-weight", "normal")
        heavy = _WEIGHTS.get(weight) or (int(weight) if weight.isdecimal() else 400)
        slanted = style.get("font-style", "normal").split(" ")[0] in ("italic", "oblique")
        for name in names:
            family = self._families.get(name.lower())
            if family:
                self.used.add(family)
                return self.fonts.face(family, heavy >= 600, slanted)
        wanted = next(
            (each for each in names if each and each not in _GENERIC), said or "no typeface"
        )
        raise DrawingError(
            f"its text is set in '{wanted}', which is not among the typefaces; {CURE}, or add "
            f"the typeface: `fonts:"
            f" {{{wanted}: fonts/….ttf}}` in the theme",
            node.line,
        )

    def _placed(self, letters: list[_Letter]) -> Iterator[tuple[SvgNode, dict[str, str], str]]:
        """Yield paths in the text's coordinates, one for each run of letters of one element."""
        x = y = 0.0
        for chunk in _chunks(letters):
            x = chunk[0].x if chunk[0].x is not None else x
            anchor = chunk[0].style.get("text-anchor", "start")
            wide = fsum(each.advance + each.dx for each in chunk)
            x -= {"middle": wide / 2, "end": wide}.get(anchor, 0.0)
            for letter in chunk:
                y = letter.y if letter.y is not None else y
                x, y = x + letter.dx, y + letter.dy
                if letter.path:
                    scale = self._size(letter.style) / 1000
                    down = self._shift(letter) * scale
                    style = letter.node.style if letter.node.tag in ("tspan", "a") else {}
                    yield (
                        letter.node,
                        _chain(letter.node, style),
                        _moved(letter.path, scale, x, y + down),
                    )
                x += letter.advance

    def _shift(self, letter: _Letter) -> float:
        """Return how far a letter is below its baseline, in thousandths of an em."""
        said = letter.style.get("dominant-baseline", "auto")
        if said in ("auto", "alphabetic", "baseline", "no-change", "use-script", "reset-size"):
            return 0.0
        face = self._face(letter.style, letter.node)
        if said == "middle":
            return face.x_height / 2
        if said == "central":
            return 350.0
        if said in ("hanging", "text-before-edge", "text-top"):
            return 800.0
        raise DrawingError(f"text with dominant-baseline '{said}' is not supported; {CURE}")


def _own(node: SvgNode) -> dict[str, str]:
    return {name: value for name, value in node.style.items() if name in _INHERITED}


def inherited(node: SvgNode) -> dict[str, str]:
    """Return the style that an element's text inherits from its ancestors."""
    chain = []
    above: SvgNode | None = node
    while above is not None:
        chain.append(above)
        above = above.parent
    found: dict[str, str] = {}
    em = 16.0
    for each in reversed(chain):
        own = _own(each)
        if "font-size" in own and re.search(r"(em|ex|%)$", own["font-size"]):
            own["font-size"] = n(length(own["font-size"], em, em))
        found |= own
        if re.match(r"[\d.]", found.get("font-size", "")):
            em = length(found["font-size"], em, em)
    return found


def _chain(node: SvgNode, style: dict[str, str]) -> dict[str, str]:
    """Return the combined style of a `<tspan>` and those around it."""
    above = node.parent
    while above is not None and node.tag in ("tspan", "a") and above.tag in ("tspan", "a"):
        style = above.style | style
        above = above.parent
    return style


def _preserves(node: SvgNode, inherited: bool = False) -> bool:
    said = node.attributes.get("xml:space")
    space = node.style.get("white-space")
    if space:
        return space in ("pre", "pre-wrap", "break-spaces")
    return said == "preserve" if said else inherited


def _collapsed(letters: list[_Letter]) -> list[_Letter]:
    """Return the letters without line ends, and without leading, trailing or repeated blanks."""
    found: list[_Letter] = []
    for letter in letters:
        if letter.sign == "\n" or (letter.sign == " " and (not found or found[-1].sign == " ")):
            continue
        found.append(letter)
    while found and found[-1].sign == " ":
        found.pop()
    return found


def _runs(letters: list[_Letter]) -> Iterator[list[_Letter]]:
    """Yield runs of letters that are shaped together."""
    run: list[_Letter] = []
    for letter in letters:
        apart = letter.x is not None or letter.y is not None or letter.dx or letter.dy
        if run and (apart or letter.style != run[-1].style):
            yield run
            run = []
        run.append(letter)
    if run:
        yield run


def _chunks(letters: list[_Letter]) -> Iterator[list[_Letter]]:
    """Yield groups of letters that are positioned together.

    A new group begins at each letter with a position of its own.
    """
    chunk: list[_Letter] = []
    for letter in letters:
        if chunk and (letter.x is not None or letter.y is not None):
            yield chunk
            chunk = []
        chunk.append(letter)
    if chunk:
        yield chunk


def _spacing(said: str, em: float) -> float:
    return 0.0 if said in ("normal", "") else length(said, em, em)


_POINT = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


def _moved(path: str, scale: float, x: float, y: float) -> str:
    """Return the path data of a glyph, scaled and moved into place."""
    return _POINT.sub(
        lambda at: f"{float(at[1]) * scale + x:.6g} {float(at[2]) * scale + y:.6g}", path
    ).strip()

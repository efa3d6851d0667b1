"""Reads a Squib project as a layout: layout.yml, the spreadsheet, and the literal calls in deck.rb.

No Ruby code is run; the lines that are not read are listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.projects.layout import Layout, LayoutBox, in_mm
from validator.core.location import Location, Problem
from validator.core.tree import Mapping, Scalar, Sequence
from validator.load.text import decoded, read_bytes
from validator.load.yaml import read_yaml

DOTS = 300.0
BLEED = 1 / 8  # inches that Squib's sizes reach beyond the trim on each side
DEEPEST = 100  # largest depth of inheritance in layout.yml
_ARGUMENT = re.compile(
    r"\s*(?P<name>\w+):\s*(?:'(?P<one>[^'\\]*)'|\"(?P<two>[^\"\\#]*)\"|:(?P<symbol>\w+)"
    r"|(?P<number>-?\d+(?:\.\d+)?)|(?P<word>true|false|nil)\b|\w+\[['\":](?P<cell>[^'\"\]]+)['\"]?\]|\w+\.(?P<dotted>\w+)"
    r"|(?P<other>[\w.\[\]'\"]+))\s*(?:,|$)"
)
_CALL = re.compile(r"(?:\w+\s*=\s*)?(?:Squib(?:::|\.))?([\w.]+)(?:\s*\(|\s+)(.*)")
_SILENT = re.compile(r"\s*(?:#.*|end|require\s+['\"]squib['\"])?\s*")
_FILES = {"csv": "deck.csv", "xlsx": "deck.xlsx"}
_KINDS = {"text": "text", "png": "picture", "svg": "picture", "rect": "rectangle"}
_KNOWN = {
    "x", "y", "width", "height", "font", "font_size", "align", "valign", "color", "radius",
    "fill_color", "stroke_color", "stroke_width", "layout", "str", "file", "extends", "markup",
}  # fmt: skip
_DATA = "\0"  # before the name of a column


# Squib's drawing methods; each such line is an element of the card.
_DRAWS = frozenset(
    {"text", "png", "svg", "rect", "circle", "ellipse", "line", "triangle", "curve", "polygon",
     "star", "grid"}
)  # fmt: skip
_SOURCES = ("src", "lib", "decks")  # folders whose scripts are run from the folder above
_WORD = re.compile(r"\s*(\w+)\b")
MOST_CONTINUED = 100  # lines of one call


def squib_layout(source: Path) -> Layout:
    """Return the parts that could be read of a project, given its folder or a script in it."""
    if source.is_dir():
        return _Squib(source, _script(source)).read()
    folder = source.parent
    if folder.name in _SOURCES and folder.resolve().parent != folder.resolve():
        folder = folder.parent
    return _Squib(folder, source.relative_to(folder).as_posix()).read()


def _script(folder: Path) -> str:
    """Return the script of a project: deck.rb, or the first other script that makes a deck."""
    if (folder / "deck.rb").is_file():
        return "deck.rb"
    found = [
        *folder.glob("*.rb"),
        *(each for name in _SOURCES for each in folder.glob(f"{name}/*.rb")),
    ]
    for file in sorted(found):
        data = read_bytes(file, file.as_posix())
        if isinstance(data, bytes) and b"Squib" in data:
            return file.relative_to(folder).as_posix()
    return "deck.rb"


class _Squib:
    def __init__(self, folder: Path, script: str) -> None:
        self.layout = Layout(folder, "squib")
        self.script = script
        self.dots = DOTS
        self.places: Mapping | None = None
        self.used: set[str] = set()
        self.styles: dict[str, dict[str, tuple[str, Location]]] = {}  # each is read once
        self.opened: set[str] = set()  # those being read: an entry in it extends itself

    def read(self) -> Layout:
        layout = self.layout
        if (layout.folder / "config.yml").exists():
            layout.leave(
                Location((layout.folder / "config.yml").as_posix()), "this file is not read"
            )
        calls = list(self._calls())
        for _, name, said in calls:
            if name == "Deck.new":
                self._deck(said)
            elif name in _FILES:
                layout.sheet = said.get("file", _FILES[name])
        named = [
            said["layout"] for _, name, said in calls if name == "Deck.new" and "layout" in said
        ]
        named += [
            said["file"] for _, name, said in calls if name == "use_layout" and "file" in said
        ]
        if not named and (layout.folder / "layout.yml").exists():
            named = ["layout.yml"]
        for each in dict.fromkeys(file for names in named for file in names.split("|")):
            self._places(each)
        for location, name, said in calls:
            if name in _KINDS:
                self._box(location, _KINDS[name], said)
        if not layout.sheet:
            sheets = sorted(
                (each.relative_to(layout.folder)
                 for pattern in ("*.*", "*/*.*") for each in layout.folder.glob(pattern)
                 if each.suffix.lower() in (".csv", ".xlsx") and each.is_file()),
                key=lambda each: (len(each.parts), each.as_posix()),
            )  # fmt: skip
            layout.sheet = sheets[0].as_posix() if sheets else ""
        self._unused(any(name in _KINDS for _, name, _ in calls))
        return layout

    def _calls(self) -> Iterator[tuple[Location, str, dict[str, str]]]:
        """Yield those calls whose arguments are literals: their locations, names and arguments."""
        if not (self.layout.folder / self.script).exists():
            return
        lines = iter(enumerate(self.layout.lines(self.script), 1))
        for number, line in lines:
            location = Location((self.layout.folder / self.script).as_posix(), number, 1)
            for _ in range(MOST_CONTINUED):
                more = next(lines, None) if line.rstrip().endswith(",") else None
                if more is None:
                    break
                line = line.rstrip() + more[1]
            if _SILENT.fullmatch(line):
                continue
            word = _WORD.match(line)
            if word and word[1] in _DRAWS:
                self.layout.met.add(location)
            match = _CALL.fullmatch(re.sub(r"\s*(?:do)?\s*(?:#[^'\"]*)?$", "", line.strip()))
            said = _arguments(match[2].removesuffix(")")) if match else None
            name = match[1] if match else ""
            if said is None or name not in ("Deck.new", "use_layout", *_FILES, *_KINDS):
                self.layout.leave(location, f"not imported: {line.strip():.100}")
                continue
            yield location, name, said
            known = _KNOWN | ({"width", "height", "dpi", "cards"} if name == "Deck.new" else set())
            for extra in said.keys() - known:
                self.layout.leave(location, f"'{extra}' of {name} is not imported")

    def _deck(self, said: dict[str, str]) -> None:
        layout = self.layout
        location = Location((layout.folder / self.script).as_posix())
        try:
            self.dots = float(said.get("dpi", DOTS))
            width = in_mm(said.get("width", "825"), self.dots)
            height = in_mm(said.get("height", "1125"), self.dots)
            if self.dots < 10 or min(width, height) < 4 * 25.4 * BLEED:
                raise ValueError
        except ValueError:
            self.dots = DOTS
            layout.leave(
                location, "the size of the deck is not a length; 825 x 1125 pixels are used"
            )
            return
        layout.width, layout.height = width - 50.8 * BLEED, height - 50.8 * BLEED
        if "width" in said or "height" in said:
            layout.leave(
                location,
                f"an eighth of an inch on each side of the deck's size is bleed: "
                f"the card is {layout.width:.4g} x {layout.height:.4g} mm",
            )

    def _places(self, name: str) -> None:
        data = self.layout.read(name)
        if data is None:
            return
        file = (self.layout.folder / name).as_posix()
        text = decoded(data, file)
        if isinstance(text, Problem):
            self.layout.left.append(text)
            return
        tree, problems = read_yaml(text, file)
        self.layout.left += problems
        if isinstance(tree, Mapping) and self.places is not None:  # the later file takes precedence
            self.places.entries |= tree.entries
            self.places.keys |= tree.keys
        elif isinstance(tree, Mapping):
            self.places = tree

    def _style(self, name: str, depth: int = 0) -> dict[str, tuple[str, Location]]:
        """Return the style with a name in layout.yml, including the values that it inherits."""
        entry = self.places.entries.get(name) if self.places is not None else None
        if not isinstance(entry, Mapping) or depth > DEEPEST:
            return {}
        if name in self.opened:
            self.layout.leave(entry.location, f"'{name:.40}' extends itself")
            return {}
        if name in self.styles:
            return self.styles[name]
        self.used.add(name)
        style: dict[str, tuple[str, Location]] = {}
        self.opened.add(name)
        parents = entry.entries.get("extends")
        for parent in parents.items if isinstance(parents, Sequence) else [parents]:
            if isinstance(parent, Scalar):
                if self.places is not None and parent.raw not in self.places.entries:
                    self.layout.leave(
                        parent.location, f"it extends '{parent.raw:.40}', which does not exist"
                    )
                style |= self._style(parent.raw, depth + 1)
        for key, node in entry.entries.items():
            if key not in _KNOWN or not isinstance(node, Scalar):
                if key != "extends":
                    self.layout.leave(node.location, f"'{key}' of '{name}' is not imported")
                continue
            match = re.fullmatch(r"([-+*/])=\s*([\d.]+\s*\w*)", node.raw)
            said = node.raw.removeprefix(":")
            style[key] = (self._changed(style, key, match) if match else said, node.location)
        self.opened.discard(name)
        self.styles[name] = style
        return style

    def _changed(
        self, style: dict[str, tuple[str, Location]], key: str, match: re.Match[str]
    ) -> str:
        """Return an inherited length after a change such as `+= 10`."""
        try:
            old = in_mm(style[key][0] if key in style else "0", self.dots)
            if match[1] in "*/":
                by = float(match[2])
                return f"{old * by if match[1] == '*' else old / by:.5f}mm"
            by = in_mm(match[2], self.dots)
            return f"{old + by if match[1] == '+' else old - by:.5f}mm"
        except (ValueError, ZeroDivisionError):
            return match[0]

    def _box(self, location: Location, kind: str, said: dict[str, str]) -> None:
        style: dict[str, tuple[str, Location]] = {}
        if name := said.get("layout", ""):
            style = {**self._style(name)}
            if not style:
                self.layout.leave(location, f"no layout file has '{name}': its {kind} is left out")
                return
        style |= {key: (value, location) for key, value in said.items() if key != "layout"}
        whole = {"x": 0.0, "y": 0.0}
        bleed = 25.4 * BLEED
        whole["width"] = self.layout.width + 2 * bleed
        whole["height"] = self.layout.height + 2 * bleed
        lengths = {}
        for key, default in whole.items():
            value, at = style.get(key, ("deck" if default else "0", location))
            try:
                lengths[key] = default if value == "deck" else in_mm(value, self.dots)
            except ValueError:
                self.layout.leave(at, f"'{key}: {value:.40}' is not a supported length: its"
                                  f" {kind} is left out")  # fmt: skip
                return
        shown = style.get("str" if kind == "text" else "file", ("", location))[0]
        if kind != "rectangle" and not shown:
            self.layout.leave(location, f"it does not say what its {kind} shows; it is left out")
            return
        column = shown[1:] if shown.startswith(_DATA) else ""
        self.layout.boxes.append(
            LayoutBox(
                kind,
                location,
                lengths["x"] - bleed,
                lengths["y"] - bleed,
                lengths["width"],
                lengths["height"],
                column,
                "" if column else shown,
                **self._looks(kind, style),
            )
        )

    def _looks(self, kind: str, style: dict[str, tuple[str, Location]]) -> dict[str, Any]:
        if kind == "picture":
            return {}
        return self._outline(style) if kind == "rectangle" else self._writing(style)

    def _outline(self, style: dict[str, tuple[str, Location]]) -> dict[str, Any]:
        """Return the colours and lengths that define the outline of a rectangle."""
        looks: dict[str, Any] = {}
        for key, name, none in (("fill_color", "fill", "none"),
                                ("stroke_color", "stroke", "#000000")):  # fmt: skip
            value, location = style.get(key, (none, Location("")))
            looks[name] = self.layout.colour(value, location, "#000000")
        for key, name, instead in (("stroke_width", "thickness", "2"), ("radius", "radius", "0")):
            value, location = style.get(key, (instead, Location("")))
            try:
                looks[name] = in_mm(value, self.dots)
            except ValueError:
                message = f"'{key}: {value:.40}' is not a length: {instead} pixels"
                self.layout.leave(location, message)
                looks[name] = in_mm(instead, self.dots)
        return looks

    def _writing(self, style: dict[str, tuple[str, Location]]) -> dict[str, Any]:
        """Return the typeface, the size, the position and the colour of a text."""
        font, location = style.get("font", ("", Location("")))
        match = re.fullmatch(r"(.*?)\s*(\d+(?:\.\d+)?)?", font)
        words = match[1].split() if match else []
        faces = [each.lower() for each in words]
        self.layout.typeface(
            " ".join(each for each in words if each.lower() not in ("bold", "italic")), location
        )
        size, at = style.get("font_size", (match[2] if match and match[2] else "12", location))
        try:
            points = min(max(float(size), 1.0), 200.0)
        except ValueError:
            self.layout.leave(at, f"'font_size: {size:.40}' is not a number; 12 points are used")
            points = 12.0
        align = style.get("align", ("left", location))[0]
        valign = style.get("valign", ("top", location))[0]
        colour, at = style.get("color", ("#000000", location))
        return {
            "size": points, "bold": "bold" in faces, "italic": "italic" in faces,
            "align": align if align in ("center", "right") else "left",
            "valign": valign if valign in ("middle", "bottom") else "top",
            "fill": self.layout.colour(colour, at, "#000000"),
        }  # fmt: skip

    def _unused(self, called: bool) -> None:
        """Bind the boxes in layout.yml to the columns with the same names.

        This is done for a project without deck.rb.
        """
        for name in self.places.entries if self.places is not None else ():
            if name in self.used or self.places is None:
                continue
            location = self.places.entries[name].location
            if called:
                self.layout.leave(
                    location,
                    f"'{name}' is not drawn by any call in {self.script} that could be read",
                )
                continue
            self.layout.met.add(location)
            kind = "picture" if name.lower() in ("art", "picture", "image") else "text"
            show = "str" if kind == "text" else "file"
            self._box(location, kind, {"layout": name, show: _DATA + name})


_FILE_LIST = re.compile(r"(layout|file):\s*\[((?:\s*['\"][^'\"\]|]*['\"]\s*,?)*)\]")


def _joined(match: re.Match[str]) -> str:
    """Return a list of files in brackets as one argument, separated by `|`."""
    names = [each.strip().strip("'\"") for each in match[2].split(",")]
    return f"{match[1]}: '{'|'.join(filter(None, names))}'"


def _arguments(text: str) -> dict[str, str] | None:
    """Return the arguments of a call.

    Returns None if they contain more than literals and columns.
    """
    said: dict[str, str] = {}
    at = 0
    text = _FILE_LIST.sub(_joined, text.strip())
    while at < len(text):
        match = _ARGUMENT.match(text, at)
        if match is None or (match["other"] and match["name"] != "cards"):
            return None
        column = match["cell"] or match["dotted"]
        if match["name"] != "cards":
            words = [match[each] for each in ("one", "two", "symbol", "number", "word")]
            said[match["name"]] = _DATA + column if column else next(
                (each for each in words if each is not None), "")  # fmt: skip
        at = match.end()
    return said

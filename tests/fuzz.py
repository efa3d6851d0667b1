"""Random input to whatever reads what others wrote: problems may come of it, exceptions never.

    python tests/fuzz.py --minutes 5             every target in turn
    python tests/fuzz.py --minutes 5 painter     one of them
    python tests/fuzz.py --cases 100000          mutated files and commands: see `tests/mutants.py`

`tests/test_fuzz.py` runs each for a moment, always with the same examples. What a long run finds
is shown in its smallest form; mend it, and keep it as a file of `tests/hostile/`.
"""

from __future__ import annotations

import contextlib
import math
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pypdfium2
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from generator.artwork.book import DrawingBook
from generator.assets.typefaces import TypefaceError, prepare
from generator.core.svg import PaintError
from generator.drawing.painter import Painter
from generator.drawing.pictures import PictureBook
from generator.export.standalone_svg import alone
from generator.faces.face import RenderedFace
from generator.faces.fonts import FontBook, FontFace
from generator.kit.build import build_kit
from generator.kit.manifest import ManifestError
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from generator.pdf.encoder import Encoder
from generator.verify.kit_pdf import verify_kit
from generator.verify.reader import ReadError, read_manifest
from tests import mutants
from validator.checks import check_game
from validator.core.location import Problem
from validator.core.reports import REPORTERS
from validator.core.resources import resource
from validator.core.sizes import Size
from validator.load.game import load_game
from validator.script.play import replay_text

HERE = Path(__file__).resolve().parent
TINY = HERE / "good" / "tiny"
Target = Callable[..., None]
TARGETS: dict[str, tuple[Target, tuple[Any, ...]]] = {}


def target(*strategies: Any) -> Callable[[Target], Target]:
    """Something to fuzz, with what it is given."""

    def keep(function: Target) -> Target:
        TARGETS[function.__name__] = function, strategies
        return function

    return keep


@contextlib.contextmanager
def copied(folder: Path = TINY) -> Iterator[Path]:
    """A copy of a game to break."""
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / "game"
        shutil.copytree(folder, target)
        yield target


@cache
def samples() -> dict[str, bytes]:
    """A font of each kind, to be damaged."""
    from tests.generator.assets.fonts import collection, postscript, truetype, variable

    small = postscript("ABCabc")
    return {
        "postscript": small, "variable": variable(), "collection": collection(),
        **{flavor or "truetype": truetype(flavor) for flavor in (None, "woff", "woff2")},
    }  # fmt: skip


DAMAGE = st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=6)), max_size=8)


KINDS = ["truetype", "woff", "woff2", "postscript", "variable", "collection"]


@target(st.sampled_from(KINDS), DAMAGE, st.floats(0, 1), st.sampled_from([None, 1, 2]),
        st.sampled_from([{}, {"wght": 500.0}]))  # fmt: skip
def typefaces(
    kind: str, damage: list[tuple[float, bytes]], end: float, number: int | None,
    axes: dict[str, float],
) -> None:  # fmt: skip
    data = bytearray(samples()[kind])
    for place, piece in damage:
        start = int(place**3 * len(data))  # most of it is in the tables of tables
        data[start : start + len(piece)] = piece
    if end > 0.9:
        del data[int((end - 0.9) * 10 * len(data)) :]
    started = time.process_time()
    with contextlib.suppress(TypefaceError):
        face = FontFace("fuzz", "regular", prepare(bytes(data), number, axes).file)
        face.width("ABC abc\u00e9\u6b21")
        Encoder()(face, "ABC abc")
    assert time.process_time() - started < 20


CORPUS = sorted((HERE / "generator" / "artwork" / "corpus").glob("*.svg"))
SVG_WORDS = [
    "<g>", "</g>", "<use href='#a'/>", " id='a'", " opacity='.5'", " clip-path='url(#a)'",
    "url(#a)", " transform='scale(0)'", " transform='matrix(1e9 0 0 1 0 0)'", "1e308",
    "-1", "0", "NaN", "%",
    "<style>*{fill:red}</style>", "<text>a</text>", " fill='url(#lg)'", " stroke-dasharray='0'",
    " d='M'", " viewBox='0 0 0 1'", "<svg>", "</svg>", "<defs>", " filter='url(#f)'", "&#1;", "\0",
    " style='fill:none;'", "<image href='x.png'/>", "<switch>", "matrix(", ")", ";", "{", "}", '"',
]  # fmt: skip


@target(st.sampled_from(CORPUS), st.lists(
    st.tuples(
        st.floats(0, 1), st.integers(0, 12), st.sampled_from(SVG_WORDS) | st.text(max_size=5)
    ), max_size=6))  # fmt: skip
def drawings(file: Path, changes: list[tuple[float, int, str]]) -> None:
    text = file.read_text("utf-8")
    for place, gone, words in changes:
        start = int(place * len(text))
        text = text[:start] + words + text[start + gone :]
    started = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "x.svg").write_bytes(text.encode("utf-8", "replace"))
        fonts, pictures = FontBook(resource("templates") / "fonts"), PictureBook(Path(folder))
        try:
            found = DrawingBook(Path(folder), fonts, pictures).drawn("x.svg", 5, 5)
        except ValueError:
            pass
        else:
            Painter(fonts, Encoder(), pictures).paint(RenderedFace(found.svg))
    assert time.process_time() - started < 20


def located(problems: list[Problem]) -> None:
    """Every problem has a place, and every report can say it."""
    for problem in problems:
        location = problem.location
        assert location.file
        assert location.line >= 0
        assert location.column >= (1 if location.line else 0), problem
        assert problem.message
    for report in REPORTERS.values():
        report(problems).encode()


# ---- loader: bytes and structure of data files

WORDS = st.sampled_from(
    ["title", "words", "cards", "copies", "tags", "price", "coins", "TINY-COMP-01.count", "Ford",
     "~", "null", "true", "-1", "0", "9" * 400, "1e400", ".nan", ".inf", "012", "1:30", "2001-1-1",
     "a; b", "[", "{", "*a", "&a", "!!x", "<<", "\u202e", "\ud800", "\0", "\x1b[2J", "\ufeff",
     "../x.yaml", "/etc/passwd", "#800000", "x" * 5000, "**", ":coin:", "\\"]
)  # fmt: skip
VALUES = st.recursive(
    WORDS | st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(WORDS | st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
EDITS = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 40), st.one_of(WORDS, st.text(max_size=6))),
    min_size=1,
    max_size=6,
)
FILES = ("game.yaml", "cards.yaml", "rules.yaml", "cards.csv")
TABLE = 'title,words,copies,tags,price\nFord,Pay,2,a; b,{coins: 2}\nMill,"A mill",2,,\nHill,H,,,\n'


def edited(text: str, edits: list[tuple[int, int, str]]) -> str:
    """A text with pieces replaced."""
    for place, length, new in edits:
        start = place % (len(text) + 1)
        text = text[:start] + new + text[start + length :]
    return text


@target(st.sampled_from(FILES), EDITS, st.none() | VALUES)
def loader(name: str, edits: list[tuple[int, int, str]], value: Any) -> None:
    """A game's files with pieces replaced, or one that is something else altogether."""
    with copied() as folder:
        if name == "cards.csv":
            game = (folder / "game.yaml").read_text("utf-8")
            (folder / "game.yaml").write_text(game.replace("cards.yaml", name), "utf-8")
            (folder / name).write_text(TABLE, "utf-8")
        text = (folder / name).read_text("utf-8")
        text = edited(text, edits) if value is None else f"cards: {value!r}\n{value!r}: 1"
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
        loaded = load_game(folder)
        located(loaded.problems)
        if loaded.game is not None:
            located(list(check_game(loaded.game)))


# ---- painter: SVG within and around the subset

NUMBERS = st.one_of(
    st.integers(-200, 200).map(str),
    st.floats(-1e3, 1e3).map(lambda x: f"{x:.3f}"),
    st.sampled_from(["0", "1e9", "-1e-9", "1e999", "NaN", "inf", "", "3mm", "50%", "1,2", "٣"]),
)
PAINTS = st.sampled_from(
    ["none", "#800000", "#fff", "red", "currentColor", "url(#a)", "url(#b)", "url(x#a)", ""]
)
PATHS = st.lists(
    st.tuples(st.sampled_from("MLHVCSQTAZmlhvcsqtazx"), st.lists(NUMBERS, max_size=7)), max_size=6
).map(lambda steps: " ".join(step + " ".join(numbers) for step, numbers in steps))
TRANSFORMS = st.tuples(
    st.sampled_from(["translate", "scale", "rotate", "matrix", "skewX", "skewY", "spin"]),
    st.lists(NUMBERS, max_size=6),
).map(lambda each: f"{each[0]}({' '.join(each[1])})")
SPECIAL = {
    "fill": PAINTS, "stroke": PAINTS, "d": PATHS, "transform": TRANSFORMS,
    "gradientTransform": TRANSFORMS, "points": st.lists(NUMBERS, max_size=8).map(" ".join),
    "id": st.sampled_from("ab"), "clip-path": PAINTS, "stroke-dasharray": NUMBERS,
    "gradientUnits": st.sampled_from(["userSpaceOnUse", "objectBoundingBox"]),
    "stop-color": PAINTS, "href": st.sampled_from(["#icon-x", "#a", "x.png", "", "http:x"]),
    "font-family": st.sampled_from(["EB Garamond", "Cinzel", "none", ""]),
    "fill-rule": st.sampled_from(["evenodd", "nonzero", "x"]),
    "stroke-linecap": st.sampled_from(["butt", "round", "x"]),
    "stroke-linejoin": st.sampled_from(["miter", "bevel", "x"]),
    "preserveAspectRatio": st.sampled_from(["none", "xMidYMid slice", "x"]),
    "data-field": st.just("f"), "onload": st.just("x"), "style": st.just("fill:red"),
}  # fmt: skip
NAMES = [
    "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "fx", "fy",
    "stroke-width", "opacity", "fill-opacity", "stroke-miterlimit", "font-size", "letter-spacing",
    "offset", *SPECIAL,
]  # fmt: skip
TAGS = [
    "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use", "image",
    "defs", "clipPath", "linearGradient", "radialGradient", "stop", "title", "tspan", "svg",
]  # fmt: skip
ATTRIBUTES = st.lists(st.sampled_from(NAMES), max_size=5, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: SPECIAL.get(name, NUMBERS) for name in names})
)


def _element(tag: str, attributes: dict[str, str], inside: list[str]) -> str:
    said = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return f"<{tag}{said}>{''.join(inside)}</{tag}>"


ELEMENTS = st.recursive(
    st.builds(_element, st.sampled_from(TAGS), ATTRIBUTES, st.just([])) | st.just("Ford"),
    lambda inner: st.builds(
        _element, st.sampled_from(TAGS), ATTRIBUTES, st.lists(inner, max_size=4)
    ),
    max_leaves=10,
)


@target(ELEMENTS)
def painter(inner: str) -> None:
    """An SVG in a card of the tiny game: PDF and exported SVG can be read, or it is told."""
    game = load_game(TINY).game
    assert game is not None
    kit_renderer = KitRenderer(game, Options())
    paint: Painter = kit_renderer.painter
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{inner}</svg>'
    try:
        drawing = paint.paint(RenderedFace(svg))
    except PaintError:
        return
    ElementTree.fromstring(alone(kit_renderer, RenderedFace(svg), Size(63, 88), 2))
    assert "nan" not in drawing.ops
    assert "inf" not in drawing.ops
    box = kit_renderer.painter.resources
    assert all(math.isfinite(number) for each in box.shadings.values() for number in each.matrix)
    data = _one_page(kit_renderer, drawing)
    document = pypdfium2.PdfDocument(data)
    assert len(document) == 1
    document[0].render(scale=0.2)


def _one_page(kit_renderer: KitRenderer, drawing: Any) -> bytes:
    from generator.pdf.writer import About, write_pdf
    from generator.sheets.pages import Box, Page, Rect

    size = Size(63, 88)
    whole = Rect(0, 0, 63, 88)
    page = Page(size, "front", (Box("x", "x", whole, whole, "rect"),), (), whole, whole, (), None)
    about = About("x", "x", "x", "en", None)
    resources = kit_renderer.painter.resources
    return write_pdf([page], {"x": drawing}, resources, kit_renderer.encoder, about, lambda _: None)


# ---- templates: expressions and statements

ATOMS = st.sampled_from(
    ["card", "game", "rule", "text", "colour", "kit", "self", "loop", "range", "dict", "cycler",
     "namespace", "card.title", "card.words", "game.components", "game.folder", "game.rules", "x",
     "'x'", "'%s'", "'{0.__class__}'", "9", "9.5", "0", "-1", "true", "none", "[]", "[1, 2]", "{}",
     "{'a': 1}", "(1,)", "width", "component.cards", "card.price", "1000000000"]
)  # fmt: skip
ATTRS = st.sampled_from(
    ["title", "__class__", "folder", "format", "join", "items", "keys", "_values", "upper", "node",
     "location", "parent", "encode", "mro", "x", "get", "__init__", "f_globals", "bottom", "count"]
)  # fmt: skip
FILTER = st.sampled_from(
    ["upper", "length", "list", "join", "join('y')", "map('upper')", "map(attribute='__class__')",
     "sort", "first", "last", "round(99)", "int", "float", "replace('', 'xx')", "n", "string",
     "batch(3)", "slice(2)", "sum", "unique", "groupby('x')", "default('d')", "format(1)", "safe",
     "attr('x')", "tojson", "center(9)", "dictsort", "reverse", "title", "max", "truncate(3)"]
)  # fmt: skip
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(
            ["+", "-", "*", "/", "//", "%", "**", "~", "==", "<", "in", "and", "or", "is sameas"]
        ), inner),
        st.builds("{}.{}".format, inner, ATTRS),
        st.builds("({})|{}".format, inner, FILTER),
        st.builds("{}({})".format, inner, inner),
        st.builds("{}[{}]".format, inner, inner),
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("text({}, 1, 1, 50)".format, inner),
        st.builds("line({}, 1, 1, size={})".format, inner, inner),
        st.builds("icon({}, 1, 1, 5)".format, inner),
        st.builds("ornament({}, {}, 5)".format, inner, inner),
        st.builds("picture({}, 1, 1, 5, 5)".format, inner),
        st.builds("art({})".format, inner),
    ),
    max_leaves=6,
)  # fmt: skip
STATEMENTS = st.one_of(
    EXPRESSIONS.map("{{{{ {} }}}}".format),
    st.builds("{{% for x in {} %}}{{{{ {} }}}}{{% endfor %}}".format, EXPRESSIONS, EXPRESSIONS),
    st.builds("{{% set x = {} %}}{{{{ {} }}}}".format, EXPRESSIONS, EXPRESSIONS),
    st.builds("{{% include {} %}}".format, EXPRESSIONS),
    st.builds("{{% macro m(x) %}}{{{{ {} }}}}{{% endmacro %}}{{{{ m({}) }}}}".format,
              EXPRESSIONS, EXPRESSIONS),
    st.text(max_size=30),
)  # fmt: skip


@cache
def _secret() -> str:
    return (TINY / "rules.yaml").read_text("utf-8")


@target(st.lists(STATEMENTS, min_size=1, max_size=3))
def templates(body: list[str]) -> None:
    """A card's template of random statements: drawn or told, and it shows no file's words."""
    with copied() as folder:
        before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
        template = folder / "templates" / "card.svg.j2"
        words = '{% extends "shared/face.svg.j2" %}{% block face %}' + "".join(body)
        template.write_bytes(f"{words}{{% endblock %}}".encode("utf-8", "surrogatepass"))
        before[template] = template.stat().st_mtime_ns
        game = load_game(folder).game
        assert game is not None
        kit_renderer = KitRenderer(game, Options())
        kit_renderer.faces = {}
        component = game.components[0]
        kit_renderer.draw(component, component.cards[0], component.face)
        located(kit_renderer.problems)
        assert all(_secret()[:200] not in each.svg for each in kit_renderer.faces.values())
        assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


# ---- scripts


@cache
def _scripts() -> list[str]:
    files = [
        f for f in sorted(resource("data").glob("*/scripts/*.play")) if f.stat().st_size < 3000
    ]
    return [file.read_text("utf-8") for file in files]


MOVES = st.one_of(
    WORDS, st.text(max_size=12),
    st.sampled_from(["\n~ ", "\n! ", "\n= ", " -> ", " | ", "---\n", "seed: 1\n", "start: {}\n"]),
)  # fmt: skip


@target(st.integers(0, 10**6), st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 12), MOVES), min_size=1, max_size=4
))  # fmt: skip
def scripts(number: int, edits: list[tuple[int, int, str]]) -> None:
    """A shipped script with pieces replaced."""
    text = edited(_scripts()[number % len(_scripts())], edits).encode("utf-8", "ignore").decode()
    located(replay_text(text, "x.play").problems)


# ---- PDFs and manifests that are read back


@cache
def _kit() -> tuple[bytes, bytes]:
    game = load_game(TINY).game
    assert game is not None
    built = build_kit(game, Options())
    return built.pdf, built.manifest


BYTES = st.lists(
    st.tuples(
        st.integers(0, 10**7),
        st.integers(0, 30),
        st.binary(max_size=6)
        | st.sampled_from(
            [b"null", b"-1", b"[[[[", b"1e999", b"{}", b"99999999999", b'"x"', b"/Page"]
        ),
    ),
    min_size=1,
    max_size=5,
)


def _damaged(data: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    for place, length, new in edits:
        start = place % (len(data) + 1)
        data = data[:start] + new + data[start + length :]
    return data


@target(st.booleans(), BYTES)
def readback(pdf: bool, edits: list[tuple[int, int, bytes]]) -> None:
    """A kit or its manifest with bytes replaced: read or refused."""
    data = _damaged(_kit()[0 if pdf else 1], edits)
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "x"
        file.write_bytes(data)
        with contextlib.suppress(ManifestError):
            read_manifest(file)
    if pdf:
        with contextlib.suppress(ManifestError, ReadError):
            verify_kit(data)


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


def moment(name: str, examples: int) -> None:
    """So many examples of a target, always the same."""
    function, strategies = TARGETS[name]
    options: Any = {"max_examples": examples, "derandomize": True, "deadline": None,
                    "database": None, "suppress_health_check": QUIET}  # fmt: skip
    settings(phases=[Phase.generate], **options)(given(*strategies)(function))()


def long_run(name: str, minutes: float) -> bool:
    """Examples of a target until the time is over. True if nothing broke."""
    ends = time.monotonic() + minutes * 60
    function, strategies = TARGETS[name]
    rounds = 0
    while time.monotonic() < ends:
        again = settings(
            max_examples=200, deadline=None, database=None, suppress_health_check=QUIET
        )
        try:
            again(seed(time.time_ns())(given(*strategies)(function)))()
        except Exception:  # whatever it is, it is what we look for
            import traceback

            print(f"{name}: broken after {rounds * 200} examples", flush=True)
            traceback.print_exc()
            return False
        rounds += 1
    print(f"{name}: {rounds * 200} examples, nothing broke", flush=True)
    return True


def main(arguments: list[str]) -> int:
    """Fuzz the targets that are named, or all."""
    if {"--cases", "--again"} & set(arguments):
        return mutants.main(arguments)
    minutes = 1.0
    if "--minutes" in arguments:
        place = arguments.index("--minutes")
        minutes = float(arguments[place + 1])
        del arguments[place : place + 2]
    if unknown := set(arguments) - set(TARGETS):
        print(f"no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
        return 2
    sound = [long_run(name, minutes) for name in arguments or TARGETS]
    return 0 if all(sound) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

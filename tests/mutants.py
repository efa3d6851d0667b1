"""Mutated cases of every kind of input, each played as a user would, in processes with limits.

    python tests/fuzz.py --cases 100000                 all kinds in turn, two processes
    python tests/fuzz.py --cases 5000 --jobs 1 xlsx     one kind
    python tests/fuzz.py --again xlsx:4711              one case again, here, with its traceback

A case is named by its kind and its number, and is the same each time for one `--seed`. What is
counted: tracebacks, hangs (more than 5 s of the processor's time, or 10 to 15 s where the
unchanged input takes some), processes over 1 GB, files that are written outside the output
folder, and exported files that a strict XML parser refuses.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import multiprocessing
import os
import re
import resource as limits
import shutil
import signal
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from typing import Any
from xml.parsers import expat

from click.testing import CliRunner
from PIL import Image

from generator.cli import main as pieria
from validator.core.resources import resource, shipped_games

HERE = Path(__file__).resolve().parent
TINY = HERE / "good" / "tiny"
SECONDS = 5  # of the processor's time that a case may take
SOUND = {"rulebooks": 5, "locales": 5, "decks": 5}  # more where a shipped game takes them unchanged
PATIENCE = (
    900  # seconds by the clock, after which a case that sleeps is ended: a busy machine is slow
)
BYTES = 1 << 30  # that a process may hold
FAILURES = ("traceback", "hang", "memory", "outside", "xml")
WORDS = {
    "traceback": "tracebacks",
    "hang": f"hangs over {SECONDS} s",
    "memory": "processes over 1 GB",
    "outside": "writes outside the output folder",
    "xml": "exported files that a strict XML parser refuses",
}
ODD = [
    "", " ", "~", "null", "true", "-1", "0", "1", "9" * 30, "1000000000", "1e400", ".nan", ".inf",
    "012", "[]", "{}", "[1]", "[a]", "[[a]]", "{a: 1}", "{1: a}", "[", "{", "}", "*a", "&a [*a]",
    "!!python/object:os.system", "<<", "---", "\u202e", "\x1b[2J", "\ufeff", "\0", "\t", "a; b",
    "../x.yaml", "/etc/passwd", "#800000", "#80000", "'", '"', "x" * 300, "x " * 20_000, "**",
    "\\", "<script>", "]]>", "&amp;", "&lt;b&gt;", "<image href='x'/>", 'font-family="Nope"',
    "{{ card }}", "{% for x in range(10**9) %}", "TINY-COMP-01.count", "=1+1", ":x:",
    "NINE-COMP-05.kinds",
    "NINE-SETUP-03.pool.2", "S\u0327\u0323", "\U0001f600", "%s", "{0}", "${HOME}", "con", "a/b",
]  # fmt: skip
MARKUP = [
    "{{ 10**9 }}", "{{ 'x' * 10**7 }}", "{% include 'card.svg.j2' %}", "{% for a in (1, 2) %}",
    "{% endfor %}", "{{ card.title }}", "{{ game|string }}", "{{ card.fields }}", "<g>", "</g>",
    "<rect x='0' y='0' width='9' height='9'/>", "<path d='M0 0L9 9'/>", "<script>alert(1)</script>",
    "<!-- ", "-->", "<![CDATA[", "<?xml version='1.0'?>", "<text x='1' y='5'>A</text>", "&", "<",
    "<metadata><script/></metadata>", "<title>&bad;</title>", "onload='x'",
    "{{ text('a', 1, 1, 9) }}",
    "{{ range(9) }}", "{{ line('x', 1, 1, size=3) }}", "{{ icon('quill', 1, 1, 5) }}", "{#", "{%",
]  # fmt: skip
MARKS = [
    "[[", "]]", "```", "```example x", "![", "](", "<!-- left out: TINY-COMP-01: x -->", "-->", "|",
    "\n| a | b |\n|---|---|\n| 1 |", "\n# ", "\n#### ", "> [!RULING] x", ":coin:", ":coin#c03020:",
    "{{ rule('TINY-SETUP-01').max }}", "{{ rule(", "**", "\n- ", "\n    ", "\n---\n", "\n1. ",
    "![a](cards/Ford)", '![a](cards/Hill "back")', '"on 12 -4.5"', "[TINY-COMP-01..99]", "<br>",
]  # fmt: skip
SHEETS = {
    "muse": "muse/sheets/paper-harbour.yaml",
    "muse/larger-sheet": "muse/sheets/night-train.yaml",
    "schizonauts": "schizonauts/sheets/recruit.yaml",
}
BOOK = """\
# Tiny

## Set up

Two players or more play, up to {{ rule('TINY-SETUP-01').max | words }}. [TINY-SETUP-01]

![Ford](cards/Ford) ![its back](cards/Hill "back")

## Cards

<!-- left out: TINY-LIMIT-01, TINY-LIMIT-02: the test needs none -->

A [[card]] has a price in :coin: on its **face**. [TINY-COMP-01]

> [!NOTE] Tokens
> There are three *tokens*.

| piece | number |
|---|---|
| cards | {{ rule('TINY-COMP-01').count }} |

1. Shuffle.
2. Deal:
    - one,
    - two.

---

## At a glance

Play.
"""
Result = tuple[str, str]  # fine, refused or a failure; and what was seen of it


def mutated(text: str, random: Random, words: list[str] = ODD) -> str:
    """A text with one to four pieces lost, doubled, moved or replaced."""
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        lines = text.split("\n")
        kind, row = random.randrange(6), random.randrange(len(lines))
        if kind == 0:
            place, length = random.randrange(len(text) + 1), random.randrange(30)
            text = text[:place] + random.choice(words) + text[place + length :]
            continue
        if kind == 1 and ":" in lines[row]:  # another value for a name
            lines[row] = f"{lines[row].split(':')[0]}: {random.choice(words)}"
        elif kind == 2:
            del lines[row : row + random.randint(1, 5)]
        elif kind == 3:
            lines[row:row] = lines[row : row + random.randint(1, 5)]
        elif kind == 4:
            lines[row] = " " * random.randint(0, 4) + lines[row]
        else:
            parts = lines[row].split(" ")
            parts[random.randrange(len(parts))] = random.choice(words)
            lines[row] = " ".join(parts)
        text = "\n".join(lines) or " "
    return text


def renumbered(text: str, random: Random) -> str:
    """A catalogue with one or two of its numbers replaced, most often by another number."""
    numbers = [0, 0, 1, 2, 3, 7, 12, 20, 99, 100, 999, 1000, 1001, -1, 10**9, *ODD]
    for _ in range(random.choice([1, 1, 2])):
        found = random.choice([*re.finditer(r"(?<=[:\[, ])\d+(?=[,\]}\n])", text)])
        text = f"{text[: found.start()]}{random.choice(numbers)}{text[found.end() :]}"
    return text


def damaged(data: bytes, random: Random) -> bytes:
    """Bytes with one to six pieces replaced."""
    odd = [b"null", b"-1", b"[[[[", b"1e999", b"{}", b"99999999999", b'"x"', b"\xff" * 9, b"/Page"]
    for _ in range(random.randint(1, 6)):
        place, length = random.randrange(len(data) + 1), random.randrange(30)
        data = data[:place] + random.choice([*odd, random.randbytes(4)]) + data[place + length :]
    return data


# ---- the kinds of input. Each changes a folder, and gives the commands that are then typed.

Commands = list[list[str]]
KINDS: dict[str, Callable[[Path, Path, Random], Commands]] = {}


def kind(function: Callable[[Path, Path, Random], Commands]) -> Any:
    """A kind of input."""
    KINDS[function.__name__] = function
    return function


def _change(file: Path, random: Random, words: list[str] = ODD) -> None:
    text = mutated(file.read_bytes().decode(), random, words)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))


def _used(random: Random) -> Commands:
    """What is done with a game: most often it is checked, sometimes printed or exported."""
    every = [["check", "game"]] * 6 + [["export", "svg", "game", "-o", "out"],
             ["build", "game", "--no-verify", "-o", "out"],
             ["preview", "game", "--static", "out"], ["schema", "game"],
             ["new", "out/new", "--from", "game"]]  # fmt: skip
    return [random.choice(every)]


@kind
def yaml(folder: Path, base: Path, random: Random) -> Commands:
    shutil.copytree(base / "tiny", folder / "game")
    _change(folder / "game" / random.choice(["game.yaml", "cards.yaml", "rules.yaml"]), random)
    return _used(random)


@kind
def csv(folder: Path, base: Path, random: Random) -> Commands:
    shutil.copytree(base / "csv", folder / "game")
    _change(random.choice(sorted((folder / "game").glob("*.csv"))), random)
    return _used(random)


@kind
def xlsx(folder: Path, base: Path, random: Random) -> Commands:
    shutil.copytree(base / "xlsx", folder / "game")
    file = next((folder / "game").glob("*.xlsx"))
    if random.random() < 0.2:
        file.write_bytes(damaged(file.read_bytes(), random))
        return _used(random)
    with zipfile.ZipFile(file) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    name = random.choice([each for each in parts if each.endswith((".xml", ".rels"))])
    text = parts[name].decode().replace("><", ">\n<")
    if random.random() < 0.2:  # far too many of one element
        lines = text.split("\n")
        row = random.randrange(len(lines))
        lines[row] = lines[row] * random.choice([1000, 100_000, 600_000])
        text = "\n".join(lines)[:31_000_000]
    else:
        text = mutated(text, random, [*ODD, "<c/>", "<row>", "</row>", "<v>1</v>", 't="s"'])
    parts[name] = text.encode("utf-8", "surrogatepass")
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        for name, data in parts.items():
            book.writestr(name, data)
    return _used(random)


@kind
def rules(folder: Path, base: Path, random: Random) -> Commands:
    """A number, a list or a sentence of one of the shipped games."""
    name = random.choice(shipped_games())
    shutil.copytree(base / name, folder / "game")
    file = folder / "game" / "rules.yaml"
    if random.random() < 0.5:
        _change(file, random)
    else:
        text = renumbered(file.read_text("utf-8"), random)
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
    scripts = sorted((folder / "game" / "scripts").glob("*.play"), key=lambda f: f.stat().st_size)
    script = random.choice(scripts[: len(scripts) // 2]).relative_to(folder).as_posix()
    return [random.choice([["check", "game"], ["verbs", "game"], ["replay", script],
                           ["replay", script], ["rules", "game"]])]  # fmt: skip


@kind
def decks(folder: Path, base: Path, random: Random) -> Commands:
    """The cards and the game.yaml of one of the shipped games."""
    name = random.choice(shipped_games())
    shutil.copytree(base / name, folder / "game")
    files = [*(folder / "game").glob("*.yaml"), *(folder / "game").glob("*.csv")]
    _change(random.choice([each for each in sorted(files) if each.name != "rules.yaml"]), random)
    return [random.choice([["check", "game"], ["verbs", "game"], ["languages", "game"]])]


@kind
def scripts(folder: Path, base: Path, random: Random) -> Commands:
    del base
    shipped = [
        file for name in shipped_games() for file in (resource("data") / name).rglob("*.play")
    ]
    small = sorted(each for each in shipped if each.stat().st_size < 4000)
    moves = ["\n~ ", "\n! ", "\n= ", " -> ", " | ", "---", "seed: 1", "start: {}", "Ann", "table"]
    text = mutated(random.choice(small).read_text("utf-8"), random, [*ODD, *moves])
    (folder / "x.play").write_bytes(text.encode("utf-8", "surrogatepass"))
    return [["replay", "x.play", *random.choice([[], ["--format", "json"], ["--trace"]])]]


@kind
def manifests(folder: Path, base: Path, random: Random) -> Commands:
    shutil.copytree(base / "tiny", folder / "game")
    data = (base / "kit.manifest.json").read_bytes()
    file = folder / "x.manifest.json"
    if random.random() < 0.5:
        file.write_bytes(damaged(data, random))
    else:
        file.write_text(json.dumps(_shaken(json.loads(data), random)), "utf-8")
    whole = (base / "kit.manifest.json").as_posix()
    build = ["build", "game", "--no-verify", "--changed-since", file.name, "-o", "out"]
    return [random.choice([["changes", file.name, whole], ["changes", whole, file.name], build])]


def _shaken(tree: Any, random: Random) -> Any:
    """A tree of JSON with one of its values replaced, which may be deep inside."""
    odd: list[Any] = [None, "", -1, 10**30, 1e300, [], {}, [[]], "x", True, "\x1b[2J", {"a": {}}]
    if isinstance(tree, dict) and tree and random.random() < 0.8:
        key = random.choice([*tree])
        return {**tree, key: _shaken(tree[key], random)}
    if isinstance(tree, list) and tree and random.random() < 0.8:
        place = random.randrange(len(tree))
        return [*tree[:place], _shaken(tree[place], random), *tree[place + 1 :]]
    return random.choice(odd)


@kind
def templates(folder: Path, base: Path, random: Random) -> Commands:
    shutil.copytree(base / "tiny", folder / "game")
    files = sorted((folder / "game" / "templates").glob("*.j2"))
    _change(random.choice(files), random, [*ODD, *MARKUP, *MARKUP])
    return [random.choice([["check", "game"], ["export", "svg", "game", "-o", "out"],
                           ["preview", "game", "--static", "out"]])]  # fmt: skip


@kind
def texts(folder: Path, base: Path, random: Random) -> Commands:
    """Words of cards that are printed and exported, however odd: the data stay sound."""
    shutil.copytree(base / "tiny", folder / "game")
    words = random.choice([*ODD, *MARKUP])
    file = folder / "game" / "cards.yaml"
    lines = file.read_text("utf-8").split("\n")
    rows = [i for i, line in enumerate(lines) if line.strip(" -").startswith(("title:", "words:"))]
    row = random.choice(rows)
    lines[row] = f"{lines[row].split(':')[0]}: {json.dumps(words)}"
    file.write_text("\n".join(lines), "utf-8")
    return [["export", random.choice(["svg", "tts"]), "game", "-o", "out"]]


@kind
def pdf(folder: Path, base: Path, random: Random) -> Commands:
    (folder / "x.pdf").write_bytes(damaged((base / "kit.pdf").read_bytes(), random))
    return [random.choice([["verify", "x.pdf"], ["changes", "x.pdf", "x.pdf"]])]


@kind
def rulebooks(folder: Path, base: Path, random: Random) -> Commands:
    """A rulebook, which is checked and typeset, or exported: of the tiny game, or a shipped one."""
    name = random.choice(["tiny"] * 7 + shipped_games())
    shutil.copytree(base / name, folder / "game")
    if name == "tiny":
        (folder / "game" / "rulebook.md").write_text(BOOK, "utf-8")
    _change(folder / "game" / "rulebook.md", random, [*ODD, *MARKS, *MARKS])
    exported = ["export", "rulebook", "game", "-o", "out"]
    return [random.choice([["check", "game"], exported]) if name == "tiny" else exported]


@kind
def locales(folder: Path, base: Path, random: Random) -> Commands:
    """A translation: its overlay, its PO file or its rulebook, of the tiny or a shipped game."""
    way = random.randrange(9)
    game = "tiny" if way < 8 else "translated"
    shutil.copytree(base / game, folder / "game")
    language = ["languages", "game", "--language"]
    if game == "translated":
        files = sorted((folder / "game" / "locale").iterdir())
        file = random.choice(files)
        _change(file, random)
        return [[*language, file.stem.rpartition(".")[2] or file.stem]]
    shutil.copytree(base / "tiny-locale", folder / "game" / "locale")
    if way < 3:
        shutil.copy(base / "it.po", folder / "out.po")
        _change(folder / "out.po", random, [*ODD, "msgid", 'msgstr ""', 'msgctxt "', "#, fuzzy"])
        (folder / "out").mkdir()
        shutil.move(folder / "game", folder / "out" / "game")  # where it may be written
        return [["languages", "out/game", "--language", "it", "--from-po", "out.po"]]
    _change(folder / "game" / "locale" / "it.yaml", random)
    exported = ["export", "svg", "game", "--language", "it", "-o", "out"]
    return [random.choice([[*language, "it"], ["check", "game", "--language", "it"], exported,
                           [*language, "it", "--to-po", "out/it.po"]])]  # fmt: skip


@kind
def forms(folder: Path, base: Path, random: Random) -> Commands:
    """A PDF form that was filled in, whose pages become cards, or the data file of a sheet."""
    which = random.randrange(3)
    if which == 0:
        file = random.choice(["form.pdf", "filled.pdf"])
        (folder / "x.pdf").write_bytes(damaged((base / file).read_bytes(), random))
        return [["new", "out/new", "--from", "x.pdf"]]
    sheet, data = random.choice([*SHEETS.items()])
    shutil.copy(resource("data") / data, folder / "x.yaml")
    _change(folder / "x.yaml", random)
    editable = random.choice([[], ["--editable"]])
    return [["fill", *sheet.split("/"), "x.yaml", "-o", "out/y.pdf", *editable]]


@kind
def imports(folder: Path, base: Path, random: Random) -> Commands:
    """Projects of other tools."""
    shutil.copytree(base / "other-tools", folder / "old")
    tool, name, words = random.choice([
        ("squib", "deck.rb", ["do", "end", "#{x}", "%w[a b]", "<<~X", "=begin", "({", "=> "]),
        ("squib", "layout.yml", ["extends: base", "+= 1", "{extends: title}", "0.5in"]),
        ("nandeck", "deck.txt", ["{(1-3)}", "[box]", "FOR=A,1,9", "NEXT", "LINK=", "MACRO=", "1-",
                                 "TEXT=", '"', "IF=[a]=1", "ENDIF", "100%"]),
        ("cardmaker", "deck.cmp", ["<Element", "/>", "@[a]", "#(if", ";-1;", '="', "Arial;0"]),
        ("tts", "tiny-tts/tiny.json", ['"CardID": 1', "[]", "{", "}", "100000", '"FaceURL": ""']),
        ("cockatrice", "tiny-cockatrice/customsets/tiny.xml",
         ["<card>", "</card>", "<set/>", 'number="9"', "&amp;", "<!DOCTYPE a>", "?>"]),
        (random.choice(["squib", "nandeck", "cardmaker"]), "deck.csv", [",", '"', "\n", ";"]),
    ])  # fmt: skip
    _change(folder / "old" / name, random, [*ODD, *words, *words])
    read = {"squib": "", "nandeck": "deck.txt", "cardmaker": "deck.cmp"}.get(tool, name)
    return [["import", tool, f"old/{read}".rstrip("/"), "out/new"]]


@kind
def pictures(folder: Path, base: Path, random: Random) -> Commands:
    """A damaged picture or drawing: in a game, or in a folder of finished cards."""
    file = random.choice(sorted((base / "pictures").iterdir()))
    if file.suffix == ".svg":
        text = mutated(file.read_text("utf-8").replace("><", ">\n<"), random, [*ODD, *MARKUP])
        data = text.encode("utf-8", "surrogatepass")
    else:
        data = damaged(file.read_bytes(), random)
    if random.random() < 0.4 and file.suffix in (".png", ".jpg", ".svg"):
        (folder / "cards").mkdir()
        (folder / "cards" / f"a{file.suffix}").write_bytes(data)
        shutil.copy(base / "card.png", folder / "cards" / "back.png")
        return [["new", "out/new", "--from", "cards"]]
    shutil.copytree(base / "tiny", folder / "game")
    (folder / "game" / "pictures").mkdir()
    (folder / "game" / "pictures" / f"a{file.suffix}").write_bytes(data)
    face = folder / "game" / "templates" / "token.svg.j2"
    shown = f"{{{{ picture('pictures/a{file.suffix}', 1, 1, 18, 18) }}}}"
    face.write_text(face.read_text("utf-8").replace("{% endb", f"{shown}{{% endb", 1), "utf-8")
    return [random.choice([["check", "game"], ["build", "game", "--no-verify", "-o", "out"],
                           ["export", "svg", "game", "-o", "out"]])]  # fmt: skip


def _pictures(folder: Path) -> None:
    """A picture of every format that can be read, and some drawings."""
    folder.mkdir()
    image = Image.radial_gradient("L").resize((180, 270))
    colour = Image.merge("RGB", (image, image.rotate(180), image))
    for name, made in {
        "a.png": colour, "grey.jpg": image, "inks.jpg": colour.convert("CMYK"), "a.gif": image,
        "clear.png": colour.convert("RGBA"), "palette.png": colour.quantize(9), "a.webp": colour,
        "a.tif": colour, "deep.tif": image.convert("I;16"), "fax.tif": image.convert("1"),
    }.items():  # fmt: skip
        made.save(folder / name)
    for drawing in (HERE / "generator" / "artwork" / "corpus").glob("*.svg"):
        if drawing.name != "picture-inside.svg":  # of too few pixels for its size here
            shutil.copy(drawing, folder)


def prepare(base: Path) -> None:
    """The sound inputs that cases are made from."""
    skipped = shutil.ignore_patterns("locale", "__pycache__")
    shutil.copytree(TINY, base / "tiny")
    for name in shipped_games():
        shutil.copytree(resource("data") / name, base / name, ignore=skipped)
        for script in (base / name / "scripts").glob("*.play"):
            text = script.read_text("utf-8").replace(f"game: {name}\n", "game: ..\n")
            script.write_text(text, "utf-8")
    with contextlib.chdir(base):
        for form in ("csv", "xlsx"):
            made = CliRunner().invoke(pieria, ["new", form, "--from", "tiny", "--deck", form])
            assert made.exit_code == 0, made.output
        built = CliRunner().invoke(pieria, ["build", "tiny", "-o", "kit", "--no-verify"])
        assert built.exit_code == 0, built.output
        _translations(base)
        for filled in (["form", "muse", "story-sheet", "-o", "form"],
                       ["fill", "muse", str(resource("data") / SHEETS["muse"]), "--editable",
                        "-o", "filled.pdf"]):  # fmt: skip
            made = CliRunner().invoke(pieria, filled)
            assert made.exit_code == 0, made.output
    shutil.copy(next((base / "form").glob("*.pdf")), base / "form.pdf")
    _pictures(base / "pictures")
    Image.new("RGB", (822, 1122), "teal").save(base / "card.png")
    shutil.copytree(HERE / "good" / "other-tools", base / "other-tools")
    Image.new("RGB", (80, 50), "teal").save(base / "other-tools" / "storm.png")
    for table in ("tts", "cockatrice"):
        tiny, tools = str(base / "tiny"), str(base / "other-tools")
        made = CliRunner().invoke(pieria, ["export", table, tiny, "-o", tools])
        assert made.exit_code == 0, made.output
    shutil.copy(next((base / "kit").glob("*.pdf")), base / "kit.pdf")
    shutil.copy(next((base / "kit").glob("*.manifest.json")), base / "kit.manifest.json")


def _translations(base: Path) -> None:
    """A translation of the tiny game, its PO file, and a shipped game with its translations."""
    shutil.copytree(base / "tiny", base / "abroad")
    said = ["languages", "abroad"]
    for command in ([*said, "--init", "it"], [*said, "--language", "it", "--to-po", "it.po"]):
        made = CliRunner().invoke(pieria, command)
        assert made.exit_code == 0, made.output
    po = re.sub(r'(msgid "(.+)"\nmsgstr )""', r'\1"\2"', Path("it.po").read_text("utf-8"))
    Path("it.po").write_text(po, "utf-8")
    made = CliRunner().invoke(pieria, [*said, "--language", "it", "--from-po", "it.po"])
    assert made.exit_code == 0, made.output
    shutil.copytree(base / "abroad" / "locale", base / "tiny-locale")
    shutil.copytree(resource("data") / "muse", base / "translated")


# ---- one case


class Watch:
    """Notes every file that is written, and every program that is started, by an audit hook."""

    def __init__(self) -> None:
        self.allowed: tuple[str, ...] | None = None
        self.outside: list[str] = []
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.allowed is None:
            return
        written: list[Any] = []
        if event == "open" and isinstance(arguments[0], str | bytes):
            mode, flags = arguments[1], arguments[2]
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            if writes or (isinstance(mode, str) and set(mode) & set("wax+")):
                written = [arguments[0]]
        elif event in ("os.remove", "os.rmdir", "os.mkdir", "os.chmod"):
            folder = arguments[-1]  # open, and the path is in it
            inside = isinstance(folder, int) and folder >= 0
            home = os.readlink(f"/proc/self/fd/{folder}") if inside else ""  # noqa: PTH115
            written = [Path(home, os.fsdecode(arguments[0]))]
        elif event == "os.truncate":
            written = [arguments[0]]
        elif event in ("os.rename", "os.link", "os.symlink"):
            written = [arguments[1]]
        elif event in ("subprocess.Popen", "os.system", "os.exec", "socket.connect"):
            self.outside.append(f"{event} {arguments[:2]!r:.200}")
        for each in written:
            place = os.path.abspath(os.fsdecode(each))  # noqa: PTH100 - links count as they are
            compiled = place.startswith(sys.pycache_prefix or "\0")  # of modules, by Python
            if not place.startswith(self.allowed) and place != os.devnull and not compiled:
                self.outside.append(place)


def play(name: str, number: int, seed: int, base: Path, watch: Watch | None = None) -> Result:
    """Make a case, type its commands, and say what came of it."""
    random = Random(f"{seed}/{name}/{number}")
    with tempfile.TemporaryDirectory(prefix="pieria-case-") as place:
        folder = Path(place)
        commands = KINDS[name](folder, base, random)
        (folder / "out").mkdir(exist_ok=True)
        with contextlib.chdir(folder):
            for command in commands:
                if watch:
                    watch.outside.clear()
                    target = str(folder / "out")
                    watch.allowed = (target, str(folder / ".pieria"), os.environ["PIERIA_CACHE"])
                try:
                    result = CliRunner().invoke(pieria, command)
                finally:
                    if watch:
                        watch.allowed = None
                if found := _failure(result, command, folder, watch):
                    return found
                if result.exit_code:
                    return "refused", ""
    return "fine", ""


def _failure(result: Any, command: list[str], folder: Path, watch: Watch | None) -> Result | None:
    """The failure that a command ended in, if any."""
    typed = " ".join(command)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        kind_ = "memory" if isinstance(result.exception, MemoryError) else "traceback"
        told = io.StringIO()
        traceback.print_exception(*result.exc_info, file=told)
        return kind_, f"pieria {typed}\n{told.getvalue()}"
    if result.exit_code not in (0, 1, 2):
        return "traceback", f"pieria {typed}: exit code {result.exit_code}"
    if "[fault]" in result.output or '"fault"' in result.output:
        return "traceback", f"pieria {typed}\n{result.output[:3000]}"
    if watch and watch.outside:
        return "outside", f"pieria {typed}: {watch.outside[:3]}"
    written = (folder / "out").rglob("*.svg") if command[0] == "export" else ()
    for file in sorted(written):
        parser = expat.ParserCreate()
        try:
            parser.Parse(file.read_bytes(), True)
        except expat.ExpatError as error:
            return "xml", f"pieria {typed}: {file.name}: {error}"
    return None


# ---- many cases


def _work(pipe: Connection, seed: int, base: Path) -> None:
    """A process that plays the cases it is told."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["PIERIA_CACHE"] = tempfile.mkdtemp(prefix="pieria-cache-", dir=base)
    watch = Watch()
    for warm in (["check", str(base / "tiny")], ["list"]):
        CliRunner().invoke(pieria, warm)
    limits.setrlimit(limits.RLIMIT_AS, (4 * BYTES, 4 * BYTES))
    while True:
        name, number = pipe.recv()
        used = limits.getrusage(limits.RUSAGE_SELF)
        soft = math.ceil(used.ru_utime + used.ru_stime) + SECONDS + SOUND.get(name, 0)
        limits.setrlimit(limits.RLIMIT_CPU, (soft, limits.RLIM_INFINITY))
        try:
            found = play(name, number, seed, base, watch)
        except Exception:
            found = "traceback", f"in the fuzzer itself\n{traceback.format_exc()}"
        held = _held()
        if held > BYTES and found[0] not in FAILURES:
            found = "memory", f"{held / BYTES:.1f} GB"
        done = held > BYTES / 2  # the next process begins small: this is not one case's
        pipe.send((found, done))
        if done:
            return


def _held() -> int:
    """The most bytes that this process has held.

    `ru_maxrss` counts on Linux what the process held that started it, too.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    return limits.getrusage(limits.RUSAGE_SELF).ru_maxrss * 1024


@dataclass
class _Worker:
    """A process, and the case that it plays."""

    process: Any
    pipe: Connection
    case: tuple[str, int] | None = None
    since: float = 0.0
    done: bool = False  # it plays no more cases

    def give(self, case: tuple[str, int]) -> None:
        self.case, self.since = case, time.monotonic()
        self.pipe.send(case)

    def result(self) -> Result | None:
        """What came of its case, as soon as that is known."""
        try:
            if self.pipe.poll():
                found: Result
                found, self.done = self.pipe.recv()
                return found
        except (EOFError, OSError):
            self.process.join(5)
            code = self.process.exitcode
            failure = "hang" if code == -signal.SIGXCPU else "traceback"
            return failure, f"the process ended with {code}"
        if time.monotonic() - self.since > PATIENCE:
            self.process.kill()
            return "hang", f"nothing came within {PATIENCE} s"
        return None


@dataclass
class Tally:
    """What came of all cases, by kind of input."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    shown: Counter[str] = field(default_factory=Counter)

    def add(self, case: tuple[str, int], found: Result) -> None:
        """Count a case; the first failure of each sort is shown, with its name."""
        self.counts.setdefault(case[0], Counter())[found[0]] += 1
        if found[0] in FAILURES:
            last = found[1].strip().splitlines()[-1:]
            same = f"{case[0]} {found[0]} {last}"
            self.shown[same] += 1
            if self.shown[same] == 1:
                print(f"--again {case[0]}:{case[1]}  {found[0]}: {found[1][-2500:]}\n", flush=True)

    @property
    def failures(self) -> int:
        return sum(counts[each] for counts in self.counts.values() for each in FAILURES)

    def __str__(self) -> str:
        heads = ("cases", "fine", "refused", *FAILURES)
        rows = [f"{'':10}" + "".join(f"{head:>11}" for head in heads)]
        whole: Counter[str] = Counter()
        for name, counts in self.counts.items():
            whole += counts
            cells = [counts.total(), *(counts[each] for each in heads[1:])]
            rows.append(f"{name:10}" + "".join(f"{cell:>11,}" for cell in cells))
        failures = ", ".join(f"{whole[each]:,} {WORDS[each]}" for each in FAILURES)
        return "\n".join((*rows, f"{whole.total():,} mutated cases: {failures}."))


def _cases(kinds: list[str], cases: int, first: int) -> Iterator[tuple[str, int]]:
    for number in range(cases):
        yield kinds[number % len(kinds)], first + number // len(kinds)


def run(base: Path, cases: int, kinds: list[str], jobs: int, seed: int, first: int = 0) -> Tally:
    """Play so many cases, made from the sound inputs in `base`, in so many processes.

    A process that is lost is replaced; Ctrl-C sums up.
    """
    tally = Tally()
    spawn = multiprocessing.get_context("spawn")

    def start() -> _Worker:
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_work, args=(theirs, seed, base), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    todo = _cases(kinds, cases, first)
    workers = [start() for _ in range(jobs)]
    told = time.monotonic()
    try:
        for worker in workers:
            if case := next(todo, None):
                worker.give(case)
        while any(worker.case for worker in workers):
            wait([worker.pipe for worker in workers if worker.case], timeout=1)
            for index, worker in enumerate(workers):
                found = worker.result() if worker.case else None
                if found is None or worker.case is None:
                    continue
                tally.add(worker.case, found)
                worker.case = None
                if found[0] == "hang" or worker.done or not worker.process.is_alive():
                    worker.process.kill()
                    workers[index] = worker = start()
                if case := next(todo, None):
                    worker.give(case)
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(str(tally).rpartition("\n")[2], flush=True)
    except KeyboardInterrupt:
        print("Stopped.")
    for worker in workers:
        worker.process.kill()
        worker.process.join()
    return tally


def again(case: str, seed: int) -> Result:
    """One case, here and now."""
    name, _, number = case.partition(":")
    with tempfile.TemporaryDirectory(prefix="pieria-fuzz-") as place:
        base = Path(place)
        prepare(base)
        os.environ["PIERIA_CACHE"] = str(base / "cache")
        return play(name, int(number), seed, base, Watch())


def main(arguments: list[str]) -> int:
    """Read the command line; 1 if anything failed."""
    given = {"--cases": 1000, "--jobs": 2, "--seed": 1, "--first": 0}
    for option in given:
        if option in arguments:
            place = arguments.index(option)
            given[option] = int(arguments[place + 1])
            del arguments[place : place + 2]
    if "--again" in arguments:
        kind_, words = again(arguments[arguments.index("--again") + 1], given["--seed"])
        print(f"{kind_}: {words}")
        return int(kind_ in FAILURES)
    if unknown := set(arguments) - set(KINDS):
        print(f"no kind {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
        return 2
    with tempfile.TemporaryDirectory(prefix="pieria-fuzz-") as folder:
        prepare(Path(folder))
        tally = run(Path(folder), given["--cases"], arguments or [*KINDS], given["--jobs"],
                    given["--seed"], given["--first"])  # fmt: skip
    print(tally)
    return int(tally.failures > 0)

"""A game from the internet is data: it reads nothing outside, ends, and is told what is wrong.

`tests/hostile/card.class.svg.j2` takes the place of `card.svg.j2` of the tiny game, and a folder
`tests/hostile/deck.…` lies over it; `expect: words` at the top says what is told. What needs more
than files, links and pictures say, stands here.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import struct
import time
import zlib
from pathlib import Path

import pytest
from PIL import Image

from generator.faces.visible import READABLE
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from tests.conftest import HERE, run
from validator.checks import check_game
from validator.core.frozen_map import FrozenMap
from validator.core.location import Problem
from validator.load.game import load_game

EXPECT = re.compile(r"expect: (.*?)(?: #\})?$", re.MULTILINE)
HOSTILE = sorted((HERE / "hostile").iterdir())
LONGEST = 15.0  # seconds of the processor: most take a tenth of one, and none may take minutes


def told_of(folder: Path) -> list[Problem]:
    """What is wrong with a game and its faces."""
    loaded = load_game(folder)
    problems = list(loaded.problems)
    if loaded.game is not None and not problems:
        problems = list(check_game(loaded.game))
    if loaded.game is not None and not problems:
        kit_renderer = KitRenderer(loaded.game, Options())
        list(kit_renderer.pieces(lambda: None))
        problems = kit_renderer.problems
    return problems


def laid_over(tiny: Path, hostile: Path) -> None:
    """A hostile file in the place of the tiny game's, or a folder over it."""
    if hostile.is_dir():
        shutil.copytree(hostile, tiny, dirs_exist_ok=True)
        return
    first, _, rest = hostile.name.split(".", 2)
    folder = tiny / "templates" if rest.endswith("j2") else tiny
    shutil.copy(hostile, folder / f"{first}.{rest}")


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda file: file.name)
def test_a_hostile_deck_is_refused(hostile: Path, tiny: Path) -> None:
    (tiny.parent / "secret.png").write_bytes(b"secret words")
    laid_over(tiny, hostile)
    files = [hostile] if hostile.is_file() else sorted(hostile.rglob("*.*"))
    expected = [words for file in files for words in EXPECT.findall(file.read_text("utf-8"))]
    assert len(expected) == 1, "it announces what is told"
    started = time.process_time()
    messages = [problem.message for problem in told_of(tiny)]
    assert time.process_time() - started < LONGEST
    assert any(expected[0] in message for message in messages), messages[:5]
    assert not any("secret words" in message for message in messages)
    assert {each.name for each in tiny.parent.iterdir()} <= {"tiny", "secret.png", "cache"}


def test_all_that_templates_may_read_is_documented() -> None:
    page = (HERE.parent / "docs" / "templates.md").read_text("utf-8")
    rows = re.search(r"\| value \| attributes \|\n(.*?)\n\n", page, re.DOTALL)
    assert rows is not None
    told = [frozenset(re.findall(r"`(\w+)(?:\(\w+\))?`", row)) for row in rows[1].splitlines()[1:]]
    assert set(told) == {names for kind, names in READABLE.items() if kind is not FrozenMap}


def test_a_link_out_of_the_templates_is_no_template(tiny: Path) -> None:
    outside = tiny.parent / "outside.j2"
    outside.write_text("secret words", "utf-8")
    _link(tiny / "templates" / "inside.j2", outside)
    text = (
        '{% extends "shared/face.svg.j2" %}{% block face %}{% include "inside.j2" %}{% endblock %}'
    )
    (tiny / "templates" / "card.svg.j2").write_text(text, "utf-8")
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 1
    assert "there is no template 'inside.j2'" in result.output
    assert "secret words" not in result.output


def test_entities_are_not_read(tiny: Path) -> None:
    (tiny.parent / "secret").write_text("secret words", "utf-8")
    (tiny / "templates" / "card.svg.j2").write_text(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "../secret">]>'
        '<svg xmlns="http://www.w3.org/2000/svg"><text x="3" y="9">&x;</text></svg>',
        "utf-8",
    )
    result = run("build", "tiny", "-o", "out")
    assert "entities are not allowed" in result.output
    assert "secret words" not in result.output


def test_a_template_writes_no_file(tiny: Path) -> None:
    (tiny / "templates" / "card.svg.j2").write_text(
        '{% extends "shared/face.svg.j2" %}{% block face %}'
        '{{ game.folder.joinpath("made").write_text("x") }}{% endblock %}',
        "utf-8",
    )
    assert run("build", "tiny", "-o", "out").exit_code == 1
    assert not (tiny / "made").exists()


def test_an_svg_export_reads_no_file_that_a_text_names(tiny: Path) -> None:
    (tiny.parent / "secret").write_text("secret words", "utf-8")
    cards = tiny / "cards.yaml"
    words = 'words: "A hill."'
    assert words in cards.read_text("utf-8")
    named = """words: '<image href="../secret" width="9">, href="../secret"'"""
    cards.write_text(cards.read_text("utf-8").replace(words, named), "utf-8")
    result = run("export", "svg", "tiny", "-o", "out")
    assert result.exit_code == 0, result.output
    for svg in Path("out").rglob("*.svg"):
        text = svg.read_text("utf-8")
        assert "c2VjcmV0" not in text  # "secret" in base64
        assert "data:image" not in text


def test_a_million_copies_are_refused(tiny: Path) -> None:
    file = tiny / "cards.yaml"
    text = file.read_text("utf-8")
    assert "title:" in text
    first = text.index("title:")
    file.write_text(f"{text[:first]}copies: 999999\n    {text[first:]}", "utf-8")
    result = run("check", "tiny")
    assert result.exit_code == 1
    assert "at most" in result.output
    assert "100,000" in result.output


# ---- pictures


def _draw(tiny: Path, name: str) -> list[str]:
    text = (
        '{% extends "shared/face.svg.j2" %}{% block face %}'
        f'{{{{ picture("{name}", 0, 0, 9, 9) }}}}{{% endblock %}}'
    )
    (tiny / "templates" / "card.svg.j2").write_text(text, "utf-8")
    return [problem.message for problem in told_of(tiny)]


def _png(width: int, height: int, kind: int, data: bytes, *more: tuple[bytes, bytes]) -> bytes:
    """A PNG of chunks: 8 bits a channel; `kind` 0 grey, 2 RGB."""
    head = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    chunks = [(b"IHDR", head), *more, (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(inside))
        + name
        + inside
        + struct.pack(">I", zlib.crc32(name + inside))
        for name, inside in chunks
    )


def _jpeg() -> bytes:
    out = io.BytesIO()
    Image.effect_noise((64, 64), 90).save(out, "JPEG")
    return out.getvalue()


PIXELS = zlib.compress(b"\0\1\2\3" * 1)
BOMB = zlib.compress(bytes(100_000_000), 9)
PICTURES = {
    "bomb.png": (_png(60_000, 60_000, 2, PIXELS), "has more than 40,000,000 pixels"),
    "large.png": (_png(9_000, 9_000, 2, PIXELS), "has more than 40,000,000 pixels"),
    "cut.png": (_png(1, 1, 2, PIXELS)[:45], "cannot be read"),
    "short.png": (_png(99, 99, 2, PIXELS), "cannot be read"),
    "words.png": (b"only words", "is not a PNG, JPEG, WebP, TIFF or GIF picture"),
    "vector.png": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "is not a PNG"),
    "text.png": (_png(1, 1, 2, PIXELS, (b"zTXt", b"a\0\0" + BOMB)), "cannot be read"),
    "nothing.jpg": (b"", "is not a PNG, JPEG, WebP, TIFF or GIF picture"),
    "cut.jpg": (_jpeg()[:-300], "cannot be read"),
    "profile.png": (_png(1, 1, 2, PIXELS, (b"iCCP", b"a\0\0" + BOMB)), "cannot be read"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_hostile_picture_is_refused(name: str, tiny: Path) -> None:
    data, told = PICTURES[name]
    (tiny / name).write_bytes(data)
    messages = _draw(tiny, name)
    assert any(told in message for message in messages), messages


def test_pictures_of_all_kinds_are_printed(tiny: Path) -> None:
    body = ""
    for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"):
        name = f"{mode.replace(';', '')}.png"
        Image.new(mode, (60, 60)).save(tiny / name)
        body += f'{{{{ picture("{name}", 0, 0, 9, 9) }}}}'
    for mode in ("L", "RGB", "CMYK"):
        Image.new(mode, (60, 60)).save(tiny / f"{mode}.jpg")
        body += f'{{{{ picture("{mode}.jpg", 0, 0, 9, 9) }}}}'
    (tiny / "templates" / "card.svg.j2").write_text(
        f'{{% extends "shared/face.svg.j2" %}}{{% block face %}}{body}{{% endblock %}}', "utf-8"
    )
    result = run("build", "tiny", "-o", "out", "--ink", "grey")
    assert result.exit_code == 0, result.output
    assert run("build", "tiny", "-o", "out").exit_code == 0


def test_a_link_out_of_the_folder_is_no_picture(tiny: Path) -> None:
    Image.new("RGB", (9, 9)).save(tiny.parent / "outside.png")
    _link(tiny / "inside.png", tiny.parent / "outside.png")
    assert any("is outside the game's folder" in message for message in _draw(tiny, "inside.png"))


def test_links_in_a_circle_are_no_picture(tiny: Path) -> None:
    _link(tiny / "a.png", tiny / "b.png")
    _link(tiny / "b.png", tiny / "a.png")
    assert any("there is no picture" in message for message in _draw(tiny, "a.png"))


def test_sixteen_bits_keep_their_grey(tiny: Path) -> None:
    picture = Image.new("I;16", (2, 1))
    picture.putpixel((0, 0), 0x8000)
    picture.save(tiny / "deep.png")
    from generator.drawing.colour import GREY
    from generator.pdf.objects import picture_object

    stream = picture_object(tiny / "deep.png", None, GREY)
    assert zlib.decompress(stream.content)[:1] == b"\x80"


# ---- where output goes


def test_links_that_came_with_a_deck_lead_no_output_elsewhere(tiny: Path) -> None:
    elsewhere = tiny.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "sheet1.dxf").write_text("mine", "utf-8")
    Path("out").mkdir()
    _link(Path("out/tiny-png").absolute(), elsewhere)
    _link(Path("out/tiny-a4-marks-silhouette-cut").absolute(), elsewhere)
    refused = run("export", "png", "tiny", "--dpi", "72", "-o", "out")
    assert refused.exit_code == 2
    assert "a link points outside out; remove it" in refused.output
    refused = run("build", "tiny", "-o", "out", "--marks", "silhouette", "--no-verify")
    assert refused.exit_code == 2
    assert {each.name for each in elsewhere.iterdir()} == {"sheet1.dxf"}
    assert (elsewhere / "sheet1.dxf").read_text("utf-8") == "mine"


def test_a_link_in_the_place_of_a_file_is_replaced_not_followed(tiny: Path) -> None:
    (tiny.parent / "precious").write_text("mine", "utf-8")
    Path("out").mkdir()
    _link(Path("out/tiny-a4.pdf").absolute(), tiny.parent / "precious")
    assert run("build", "tiny", "-o", "out").exit_code == 0
    assert (tiny.parent / "precious").read_text("utf-8") == "mine"
    assert not Path("out/tiny-a4.pdf").is_symlink()


@pytest.mark.parametrize("name", ["game.yaml", "rules.yaml"])
def test_a_data_file_is_no_link_out_of_the_folder(name: str, tiny: Path) -> None:
    (tiny.parent / "secret.yaml").write_text("secret words: [", "utf-8")
    (tiny / name).unlink()
    _link(tiny / name, tiny.parent / "secret.yaml")
    told = run("check", "tiny")
    assert told.exit_code == 1
    assert "a link that leads outside the game's folder" in told.output
    assert "secret words" not in told.output


def test_an_overlay_is_no_link_out_of_the_folder(tiny: Path) -> None:
    (tiny.parent / "elsewhere").mkdir()
    (tiny.parent / "elsewhere" / "it.yaml").write_text("secret words: [", "utf-8")
    _link(tiny / "locale", tiny.parent / "elsewhere")
    told = run("check", "tiny", "--language", "it")
    assert "the translation file is outside the game's folder" in told.output
    assert "secret words" not in told.output


def test_a_pipe_is_no_data_file(tiny: Path) -> None:
    (tiny / "rules.yaml").unlink()
    try:
        os.mkfifo(tiny / "rules.yaml")
    except (AttributeError, OSError):
        pytest.skip("no pipes on this system")
    told = run("check", "tiny")
    assert told.exit_code == 1
    assert "a device or a pipe, not a file" in told.output


def test_the_back_of_a_card_has_a_name_of_its_own(tiny: Path) -> None:
    cards = (tiny / "cards.yaml").read_text("utf-8")
    (tiny / "cards.yaml").write_text(cards.replace("title: Mill", "title: Ford Back"), "utf-8")
    (tiny / "templates" / "back.svg.j2").write_text(
        '{% extends "shared/face.svg.j2" %}{% block face %}'
        "{{ line(card.title, 5, 20) }}{% endblock %}",
        "utf-8",
    )
    assert run("export", "svg", "tiny", "-o", "out").exit_code == 0
    names = {file.name for file in Path("out/tiny-svg/cards").iterdir()}
    assert {"ford.svg", "ford-back.svg", "ford_back.svg", "ford-back-back.svg"} <= names
    assert len(names) == 6


def test_what_a_deck_says_moves_no_cursor(tiny: Path) -> None:
    words = '{% extends "shared/face.svg.j2" %}{% block face %}{{ nothing("\\x1b[2J") }}'
    template = tiny / "templates" / "card.svg.j2"
    template.write_text(words.replace("\\x1b", "\x1b") + "{% endblock %}", "utf-8")
    told = run("check", "tiny")
    assert told.exit_code == 1
    assert "\x1b" not in told.output
    assert "\\u001b[2J" in told.output


def _link(link: Path, target: Path) -> None:
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("no links on this system")

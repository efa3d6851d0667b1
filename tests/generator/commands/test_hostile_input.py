"""Decks from anywhere: links, long texts, signs for the terminal, sheets that are bombs."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.assets.pictures import PictureError
from generator.cli import main
from generator.commands import terminal
from generator.core.memo import file_of, load_memo
from generator.drawing.pictures import read_picture
from generator.export.deck_files import deck_of, to_csv
from generator.preview.watch import _real_folders
from validator.core.location import Location, Problem
from validator.core.messages import text_report
from validator.load import numbers
from validator.load.cells import no_formula, typed
from validator.load.game import load_game
from validator.load.schema import declared
from validator.load.workbook import TOO_MANY, read_workbook

ROOT = Path(__file__).resolve().parents[3]
TINY = ROOT / "tests" / "good" / "tiny"
ESCAPE = "\x1b[31m"


def run(*arguments: str) -> str:
    return CliRunner().invoke(main, arguments).output


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(TINY, tmp_path / "tiny"))


@pytest.mark.parametrize("to", [".", "..", "/etc/passwd", "nowhere"])
def test_a_new_game_follows_no_link_out_of_a_deck(tiny: Path, to: str) -> None:
    (tiny / "a").symlink_to(to)
    said = "is a link to a folder, or to a file outside the game"
    assert said in run("new", "mine", "--from", "tiny")
    assert not (tiny.parent / "mine").exists()


def test_a_link_inside_of_a_deck_becomes_its_file(tiny: Path) -> None:
    (tiny / "same.yaml").symlink_to("cards.yaml")
    assert "mine is ready" in run("new", "mine", "--from", "tiny")
    assert not (tiny.parent / "mine" / "same.yaml").is_symlink()


def test_the_preview_watches_no_folder_behind_a_link(tiny: Path) -> None:
    assert _real_folders(str(tiny)) == []
    (tiny / "all").symlink_to("/")
    assert {*_real_folders(str(tiny))} == {str(tiny), str(tiny / "templates")}


@pytest.mark.parametrize("body", [
    "<row r='1'>" + "<c/>" * 600_000 + "</row>", "<x/>" * 600_000, "<row/>" * 600_000,
    "<row r='1'><c>" + "<v/>" * 600_000 + "</c></row>", "<a>" * 200 + "</a>" * 200,
], ids=lambda body: body[:14])  # fmt: skip
def test_a_workbook_of_empty_elements_is_refused(body: str) -> None:
    out = io.BytesIO()
    related = "<R xmlns='x'><Relationship Id='a' Type='/{}' Target='{}'/></R>"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("_rels/.rels", related.format("officeDocument", "xl/w.xml"))
        book.writestr("xl/w.xml", "<w xmlns='x'><sheet name='A' id='a'/></w>")
        book.writestr("xl/_rels/w.xml.rels", related.format("worksheet", "s.xml"))
        book.writestr("xl/s.xml", f"<w xmlns='x'><sheetData>{body}</sheetData></w>")
    _, problems = read_workbook(out.getvalue(), "x.xlsx")
    assert [each.message for each in problems] == [TOO_MANY]


@pytest.mark.parametrize("key", ["paper", "ink", "stock", "sleeved", "players", "language"])
@pytest.mark.parametrize("wrong", [[], {}, [1], {"a": 1}, "\x1b[2J", -1e99], ids=repr)
def test_options_of_a_manifest_may_be_anything(tiny: Path, key: str, wrong: object) -> None:
    kept = tiny.parent / "kept.json"
    if not kept.exists():
        run("build", "tiny", "--no-verify", "-o", "out")
        kept = next((tiny.parent / "out").glob("*.manifest.json"))
    tree = json.loads(kept.read_text("utf-8"))
    tree["options"][key] = wrong
    kept.write_text(json.dumps(tree), "utf-8")
    result = CliRunner().invoke(main, ["build", "tiny", "--changed-since", str(kept), "-o", "new"])
    assert result.exit_code in (1, 2)
    assert isinstance(result.exception, SystemExit)
    assert "\x1b" not in result.output


def test_no_title_reaches_the_terminal_as_it_is(tiny: Path) -> None:
    for file in ("game.yaml", "cards.yaml"):
        text = (tiny / file).read_text("utf-8")
        text = re.sub(r"title: (\w+)", r'title: "\1\\e[31m"', text)
        (tiny / file).write_text(text, "utf-8")
    (tiny / "old").mkdir()
    outputs = [run("check", "tiny"), run("list", "tiny"), run(ESCAPE), run("check", ESCAPE),
               run("build", "tiny", "--players", "99"), run("simulate", "tiny"),
               run("new", "x", "--from", ESCAPE), run("build", "tiny", f"--{ESCAPE}")]  # fmt: skip
    assert all("\x1b" not in each for each in outputs)


def test_commands_write_through_one_function() -> None:
    """Whatever a command says goes through `show`, which takes signs for the terminal out."""
    for file in sorted((ROOT / "generator").rglob("*.py")):
        text = file.read_text("utf-8")
        assert not re.search(r"\bprint\(", text) or "def print(" in text, file
        allowed = 1 if file == Path(terminal.__file__) else 0
        assert text.count("click.echo(") == allowed, file


def test_a_title_has_an_end(tiny: Path) -> None:
    text = (tiny / "game.yaml").read_text("utf-8")
    long = re.sub(r"(?m)^title: .*", f"title: {'x' * 900_000}", text)
    (tiny / "game.yaml").write_text(long, "utf-8")
    assert "expected text of at most 200 characters, not 900,000 characters" in run("check", "tiny")


def test_a_folder_whose_name_is_not_text_is_reported(tiny: Path) -> None:
    odd = Path(os.fsdecode(b"caf\xe9"))
    shutil.copytree(tiny, odd)
    told = run("check", str(odd))
    assert "the name of the folder is not UTF-8 text; rename it" in told
    assert "1 problem." in told


def test_what_may_not_be_read_is_reported(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> bytes:
        raise PermissionError(13, "Permission denied", "game.yaml")

    monkeypatch.setattr(Path, "read_bytes", refused)
    (tiny / "p.png").write_bytes(b"")
    with pytest.raises(PictureError, match="cannot be read: Permission denied"):
        read_picture(tiny, "p.png")
    assert "cannot be read: Permission denied" in run("check", "tiny")
    monkeypatch.setattr(Path, "is_file", refused)
    result = CliRunner().invoke(main, ["check", "tiny"])
    assert result.exit_code == 2
    assert "Permission denied" in result.output


def test_without_a_home_nothing_is_kept(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("no home")

    monkeypatch.delenv("PIERIA_CACHE", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert file_of(tiny, "colour") is None
    assert load_memo(None).entries == {}


def test_no_cell_of_a_written_deck_is_a_formula(tiny: Path) -> None:
    words = ["=1+1", "+1", "-x", "@a", "'=1", "'x", "plain", "'"]
    assert [typed(no_formula(each)) for each in words] == words
    text = (tiny / "cards.yaml").read_text("utf-8").replace("title: Ford", 'title: "=HYPERLINK(1)"')
    (tiny / "cards.yaml").write_text(text, "utf-8")
    game = load_game(tiny).game
    assert game is not None
    component = next(c for c in game.components if any("=H" in x.title for x in c.cards))
    data = to_csv(deck_of(component, declared(game)[component.id].shape)).decode("utf-8-sig")
    assert "'=HYPERLINK(1)" in data
    assert not re.search(r'(?m)(^|,)"?[=+@]', data)


@pytest.mark.parametrize(("words", "message"), [
    ('{% include "tuckbox.svg.j2" %}', "did you mean 'shared/tuckbox.svg.j2'?"),
    ("{{ " + "(" * 4000 + "1" + ")" * 4000 + " }}", "nested too deeply; split them"),
], ids=["folder", "depth"])  # fmt: skip
def test_a_template_is_reported_what_is_wrong(tiny: Path, words: str, message: str) -> None:
    face = '{% extends "shared/face.svg.j2" %}{% block face %}' + words + "{% endblock %}"
    (tiny / "templates" / "card.svg.j2").write_text(face, "utf-8")
    assert message in run("check", "tiny")


@pytest.mark.parametrize(
    ("old", "new"), [("data: {cards: 1}", "data: {}"), ("suits: [", "suits: 1 # [")]
)
@pytest.mark.parametrize("command", ["check", "simulate", "rules", "verbs"])
def test_a_shipped_game_that_is_edited_in_place_is_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, old: str, new: str
) -> None:
    """Its catalogue declares the numbers of all copies, so nothing else says what is wrong."""
    home = tmp_path / "muse"
    shutil.copytree(ROOT / "data" / "muse", home)
    monkeypatch.setattr(numbers, "resource", lambda _: tmp_path)
    monkeypatch.setattr(numbers, "shipped_games", lambda: ["muse"])
    numbers.shipped_with.cache_clear()
    try:
        rules = home / "rules.yaml"
        text = rules.read_text("utf-8")
        assert old in text
        rules.write_text(text.replace(old, new), "utf-8")
        done = CliRunner().invoke(main, [command, str(home)])
    finally:
        numbers.shipped_with.cache_clear()
    assert (done.exit_code, type(done.exception)) == (1, SystemExit)
    assert "rules.yaml" in done.output


@pytest.mark.parametrize(
    "command",
    [
        ("proof", "FILE"),
        ("changes", "FILE", "FILE"),
        ("replay", "FILE"),
        ("replay", "--watch", "--static", "page", "FILE"),
        ("play", "FILE"),
        ("import", "nandeck", "FILE", "x"),
        ("import", "cardmaker", "FILE", "x"),
        ("new", "x", "--from", "FILE"),
        ("export", "tts", "nine-muses", "--update", "FILE"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("kind", ["pipe", "device", "sparse"])
def test_a_file_that_never_ends_is_not_read(
    command: tuple[str, ...], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / ("deck.csv" if "new" in command else "file.play")
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    else:
        with file.open("wb") as opened:
            opened.truncate(5_000_000_000)
    words = [file.name if each == "FILE" else each for each in command]
    found = CliRunner().invoke(main, words)
    assert isinstance(found.exception, SystemExit), found.exception
    assert found.exit_code in (1, 2)
    assert len(found.output) < 2000


def test_a_large_file_is_not_read_to_quote_a_line(tmp_path: Path) -> None:
    file = tmp_path / "cards.yaml"
    with file.open("wb") as opened:
        opened.truncate(5_000_000_000)
    problem = Problem(Location(str(file), 3, 1), "wrong", "shape")
    assert text_report([problem]) == str(problem)

"""Sheets as forms, read back with another library, and sheets filled in from data."""

from __future__ import annotations

import io
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pypdf
import pypdfium2
import pytest

from generator.kit.build import build_kit
from generator.kit.forms import FormSheet, print_filled, print_form, sheets_of
from generator.kit.options import Options
from tests.conftest import run
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.game import load_game

PRINTED, MULTILINE = 4, 1 << 12
SHEETS = {
    "muse": {"story-sheet": 32, "larger-sheet": 68},
    "schizonauts": {"sheets": 135, "long-sheets": 198},
}
EXAMPLES = [
    ("muse", "story-sheet", "paper-harbour"),
    ("muse", "larger-sheet", "night-train"),
    ("schizonauts", "sheets", "recruit"),
    ("schizonauts", "long-sheets", "interlude"),
]


class Widget(NamedTuple):
    """A place of a field, as a reader of the PDF finds it."""

    name: str
    kind: str
    rect: tuple[float, float, float, float]  # points
    entries: dict[str, Any]


def widgets_of(pdf: bytes) -> list[Widget]:
    """The places of all fields, in the order of the tab key."""
    found = []
    for page in pypdf.PdfReader(io.BytesIO(pdf)).pages:
        tabs: Any = page["/Tabs"]
        assert tabs == "/S"
        annotations: Any = page["/Annots"]
        for reference in annotations:
            entries: dict[str, Any] = {}
            names: list[str] = []
            node = reference.get_object()
            left, low, right, high = (float(value) for value in node["/Rect"])
            while node is not None:
                if "/T" in node:
                    names.insert(0, node["/T"])
                entries = {**node, **entries}
                node = node["/Parent"].get_object() if "/Parent" in node else None
            found.append(Widget(".".join(names), entries["/FT"], (left, low, right, high), entries))
    return found


def sheet_named(game: Game, name: str) -> FormSheet:
    sheets, problems = sheets_of(game, Options())
    assert problems == []
    return next(sheet for sheet in sheets if sheet.name == name)


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    found = {}
    for name in SHEETS:
        game = load_game(resource("data") / name).game
        assert game is not None
        found[name] = game
    return found


@pytest.fixture(scope="module")
def forms(games: dict[str, Game]) -> dict[str, list[Widget]]:
    """The fields of all forms by the name of their sheet."""
    found = {}
    for game in games.values():
        for sheet in sheets_of(game, Options())[0]:
            printed = print_form(game, sheet, Options())
            assert printed.problems == ()
            found[sheet.name] = widgets_of(printed.pdf)
    return found


def test_every_sheet_that_is_written_on_is_a_form(games: dict[str, Game]) -> None:
    for name, game in games.items():
        sheets, problems = sheets_of(game, Options())
        assert problems == []
        assert {sheet.name: len(sheet.blanks) for sheet in sheets} == SHEETS[name]


def test_fields_have_names_kinds_and_words(forms: dict[str, list[Widget]]) -> None:
    for sheet, widgets in forms.items():
        for each in widgets:
            ticked = "told" in each.name or each.name == "interlude"
            ticked |= ".active." in each.name or ".bled." in each.name
            assert each.kind == ("/Btn" if ticked else "/Tx"), (sheet, each.name)
            assert each.entries["/TU"], "a screen reader has something to say"
            assert each.entries["/F"] == PRINTED
            assert "/N" in each.entries["/AP"]
    story = {each.name: each.entries for each in forms["story-sheet"]}
    assert story["seed"]["/Ff"] == MULTILINE
    assert story["people.1.name"]["/TU"] == "Character 1: a name and a few words"
    assert "/Ff" not in story["people.1.name"]


def test_what_is_typed_shrinks_until_it_fits(forms: dict[str, list[Widget]]) -> None:
    every = [each for widgets in forms.values() for each in widgets]
    styles = [each.entries["/DA"] for each in every if each.kind == "/Tx"]
    assert styles
    assert all(style.split()[1:3] == ["0", "Tf"] for style in styles)


def test_fields_lie_on_the_paper_and_beside_each_other(forms: dict[str, list[Widget]]) -> None:
    for sheet, widgets in forms.items():
        for each in widgets:
            left, bottom, right, top = each.rect
            assert 0 < left < right < 595.3, (sheet, each)
            assert 0 < bottom < top < 841.9, (sheet, each)
        for number, one in enumerate(widgets):
            for other in widgets[number + 1 :]:
                wide = min(one.rect[2], other.rect[2]) - max(one.rect[0], other.rect[0])
                high = min(one.rect[3], other.rect[3]) - max(one.rect[1], other.rect[1])
                assert min(wide, high) < 0.6, (sheet, one.name, other.name)


def test_the_tab_key_follows_the_story(forms: dict[str, list[Widget]]) -> None:
    names = [each.name for each in forms["story-sheet"]]
    assert names[:4] == ["seed", "people.1.told", "people.1.name", "people.1.goals_told.1"]
    assert names[-3:] == ["crisis", "subplots.1", "subplots.2"]
    tops = [each.rect[3] for each in forms["story-sheet"] if each.name.startswith("people")]
    assert all(above > below - 12 for above, below in pairwise(tops))


def test_the_tab_key_goes_from_agent_to_thief_to_overlap(forms: dict[str, list[Widget]]) -> None:
    for sheet in SHEETS["schizonauts"]:
        parts = [each.name.split(".")[0] for each in forms[sheet]]
        order = [part for number, part in enumerate(parts) if part not in parts[:number]]
        assert order == ["agent", "thief", "overlap", "interlude"]
        firsts = [
            part for part, before in zip(parts, [None, *parts], strict=False) if part != before
        ]
        assert firsts == ["agent", "thief", "overlap", "interlude", "overlap"]


def test_a_persona_has_its_name_in_both_corners(forms: dict[str, list[Widget]]) -> None:
    for sheet in SHEETS["schizonauts"]:
        names = Counter(each.name for each in forms[sheet])
        assert [name for name, times in names.items() if times > 1] == ["agent.name", "thief.name"]
        turns = {
            (each.name, each.entries["/MK"].get("/R", 0))
            for each in forms[sheet]
            if each.name.endswith(".name")
        }
        assert turns == {(f"{who}.name", turn) for who in ("agent", "thief") for turn in (90, 270)}


def test_the_overlap_takes_the_lower_aptitude(games: dict[str, Game]) -> None:
    game = games["schizonauts"]
    printed = print_form(game, sheet_named(game, "sheets"), Options())
    root: Any = pypdf.PdfReader(io.BytesIO(printed.pdf)).trailer["/Root"]
    widgets = {each.name: each.entries for each in widgets_of(printed.pdf)}
    order = [reference.get_object() for reference in root["/AcroForm"]["/CO"]]
    aptitudes = game.rules.number("SCHIZ-COMP-02.aptitudes")
    assert [field["/TU"] for field in order] == [f"Overlap, {each}" for each in aptitudes]
    for aptitude, field in zip(aptitudes, order, strict=True):
        script = field["/AA"]["/C"]["/JS"]
        assert f'"agent.{aptitude}.rating", "thief.{aptitude}.rating"' in script
        assert 'getField("interlude")' in script
        lowest = game.rules.number("SCHIZ-CHAR-10.lowest")
        cap = game.rules.number("SCHIZ-BLEED-03.cap")
        own = widgets[f"agent.{aptitude}.rating"]
        assert f"true, {lowest}, true, {cap}" in own["/AA"]["/V"]["/JS"]
        assert "/C" not in own["/AA"]


@pytest.mark.parametrize(("name", "sheet", "example"), EXAMPLES)
def test_the_examples_print_and_stay_editable(
    games: dict[str, Game], name: str, sheet: str, example: str
) -> None:
    game = games[name]
    file = resource("data") / name / "sheets" / f"{example}.yaml"
    chosen = sheet_named(game, sheet)
    printed = print_filled(game, chosen, file, Options())
    assert printed.problems == ()
    reader = pypdf.PdfReader(io.BytesIO(printed.pdf))
    assert "/Annots" not in reader.pages[0], "a filled sheet is a sheet, not a form"
    editable = print_filled(game, chosen, file, Options(), editable=True)
    assert editable.problems == ()
    values = {
        each.name: each.entries["/V"]
        for each in widgets_of(editable.pdf)
        if each.entries.get("/V", "/Off") != "/Off"
    }
    assert len(values) == printed.values - Counter(_ticks_off(file))[True]
    if name == "schizonauts" and example == "interlude":
        lower = {each: values[f"overlap.{each}.rating"] for each in ("violence", "intimacy")}
        assert lower == {"violence": "3", "intimacy": "2"}


def _ticks_off(file: Path) -> list[bool]:
    return [word.strip("[],") == "false" for word in file.read_text("utf-8").split()]


@pytest.mark.parametrize("ink", ["low", "grey"])
@pytest.mark.parametrize("paper", ["letter", "both"])
def test_forms_come_in_every_paper_and_ink(games: dict[str, Game], paper: str, ink: str) -> None:
    game = games["muse"]
    options = replace(Options(), paper=paper, ink=ink)
    printed = print_form(game, sheet_named(game, "story-sheet"), options)
    assert printed.problems == ()
    high = 279.4 / 25.4 * 72
    assert all(0 < each.rect[1] < each.rect[3] < high for each in widgets_of(printed.pdf))


def test_the_same_form_has_the_same_bytes(games: dict[str, Game]) -> None:
    game = games["muse"]
    first, again = (print_form(game, sheet_named(game, "story-sheet"), Options()) for _ in "12")
    assert first.pdf == again.pdf


def test_a_kit_has_no_fields(games: dict[str, Game]) -> None:
    game = games["schizonauts"]
    sheets = tuple(each for each in game.components if each.id in SHEETS["schizonauts"])
    built = build_kit(replace(game, components=sheets), Options())
    reader = pypdf.PdfReader(io.BytesIO(built.pdf))
    root: Any = reader.trailer["/Root"]
    assert "/AcroForm" not in root


def test_a_viewer_shows_what_was_filled_in(games: dict[str, Game]) -> None:
    game = games["muse"]
    file = resource("data") / "muse" / "sheets" / "paper-harbour.yaml"
    printed = print_filled(game, sheet_named(game, "story-sheet"), file, Options())
    words = pypdfium2.PdfDocument(printed.pdf)[0].get_textpage().get_text_range()
    assert "Will Mirel send her letter before the harbour dissolves?" in " ".join(words.split())


def test_too_many_words_are_reported_with_their_place(
    games: dict[str, Game], tmp_path: Path
) -> None:
    game = games["muse"]
    text = (resource("data") / "muse" / "sheets" / "paper-harbour.yaml").read_text("utf-8")
    file = tmp_path / "long.yaml"
    file.write_text(text.replace("to post the one letter", "to post " + "the one letter " * 12))
    printed = print_filled(game, sheet_named(game, "story-sheet"), file, Options())
    assert printed.pdf == b""
    (problem,) = printed.problems
    assert (problem.location.line, problem.check) == (7, "fit")
    assert "does not fit: it needs 2 lines" in problem.message


def test_another_typeface_lacks_a_sign(games: dict[str, Game], tmp_path: Path) -> None:
    game = games["muse"]
    text = (resource("data") / "muse" / "sheets" / "paper-harbour.yaml").read_text("utf-8")
    file = tmp_path / "sign.yaml"
    file.write_text(text.replace("Tolly Reave", "Tolly \u4e2d"), "utf-8")
    (problem,) = print_filled(game, sheet_named(game, "story-sheet"), file, Options()).problems
    assert problem.message == "the typeface Caveat has no '\u4e2d' (U+4E2D)"


# ---- the command line


def test_form_and_fill_write_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("form", "muse", "larger-sheet", "--paper", "letter", "--ink", "grey", "-o", "out")
    assert result.exit_code == 0, result.output
    assert [file.name for file in Path("out").iterdir()] == [
        "muse-larger-sheet-form-letter-grey.pdf"
    ]
    shutil.copy(resource("data") / "schizonauts" / "sheets" / "recruit.yaml", "mine.yaml")
    result = run("fill", "schizonauts", "mine.yaml", "-o", "mine.pdf")
    assert result.exit_code == 0, result.output
    assert "mine.pdf" in result.output
    text = Path("mine.yaml").read_text("utf-8").replace("name: Pilar", "name: Pilar Ybarra")
    Path("mine.yaml").write_text(text, "utf-8")
    result = run("fill", "schizonauts", "mine.yaml", "-o", "other.pdf")
    assert result.exit_code == 1
    assert "mine.yaml:14:9: the thief has only a first name, of 1 word" in result.output
    assert "[SCHIZ-CHAR-02]" in result.output
    assert not Path("other.pdf").exists()


def test_a_component_is_a_word_of_its_own(tmp_path: Path) -> None:
    data, out = str(resource("data") / "muse" / "sheets" / "night-train.yaml"), tmp_path / "a.pdf"
    refused = run("fill", "muse/larger-sheet", data, "-o", str(out))
    assert refused.exit_code == 2
    assert "pieria fill muse larger-sheet DATA" in " ".join(refused.output.split())
    assert not out.exists()
    two = run("fill", "muse", "larger-sheet", "story-sheet", data)
    assert "only one COMPONENT can be filled in at a time, not 2" in two.output
    filled = run("fill", "muse", "larger-sheet", data, "-o", str(out))
    assert filled.exit_code == 0, filled.output
    assert out.exists()


def test_a_sheet_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "has no component 'story-shet' to fill in; did you mean 'story-sheet'?" in (
        run("form", "muse", "story-shet", "-o", str(tmp_path)).output
    )
    assert "has no component with fields" in run("form", "nine-muses", "-o", str(tmp_path)).output


def test_numbers_of_a_copied_game_are_obeyed(tmp_path: Path) -> None:
    folder = tmp_path / "schizonauts"
    shutil.copytree(resource("data") / "schizonauts", folder)
    rules = folder / "rules.yaml"
    text = rules.read_text("utf-8")
    assert text.count("data: {points: 7}") == 1
    rules.write_text(text.replace("data: {points: 7}", "data: {points: 6}"), "utf-8")
    loaded = load_game(folder)
    assert loaded.game is not None
    sheet = sheet_named(loaded.game, "sheets")
    file = folder / "sheets" / "recruit.yaml"
    problems = print_filled(loaded.game, sheet, file, Options()).problems
    assert {problem.message for problem in problems} == {
        "the agent must have 6 points in total, not "
        "7", "the thief must have 6 points in total, not 7",
    }  # fmt: skip


# ---- a designer's own sheet


def test_a_field_that_is_wrong_is_a_problem_of_the_template(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("game.yaml", "kind: deck", "kind: sheet")
    template = tiny / "templates" / "card.svg.j2"
    text = template.read_text("utf-8")
    for call, message in (
        ("field('Name', 5, 5, 20, 5)", "'Name' cannot name a field"),
        ("field('name', 5, 5, 20, 5, font='hnad')", "no typeface or role 'hnad'"),
        ("field('name', 5, 5, 20, 5)~field('name', 5, 9, 20, 5, kind='tick')", "is defined twice"),
    ):
        template.write_text(text.replace("{% endblock %}", "{{ " + call + " }}{% endblock %}"))
        game = load_game(tiny).game
        assert game is not None
        _, problems = sheets_of(game, Options())
        assert any(message in problem.message for problem in problems), call
        assert all(problem.location.file.endswith("card.svg.j2") for problem in problems)


FRENCH_STORY = """\
seed: Une fable aux doigts tachés d'encre.
people:
  - {name: "Mirel, plieuse de navires", goals: [poster sa lettre], ties: [le capitaine]}
  - {name: "Dunmore, capitaine du port", goals: [garder la flotte], ties: [la pluie]}
  - {name: "Tolly, passager en papier buvard", goals: [boire un orage], ties: [Mirel]}
scenes: ["Le grenier au tri, plein de lettres", "Le quai des plis, qui cède un peu"]
threats: [les premières gouttes tombent sur la jetée]
crisis: Est-ce que Mirel postera sa lettre ?
subplots: [Est-ce que Tolly montera à bord ?]
"""


def test_a_sheet_in_another_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("histoire.yaml").write_text(FRENCH_STORY, "utf-8")
    result = run("form", "muse", "story-sheet", "--language", "fr")
    assert result.exit_code == 0, result.stderr
    form = Path("output/muse-fr-story-sheet-form-a4.pdf").read_bytes()
    labels = {each.entries.get("/TU") for each in widgets_of(form)}
    assert "Personnage 1, un objectif" in labels
    assert "Question de crise\u00a0: commence par Est-ce que" in labels
    result = run("fill", "muse", "histoire.yaml", "--language", "fr")
    assert result.exit_code == 0, result.stderr
    assert Path("output/muse-fr-story-sheet-histoire-a4.pdf").is_file()
    result = run("fill", "muse", "histoire.yaml")
    assert result.exit_code == 1
    assert "a Question must begin with 'Will', not with 'Est-ce' [MUSE-RUL-27]" in result.stderr

"""Replayed scripts as keepsakes: what is told, what is left out, and that markup stays words."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pypdf
import pytest

from generator.faces.fonts import FontBook
from generator.story.look import StoryLook
from generator.story.pdf import story_pdf
from generator.story.story import print_story
from tests.conftest import run, words_in
from validator.core.location import Location
from validator.core.resources import resource
from validator.script.play import replay, replay_text
from validator.script.played import Report
from validator.script.story import GAP, Passage, Story, StoryLine, story_of

SCRIPT = """\
game: nine-muses
rules: "1"
players: [Ann, Bob]
description: Two friends & a <deck>.
seed: 7
---
| It rained on Alexandria.
Ann exchange Hypatia 1 | "Let <b>her</b> speak," said Ann.
| Nobody knew why.
Bob toil Aesop
! Bob toil Aesop -> NINE-TURN-05
= Ann.science 1
= Bob.craft 3 | It was the third day & the last.
Ann exchange Aesop 1
"""


@pytest.fixture(scope="module")
def report() -> Report:
    return replay_text(SCRIPT, "rain.play")


@pytest.fixture(scope="module")
def story(report: Report) -> Story:
    assert report.problems == []
    story = story_of(report)
    assert story is not None
    return story


@pytest.fixture(scope="module")
def whole() -> Story:
    """A whole game."""
    report = replay(resource("data") / "nine-muses" / "scripts" / "game-2-muses.play")
    story = story_of(report)
    assert story is not None
    return story


def test_everybody_tells_their_own(story: Story) -> None:
    (chapter,) = story.chapters
    told = [
        (passage.who, line.text)
        for passage in chapter.passages
        for line in passage.lines
        if line.told
    ]
    assert told == [
        ("", "It rained on Alexandria."),
        ("Ann", '"Let <b>her</b> speak," said Ann.'),
        ("Bob", "Nobody knew why."),
        ("Ann", "It was the third day & the last."),
    ]


def test_what_was_done_follows_with_its_rule(story: Story) -> None:
    (chapter,) = story.chapters
    bob = next(passage for passage in chapter.passages if passage.who == "Bob")
    assert [(line.text, line.rule) for line in bob.lines[1:]] == [
        ("Bob toils with Aesop", "NINE-TOIL-01"),
        ("Bob gains 1 Craft from the pool", "NINE-KNOW-02"),
    ]
    assert [
        [(clause.joint, clause.text) for clause in paragraph.clauses]
        for paragraph in bob.paragraphs
    ] == [
        [(GAP, "Nobody knew why.")],
        [("", "Bob toils with Aesop"), ("; ", "gains 1 Craft from the pool")],
    ]
    assert "NINE-TOIL-01" in dict(story.rules)


def test_a_name_is_left_out_where_it_stands_before() -> None:
    lines = ["Ann leads", "Typhon joins the foes", "Ann withdraws", "Ann rests", "Annual rain"]
    passage = Passage("Ann", tuple(StoryLine(each, False, Location("")) for each in lines))
    (paragraph,) = passage.paragraphs
    words = "".join(clause.joint + clause.text for clause in paragraph.clauses)
    assert words == " leads. Typhon joins the foes. Ann withdraws; rests. Annual rain"


def test_what_did_not_happen_is_left_out(story: Story) -> None:
    assert "NINE-TURN-05" not in dict(story.rules)
    assert not any(
        "craft 3" in line.text for c in story.chapters for p in c.passages for line in p.lines
    )


def test_rounds_are_chapters_with_scores(whole: Story) -> None:
    assert [chapter.title for chapter in whole.chapters] == [f"Round {n}" for n in range(1, 6)]
    assert whole.chapters[-1].scores == (("Ann", "40"), ("Bob", "15"))
    assert whole.outcome == "Won by Ann"
    assert whole.position[0].startswith("round 5")


def test_words_stay_words(report: Report) -> None:
    page, problems = print_story(report, ".html", "a4")
    assert problems == []
    words = page.decode()
    assert "Two friends &amp; a &lt;deck&gt;." in words
    assert "Let &lt;b&gt;her&lt;/b&gt; speak" in words
    targets = set(re.findall(r'href="#([A-Z0-9-]+)"', words))
    assert targets
    assert targets <= set(re.findall(r'dt id="([A-Z0-9-]+)"', words))
    assert not re.search(r'(src|href)="?(https?:|//)', words), (
        "the page needs nothing from elsewhere"
    )
    pdf, problems = print_story(report, ".pdf", "a4")
    assert problems == []
    words = words_in(pdf)
    assert "Two friends & a <deck>." in words
    assert '"Let <b>her</b> speak," said Ann. Ann uses Hypatia NINE-EXCH-01; gains' in words


def test_the_pdf_is_the_same_twice_and_its_typefaces_are_embedded(report: Report) -> None:
    pdf, _ = print_story(report, ".pdf", "letter")
    assert pdf == print_story(report, ".pdf", "letter")[0]
    page = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]
    assert [float(value) for value in page.mediabox[2:]] == pytest.approx([612, 792], abs=0.1)
    resources: Any = page["/Resources"]
    fonts = [font.get_object() for font in resources["/Font"].values()]
    used = [font for font in fonts if font["/BaseFont"] != "/Helvetica"]  # reportlab lists it
    assert len(used) >= 3
    assert all("/FontFile2" in font["/FontDescriptor"] for font in used)


@pytest.mark.parametrize("family", ["EB Garamond", "Courier Prime"])
def test_names_are_bold_and_the_line_about_it_slants(story: Story, family: str) -> None:
    ink = "#000000"
    look = StoryLook(ink, ink, ink, ink, text=family, display=family)
    pdf = story_pdf(story, look, FontBook(resource("templates") / "fonts"), "a4")
    page = pypdf.PdfReader(io.BytesIO(pdf)).pages[0]
    resources: Any = page["/Resources"]
    fonts = {font.get_object()["/BaseFont"] for font in resources["/Font"].values()}
    styles = {name.rpartition("-")[2].lower() for name in fonts if family.split()[0] in name}
    assert {"regular", "bold", "italic"} <= styles


def test_a_script_that_breaks_a_rule_has_no_story() -> None:
    report = replay_text(SCRIPT.replace("Bob toil Aesop\n!", "Bob toil Zeno\n!"), "rain.play")
    page, problems = print_story(report, ".html", "a4")
    assert page == b""
    assert problems == report.problems != []


def test_a_start_that_is_refused_has_no_story() -> None:
    file = resource("data") / "nine-muses" / "scripts" / "five-players.play"
    page, (problem,) = print_story(replay(file), ".pdf", "a4")
    assert page == b""
    assert problem.message == "this script contains no moves, so there is no story"


def test_signs_that_no_typeface_has_are_reported_with_their_line() -> None:
    report = replay_text(SCRIPT.replace("Nobody knew", "\u8ab0 knew"), "rain.play")
    page, problems = print_story(report, ".pdf", "a4")
    assert page == b""
    (problem,) = problems
    assert (problem.location.line, problem.check) == (9, "glyphs")
    assert "\u8ab0 knew" in print_story(report, ".html", "a4")[0].decode()


@pytest.mark.parametrize("game", ["nine-muses", "dance-of-muses"])
def test_every_whole_game_that_ships_has_a_story(game: str) -> None:
    for file in sorted((resource("data") / game / "scripts").glob("game-*.play"))[:2]:
        pages, problems = print_story(replay(file), ".pdf", "both")
        assert problems == []
        assert pages.startswith(b"%PDF")


def test_the_command_writes_what_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rain.play").write_text(SCRIPT, "utf-8")
    for name, start in (("rain.html", b"<!doctype html>"), ("rain.pdf", b"%PDF")):
        result = run("replay", "--story", "rain.play", "-o", name)
        assert result.exit_code == 0, result.output
        assert Path(name).read_bytes().startswith(start)
    assert run("replay", "--story", "rain.play").exit_code == 0
    assert Path("output/rain.pdf").exists()
    assert (
        "expected a .pdf or .html file"
        in run("replay", "--story", "rain.play", "-o", "x.doc").output
    )
    assert "add --story" in run("replay", "rain.play", "-o", "x.pdf").output
    assert (
        "--story needs one script, not 2"
        in run("replay", "--story", "rain.play", "rain.play").output
    )
    Path("rain.play").write_text(SCRIPT.replace("Bob toil Aesop\n!", "Ann toil Aesop\n!"), "utf-8")
    result = run("replay", "--story", "rain.play", "-o", "broken.pdf")
    assert result.exit_code == 1
    assert "NINE-TURN" in result.output
    assert not Path("broken.pdf").exists()
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "output", "rain.html", "rain.pdf", "rain.play",
    ]  # fmt: skip

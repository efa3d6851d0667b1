"""Rulebooks: references, examples that are replayed, pages, booklets, tags."""

from __future__ import annotations

import io
import json
import re
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from generator.book.blocks import TextBlock
from generator.book.book import check_book, read_book, untranslated
from generator.book.booklet import booklet, folded, sheet_of, sheets_of
from generator.book.build import build_book
from generator.book.canvas import BookCanvas
from generator.book.ends import index_entries
from generator.book.faces import FigureFaces, strip
from generator.book.flowables import TaggedParagraph
from generator.book.markdown import read_document
from generator.book.marks import FaceMark, Figure, Label
from generator.book.ornament import FOOT, POSTER
from generator.book.painting import Painting, outline_path
from generator.book.plan import plan
from generator.book.styles import HIGH, LEAST_SIZE, WIDE, look_of
from generator.book.tags import StructureElement, Tags
from generator.book.tree import BookTable, Paragraph, PictureRow, plain, walk
from generator.book.typeset import Typeset, typeset
from generator.core.hyphens import EDGE, breaker
from generator.export.designs import DesignRenderer
from generator.export.rulebook import rulebook_files
from generator.faces.fonts import FontBook
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from generator.pdf.stored_objects import Objects, ObjectsError
from generator.printers.profiles import Misregistration, Printer
from generator.verify.book_pdf import read_evidence, verified, verify_book
from generator.verify.tagging import missing_tags
from tests.conftest import run, words_in
from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game
from validator.load.locale import in_language

BOOK = """\
# Nine Muses

## A turn

You Toil for {{ rule('NINE-TOIL-01').craft | words }} Craft. [NINE-TOIL-01]

```move Toil
players: [Ann, Bob]
start:
  Ann: {craft: 1, hand: [Aesop]}
  Bob: {hand: [Heron]}
---
! Bob toil Heron -> NINE-TURN-05 | Bob is too early.
Ann toil Aesop | Ann works.
= Ann.craft 2
```

---

## At a glance

Work.
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of Nine Muses with a short rulebook."""
    folder = tmp_path / "mine"
    shutil.copytree(resource("data") / "nine-muses", folder)
    (folder / "rulebook.md").write_text(BOOK, "utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def game_in(folder: Path) -> Game:
    game = load_game(folder).game
    assert game is not None
    return game


def change(folder: Path, old: str, new: str, file: str = "rulebook.md") -> None:
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), "utf-8")


def made(folder: Path) -> Typeset:
    book, problems = read_book(game_in(folder))
    assert book is not None, problems
    found = typeset(book, digest="rulebook test")
    assert not found.problems
    return found


WRONG = {
    "You Toil for": ("You Toil for 1 Craft, that is", 5, "equals NINE-TOIL-01.craft; write"),
    "[NINE-TOIL-01]": ("[NINE-TOIL-09]", 5, "no rule 'NINE-TOIL-09'"),
    "rule('NINE-TOIL-01').craft": ("rule('NINE-TOIL-01').crafty", 5, "no number 'crafty'"),
    "{{ rule": ("{{ ruler", 5, "is not a reference"),
    "Work.": ("Work. :hamer:", 22, "no icon 'hamer'"),
    "A turn": ("A turn\n\n# Another", 5, "a second title"),
    "## At": ("![](philosophers/Esop)\n\n## At", 20, "no card 'Esop'"),
    "Ann toil Aesop |": ("Ann toil Heron |", 14, "the example no longer replays: "),
    "= Ann.craft 2": ("= Ann.craft 3", 15, "the example no longer replays: "),
    "```move Toil": ("```exmaple Toil", 7, "expected a fence with one of the names"),
}


@pytest.mark.parametrize("old", WRONG)
def test_what_is_wrong_is_reported_with_its_line(own: Path, old: str) -> None:
    new, line, message = WRONG[old]
    change(own, old, new)
    found = [(each.location.line, each.message) for each in read_book(game_in(own))[1]]
    assert any(at == line and message in words for at, words in found), found


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{frm: x}", "no colour 'frm'"),
        ("{red: x", "'{' is not closed"),
        ("{120%: x}", "all text in a rulebook has the same size"),
    ],
)
def test_a_span_of_a_rulebook_that_means_nothing_is_reported(
    own: Path, words: str, message: str
) -> None:
    change(own, "Work.", f"Work. {words}")
    assert [each.message for each in read_book(game_in(own))[1] if message in each.message]


def test_words_of_a_rulebook_have_colours_as_those_of_cards(own: Path) -> None:
    change(own, "Work.", "Work {maroon bold: hard *and* {frame: long}} {x}.")
    assert "Work hard and long {x}." in words_in(made(own).pdf)


def test_pictures_of_a_list_have_their_words_below_them_on_the_web(own: Path) -> None:
    change(
        own,
        "Work.",
        "Work.\n\n- ![Aesop](philosophers/Aesop) One of those who work for you (:science:).",
    )
    files, problems = rulebook_files(DesignRenderer(game_in(own), 0.0))
    assert not problems
    page = files["index.html"].decode()
    said = page.split("</svg>\nOne of those who work for you (")[1]
    symbol = re.match(r'<img class="symbol" src="(pictures/\w+.svg)" alt="">\)\.</li>', said)
    assert symbol
    assert b"<path" in files[symbol[1]]
    assert 'width="-' not in page


def test_a_number_of_the_catalogue_changes_book_and_referee(own: Path) -> None:
    assert "You Toil for one Craft." in words_in(made(own).pdf)
    change(own, "data: {craft: 1}", "data: {craft: 2}", "rules.yaml")
    (problem,) = read_book(game_in(own))[1]
    assert problem.location.line == 15
    assert "Ann.craft is 3" in problem.message
    change(own, "= Ann.craft 2", "= Ann.craft 3")
    assert "You Toil for two Craft." in words_in(made(own).pdf)


def test_rules_that_are_not_explained_are_reported(own: Path) -> None:
    game = game_in(own)
    found = {re.findall(r"NINE-\w+-\d+", each.message)[0] for each in check_book(game)}
    assert found == {rule.id for rule in game.rules} - {"NINE-TOIL-01"}
    change(own, "Work.", "Work.\n\n<!-- left out: NINE-RUL-14: for makers -->\n")
    assert not any("NINE-RUL-14" in each.message for each in check_book(game_in(own)))


@pytest.mark.parametrize("last", ["99]2", "99999999999", "x", "-1"])
def test_a_range_that_names_no_rules_is_reported(own: Path, last: str) -> None:
    change(own, "Work.", f"Work.\n\n<!-- left out: NINE-RUL-01..{last}: for makers -->\n")
    assert any(f"NINE-RUL-01..{last}" in each.message for each in check_book(game_in(own)))


@pytest.mark.parametrize("count", range(4, 68, 4))
def test_a_folded_booklet_is_read_in_order(count: int) -> None:
    leaves = sheets_of(count)
    assert folded(leaves) == [*range(1, count + 1)]
    assert all(sum(spread) == count + 1 for leaf in leaves for spread in leaf)
    assert all(sheet_of(page, count) <= len(leaves) for page in range(1, count + 1))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_an_imposed_pdf_has_each_page_once_unscaled_and_in_its_place(own: Path, paper: str) -> None:
    book = made(own)
    single = pypdf.PdfReader(io.BytesIO(book.pdf))
    reader = pypdf.PdfReader(io.BytesIO(booklet(book.pdf, paper)))
    count = len(single.pages)
    assert count % 4 == 0
    assert all(abs(float(p.mediabox.width) - WIDE * 72 / 25.4) < 0.01 for p in single.pages)
    assert all(abs(float(p.mediabox.height) - HIGH * 72 / 25.4) < 0.01 for p in single.pages)
    sides = [spread for leaf in sheets_of(count) for spread in leaf]
    assert len(reader.pages) == len(sides)
    for page, spread in zip(reader.pages, sides, strict=True):
        content = page.get_contents()
        assert content is not None
        placed = re.findall(rb"q 1 0 0 1 ([\d.]+) ([\d.]+) cm /P(\d+) Do Q", content.get_data())
        assert [int(number) for _, _, number in placed] == [*spread]
        (left, low, _), (right, _, _) = placed
        assert abs(float(right) - float(left) - WIDE * 72 / 25.4) < 0.01
        assert float(left) >= 0
        assert float(low) >= 0
    assert b"MCID" not in booklet(book.pdf, paper)


def test_a_book_is_tagged_and_its_typefaces_are_embedded(own: Path) -> None:
    reader = pypdf.PdfReader(io.BytesIO(made(own).pdf))
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    parents = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    figures = 0
    for number, page in enumerate(reader.pages):
        content = page.get_contents()
        data = content.get_data() if content is not None else b""
        marks = [int(mark) for mark in re.findall(rb"<</MCID (\d+)>> BDC", data)]
        elements = parents[2 * number + 1]
        place: Any = page["/StructParents"]
        assert place == number
        assert marks == [*range(len(elements))]
        for element in elements:
            figure = element.get_object()
            if figure["/S"] == "/Figure":
                figures += 1
                assert figure["/Alt"]
        begun = len(re.findall(rb"\bB[DM]C\b", data))
        assert begun == len(re.findall(rb"\bEMC\b", data))
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            assert "/FontFile2" in font.get_object()["/FontDescriptor"]
    assert figures


BROKEN = (
    ("/Lang (en)", "/Long (en)", "no language"),
    ("/Marked true", "/Marker true", "not say that it is tagged"),
    ("/DisplayDocTitle true", "/DisplayDocTitle null", "instead of the title"),
    ("dc:title", "dc:label", "lack dc:title"),
    ("/StructTreeRoot ", "/StructTreeFoot ", "no structure"),
    ("/Alt (", "/Alp (", "no words for a screen reader"),
    ("/Contents (", "/Kontents (", "does not describe its target"),
    ("/OBJR", "/OBJX", "no annotation"),
    ("/StructParent 100000", "/StructParent 300000", "in no element"),
    ("/S /Link", "/S /Part", "not in Link"),
    ("/S /H2", "/S /H4", "follows level"),
    ("/S /TH", "/S /TD", "no head"),
    ("/Scope", "/Scape", "cells it applies to"),
    ("/S /LBody", "/S /LBoby", "not a standard kind"),
    ("/S /Table", "/S /Quote", "not inside TBody, TFoot, THead, Table"),
    ("/Nums", "/Nams", "belongs to no element"),
    ("/Tabs /S", "/Tabs /R", "tab order"),
)


def test_whatever_a_screen_reader_misses_is_found(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "* See [a *site*](https://example.org).\n\n| A | B |\n|---|---|\n| a | |\n\n"
    change(own, "```move Toil", f"{more}```move Toil")
    book = made(own).pdf
    assert missing_tags(Objects(book)) == []
    for old, new, message in BROKEN:
        assert old.encode() in book, old
        assert message in lacks(book.replace(old.encode(), new.encode())), old
    begin = Tags.begin
    for mark, message in (("/Span BMC", "outside every tag"), ("q BMC BMC", "not closed")):

        def marked(
            self: Tags, page: int, element: StructureElement | None, mark: str = mark
        ) -> str:
            return mark if element is None else begin(self, page, element)

        monkeypatch.setattr(Tags, "begin", marked)
        assert message in lacks(made(own).pdf)


def test_a_tree_that_holds_itself_is_refused_at_once(own: Path) -> None:
    book = made(own).pdf
    kids = re.search(rb"/K \[ (\d+) 0 R (\d+) 0 R", book)
    assert kids is not None
    double = kids[0].replace(kids[2] + b" 0 R", kids[1].rjust(len(kids[2]), b"0") + b" 0 R")
    with pytest.raises(ObjectsError, match="in a tree twice"):
        missing_tags(Objects(book.replace(kids[0], double)))


def lacks(pdf: bytes) -> str:
    return " ".join(each.message for each in missing_tags(Objects(pdf)))


def test_lines_are_read_as_they_were_written() -> None:
    words = "An extraordinary paragraph, long-winded AV To: rediscovering hyphenation everywhere."
    face = FontBook(resource("templates") / "fonts").face("EB Garamond")
    canvas = BookCanvas(io.BytesIO())
    pdfmetrics._fonts[face.name] = TTFont(face.name, str(face.file), shapable=False)
    pdfmetrics.registerFontFamily(face.name)
    canvas.tags, canvas.faces = Tags(), {face.name: face}
    style = ParagraphStyle("narrow", fontName=face.name, hyphenationLang="en_GB", leading=12)
    style.hyphenationMinWordLength, style.splitLongWords = 7, 0
    said = TaggedParagraph(words, style)
    said.tags, said.element, said.source = canvas.tags, canvas.tags.root, words
    said.wrapOn(canvas, 48, 900)
    said.drawOn(canvas, 0, 0)
    code = "\n".join(map(str, canvas._code))
    soft = re.compile(r"/Span <</ActualText <FEFF00AD>>> BDC \(-\) Tj EMC")
    assert len(soft.findall(code)) >= 1
    assert "(A) " in code, "A and V are kerned"
    read = "".join(re.findall(r"\(([^)]*)\)", soft.sub("", code)))
    assert read.strip() == words


@pytest.mark.parametrize("name", shipped_games())
def test_a_book_spells_the_name_of_its_game(name: str) -> None:
    game = game_in(resource("data") / name)
    text = (resource("data") / name / "rulebook.md").read_text("utf-8")
    document, problems = read_document(game, text, "rulebook.md")
    assert problems == []
    assert document.title == game.title


def test_words_of_a_book_are_parted_where_those_of_cards_are() -> None:
    """Neither part is shorter than three letters; reportlab's own patterns allow two."""
    parted = breaker("en")
    assert parted is not None
    assert list(parted("endgame")) == []
    assert list(parted("hyphenation")) == [("hyphena", "tion"), ("hyphen", "ation")]
    for word in ("endgame", "undecided", "everybody", "Showdowns", "afterwards", "Mnemosyne"):
        assert all(min(map(len, both)) >= EDGE for both in parted(word))
    assert breaker("xx") is None


def test_a_picture_may_lie_on_the_one_before_it() -> None:
    """Its offset is in mm of the pieces, to the right and down; both keep one scale."""
    game = game_in(resource("data") / "nine-muses")
    text = '# X\n\n## Y\n\n![a](scores/Ones) ![b](scores/Tens "on -35.2 -10")\n'
    document, problems = read_document(game, text, "book.md")
    assert problems == []
    block = next(each for each in document.blocks if isinstance(each, PictureRow))
    faces = FigureFaces(KitRenderer(game, Options()))
    figure = strip(faces, block, 100.0, FontBook(resource("templates") / "fonts").face("Cardo"))
    ones, tens = figure.shown
    assert (tens.x - ones.x) / ones.scale == pytest.approx(-35.2)
    assert (tens.y - ones.y) / ones.scale == pytest.approx(-10)
    assert figure.high == pytest.approx((ones.high + 10) * ones.scale)
    assert tens.scale == ones.scale
    _, problems = read_document(game, text.replace("on -35.2 -10", "on the left"), "book.md")
    assert '"on RIGHT DOWN" in mm, or nothing' in problems[0].message


def test_straight_marks_of_a_book_are_printed_curly(own: Path) -> None:
    text = (own / "rulebook.md").read_text("utf-8")
    words = "She said \"it's here\", and 'so' it was."
    (own / "rulebook.md").write_text(text.replace("Ann works.", words), "utf-8")
    pages = pypdfium2.PdfDocument(made(own).pdf)
    said = "".join(page.get_textpage().get_text_range() for page in pages)
    assert "She said “it’s here”, and ‘so’ it was." in " ".join(said.split())
    assert not set("\"'") & set(said)


def test_the_same_book_is_the_same_bytes(own: Path) -> None:
    assert made(own).pdf == made(own).pdf


def test_a_book_is_kept_until_its_sources_change(own: Path) -> None:
    out = own.parent / "out"
    words = "\n\n".join(["Work, and work again, and in the evening work. " * 9] * 8)
    change(own, "\n---\n\n## At", f"\n## More\n\n{words}\n\n{words}\n\n---\n\n## At")
    assert "rulebook, 8 pages\n" in run("build", "mine", "-o", str(out), "--no-verify").output
    assert "8 pages, unchanged" in run("build", "mine", "-o", str(out), "--no-verify").output
    change(own, "data: {craft: 1}", "data: {craft: 2}", "rules.yaml")
    change(own, "= Ann.craft 2", "= Ann.craft 3")
    old = str(out / "nine-muses-a4.pdf")
    told = run("build", "mine", "-o", "new", "--no-verify", "--changed-since", old).output
    assert re.search(r"rulebook: page [23] \(.*\), sheet [12] of the booklet: NINE-TOIL-01", told)
    again = (own.parent / "new" / "nine-muses-book-a4-changes.pdf").read_bytes()
    whole = (own.parent / "new" / "nine-muses-book-a4.pdf").read_bytes()
    assert [len(pypdfium2.PdfDocument(each)) for each in (again, whole)] == [2, 4]
    for page in range(2):
        assert words_in(again, slice(page, page + 1)) == words_in(whole, slice(page + 2, page + 3))


def test_without_a_rulebook_there_is_no_book(tiny: Path) -> None:
    assert not build_book(game_in(tiny), {"a4": None}).names
    assert not check_book(game_in(tiny))


@pytest.mark.parametrize("name", shipped_games())
def test_text_is_large_enough_to_be_read(name: str) -> None:
    game = game_in(resource("data") / name)
    look = look_of(game.theme, FontBook(resource("templates") / "fonts"))
    assert look.size >= LEAST_SIZE
    assert look.text.x_height * look.size / 1000 * 25.4 / 72 >= 1.31


@pytest.mark.parametrize(
    "name",
    [each for each in shipped_games() if (resource("data") / each / "rulebook.md").is_file()],
)
def test_the_rulebooks_of_the_shipped_games_are_right_and_complete(name: str) -> None:
    assert check_book(game_in(resource("data") / name)) == []


def test_a_finished_book_is_proved_and_a_wrong_order_found(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = made(own).pdf
    for data in (book, booklet(book, "a4", "rulebook test"), booklet(book, "letter")):
        assert verify_book(data).findings == 0
    assert "order" in run("verify", *written(own.parent, {"book.pdf": book})).output
    wrong = [leaf._replace(front=leaf.back, back=leaf.front) for leaf in sheets_of(4)]
    monkeypatch.setattr("generator.book.booklet.sheets_of", lambda _: wrong)
    data = booklet(book, "a4")
    monkeypatch.undo()
    pages = read_evidence(book)
    for evidence in (read_evidence(data), read_evidence(data, pages=pages)):
        assert {claim.name for claim in verified(evidence).claims if claim.findings} == {"order"}


def test_a_booklet_of_verified_pages_is_compared_instead_of_read(own: Path) -> None:
    book = made(own).pdf
    pages, printer = (
        read_evidence(book),
        Printer("office", "a4", "duplex-long", Misregistration(1.0, 0.5)),
    )
    for data in (booklet(book, "a4"), booklet(book, "letter"), booklet(book, "a4", "", printer)):
        read, compared = read_evidence(data), read_evidence(data, pages=pages)
        assert read.opened
        assert not compared.opened
        for one, other in zip(read.placed, compared.placed, strict=True):
            assert [*one] == [pytest.approx(matrix, abs=1e-3) for matrix in other]
        assert len(read.said) == len(compared.said)
        for word, again in zip(read.said, compared.said, strict=True):
            assert word.words.text == again.words.text
            assert word[:2] == again[:2]
            assert word[2:7] == pytest.approx(again[2:7], abs=0.01)
    altered = booklet(book.replace(b"/ca .", b"/ca 0"), "a4")
    assert altered != booklet(book, "a4")
    assert read_evidence(altered, pages=pages).opened


def written(folder: Path, files: dict[str, bytes]) -> list[str]:
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return [str(folder / name) for name in files]


def test_a_book_is_exported_as_html_markdown_and_notebook(own: Path) -> None:
    change(own, "Ann works.", '"It\'s done", Ann says.')
    run("export", "rulebook", "mine", "-o", "out")
    folder = own.parent / "out" / "nine-muses-rulebook"
    page = (folder / "index.html").read_text("utf-8")
    assert "“It’s done”, Ann says." in page
    shown = set(re.findall(r'href="(pictures/[^"]+)"', page))
    assert shown == {f"pictures/{file.name}" for file in (folder / "pictures").iterdir()}
    words = re.sub(r"<[^>]+>", "", page)
    markdown = (folder / "rulebook.md").read_text("utf-8")
    tabs = json.loads((folder / "notebook.json").read_text("utf-8"))["TabStates"]
    assert [tab["title"] for tab in tabs.values()] == ["A turn", "At a glance"]
    for text in (words, markdown, tabs["0"]["body"]):
        assert "You Toil for one Craft." in text
        assert "Bob is too early." in text
    assert "NINE-TOIL-01" not in markdown
    run("export", "tts", "mine", "-o", "out")
    file = own.parent / "out" / "nine-muses-tts" / "nine-muses.json"
    saved = json.loads(file.read_text("utf-8"))
    assert saved["TabStates"] == tabs
    # Somebody's own tab stays, and a chapter is written anew.
    saved["TabStates"]["0"]["body"] = "old"
    saved["TabStates"]["7"] = {"title": "House rules", "body": "No dice.", "id": 7}
    (own.parent / "mine.json").write_text(json.dumps(saved), "utf-8")
    told = run("export", "tts", "mine", "-o", "out", "--update", "mine.json")
    assert told.exit_code == 0, told.output
    again = json.loads(file.read_text("utf-8"))["TabStates"]
    assert [tab["title"] for tab in again.values()] == ["A turn", "At a glance", "House rules"]
    assert again["0"] == tabs["0"]
    assert [tab["id"] for tab in again.values()] == [0, 1, 2]


def drawn(folder: Path, zones: str, start: str) -> Figure:
    """The only figure of a book with a position."""
    (folder / "rulebook.md").write_text(
        f"# A book\n\n## A table\n\n```plan A table | {zones}\n{start}\n```\n", "utf-8"
    )
    book, problems = read_book(game_in(folder))
    assert book is not None, problems
    (example,) = book.examples.values()
    kit_renderer = KitRenderer(book.game, Options(sides="fronts"))
    return plan(FigureFaces(kit_renderer), example, lambda words: len(words) / 2, "A table")


SHEET = "Ann: {thief: {V: 5, K: 1, I: 1, violence: [Sharp]}, coins: {A: 3, T: 1}}"


def test_figures_show_what_is_written_and_counted(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(resource("data") / "schizonauts", folder)
    start = f"players: [Ann, Bob, Cat]\nstart:\n  {SHEET}"
    figure = drawn(folder, "Ann.thief, Ann.coins as coins", start)
    assert [each.title for each in figure.shown] == ["One"] * 4
    texts = [mark.text for mark in figure.marks if isinstance(mark, Label)]
    assert [each for each in ("5", "violence", "Sharp") if each not in texts] == []
    assert "violence 5: Sharp" in figure.alt
    assert "coins: agent: 3" in figure.alt
    write = partial("# A book\n\n## A table\n\n```plan A table | {}\n{}\n```\n".format)
    for wrong, told in {
        "Ann.theif": "no fact 'Ann.theif' to draw",
        "Ann.coins as coin": "no component 'coin'; did you mean 'coins'",
        "Ann.thief as coins": "'Ann.thief' is not a number of pieces",
    }.items():
        (folder / "rulebook.md").write_text(write(wrong, start), "utf-8")
        assert any(told in each.message for each in read_book(game_in(folder))[1]), wrong


@pytest.mark.parametrize(("game", "zones", "start", "seen"), [
    ("crazy-eights", "discard, stock", "discard: [KC, 5H]\n  step: play\n  Ann: {hand: [2C]}",
     ["discard pile: 2 cards, Five of Hearts on top", "stock: 49 cards"]),
    ("crazy-eights", "Ann", "discard: [KC]\n  step: play\n"
     "  Ann: {hand: [2C, 3C, 4C, 5C, 6C, 7C, 9C, TC, JC, QC, AC]}",
     ["Two of Clubs, Three of Clubs, Four of Clubs", "Queen of Clubs, Ace of Clubs"]),
    ("nine-muses", "discard, deck", "discard: [Heron, Aesop]",
     ["discard pile: 2 cards, Aesop on top", "deck: 26 cards"]),
])  # fmt: skip
def test_only_what_no_player_sees_is_drawn_face_down(
    tmp_path: Path, game: str, zones: str, start: str, seen: list[str]
) -> None:
    shutil.copytree(resource("data") / game, tmp_path / "mine")
    figure = drawn(tmp_path / "mine", zones, f"players: [Ann, Bob]\nstart:\n  {start}")
    assert all(words in figure.alt for words in seen), figure.alt
    assert figure.shown


def test_rule_ids_are_printed_on_request_alone(own: Path) -> None:
    out = own.parent / "out"
    assert run("build", "mine", "-o", str(out), "--print-rule-ids", "--no-verify").exit_code == 0
    ids = (out / "nine-muses-book-ids.pdf").read_bytes()
    assert "You Toil for one Craft. NINE-TOIL-01" in words_in(ids)
    assert "NINE-" not in words_in(made(own).pdf)
    assert "--no-book" in run("build", "mine", "--print-rule-ids", "--no-book").output


def in_its_language(name: str, language: str) -> Game:
    game, problems = in_language(game_in(resource("data") / name), language)
    assert not problems
    return game


@pytest.mark.parametrize(("name", "language"), [("muse", "fr"), ("dance-of-muses", "it")])
def test_translated_rulebooks_are_right_and_complete(name: str, language: str) -> None:
    game = in_its_language(name, language)
    assert check_book(game) == []
    book, _ = read_book(game)
    assert book is not None
    found = verify_book(typeset(book, digest="rulebook test").pdf)
    assert [claim.findings for claim in found.claims if claim.findings] == []


ITALIAN = (
    BOOK.replace("You Toil for", "Fatica:").replace("A turn", "Un turno")
    .replace("Bob is too early.", "Bob ha fretta.").replace("Ann works.", "Ann lavora.")
)  # fmt: skip


def test_a_translated_book_speaks_its_language_alone(own: Path) -> None:
    (own / "locale").mkdir()
    (own / "locale" / "it.yaml").write_text(
        "language: it\nrules: {NINE-TURN-05: Regola tradotta.}\nwords: {hand: mano}\n", "utf-8"
    )
    file = own / "locale" / "rulebook.it.md"
    file.write_text(ITALIAN, "utf-8")
    game, problems = in_language(game_in(own), "it")
    assert not problems
    book, problems = read_book(game)
    assert book is not None, problems
    words = words_in(typeset(book).pdf)
    for said in ("Fatica: uno Craft.", "Vietato. Bob ha fretta.", "Ann lavora."):
        assert said in words
    for english in ("Not allowed", "Before", "hand", "It is Ann"):
        assert english not in words
    assert untranslated(book) == []
    file.write_text(ITALIAN.replace("[NINE-TOIL-01]", ""), "utf-8")
    book, _ = read_book(game)
    assert book is not None
    assert [(each.location.line, each.level) for each in untranslated(book)] == [(5, "warning")]
    file.unlink()
    told = run("check", "mine", "--language", "it").output
    assert "rulebook is not translated" in told


ALIKE = "the same for every number of players"


@pytest.mark.parametrize(
    "name",
    [each for each in shipped_games() if (resource("data") / each / "rulebook.md").is_file()],
)
def test_each_number_of_players_has_a_picture_of_the_set_up(name: str) -> None:
    game = game_in(resource("data") / name)
    book, _ = read_book(game)
    assert book is not None
    plans = [each for each in book.examples.values() if each.script.kind == "plan"]
    least, most = game.players
    shown = {len(each.referee.players) for each in plans}
    told = " ".join(plain(cell.inline) for block in walk(book.document.blocks)
                    if isinstance(block, BookTable)
                    for row in block.rows for cell in row)  # fmt: skip
    words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight"]
    assert shown
    same = any(isinstance(block, Paragraph) and ALIKE in plain(block.inline)
               for block in walk(book.document.blocks))  # fmt: skip
    assert same or all(n in shown or words[n] in told for n in range(least, most + 1))


def test_pieces_in_figures_are_cut_by_their_outline() -> None:
    assert outline_path(40, 34.64, "hexagon").count(" l ") == 5
    assert outline_path(20, 20, "M0 0 H20 V20 Z").startswith("0 0 m 20 0 l 20 20 l")
    assert outline_path(20, 20, "round").count(" c ") == 4
    assert outline_path(20, 30, "rect").startswith("1.2 0 m")


def test_a_symbol_takes_another_colour(own: Path) -> None:
    change(own, "You Toil", ":craft#frame: :craft: :craft#123456: You Toil")
    assert missing_tags(Objects(made(own).pdf)) == []
    change(own, "#frame:", "#fram:")
    (problem,) = check_book(game_in(own))
    assert "no colour 'fram'" in problem.message
    assert "'frame'" in problem.message


def test_emoji_are_pictures_also_where_the_typeface_lacks_a_sign(own: Path) -> None:
    change(own, "You Toil", "😀 ⚔ ❤️ You Toil")
    assert missing_tags(Objects(made(own).pdf)) == []  # and no problem: all signs are drawn
    change(own, "⚔", "𓀀")
    book, _ = read_book(game_in(own))
    assert book is not None
    assert "has no '𓀀'" in typeset(book, digest="").problems[0].message


def test_a_component_that_cannot_be_drawn_is_reported_by_its_template(own: Path) -> None:
    (own / "templates").mkdir()
    for name in {each.face for each in game_in(own).components}:
        (own / "templates" / name).write_text("{{ nothing_of_this_name }}", "utf-8")
    result = run("build", "mine", "-o", "out")
    assert result.exit_code == 1
    assert "muse.svg.j2:1:1: there is no 'nothing_of_this_name' in this" in result.output
    assert not (own.parent / "out").exists()


@pytest.mark.parametrize("ink", ["low", "low-grey"])
def test_the_cover_in_low_ink_has_no_dark_panel(own: Path, ink: str) -> None:
    book, _ = read_book(game_in(own))
    assert book is not None
    dark = {}
    for each in ("colour", ink):
        pdf = typeset(book, each, digest="rulebook test").pdf
        picture = pypdfium2.PdfDocument(pdf)[0].render(scale=1).to_pil().convert("L")
        dark[each] = sum(picture.histogram()[:140]) / (picture.width * picture.height)
    assert dark["colour"] > 0.5
    assert dark[ink] < 0.15


def test_the_cover_shows_the_whole_poster_to_the_edge_and_its_title_in_the_middle_below(
    own: Path,
) -> None:
    book, _ = read_book(game_in(own))
    assert book is not None
    pdf = typeset(book, digest="rulebook test").pdf
    picture = pypdfium2.PdfDocument(pdf)[0].render(scale=4).to_pil().convert("RGB")
    wide, high = picture.size
    foot = round(high * (1 - FOOT / HIGH))
    assert foot / wide == pytest.approx(POSTER.height / POSTER.width, abs=0.002)
    bright = picture.convert("L")
    for x, y in ((1, 1), (wide - 2, 1), (1, foot - 3), (wide - 2, foot - 3)):
        assert bright.getpixel((x, y)) < 140, "paper in a corner"
    strip = picture.crop((0, foot + 2, wide, high - 1))
    lettering = ImageChops.difference(strip, Image.new("RGB", strip.size, strip.getpixel((5, 5))))
    box = lettering.convert("L").point(lambda value: 255 * (value > 60)).getbbox()
    assert box is not None
    assert box[1] == pytest.approx(strip.height - box[3], abs=0.12 * strip.height)


def test_a_piece_in_a_figure_hides_what_is_below_it() -> None:
    """Also where its face has no ground."""
    shown = tuple(FaceMark(key, x, 0, 20, 30, 1) for key, x in (("a", 0), ("b", 5)))
    canvas = BookCanvas(io.BytesIO())
    game = load_game(resource("data") / "nine-muses").game
    assert game is not None
    look = look_of(game.theme, FontBook(resource("templates") / "fonts"))
    painting = Painting(canvas, look, lambda key, *_: f"F{key}", "en")
    painting.figure(Figure(30, 30, shown), 0, 0)
    code = " ".join(canvas._code)
    for key in "ab":
        before = code[: code.index(f"/F{key} Do")]
        assert before.rindex("1 1 1 rg") < before.rindex("f Q") < before.rindex("W n")
        code = code[len(before) :]


def test_the_index_points_to_definitions() -> None:
    pages = [
        [TextBlock(words="Two jobs for Bob; toil.")],
        [TextBlock(words="Toil", level=2), TextBlock(words="Ties are rare.")],
        [TextBlock(words="A job is a task.", defined=("Job",)), TextBlock(words="jobless")],
        [
            TextBlock(words="To toil is …", defined=("Toil",)),
            TextBlock(words="…", defined=("tie",)),
        ],
    ]
    assert index_entries([[TextBlock(words="Toil")]]) == []
    found = {each.term: (each.pages, each.defined) for each in index_entries(pages)}
    assert found == {"Job": ([3, 1], {3}), "tie": ([4, 2], {4}), "Toil": ([4, 1, 2], {4})}


def test_the_author_decides_where_the_index_leads() -> None:
    pages = [
        [TextBlock(words="A tie to somebody: a tie.")],
        [TextBlock(words="Ties.", listed=("tie",))],
        [TextBlock(defined=("tie",))],
    ]
    assert [each[1:] for each in index_entries(pages)] == [([3, 2], {3})]


def test_a_word_that_is_nearly_a_term_of_the_index_is_none() -> None:
    pages = [[TextBlock(words="A pa, a pas, a pass, passes.", defined=("Pass",))]]
    assert [(each.term, each.pages) for each in index_entries(pages)] == [("Pass", [1])]


def test_the_index_lists_only_the_pages_that_say_most_about_a_frequent_term() -> None:
    once, often = [TextBlock(words="a card")], [TextBlock(words="cards")] * 2
    heading = [TextBlock(words="Cards", level=3)]
    pages = [once, often, heading, once, often, once, [TextBlock(defined=("card",))], once]
    assert [each.pages for each in index_entries(pages)] == [[7, 2, 3, 5]]


def test_a_marked_term_is_bold_and_enters_the_index_alone(own: Path) -> None:
    change(own, "You Toil", "**[[Labour]]** is **hard**, as a [[Burden]] is. You Toil")
    pdf = made(own).pdf
    words = words_in(pdf)
    assert "[[" not in words
    assert "Labour is hard, as a Burden is." in " ".join(words.split())
    index = words[words.index("Index") :]
    assert "Labour" in index
    assert "Burden" in index
    assert "Hard" not in index

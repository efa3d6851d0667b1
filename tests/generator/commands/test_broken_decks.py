"""Decks as people break them: each message names the file and line, and says what to do.

A copy of Nine Muses, or a deck made from a sheet, is broken in one way at a time. The whole message
is compared, because its words are the help that a designer gets. A line is given by its number,
or, in `<>`, by words that are first found in it.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from tests.conftest import run
from validator.core.resources import resource

Break = Callable[[Path], object]
SHEET = """\
Name,Qty,Cost,What it does
Storm,2,3,"Everybody discards two cards, then draws one."
Boat,1,1,"Move to the other bank, and come back."
Fog,3,2,Nobody moves this turn.
"""
BLOCK = "{% block face %}"
FINE = ""  # it is read as it was meant
NOTE = "if this is not intended, undo the change [published]"
DRAWN = "(drawing philosophers 'aesop', m/philosophers.yaml:5:5) [template]"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of Nine Muses that nobody has broken."""
    folder = tmp_path_factory.mktemp("whole") / "m"
    assert run("new", str(folder), "--from", "nine-muses").exit_code == 0
    return folder


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("desk")


@pytest.fixture
def desk(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One place for all decks, so that a check remembers the faces that a case leaves alone."""
    monkeypatch.chdir(place)
    monkeypatch.setenv("PIERIA_CACHE", str(place / "cache"))
    shutil.rmtree(place / "m", ignore_errors=True)
    return place


def put(file: str, old: str, new: str) -> Break:
    """Replace words in a file; they must be there."""

    def change(folder: Path) -> None:
        text = (folder / file).read_bytes().decode()
        assert old in text
        (folder / file).write_bytes(text.replace(old, new, 1).encode())

    return change


def without(file: str) -> Break:
    return lambda folder: (folder / file).unlink()


def with_lines(expected: str) -> str:
    """A message whose line, if given by words, is given by its number in the broken deck."""

    def number(match: re.Match[str]) -> str:
        before, found, _ = Path(match[1]).read_text("utf-8").partition(match[2])
        assert found, match[2]
        return f"{match[1]}:{before.count(chr(10)) + 1}:"

    return re.sub(r"^(m/[^:]+):<(.+?)>:(?=\d)", number, expected)


def less_clio(folder: Path) -> None:
    file = folder / "muses.yaml"
    before, _, rest = file.read_text("utf-8").partition("  - title: Clio\n")
    file.write_text(before + rest[rest.index("  - title: ") :], "utf-8")


def with_mark(folder: Path) -> None:
    file = folder / "philosophers.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())


def with_lines_of_windows(folder: Path) -> None:
    for file in folder.rglob("*"):
        if file.suffix in (".yaml", ".j2", ".md", ".play"):
            file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))


def with_small_picture(folder: Path) -> None:
    Image.new("RGB", (60, 60), "red").save(folder / "small.png")
    put(
        "templates/aristotle.svg.j2",
        "{% block face %}",
        "{% block face %}\n{{ picture('small.png', 5, 10, 50, 50) }}",
    )(folder)


def problems_in(output: str) -> list[str]:
    """The first lines of all problems, wherever they lie."""
    return [line for line in output.splitlines() if re.search(r" \[[a-z-]+\]$", line)]


def with_font(licensed: bool) -> Break:
    """A typeface that forbids embedding, or one that states no licence."""

    def bring(folder: Path) -> None:
        font = TTFont(resource("templates") / "fonts" / "Cardo" / "Cardo-Regular.ttf")
        if licensed:
            font["OS/2"].fsType = 2
        else:
            font["name"].names = [n for n in font["name"].names if n.nameID not in (0, 13, 14)]
        font.save(folder / "own.ttf")
        put("game.yaml", "text: Cardo", "text: {regular: own.ttf}")(folder)

    return bring


DECKS: dict[str, tuple[Break, str]] = {
    "indentation": (
        put("philosophers.yaml", "    copies: 2", "   copies: 2"),
        "m/philosophers.yaml:8:4: this line is indented by 3 spaces, and no line above is; indent "
        "it by 4, as line 7 [syntax]",
    ),
    "a wrong count": (
        put("philosophers.yaml", "street\n    copies: 2", "street\n    copies: 1"),
        "m/philosophers.yaml:256:13: note: the deck differs from the published one: "
        f"NINE-COMP-05.kinds Hipparchia: 2 instead of 3; NINE-COMP-05.count 33 "
        f"instead of 34; {NOTE}",
    ),
    "a missing card": (
        less_clio,
        "m/rulebook.md:<~ row Melpomene Clio>:17: "
        "the position is refused: 'Clio' is not known here; did you mean "
        "'Calliope'? [rulebook]",
    ),
    "a duplicate id": (
        put("philosophers.yaml", "- title: Agnodice", "- title: Agnodice\n    id: aesop"),
        "m/philosophers.yaml:23:9: 'aesop' is already the ID of 'Aesop' in line 5, made from its "
        "title; choose a different ID [ids]",
    ),
    "a wrong type": (
        put("philosophers.yaml", "{gain: {C: 2}}", "{gain: 2}"),
        "m/philosophers.yaml:10:16: expected names and values, such as {C: …, S: …, E: …}, not '2' "
        "[shape]",
    ),
    "a text that is too long": (
        put("philosophers.yaml", "whose beasts talk sense", "whose beasts talk sense " * 9),
        "m/philosophers.yaml:7:14: “whose beasts talk sense whose beasts ta…” does not fit: 217.2 "
        "mm wide at 7.5 pt; only 51.0 mm are available; shorten it, or give it more room in "
        "the template "
        "[fit]",
    ),
    "a missing icon": (
        put("philosophers.yaml", "icon: grapes,", "icon: grapess,"),
        "m/philosophers.yaml:20:38: no icon 'grapess'; did you mean 'grapes'? [template]",
    ),
    "a missing icon of the theme": (
        put("game.yaml", "icon: laurels", "icon: laurelss"),
        "m/game.yaml:<vp: {icon: laurelss>:9: no icon 'laurelss'; did you mean 'laurels'? "
        "[template]",
    ),
    "a rule number of -3": (
        put("rules.yaml", "count: 34", "count: -3"),
        "m/rules.yaml:50:14: NINE-COMP-05.count: expected a whole number from 0 to 1000, not '-3' "
        "[catalogue]",
    ),
    "smart quotes": (
        put("game.yaml", '"#f6efe2"', "“#f6efe2”"),
        "m/game.yaml:36:12: expected a colour as #rrggbb or by its name in CSS, such as "
        "'ivory', not '“#f6efe2”'; curly quotation marks "
        "are read as letters, so write straight ones [shape]",
    ),
    "smart quotes around a word": (
        put("philosophers.yaml", "niche: frame", "niche: “frame”"),
        "m/philosophers.yaml:12:12: expected a word, not '“frame”'; curly quotation marks are read "
        "as letters, so write straight ones [shape]",
    ),
    "smart quotes around a title": (
        put("philosophers.yaml", "title: Hypatia", "title: “Hypatia”"),
        "m/philosophers.yaml:<title: “Hypatia”>:12: note: the curly quotation marks are part of "
        "the title and are printed; if this is not intended, remove them [shape]",
    ),
    "the licence of a typeface in the wrong place": (
        put("game.yaml", "text: Cardo", "licence: OFL-1.1, text: Cardo"),
        "m/game.yaml:34:28: 'licence' is a property of a single typeface; write `text: "
        "{regular: FILE, "
        "licence: OFL-1.1}` [shape]",
    ),
    "a byte order mark": (with_mark, FINE),
    "CRLF": (with_lines_of_windows, FINE),
    "tabs": (
        put("philosophers.yaml", "    copies: 2", "\tcopies: 2"),
        "m/philosophers.yaml:8:1: this line is indented with a tab; replace the tab with as many "
        "spaces as the lines beside it begin with [syntax]",
    ),
    "a missing template": (
        without("templates/muse.svg.j2"),
        "m/game.yaml:<face: muse.svg.j2>:11: "
        "there is no template 'muse.svg.j2' in m/templates/; restore the "
        "file, or write 'nine-muses/muse.svg.j2' to use the template of the shipped "
        "game [template]",
    ),
    "missing macros": (
        without("templates/macros.j2"),
        "m/templates/philosopher.svg.j2:3:1: there is no template 'macros.j2' in m/templates/; "
        "restore the file, or write 'nine-muses/macros.j2' to use the template of the shipped "
        "game [template]",
    ),
    "a misspelt field in a template": (
        put("templates/philosopher.svg.j2", "card.options|length - gap", "card.optoins|length - 1"),
        "m/templates/philosopher.svg.j2:8:1: the card has no 'optoins'; did you mean 'options'? "
        f"{DRAWN}",
    ),
    "an unknown macro": (
        put("templates/philosopher.svg.j2", "m.exchange(", "m.exchnge("),
        "m/templates/philosopher.svg.j2:<m.exchnge(>:1: "
        "'macros.j2' has no macro 'exchnge'; did you mean "
        f"'exchange'? {DRAWN}",
    ),
    "an unknown argument of a macro": (
        put("templates/philosopher.svg.j2", ", row, colour.frame)", ", row, huee=colour.frame)"),
        "m/templates/philosopher.svg.j2:<m.exchange(>:1: "
        "the macro exchange() has no argument 'huee'; did "
        f"you mean 'hue'? {DRAWN}",
    ),
    "a picture too small for print": (
        with_small_picture,
        "m/game.yaml:<- title: Aristotle>:9: "
        "the picture 'small.png' has 30 pixels per inch at its printed size of 50 "
        "x 50 mm; expected 150 or more (250 for a sharp print); print it smaller, or use a "
        "picture of 493 "
        "x 493 pixels [resolution]",
    ),
    "a typeface without a licence": (
        with_font(licensed=False),
        "m/game.yaml:34:44: warning: the typeface 'own.ttf' states no licence, so the credits do "
        "not name one; write `text: {regular: own.ttf, licence: OFL-1.1}` with the licence of "
        "this typeface [typeface]",
    ),
    "a typeface that forbids embedding": (
        with_font(licensed=True),
        "m/game.yaml:34:44: the typeface 'own.ttf' cannot be used: its licence bits forbid "
        "embedding (fsType 2); use another typeface, or ask its maker for a font that may be "
        "embedded [typeface]",
    ),
    "a text with a colon": (
        put("philosophers.yaml", "epithet: whose", "epithet: fables: whose"),
        "m/philosophers.yaml:7:14: this text contains a colon; put it in quotes: `epithet: "
        '"fables: whose beasts talk sense"` [syntax]',
    ),
    "an unquoted colour": (
        put("game.yaml", '"#f6efe2"', "#f6efe2"),
        "m/game.yaml:36:12: this colour is read as a comment, because # begins one; put it in "
        'quotes: `paper: "#f6efe2"` [syntax]',
    ),
    "an unknown font": (
        put("game.yaml", "text: Cardo", "text: Cardoo"),
        "m/game.yaml:34:34: no typeface or role 'Cardoo'; did you mean 'Cardo'? [template]",
    ),
    "kind: cards": (
        put("game.yaml", "kind: deck", "kind: cards"),
        "m/game.yaml:<kind: cards>:11: "
        "'cards' is not one of deck, tile, token, sheet, board, net; did you "
        "mean 'deck'? [shape]",
    ),
    "players": (
        put("rules.yaml", "min: 2", "min: 7"),
        "m/rules.yaml:128:25: 'max' players is 4, fewer than 'min', which is 7; write 7 or more "
        "for 'max', or 4 or fewer for 'min' [players]",
    ),
    "rounds": (
        put("rules.yaml", "{rounds: 5}", "{rounds: 6}"),
        "m/rules.yaml:385:20: NINE-ROUND-01.rounds is 6, but the round in which the last Muse "
        "is revealed is 5; remove "
        "'rounds' so that it is computed, or correct the values it is derived from [consistency]",
    ),
    "an unclosed tag": (
        put("templates/philosopher.svg.j2", "{% block face %}", "{% block face %}\n<g>"),
        "m/templates/philosopher.svg.j2:5:1: <g> is not closed; add </g> at “<g>” (drawing "
        "philosophers 'aesop', m/philosophers.yaml:5:5) [paint]",
    ),
    "an unclosed loop": (
        put("templates/philosopher.svg.j2", BLOCK, f"{BLOCK}{{% for x in [] %}}"),
        "m/templates/philosopher.svg.j2:<{% endblock %}>:1: "
        "a {% for %} is not closed; expected {% endfor %} "
        "before {% endblock %} [template]",
    ),
    "an unknown filter": (
        put("templates/philosopher.svg.j2", "card.options|length", "card.options|lenght"),
        "m/templates/philosopher.svg.j2:8:1: there is no filter 'lenght'; did you mean 'length'? "
        "[template]",
    ),
    "a text times a fraction": (
        put("templates/philosopher.svg.j2", BLOCK, f"{BLOCK}{{{{ card.title * 1.5 }}}}"),
        "m/templates/philosopher.svg.j2:4:1: '*' cannot combine a text or list and a number; it "
        "repeats a text a whole number of times, such as {{ 'ab' * 2 }} " + DRAWN,
    ),
}  # fmt: skip

WITH_BOOK = ("a missing card", "smart quotes around a title")  # examples of the book name the card


@pytest.mark.parametrize("broken", DECKS)
def test_a_broken_deck_is_explained_where_it_was_broken(
    broken: str, whole: Path, desk: Path
) -> None:
    book = () if broken in WITH_BOOK else ("rulebook.md",)  # half of the time goes into its pages
    shutil.copytree(whole, desk / "m", ignore=shutil.ignore_patterns(*book))
    change, expected = DECKS[broken]
    change(desk / "m")
    found = run("check", "m")
    said = problems_in(found.output)
    if expected is FINE:
        assert (found.exit_code, said) == (0, [])
        return
    expected = with_lines(expected)
    assert expected in said
    if broken not in WITH_BOOK:
        assert said == [expected]


SHEETS: dict[str, tuple[str, str]] = {
    "semicolons": (SHEET.replace('"', "").replace(", ", " ").replace(",", ";"), FINE),
    "semicolons in one row": (
        SHEET.replace("Fog,3,2,", "Fog;3;2;"),
        "m/deck.csv:4:1: the cells of this row are separated by semicolons, but those of the "
        "rows above by commas; also use commas here [syntax]",
    ),
    "a date made by Excel": (
        SHEET.replace("Boat,1,1,", "Boat,1,01.Feb,"),
        "m/deck.csv:3:8: row 3, 'Cost': expected a whole number from 0, not '01.Feb'; if a "
        "spreadsheet program turned '1-2' or '1/2' into a date, format the cell as text and type "
        "it again [shape]",
    ),
    "a date without its format": (
        SHEET.replace("Boat,1,1,", "Boat,1,45295,"),
        "m/deck.csv:3:8: warning: row 3, 'Cost': spreadsheet programs store the date 2024-01-04 as "
        "45295, and every other value of this column is a word or a number below 1000; if the "
        "cell held '4-1' or '1/4', format the cell as text and type it again [cell]",
    ),
    "a wrong column name": (
        SHEET.replace("What it does", "What it dose"),
        "m/deck.csv:1:15: row 1: there is no field called 'What it dose'; did you mean "
        "'what_it_does'? Rename the column, or write `columns: {What it dose: what_it_does}` in "
        "game.yaml [columns]",
    ),
}


@pytest.mark.parametrize("broken", SHEETS)
def test_a_broken_sheet_is_explained_at_its_cell(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deck.csv").write_text(SHEET, "utf-8")
    assert run("new", "m", "--from", "deck.csv").exit_code == 0
    text, expected = SHEETS[broken]
    (tmp_path / "m" / "deck.csv").write_text(text, "utf-8")
    said = problems_in(run("check", "m").output)
    assert (expected in said) if expected else (said == [])


def test_a_missing_card_is_named_in_a_script(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = whole.parent / "less"
    shutil.copytree(whole, folder)
    monkeypatch.chdir(whole.parent)
    less_clio(folder)
    script = folder / "scripts" / "turn.play"
    script.write_text(script.read_text("utf-8").replace("game: m\n", "game: ../\n"), "utf-8")
    said = run("replay", "less/scripts/turn.play").output
    assert ":7:26: no 'Clio' here; did you mean 'Calliope'? [start]" in said


def test_a_book_with_an_error_is_reported_before_anything_is_written(
    whole: Path, desk: Path
) -> None:
    shutil.copytree(whole, desk / "m")
    put("rulebook.md", "Discard any Philosopher", ":scrol-unfurled: Discard any")(desk / "m")
    found = run("build", "m", "-o", "out")
    assert found.exit_code == 1
    assert "no icon 'scrol-unfurled'" in found.output
    assert not (desk / "out").exists()


def test_a_number_that_is_typed_by_chance_can_be_allowed(tiny: Path) -> None:
    (tiny / "rulebook.md").write_text("# Tiny\n\nTake 5 cards. [TINY-COMP-01]\n", "utf-8")
    assert "[typed-number]" in run("check", "tiny").output
    put("game.yaml", "types:", "allow: [{check: typed-number, reason: chance}]\ntypes:")(tiny)
    assert "typed-number" not in run("check", "tiny").output


def test_one_rule_is_shown(whole: Path) -> None:
    shown = run("rules", str(whole), "nine-toil-01").output
    assert shown.startswith("NINE-TOIL-01  To Toil, ")
    assert "NINE-TOIL-02" not in shown
    wrong = run("rules", str(whole), "NINE-TOIL-99")
    assert wrong.exit_code == 2
    assert "has no rule 'NINE-TOIL-99'" in wrong.output


def test_a_wrong_number_hides_no_wrong_icon(tiny: Path) -> None:
    cards = tiny / "cards.yaml"
    text = cards.read_text("utf-8").replace("A hill.", "A hill :coyn:.")
    cards.write_text(text.replace("copies: 2", "copies: two", 1), "utf-8")
    told = run("check", "tiny").output
    assert "not 'two' [shape]" in told
    assert "tiny/cards.yaml:11:26: ':coyn:' in “A hill :coyn:.”: no icon 'coyn'" in told
    assert "[template]" not in told

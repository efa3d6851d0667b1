"""Projects of Squib, nanDECK and CardMaker become projects that build; the rest is listed."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import run
from validator.load.game import load_game

OTHER_TOOLS = Path(__file__).resolve().parents[2] / "good" / "other-tools"
SHEET, SQUIB, PLACES, NANDECK, CARDMAKER = (
    (OTHER_TOOLS / name).read_text("utf-8")
    for name in ("deck.csv", "deck.rb", "layout.yml", "deck.txt", "deck.cmp")
)


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "old"
    shutil.copytree(OTHER_TOOLS, folder)
    Image.new("RGB", (800, 500), "teal").save(folder / "storm.png")
    return folder


@pytest.mark.parametrize(
    ("tool", "path", "size", "copies", "left"),
    [
        ("squib", "old", (63.5, 88.9), 2, ["deck.rb:8", "deck.rb:9", "layout.yml:3"]),
        ("nandeck", "old/deck.txt", (63, 88), 2, ["deck.txt:6", "deck.txt:10", "deck.txt:12"]),
        ("cardmaker", "old/deck.cmp", (62.99, 87.97), 3, ["deck.cmp:4", "deck.cmp:6"]),
    ],
)
def test_what_can_be_read_becomes_a_project_and_the_rest_is_listed(
    old: Path, tool: str, path: str, size: tuple[float, float], copies: int, left: list[str]
) -> None:
    made = run("import", tool, path, "river")
    assert made.exit_code == 0, made.output
    for place in left:
        assert f"{place}:" in made.output, made.output
    game = load_game(Path("river")).game
    assert game is not None
    (deck,) = game.components
    assert (deck.size.width, deck.size.height) == pytest.approx(size, abs=0.01)
    assert [card.title for card in deck.cards] == ["Storm", "Sun"]
    assert deck.cards[0].copies == copies
    face = Path("river/templates/card.svg.j2").read_text("utf-8")
    assert "text(card.title, " in face
    assert "picture(card.art, " in face
    assert run("check", "river").output == "1 game checked: no problems.\n"
    assert not Path("ran").exists()
    assert (old / "deck.csv").read_text("utf-8") == SHEET


def test_a_squib_layout_alone_is_bound_by_the_names_of_columns(old: Path) -> None:
    (old / "deck.rb").unlink()
    (old / "count.csv").unlink()
    (old / "layout.yml").write_text(
        "name: {x: 100, y: 90, width: 625, height: 90}\ncost: {x: 90}\n", "utf-8"
    )
    made = run("import", "squib", "old", "river")
    assert made.exit_code == 0, made.output
    assert "layout.yml:2" in made.output
    face = Path("river/templates/card.svg.j2").read_text("utf-8")
    assert "text(card.title, 5.2917, 4.445, 52.917, 7.62" in face  # less 3.175 mm of bleed
    assert run("build", "river", "--no-cache").exit_code == 0


def test_what_some_cards_show_is_not_drawn_on_all(old: Path) -> None:
    lines = "IMAGE=1-2,[Art],4,14,55,40,0,P\nRECTANGLE=1-1,1,1,9,9,#ff0000\n"
    (old / "deck.txt").write_text(
        NANDECK.replace("IMAGE=1-2,[Art],4,14,55,40,0,P\n", lines), "utf-8"
    )
    told = run("import", "nandeck", "old/deck.txt", "river").output
    assert (
        "deck.txt:10:1: warning: the rectangle is only on cards 1 to 1 of 2; it is left out" in told
    )
    assert "deck.txt:9" not in told  # both cards show the picture
    face = Path("river/templates/card.svg.j2").read_text("utf-8")
    assert "#ff0000" not in face
    assert "picture(card.art" in face


def test_words_that_are_true_or_false_keep_no_call_of_squib_away(old: Path) -> None:
    call = "text str: data['Words'], layout: :words, markup: true, wrap: nil"
    squib = SQUIB.replace("text str: data['Words'],\n       layout: :words", call)
    assert call in squib
    (old / "deck.rb").write_text(squib, "utf-8")
    told = run("import", "squib", "old", "river").output
    assert "card.words" in Path("river/templates/card.svg.j2").read_text("utf-8")
    assert "'wrap' of text is not imported" in told
    assert "'markup' of" not in told


@pytest.mark.parametrize(
    ("tool", "file", "text", "said"),
    [
        (
            "cardmaker",
            "deck.cmp",
            '<!DOCTYPE a [<!ENTITY x "xx">]><Project>&x;</Project>',
            "entity",
        ),
        ("cardmaker", "deck.cmp", CARDMAKER.replace("count.csv", "../out.csv"), "outside"),
        ("nandeck", "deck.txt", NANDECK.replace("deck.csv", "..\\out.csv"), "outside"),
        ("squib", "deck.rb", SQUIB.replace("'deck.csv'", "'/etc/hosts'"), "outside"),
        ("squib", "layout.yml", "title: [", "[syntax]"),
        ("nandeck", "deck.txt", "PRINT=DUPLEX\n", "no spreadsheet of cards"),
    ],
)
def test_hostile_and_broken_projects_are_refused_with_their_place(
    old: Path, tool: str, file: str, text: str, said: str
) -> None:
    (old.parent / "out.csv").write_text(SHEET, "utf-8")
    (old / file).write_text(text, "utf-8")
    made = run("import", tool, "old" if tool == "squib" else f"old/{file}", "river")
    assert made.exit_code == 1, made.output
    assert said in made.output
    assert not Path("river").exists()


def test_parents_that_multiply_or_go_in_a_circle_are_read_once(old: Path) -> None:
    chain = "".join(f"p{n}: {{extends: [p{n + 1}, p{n + 1}]}}\n" for n in range(60))
    (old / "layout.yml").write_text(f"{PLACES}{chain}p60: {{extends: p0}}\n", "utf-8")
    text = SQUIB.replace("'title'", "'p0'")
    (old / "deck.rb").write_text(text, "utf-8")
    made = run("import", "squib", "old", "river")
    assert made.exit_code == 0
    assert "'p0' extends itself" in made.output


def test_a_squib_script_may_end_anywhere(old: Path) -> None:
    for end in (",", ", ", "(", "text str: data['Name'],\n,\n,"):
        (old / "deck.rb").write_text(SQUIB.rstrip() + end, "utf-8")
        run("import", "squib", "old", f"river{len(end)}")


def test_a_squib_project_may_have_folders_and_several_layouts(old: Path) -> None:
    for name in ("src", "data", "layouts"):
        (old / name).mkdir()
    (old / "count.csv").unlink()
    (old / "deck.csv").rename(old / "data" / "deck.csv")
    (old / "deck.rb").unlink()
    title, words = PLACES.split("words:")
    (old / "layout.yml").unlink()
    (old / "layouts" / "a.yml").write_text(title, "utf-8")
    (old / "layouts" / "b.yml").write_text(f"words:{words}", "utf-8")
    script = SQUIB.replace("csv file: 'deck.csv'", "csv file: 'data/deck.csv'")
    use = "use_layout file: ['layouts/a.yml', 'layouts/b.yml']"
    script = script.replace(", layout: 'layout.yml') do", f") do\n  {use}")
    (old / "src" / "game.rb").write_text(script, "utf-8")
    for path in ("old", "old/src/game.rb"):
        made = run("import", "squib", path, f"river-{len(path)}")
        assert made.exit_code == 0, made.output
        assert "2 rows of data/deck.csv; 4 elements found, 3 understood, 1 left out" in made.output


def test_nandeck_scripts_with_included_files_loops_and_fonts_in_texts(old: Path) -> None:
    (old / "title.txt").write_text('INCLUDE="deck.txt"\nTEXT="",[Name],4,4,55,8\n', "utf-8")
    (old / "deck.txt").write_text(
        'UNIT=MM\nLINK=deck.csv\nINCLUDE="title.txt"\n'
        'TEXTFONT="",[Words],4,60,55,20,"Verdana",9,"B",#303030,left,top\n'
        'FOR=I,1,3\nRECTANGLE="",{I},1,1,1,#7c3a1d\nNEXT\n'
        "IF=[Name]=Sun\nRECTANGLE=,1,1,50,50,#00ff00\nENDIF\n",
        "utf-8",
    )
    made = run("import", "nandeck", "old/deck.txt", "river")
    assert made.exit_code == 0, made.output
    face = Path("river/templates/card.svg.j2").read_text("utf-8")
    assert face.count("#7c3a1d") == 2 * 3  # filled and framed, thrice
    assert "size=9, min=5, align='left', valign='top', bold=true, fill='#303030'" in face
    assert "#00ff00" not in face
    assert "title.txt:1:1: warning: 'deck.txt' is included twice; it is read once" in made.output


def test_a_long_nandeck_script_is_read_in_a_moment(old: Path) -> None:
    labels = "".join(f"[l{n}]=[l{n - 1}]\n" for n in range(1, 5000))
    (old / "deck.txt").write_text(labels + 'TEXT="",[l4999],"' + ',"' * 900 + "\n", "utf-8")
    started = time.process_time()
    assert run("import", "nandeck", "old/deck.txt", "river").exit_code == 1
    assert time.process_time() - started < 10


def test_each_layout_of_a_cardmaker_project_is_a_deck(old: Path) -> None:
    second = CARDMAKER[CARDMAKER.index("  <Layout") : CARDMAKER.index("</Project>")]
    (old / "deck.cmp").write_text(
        CARDMAKER.replace("</Project>", second.replace('"cards"', '"Foes"') + "</Project>"), "utf-8"
    )
    made = run("import", "cardmaker", "old/deck.cmp", "river")
    assert made.exit_code == 0, made.output
    assert "8 elements found, 6 understood, 2 left out" in made.output
    game = load_game(Path("river")).game
    assert game is not None
    assert [each.id for each in game.components] == ["cards", "foes"]
    assert Path("river/templates/foes.svg.j2").is_file()
    assert run("check", "river").exit_code == 0


CODE = ["if (x == 1) { 'a' }", "card.get(1);", "return name;", "~name", "'a' + name", "x => x"]


@pytest.mark.parametrize("code", CODE)
@pytest.mark.parametrize("script", ['<Project translatorName="JavaScript">', "<Project>"])
def test_code_is_never_printed(old: Path, code: str, script: str) -> None:
    shown = code.replace(">", "&gt;").replace('"', "&quot;")
    text = CARDMAKER.replace("#(if @[qty] == 1 then a)#", shown).replace("<Project>", script)
    name = "name" if "Java" in script else "@[name]"
    (old / "deck.cmp").write_text(
        text.replace("@[name]", name).replace("@[art]", "@[art]"), "utf-8"
    )
    run("import", "cardmaker", "old/deck.cmp", "river")
    face = Path("river/templates/card.svg.j2")
    assert not face.is_file() or code not in face.read_text("utf-8")


def test_a_project_that_is_hardly_understood_is_refused(old: Path) -> None:
    circles = "  circle x: 1, y: 1, radius: 5\n" * 4
    (old / "deck.rb").write_text(SQUIB.replace("  save_pdf", circles + "  save_pdf"), "utf-8")
    made = run("import", "squib", "old", "river")
    assert made.exit_code == 1
    assert (
        "old: 3 of 8 elements were understood, which is fewer than half; no project was created."
        in (made.output)
    )
    assert "pieria new NAME --from FOLDER" in made.output
    assert not Path("river").exists()

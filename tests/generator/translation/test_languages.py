"""Kits in other languages: complete, fitting, of the same shape; and what is missing is told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest

from generator.commands.games import load
from generator.kit.build import build_kit
from generator.kit.options import Options
from generator.sheets.estimate import work_of
from generator.translation.completeness import translated
from generator.translation.fits import fits
from generator.translation.pseudolocale import pseudo, unmarked
from tests.conftest import run
from validator.core.resources import resource, shipped_games
from validator.core.tree import Mapping, Node, Scalar, Sequence
from validator.load.locale import languages
from validator.load.yaml import read_yaml

COMPLETE = [(name, tag) for name in shipped_games() for tag in languages(resource("data") / name)]


def test_italian_and_french_are_shipped() -> None:
    assert ("dance-of-muses", "it") in COMPLETE
    assert ("muse", "fr") in COMPLETE


@pytest.mark.parametrize(("name", "language"), COMPLETE)
def test_a_shipped_language_is_complete_and_fits(name: str, language: str) -> None:
    loaded = load(name, language)
    source = load(name).game
    assert loaded.problems == []
    assert loaded.game is not None
    assert source is not None
    found = translated(source, language)
    assert (found.missing, found.unused) == ((), ())
    assert found.percent == 100
    built, before = build_kit(loaded.game, Options()), build_kit(source, Options())
    assert built.problems == ()
    assert built.build_id != before.build_id
    assert (built.pieces, built.sheets) == (before.pieces, before.sheets)
    assert work_of(loaded.game, built.pages) == work_of(source, before.pages)
    after, was = json.loads(built.manifest), json.loads(before.manifest)
    assert after["pages"] == was["pages"], "every piece lies where it lies in the source"
    ids = [(each["id"], each["size"], each["copies"]) for each in after["items"]]
    assert ids == [(each["id"], each["size"], each["copies"]) for each in was["items"]]
    assert after["options"]["language"] == language


FRENCH = [
    *resource("data").glob("*/locale/fr.yaml"),
    resource("templates") / "shared" / "locale" / "fr.yaml",
]


@pytest.mark.parametrize("file", FRENCH, ids=lambda file: file.parts[-3])
def test_french_is_typeset_as_french(file: Path) -> None:
    """No line begins with a mark that a space parts from its word; no typewriter's apostrophe."""
    tree, problems = read_yaml(file.read_text("utf-8"), file.name)
    assert problems == []
    texts = list(leaves(tree))
    assert len(texts) > 50
    for text in texts:
        assert not re.search(r" [;:!?»]|« |'", re.sub(r"\{\w+'s\}", "", text)), text


def leaves(node: Node | None) -> Iterator[str]:
    """Every text below a node; names are in the source's language."""
    if isinstance(node, Mapping):
        for each in node.entries.values():
            yield from leaves(each)
    elif isinstance(node, Sequence):
        for each in node.items:
            yield from leaves(each)
    elif isinstance(node, Scalar):
        yield node.raw


OVERLAY = """\
language: it
cards:
  cards:
    ford: {title: Guado, words: "Paga **due** :coin: e passa."}
words:
  Handz: Mani
"""


def test_check_names_what_is_missing_and_what_nobody_says(tiny: Path) -> None:
    (tiny / "locale").mkdir()
    (tiny / "locale" / "it.yaml").write_text(OVERLAY, "utf-8")
    result = run("check", "tiny", "--language", "it")
    assert result.exit_code == 1
    assert "cards.yaml:11:13: “Hill” has no translation in 'it'" in result.stderr
    assert "(cards: cards: hill: title)" in result.stderr
    assert "it.yaml:6:3: no template and no rule uses “Handz”" in result.stderr
    assert "Ford" not in result.stderr
    assert "TINY-SETUP-01" not in result.stderr, "a rule that no sheet prints may wait"


def test_build_notes_how_much_stays_as_it_is(tiny: Path) -> None:
    (tiny / "locale").mkdir()
    (tiny / "locale" / "it.yaml").write_text(OVERLAY, "utf-8")
    result = run("build", "tiny", "--language", "it", "-o", "out")
    assert result.exit_code == 0, result.stderr
    assert "texts are not translated into 'it'; pieria check tiny --language it" in result.stderr
    assert Path("out/tiny-it-a4.pdf").is_file()
    again = run("build", "--changed-since", "out/tiny-it-a4.pdf", "tiny", "-o", "out")
    assert "nothing changed" in again.stdout
    changed = run("build", "tiny", "-o", "out")
    assert changed.exit_code == 0
    told = run("changes", "out/tiny-it-a4.pdf", "out/tiny-a4.pdf")
    assert "cards/ford" in told.stdout
    assert "Guado → Ford" in told.stdout


def test_a_swap_list_speaks_the_language(tiny: Path) -> None:
    (tiny / "locale").mkdir()
    (tiny / "locale" / "it.yaml").write_text(OVERLAY, "utf-8")
    assert run("build", "tiny", "--language", "it", "-o", "out").exit_code == 0
    (tiny / "locale" / "it.yaml").write_text(OVERLAY.replace("Guado", "Il guado"), "utf-8")
    result = run("build", "tiny", "--changed-since", "out/tiny-it-a4.pdf", "-o", "out")
    assert result.exit_code == 0, result.stderr
    (file,) = Path("out").glob("tiny-it-a4-changes-*.pdf")
    document = pypdfium2.PdfDocument(file)
    words = " ".join(document[0].get_textpage().get_text_range().split())
    assert words.startswith("Lista di scambio")
    assert "Guado diventa Il guado" in words
    assert [each.get_title() for each in document.get_toc()][:2] == ["Lista di scambio", "Cards"]


def test_a_text_that_does_not_fit_is_reported_in_its_overlay(tiny: Path) -> None:
    (tiny / "locale").mkdir()
    long = OVERLAY.replace("e passa.", "passa " * 200)
    cover = (
        "licence: {placeholders: " + "Tutto inventato dalla prima carta alla fine. " * 40 + "}\n"
    )
    (tiny / "locale" / "it.yaml").write_text(long + cover, "utf-8")
    result = run("check", "tiny", "--language", "it")
    assert "it.yaml:4:33: “Paga **due** :coin: passa" in result.stderr
    assert "it.yaml:7:25: “Print as you like. Tutto inventato" in result.stderr, "the cover, too"


def test_a_language_that_nobody_has_is_wrong_use(tiny: Path) -> None:
    result = run("build", "tiny", "--language", "it")
    assert result.exit_code == 2
    assert "no language 'it' for tiny; it has none yet" in result.stderr
    result = run("build", "--language", "tlh")
    assert result.exit_code == 2
    assert "no game is translated into 'tlh'" in result.stderr


# ---- the language that nobody speaks


def test_the_pseudo_language_keeps_what_a_text_must_keep() -> None:
    assert pseudo("Pay **two** :coin:, {n.2} or %(n)s %%, MINE-TURN-01") == (
        "[Þááý **ţŵóó** :coin:, {n.2} óóŕ %(n)s %%, MINE-TURN-01]"
    )
    assert pseudo("https://a.org") == "https://a.org"
    assert pseudo("12 – 5") == "12 – 5"
    text = "A market town keeps its gates closed after dusk, and nobody says why."
    assert 1.25 < len(pseudo(text)) / len(text) < 1.45
    assert unmarked(f"{pseudo('Gain')} 2 :coin: {pseudo('from [' + pseudo('Ford') + ']')}") == "2"


def test_it_finds_what_will_not_fit_and_what_is_not_marked(tiny: Path) -> None:
    text = (tiny / "cards.yaml").read_text("utf-8")
    fits_now = "A long road leads to the hill, and nobody who went there ever came back alone. " * 7
    (tiny / "cards.yaml").write_text(text.replace('"A hill."', f'"{fits_now}"'), "utf-8")
    assert run("check", "tiny").exit_code == 0
    result = run("check", "tiny", "--language", "en-XA")
    assert result.exit_code == 1
    assert "cards.yaml:11:26: “[ÁÁ ļóóñg" in result.stderr
    told = run("languages", "tiny", "--language", "en-XA")
    assert told.exit_code == 0
    assert "tiny, en-XA: too long, longest first (1)" in told.stdout
    assert "%  tiny/cards.yaml:11:26: “[ÁÁ ļóóñg" in told.stdout
    assert "sheet.svg.j2:3:1: “Hands: 8 with two players” is not translatable" in told.stdout
    assert "card.svg.j2" not in told.stdout, "what comes from the data is marked"


@pytest.mark.parametrize("name", shipped_games())
def test_a_game_marks_all_its_words(name: str) -> None:
    game = load(name, "en-XA").game
    assert game is not None
    found = fits(game, Options())
    assert (found.unmarked, found.problems) == ((), ())
    excesses = [excess for excess, _ in found.too_long]
    assert excesses == sorted(excesses, reverse=True)
    assert len(excesses) <= 2, "longer texts need room, or boxes in which they shrink"


def test_languages_shows_how_far_games_are(tiny: Path) -> None:
    assert "dance-of-muses  it         " in run("languages").stdout
    (tiny / "locale").mkdir()
    (tiny / "locale" / "it.yaml").write_text(OVERLAY, "utf-8")
    told = run("languages", "tiny", "--language", "it").stdout
    assert "tiny, it: not translated (16)" in told
    assert "tiny, it: unused (1)" in told
    head, row = (line.split() for line in told.splitlines()[:2])
    assert dict(zip(head[:5], row[:5], strict=True))["game"] == "tiny"
    assert 0 < int(row[4]) < 100

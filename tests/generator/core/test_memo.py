"""What builds remember: faster the second time, and never anything else than without."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import generator.core.memo
from generator.book.book import Book
from generator.book.typeset import typeset
from generator.core.memo import Memo, cache_folder, file_of, load_memo, save_memo
from generator.faces.face import RenderedFace
from generator.kit.build import build_kit
from generator.kit.options import Options
from generator.verify.frames import outside
from generator.verify.texts import words_of
from tests.conftest import run
from validator.load.game import load_game

Edit = Callable[[str, str, str], None]
EDITS = [
    ("cards.yaml", "A hill.", "A low hill."),
    ("cards.yaml", "title: Hill", "title: Mound"),
    ("game.yaml", '"#800000"', '"#008000"'),
    ("game.yaml", "icon: two-coins", "icon: coins"),
    ("game.yaml", "size: [20, 20]", "size: [22, 22]"),
    ("rules.yaml", "{2: 8, 3: 7", "{2: 9, 3: 7"),
    ("templates/card.svg.j2", "size=14", "size=15"),
    ("templates/card.svg.j2", "'meander', 50", "'meander', 51"),
    ("templates/back.svg.j2", "<rect", "{# looks at the {{ card }} #}<rect"),
    ("templates/back.svg.j2", "{% block face %}", "{% block face %}{{ line(card.title, 9, 9) }}"),
    ("templates/frame.svg.j2", 'rx="2"', 'rx="3"'),
]


@pytest.fixture
def game(tiny: Path, edit: Edit) -> Path:
    """A game with an ornament and a path, which builds remember."""
    edit(
        "templates/card.svg.j2", "{{ art(", "<path d=\"{{ ornament('meander', 50, 3) }}\"/>{{ art("
    )
    return tiny


def built(folder: Path, memo: Memo | None = None) -> bytes:
    found = load_game(folder).game
    assert found is not None
    kit = build_kit(found, Options(), memo=memo)
    assert kit.problems == ()
    return kit.pdf


def test_a_second_build_computes_nothing_anew_and_prints_the_same(game: Path, cache: Path) -> None:
    file = file_of(game, "colour")
    first = Memo()
    cold = built(game, first)
    assert first.new > 0
    save_memo(first, file)
    second = load_memo(file)
    assert built(game, second) == cold == built(game)
    assert second.new == 0
    assert second.faces_taken > 0
    kinds = {name.split(" ")[0] for name in second.used}
    assert kinds == {"template", "ornament", "path", "face", "art"}


LOOKING = [  # ways of a template to other cards and to numbers that follow from them
    "game.components[0].cards|map(attribute='title')|join",
    "component.cards[-1].title",
    "(component.cards|last).title",
    "component['cards'][-1]['title']",
    "({'a': game}.a).components|map(attribute='cards.2.title')|first",
]


@pytest.mark.parametrize("looks", LOOKING)
def test_a_face_that_shows_another_card_is_rendered_again(
    game: Path, edit: Edit, looks: str
) -> None:
    edit("templates/card.svg.j2", "{{ art(", f"{{{{ line({looks}, 9, 9) }}}}{{{{ art(")
    memo = Memo()
    before = built(game, memo)
    edit("cards.yaml", "title: Hill", "title: Mound")
    assert before != built(game, Memo(memo.used)) == built(game)


def test_only_the_edited_card_is_rendered_again(game: Path, edit: Edit) -> None:
    memo = Memo()
    built(game, memo)
    edit("cards.yaml", "A hill.", "A low hill.")
    again = Memo(memo.used)
    assert built(game, again) == built(game)
    made = [name for name in again.used.keys() - memo.used.keys() if name.startswith("face ")]
    assert len(made) == 1
    assert again.faces_taken > 1


def test_a_kept_face_brings_what_it_shows(game: Path, edit: Edit) -> None:
    """Credits name the icons and typefaces of faces that were not rendered."""
    edit(
        "templates/card.svg.j2",
        "{{ art(",
        "{% macro mark() %}{{ icon('anvil', 1, 1, 4) }}{% endmacro %}{{ mark() }}"
        "{{ line('x', 9, 40, font='Cinzel') }}{{ art(",
    )
    memo = Memo()
    first = built(game, memo)
    again = Memo(memo.used)
    assert built(game, again) == first
    assert again.faces_taken > 0


def test_an_edited_template_that_a_shared_module_opens_changes_every_face(
    game: Path, edit: Edit
) -> None:
    """A module is made once, for the first face; all that call it depend on what it opens."""
    (game / "templates" / "outer.j2").write_text(
        "{% import 'inner.j2' as inner %}{% macro mark() %}{{ inner.mark() }}{% endmacro %}"
    )
    (game / "templates" / "inner.j2").write_text(
        '{% macro mark() %}<rect x="1" y="1" width="4" height="4"/>{% endmacro %}'
    )
    edit(
        "templates/card.svg.j2",
        "{{ art(",
        "{% import 'outer.j2' as outer %}{{ outer.mark() }}{{ art(",
    )
    memo = Memo()
    before = built(game, memo)
    edit("templates/inner.j2", 'width="4"', 'width="5"')
    after = built(game, Memo(memo.used))
    assert after == built(game)
    assert after != before


def test_a_face_with_a_problem_is_rendered_again_and_reported(game: Path, edit: Edit) -> None:
    edit("cards.yaml", "A hill.", "A hill with a name that goes on and on. " * 40)
    found = load_game(game).game
    assert found is not None
    memo = Memo()
    told = build_kit(found, Options(), memo=memo).problems
    assert told
    assert build_kit(found, Options(), memo=Memo(memo.used)).problems == told


@pytest.mark.parametrize(("name", "old", "new"), EDITS)
def test_what_is_remembered_is_never_wrong(
    game: Path, edit: Edit, name: str, old: str, new: str
) -> None:
    memo = Memo()
    before = built(game, memo)
    edit(name, old, new)
    after = built(game, Memo(memo.used))
    assert after == built(game)
    assert after != before or "looks at" in new


def test_a_check_remembers_faces_and_books_but_no_problem(
    game: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was fine is not typeset again, and what is wrong is said each time."""
    rules = " ".join(f"[TINY-{each}]" for each in ("SETUP-01", "COMP-01", "LIMIT-01", "LIMIT-02"))
    (game / "rulebook.md").write_text(f"# Tiny\n\n## Rules\n\nPlay {rules}.\n", "utf-8")
    books: list[Path] = []

    def counted(book: Book, *rest: Any, **more: Any) -> Any:
        books.append(book.game.folder)
        return typeset(book, *rest, **more)

    monkeypatch.setattr("generator.book.typeset.typeset", counted)
    assert [run("check", "tiny").exit_code for _ in range(2)] == [0, 0]
    assert len(books) == 1
    edit("cards.yaml", "A hill.", "A hill with a name that goes on and on. " * 40)
    wrong = [run("check", "tiny").output for _ in range(2)]
    assert "[fit]" in wrong[0]
    assert wrong[1] == wrong[0]
    edit("cards.yaml", "A hill with a name that goes on and on. " * 40, "A hill.")
    (game / "rulebook.md").write_text(f"# Tiny\n\n## Rules\n\nDo :nix: {rules}.\n", "utf-8")
    wrong = [run("check", "tiny").output for _ in range(2)]
    assert "nix" in wrong[0]
    assert wrong[1] == wrong[0]


def test_a_check_reads_flawless_faces_and_pages_once(
    game: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also beside a cell that cannot be read; what is wrong is said each time."""
    read: list[object] = []

    def counted(face: RenderedFace) -> Any:
        read.append(face)
        return outside(face)

    def opened(sheet: Any) -> Any:
        read.append(sheet)
        return words_of(sheet)

    monkeypatch.setattr("generator.verify.frames.outside", counted)
    monkeypatch.setattr("generator.verify.legibility.words_of", opened)
    for copies, edge in (("2", 1), ("two", 2)):
        edit("cards.yaml", "copies: 2", f"copies: {copies}")
        edit(
            "templates/card.svg.j2",
            "{% block face %}",
            f"{{% block face %}}<rect width='{edge}' height='1'/>",
        )
        first = run("check", "tiny").output
        assert read, "each face and each sheet that is new"
        read.clear()
        assert run("check", "tiny").output == first
        assert read == []
    edit("cards.yaml", "copies: two", "copies: 2")
    edit(
        "templates/card.svg.j2",
        "{{ icon('coin', 6, 70, 8) }}",
        "<circle cx='10' cy='74' r='3.2' fill='none' stroke='#000000'/>{{ icon('coin', 6, 70, 8) }}"
        "{{ line('pale', 30, 74, fill='#bbbbbb') }}",
    )
    wrong = [run("check", "tiny").output for _ in range(2)]
    assert "[frame]" in wrong[0]
    assert "[legible]" in wrong[0]
    assert wrong[1] == wrong[0]


def test_a_file_holds_what_the_last_build_used(game: Path, edit: Edit, cache: Path) -> None:
    file = file_of(game, "colour")
    for length in (51, 52, 53):
        memo = load_memo(file)
        edit("templates/card.svg.j2", f"'meander', {length - 1}", f"'meander', {length}")
        built(game, memo)
        save_memo(memo, file)
    kept = [name for name in load_memo(file).entries if name.startswith("ornament ('meander'")]
    assert kept == ["ornament ('meander', (53, 3), {})"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda data: data[:40],
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: bytes([data[0] ^ 1]) + data[1:],
        lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
        lambda data: b"\x00" * len(data),
    ],
)
def test_a_broken_file_is_ignored(
    tiny: Path, cache: Path, damage: Callable[[bytes], bytes]
) -> None:
    run("build", "tiny", "-o", "out")
    kit = Path("out/tiny-a4.pdf").read_bytes()
    (file,) = cache.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert load_memo(file).entries == {}
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 0, result.output
    assert Path("out/tiny-a4.pdf").read_bytes() == kit
    assert file.read_bytes() == whole  # and mended


def test_what_other_code_made_is_ignored(
    tiny: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build", "tiny", "-o", "out")
    (file,) = cache.iterdir()
    assert load_memo(file).entries
    monkeypatch.setattr(generator.core.memo, "__version__", "99")
    generator.core.memo._made_by.cache_clear()
    try:
        assert load_memo(file).entries == {}
    finally:
        generator.core.memo._made_by.cache_clear()


def test_it_can_be_switched_off_and_deleted(tiny: Path, cache: Path) -> None:
    run("build", "tiny", "-o", "out", "--no-cache")
    assert not cache.exists()
    run("build", "tiny", "-o", "out")
    for file in cache.iterdir():
        file.unlink()
    cache.rmdir()
    assert run("build", "tiny", "-o", "out").exit_code == 0


def test_a_place_that_cannot_be_written_is_no_problem(tiny: Path, cache: Path) -> None:
    cache.write_text("a file stands here", "utf-8")
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 0
    assert cache.read_text("utf-8") == "a file stands here"


def test_it_lies_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIERIA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", os.path.join("some", "where"))  # noqa: PTH118
    monkeypatch.setenv("LOCALAPPDATA", "local")
    for platform, end in [
        ("linux", "some/where/pieria"),
        ("darwin", "Library/Caches/pieria"),
        ("win32", "local/pieria/Cache"),
    ]:
        monkeypatch.setattr(sys, "platform", platform)
        folder = cache_folder()
        assert folder is not None
        assert folder.as_posix().endswith(end)


def test_a_kept_face_whose_shared_art_was_lost_is_rendered_again(game: Path) -> None:
    first = Memo()
    cold = built(game, first)
    arts = [name for name in first.used if name.startswith("art ")]
    assert arts
    for lost in (arts, arts[:1]):
        left = {name: value for name, value in first.used.items() if name not in lost}
        second = Memo(left)
        assert built(game, second) == cold
        assert set(lost) <= set(second.used)


def test_what_is_kept_has_the_art_of_all_its_faces(game: Path, edit: Edit) -> None:
    """Also if this build drew the art first for a face that is not kept, because of a problem."""
    first = Memo()
    cold = built(game, first)
    long = "Pay **two** and a name that goes on. " * 40
    edit("cards.yaml", "Pay **two** :coin: and cross.", long)
    found = load_game(game).game
    assert found is not None
    second = Memo(first.used)
    assert build_kit(found, Options(), memo=second).problems
    faces = [value for key, value in second.used.items() if key.startswith("face ")]
    assert any(face[-1] for face in faces)
    for face in faces:
        assert {f"art {id_}" for id_ in face[-1]} <= set(second.used)
    edit("cards.yaml", long, "Pay **two** :coin: and cross.")
    assert built(game, Memo(second.used)) == cold

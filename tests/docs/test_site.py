"""The site: its navigation, its generated pages, and that nothing wrong gets into it."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from generator.illustration.ornaments import ORNAMENTS
from tests.conftest import HERE
from tests.docs.fences import fences
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.game import load_game

DOCS = HERE.parent / "docs"
needs_sphinx = pytest.mark.skipif(
    importlib.util.find_spec("furo") is None, reason="needs the extra 'docs'"
)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """docs/build.py, which is a program and no part of a package."""
    monkeypatch.syspath_prepend(str(DOCS))
    spec = importlib.util.spec_from_file_location("docs_build", DOCS / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec.loader.exec_module(module)
    return module


def test_every_page_has_a_line_in_the_navigation(site: ModuleType) -> None:
    parts = site.navigation((DOCS / "index.md").read_text("utf-8"))
    named = {(DOCS / target).resolve() for entries in parts.values() for _, target in entries}
    missing = {file for file in site.pages() if file.name != "index.md"} - named
    assert not missing, f"add a line to a list of docs/index.md for {sorted(map(str, missing))}"
    assert all(file.is_file() for file in named)


def test_a_catalogue_tells_all_of_every_rule(site: ModuleType, tiny_game: Game) -> None:
    nine = load_game(resource("data") / "nine-muses").game
    assert nine is not None
    for game in (tiny_game, nine):
        page = site.catalogue.page(game)
        for rule in game.rules:
            part = page.split(f"### {rule.id}\n")[1].split("\n#")[0]
            assert site.catalogue.plain(rule.text) in part
            assert part.split("{.facts}\n")[1].startswith(f"{rule.kind} · source: {rule.source} · ")
    toil = page.split("### NINE-TOIL-01\n")[1].split("\n#")[0]
    assert re.search(r"the referee judges · in `.+` · kept by `\S+\.play:\d+`.* · broken by", toil)


@pytest.mark.parametrize(
    ("words", "plain"), [("a * b_c", "a \\* b\\_c"), ("[x](y) <b>", "\\[x\\](y) \\<b\\>")]
)
def test_words_of_a_rule_are_no_markdown(site: ModuleType, words: str, plain: str) -> None:
    assert site.catalogue.plain(words) == plain


def sketch(target: Path) -> None:
    """A picture without anything on it for each example."""
    for fence in fences(DOCS / "templates.md"):
        if fence.file.endswith("/card.svg.j2"):
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {fence.line} 1"/>'
            (target / f"templates-{fence.line}.svg").write_text(svg, "utf-8")


@needs_sphinx
def test_the_site_is_whole_and_needs_no_network(
    site: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "_draw_examples", sketch)  # test_pages.py draws them
    assert site.build(tmp_path / "site", ["nine-muses"]) == 0
    pages = {file.relative_to(tmp_path / "site").as_posix() for file in tmp_path.rglob("*.html")}
    assert {"index.html", "commands.html", "changes.html", "rules/nine-muses.html"} <= pages
    assert "games/nine-muses/index.html" in pages
    assert "rulebooks/nine-muses/index.html" in pages
    for file in (tmp_path / "site").rglob("*.html"):
        words = file.read_text("utf-8")
        outside = re.findall(r'<(?:script|img|link|iframe)[^>]+(?:src|href)="(?:https?:)?//', words)
        assert not outside, file.name
        for target in re.findall(r'(?:src|href)="([^"#:]+)[#"]', words):
            assert (file.parent / target.split("?")[0]).exists(), f"{file.name}: {target}"
    commands, library = (
        (tmp_path / "site" / name).read_text("utf-8")
        for name in ("commands.html", "ornaments.html")
    )
    examples = (tmp_path / "site" / "templates.html").read_text("utf-8")
    drawn = re.findall(r'src="(_images/templates-\d+\.svg)"', examples)
    assert len(drawn) == len({*drawn}) >= 8
    assert "Usage: pieria simulate [OPTIONS] [GAME]" in commands
    icons = json.loads((resource("templates") / "icons" / "icons.json").read_text("utf-8"))
    for name in (*icons, *ORNAMENTS):
        assert f"</svg><figcaption>{name}</figcaption>" in library
    for sheet in (tmp_path / "site").rglob("*.css"):
        assert not re.search(r"url\([\"']?https?:", sheet.read_text("utf-8"))


@needs_sphinx
def test_a_page_with_mistakes_leaves_the_old_site_alone(
    site: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(site, "_write_examples", lambda _: None)
    index, stray = tmp_path / "index.md", tmp_path / "stray.md"
    index.write_text("# Index\n\n[gone](stray.md#no-such-heading)\n", "utf-8")
    stray.write_text("# Stray\n", "utf-8")
    needed = {DOCS / name: name for name in ("rules.md", "ornaments.md", "commands.md", "play.md")}
    monkeypatch.setattr(site, "pages", lambda: {index: "index.md", stray: "stray.md"} | needed)
    (tmp_path / "site").mkdir()
    assert site.build(tmp_path / "site", ["nine-muses"]) == 1
    told = capsys.readouterr().err
    assert "docs/index.md:3: WARNING:" in told
    assert "no-such-heading" in told
    assert re.search(r"docs/stray\.md: WARNING: .*toctree", told)
    assert not any((tmp_path / "site").iterdir())


def test_a_link_out_of_the_site_is_reported(
    site: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("See [this](../somewhere/else.py).\n", "utf-8")
    with pytest.raises(site.LeadsNowhereError, match=r"page\.md: \.\./somewhere/else\.py is no"):
        site.relinked(page, {})


def test_nothing_else_is_overwritten(
    site: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", "utf-8")
    for target in (tmp_path, tmp_path / "thesis.txt"):
        assert site.main([str(target)]) == 2
        assert f"{target} is something else than a site" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").read_text("utf-8") == "years of work"

"""What a build of the package contains, and that a user of it finds the documentation."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import click
import pytest

from generator.assets import emoji
from generator.cli import COMMANDS
from generator.core.extras import install
from generator.docs.html import write_pages
from generator.docs.pages import LeadsNowhereError, description, pages, relinked
from tests.conftest import run
from validator.core import resources
from validator.core.resources import resource, shipped_games
from validator.load import schema
from validator.load.game import load_game
from validator.load.yaml import read_yaml

ROOT = Path(__file__).resolve().parent.parent
needs_hatchling = pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None, reason="needs the extra 'dev'"
)


def built(source: Path, target: Path, kind: str) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(target.glob("*.whl" if kind == "wheel" else "*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as file:
        return {*file.namelist()}


@pytest.fixture(scope="module")
def metadata(wheel: Path, names: set[str]) -> Message:
    with zipfile.ZipFile(wheel) as file:
        name = next(each for each in names if each.endswith(".dist-info/METADATA"))
        return message_from_string(file.read(name).decode("utf-8"))


@needs_hatchling
def test_the_wheel_carries_types_pages_and_all_licence_texts(names: set[str]) -> None:
    assert {"generator/py.typed", "validator/py.typed"} <= names
    shown = {f"validator/shipped/docs/{Path(each).stem}.html" for each in pages(ROOT).values()}
    assert shown | {"validator/shipped/docs/pictures/nine-muses.png"} <= names
    texts = [ROOT / "LICENSE", ROOT / "data" / "NOTICE.md"]
    texts += [*(ROOT / "templates" / "icons" / "licences").iterdir()]
    texts += (ROOT / "templates" / "fonts").glob("*/*.txt")
    own = {each.split("/licenses/")[1] for each in names if ".dist-info/licenses/" in each}
    assert {file.relative_to(ROOT).as_posix() for file in texts} <= own


@needs_hatchling
def test_an_sdist_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = built(ROOT, tmp_path, "sdist")
    with tarfile.open(sdist) as file:
        found = {name.split("/", 1)[1] for name in file.getnames()}
        file.extractall(tmp_path / "source", filter="data")
    assert "hatch_build.py" in found
    assert not any(name.startswith("output/") for name in found)
    again = built(next((tmp_path / "source").iterdir()), tmp_path / "again", "wheel")
    assert again.read_bytes() == wheel.read_bytes()


# The licence of a game, a typeface or an icon as the data has it -> its SPDX identifier.
SPDX = {
    "CC0 1.0": "CC0-1.0", "CC BY 3.0": "CC-BY-3.0", "CC BY 4.0": "CC-BY-4.0",
    "CC BY-NC 4.0": "CC-BY-NC-4.0",
    "All rights reserved": "LicenseRef-Pieria-Games", "none stated": "LicenseRef-Pieria-Games",
    "project": "MIT",
}  # fmt: skip


@needs_hatchling
def test_the_licence_names_the_terms_of_all_that_is_in_the_wheel(metadata: Message) -> None:
    templates = resource("templates")
    fonts = read_yaml((templates / "fonts" / "fonts.yaml").read_text("utf-8"), "fonts.yaml")[0]
    icons = json.loads((templates / "icons" / "icons.json").read_text("utf-8"))
    terms = {"MIT", "BSD-3-Clause"}  # the program, and lit-html of its pages
    terms.update(re.findall(r"licence: (.+)", (templates / "fonts/fonts.yaml").read_text()))
    assert fonts is not None
    terms |= {emoji.LICENCE, *(icon["licence"] for icon in icons.values())}
    notice = (resource("data") / "NOTICE.md").read_text("utf-8")
    for name in shipped_games():
        game = load_game(resource("data") / name).game
        assert game is not None
        terms.add(game.licence.licence)
        row = rf"^\| `{name}` \| .+ \| {game.licence.licence} \| {SPDX[game.licence.licence]} \|$"
        assert re.search(row, notice, re.MULTILINE), name
    wanted = {SPDX.get(each, each) for each in terms}
    assert {*metadata["License-Expression"].split(" AND ")} == wanted


@needs_hatchling
def test_an_index_shows_no_link_or_picture_that_leads_nowhere(metadata: Message) -> None:
    words = str(metadata.get_payload())
    assert words.startswith("# Pieria\n")
    assert "## Documentation" in words
    assert re.findall(r"!?\[[^\]]*\]\((?!https?://)[^)]*\)|<!--", words) == []
    assert metadata.get_all("Project-URL") is None  # until there is an address


def test_links_of_the_description_follow_the_address() -> None:
    words = description(ROOT, "https://pieria.example/")
    assert "](https://pieria.example/pictures/nine-muses.png)" in words
    assert "[print](https://pieria.example/printing.html)" in words
    assert "[all how-to pages](https://pieria.example/index.html#how-to)" in words
    assert "[changes](https://pieria.example/changes.html)" in words
    assert "the MIT licence." in words.replace("[", "")  # a file, and no page
    assert re.findall(r"\]\((?!https://pieria\.example/)", words) == []


def test_ids_of_schemas_follow_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "$id" not in schema.game_schema()
    with pytest.raises(ValueError, match="no public address"):
        schema.catalogue()
    monkeypatch.setattr(schema, "ADDRESS", "https://pieria.example/")
    assert schema.game_schema()["$id"] == "https://pieria.example/schemas/game.json"
    assert schema.rules_schema()["$id"] == "https://pieria.example/schemas/rules.json"
    game = load_game(resource("data") / "muse").game
    assert "$id" not in schema.locale_schema(game)  # which differs from game to game
    found = schema.catalogue()
    assert {each["fileMatch"][0]: each["url"] for each in found["schemas"]} == {
        file: f"https://pieria.example/schemas/{name}.json" for name, file in schema.FILES.items()
    }
    assert all(each["name"] and each["description"] for each in found["schemas"])


# ------------------------------------------------------------------------------------- pages


def test_links_of_the_pages_lead_to_pages_headings_and_pictures(tmp_path: Path) -> None:
    write_pages(ROOT, tmp_path)
    ids = {
        file.name: {*re.findall(r' id="([^"]+)"', file.read_text("utf-8"))}
        for file in tmp_path.glob("*.html")
    }
    assert ids.keys() == {f"{Path(each).stem}.html" for each in pages(ROOT).values()}
    for file in tmp_path.glob("*.html"):
        for target in re.findall(r'(?:href|src)="([^"]+)"', file.read_text("utf-8")):
            if re.match(r"https?:", target):
                continue
            page, _, heading = target.partition("#")
            assert not page or (tmp_path / page).is_file(), f"{file.name}: {target}"
            assert not heading or heading in ids[page or file.name], f"{file.name}: {target}"
        assert "<!--" not in file.read_text("utf-8").replace("&lt;!--", "")
    printing = (tmp_path / "printing.html").read_text("utf-8")
    assert '<a href="printing.html" aria-current="page">Print a kit</a>' in printing
    assert "<title>Printing - Pieria</title>" in printing
    deck = (tmp_path / "own-deck.html").read_text("utf-8")
    assert "<figcaption>my-muses/philosophers.yaml</figcaption>" in deck


def test_a_link_that_no_page_answers_is_reported(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("See [this](../somewhere/else.py).\n", "utf-8")
    with pytest.raises(LeadsNowhereError, match=r"page\.md: \.\./somewhere/else\.py is not a page"):
        relinked(page, {}, tmp_path)


def test_a_page_is_opened_and_its_path_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(click, "launch", opened.append)
    for arguments, name in (([], "index"), (["printing"], "printing"), (["Data.md"], "data")):
        told = run("docs", *arguments)
        file = Path(told.output.strip())
        assert told.exit_code == 0
        assert file.name == f"{name}.html"
        assert file.is_file()
        assert opened.pop() == file.as_uri()
    assert run("docs", "printing", "--no-open").exit_code == 0
    assert opened == []


def test_a_wrong_page_is_answered_with_the_right_ones() -> None:
    told = run("docs", "printin", "--no-open")
    assert told.exit_code == 2
    assert "no page 'printin'; did you mean 'printing'?" in told.output
    assert "the pages are: architecture, artwork," in run("docs", "zzz", "--no-open").output


def texts() -> list[tuple[str, str]]:
    """What users read of the program and the files that it gives them, if it names docs."""
    found = []
    for folder in ("generator", "validator"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            if "docs" not in (source := file.read_text("utf-8")):
                continue  # it sends nobody anywhere
            tree = ast.parse(source)
            name = file.relative_to(ROOT).as_posix()
            kept = {
                id(node.body[0].value)
                for node in ast.walk(tree)
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                and isinstance(node.body[0], ast.Expr)
                and ("commands/" not in name or isinstance(node, ast.Module))
            }
            found += [
                (f"{name}:{node.lineno}", node.value)
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in kept
            ]
    for folder in ("data", "templates"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".yaml", ".md", ".j2", ".toml", ".play", ".py"):
                found.append((file.relative_to(ROOT).as_posix(), file.read_text("utf-8")))
    return found


def test_users_are_sent_to_pages_that_they_have() -> None:
    known = {Path(each).stem for each in pages(ROOT).values()}
    sent = 0
    for place, text in texts():
        assert not re.search(r"\bdocs/[\w-]+\.md", text), f"{place}: say `pieria docs PAGE`"
        for name in re.findall(r"pieria docs ([a-z][\w-]*)", text):
            sent += 1
            assert name in known, f"{place}: there is no page {name}"
    assert sent >= 10
    assert "docs" in COMMANDS


# --------------------------------------------------------------------------------- resources


def test_folders_of_other_packages_are_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some packages leave a folder `docs` or `data` in site-packages."""
    for folder in ("docs", "validator/shipped/docs", "data"):
        (tmp_path / folder).mkdir(parents=True)
    monkeypatch.setattr(resources, "_HERE", tmp_path / "validator")
    assert resource.__wrapped__("docs") == tmp_path / "validator" / "shipped" / "docs"
    assert resource.__wrapped__("data") == tmp_path / "data"  # a checkout


def test_an_extra_is_installed_by_the_names_of_its_libraries() -> None:
    assert re.fullmatch(r"pip install 'resvg-py>=[\d.]+'", install("drawings"))
    assert re.fullmatch(r"pip install 'distributed>=[\d.]+'", install("cluster"))
    assert install("none") == "pip install 'pieria[none]'"

"""Build the documentation site from `docs/`: `python docs/build.py [FOLDER]`.

FOLDER defaults to build/site. The pages are copied, the rule catalogues are made from the data, and
Sphinx builds the site from both. Every warning of Sphinx is an error, such as a broken link or a
page that the navigation lacks. The lists in docs/index.md are the navigation. The same input gives
the same bytes, and the site needs no network.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path[:0] = [str(ROOT), str(DOCS)]

import catalogue  # noqa: E402
import click  # noqa: E402
import gallery  # noqa: E402

from generator.cli import main as main_group  # noqa: E402
from generator.docs import pages as docs  # noqa: E402
from generator.docs.pages import LeadsNowhereError, navigation  # noqa: E402
from generator.export.designs import DesignRenderer  # noqa: E402
from generator.export.rulebook import rulebook_files  # noqa: E402
from generator.illustration.ornaments import ORNAMENTS  # noqa: E402
from generator.kit.options import Options  # noqa: E402
from generator.table.faces import TableFaces  # noqa: E402
from generator.table.recorded import files, recording  # noqa: E402
from validator.core.address import ADDRESS  # noqa: E402
from validator.core.resources import resource, shipped_games  # noqa: E402
from validator.load.game import load_game  # noqa: E402
from validator.load.schema import catalogue as schema_catalogue  # noqa: E402
from validator.load.schema import general_schemas  # noqa: E402
from validator.table.session import Session  # noqa: E402
from validator.table.views import OPEN  # noqa: E402

TITLED = re.compile(r'^```(\w+) title="([^"]+)"$', re.MULTILINE)
TYPEFACES = {"Cinzel": "Cinzel/Cinzel-Bold.ttf"}


def pages() -> dict[Path, str]:
    """Return the file of every page that is written by hand, with its name on the site."""
    return docs.pages(ROOT)


def relinked(file: Path, names: dict[Path, str]) -> str:
    """Return the text of a page in the form that Sphinx reads. Raises LeadsNowhereError."""
    return TITLED.sub(r"```{code-block} \1\n:caption: \2", docs.relinked(file, names, ROOT))


def toctree(caption: str, entries: Sequence[tuple[str, str]]) -> str:
    """Return a section of the navigation in the form that Sphinx reads."""
    lines = "\n".join(f"{title} <{target.removesuffix('.md')}>" for title, target in entries)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{lines}\n```\n"


def collect(source: Path, games: Sequence[str]) -> None:
    """Write what Sphinx reads: all pages, their pictures, and the rule catalogues of the games."""
    names = pages()
    for file, name in names.items():
        (source / name).write_text(relinked(file, names), "utf-8")
    index = source / "index.md"
    words = index.read_text("utf-8")
    trees = [toctree(caption, entries) for caption, entries in navigation(words).items()]
    index.write_text(words + "".join(trees), "utf-8")
    for notebook in DOCS.glob("*.ipynb"):
        shutil.copy(notebook, source)
    shutil.copytree(DOCS / "pictures", source / "pictures")
    shutil.copytree(DOCS / "site", source, dirs_exist_ok=True)
    _write_catalogues(source, games)
    _write_gallery(source)
    _write_recorded(source, games)
    _write_books_list(source, games)
    _write_examples(source)
    _write_help(source)
    _write_dress(source)


def _write_catalogues(source: Path, games: Sequence[str]) -> None:
    entries = []
    (source / "rules").mkdir()
    for name in games:
        game = load_game(resource("data") / name).game
        assert game is not None, f"{name}: run pieria check"
        (source / "rules" / f"{name}.md").write_text(catalogue.page(game), "utf-8")
        entries.append((game.title, f"rules/{name}.md"))
    with (source / "rules.md").open("a", encoding="utf-8") as page:
        page.write("\n## The games\n\n")
        page.writelines(f"- [{title}]({target})\n" for title, target in entries)
        page.write(toctree("", entries).replace(":caption: \n", ""))


def _recorded(name: str) -> Session:
    """Return a session with the first script of a game for two players that ends, for the site."""
    for file in sorted((resource("data") / name / "scripts").glob("game-2*.play")):
        session = Session.of(file.read_text("utf-8"), file.name, file)
        if session.referee.to_act(session.state) is None:
            return session
    raise LeadsNowhereError(f"data/{name}/scripts has no game-2*.play that ends")


def _write_recorded(source: Path, games: Sequence[str]) -> None:
    """Add links to the recorded games to the page about tables."""
    with (source / "play.md").open("a", encoding="utf-8") as page:
        page.write("\n## Recorded games\n\nOne of each game, as `--static` writes it:\n\n<ul>\n")
        for name in games:
            title = _recorded(name).game.title
            page.write(f'<li><a href="games/{name}/index.html">{title}</a></li>\n')
        page.write("</ul>\n")


def record_games(site: Path, games: Sequence[str]) -> None:
    """Write a recorded game of each kit as a page with a timeline."""
    for name in games:
        session = _recorded(name)
        for path, data in files(
            session, recording(session, OPEN), TableFaces(session.game, Options())
        ):
            target = site / "games" / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def _write_books_list(source: Path, games: Sequence[str]) -> None:
    """Add links to the rulebooks of the games to the page about rulebooks."""
    with (source / "rulebook.md").open("a", encoding="utf-8") as page:
        page.write(
            "\n## The games' rulebooks\n\nAs `pieria export rulebook` writes them:\n\n<ul>\n"
        )
        for name in games:
            game = load_game(resource("data") / name).game
            assert game is not None, f"{name}: run pieria check"
            page.write(f'<li><a href="rulebooks/{name}/index.html">{game.title}</a></li>\n')
        page.write("</ul>\n")


def write_books(site: Path, games: Sequence[str]) -> None:
    """Write the rulebook of each game as a page with its pictures."""
    for name in games:
        game = load_game(resource("data") / name).game
        assert game is not None, f"{name}: run pieria check"
        made, problems = rulebook_files(DesignRenderer(game, 0))
        if problems:
            raise LeadsNowhereError(str(problems[0]))
        for path, data in made.items():
            target = site / "rulebooks" / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


def write_schemas(site: Path) -> None:
    """Write the schemas for all games to the paths in their ids, and their catalogue."""
    (site / "schemas").mkdir()
    schemas = general_schemas() | ({"catalog": schema_catalogue()} if ADDRESS else {})
    for name, schema in schemas.items():
        text = json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
        (site / "schemas" / f"{name}.json").write_text(text, "utf-8")


def _write_gallery(source: Path) -> None:
    with (source / "ornaments.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{gallery.ornaments()}\n## Typefaces\n\n{gallery.typefaces()}")
        page.write(f"\n## Icons\n\n{gallery.icons()}")


def _draw_examples(target: Path) -> None:
    """Draw a picture of each example of a template; see docs/examples.py."""
    with tempfile.TemporaryDirectory(prefix="pieria-docs-") as reader:
        home = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "PIERIA_CACHE", "APPDATA"), reader)
        stand = Path(reader) / "stand"
        stand.mkdir()
        command = [sys.executable, str(DOCS / "examples.py"), str(target)]
        subprocess.run(command, cwd=stand, env=os.environ | home, check=True)


def _write_examples(source: Path) -> None:
    """Add each picture after its example."""
    pictures = source / "pictures" / "examples"
    pictures.mkdir()
    _draw_examples(pictures)
    ours = (DOCS / "templates.md").read_text("utf-8").splitlines(keepends=True)
    page = source / "templates.md"
    lines = page.read_text("utf-8").splitlines()
    for picture in pictures.glob("*.svg"):
        first = int(picture.stem.rpartition("-")[2])  # of the block, as in our page
        captions = len(TITLED.findall("".join(ours[:first])))  # which take a line of their own
        end = lines.index("```", first + captions)
        lines[end] += f"\n\n![What it draws](pictures/examples/{picture.name})"
    page.write_text("\n".join(lines) + "\n", "utf-8")


def _write_help(source: Path) -> None:
    """Add the help text of each command below its section."""
    page = source / "commands.md"
    whole = click.Context(main_group, info_name="pieria", help_option_names=["-h", "--help"])
    parts = re.split(r"^(?=## `pieria )", page.read_text("utf-8"), flags=re.MULTILINE)
    told = [parts[0]]
    for part in parts[1:]:
        name = part.split("`")[1].split()[1]
        command = main_group.get_command(whole, name)
        assert command is not None, f"docs/commands.md: there is no pieria {name}"
        context = click.Context(command, whole, info_name=name, terminal_width=88)
        told.append(f"{part.rstrip()}\n\n```text\n{command.get_help(context)}\n```\n\n")
    page.write_text("".join(told), "utf-8")


def _write_dress(source: Path) -> None:
    """Write the logo, the favicon, and the typefaces with their licences."""
    static = source / "static"
    wreath = ORNAMENTS["laurel-wreath"](100, 100)
    for name, colour in (("logo", "#7c3a1d"), ("logo-dark", "#e0a070")):
        path = f'<path d="{wreath}" fill="{colour}"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 108 108">{path}</svg>\n'
        (static / f"{name}.svg").write_text(svg, "utf-8")
    fonts = resource("templates") / "fonts"
    for file in TYPEFACES.values():
        shutil.copy(fonts / file, static)
        for licence in (fonts / file).parent.glob("*.txt"):
            shutil.copy(licence, static / f"{(fonts / file).parent.name}-{licence.name}")


def build(target: Path, games: Sequence[str]) -> int:
    """Write the complete site, or nothing if it fails. Return the exit code of Sphinx."""
    with tempfile.TemporaryDirectory(prefix="pieria-docs-") as folder:
        source, site = Path(folder) / "docs", Path(folder) / "site"
        source.mkdir()
        try:
            collect(source, games)
        except LeadsNowhereError as error:
            print(error, file=sys.stderr)
            return 1
        command = [
            sys.executable, "-m", "sphinx", "-b", "html", "-W", "--keep-going", "-n", "-q", "-E",
            "-d", str(Path(folder) / "trees"), str(source), str(site),
        ]  # fmt: skip
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
        ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        sys.stderr.write((ran.stdout + ran.stderr).replace(f"{source}{os.sep}", "docs/"))
        if ran.returncode == 0:
            (site / ".buildinfo").unlink(missing_ok=True)  # for Sphinx, not for readers
            record_games(site, games)
            write_books(site, games)
            write_schemas(site)
            for name in docs.pictures(ROOT):  # to which the package's description leads
                (site / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(DOCS / name, site / name)
            shutil.rmtree(target, ignore_errors=True)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(site, target)
        return ran.returncode


def main(arguments: Sequence[str]) -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description="Make the site of the documentation.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT / "build" / "site",
        help="where to; build/site if left out. An older site there is replaced",
    )  # fmt: skip
    target: Path = parser.parse_args(arguments).folder
    older = (target / "searchindex.js").is_file()
    if target.is_file() or (target.is_dir() and any(target.iterdir()) and not older):
        print(f"{target} is something else than a site; name another folder", file=sys.stderr)
        return 2
    code = build(target, shipped_games())
    if code == 0:
        print(target / "index.html")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Referees of installed packages: found by code, run only when asked for, told when broken."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import itertools
import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace
from typing import Any

import pytest

from generator.projects.referee_copy import code_from
from tests.conftest import HERE, run
from validator.checks import check_deck
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee import api
from validator.referee.registry import (
    GROUP,
    SHIPPED,
    RefereeError,
    find_referee,
    numbers_for,
    offers,
    ruleset_for,
)
from validator.script.play import replay
from validator.simulate.inspection import inspect_own

Install = Callable[..., None]
SAMPLE = HERE.parent / "validator" / "games" / "crazy_eights" / "referee.py"


@pytest.fixture(scope="module")
def new_ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new game with a referee, to copy."""
    folder = tmp_path_factory.mktemp("new")
    with contextlib.chdir(folder):
        result = run("new", "ferry", "--referee")
    assert result.exit_code == 0
    assert "pip install -e ferry" in result.output
    return folder / "ferry"


@pytest.fixture
def ferry(new_ferry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new game with a referee that nobody has installed."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copytree(new_ferry, tmp_path / "ferry"))


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a module where installed packages lie, with its entry point, as pip would."""
    site = tmp_path / "site"
    monkeypatch.syspath_prepend(site)

    def put(package: str, point: str, module: str = "", words: str = "") -> None:
        info = site / f"{package}-0.1.dist-info"
        info.mkdir(parents=True)
        metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1\n"
        (info / "METADATA").write_text(metadata, "utf-8")
        (info / "entry_points.txt").write_text(f"[{GROUP}]\n{point}\n", "utf-8")
        if module:
            (site / f"{module}.py").write_text(words, "utf-8")
            monkeypatch.delitem(sys.modules, module, raising=False)
        importlib.invalidate_caches()

    return put


def installed(ferry: Path, install: Install) -> None:
    """Install the sample."""
    words = (ferry / "ferry_referee.py").read_text("utf-8")
    install("ferry-referee", "FERRY = ferry_referee:RULESET", "ferry_referee", words)
    numbers = (ferry / "ferry_numbers.py").read_text("utf-8")
    install("ferry-numbers", "", "ferry_numbers", numbers)


def line_of(ferry: Path, part: str) -> int:
    """Return the first line of the sample that contains a text."""
    lines = (ferry / "ferry_referee.py").read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if part in line)


def told(folder: Path) -> list[str]:
    game = load_game(folder).game
    assert game is not None
    return [str(problem) for problem in check_deck(game)]


def test_the_sample_is_played_once_it_is_installed(ferry: Path, install: Install) -> None:
    before = run("replay", "ferry/scripts")
    assert before.exit_code == 1
    assert "the referee in ferry is not installed; run: pip install -e ferry" in before.output
    checked = run("check", "ferry")
    assert checked.exit_code == 0
    missing = "not checked: the referee in ferry is not installed; run: pip install -e ferry"
    assert f"note: {missing} [referee]" in checked.output
    assert run("simulate", "ferry", "-j", "1").exit_code == 2
    installed(ferry, install)
    for command in (("check", "ferry"), ("replay", "ferry/scripts"), ("verbs", "ferry")):
        assert run(*command).exit_code == 0
    assert "not checked" not in run("check", "ferry").output
    certificate = run("simulate", "ferry", "--games", "40", "-j", "1")
    assert certificate.exit_code == 0
    assert "Every seat won at least once." in certificate.output
    rules = run("rules", "ferry").output
    assert "18 rules: the referee enforces 14, and scripts both keep and break 14 of these" in rules
    assert "in play: play" in rules
    mutations = run("rules", "ferry", "--mutation-test").output
    assert re.fullmatch(r"(\d+) of \1 changes were noticed \(100 %\)\.\n", mutations)
    assert "FERRY  ferry_referee:RULESET of the package ferry-referee 0.1  used" in (
        run("list").output
    )


def test_games_that_a_simulation_writes_are_scripts_of_the_game(
    ferry: Path, install: Install
) -> None:
    installed(ferry, install)
    ferry.rename(ferry.with_name("a ferry"))
    for folder, game in (("a ferry/scripts", ".."), ("found", '"../a ferry"')):
        written = run("simulate", "a ferry", "--games", "2", "-j", "1", "--scripts", folder)
        assert written.exit_code == 0
        files = sorted(Path(folder).glob("peak-*.play"))
        assert files
        assert {(*file.read_text("utf-8").splitlines()[2:4],) for file in files} == {
            (f"game: {game}", 'rules: "1"')
        }
        assert run("replay", folder).exit_code == 0


def test_a_start_with_some_pieces_says_how_to_allow_it(ferry: Path, install: Install) -> None:
    installed(ferry, install)
    script = ferry / "scripts" / "few.play"
    start = "game: ..\nplayers: [Ann, Bob]\nstart: {discard: [KD], stock: []"
    script.write_text(f"{start}}}\n---\nAnn pass\n", "utf-8")
    (problem,) = replay(script).problems
    assert problem.message.endswith(
        "KC: 1 missing, KH: 1 missing, KS: 1 missing, QC: 1 missing, QD: 1 missing, QH: 1 missing, "
        "QS: 1 missing, TC: 1 missing, TD: 1 missing, TH: 1 missing, TS: 1 missing). To start with "
        "only a part of the pieces, add 'loose: true'."
    )
    script.write_text(f"{start}, loose: true}}\n---\nAnn pass\n", "utf-8")
    assert replay(script).problems == []


def test_a_part_of_a_rule_id_is_not_taken_for_one(ferry: Path, install: Install) -> None:
    module = ferry / "ferry_referee.py"
    words = module.read_text("utf-8")
    new = 'tuple(f"FERRY-SCORE-0{n}" for n in (1,))'
    module.write_text(words.replace('("FERRY-SCORE-01",)', new), "utf-8")
    installed(ferry, install)
    game = load_game(ferry).game
    assert game is not None
    assert new in module.read_text("utf-8")
    assert inspect_own(game) == []


def test_the_sample_keeps_its_own_tests(ferry: Path, tmp_path: Path) -> None:
    """As its author runs them, in a process of their own; the module is installed by hand."""
    info = ferry / "ferry_referee-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ferry\nVersion: 0.1\n", "utf-8")
    point = f"[{GROUP}]\nFERRY = ferry_referee:RULESET\n"
    (info / "entry_points.txt").write_text(point, "utf-8")
    path = os.pathsep.join((str(ferry), str(HERE.parent)))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=ferry, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "13 passed" in done.stdout


def test_a_number_that_changes_in_the_rules_changes_the_game(ferry: Path, install: Install) -> None:
    installed(ferry, install)
    rules = ferry / "rules.yaml"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("data: {most: 3}", "data: {most: 4}"), "utf-8")
    report = replay(ferry / "scripts" / "turns.play")
    assert {each.check for each in report.problems} == {"refused"}  # who may still draw passes
    rules.write_text(text.replace("5: 5}", "5: 11}"), "utf-8")
    line = (ferry / "game.yaml").read_text("utf-8").splitlines().index("  - id: cards") + 1
    assert told(ferry) == [
        f"ferry/game.yaml:{line}:5: Cards: 52, but 5 players need 56 "
        "(FERRY-SETUP-02, FERRY-SETUP-03); enough for 2, 3 and 4 players [deal]"
    ]


def test_code_beside_a_deck_is_never_run(ferry: Path) -> None:
    (ferry / "ferry_referee.py").write_text("raise AssertionError('somebody ran me')", "utf-8")
    for command in ("check", "rules", "build"):
        assert run(command, "ferry").exit_code == 0
    assert run("replay", "ferry/scripts").exit_code == 1


BROKEN = [
    ("import nowhere_to_be_found", "ferry_referee:Ferry",
     "cannot be imported: ModuleNotFoundError: No module named 'nowhere_to_be_found' "
     "(ferry_referee.py, line 1)"),
    ("raise SystemExit('no')", "ferry_referee:Ferry", "cannot be imported: SystemExit: no "
     "(ferry_referee.py, line 1)"),
    ("def broken(:", "ferry_referee:Ferry", "cannot be imported: SyntaxError: invalid syntax "
     "(ferry_referee.py, line 1)"),
    ("", "ferry_referee:Ferry", "cannot be imported: AttributeError: module 'ferry_referee' has "
     "no attribute 'Ferry'"),
    ("Ferry = 7", "ferry_referee:Ferry", "is of the type int, not a Ruleset"),
    ("class Ferry: pass", "ferry_referee:Ferry",
     "is a class, not a Ruleset"),
    ("from validator.referee.api import Referee, Ruleset\nclass Own(Referee): verbs = {}\n"
     "Ferry = Ruleset(referee=Own)",
     "ferry_referee:Ferry", "is not finished: it lacks chance, fields"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "point", "why"), BROKEN, ids=lambda each: each[:30])
def test_a_broken_referee_is_reported_by_its_package(
    words: str, point: str, why: str, ferry: Path, install: Install
) -> None:
    install("broken", f"FERRY = {point}", "ferry_referee", words)
    message = f"{point} of the package broken 0.1 {why}"
    assert told(ferry) == [f"ferry/game.yaml:4:1: {message} [referee]"]
    assert message in run("check", "ferry").output
    for command in (("simulate", "ferry"), ("verbs", "ferry"), ("rules", "ferry")):
        result = run(*command)
        assert result.exit_code != 0
        assert message in result.output
    assert message in str(replay(ferry / "scripts" / "game-2.play").problems[0])
    assert run("verbs", "nine-muses").exit_code == 0


def test_a_build_does_without_a_broken_referee(ferry: Path, install: Install) -> None:
    install("broken", "FERRY = ferry_referee:RULESET", "ferry_referee", "raise SystemExit('no')")
    assert run("build", "ferry").exit_code == 0


def test_a_referee_that_fails_while_a_table_is_set_is_reported(
    ferry: Path, install: Install
) -> None:
    installed(ferry, install)
    game = (ferry / "game.yaml").read_text("utf-8")
    (ferry / "game.yaml").write_text(game.replace("id: cards\n", "id: slips\n"), "utf-8")
    assert told(ferry) == [
        "ferry/game.yaml:4:1: ferry_referee:RULESET of the package ferry-referee 0.1 cannot "
        "set up a game: KeyError: \"ferry has no component 'cards'; known: references, slips\" "
        f"(ferry_referee.py, line {line_of(ferry, 'game.component(')}) [referee]"
    ]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("\n    def place(", "\n    def printed(self): return self.copies\n\n    def place(",
         "fails in printed: AttributeError: 'FerryReferee' object has no attribute 'copies'"
         " (ferry_referee.py, line {})"),
        ("        return state\n\n    def title",
         "        return state._replace(stock=state.stock[1:])\n\n    def title",
         "starts with pieces that the kit does not contain: AC: 1 missing"),
        ('attribute="mode")', 'get=lambda state: state.stock.size)',
         "fails in facts: AttributeError: 'tuple' object has no attribute 'size'"
         " (ferry_referee.py, line {})"),
    ],
    ids=["printed", "pieces", "facts"],
)  # fmt: skip
def test_what_every_command_asks_first_is_tried(
    old: str, new: str, why: str, ferry: Path, install: Install
) -> None:
    module = ferry / "ferry_referee.py"
    words = module.read_text("utf-8")
    assert old in words
    module.write_text(words.replace(old, new), "utf-8")
    installed(ferry, install)
    place = line_of(ferry, new.strip().splitlines()[0])
    words = f"ferry/game.yaml:4:1: the referee of FERRY {why.format(place)} [referee]"
    assert told(ferry) == [words]
    for command in ("simulate", "verbs", "rules"):
        assert run(command, "ferry").exit_code == 1


def test_a_mistake_of_a_referee_ends_as_a_message(ferry: Path, install: Install) -> None:
    module = ferry / "ferry_referee.py"
    words = module.read_text("utf-8").replace("turn=(s.turn + 1)", "turn=(s.taken + 1)")
    module.write_text(words, "utf-8")
    installed(ferry, install)
    problem = str(replay(ferry / "scripts" / "game-2.play").problems[0])
    assert "an error in the referee itself in ferry_referee.py:" in problem
    assert "'State' object has no attribute 'taken'" in problem
    simulated = run("simulate", "ferry", "--games", "2", "-j", "1")
    assert simulated.exit_code == 1
    assert "'State' object has no attribute 'taken'" in simulated.output


def test_codes_that_are_taken_are_not_used(ferry: Path, install: Install) -> None:
    install("thief", "NINE = thief:Nine", "thief", "raise AssertionError")
    install("odd", "my-game = odd:Game")
    install("one", "FERRY = one:Ferry")
    install("two", "FERRY = two:Ferry")
    assert {offer.code: offer.fault for offer in offers() if offer.package != "one 0.1"} == {
        "NINE": "NINE is the code of a game that comes with Pieria; choose another code",
        "FERRY": "FERRY is also offered by one 0.1; uninstall one of them",
        "my-game": "'my-game' is not a game code; expected the capital letters with which "
        "the game's rule ids begin",
    }
    nine = load_game(resource("data") / "nine-muses").game
    assert nine is not None
    assert type(find_referee(nine, ("Ann", "Bob"))).__name__ == "NineMuses"
    game = load_game(ferry).game
    assert game is not None
    with pytest.raises(RefereeError, match="is not used: FERRY is also offered by two"):
        find_referee(game, ("Ann", "Bob"))
    assert "NINE is the code of a game that comes with Pieria" in run("list").output
    assert "thief" not in sys.modules


def test_a_new_game_takes_no_code_that_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, code, module in (("muse", "MUSEX", "muse"), ("3 Ships", "SHIPS", "game_3_ships")):
        assert run("new", name, "--referee").exit_code == 0
        assert f'{code} = "{module}_referee:' in (tmp_path / name / "pyproject.toml").read_text()
        compile((tmp_path / name / f"{module}_referee.py").read_text("utf-8"), name, "exec")
    assert run("check", "3 Ships").exit_code == 0
    assert run("new", "x", "--from", "muse", "--referee").exit_code == 2


@pytest.mark.skipif(
    importlib.util.find_spec("ruff") is None, reason="ruff is in the extra 'dev' alone"
)
@pytest.mark.parametrize("code", ["Z", "ABCDEFGHIJKL", "UNDERMINED"])
def test_the_python_of_a_new_game_passes_ruff(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 100 columns, however long its code is."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "lost-cities", "--referee", "--code", code, "--plain").exit_code == 0
    for command in (("check", "--select", "E,F,I,RUF,UP,W"), ("format", "--check")):
        ruff = (sys.executable, "-m", "ruff", *command, "--no-cache", "--line-length", "100", ".")
        done = subprocess.run(
            ruff, cwd=tmp_path / "lost-cities", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("code", ["Z", "ABCDEFGHIJKL", "UNDERMINED"])
def test_a_new_game_takes_the_code_that_it_is_given(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its IDs and names are replaced once."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "lost-cities", "--referee", "--code", code, "--plain").exit_code == 0
    assert run("check", "lost-cities", "--strict").exit_code == 0
    folder = tmp_path / "lost-cities"
    texts = {file: file.read_text("utf-8") for file in folder.rglob("*.*") if file.is_file()}
    assert all("EIGHTS" not in text for text in texts.values())
    assert f'{code} = "lost_cities_referee:RULESET"' in texts[folder / "pyproject.toml"]
    said = [line for text in texts.values() for line in text.splitlines() if "Crazy" in line]
    assert [line[:29] for line in said if "nobody owns" not in line] == [
        "licence:  # of Crazy Eights; ", "# Lost Cities: the rule catal"
    ]  # fmt: skip
    assert sorted(file.name for file in (folder / "templates").iterdir()) == [
        "back.svg.j2", "card.svg.j2", "reference.svg.j2"
    ]  # fmt: skip


def test_a_code_can_be_given_only_to_a_new_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "lost-cities", "--code", "LOST").exit_code == 0
    assert run("check", "lost-cities", "--strict").exit_code == 0
    game = load_game(tmp_path / "lost-cities").game
    assert game is not None
    assert {rule.id.partition("-")[0] for rule in game.rules} == {game.code} == {"LOST"}
    for wrong, why in (
        (("--code", "lost"), "expected 1 to 12 capital letters, as in 'FERRY', not 'lost'"),
        (("--code", "ABCDEFGHIJKLM"), "expected 1 to 12 capital letters"),
        (("--code", "NINE"), "NINE is the code of a game with a referee; choose another code"),
        (("--code", "LOST", "--from", "muse"), "--code is for a new game; 'muse' keeps its own"),
        (("--plain",), "--plain can only be used with --referee"),
    ):
        result = run("new", "other", *wrong)
        assert result.exit_code == 2
        assert why in " ".join(result.output.split())
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize(
    ("id_", "code"),
    [("lost-cities", "LOST"), ("the-game", "GAME"), ("my-new-toy", "MYNEWTOY"), ("7", "GAME"),
     ("nine-muses", "NINEX"), ("extraordinaries", "EXTRAORDINAR")],
)  # fmt: skip
def test_a_code_is_a_word_of_the_name(id_: str, code: str) -> None:
    assert code_from(id_) == code


def test_the_page_shows_the_sample_as_it_is() -> None:
    page = (HERE.parent / "docs" / "referees.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    sample = SAMPLE.read_text("utf-8")
    assert len(blocks) >= 6
    for block in blocks:
        assert block in sample or indent(block, "    ") in sample
    assert [name for name in api.__all__ if not re.search(rf"\b{name}\b", page)] == []
    point = re.search(r"```toml[^\n]*\n(.*?)```", page, re.DOTALL)
    assert point is not None
    assert point[1] in (resource("templates") / "referee" / "pyproject.toml").read_text("utf-8")


def rows_of(heading: str) -> list[list[str]]:
    """Return the cells of the rows of the first table below a line of the page on referees."""
    page = (HERE.parent / "docs" / "referees.md").read_text("utf-8")
    lines = page.partition(f"\n{heading}")[2].splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("|---"))
    rows = [*itertools.takewhile(lambda line: line.startswith("|"), lines[start + 1 :])]
    assert rows
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]


def named_in(cells: list[str]) -> list[str]:
    """Return the names in code in the first cell of a row, without values: `listed=False`."""
    return re.findall(r"`(\w+)", cells[0])


def written(parameter: inspect.Parameter) -> str:
    """Return a parameter as the page shows it; functions and values made on request are a dot."""
    name, default = str(parameter).partition(":")[0], parameter.default
    if default is parameter.empty:
        return name
    plain = isinstance(default, str | int | tuple | None)
    return f"{name}={repr(default).replace(chr(39), chr(34)) if plain else '…'}"


def test_the_page_shows_arguments_with_their_defaults() -> None:
    rows = rows_of("### Claims and requirements")
    calls = {name: signature for cells in rows
             for name, signature in re.findall(r"^`(\w+)\((.*)\)`$", cells[0])}  # fmt: skip
    assert {"dealt", "Derived", "FactError", "Requirement", "end_claim"} < calls.keys()
    for name, shown in calls.items():
        parameters = inspect.signature(getattr(api, name)).parameters.values()
        assert (name, ", ".join(map(written, parameters))) == (name, shown)
    said = " ".join(" ".join(cells) for cells in rows)
    for parameter in inspect.signature(api.Requirement).parameters:
        assert said.count(parameter) > 1, parameter  # in the call, and explained


def test_the_page_lists_every_argument_of_a_declaration() -> None:
    ruleset = [name for cells in rows_of("### The ruleset") for name in named_in(cells)]
    assert sorted(ruleset) == sorted(inspect.signature(api.Ruleset).parameters)
    verbs = [name for cells in rows_of("### Verbs") for name in named_in(cells)]
    known = inspect.signature(api.Verbs.__call__).parameters.keys() - {"self", "kind"}
    assert sorted(verbs) == sorted(known)
    page = (HERE.parent / "docs" / "referees.md").read_text("utf-8")
    for declaration in (api.Field, api.Fields):
        for name in inspect.signature(declaration).parameters:
            assert re.search(rf"`{name}\b|\b{name}=", page), name


def test_the_fields_of_several_zones_can_be_set_and_shown() -> None:
    page = (HERE.parent / "docs" / "referees.md").read_text("utf-8")
    block = re.findall(r"```py\n(COLOURS.*?)```", page, re.DOTALL)[0]
    names: dict[str, Any] = {
        "ref": api, "namedtuple": namedtuple, "DEAL": "deal",
        "CARDS": api.pieces(lambda table: table.copies),
    }  # fmt: skip
    exec(block, names)
    copies = {"amber-2": 1, "coral-3": 2, "coral-wager": 3}
    table = SimpleNamespace(players=("Ann", "Bob"), copies=copies)
    start = {
        "coral_pile": ("coral-3",), "score": {"Bob": -20},
        "Ann": {"coral": ("coral-wager", "coral-wager")},
    }  # fmt: skip
    fields = names["FIELDS"]
    state = fields.place(table, start, names["State"], names["Seat"], "deck")
    assert state.deck == ("amber-2", "coral-3", "coral-wager")
    facts = fields.facts(state)
    assert facts["score"] == {"Ann": 0, "Bob": -20}
    assert facts["Ann"]["coral"] == ("coral-wager", "coral-wager")
    assert fields.zones(state)["coral_pile"] == ("coral-3",)
    assert set(fields.view(state, 1).deck).isdisjoint(copies)
    assert fields.view(state, 1).coral_pile == ("coral-3",)


def test_the_page_says_which_attributes_of_a_referee_are_required() -> None:
    shown = {name: cells[1].strip("`")
             for cells in rows_of("A subclass of") for name in named_in(cells)}  # fmt: skip
    assert len(shown) == 10
    for name, default in shown.items():
        value = getattr(api.Referee, name, None)
        if default == "required":
            assert not value
        else:
            assert repr(value).replace("'", '"') == default
    methods = [name for cells in rows_of("Methods define") for name in named_in(cells)]
    optional = [name for cells in rows_of("### Optional parts") for name in named_in(cells)]
    assert api.Referee.__abstractmethods__ == {"chance"} <= {*methods}
    assert [name for name in (*methods, *optional) if name not in vars(api.Referee)] == ["problems"]


def test_a_small_game_can_omit_what_the_page_says(ferry: Path, install: Install) -> None:
    module = ferry / "ferry_referee.py"
    words = module.read_text("utf-8").replace("from ferry_numbers import NUMBERS\n", "")
    for start, end in (
        ("# ---- claims", "# ---- referee"), ("    players_rule, pieces_rule", "    def first"),
        ("REQUIREMENTS = ", ""),
    ):  # fmt: skip
        before, found, after = words.partition(start)
        assert found
        words = before + end + (after.partition(end)[2] if end else "")
    module.write_text(f"{words}RULESET = ref.Ruleset(referee=FerryReferee)\n", "utf-8")
    installed(ferry, install)
    assert told(ferry) == []
    assert run("simulate", "ferry", "--games", "4", "-j", "1").exit_code == 0
    script = "game: ferry\nplayers: [Ann, Bob, Cat, Dov, Eve, Fay]\n"
    start = "start: {step: play, suit: D, discard: [KD], Ann: {hand: [2D]}}\n---\nAnn play 2D\n"
    (ferry / "scripts" / "six.play").write_text(script + start, "utf-8")
    assert replay(str(ferry / "scripts" / "six.play")).problems == []  # no rule limits their number


def test_the_sample_is_as_long_as_the_page_says() -> None:
    text = "".join(file.read_text("utf-8") for file in SAMPLE.parent.glob("*.py"))
    lines = [line.strip() for line in text.splitlines()]
    counted = sum(1 for line in lines if line and not line.startswith("#"))
    assert f"has {counted} lines of Python" in (HERE.parent / "docs" / "referees.md").read_text(
        "utf-8"
    )


@pytest.mark.parametrize("code", SHIPPED)
def test_a_shipped_ruleset_has_the_numbers_that_a_build_finds_without_it(code: str) -> None:
    ruleset = ruleset_for(code)
    assert ruleset is not None
    assert ruleset.numbers is numbers_for(code)


def test_check_reports_mistakes_in_the_referee_of_the_folder(ferry: Path, install: Install) -> None:
    module, rules = ferry / "ferry_referee.py", ferry / "rules.yaml"
    words = module.read_text("utf-8")
    changed = words.replace(
        '@verb(open=PLAY, name="pass")',
        '@verb(open=PLAY)\ndef sing(\n'
        '    s: State, me: int, verse: Annotated[int, ref.number("a verse")], to: ref.Judge\n'
        ') -> State:\n'
        '    """Sing."""\n'
        '    to.holds(("TURN-01", "TURN-10"), fits, "{player} [is|are] silent")\n'
        "    to.asked()\n    return s\n"
        '\n\n@verb(open=PLAY, name="pass")',
    )  # fmt: skip
    module.write_text(changed, "utf-8")
    rule = (
        "  - {id: FERRY-TURN-03, kind: action, statement: You may sing., section: A turn, "
        'checkable: "yes", source: original}\n'
    )
    rules.write_text(rules.read_text("utf-8") + rule, "utf-8")
    start = "start: {discard: [KD], Ann: {hand: [2D]}, Bob: {hand: [3D]}, loose: true}\n"
    script = f"game: ferry\nplayers: [Ann, Bob]\n{start}---\nAnn sing 1\n"
    (ferry / "scripts" / "sing.play").write_text(script, "utf-8")
    installed(ferry, install)
    numbered = {line.strip(): n for n, line in enumerate(changed.splitlines(), start=1)}
    verse = numbered["def sing("] - 1
    asks = next(number for line, number in numbered.items() if "TURN-10" in line)
    turns = ferry / "scripts" / "turns.play"
    turns.write_text(turns.read_text("utf-8").replace("legal 6", "legal 7"), "utf-8")
    output = run("check", "ferry").output
    for expected in (
        f"ferry_referee.py:{asks}:26: no rule 'FERRY-TURN-10' in rules.yaml; did you mean "
        "'FERRY-TURN-03'? [referee]",
        f"ferry_referee.py:{verse}:1: warning: 'sing' has no effect; return to.did(rule, state "
        "before, state after), or declare it with listed=False if the rules always refuse it",
        f"ferry_referee.py:{verse}:1: note: no rule of 'sing' reads its argument 'verse', so "
        "every value is legal; check it before to.asked(), unless this is intended [referee]",
        f"ferry_referee.py:{asks}:1: warning: this condition of FERRY-TURN-01, FERRY-TURN-10 was "
        "true in all scripts; check that it can be false, and write a line of 'sing' with '!' "
        "that breaks it",
        f"ferry/rules.yaml:{len(rules.read_text('utf-8').splitlines())}:5: warning: the referee "
        "does not enforce FERRY-TURN-03; name it in to.holds, where it is checked, or in to.did, "
        "where it is carried out, or write 'checkable: \"no\"' if the players judge it [referee]",
    ):
        assert expected in output


MISTAKES = (  # what the sample has, what a mistake makes of it, and what check reports
    ('to.did("TURN-01", s, after)', 'to.did("TURN-07", s, after)', "no rule 'FERRY-TURN-07'"),
    ('"FERRY-SETUP-03",\n            )', '"FERRY-SETUP-33",\n            )',
     "no rule 'FERRY-SETUP-33' in rules.yaml; did you mean 'FERRY-SETUP-03'? [referee]"),
    ('to.holds("PLAY-02"', 'to.holds("FERRY-PLAY-02"',
     "write 'PLAY-02' here, without the game's code"),
    ('s = to.did("PASS-01", s, s._replace(passes=passes), PASSES)', "return s",
     "warning: 'pass' has no effect"),
    ('s = to.did("PASS-01", s, s._replace(passes=passes), PASSES)',
     'return to.did("PASS-01", s, s, PASSES)', "note: 'pass' has a sentence, but changes nothing"),
    ('return to.did("DRAW-01", s, s._replace(mode=DRAW), DRAWS)', "return s._replace(mode=DRAW)",
     "warning: no rule causes what 'draw' changes (step)"),
    ('s = to.did("PLAY-03", s, s._replace(suit=suit)', 'to.did("PLAY-03", s, s._replace(suit=suit)',
     "warning: the state that to.did returns here is not used"),
    ('return to.did("DRAW-01", s, s._replace(mode=DRAW), DRAWS)',
     'to.did("DRAW-01", s, s._replace(mode=DRAW), DRAWS)',
     "'draw' returns no state; end the function with return to.did(…)"),
    ('# ---- claims, and what', '@verb(open=PLAY)\ndef ponder(s: State, me: int, to: ref.Judge) -> '
     'State:\n    """Think."""\n    to.asked()\n    return to.did("PASS-01", s, s)\n\n\n# ---- ',
     "warning: no script uses 'ponder' legally"),
    ("card: Annotated[str, CARD.of(fitting)]",
     "card: Annotated[str, CARD.of(lambda s, me: fitting(s, me) * 2)]",
     "warning: 'play' lists the same move several times, because candidates are equal"),
    ("left <= 0 or not can_draw(s)", "can_draw",
     "warning: this condition of FERRY-PASS-01 was true in all scripts"),
    ('to.holds("DRAW-02", can_draw(s), "there is no card to draw")\n    to.asked()',
     'to.asked()\n    to.holds("DRAW-02", can_draw(s), "there is no card to draw")',
     "DRAW-02 was checked after to.asked(); check all rules before it"),
    ('ref.taken_from(s.stock, (card,), "the stock", "COMP-01", to)', "...",
     "note: no rule of 'drawn' reads its argument 'card'"),
    ('@verb(open=PLAY, name="pass")', '@verb(open=PLAY, name="pass", word="draw")',
     "'draw' and this verb share the word 'draw'"),
    ('to.holds("PLAY-01", card in hand, "{player} [has|have] no {card}", card=card)',
     'to.holds("PLAY-01", card in hand, "{player} [has|have] no {card}")',
     "this text has {card}, but no value of this name is passed"),
    ('to.did("PLAY-03", s, s._replace(suit=suit), NAMES, suit=SUITS[suit])',
     'to.did("PLAY-03", s, s._replace(suit=suit), NAMES)',
     "this text has {suit}, but no value of this name is passed"),
    ("WAITS = {DEAL: ref.CHANCE, DRAW: ref.CHANCE, OVER: None}",
     "WAITS = {DEAL: ref.CHANCE, OVER: None}",
     "has no legal move in the mode 'draw'; if 'drawn' comes next, add the mode to `waits`"),
    ('return Move(ref.CHANCE, "drawn", (random', 'return Move(ref.CHANCE, "draw", (random',
     "a simulated game of 2 players stops: an error in the referee itself in verbs.py"),
)  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "found"), MISTAKES, ids=lambda text: text[:24])
def test_a_mistake_in_a_referee_is_found(
    ferry: Path, install: Install, right: str, wrong: str, found: str
) -> None:
    module = ferry / "ferry_referee.py"
    words = module.read_text("utf-8")
    assert right in words
    module.write_text(words.replace(right, wrong, 1), "utf-8")
    installed(ferry, install)
    game = load_game(ferry).game
    assert game is not None
    problems = inspect_own(game)
    assert found in "\n".join(map(str, problems))
    where = next(each.location for each in problems if found in str(each))
    if where.file.endswith(".py"):
        line = module.read_text("utf-8").splitlines()[where.line - 1]
        assert "@verb" in line or wrong.strip().splitlines()[0].split("(")[0] in line


def test_a_referee_without_mistakes_has_nothing_to_report(ferry: Path, install: Install) -> None:
    installed(ferry, install)
    game = load_game(ferry).game
    assert game is not None
    assert inspect_own(game) == []

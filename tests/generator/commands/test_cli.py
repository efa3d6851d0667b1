"""The command line as a person meets it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from click.shell_completion import BashComplete

from generator import __version__
from generator.cli import COMMANDS, main
from generator.commands.terminal import show_problems
from tests.conftest import run


def test_version_and_help_answer() -> None:
    assert __version__ in run("--version").output
    assert "pieria build muse --paper letter" in run("--help").output


def test_list_names_the_games() -> None:
    output = run("list").output
    assert "nine-muses" in output
    assert "muse" in output


def test_a_copied_folder_builds(tiny: Path) -> None:
    result = run("build", "tiny", "--paper", "all", "--output", "out")
    assert result.exit_code == 0, result.output
    assert sorted(file.name for file in Path("out").iterdir()) == [
        ".pieria-projects",
        "tiny-a4.manifest.json",
        "tiny-a4.pdf",
        "tiny-letter.manifest.json",
        "tiny-letter.pdf",
    ]
    assert "out/tiny-a4.pdf" in result.output


def test_problems_are_reported_with_their_line_and_nothing_is_written(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("cards.yaml", "copies: 2", "copies: two")
    result = run("build", "tiny", "--output", "out")
    assert result.exit_code == 1
    assert (
        "tiny/cards.yaml:4:13: expected a whole number from 0, not 'two' [shape]" in result.output
    )
    assert "    copies: two" in result.output
    assert not Path("out").exists()


def test_a_good_game_is_built_beside_a_broken_one(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    shutil.copytree(tiny, "good")
    edit("cards.yaml", "copies: 2", "copies: two")
    result = run("build", "tiny", "good", "--output", "out")
    assert result.exit_code == 1
    assert Path("out/tiny-a4.pdf").exists()


def test_check_speaks_json_and_github(tiny: Path, edit: Callable[[str, str, str], None]) -> None:
    edit("cards.yaml", "words: A mill", "wrods: A mill")
    found = json.loads(run("check", "tiny", "--format", "json").stdout)
    assert [each["check"] for each in found] == ["shape", "shape"]
    assert found[1]["line"] == 9
    assert (
        "::error file=tiny/cards.yaml,line=9" in run("check", "tiny", "--format", "github").output
    )


def test_a_message_shows_the_file_as_it_is_now(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    edit("game.yaml", "players: {", "plyers: {")
    assert "    plyers: {" in run("check", "tiny").output
    edit("game.yaml", "plyers: {", "palyers: {")
    assert "    palyers: {" in run("check", "tiny").output


def test_a_clean_check_says_so(tiny: Path) -> None:
    result = run("check", "tiny")
    assert result.exit_code == 0
    assert "1 game checked: no problems." in result.output
    assert json.loads(run("check", "tiny", "--format", "json").stdout) == []


@pytest.mark.parametrize("name", ["nine-musse", "nowhere/at/all"])
def test_an_unknown_game_is_wrong_use(name: str) -> None:
    result = run("build", name)
    assert result.exit_code == 2
    assert "no game or folder" in result.output
    if name == "nine-musse":
        assert "did you mean 'nine-muses'?" in result.output


def test_a_folder_without_a_game_is_wrong_use(tmp_path: Path) -> None:
    result = run("check", str(tmp_path))
    assert result.exit_code == 2
    assert "has no game.yaml" in result.output


def test_a_place_that_cannot_be_written_gets_one_line(tiny: Path) -> None:
    Path("out").write_text("a file stands here")
    result = run("build", "tiny", "--output", "out/deeper")
    assert result.exit_code == 2
    assert "cannot be written" in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_no_draft_is_left_behind(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    result = run("build", "tiny", "--output", "out")
    assert result.exit_code == 2
    assert "No space left on device" in result.output
    assert list(Path("out").iterdir()) == []


def test_in_a_project_folder_no_game_means_this_one(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tiny)
    assert run("check").output == "1 game checked: no problems.\n"
    assert run("build", "--no-cache").exit_code == 0
    assert run("export", "svg").exit_code == 0
    assert sorted(each.name for each in Path("output").iterdir()) == [
        ".pieria-projects", "export", "tiny-a4.manifest.json", "tiny-a4.pdf",
    ]  # fmt: skip
    assert "Tiny has no referee" in run("simulate").output
    monkeypatch.chdir(tiny.parent)
    assert "name a game" in run("simulate").output


def test_two_projects_never_overwrite_each_others_files(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    for command in (("build", "--no-cache"), ("export", "svg")):
        assert run(*command, "tiny", "-o", "out").exit_code == 0
        shutil.copytree(tiny, "other")
        before = {file: file.read_bytes() for file in Path("out").rglob("*") if file.is_file()}
        told = run(*command, "other", "-o", "out")
        assert told.exit_code == 1
        assert "other/game.yaml:2:7: 'tiny' in out was built from another project" in told.output
        assert {each: each.read_bytes() for each in before} == before
        shutil.move(tiny, "gone")  # a project that was moved is no other
        assert run(*command, "other", "-o", "out").exit_code == 0
        shutil.rmtree("other")
        shutil.move("gone", tiny)


def test_your_own_design_is_credited_to_you(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "mine").exit_code == 0
    assert run("build", "mine", "--no-cache").exit_code == 0
    pages = pypdfium2.PdfDocument(Path("output/mine-a4.pdf").read_bytes())
    words = "\n".join(page.get_textpage().get_text_range() for page in pages)
    assert "Mine" in words
    assert "made for this kit" not in words.lower()


def test_each_command_is_listed_on_one_line() -> None:
    listed = run("--help").output.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in listed] == list(COMMANDS)
    assert max(len(about) for _, _, about in COMMANDS.values()) <= 50


def test_a_misspelt_command_is_reported_the_nearest() -> None:
    found = run("biuld")
    assert found.exit_code == 2
    assert "no command 'biuld'; did you mean 'build'?" in found.output


def test_a_folder_is_listed(tiny: Path) -> None:
    assert "cards" in run("list", "tiny").output
    (first, *_) = json.loads(run("list", "tiny", "--format", "json").stdout)["components"]
    assert (first["component"], first["pieces"], first["cards"]) == ("cards", 5, "cards.yaml")
    assert json.loads(run("list", "--format", "json").stdout)["games"][0]["pieces"] == 54


def test_results_are_reported_to_programs(
    tiny: Path, edit: Callable[[str, str, str], None]
) -> None:
    built = json.loads(run("build", "tiny", "--no-cache", "--format", "json").stdout)
    assert [each["file"] for each in built["files"]] == ["output/tiny-a4.pdf"]
    assert built["problems"] == []
    written = json.loads(run("export", "svg", "tiny", "--format", "json").stdout)
    assert written["folders"][0]["files"] > 3
    edit("cards.yaml", "copies: 2", "copies: two")
    broken = run("build", "tiny", "--format", "json")
    assert broken.exit_code == 1
    assert json.loads(broken.stdout)["problems"][0]["check"] == "shape"


def test_a_shell_completes_games_and_components(monkeypatch: pytest.MonkeyPatch) -> None:
    def completed(words: str) -> str:
        complete = BashComplete(main, {}, "pieria", "_PIERIA_COMPLETE")
        *args, last = words.split(" ")
        return ",".join(each.value for each in complete.get_completions(args, last))

    assert completed("build nine") == "nine-muses,nine"
    assert completed("deck nine-muses phil") == "philosophers"
    assert completed("build --paper le").startswith("letter,legal,letter-10-cards,")
    assert "simulate" in completed("")


def test_colours_are_for_terminals_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    monkeypatch.setattr("click.echo", lambda words, **_: said.append(words))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    message = "a.yaml:1:2: warning: odd [total]"
    show_problems(message)
    monkeypatch.setenv("NO_COLOR", "1")
    show_problems(message)
    assert "\x1b[1ma.yaml:1:2:\x1b[0m" in said[0]
    assert "\x1b[33mwarning" in said[0]
    assert said[1] == message

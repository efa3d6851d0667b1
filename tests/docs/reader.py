"""A reader who types what a page shows, in a folder of their own, and compares what is said."""

from __future__ import annotations

import difflib
import io
import re
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

import click
from click.testing import CliRunner

from generator.cli import main
from tests.docs.fences import Fence, fences
from validator.core.resources import resource

# What a reader may type beside `pieria`; the shell of the system carries it out.
TOOLS = {"cat", "cp", "echo", "ls", "mkdir", "mv", "printf", "rm", "sed", "touch"}


def typed(words: str) -> Iterator[tuple[str, str]]:
    """Each command of a console block, and what is shown below it."""
    parts = re.split(r"^\$ ", words, flags=re.MULTILINE)
    assert not parts[0].strip(), f"no command stands before {parts[0]!r}"
    for part in parts[1:]:
        lines = part.splitlines()
        command = lines.pop(0)
        while command.endswith("\\"):
            command = command[:-1] + lines.pop(0).strip()
        shown = "\n".join(line.rstrip() for line in lines).strip("\n")
        yield command.strip(), shown


def same(shown: str, said: str) -> bool:
    """Whether `said` is what a page shows: `...` is some letters, on a line of its own lines."""
    pattern = ""
    for line in shown.splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(map(re.escape, line.split("..."))) + "\n"
    lines = "".join(f"{line.rstrip()}\n" for line in said.strip("\n").splitlines())
    return re.fullmatch(pattern, lines) is not None


SETTINGS = ("HOME", "XDG_CONFIG_HOME", "APPDATA")  # where a reader's own settings lie


class UntrueError(AssertionError):
    """A page shows what is not so."""


class Reader:
    """Stands in `folder`, which is the working directory; commands leave there what they write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, object] = {}  # of the page's Python
        (folder / "data").symlink_to(resource("data").resolve())

    def read(self, page: Path) -> None:
        """Follow a page from its first block to its last."""
        for fence in fences(page):
            self.follow(fence)

    def follow(self, fence: Fence) -> None:
        """Do what a block says. Fails with its place and what was said instead."""
        if fence.reason:
            return
        if fence.language in ("console", "sh"):
            self._console(fence)
        elif fence.file and fence.language == "diff":
            file = self.folder / fence.file
            file.write_text(patched(file.read_text("utf-8"), fence.words), "utf-8")
        elif fence.file:
            self._write(fence)
        elif fence.language == "play":
            self._replay(fence, "block.play")
        elif fence.language == "python":
            self._python(fence)
        else:
            raise UntrueError(
                f"{fence}: nothing runs this block of '{fence.language}'; name its file, or say "
                "why in <!-- not run: … --> (tests/docs/fences.py)"
            )

    # ---- commands

    def _console(self, fence: Fence) -> None:
        words = fence.words
        if fence.language == "sh":
            words = "".join(f"$ {line}\n" for line in words.splitlines() if line)
        for command, shown in typed(words):
            if command.startswith("#"):
                continue
            if fence.parsed:
                parse(command, fence)
                continue
            code, said = self._say(command, fence)
            assert shown or code == 0, f"{fence}: {command}: ended with {code}\n{said}"
            if shown and not same(shown, said):
                change = "\n".join(
                    difflib.unified_diff(
                        shown.splitlines(), said.strip("\n").splitlines(), "shown", "said", n=2
                    )
                )
                raise UntrueError(f"{fence}: $ {command}\n{change}")

    def _say(self, command: str, fence: Fence) -> tuple[int, str]:
        words = shlex.split(command, comments=True)
        if words[0] == "pieria":
            result = CliRunner().invoke(main, words[1:], prog_name="pieria")
            left = result.exception
            assert left is None or isinstance(left, SystemExit), f"{fence}: {command}: {left!r}"
            return result.exit_code, result.output
        assert words[0] in TOOLS, f"{fence}: the tests do not run '{words[0]}'"
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return ran.returncode, ran.stdout + ran.stderr

    # ---- files

    def _write(self, fence: Fence) -> None:
        file = self.folder / fence.file
        assert file.resolve().is_relative_to(self.folder), f"{fence}: {file} is elsewhere"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(framed(fence), "utf-8")
        if file.suffix == ".play":
            code, said = self._say(f"pieria replay {shlex.quote(fence.file)}", fence)
            assert code == 0, f"{fence}:\n{said}"

    def _replay(self, fence: Fence, name: str) -> None:
        (self.folder / name).write_text(fence.words, "utf-8")
        code, said = self._say(f"pieria replay {name}", fence)
        assert code == 0, f"{fence}:\n{said}"

    def _python(self, fence: Fence) -> None:
        with redirect_stdout(io.StringIO()):
            exec(compile(fence.words, str(fence), "exec"), self.names)


def framed(fence: Fence) -> str:
    """The whole file of a block, its lines set in as far as HERE is."""
    before, here, after = re.split(r"^([ ]*)HERE$", fence.frame, maxsplit=1, flags=re.MULTILINE)
    lines = fence.words.rstrip("\n").splitlines()
    return before + "\n".join(here + line if line else "" for line in lines) + after + "\n"


def patched(words: str, diff: str) -> str:
    """A file with the lines of a diff block: those with ``-`` out, those with ``+`` in.

    What the block shows as it was must stand in the file just once, whole lines of it.
    """
    lines = diff.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if line[:1] in ("-", " ", ""))
    new = "".join(f"{line[1:]}\n" for line in lines if line[:1] in ("+", " ", ""))
    places = [place.start() for place in re.finditer(f"^(?={re.escape(old)})", words, re.MULTILINE)]
    assert len(places) == 1, f"these lines do not stand there once:\n{old}"
    return words[: places[0]] + new + words[places[0] + len(old) :]


def parse(command: str, place: object, mention: bool = False) -> None:
    """Compare a command line with the program: commands, options, choices, arguments.

    Its files need not be there; a mention may leave arguments out.
    """
    words = shlex.split(command, comments=True)
    if words[:1] != ["pieria"]:
        return
    words = words[1:]
    context = click.Context(main, info_name="pieria")
    if not words or words[0].startswith("-"):
        main.make_context("pieria", words or ["--help"], resilient_parsing=True)
        return
    known = main.get_command(context, words[0])
    assert known is not None, f"{place}: there is no pieria {words[0]}"
    try:
        known.make_context(words[0], words[1:], parent=context)
    except click.exceptions.Exit:
        pass  # --help
    except click.UsageError as error:
        if mention and isinstance(error, click.MissingParameter):
            return
        if "does not exist" in error.format_message():
            return
        raise UntrueError(f"{place}: {command}: {error.format_message()}") from None

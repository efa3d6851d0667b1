"""An old public name is refused with the new one."""

from __future__ import annotations

import click
import pytest

from generator.cli import COMMANDS, main
from tests.conftest import run
from validator.core import renamed

CONTEXT = click.Context(main)


def options_of(command: str) -> set[str]:
    found = main.get_command(CONTEXT, command)
    assert found is not None
    return {name for each in found.params for name in (*each.opts, *each.secondary_opts)}


@pytest.mark.parametrize(("old", "new"), renamed.COMMANDS.items())
def test_an_old_command_names_the_new_one(old: str, new: str) -> None:
    assert new in COMMANDS
    assert old not in COMMANDS
    result = run(old, "x.pdf")
    assert result.exit_code == 2
    assert f"no command '{old}'; it is now called '{new}'" in result.output


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [(command, *pair) for command, each in renamed.OPTIONS.items() for pair in each.items()],
)
def test_an_old_option_names_the_new_one(command: str, old: str, new: str) -> None:
    known = options_of(command)
    assert new in known
    assert old not in known
    result = run(command, "muse", old)
    assert result.exit_code == 2
    assert f"no option '{old}'; it is now called '{new}'" in result.output


def test_an_option_of_another_command_is_not_called_renamed() -> None:
    result = run("list", "--nearby")
    assert result.exit_code == 2
    assert "now called" not in result.output

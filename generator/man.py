"""Builds the manual page of `pieria` from the help of its commands.

python -m generator.man > pieria.1
"""

from __future__ import annotations

import sys

import click

from generator.cli import main


def man_page(command: click.Group) -> str:
    """Return a page for man(1) in roff: a description of the program, then each command."""
    context = click.Context(command, info_name="pieria")
    parts = [
        '.TH PIERIA 1 "" "Pieria" "User Commands"',
        ".SH NAME",
        r"pieria \- print tabletop games from data files, and check them against their rules",
        ".SH SYNOPSIS",
        ".B pieria",
        r"\fICOMMAND\fR [\fIOPTIONS\fR] [\fIARGUMENTS\fR]",
        ".SH DESCRIPTION",
        *_paragraphs(command.help or ""),
        ".SH COMMANDS",
    ]
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        inner = click.Context(found, parent=context, info_name=name)
        parts += [f".SS {_plain(' '.join(['pieria', name, *found.collect_usage_pieces(inner)]))}"]
        parts += _paragraphs(found.help or "")
        for each in found.get_params(inner):
            if record := each.get_help_record(inner):
                parts += [".TP", rf"\fB{_plain(record[0])}\fR", _plain(record[1])]
    parts += [".SH SEE ALSO", "The documentation opens in a browser with: pieria docs"]
    return "\n".join(parts) + "\n"


def _paragraphs(words: str) -> list[str]:
    r"""Return the paragraphs of a help text.

    Paragraphs after a \b keep their line breaks.
    """
    parts = []
    for paragraph in words.split("\n\n"):
        lines = [line.strip() for line in paragraph.strip().splitlines()]
        if lines[:1] == ["\b"]:
            parts += [".nf", *map(_plain, lines[1:]), ".fi"]
        else:
            parts += [".PP", _plain(" ".join(lines))]
    return parts


def _plain(words: str) -> str:
    """Return text with escapes before the characters that roff would interpret."""
    text = " ".join(words.split()).replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    sys.stdout.write(man_page(main))

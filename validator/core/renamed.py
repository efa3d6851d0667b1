"""Public names that were replaced: commands, options, data keys and field types.

The command line and the loader report the new name when an old one is used, and `pieria upgrade`
converts projects. Nothing accepts an old name.
"""

from __future__ import annotations

from collections.abc import Container, Mapping

COMMANDS = {"proof": "verify"}
OPTIONS = {  # command -> option -> option
    "build": {
        "--proof": "--verify",
        "--no-proof": "--no-verify",
        "--stock": "--thickness",
        "--safe-zone": "--draw-safe-zone",
        "--rule-ids": "--print-rule-ids",
        "--estimate": "--estimate-ink",
    },
    "export": {"--resize": "--fit"},
    "languages": {"--write": "--init"},
    "play": {"--by-hand": "--physical"},
    "pull": {"--nearby": "--allow-local"},
    "replay": {"--see": "--view", "--write": "--fill-chance"},
    "rules": {"--mutations": "--mutation-test"},
    "simulate": {"--against": "--compare"},
}


KEYS = {  # keys of game.yaml, overlays and headers of scripts; templates use the same names
    "about": "description",
    "because": "reason",
    "direction": "art_direction",
    "needs": "requires",
    "other": "other_columns",
}
FENCES = {"example": "move", "position": "plan"}  # fenced blocks of rulebooks
FIELD_TYPES = {"whole": "integer", "yes-no": "boolean"}


def called_now(word: str, renamed: Mapping[str, str], known: Container[str]) -> str:
    """Return ``; it is now called 'verify'`` for an old name, or an empty string for any other."""
    new = renamed.get(word)
    return f"; it is now called '{new}'" if new is not None and new in known else ""


def key_now(word: str, known: Container[str], renamed: Mapping[str, str] = KEYS) -> str:
    """Return the end of a message about an old data key.

    It contains the new name, and the command that converts the file.
    """
    hint = called_now(word, renamed, known)
    return f"{hint}; `pieria upgrade` converts the files of a project" if hint else ""

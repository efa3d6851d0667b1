"""Records which project wrote an output folder, so that no other project overwrites its files.

Files are named after a game's id. For each id, the output folder records from which data folder its
files were made.
"""

from __future__ import annotations

import json
from pathlib import Path

from validator.core.location import Problem
from validator.core.model import Game
from validator.core.tree import place_of

RECORD = ".pieria-projects"  # in the folder of output: {"my-deck": "/home/ann/my-deck"}
LARGEST = 1_000_000  # bytes


def of_another(output: Path, game: Game) -> Problem | None:
    """Return a problem if `output` contains files of another project whose game has the same id.

    Files of a project that no longer exists may be overwritten.
    """
    owner = _owners(output).get(game.id)
    if owner is None or _is_same(Path(owner), game.folder):
        return None
    if not (Path(owner) / "game.yaml").is_file():
        return None
    message = (
        f"'{game.id}' in {output.as_posix()} was built from another project, {owner}; "
        "give this game another id, or choose another folder with --output"
    )
    return Problem(place_of(game.node, game.id), message, "output")


def claimed(output: Path, game: Game) -> dict[Path, bytes]:
    """Return the file with the owners of an output folder, to which this game is added.

    It is written together with the game's files.
    """
    owners = {**_owners(output), game.id: str(game.folder.resolve())}
    return {output / RECORD: json.dumps(owners, indent=1, sort_keys=True).encode() + b"\n"}


def _is_same(owner: Path, folder: Path) -> bool:
    return owner.resolve() == folder.resolve()


def _owners(output: Path) -> dict[str, str]:
    """Return the recorded owner of each file, or an empty mapping if the record cannot be read."""
    file = output / RECORD
    try:
        if not file.is_file() or file.stat().st_size > LARGEST:
            return {}
        found = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {id_: owner for id_, owner in found.items() if isinstance(owner, str)}

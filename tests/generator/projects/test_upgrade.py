"""`pieria upgrade` replaces old names where they stand, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.projects.upgrade import upgrade
from tests.conftest import run
from validator.core.renamed import FIELD_TYPES, KEYS
from validator.core.resources import shipped_games
from validator.load.fieldtypes import PLAIN
from validator.load.game import GAME, load_game

OLD = {
    "game.yaml": """\
# needs: a comment stays
game: old
needs: ["A pen."]   # about what is needed
theme: {direction: 'needs about', fonts: {}, colours: {}}
types:
  power: {sure: yes-no?, much: list of whole}
allow:
  - {check: fit, "because": needs must}
components:
  - id: cards
    about: the whole deck
    cards: cards.csv
    fields: {about: text, cost: whole, kind: "one of whole, half", more: "map of whole?"}
    other: ignore
""",
    "locale/it.yaml": "language: it\nneeds: [Una penna.]\ncomponents: {cards: {about: tutto}}\n",
    "scripts/a.play": "# about: this\ngame: ..\nabout: A toils.\nplayers: [A]\n---\nabout: 1\n",
    "table.yaml": """\
plan:
  middle: [{zone: list, as: "list"}, {zone: pool, as: pile}]
  player: {zones: [{zone: list, as: list}]}
""",
    "scripts/b.play": """\
game: muse
players: [Ann, Bob]
start:
  tokens: 2  # tokens: in all
  Y1: {cards: 2}
  Ann: {cards: 3, tokens: 1}
---
= Ann.cards 3
""",
    "rulebook.md": """\
about: text of the book

```play
players: [A, B]
about: an example
---
```

```example Toil | Ann, pool
players: [A, B]
---
```

```position A table
script: call.play
lines: 3-9
```

```example Called away | Ann
script: call.play
```

Run `pieria proof x.pdf`, then `pieria build --stock 0.3 --no-proof`, not `other --stock`.
""",
    "templates/card.svg.j2": """\
{{ game.needs }} {{ theme.direction }} {{ component.about }} {{ card.about }}
{% for each in game.components %}{{ each.about }}{% endfor %}
""",
}
NEW = {
    "game.yaml": """\
# needs: a comment stays
game: old
requires: ["A pen."]   # about what is needed
theme: {art_direction: 'needs about', fonts: {}, colours: {}}
types:
  power: {sure: boolean?, much: list of integer}
allow:
  - {check: fit, "reason": needs must}
components:
  - id: cards
    description: the whole deck
    cards: cards.csv
    fields: {about: text, cost: integer, kind: "one of whole, half", more: "map of integer?"}
    other_columns: ignore
""",
    "locale/it.yaml": """\
language: it
requires: [Una penna.]
components: {cards: {description: tutto}}
""",
    "scripts/a.play": """\
# about: this
game: ..
description: A toils.
players: [A]
---
about: 1
""",
    "table.yaml": """\
plan:
  middle: [{zone: list, as: "row"}, {zone: pool, as: pile}]
  player: {zones: [{zone: list, as: row}]}
""",
    "scripts/b.play": """\
game: muse
players: [Ann, Bob]
start:
  supply: 2  # tokens: in all
  Y1: {cards: 2}
  Ann: {hand: 3, tokens: 1}
---
= Ann.cards 3
""",
    "rulebook.md": """\
about: text of the book

```play
players: [A, B]
description: an example
---
```

```move Toil | Ann, pool
players: [A, B]
---
```

```plan A table | call.play 3-9
```

```move Called away | call.play, Ann
```

Run `pieria verify x.pdf`, then `pieria build --thickness 0.3 --no-verify`, not `other --stock`.
""",
    "templates/card.svg.j2": """\
{{ game.requires }} {{ theme.art_direction }} {{ component.description }} {{ card.about }}
{% for each in game.components %}{{ each.description }}{% endfor %}
""",
}


def put(folder: Path, files: dict[str, str], newline: str = "\n", mark: str = "") -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes((mark + text.replace("\n", newline)).encode())


@pytest.mark.parametrize(("newline", "mark"), [("\n", ""), ("\r\n", "\ufeff")])
def test_only_old_names_change(tmp_path: Path, newline: str, mark: str) -> None:
    put(tmp_path / "old", OLD, newline, mark)
    put(tmp_path / "new", NEW, newline, mark)
    result = run("upgrade", str(tmp_path / "old"))
    assert result.exit_code == 0
    for name in OLD:
        assert (tmp_path / "old" / name).read_bytes() == (tmp_path / "new" / name).read_bytes()
    assert "game.yaml:3: 'needs' is now 'requires'" in result.output
    assert result.output.endswith(f"{len(OLD)} files changed.\n")
    again = run("upgrade", str(tmp_path / "old"))
    assert (again.exit_code, again.output) == (0, "Nothing to change.\n")


def test_nothing_is_written_if_one_file_cannot_be_read(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    (tmp_path / "locale" / "it.yaml").write_text("language: [\n", "utf-8")
    result = run("upgrade", str(tmp_path))
    assert result.exit_code == 1
    assert "it.yaml:" in result.output
    assert (tmp_path / "game.yaml").read_text("utf-8") == OLD["game.yaml"]


def test_a_file_with_both_names_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("needs: []\nrequires: []\n", "utf-8")
    found, problems = upgrade(tmp_path)
    assert not found
    assert [each.location.line for each in problems] == [1]
    assert "'needs' is now called 'requires', which is here too" in problems[0].message


def test_one_script_can_be_converted(tmp_path: Path) -> None:
    put(tmp_path, OLD)
    assert run("upgrade", str(tmp_path / "scripts" / "a.play")).exit_code == 0
    assert (tmp_path / "scripts" / "a.play").read_text("utf-8") == NEW["scripts/a.play"]
    assert (tmp_path / "game.yaml").read_text("utf-8") == OLD["game.yaml"]


@pytest.mark.parametrize("game", shipped_games())
def test_scripts_of_every_game_can_be_converted(tmp_path: Path, game: str) -> None:
    script = tmp_path / "a.play"
    script.write_text(
        f"game: {game}\nabout: a night\nplayers: [Ann, Bob]\nstart: {{Ann: {{}}}}\n---\n"
    )
    assert run("upgrade", str(script)).exit_code == 0
    assert "\ndescription: a night\n" in script.read_text("utf-8")


def test_the_loader_names_the_new_name(tiny: Path) -> None:
    file = tiny / "game.yaml"
    text = file.read_text("utf-8")
    text = text.replace("art_direction:", "direction:").replace("coins: integer", "coins: whole")
    file.write_text(text + "needs: [a pen]\n", "utf-8")
    messages = [each.message for each in load_game(tiny).problems]
    hint = "pieria upgrade` converts the files of a project"
    assert len(messages) == 3
    for old, new in {"direction": "art_direction", "whole": "integer", "needs": "requires"}.items():
        (message,) = [each for each in messages if f"'{old}'; it is now called '{new}'" in each]
        assert hint in message
    run("upgrade", str(tiny))
    assert load_game(tiny).problems == []


def test_no_old_name_is_accepted() -> None:
    assert not KEYS.keys() & GAME.fields.keys()
    assert FIELD_TYPES.keys().isdisjoint(PLAIN)
    assert {*FIELD_TYPES.values()} <= PLAIN.keys()

"""Writes the deck that all programs are timed with: a CSV file, pictures, icons, and a Pieria game.

Every program reads `deck.csv`; the folder `game/` next to it is for `pieria build`. The same size
gives the same files, because randomness comes from a seed.
"""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
FONTS = PROJECT / "templates" / "fonts" / "AlegreyaSans"
ICONS = ("anvil", "butterfly", "castle", "broken-pottery", "bull-horns", "candle-light", "chest",
         "clockwise-rotation")  # fmt: skip
HUES = ("#8c2f1f", "#1f4e8c", "#3c6b2f", "#7a4a9a", "#a8640f", "#2d5f68")
KINDS = ("Voyage of the coast", "Craft of the hand", "Song of the hill", "Gift of the sea")
COLUMNS = ("id", "title", "kind", "hue", "icons", "picture", "text", "number")
PICTURES = 20
WORDS = [
    "the",
    "river",
    "bends",
    "where",
    "old",
    "stones",
    "keep",
    "a",
    "name",
    "that",
    "nobody",
    "reads",
    "aloud",
    "and",
    "every",
    "boat",
    "brings",
    "salt",
    "oil",
    "wool",
    "or",
    "news",
    "from",
    "the",
    "far",
    "shore",
    "take",
    "one",
    "token",
    "when",
    "you",
    "pass",
    "the",
    "gate",
    "then",
    "move",
    "your",
    "pawn",
    "to",
    "an",
    "open",
    "place",
    "draw",
    "two",
    "cards",
    "and",
    "keep",
    "the",
    "better",
    "give",
    "a",
    "neighbour",
    "what",
    "remains",
    "before",
    "night",
    "falls",
    "on",
    "the",
    "market",
    "let",
    "each",
    "player",
    "answer",
    "in",
    "turn",
    "with",
    "a",
    "verse",
    "a",
    "trade",
    "or",
    "a",
    "wager",
]
NAMES = [
    "Amber",
    "Harbour",
    "Lantern",
    "Orchard",
    "Saffron",
    "Meadow",
    "Quarry",
    "Temple",
    "Willow",
    "Falcon",
    "Juniper",
    "Marble",
    "Olive",
    "Thunder",
    "Velvet",
    "Winter",
    "Copper",
    "Garden",
    "Kestrel",
    "Mirror",
]


def make_deck(folder: Path, faces: int, big_pictures: str = "", data: str = "csv") -> Path:
    """Write a deck of `faces` faces; `big_pictures` is a format of full-card pictures."""
    game = folder / "game"
    (game / "templates").mkdir(parents=True)
    (game / "pictures").mkdir()
    if big_pictures:
        rows = _picture_rows(game / "pictures", faces, big_pictures)
    else:
        rows = _rows(faces)
        _small_pictures(game / "pictures")
        _icons(folder / "icons")
    for file in (folder / "deck.csv", game / "deck.csv"):
        with file.open("w", encoding="utf-8", newline="") as out:
            csv.DictWriter(out, COLUMNS).writerows(
                [dict(zip(COLUMNS, COLUMNS, strict=True)), *rows]
            )
    (game / "deck.yaml").write_text(_yaml(rows), "utf-8")
    (game / "game.yaml").write_text(GAME.replace("DECK", f"deck.{data}"), "utf-8")
    (game / "rules.yaml").write_text(RULES, "utf-8")
    for name, text in TEMPLATES.items():
        (game / "templates" / name).write_text(text, "utf-8")
    if big_pictures:
        (game / "templates" / "card.svg.j2").write_text(PICTURE_CARD, "utf-8")
    return folder


def _rows(faces: int) -> list[dict[str, str]]:
    chance = random.Random(7)
    return [_row(index, faces, chance) for index in range(faces)]


def _row(index: int, faces: int, chance: random.Random) -> dict[str, str]:
    words = [chance.choice(WORDS) for _ in range(chance.randint(19, 27))]  # 3 to 5 lines
    bold = chance.randrange(2, len(words) - 2)
    words[bold] = f"**{words[bold]}**"
    if chance.random() < 0.5:
        words[bold + 1] += ","
    words[0] = words[0].capitalize()
    return {
        "id": f"card-{index + 1}",
        "title": f"{NAMES[index % 20]} {NAMES[index // 20 % 20]} {index + 1}",
        "kind": KINDS[index % 4],
        "hue": HUES[index % 6],
        "icons": "; ".join(chance.sample(ICONS, 3)),
        "picture": f"pictures/{index % PICTURES:02}.png",
        "text": " ".join(words) + ".",
        "number": f"The measured deck · {index + 1} of {faces}",
    }


def _picture_rows(folder: Path, faces: int, form: str) -> list[dict[str, str]]:
    """Return the rows of cards that each show a different picture at 300 dpi."""
    suffix = {"png": "png", "jpeg": "jpg"}[form]
    rows = _rows(faces)
    for index, row in enumerate(rows):
        file = folder / f"{index:03}.{suffix}"
        _paint(744, 1039, index).save(file, **({"quality": 90} if form == "jpeg" else {}))
        row["picture"] = f"pictures/{file.name}"
    return rows


def _small_pictures(folder: Path) -> None:
    for index in range(PICTURES):
        _paint(300, 200, index).save(folder / f"{index:02}.png")


def _paint(width: int, height: int, index: int):
    """Return a picture with soft areas, edges and grain, which compresses about like a painting."""
    from PIL import Image, ImageDraw

    chance = random.Random(index)
    slopes = [Image.linear_gradient("L").rotate(90 * chance.randrange(4)) for _ in range(3)]
    image = Image.merge("RGB", slopes).resize((width, height))
    draw = ImageDraw.Draw(image)
    for _ in range(12):
        x, y, r = chance.randrange(width), chance.randrange(height), chance.randrange(8, width // 4)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=tuple(chance.choices(range(256), k=3)))
    grain = Image.new("RGB", (64, 64))
    grain.putdata([tuple(chance.choices(range(256), k=3)) for _ in range(64 * 64)])
    sheet = Image.new("RGB", (width, height))
    for x in range(0, width, 64):
        for y in range(0, height, 64):
            sheet.paste(grain, (x, y))
    return Image.blend(image, sheet, 0.04)


def _icons(folder: Path) -> None:
    """Write the icons as SVG files, for programs that read these, and as path data."""
    folder.mkdir()
    library = json.loads((PROJECT / "templates" / "icons" / "icons.json").read_text("utf-8"))
    paths = {name: library[name]["d"] for name in ICONS}
    (folder / "paths.json").write_text(json.dumps(paths), "utf-8")
    for name, d in paths.items():
        (folder / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" '
            f'viewBox="0 0 512 512"><path fill="#2b2b33" d="{d}"/></svg>',
            "utf-8",
        )


def _yaml(rows: list[dict[str, str]]) -> str:
    lines = ["source: original", "cards:"]
    for row in rows:
        lines.append(f"  - id: {row['id']}")
        for key in COLUMNS[1:]:
            value = row[key]
            said = f"[{value.replace(';', ',')}]" if key == "icons" else json.dumps(value)
            lines.append(f"    {key}: {said}")
    return "\n".join(lines) + "\n"


GAME = """\
game: bench
code: BENCH
title: The measured deck
players: {min: 1, max: 2}
licence:
  credit: The Pieria developers
  licence: none stated
  notice: Made by benchmarks/deck.py.
  placeholders: All cards are made up.
theme:
  art_direction: A plain card.
  fonts: {display: Alegreya Sans, text: Alegreya Sans, label: Alegreya Sans}
  colours: {paper: "#f7f1e3", ink: "#2b2b33", muted: "#6a6a72", frame: "#2d5f68"}
components:
  - id: cards
    kind: deck
    title: Cards
    size: tcg
    face: card.svg.j2
    back: back.svg.j2
    cards: DECK
    fields:
      kind: text
      hue: colour
      icons: list of icon
      picture: picture
      text: text
      number: text
"""

RULES = """\
game: bench
code: BENCH
version: "1"
rules:
  - id: BENCH-COMP-01
    kind: component
    statement: There are cards.
    section: Components
    checkable: "no"
    source: original
"""

TEMPLATES = {
    "card.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block face %}
{{ art('frame.svg.j2', hue=card.hue) }}
{{ line(card.title, width / 2, 11, 51, size=13, min=9, align='center', bold=True) }}
{{ picture(card.picture, 6, 14, 51, 34) }}
{{ line(card.kind, 6, 53, 33, size=9, min=7, italic=True, fill=colour.muted) }}
{% for name in card.icons %}
{{ icon(name, 40 + 6 * loop.index0, 49.3, 5) }}
{% endfor %}
{{ text(card.text, 6, 56, 51, 22, size=9, min=7) }}
{{ line(card.number, width / 2, 82.5, 51, size=6, align='center', fill=colour.muted) }}
{% endblock %}
""",
    "frame.svg.j2": """\
<svg viewBox="-2 -2 67 92">
<rect x="-2" y="-2" width="67" height="92" fill="{{ hue }}"/>
<rect x="3" y="3" width="57" height="82" rx="2.5" fill="{{ colour.paper }}"
  stroke="{{ colour.ink }}" stroke-width="0.4"/>
</svg>
""",
    "back.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block face %}
<rect x="-2" y="-2" width="67" height="92" fill="{{ colour.frame }}"/>
<rect x="4" y="4" width="55" height="80" rx="2.5" fill="none"
  stroke="{{ colour.paper }}" stroke-width="0.6"/>
{{ icon('castle', 16.5, 24, 30, fill=colour.paper) }}
{{ line('The measured deck', width / 2, 66, size=13, align='center', bold=True,
        fill=colour.paper) }}
{% endblock %}
""",
}  # fmt: skip

PICTURE_CARD = """\
{% extends "shared/face.svg.j2" %}
{% block face %}
{{ picture(card.picture, 0, 0, width, height) }}
{% endblock %}
"""

"""Seeded decks of one's own for the shipped games: every card renamed, its numbers changed."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from random import Random
from typing import Any

import yaml

from validator.core.resources import resource

SYLLABLES = ("ka", "lo", "mé", "ri", "thu", "on", "ax", "pei", "zo", "ny", "do", "ú", "st")
MARKS = ("", "", " of {}", "'s {}", " & {}", "-{}", " {} 2")


class Deck:
    """A copy of a shipped game's data, to be changed and written back."""

    def __init__(self, game: str, folder: Path, seed: int) -> None:
        self.random = Random(f"{game}/{seed}")
        self.folder = folder
        self.names: set[str] = set()
        shutil.copytree(
            resource("data") / game,
            folder,
            ignore=shutil.ignore_patterns("scripts", "sheets", "locale"),
        )

    def read(self, file: str) -> Any:
        return yaml.load((self.folder / file).read_text("utf-8"), yaml.CSafeLoader)

    def write(self, file: str, data: Any) -> None:
        (self.folder / file).write_text(json.dumps(data, ensure_ascii=False), "utf-8")

    def number(self, rule: str, old: str, new: object) -> None:
        """Change what a rule says: the text behind its id, once."""
        path = self.folder / "rules.yaml"
        text = path.read_text("utf-8")
        start = text.index(f"- id: {rule}\n")
        place = text.index(old, start)
        path.write_text(f"{text[:place]}{new}{text[place + len(old) :]}", "utf-8")

    def name(self) -> str:
        """A title that no card has yet, with accents, apostrophes and several words."""
        while True:
            word = ["".join(self.random.sample(SYLLABLES, 2)).capitalize() for _ in range(2)]
            title = word[0] + self.random.choice(MARKS).format(word[1])
            if title.lower() not in self.names:
                self.names.add(title.lower())
                return title


def nine_muses(deck: Deck) -> None:
    random = deck.random

    def amounts(most: int) -> dict[str, int]:
        return {kind: number for kind in "CSE" if (number := random.choice((0, 0, 1, most)))}

    philosophers = deck.read("philosophers.yaml")
    for card in philosophers["cards"]:
        card["title"] = deck.name()
        card["copies"] = random.randint(1, 8)
        card["options"] = [
            {"pay": amounts(2), "gain": amounts(3) or {"C": 1}} for _ in range(random.randint(1, 3))
        ]
    muses = deck.read("muses.yaml")
    for card in muses["cards"]:
        card["title"] = deck.name()
        low = random.randint(0, 5)
        card["condition"] = random.choice(
            ({random.choice("CSE"): [low, low + random.randint(0, 9)]},
             {"most": random.choice("CSE")}, {"lowest_score": True},
             {"total": [low, 99], "muses": [0, random.randint(0, 3)]})
        )  # fmt: skip
        card["benefit"] = amounts(2) or {"VP": random.randint(1, 9)}
    deck.write("philosophers.yaml", philosophers)
    deck.write("muses.yaml", muses)


def dance_of_muses(deck: Deck) -> None:
    muses = deck.read("muses.yaml")
    for number, card in enumerate(muses["cards"]):
        card["id"], card["title"] = f"m{number}", deck.name()
        card["suns"] = deck.random.randint(0, 9)
        card["power"] = deck.random.choice(("plus", "minus", "swap", "recall"))
        card["area"] = "copied" if card["power"] == "recall" else deck.random.choice(
            ("orth", "diag", "all"))  # fmt: skip
    deck.write("muses.yaml", muses)
    path = deck.folder / "game.yaml"
    text = path.read_text("utf-8").replace("title: Mnemosyne,", f'title: "{deck.name()}",')
    path.write_text(text, "utf-8")


def muse(deck: Deck) -> None:
    path = deck.folder / "game.yaml"
    text = path.read_text("utf-8")
    for word in ("Quill", "Owl", "Candle", "Key", "Rose", "Book"):
        copies = deck.random.randint(6, 9)
        new = rf'{{title: "{deck.name()}", \1copies: {copies}'
        text = re.sub(rf"\{{title: {word}, (.*?)copies: 6", new, text)
    path.write_text(text, "utf-8")
    deck.number("MUSE-SETUP-02", "cards_each: 3", f"cards_each: {deck.random.randint(1, 5)}")


def schizonauts(deck: Deck) -> None:
    objects = deck.read("objects.yaml")
    places = [(card["page"], card["slot"]) for card in objects["cards"]]
    deck.random.shuffle(places)
    for card, (page, slot) in zip(objects["cards"], places, strict=True):
        card["title"] = deck.name()
        card["aptitude"] = deck.random.choice(("violence", "knowledge", "intimacy"))
        card["bonus"] = deck.random.randint(1, 2)
        card["page"], card["slot"], card["source"] = page, slot, "original"
    deck.write("objects.yaml", objects)


def sing_o_muse(deck: Deck) -> None:
    random = deck.random
    traits = ("wisdom", "cunning", "fire", "shooting", "flight", "instinct")
    muse_deck, quests = deck.read("muse.yaml"), deck.read("quests.yaml")
    ids = {}
    for number, card in enumerate(muse_deck["cards"]):
        ids[card["id"]] = f"x{number}"
        card["id"], card["title"] = f"x{number}", deck.name()
        if card.get("might"):
            card["might"] = random.randint(0, card["might"] + 3)
        if card["type"] in ("companion", "treasure") and random.random() < 0.2:
            card["copies"] = 2
        if card["type"] in ("hero", "companion"):
            card["traits"] = random.sample(traits, random.randint(0, 3))
    for card in muse_deck["cards"]:
        for field in ("requires", "vulnerable"):
            for place, need in enumerate(card.get(field, ())):
                if need.startswith("item:"):
                    card[field][place] = f"item:{ids[need[5:]]}"
                elif random.random() < 0.5:
                    card[field][place] = random.choice(traits)
    for number, card in enumerate(quests["cards"]):
        card["id"], card["title"] = f"y{number}", deck.name()
        card["laurels"] = random.randint(1, 6)
        for step in card.get("steps", ()):
            for kind in ("foe", "ordeal"):
                if kind in step:
                    step[kind] = ids[step[kind]]
    deck.write("muse.yaml", muse_deck)
    deck.write("quests.yaml", quests)


VARIATIONS = {
    "nine-muses": nine_muses, "dance-of-muses": dance_of_muses, "muse": muse,
    "schizonauts": schizonauts, "sing-o-muse": sing_o_muse,
}  # fmt: skip


def varied(game: str, folder: Path, seed: int) -> Path:
    """A deck of one's own for a game, the same for the same seed, in a folder that is new."""
    VARIATIONS[game](Deck(game, folder, seed))
    return folder

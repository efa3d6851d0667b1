"""Every number of every catalogue has a reader: something notices when it is raised by one.

What checks, referees (while all scripts are played) and templates read is recorded; a number that
follows from others passes its readers on to them. A sample of the numbers is raised, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from generator.faces import visible
from generator.kit.build import build_kit
from generator.kit.options import Options
from validator.checks import check_deck, check_game
from validator.core.frozen_map import FrozenMap
from validator.core.model import Card, Game, Loaded, Rule
from validator.core.resources import resource, shipped_games
from validator.load.derived import CatalogueNumbers
from validator.load.game import load_game
from validator.load.shape import REFERENCE
from validator.referee.consistency import Derived, Numbers
from validator.referee.registry import numbers_for
from validator.script.play import fails, replay

SAMPLE = 1  # numbers of each game that are raised
NAMED = ("muse",)  # decks whose cards the faces of others name
ONCE_UNREAD = {  # numbers that were read, and changed nothing
    "muse": ("MUSE-RUL-16.lays_each", "MUSE-COMP-05.pens", "MUSE-COMP-06.boxes"),
    "sing-o-muse": ("SING-CREW-09.lowest_might", "SING-KIT-04.returning"),
}


class Noting(dict[Any, Any]):
    """The values of a record, as templates look them up."""

    def __init__(self, values: Any, note: Callable[[Any, Any], None]) -> None:
        super().__init__(values)
        self.note = note

    def __getitem__(self, name: Any) -> Any:
        value = super().__getitem__(name)
        self.note(name, value)
        return value

    def get(self, name: Any, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401 - that is this method


@contextmanager
def recorded(game: Game) -> Iterator[set[str]]:
    """The references of the numbers that are read, but not by the statement of their own rule."""
    read: set[str] = set()
    muted: list[Rule] = []
    places: dict[int, str] = {}
    lookup_one, fill, values = FrozenMap.__getitem__, Rule._fill, visible.dict_of

    def place(value: Any, reference: str) -> None:
        if isinstance(value, FrozenMap):
            places[id(value)] = reference
            for key, each in value.items():
                place(each, f"{reference}.{key}")

    for rule in game.rules:
        place(rule.data, rule.id)

    def note(record: FrozenMap, name: Any, value: Any) -> None:
        if not muted and not isinstance(value, FrozenMap) and (found := places.get(id(record))):
            read.add(f"{found}.{name}")

    def noted(lookup: Any) -> Any:
        def one(record: FrozenMap, *names: Any) -> Any:
            value = lookup(record, *names)
            if id(record) in places:
                for name in names[:1] or record:  # all of them, if none is named
                    note(record, name, value if names else lookup_one(record, name))
            return value

        return one

    def quiet(rule: Rule, match: Any) -> str:
        muted.append(rule)
        try:
            return fill(rule, match)
        finally:
            muted.pop()

    with pytest.MonkeyPatch.context() as patch:
        for name in ("__getitem__", "__getattr__", "get", "values", "items"):
            patch.setattr(FrozenMap, name, noted(getattr(FrozenMap, name)))
        patch.setattr(Rule, "_fill", quiet)
        patch.setattr(visible, "dict_of", lambda each: Noting(values(each), partial(note, each)))
        yield read


@cache
def loaded(name: str) -> Game:
    game = load_game(resource("data") / name).game
    assert game is not None
    return game


def scripts(name: str) -> list[Path]:
    """The scripts of a game, the shortest first."""
    files = (resource("data") / name / "scripts").glob("*.play")
    return sorted(files, key=lambda file: (file.stat().st_size, file.name))


def short(game: Game) -> Game:
    """A game with two cards of each component: all its templates, and little else."""
    parts = [
        each if each.id in NAMED else replace(each, cards=each.cards[:2])
        for each in game.components
    ]
    return replace(game, components=tuple(parts))


@cache
def readings(name: str) -> dict[str, frozenset[str]]:
    """The numbers that checks, scripts (by name) and faces read."""
    game = loaded(name)
    found = {}
    with recorded(game) as read:

        def done(what: str) -> None:
            found[what] = frozenset(read)
            read.clear()

        assert check_game(game) == []
        assert check_deck(game) == []
        done("checks")
        for file in scripts(name):
            replay(file, file.name, lambda _: Loaded(game, []))
            done(file.stem)
        assert not build_kit(short(game), Options()).problems
        done("faces")
    return found


def passed_on(game: Game, read: set[str]) -> set[str]:
    """The numbers that are read, and those from which they follow."""
    asked: dict[str, set[str]] = {}

    @dataclass
    class Asking:
        numbers: Numbers
        by: str

        def __call__(self, reference: str, /) -> Any:
            asked.setdefault(self.by, set()).add(reference)
            return self.numbers(reference)

        def cards(self, component: str, /) -> tuple[Card, ...]:
            return self.numbers.cards(component)

    entries = [each for each in numbers_for(game.code) if isinstance(each, Derived)]
    traced = [each._replace(value=tracing(each, Asking)) for each in entries]
    raw = written(game.folder)
    rules = [replace(rule, data=raw[rule.id]) for rule in game.rules]
    numbers = CatalogueNumbers(rules, traced, game.components)
    numbers.filled([])
    assert not [*numbers.compared()]
    compared = {each.reference for each in entries if numbers.states(each.reference)}
    compared |= told(game)
    seen = [each.reference for each in entries]
    compared |= {each for each in seen if seen.count(each) > 1}
    for place, value in leaves(raw):
        if isinstance(value, str) and REFERENCE.fullmatch(value):
            asked.setdefault(place, set()).add(value)
    found, ahead = set(), [*read, *compared]
    while ahead:
        place = ahead.pop()
        if place in found:
            continue
        found.add(place)
        for by, others in asked.items():
            if overlap(by, place):
                ahead += others
    return found


def told(game: Game) -> set[str]:
    """The numbers that game.yaml and the files of cards name: players, copies, fields."""
    files = [each for each in game.folder.glob("*.yaml") if each.name != "rules.yaml"]
    return {name for each in files for name in REFERENCE.findall(each.read_text("utf-8"))}


def tracing(entry: Derived, asking: Any) -> Any:
    return lambda numbers: entry.value(asking(numbers, entry.reference))


def overlap(one: str, other: str) -> bool:
    return f"{one}.".startswith(f"{other}.") or f"{other}.".startswith(f"{one}.")


@cache
def written(folder: Path) -> dict[str, FrozenMap]:
    """The numbers of each rule as they are written."""
    tree = yaml.load((folder / "rules.yaml").read_text("utf-8"), yaml.CSafeLoader)
    return {each["id"]: frozen(each.get("data", {})) for each in tree["rules"]}


def frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return FrozenMap({key: frozen(each) for key, each in value.items()})
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | FrozenMap):
        for key, each in value.items():
            yield from leaves(each, f"{place}.{key}" if place else str(key))
    elif isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from leaves(each, f"{place}.{index}")
    else:
        yield place, value


def stated(name: str) -> dict[str, int | float]:
    """The numbers that a catalogue writes."""
    return {
        place: value
        for place, value in leaves(written(loaded(name).folder))
        if isinstance(value, int | float) and not isinstance(value, bool)
    }


@pytest.mark.parametrize("name", shipped_games())
def test_every_number_has_a_reader(name: str) -> None:
    read = passed_on(loaded(name), set().union(*readings(name).values()))
    unread = [each for each in stated(name) if not any(overlap(each, other) for other in read)]
    assert unread == []


def sampled(name: str) -> list[str]:
    """Some numbers of a game, always the same. What game.yaml prints is as it says."""
    known = told(loaded(name))
    every = sorted(each for each in stated(name) if not any(overlap(each, by) for by in known))
    return [*Random(name).sample(every, min(SAMPLE, len(every))), *ONCE_UNREAD.get(name, ())]


@pytest.mark.parametrize(
    ("name", "place"), [(name, each) for name in shipped_games() for each in sampled(name)]
)
def test_a_number_that_is_raised_is_noticed(name: str, place: str) -> None:
    game = loaded(name)
    raised, problems = with_one_more(game, place)
    before, after = dict(leaves(data(game))), dict(leaves(data(raised)))
    every = {*before, *after}  # a raised number can be the key of others
    changed = {one for one in every if before.get(one) != after.get(one)}
    readers = {
        what
        for what, read in readings(name).items()
        if any(overlap(one, other) for one in changed for other in read)
    }
    assert (
        problems
        or check_game(raised)
        or check_deck(raised)
        or any(
            fails(file, lambda _: Loaded(raised, []))
            for file in scripts(name)
            if file.stem in readers
        )
        or ("faces" in readers and drawn(raised) != drawn(game))
    )  # fmt: skip


def data(game: Game) -> dict[str, FrozenMap]:
    return {rule.id: rule.data for rule in game.rules}


def with_one_more(game: Game, place: str) -> tuple[Game, list[Any]]:
    """A game with a number raised, and the stated numbers that then no longer agree."""
    raw = {**written(game.folder)}
    id_, *path = place.split(".")
    raw[id_] = more(raw[id_], path)
    rules = [replace(rule, data=raw[rule.id]) for rule in game.rules]
    numbers = CatalogueNumbers(rules, numbers_for(game.code), game.components)
    problems: list[Any] = []
    filled = numbers.filled(problems)
    problems += numbers.compared()
    return replace(game, rules=replace(game.rules, all=filled)), problems


def more(value: Any, path: list[str]) -> Any:
    if not path:
        return value + 1
    if isinstance(value, tuple):
        index = int(path[0])
        return (*value[:index], more(value[index], path[1:]), *value[index + 1 :])
    key = int(path[0]) if path[0].isdigit() else path[0]
    return FrozenMap({**value, key: more(value[key], path[1:])})


def drawn(game: Game) -> list[tuple[str, str]]:
    built = build_kit(short(game), Options(), lambda: None)
    return [(box.piece, str(box.drawing)) for page in built.pages for box in page.boxes]

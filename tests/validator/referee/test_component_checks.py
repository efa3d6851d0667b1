"""What is judged outside play: every declared fact is asked about, and a typo in it is an error."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from validator.core.frozen_map import FrozenMap
from validator.core.resources import resource
from validator.load.game import load_game
from validator.referee.component_checks import Part, Subject
from validator.referee.core import TABLE
from validator.referee.facts import FactError
from validator.referee.judge import Collector
from validator.referee.referee import Referee
from validator.referee.registry import find_referee, seats
from validator.referee.verbs import Verb

GAMES = ["crazy-eights", "dance-of-muses", "muse", "nine-muses", "schizonauts", "sing-o-muse"]
NUMBERS: tuple[Any, ...] = (0, 1, 1_000, False, True, (1, 2), (0, 0, 0))
WORDS: tuple[Any, ...] = ("other", (), ("other",), FrozenMap({}))
GROUPS = (("Ann", "Bob"), ("Cat", "Dov"))
COLOURS = FrozenMap(dict.fromkeys(("Ann", "Bob", "Cat", "Dov"), "white"))


def judging(name: str, players: int = 4) -> tuple[Referee[Any], Verb]:
    game = load_game(resource("data") / name).game
    assert game is not None
    referee = find_referee(game, seats(players))
    assert referee is not None
    return referee, next(verb for verb in referee.verbs.values() if verb.things)


def parts(
    found: tuple[Part, ...], path: tuple[str, ...] = ()
) -> list[tuple[tuple[str, ...], Part]]:
    below = [inner for each in found for inner in parts(each.parts, (*path, each.name))]
    return [((*path, each.name), each) for each in found if each.checks] + below


def told(path: tuple[str, ...], value: Any) -> Any:
    for name in reversed(path):
        value = FrozenMap({name: value})
    return value


def others(data: Any, titles: list[str]) -> list[Any]:
    """Values that a script could give in the place of what the data have."""
    found = [*NUMBERS, *WORDS, GROUPS, COLOURS, *((title,) for title in titles)]
    found += [FrozenMap({title: 1}) for title in titles]
    if isinstance(data, FrozenMap):
        found += [FrozenMap({key: value}) for key in data for value in (0, 9, "luck", (1, 2))]
        found += [FrozenMap(dict.fromkeys(data, "luck"))]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_each_check_of_each_fact_refuses_something(name: str) -> None:
    """A check that no value of its fact can break asks nothing."""
    referee, verb = judging(name)
    state, lazy = referee.begin(0), []
    titles = [each.cards[0].title for each in referee.game.components]
    for subject in verb.things.values():
        if not isinstance(subject, Subject):
            continue
        for path, part in [*parts(subject.parts), *parts(subject.own, ("Ann",))]:
            broken = set()
            for value in others(part.data(state.table, *((0,) * (part in subject.own))), titles):
                to = Collector()
                try:
                    subject.judge(state, told(path, value), to)
                except FactError:
                    continue
                broken |= {breach.rule for breach in to.breaches}
            lazy += [(path, check.rule) for check in part.checks if check.rule not in broken]
    assert lazy == []


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [1, 12])
def test_a_table_of_too_few_or_too_many_is_judged(name: str, players: int) -> None:
    """Rules with a number for each number of players have none for these."""
    referee, verb = judging(name, players)
    for subject in verb.things.values():
        if isinstance(subject, Subject):
            state = SimpleNamespace(table=referee.table)
            subject.judge(state, FrozenMap({}), to := Collector())
            counted = any(part.name == "players" for part in subject.parts)
            assert to.breaches or not counted or name == "schizonauts"


@pytest.mark.parametrize("name", GAMES)
def test_a_fact_that_nothing_declares_is_an_error(name: str) -> None:
    referee, verb = judging(name)
    assert verb.judges is not None
    for thing, subject in verb.things.items():
        if subject.takes == "facts":
            with pytest.raises(FactError, match=r"unheard-of|expected the fields of the card"):
                verb.judges(referee.begin(0), TABLE, thing, FrozenMap({"unheard-of": 1}))


@pytest.mark.parametrize(
    ("name", "thing", "card", "field", "meant"),
    [
        ("nine-muses", "cards", "Clio", "condtion", "condition"),
        ("dance-of-muses", "tiles", "Clio", "powr", "power"),
        ("sing-o-muse", "cards", "Zeus", "wrth", "wrath"),
        ("schizonauts", "deck", "The Jerry Can", "bonuss", "bonus"),
    ],
)
def test_a_typo_in_the_field_of_a_card_is_an_error(
    name: str, thing: str, card: str, field: str, meant: str
) -> None:
    referee, verb = judging(name)
    assert verb.judges is not None
    with pytest.raises(FactError, match=f"no field '{field}'; did you mean '{meant}'") as error:
        verb.judges(referee.begin(0), TABLE, thing, FrozenMap({card: FrozenMap({field: 1})}))
    assert error.value.path == (card, field)

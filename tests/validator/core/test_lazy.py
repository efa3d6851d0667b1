"""Late dataclasses are the same as those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest

from validator.core.lazy import dataclass, late_patterns

BOTH = pytest.mark.parametrize("make", [dataclass, dataclasses.dataclass])


def base(make: Any) -> Any:
    class Base:
        __annotations__ = {"x": int, "many": list}
        many: Any = dataclasses.field(default_factory=list)

    return make(frozen=True)(Base)


FIRST_USES: dict[str, Callable[[Any], object]] = {
    "an object": lambda cls: cls(1),
    "its fields": dataclasses.fields,
    "patterns": lambda cls: cls.__match_args__,
    "whether it is one": dataclasses.is_dataclass,
    "an object of a plain class below": lambda cls: type("Plain", (cls,), {})(1),
}


@pytest.mark.parametrize("use", FIRST_USES.values(), ids=FIRST_USES)
@BOTH
def test_a_class_is_the_same_whatever_is_asked_first(
    make: Any, use: Callable[[Any], object]
) -> None:
    cls = base(make)
    use(cls)
    assert [each.name for each in dataclasses.fields(cls)] == ["x", "many"]
    assert cls.__match_args__ == ("x", "many")
    one, other = cls(1), cls(1)
    assert one == other
    assert one != cls(2)
    assert one != (1, [])
    assert one.many is not other.many
    assert repr(one).endswith("Base(x=1, many=[])")
    assert dataclasses.replace(one, x=2).x == 2
    assert dataclasses.asdict(one) == {"x": 1, "many": []}
    with pytest.raises(TypeError):
        cls()


@BOTH
def test_fields_of_all_kinds(make: Any) -> None:
    @make(kw_only=True)
    class Above:
        y: int = 3

    @make
    class Mixed(Above):
        x: int
        made: list[int] = dataclasses.field(init=False)
        own: dict[str, int] = dataclasses.field(default_factory=dict, init=False, repr=False)
        note: str = dataclasses.field(default="", compare=False)

        def __post_init__(self) -> None:
            self.made = [self.x, self.y]

    mixed: Any = Mixed  # type checkers cannot see what `make` adds
    one = mixed(1, "n", y=4)
    assert (one.made, one.own, one.note) == ([1, 4], {}, "n")
    assert one == mixed(1, y=4)
    assert repr(one).endswith("Mixed(y=4, x=1, made=[1, 4], note='n')")
    one.x = 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


@BOTH
def test_a_frozen_class_and_those_below_stay_as_they_are(make: Any) -> None:
    @make(frozen=True)
    class Value:
        x: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Value) and abs(self.x) == abs(other.x)

    @make(frozen=True)
    class Below(Value):
        y: int = 0

    class Plain(Value):
        pass

    value: Any = Value  # type checkers cannot see what `make` adds
    below: Any = Below
    inherited: Any = Plain
    assert value(1) == value(-1)
    assert hash(below(1)) == hash(below(1))
    for each, names in ((value(1), "xz"), (below(1), "xyz"), (inherited(1), "x")):
        for name in names:
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(each, name, 3)
            with pytest.raises(dataclasses.FrozenInstanceError):
                delattr(each, name)
    plain = inherited(1)
    plain.z = 3
    assert plain.z == 3


@dataclass(frozen=True)
class Pair:
    x: int
    y: str = ""


def test_objects_of_another_process_are_equal_and_hash_alike() -> None:
    """What is unpickled is never initialised here."""
    one, other = object.__new__(Pair), object.__new__(Pair)
    for each in (one, other):
        each.__dict__.update(x=1, y="a")
    assert {one: 1}[other] == 1
    assert one == pickle.loads(pickle.dumps(one)) == copy.copy(one)


def test_slots_are_made_at_once() -> None:
    @dataclass(slots=True)
    class Narrow:
        x: int

    assert Narrow.__slots__ == ("x",)
    assert Narrow(1) == Narrow(1)


WRONG: dict[str, tuple[tuple[object, ...], dict[str, object]]] = {
    "too few": ((), {}),
    "too many": ((1, [], 2), {}),
    "unknown": ((1,), {"z": 2}),
    "twice": ((1,), {"x": 2}),
}


@pytest.mark.parametrize("arguments", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("before", [0, 20], ids=["first", "later"])
def test_wrong_arguments_are_refused_however_often_a_class_was_called(
    arguments: tuple[tuple[object, ...], dict[str, object]], before: int
) -> None:
    cls = base(dataclass)
    for number in range(before):
        assert (cls(number).x, cls(x=number, many=[2]).many) == (number, [2])
    with pytest.raises(TypeError, match="argument"):
        cls(*arguments[0], **arguments[1])


def test_a_library_compiles_its_patterns_when_it_uses_them() -> None:
    usual = re.compile
    with late_patterns():
        late, wrong = re.compile(r"(\d+)", flags=re.ASCII), re.compile("(")
    assert re.compile is usual
    assert late.sub("n", "4 of 12") == "n of n"
    with pytest.raises(re.error):
        wrong.match("")

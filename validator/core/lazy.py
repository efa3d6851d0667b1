"""Dataclasses and patterns that are not compiled when their module is imported.

The standard library writes and compiles up to ten methods for each dataclass, half a millisecond
in all, and a build has a hundred. Here `__init__` alone is compiled, once it is called often. The
other methods are functions that are the same for all classes.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass

    pattern = re.compile
else:

    class pattern:  # noqa: N801, it stands for a function
        """As `re.compile`; compiled when it is first used. A build uses one pattern in three."""

        def __init__(self, *what, **more):
            self._make = partial(_compile, *what, **more)

        def __getattr__(self, name):
            found = getattr(self._make(), name)
            setattr(self, name, found)  # so that it is not asked for again
            return found

    def dataclass(cls=None, /, **options):
        """As `dataclasses.dataclass`. A dataclass below one of these needs this decorator, too."""
        if cls is None:
            return partial(dataclass, **options)
        if options.keys() - {"frozen", "kw_only"}:  # such as slots, which make another class
            return dataclasses.dataclass(cls, **options)
        frozen = options.get("frozen", False)
        methods = {name: _Late(cls, name, options.get("kw_only", False)) for name in _LATE}
        methods |= {"__init__": _late_init(cls), "__repr__": _repr, "__eq__": _eq}
        methods |= {"__hash__": _hash, **_guards(cls)} if frozen else {"__hash__": None}
        for name, method in methods.items():
            if vars(cls).get(name) is None:
                setattr(cls, name, method)
        return cls


_compile = re.compile


@contextmanager
def late_patterns() -> Iterator[None]:
    """Let a library that is imported here compile its patterns when it uses them.

    PyYAML and reportlab compile a dozen that a build never asks for, in 7 ms.
    """
    re.compile = pattern
    try:
        yield
    finally:
        re.compile = _compile


_LATE = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
_LOCK = RLock()


class _Late:
    """An attribute of a class that the standard library finds out once it is asked for."""

    def __init__(self, cls: type, name: str, kw_only: bool) -> None:
        self.cls = cls
        self.name = name
        self.kw_only = kw_only

    def __get__(self, _: object, owner: type) -> Any:
        with _LOCK:
            if vars(self.cls).get(self.name) is self:
                for name in _LATE:
                    if isinstance(vars(self.cls)[name], _Late):
                        delattr(self.cls, name)
                collect = dataclasses.dataclass(
                    init=False, repr=False, eq=False, kw_only=self.kw_only
                )
                collect(self.cls)
        return getattr(owner, self.name)


SELDOM = 8  # calls: compiling an `__init__` takes as long as 50 calls without


def _late_init(cls: Any) -> Callable[..., None]:
    """An `__init__` that gives way to one that is compiled for the class, if it is called often."""
    calls = 0

    def late(self: Any, *args: Any, **more: Any) -> None:
        nonlocal calls
        calls += 1
        if calls <= SELDOM and _filled(self, cls, args, more):
            return
        if vars(cls)["__init__"] is late:
            cls.__init__ = _init(cls)
        cls.__init__(self, *args, **more)

    return late


def _filled(self: Any, cls: type, args: tuple[Any, ...], more: dict[str, Any]) -> bool:
    """Set the fields of a new object; False, and nothing is set, if the arguments are wrong."""
    values: dict[str, Any] = {}
    given, used = len(args), 0
    for each in _fields(cls):
        name = each.name
        if name in more and not each.init:
            return False
        if each.init and not each.kw_only and used < given:
            if name in more:
                return False
            values[name] = args[used]
            used += 1
        elif each.init and name in more:
            values[name] = more[name]
        elif each.default_factory is not dataclasses.MISSING:
            values[name] = each.default_factory()
        elif each.default is not dataclasses.MISSING:
            values[name] = each.default
        elif each.init:
            return False
    if used < given or not more.keys() <= values.keys():
        return False
    self.__dict__.update(values)
    if hasattr(cls, "__post_init__"):
        self.__post_init__()
    return True


def _init(cls: type) -> Any:
    """The `__init__` of a class."""
    usual, named = ["self"], ["*"]
    body = ["its = self.__dict__"]  # which a frozen class does not guard
    known: dict[str, Any] = {"_missing": dataclasses.MISSING}
    for each in _fields(cls):
        name, value, default = each.name, each.name, ""
        if each.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}()"
            if each.init:
                value, default = f"{value} if {name} is _missing else {name}", "=_missing"
        elif each.default is not dataclasses.MISSING:
            known[f"_{name}"] = each.default
            default = f"=_{name}"
        elif not each.init:
            continue  # `__post_init__` sets it
        if each.init:
            (named if each.kw_only else usual).append(name + default)
        if each.init or value != name:
            body.append(f"its[{name!r}] = {value}")
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    arguments = ", ".join([*usual, *(named if len(named) > 1 else [])])
    exec("\n ".join([f"def __init__({arguments}):", *body]), known)
    return known["__init__"]


@cache
def _fields(cls: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(cls)


@cache
def _key(cls: type) -> Callable[[Any], Any]:
    """What two objects of a class are compared by."""
    names = [each.name for each in _fields(cls) if each.compare]
    return attrgetter(*names) if names else lambda _: ()


def _repr(self: Any) -> str:
    said = [f"{f.name}={getattr(self, f.name)!r}" for f in _fields(self.__class__) if f.repr]
    return f"{type(self).__qualname__}({', '.join(said)})"


def _eq(self: Any, other: object) -> Any:
    if self is other:
        return True
    key = _key(self.__class__)
    return key(self) == key(other) if type(other) is type(self) else NotImplemented


def _hash(self: Any) -> int:
    return hash(_key(self.__class__)(self))


def _guards(cls: type) -> dict[str, Any]:
    """What keeps the fields of a frozen class as they are."""

    def is_kept(self: object, name: str) -> bool:
        return type(self) is cls or any(name == each.name for each in _fields(cls))

    def set_(self: object, name: str, value: object) -> None:
        if is_kept(self, name):
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def delete(self: object, name: str) -> None:
        if is_kept(self, name):
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    return {"__setattr__": set_, "__delattr__": delete}

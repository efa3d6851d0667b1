"""Finds the rules that a function of a game and its helpers name, in their compiled code."""

from __future__ import annotations

import dis
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType

RULE = re.compile(r"[A-Z]+-\d+")


@cache
def rules_in(function: Callable[..., object]) -> tuple[tuple[str, FunctionType], ...]:
    """Return the rules that a function and its helpers name, each with the one that names it."""
    found: dict[tuple[str, FunctionType], None] = {}
    for each in with_helpers(function):
        ids = [*_ids(each.__code__), *(rule for value in _used(each) for rule in _ids(value))]
        found |= dict.fromkeys((rule, each) for rule in ids)
    return tuple(found)


@cache
def with_helpers(function: Callable[..., object]) -> tuple[FunctionType, ...]:
    """Return a function and the helpers that receive its judge (`to`) or supply rules for it."""
    assert isinstance(function, FunctionType)
    found = [function]
    for each in found:
        found += dict.fromkeys(
            helper for helper in _used(each)
            if isinstance(helper, FunctionType) and helper not in found
            and ("to" in helper.__annotations__ or any(_ids(helper.__code__)))
        )  # fmt: skip
    return tuple(found)


def _used(function: FunctionType) -> Iterator[object]:
    """Yield the global names that a function reads, including attributes of modules:
    ``gains.may_gain``.
    """
    for name, member in _globals(function.__code__):
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            value = getattr(value, member, None)
        yield value
        if isinstance(value, dict):  # a mapping of functions, one for each case
            yield from filter(callable, value.values())


def _globals(code: CodeType) -> Iterator[tuple[str, str]]:
    """Yield the names of globals that compiled code reads, and the attributes read from each."""
    steps = [*dis.get_instructions(code)]
    for step, following in pairwise(steps):
        if step.opname == "LOAD_GLOBAL":
            yield step.argval, str(following.argval)
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _globals(each)


def _ids(value: object) -> Iterator[str]:
    """Yield the rule ids in a constant, or among the constants of compiled code."""
    if isinstance(value, str) and RULE.fullmatch(value):
        yield value
    elif isinstance(value, tuple | CodeType):
        for each in value.co_consts if isinstance(value, CodeType) else value:
            yield from _ids(each)

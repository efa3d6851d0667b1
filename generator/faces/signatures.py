"""Explains wrong calls and wrong kinds of values in the words of template authors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping

from validator.core.lazy import pattern
from validator.core.location import did_you_mean

Functions = Mapping[str, Callable[..., object]]
_KINDS = {
    "int": "a number", "float": "a number", "str": "a text", "Markup": "a text",
    "Block": "a text", "NoneType": "an empty value", "list": "a list", "tuple": "a list",
    "FrozenMap": "a mapping", "dict": "a mapping", "bool": "true or false",
}  # fmt: skip
# Python 3.13 and newer add what may have been meant; `did_you_mean` says it for all versions.
_CALL = pattern(r"(?:\w+\.)*?(\w+)\(\) (.*?)(?:\. Did you mean '\w+'\?)?")
_LACKING = pattern(r"missing \d+ required (?:positional|keyword-only) arguments?: (.*)")
_UNKNOWN = pattern(r"got an unexpected keyword argument '(\w+)'")
_TWICE = pattern(r"got multiple values for argument '(\w+)'")
_OPERANDS = pattern(r"unsupported operand type\(s\) for (\S+?):? '(\w+)' and '(\w+)'")
_COMPARED = pattern(r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'")
_JOINED = pattern(r'can only concatenate (\w+) \(not "(\w+)"\) to \w+')
_NUMBER = pattern(r"(?:must be real number, not|bad operand type for \S+:) '?(\w+)'?")


def in_plain_words(reason: str, functions: Functions) -> str:
    """The message of a TypeError without Python's own words; `functions` may be called."""
    if call := _CALL.fullmatch(reason):
        return _of_call(call[1], call[2], functions)
    for operation in (_OPERANDS, _COMPARED):
        if found := operation.search(reason):
            return f"'{found[1]}' cannot combine {_kind(found[2])} and {_kind(found[3])}"
    if found := _JOINED.search(reason):
        kinds = f"{_kind(found[1])} and {_kind(found[2])}"
        return f"'+' cannot combine {kinds}; write ~ to join texts"
    if found := _NUMBER.search(reason):
        return f"expected a number, not {_kind(found[1])}"
    return reason


def _kind(name: str) -> str:
    return _KINDS.get(name, f"a value of type '{name}'")


def _of_call(name: str, said: str, functions: Functions) -> str:
    takes = _arguments(functions.get(name))
    form = f"; it is {name}({', '.join(takes)})" if takes else ""
    if found := _LACKING.fullmatch(said):
        return f"{name}() needs {found[1]}{form}"
    if found := _UNKNOWN.fullmatch(said):
        known = [each.split("=")[0] for each in takes]
        near = did_you_mean(found[1], known)
        hint = near if near.startswith("; did") else form
        return f"{name}() has no argument '{found[1]}'{hint}"
    if found := _TWICE.fullmatch(said):
        return f"{name}() gets '{found[1]}' twice{form}"
    if "positional argument" in said:
        return f"{name}() gets too many values{form}"
    return f"{name}() {said}"


def _arguments(function: Callable[..., object] | None) -> list[str]:
    """What a function of templates takes, as the reference writes it."""
    if function is None:
        return []
    found = []
    for each in inspect.signature(function).parameters.values():
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            found.append("…")
        elif each.default is each.empty:
            found.append(each.name)
        else:
            default = "none" if each.default is None else repr(each.default)
            found.append(f"{each.name}={default}")
    return found

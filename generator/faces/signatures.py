"""Explains wrong calls, values and tags in templates, in terms that template authors know.

The messages of Python and Jinja2 use terms that few template authors know.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping

from validator.core.location import did_you_mean

Functions = Mapping[str, Callable[..., object]]
_KINDS = {
    "int": "a number", "float": "a number", "str": "a text", "Markup": "a text",
    "Block": "a text", "NoneType": "an empty value", "list": "a list", "tuple": "a list",
    "FrozenMap": "a mapping", "dict": "a mapping", "bool": "true or false",
    "None": "an empty value",
    "Macro": "a macro", "Card": "a card", "Rule": "a rule", "Game": "the game",
    "Component": "a component", "Undefined": "a name that does not exist",
    "Missing": "a name that does not exist",
}  # fmt: skip
# Python 3.13 and newer suggest similar names; `did_you_mean` does so for all versions.
_CALL = re.compile(r"(?:\w+\.)*?(\w+)\(\) (.*?)(?:\. Did you mean '\w+'\?)?")
_LACKING = re.compile(r"missing \d+ required (?:positional|keyword-only) arguments?: (.*)")
_UNKNOWN = re.compile(r"got an unexpected keyword argument '(\w+)'")
_TWICE = re.compile(r"got multiple values for argument '(\w+)'")
_OPERANDS = re.compile(r"unsupported operand type\(s\) for (\S+?):? '(\w+)' and '(\w+)'")
_COMPARED = re.compile(r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'")
_JOINED = re.compile(r'can only concatenate (\w+) \(not "(\w+)"\) to \w+')
_NUMBER = re.compile(r"(?:must be real number, not|bad operand type for \S+:) '?(\w+)'?")


# Python's messages about values, and their replacements: a template for the pattern's groups, which
# name kinds of values.
_VALUES = (
    (r"Range too big\..*", "range() has too many numbers; expected at most 100,000"),
    (r"No filter named '\w+'\.", "there is no such filter"),
    (
        "cannot assign attribute on non-namespace object",
        "{{% set %}} can only change a part of a namespace(); use another name",
    ),
    (r"can't multiply sequence by non-int of type '(\w+)'",
     "'*' cannot combine a text or list and {0}; it repeats a text a whole number of times, "
     "such as {{{{ 'ab' * 2 }}}}"),
    (r"(?:float |integer )?(?:division|modulo)(?: or modulo)? by zero", "a number is divided by 0"),
    (r"'(\w+)' object is not iterable|argument of type '(\w+)' is not .*",
     "expected a list or a text, not {0}"),
    (r"cannot unpack non-iterable (\w+) object", "expected a list of several values, not {0}"),
    (r"object of type '(\w+)' has no len\(\)", "{0} has no length"),
    (r"'(\w+)' object is not callable", "{0} is not a function, so it cannot be called"),
    (r"'(\w+)' object is not subscriptable", "{0} has no entries"),
    (r"unhashable type: '(\w+)'", "{0} cannot be used as a name"),
    (r"(?:float|int)\(\) argument must be .*, not '(\w+)'", "expected a number, not {0}"),
    (r"(?:list|tuple|string) indices must be integers.*, not '?(\w+)'?",
     "the entries of a list have numbers from 0, not {0}"),
    (r"(?:list|tuple|string) index out of range|(?:pop from )?empty list",
     "the list has no such entry"),
    (r"'(\w+)' object cannot be interpreted as an integer", "expected a whole number, not {0}"),
    (r"slice indices must be integers.*", "the numbers of a slice must be whole"),
    (r"math (?:domain|range) error|cannot convert float .* to integer|.*int too large to convert.*"
     r"|\(34, .*\)", "the result of this calculation is too large or not a number"),
)  # fmt: skip
_PLACED = tuple((re.compile(form), words) for form, words in _VALUES)
_TEXTUAL = re.compile(
    r"(?:could not convert string to float: |invalid literal for int\(\) with base 10: )(.*)"
)
_UNPACKED = re.compile(
    r"(not enough|too many) values to unpack \(expected (?:at least )?(\d+)(?:, got (\d+))?\)"
)
_UNSAFE = re.compile(r"access to attribute '(\w+)' of '(\w+)' object is unsafe\.")
_NO_PART = re.compile(r"'(?:[\w.]+\.)?(\w+?)(?: object)?' has no attribute '(\w+)'")
_NO_ENTRY = re.compile(r"(\w+)(?: object)? has no element (.*)")
_UNDEFINED = re.compile(r"'(\w+)' is undefined")
_MACRO = re.compile(r"macro '(\w+)' takes (no keyword argument '(\w+)'|not more than \d+ arg.*)")


def in_plain_words(
    reason: str,
    functions: Functions,
    names: Iterable[str] = (),
    macros: Callable[[str], str | None] = lambda _: None,
) -> str:
    """Return the message of a Python or Jinja2 error in terms that template authors know.

    `functions` can be called and `names` used in the failed template; `macros` returns the
    arguments of a macro as written in its template.
    """
    for form, words in _PLACED:
        if found := form.fullmatch(reason):
            return words.format(*(_kind(each) for each in found.groups() if each))
    if found := _TEXTUAL.fullmatch(reason):
        return f"expected a number, not {found[1][:60]}"
    if found := _UNPACKED.fullmatch(reason):
        got = found[3] or ("fewer" if found[1] == "not enough" else "more")
        return f"expected {found[2]} values for {found[2]} names, not {got}"
    if found := _UNSAFE.fullmatch(reason):
        return f"a template cannot use '{found[1]}' of {_kind(found[2])}"
    if found := _NO_PART.fullmatch(reason):
        hint = "; check it with {% if … is not none %} first" if found[1] == "None" else ""
        return f"{_kind(found[1])} has no '{found[2]}'{hint}"
    if found := _NO_ENTRY.fullmatch(reason):
        return f"{_kind(found[1])} has no entry {found[2]}; the first entry is 0"
    if found := _UNDEFINED.fullmatch(reason):
        near = did_you_mean(found[1], {*names, *functions})
        hint = near if near.startswith("; did") else ""
        return f"there is no '{found[1]}' in this template{hint}"
    if found := _MACRO.fullmatch(reason):
        return _of_macro(found[1], found[3] or "", macros(found[1]))
    return _of_types(reason, functions)


def _of_macro(name: str, argument: str, takes: str | None) -> str:
    form = f"; it is {name}({takes})" if takes is not None else ""
    if not argument:
        return f"the macro {name}() gets too many values{form}"
    known = [each.split("=")[0].strip() for each in (takes or "").split(",")]
    near = did_you_mean(argument, filter(None, known))
    hint = near if near.startswith("; did") else form
    return f"the macro {name}() has no argument '{argument}'{hint}"


def _of_types(reason: str, functions: Functions) -> str:
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
    """Return a template function's arguments in the notation of the reference."""
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


# ---- tags

_LOOKED_FOR = re.compile(r".*The innermost block that needs to be closed is '(\w+)'\..*")
_STRAY = re.compile(r"Encountered unknown tag '(\w+)'\.")
_NO_FILTER = re.compile(r"No (filter|test) named '(\w+)'\.?")
_CHARACTER = re.compile(r"unexpected char (['\"])(.+?)\1 at \d+")
_WANTED = re.compile(
    r"(?:expected token|unexpected end of template, expected) '([^']+)'(?:, got '(.+)')?.*"
)
_UNEXPECTED = re.compile(r"unexpected '([^']+)'(?:, expected '([^']+)')?")
_TWICE_DEFINED = re.compile(r"block '(\w+)' defined twice")
_ENDS = {
    "end of print statement": "}}", "end of statement block": "%}",
    "begin of statement block": "{%",
    "begin of print statement": "{{", "end of template": "the end of the template",
    "template data / text": "text",
}  # fmt: skip
TAGS = (
    "block", "call", "do", "elif", "else", "extends", "filter", "for", "from", "if", "import",
    "include", "macro", "set", "trans", "with",
)  # fmt: skip


def of_syntax(said: str, filters: Iterable[str]) -> str:
    """Return the explanation of an error in a template's tags, made from Jinja2's message.

    `filters` are the existing filters.
    """
    stray = _STRAY.match(said)
    if stray and stray[1] not in TAGS and stray[1][3:] not in TAGS:
        near = did_you_mean(stray[1], TAGS)
        return f"there is no tag {{% {stray[1]} %}}{near if near.startswith('; did') else ''}"
    if found := _LOOKED_FOR.fullmatch(said):
        inner = found[1]
        before = f" before {{% {stray[1]} %}}" if stray else ""
        return f"a {{% {inner} %}} is not closed; expected {{% end{inner} %}}{before}"
    if stray:
        opener = stray[1].removeprefix("end") if stray[1].startswith("end") else "if"
        return f"{{% {stray[1]} %}} has no {{% {opener} %}} before it; remove it, or add that"
    if found := _NO_FILTER.fullmatch(said):
        near = did_you_mean(found[2], filters)
        return f"there is no {found[1]} '{found[2]}'{near if near.startswith('; did') else ''}"
    if found := _CHARACTER.fullmatch(said):
        if found[2] in "“”„‘’«»":
            return f"a tag cannot contain {found[2]}; use straight quotation marks"
        return f"a tag cannot contain {found[2]}"
    if said.startswith("Expected an expression"):
        got = said.rpartition(", got ")[2].strip("'")
        return f"expected a value before {_ENDS.get(got, got)}"
    if found := _WANTED.fullmatch(said):
        got = f" before {_ENDS.get(found[2], found[2])}" if found[2] else ""
        return f"expected {_ENDS.get(found[1], found[1])}{got}; is the tag above closed?"
    if found := _UNEXPECTED.fullmatch(said):
        got = f", but {_ENDS.get(found[2], found[2])}" if found[2] else ""
        return f"{_ENDS.get(found[1], found[1])} was not expected here{got}"
    if found := _TWICE_DEFINED.fullmatch(said):
        return f"there are two blocks named '{found[1]}'; rename one of them"
    return said[:1].lower() + said[1:].rstrip(".")

"""Public signatures say what goes in: `any.toml` has how many parameters are still `Any`."""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
ALLOWED: dict[str, int] = tomllib.loads(Path(__file__).with_name("any.toml").read_text("utf-8"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


def public_functions(node: ast.AST) -> Iterator[Function]:
    """The functions and methods that other modules may call; not those inside functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            if not child.name.startswith("_") or child.name.endswith("__"):
                yield child
        elif isinstance(child, ast.ClassDef):
            if not child.name.startswith("_"):
                yield from public_functions(child)
        elif isinstance(child, ast.If | ast.Try):
            yield from public_functions(child)


def parameters(function: Function) -> Iterator[ast.arg]:
    named = function.args
    yield from (*named.posonlyargs, *named.args, *named.kwonlyargs)
    yield from (each for each in (named.vararg, named.kwarg) if each is not None)


def untyped(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of each public parameter whose annotation contains `Any`."""
    for function in public_functions(ast.parse(source)):
        for each in parameters(function):
            parts = ast.walk(each.annotation) if each.annotation else ()
            if any(isinstance(part, ast.Name) and part.id == "Any" for part in parts):
                yield each.lineno, f"{function.name}({each.arg})"


def test_what_is_counted() -> None:
    source = "class A:\n def f(self, a: Any, *b: list[Any], c: int): ...\ndef _g(a: Any): ..."
    assert list(untyped(source)) == [(2, "f(a)"), (2, "f(b)")]


def test_no_package_takes_more_values_of_any_type() -> None:
    """Say what goes in; `object` where nothing is asked of it. Lower the number where you can."""
    found: Counter[str] = Counter()
    lines: dict[str, list[str]] = {}
    for top in ("generator", "validator"):
        for file in sorted((ROOT / top).rglob("*.py")):
            name = file.relative_to(ROOT)
            package = "/".join(name.parts[:2]) if len(name.parts) > 2 else top
            for line, what in untyped(file.read_text("utf-8")):
                found[package] += 1
                lines.setdefault(package, []).append(f"{name.as_posix()}:{line}: {what}")
    more = {each: lines[each] for each in found if found[each] > ALLOWED.get(each, 0)}
    assert not more

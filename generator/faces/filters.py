"""Wraps Jinja2's filters and tests so that their work counts towards the limits of a face."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from math import fsum
from typing import Any, Protocol

import jinja2
from jinja2.filters import do_join, make_attrgetter
from jinja2.nodes import EvalContext

from generator.faces.limits import (
    LONGEST,
    TOO_LONG,
    LimitExceededError,
    check_format,
    size_of,
    writable,
)
from generator.faces.visible import COUNTED, LOOKING, WRITING

MOST_TIMES = 1000  # repetitions in a filter
# What Jinja2 hands to some filters before their value.
_SURROUNDINGS = (jinja2.Environment, jinja2.runtime.Context, EvalContext)


class Counter(Protocol):
    """Counts the work of rendering a face.

    All methods raise LimitExceededError.
    """

    def charge(self, steps: int) -> None: ...
    def checked_number(self, value: object) -> Any: ...
    def unfrozen(self, value: object) -> Any: ...


def light_test(test: Callable[..., Any], to: Counter) -> Callable[..., Any]:
    """Return a test whose work is counted."""

    @functools.wraps(test)  # its marks, too: some ask for the environment first
    def run(*args: object, **more: object) -> Any:
        for each in args:
            if not isinstance(each, jinja2.Environment):
                to.checked_number(each)
        return test(*args, **more)

    return run


def bounded_filter(name: str, plain: Callable[..., Any], to: Counter) -> Callable[..., Any]:
    """Return a filter whose work is counted."""
    check = _CHECKS.get(name)
    looks, repeats, writes = name in LOOKING, name in COUNTED, name in WRITING

    @functools.wraps(plain)
    def run(*args: object, **more: object) -> Any:
        if looks:
            args = tuple(_unfrozen_items(each, to) for each in args)
            more = {key: to.unfrozen(each) for key, each in more.items()}
        values = [*args, *more.values()]
        if isinstance(values[0], _SURROUNDINGS):
            del values[0]
        to.charge(1)
        for each in values:
            to.checked_number(each)
        if repeats and any(isinstance(v, int) and v > MOST_TIMES for v in values[1:]):
            raise LimitExceededError(
                f"'{name}' with a number above {MOST_TIMES:,} is not allowed in a template"
            )
        if writes:
            for each in values:
                writable(each)
        if check:
            check(*values)
        made = plain(*args, **more)
        return _counted(made, to) if isinstance(made, Iterator) else to.checked_number(made)

    return run


def _unfrozen_items(value: object, to: Counter) -> Any:
    """Return a value in which marks are replaced by SVG.

    In a list, the marks in its items are replaced.
    """
    return list(map(to.unfrozen, value)) if type(value) is list else to.unfrozen(value)


def _counted(made: Iterator[Any], to: Counter) -> Iterator[Any]:
    for each in made:
        to.charge(1)
        yield to.checked_number(each)


def _check_replace(words: object, old: object, new: object, *_: object) -> None:
    words, old, new = str(words), str(old), str(new)
    times = words.count(old) if old else len(words) + 1
    if len(words) + times * len(new) > LONGEST:
        raise LimitExceededError(TOO_LONG)


def _check_format(words: object, *values: object) -> None:
    check_format(str(words), size_of(values))


def _check_sum(_: object, *others: object) -> None:
    if any(not isinstance(each, int | float | str | None) for each in others):
        raise LimitExceededError("'sum' needs a list of numbers")


def _check_round(_: object, precision: object = 0, *__: object) -> None:
    if isinstance(precision, int) and abs(precision) > 15:
        raise LimitExceededError("numbers can be rounded to at most 15 places")


_CHECKS: dict[str, Callable[..., None]] = {
    "format": _check_format,
    "replace": _check_replace,
    "round": _check_round,
    "sum": _check_sum,
}


@jinja2.pass_eval_context
def joined(
    context: EvalContext,
    items: Iterable[object],
    between: str = "",
    attribute: str | int | None = None,
) -> str:
    """Join texts and numbers as Jinja2's filter ``join`` does.

    Raises LimitExceededError.
    """
    found = list(items)
    if attribute is not None:
        part = make_attrgetter(context.environment, attribute)
        found = [part(each) for each in found]
    if (len(str(writable(between))) + 1) * len(found) > LONGEST:
        raise LimitExceededError(TOO_LONG)
    joined: str = do_join(context, writable(found), between)
    return joined


@jinja2.pass_environment
def total(
    environment: jinja2.Environment,
    values: Iterable[float],
    attribute: str | int | None = None,
    start: float = 0,
) -> Any:
    """Return a sum as Jinja2 does.

    Sums of fractions do not depend on the Python version.
    """
    if attribute is not None:
        values = map(make_attrgetter(environment, attribute), values)
    values = [start, *values]
    return fsum(values) if any(isinstance(each, float) for each in values) else sum(values)

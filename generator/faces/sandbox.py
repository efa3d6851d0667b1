"""Runs templates in a sandbox, which treats a game from the internet as untrusted data.

A template reads no file outside the template folders, sees no attribute that begins with an
underscore or that is not listed here, and does a limited amount of work: the steps, characters and
seconds are limited. The size of a value is counted before it is searched, because Python cannot be
stopped within a single operation.
"""

from __future__ import annotations

import functools
import re
import time
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from itertools import islice
from types import MethodType
from typing import Any

import jinja2
import jinja2.ext
import jinja2.meta
import jinja2.sandbox
from jinja2 import nodes
from jinja2.runtime import markup_join
from markupsafe import Markup, escape

from generator.core.shown import TemplateValue
from generator.faces.compiled import BoundedCompiler, CountingCode
from generator.faces.face import MARK, Part, whole
from generator.faces.filters import bounded_filter, joined, light_test, total
from generator.faces.limits import (
    JINJA_VALUES,
    LONGEST,
    PLAIN,
    TOO_LONG,
    TOO_MANY,
    LimitExceededError,
    NoneValueError,
    bounded,
    check_format,
    check_number,
    check_power,
    check_product,
    holds,
    size_of,
    writable,
)
from generator.faces.loading import SharedModule
from generator.faces.visible import (
    AROUND,
    FILTERS,
    OF_BLOCKS,
    OF_LISTS,
    OF_LOOPS,
    OF_MAPPINGS,
    OF_TEXT,
    READABLE,
    own_values,
)

# steps per face: iterations of loops, calls, filters, hundreds of characters
MOST_STEPS = 2_000_000
MOST_SECONDS = 10.0  # CPU seconds per face
LONGEST_FACE = 10_000_000  # characters of the SVG of a face
CALL = 10  # steps
_LONG_FACE = f"the SVG of a face has more than {LONGEST_FACE:,} characters"

_SCOPES = ("_loop_vars", "_block_vars")  # what Jinja2 hands to calls beside their arguments
_SMALL = 1_000_000
_NUMBERS = frozenset({float, int})
_LISTED = (str, list, tuple)
# Functions that draw one element. Without it, the rest of a face is unchanged.
DRAWING = frozenset({"art", "curve", "field", "icon", "line", "picture", "text"})


class Sandbox(jinja2.sandbox.ImmutableSandboxedEnvironment):
    """Jinja2's sandbox with limits, and with fast paths for Pieria's own immutable values.

    It calls `opened` with the name of every template that a rendering opens.
    """

    intercepted_binops = frozenset({"**", "//"})
    code_generator_class = CountingCode
    template_class = SharedModule
    opened: Callable[[str], object] = staticmethod(str)  # who uses the sandbox puts its own here
    # Called with an error of a drawing function or a printed value. It raises the error, or returns
    # a replacement, so that the rest of the face is still examined.
    failed: Callable[[Exception], Markup] | None = None

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: MutableMapping[str, object] | None = None,
    ) -> jinja2.Template:
        template = super().get_template(name, parent, globals)
        self.opened(template.name or "")
        self.asked["template", template.name or ""] = None
        return template

    def select_template(
        self,
        names: Iterable[str | jinja2.Template],
        parent: str | None = None,
        globals: MutableMapping[str, object] | None = None,
    ) -> jinja2.Template:
        template = super().select_template(names, parent, globals)
        self.opened(template.name or "")
        self.asked["template", template.name or ""] = None
        return template

    def getattr(self, obj: object, attribute: str) -> Any:
        readable = READABLE.get(type(obj))
        if readable is not None:
            if attribute in readable:
                if attribute in AROUND:
                    self.asked["around",] = None
                return getattr(obj, attribute)
            if attribute in (own := own_values(obj)) and attribute[0] != "_":
                return own[attribute]
            if attribute[0] == "_":
                return self.unsafe_undefined(obj, attribute)
            hidden = attribute in getattr(obj, "__dict__", ())
            if hidden or hasattr(type(obj), attribute):
                return self.unsafe_undefined(obj, attribute)
            return self.undefined(obj=obj, name=attribute)
        if type(obj) is jinja2.runtime.LoopContext and attribute in OF_LOOPS:
            return getattr(obj, attribute)
        if isinstance(obj, str):
            if attribute not in OF_TEXT and not hasattr(type(obj), "bottom"):
                return self.unsafe_undefined(obj, attribute)
            if attribute not in OF_BLOCKS:
                obj = self.unfrozen(obj)
        return super().getattr(obj, attribute)

    def getitem(self, obj: object, argument: object) -> Any:
        if type(argument) is str and isinstance(obj, str):
            return self.getattr(obj, argument)
        return super().getitem(self.unfrozen(obj), self.checked_number(argument))

    def is_safe_attribute(self, obj: object, attr: str, value: object) -> bool:
        """Allow only listed attributes; all others are hidden from templates."""
        if isinstance(obj, str):
            known = attr in OF_TEXT or attr in OF_BLOCKS
        elif isinstance(obj, list | tuple):
            known = attr in OF_LISTS or attr in getattr(obj, "_fields", ())
        elif isinstance(obj, dict):
            known = attr in OF_MAPPINGS
        elif isinstance(obj, JINJA_VALUES):
            known = True
        else:
            readable = READABLE.get(type(obj))
            if attr in AROUND:
                self.asked["around",] = None
            known = (
                isinstance(obj, TemplateValue)
                if readable is None
                else attr in readable or attr in own_values(obj)
            )
        return known and super().is_safe_attribute(obj, attr, value)

    # ---- bounds

    letters = 0  # letters in the parts of the face that is being drawn
    steps = 0
    _look = 0  # number of steps at which to check the clock
    _late = 0.0  # the time limit

    def __init__(self, **options: object) -> None:
        super().__init__(**options, finalize=self.shown)
        self.helpers: dict[Callable[..., Any], str] = {}  # functions that count for themselves
        self.parts: list[Part] = []  # parts of the face that is being drawn
        self.asked: dict[tuple[Any, ...], None] = {}  # the inputs that its templates used, by kind
        self.marks = True  # whether marks stand for parts, or their SVG is written
        self.concat: Callable[[Iterable[str]], str] = self.concatenated
        plain: Any = self.filters
        plain |= {"join": joined, "sum": total}
        self.filters = {name: bounded_filter(name, plain[name], self) for name in sorted(FILTERS)}
        tests: Any = self.tests
        self.tests = {name: light_test(test, self) for name, test in tests.items()}

    def begin(self) -> None:
        """Reset the counters of work before a new face."""
        self.parts = []
        self.asked.clear()
        self.steps = self._look = self.letters = 0
        self._late = time.thread_time() + MOST_SECONDS

    def charge(self, steps: int) -> None:
        """Count steps of work towards the limit of a face. Raises LimitExceededError."""
        self.steps += steps
        if self.steps > self._look:
            if self.steps > MOST_STEPS:
                raise LimitExceededError(
                    f"this face takes more than {MOST_STEPS:,} steps, which is the limit"
                )
            if time.thread_time() > self._late:
                raise LimitExceededError(
                    f"this face takes more than {MOST_SECONDS:g} s, which is the limit"
                )
            self._look = self.steps + 20 * CALL

    def checked_number(self, value: object) -> Any:
        """Check a value before it is compared or searched, and return it. Raises
        LimitExceededError.
        """
        if type(value) not in PLAIN:
            self.charge(size_of(value) // 100)
            return self.unfrozen(value)
        if type(value) is int:
            check_number(value)
        return value

    # ---- parts

    def mark(self, part: Part) -> str:
        """Return the mark that represents a part in the SVG of a face.

        Raises LimitExceededError.
        """
        if not part.key.isascii():
            part.key.encode()  # raises an error for an unpaired surrogate
        self.letters += len(part.key)
        if self.letters > LONGEST_FACE:
            raise LimitExceededError(_LONG_FACE)
        if not self.marks:
            return part.svg
        self.parts.append(part)
        return f"\x01{len(self.parts) - 1}\x02"

    @contextmanager
    def without_marks(self) -> Iterator[None]:
        """Write SVG instead of marks in a `with` block, for art that many faces use."""
        before, self.marks = self.marks, False
        try:
            yield
        finally:
            self.marks = before

    @contextmanager
    def apart(self, known: dict[tuple[object, ...], None]) -> Iterator[None]:
        """Collect the resources of shared art, so that each face with this art reports all of
        them.
        """
        outer = {**self.asked}
        self.asked.clear()
        try:
            yield
        finally:
            known.update(self.asked)
            self.asked.update(outer)
            self.asked.update(known)

    def unfrozen(self, value: object) -> Any:
        """Return a value with marks replaced by the SVG of their parts, before it is inspected.

        Raises LimitExceededError.
        """
        if isinstance(value, str) and "\x01" in value:
            size = 0
            for number in map(int, MARK.findall(value)):
                size += len(self.parts[number].svg) if number < len(self.parts) else 0
                if size > LONGEST:
                    raise LimitExceededError(TOO_LONG)
            self.charge(size // 100)
            return (
                type(value)(whole(value, self.parts))
                if type(value) is str
                else Markup(whole(value, self.parts))
            )
        return value

    def in_order(self, skeleton: str) -> tuple[str, tuple[Part, ...]]:
        """Return a skeleton and its parts, renumbered so that each is used once.

        Raises LimitExceededError.
        """
        if skeleton.count("\x01") == len(self.parts):
            return skeleton, tuple(self.parts)
        parts: list[Part] = []
        size = 0

        def numbered(mark: re.Match[str]) -> str:
            nonlocal size
            number = int(mark[1])
            if number >= len(self.parts):
                return mark[0]
            parts.append(self.parts[number])
            size += len(parts[-1].key)
            if size > LONGEST_FACE:
                raise LimitExceededError(_LONG_FACE)
            return f"\x01{len(parts) - 1}\x02"

        return MARK.sub(numbered, skeleton), tuple(parts)

    # ---- what is drawn

    def shown(self, value: object) -> Any:
        """Check a value that is written to the SVG, and return it; only text and numbers can be.

        Raises LimitExceededError, and NoneValueError for None.
        """
        if isinstance(value, str):
            if len(value) > 100:
                self.charge(len(value) // 100)
        elif value is None:
            raise NoneValueError
        elif type(value) not in PLAIN and not isinstance(value, jinja2.Undefined):
            if isinstance(value, jinja2.environment.TemplateModule | jinja2.runtime.Macro):
                return value
            raise jinja2.TemplateRuntimeError(
                f"a value of type '{type(value).__name__}' cannot be printed; print one of its "
                "parts, or loop over them"
            )
        return value

    def written(self, value: object) -> str:
        """Return a value as escaped SVG, after the checks of `shown`. Raises LimitExceededError."""
        kind = type(value)
        if kind in _NUMBERS:
            return str(value)
        try:
            found = self.shown(value)
            return found if kind is Markup else escape(found)
        except LimitExceededError:
            raise
        except jinja2.TemplateRuntimeError as error:
            return self.instead(error)

    def instead(self, error: Exception) -> Markup:
        """Return the placeholder for something that cannot be drawn.

        Raises `error` if there is no placeholder.
        """
        if self.failed is None or not self.marks:  # shared art is not drawn in part
            raise error
        return self.failed(error)

    def concatenated(self, parts: Iterable[str]) -> str:
        """Return the parts of a block, macro or face as one text. Raises LimitExceededError."""
        held: list[str] = []
        parts = iter(parts)
        total = 0
        while chunk := tuple(islice(parts, 16)):
            held += chunk
            total += sum(map(len, chunk))
            if total > LONGEST_FACE:
                raise LimitExceededError(_LONG_FACE)
        return "".join(held)

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        bounded: nodes.Template = BoundedCompiler().visit(tree)
        return bounded

    def tick(self) -> bool:
        """Count one iteration of a loop.

        Raises LimitExceededError.
        """
        self.charge(1)
        return True

    def joined(self, *parts: object) -> str:
        """Return the result of ``~``. Raises LimitExceededError."""
        made = bounded(markup_join([self.shown(part) for part in parts]))
        if len(made) > 100:
            self.charge(len(made) // 100)
        return made

    def multiplied(self, left: Any, right: Any) -> Any:
        """Return the result of ``*``. Raises LimitExceededError."""
        if type(left) in _NUMBERS and type(right) in _NUMBERS and abs(left) + abs(right) < _SMALL:
            return left * right
        if isinstance(left, float) or isinstance(right, float):
            return left * right
        if isinstance(left, int) and isinstance(right, int):
            check_product(left, right)
            return left * right
        for one, other in ((left, right), (right, left)):
            if isinstance(one, _LISTED) and isinstance(other, int):
                if len(one) * other > LONGEST:
                    raise LimitExceededError(TOO_LONG if isinstance(one, str) else TOO_MANY)
                self.charge(len(one) * max(other, 0) // 100)
        return left * right

    def plus(self, left: Any, right: Any) -> Any:
        """Return the result of ``+``. Raises LimitExceededError."""
        if type(left) in _NUMBERS:
            return left + right
        if isinstance(left, _LISTED) and isinstance(right, _LISTED):
            if len(left) + len(right) > LONGEST:
                raise LimitExceededError(TOO_LONG if isinstance(left, str) else TOO_MANY)
            self.charge((len(left) + len(right)) // 100)
        return left + right

    def modulo(self, left: object, right: object) -> Any:
        """Return the result of ``%``: a remainder, or text with values filled in.

        Raises LimitExceededError.
        """
        if isinstance(left, str):
            return self._formatted(self.unfrozen(left), self.unfrozen(right))
        return self.checked_number(left) % self.checked_number(right)

    def _formatted(self, words: str, values: Any) -> str:
        check_format(words, size_of(values))
        self.charge(len(words) // 100)
        return bounded(words % writable(values))

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Return the result of ``//`` for bounded numbers or ``**`` for small ones.

        Raises LimitExceededError.
        """
        if operator == "//":
            return self.checked_number(left) // self.checked_number(right)
        check_power(left, right)
        return super().call_binop(context, operator, left, right)

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Call a function, a macro or a method, counting its arguments and result."""
        if type(__obj) is MethodType and __obj in __self.helpers:
            return __obj(*args, **{key: kwargs[key] for key in kwargs if key not in _SCOPES})
        steps = CALL + len(args) // 10
        for each in (*args, *(kwargs[key] for key in kwargs if key not in _SCOPES)):
            if holds(type(each)):
                steps += size_of(each) // 100
        owner = getattr(__obj, "__self__", None)
        if isinstance(owner, str):
            steps += len(owner) // 100
        __self.charge(steps)
        if not isinstance(__obj, jinja2.runtime.Macro):  # a macro only joins its parts
            args = tuple(map(__self.unfrozen, args))
            kwargs = {key: __self.unfrozen(value) for key, value in kwargs.items()}
        made = super().call(__context, __obj, *args, **kwargs)
        if holds(type(made)):
            __self.charge(size_of(made) // 100)
        elif type(made) is int:
            check_number(made)
        return made

    def helper(self, name: str, function: Callable[..., object]) -> Callable[..., Any]:
        """Return one of Pieria's own functions for templates, with its arguments counted.

        Marks in its arguments become SVG, except in those that `art` passes to another template.
        """
        look = self.to_template if name == "art" else self.given
        draws = name in DRAWING

        @functools.wraps(function)
        def run(self: Sandbox, *args: object, **more: object) -> Any:
            self.charge(CALL)
            try:
                args = tuple(map(look, args))
                for key, each in more.items():
                    if type(each) is not bool:
                        more[key] = look(each)
                return function(*args, **more)
            except LimitExceededError:
                raise
            except Exception as error:
                if not draws:
                    raise
                return self.instead(error)

        counting = MethodType(run, self)
        self.helpers[counting] = name
        return counting

    def to_template(self, value: object) -> Any:
        """Return a checked value that is passed to another template. Raises LimitExceededError."""
        if holds(type(value)):
            self.charge(size_of(value) // 100)
        return self.unfrozen(value)

    def given(self, value: Any) -> Any:
        """Return a checked value that becomes SVG: text or a number. Raises LimitExceededError."""
        kind = type(value)
        if kind is str or kind is Markup:
            if len(value) > 100:
                self.charge(len(value) // 100)
            return self.unfrozen(value) if "\x01" in value else value
        if kind is int:
            if not -_SMALL < value < _SMALL:
                check_number(value)
        elif kind not in PLAIN:
            self.charge(size_of(writable(value)) // 100)
            return self.unfrozen(value)
        return value

    def direct(self, context: object, function: object, **scopes: object) -> Callable[..., Any]:
        """Return the function to call by a name.

        It is one of Pieria's own functions, unless a template assigned another value to the name.
        """
        if type(function) is MethodType and function in self.helpers:
            return function
        return functools.partial(self.call, context, function, **scopes)

"""SVG path data to PDF path operators."""

from __future__ import annotations

from generator.core.geometry import FARTHEST, n
from validator.core.lazy import pattern
from validator.core.paths import followed

_ZEROS = pattern(r"(?:\.000|(?<=\d)0{1,2}) (?=[-\dmlc])")
_MINUS_NOTHING = pattern(r"(?<!\d)-0 ")


def path_operators(d: str) -> str:
    """The operators of path data. Raises ValueError for data that is broken or too far away.

    All are formatted at once, which is twice as fast as number by number.
    """
    pen = followed(d)
    values = pen.values
    if values and not (min(values) >= -FARTHEST and max(values) <= FARTHEST):
        n(max(values, key=abs))  # raises, and says which
    written = "".join(pen.ops) % tuple(values)
    return _MINUS_NOTHING.sub("0 ", _ZEROS.sub(" ", written))

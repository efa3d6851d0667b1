"""Recognises values that a word processor or a spreadsheet program has probably damaged."""

from __future__ import annotations

import re

from validator.core.tree import CellContent, Node, Scalar
from validator.load.cells import AGAIN

CURLY_QUOTES = tuple("“”„‟«»‘’‚‹›")


def habit(node: Node) -> str:
    """Return how to repair a value that a spreadsheet program, a word processor or a colon damaged.

    Returns an empty string if it looks undamaged.
    """
    if isinstance(node, Scalar) and node.raw.startswith(CURLY_QUOTES):
        return "; curly quotation marks are read as letters, so write straight ones"
    if isinstance(node, CellContent) and re.fullmatch(_DATE, node.raw):
        return f"; if a spreadsheet program turned '1-2' or '1/2' into a date, {AGAIN}"
    return ""


_DATE = (
    r"\d{1,2}[/-]\d{1,2}|\d{1,2}[./ -]\d{1,2}[./ -]\d{2,4}|\d{4}-\d\d-\d\d.*"
    r"|\d{1,2}[./ -]{1,2}[^\W\d_]{3,9}\.?(?:[./ -]\d{2,4})?|[^\W\d_]{3,9}[-. ]\d{1,4}"
)

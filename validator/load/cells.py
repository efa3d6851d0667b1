"""Converts the contents of a cell to its value, allowing for the habits of spreadsheet programs.

A cell has a value, for fields that hold numbers, and its displayed text, for all others. `damaged`
describes changes by the program, as the end of "this is …".
"""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING

from validator.core.scalars import plain
from validator.core.tree import Plain

if TYPE_CHECKING:
    from decimal import Decimal

AGAIN = "format the cell as text and type it again"
NO_RESULT = (
    "a formula without a stored result; open the file in a spreadsheet program and save it there"
)
ERRORS = frozenset(
    {"#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}
)
_SHORTENED = re.compile(r"[-+]?[0-9](?:[.,][0-9]+)?E[-+][0-9]{2,}")
_NUMERIC = frozenset("'+-0123456789")
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:[.,][0-9]+)?(?:[eE][-+]?[0-9]{1,2})?")
# What the programs show for true and false, and yes and no, in the languages of many users.
_YES = frozenset(
    {"true", "yes", "wahr", "ja", "vrai", "oui", "vero", "sì", "verdadero", "sí", "waar"}
)
_NO = frozenset({"false", "no", "falsch", "nein", "faux", "non", "falso", "onwaar", "nee"})


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_TYPED = re.compile(r"\A'(?='*[=+\-@\t\r])")


def no_formula(words: str) -> str:
    """Return text for a CSV cell that spreadsheet programs do not treat as a formula.

    If necessary, it begins with ', which `typed` removes again when the file is read.
    """
    return f"'{words}" if _FORMULA.match(words) else words


def typed(words: str) -> str:
    """Return the text of a CSV cell.

    A leading ', which prevents its treatment as a formula, is removed.
    """
    return _TYPED.sub("", words, count=1) if words[:1] == "'" else words


def truth(raw: str) -> bool | None:
    """Return True or False for "yes" or "no" in several languages, or None for other words."""
    word = raw.lower()
    return True if word in _YES else False if word in _NO else None


def parse_value(raw: str, comma: bool = False) -> Plain:
    """Return the number in a cell's text or, if it is not a number, the text itself.

    ``3.0`` is 3, and ``50%`` is a half. `comma` allows a decimal comma. A comma before exactly
    three digits could separate thousands, so such text is not a number.
    """
    if raw[:1] not in _NUMERIC:
        return raw
    words = raw.removeprefix("'")  # typed to keep a program from interpreting it
    share = words.endswith("%")
    digits = words[:-1].rstrip() if share else words
    if not digits or digits[0] not in "-+0123456789" or not _NUMBER.fullmatch(digits):
        return raw
    if "," in digits:
        behind = re.search(r",([0-9]+)", digits)
        if not comma or (behind and len(behind[1]) == 3):
            return raw
        digits = digits.replace(",", ".")
    if share:
        from decimal import Decimal

        return float(Decimal(digits) / 100)
    return whole_if_so(float(digits)) if re.search(r"[.eE]", digits) else plain(digits)


def whole_if_so(number: float) -> int | float:
    """Return ``3`` for 3.0, and other numbers rounded to 15 digits, as programs display them."""
    number = float(f"{number:.15g}")
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def damaged(raw: str) -> str:
    """Return how a spreadsheet program has damaged a CSV cell, as far as visible, or "".

    The text completes the sentence "this is …".
    """
    if raw in ERRORS:
        return f"the error {raw} of a formula; fix the formula, or {AGAIN}"
    if raw[0] == "#" and not raw.strip("#") and len(raw) > 2:
        return "a number that is too wide for its column; widen the column and save the file again"
    if _SHORTENED.fullmatch(raw):
        return shortened(raw)
    return ""


def shortened(raw: str) -> str:
    """Return the end of a message about a number, as in ``1.00E+05``, where text is expected."""
    return f"a number that the spreadsheet program writes as {raw}; {AGAIN}"


def date(shown: str) -> str:
    """Return the end of a message about a date into which a program turned ``3-4`` or ``1/2``."""
    found = re.fullmatch(r"\d{4}-(\d\d)-(\d\d)", shown)
    month, day = map(int, found.groups()) if found else (3, 4)
    typed = f"'{month}-{day}' or '{month}/{day}'"
    return f"the date {shown}, which a spreadsheet program makes of {typed}; {AGAIN}"


# Days of the years 2000 to 2099 as spreadsheet programs count them, from 30 December 1899.
SERIALS = range(36526, 73051)
SMALL = 1000  # the other numbers of a column in which one of SERIALS is unexpected


def serial(number: int) -> str:
    """Return the end of a message about a number that is probably a date, stored in days."""
    day = datetime.date(1899, 12, 30) + datetime.timedelta(days=number)
    return (
        f"spreadsheet programs store the date {day} as {number}, and every other value of this "
        f"column is a word or a number below {SMALL}; if the cell held '{day.day}-{day.month}' or "
        f"'{day.month}/{day.day}', {AGAIN}"
    )


# ---- numbers as a workbook's formats show them

_ASIDE = re.compile(r'"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.')
_PRIVATE = 0xE000  # placeholders for words in a format, while its digits are searched
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.[#0?]+)?")


def shown(number: int | float, form: str) -> str:
    """Return a number as a workbook displays it: ``007`` for 7 with the format ``000``.

    An unknown format gives the plain number.
    """
    plainly = f"{number:.15g}" if isinstance(number, float) else str(number)
    if form == "General":
        return plainly
    from decimal import Decimal

    sections = re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', form)
    section = sections[1] if number < 0 and len(sections) > 1 else sections[0]
    literal: list[str] = []

    def aside(match: re.Match[str]) -> str:
        literal.append(match[1] or match[2] or match[3] or "")
        return chr(_PRIVATE + len(literal) - 1)

    marked = _ASIDE.sub(aside, section)
    digits = _DIGITS.search(marked)
    if digits is None or "General" in marked or re.search("[eE/@]", marked):
        return plainly
    if _DIGITS.search(marked, digits.end()):  # for example in a phone number
        return plainly
    value = Decimal(plainly) * (100 if "%" in marked else 1)
    if len(sections) > 1:
        value = abs(value)
    words = marked[: digits.start()] + _digits(value, digits[0]) + marked[digits.end() :]
    for place, each in enumerate(literal):
        words = words.replace(chr(_PRIVATE + place), each)
    return words.strip()


def _digits(value: Decimal, form: str) -> str:
    """Return the digits of a number in the digit section of a format."""
    before, _, behind = form.partition(".")
    least = behind.count("0")
    rounded = f"{abs(value):.{len(behind)}f}"
    whole, _, rest = rounded.partition(".")
    while len(rest) > least and rest.endswith("0"):
        rest = rest[:-1]
    whole = whole.zfill(before.count("0"))
    if "," in before.rstrip(","):
        whole = f"{int(whole):,}".rjust(len(whole), "0")
    sign = "-" if value < 0 and (int(whole.replace(",", "")) or rest.strip("0")) else ""
    return sign + whole + ("." + rest if rest else "")

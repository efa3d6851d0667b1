"""Writes a game's rulebook: pages, booklets, and a list of the pages for later builds.

A book whose sources are unchanged is not built again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from generator import __version__
from generator.book.source import file_of
from generator.core.digest import hash_of
from generator.core.memo import Memo
from generator.drawing.inks import INKS, USUAL_INK
from validator.checks.waivers import not_waived
from validator.core.location import Problem
from validator.core.model import Game
from validator.core.resources import resource
from validator.load.text import LARGEST_PDF, bytes_of

if TYPE_CHECKING:
    from generator.book.book import Book
    from generator.printers.profiles import Printer

ENDINGS = (".md", ".yaml", ".csv", ".xlsx", ".play", ".j2", ".json", ".png", ".jpg", ".jpeg", ".py")


class PageEntry(TypedDict):
    """A page in `GAME-book.pages.json`."""

    page: int
    chapter: str
    hash: str
    rules: list[str]


class PageAccount(TypedDict, total=False):
    """The contents of `GAME-book.pages.json`; `rules` maps the ids of rules to their statements."""

    pages: list[PageEntry]
    rules: dict[str, str]


@dataclass(frozen=True)
class BookFiles:
    """The files of a built book, by name; there are none if the existing files are up to date."""

    problems: tuple[Problem, ...] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    pages: int = 0
    names: tuple[str, ...] = ()  # names of all files, including unchanged ones


def build_book(
    game: Game,
    printers: Mapping[str, Printer | None],
    ink: str = USUAL_INK,
    rule_ids: bool = False,
    before: Path | None = None,
    memo: Memo | None = None,
) -> BookFiles:
    """Build a game's book, unless the folder `before` contains an up-to-date one.

    `printers` maps the papers of its booklets to the printers to compensate for. `memo` holds the
    results of the game's kit in the same ink.
    """
    if file_of(game) is None:
        return BookFiles()
    stem = f"{game.stem}-book{INKS[ink].suffix}{'-ids' if rule_ids else ''}"
    name, account = f"{stem}.pdf", f"{stem}.pages.json"
    booklets = {
        paper: f"{stem}-{paper}{f'-for-{printer.name}' if printer else ''}.pdf"
        for paper, printer in printers.items()
    }
    names = (name, *booklets.values(), account)
    digest = f"rulebook {digest_of(game, ink, rule_ids)}"
    marks = {booklets[paper]: _mark(digest, printer) for paper, printer in printers.items()}
    if before is not None and (pages := _kept(before, names, digest, marks)):
        return BookFiles(pages=pages, names=names)
    from generator.book.book import read_book
    from generator.book.booklet import booklet
    from generator.book.typeset import typeset

    book, problems = read_book(game)
    if book is None:
        return BookFiles(tuple(problems))
    made = typeset(book, ink, rule_ids, digest, memo)
    if made.problems:
        return BookFiles(made.problems)
    files = {name: made.pdf, account: _account(game, made.pages, digest)}
    for paper, file in booklets.items():
        files[file] = booklet(made.pdf, paper, marks[file], printers[paper])
    return BookFiles((), files, len(made.pages), names)


def check_pages(book: Book, ink: str, memo: Memo) -> tuple[Problem, ...]:
    """Return the problems of a rulebook's pages.

    `memo` contains faces that were drawn for the kit, and the digests of books without problems,
    which are not typeset again.
    """
    digest = digest_of(book.game, ink, rule_ids=False)
    if memo.get("flawless book", digest):
        return ()
    from generator.book.typeset import typeset

    made = typeset(book, ink, memo=memo)
    if not made.problems and not made.notes:
        memo.put("flawless book", digest, True)
    return (*made.problems, *not_waived(made.notes, book.game))


def _mark(digest: str, printer: Printer | None) -> str:
    """Return a key for a booklet.

    It depends on the book, the printer and the printer's measurement.
    """
    return f"{digest} {hash_of(repr(printer))[:8]}" if printer else digest


def _kept(folder: Path, names: Sequence[str], digest: str, marks: Mapping[str, str]) -> int:
    """Return the number of pages of an up-to-date book in a folder, or 0 if there is none.

    `marks` contains the keys that some files contain instead of the digest.
    """
    try:
        for name in names:
            if marks.get(name, digest).encode() not in bytes_of(folder / name, LARGEST_PDF):
                return 0
    except OSError:
        return 0
    return len(read_account(folder / names[-1]).get("pages", ()))


def digest_of(game: Game, ink: str, rule_ids: bool) -> str:
    """Return a hash of everything that a book is made from: data, templates, and the program
    itself.
    """
    hasher = hashlib.sha256(f"{__version__} {ink} {rule_ids} {game.translation}".encode())
    here = Path(__file__).resolve().parent.parent
    folders = (
        game.folder,
        resource("templates"),
        here,
        here.parent / "validator" / "referee",
        here.parent / "validator" / "games",
    )
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in ENDINGS and file.is_file():
                data = file.read_bytes()
                hasher.update(f"{file.relative_to(folder).as_posix()} {len(data)} ".encode())
                hasher.update(data)
    return hasher.hexdigest()[:16]


def _account(game: Game, pages: Sequence[Any], digest: str) -> bytes:
    """Return the JSON with the content hash and the rules of each page."""
    cited = {id_ for page in pages for id_ in page.rules}
    told = {
        "book": game.id,
        "title": game.title,
        "digest": digest,
        "pages": [
            {"page": page.number, "chapter": page.chapter, "hash": page.hash, "rules": page.rules}
            for page in pages
        ],
        "rules": {id_: game.rules[id_].text for id_ in sorted(cited)},
    }
    return (json.dumps(told, indent=1, ensure_ascii=False) + "\n").encode()


def read_account(file: Path, data: bytes | None = None) -> PageAccount:
    """Return the list of pages that was written beside a book, or an empty list if it is
    unreadable.
    """
    try:
        found: PageAccount = json.loads(data or bytes_of(file))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and isinstance(found.get("pages"), list) else {}


def changed_pages(old: PageAccount, new: PageAccount) -> list[PageEntry]:
    """Return the pages that have to be reprinted.

    If the number of pages has changed, these are all pages.
    """
    was = {page["page"]: page["hash"] for page in old.get("pages", ())}
    same = len(was) == len(new["pages"])
    return [page for page in new["pages"] if not same or was.get(page["page"]) != page["hash"]]


def changed_sheets(
    files: Mapping[str, bytes], printers: Mapping[str, Printer | None], old: PageAccount,
    new: PageAccount,
) -> Mapping[str, bytes]:  # fmt: skip
    """Return the booklets of a book, containing only the sheets that have to be reprinted.

    The mapping is empty if all sheets have changed, or none has.
    """
    from generator.book.booklet import booklet, sheet_of

    count = len(new["pages"])
    numbers = sorted({sheet_of(page["page"], count) for page in changed_pages(old, new)})
    if not files or not 0 < len(numbers) < count // 4:
        return {}
    whole, *booklets = (name for name in files if name.endswith(".pdf"))
    return {
        f"{name.removesuffix('.pdf')}-changes.pdf":
            booklet(files[whole], paper, printer=printer, only=numbers)
        for name, (paper, printer) in zip(booklets, printers.items(), strict=True)
    }  # fmt: skip


def page_changes(old: PageAccount, new: PageAccount) -> list[str]:
    """Return a line of text for each page that has to be reprinted, with its changed rules."""
    from generator.book.booklet import sheet_of

    before, after = old.get("rules", {}), new.get("rules", {})
    lines = []
    count = len(new["pages"])
    for page in changed_pages(old, new):
        number = page["page"]
        rules = [id_ for id_ in page["rules"] if before.get(id_) != after.get(id_)]
        why = f": {', '.join(rules)}" if rules else ""
        chapter = f" ({page['chapter']})" if page["chapter"] else ""
        lines.append(f"page {number}{chapter}, sheet {sheet_of(number, count)} of the booklet{why}")
    return lines

"""Makes a project from finished pictures of cards: a folder of files, or the pages of PDFs.

Every program that makes cards can export such pictures. A front and its back have the same name
except for words such as `front` and `back`; a single back is used for all cards.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from generator.projects.sheet import GAME_HEAD, SpreadsheetError
from validator.core.location import Location, Problem
from validator.core.scalars import flow
from validator.core.sizes import SIZES, Size
from validator.load.cards import slug
from validator.load.cells import no_formula
from validator.load.text import LARGEST_PDF, bytes_of, inside

ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".tif", ".tiff", ".gif", ".svg")
LARGEST = 64 * 1024 * 1024  # bytes of a picture, as where it is printed
MOST_PIXELS = 40_000_000
MOST = 2_000  # pictures, or pages
MOST_LONG = 50  # largest ratio of length to width
DOTS = 300.0  # per inch at which pages of a PDF are drawn
USUAL_DOTS = (300.0, 600.0, 1200.0, 150.0)
BLEEDS = (0.0, 3.175, 3.0)  # mm around the trim that finished pictures have
NEAR = 0.5  # mm by which a picture may differ from a known size
ALIKE = 0.004  # by which its shape may
MM_PER_INCH = 25.4
USUAL = ("poker", "tcg", "bridge", "tarot", "tarot-us", "euro", "mini-euro", "mini-american",
         "mini-us", "square", "business", "jumbo")  # fmt: skip

_FRONT = "fronts?|faces?|vorderseiten?|recto|fronte"
_BACK = "backs?|reverse|rückseiten?|rueckseiten?|verso|retro|dos"
_FIRST = re.compile(rf"(?:({_FRONT})|({_BACK}))(?=$|[\s_.\-\d])[\s_.-]*(.*)", re.IGNORECASE)
_LAST = re.compile(rf"(.*?)[\s_.-]+(?:({_FRONT})|({_BACK}))", re.IGNORECASE)
_COPIES = re.compile(r"(?:^|(?<=[\s_.-]))(?:x(\d{1,2})|(\d{1,2})x)(?=$|[\s_.-])", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s_.-]+")


@dataclass(frozen=True)
class ImportedPicture:
    """A picture of one side of a card: the contents of a file, and its size in pixels."""

    source: str  # its name in messages
    name: str  # without ending, and without the word for its side
    side: str  # front or back
    suffix: str
    data: bytes
    width: float
    height: float
    dots: float = 0.0  # per inch, as stated in the file; 0 if it is not
    title: str = ""  # empty: taken from its name
    copies: int = 0  # 0: taken from its name

    @property
    def key(self) -> str:
        """The key that a front has in common with its back."""
        return re.sub(r"(?<!\d)0+(?=\d)", "", _BETWEEN.sub("", self.name.lower()))


@dataclass
class PictureProject:
    """A project made from pictures: its files by name, and its description."""

    files: dict[str, bytes] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)


@dataclass
class CardPictures:
    """Pictures of cards: fronts, backs by the key of their front, and the back of all other cards.

    `met` counts the cards that were found in another tool's file, and `left` lists the parts that
    were not imported.
    """

    fronts: list[ImportedPicture] = field(default_factory=list)
    backs: dict[str, ImportedPicture] = field(default_factory=dict)
    common: ImportedPicture | None = None
    met: int = 0
    left: list[Problem] = field(default_factory=list)

    def leave(self, location: Location, message: str) -> None:
        """Record a card or other part of the source that is not imported."""
        self.left.append(Problem(location, message, "not-imported", "warning"))


def has_pictures(source: Path) -> bool:
    """Return whether a folder contains pictures of cards, or a file is a PDF."""
    if source.is_file():
        return source.suffix.lower() == ".pdf"
    return source.is_dir() and any(True for _ in _files(source))


def deck_of(source: Path, id_: str, title: str) -> PictureProject:
    """Return the project for a folder of pictures, or for a PDF.

    Raises SpreadsheetError.
    """
    deck = PictureProject()
    pictures = list(_pictures(source, deck))[:MOST]
    fronts = [each for each in pictures if each.side == "front"]
    if not fronts:
        message = f"no picture of a card was found; expected {', '.join(ENDINGS)} or .pdf"
        why = "; ".join((message, *deck.said[:3]))
        raise SpreadsheetError([Problem(Location(source.as_posix()), why, "file")])
    backs = {each.key: each for each in pictures if each.side == "back"}
    keys = {each.key for each in fronts}
    alone = [each for key, each in backs.items() if key not in keys]
    for other in alone if len(alone) > 1 else ():
        deck.said.append(f"{other.source} has no front of the same name; it is left out")
    paired = {key: each for key, each in backs.items() if key in keys}
    common = alone[0] if len(alone) == 1 else None
    return project_of(CardPictures(fronts, paired, common), deck, id_, title, source.name)


def project_of(
    cards: CardPictures, deck: PictureProject, id_: str, title: str, origin: str
) -> PictureProject:
    """Return the project for pictures of cards; `origin` is the name of their file or folder."""
    fronts, backs, common = cards.fronts, cards.backs, cards.common
    size, bleed, how = _size(fronts)
    shape = size.width / size.height
    for each in fronts:
        if abs((each.width / each.height) / shape - 1) > 0.05:
            deck.said.append(
                f"{each.source} differs in shape from the others and is cropped to match them"
            )
    _write(deck, fronts, backs, common)
    backed = bool(backs or common)
    deck.files["game.yaml"] = _game(id_, title, origin, size, backed).encode()
    deck.files["templates/card.svg.j2"] = _template("card.face", bleed).encode()
    if backed:
        shown = f"'pictures/back{common.suffix}'" if common else ""
        back = _template("card.back", bleed, shown, bool(backs))
        deck.files["templates/back.svg.j2"] = back.encode()
    own = f"{len(backs)} with their own backs" if backs else "one back for all"
    own = own if backed else "no backs (name them back*, or *-back)"
    deck.said.insert(0, f"{len(fronts)} card{'s' * (len(fronts) != 1)} of {how}, {own}.")
    return deck


# ---- files


def _files(source: Path) -> Iterator[tuple[Path, str]]:
    """Yield the pictures and PDFs in a folder, each with the side that it shows.

    Subfolders named after a side are included.
    """
    if source.is_file():
        yield source, ""
        return
    folders = [(source, "")]
    for each in sorted(source.iterdir()):
        found = _FIRST.fullmatch(each.name)
        if each.is_dir() and found and not found[3]:
            folders.append((each, "front" if found[1] else "back"))
    for folder, side in folders:
        for file in sorted(folder.iterdir(), key=lambda each: _in_order(each.name)):
            if file.suffix.lower() in (*ENDINGS, ".pdf") and file.name[:1] not in ".~":
                yield file, side


def _in_order(name: str) -> list[tuple[int, str]]:
    """Return a sort key for a name in which numbers are ordered by value: 2 before 10."""
    return [(int(each), "") if each.isdecimal() else (-1, each.lower())
            for each in re.split(r"(\d+)", name)]  # fmt: skip


def _pictures(source: Path, deck: PictureProject) -> Iterator[ImportedPicture]:
    home = source if source.is_dir() else source.parent
    for file, side in _files(source):
        name, found = _side(printable(file.stem))
        side = side or found
        try:
            if not inside(home, file):
                raise ValueError("is a link that leaves the folder")
            if file.suffix.lower() == ".pdf":
                yield from _pages(file, name, side)
            else:
                yield picture_of(file, name, side)
        except OSError as error:
            deck.said.append(f"{file.name} cannot be read: {error.strerror or error}")
        except ValueError as error:
            deck.said.append(f"{file.name} {error}; it is left out")


def printable(name: str) -> str:
    """Return a file name without line breaks, other control characters and bytes that cannot be
    decoded.
    """
    return "".join(each if each.isprintable() else " " for each in name)


def _side(stem: str) -> tuple[str, str]:
    """Return a file's name without the word for a side, and the side."""
    if found := _FIRST.fullmatch(stem):
        return found[3], "front" if found[1] else "back"
    if found := _LAST.fullmatch(stem):
        return found[1], "front" if found[2] else "back"
    return stem, "front"


def picture_of(file: Path, name: str, side: str = "front") -> ImportedPicture:
    """Return a file as a picture of a card or of an atlas of cards.

    Raises OSError or ValueError.
    """
    from PIL import Image

    data = bytes_of(file, LARGEST)
    suffix = file.suffix.lower()
    if suffix == ".svg":
        width, height = _box(data)
        return ImportedPicture(file.name, name, side, suffix, data, width, height)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP", "TIFF", "GIF")) as it:
                width, height = it.size
                dots = _number((it.info.get("dpi") or (0, 0))[0])
    except Image.DecompressionBombError:
        raise ValueError(f"has more than {MOST_PIXELS:,} pixels") from None
    except Exception:  # whatever Pillow raises on a broken file
        raise ValueError("is not a picture that can be read") from None
    if width * height > MOST_PIXELS:
        raise ValueError(f"has more than {MOST_PIXELS:,} pixels")
    _check_shape(width, height)
    return ImportedPicture(file.name, name, side, suffix, data, width, height, dots)


def cut(
    sheet: ImportedPicture, across: int, down: int, wanted: Iterable[int]
) -> dict[int, ImportedPicture]:
    """Return the pictures in the cells of an atlas.

    Cells are numbered from 0 along the rows. Raises ValueError.
    """
    from PIL import Image

    if across == down == 1:
        return dict.fromkeys(wanted, sheet)
    if sheet.suffix == ".svg":
        raise ValueError("is a vector drawing; expected a raster picture with the cards")
    found = {}
    try:
        with Image.open(io.BytesIO(sheet.data)) as it:
            whole = it.convert("RGBA" if it.has_transparency_data else "RGB")
    except Exception:  # whatever Pillow raises on a file that is broken after its header
        raise ValueError("is not a picture that can be read") from None
    wide, high = whole.width / across, whole.height / down
    _check_shape(round(wide), round(high))
    for index in wanted:
        row, column = divmod(index, across)
        box = (round(column * wide), round(row * high),
               round(column * wide) + round(wide), round(row * high) + round(high))  # fmt: skip
        out = io.BytesIO()
        cell = whole.crop(box)
        cell.save(out, "PNG")
        source = f"cell {index + 1} of {sheet.source}"
        found[index] = ImportedPicture(
            source, sheet.name, sheet.side, ".png", out.getvalue(), cell.width, cell.height
        )
    return found


def _number(value: object) -> float:
    """Return the number of dots per inch of a picture.

    Returns 0 if the value is not a positive number.
    """
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, ArithmeticError):
        return 0.0
    return number if 0 < number < math.inf else 0.0


def _check_shape(width: float, height: float) -> None:
    """Raise ValueError for dimensions that are not positive numbers, or that no card can have."""
    short, long = sorted((width, height))
    if not (0 < short < math.inf and long <= MOST_LONG * short):
        raise ValueError(f"is {width:g} × {height:g} in size; expected the size of a card, at most "
                         f"{MOST_LONG} times as long as wide")  # fmt: skip


def _box(data: bytes) -> tuple[float, float]:
    """Return the width and height of an SVG drawing.

    Raises ValueError.
    """
    head = data[:10_000].decode("utf-8", "replace")
    if found := re.search(r"viewBox\s*=\s*['\"]([^'\"]*)['\"]", head):
        numbers = [float(each) for each in re.findall(r"-?\d+(?:\.\d+)?", found[1])]
    else:
        numbers = [0, 0, *(float(each[1]) for each in (
            re.search(rf"<svg[^>]*\b{name}\s*=\s*['\"](\d+(?:\.\d+)?)", head)
            for name in ("width", "height")) if each)]  # fmt: skip
    if len(numbers) != 4 or min(numbers[2:]) <= 0:
        raise ValueError("does not state its size")
    _check_shape(*numbers[2:])
    return numbers[2], numbers[3]


def _pages(file: Path, name: str, side: str) -> Iterator[ImportedPicture]:
    """Yield the pages of a PDF as pictures. Raises OSError or ValueError."""
    import pypdfium2

    try:
        pdf = pypdfium2.PdfDocument(bytes_of(file, LARGEST_PDF))
        count = len(pdf)
    except pypdfium2.PdfiumError:
        raise ValueError("is not a PDF that can be read") from None
    for number in range(min(count, MOST)):
        try:
            page = pdf[number]
            wide, high = page.get_size()
            _check_shape(wide, high)
            dots = min(DOTS, 72 * (MOST_PIXELS / max(1.0, wide * high)) ** 0.5)
            image = page.render(scale=dots / 72).to_pil().convert("RGB")
        except pypdfium2.PdfiumError:
            raise ValueError(f"has a page {number + 1} that cannot be read") from None
        out = io.BytesIO()
        image.save(out, "PNG", dpi=(dots, dots))
        called = f"{name}-{number + 1:03}" if count > 1 else name
        yield ImportedPicture(
            f"page {number + 1} of {file.name}", called, side, ".png", out.getvalue(),
            image.width, image.height, dots,
        )  # fmt: skip


# ---- what they are


def _size(fronts: list[ImportedPicture]) -> tuple[Size, float, str]:
    """Return the trim size and the bleed of most pictures, and a description of both."""
    (width, height, dots), _ = Counter(
        (each.width, each.height, each.dots) for each in fronts
    ).most_common(1)[0]
    known = [(name, SIZES[name]) for name in USUAL]
    known += [(f"{name}, lying", Size(size.height, size.width)) for name, size in known]
    for per_inch in dict.fromkeys((dots, *USUAL_DOTS)):
        if per_inch < 100:  # the resolution of screens, which programs write without meaning it
            continue
        wide, high = (each * MM_PER_INCH / per_inch for each in (width, height))
        for bleed in BLEEDS:
            for name, size in known:
                far = max(abs(wide - 2 * bleed - size.width), abs(high - 2 * bleed - size.height))
                if far <= NEAR:
                    return size, bleed, _words(name, size, bleed)
        if per_inch == dots and 20 <= wide <= 400 and 20 <= high <= 400:
            size = Size(round(wide, 2), round(high, 2))
            return size, 0.0, _words("", size, 0.0)
    for bleed in BLEEDS:
        for name, size in known:
            shape = (size.width + 2 * bleed) / (size.height + 2 * bleed)
            if abs(width / height / shape - 1) <= ALIKE:
                return size, bleed, _words(name, size, bleed)
    size = Size(63.5, round(63.5 * height / width, 2))
    return size, 0.0, _words("", size, 0.0)


def _words(name: str, size: Size, bleed: float) -> str:
    called = f"{name} size ({size})" if name else f"{size}"
    return f"{called} with {bleed:g} mm of bleed" if bleed else f"{called} without bleed"


def _write(
    deck: PictureProject,
    fronts: list[ImportedPicture],
    backs: dict[str, ImportedPicture],
    common: ImportedPicture | None,
) -> None:
    """Write the pictures, and the spreadsheet that contains their names."""
    rows = ["title,copies,face" + (",back" if backs else "")]
    taken: set[str] = set()
    for number, each in enumerate(fronts, 1):
        copies = _COPIES.search(each.name)
        bare = _BETWEEN.sub(" ", _COPIES.sub("", each.name)).strip()
        title = bare if re.search(r"[^\W\d]", bare) else f"Card {bare.lstrip('0') or number}"
        title = each.title or title[:1].upper() + title[1:150]
        stem = base = slug(title)[:60] or f"card-{number}"
        while stem in taken:
            stem = f"{base}-{number}"
            base += "-"
        taken.add(stem)
        file = f"pictures/{stem}{each.suffix}"
        deck.files[file] = each.data
        count = each.copies or (int(copies[1] or copies[2]) if copies else 1)
        cells = [no_formula(title), str(count), file]
        if backs:
            back = backs.get(each.key)
            cells.append(f"pictures/{stem}-back{back.suffix}" if back else "")
            if back:
                deck.files[cells[-1]] = back.data
        rows.append(",".join(f'"{each.replace(chr(34), chr(34) * 2)}"' for each in cells))
    deck.files["cards.csv"] = ("\n".join(rows) + "\n").encode()
    if common:
        deck.files[f"pictures/back{common.suffix}"] = common.data


def _game(id_: str, title: str, origin: str, size: Size, backed: bool) -> str:
    named = next((each for each, known in SIZES.items() if known == size), "")
    said = named or f"[{size.width:g}, {size.height:g}]"
    back = "    back: back.svg.j2\n" if backed else ""
    return GAME_HEAD.format(
        file=origin, name=id_, title=flow(title),
        code="".join(filter(str.isalpha, id_.upper())) or "GAME",
    ) + f"""\
components:
  - id: cards
    kind: deck
    title: Cards
    size: {said}           # or [width, height] in millimetres
    face: card.svg.j2     # in templates/
{back}    cards: cards.csv
    boxed: true           # a tuckbox is printed for it
    fields:
      face: picture
      back: picture?
"""  # fmt: skip


def _template(shown: str, bleed: float, common: str = "", own: bool = True) -> str:
    """Return a template whose face is a picture.

    If the picture has no bleed, an enlarged copy behind it serves as bleed.
    """

    def drawn(value: str) -> str:
        if bleed:
            return (f"{{{{ picture({value}, {-bleed:g}, {-bleed:g}, width + {2 * bleed:g}, "
                    f"height + {2 * bleed:g}) }}}}")  # fmt: skip
        return (f"{{{{ picture({value}, -bleed, -bleed, width + 2 * bleed, height + 2 * bleed) }}}}"
                f"\n{{{{ picture({value}, 0, 0, width, height) }}}}")  # fmt: skip

    inner = drawn(shown)
    if shown == "card.back":
        other = drawn(common) if common else ""
        inner = other
        if own:
            rest = f"\n{{% else %}}\n{other}" if other else ""
            inner = f"{{% if card.back is not none %}}\n{drawn(shown)}{rest}\n{{% endif %}}"
    return f'{{% extends "shared/face.svg.j2" %}}\n{{% block face %}}\n{inner}\n{{% endblock %}}\n'

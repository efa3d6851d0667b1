"""Makes PDF forms of a game's sheets, and PDFs of sheets that are filled in from a data file.

game -> sheets whose templates have blanks -> pages -> fields; or data -> values -> pages
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.drawing.drawings import Drawing
from generator.faces.face import RenderedFace
from generator.faces.fields import Filling
from generator.kit.build import too_large
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from generator.pdf.forms import FieldAppearance, FormWriter, places_on
from generator.pdf.writer import About, write_pdf
from generator.sheets.grid import TooLargeError
from generator.sheets.imposition import in_printing_order, lay_out
from generator.sheets.pages import Page, Piece
from generator.sheets.paper import PAPERS
from validator.core.filled import Blank, Value
from validator.core.location import Location, Problem
from validator.core.model import Card, Component, Game
from validator.core.sizes import SIZES
from validator.load.filled import read_filled, with_lowest


@dataclass(frozen=True)
class FormSheet:
    """A sheet with fields to fill in: a card of a component, and the blanks on its faces."""

    component: Component
    card: Card
    blanks: Mapping[str, Blank]

    @property
    def name(self) -> str:
        """The sheet's name on the command line and in file names."""
        if len(self.component.cards) == 1:
            return self.component.id
        return f"{self.component.id}-{self.card.id}"


@dataclass(frozen=True)
class PrintedForm:
    """The PDF of a form or of a filled-in sheet, or the problems that prevented it."""

    problems: tuple[Problem, ...]
    pdf: bytes = b""
    pages: int = 0
    fields: int = 0
    values: int = 0


def sheets_of(game: Game, options: Options) -> tuple[list[FormSheet], list[Problem]]:
    """Return the sheets of a game that have blanks, and the problems of their faces."""
    sheets: list[FormSheet] = []
    kit_renderer = KitRenderer(game, options)
    for component in game.components:
        for card in component.cards if component.kind == "sheet" else ():
            kit_renderer.renderer.filling = filling = Filling()
            for template in filter(None, (component.face, component.back)):
                kit_renderer.draw(component, card, template)
            if filling.blanks:
                sheets.append(FormSheet(component, card, filling.blanks))
    return sheets, sorted({*kit_renderer.problems, *kit_renderer.renderer.usage.problems})


def print_form(game: Game, sheet: FormSheet, options: Options) -> PrintedForm:
    """Return a sheet of the game as an empty PDF form."""
    return _Desk(game, sheet, options).print_form({})


def forms(game: Game, options: Options) -> Iterator[tuple[str, bytes]]:
    """Yield the title of each sheet that has blanks, and its empty form as PDF."""
    for sheet in sheets_of(game, options)[0]:
        printed = print_form(game, sheet, options)
        if not printed.problems:
            yield sheet.card.title, printed.pdf


def print_filled(
    game: Game, sheet: FormSheet, file: Path, options: Options, editable: bool = False
) -> PrintedForm:
    """Return a sheet with the values of a data file as PDF, if the values follow the rules.

    `editable` makes it a form whose values can still be changed.
    """
    filled, problems = read_filled(file, sheet.blanks, game, sheet.card)
    if filled is None or problems:
        return PrintedForm(tuple(problems))
    values = with_lowest(filled.values, sheet.blanks)
    desk = _Desk(game, sheet, options)
    draft = Filling(values, filled.location, form=False)
    pages = desk.lay(draft)
    if desk.problems or draft.problems or not editable:
        return desk.print(pages, draft)
    return _Desk(game, sheet, options).print_form(values, filled.location)


class _Desk:
    """Draws one sheet, as a form or with values."""

    def __init__(self, game: Game, sheet: FormSheet, options: Options) -> None:
        self.game = game
        self.sheet = sheet
        self.options = options
        self.kit_renderer = KitRenderer(game, options)
        self.problems: list[Problem] = self.kit_renderer.problems

    def lay(self, filling: Filling) -> list[Page]:
        """Return the pages of the sheet, with its blanks filled as specified.

        A back is a page of its own; a back without blanks is left out, because the kit contains it.
        """
        component, card = self.sheet.component, self.sheet.card
        self.kit_renderer.renderer.filling = filling
        pages: list[Page] = []
        for template in filter(None, (component.face, component.back)):
            before = len(filling.blanks)
            key = self.kit_renderer.draw(component, card, template)
            if (
                key is None
                or key not in self.kit_renderer.drawings
                or len(filling.blanks) == before
            ):
                continue
            piece = Piece(
                f"{component.id}/{card.id}",
                component.size,
                component.outline,
                key,
                None,
                component.title,
                page=component.size == SIZES["page"],
            )
            paper = PAPERS[self.options.paper].size
            try:
                pages += lay_out([piece], paper, "fronts", self.options.cutting)
            except TooLargeError as error:
                self.problems.append(too_large(self.game, error))
        self.problems += self.kit_renderer.renderer.usage.problems
        return in_printing_order(pages, "fronts")

    def print_form(
        self, values: Mapping[str, Value], location: Callable[[str], Location] | None = None
    ) -> PrintedForm:
        """Return the pages as a form with these values; `location` returns where a value is
        written.
        """
        filling = Filling(values, location)
        pages = self.lay(filling)
        if self.problems or filling.problems:
            return self.print(pages, filling)
        shown = list(self.shown(pages, filling))
        return self.print(pages, filling, FormWriter(shown, values))

    def shown(self, pages: list[Page], filling: Filling) -> Iterator[FieldAppearance]:
        """Yield the fields in the order of the templates, each with its appearance."""
        for number, page in enumerate(pages):
            for place, rect, turn in places_on(page, self.kit_renderer.drawings):
                part = filling.parts[place.key]
                face = self.kit_renderer.renderer.lettering.faces(part.font, False, False).plain
                written = self.paint(part.written)
                mark = self.paint(part.marked) if part.blank.kind == "tick" else None
                yield FieldAppearance(number, part, rect, turn, face, written, mark)

    def paint(self, svg: str) -> Drawing | None:
        return self.kit_renderer.painter.paint(RenderedFace(f"<svg>{svg}</svg>")) if svg else None

    def print(
        self, pages: list[Page], filling: Filling, form: FormWriter | None = None
    ) -> PrintedForm:
        if problems := sorted({*self.problems, *filling.problems}):
            return PrintedForm(tuple(problems))
        game = self.game
        title = f"{game.title}: {self.sheet.card.title}"
        about = About(
            title=game.words("%(sheet)s, to fill in", sheet=title) if form else title,
            author=game.licence.credit,
            subject=f"{game.title}, {self.sheet.component.title}, {self.options.paper}",
            language=game.language,
            duplex="Simplex",
        )
        pdf = write_pdf(
            pages,
            self.kit_renderer.drawings,
            self.kit_renderer.painter.resources,
            self.kit_renderer.encoder,
            about,
            lambda _: None,
            form or (lambda _: None),
        )
        fields = {each.part.blank.name for each in form.shown} if form else ()
        written = [name for name in filling.values if name in self.sheet.blanks]
        return PrintedForm((), pdf, len(pages), len(fields), len(written))

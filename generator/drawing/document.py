"""The resources that the drawings of a document share: pictures, shadings, paths and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from generator.assets.pictures import PictureError
from generator.core.geometry import n
from generator.core.memo import Memo
from generator.core.paths import path_operators
from generator.core.svg import PaintError
from generator.drawing.colour import SCREEN, ColourSpace
from generator.drawing.drawings import Drawing, Gradient, Resources, TextStyle
from generator.drawing.pictures import Picture, PictureBook
from generator.drawing.values import colour
from generator.faces.face import Definition
from generator.faces.fonts import FontBook, FontFace

LONGEST_PATH = 1_000_000  # characters


class PaintedDocument:
    """The resources of a document by name, and the results of painting so far.

    `encode` returns the font resources and strings that show a text; `pictures` finds the pictures
    that images refer to.
    """

    def __init__(
        self,
        fonts: FontBook,
        encode: Callable[[FontFace, str], list[tuple[str, str]]],
        pictures: PictureBook | None = None,
        space: ColourSpace = SCREEN,
        memo: Memo | None = None,
    ) -> None:
        self.fonts = fonts
        self.encode = encode
        self.pictures = pictures
        self.resources = Resources(space=space)
        self._shadings: dict[Gradient, str] = {}
        self.remembered: dict[Any, tuple[str, tuple[str, ...]]] = {}  # operators of equal elements
        self.styles: dict[Any, TextStyle] = {}  # text styles, shared by equal texts
        self.memo = memo or Memo()
        self.unset: list[tuple[FontFace, str]] = []  # texts with characters that a typeface lacks

    def use_form(self, id: str, shared: Mapping[str, Definition]) -> str | None:
        """Return the resource name of a shared definition, or None if it is unknown.

        The definition is painted on first use.
        """
        raise NotImplementedError

    def picture(self, href: str) -> Picture:
        """Return the picture with this name, and add it to the document's resources. Raises
        PaintError.
        """
        if self.pictures is None:
            raise PaintError(f"no picture '{href}'")
        try:
            found = self.pictures.read(href)
        except PictureError as error:
            raise PaintError(str(error)) from None
        self.resources.pictures[found.name] = str(found.file)
        if found.alpha:
            self.resources.clear.add(found.name)
        return found

    def state(self, fill: float, stroke: float) -> str:
        """Return the resource name of the graphics state with these opacities."""
        fill, stroke = min(max(fill, 0.0), 1.0), min(max(stroke, 0.0), 1.0)
        name = f"A{round(fill * 1000)}_{round(stroke * 1000)}"
        self.resources.states[name] = (fill, stroke)
        return name

    def shading(self, gradient: Gradient) -> str:
        """Return the resource name of a gradient; equal gradients share one resource."""
        name = self._shadings.get(gradient)
        if name is None:
            name = self._shadings[gradient] = f"S{len(self._shadings)}"
            self.resources.shadings[name] = gradient
        return name

    def words(
        self, text: str, face: FontFace, size: float, x: float, y: float, fill: str
    ) -> Drawing:
        """Return a drawing of one line of text, made without SVG."""
        lettering = TextStyle(face, size, 0.0, "start", self.paint_text(fill), "", ())
        return Drawing(lettering.fill + self.show(lettering, text, x, y), ())

    def show(self, lettering: TextStyle, text: str, x: float, y: float) -> str:
        """Return operators that draw a line of kerned text.

        The page is flipped vertically, so the text's matrix flips it back.
        """
        ops = f"BT 1 0 0 -1 {n(x)} {n(y)} Tm "
        if lettering.spacing:
            ops += f"{n(lettering.spacing)} Tc "
        for font, array in self.encode(lettering.face, text):
            ops += f"{font} {n(lettering.size)} Tf [{array}] TJ "
        return ops + ("0 Tc ET\n" if lettering.spacing else "ET\n")

    def paint_with(self, text: str, stroke: bool = False) -> str:
        """Return the operator that sets the colour of fills or strokes."""
        if text == "currentColor":  # an icon: its user sets the colour
            return ""
        space = self.resources.space
        return f"{' '.join(map(n, space.of(colour(text))))} {space.line if stroke else space.fill} "

    def paint_text(self, text: str) -> str:
        """Return the operator that sets the colour of letters."""
        if text == "currentColor":
            return ""
        space = self.resources.space
        return f"{' '.join(map(n, space.of_text(colour(text))))} {space.fill} "

    def path(self, d: str) -> str:
        """Return SVG path data as PDF path operators.

        The result is cached.
        """
        ops: str | None = self.memo.get("path", d)
        if ops is None:
            if len(d) > LONGEST_PATH:
                raise PaintError(
                    f"path data is longer than the limit of {LONGEST_PATH:,} characters"
                )
            try:
                ops = path_operators(d)
            except ValueError as error:
                raise PaintError(f"path data '{d[:40]}' cannot be read: {error}") from None
            self.memo.put("path", d, ops)
        return ops

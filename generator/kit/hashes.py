"""Computes hashes of faces: faces with equal hashes look equal on paper, in any build.

The hash of a face covers its SVG and everything that it refers to: art, icons, pictures, typefaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from sys import intern

from generator.artwork.layers import file_and_part
from generator.assets.pictures import PictureError
from generator.core.digest import hash_of
from generator.drawing.drawings import Drawing, Resources
from generator.drawing.pictures import PictureBook, file_of
from generator.faces.face import Definition, RenderedFace
from generator.faces.fonts import STYLES, FontBook
from generator.sheets.pages import Page

Shared = Mapping[str, Definition]
MOST_DESCRIBED = 500  # sets of names that are remembered


def form_hash(ops: bytes, inside: Mapping[str, str]) -> str:
    """Return the hash of a form XObject.

    It covers the operators, and the form XObjects that they draw by name.
    """
    return hash_of(ops, *(word for each in sorted(inside.items()) for word in each))


@cache
def _colour(code: str) -> str:
    """Return the name of a colour in the list of a face's sources (cached)."""
    return f"colour {code}"


class FaceHashes:
    """Computes the hashes of one kit's faces; resources that faces share are read once.

    `pictures` reads and checks pictures.
    """

    def __init__(self, fonts: FontBook, pictures: PictureBook) -> None:
        self.fonts = fonts
        self.pictures = pictures
        self._known: dict[str, str] = {}
        self._sets: dict[str, set[str]] = {}
        self._described: dict[frozenset[str], set[str]] = {}

    def of(self, face: RenderedFace) -> str:
        """Return the hash of a face."""
        names = sorted(face.named.names)
        parts = [each.key for each in face.parts]
        return hash_of(face.skeleton, *parts, *[self._named(each, face.shared) for each in names])

    def named(self, face: RenderedFace) -> set[str]:
        """Return the names of a face's resources, such as ``icon coin`` and ``typeface Cinzel``.

        Resources inside shared art are included.
        """
        names, colours = face.named
        described = self._described.get(names)
        if described is None:
            if len(self._described) >= MOST_DESCRIBED:
                self._described.clear()
            described = self._described[names] = self._describe(names, face.shared)
        return described.union(map(_colour, colours))

    def _describe(self, names: frozenset[str], shared: Shared) -> set[str]:
        found = set()
        for name in names:
            if name.startswith("#icon-"):
                found.add(intern(f"icon {name[6:]}"))
            elif name.startswith("#"):
                found |= self._inside(name, shared)
            elif name in self.fonts.families:
                found.add(intern(f"typeface {name}"))
            else:
                found.add(intern(f"picture {name}"))
        return found

    def _inside(self, name: str, shared: Shared) -> set[str]:
        known = self._sets.get(name)
        if known is None:
            self._sets[name] = set()
            inner = shared.get(name[1:])
            known = set() if inner is None else self.named(RenderedFace(inner.svg, shared))
            self._sets[name] = known
        return known

    def of_name(self, name: str) -> str:
        """Return the hash of a resource that faces use, by the name that `named` gives it."""
        kind, rest = name.split(" ", 1)
        return self._named(f"#icon-{rest}" if kind == "icon" else rest, {})

    def _named(self, name: str, shared: Shared) -> str:
        """Return the hash of something that an SVG refers to.

        It is art (`#art-…`), an icon (`#icon-…`), a typeface, or the file of a picture.
        """
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self._read(name, shared)
        return known

    def _read(self, name: str, shared: Shared) -> str:
        if name.startswith("#"):
            self._known[name] = name  # art that refers to itself ends here; the painter refuses it
            found = shared.get(name[1:])
            if found is None:
                return name
            return hash_of(str(found.box), self.of(RenderedFace(found.svg, shared)))
        if name in self.fonts.families:
            entry = self.fonts.families[name]
            files = [self.fonts.folder / entry[style] for style in STYLES if entry[style]]
            return hash_of(*(file.read_bytes() for file in files))
        try:
            if name.lower().endswith(".svg"):
                return hash_of(file_of(self.pictures.folder, file_and_part(name)[0]).read_bytes())
            return self.pictures.read(name).hash
        except PictureError:  # the painter will refuse it
            return hash_of()


class FormHashes:
    """The hashes of the form XObjects that show a kit's faces, by the key of the drawing."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._forms: dict[str, str] = {}
        self._inside: dict[str, str] = {}  # hashes of nested form XObjects, by resource name

    def note(self, key: str, drawing: Drawing) -> None:
        """Record the hash of a drawing before its operators are packed."""
        self._forms[key] = self._hash(drawing)

    def of(self, pages: Iterable[Page]) -> dict[str, str]:
        """Return the hashes of the faces and backs on these pages, by key."""
        keys = dict.fromkeys(box.drawing for page in pages for box in page.boxes)
        return {key: self._forms[key] for key in keys}

    def _hash(self, drawing: Drawing) -> str:
        forms = self._resources.forms
        inside = [name for name in drawing.needs if name in forms]
        for name in inside:
            if name not in self._inside:
                self._inside[name] = self._hash(forms[name][0])
        named = {name: self._inside[name] for name in inside}
        return form_hash(drawing.ops.encode("latin-1"), named)

"""Encodes texts as font resources and the strings that draw them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from reportlab.pdfbase import pdfdoc
from reportlab.pdfbase.ttfonts import TTFont

from generator.faces.fonts import MOST_WORDS, UNSEEN, FontFace

_PARTS = re.compile(r"\(((?:\\.|[^\\)])*)\)|(-?[\d.]+)", re.DOTALL)  # of an array
_CODES = re.compile(r"\\(\d{3})|\\(.)|(.)", re.DOTALL)
_ESCAPES = {0x28: "\\(", 0x29: "\\)", 0x5C: "\\\\"}


class Encoder:
    """Converts text to the codes of a document's embedded font subsets, with kerning."""

    def __init__(self) -> None:
        self.document = pdfdoc.PDFDocument(compression=0, invariant=1, pdfVersion=(1, 4))
        self._faces: dict[str, _Embedded] = {}

    def __call__(self, face: FontFace, text: str) -> list[tuple[str, str]]:
        """Return font resources, each with the PDF array that draws its part of the text."""
        return self._embedded(face).encode(text)

    def font(self, face: FontFace) -> Any:
        """Return the ReportLab font of a face, for text that ReportLab sets itself."""
        return self._embedded(face).font

    def measure(self, font: str, array: str) -> tuple[float, int]:
        """Return the width in ems of a PDF array that draws text, and how many letters it has."""
        name, _, subset = font.partition("+")
        embedded = next(e for e in self._faces.values() if e.first.partition("+")[0] == name)
        return embedded.measure(int(subset), array)

    def _embedded(self, face: FontFace) -> _Embedded:
        embedded = self._faces.get(face.name)
        if embedded is None:
            embedded = self._faces[face.name] = _Embedded(face, self.document)
        return embedded


class _Embedded:
    """A typeface in a document: ReportLab's font, and a cache of encoded words."""

    def __init__(self, face: FontFace, document: object) -> None:
        self.face = face
        self.document = document
        self.font = TTFont(face.name, str(face.file), shapable=False)
        self.first = self.font.getSubsetInternalName(0, document)
        self.plain: dict[str, str] = {}  # words that are all in the first subset
        self.words: dict[str, list[tuple[int, str]]] = {}  # the others

    def measure(self, subset: int, array: str) -> tuple[float, int]:
        known = self.font.state[self.document].subsets[subset]
        widths, usual = self.font.face.charWidths, self.font.face.defaultWidth
        wide, letters = 0.0, 0
        for text, kern in _PARTS.findall(array):
            if kern:
                wide -= float(kern)
                continue
            for octal, escaped, plain in _CODES.findall(text):
                code = int(octal, 8) if octal else ord(escaped or plain)
                wide += widths.get(known[code], usual) if code < len(known) else usual
                letters += 1
        return wide / 1000, letters

    def encode(self, text: str) -> list[tuple[str, str]]:
        words = text.split(" ")
        try:  # nearly every line
            return [(self.first, f"({' '.join([self.plain[word] for word in words])})")]
        except KeyError:
            for word in words:
                self._word(word)
            if all(word in self.plain for word in words):
                return self.encode(text)
            return self._mixed(words)

    def _mixed(self, words: list[str]) -> list[tuple[str, str]]:
        runs: list[tuple[int, list[str]]] = []
        for index, word in enumerate(words):
            codes = self._word(word)
            for subset, inside in (_SPACE, *codes) if index else codes:
                if runs and runs[-1][0] == subset:
                    runs[-1][1].append(inside)
                else:
                    runs.append((subset, [inside]))
        name = self.font.getSubsetInternalName
        return [(name(subset, self.document), f"({''.join(parts)})") for subset, parts in runs]

    def _word(self, word: str) -> list[tuple[int, str]]:
        """Return the font subsets for a word, each with the contents of the array for its part."""
        known = self.words.get(word)
        if known is None:
            if word in self.plain:
                return [(0, self.plain[word])]
            known = list(self._split(UNSEEN.sub("", word)))
            if all(subset == 0 for subset, _ in known):
                if len(self.plain) >= MOST_WORDS:
                    self.plain.clear()
                self.plain[word] = "".join([inside for _, inside in known])
            else:
                self.words[word] = known
        return known

    def _split(self, word: str) -> Iterable[tuple[int, str]]:
        kerns = iter(self.face.word(word).kerns)
        for subset, codes in self.font.splitString(word, self.document):
            pieces = []
            for code in codes:
                pieces.append(_ESCAPES.get(code) or _literal(code))
                if kern := next(kerns, 0):
                    pieces.append(f") {-kern} (")
            yield subset, "".join(pieces)


_SPACE = (0, " ")  # reportlab keeps ASCII where it is in a font's first subset


def _literal(code: int) -> str:
    return chr(code) if 32 <= code < 127 else f"\\{code:03o}"

"""Verifies that a finished PDF can be printed, cut and played.

The requirements come from the manifest's description of the game and from its options. The findings
come only from the drawn pages, never from the layout. Each claim has a function of its own, in
`kit_pages`, `kit_cuts` and `kit_contents`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from generator.core.memo import Memo
from generator.printers.profiles import Printer
from generator.verify.claims import FileClaim, Verification
from generator.verify.kit_contents import fonts, pictures, safe_zone, text
from generator.verify.kit_cuts import bleed, marks, printable
from generator.verify.kit_evidence import Evidence
from generator.verify.kit_pages import backs, pieces, places, scale, trims
from generator.verify.reader import OpenPdf


def verify_kit(
    data: bytes,
    memo: Memo | None = None,
    printers: Mapping[tuple[str, str], Printer] = MappingProxyType({}),
) -> Verification:
    """Verify a kit made by Pieria. Raises ReadError or ManifestError for other files.

    `memo` contains results of earlier builds for the same faces. A file with findings is read again
    without the memo. `printers` are the saved printers, in case the file was made for one of them.
    """
    if memo is not None:
        found = _verify(OpenPdf(data, memo), printers)
        if not found.findings:
            return found
    return _verify(OpenPdf(data), printers)


def _verify(reader: OpenPdf, printers: Mapping[tuple[str, str], Printer]) -> Verification:
    manifest = reader.manifest
    evidence = Evidence(reader, manifest, printers)
    claims = tuple(claim(evidence) for claim in CLAIMS)
    return Verification(manifest.game, manifest.title, manifest.build, claims)


CLAIMS: tuple[Callable[[Evidence], FileClaim], ...] = (
    scale, pieces, places, trims, backs, bleed, marks, printable, safe_zone, fonts, text, pictures,
)  # fmt: skip

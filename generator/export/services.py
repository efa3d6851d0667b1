"""Prepares files for print services, with a preflight that lists reasons for rejection.

The Game Crafter and DriveThruCards require an eighth of an inch of bleed, and MakePlayingCards 36
pixels at 300 dots per inch. DriveThruCards prints from PDF/X-1a:2003 with the back of a card before
its front, at most 240 % of ink, and uses C60 M40 Y40 K100 as rich black.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from generator.drawing.colour import PressInks
from generator.export.designs import (
    Design,
    DesignRenderer,
    ExportedSide,
    Files,
    ScaleMode,
    pixels,
    png,
)
from generator.export.images import back_name
from generator.export.preflight import PressRequirements, preflight
from generator.export.prepress import press_pdf
from generator.export.service_list import DPI, INCH, SERVICES, Service
from generator.pdf.writer import BEYOND
from validator.core.location import Problem
from validator.core.model import KINDS, Component, Game
from validator.core.resources import resource
from validator.core.sizes import SIZES, Size

if TYPE_CHECKING:
    from PIL.Image import Image

CHECK = "preflight"
NEAR = 0.2  # mm by which a trim may differ from a service's size
ROUGH = 100  # dots per inch, to look at the bleed
BY_BLEED = 2.0  # mm by which a size may differ without scaling the design
LEAST_SCALE, MOST_SCALE = 0.8, 1.25
WHITE = 245  # level from 0 to 255 above which a pixel counts as paper


def service_files(studio: DesignRenderer, service: str) -> tuple[Files, list[Problem], list[str]]:
    """Return files for a service, problems that it would reject, and remarks on omitted pieces."""
    wanted = SERVICES[service]
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    remarks: list[str] = []
    for component, designs in studio.decks(KINDS):
        known = wanted.sizes_for(component)
        size = size_of(studio.size(component), known)
        if not known:
            what = "decks of cards"
            if wanted.boards:
                what += ", hexagons and boards"
            remarks.append(
                f"{component.title}: not exported, because {wanted.name} receives only {what}"
            )
        elif not size:
            problems.append(Problem(component.location, _no_size(component, wanted), CHECK))
        else:
            if fit := studio.fits.get(component.id):
                remarks.append(_resized(component, fit))
            if component.kind != "deck":
                remarks.append(f"{component.title}: {wanted.name} calls it {size}")
            problems += _preflight(studio, component, designs, wanted)
            if wanted.press and all(each.back for each in designs):
                pdf, found, notes = _pressed(studio, component, designs, wanted)
                problems += found
                remarks += notes
                files |= {} if found else {f"{component.id}.pdf": pdf}
            elif not wanted.press:
                files |= _pictured(studio, component, designs, wanted)
    return files, problems, list(dict.fromkeys(remarks))


def size_of(size: Size, known: Mapping[str, Size]) -> str:
    """Return the name of a size that is known in either orientation, or an empty string."""
    for name, each in known.items():
        if _same(size, each) or _same(size, _turned(each)):
            return name
    return ""


def _same(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= NEAR and abs(one.height - other.height) <= NEAR


def _turned(size: Size) -> Size:
    return Size(size.height, size.width)


def fits(game: Game, service: str) -> dict[str, ScaleMode]:
    """Return, by component, how decks are scaled whose sizes the service does not offer."""
    wanted = SERVICES[service]
    found = {}
    for component in game.components:
        known = wanted.sizes_for(component)
        if known and not size_of(component.size, known):
            fit = nearest(component.size, known, wanted.bleed)
            if fit is not None:
                found[component.id] = fit
    return found


def nearest(size: Size, known: Mapping[str, Size], bleed: float) -> ScaleMode | None:
    """Return how to fit a design to the service's size that changes it least.

    Small differences are taken only from the bleed, so that the design keeps its size. Returns None
    if every size would change it too much.
    """
    choices = []
    for each in (one for upright in known.values() for one in (upright, _turned(upright))):
        if each.width != each.height and (each.width > each.height) != (size.width > size.height):
            continue
        across, down = each.width / size.width, each.height / size.height
        by_bleed = max(abs(each.width - size.width), abs(each.height - size.height)) <= BY_BLEED
        scale = 1.0 if by_bleed else min(across, down)
        beyond = [
            (side + 2 * bleed) / scale - own
            for side, own in ((each.width, size.width), (each.height, size.height))
        ]
        if LEAST_SCALE <= scale <= MOST_SCALE and max(beyond) / 2 <= BEYOND:
            change = abs(across - 1) + abs(down - 1)
            choices.append((change, ScaleMode(each, scale)))
    return min(choices, key=lambda each: each[0])[1] if choices else None


def _no_size(component: Component, service: Service) -> str:
    """Return a message about a size that a service does not offer, and what to do."""
    size = component.size
    sizes = service.sizes_for(component)
    known = (f"{name} {each.width:g} x {each.height:g}" for name, each in sizes.items())
    kind = {"deck": "cards", "board": "boards"}.get(component.kind, "hexagons")
    said = (
        f"{service.name} has no {kind} of {size.width:g} x {size.height:g} mm; it has "
        f"{', '.join(known)}"
    )
    fit = nearest(size, sizes, service.bleed)
    if fit is None:
        return said
    own = [name for name, each in SIZES.items() if each == fit.size]
    use = own[0] if own else f"[{fit.size.width:g}, {fit.size.height:g}]"
    return f"{said}; use size: {use}, or export with --fit"


def _resized(component: Component, fit: ScaleMode) -> str:
    how = (
        "with the rest filled by its bleed"
        if fit.scale == 1
        else f"printed at {fit.scale:.0%} of its size"
    )
    return f"{component.title}: resized from {component.size} to {fit.size}, {how}"


def _preflight(
    studio: DesignRenderer, component: Component, designs: Sequence[Design], service: Service
) -> Iterator[Problem]:
    """Yield the reasons why the service would reject the files of a design."""
    pieces = sum(each.copies for each in designs)
    if component.kind == "deck" and service.most and pieces > service.most:
        message = f"{pieces} cards; {service.name} prints at most {service.most} in one deck"
        yield Problem(component.location, message, CHECK)
    if component.kind == "deck" and any(each.back is None for each in designs):
        message = (
            f"this component has no back, and {service.name} needs one for every card; add a `back`"
        )
        yield Problem(component.location, message, CHECK)
    sides = [key for each in designs for key in (each.face, each.back) if key]
    drawn = studio.pictures(sides, pixels(studio.size(component), service.bleed, ROUGH))
    early = {key for key, picture in drawn.items() if _ends_early(picture, service.bleed)}
    for each in designs:
        for what, key in (("face", each.face), ("back", each.back)):
            if key in early:
                early.discard(key)  # once for all cards that share it
                message = (
                    f"the {what} of '{each.id}' has a background that does not fill the "
                    f"bleed; extend it to"
                    f" {service.bleed:.2f} mm beyond the trim (`bleed` in the template)"
                )
                card = component.card(each.id)
                yield Problem(card.location, message, CHECK)


def _ends_early(picture: Image, bleed: float) -> bool:
    """Return whether bleed is missing: an edge of the trim is inked, and the bleed beyond it is
    white.
    """
    edge = round(bleed / INCH * ROUGH)
    for turn in range(4):  # each edge in turn is the left one
        side = picture.convert("L").rotate(90 * turn, expand=True)
        high = side.height
        beyond = side.crop((0, edge, 1, high - edge))
        inside = side.crop((edge + 1, edge, edge + 2, high - edge))
        if min(beyond.tobytes()) == 255 and max(inside.tobytes()) < WHITE:
            return True
    return False


def _pictured(
    studio: DesignRenderer, component: Component, designs: Sequence[Design], service: Service
) -> Files:
    """Return PNG files with the numbers of copies in their names, which the services expect."""
    keys = [key for each in designs for key in (each.face, each.back) if key]
    drawn = studio.pictures(keys, pixels(studio.size(component), service.bleed, DPI))
    wanted = service.sizes_for(component)
    if not any(_same(studio.size(component), each) for each in wanted.values()):
        drawn = {key: picture.rotate(90, expand=True) for key, picture in drawn.items()}
    ready = {key: png(picture, DPI) for key, picture in drawn.items()}
    files = {}
    faces = {f"{component.id}/{each.id}" for each in designs}
    backs = {each.back for each in designs}
    for each in designs:
        files[f"{component.id}/{each.id}[{each.copies}].png"] = ready[each.face]
        if each.back and len(backs) > 1:
            name = back_name(each, faces)
            files[f"{component.id}/{name}[{each.copies}].png"] = ready[each.back]
    if len(backs) == 1 and (back := designs[0].back):
        files[f"{component.id}/back.png"] = ready[back]
    return files


def _sides(component: Component, designs: Sequence[Design], back_first: bool) -> list[ExportedSide]:
    """Return the two sides of each copy of each card, in the order of their pages."""
    sides = []
    for each in designs:
        piece = f"{component.id}/{each.id}"
        back = ExportedSide(each.back or each.face, component, piece, back=True)
        face = ExportedSide(each.face, component, piece)
        sides += [*((back, face) if back_first else (face, back))] * each.copies
    return sides


def _pressed(
    studio: DesignRenderer, component: Component, designs: Sequence[Design], service: Service
) -> tuple[bytes, list[Problem], list[str]]:
    """Return a PDF with two pages for each card, the service's objections, and remarks."""
    press = service.press
    assert press is not None
    sides = _sides(component, designs, press.back_first)
    title = f"{studio.game.title}: {component.title}"
    inks = PressInks(resource("templates") / "press" / press.cube)
    pdf, flat = press_pdf(studio, sides, inks, title, press.condition)
    size = studio.size(component)
    found = preflight(
        pdf,
        PressRequirements(
            service.name, size.width, size.height, service.bleed, press.most_ink,
            press.back_first, press.condition,
        ),
    )  # fmt: skip
    problems = [
        Problem(
            component.location, f"{service.name} would reject {component.id}.pdf: {each}", CHECK
        )
        for each in found.reasons
    ]
    kept = (
        f"{component.title}: verified: {found.pages} pages, four inks and grey, "
        f"{found.most_ink:.0%} of ink at most ({press.most_ink:.0%} allowed), boxes, typefaces, "
        f"order and the output intent '{press.condition}' as {service.name} requires"
    )
    remarks = [] if problems else [kept]
    if flat:
        remarks.append(
            f"{component.title}: {len(flat)} of its designs have see-through parts, which "
            f"PDF/X-1a does not allow"
            "; these parts become pictures; everything else stays vector art"
        )
    return pdf, problems, remarks

"""Exports to Tabletop Simulator and Tabletop Playground, as atlases and objects.

The formats are the saved objects that Tabletop Simulator itself writes (at most 10 by 7 pictures
per atlas, of which the last represents a hidden card; 4096 pixels wide; RGB), and the JSON schemas
that Tabletop Playground publishes for its templates.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.export.designs import Design, DesignRenderer, Files, png
from validator.core.model import Component, Game
from validator.core.sizes import Size
from validator.load.markup import ICON, SPAN
from validator.load.shape import Text

if TYPE_CHECKING:
    from PIL.Image import Image

ACROSS, DOWN = 10, 7
USABLE = ACROSS * DOWN - 1
WIDEST = 4096
DPI = 300  # where the sheet has room for it
TABLE_UNIT = 25.4  # mm: a unit of length on the table is an inch
CARD_WIDTH = 2.5 * TABLE_UNIT  # width of a card at scale 1


class AtlasSheet(NamedTuple):
    """A finished atlas: its files, and whether each card in it has its own back."""

    face: str
    back: str
    atlas: Atlas
    own_backs: bool


class Atlas:
    """A grid of pictures of equal size, which a virtual tabletop reads as one deck."""

    def __init__(self, keys: Sequence[str], size: Size, dpi: float = DPI) -> None:
        self.keys = list(keys)
        self.across = min(ACROSS, max(2, len(keys)))
        self.down = max(2, ceil(len(keys) / self.across))
        room = min(WIDEST / (self.across * size.width), WIDEST / (self.down * size.height))
        detail = min(dpi / 25.4, room)
        self.cell = (int(size.width * detail), int(size.height * detail))

    def draw(self, pictures: Mapping[str, Image]) -> Image:
        """Return the atlas as a picture.

        Empty cells stay white.
        """
        from PIL import Image as Pillow

        wide, high = self.cell
        sheet = Pillow.new("RGB", (wide * self.across, high * self.down), "white")
        for index, key in enumerate(self.keys):
            place = (index % self.across * wide, index // self.across * high)
            sheet.paste(pictures[key].resize(self.cell), place)
        return sheet


def parts(designs: Sequence[Design]) -> Iterator[list[Design]]:
    """Yield the designs in groups, each of which fits into one atlas."""
    for start in range(0, len(designs), USABLE):
        yield list(designs[start : start + USABLE])


def sheets(
    studio: DesignRenderer, dpi: float = DPI
) -> tuple[dict[str, bytes], dict[str, list[AtlasSheet]]]:
    """Return the files of all atlases, and the atlases of each component."""
    files: dict[str, bytes] = {}
    found: dict[str, list[AtlasSheet]] = {}
    for component, designs in studio.decks(("deck",)):
        for number, portion in enumerate(parts(designs), 1):
            tail = f"-{number}" if len(designs) > USABLE else ""
            atlas = Atlas([each.face for each in portion], component.size, dpi)
            drawn = studio.pictures([each.face for each in portion], atlas.cell)
            face = f"{component.id}{tail}.png"
            files[face] = png(atlas.draw(drawn))
            backs = [each.back for each in portion if each.back]
            own = len(set(backs)) > 1
            back = f"{component.id}{tail}-back.png"
            if own:
                other = Atlas([each.back or each.face for each in portion], component.size, dpi)
                behind = studio.pictures(other.keys, other.cell)
                files[back] = png(other.draw(behind))
            elif backs:
                drawn = studio.pictures(backs[:1], _single(component, dpi))
                files[back] = png(drawn[backs[0]])
            else:
                back = face
            found.setdefault(component.id, []).append(AtlasSheet(face, back, atlas, own))
    return files, found


def singles(
    studio: DesignRenderer, dpi: float = DPI
) -> tuple[dict[str, bytes], dict[str, tuple[str, str]]]:
    """Return tiles, tokens and sheets as single pictures.

    The first value contains the files; the second contains the file names of each design's face and
    back.
    """
    files: dict[str, bytes] = {}
    found: dict[str, tuple[str, str]] = {}
    names: dict[str, str] = {}  # key -> file: equal faces are one file
    for component, designs in studio.decks(("tile", "token", "sheet", "board")):
        keys = [key for each in designs for key in (each.face, each.back) if key]
        drawn = studio.pictures(keys, _single(component, dpi))
        for design in designs:
            name = f"{component.id}-{design.id}"
            for key, file in ((design.face, f"{name}.png"), (design.back, f"{name}-back.png")):
                if key and key not in names:
                    names[key] = file
                    files[file] = png(drawn[key])
            face = names[design.face]
            back = names[design.back] if design.back else face
            found[f"{component.id}/{design.id}"] = (face, back)
    return files, found


def _single(component: Component, dpi: float) -> tuple[int, int]:
    """Return the size in pixels for a separate picture, within the limit of a tabletop."""
    detail = min(dpi / 25.4, WIDEST / max(component.size.width, component.size.height))
    return int(component.size.width * detail), int(component.size.height * detail)


def _id(*parts_: object, length: int) -> str:
    """Return a name that is the same for the same piece in all exports."""
    return hashlib.sha256("/".join(map(str, parts_)).encode()).hexdigest()[:length]


# ---- Tabletop Simulator


def simulator_files(
    studio: DesignRenderer,
    url: Callable[[str], str],
    tabs: Mapping[str, object] = MappingProxyType({}),
    dpi: float = DPI,
) -> Files:
    """Return a saved object with the whole game, and its pictures.

    `url` returns a picture's address; `tabs` are the tabs of the notebook.
    """
    files, atlases = sheets(studio, dpi)
    more, pairs = singles(studio, dpi)
    files |= more
    objects: list[dict[str, Any]] = []
    for component in studio.game.components:
        place = len(objects)
        if component.id in atlases:
            objects += _deck(studio, component, atlases[component.id], url, place)
        elif component.kind == "net":
            objects += _dice(studio, component, place)
        else:
            objects += _tiles(studio, component, pairs, url, place)
    _unique(objects)
    saved = json.dumps(_saved(studio.game, objects, tabs), indent=1, ensure_ascii=False)
    files[f"{studio.game.id}.json"] = saved.encode()
    return files


def _saved(
    game: Game, objects: list[dict[str, Any]], tabs: Mapping[str, object]
) -> dict[str, object]:
    """Return a saved object in the form that Tabletop Simulator writes."""
    return {
        "SaveName": game.title,
        "GameMode": game.title,
        "Date": "",
        "VersionNumber": "",
        "Table": "",
        "Sky": "",
        "Note": game.licence.credit,
        "Rules": "",
        "TabStates": dict(tabs),
        "ComponentTags": {
            "labels": [
                {"displayed": tag, "normalized": tag.lower()} for tag in sorted(_all_tags(objects))
            ]
        },
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }


def _object(
    name: str, title: str, about: str, place: int, size: float, *of: object
) -> dict[str, Any]:
    """Return the properties that all saved objects have.

    Objects are placed on the table in rows of six.
    """
    return {
        "GUID": _id(name, *of, length=6),
        "GMNotes": f"pieria:{'/'.join(map(str, of))}",  # an update finds the object by this
        "Name": name,
        "Transform": {
            "posX": place % 6 * 5.0 - 12.5,
            "posY": 1.5,
            "posZ": 8.0 - place // 6 * 5.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 0.0,
            "scaleX": size,
            "scaleY": 1.0,
            "scaleZ": size,
        },
        "Nickname": title,
        "Description": about,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


_MARKUP = re.compile(rf"\\(.)|\*+|({ICON})|{SPAN}|(\}})")


def _unmarked(text: str) -> str:
    """Return a text without markup; icons become words in square brackets."""
    opened = 0

    def said(markup: re.Match[str]) -> str:
        nonlocal opened
        escaped, icon, end = markup.groups()
        opened += markup[0][0] == "{"
        if end and opened:
            opened -= 1
            return ""
        return escaped or end or (f"[{icon[1:-1].split('#')[0]}]" if icon else "")

    return _MARKUP.sub(said, text)


def words_of(design: Design) -> str:
    """Return a card's text fields without markup; icons become words in square brackets."""
    card = design.component.card(design.id)
    said = []
    for name, field in design.component.fields.items():
        value = card.fields.get(name)
        if isinstance(field.shape, Text) and field.shape == Text() and isinstance(value, str):
            said.append(_unmarked(value))
    return "\n".join(each for each in said if each)


def tags_of(design: Design) -> list[str]:
    """Return the component's title, and the words in a field `tags`."""
    said = design.component.card(design.id).fields.get("tags") or ()
    words = said if isinstance(said, tuple) else (said,)
    return list(dict.fromkeys([design.component.title, *map(str, words)]))


def _all_tags(objects: list[dict[str, Any]]) -> set[str]:
    inner = [each for thing in objects for each in thing.get("ContainedObjects", ())]
    return {tag for thing in (*objects, *inner) for tag in thing.get("Tags", ())}


def _unique(objects: list[dict[str, Any]]) -> None:
    """Give a new GUID to each object whose six digits are already in use."""
    seen: set[str] = set()
    inside = [[thing, *thing.get("ContainedObjects", ())] for thing in objects]
    for thing in (each for group in inside for each in group):
        salt = 0
        while thing["GUID"] in seen:
            salt += 1
            thing["GUID"] = _id(thing["GMNotes"], salt, length=6)
        seen.add(thing["GUID"])


_CARD_SHAPES = {"hexagon": 3, "round": 4}
_TILE_SHAPES = {"hexagon": 1, "round": 2}


def _deck(
    studio: DesignRenderer, component: Component, atlases: list[AtlasSheet],
    url: Callable[[str], str], place: int,
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the objects for a deck: one deck, or a single card."""
    designs = [each for each in studio.designs if each.component is component]
    size = component.size.width / CARD_WIDTH
    custom = {
        str(number): {
            "FaceURL": url(face),
            "BackURL": url(back),
            "NumWidth": atlas.across,
            "NumHeight": atlas.down,
            "BackIsHidden": True,
            "UniqueBack": own,
            "Type": _CARD_SHAPES.get(component.outline, 0),
        }
        for number, (face, back, atlas, own) in enumerate(atlases, 1)
    }
    cards = []
    for index, design in enumerate(designs):
        number = index // USABLE + 1
        for copy in range(design.copies):
            card = _object("CardCustom", design.title, words_of(design), place, size,
                           studio.game.id, component.id, design.id, copy)  # fmt: skip
            card["Tags"] = tags_of(design)
            card["CardID"] = 100 * number + index % USABLE
            card["CustomDeck"] = {str(number): custom[str(number)]}
            cards.append(card)
    if len(cards) < 2:
        return cards
    deck = _object("DeckCustom", component.title, component.description, place, size,
                   studio.game.id, component.id)  # fmt: skip
    deck["HideWhenFaceDown"] = True
    deck["DeckIDs"] = [card["CardID"] for card in cards]
    deck["CustomDeck"] = custom
    deck["ContainedObjects"] = cards
    return [deck]


def _tiles(
    studio: DesignRenderer, component: Component, pairs: Mapping[str, tuple[str, str]],
    url: Callable[[str], str], place: int,
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the objects for tiles, tokens and sheets; equal pieces are stacked."""
    found: list[dict[str, Any]] = []
    thick = {"token": 0.1, "tile": 0.1, "board": 0.1, "sheet": 0.02}[component.kind]
    for design in studio.designs:
        if design.component is not component:
            continue
        face, back = pairs[f"{component.id}/{design.id}"]
        stack = "Custom_Tile_Stack" if design.copies > 1 else "Custom_Tile"
        wide = component.size.width / TABLE_UNIT / 2
        tile = _object(stack, design.title, words_of(design) or component.title,
                       place + len(found), wide,
                       studio.game.id, component.id, design.id)  # fmt: skip
        tile["Tags"] = tags_of(design)
        tile["CustomImage"] = {
            "ImageURL": url(face),
            "ImageSecondaryURL": url(back),
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": _TILE_SHAPES.get(component.outline, 0),
                "Thickness": thick,
                "Stackable": True,
                "Stretch": True,
            },
        }
        if design.copies > 1:
            tile["Number"] = design.copies
        found.append(tile)
    return found


def _dice(studio: DesignRenderer, component: Component, place: int) -> list[dict[str, Any]]:
    """Return the objects for fold-up dice: real dice in the colour of their printed nets."""
    found: list[dict[str, Any]] = []
    for design in studio.designs:
        if design.component is not component:
            continue
        for copy in range(design.copies):
            die = _object("Die_6", design.title, component.title, place + len(found), 0.63,
                          studio.game.id, component.id, design.id, copy)  # fmt: skip
            die["Transform"]["scaleY"] = 0.63
            red, green, blue = _main_colour(studio, design.face)
            die["ColorDiffuse"] = {"r": red, "g": green, "b": blue}
            found.append(die)
    return found


def _main_colour(studio: DesignRenderer, key: str) -> tuple[float, float, float]:
    """Return the most frequent colour of a drawing, ignoring white paper; white if there is no
    other.
    """
    picture = studio.pictures([key], (60, 60))[key].quantize(8).convert("RGB")
    counts = sorted(picture.getcolors() or [], reverse=True)
    for number, colour in counts:
        assert isinstance(colour, tuple)
        if min(colour) < 235 and max(colour) > 60 and number > 60 * 60 / 12:
            return colour[0] / 255, colour[1] / 255, colour[2] / 255
    return 1.0, 1.0, 1.0


# ---- Tabletop Playground


def playground_files(studio: DesignRenderer, dpi: float = DPI) -> Files:
    """Return a package for Tabletop Playground: templates and textures of decks, tiles, tokens
    and sheets.
    """
    files: dict[str, bytes] = {}
    textures, atlases = sheets(studio, dpi)
    more, pairs = singles(studio, dpi)
    root = studio.game.id
    for name, data in {**textures, **more}.items():
        files[f"{root}/Textures/{name}"] = data
    templates: list[dict[str, Any]] = []
    for component in studio.game.components:
        designs = [each for each in studio.designs if each.component is component]
        for number, (face, back, atlas, own) in enumerate(atlases.get(component.id, ())):
            portion = designs[number * USABLE : (number + 1) * USABLE]
            tail = f" {number + 1}" if len(designs) > USABLE else ""
            template = _template(studio, component, f"{component.title}{tail}", face, back, own)
            template["NumHorizontal"], template["NumVertical"] = atlas.across, atlas.down
            template["Indices"] = [i for i, each in enumerate(portion) for _ in range(each.copies)]
            template["CardNames"] = {str(i): each.title for i, each in enumerate(portion)}
            templates.append(template)
        for design in designs:
            pair = pairs.get(f"{component.id}/{design.id}")
            if pair is not None:
                template = _template(studio, component, design.title, *pair, False)
                template["Indices"] = [0] * design.copies
                template["CardNames"] = {"0": design.title}
                templates.append(template)
    for template in templates:
        name = f"{root}/Templates/{template['GUID']}.json"
        files[name] = json.dumps(template, indent=1, ensure_ascii=False).encode()
    manifest = {"Name": studio.game.title, "GUID": _id(root, "package", length=32).upper()}
    files[f"{root}/Manifest.json"] = json.dumps(manifest, indent=1, ensure_ascii=False).encode()
    return files


# what is the same for every stack of cards
_CARD: dict[str, Any] = {
    "CollisionType": "Regular",
    "SurfaceType": "Cardboard",
    "Friction": 0.7,
    "Restitution": 0.0,
    "Density": 0.5,
    "Roughness": 1.0,
    "Metallic": 0.0,
    "Models": [],
    "Collision": [],
    "Lights": [],
    "SnapPoints": [],
    "Tags": [],
    "Flippable": True,
}


def _template(
    studio: DesignRenderer, component: Component, name: str, face: str, back: str, own: bool
) -> dict[str, Any]:
    """Return the template of a stack of cards.

    Tokens and tiles are cards with another shape and thickness.
    """
    model = "Round" if component.outline == "round" else "Square"
    return {
        "Type": "Card",
        "GUID": _id(studio.game.id, component.id, name, face, length=32).upper(),
        "Name": name,
        "Metadata": "",
        **_CARD,
        "FrontTexture": face,
        "BackTexture": back,
        "HiddenTexture": "",
        "BackIndex": -3 if own else -2,
        "HiddenIndex": -3,
        "NumHorizontal": 1,
        "NumVertical": 1,
        "Width": round(component.size.width / 10, 3),
        "Height": round(component.size.height / 10, 3),
        "Thickness": 0.2 if component.kind in ("token", "tile", "board") else 0.05,
        "HiddenInHand": component.kind == "deck",
        "UsedWithCardHolders": component.kind == "deck",
        "CanStack": True,
        "Indices": [],
        "CardNames": {},
        "CardMetadata": {},
        "CardTags": {},
        "Model": "Rounded" if component.kind == "deck" and model == "Square" else model,
    }

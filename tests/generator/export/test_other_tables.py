"""Vassal's module and Cockatrice's cards."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image

from generator.export.designs import DesignRenderer
from generator.export.other_tables import cockatrice_files, vassal_files
from validator.load.game import load_game


def studio() -> DesignRenderer:
    game = load_game(Path("tests/good/tiny")).game
    assert game is not None
    made = DesignRenderer(game, 0.0)
    assert made.draw() == []
    return made


def test_a_vassal_module_names_every_picture_that_it_shows():
    (module,) = vassal_files(studio()).values()
    archive = zipfile.ZipFile(io.BytesIO(module))
    tree = ElementTree.fromstring(archive.read("buildFile.xml"))
    slots = [each for each in tree.iter() if each.tag.endswith("PieceSlot")]
    names = [each.get("entryName") for each in slots]
    assert "Ford" in names
    for slot in slots:
        add, _, piece, state = (slot.text or "").split("/")
        picture = piece.split(";")[3]
        assert (add, state.split(";")[3]) == ("+", slot.get("gpid"))
        Image.open(io.BytesIO(archive.read(f"images/{picture}"))).verify()
    ElementTree.fromstring(archive.read("moduledata"))
    assert vassal_files(studio()) == vassal_files(studio())


def test_a_card_of_cockatrice_has_a_picture_of_its_name_and_its_fields():
    files = cockatrice_files(studio())
    tree = ElementTree.fromstring(files["customsets/tiny.xml"])
    assert tree.get("version") == "4"
    code = tree.findtext("sets/set/name")
    cards = tree.findall("cards/card")
    assert cards
    for card in cards:
        assert f"pics/{code}/{card.findtext('name')}.png" in files
        assert card.findtext("set") == code
    ford = next(card for card in cards if card.findtext("name") == "Ford")
    assert ford.findtext("prop/type")

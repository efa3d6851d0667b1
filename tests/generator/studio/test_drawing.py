"""Edits of a drawn face: one tag changes, in the units of the drawing, and nothing else."""

from __future__ import annotations

import pytest

from generator.projects.looks import LOOKS, Element, drawing
from generator.studio.drawing import Drawing, tags_of
from generator.studio.tables import EditError
from validator.core.sizes import SIZES

FIELDS = ("cost", "kind", "sign", "words")
ELEMENTS = [
    Element("cost", "integer", most=4), Element("kind", "text"), Element("sign", "icon?"),
    Element("words", "text", True),
]  # fmt: skip
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="80mm" viewBox="0 0 500 800">
  <!-- a > in a remark -->
  <rect id='sign' x="10" y = "20" width="100" height="100" style="fill:#ff0000;opacity:1"/>
  <g transform="rotate(4)"><text id="title" x="5" y="5">a &gt; b</text></g>
  <path id="rule" d="M0 0 H9"/>
</svg>
"""


@pytest.mark.parametrize("look", LOOKS)
def test_every_element_of_a_look_can_be_moved(look: str) -> None:
    data = drawing(LOOKS[look], ELEMENTS, SIZES["tarot"]).encode()
    made = Drawing(data, FIELDS, SIZES["tarot"].width)
    free = [each for each in made.elements() if not each.fixed]
    assert {each.field for each in free} >= {"title", *FIELDS}
    for each in free:
        assert each.box is not None
        moved = made.changed(data, each.index, {"x": each.box[0] + 1, "y": each.box[1] - 2})
        again = Drawing(moved, FIELDS, SIZES["tarot"].width)
        found = next(one for one in again.elements() if one.index == each.index)
        assert found.box is not None
        assert found.box[:2] == pytest.approx((each.box[0] + 1, each.box[1] - 2), abs=0.01)
        assert found.box[2:] == pytest.approx(each.box[2:], abs=0.01)


def test_an_edit_is_written_in_the_units_of_the_drawing() -> None:
    made = Drawing(SVG.encode(), FIELDS, 50)
    sign = next(each for each in made.elements() if each.field == "sign")
    assert (sign.name, sign.box) == ("sign", (1.0, 2.0, 10.0, 10.0))
    moved = made.changed(SVG.encode(), sign.index, {"x": 3, "fill": "#00ff00"}).decode()
    assert moved == SVG.replace('x="10"', 'x="30"').replace("#ff0000", "#00ff00")
    named = made.changed(SVG.encode(), sign.index, {"field": "sign"}).decode()
    expected = SVG.replace('opacity:1"/>', 'opacity:1" pieria:field="sign"/>')
    assert named == expected.replace('500 800">', '500 800" xmlns:pieria="urn:pieria">')


def test_least_size_place_and_condition_become_attributes_that_pieria_reads() -> None:
    data = drawing(LOOKS["lantern"], ELEMENTS, SIZES["poker"]).encode()
    made = Drawing(data, FIELDS, 63.5)
    words = next(each for each in made.elements() if each.field == "words")
    wanted = {"least": "7", "vertical": "middle", "condition": "cost > 2"}
    changed = made.changed(data, words.index, wanted)
    own = tags_of(changed)[words.index].attributes
    assert own.items() >= {
        "pieria:least": "7", "pieria:vertical": "middle", "pieria:if": "cost > 2",
    }.items()  # fmt: skip
    again = Drawing(changed, FIELDS, 63.5)
    usual = {"least": "", "vertical": "top", "condition": ""}
    assert again.changed(changed, words.index, usual) == data


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("title", {"x": 1}, "a transform"),
        ("rule", {"x": 1}, "a path"),
        ("sign", {"fill": "red;} evil"}, "#rrggbb"),
        ("sign", {"family": '"><script>'}, "no such typeface"),
        ("sign", {"width": -1}, "higher than 0"),
        ("sign", {"x": 1e9}, "too far away"),
        ("sign", {"field": "nothing"}, "no column"),
        ("sign", {"condition": "{{ 7 * 7 }}"}, "a condition"),
        ("sign", {"least": "tiny"}, "in points"),
    ],
)
def test_what_cannot_be_edited_is_refused(name: str, values: dict[str, object], words: str) -> None:
    made = Drawing(SVG.encode(), FIELDS, 50)
    place = next(each.index for each in made.elements() if each.name == name)
    with pytest.raises(EditError, match=words):
        made.changed(SVG.encode(), place, values)


def test_a_drawing_with_a_document_type_is_refused() -> None:
    with pytest.raises(EditError, match="document type"):
        tags_of(b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')
    with pytest.raises(EditError, match="not SVG"):
        tags_of(b"<svg><g></svg>")

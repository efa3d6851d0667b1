"""Edits of a drawn face: one tag changes, in the units of the drawing, and nothing else."""

from __future__ import annotations

import pytest

from generator.projects.looks import LOOKS, LookField, drawing
from generator.studio.drawing import EditedDrawing
from generator.studio.drawing import Element as Drawn
from generator.studio.shaping import added, changed, removed
from generator.studio.tables import EditError
from generator.studio.tags import tags_of
from validator.core.sizes import SIZES

FIELDS = ("cost", "kind", "sign", "words")
ELEMENTS = [
    LookField("cost", "integer"), LookField("kind", "text"), LookField("sign", "icon?"),
    LookField("words", "text", True),
]  # fmt: skip
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="80mm" viewBox="0 0 500 800">
  <!-- a > in a remark -->
  <rect id='sign' x="10" y = "20" width="100" height="100" style="fill:#ff0000;opacity:1"/>
  <g transform="rotate(4)"><text id="title" x="5" y="5">a &gt; b</text></g>
  <path id="rule" d="M0 0 H9"/>
  <g id="far" transform="translate(30 40) scale(2)"><rect id="box" width="10" height="5"/></g>
  <use id="clone" href="#rule"/>
</svg>
"""


@pytest.mark.parametrize("look", LOOKS)
def test_every_element_of_a_look_can_be_moved(look: str) -> None:
    data = drawing(LOOKS[look], ELEMENTS, SIZES["tarot"]).encode()
    made = EditedDrawing(data, FIELDS, SIZES["tarot"].width)
    free = [each for each in made.elements() if not each.fixed]
    assert {each.field for each in free} >= {"title", *FIELDS}
    for each in free:
        assert each.box is not None
        moved = changed(made, each.index, {"x": each.box[0] + 1, "y": each.box[1] - 2})
        again = EditedDrawing(moved, FIELDS, SIZES["tarot"].width)
        found = next(one for one in again.elements() if one.index == each.index)
        assert found.box is not None
        assert found.box[:2] == pytest.approx((each.box[0] + 1, each.box[1] - 2), abs=0.01)
        assert found.box[2:] == pytest.approx(each.box[2:], abs=0.01)


def test_an_edit_is_written_in_the_units_of_the_drawing() -> None:
    made = EditedDrawing(SVG.encode(), FIELDS, 50)
    sign = next(each for each in made.elements() if each.field == "sign")
    assert (sign.name, sign.box) == ("sign", (1.0, 2.0, 10.0, 10.0))
    moved = changed(made, sign.index, {"x": 3, "fill": "#00ff00"}).decode()
    assert moved == SVG.replace('x="10"', 'x="30"').replace("#ff0000", "#00ff00")
    named = changed(made, sign.index, {"field": "sign"}).decode()
    expected = SVG.replace('opacity:1"/>', 'opacity:1" pieria:field="sign"/>')
    assert named == expected.replace('500 800">', '500 800" xmlns:pieria="urn:pieria">')


def test_least_size_place_and_condition_become_attributes_that_pieria_reads() -> None:
    data = drawing(LOOKS["lantern"], ELEMENTS, SIZES["poker"]).encode()
    made = EditedDrawing(data, FIELDS, 63.5)
    words = next(each for each in made.elements() if each.field == "words")
    wanted = {"least": "7", "vertical": "middle", "condition": "cost > 2"}
    said = changed(made, words.index, wanted)
    own = tags_of(said)[words.index].attributes
    assert own.items() >= {
        "pieria:least": "7", "pieria:vertical": "middle", "pieria:if": "cost > 2",
    }.items()  # fmt: skip
    again = EditedDrawing(said, FIELDS, 63.5)
    usual = {"least": "", "vertical": "top", "condition": ""}
    assert changed(again, words.index, usual) == data


def test_a_new_line_of_text_is_put_where_no_field_is() -> None:
    data = drawing(LOOKS["lantern"], ELEMENTS, SIZES["poker"]).encode()
    made = EditedDrawing(data, FIELDS, 63.5, 88.9)
    now, name = added(made, "text", "", "Alegreya", "#000000")
    again = EditedDrawing(now, FIELDS, 63.5, 88.9).elements()
    x, y, wide, high = next(each.box for each in again if each.name == name) or (0.0,) * 4
    for left, top, w, h in (each.box for each in made.elements() if each.field and each.box):
        assert x + wide <= left or left + w <= x or y + high <= top or top + h <= y


def test_a_shadow_is_written_and_taken_away() -> None:
    made = EditedDrawing(drawing(LOOKS["plain"], ELEMENTS, SIZES["poker"]).encode(), FIELDS, 63.5)
    title = next(each for each in made.elements() if each.field == "title")
    said = changed(made, title.index, {"shadow": "#888888"})
    assert b"text-shadow:0.3px 0.3px #888888" in said
    again = EditedDrawing(said, FIELDS, 63.5)
    assert again.known(title.index).style["shadow"] == "#888888"
    gone = EditedDrawing(changed(again, title.index, {"shadow": ""}), FIELDS, 63.5)
    assert gone.known(title.index).style["shadow"] == ""


@pytest.mark.parametrize("align", ["left", "center", "right"])
def test_a_line_of_text_is_made_narrower_at_the_edge_that_is_dragged(align: str) -> None:
    made = EditedDrawing(drawing(LOOKS["plain"], ELEMENTS, SIZES["poker"]).encode(), FIELDS, 63.5)
    title = next(each for each in made.elements() if each.field == "title")
    aligned = EditedDrawing(changed(made, title.index, {"align": align}), FIELDS, 63.5)
    left, top, wide, high = aligned.known(title.index).box or (0.0,) * 4
    values = {"x": left + 4, "y": top, "width": wide - 4, "height": high}
    said = changed(aligned, title.index, values)
    assert f'pieria:width="{wide - 4:g}"'.encode() in said
    again = EditedDrawing(said, FIELDS, 63.5).known(title.index).box
    assert again == pytest.approx((left + 4, top, wide - 4, high), abs=0.01)


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("title", {"width": 1}, "turned or skewed"),
        ("rule", {"width": 3}, "resized in Inkscape"),
        ("clone", {"x": 3}, "change it in Inkscape"),
        ("sign", {"icon": '"><script>'}, "no icon"),
        ("sign", {"fill": "red;} evil"}, "#rrggbb"),
        ("sign", {"family": '"><script>'}, "no such typeface"),
        ("sign", {"width": -1}, "above 0"),
        ("sign", {"x": 1e9}, "too far from the card"),
        ("sign", {"field": "nothing"}, "no column"),
        ("sign", {"condition": "{{ 7 * 7 }}"}, "a condition"),
        ("sign", {"least": "tiny"}, "in points"),
    ],
)
def test_what_cannot_be_edited_is_refused(name: str, values: dict[str, object], words: str) -> None:
    made = EditedDrawing(SVG.encode(), FIELDS, 50)
    place = next(each.index for each in made.elements() if each.name == name)
    with pytest.raises(EditError, match=words):
        changed(made, place, values)


def named(data: bytes, name: str) -> Drawn:
    """An element of a drawing that is 50 mm wide."""
    return next(each for each in EditedDrawing(data, FIELDS, 50).elements() if each.name == name)


@pytest.mark.parametrize("name", ["title", "rule", "box"])
def test_what_is_turned_scaled_or_a_path_is_moved_by_as_much_as_is_asked(name: str) -> None:
    before = named(SVG.encode(), name)
    assert before.box is not None
    x, y, *size = before.box
    made = changed(EditedDrawing(SVG.encode(), FIELDS, 50), before.index, {"x": x + 3, "y": y - 2})
    assert named(made, name).box == pytest.approx((x + 3, y - 2, *size), abs=0.01)
    again = changed(EditedDrawing(made, FIELDS, 50), before.index, {"x": x + 4})
    assert again.count(b"transform") == SVG.count("transform") + (name == "rule")


def test_a_box_in_a_scaled_group_is_resized_in_mm() -> None:
    box = named(SVG.encode(), "box")
    assert box.box == (3.0, 4.0, 2.0, 1.0)
    made = changed(EditedDrawing(SVG.encode(), FIELDS, 50), box.index, {"width": 5})
    assert made.decode() == SVG.replace('"box" width="10"', '"box" width="25"')


@pytest.mark.parametrize("kind", ["text", "box", "picture", "icon", "rect", "circle"])
@pytest.mark.parametrize("field", ["", "words"])
def test_an_element_that_is_added_can_be_removed(kind: str, field: str) -> None:
    data = drawing(LOOKS["lantern"], ELEMENTS, SIZES["poker"]).encode()
    made, name = added(EditedDrawing(data, FIELDS, 63.5, 88.9), kind, field, "Alegreya", "#112233")
    again = EditedDrawing(made, FIELDS, 63.5, 88.9)
    found = next(each for each in again.elements() if each.name == name)
    assert found.group == "Fields"
    assert found.field == field
    assert found.box is not None
    x, y, wide, high = found.box
    assert abs(x + wide / 2 - 31.75) < 1e-3
    assert 3 < y < y + high < 85
    assert (found.icon == "plain-circle") == (kind == "icon" and not field)
    assert removed(again, found.index) == data


def test_words_that_are_the_same_on_all_cards_are_edited() -> None:
    data = SVG.replace("</svg>", "<text id='hint'><tspan x='1' y='2'>Old</tspan></text></svg>")
    hint = named(data.encode(), "hint")
    assert hint.words == "Old"
    made = changed(EditedDrawing(data.encode(), FIELDS, 50), hint.index, {"words": "A < B", "x": 3})
    assert b"y='2'>A &lt; B</tspan>" in made
    assert named(made, "hint").box is not None
    assert named(SVG.encode(), "title").words is None  # it shows a field


def test_a_drawing_with_a_document_type_is_refused() -> None:
    with pytest.raises(EditError, match="document type"):
        tags_of(b'<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')
    with pytest.raises(EditError, match="not SVG"):
        tags_of(b"<svg><g></svg>")

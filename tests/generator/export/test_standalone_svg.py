"""An exported face holds what is painted of its template, and nothing else that a browser runs."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.conftest import run

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {
    "style", "defs", "symbol", "g", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "text", "use", "image", "clipPath", "linearGradient", "radialGradient", "stop",
}  # fmt: skip
ROOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">'
RECT = '<rect x="1" y="1" width="9" height="9"/>'
FIELD = "a field's place"  # which the painter refuses in art
SCRIPT = "<script>evil()</script>"

# What is left out: each as the whole of a template, with a rectangle that is painted.
LEFT_OUT = {
    "in metadata": f"{ROOT}<metadata>{SCRIPT}</metadata>{RECT}</svg>",
    "in title": f"{ROOT}<title>{SCRIPT}</title>{RECT}</svg>",
    "in desc": f"{ROOT}<g><desc>{SCRIPT}</desc></g>{RECT}</svg>",
    "at the root": f'<svg onload="evil()" style="fill:url(//evil)">{RECT}</svg>',
    "as another language": f'<svg xmlns="http://evil/xhtml" xmlns:xlink="evil">{RECT}</svg>',
    "at defs": f'{ROOT}<defs onload="evil()"/>{RECT}</svg>',
    "a sign in a value": f'<svg viewBox="0 0 9 9" desc="a>evil" onload="evil()">{RECT}</svg>',
    "a comment": f'{ROOT}<!-- <image href="evil.png" width="9"/> -->{RECT}</svg>',
    "a comment before": f'<!-- <svg onload="evil()"> -->{ROOT}{RECT}</svg>',
    "a declaration": f'<?xml version="1.0" encoding="UTF-8"?>{ROOT}{RECT}</svg>',
    "an instruction": f'{ROOT}<?xml-stylesheet href="evil.css"?>{RECT}</svg>',
    "a document type": f'<!DOCTYPE svg SYSTEM "evil.dtd">{ROOT}{RECT}</svg>',
    "an address as paint": f'{ROOT}<g fill="url(http://evil/a.svg#b)"/>{RECT}</svg>',
    "escaped": f'{ROOT}<g stroke="u\\72l(//evil/#b)" fill="URL(evil)"/>{RECT}</svg>',
    "in an unused clip": f'{ROOT}<clipPath id="c"><image href="evil"/>'
    f'<use href="evil"/><rect fill="url(//evil)"/></clipPath>{RECT}</svg>',
    "in an unused gradient": f'{ROOT}<linearGradient id="c"><image href="evil"/>'
    f'<stop stop-color="url(evil)"/></linearGradient>{RECT}</svg>',
    FIELD: f'{ROOT}<rect data-field="evil" x="1" width="2" height="2"/>{RECT}</svg>',
    "a typeface without words": f'{ROOT}<g font-family="None"><text/></g>{RECT}</svg>',
}


def svgs(folder: str) -> list[Path]:
    return sorted(Path(folder).rglob("*.svg"))


def draw(tiny: Path, face: str, back: str = "") -> None:
    """Let templates be the face and the back of every card."""
    (tiny / "templates" / "card.svg.j2").write_text(face, "utf-8")
    if back:
        (tiny / "templates" / "back.svg.j2").write_text(back, "utf-8")


def with_art(tiny: Path, template: str) -> str:
    """A face that uses a template as art."""
    (tiny / "templates" / "piece.svg.j2").write_text(template, "utf-8")
    art = "{{ art('piece.svg.j2') }}"
    return f'{{% extends "shared/face.svg.j2" %}}{{% block face %}}{art}{{% endblock %}}'


@pytest.mark.parametrize("name", LEFT_OUT)
def test_only_what_is_painted_is_exported(name: str, tiny: Path) -> None:
    template = LEFT_OUT[name]
    draw(tiny, template, "" if name == FIELD else with_art(tiny, template))
    for command in (("export", "svg", "tiny"), ("preview", "tiny")):
        option = "-o" if command[0] == "export" else "--static"
        result = run(*command, option, command[0])
        assert result.exit_code == 0, result.output
        found = [file for file in svgs(command[0]) if b"<rect" in file.read_bytes()]
        assert len(found) >= 2, "faces and the back"
        for file in found:
            root = ET.fromstring(file.read_bytes())
            assert root.tag == f"{SVG}svg"
            assert {
                each.tag.removeprefix(SVG) for each in root.iter() if each is not root
            } <= ELEMENTS
            for each in root.iter():
                assert not any("evil" in word for pair in each.items() for word in pair)
                assert "evil" not in (each.text or "") + (each.tail or "")


def test_words_of_a_card_are_words(tiny: Path) -> None:
    words = """font-family="Nope" <image href="x.png"/> href="#icon-nope" &amp; ]]> <!-- '\\r'"""
    draw(tiny, f'{ROOT}<text y="9" font-family="Cinzel">{{{{ card.words }}}}</text></svg>')
    cards = (tiny / "cards.yaml").read_text("utf-8")
    assert 'words: "A hill."' in cards
    quoted = words.replace("'", "''")
    cards = cards.replace('words: "A hill."', f"words: '{quoted}'")
    (tiny / "cards.yaml").write_text(cards, "utf-8")
    assert run("export", "svg", "tiny", "-o", "out").exit_code == 0
    texts = [text for file in svgs("out") for text in ET.parse(file).iter(f"{SVG}text")]
    assert words in [each.text for each in texts]


def test_letters_are_those_of_each_typeface(tiny: Path) -> None:
    text = '<text y="9" font-family="Cinzel">{}</text>'
    bold = f'<g font-weight="bold">{text.format("B")}</g>'
    draw(tiny, f"{ROOT}{bold}{text.format('A')}</svg>")
    assert run("export", "svg", "tiny", "-o", "out").exit_code == 0
    svg = next(file for file in svgs("out") if file.name == "ford.svg").read_text("utf-8")
    assert svg.count("@font-face") == 2
    assert "font-weight:bold;font-style:normal" in svg
    assert "font-style:italic" not in svg


def test_art_that_is_no_svg_is_reported(tiny: Path) -> None:
    draw(tiny, with_art(tiny, "<g/>"))
    result = run("export", "svg", "tiny", "-o", "out")
    assert result.exit_code == 1
    assert "shared art begins with <svg>, not with <g>" in result.output
    assert not svgs("out")


def test_art_is_cut_off_at_its_view_box_as_in_a_pdf(tiny: Path) -> None:
    draw(tiny, with_art(tiny, f'<svg viewBox="2 3 10 20">{RECT}</svg>'))
    assert run("export", "svg", "tiny", "-o", "out").exit_code == 0
    faces = [ET.parse(file).getroot() for file in svgs("out")]
    shown = [each for face in faces for each in face.iter() if each.get("clip-path")]
    assert shown
    clips = {each.get("id"): each for face in faces for each in face.iter(f"{SVG}clipPath")}
    for each in shown:
        (clip,) = clips[f"{each.get('id')}-box"]
        assert clip.get("d") == "M2 3H12V23H2Z"
        assert each.get("clip-path") == f"url(#{each.get('id')}-box)"

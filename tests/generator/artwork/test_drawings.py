"""Drawings of other programs look on paper as in a browser, or their problem has its place."""

from __future__ import annotations

import base64
import io
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from generator.artwork import svg_normaliser
from generator.artwork.book import ConvertedDrawing, DrawingBook
from generator.core.extras import install
from generator.drawing.painter import Painter
from generator.drawing.pictures import PictureBook
from generator.faces.face import Definition, RenderedFace
from generator.faces.fonts import FontBook
from generator.pdf.encoder import Encoder
from generator.pdf.writer import About, write_pdf
from generator.sheets.pages import Box, Page, Rect
from tests.conftest import run
from validator.core.resources import resource
from validator.core.sizes import Size

Edit = Callable[[str, str, str], None]
CORPUS = Path(__file__).parent / "corpus"
FONTS = resource("templates") / "fonts"
WIDE = 240  # pixels of a drawing
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
AS_PICTURES = {
    "filter": "a filter", "mask-and-blend": "a mask", "pattern-and-marker": "a pattern",
    "see-through-group": "a transparent group",
}  # fmt: skip


def drawn(folder: Path, name: str, **more: float) -> ConvertedDrawing:
    book = FontBook(FONTS)
    return DrawingBook(folder, book, PictureBook(folder)).drawn(name, **more)


def of(folder: Path, svg: str, **more: float) -> ConvertedDrawing:
    """What is made of an SVG text."""
    (folder / "x.svg").write_text(svg, "utf-8")
    return drawn(folder, "x.svg", **more)


def on_paper(folder: Path, found: ConvertedDrawing) -> Image.Image:
    """A drawing as pdfium shows the PDF that it becomes."""
    fonts, encoder = FontBook(FONTS), Encoder()
    painter = Painter(fonts, encoder, PictureBook(folder))
    wide, high = 60.0, 60.0 * found.height / found.width
    shared = {"drawing-x": Definition(found.svg, (0, 0, found.width, found.height))}
    use = f'<svg><use href="#drawing-x" width="{wide}" height="{high}"/></svg>'
    face = painter.paint(RenderedFace(use, shared))
    whole = Rect(0, 0, wide, high)
    box = Box("x", "x", whole, whole, "rect")
    page = Page(Size(wide, high), "front", (box,), (), whole, whole, (), None)
    about = About("", "", "", "en", None)
    pdf = write_pdf([page], {"x": face}, painter.resources, encoder, about, lambda _: None)
    shown = pypdfium2.PdfDocument(pdf)[0]
    picture: Image.Image = shown.render(scale=WIDE / shown.get_width()).to_pil().convert("RGB")
    return picture


# ---- beside a browser

webdriver: Any = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """The corpus as Chromium draws it, by name."""
    if not (BROWSER and DRIVER):
        pytest.skip("no Chromium: apt-get install chromium chromium-driver")
    folder = tmp_path_factory.mktemp("page")
    faces = "".join(
        f"@font-face{{font-family:Oswald;font-weight:{weight};src:url(data:font/ttf;base64,"
        f"{base64.b64encode((FONTS / 'Oswald' / file).read_bytes()).decode()})}}"
        for weight, file in (("normal", "Oswald-Medium.ttf"), ("bold", "Oswald-Bold.ttf"))
    )
    page, places, top = "", {}, 0
    for file in sorted(CORPUS.glob("*.svg")):
        found = drawn(CORPUS, file.name)
        high = round(WIDE * found.height / found.width)
        text = file.read_text("utf-8").replace("<style>text", f"<style>{faces}text")
        (folder / file.name).write_text(text, "utf-8")
        place = f"position:absolute;top:{top}px;left:0;width:{WIDE}px;height:{high}px"
        page += f'<img src="{file.name}" style="{place}">'
        places[file.stem] = (0, top, WIDE, top + high)
        top += high
    (folder / "page.html").write_text(f"<!doctype html><body style='margin:0'>{page}", "utf-8")
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    size = f"--window-size={WIDE + 20},{top + 200}"
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", size,
                 "--disable-dev-shm-usage", "--force-device-scale-factor=1",
                 "--force-color-profile=srgb"):  # fmt: skip
        options.add_argument(word)
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    try:
        driver.get((folder / "page.html").as_uri())
        shot = Image.open(io.BytesIO(driver.get_screenshot_as_png())).convert("RGB")
    finally:
        driver.quit()
    return {name: shot.crop(box) for name, box in places.items()}


@pytest.mark.parametrize("name", sorted(file.stem for file in CORPUS.glob("*.svg")))
def test_a_drawing_looks_as_in_a_browser(name: str, browser: dict[str, Image.Image]) -> None:
    """Edges may differ by a pixel, areas may not."""
    found = drawn(CORPUS, f"{name}.svg")
    picture, wanted = on_paper(CORPUS, found), browser[name]
    assert min(wanted.convert("L").tobytes()) < 200, "the browser shows nothing"
    apart = ImageChops.difference(picture.resize(wanted.size), wanted).convert("L")
    thick = apart.filter(ImageFilter.MinFilter(3)).point(lambda value: 255 * (value > 40))
    wrong = sum(value > 0 for value in thick.tobytes())
    assert wrong <= 0.0015 * wanted.width * wanted.height
    assert AS_PICTURES.get(name, "") in found.note
    assert bool(found.note) == (name in AS_PICTURES)


# ---- what it becomes


def test_a_drawing_knows_how_large_it_is(tmp_path: Path) -> None:
    for head, size in (
        ('width="63mm" height="88mm" viewBox="0 0 100 100"', (63, 88)),
        ('width="2in" viewBox="0 0 10 5"', (50.8, 25.4)),
        ('viewBox="0 0 96 192"', (25.4, 50.8)),
        ('width="100%" height="100%" viewBox="0 0 96 96"', (25.4, 25.4)),
        ('width="96" height="48"', (25.4, 12.7)),
    ):
        found = of(tmp_path, f"{SVG} {head}/>")
        assert (found.wide, found.high) == pytest.approx(size)


def test_what_is_hidden_is_not_drawn(tmp_path: Path) -> None:
    hidden = (
        '<g display="none"><path d="M0 0h9v9z"/><text font-family="Nowhere">x</text></g>'
        '<path visibility="hidden" d="M0 0h9v9z"/><g style="visibility:hidden"><path d="M0 0h9"/>'
        '</g><path d="M900 900h9v9z"/><path opacity="0" d="M0 0h9v9z"/><path systemLanguage="zz" '
        'd="M0 0h9v9z"/><path fill="none" d="M0 0h9v9z"/><rect width="0" height="5"/>'
    )
    assert "<path" not in of(tmp_path, f'{SVG} viewBox="0 0 10 10">{hidden}</svg>').svg


def test_style_sheets_are_read_as_css_says(tmp_path: Path) -> None:
    style = (
        "path{fill:red} .a{fill:#00f} #b.a{fill:lime} g>.c{fill:gray!important}"
        "@media print{.d{fill:teal}} .e:hover{fill:red} /* path{fill:red} */"
    )
    shapes = (
        '<path class="a" d="M0 0h1v1z"/><path id="b" class="x a" d="M0 0h1v1z"/>'
        '<g><path class="c" style="fill:red" d="M0 0h1v1z"/></g>'
        '<path class="d" fill="red" d="M0 0h1v1z"/>'
    )
    svg = of(tmp_path, f'{SVG} viewBox="0 0 10 10"><style>{style}</style>{shapes}</svg>').svg
    assert re.findall(r'fill="(#\w+)"', svg) == ["#0000ff", "#00ff00", "#808080", "#008080"]


def test_pictures_beside_a_drawing_are_shown(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    Image.new("RGB", (8, 4), "red").save(tmp_path / "a b.png")
    (tmp_path / "art" / "x.svg").write_text(
        f'{SVG} viewBox="0 0 8 4"><image xlink:href="../a%20b.png" width="8" height="4"/></svg>'
    )
    found = drawn(tmp_path, "art/x.svg")
    assert on_paper(tmp_path, found).getpixel((100, 50)) == (255, 0, 0)


def test_a_picture_in_a_filter_is_drawn_anew_when_it_changes(tmp_path: Path) -> None:
    svg = (
        f'{SVG} viewBox="0 0 8 4"><filter id="f"><feOffset dx="0"/></filter>'
        '<image href="a.png" width="8" height="4" filter="url(#f)"/></svg>'
    )
    for colour in ((255, 0, 0), (0, 0, 255)):
        Image.new("RGB", (8, 4), colour).save(tmp_path / "a.png")
        assert on_paper(tmp_path, of(tmp_path, svg)).getpixel((100, 50)) == colour


def test_a_picture_has_600_dots_an_inch_where_it_is_shown(tmp_path: Path) -> None:
    svg = (CORPUS / "filter.svg").read_text()
    found = of(tmp_path, svg, wide=50.8, high=50.8)
    name = re.search(r'href="([^"]+)"', found.svg)
    assert name
    assert PictureBook(tmp_path).read(name[1]).width == 1200


def test_without_resvg_a_filter_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ValueError, match=r"x\.svg cannot .* " + re.escape(install("drawings"))):
        of(tmp_path, (CORPUS / "filter.svg").read_text())


# ---- what is refused

LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
MANY = 100  # elements, where the limit is lower
REPEATED = '<path id="u0" d="M0 0h1v1z"/>' + "".join(
    f'<g id="u{n}">' + f'<use href="#u{n - 1}"/>' * 6 + "</g>" for n in range(1, 6)
)
ONE = f'{SVG} viewBox="0 0 1 1">'
REFUSED = {
    "laughs": (f'<!DOCTYPE svg [<!ENTITY a0 "ha">{LAUGHS}]>{SVG}>&a8;</svg>', "entities are not"),
    "a file": (f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>{SVG}>&x;</svg>', "entit"),
    "outside": (f'{ONE}<image href="../../x.png"/></svg>', "outside the game's"),
    "root": (f'{ONE}<image href="/etc/x.png"/></svg>', "outside the game's"),
    "address": (f'{ONE}<image href="http://x.y/z.png"/></svg>', "copy it there"),
    "file:": (f'{ONE}<image href="file:///x.png"/></svg>', "copy it there"),
    "svg": (f'{ONE}<image href="data:image/svg+xml,x"/></svg>', "an SVG as a picture"),
    "import": (f'{ONE}<style>@import "x.css";</style></svg>', "@import"),
    "use": (f'{ONE}<use href="x.svg#a"/></svg>', "not in this file"),
    "itself": (f'{ONE}<g id="a"><use href="#a"/></g></svg>', "elements are nested"),
    "many": (f'{ONE}{REPEATED}<use href="#u5"/></svg>', "draws more than 100 "),
    "html": (f'{ONE}<foreignObject/></svg>', "<foreignObject> is not printed"),
    "font": (f'{ONE}<text font-family="Nix">x</text></svg>', "set in 'Nix'"),
    "glyph": (f'{ONE}<text font-family="Oswald">次</text></svg>', "U.6B21"),
    "on a path": (f'{ONE}<text><textPath>x</textPath></text></svg>', "Object to"),
    "size": (f"{SVG}/>", "neither a viewBox nor"),
    "box": (f'{SVG} viewBox="0 0 0 0"/>', "viewBox"),
    "words": ("only words", "not well-formed"),
    "html page": ("<html/>", "not <svg>"),
    "far": (f'{ONE}<path d="M0 0h1e300v9z"/></svg>', "too far|too large|not a length|farther"),
    "deep": (f'{ONE}{"<g>" * 200}{"</g>" * 200}</svg>', "nested deeper"),
    "colour": (f'{ONE}\n<path fill="var(--x)" d="M0 0h1v1z"/></svg>', r"x\.svg:2"),
    "packed": ("\x1f\x8b", "svgz|well-formed"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_says_why(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    svg, message = REFUSED[name]
    assert svg_normaliser.MOST_VISITS == 200_000  # so many would take some seconds
    monkeypatch.setattr(svg_normaliser, "MOST_VISITS", MANY)
    with pytest.raises(ValueError, match=message):
        of(tmp_path, svg)


def test_slow_filters_and_selectors_are_bounded(tmp_path: Path) -> None:
    blur = "".join('<feTurbulence numOctaves="9"/>' for _ in range(300))
    shape = '<path d="M0 0h9v9z" filter="url(#f)"/>'
    svg = f'{SVG} viewBox="0 0 9 9"><filter id="f">{blur}</filter>{shape}</svg>'
    with pytest.raises(ValueError, match="too many filters"):
        of(tmp_path, svg, wide=200, high=200)
    deep = "<g>" * 90 + '<path d="M0 0h1v1z"/>' + "</g>" * 90
    rule = "rect " + "g " * 40 + "path{fill:red}"
    with pytest.raises(ValueError, match="too many rules"):
        of(tmp_path, f'{SVG} viewBox="0 0 9 9"><style>{rule}</style>{deep}</svg>')


# ---- in a game


def test_a_card_shows_drawings_icons_and_pictures_of_any_name(tiny: Path, edit: Edit) -> None:
    shutil.copytree(CORPUS, tiny / "art")
    (tiny / "icons").mkdir()
    name = "art/Anna's & Bob's [1] (ä).JPG"
    Image.new("CMYK", (60, 40), (0, 255, 255, 0)).save(tiny / name, "JPEG")
    Image.new("RGB", (60, 40), "blue").save(tiny / "art/Photo.WEBP", "WEBP")
    Image.new("RGBA", (60, 60), "green").save(tiny / "icons" / "orb.png")
    one = f'{SVG} viewBox="0 0 9 9"><path stroke="#d40" fill="none" d="M1 1h7v7"/></svg>'
    (tiny / "icons" / "hook.svg").write_text(one)
    shutil.copy(CORPUS / "figma.svg", tiny / "gem.svg")
    edit("game.yaml", "coin: {icon: two-coins, colour: frame}", "coin: gem.svg")
    edit("cards.yaml", "A hill.", "A :hook: :orb: :coin: :lantern: hill.")
    edit(
        "templates/card.svg.j2",
        "{% endblock %}",
        f'{{{{ picture("{name}", 30, 62, 3, 3) }}}}'
        '{{ picture("art/Photo.WEBP", 34, 62, 3, 3) }}'
        '{{ picture("art/inkscape.svg", 40, 62, 9, 9) }}'
        '{{ art("art/strokes.svg", x=50, y=62, width=9) }}'
        "{{ icon('hook', 30, 72, 5, fill='#123456') }}{{ picture('art/filter.svg', 40, 72, 5, 5) }}"
        "{% endblock %}",
    )
    said = run("check", "tiny").output
    assert said == (
        "tiny/art/filter.svg: note: it has a filter, so it is printed as a picture at 600 dots per "
        "inch [drawing]\n1 game checked: no problems.\n"
    )
    assert run("build", "tiny", "--no-verify").exit_code == 0
    assert run("export", "svg", "tiny").exit_code == 0
    text = Path("output/export/tiny-svg/cards/hill.svg").read_text("utf-8")
    assert '"#123456"' in text
    assert text.count("data:image/") >= 4
    assert run("export", "png", "tiny", "--dpi", "72").exit_code == 0


def test_a_drawing_that_changed_changes_the_cards_that_show_it(tiny: Path, edit: Edit) -> None:
    svg = f'{SVG} viewBox="0 0 9 9"><path d="M1 1h7v7z" fill="red"/></svg>'
    (tiny / "x.svg").write_text(svg)
    edit(
        "templates/card.svg.j2",
        "{% endblock %}",
        "{{ picture('x.svg', 1, 1, 5, 5) }}{% endblock %}",
    )
    run("build", "tiny", "-o", "old")
    (tiny / "x.svg").write_text(svg.replace("red", "blue"))
    said = run("build", "tiny", "--changed-since", "old/tiny-a4.manifest.json").output
    assert "picture x.svg" in said


def test_a_broken_drawing_is_a_problem_with_its_line(tiny: Path, edit: Edit) -> None:
    (tiny / "x.svg").write_text(f"{SVG} viewBox='0 0 9 9'>\n<path d='M1 1z nonsense'/></svg>")
    edit(
        "templates/card.svg.j2",
        "{% endblock %}",
        "{{ picture('x.svg', 1, 1, 5, 5) }}{% endblock %}",
    )
    said = run("check", "tiny").output
    assert "tiny/templates/card.svg.j2:" in said
    assert "the drawing x.svg:2 cannot be printed: path data" in said


FAR = (
    SVG + ' viewBox="0 0 40 40"><linearGradient id="g" gradientUnits="userSpaceOnUse" '
    'x1="{x}" y1="0" x2="{end}" y2="0" gradientTransform="matrix({scale} 0 0 {scale} {e} 0)">'
    '<stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>'
    '<rect width="40" height="40" fill="url(#g)"/></svg>'
)


@pytest.mark.parametrize(
    "place",
    [
        {"x": 0, "end": 40, "scale": 1, "e": 0},
        {"x": 3000000, "end": 3000040, "scale": 1, "e": -3000000},
        {"x": 0.00001, "end": 0.00041, "scale": 100000, "e": -1},
        {"x": 8e7, "end": 1.2e8, "scale": 1e-6, "e": -80},
    ],
)
def test_a_gradient_with_a_large_transform_looks_as_a_plain_one(
    tmp_path: Path, place: dict[str, float]
) -> None:
    found = on_paper(tmp_path, of(tmp_path, FAR.format(**place)))
    wide, high = found.size
    left, middle, right = (found.getpixel((wide * at // 8, high // 2)) for at in (1, 4, 7))
    assert isinstance(left, tuple)
    assert isinstance(middle, tuple)
    assert isinstance(right, tuple)
    assert left[0] > 200 > 60 > left[2]
    assert abs(middle[0] - 128) < 12
    assert right[2] > 200 > 60 > right[0]


def test_a_drawing_that_cannot_be_painted_is_named(
    tiny: Path, edit: Edit, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tiny / "icons").mkdir()
    (tiny / "icons/far.svg").write_text(SVG + ' viewBox="0 0 9 9"><rect width="3"/></svg>', "utf-8")
    broken = ConvertedDrawing('<svg viewBox="0 0 9 9"><path d="M"/></svg>', 9, 9, 9, 9, ())
    monkeypatch.setattr(DrawingBook, "_made", lambda *_: broken)
    edit("templates/token.svg.j2", "<circle", "{{ icon('far', 1, 1, 5) }}<circle")
    told = run("check", "tiny").output
    assert "tiny/icons/far.svg: the drawing icons/far.svg cannot be printed: path data" in told
    assert "face.svg.j2" not in told

"""Leaders and arrows of the figures in rulebooks, and the words that they must not cross."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot

import pypdfium2
import pytest
from reportlab.lib.units import mm

from generator.book.arrows import course
from generator.book.book import read_book
from generator.book.canvas import BookCanvas
from generator.book.clusters import Scale, cluster
from generator.book.faces import FigureFaces
from generator.book.leaders import leaders
from generator.book.marks import Arrow, FaceMark, Figure, Label, Mark, Stroke
from generator.book.move_columns import filled
from generator.book.page_writer import PageWriter
from generator.book.painting import Painting
from generator.book.styles import HIGH, look_of
from generator.book.typeset import typeset
from generator.book.wording import WordBox, words_of
from generator.book.zones import Zone
from generator.core.geometry import UPRIGHT, rotated, times
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from validator.core.model import Game
from validator.core.resources import resource, shipped_games
from validator.load.game import load_game

READ = 1.6  # mm, the height of words on cards that are printed to be read in a figure
LEADER = 0.3  # mm, the width of a leader


def game_of(name: str) -> Game:
    game = load_game(resource("data") / name).game
    assert game is not None
    return game


@pytest.mark.parametrize("name", shipped_games())
def test_no_leader_or_arrow_of_a_rulebook_crosses_words(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words of a label, or of a card if they are large enough to be read.

    An arrow may begin or end on a card, and begins near the edge where it leaves it.
    """
    game = game_of(name)
    renderer = KitRenderer(game, Options(sides="fronts"))
    look = look_of(game.theme, renderer.fonts, game.book)
    painted: list[tuple[int, Figure]] = []
    paint = Painting.figure

    said: dict[str, list[WordBox]] = {}  # key of a face -> its words

    def recorded(self: Painting, figure: Figure, x: float, y: float) -> None:
        painted.append((self.canvas.getPageNumber(), figure))
        for key in {m.key for m in figure.marks if isinstance(m, FaceMark)} - {*said}:
            drawing = renderer.drawings[key]
            said[key] = words_of(
                drawing, renderer.painter.resources, renderer.encoder.measure, icons=False
            )
        paint(self, figure, x, y)

    monkeypatch.setattr(Painting, "figure", recorded)
    book, _ = read_book(game)
    assert book is not None
    assert not typeset(book, renderer=renderer).problems

    def words(mark: Mark) -> Iterator[WordBox]:
        if isinstance(mark, Label):
            wide = look.face(mark.face).width(mark.text) / 1000 * mark.size
            left = mark.x - {"start": 0, "middle": wide / 2}.get(mark.anchor, wide)
            yield WordBox(left, mark.y - 0.7 * mark.size, left + wide, mark.y)
        elif isinstance(mark, FaceMark) and not (mark.window or mark.bare):
            matrix = times((mark.scale, 0, 0, mark.scale, mark.x, mark.y),
                           rotated(mark.turn, *mark.middle) if mark.turn else UPRIGHT)  # fmt: skip
            yield from (box.moved(matrix) for box in said[mark.key])

    lines = 0
    struck: set[str] = set()
    begun: set[str] = set()
    for page, figure in painted:
        leading = [
            ((m.x1, m.y1), (m.x2, m.y2))
            for m in figure.marks
            if isinstance(m, Stroke) and m.colour == "accent" and m.width == LEADER
        ]
        drawn = [m for m in figure.marks if isinstance(m, Arrow)]
        lines += len(leading) + len(drawn)
        begun.update(f"page {page}: {arrow}" for arrow in drawn if _crosses_own(arrow, figure))
        for at, mark in enumerate(figure.marks):
            above = [m for m in figure.marks[at + 1 :] if isinstance(m, FaceMark)]
            for box in words(mark) if leading or drawn else ():
                x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
                if any(m.x < x < m.right and m.y < y < m.bottom for m in above):
                    continue  # a piece hides them
                if any(_crosses(*line, box.grown(LEADER / 2)) for line in leading):
                    struck.add(f"leader on page {page}: {mark}")
                face = mark if isinstance(mark, FaceMark) else None
                if face and min(box.bottom - box.top, box.right - box.left) < READ:
                    continue
                for arrow in drawn:
                    ends = (arrow.x1, arrow.y1), (arrow.x2, arrow.y2)
                    if face and any(
                        face.x < ex < face.right and face.y < ey < face.bottom for ex, ey in ends
                    ):
                        continue
                    if any(_crosses(a, b, box.grown(arrow.width / 2))
                           for a, b in pairwise([ends[0], *course(arrow), ends[1]])):  # fmt: skip
                        struck.add(f"arrow on page {page}: {mark}")
    assert lines
    assert not sorted(struck)
    assert not sorted(begun)


def _crosses_own(arrow: Arrow, figure: Figure) -> bool:
    """Whether an arrow crosses much of the card on which it begins, the topmost one there."""
    line = [(arrow.x1, arrow.y1), *course(arrow)]
    for card in reversed([m for m in figure.marks if isinstance(m, FaceMark)]):
        if card.x < arrow.x1 < card.right and card.y < arrow.y1 < card.bottom:
            on = [hypot(c - a, d - b) for (a, b), (c, d) in pairwise(line)
                  if card.x < c < card.right and card.y < d < card.bottom]  # fmt: skip
            return card.outline != "round" and sum(on) > (card.right - card.x) / 2
    return False


def _crosses(one: tuple[float, float], other: tuple[float, float], box: WordBox) -> bool:
    """Whether a line passes through a box, by points that are 0.2 mm apart."""
    count = max(1, int(hypot(other[0] - one[0], other[1] - one[1]) / 0.2))
    return any(
        box.left < one[0] + (other[0] - one[0]) * at / count < box.right
        and box.top < one[1] + (other[1] - one[1]) * at / count < box.bottom
        for at in range(count + 1)
    )


def test_the_words_of_a_face_are_where_a_reader_of_its_picture_finds_them() -> None:
    game = game_of("nine-muses")
    renderer = KitRenderer(game, Options(sides="fronts"))
    file = io.BytesIO()
    canvas = BookCanvas(file, pagesize=(200 * mm, HIGH * mm), lang="en")
    renderer.encoder.document = canvas._doc
    faces = FigureFaces(renderer)
    found = faces.named("muses/Clio")
    assert found is not None
    shown = faces.shown(*found, 0, 0, 1.0)
    assert shown is not None
    words = words_of(renderer.drawings[shown.key], renderer.painter.resources,
                     renderer.encoder.measure, icons=False)  # fmt: skip
    assert {*words} < {*faces.words(*found)}
    writer = PageWriter(canvas, renderer, look_of(game.theme, renderer.fonts, game.book), "en")
    writer.figure(Figure(63, 88, (shown,)), 0, 0, None)
    canvas.showPage()
    writer.finish("One card")
    text = pypdfium2.PdfDocument(file.getvalue())[0].get_textpage()
    letters = []
    for at in range(text.count_chars()):
        left, low, right, top = (each / mm for each in text.get_charbox(at))
        if right - left > 0.05 and top - low > 0.05:
            letters.append(WordBox(left, HIGH - top, right, HIGH - low))
    assert letters
    assert all(any(each.meets(box) for box in words) for each in letters)
    for box in words:
        inside = [each for each in letters if each.meets(box.grown(-0.1))]
        assert min(each.left for each in inside) == pytest.approx(box.left, abs=0.8)
        assert max(each.right for each in inside) == pytest.approx(box.right, abs=0.8)


WIDE, TALL = 60.0, 90.0
TITLE = WordBox(15, 8, 55, 14)
ROUTES = {
    "a part at the far side, behind a title": ((10.0, 11.0, 0.0, 0.0), [TITLE]),
    "a point on words moves beside them": ((30.0, 11.0, 0.0, 0.0), [TITLE]),
    "words from the top to the foot: around the card": (
        (10.0, 80.0, 0.0, 0.0),
        [WordBox(15, 0.5, 20, 89.5)],
    ),
    "a field": ((5.0, 40.0, 20.0, 10.0), [WordBox(30, 38, 50, 50)]),
}


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("case", ROUTES)
def test_a_leader_goes_around_words_to_the_edge(case: str, mirrored: bool) -> None:
    part, words = ROUTES[case]
    if mirrored:
        part = (WIDE - part[0] - part[2], *part[1:])
        words = [
            WordBox(WIDE - each.right, each.top, WIDE - each.left, each.bottom) for each in words
        ]
    (route,) = leaders((part,), tuple(words), WIDE, TALL, mirrored)
    assert route[-1][0] == (0.0 if mirrored else WIDE)
    assert not any(_crosses(*line, each.grown(0.4)) for line in pairwise(route) for each in words)
    around = not 0 <= route[-1][1] <= TALL
    assert around == ("around" in case)


def test_leaders_keep_apart_and_do_not_cross_each_other() -> None:
    parts = tuple((10.0 + 8 * at, 40.0, 0.0, 0.0) for at in range(4))
    routes = leaders(parts, (), WIDE, TALL, False)
    ends = sorted(route[-1][1] for route in routes)
    assert min(high - low for low, high in pairwise(ends)) >= 2.2
    for one, other in combinations(routes, 2):
        for a, b in pairwise(one):
            for c, d in pairwise(other):
                box = WordBox(min(c[0], d[0]), min(c[1], d[1]), max(c[0], d[0]), max(c[1], d[1]))
                assert not _crosses(a, b, box.grown(0.3))


def test_a_free_place_in_a_hand_lies_on_no_card() -> None:
    faces = FigureFaces(KitRenderer(game_of("muse"), Options(sides="fronts")))
    scale = Scale(faces, 20.0, len, frozenset({"Dov"}), stacked=True, visible=0.12)
    hand = Zone("Dov", "hand", ("3S", "4S"), hidden=True, whole=frozenset({"2S"}))
    made = cluster(scale, filled(hand, ["2S"]), 70.0)
    assert made is not None
    (place,) = made.places["2S"]
    assert place.x >= made.places["4S"][0].right

"""Spreads of a rulebook: what is on which page, derived figures, and what is reported of them."""

from __future__ import annotations

import io
import math
import shutil
from pathlib import Path
from typing import cast

import pypdf
import pypdfium2
import pytest

from generator.book.blocks import NOWHERE, Block
from generator.book.book import read_book
from generator.book.composing import Composer
from generator.book.ends import contents_lines
from generator.book.examples import Replayed
from generator.book.faces import FigureFaces, strip
from generator.book.lettering import ParagraphStyles
from generator.book.map_pictures import map_words
from generator.book.markdown import read_document
from generator.book.marks import Area, Arrow, FaceMark, Figure, Label
from generator.book.move_focus import MoveFocus
from generator.book.move_pictures import MovePicture
from generator.book.moves import LEADS, difference, panels_of
from generator.book.name_checks import name_notes
from generator.book.ornament import LARGEST, Art, stripes
from generator.book.pagination import paginated
from generator.book.sheets import SheetViews, middle_of
from generator.book.spreads import Section, SpreadPage, fill, split
from generator.book.styles import COLUMN, LINE, ROOM, WIDE, look_of
from generator.book.tallies import tally
from generator.book.throws import steps_of
from generator.book.tree import ComponentPicture, Heading, InlineSpan, PictureRow
from generator.book.typeset import Typeset, typeset
from generator.book.zones import Zone
from generator.faces.fonts import FontBook
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from validator.core.resources import resource
from validator.core.translations import Translations
from validator.load.game import load_game

LONG = "\n\n".join(["Philosophers come and go, and each of them does one thing for you. " * 6] * 6)
MOVE = """\
```move Toil | Ann's Knowledge, {zones}
players: [Ann, Bob]
start:
  Ann: {{craft: 1, hand: [Aesop]}}
  Bob: {{hand: [Heron]}}
---
Ann toil Aesop | Ann works.
```
"""


class Plain(Block):
    """A block of a height, which figures change in proportion."""

    def __init__(self, tall: float, grows: bool = False, keep: bool = False) -> None:
        super().__init__(gap=LINE, grows=grows, keep=keep)
        self.tall = tall

    def high(self, wide: float, grown: float = 1.0) -> float:
        del wide
        return self.tall * (grown if self.grows else 1.0)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A copy of Nine Muses."""
    folder = tmp_path / "mine"
    shutil.copytree(resource("data") / "nine-muses", folder)
    return folder


def set_book(folder: Path, text: str) -> Typeset:
    (folder / "rulebook.md").write_text(f"# Mine\n\n{text}", "utf-8")
    game = load_game(folder).game
    assert game is not None
    book, problems = read_book(game)
    assert book is not None, problems
    return typeset(book, digest="rulebook test")


def example_of(folder: Path, text: str) -> tuple[FigureFaces, Replayed]:
    (folder / "rulebook.md").write_text(f"# Mine\n\n## A topic\n\n{text}", "utf-8")
    game = load_game(folder).game
    assert game is not None
    book, problems = read_book(game)
    assert book is not None, problems
    (example,) = book.examples.values()
    return FigureFaces(KitRenderer(game, Options(sides="fronts"))), example


def test_blocks_are_on_the_fewest_pages_and_headings_stay_with_their_text() -> None:
    blocks = [Plain(70), Plain(70), Plain(10, keep=True), Plain(60)]
    assert [len(page) for page in split(blocks)] == [2, 2]
    assert [len(page) for page in split([Plain(40) for _ in range(8)])] == [4, 4]


def test_topics_take_the_pages_that_would_hold_only_pictures() -> None:
    def titles(*heights: tuple[float, ...]) -> list[tuple[str, int]]:
        sections = [Section(str(at), [*map(Plain, each)]) for at, each in enumerate(heights)]
        topics = paginated(sections, 2)
        return [("+".join(each.title for each in topic.sections), len(topic.pages))
                for topic in topics]  # fmt: skip

    full, two = (80.0, 80.0), (90.0, 80.0, 80.0, 90.0)
    assert titles(full, full, full, two) == [("0", 1), ("1", 1), ("2", 2), ("3", 2)]


def test_a_page_is_filled_by_growth_and_art_and_says_what_is_left() -> None:
    page = SpreadPage()
    assert fill(page, [Plain(60), Plain(40, grows=True)], 2, lambda w, h: Figure(w, h, ())) == []
    assert page.placed[1].grown == pytest.approx(2.2)
    assert page.free == pytest.approx(0)
    last = page.placed[-1]
    assert last.y + last.block.high(COLUMN) == pytest.approx(ROOM + 12, abs=0.5)
    bare = SpreadPage()
    fill(bare, [Plain(60)], 2)
    assert bare.free == pytest.approx(ROOM - 60)


def test_what_fits_on_no_page_is_an_error_that_names_the_block() -> None:
    (problem,) = fill(SpreadPage(), [Plain(ROOM + 20)], 5)
    assert "does not fit on page 5: 20 mm too tall; shorten" in problem.message


def test_a_topic_of_two_pages_begins_on_a_left_page(own: Path) -> None:
    short = f"## Zero\n\n{LONG}\n\n## One\n\nWords.\n\n## Two\n\nWords.\n\n"
    made = set_book(own, f"{short}## Three\n\n{LONG}\n\n{LONG}\n\n---\n\n## End\n\nWords.\n")
    assert made.problems == ()
    pages = {page.chapter: page.number for page in reversed(made.pages)}
    assert [pages[name] for name in ("Zero", "One", "Three")] == [3, 5, 6]
    assert "Two" not in pages  # it shares a page, and Zero has two: none is left for a picture
    assert len(made.pages) % 4 == 0


def test_two_short_topics_share_a_page(own: Path) -> None:
    made = set_book(own, f"## One\n\nWords.\n\n## Two\n\nWords.\n\n## Three\n\n{LONG}\n")
    pages = {page.chapter: page.number for page in reversed(made.pages)}
    assert (pages["One"], pages["Three"]) == (3, 4)
    assert "Two" not in pages


THROW = """```tally A throw
heads: Ann, actor | Bob, visitor
dice: scene.rolled | Roll
highest | {reading} | Ann is narrator.
players: [Ann, Bob, Cat]
start:
  Ann: {{thief: {{name: Jules, V: 3, K: 3, I: 1, violence: [Fire]}}}}
  Bob: {{agent: {{name: Jones, V: 3, K: 2, I: 2}}}}
  chain: [The Meat Cleaver, The Tide Table, The Jerry Can]
---
Ann play thief
Ann invite Bob
Bob take "The Meat Cleaver"
~ draw "The Microfilm Button"
Bob as agent
Ann memory thief V "Fire"
Ann weave memory
Bob aptitude V
Bob weave key
Ann question "Why?"
Cat die Ann
Ann trade 2d6 = d8
~ roll Ann d6:4 d6:1 d8:7 / Bob d6:6 d6:5 d6:3 d6:1
table narrator Ann
```
"""


@pytest.mark.parametrize(
    ("reading", "expected"),
    {
        "Ann d8:7 beats Bob d6:6": "",
        "Bob d8:7 beats Ann d6:4": "expected a die that Bob rolled",
    }.items(),
)
def test_dice_of_a_throw_are_those_of_its_script(
    tmp_path: Path, reading: str, expected: str
) -> None:
    own = tmp_path / "mine"
    shutil.copytree(resource("data") / "schizonauts", own)
    problems = set_book(own, f"## A topic\n\nWords.\n\n{THROW.format(reading=reading)}").problems
    assert [each.message[: len(expected)] for each in problems] == ([expected] if expected else [])


def test_a_ring_marks_dice_beyond_the_rating_and_those_that_a_step_adds(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    shutil.copytree(resource("data") / "schizonauts", own)
    fence = THROW.format(reading="Ann d8:7 beats Bob d6:6")
    fence = fence.replace("scene.rolled | Roll", "scene.pool | Count | scene.rating")
    for line, words in (("Bob aptitude V", "Count."), ("Cat die Ann", "Help."),
                        ("Ann trade 2d6 = d8", "Trade.")):  # fmt: skip
        fence = fence.replace(line, f"{line} | {words}")
    (own / "rulebook.md").write_text(f"# Mine\n\n## One\n\n{fence}", "utf-8")
    game = load_game(own).game
    assert game is not None
    book, problems = read_book(game)
    assert book is not None, problems
    (example,) = book.examples.values()
    steps = steps_of(example, ["scene.pool"], "Count", "scene.rating")
    assert [(each.name, {name: dict(new) for name, new in each.added.items() if new})
            for each in steps] == [
        ("Count", {"Bob": {"d6": 1}}), ("Help", {"Ann": {"d6": 1}}), ("Trade", {"Ann": {"d8": 1}}),
    ]  # fmt: skip


WRONG = {
    "```anatomy muses/Clio\nbeard | Beard | None.\n```": "no field 'beard' on this card",
    "```anatomy muses/Clyo\nname | Name | Hers.\n```": "no card 'muses/Clyo'",
    "```anatomy muses/Clio\nlaid | knowledge/Graft | name\n```": "no card 'knowledge/Graft'",
    "```anatomy muses/Clio\nlaid | muses/Erato | beard | 90\n```": "no field 'beard'",
    "```plan A table\nstep 1: pond\nplayers: [Ann, Bob]\n```": "no zone 'pond' in this position",
    "```tally A | kit.play\nduel: Clio | beats | Erato 2\n```": "expected a piece and",
}


@pytest.mark.parametrize("fence", WRONG)
def test_a_figure_that_shows_nothing_is_reported_with_its_line(own: Path, fence: str) -> None:
    problems = set_book(own, f"## A topic\n\n{fence}\n").problems
    assert any(WRONG[fence] in each.message and each.location.line >= 5 for each in problems), (
        problems
    )


def test_pages_with_much_free_room_are_noted(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.book.spreads.STRIP", 1e6)  # no art
    notes = set_book(own, "## A topic\n\nWords.\n").notes
    assert any("of page 2 is empty (“In this book”)" in each.message for each in notes)
    assert {each.check for each in notes} == {"book-room"}


def test_a_move_that_names_no_zone_of_its_positions_is_an_error(own: Path) -> None:
    (problem,) = set_book(own, f"## A topic\n\n{MOVE.format(zones='pond')}").problems
    assert "no zone 'pond' to draw" in problem.message
    assert set_book(own, f"## A topic\n\n{MOVE.format(zones='pool')}").problems == ()


def test_a_term_that_the_index_does_not_find_is_noted(own: Path) -> None:
    told = {
        "> [!RULING] The [[pond]]\n> Words.": ["the index has no page for [[pond]]"],
        "Words about the [[pond]].": [],
    }
    for text, expected in told.items():
        notes = set_book(own, f"## A topic\n\nWords.\n\n{text}\n").notes
        found = [each.message for each in notes if each.check == "book-term"]
        assert [each.partition(";")[0] for each in found] == expected


def test_cards_that_are_too_small_are_noted(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"## A topic\n\n{MOVE.format(zones='discard')}"
    assert "book-card" not in {each.check for each in set_book(own, text).notes}
    monkeypatch.setattr("generator.book.page_checks.SMALL", 40.0)
    assert "book-card" in {each.check for each in set_book(own, text).notes}


def test_what_moves_is_the_difference_of_two_positions() -> None:
    before = [Zone("Ann", "hand", ("Aesop", "Heron")), Zone("", "discard", ())]
    after = [Zone("Ann", "hand", ("Heron",)), Zone("", "discard", ("Aesop",))]
    assert difference(before, after) == {"Aesop": (["Ann's hand"], ["discard"])}


@pytest.mark.parametrize(("zones", "arrows"), [("pool", 1), ("Bob's Knowledge", 0)])
def test_an_arrow_leads_from_a_drawn_piece_to_its_new_place(
    own: Path, zones: str, arrows: int
) -> None:
    faces, example = example_of(own, MOVE.format(zones=zones))
    panels = [*panels_of(example, example.deeds, LEADS)]
    assert [each.lead for each in panels] == [""]
    assert panels[0].caption == "Ann works."
    figure = MovePicture(faces, example, panels[0], lambda words: len(words) / 2).figure(110, 40)
    found = [each for each in figure.marks if isinstance(each, Arrow)]
    assert len(found) == arrows
    assert all(0 <= each.x2 <= figure.wide and 0 <= each.y2 <= figure.high for each in found)
    assert all(
        each.right <= figure.wide + 0.1 for each in figure.marks if isinstance(each, FaceMark)
    )


def test_a_tally_adds_up_what_the_script_says(own: Path) -> None:
    fence = MOVE.format(zones="pool").replace("```move Toil | Ann's Knowledge, pool", (
        "```tally Work\nsum: Ann {Ann.craft} + 1 | Bob 0\nAnn: Craft | {Ann.craft}"))  # fmt: skip
    faces, example = example_of(own, fence)
    figure, troubles = tally(faces, example, object(), 110, 1.0)  # type: ignore[arg-type]
    assert troubles == []
    assert [each.text for each in figure.marks if isinstance(each, Label)].count("3") == 1
    assert figure.alt.startswith("Ann 2 + 1. Bob 0.")


def test_the_words_of_a_map_tell_values_and_moves_and_hide_who_lies_face_down() -> None:
    erato: dict[str, object] = {"at": "1,1", "face": "down"}
    before = {"Clio": {"at": "0,1", "value": 2}, "Erato": erato}
    after = {"Clio": {"at": "0,2", "value": 3}, "Erato": erato}
    said = map_words(cast("Translations", lambda text, **named: text % named), before, after)
    assert said == (
        "the map: row 2: Clio (2), a tile that lies face down; "
        "Clio comes to row 1, column 1; the die of Clio goes from 2 to 3"
    )


def test_a_window_shows_where_words_are_written_on_the_arc_of_a_sheet() -> None:
    game = load_game(resource("data") / "schizonauts").game
    assert game is not None
    book, _ = read_book(game)
    assert book is not None
    example = next(
        each for each in book.examples.values() if each.script.title == "A memory bleeds"
    )
    views = SheetViews(FigureFaces(KitRenderer(game, Options(sides="fronts"))), example)
    place = views.places(views.values(example.after))["overlap.violence.memories.1"]
    x, y = middle_of(place)
    assert views.component is not None
    from_middle = x - views.component.size.width / 2, y - views.component.size.height / 2
    assert 40 < math.hypot(*from_middle) < 50  # the outermost ring of the overlap
    assert 0 < math.degrees(math.atan2(from_middle[0], -from_middle[1])) < 40  # its beginning
    assert "overlap.violence.memories.1" not in views.places(views.values(example.before))


def test_a_comment_is_an_entry_of_the_index_for_what_is_said_before(own: Path) -> None:
    text = "## A topic\n\nWords.\n\n<!-- index: tie, winner -->\n\n## Another\n\n" + LONG
    made = set_book(own, text)
    assert made.problems == ()
    pages = pypdfium2.PdfDocument(made.pdf)
    words = " ".join(page.get_textpage().get_text_range() for page in pages)
    assert "Tie 2" in words
    assert "Winner 2" in words


def test_a_text_names_the_number_of_a_figure_and_leads_to_it(own: Path) -> None:
    figure = MOVE.format(zones="pool")
    made = set_book(own, f"## A topic\n\nSee [Fig.](#toil).\n\n{figure}")
    assert made.problems == ()
    assert "book-figure" not in {each.check for each in made.notes}
    reader = pypdf.PdfReader(io.BytesIO(made.pdf))
    assert "See Fig. 1." in reader.pages[1].extract_text()
    links = [
        each.get_object() for each in cast("pypdf.generic.ArrayObject", reader.pages[1]["/Annots"])
    ]
    assert ["Fig. 1" in str(each["/Contents"]).replace("\u00a0", " ") for each in links].count(
        True
    ) == 1
    notes = set_book(own, f"## A topic\n\nWords.\n\n{figure}").notes
    (note,) = (each for each in notes if each.check == "book-figure")
    assert note.message.startswith("no text mentions figure 1; write [Fig.](#toil)")
    (own / "rulebook.md").write_text(f"# Mine\n\nSee [Fig.](#tail).\n\n{figure}", "utf-8")
    game = load_game(own).game
    assert game is not None
    (problem,) = read_book(game)[1]
    assert (problem.location.line, problem.message) == (
        3, "no figure is called '#tail'; write the beginning of a figure's title; did you "
        "mean 'toil'?"
    )  # fmt: skip


def test_words_that_are_nearly_the_name_of_a_card_are_noted() -> None:
    game = load_game(resource("data") / "sing-o-muse").game
    assert game is not None

    def messages(words: str) -> list[str]:
        document, problems = read_document(game, f"# Mine\n\n## One\n\n{words}\n", "rulebook.md")
        assert not problems
        return [each.message for each in name_notes(document, game)]

    assert messages("Beware of The Stranger on the Road.") == [
        "no card is called “The Stranger on the Road”; the most similar name is “The Stranger at "
        "the Crossroads”"
    ]
    assert messages("Beware of The Stranger at the Crossroads, and of The Trojan War.") == []


@pytest.mark.parametrize("ink", ["grey", "low-grey"])
def test_a_book_in_grey_has_no_other_ink(own: Path, ink: str) -> None:
    (own / "rulebook.md").write_text("# Mine\n\n## A topic\n\n**Words** and [[terms]].\n", "utf-8")
    game = load_game(own).game
    assert game is not None
    book, _ = read_book(game)
    assert book is not None
    for page in pypdfium2.PdfDocument(typeset(book, ink).pdf):
        red, green, blue = page.render(scale=0.3).to_pil().convert("RGB").split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()


def art_of(own: Path, look: str) -> Art:
    """The art of a copy of Nine Muses whose book has a look."""
    file = own / "game.yaml"
    text = file.read_text(encoding="utf-8")
    start, end = text.index("book:"), text.index("\ntypes:")
    file.write_text(f"{text[:start]}book:\n{look}{text[end:]}", encoding="utf-8")
    game = load_game(own).game
    assert game is not None
    renderer = KitRenderer(game, Options(ink="colour", sides="fronts"))
    return Art(FigureFaces(renderer), game.book)


@pytest.mark.parametrize("high", [40.0, 60.0, 140.0])
def test_no_picture_from_a_poster_is_cut_off_at_its_sides(own: Path, high: float) -> None:
    art = art_of(own, "  vignettes:\n    - {component: poster, window: [7, 86, 176, 92]}\n")
    figure = art.frieze(COLUMN, high)
    assert figure is not None
    assert figure.high <= high
    (shown,) = figure.marks
    assert isinstance(shown, FaceMark)
    assert shown.window is not None
    assert (shown.window[0], shown.window[2]) == (7, 176)


def test_no_window_of_a_book_is_shown_again_before_all_others(own: Path) -> None:
    art = art_of(own, "  vignettes:\n    - {component: muses, window: [10, 10, 40, 30]}\n")
    shown: list[str] = []
    while len(shown) < 9:
        figure = art.vignette(COLUMN, 30.0)
        assert figure is not None
        shown += [each.key for each in figure.shown]
    assert len(shown) == len({*shown}) == 9
    again = art.vignette(COLUMN, 30.0)
    assert again is not None
    assert {each.key for each in again.shown} <= {*shown}


def test_a_row_of_windows_is_never_higher_than_its_room(own: Path) -> None:
    art = art_of(own, "  vignettes:\n    - {component: muses, window: [10, 10, 40, 30]}\n")
    for room in (87.0, 45.0, 22.5, 12.0):
        figure = art.vignette(COLUMN, room)
        assert figure is None if room < 20 else figure is not None and figure.high < room + 1e-6
        assert all(each.scale <= LARGEST for each in (figure.shown if figure else ()))


@pytest.mark.parametrize(("art", "told"), [
    ("plates: [muse]", "no component 'muse'; did you mean 'muses'?"),
    ("vignettes: [{component: muse, window: [1, 1, 9, 9]}]",
     "no component 'muse'; did you mean 'muses'?"),
    ("vignettes: [{component: muses, cards: [Cleo], window: [1, 1, 9, 9]}]",
     "no card 'Cleo' in muses; did you mean 'Clio'?"),
    ("vignettes: [{component: muses, cards: [Clio], window: [1, 1, 9, 9]}]", ""),
    ("bearers: {muses: each turnd}",
     "expected 'beside' or 'turned' after the fact, not 'turnd'; did you mean 'turned'?"),
    ("bearers: {muses: each turned beside}", ""),
])  # fmt: skip
def test_art_that_a_book_names_exists(own: Path, art: str, told: str) -> None:
    file = own / "game.yaml"
    text = file.read_text("utf-8")
    start = text.index("\nbook:\n")
    file.write_text(f"{text[:start]}\nbook:\n  {art}\n{text[text.index('types:') :]}", "utf-8")
    found = [each for each in load_game(own).notes if each.check == "references"]
    assert [each.message for each in found] == ([told] if told else [])
    assert all(each.location.line == text[:start].count("\n") + 3 for each in found)


def test_a_plate_is_the_back_of_the_component_that_is_named(own: Path) -> None:
    art = art_of(own, "  plates: [muses]\n")
    back = art.plate()[1]
    assert isinstance(back, FaceMark)
    assert back.x <= 0.01  # over the whole page
    assert back.right >= WIDE - 0.01
    named = art.faces.named("muses/Clio")
    assert named is not None
    assert back.key == art.faces.key(*named, True)


def test_long_rows_show_what_moves_and_a_number() -> None:
    zone = Zone("Bob", "Muses", ("Clio", "Erato", "Thalia", "Urania", "Euterpe", "Calliope"))
    focus = MoveFocus(cast(FigureFaces, None), [zone], {})
    folded = focus.folded(zone, {"Thalia"}, {})
    assert folded.content == ("Clio", "Thalia", "Calliope")
    assert folded.more == 3
    short = Zone("Bob", "Muses", ("Clio", "Erato", "Thalia", "Urania"))
    assert focus.folded(short, {"Thalia"}, {}) == short


def test_pictures_of_a_list_have_one_scale(own: Path) -> None:
    faces, _ = example_of(own, MOVE.format(zones="pool"))
    many, one = (
        PictureRow(tuple(ComponentPicture("muses", name, False, name) for name in names), NOWHERE)
        for names in (("clio", "erato", "thalia", "urania"), ("clio",))
    )
    label = faces.kit_renderer.fonts.face("Cinzel", bold=True)
    scales = [{each.scale for each in strip(faces, row, 60.0, label, 24.0, [many]).shown}
              for row in (many, one)]  # fmt: skip
    assert scales[0] == scales[1]
    assert len(scales[0]) == 1


def test_the_stripes_at_the_top_of_pages_continue_over_the_fold() -> None:
    """Each is a bar with straight ends, and a cut one continues on the next page."""
    ground, *bars = stripes(0, 0, WIDE, 4.0)
    assert isinstance(ground, Area)
    cuts: dict[int, list[list[float]]] = {0: [], 1: []}
    for bar in bars:
        assert isinstance(bar, Area)
        assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in bar.corners)
        for side, found in cuts.items():
            ends = sorted(y for x, y in bar.corners if x == pytest.approx(side))
            found += [ends] if len(ends) > 1 else []
    assert cuts[0] == [pytest.approx(cuts[1][0])]


def test_a_part_is_nearer_to_its_topic_than_to_the_next_in_the_contents(own: Path) -> None:
    game = load_game(own).game
    assert game is not None
    book, _ = read_book(game)
    assert book is not None
    look = look_of(book.game.theme, FontBook(resource("templates") / "fonts"))
    renderer = KitRenderer(book.game, Options(sides="fronts"))
    lettering = ParagraphStyles(look, "en", renderer.encoder.font)
    composer = Composer(book, renderer, look, lettering, False)
    headings = [
        Heading(level, (InlineSpan(name),), name, NOWHERE)
        for level, name in ((2, "A"), (3, "a"), (3, "b"), (2, "C"), (2, "D"))
    ]
    lines = contents_lines(composer, headings, {}, True)
    assert [each.gap for each in lines][:2] == [0, 0]
    assert lines[2].gap > lines[3].gap > 0
    assert [each.stretches for each in lines] == [False, False, True, True, True]
    assert [each.words.strip() for each in contents_lines(composer, headings, {}, False)] == [
        "A 0", "C 0", "D 0"
    ]  # fmt: skip

"""Pictures of moves: each piece once, hands that matter, where pieces go, what changes."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from generator.book.arrows import arrows, course, readable
from generator.book.book import read_book
from generator.book.faces import FigureFaces
from generator.book.marks import Area, Arrow, Disc, FaceMark, Figure, Label, Mark
from generator.book.move_pictures import MovePicture
from generator.book.moves import LEADS, panels_of
from generator.book.plan import plan
from generator.kit.options import Options
from generator.kit.renderer import KitRenderer
from validator.core.resources import resource
from validator.load.game import load_game

EIGHT = """move Following | discard, Ann
players: [Ann, Bob]
start:
  suit: H
  discard: [5H]
  Ann: {hand: [5S, 8C, KC, 7H]}
  Bob: {hand: [AS]}
  turn: Ann
---
! Ann play KC -> EIGHTS-PLAY-02 | Ann wants to play the king of clubs.
Ann play 8C as D | Ann plays the eight of clubs.
"""
DEMONSTRATE = """move Arguing | Ann's hand, Ann's Knowledge
players: [Ann, Bob]
start:
  Ann: {science: 2, hand: [Aesop, Heron]}
  Bob: {hand: [Hypatia]}
---
Ann demonstrate science 2 with Aesop | VP: {score.Ann}, and then {after score.Ann}.
"""
SHEETS = """move Sheets change hands | Y1, N1, Ann's hand
players: [Ann, Bob, Cat]
start:
  ticked: all
  Ann: {hand: [2C, 3C]}
  Y1: {owner: Bob, cards: [2D]}
---
Ann support Y1 2C | The sheet is hers now.
"""
CREW = """move A Crew | Ann, Ann.A.marks as beads, foes
players: [Ann, Bob]
start:
  foes: [f-boar]
  Ann:
    hand: [t-club, d-zeus]
    A: {leader: h-achilles, members: [c-nestor, c-ajax], quest: q-hunt}
  Bob: {hand: [d-hera], A: {leader: h-cadmus}}
---
Ann play t-club on c-nestor | The Club goes to Nestor.
Bob wrath d-hera on h-achilles | Hera is angry with Achilles; Nestor and Ajax the Great look on.
Ann challenge A f-boar | The boar is beaten.
"""
POWER = """move A Power | map
players: [Ann, Bob]
start:
  map: |
    .           Urania P3    Melpomene O4    .
    Clio O1     Calliope P2  Erato O2        .
    Thalia O3?  Euterpe W1?  Polyhymnia P1?  Terpsichore P2
---
Ann power Clio Calliope | Calliope's die rises.
"""
Draw = Callable[..., list[Figure]]


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """The pictures of a book's only move."""

    def made(game: str, fence: str, most: float = 40.0) -> list[Figure]:
        folder = tmp_path / "mine"
        shutil.copytree(resource("data") / game, folder, dirs_exist_ok=True)
        (folder / "rulebook.md").write_text(f"# Mine\n\n## One\n\n```{fence}```\n", "utf-8")
        loaded = load_game(folder).game
        assert loaded is not None
        book, problems = read_book(loaded)
        assert book is not None, problems
        (example,) = book.examples.values()
        faces = FigureFaces(KitRenderer(loaded, Options(sides="fronts")))
        measure = lambda words: len(words) / 2  # noqa: E731
        if example.script.kind == "plan":
            return [plan(faces, example, measure, "A table")]
        panels = panels_of(example, example.deeds, LEADS)
        pictures = (MovePicture(faces, example, each, measure) for each in panels)
        return [each.figure(110, most) for each in pictures if each.shows]

    return made


def faces_in(figure: Figure) -> Counter[str]:
    return Counter(each.title for each in figure.shown)


def labels(figure: Figure) -> list[str]:
    return [each.text for each in figure.marks if isinstance(each, Label)]


def test_a_played_card_is_in_the_hand_alone_and_the_pile_shows_its_old_top(draw: Draw) -> None:
    (figure,) = draw("crazy-eights", EIGHT)
    assert faces_in(figure) == {"5S": 1, "7H": 1, "8C": 1, "KC": 1, "5H": 1}
    (arrow,) = (each for each in figure.marks if isinstance(each, Arrow))
    (top,) = (each for each in figure.shown if each.title == "5H")
    assert top.x < arrow.x2 < top.right
    assert top.y < arrow.y2 < top.bottom
    assert "Eight of Clubs goes from Ann’s hand to discard pile" in figure.alt


def test_a_written_word_that_a_move_changes_is_shown_with_the_new_one(draw: Draw) -> None:
    (figure,) = draw("crazy-eights", EIGHT.replace("discard, Ann", "discard, suit as written, Ann"))
    assert "hearts → diamonds" in labels(figure)
    assert "suit to follow: hearts → diamonds" in figure.alt


def test_cards_that_the_words_name_lie_whole_and_in_front(draw: Draw) -> None:
    (figure,) = draw("crazy-eights", EIGHT)
    hand = sorted((each for each in figure.shown if each.title != "5H"), key=lambda m: m.x)
    assert [each.title for each in hand] == ["5S", "7H", "8C", "KC"]
    covered = [one.right > other.x for one, other in pairwise(hand)]
    assert covered == [True, True, False]


def test_a_treasure_lies_on_its_bearer_a_wrath_upside_down_and_a_bead_on_its_step(
    draw: Draw,
) -> None:
    given, angry, beaten = draw("sing-o-muse", CREW)

    def shown(figure: Figure, title: str) -> FaceMark:
        return next(each for each in figure.shown if each.title == title)

    (arrow,) = (each for each in given.marks if isinstance(each, Arrow))
    nestor = shown(given, "Nestor")
    assert nestor.x < arrow.x2 < nestor.right + (nestor.right - nestor.x) / 2
    club, ajax = shown(angry, "Olive-wood Club"), shown(angry, "Ajax the Great")
    assert club.right <= ajax.x
    quest, bead = shown(beaten, "The Great Hunt"), shown(beaten, "Pomegranate")
    assert quest.x < bead.x < bead.right < quest.right
    assert quest.y < bead.y < quest.bottom
    assert shown(beaten, "Hera").turn == 180.0
    assert "marks" not in labels(beaten)


def test_an_arrow_says_for_how_many_pieces_it_stands(draw: Draw) -> None:
    (figure,) = draw("nine-muses", DEMONSTRATE.replace("Ann's Knowledge", "Ann's Knowledge, pool"))
    assert [each.text for each in figure.marks if isinstance(each, Disc)] == ["2×"]


def captions(folder: Path, fence: str) -> list[str]:
    shutil.copytree(resource("data") / "nine-muses", folder)
    (folder / "rulebook.md").write_text(f"# Mine\n\n## One\n\n```{fence}```\n", "utf-8")
    game = load_game(folder).game
    assert game is not None
    book, problems = read_book(game)
    if book is None:
        return [each.message for each in problems]
    (example,) = book.examples.values()
    return [each.caption for each in panels_of(example, example.deeds, LEADS)]


@pytest.mark.parametrize(("fact", "said"), [
    ("score.Ann", "VP: 0, and then 4."),
    ("score.Eve", "no fact 'score.Eve' for a caption; `pieria verbs` lists the facts"),
])  # fmt: skip
def test_a_caption_may_use_values_before_and_after_the_move(
    tmp_path: Path, fact: str, said: str
) -> None:
    assert captions(tmp_path / "mine", DEMONSTRATE.replace("score.Ann", fact)) == [said]


def test_what_leaves_the_picture_says_where_it_goes_and_the_score_what_it_gains(draw: Draw) -> None:
    (figure,) = draw("nine-muses", DEMONSTRATE)
    assert {"discard pile", "to: pool", "Ann · VP 0 + 4"} <= {*labels(figure)}
    (aesop,) = (each for each in figure.shown if each.title == "Aesop")
    (arrow,) = (each for each in figure.marks if isinstance(each, Arrow))
    assert arrow.x2 > aesop.right or arrow.y2 > aesop.bottom, "the free place is beside the card"


def test_a_picture_of_the_end_shows_everybodys_score(draw: Draw) -> None:
    (figure,) = draw(
        "nine-muses",
        """move A tie | Ann's Knowledge, Bob's Knowledge
players: [Ann, Bob]
start:
  round: 5
  muse_deck: []
  turn: Ann
  Ann: {craft: 2, score: 12, hand: [Heron]}
  Bob: {craft: 5, score: 14, hand: []}
---
Ann demonstrate craft 2 with Heron | Ann draws level.
= end: winner Ann, Bob
""",
    )
    assert {"Ann · VP 12 + 2", "Bob · VP 14"} <= {*labels(figure)}


CALL = """move Nobody | Ann's hand, Bob's hand, Bob's Knowledge, Bob's Muses, centre
players: [Ann, Bob]
start:
  Ann: {craft: 4, hand: [Aesop, Heron]}
  Bob: {craft: 1, science: 3, hand: [Heron, Hypatia]}
  centre: [Calliope, Thalia, Clio]
  turn: Bob
---
Bob call Clio with Heron | Bob discards Heron and Calls Clio.
"""


def test_pictures_are_as_large_as_their_room_lets_them_be_and_leave_out_other_copies(
    draw: Draw,
) -> None:
    low, high = (draw("nine-muses", CALL, most)[0] for most in (40.0, 90.0))
    sizes = [max(each.wide * each.scale for each in figure.shown if each.title == "Clio")
             for figure in (low, high)]  # fmt: skip
    assert sizes[1] > sizes[0] * 1.4
    assert "Aesop" not in faces_in(high), "Ann's Heron is another copy than the named one"
    assert sum(each.title == "Heron" for each in high.shown) == 1


@pytest.mark.parametrize(("caption", "compared"), [
    ("Bob has 3 and Ann none.", ["3", "Bob", "0", "Ann"]), ("Bob has 3.", []),
])  # fmt: skip
def test_a_picture_compares_players_whom_its_text_names(
    draw: Draw, caption: str, compared: list[str]
) -> None:
    fence = CALL.replace(", centre\n", ", centre, science of all\n")
    (figure,) = draw("nine-muses", fence.replace("Bob discards Heron and Calls Clio.", caption))
    numbers = [at for at, each in enumerate(labels(figure)) if each.isdigit()]
    found = [each for at in numbers for each in labels(figure)[at : at + 2]]
    assert found == compared


@pytest.mark.parametrize("zones", [("one", "two"), ("one", "one")])
def test_arrows_take_the_places_where_they_do_not_cross(zones: tuple[str, str]) -> None:
    def face(x: float, y: float) -> FaceMark:
        return FaceMark("k", x, y, 10.0, 14.0, 1.0)

    above, below = face(10, 10), face(10, 60)
    ends = [("hand", face(80, 60)), ("hand", face(80, 10))]
    found = [*arrows(
        {"a": [(zones[0], above)], "b": [(zones[1], below)]}, {"a": ends, "b": ends[::-1]},
        {"a": [zones[0]], "b": [zones[1]]}, [above, below, *(each for _, each in ends)],
        120.0, 90.0, len,
    )]  # fmt: skip
    if len({*zones}) == 1:
        assert [getattr(each, "text", "") for each in found] == ["", "2×"], "they go together"
    else:
        lower = [each.y2 > 40 for each in found if isinstance(each, Arrow)]
        assert lower == [False, True]


@pytest.mark.parametrize("marks", [
    [Label("× 8", 44, 42, 6.0)], [FaceMark("k", 44, 34, 14.0, 20.0, 1.0)],
])  # fmt: skip
def test_an_arrow_goes_around_words_and_pieces(marks: list[Mark]) -> None:
    """It leaves its own piece at an edge, too."""
    old, new = FaceMark("k", 10, 30, 14.0, 20.0, 1.0), FaceMark("k", 90, 30, 14.0, 20.0, 1.0)
    places = {"a": [("one", old)]}, {"a": [("two", new)]}, {"a": ["one"]}
    (arrow,) = arrows(*places, [old, *marks], 130.0, 100.0, len)
    assert isinstance(arrow, Arrow)
    points = [(arrow.x1, arrow.y1), *course(arrow), (arrow.x2, arrow.y2)]
    assert not any(44 < x < 58 and 37 < y < 42 for x, y in points)
    assert sum(old.x < x < old.right and old.y < y < old.bottom for x, y in points) <= 1
    assert new.x < arrow.x2 < new.right
    assert new.y < arrow.y2 < new.bottom


def test_words_that_an_arrow_cannot_avoid_lie_above_it_on_their_own_ground() -> None:
    words = Label("the pool", 50, 42, 4.0, "middle")
    line = Arrow(10, 40, 50, 40, 90, 40, "second")
    ground, above = readable([words, line], len)
    assert isinstance(ground, Area)
    assert above == words
    assert ground.x < 50 < ground.x + ground.wide
    assert ground.y < 40 < ground.y + ground.high


def test_a_sheet_goes_to_its_new_owner_with_the_cards_on_it(draw: Draw) -> None:
    (figure,) = draw("muse", SHEETS)
    assert len([each for each in figure.marks if isinstance(each, Arrow)]) == 2
    sheets = [each for each in figure.shown if each.title == "Yes 1"]
    assert [bool(each.veil) for each in sheets] == [False, True]
    assert "No 1" not in faces_in(figure), "an empty sheet that stays where it is"


def test_a_map_shows_who_acts_on_whom_and_what_rises(draw: Draw) -> None:
    (figure,) = draw("dance-of-muses", POWER)
    assert len([each for each in figure.marks if isinstance(each, Arrow)]) == 1
    assert "+1" in [getattr(each, "text", "") for each in figure.marks]


def test_a_plan_has_rows_empty_places_dice_and_pieces_turned_over(draw: Draw) -> None:
    (figure,) = draw(
        "muse",
        """plan A table | deck, discard, Y1, N1, Ann, see Ann
step 2: deck, Yes 2
step 3: Ann
rows: Y1, N1; deck, discard, Yes 2
table: answer-sheets/yes-2 back
Ann: story-sheet/Story Sheet
players: [Ann, Bob]
""",
    )
    assert [each.text for each in figure.marks if isinstance(each, Disc)] == ["2", "2", "3"]
    tops = {each.title: each.y for each in figure.shown}
    assert tops["Yes 1"] < tops["Yes 2"]
    assert "discard pile: –" in figure.alt
    assert "Story Sheet" in tops

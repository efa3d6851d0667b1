"""Only what changed is printed again, and the reasons are told."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PIL import Image

from generator.kit.build import build_kit
from generator.kit.changes import Comparison, compare
from generator.kit.manifest import Manifest, ManifestError, from_json, to_json
from generator.kit.options import Options
from generator.verify.reader import OpenPdf, read_manifest
from tests.conftest import run
from validator.core.sizes import Size
from validator.load.game import load_game

Edit = Callable[[str, str, str], None]
EVERY = ["cards/ford", "cards/mill", "cards/hill"]


def manifest_of(folder: Path, options: Options = Options()) -> Manifest:  # noqa: B008
    game = load_game(folder).game
    assert game is not None
    built = build_kit(game, options)
    assert built.problems == ()
    return from_json(built.manifest)


@pytest.fixture
def changed(tiny: Path) -> Callable[..., Comparison]:
    """What differs between the game as it was when the test began, and as it is now."""
    before = manifest_of(tiny)
    return lambda options=Options(): compare(before, manifest_of(tiny, options))  # noqa: B008


def told(found: Comparison) -> dict[str, tuple[str, int, int, str]]:
    return {
        each.item.id: (each.kind, each.take_out, each.put_in, each.why) for each in found.changes
    }


# ---- what changed, and why


def test_nothing_changed(changed: Callable[..., Comparison]) -> None:
    assert changed().changes == ()
    assert changed(Options(paper="letter", sides="fronts")).changes == ()


def test_a_cards_text(changed: Callable[..., Comparison], edit: Edit) -> None:
    edit("cards.yaml", "A mill grinds *slowly*.", "A mill grinds.")
    why = "words: A mill grinds *slowly*. → A mill grinds."
    assert told(changed()) == {"cards/mill": ("changed", 2, 2, why)}


def test_each_card_names_its_template(tiny: Path) -> None:
    """Also those after the first, for which the template is compiled already."""
    items = [each for each in manifest_of(tiny).items if each.id in EVERY]
    assert len(items) == len(EVERY)
    assert all("template card.svg.j2" in each.face.uses for each in items)


def test_a_colour_of_the_theme(changed: Callable[..., Comparison], edit: Edit) -> None:
    edit("game.yaml", '"#800000"', '"#900000"')
    found = told(changed())
    assert set(found) == {*EVERY, "tokens/token", "Tuckbox: tiny"}  # the sheet has no frame
    assert {why for _, _, _, why in found.values()} == {"colour frame: #800000 → #900000"}


def test_a_macro(tiny: Path, edit: Edit) -> None:
    (tiny / "templates" / "macros.j2").write_text("{% macro rings() %}<g/>{% endmacro %}", "utf-8")
    edit("templates/token.svg.j2", "<circle", "{% import 'macros.j2' as m %}{{ m.rings() }}<circle")
    before = manifest_of(tiny)
    edit("templates/macros.j2", "<g/>", '<rect width="1" height="1"/>')
    found = told(compare(before, manifest_of(tiny)))
    assert found == {"tokens/token": ("changed", 3, 3, "template macros.j2")}


@pytest.mark.parametrize(
    "named",
    [
        'href="a&amp;b.png"',
        "href='a&amp;b.png'",
        'href = "a&#38;b.png"',
        "xlink:href\n='a&amp;b.png'",
    ],
)
def test_a_picture_however_its_name_is_quoted(tiny: Path, edit: Edit, named: str) -> None:
    picture = tiny / "a&b.png"
    Image.new("RGB", (9, 9), "red").save(picture)
    edit("templates/token.svg.j2", "<circle", f'<image {named} width="1" height="1"/><circle')
    before = manifest_of(tiny)
    Image.new("RGB", (9, 9), "blue").save(picture)
    found = told(compare(before, manifest_of(tiny)))
    assert found == {"tokens/token": ("changed", 3, 3, "picture a&b.png")}


def test_a_rules_number(changed: Callable[..., Comparison], edit: Edit) -> None:
    edit("rules.yaml", "{2: 8, 3: 7", "{2: 9, 3: 7")
    why = "rule TINY-LIMIT-01 hand: 8 for 2, 7 for 3, 6 for 4 → 9 for 2, 7 for 3, 6 for 4"
    assert told(changed()) == {"sheet/sheet": ("changed", 1, 1, why)}


def test_a_statement_that_is_not_printed_changes_nothing(
    changed: Callable[..., Comparison], edit: Edit
) -> None:
    edit("rules.yaml", "A pile holds as many", "A heap holds as many")
    assert changed().changes == ()


def test_copies(changed: Callable[..., Comparison], edit: Edit) -> None:
    edit("cards.yaml", "title: Ford\n    copies: 2", "title: Ford\n    copies: 4")
    edit("cards.yaml", "title: Mill\n    copies: 2", "title: Mill")
    found = told(changed())
    assert found.pop("Tuckbox: tiny")[3].startswith("cards: 5 → 6")
    assert found == {
        "cards/ford": ("more", 0, 2, "copies: 2 → 4"),
        "cards/mill": ("fewer", 1, 0, "copies: 2 → 1"),
    }


def test_a_removed_card_and_a_new_one(changed: Callable[..., Comparison], edit: Edit) -> None:
    edit("cards.yaml", 'title: Hill, words: "A hill."', 'title: Bridge, words: "A bridge."')
    assert told(changed()) == {
        "cards/bridge": ("new", 0, 1, ""),
        "cards/hill": ("removed", 1, 0, ""),
    }


def test_a_card_with_another_title_is_the_same_card(
    changed: Callable[..., Comparison], edit: Edit
) -> None:
    edit("cards.yaml", "title: Hill,", "title: Mound,")
    found = changed()
    assert told(found) == {"cards/mound": ("changed", 1, 1, "title: Hill → Mound")}
    assert found.changes[0].was == "cards/hill"


def test_a_card_that_only_got_another_id(tiny: Path, edit: Edit) -> None:
    edit("cards.yaml", "{title: Hill", "{id: hill, title: Hill")
    before = manifest_of(tiny)
    edit("cards.yaml", "id: hill", "id: mound")
    found = compare(before, manifest_of(tiny))
    assert told(found) == {"cards/mound": ("renamed", 0, 0, "id: cards/hill → cards/mound")}
    assert found.swaps == ()


def test_a_size_and_an_ink(changed: Callable[..., Comparison], edit: Edit) -> None:
    edit("game.yaml", "size: [20, 20]", "size: [22, 22]")
    found = told(changed(Options(ink="low")))
    assert found["tokens/token"][3].startswith("size: 20 x 20 mm → 22 x 22 mm; option ink")


def test_an_icon(tiny: Path, changed: Callable[..., Comparison], edit: Edit) -> None:
    edit("game.yaml", "icon: two-coins", "icon: coins")
    found = told(changed())
    assert "symbol coin: two-coins → coins" in found["tokens/token"][3]
    assert "cards/hill" not in found  # it has no price


# ---- a manifest on paper


def test_a_manifest_survives_json(tiny: Path) -> None:
    manifest = manifest_of(tiny)
    assert from_json(to_json(manifest)) == manifest


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ('{"format": 1', "Expecting ',' delimiter"),
        ("[]", "list indices must be integers"),
        ("{}", "'format' is missing"),
        ('{"format": 1}', "its format is 1; this version of Pieria reads 4"),
        ('{"format": 4}', "'uses' is missing"),
        ("[" * 100_000, "recursion"),
    ],
)
def test_what_is_no_manifest_says_why(text: str, reason: str) -> None:
    with pytest.raises(ManifestError, match=reason):
        from_json(text)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("items", 0, "copies"), -1),
        (("items", 0, "size"), [float("nan"), 2]),
        (("items", 0, "behind"), "above"),
        (("items", 0, "face"), ["x", 99]),
        (("options",), 3),
        (("rules",), []),
        (("pages", 0), [1]),
    ],
)
def test_a_manifest_with_nonsense_is_none(tiny: Path, path: tuple[str, ...], value: object) -> None:
    tree = json.loads(to_json(manifest_of(tiny)))
    place = tree
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(ManifestError):
        from_json(json.dumps(tree))


# ---- the command line


def test_a_build_writes_its_manifest_beside_and_inside(tiny: Path) -> None:
    assert run("build", "tiny", "-o", "out").exit_code == 0
    file = Path("out/tiny-a4.pdf")
    beside, inside = read_manifest(Path("out/tiny-a4.manifest.json")), read_manifest(file)
    assert beside == inside
    about = pypdf.PdfReader(file).metadata
    assert about is not None
    assert beside.build in (about.subject or "")
    with pypdf.PdfReader(file) as reader:
        assert [*reader.attachments] == ["manifest.json"]
        assert b"".join(reader.attachments["manifest.json"]).decode() == Path(
            "out/tiny-a4.manifest.json"
        ).read_text("utf-8")


@pytest.mark.parametrize("sides", ["duplex", "gutterfold", "fronts", "fronts-backs"])
@pytest.mark.parametrize("earlier", ["tiny-a4{}.pdf", "tiny-a4{}.manifest.json"])
def test_only_what_changed_is_printed(tiny: Path, edit: Edit, sides: str, earlier: str) -> None:
    run("build", "tiny", "--sides", sides, "--ink", "low", "-o", "out")
    edit("cards.yaml", "A mill grinds *slowly*.", "A mill grinds.")
    suffix = ("" if sides == "duplex" else f"-{sides}") + "-low-ink"
    result = run("build", "--changed-since", f"out/{earlier.format(suffix)}", "-o", "out")
    assert result.exit_code == 0, result.output
    assert "1 changed; take out 2, put in 2" in result.output
    (file,) = Path("out").glob(f"tiny-a4{suffix}-changes-*.pdf")  # options are as they were
    manifest = OpenPdf(file.read_bytes()).manifest
    drawn = Counter(
        (box.piece, box.side) for page in manifest.pages for box in page.boxes
    )  # fmt: skip
    backs = {} if sides == "fronts" else {("cards/mill", "back"): 2}
    assert drawn == {("Swap list", "face"): 1, ("cards/mill", "face"): 2, **backs}
    assert manifest.since == read_manifest(Path(f"out/tiny-a4{suffix}.pdf")).build
    swaps = pypdf.PdfReader(file).pages[0].extract_text()
    assert "take out 2" in swaps
    assert "A mill grinds *slowly*. to A mill grinds." in swaps


BOOK = """# Tiny

## How to play

Take the [[mill]].
"""


@pytest.mark.parametrize(
    ("options", "books"),
    [
        ((), ["tiny-book-a4.pdf", "tiny-book.pdf"]),
        (("--no-book",), []),
        (("--print-rule-ids",), ["tiny-book-ids-a4.pdf", "tiny-book-ids.pdf"]),
    ],
)
def test_the_book_is_made_as_it_was(
    tiny: Path, edit: Edit, options: tuple[str, ...], books: list[str]
) -> None:
    (tiny / "rulebook.md").write_text(BOOK, "utf-8")
    run("build", "tiny", *options, "-o", "out")
    edit("cards.yaml", "A mill grinds *slowly*.", "A mill grinds.")
    since = ("build", "--changed-since", "out/tiny-a4.pdf")
    assert run(*since, "-o", "new").exit_code == 0
    assert sorted(each.name for each in Path("new").glob("tiny-book*.pdf")) == books
    assert run(*since, "--no-book", "-o", "none").exit_code == 0  # what is typed counts
    assert [*Path("none").glob("*-book*")] == []


def test_changes_follow_changes(tiny: Path, edit: Edit) -> None:
    """What was printed of changes is the whole kit to the next build."""
    run("build", "tiny", "-o", "out")
    edit("cards.yaml", "A mill grinds *slowly*.", "A mill grinds.")
    run("build", "tiny", "--changed-since", "out/tiny-a4.pdf", "-o", "out")
    (first,) = Path("out").glob("*-changes-*.pdf")
    result = run("build", "tiny", "--changed-since", str(first), "-o", "out")
    assert result.exit_code == 0
    assert "nothing changed" in result.output
    edit("cards.yaml", "A hill.", "A low hill.")
    result = run("build", "tiny", "--changed-since", str(first), "-o", "out")
    assert "1 changed; take out 1, put in 1" in result.output
    assert len([*Path("out").glob("*-changes-*.pdf")]) == 2


def test_a_list_without_pieces_to_put_in(tiny: Path, edit: Edit) -> None:
    run("build", "tiny", "-o", "out")
    edit("game.yaml", "copies: 3", "copies: 2")
    result = run("build", "tiny", "--changed-since", "out/tiny-a4.pdf", "-o", "out")
    assert result.exit_code == 0, result.output
    (file,) = Path("out").glob("*-changes-*.pdf")
    assert len(pypdf.PdfReader(file).pages) == 2  # the list and its blank reverse


def test_changes_in_words_and_json(tiny: Path, edit: Edit) -> None:
    run("build", "tiny", "-o", "old")
    edit("cards.yaml", "A hill.", "A low hill.")
    run("build", "tiny", "-o", "new")
    told = run("changes", "old/tiny-a4.pdf", "new/tiny-a4.manifest.json")
    assert told.exit_code == 0
    assert "cards/hill  words: A hill. → A low hill." in told.output
    found = json.loads(
        run("changes", "old/tiny-a4.pdf", "new/tiny-a4.pdf", "--format", "json").output
    )
    assert found["changes"] == [
        {
            "kind": "changed",
            "piece": "cards/hill",
            "title": "Hill",
            "take_out": 1,
            "put_in": 1,
            "reasons": [{"kind": "card", "name": "words", "old": "A hill.", "new": "A low hill."}],
        }
    ]


def test_a_file_that_is_no_manifest_gets_one_problem(tiny: Path) -> None:
    run("build", "tiny", "-o", "out")
    Path("other.json").write_text("[1,\n 2", "utf-8")
    Path("broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    for file, where, reason in [
        ("other.json", "other.json:2:3", "Expecting ',' delimiter"),
        ("broken.pdf", "broken.pdf", "cannot be read as a PDF"),
        ("tiny/game.yaml", "tiny/game.yaml:1:1", "Expecting value"),
    ]:
        for arguments in [("build", "tiny", "--changed-since", file), ("changes", file, file)]:
            result = run(*arguments)
            assert result.exit_code == 1
            assert result.output.startswith(f"{where}: expected a manifest or a PDF")
            assert reason in result.output


def test_another_games_build_is_wrong_use(tiny: Path) -> None:
    other = Path(shutil.copytree(tiny, "other")) / "game.yaml"
    other.write_text(other.read_text("utf-8").replace("game: tiny", "game: other"), "utf-8")
    run("build", "tiny", "other", "-o", "out")
    result = run("build", "other", "--changed-since", "out/tiny-a4.pdf")
    assert result.exit_code == 2
    assert "is a build of 'tiny', not 'other'" in result.output
    result = run("changes", "out/tiny-a4.pdf", "out/other-a4.pdf")
    assert result.exit_code == 2
    assert "compare two builds of the same game" in result.output


def test_a_piece_of_another_outline_or_size_is_not_the_same_renamed(tiny: Path) -> None:
    """Both are drawn alike; what is cut out differs, so the old piece does not do."""
    before = manifest_of(tiny)
    old = next(each for each in before.items if each.id == "tokens/token")
    others = tuple(each for each in before.items if each is not old)
    back = old.face._replace(hash="another")
    changes: list[dict[str, Any]] = [
        {"outline": "hexagon"}, {"size": Size(21, 20)}, {"back": back}, {}
    ]  # fmt: skip
    for change in changes:
        new = old._replace(id="tokens/coin", **change)
        kinds = {
            each.item.id: each.kind
            for each in compare(before, before._replace(items=(*others, new))).changes
        }
        if change:
            assert kinds == {"tokens/coin": "new", "tokens/token": "removed"}
        else:
            assert kinds == {"tokens/coin": "renamed"}

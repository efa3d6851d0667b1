"""The previewer: what it shows, what a save changed, what it keeps when a file is broken."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from generator.kit.options import Options
from generator.preview.previewer import Previewer
from generator.preview.server import PreviewState
from generator.preview.snapshot import CardPreview, Snapshot, to_json
from tests.conftest import run
from validator.checks import check_deck
from validator.load.game import load_game

Edit = Callable[[str, str, str], None]


@pytest.fixture
def previewer(tiny: Path) -> Previewer:
    made = Previewer(tiny, Options())
    made.take()
    return made


def preview(snapshot: Snapshot, id: str) -> CardPreview:
    return next(each for each in snapshot.previews if each.id == id)


def changed(snapshot: Snapshot) -> dict[str, str]:
    return {each.id: each.change.kind for each in snapshot.previews if each.change}


def closer(previewer: Previewer) -> Snapshot:
    for _ in previewer.look_closer():
        pass
    return previewer.last


def test_every_face_back_and_sheet_has_a_picture(previewer: Previewer) -> None:
    seen = previewer.last
    assert [group.id for group in seen.groups] == ["cards", "tokens", "sheet"]
    assert len({preview(seen, f"cards/{name}").back for name in ("ford", "mill", "hill")}) == 1
    for name in seen.pictures:
        picture = previewer.picture(name)
        assert picture is not None
        assert picture.startswith(b'<svg xmlns="http://www.w3.org/2000/svg" width="')
    assert [leaf.title for leaf in seen.leaves[:2]] == ["Sheet 1, front", "Sheet 1, back"]
    assert all((previewer.sheet(leaf.id) or b"").startswith(b"\x89PNG") for leaf in seen.leaves)
    assert seen.problems == ()


def test_a_name_that_the_page_does_not_show_has_no_picture(previewer: Previewer) -> None:
    assert previewer.picture("../game.yaml") is None
    assert previewer.picture(previewer.last.leaves[0].id) is None
    assert previewer.sheet("../../game.yaml") is None


def test_a_picture_shows_as_much_bleed_as_is_printed(previewer: Previewer) -> None:
    face, token = (
        preview(previewer.last, each).face or "" for each in ("cards/ford", "tokens/token")
    )
    assert b'width="67mm" height="92mm" viewBox="-2 -2 67 92"' in (previewer.picture(face) or b"")
    assert b'width="22mm" height="22mm" viewBox="-1 -1 22 22"' in (previewer.picture(token) or b"")
    assert [group.safe for group in previewer.last.groups] == [3.0, 3.0, 0.0]  # a page is not cut


def test_a_save_marks_what_it_changed_and_keeps_the_picture_from_before(
    previewer: Previewer, edit: Edit
) -> None:
    before = preview(previewer.last, "cards/ford")
    edit("cards.yaml", "cross", "wade")
    seen = previewer.take()
    ford = preview(seen, "cards/ford")
    assert changed(seen) == {"cards/ford": "changed"}
    assert ford.change is not None
    assert ford.change.sides == ("face",)
    assert ford.change.face == before.face != ford.face
    assert "wade" in ford.change.why
    assert previewer.picture(before.face or "") is not None
    assert [leaf.title for leaf in seen.leaves if leaf.changed] == ["Sheet 2, front"]


def test_a_glance_draws_what_differs_before_all_is_drawn(previewer: Previewer, edit: Edit) -> None:
    before = previewer.last
    assert previewer.quick_snapshot() is None
    previewer.take()
    edit("cards.yaml", "cross", "wade")
    quick_snapshot = previewer.quick_snapshot()
    assert quick_snapshot is not None
    assert changed(quick_snapshot) == {"cards/ford": "changed"}
    face = preview(quick_snapshot, "cards/ford").face or ""
    assert b"wade" in (previewer.picture(face) or b"")
    assert previewer.last is before
    assert preview(previewer.take(), "cards/ford").face == face
    edit("cards.yaml", "Ford", "Fjord")
    quick_snapshot = previewer.quick_snapshot()
    assert quick_snapshot is not None
    assert [each.title for each in quick_snapshot.previews][:2] == ["Fjord", "Mill"]
    assert [each.id for each in previewer.take().previews][:2] == ["cards/fjord", "cards/mill"]
    edit("cards.yaml", "Fjord", "Ford")
    previewer.take()
    edit("cards.yaml", "copies: 2", "copies: two")
    assert previewer.quick_snapshot() is None
    assert preview(previewer.take(), "cards/ford").stale


def test_a_glance_at_a_changed_template_draws_what_is_in_sight(
    previewer: Previewer, edit: Edit
) -> None:
    before = previewer.take()
    assert previewer.quick_snapshot(["cards/mill"]) is None
    previewer.take()
    for file, side in (("card", "face"), ("back", "back")):
        edit(
            f"templates/{file}.svg.j2", "block face %}", 'block face %}<rect width="1" height="1"/>'
        )
        quick_snapshot = previewer.quick_snapshot(["cards/mill", "cards/gone"])
        assert quick_snapshot is not None
        assert changed(quick_snapshot) == {"cards/mill": "changed"}
        change = preview(quick_snapshot, "cards/mill").change
        assert change is not None
        assert side in change.sides
        taken = preview(previewer.take(), "cards/mill")
        assert (taken.face, taken.back) == (
            preview(quick_snapshot, "cards/mill").face, preview(quick_snapshot, "cards/mill").back
        )  # fmt: skip
    assert preview(before, "cards/mill").face != taken.face


def test_a_snapshot_that_another_save_interrupts_leaves_the_last_one(
    previewer: Previewer, edit: Edit
) -> None:
    before = previewer.last
    edit("cards.yaml", "cross", "wade")
    steps = previewer.taking()
    assert [next(steps), next(steps)] == [None, None], "a save is looked at between two cards"
    steps.close()
    assert previewer.last is before
    edit("cards.yaml", "A hill.", "A knoll.")
    glance = previewer.quick_snapshot()
    assert glance is not None
    assert changed(glance) == {"cards/ford": "changed", "cards/hill": "changed"}
    seen = previewer.take()
    assert changed(seen) == changed(glance)
    assert all(previewer.picture(name) for name in seen.pictures)


def test_a_save_is_answered_while_another_is_still_drawn(previewer: Previewer, edit: Edit) -> None:
    async def two_saves() -> None:
        server = PreviewState(previewer, [])
        edit("cards.yaml", "cross", "wade")
        await server.reload()
        assert previewer.last is before
        edit("cards.yaml", "wade", "swim")
        await server.reload()
        ford = json.loads(server.state)["groups"][0]["cards"][0]
        assert b"swim" in (previewer.picture(ford["face"]) or b"")
        while previewer.last is before:
            await asyncio.sleep(0.01)

    before = previewer.last
    asyncio.run(two_saves())
    assert "swim" in preview(previewer.last, "cards/ford").text


def test_a_save_that_changes_nothing_is_no_news(
    previewer: Previewer, edit: Edit, tiny: Path
) -> None:
    edit("cards.yaml", "cross", "wade")
    seen = previewer.take()
    edit("cards.yaml", "source: original", "source: original  # ours")
    assert previewer.take() is seen
    assert changed(seen) == {"cards/ford": "changed"}


def test_the_next_save_forgets_the_marks_of_the_last(previewer: Previewer, edit: Edit) -> None:
    edit("cards.yaml", "cross", "wade")
    old = preview(previewer.take(), "cards/ford").change
    edit("cards.yaml", "A hill.", "A steep hill.")
    assert changed(previewer.take()) == {"cards/hill": "changed"}
    assert old is not None
    assert previewer.picture(old.face or "") is None


def test_a_back_a_count_a_new_and_a_removed_card(previewer: Previewer, edit: Edit) -> None:
    edit("templates/back.svg.j2", "colour.frame", "colour.ink")
    seen = previewer.take()
    assert {each.change.sides for each in seen.previews if each.change} == {("back",)}
    edit("cards.yaml", "copies: 2\n    words: A mill", "copies: 1\n    words: A mill")
    edit(
        "cards.yaml", '{title: Hill, words: "A hill."', '{title: Fell, copies: 2, words: "A fell."'
    )
    edit("cards.yaml", "cards:\n", "cards:\n  - {title: Weir, copies: 0, words: Wet.}\n")
    seen = previewer.take()
    assert changed(seen) == {"cards/mill": "fewer", "cards/fell": "new"}
    assert seen.removed == ("Cards: Hill",)


def test_a_new_title_is_a_change_of_the_card_though_its_id_comes_from_it(
    previewer: Previewer, edit: Edit
) -> None:
    before = preview(previewer.last, "cards/ford")
    edit("cards.yaml", "Ford", "Fjord")
    seen = previewer.take()
    change = preview(seen, "cards/fjord").change
    assert change is not None
    assert (change.kind, change.face, change.why) == ("changed", before.face, "title: Ford → Fjord")
    assert seen.removed == ()


def test_a_problem_stands_beside_its_card_alone(previewer: Previewer, edit: Edit) -> None:
    edit("cards.yaml", "A hill.", "very long words " * 60)
    seen = previewer.take()
    hill = preview(seen, "cards/hill")
    assert [problem.check for problem in hill.problems] == ["fit"]
    assert [each.id for each in seen.previews if each.problems] == ["cards/hill"]
    assert not hill.stale
    assert seen.problems == hill.problems


def test_wrong_data_keeps_the_last_good_picture_of_that_card(
    previewer: Previewer, edit: Edit
) -> None:
    before = previewer.last
    edit("cards.yaml", 'copies: 2\n    words: "Pay', 'copies: two\n    words: "Pay')
    seen = previewer.take()
    ford = preview(seen, "cards/ford")
    assert (ford.stale, ford.face, ford.back) == (
        True, preview(before, "cards/ford").face, preview(before, "cards/ford").back
    )  # fmt: skip
    assert [str(problem) for problem in ford.problems] == [
        "tiny/cards.yaml:4:13: expected a whole number from 0, not 'two' [shape]"
    ]
    assert not any(each.stale for each in seen.previews if each is not ford)
    assert seen.leaves_stale
    assert [leaf.id for leaf in seen.leaves] == [leaf.id for leaf in before.leaves]
    edit("cards.yaml", "copies: two", "copies: 2")
    assert previewer.take() == before


def test_a_problem_between_cards_is_of_none(previewer: Previewer, edit: Edit) -> None:
    edit("cards.yaml", "  - title: Mill", "  - only words\n  - title: Mill")
    edit("game.yaml", "    size: page", "    size: pages")
    seen = previewer.take()
    assert [str(problem.location) for problem in seen.problems] == [
        "tiny/cards.yaml:7:5", "tiny/game.yaml:44:11"
    ]  # fmt: skip
    assert not any(each.problems for each in seen.previews)
    assert [each.id for each in seen.previews if each.stale] == ["sheet/sheet"]


def test_a_card_that_the_rules_of_its_game_refuse_is_reported(
    previewer: Previewer, tmp_path: Path
) -> None:
    assert run("new", "deck", "--from", "nine-muses").exit_code == 0
    muses = tmp_path / "deck" / "muses.yaml"
    words = muses.read_text("utf-8")
    assert "{C: [4, 99]}" in words
    muses.write_text(words.replace("{C: [4, 99]}", "{C: [98, 99]}", 1), "utf-8")
    calliope = preview(Previewer(tmp_path / "deck", Options()).take(), "muses/calliope")
    assert [problem.check for problem in calliope.problems] == ["impossible"]
    game = load_game(tmp_path / "deck").game
    assert game is not None
    assert [*calliope.problems] == check_deck(game)
    assert not calliope.stale


@pytest.mark.parametrize(
    ("file", "old", "new", "where"),
    [
        ("cards.yaml", "source", "{{", "tiny/cards.yaml:1:3"),
        ("templates/card.svg.j2", "card.title", "card.titel", "tiny/templates/card.svg.j2:5:1"),
        ("templates/card.svg.j2", "{% endblock %}", "", "tiny/templates/card.svg.j2:7:1"),
        ("templates/card.svg.j2", "<rect", "<script/><rect", "tiny/templates/card.svg.j2:3:1"),
        ("game.yaml", "title: Tiny", "title: [", "tiny/game.yaml:4:8"),
        ("rules.yaml", "rules:", "rules", "tiny/rules.yaml:4:1"),
    ],
)
def test_a_broken_file_loses_no_picture_and_is_reported(
    previewer: Previewer, edit: Edit, file: str, old: str, new: str, where: str
) -> None:
    before, path = previewer.last, previewer.folder / file
    good = path.read_text("utf-8")
    edit(file, old, new)
    seen = previewer.take()
    assert [each.id for each in seen.previews] == [each.id for each in before.previews]
    for was, now in zip(before.previews, seen.previews, strict=True):
        assert (now.face, now.back) == (was.face, was.back)
        assert previewer.picture(now.face or "")
    assert any(each.stale for each in seen.previews)
    assert where in [str(problem.location) for problem in seen.problems]
    assert all(previewer.sheet(leaf.id) for leaf in seen.leaves)
    path.write_text(good, "utf-8")
    seen = previewer.take()
    assert seen.as_final() == before
    assert changed(seen) == {}


def test_a_template_that_failed_is_reported_beside_each_of_its_cards(
    previewer: Previewer, edit: Edit
) -> None:
    edit("templates/card.svg.j2", "card.title", "card.titel")
    state = json.loads(to_json(previewer.take()))
    cards = state["groups"][0]["cards"]
    assert [len(card["problems"]) for card in cards] == [1, 1, 1]
    told = {state["problems"][number]["message"] for card in cards for number in card["problems"]}
    assert told == {"the card has no 'titel'; known: price, tags, words"}
    assert {each["where"] for each in state["problems"]} == {"templates/card.svg.j2:5:1"}


def test_a_back_that_cannot_be_drawn_keeps_the_last_one(previewer: Previewer, edit: Edit) -> None:
    before = preview(previewer.last, "cards/hill")
    edit("templates/back.svg.j2", "<rect", "<blink/><rect")
    hill = preview(previewer.take(), "cards/hill")
    assert (hill.face, hill.back, hill.stale) == (before.face, before.back, True)
    assert "<blink>" in hill.problems[0].message


def test_a_game_that_never_was_whole_tells_why(tiny: Path, edit: Edit) -> None:
    edit("game.yaml", "title: Tiny", "title: [")
    seen = Previewer(tiny, Options()).take()
    assert seen.groups == ()
    assert "is not closed" in seen.problems[0].message


def test_a_picture_of_the_folder_outlives_its_file(
    previewer: Previewer, edit: Edit, tiny: Path
) -> None:
    from PIL import Image

    Image.new("RGB", (8, 8), "#336699").save(tiny / "sea.png")
    picture = "{{ picture('sea.png', 0, 0, 9, 9) }}"
    edit("templates/card.svg.j2", "{% endblock %}", picture + "{% endblock %}")
    previewer.take()
    face = preview(closer(previewer), "cards/ford").face or ""
    (tiny / "sea.png").unlink()
    ford = preview(previewer.take(), "cards/ford")
    assert (ford.face, ford.stale) == (face, True)
    assert "there is no picture 'sea.png'" in ford.problems[0].message
    assert b"data:image/png;base64," in (previewer.picture(face) or b"")


def test_words_that_are_too_pale_are_reported_of_their_card_and_follow_it(
    previewer: Previewer, edit: Edit
) -> None:
    edit("templates/card.svg.j2", "size=10,", "size=10, fill='#cccccc',")
    previewer.take()
    seen = closer(previewer)
    pale = preview(seen, "cards/hill").problems
    assert [problem.check for problem in pale] == ["legible"]
    assert "has a contrast of 1.6:1" in pale[0].message
    edit("cards.yaml", "source: original", "# a line more\nsource: original")
    moved = preview(previewer.take(), "cards/hill").problems
    assert [(each.message, each.location.line) for each in moved] == [(pale[0].message, 12)]
    assert list(previewer.look_closer()) == []


def test_so_many_copies_are_not_laid_out(previewer: Previewer, edit: Edit) -> None:
    edit("game.yaml", "    count: TINY-COMP-01.count\n", "")
    edit("cards.yaml", "copies: 2", "copies: 200000")
    seen = previewer.take()
    assert preview(seen, "cards/ford").copies == 200_000
    assert seen.leaves_stale
    assert "counts" in {problem.check for problem in seen.problems}


def test_a_piece_larger_than_the_paper_is_a_problem(previewer: Previewer, edit: Edit) -> None:
    edit("game.yaml", "size: [20, 20]", "size: [400, 400]")
    seen = previewer.take()
    assert seen.leaves_stale
    told = (
        "tokens/token (400 x 400 mm) does not fit on 210 x 297 mm; "
        "choose a smaller size or larger paper"
    )
    assert told in [problem.message for problem in seen.problems]
    for command in ("build", "check"):
        result = run(command, "tiny")
        assert result.exit_code == 1
        assert told in result.output
    assert previewer.picture(preview(seen, "tokens/token").face or "")


def test_whatever_is_broken_pictures_stay(previewer: Previewer, tiny: Path) -> None:
    """Lines are cut out of every file, one time after the other."""
    chance = random.Random(8)
    ids = {each.id for each in previewer.last.previews}
    for file in sorted(file for file in tiny.rglob("*") if file.is_file()):
        good = file.read_text("utf-8")
        for _ in range(3):
            at = chance.randrange(len(good))
            file.write_text(good[:at] + good[at + chance.randrange(1, 40) :], "utf-8")
            seen = previewer.take()
            if seen.problems:
                shown = {each.id: each for each in seen.previews}
                faces = [shown[each].face for each in ids & shown.keys()]
                assert all(previewer.picture(face) for face in faces if face)
                assert all(faces), f"{file.name} without {good[at : at + 40]!r}"
        file.write_text(good, "utf-8")
        previewer.take()
        assert ids == {each.id for each in previewer.last.previews}
        assert previewer.last.problems == ()


# ---- a folder for the web


def test_a_static_page_has_all_that_it_shows(tiny: Path, tmp_path: Path) -> None:
    assert run("preview", "tiny", "--static", "site").exit_code == 0
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    state = json.loads(page.split('id="state">')[1].split("</script>")[0])
    for card in (card for group in state["groups"] for card in group["cards"]):
        for name in filter(None, (card["face"], card["back"])):
            assert (tmp_path / "site" / "pictures" / f"{name}.svg").is_file()
    for sheet in state["sheets"]:
        assert (tmp_path / "site" / "sheets" / f"{sheet['id']}.png").is_file()
    for address in re.findall(r'(?:href|src)="([^"#]+)"', page):
        assert address == "data:," or (tmp_path / "site" / address).is_file()
    assert str(tmp_path) not in page


def test_the_same_game_gives_the_same_folder(tiny: Path, tmp_path: Path) -> None:
    run("preview", "tiny", "--static", "one")
    run("preview", "tiny", "--static", "two")

    def files(name: str) -> dict[str, bytes]:
        folder = tmp_path / name
        return {
            file.relative_to(folder).as_posix(): file.read_bytes()
            for file in folder.rglob("*")
            if file.is_file()
        }

    assert files("one") == files("two")


def test_an_earlier_page_is_renewed_and_another_folder_left_alone(
    tiny: Path, tmp_path: Path, edit: Edit
) -> None:
    run("preview", "tiny", "--static", "site")
    before = {file.name for file in (tmp_path / "site" / "pictures").iterdir()}
    (tmp_path / "site" / "pictures" / "mine.svg").write_text("mine")
    edit("cards.yaml", "cross", "wade")
    assert run("preview", "tiny", "--static", "site").exit_code == 0
    after = {file.name for file in (tmp_path / "site" / "pictures").iterdir()}
    assert len(before - after) == 1
    assert "mine.svg" in after
    refused = run("preview", "tiny", "--static", "tiny")
    assert refused.exit_code == 2
    assert "'tiny' is not empty" in refused.output


def test_a_page_that_was_left_half_written_is_finished(tiny: Path, tmp_path: Path) -> None:
    run("preview", "tiny", "--static", "site")
    (tmp_path / "site" / "index.html").unlink()
    assert run("preview", "tiny", "--static", "site").exit_code == 0
    assert (tmp_path / "site" / "index.html").is_file()


def test_a_page_writes_nowhere_else(tiny: Path, tmp_path: Path) -> None:
    run("preview", "tiny", "--static", "site")
    pictures = tmp_path / "site" / "pictures"
    pictures.rename(tmp_path / "elsewhere")
    pictures.symlink_to(tmp_path / "elsewhere")
    before = sorted((tmp_path / "elsewhere").iterdir())
    refused = run("preview", "tiny", "--static", "site")
    assert refused.exit_code == 2
    assert sorted((tmp_path / "elsewhere").iterdir()) == before


def test_problems_are_on_a_static_page_and_in_the_exit_code(
    tiny: Path, tmp_path: Path, edit: Edit
) -> None:
    edit("cards.yaml", "A hill.", "very long words " * 60)
    result = run("preview", "tiny", "--static", "site")
    assert result.exit_code == 1
    assert "does not fit" in result.output
    assert "does not fit" in (tmp_path / "site" / "index.html").read_text("utf-8")


def test_words_of_a_deck_cannot_end_the_page_s_data(tiny: Path, tmp_path: Path, edit: Edit) -> None:
    edit("cards.yaml", "title: Ford", 'title: "</script><script>alert(1)</script>%LIVE%"')
    run("preview", "tiny", "--static", "site")
    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert page.count("<script") == 2
    assert json.loads(page.split('id="state">')[1].split("</script>")[0])["groups"][0]["cards"][0][
        "title"
    ] == "</script><script>alert(1)</script>%LIVE%"  # fmt: skip


def test_without_a_game_it_is_the_folder_at_hand(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = run("preview")
    assert refused.exit_code == 2
    assert "'.' has no game.yaml" in refused.output
    monkeypatch.chdir(tiny)
    assert run("preview", "--static", "../site").exit_code == 0


def test_a_problem_in_a_workbook_stands_beside_the_card_of_its_sheet(
    tiny: Path, edit: Edit
) -> None:
    book = openpyxl.Workbook()
    rows = [["title", "copies", "words"], ["Ford", 4, "A ford."], ["Mill", "x", "A mill."]]
    for name, cards in (("cards", rows), ("tokens", [["title"], ["Token"], ["Counter"]])):
        sheet = book.create_sheet(name)
        for row in cards:
            sheet.append(row)
    del book["Sheet"]
    book.save(tiny / "deck.xlsx")
    edit("game.yaml", "cards: cards.yaml", "cards: deck.xlsx#cards")
    edit("game.yaml", "[{title: Token, copies: 3, source: ruling}]", "deck.xlsx#tokens")
    previewer = Previewer(tiny, Options())
    previewer.take()
    problems = {each.id: list(map(str, each.problems)) for each in previewer.last.previews}
    message = "'copies': expected a whole number from 0, not 'x'"
    assert problems["cards/mill"] == [f"tiny/deck.xlsx:cards!B3: {message} [shape]"]
    assert problems["tokens/counter"] == []
    state = json.loads(to_json(previewer.last))
    assert message in {each["message"] for each in state["problems"]}
    book["cards"]["B3"] = 1
    book.save(tiny / "deck.xlsx")
    previewer.take()
    assert not previewer.last.problems


def test_an_overlay_is_seen_while_it_is_written(tiny: Path) -> None:
    (tiny / "locale").mkdir()
    overlay = tiny / "locale" / "it.yaml"
    overlay.write_text("language: it\n", "utf-8")
    previewer = Previewer(tiny, Options(), spoken="it")
    assert (previewer.take().title, previewer.language) == ("Tiny", "it")
    overlay.write_text("language: it\ncards: {cards: {ford: {title: Guado}}}\n", "utf-8")
    seen = previewer.take()
    assert list(changed(seen)) == ["cards/ford"]
    assert preview(seen, "cards/ford").title == "Guado"
    overlay.write_text("language: it\ncards: {cards: {fort: {title: Guado}}}\n", "utf-8")
    assert "did you mean 'ford'?" in str(previewer.take().problems[0])

"""CSV decks: places of cells, what spreadsheet programs make of them, and what is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validator.core.model import Card, Loaded
from validator.core.tree import Columns, Scalar
from validator.load.columns import ANY_NAMES, ColumnNames
from validator.load.game import load_game
from validator.load.separated import read_separated
from validator.load.shape import MappingShape, Reader, ShapeField, YesNo

NAMES = ColumnNames(("id", "title", "copies", "source", "words", "price", "tags", "sure"))


def rows_of(text: str) -> list[Columns]:
    rows, problems = read_separated(text, "x.csv", NAMES)
    assert problems == []
    assert rows is not None
    return [row for row in rows.items if isinstance(row, Columns)]


def cell(row: Columns, name: str) -> Scalar:
    found = row.entries[name]
    assert isinstance(found, Scalar)
    return found


@pytest.fixture
def deck(tiny: Path) -> Callable[[str | bytes], Loaded]:
    """The tiny game with this deck in CSV."""

    def load(data: str | bytes) -> Loaded:
        game = tiny / "game.yaml"
        game.write_text(game.read_text("utf-8").replace("cards.yaml", "cards.csv"), "utf-8")
        (tiny / "cards.csv").write_bytes(data.encode() if isinstance(data, str) else data)
        return load_game(tiny)

    return load


def cards(loaded: Loaded) -> tuple[Card, ...]:
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game.component("cards").cards


def told(loaded: Loaded) -> list[str]:
    return [str(problem).removeprefix("tiny/") for problem in loaded.problems]


def test_a_table_keeps_the_place_of_each_cell() -> None:
    first, second = rows_of('title,words,copies\nA,"two\nlines, here",3\nB,,4\n')
    assert cell(first, "words").value == "two\nlines, here"
    assert cell(first, "words").location.line == 2
    assert cell(first, "words").location.column == 3
    assert (cell(first, "copies").line, cell(first, "copies").column) == (3, 14)
    assert "words" not in second.entries
    copies = cell(second, "copies").location
    assert (copies.line, copies.column) == (4, 4)
    assert copies.cell is not None
    assert copies.cell.name == "C3"


def test_quotation_marks_inside_of_a_bare_cell_move_nothing() -> None:
    (row,) = rows_of('title,words,copies\n5" disc,a "b" c,3\n')
    assert cell(row, "title").raw == '5" disc'
    assert cell(row, "copies").column == 17


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_every_separator_and_line_end(newline: str, separator: str) -> None:
    lines = ["title,words,copies", 'A,"x,;\ty",2', "", ",,", "B,c,1"]
    text = newline.join(each.replace(",", separator) for each in lines)
    first, second = rows_of(text)
    assert cell(first, "copies").value == 2
    assert cell(second, "title").line == 5


def test_signs_that_some_take_for_line_ends_do_not_count() -> None:
    _, second = rows_of("title,words\nA,one\u2028two\x85three\nB,x\n")
    assert second.line == 3


def test_a_line_may_name_the_separator() -> None:
    (row,) = rows_of("sep=;\r\ntitle;words\r\na,b,c,d;e\r\n")
    assert cell(row, "title").raw == "a,b,c,d"
    location = cell(row, "words").location
    assert location.line == 3
    assert location.row == "row 2"  # the programs do not show the line


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_with_and_without_its_mark(deck: Callable[[bytes], Loaded], encoding: str) -> None:
    loaded = deck("title\twords\tcopies\r\nFährmann\tÄ „b“\t5\r\n".encode(encoding))
    (card,) = cards(loaded)
    assert (card.title, card.words) == ("Fährmann", "Ä „b“")


def test_another_encoding_is_reported_where_it_shows(deck: Callable[[bytes], Loaded]) -> None:
    loaded = deck("title;words\r\nA;ein Fährmann\r\n".encode("cp1252"))
    message = (
        "byte 0xe4 is not valid in UTF-8; save the file as 'CSV UTF-8', or as .xlsx [encoding]"
    )
    assert told(loaded) == [f"cards.csv:2:8: {message}"]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3.0", 3), ("3", 3), ("'3", 3), ("1E5", 100_000), ("1.5", 1.5), ("50%", 0.5),
        ("12.5 %", 0.125), ("007", "007"), ("1,5", 1.5), ("1,50", 1.5), ("1,000", "1,000"),
        ("true", "true"), ("null", "null"), ("1.000,5", "1.000,5"), ("\xa03\xa0", 3),
        ("3-4", "3-4"), ("-2", -2), ("1e999", "1e999"),
    ],
)  # fmt: skip
def test_words_that_are_numbers(written: str, value: object) -> None:
    (row,) = rows_of(f"title;copies\nA;{written}\n")
    assert cell(row, "copies").value == value
    assert type(cell(row, "copies").value) is type(value)


def test_a_comma_is_no_decimal_point_where_it_separates() -> None:
    (row,) = rows_of('title,copies\nA,"1,5"\n')
    assert cell(row, "copies").value == "1,5"


def test_text_stays_as_it_was_written(deck: Callable[[str], Loaded]) -> None:
    words = ["007", "50%", "3.0", "true", "[Pay 1] Draw.", "{a}", "'Tis", "1/2", "“Yes”", "a;b"]
    rows = "".join(f'{each}{number},"{each}"\n' for number, each in enumerate(words))
    found = cards(deck("title,words\n" + rows))
    assert [card.words for card in found] == words


@pytest.mark.parametrize(
    ("written", "said"),
    [("TRUE", True), ("wahr", True), ("Yes", True), ("FAUX", False), ("no", False), ("1", None)],
)
def test_yes_and_no_as_the_programs_say_them(written: str, said: bool | None) -> None:
    to = Reader()
    read = MappingShape({"sure": ShapeField(YesNo())}).read(rows_of(f"sure\n{written}\n")[0], to)
    assert read == {"sure": said}
    assert bool(to.problems) == (said is None)


def test_blanks_around_a_cell_are_taken_off(deck: Callable[[str], Loaded]) -> None:
    (card,) = cards(deck("\xa0Title , Words\nFord\xa0 ,  a\xa0b  \n"))
    assert (card.id, card.title, card.words) == ("ford", "Ford", "a\xa0b")


def test_lists_mappings_and_their_places(deck: Callable[[str], Loaded]) -> None:
    text = (
        "title,words,tags,price,copies\n"
        'A,x,a; b,"{coins: 3, barter: ""a; b""}",2\n'
        'B,x,"stone\nwater",,2\n'
        "C,x,\"['a', b]\",,1\n"
    )
    first, second, third = cards(deck(text))
    assert first.tags == ("a", "b")
    assert first.price == {"coins": 3, "barter": "a; b"}
    assert second.tags == ("stone", "water")
    assert third.tags == ("a", "b")
    assert third.location_of("b").column == 12


def test_columns_with_dots_are_parts_of_a_field(deck: Callable[[str], Loaded]) -> None:
    text = (
        "title,words,price.coins,price.barter,tags.2,tags.10,tags.1\nA,x,2,a hen,b,c,a\nB,x,,,,,\n"
    )
    first, second = cards(deck(text))
    assert first.price == {"coins": 2, "barter": "a hen"}
    assert first.tags == ("a", "b", "c")
    assert second.price is None
    assert second.tags == ()


def test_remarks_and_empty_rows_are_no_cards(deck: Callable[[str], Loaded]) -> None:
    text = "# the deck, by me\n\nTITLE,# notes,Words\n,,\n# later, a\nA,mine,x\n#1,,y\n"
    first, second = cards(deck(text))
    assert (first.title, first.words) == ("A", "x")
    assert second.title == "#1"


def test_a_number_in_the_first_column_is_no_count(deck: Callable[[str], Loaded]) -> None:
    (card,) = cards(deck("id,title,words\n3,A,x\n"))
    assert (card.id, card.copies) == ("3", 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cards.csv: the file is empty; expected a first row that names the columns [syntax]"),
        (
            "title,words,title\nA,x,B\n",
            "cards.csv:1:13: row 1: the column 'title' occurs twice [duplicate-key]",
        ),
        (
            "title,words,Words\nA,x,B\n",
            "cards.csv:1:13: row 1: the column 'Words' means the same as 'words' [duplicate-key]",
        ),
        (
            "title,words,price,price.coins\nA,x,,2\n",
            "cards.csv:1:19: row 1: the column 'price.coins' repeats a part of 'price'; "
            "keep one of the two [duplicate-key]",
        ),
        (
            "title,words\nA,x, y\n",
            "cards.csv:2:5: row 2: this row has 1 cell more than there are columns; put cells "
            "that contain the separator in quotation marks [syntax]",
        ),
        (
            "title,,words\nA,,x\nB,y,x\nC,y,x\n",
            "cards.csv:3:3: row 3: this column has no name in row 1; name it, or begin its "
            "name with '#' if it contains comments"
            " [syntax]",
        ),
        (
            "My deck, all of it\n\nTitle;Words;copies\nA;x;2\n",
            "cards.csv:1:1: row 1: this row names no column, but row 3 does; delete the rows "
            "above that one, or begin them with '# '"
            " [syntax]",
        ),
        (
            'title,words\nA,x\nB,"open\nC,y\n',
            "cards.csv:3:3: this quotation mark is not closed [syntax]",
        ),
        (
            'title,words\nA,x\nB,"open\nC,"y",\n',
            "cards.csv:3:3: the cell that begins here with a quotation mark is closed in line 4, "
            "before 'y\",'; write quotation marks inside a cell twice [syntax]",
        ),
        (
            'title,words,copies\n"A\n2",x,\n"B\n3",y,four\n',
            "cards.csv:5:6: row 3, 'copies': expected a whole number from 0, not 'four' [shape]",
        ),
        (
            "title,copies\nA,1\nB,2\n",
            "cards.csv:1:1: row 1: there is no column 'words'; add one whose cells contain text "
            "[shape]",
        ),
        (
            "title,words\nA,x\nB,\n",
            "cards.csv:3:3: row 3, 'words': this cell is empty; expected text [shape]",
        ),
        (
            "title,words,copys\nA,x,1\nB,y,2\n",
            "cards.csv:1:13: row 1: there is no field called 'copys'; did you mean "
            "'copies'? Rename the "
            "column, or write `columns: {copys: copies}` in game.yaml [columns]",
        ),
        (
            "title,words\nA,#NAME?\n",
            "cards.csv:2:3: row 2, 'words': this is the error #NAME? of a formula; fix the "
            "formula, or format the cell as text and type it again [cell]",
        ),
        (
            "title,words\n1.00E+05,x\n",
            "cards.csv:2:1: row 2, 'title': this is a number that the spreadsheet program writes "
            "as 1.00E+05; format the cell as text and type it again [cell]",
        ),
        (
            "title,words,copies\nA,x,###\n",
            "cards.csv:2:5: row 2, 'copies': this is a number that is too wide for its column; "
            "widen the column and save the file again [cell]",
        ),
        (
            "title,words,price.coins\nA,x,two\n",
            "cards.csv:2:5: row 2, 'price.coins': expected a whole number from 0, not 'two' "
            "[shape]",
        ),
        (
            "title,words,price.coins,price.barter\nA,x,,hen\n",
            "cards.csv:2:5: row 2, 'price.coins': this cell is empty; "
            "expected a whole number from 0 [shape]",
        ),
        (
            "title,words,price\nA,x,{coins: 1.5}\n",
            "cards.csv:2:13: row 2, 'price': expected a whole number from 0, not '1.5' [shape]",
        ),
        (
            "title,words,tags\nA,x,“a”\nB,x,[“a”]\n",
            "cards.csv:3:5: row 3, 'tags': curly quotation marks are not allowed in a list; "
            "write straight ones [cell]",
        ),
        (
            "id,title,words\na,A,x\na,B,y\n",
            "cards.csv:3:1: row 3, 'id': 'a' is already the ID of row 2; choose a different ID "
            "[ids]",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_reported_once_and_where(
    deck: Callable[[str], Loaded], text: str, said: str
) -> None:
    assert told(deck(text)) == [said]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("," * 300_000, "x.csv:1:1001: a worksheet may have at most 1,000 columns"),
        ("title\n" + "\n" * 1_000_000 + "A\n", ""),
        (
            "title\n" + ",,,,\n" * 1_000_000,
            "x.csv: a worksheet may have at most 20,000 rows and 1,000,000 cells",
        ),
    ],
    ids=["columns", "lines", "rows"],
)
def test_much_of_nothing_is_soon_read(
    text: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validator.load.table.MOST_CELLS", 10_000)
    began = time.process_time()
    rows, problems = read_separated(text, "x.csv", NAMES)
    assert time.process_time() - began < 3
    if said:
        assert str(problems[0]).startswith(said)
    else:
        assert rows is not None
        assert rows.items[0].location.line == 1_000_002


def test_two_fields_that_look_alike_need_their_exact_names() -> None:
    rows, _ = read_separated("Sub-Title\nA\n", "x.csv", ColumnNames(("subtitle", "sub_title")))
    assert rows is not None
    assert isinstance(rows.items[0], Columns)
    assert not rows.items[0].entries


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(st.text(st.sampled_from('ab",;\t\r\n #'), max_size=6), max_size=4)))
def test_what_is_quoted_comes_back(rows: list[list[str]]) -> None:
    quoted = [",".join(f'"{each.replace(chr(34), chr(34) * 2)}"' for each in row) for row in rows]
    found, problems = read_separated("a,b,c,d\n" + "\n".join(quoted), "x.csv")
    assert problems == []
    assert found is not None
    clean = [
        [each.strip().replace("\r\n", "\n").replace("\r", "\n") for each in row] for row in rows
    ]
    full = [row for row in clean if any(row)]
    firsts = [next(each for each in row if each) for row in full]
    expected = [
        [each for each in row if each]
        for row, first in zip(full, firsts, strict=True)
        if first != "#" and not first.startswith("# ")
    ]
    assert [
        [each.raw for each in row.entries.values() if isinstance(each, Scalar)]
        for row in found.items
        if isinstance(row, Columns)
    ] == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("1 45295 3", ["x.csv:3:3"]),  # among small numbers
        ("Hop Run 44930 45295", ["x.csv:4:3", "x.csv:5:3"]),  # among words
        ("45294 45295 45296", []),  # a column of such numbers
        ("1 45295 20000", []),  # large numbers are usual here
        ("1 145295 3", []),
    ],
)
def test_a_number_that_was_a_date_is_a_warning(values: str, expected: list[str]) -> None:
    rows = [f"A,{each}" for each in values.split()]
    _, problems = read_separated("\n".join(["title,cost", *rows]), "x.csv", ANY_NAMES)
    assert [str(each.location).split(": ")[0] for each in problems] == expected
    assert all(each.level == "warning" and "type it again" in each.message for each in problems)


def test_what_is_beside_a_number_does_not_make_it_a_date() -> None:
    rows = "A,45295,x\nB,,x\nC,,x\n"  # the only number of its column
    _, problems = read_separated(f"title,cost,words\n{rows}", "x.csv", ANY_NAMES)
    assert problems == []

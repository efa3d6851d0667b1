"""Problems of faces are told where they are caused, once, and in words for designers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import run

Edit = Callable[[str, str, str], None]


def told(tiny: Path) -> list[str]:
    """The messages of a check, without their excerpts."""
    found = run("check", tiny.name)
    assert found.exit_code == 1
    return [line for line in found.output.splitlines() if line.startswith(f"{tiny.name}/")]


def test_markup_is_reported_at_its_cell_also_among_other_words(tiny: Path, edit: Edit) -> None:
    edit("templates/card.svg.j2", "card.words,", "'Do: ' ~ card.words ~ '.',")
    edit("cards.yaml", "words: A mill grinds *slowly*.", "words: |\n      It's a *mill.")
    (line,) = told(tiny)
    assert line.startswith("tiny/cards.yaml:9:12: '*' is not closed")


def test_words_that_cards_share_are_reported_at_each_card(tiny: Path, edit: Edit) -> None:
    long = "A mill grinds. " * 90
    edit("cards.yaml", "A mill grinds *slowly*.", f'"{long}"')
    edit("cards.yaml", "A hill.", long)
    one, other = told(tiny)
    assert one.split(": ", 1)[0] != other.split(": ", 1)[0]
    assert "does not fit" in one and "does not fit" in other  # noqa: PT018


def test_a_missing_template_is_reported_once_where_it_is_named(tiny: Path, edit: Edit) -> None:
    edit("game.yaml", "face: card.svg.j2", "face: crad.svg.j2")
    (line,) = told(tiny)
    number = (tiny / "game.yaml").read_text("utf-8").splitlines().index("    face: crad.svg.j2") + 1
    assert line.startswith(f"tiny/game.yaml:{number}:11: there is no template 'crad.svg.j2' in ")


def test_what_cannot_be_drawn_hides_no_other_problem(tiny: Path, edit: Edit) -> None:
    wrong = "{{ icon('mil', 1, 1, 4) }}{{ line(card.wrods, 1, 9) }}{{ colour.lagoon }}\n{{ art("
    edit("templates/card.svg.j2", "{{ art(", wrong)
    edit("cards.yaml", "words: A mill grinds *slowly*.", f"words: {'A mill grinds. ' * 90}")
    found = " ".join(told(tiny))
    for each in ("no icon 'mil'", "no 'wrods'", "no colour 'lagoon' in the theme", "does not fit"):
        assert found.count(each) == 1


@pytest.mark.parametrize("name", ["nowhere.png", "Rope & Tar.jpg", "L'Ancre (2).png"])
def test_a_missing_picture_is_reported_at_its_cell(tiny: Path, edit: Edit, name: str) -> None:
    edit("game.yaml", "      words: text\n", "      words: text\n      art: picture?\n")
    edit("cards.yaml", "    tags: [stone, water]", f'    art: "{name}"')
    edit("templates/card.svg.j2", "{{ art(", "{% if card.art %}{{ picture(card.art, 1, 1, 9, 9) }}"
         "{% endif %}{{ art(")  # fmt: skip
    (line,) = told(tiny)
    assert line.startswith("tiny/cards.yaml:10:10: ")
    assert line.endswith(f"there is no picture '{name}' [paint]")


def test_what_is_not_painted_is_reported_once_at_the_line_of_the_template(
    tiny: Path, edit: Edit
) -> None:
    edit("templates/card.svg.j2", "{{ art(", '<rect x="{{ width }}mm" y="2"/>\n{{ art(')
    (line,) = told(tiny)
    assert line.startswith("tiny/templates/card.svg.j2:4:1: ")
    assert "(drawing cards 'ford', tiny/cards.yaml:3:5) [paint]" in line


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("text(card.words)", "text() needs 'x', 'y', and 'width'; it is text(value, x, y, width,"),
        ("line(card.words, 1, 2, colour=1)", "line() has no argument 'colour'; it is line(value"),
        ("line(card.words, 1, 2, algin='left')", "has no argument 'algin'; did you mean 'align'?"),
        ("text(1, 2, 3, 4, 5, 6)", "text() gets too many values; it is text(value, x,"),
        ("icon('coin', 1, 2, 3, x=4)", "icon() gets 'x' twice; it is icon(name, x, y, size,"),
        ("card.title + 1", "'+' cannot combine a text and a number; write ~ to join texts"),
        ("1 + card.title", "'+' cannot combine a number and a text"),
        ("card.title < 1", "'<' cannot combine a text and a number"),
        ("line(card.title, 'left', 2)", "'-' cannot combine a text and a number"),
        ("polar(1, 2)", "polar() needs 'r' and 'degrees'"),
    ],
)
def test_no_message_speaks_python(tiny: Path, edit: Edit, call: str, said: str) -> None:
    edit("templates/card.svg.j2", "{{ art(", f"{{{{ {call} }}}}{{{{ art(")
    (line,) = told(tiny)
    assert line.startswith("tiny/templates/card.svg.j2:4:1: ")
    assert said in line
    for word in ("positional", "keyword", "NoneType", "'str'", "'int'", "Lettering", "instances"):
        assert word not in line


def test_words_on_a_circle_shrink_to_their_room_and_no_further(tiny: Path) -> None:
    path = tiny / "templates/token.svg.j2"
    words = (
        "{{ curve('Ferry over the lake', 10, 10, 9, width=WIDTH, size=12, min=7, fill='#fff') }}"
    )
    drawn = path.read_text("utf-8").replace("{% endblock %}", f"{words}{{% endblock %}}")
    path.write_text(drawn.replace("WIDTH", "30"), "utf-8")
    assert "no problems" in run("check", tiny.name).output
    path.write_text(drawn.replace("WIDTH", "15"), "utf-8")
    refused = run("check", tiny.name).output
    assert "“Ferry over the lake” does not fit: " in refused
    assert "at 7 pt; only 15.0 mm are available; shorten it" in refused

"""A game from the internet is data: it reads nothing outside, ends, and is told what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import run

HEAD = '{% extends "shared/face.svg.j2" %}{% block face %}'
HOSTILE = {
    "a loop in a loop": (
        "{% for i in range(9999) %}{% for j in range(9999) %}{% set x = i %}{% endfor %}"
        "{% endfor %}",
        "go round more than 200,000 times",
    ),
    "a long product": ('{{ "x" * 10**10 }}', "more than 1,000,000 letters"),
    "a list for ever": ("{{ [1, 2, 3] * 1000000000 }}", "more than 1,000,000 letters"),
    "a doubled text": (
        '{% set t = namespace(s="x") %}'
        "{% for i in range(60) %}{% set t.s = t.s ~ t.s %}{% endfor %}",
        "more than 1,000,000 letters",
    ),
    "a replaced text": (
        '{% set t = namespace(s="x") %}'
        '{% for i in range(60) %}{% set t.s = t.s|replace("x", "xx") %}{% endfor %}',
        "more than 1,000,000 letters",
    ),
    "a wide format": ('{{ "%99999999d"|format(1) }}', "more than 1,000,000 letters"),
    "a filled word": (
        "{{ _('%(a)s' * 9999, a='x' * 99999) }}",
        "more than 1,000,000 letters",
    ),
    "a wide method": ('{{ "x".ljust(10000000000) }}', "unsafe"),
    "a tower of powers": ("{{ 9 ** 9999 ** 9 }}", "a power of such large numbers"),
    "itself": ("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "includes itself without end"),
    "a file": ('{% include "../../../../../etc/passwd" %}', "there is no template"),
    "a class": ("{{ card.__class__.__mro__ }}", "the card has no '__class__'"),
    "a picture outside": ('{{ picture("../secret.png", 0, 0, 9, 9) }}', "leaves the game's folder"),
    "an address": ('<image href="http://example.org/x.png" width="9" height="9"/>', "no picture"),
    "a script": ("<script>alert(1)</script>", "script"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_template_is_refused(name: str, tiny: Path) -> None:
    body, told = HOSTILE[name]
    (tiny / "templates" / "card.svg.j2").write_text(f"{HEAD}{body}{{% endblock %}}", "utf-8")
    (tiny.parent / "secret.png").write_bytes(b"secret")
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 1
    assert told in result.output
    assert "card" in result.output
    assert not Path("out").exists()


def test_a_link_out_of_the_templates_is_no_template(tiny: Path) -> None:
    outside = tiny.parent / "outside.j2"
    outside.write_text("secret words", "utf-8")
    try:
        (tiny / "templates" / "inside.j2").symlink_to(outside)
    except OSError:
        pytest.skip("no links on this system")
    text = f'{HEAD}{{% include "inside.j2" %}}{{% endblock %}}'
    (tiny / "templates" / "card.svg.j2").write_text(text, "utf-8")
    result = run("build", "tiny", "-o", "out")
    assert result.exit_code == 1
    assert "there is no template 'inside.j2'" in result.output
    assert "secret words" not in result.output


def test_entities_are_not_read(tiny: Path) -> None:
    (tiny.parent / "secret").write_text("secret words", "utf-8")
    (tiny / "templates" / "card.svg.j2").write_text(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "../secret">]>'
        '<svg xmlns="http://www.w3.org/2000/svg"><text x="3" y="9">&x;</text></svg>',
        "utf-8",
    )
    result = run("build", "tiny", "-o", "out")
    assert "entities are not allowed" in result.output
    assert "secret words" not in result.output


def test_a_bomb_of_aliases_is_refused(tiny: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    (tiny / "cards.yaml").write_text("\n".join(lines), "utf-8")
    result = run("check", "tiny")
    assert result.exit_code == 1
    assert "cards.yaml:6:5: more than 1,000,000 values in one file" in result.output


def test_a_million_copies_are_refused(tiny: Path) -> None:
    file = tiny / "cards.yaml"
    text = file.read_text("utf-8")
    assert "title:" in text
    first = text.index("title:")
    file.write_text(f"{text[:first]}copies: 999999\n    {text[first:]}", "utf-8")
    result = run("check", "tiny")
    assert result.exit_code == 1
    assert "at most" in result.output
    assert "100,000" in result.output

"""Straight marks become those of print; what is code or a tag stays."""

from __future__ import annotations

import pytest

from generator.core.quotes import curly, curly_markup


@pytest.mark.parametrize(
    ("text", "language", "shown"),
    [
        ('"Yes," says Ann.', "en", "“Yes,” says Ann."),
        ("Ann's, the others' and 'so'", "en", "Ann’s, the others’ and ‘so’"),
        ('("Wait") — "now"', "en-GB", "(“Wait”) — “now”"),
        ("'\"Go,\" she said'", "en", "‘“Go,” she said’"),
        ('l\'acte "deux"', "it", "l’acte “deux”"),
        ('l\'acte "deux"', "fr", "l’acte «\u00a0deux\u00a0»"),
        ("“Set” already", "en", "“Set” already"),
    ],
)
def test_marks_are_turned_by_what_is_beside_them(text: str, language: str, shown: str) -> None:
    assert curly(text, language) == shown


def test_markup_is_read_across_its_tags() -> None:
    markup = 'a "<i>b</i>" &quot;c&quot; &lt;d&gt; <a href="x">Ann</a>\'s'
    assert curly_markup(markup) == 'a “<i>b</i>” “c” &lt;d&gt; <a href="x">Ann</a>’s'


def test_code_keeps_its_marks() -> None:
    markup = '"x" <font name="Label">say "y" <font size="3">it\'s</font></font> "z"'
    assert curly_markup(markup) == markup.replace('"x" ', "“x” ").replace(' "z"', " “z”")
    assert curly_markup('"a" <code>"b"</code> "c"') == '“a” <code>"b"</code> “c”'

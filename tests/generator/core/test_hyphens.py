"""Where words are parted, with the signs around them."""

from __future__ import annotations

import pytest

from generator.core.hyphens import EDGE, SHORTEST, breaker, patterns, places


@pytest.mark.parametrize(("before", "after"), [("", ""), ("“", ".”"), ("(", ")"), ("„«", "!?")])
def test_signs_around_a_word_do_not_move_where_it_is_parted(before: str, after: str) -> None:
    alone = places("Kartenstapel", "de")
    assert alone == (3, 6, 9)  # Kar-ten-sta-pel, with three letters at each end
    whole = f"{before}Kartenstapel{after}"
    assert places(whole, "de") == tuple(len(before) + place for place in alone)
    assert all(
        whole[:place].endswith(("Kar", "Karten", "Kartensta")) for place in places(whole, "de")
    )


def test_short_words_and_what_is_no_word_stay_whole() -> None:
    assert len("hundred") == SHORTEST
    assert places("hundred", "en") == (3,)
    assert places("number", "en") == ()
    assert places("“number”", "en") == ()  # signs are no letters
    assert places("philo2sopher", "en") == ()
    assert places("constellation/philosopher", "en") == ()
    assert places("constellation2000", "en") == ()
    assert places("Kartenstapel", "xx") == ()
    assert breaker("xx") is None
    for word in ("philosopher", "constellation"):
        assert all(EDGE <= place <= len(word) - EDGE for place in places(word, "en"))


def test_a_language_without_a_country_has_its_usual_patterns() -> None:
    assert patterns("en") == "en_GB"
    assert patterns("en-US") == "en_US"
    assert patterns("de-CH") == "de_CH"

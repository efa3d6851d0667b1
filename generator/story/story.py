"""Writes a replayed script as a story in PDF or HTML, in the game's colours and typefaces."""

from __future__ import annotations

from generator.faces.fonts import FontBook
from generator.story.look import StoryLook, look_of
from validator.core.location import Location, Problem
from validator.core.resources import resource
from validator.script.played import Report
from validator.script.story import Story, story_of


def print_story(report: Report, kind: str, paper: str) -> tuple[bytes, list[Problem]]:
    """Return a story as a file, or the problems that prevented it.

    `kind` is .pdf or .html.
    """
    story = story_of(report)
    if story is None or report.referee is None:
        return b"", report.problems or [_nothing(report)]
    game = report.referee.game
    look = look_of(game.theme)
    book = FontBook(resource("templates") / "fonts").with_own(game.theme, game.folder)
    if book.problems:
        return b"", book.problems
    if kind == ".html":
        from generator.story.html import story_html

        return story_html(story, look, book), []
    problems = sorted(set(_unknown_signs(report, story, look, book)))
    if problems:
        return b"", problems
    from generator.story.pdf import story_pdf

    return story_pdf(story, look, book, paper), []


def _nothing(report: Report) -> Problem:
    """Return a problem for a script without a story.

    Such a script only expects that its start is refused.
    """
    location = report.script.place_of("start") if report.script else Location(report.name)
    return Problem(location, "this script contains no moves, so there is no story", "story")


def _unknown_signs(report: Report, story: Story, look: StoryLook, book: FontBook) -> list[Problem]:
    """Return problems for characters that a typeface lacks, each with its location."""
    assert report.script is not None
    face, found = book.face(look.text), []
    head = [(story.description, "description"), (" ".join(story.players), "players")]
    written = [(words, report.script.place_of(name)) for words, name in head]
    for chapter in story.chapters:
        for passage in chapter.passages:
            written += [(line.text, line.location) for line in passage.lines]
    for words, location in written:
        missing = "".join(face.word(word).missing for word in words.split())
        if missing:
            signs = " ".join(f"'{sign}' (U+{ord(sign):04X})" for sign in dict.fromkeys(missing))
            message = f"the typeface {face.family} has no {signs}; an HTML page can show them"
            found.append(Problem(location, message, "glyphs"))
    return found

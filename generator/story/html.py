"""Writes a story as a single HTML file that contains its typefaces."""

from __future__ import annotations

import base64

import jinja2

from generator.faces.fonts import FontBook
from generator.story.look import StoryLook
from validator.core.resources import resource
from validator.script.story import Story

TEMPLATE = "shared/story.html.j2"


def story_html(story: Story, look: StoryLook, book: FontBook) -> bytes:
    """Return a story as an HTML page, in the game's colours and typefaces."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(resource("templates")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template(TEMPLATE).render(
        story=story, rules=dict(story.rules), colour=look, faces=_faces(look, book)
    )
    return page.encode()


def _faces(look: StoryLook, book: FontBook) -> list[tuple[str, str, str, str]]:
    """Return the name, weight, style and data of each typeface on the page."""
    wanted = [
        ("story", look.text, "normal", "normal"),
        ("story", look.text, "normal", "italic"),
        ("story", look.text, "bold", "normal"),
        ("story-display", look.display, "normal", "normal"),
    ]
    return [
        (name, weight, style, base64.b64encode(face.file.read_bytes()).decode())
        for name, family, weight, style in wanted
        for face in [book.face(family, weight == "bold", style == "italic")]
    ]

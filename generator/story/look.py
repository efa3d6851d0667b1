"""Defines the colours and typefaces of a printed story, from a game's theme."""

from __future__ import annotations

from dataclasses import dataclass

from validator.core.model import Theme


@dataclass(frozen=True)
class StoryLook:
    """The look of a story: colours as #rrggbb, and families of typefaces."""

    paper: str
    ink: str
    muted: str
    frame: str
    text: str
    display: str


def look_of(theme: Theme) -> StoryLook:
    """Return a story's look, taken from the roles of a theme.

    A custom game may have fewer roles than a shipped one.
    """
    colours, fonts = theme.colours, theme.fonts
    ink = str(colours.get("ink", "#000000"))
    return StoryLook(
        paper=str(colours.get("paper", "#ffffff")),
        ink=ink,
        muted=str(colours.get("muted", ink)),
        frame=str(colours.get("frame", ink)),
        text=str(fonts["text"]),
        display=str(fonts.get("display", fonts["text"])),
    )

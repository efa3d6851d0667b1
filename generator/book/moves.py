"""Shows a move in pictures: the position before each step, with arrows, and the final position.

Moved pieces are found by comparing two positions. Only zones that change in the figure are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.book.examples import ExampleLine, Replayed
from generator.book.faces import FigureFaces
from generator.book.framed_text import FACT, value_of
from generator.book.zones import ALL, Zone, wants, zones_of
from validator.core.location import did_you_mean
from validator.core.model import in_words
from validator.core.translations import gettext_noop

LEADS = {
    "before": gettext_noop("Before"), "move": gettext_noop("Move"), "after": gettext_noop("After")
}  # fmt: skip


@dataclass(frozen=True)
class MovePanel:
    """One picture of a move: a position, the pieces that leave their places in it, and the
    caption.
    """

    state: object
    goes: object | None  # the next position, to which arrows lead
    came: object | None  # the position before, from which pieces came
    caption: str
    lead: str = ""
    told: bool = True  # the words are the author's
    refused: ExampleLine | None = None  # refused move, shown instead of a picture
    line: str = ""  # the move, as a script writes it
    attempts: str = ""  # the refused moves before it, and their words

    @property
    def told_words(self) -> str:
        """The texts that belong to the picture."""
        return f"{self.attempts} {self.caption}"


def panels_of(
    replayed: Replayed, deeds: Sequence[ExampleLine], words: Mapping[str, str]
) -> Iterator[MovePanel]:
    """Yield the pictures of a figure.

    There is one for each move, and one for each further position for which the author wrote a
    sentence. `deeds` are the lines of the example in the book's language.
    """
    said = {each.name: each.words for each in replayed.script.rows}
    deeds = _steps(deeds)
    done = [each for each in deeds if not each.refused and each.before != each.after]
    facts = replayed.referee.facts
    if said.get("before") and len(done) < 2:
        caption = filled(said["before"], facts(replayed.before))
        yield MovePanel(replayed.before, None, None, caption, words["before"])
    attempts = ""
    for deed in deeds:
        if deed.refused:
            attempts += f" {deed.said} {deed.line}"
            yield MovePanel(deed.before, None, None, "", refused=deed)
            continue
        first, last = deed is done[0] if done else False, deed is done[-1] if done else False
        own = said.get("move", "") if last else said.get("before", "") if first else ""
        lead = words["move"] if len(done) == 1 and said and deed.before != deed.after else ""
        caption = filled(own or sentence(deed), facts(deed.before), facts(deed.after))
        yield MovePanel(deed.before, deed.after, None, caption, lead, bool(own or deed.said),
                        line=deed.line, attempts=attempts)  # fmt: skip
        attempts = ""
    if done and said.get("after"):
        caption = filled(said["after"], facts(done[-1].after))
        yield MovePanel(done[-1].after, None, done[-1].before, caption, words["after"])


def _steps(deeds: Sequence[ExampleLine]) -> list[ExampleLine]:
    """Return the lines with text from the author, merged with following lines without text.

    If no line has text, all lines are returned.
    """
    if not any(each.said and not each.refused for each in deeds):
        return list(deeds)
    found: list[ExampleLine] = []
    for deed in deeds:
        if deed.said or not found or found[-1].refused:
            found.append(deed)
        else:
            found[-1] = replace(found[-1], after=deed.after)
    return found


def sentence(deed: ExampleLine) -> str:
    """Return the sentence for a step: the author's, or that of its verb."""
    happened = ". ".join(_capital(each) for each in deed.happened)
    words = deed.said or happened
    return words if words[-1:] in ".!?…”" or not words else f"{words}."


def filled(
    caption: str, facts: Mapping[str, object], later: Mapping[str, object] | None = None
) -> str:
    """Return a caption with its facts filled in.

    {Cat.science} is the value in `facts`, and {after Cat.science} the value in `later`.
    """
    return FACT.sub(
        lambda m: in_words(value_of(later if m[1] and later is not None else facts, m[2])), caption
    )


CODE = re.compile(r"\b\S*\d?[A-Z]\b|\b[a-z]+\d+\b")


def spoken(caption: str, faces: FigureFaces) -> str:
    """Return a caption with the titles of cards instead of the names used in scripts."""

    def title(found: re.Match[str]) -> str:
        piece = faces.named(found[0])
        return piece[1].title or found[0] if piece else found[0]

    return CODE.sub(title, caption)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def changing(replayed: Replayed) -> tuple[str, ...]:
    """Return the zones that a figure shows.

    These are the zones that its author names or, by default, those that change.
    """
    if replayed.script.zones:
        return replayed.script.zones
    states = [replayed.before, *(each.after for each in replayed.deeds)]
    zones = [replayed.referee.zones(each) for each in states]
    return tuple(name for name in zones[-1] if len({str(each.get(name)) for each in zones}) > 1)


def undrawn(replayed: Replayed) -> Iterator[str]:
    """Yield the zones that a figure names but that none of its positions contains.

    Arrows to them would lead nowhere.
    """
    states = [replayed.before, *(each.after for each in replayed.deeds if each.after is not None)]
    known = {each.name: each for state in states for each in zones_of(replayed, state)}
    for wanted in replayed.script.zones:
        if wanted.endswith(ALL):
            facts = replayed.referee.facts(replayed.before)
            title = wanted.removesuffix(ALL)
            if not all(value_of(facts, f"{each}.{title}") is not None
                       for each in replayed.referee.names(replayed.before)):  # fmt: skip
                yield f"the players have no fact '{title}'; `pieria verbs` lists the facts"
            continue
        if (
            "." in wanted
            or " as " in wanted
            or any(wants([wanted], each.owner, each.title) for each in known.values())
        ):
            continue
        if wanted not in replayed.referee.names(replayed.before):
            yield f"no zone '{wanted}' to draw{did_you_mean(wanted, [*known])}"


# ---- what moves


Difference = dict[str, tuple[list[str], list[str]]]  # piece -> zones that lose it, that gain it


def difference(before: Sequence[Zone], after: Sequence[Zone]) -> Difference:
    """Return the pieces that are in other zones after a step."""
    found: Difference = {}
    zones = {each.name: each.pieces for each in before}
    later = {each.name: each.pieces for each in after}
    for zone in dict.fromkeys((*zones, *later)):
        old, new = zones.get(zone, {}), later.get(zone, {})
        for piece in dict.fromkeys((*old, *new)):
            more = new.get(piece, 0) - old.get(piece, 0)
            lost, gained = found.setdefault(piece, ([], []))
            (gained if more > 0 else lost).extend([zone] * abs(more))
    return {piece: both for piece, both in found.items() if both[0] or both[1]}

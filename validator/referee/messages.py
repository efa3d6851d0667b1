"""What a referee says: texts with named placeholders, filled in when somebody reads them.

A text is translated whole; its values stay values (a piece, a player, an amount) until then, so
that a page can show a picture in the place of a name, and so that nobody reads what they may not
see. A text about the player who moves may have both persons: ``{player} [has|have] no {kind}``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

Translate = Callable[[str], str]
SLOT = re.compile(r"\{(\w+)\}|\[([^|\][]*)\|([^|\][]*)\]")  # {name}, or [third|second person]


class Reader(NamedTuple):
    """Who reads a message: a translation, a seat (None sees everything), and whether they move."""

    translate: Translate = str
    seat: int | None = None
    you: bool = False


EVERYBODY = Reader()


class Part(NamedTuple):
    """A run of a message's text; `value` is the piece, player or amount that it names."""

    text: str
    value: object = None


class Secret(NamedTuple):
    """A value that only some seats see; the others read `cover`, such as "a card"."""

    value: object
    seats: Collection[int]
    cover: str


class Message(NamedTuple):
    """A text with named placeholders, and their values."""

    template: str
    values: Mapping[str, object] = {}

    def parts(self, reader: Reader = EVERYBODY) -> Iterator[Part]:
        """Yield the text in runs. A placeholder without a value stays as it is written."""
        text, place = reader.translate(self.template), 0
        for found in SLOT.finditer(text):
            name, third, second = found.groups()
            if name is not None and name not in self.values:
                continue
            if found.start() > place:
                yield Part(text[place : found.start()])
            place = found.end()
            if name is None:
                yield Part(second if reader.you else third)
            elif name == "player" and reader.you:
                yield Part(reader.translate("You" if not found.start() else "you"))
            else:
                yield from _parts(self.values[name], reader)
        if place < len(text):
            yield Part(text[place:])

    def text(self, reader: Reader = EVERYBODY) -> str:
        """Return the whole text for a reader."""
        return "".join(part.text for part in self.parts(reader))

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:  # values are a dict
        return hash(self.template)


def _parts(value: object, reader: Reader) -> Iterator[Part]:
    if isinstance(value, Secret):
        seen = reader.seat is None or reader.seat in value.seats
        yield from _parts(value.value, reader) if seen else (Part(reader.translate(value.cover)),)
    elif isinstance(value, Message):
        yield from value.parts(reader)
    elif isinstance(value, str):
        yield Part(reader.translate(value), value)
    elif hasattr(value, "text"):
        yield Part(str(value.text(reader.translate)), value)
    elif isinstance(value, tuple | list):
        for place, each in enumerate(value):
            if place:
                last = place == len(value) - 1
                yield Part(reader.translate(" and ") if last else ", ")
            yield from _parts(each, reader)
    else:
        yield Part(str(value), value)


class Say(NamedTuple):
    """The words for a step of a move before it is made, and after it, without its subject.

    An empty text says nothing.
    """

    before: str  # on a button: "gain {amount}"
    after: str  # in a log: "gains {amount} from the pool"
    whole: bool = False  # whether `after` is a sentence of its own: "{owner} loses {card}"


def event(text: str) -> Say:
    """Return the words for what happens to somebody in consequence of a move: a whole sentence."""
    return Say("", text, whole=True)


Steps = Sequence[tuple[Say, Mapping[str, object]]]


def before(steps: Steps) -> Message:
    """Return what a move would do: ``Aesop: gain 2 craft``."""
    said = [Message(say.before, values) for say, values in steps if say.before]
    if len(said) < 2:
        return said[0] if said else Message("")
    return Message("{head}: {steps}", {"head": said[0], "steps": _listed(said[1:])})


def after(steps: Steps, player: str) -> Message:
    """Return what a move did: ``Ann pays 1 science, gains 3 craft and scores 2``."""
    whole = [Message(say.after, {"player": player, **values})
             for say, values in steps if say.after and (say.whole or not player)]  # fmt: skip
    said = [Message(say.after, values)
            for say, values in steps if say.after and player and not say.whole]  # fmt: skip
    if not said:  # of the deck: whole sentences
        return _listed(whole, "; ")
    first, last = _listed(said[:-1]), said[-1]
    deeds = Message("{first} and {last}", {"first": first, "last": last}) if first.values else last
    own = Message("{player} {deeds}", {"player": player, "deeds": deeds})
    return _listed([own, *whole], "; ") if whole else own


def _listed(said: Sequence[Message], comma: str = ", ") -> Message:
    names = [f"step{place}" for place in range(len(said))]
    template = comma.join(f"{{{name}}}" for name in names)
    return Message(template, dict(zip(names, said, strict=True)))

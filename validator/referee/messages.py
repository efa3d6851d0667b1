"""A referee's messages: texts with named placeholders, filled in for each reader.

A text is translated as a whole; its values (a piece, a player, an amount) are inserted afterwards,
so that a page can show a picture instead of a name. Words that depend on the preceding value have
two forms in brackets: ``{player} [has|have] no {kind}``, ``{number} [card|cards]``; the second form
is used if the value is the reader or a plural. The verb at the beginning of a step's text needs no
second form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

Translate = Callable[[str], str]
SLOT = re.compile(r"\{(\w+)('s)?\}|\[([^|\][]*)\|([^|\][]*)\]")  # {name}, {name's} or [one|several]
PEOPLE = "player|owner|other|who|whom|whose|winner|loser|victim|actor|named|starter|target|to|first"
_POSSESSIVE = re.compile(r"\{(\w+)\}'s\b")
_SUBJECT = re.compile(rf"^(\{{(?:{PEOPLE})\}} )([a-z]+s)\b(?![|'])")
_DEED = re.compile(r"^()([a-z]+s)\b(?![|'])")
_IRREGULAR = {"is": "are", "has": "have", "was": "were", "does": "do"}


class NamedPiece(NamedTuple):
    """A piece in a message: its ID, its printed name, and its zone, as far as the reader may see
    them.
    """

    code: str
    title: str
    zone: str = ""

    def text(self, translate: Translate = str) -> str:
        return translate(self.title)


class Player(NamedTuple):
    """A player in a message; `you` is set if the reader is this player."""

    seat: int
    name: str
    you: bool = False

    def text(self, translate: Translate = str) -> str:
        return translate("you") if self.you else self.name


class Amount(NamedTuple):
    """An amount of goods: `good` is the singular name, `goods` the plural if it differs."""

    number: int
    good: str
    goods: str = ""

    def text(self, translate: Translate = str) -> str:
        good = self.goods if self.number != 1 and self.goods else self.good
        return f"{self.number} {translate(good)}"


class Hidden(NamedTuple):
    """A value that the reader must not see, and the words shown instead, such as "a card"."""

    cover: str
    number: int = 1  # number of hidden things; several are counted: "3 cards"

    def text(self, translate: Translate = str) -> str:
        said = translate(self.cover)
        return f"{self.number} {said}" if self.number > 1 else said


class Secret(NamedTuple):
    """A value that only the players in some seats may see; the others read `cover`."""

    value: object
    seats: Collection[int]
    cover: str


def only_for(seat: int, pieces: Collection[str]) -> tuple[Secret, ...]:
    """Return pieces for a message that only one player may see; for others, each is "a card"."""
    return tuple([Secret(piece, (seat,), "a card") for piece in pieces])


class Later(NamedTuple):
    """A value of a message that is found only when the message is read."""

    found: Callable[[], object]


class MessagePart(NamedTuple):
    """A part of a message's text; `value` is the piece, player or amount that it names."""

    text: str
    value: object = None


class Message(NamedTuple):
    """A text with named placeholders, and their values."""

    template: str
    values: Mapping[str, object] = {}
    begins: bool = False  # with a capital letter

    def parts(self, translate: Translate = str) -> Iterator[MessagePart]:
        """Yield the text in parts.

        A placeholder without a value stays unchanged.
        """
        first = self.begins
        for part in self._parts(translate):
            if first and part.text:
                first, part = False, part._replace(text=part.text[0].upper() + part.text[1:])
            yield part

    def _parts(self, translate: Translate) -> Iterator[MessagePart]:
        text, place = translate(both_persons(self.template)), 0
        subject = self.values.get("player")
        for found in SLOT.finditer(text):
            name, whose, one, several = found.groups()
            if name is not None and name not in self.values:
                continue
            if found.start() > place:
                yield MessagePart(text[place : found.start()])
            place = found.end()
            if name is None:
                yield MessagePart(several if _several(subject) else one)
                continue
            value = self.values[name]
            if isinstance(value, Player) or text.startswith(" [", place):
                subject = value
            if isinstance(value, Message) and "player" not in value.values:
                value = value._replace(values={"player": subject, **value.values})
            if whose:
                subject = None  # the subject is the piece named next
                yield MessagePart(_of(value, translate), value)
            else:
                yield from _runs(value, translate)
        if place < len(text):
            yield MessagePart(text[place:])

    def text(self, translate: Translate = str) -> str:
        """Return the whole text."""
        return "".join(part.text for part in self.parts(translate))

    def seen(self, see: Callable[[object], object]) -> Message:
        """Return the message with `see` applied to each value, including values in lists."""
        return self._replace(values={name: _seen(each, see) for name, each in self.values.items()})

    def __str__(self) -> str:
        return self.text()

    def __hash__(self) -> int:  # values are a dict
        return hash(self.template)


@cache
def both_persons(template: str, deed: bool = False) -> str:
    """Return the text with both forms of its first verb: ``{owner} [gains|gain] {amount}``.

    With `deed`, the text has no subject: ``[gains|gain] {amount}``.
    """
    text = _POSSESSIVE.sub(r"{\1's}", template)
    begins = _DEED if deed and not text.startswith("{") else _SUBJECT
    return begins.sub(lambda found: f"{found[1]}[{found[2]}|{_plural(found[2])}]", text)


def _plural(verb: str) -> str:
    """Return the plural form of a third-person verb: ``carry`` for ``carries``."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(ss|sh|ch|x|zz|o)es$", verb) else verb[:-1]


def _several(value: object) -> bool:
    """Return whether a verb or noun after this value is plural, or in the second of its given
    forms.
    """
    if isinstance(value, Later):
        return _several(value.found())
    if isinstance(value, tuple | list) and type(value) in (tuple, list):
        return len(value) != 1 or _several(value[0])
    if isinstance(value, Hidden):
        return value.number != 1
    return value != 1 if isinstance(value, int) else isinstance(value, Player) and value.you


def _of(value: object, translate: Translate) -> str:
    """Return the possessive form of a value."""
    if isinstance(value, Player) and value.you:
        return translate("your")
    name = "".join(part.text for part in _runs(value, translate))
    return translate("{name}'s").replace("{name}", name)


def _runs(value: object, translate: Translate) -> Iterator[MessagePart]:
    if isinstance(value, Secret):
        yield from _runs(value.value, translate)
    elif isinstance(value, Later):
        yield from _runs(value.found(), translate)
    elif isinstance(value, Message):
        yield from value.parts(translate)
    elif isinstance(value, str):
        yield MessagePart(translate(value), value)
    elif hasattr(value, "parts"):
        yield from _runs(value.parts(), translate)
    elif hasattr(value, "text"):
        yield MessagePart(str(value.text(translate)), value)
    elif isinstance(value, tuple | list):
        for place, each in enumerate(value):
            if place:
                last = place == len(value) - 1
                yield MessagePart(translate(" and ") if last else ", ")
            yield from _runs(each, translate)
        if not value:
            yield MessagePart(translate("nothing"))
    else:
        yield MessagePart(str(value), value)


def _seen(value: Any, see: Callable[[Any], object]) -> object:
    if isinstance(value, Message):
        return value.seen(see)
    if isinstance(value, Later):
        return _seen(value.found(), see)
    if type(value) in (tuple, list):
        found = [_seen(each, see) for each in value]
        seen = [each for each in found if not isinstance(each, Hidden)]
        hidden = len(found) - len(seen)
        if hidden > 1:
            more = Hidden("other cards", hidden) if seen else Hidden("cards", hidden)
            return (*seen, more)
        return tuple(found)
    return see(value)


def unfilled(text: str, values: Mapping[str, object]) -> str:
    """Return the first placeholder of a referee's text that has no value, or an empty string."""
    names = (found[1] for found in SLOT.finditer(text) if found[1])
    return next((name for name in names if name not in values and name != "player"), "")


def turn_of(name: str) -> Message:
    """Return the reason why other players may not act: ``it is Ann's turn``."""
    return Message("it is {actor}'s turn", {"actor": name})


class Say(NamedTuple):
    """The words that describe a step of a move, before and after it is made, without the subject.

    An empty text is not displayed.
    """

    before: str  # on a button: "gain {amount}"
    after: str  # in a log: "gains {amount} from the pool"
    whole: bool = False  # whether `after` is a sentence of its own: "{owner} loses {card}"


def event(text: str) -> Say:
    """Return the words for a consequence that happens to somebody: a whole sentence, shown
    afterwards.
    """
    return Say("", text, whole=True)


Steps = Sequence[tuple[Say, Mapping[str, object]]]


def before(steps: Steps, player: object) -> Message:
    """Return the effects that a move would have, as ``Aesop: gain 2 Craft``.

    For the deck and the table, which have no subject, the effects are a list.
    """
    said = [Message(say.before, values) for say, values in steps if say.before]
    if len(said) < 2:
        return said[0]._replace(begins=True) if said else Message("")
    if player and "{" in said[0].template:
        head = {"head": said[0], "steps": _listed(said[1:])}
        return Message("{head}: {steps}", head, begins=True)
    return _and(said)._replace(begins=True)


def after(steps: Steps, player: object) -> Message:
    """Return a text of the effects that a move had: ``Ann pays 1 Science, gains 3 Craft and
    scores 2``.
    """
    whole = [Message(say.after, {"player": player, **values})
             for say, values in steps if say.after and (say.whole or not player)]  # fmt: skip
    said = [Message(both_persons(say.after, deed=True), values)
            for say, values in steps if say.after and player and not say.whole]  # fmt: skip
    if not said:  # a step of the deck consists of whole sentences
        return _listed(whole, "; ")._replace(begins=True) if whole else Message("")
    own = Message("{player} {deeds}", {"player": player, "deeds": _and(said)})
    return (_listed([own, *whole], "; ") if whole else own)._replace(begins=True)


def _and(said: Sequence[Message]) -> Message:
    if len(said) == 1:
        return said[0]
    return Message("{first} and {last}", {"first": _listed(said[:-1]), "last": said[-1]})


def _listed(said: Sequence[Message], comma: str = ", ") -> Message:
    names = [f"step{place}" for place in range(len(said))]
    template = comma.join(f"{{{name}}}" for name in names)
    return Message(template, dict(zip(names, said, strict=True)))

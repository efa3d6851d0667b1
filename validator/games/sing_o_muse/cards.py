"""The cards of Sing! O Muse for the referee: types, traits, requirements, rewards, effects.

All fields of cards are checked here, also those in scripts. An unknown verb of an effect, trait or
class is a problem with its location.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from validator.core.location import Problem, did_you_mean
from validator.core.model import Card as Printed
from validator.core.model import Component, Game
from validator.core.tree import Mapping as MappingNode
from validator.core.tree import Node, Sequence

HERO, COMPANION, TREASURE, FOE = "hero", "companion", "treasure", "foe"
ORDEAL, DEITY, HOLD, IMMEDIATE = "ordeal", "deity", "hold", "immediate"
TYPES = (HERO, COMPANION, TREASURE, FOE, ORDEAL, DEITY, HOLD, IMMEDIATE)
SHARED, BAUBLE = "shared", "bauble"
# The classes of which a character carries only so many, and their rules.
SLOT_RULES = {"weapon": "TREASURE-01", "armor": "TREASURE-02", "shield": "TREASURE-03"}
CHECK = "cards"
MOST = 1_000  # the largest number that a card may show

# The fields of each verb of effects, and their possible words.
WORDS: dict[str, tuple[str, ...]] = {
    "who": ("self", "opponent", "each", "each_other", "target"),
    "choice": ("owner", "random", "acting"),
    "scope": ("player", "crew"),
    "type": ("companion", "hero", "character", "treasure", "any"),
    "target": ("chosen", "others"),
    "queue": ("foe", "ordeal", "either"),
    "kind": ("father", "mother", "ordeal", "foe", "any"),
}
VERBS: dict[str, tuple[str, ...]] = {
    "discard_companion": ("who", "choice", "scope", "n"),
    "discard_character": ("who", "choice", "scope", "n"),
    "transform_companion": ("who", "choice", "scope", "n"),
    "transform_character": ("who", "choice", "scope", "n"),
    "restore": ("who", "n"),
    "retrieve": ("type", "n"),
    "draw": ("n",),
    "discard_hand": ("who", "n"),
    "war": ("trojan",),
    "block_quest": ("target",),
    "clear_block": (),
    "bump": ("queue", "n"),
    "steal_treasure": ("who",),
    "discard_treasure": ("who", "choice"),
    "skip_quest": ("who", "n"),
    "gain_laurels": ("n",),
    "revelation": ("who", "kind"),
    "wreck": (),
    "stop": ("kind",),
}
FATHER, MOTHER = "father", "mother"


class Effect(NamedTuple):
    """One effect of a card: a verb of the closed vocabulary and its fields."""

    verb: str
    who: str = ""
    choice: str = ""
    scope: str = ""
    type: str = "any"
    target: str = "chosen"
    queue: str = "either"
    kind: str = "any"
    n: int = 1
    trojan: bool = False


class Gear(NamedTuple):
    """The properties of a Treasure for its bearer."""

    slot: str
    might: int
    traits: tuple[str, ...]


class Power(NamedTuple):
    """One of the two sides of a Deity."""

    might: int = 0
    traits: tuple[str, ...] = ()
    lose_traits: bool = False
    safe_sea: bool = False
    effects: tuple[Effect, ...] = ()


class Card(NamedTuple):
    """A card of the Muse deck. `id` is the printed one, shared by all copies."""

    id: str
    title: str
    type: str
    might: int
    traits: tuple[str, ...]
    slot: str
    tags: tuple[str, ...]
    requires: tuple[str, ...]
    transformed: bool
    vulnerable: tuple[str, ...]
    laurels: int
    treasure: Gear | None
    join: tuple[int, tuple[str, ...]] | None
    on_draw: tuple[Effect, ...]
    on_defeat: tuple[Effect, ...]
    effects: tuple[Effect, ...]
    favor: Power
    wrath: Power

    @property
    def holds(self) -> bool:
        return self.type in (DEITY, HOLD)

    @property
    def gear(self) -> Gear | None:
        """The card as a Treasure: from the start, or as a reward."""
        return Gear(self.slot, self.might, self.traits) if self.type == TREASURE else self.treasure

    @property
    def stops(self) -> tuple[str, ...]:
        return tuple(each.kind for each in self.effects if each.verb == "stop")

    @property
    def wrecks(self) -> bool:
        return any(each.verb == "wreck" for each in self.effects)

    @property
    def own_effects(self) -> tuple[Effect, ...]:
        """All effects of the card: when drawn, overcome or played."""
        return (*self.on_draw, *self.on_defeat, *self.effects)

    @property
    def revelation(self) -> str:
        """The revelation that a Hero learns from it; empty if none."""
        return next((each.kind for each in self.own_effects if each.verb == "revelation"), "")

    @property
    def worth(self) -> int:
        """Laurels in a victory pile."""
        gains = (each.n for each in self.own_effects if each.verb == "gain_laurels")
        return self.laurels or next(gains, 0)


class Step(NamedTuple):
    """A step of a Quest: foe, ordeal, any_foe, any_ordeal or sea, and which."""

    kind: str
    what: str

    def fits(self, card: Card) -> bool:
        """Whether overcoming a card completes it."""
        if self.kind in (FOE, ORDEAL):
            return card.id == self.what
        if self.kind == "any_foe":
            return card.type == FOE and self.what in ("any", *card.tags)
        if self.kind == "any_ordeal":
            return card.type == ORDEAL and self.what in ("any", *card.requires)
        return False


class Quest(NamedTuple):
    """A card of the Quest deck."""

    id: str
    title: str
    laurels: int
    war: bool
    steps: tuple[Step, ...]


class Deck(NamedTuple):
    """All pieces of both decks by name, in the order of the data; copies are numbered."""

    cards: dict[str, Card]
    quests: dict[str, Quest]
    names: dict[str, tuple[str, ...]]  # names of a piece in scripts, in lower case


Path = tuple[str | int, ...]


class _Reader:
    """Reads the fields of one card and collects their problems.

    A path to a value has names of nested fields and indices of lists.
    """

    def __init__(self, card: Printed, traits: Collection[str], slots: Collection[str],
                 problems: list[Problem]) -> None:  # fmt: skip
        self.card = card
        self.traits = traits
        self.slots = slots
        self.problems = problems

    def say(self, path: Path, message: str) -> None:
        node: Node = self.card.node
        for name in path:
            if isinstance(node, MappingNode) and name in node.entries:
                node = node.entries[str(name)]
            elif isinstance(node, Sequence) and isinstance(name, int) and name < len(node.items):
                node = node.items[name]
        self.problems.append(Problem(node.location, f"{self.card.title}: {message}", CHECK))

    def value(self, *path: str | int) -> Any:
        found: Any = self.card.fields
        for name in path:
            if isinstance(name, int):  # a single value is a list of one
                found = found[name] if isinstance(found, tuple) else found
            else:
                found = found.get(name) if isinstance(found, Mapping) else None
        return found

    def whole(self, *path: str | int, default: int = 0, low: int = 0) -> int:
        value = self.value(*path)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= MOST:
            self.say(path, f"'{path[-1]}' must be a number from {low} to {MOST}, not {value!r}")
            return default
        return value

    def yes(self, *path: str | int) -> bool:
        value = self.value(*path)
        if value is None or isinstance(value, bool):
            return bool(value)
        self.say(path, f"'{path[-1]}' must be true or false, not {value!r}")
        return False

    def one(self, *path: str | int, known: Collection[str], what: str) -> str:
        value = self.value(*path)
        if isinstance(value, str) and value in known:
            return value
        hint = did_you_mean(str(value), known) or f"; there are: {', '.join(known)}"
        self.say(path, f"no {what} '{value}'{hint}")
        return ""

    def items(self, *path: str | int) -> tuple[Any, ...]:
        value = self.value(*path)
        if value is None or isinstance(value, tuple):
            return value or ()
        if isinstance(value, str | Mapping):
            return (value,)
        self.say(path, f"'{path[-1]}' must be a list, not {value!r}")
        return ()

    def own_traits(self, *path: str | int, items: bool = False) -> tuple[str, ...]:
        """Read traits, and Treasures by name (``item:ID``) where they are allowed."""
        found = []
        for index, value in enumerate(self.items(*path)):
            if items and isinstance(value, str) and value.startswith("item:"):
                found.append(value)
            elif word := self.one(*path, index, known=self.traits, what="trait"):
                found.append(word)
        return tuple(found)

    def has(self, *path: str | int, known: Collection[str]) -> bool:
        """Return whether there is a mapping with known names; others are problems."""
        value = self.value(*path)
        if value is not None and not isinstance(value, Mapping):
            self.say(path, f"'{path[-1]}' must be a mapping of names to values, not {value!r}")
            return False
        for name in value or ():
            if name not in known:
                self.say((*path, str(name)), f"no '{name}' here{did_you_mean(str(name), known)}")
        return bool(value)

    def effects(self, *path: str | int) -> tuple[Effect, ...]:
        found = []
        for index, value in enumerate(self.items(*path)):
            place = (*path, index)
            if not isinstance(value, Mapping):
                self.say(place, f"expected an effect as in {{verb: …}}, not {value!r}")
                continue
            verb = self.one(*place, "verb", known=VERBS, what="verb")
            if not verb:
                continue
            names = [name for name in value if name != "verb" and value[name] is not None]
            said = {name: self.of_effect((*place, str(name)), verb) for name in names}
            if verb == "revelation" and said.get("kind") not in (FATHER, MOTHER):
                self.say(place, f"a revelation must be of {FATHER} or {MOTHER}")
                continue
            found.append(Effect(verb, **{name: each for name, each in said.items() if each}))
        return tuple(found)

    def of_effect(self, path: Path, verb: str) -> Any:
        """Return the value of an effect's field; None if its verb does not have it."""
        name = str(path[-1])
        if name not in VERBS[verb]:
            self.say(path, f"{verb} takes no '{name}'{did_you_mean(name, VERBS[verb])}")
            return None
        if name == "n":
            return self.whole(*path, default=1, low=1)
        if name == "trojan":
            return self.yes(*path)
        return self.one(*path, known=WORDS[name], what=name)

    def power(self, name: str) -> Power:
        self.has(name, known=("might", "traits", "lose_traits", "safe_sea", "effects"))
        return Power(
            self.whole(name, "might", low=-MOST), self.own_traits(name, "traits"),
            self.yes(name, "lose_traits"), self.yes(name, "safe_sea"),
            self.effects(name, "effects"),
        )  # fmt: skip

    def read(self) -> Card | None:
        kind = self.one("type", known=TYPES, what="type")
        if not kind:
            return None
        gear = join = None
        self.has("reward", known=("laurels", "treasure", "join"))
        worn, member = ("reward", "treasure"), ("reward", "join")
        if self.has(*worn, known=("slot", "might", "traits")):
            gear = Gear(
                self.one(*worn, "slot", known=self.slots, what="class"),
                self.whole(*worn, "might"), self.own_traits(*worn, "traits"),
            )  # fmt: skip
        self.has(*member, known=("might", "traits"))
        if self.value(*member) is not None:
            if kind != FOE:
                self.say(member, f"a Foe may join a Crew, no {kind} (SING-CREW-07)")
            join = self.whole(*member, "might"), self.own_traits(*member, "traits")
        slot = ""
        if kind == TREASURE:
            slot = self.one("slot", known=self.slots, what="class of Treasure")
        return Card(
            self.card.id, self.card.title, kind, self.whole("might"), self.own_traits("traits"),
            slot, tuple(map(str, self.items("tags"))), self.own_traits("requires", items=True),
            self.yes("transformed"), self.own_traits("vulnerable", items=True),
            self.whole("reward", "laurels"), gear, join, self.effects("on_draw"),
            self.effects("on_defeat"), self.effects("effects"), self.power("favor"),
            self.power("wrath"),
        )  # fmt: skip

    def quest(self, known: Mapping[str, Collection[str]], tags: Collection[str]) -> Quest:
        steps = []
        kinds = ("foe", "ordeal", "any_foe", "any_ordeal", "sea")
        for index, value in enumerate(self.items("steps")):
            said = {k: v for k, v in value.items() if v} if isinstance(value, Mapping) else {}
            place: Path = ("steps", index)
            if len(said) != 1 or next(iter(said)) not in kinds:
                self.say(place, f"a step needs one of {', '.join(kinds)}")
                continue
            ((kind, what),) = said.items()
            if kind in known:
                what = self.one(*place, kind, known=known[kind], what=kind)
            elif kind == "any_ordeal" and what != "any":
                what = self.one(*place, kind, known=self.traits, what="trait")
            elif kind == "any_foe" and what != "any":
                what = self.one(*place, kind, known=tags, what="kind of Foe")
            steps.append(Step(kind, "" if kind == "sea" else str(what)))
        laurels, war = self.whole("laurels"), self.yes("war")
        return Quest(self.card.id, self.card.title, laurels, war, tuple(steps))


def read_cards(game: Game) -> tuple[Deck, list[Problem]]:
    """Return both decks of a game, and the problems of their cards."""
    problems: list[Problem] = []
    known = [component.id for component in game.components]
    for name in ("muse", "quests"):
        if name not in known:
            message = f"the referee needs a component '{name}'{did_you_mean(name, known)}"
            problems.append(Problem(game.location, message, CHECK))
    if problems:
        return Deck({}, {}, {}), problems  # else all names in the other deck would be reported, too
    rule = game.rules
    numeric = rule["SING-DECK-08"].numeric.lower()
    traits = tuple(e.lower() for e in rule["SING-DECK-08"].traits if e.lower() != numeric)
    slots = tuple(rule["SING-DECK-10"].classes)
    cards: dict[str, Card] = {}
    quests: dict[str, Quest] = {}
    names: dict[str, tuple[str, ...]] = {}
    for printed, piece in _pieces(_deck(game, "muse"), names):
        if card := _Reader(printed, traits, slots, problems).read():
            cards[piece] = card
    ids = {
        kind: sorted({card.id for card in cards.values() if card.type == kind})
        for kind in (FOE, ORDEAL)
    }
    tags = sorted({tag for card in cards.values() if card.type == FOE for tag in card.tags})
    for printed, piece in _pieces(_deck(game, "quests"), names):
        quests[piece] = _Reader(printed, traits, slots, problems).quest(ids, tags)
    problems += _items(game, cards)
    problems += _doubles(game)
    return Deck(cards, quests, names), list(dict.fromkeys(problems))


def _items(game: Game, cards: Mapping[str, Card]) -> Iterator[Problem]:
    """Yield requirements of a Treasure that this deck does not have."""
    known = sorted({card.id for card in cards.values() if card.gear is not None})
    deck = _deck(game, "muse")
    by_id = {card.id: card for card in cards.values()}
    for printed in deck.cards if deck else ():
        card = by_id.get(printed.id)
        for need in (*card.requires, *card.vulnerable) if card else ():
            item = need.removeprefix("item:")
            if item != need and item not in known:
                hint = did_you_mean(item, known)
                message = f"{printed.title}: no Treasure '{item}' in this deck{hint}"
                yield Problem(printed.location_of(need), message, CHECK)


def _doubles(game: Game) -> Iterator[Problem]:
    """Yield pieces with the same name: the second copy of a card, and another card."""
    seen: dict[str, Printed] = {}
    for name in ("muse", "quests"):
        for printed, piece in _pieces(_deck(game, name), {}):
            first = seen.setdefault(piece, printed)
            if first is not printed:
                message = (
                    f"{printed.title}: '{piece}' is also what a copy of {first.title} is called"
                )
                yield Problem(printed.location, message, CHECK)


def _deck(game: Game, name: str) -> Component | None:
    return next((each for each in game.components if each.id == name), None)


def _pieces(deck: Component | None, names: dict[str, tuple[str, ...]]) -> list[tuple[Printed, str]]:
    """Return every printed piece by a unique name; adds its names in scripts to `names`."""
    found = []
    for card in deck.cards if deck else ():
        for copy in range(card.copies):
            piece = card.id if card.copies == 1 else f"{card.id}-{copy + 1}"
            found.append((card, piece))
            for name in dict.fromkeys((piece.lower(), card.id.lower(), card.title.lower())):
                names[name] = (*names.get(name, ()), piece)
    return found

"""The cards of Sing! O Muse as typed values: types, traits, requirements, rewards, effects.

In the rulebook: What is on a card; Icons and card words.

The reader of cards knows these types and words. It can therefore report an unknown verb, trait or
class with its location, even in scripts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Annotated, Literal, NamedTuple

from validator.core.location import did_you_mean
from validator.core.model import Card as Printed
from validator.referee.api import CardReader, Game, Misread, Problem

HERO, COMPANION, TREASURE, FOE = "hero", "companion", "treasure", "foe"
ORDEAL, DEITY, HOLD, IMMEDIATE = "ordeal", "deity", "hold", "immediate"
TYPES = (HERO, COMPANION, TREASURE, FOE, ORDEAL, DEITY, HOLD, IMMEDIATE)
SHARED, BAUBLE = "shared", "bauble"
# The classes with a limit per character, and their rules.
SLOT_RULES = {"weapon": "TREASURE-01", "armor": "TREASURE-02", "shield": "TREASURE-03"}
MOST = 1_000  # the largest number of an effect
FATHER, MOTHER = "father", "mother"

# The fields of each verb of effects.
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


Verb = Annotated[str, "verb"]  # words of the vocabularies that `read_cards` makes
Trait = Annotated[str, "trait"]
Slot = Annotated[str, "class of Treasure"]
Need = Annotated[str, "trait or Treasure"]  # a Treasure of this deck by its id: ``item:ID``


class Number(int):
    """A number in an effect, which must be a whole number."""

    @classmethod
    def parse(cls, value: object) -> Number:
        """Read a number. Raises Misread."""
        if type(value) is not int or not -MOST <= value <= MOST:
            raise Misread(f"a whole number up to {MOST}", value)
        return cls(value)


class Effect(NamedTuple):
    """An effect of a card: a verb from a fixed vocabulary, and the verb's fields."""

    verb: Verb
    who: Literal["", "self", "opponent", "each", "each_other", "target"] = ""
    choice: Literal["", "owner", "random", "acting"] = ""
    scope: Literal["", "player", "crew"] = ""
    type: Literal["companion", "hero", "character", "treasure", "any"] = "any"
    target: Literal["chosen", "others"] = "chosen"
    queue: Literal["foe", "ordeal", "either"] = "either"
    kind: Literal["father", "mother", "ordeal", "foe", "any"] = "any"
    n: Number = Number(1)
    trojan: bool = False

    def fits(self) -> None:
        """Refuse fields that the verb does not have. Raises Misread."""
        takes = VERBS[self.verb]
        for name, value in self._asdict().items():
            if name not in ("verb", *takes) and value != self._field_defaults[name]:
                message = f"'{self.verb}' has no argument '{name}'{did_you_mean(name, takes)}"
                raise Misread(message, value)
        if self.n < 1:
            raise Misread("'n' must be at least 1", self.n)
        if self.verb == "revelation" and self.kind not in (FATHER, MOTHER):
            raise Misread(f"expected {FATHER} or {MOTHER} for a revelation", self.kind)


class Gear(NamedTuple):
    """The effects of a Treasure for the character who carries it."""

    slot: Slot
    might: int = 0
    traits: tuple[Trait, ...] = ()


class Member(NamedTuple):
    """The properties of a Foe that has joined a Crew."""

    might: int = 0
    traits: tuple[Trait, ...] = ()


class Reward(NamedTuple):
    """The reward for overcoming a card."""

    laurels: int = 0
    treasure: Gear | None = None
    join: Member | None = None


class Power(NamedTuple):
    """One of the two sides of a Deity."""

    might: Number = Number(0)
    traits: tuple[Trait, ...] = ()
    lose_traits: bool = False
    safe_sea: bool = False
    effects: tuple[Effect, ...] = ()


class MuseCard(NamedTuple):
    """A card of the Muse deck. `id` is the printed ID, which all copies share."""

    type: Literal["hero", "companion", "treasure", "foe", "ordeal", "deity", "hold", "immediate"]
    might: int = 0
    traits: tuple[Trait, ...] = ()
    slot: Slot = ""
    tags: tuple[str, ...] = ()
    requires: tuple[Need, ...] = ()
    transformed: bool = False
    vulnerable: tuple[Need, ...] = ()
    reward: Reward = Reward()
    on_draw: tuple[Effect, ...] = ()
    on_defeat: tuple[Effect, ...] = ()
    effects: tuple[Effect, ...] = ()
    favor: Power = Power()
    wrath: Power = Power()
    id: str = ""
    title: str = ""

    def fits(self) -> None:
        """Refuse fields that a card of its type does not have. Raises Misread."""
        if self.type == TREASURE and not self.slot:
            raise Misread("'slot' is missing; expected the class of this Treasure")
        if self.reward.join is not None and self.type != FOE:
            message = f"only a Foe may join a Crew, not a card of type {self.type} (SING-CREW-07)"
            raise Misread(message, self.type)

    @property
    def laurels(self) -> int:
        """The Laurels in the card's reward."""
        return self.reward.laurels

    @property
    def join(self) -> Member | None:
        """The card's properties as a member of a Crew, or None if it cannot join one."""
        return self.reward.join

    @property
    def holds(self) -> bool:
        return self.type in (DEITY, HOLD)

    @property
    def gear(self) -> Gear | None:
        """The card's properties as a Treasure, if it is one or becomes one as a reward."""
        own = Gear(self.slot, self.might, self.traits)
        return own if self.type == TREASURE else self.reward.treasure

    @property
    def stops(self) -> tuple[str, ...]:
        return tuple(each.kind for each in self.effects if each.verb == "stop")

    @property
    def wrecks(self) -> bool:
        return any(each.verb == "wreck" for each in self.effects)

    @property
    def own_effects(self) -> tuple[Effect, ...]:
        """All effects of the card, whether it is drawn, overcome or played."""
        return (*self.on_draw, *self.on_defeat, *self.effects)

    @property
    def revelation(self) -> str:
        """The revelation that a Hero learns from the card, or an empty string if there is none."""
        return next((each.kind for each in self.own_effects if each.verb == "revelation"), "")

    @property
    def worth(self) -> int:
        """The Laurels that the card adds to a victory pile."""
        gains = (each.n for each in self.own_effects if each.verb == "gain_laurels")
        return self.laurels or next(gains, 0)


class QuestStep(NamedTuple):
    """A step of a Quest.

    `kind` is foe, ordeal, any_foe, any_ordeal or sea; `what` is the card, its kind or its trait.
    """

    kind: str
    what: str

    def words(self, title: Callable[[str], str]) -> str:
        """Return what the step requires, in words; `title` returns the name of a card."""
        if self.kind in ("foe", "ordeal"):
            return f"overcome {title(self.what)}"
        any_ = self.what == "any"
        if self.kind == "any_foe":
            return "overcome any Foe" if any_ else f"overcome a Foe: {self.what}"
        if self.kind == "any_ordeal":
            return "overcome any Ordeal" if any_ else f"overcome an Ordeal of {self.what}"
        return "cross the sea"

    def fits(self, card: MuseCard) -> bool:
        """Return whether overcoming a card completes the step."""
        if self.kind in (FOE, ORDEAL):
            return card.id == self.what
        if self.kind == "any_foe":
            return card.type == FOE and self.what in ("any", *card.tags)
        if self.kind == "any_ordeal":
            return card.type == ORDEAL and self.what in ("any", *card.requires)
        return False


class StepShown(NamedTuple):
    """A step of a Quest as its card states it; exactly one field is set."""

    foe: Annotated[str, "foe"] = ""
    ordeal: Annotated[str, "ordeal"] = ""
    any_foe: Annotated[str, "kind of Foe"] = ""
    any_ordeal: Annotated[str, "trait of Ordeals"] = ""
    sea: bool = False

    def fits(self) -> None:
        """Refuse a step without exactly one field. Raises Misread."""
        if sum(map(bool, self)) != 1:
            raise Misread(f"a step must have one of {', '.join(self._fields)}", "steps")

    @property
    def step(self) -> QuestStep:
        """The step as a kind and its value."""
        ((kind, what),) = ((kind, what) for kind, what in self._asdict().items() if what)
        return QuestStep(kind, "" if what is True else what)


class QuestShown(NamedTuple):
    """The contents of a Quest card."""

    laurels: int = 0
    war: bool = False
    steps: tuple[StepShown, ...] = ()


class Quest(NamedTuple):
    """A card of the Quest deck."""

    id: str
    title: str
    laurels: int
    war: bool
    steps: tuple[QuestStep, ...]


class Deck(NamedTuple):
    """All pieces of both decks by name, in the order of the data. Copies of a card are numbered."""

    cards: dict[str, MuseCard]
    quests: dict[str, Quest]
    names: dict[str, tuple[str, ...]]  # names of a piece in scripts, in lower case


def read_cards(game: Game) -> tuple[Deck, list[Problem]]:
    """Return both decks of a game, and the problems of their cards."""
    problems: list[Problem] = []
    words: dict[str, Collection[str]] = {"verb": tuple(VERBS)}
    reader, rule = CardReader(game, problems, words), game.rules
    muse, quests = (reader.cards(name) for name in ("muse", "quests"))
    if problems:
        # Otherwise all names in the other deck would be reported as well.
        return Deck({}, {}, {}), problems
    numeric = rule["SING-DECK-08"].numeric.lower()
    words["trait"] = tuple(e.lower() for e in rule["SING-DECK-08"].traits if e.lower() != numeric)
    words["trait of Ordeals"] = (*words["trait"], "any")
    words["class of Treasure"] = tuple(rule["SING-DECK-10"].classes)
    treasures = (f"item:{card.id}" for card in muse if _is_treasure(card))
    words["trait or Treasure"] = (*words["trait"], *treasures)
    cards: dict[str, MuseCard] = {}
    for printed in muse:
        if card := reader.typed(printed, MuseCard):
            own = card._replace(id=printed.id, title=printed.title)
            cards |= dict.fromkeys(_pieces(printed), own)
    for kind in (FOE, ORDEAL):
        words[kind] = sorted({card.id for card in muse if card.fields.get("type") == kind})
    tags = {tag for card in cards.values() if card.type == FOE for tag in card.tags}
    words["kind of Foe"] = (*sorted(tags), "any")
    known: dict[str, Quest] = {}
    for printed in quests:
        if shown := reader.typed(printed, QuestShown):
            steps = tuple(each.step for each in shown.steps)
            quest = Quest(printed.id, printed.title, shown.laurels, shown.war, steps)
            known |= dict.fromkeys(_pieces(printed), quest)
    return Deck(cards, known, _names((*muse, *quests), reader)), list(dict.fromkeys(problems))


def _is_treasure(card: Printed) -> bool:
    """Return whether a card is a Treasure, or becomes one as a reward."""
    reward = card.fields.get("reward")
    worn = isinstance(reward, Mapping) and reward.get("treasure")
    return bool(worn) or card.fields.get("type") == TREASURE


def _pieces(card: Printed) -> tuple[str, ...]:
    """Return a unique name for each copy of a card."""
    if card.copies == 1:
        return (card.id,)
    return tuple(f"{card.id}-{copy + 1}" for copy in range(card.copies))


def _names(cards: tuple[Printed, ...], reader: CardReader) -> dict[str, tuple[str, ...]]:
    """Return the pieces by their names in scripts; names that several cards share are reported."""
    found: dict[str, tuple[str, ...]] = {}
    seen: dict[str, Printed] = {}
    for card in cards:
        for piece in _pieces(card):
            first = seen.setdefault(piece, card)
            if first is not card:
                reader.say(card, None, f"'{piece}' is also the name of a copy of {first.title}")
            for name in dict.fromkeys((piece.lower(), card.id.lower(), card.title.lower())):
                found[name] = (*found.get(name, ()), piece)
    return found

"""Reads `table.yaml`, which describes how the browser shows a game. It contains no rules.

A game without the file has a default table: zones in the order of its facts, verbs by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, Problem
from validator.core.model import Game
from validator.core.tree import Mapping as MappingNode
from validator.core.tree import Node, Scalar, Sequence
from validator.load.numbers import shipped_with
from validator.load.shape import (
    EntryTable,
    Many,
    MappingShape,
    OneOf,
    Reader,
    ShapeField,
    Text,
    Whole,
    YesNo,
)
from validator.load.shape import optional as may
from validator.load.text import called, is_there, read_text
from validator.load.yaml import read_yaml

FILE = "table.yaml"
ICONS = (
    "arrow", "again", "bell", "book", "bot", "check", "coin", "copy", "crown", "cup", "die", "door",
    "eye", "feather", "flag", "hand", "help", "line", "lock", "lyre", "mask", "move", "mute",
    "pick", "plus", "question", "road", "scales", "sea", "sheet", "shield", "sound", "speech",
    "star", "sword", "swap", "thread", "turn", "undo", "vp",
)  # fmt: skip
TEXTS = Many(Text())
ZONE = MappingShape(
    {
        "zone": may(Text(), "a zone, without its owner: 'hand'", ""),
        "face": may(Text(), "a card that is always on the table, by its title", ""),
        "sheet": may(YesNo(), "whether the printed sheets of the player are shown here", False),
        "crew": may(Text(), "a fact with pieces by role: a leader, members, a quest", ""),
        "as": may(
            OneOf(("row", "fan", "pile", "counters", "board"), FrozenMap({"list": "row"})),
            "how the pieces of the zone are laid out",
            "row",
        ),
        "title": may(Text(), "the heading of the zone; by default the zone's name", ""),
        "empty": may(Text(), "the text shown while the zone is empty", ""),
        "size": may(
            OneOf(("small", "normal", "large", "hand")),
            "the size of the cards in the zone",
            "normal",
        ),
        "open": may(YesNo(), "whether a pile shows its top card", False),
        "sorted": may(YesNo(), "whether its cards are in the order of the game's data", False),
        "only": may(TEXTS, "the modes of the referee in which it is shown; all if omitted", ()),
        "hide": may(TEXTS, "pieces of the zone that are not shown, as they have no use", ()),
        "place": may(Text(), "the word of the notation that stands for the zone", ""),
        "fact": may(Text(), "a fact whose value is written below it", ""),
        "text": may(Text(), "the text with that value, with {value}", "{value}"),
    }
)
VERB = MappingShape(
    {
        "icon": may(OneOf(ICONS), "the icon on the buttons of the verb", "arrow"),
        "name": ShapeField(Text(), "the name of the verb on buttons"),
        "args": may(
            TEXTS, "the names of the verb's arguments in order; by default those of pick", ()
        ),
        "pick": may(
            EntryTable(Text()),
            "argument -> where the argument is chosen: hand, choice, givers, amount, "
            "others, direction, a zone, a place of zones",
            FrozenMap({}),
        ),
        "drag": may(
            EntryTable(Text()), "argument -> the argument or piece it is dropped on", FrozenMap({})
        ),
        "choices": may(
            EntryTable(Text()),
            "argument -> the question above its choices; the verb is then a single control",
            FrozenMap({}),
        ),
        "several": may(
            TEXTS, "the arguments of which several pieces may be chosen, one after the other", ()
        ),
        "down": may(Text(), "the word that lays the card face down; its back is the picture", ""),
        "sure": may(
            Text(),
            "a question that is asked before the move is made; with `story`, if no text is written",
            "",
        ),
        "form": may(
            EntryTable(
                MappingShape(
                    {
                        "label": may(Text(), "the label of the field", ""),
                        "about": may(Text(), "a hint beside the field", ""),
                        "long": may(YesNo(), "a field of several lines", False),
                        "as": may(
                            OneOf(("field", "characters", "story")),
                            "how the field is filled in",
                            "field",
                        ),
                        "sheet": may(Text(), "the card of the sheet that is filled in", ""),
                        "points": may(
                            Whole(), "the number of points to distribute on one side of a sheet"
                        ),
                        "least": may(Whole(), "the lowest rating of an aptitude"),
                        "most": may(Whole(), "the highest rating of an aptitude"),
                        "ready": may(
                            Text(), "the component with filled-in sheets to begin with", ""
                        ),
                        "memories": may(
                            Many(TEXTS), "for sides that are filled in automatically, in turn", ()
                        ),
                    }
                )
            ),
            "argument -> a field in which a player writes",
            FrozenMap({}),
        ),
        "ask": may(Text(), "the question above the form", ""),
        "about": may(Text(), "a line of text below the question", ""),
        "then": may(
            Text(), "what the bar asks after this verb, while the same player continues", ""
        ),
        "must": may(Text(), "what the bar asks if no other verb is possible", ""),
        "none": may(Text(), "what is said instead of a form if no such move is possible", ""),
        "at": may(Text(), "a pile of the table; a click on it does the same", ""),
        "button": may(OneOf(("bar", "more")), "bar: always offered; more: only on demand", ""),
        "last": may(YesNo(), "whether the verb is listed after the others", False),
        "holds": may(
            YesNo(), "whether the latest choice stays in force, and its button is marked", False
        ),
        "opens": may(YesNo(), "whether earlier choices are no longer in force", False),
        "loud": may(YesNo(), "whether every player should notice the move", False),
        "quiet": may(YesNo(), "whether the log shows the move in small type", False),
        "story": may(
            OneOf(("wanted", "needed")), "wanted: players may add a text; needed: they must", ""
        ),
    }
)
TOGETHER = MappingShape(
    {
        "ask": ShapeField(Text(), "what the players are asked"),
        "each": may(Many(Text(), 2), "the choices of which each player makes one, in secret", ()),
        "names": may(EntryTable(Text()), "choice -> the label of its button", FrozenMap({})),
        "faces": may(
            EntryTable(Text()), "choice -> the piece whose face is its picture", FrozenMap({})
        ),
        "agree": may(YesNo(), "a player proposes the line, all others must agree", False),
        "when": may(
            Text(), "the first word of the lines that this applies to; all lines if omitted", ""
        ),
    }
)
EMPTY: FrozenMap = FrozenMap({})
OUTCOME = MappingShape(
    {
        "fact": ShapeField(Text(), "the fact that gives the value"),
        "says": may(EntryTable(Text()), "value -> what people read", EMPTY),
        "text": may(
            Text(), "what people read for other values, with {value} or the names of its parts", ""
        ),
    }
)
DICE = MappingShape(
    {
        "title": ShapeField(Text(), "the heading"),
        "fact": ShapeField(Text(), "the fact of each player with the numbers of the row"),
        "won": ShapeField(Text(), "the fact with the winner of each column"),
        "by": ShapeField(Text(), "the fact of each player by which winners are named"),
    }
)
SCORE = MappingShape(
    {
        "fact": may(Text(), "the fact of each player that counts as the score, if any", ""),
        "word": may(Text(), "the name of what the score counts, such as points", ""),
        "parts": may(
            Many(
                MappingShape(
                    {
                        "title": ShapeField(Text(), "the heading of this part of the score"),
                        "verb": ShapeField(Text(), "the verb that scores"),
                        "about": may(Text(), "a hint beside the heading", ""),
                    }
                )
            ),
            "title -> the verb of the moves that score it",
            (),
        ),
        "wins": may(TEXTS, "the rules that determine the winner; the page shows those that "
            "applied", ()),
        "says": may(EntryTable(Text()), "rule -> what the page quotes instead, with facts of a "
            "winner in braces", EMPTY),
        "outcome": may(Many(OUTCOME), "the outcome, if there is more to say than who won", ()),
        "ended": may(Text(), "the rule that determines the end of the game", ""),
        "worthless": may(TEXTS, "goods that are worth nothing at the end", ()),
        "facts": may(EntryTable(Text()), "other facts of players -> their headings", EMPTY),
        "dice": may(DICE, "the players' dice in rows, column by column"),
    }
)  # fmt: skip
CARD = MappingShape(
    {
        "field": ShapeField(Text(), "a field of cards"),
        "value": may(Text(), "its value; any if omitted", ""),
        "text": may(Text(), "what people read beside the large card", ""),
        "ends": may(YesNo(), "whether half of the card is printed upside down", False),
    }
)
LOOK = MappingShape(
    {
        "accent": may(Text(), "the colour of buttons and of the player to act", ""),
        "felt": may(Text(), "the colour of the table", ""),
        "text": may(Text(), "the typeface of all texts", ""),
        "title": may(Text(), "the typeface of headings", ""),
        "mini": may(
            OneOf(("picture", "corner")), "the part of a card that is small in sentences", "picture"
        ),
    }
)
GOOD = MappingShape(
    {
        "one": ShapeField(Text(), "the name of one, such as 1 token"),
        "many": ShapeField(Text(), "the name of several, such as 2 tokens"),
        "piece": may(Text(), "a piece whose face is its picture", ""),
        "icon": may(OneOf(ICONS), "an icon, instead of a piece", ""),
    }
)
PLAYER = MappingShape(
    {
        "badge": may(TEXTS, "the facts shown beside the player's name", ()),
        "zones": may(Many(ZONE), "the zones in front of each player", ()),
    }
)
WAR = MappingShape(
    {
        "fact": ShapeField(
            Text(), "the name of the fact that holds during a fight and lists its sides"
        ),
        "after": ShapeField(Text(), "the name of the fact that holds while its outcome matters"),
        "totals": ShapeField(Text(), "the name of the fact with the total of each side"),
        "winner": ShapeField(Text(), "the name of the fact with the winner"),
        "told": may(TEXTS, "the verbs whose sentences report how it ended", ()),
    }
)
PLAN = MappingShape(
    {
        "middle": may(Many(ZONE), "the zones in the middle of the table, from left to right", ()),
        "player": may(PLAYER, "what is shown of each player", PLAYER.whole(EMPTY)),
        "drawer": may(TEXTS, "zones that are shown on demand", ()),
        "laid": may(
            Text(), "the name of the fact and zone of pieces that are laid across others", ""
        ),
        "war": may(WAR, "a fight of two sides, shown in the middle while it lasts"),
        "stage": may(OneOf(("scene", "story")), "a special drawing in the middle", ""),
    }
)
STEP = MappingShape(
    {
        "mode": ShapeField(Text(), "the beginning of the modes it applies to, or a stage"),
        "text": ShapeField(Text(), "the text on the page"),
        "verb": may(Text(), "a verb that the step still waits for while the next step is open", ""),
        "only": may(TEXTS, "the beginnings of the modes in which it is shown; all if empty", ()),
    }
)
ROUND = MappingShape(
    {
        "fact": may(Text(), "the fact that counts the rounds, if any", ""),
        "of": may(Text(), "the number of a rule, for {of}", ""),
        "text": ShapeField(Text(), "the text, with {round} and {of}"),
        "only": may(TEXTS, "the modes of the referee in which it is shown; all if omitted", ()),
    }
)
GIVERS = MappingShape(
    {
        "ask": ShapeField(Text(), "the question that asks which player gives"),
        "nobody": ShapeField(Text(), "the answer for nobody"),
    }
)
TABLETOP = MappingShape(
    {
        "table": ShapeField(Whole(1, 1), "the version of this format: 1"),
        "look": may(LOOK, "colours and typefaces of game.yaml, by their roles", LOOK.whole(EMPTY)),
        "goods": may(EntryTable(GOOD), "facts of players that are amounts of something", EMPTY),
        "plan": may(PLAN, "the positions of the zones", PLAN.whole(EMPTY)),
        "round": may(ROUND, "the progress of the game in the bar"),
        "help": may(TEXTS, "a few lines about the game and a turn", ()),
        "words": may(
            EntryTable(Text()), "a word of the notation -> the word that players read", EMPTY
        ),
        "colours": may(
            EntryTable(Text()),
            "a word of the notation -> the colour, in game.yaml, of the sign in its words",
            EMPTY,
        ),
        "cards": may(Many(CARD), "symbols of cards in words, by field and value", ()),
        "steps": may(EntryTable(Text()), "mode of the referee -> what the bar asks", EMPTY),
        "waits": may(
            EntryTable(Text()),
            "mode -> what the other players read while they wait for {who}",
            EMPTY,
        ),
        "road": may(Many(STEP), "steps of a scene, in their order", ()),
        "verbs": may(EntryTable(VERB), "word -> how a verb is offered", EMPTY),
        "givers": may(GIVERS, "how a player is asked who gives what the pool cannot supply"),
        "together": may(EntryTable(TOGETHER), "verbs of the table that need all players", EMPTY),
        "alone": may(TEXTS, "verbs that are played automatically if a single move is legal", ()),
        "score": may(SCORE, "what is shown at the end of the game"),
    }
)


@dataclass(frozen=True)
class Tabletop:
    """The contents of `table.yaml`: the values for the page, and the tree with their locations."""

    values: Mapping[str, Any]
    node: MappingNode | None = None

    @property
    def goods(self) -> tuple[str, ...]:
        """The facts of players that the page shows as amounts of goods."""
        return tuple(self.values["goods"])

    @property
    def together(self) -> Mapping[str, Mapping[str, Any]]:
        """The verbs of the table in which all players take part."""
        found: Mapping[str, Mapping[str, Any]] = self.values["together"]
        return found

    @property
    def alone(self) -> tuple[str, ...]:
        """The verbs that the server plays automatically when a single move is legal."""
        return tuple(self.values["alone"])

    @property
    def score(self) -> Mapping[str, Any] | None:
        """The declaration of the scoring at the end of the game, or None."""
        found: Mapping[str, Any] | None = self.values["score"]
        return found

    def page(self, said: Callable[[str], str] = str) -> dict[str, Any]:
        """Return the contents as JSON-compatible values; `said` translates the texts."""
        found: dict[str, Any] = _plain(self.values, said)
        return found

    def texts(self) -> Iterator[tuple[str, Location]]:
        """Yield the texts for people, and where each is written."""
        if self.node is not None:
            yield from _texts(self.node)


# The keys of texts that people read: of one, of a list, of a mapping.
TEXT_KEYS = frozenset(
    ("title", "empty", "name", "ask", "about", "label", "text", "one", "many", "nobody", "word",
     "help", "steps", "waits", "then", "choices", "sure", "must", "words", "names", "memories",
     "facts", "says")
)  # fmt: skip


def _plain(value: Any, said: Callable[[str], str], is_text: bool = False) -> Any:
    if isinstance(value, Mapping):
        return {
            str(key): _plain(
                each,
                str if key == "look" else said,
                is_text or (key in TEXT_KEYS and not _is_table(each)),
            )
            for key, each in value.items()
        }
    if isinstance(value, tuple | list):
        return [_plain(each, said, is_text) for each in value]
    return said(value) if is_text and isinstance(value, str) else value


def _is_table(value: object) -> bool:
    """Return whether a mapping contains mappings, so that its keys are names rather than kinds of
    text.
    """
    return isinstance(value, Mapping) and any(isinstance(each, Mapping) for each in value.values())


def _texts(node: Node, is_text: bool = False) -> Iterator[tuple[str, Location]]:
    if isinstance(node, MappingNode):
        for key, each in node.entries.items():
            if key == "look":  # names of colours and typefaces, not texts
                continue
            table = isinstance(each, MappingNode) and any(
                isinstance(inner, MappingNode) for inner in each.entries.values()
            )
            yield from _texts(each, is_text or (key in TEXT_KEYS and not table))
    elif isinstance(node, Sequence):
        for each in node.items:
            yield from _texts(each, is_text)
    elif isinstance(node, Scalar) and is_text and isinstance(node.value, str):
        yield node.value, node.location


NOTHING = Tabletop(TABLETOP.whole(FrozenMap({"table": 1})))


def read_tabletop(game: Game) -> tuple[Tabletop, list[Problem]]:
    """Return a game's display settings from its `table.yaml`, and the problems of the file."""
    file = game.folder / FILE
    if not is_there(file):  # a custom deck of a shipped game is displayed like that game
        shipped = shipped_with(game.code)
        if shipped is None or not is_there(shipped / FILE):
            return NOTHING, []
        file = shipped / FILE
    name = called(file)
    text = read_text(file, name)
    if isinstance(text, Problem):
        return NOTHING, [text]
    tree, problems = read_yaml(text, name)
    if not isinstance(tree, MappingNode):
        what = "expected a mapping with `table`, `plan` and `verbs`"
        return NOTHING, problems or [Problem(Location(name, 1, 1), what, "shape")]
    to = Reader(game.rules.number)
    found = TABLETOP.read(tree, to)
    return Tabletop(TABLETOP.whole(found), tree), problems + to.problems

"""The referee of Dance of Muses: its states, verbs and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from validator.games.dance_of_muses import facts, modes, place, render_text, setup, turn
from validator.games.dance_of_muses.cards import COLOURS, read_die, read_tiles
from validator.games.dance_of_muses.component_checks import SUBJECTS
from validator.games.dance_of_muses.constants import Table
from validator.games.dance_of_muses.deck_checks import beyond, deals
from validator.games.dance_of_muses.ending import score, won_by
from validator.games.dance_of_muses.numbers import NUMBERS, REQUIREMENTS
from validator.games.dance_of_muses.position_errors import impossible, unplayable
from validator.games.dance_of_muses.state import State
from validator.referee import api as ref
from validator.referee.api import CHANCE, Game, Problem

judge = ref.judge_claim(SUBJECTS, "{dice: {purple: 3}}")
modes.verb.add(judge)
PHASES = (setup, place, turn)  # these modules declare the other verbs
MNEMOSYNE = "mnemosyne"


class DanceOfMuses(ref.Referee[State]):
    """The referee of Dance of Muses."""

    verbs = modes.verb
    fields = facts.FIELDS
    waits = MappingProxyType(
        dict.fromkeys(modes.SETTING_UP, CHANCE) | dict.fromkeys(modes.ENDED, None)
    )
    sometimes = tuple(field.name for field in facts.OF_A_TILE)
    supply = ("box", "pool", "tokens")
    known_options = (MNEMOSYNE,)
    only_start = (("map", "the formation, a line for each row from the top"),)
    recurrence_rule = "DANCE-MOVE-14"
    opened, chance = staticmethod(setup.opened), staticmethod(setup.by_chance)
    winners, show = staticmethod(won_by), staticmethod(render_text.lines)
    position_errors = staticmethod(impossible)

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        designs, self.problems = read_tiles(game)
        self.table = Table(game, players, designs, MNEMOSYNE in options)
        for wrong in () if self.problems else unplayable(self.table):
            message = f"{wrong.rule}: {wrong.facts}"
            self.problems.append(Problem(game.rules[wrong.rule].location, message, "numbers"))

    def other_meaning(self, word: str) -> str:
        if read_die(word) is not None:
            return "a die"
        low = word.lower()
        if low in COLOURS:
            return "a colour of dice"
        if low in (name.lower() for name in self.table.designs):
            return "a Muse"
        if low in ("up", "down", "bare", "neutral"):
            return "a word that describes a tile"
        return super().other_meaning(word)

    def begin(self, first: int | None = None) -> State:
        return facts.opening(self.table, first)

    def place(self, start: Mapping[str, object]) -> State:
        return facts.from_start(self.table, start)

    def printed(self) -> Mapping[str, int]:
        tokens = dict(zip(facts.SUN_TOKENS, self.table.tokens, strict=True))
        dice = dict(zip(facts.DICE, self.table.supply, strict=True))
        return {**dict.fromkeys(self.table.designs, 1), **dice, **tokens}

    def scores(self, state: State) -> tuple[float, ...]:
        """Return the Suns of each player's Company, as if the game ended now."""
        suns = score(state).suns
        return tuple(float(suns[own.company]) for own in state.seats)

    def recurring(self, state: State) -> Any:
        if state.mode != modes.DANCE or state.steps or state.uses or not state.tiles:
            return None
        left, low = (min(each) for each in zip(*(t.square for t in state.tiles), strict=True))
        formation = [(t.muse, t.square[0] - left, t.square[1] - low, t.value) for t in state.tiles]
        return state.turn, tuple(formation)


RULESET = ref.Ruleset(
    referee=DanceOfMuses, numbers=NUMBERS, requirements=REQUIREMENTS,
    pieces={"suns": "{id} token"}, deck=ref.DeckChecks(judge, ("kit", "tiles"), deals, beyond),
)  # fmt: skip

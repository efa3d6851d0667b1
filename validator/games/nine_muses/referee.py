"""The referee of Nine Muses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from validator.core.model import Game
from validator.games.nine_muses import chance, claims, facts, modes, moves, render_text
from validator.games.nine_muses.cards import WORDS, read_cards
from validator.games.nine_muses.course import COURSE
from validator.games.nine_muses.deck_checks import beyond, deals
from validator.games.nine_muses.numbers import NUMBERS
from validator.games.nine_muses.requirements import REQUIREMENTS
from validator.games.nine_muses.state import State, Table
from validator.referee import api as ref
from validator.referee.core import CHANCE, Breach


class NineMuses(ref.Referee[State]):
    """The referee of Nine Muses for the given players."""

    verbs = ref.verbs_by_name(*moves.VERBS, *chance.VERBS, *claims.VERBS)
    course = COURSE
    fields = facts.FIELDS
    modes = moves.MODES
    turn = moves.TURN
    supply = ("box", "pool", "deck", "discard", "muse deck")
    opened, chance = staticmethod(chance.opened), staticmethod(chance.by_chance)
    show = staticmethod(render_text.lines)
    position_errors = staticmethod(facts.position_errors)

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        cards, self.problems = read_cards(game)
        self.table = Table(game, players, cards)

    def begin(self, first: int | None = None) -> State:
        return facts.opening(self.table, first or 0)

    def place(self, start: Mapping[str, object]) -> State:
        return facts.from_start(self.table, start)

    def mode(self, state: State) -> str:
        return state.mode

    def to_act(self, state: State) -> int | None:
        if state.mode in modes.IN_TURN:
            return state.turn
        return None if state.mode == modes.OVER else CHANCE

    def out_of_turn(self, state: State, move: ref.Move) -> Iterator[Breach]:
        yield from moves.out_of_turn(state, move)
        yield from super().out_of_turn(state, move)

    def printed(self) -> Mapping[str, int]:
        tokens = self.game.rules["NINE-COMP-06"]
        return {**{word: getattr(tokens, word) for word in WORDS}, **self.table.copies}

    def winners(self, state: State) -> Sequence[int]:
        return state.winners()

    def scores(self, state: State) -> Sequence[float]:
        return [own.score for own in state.seats]

    def remarks(self, before: State, after: State) -> Sequence[str]:
        most = self.table.most_shown
        return [
            f"{name} has {new.score} VP, more than a score pair can show ({most})"
            for name, old, new in zip(self.players, before.seats, after.seats, strict=True)
            if new.score > most >= old.score
        ]


RULESET = ref.Ruleset(
    referee=NineMuses,
    numbers=NUMBERS,
    requirements=REQUIREMENTS,
    deck=ref.DeckChecks(
        claims.judge, ("kit", "cards"), deals, beyond, ("philosophers", "muses", "aristotle")
    ),
)

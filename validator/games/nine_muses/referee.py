"""The referee of Nine Muses: all its parts, and what happens out of turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType

from validator.games.nine_muses import facts, rounds, setup
from validator.games.nine_muses.cards import WORDS
from validator.games.nine_muses.component_checks import SUBJECTS
from validator.games.nine_muses.constants import Table
from validator.games.nine_muses.deck_checks import beyond, deals
from validator.games.nine_muses.numbers import NUMBERS, REQUIREMENTS
from validator.games.nine_muses.state import OVER, ROUND, SETUP, State, verb
from validator.referee import api as ref
from validator.referee.api import CHANCE, Breach, Game, Message, turn_of

judge = ref.judge_claim(SUBJECTS, "{philosophers: {Aesop: 5}}")
verb.add(judge)


class NineMuses(ref.Referee[State]):
    """The referee of Nine Muses for the given players."""

    verbs = verb
    fields = facts.FIELDS
    supply = ("box", "pool", "deck", "discard", "muse deck")
    opened = staticmethod(setup.opened)
    waits = MappingProxyType({SETUP: CHANCE, ROUND: CHANCE, OVER: None})
    position_errors = staticmethod(facts.position_errors)

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        self.table = Table(game, players, self.problems)

    def about(self, piece: str) -> tuple[str, ...]:
        table = self.table
        if piece in table.muses:
            points = [f"{table.points[piece]} VP"] if table.points[piece] else []
            gives = [*points, *([str(table.gain[piece])] if any(table.gain[piece]) else [])]
            return (
                f"To Call her, you and nobody else must have: {table.condition[piece]}.",
                f"At the start of each turn her owner gains {' and '.join(gives)}.",
            )
        uses = [
            f"pay {line.pay} to gain {line.gain}" if any(line.pay) else f"gain {line.gain}"
            for line in table.philosophers.get(piece, ())
        ]
        said = f"either {', or '.join(uses)}." if uses[1:] else "".join(uses) + "."
        return (said[0].upper() + said[1:],) if uses else ()

    def begin(self, first: int | None = None) -> State:
        return setup.set_up(self.table, first or 0)

    def place(self, start: Mapping[str, object]) -> State:
        return facts.from_start(self.table, start)

    def out_of_turn(self, state: State, move: ref.Move) -> Iterator[Breach]:
        """Yield the rule on turns, and further rules if the player has just acted."""
        if state.last == move.seat:
            own, owner = state.seats[move.seat].muses, state.name(move.seat)
            values = {"turn": turn_of(state.name(state.turn)), "owner": owner}
            if move.verb == "collect" and not _named(move).isdisjoint(own):
                why = Message("{turn}; benefits of Muses are collected only at the beginning of "
                              "{owner}'s turn", values)  # fmt: skip
                yield from (Breach("NINE-RUL-07", why), Breach("NINE-TURN-02", why))
            used = Message("{turn}; {owner} [has|have] already used a Philosopher", values)
            yield Breach("NINE-TURN-03", used)
        yield from super().out_of_turn(state, move)

    def printed(self) -> Mapping[str, int]:
        tokens = self.game.rules["NINE-COMP-06"]
        return {**{word: getattr(tokens, word) for word in WORDS}, **self.table.copies}

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(float(own.score) for own in state.seats)

    def chance(self, state: State, random: Random) -> ref.Move:
        return rounds.by_chance(state, random)

    def remarks(self, before: State, after: State) -> Sequence[str]:
        most = self.table.most_shown
        return [
            f"{name} has {new.score} VP, more than a score pair can show ({most})"
            for name, old, new in zip(self.players, before.seats, after.seats, strict=True)
            if new.score > most >= old.score
        ]


def _named(move: ref.Move) -> set[str]:
    """Return the names of the Muses in a line of `collect`, even if the line is unfinished."""
    benefits = move.args[0] if move.args and move.args[0] is not ref.ANY else ()
    return {muse for muses, _ in benefits for muse in muses}


RULESET = ref.Ruleset(
    referee=NineMuses, numbers=NUMBERS, requirements=REQUIREMENTS,
    deck=ref.DeckChecks(judge, ("kit", "cards"), deals, beyond,
                        ("philosophers", "muses", "aristotle")),
)  # fmt: skip

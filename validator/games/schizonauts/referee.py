"""The referee of Schizonauts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from validator.games.schizonauts import (  # isort: skip # they declare the verbs, in this order
    setup, chain, allegiance_deal, scene, dice, answer_and_price, endgame, gather,  # noqa: F401
    payout_and_bets, final,  # noqa: F401
    memories, vote, bleed,  # noqa: F401
)  # fmt: skip
from validator.games.schizonauts import (
    facts,
    filled_sheets,
    modes,
    phases,
    position_errors,
    positions,
)
from validator.games.schizonauts.allegiance_deal import last_deal
from validator.games.schizonauts.allegiance_deck import deal_due
from validator.games.schizonauts.component_checks import SUBJECTS
from validator.games.schizonauts.constants import Table
from validator.games.schizonauts.deck_checks import deals
from validator.games.schizonauts.modes import verb
from validator.games.schizonauts.numbers import NUMBERS
from validator.games.schizonauts.requirements import REQUIREMENTS
from validator.games.schizonauts.sheet import SIDES
from validator.games.schizonauts.state import State
from validator.referee import api as ref
from validator.referee.paper import PaperSheet

NO_DECK = "no-deck"
LINES = "SCHIZ-KIT-18"  # the rule on the lines of the sheets


judge = ref.judge_claim(SUBJECTS, "{players: 4}", "assess")
verb.add(ref.end_claim(modes.not_over, "SCHIZ-GEN-03", "SCHIZ-FINAL-01"), judge)


class Schizonauts(ref.Referee[State]):
    """The referee of Schizonauts for the given players."""

    verbs = verb
    fields = facts.FIELDS
    position_errors = staticmethod(position_errors.position_errors)
    sometimes = ("kind", "full")
    known_options = (NO_DECK,)
    supply = ("box", "pool", "bank")

    def __init__(self, game: ref.Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        self.table = Table(game, players, self.problems, NO_DECK in options)

    def begin(self, first: int | None = None) -> State:
        return positions.opening(self.table, first)

    def place(self, start: Mapping[str, object]) -> State:
        return positions.from_start(self.table, start)

    def to_act(self, state: State) -> int | None:
        return modes.to_act(state)

    def actors(self, state: State) -> tuple[int, ...]:
        return () if state.phase == phases.OVER else (ref.TABLE,)

    def awaited(self, state: State) -> tuple[int, ...]:
        return modes.awaited(state)

    def asked(self, state: State) -> str:
        return modes.asked(state)

    def fitting(self, state: State, move: ref.Move) -> list[ref.Move]:
        del state
        return [move]

    def chance(self, state: State, random: Random) -> ref.Move:
        if state.scene.rolling and not state.scene.rolled and not state.due:
            return dice.random_roll(state, random)
        return _by_chance(state, random)

    def scores(self, state: State) -> tuple[float, ...]:
        """Return the coins of each player; the players with the most coins escape."""
        return tuple(float(sum(own.coins)) for own in state.seats)

    def winners(self, state: State) -> tuple[int, ...]:
        """Return the players who escape; the winning side is a separate fact."""
        return state.escaped

    def paper_sheets(self, state: State) -> Iterator[PaperSheet]:
        """Yield each player's character sheet; it is the long version if its lines are needed."""
        standard = self.game.rules[LINES].standard
        printed = {
            card.fields["version"]: (component.id, card.id)
            for component in self.game.components
            for card in component.cards
            if "version" in card.fields
        }
        for name, own in zip(self.players, state.seats, strict=True):
            lines, between = own.sheet.longest_sections()
            longer = lines > standard["section"] or between > standard["overlap"]
            found = printed.get("long" if longer else "standard")
            if found and own.made:
                values = own.sheet.values(self.table.aptitudes, bool(own.name))
                facts = tuple(f"{name}.{side}" for side in SIDES)
                yield PaperSheet(*found, name, values, facts=facts)

    def printed(self) -> Mapping[str, int]:
        agents, thieves = self.table.printed
        counts = {"Agent": agents, "Thief": thieves, "coin": self.table.coins}
        return {**dict.fromkeys(self.table.keys, 1), **counts}

    def remarks(self, before: State, after: State) -> Sequence[str]:
        table = self.table
        if before.phase == phases.SETUP != after.phase:
            if table.count < table.advised:
                return [
                    "with two players, each knows the other's final side as soon as they "
                    "know their own"
                ]
            if table.count > table.many:
                return [f"with more than {table.many} players, each player has less to do"]
        return ()


def _by_chance(state: State, random: Random) -> ref.Move:
    """Return a random draw or deal that is possible now."""
    if state.dealing:
        stock = [0] * state.pile[0] + [1] * state.pile[1]
        random.shuffle(stock)
        dealt = []
        for seat in state.table.seats:
            dealt += [(seat, stock.pop()) for _ in range(deal_due(state, last_deal(state)))]
        return ref.Move(ref.CHANCE, "deal", (tuple(dealt),))
    if state.phase == phases.SETUP:
        return ref.Move(ref.CHANCE, "deck", (tuple(random.sample(sorted(state.box), state.size)),))
    if state.table.no_deck:
        free = sorted((*state.box, *state.deck))
        card = random.choice(free)
        key = state.table.keys[card]
        slot = 0 if key.slot == state.table.zero_slot else key.slot
        return ref.Move(ref.CHANCE, "draw", ((key.page, slot), (card,)))
    return ref.Move(ref.CHANCE, "draw", (None, tuple(random.sample(state.deck, state.due))))


RULESET = ref.Ruleset(
    referee=Schizonauts, numbers=NUMBERS, requirements=REQUIREMENTS, pieces={"coins": "coin"},
    deck=ref.DeckChecks(judge, ("deck", "kit"), deals, components=("key-cards",)),
    check_sheet=filled_sheets.check, simulated=30,  # each takes half a second
)  # fmt: skip

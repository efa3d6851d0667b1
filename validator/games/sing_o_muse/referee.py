"""The referee of Sing! O Muse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from validator.core.model import Game

from validator.games.sing_o_muse import (  # isort: skip # they declare the verbs, in this order
    answers, blocking, claims, rearranging, war_choices, hold_cards_and_deities,  # noqa: F401
    playing, setup, turn, questing,  # noqa: F401
)  # fmt: skip
from validator.games.sing_o_muse import facts, modes, phases, positions
from validator.games.sing_o_muse.cards import read_cards
from validator.games.sing_o_muse.constants import Table
from validator.games.sing_o_muse.deck_checks import beyond, deals
from validator.games.sing_o_muse.effects import advance
from validator.games.sing_o_muse.losing_companions import dissolved
from validator.games.sing_o_muse.numbers import NUMBERS
from validator.games.sing_o_muse.position_errors import position_errors
from validator.games.sing_o_muse.requirements import REQUIREMENTS
from validator.games.sing_o_muse.state import State
from validator.games.sing_o_muse.war import over_limit
from validator.referee import api as ref
from validator.referee.core import CHANCE, Breach, Listing, Trace
from validator.referee.judge import Judge, Recorder
from validator.referee.messages import Steps
from validator.referee.verbs import GUESSES, JUDGE, Verb, trace_deeds

REARRANGING = ("move", "lead", "pass", "promotes")
LONG = "long"
# The verbs that a random player tries in order, and how often any other move is made.
CHALLENGES = ("challenge", "sea")
ONWARD = (("resolve",), ("play", "place", "discard"), ("embark",), CHALLENGES, ("end",))
SIDEWAYS = 0.04


class SingOMuse(ref.Referee[State]):
    """The referee of Sing! O Muse for the given players."""

    verbs = modes.verb
    opened = staticmethod(setup.opened)
    position_errors = staticmethod(position_errors)
    supply = ("deck", "discard", "box")
    sometimes = ("card", "trojan", "sides", "fighters", "flips", "duels", "dead", "total")
    known_options = (LONG,)
    unlisted = ("favor", "wrath", "hold", "allows", "stops", *REARRANGING, "restores",
                "bumps", "takes", "loots", "withdraw", "versus", "fights", "sits")  # fmt: skip

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        deck, problems = read_cards(game)
        self.table = Table(game, players, deck, LONG in options)
        self.fields = facts.fields(self.table.labels)
        super().__init__(game, players, options)
        self.problems = problems

    asked_modes = ("quest used", "stop")

    def awaited(self, state: State) -> tuple[int, ...]:
        """Return whom pages wait for: after a challenge, those who may stop it."""
        return questing.may_stop(state) or super().awaited(state)

    def asked(self, state: State) -> str:
        if questing.may_stop(state):
            return "stop"
        used = state.used >= self.table.actions or state.barred
        return "quest used" if state.mode == phases.QUEST and used else state.mode

    def about(self, piece: str) -> tuple[str, ...]:
        quest = self.table.quests.get(piece)
        if quest is None:
            return ()
        if quest.war:
            return ("Won only in the Trojan War.",)
        steps = "; ".join(f"{place}. {step.words(self.table.title)}"
                          for place, step in enumerate(quest.steps, 1))  # fmt: skip
        return (f"Steps, in this order: {steps}.", f"Worth {quest.laurels} Laurels.")

    def begin(self, first: int | None = None) -> State:
        return positions.opening(self.table, -1 if first is None else first)

    def place(self, start: Mapping[str, object]) -> State:
        return positions.from_start(self.table, start)

    def to_act(self, state: State) -> int | None:
        if state.stage == phases.OVER:
            return None
        if state.stage == phases.SETUP:
            return CHANCE
        for seat in state.window:
            if over_limit(state, seat)[0]:
                return seat
        if state.agenda:
            top = state.agenda[-1]
            if not (state.silver and state._replace(window=()).mode == phases.RESOLVE):
                asked = questing.asked_to_stop(state)
                return asked[0] if asked else top.seat
        return state.silver[0][0] if state.silver else state.turn

    def draws_next(self, state: State) -> bool:
        """Return whether the deck is next, even if others may still stop a challenge."""
        if self.to_act(state) == CHANCE:
            return True
        asked = questing.asked_to_stop(state)
        return bool(asked) and state.agenda[-1].seat == CHANCE

    def chance(self, state: State, random: Random) -> ref.Move:
        return turn.by_chance(state, random)

    # ---- after a War, both players rearrange until anything else is done

    def _settled(self, move: ref.Move) -> bool:
        """Return whether a move ends the rearranging that follows a War."""
        return self.verbs[move.verb].kind != "claim" and move.verb not in REARRANGING

    def _judged_in(self, state: State, move: ref.Move, to: Judge = JUDGE) -> State:
        """Return the state in which a move is checked.

        After a War, most moves first end the rearranging.
        """
        return self._closed(state, to) if state.window and self._settled(move) else state

    def shut(self, state: State, move: ref.Move) -> Iterator[Breach]:
        if state.window and self._settled(move):
            yield from _unsettled(state)
            state = self._closed(state)
        verb, mode = self.verbs[move.verb], state.mode
        if state.stage not in phases.FIXED and not self._is_next(state, verb, move.seat):
            yield from self.out_of_turn(state, move)
        if verb.modes and mode not in verb.modes:
            yield from (verb.gates.get(mode) or self.modes[mode]).breaches(state)

    def breaches(self, state: State, move: ref.Move) -> Iterator[Breach]:
        closed = tuple(self.shut(state, move))
        yield from closed or super().breaches(self._judged_in(state, move), move)

    def allows(self, state: State, move: ref.Move) -> bool:
        if state.window and self._settled(move):
            return not _unsettled(state) and super().allows(self._closed(state), move)
        return super().allows(state, move)

    def kept(self, state: State, move: ref.Move) -> Iterator[str]:
        return super().kept(self._judged_in(state, move), move)

    def apply(self, state: State, move: ref.Move, trace: Trace | None = None) -> State:
        verb = self.verbs[move.verb]
        if not isinstance(verb, Verb):  # a claim
            return super().apply(state, move, trace)
        to = JUDGE if trace is None else Recorder()
        to.asked()
        before = self._judged_in(state, move, to)
        played: State
        if isinstance(to, Recorder):
            played, own = verb.recorded(before, move)
            to.deeds += own.deeds
        else:
            played = super().apply(before, move)
        if played is before:
            return before
        after = advance(played, to)
        if move.verb != "allows":
            after = _forgotten(state, after, to)
        if trace is not None and isinstance(to, Recorder):
            trace_deeds(to, state, after, trace, self.facts, verb.code, verb.player(state, move))
        return after

    def follows(self, state: State, move: ref.Move) -> Steps:
        verb, to = self.verbs[move.verb], Recorder()
        if not isinstance(verb, Verb):  # a claim
            return ()
        to.asked()
        before = self._judged_in(state, move)
        played, _ = verb.recorded(before, move)
        if played is not before:
            advance(played, to)
        return [(each.say, each.values) for each in to.deeds if each.say and each.say.whole]

    def _closed(self, state: State, to: Judge = JUDGE) -> State:
        """Return the state after the rearranging that follows a War has ended."""
        seats, start = state.window, state
        state = to.did("WAR-16", start, state._replace(window=()))
        for seat in seats:
            for label, crew in enumerate(state.seats[seat].crews):
                if not crew.leader and (crew.members or crew.quest):
                    state = dissolved(state, seat, label, to)
        return advance(state, to)

    # ---- what is listed

    def whose_turn(self, state: State) -> int:
        """Return the seat of the active player.

        It stays their turn while another player answers.
        """
        return state.turn

    def legal(self, state: State) -> list[ref.Move]:
        found = super().legal(state)
        if state.window and not _unsettled(state):
            closed, others = self._closed(state), Listing()
            for seat, verb in self._choices(closed):
                if verb.name not in REARRANGING:
                    verb.extend(closed, seat, (), others)
            found += others
        return found

    def guess(self, state: State, random: Random) -> ref.Move | None:
        """Return a random legal move, usually one that advances the game."""
        if state.window:
            moves = self.legal(state)
            return random.choice(moves) if moves else None
        mode = state.mode
        if mode in (phases.PLAY, phases.QUEST, phases.RESOLVE) and random.random() > SIDEWAYS:
            seat = state.silver[0][0] if state.silver else state.turn
            acted = state.barred or state.used >= self.table.actions
            for names in ONWARD:
                if names is CHALLENGES:
                    if acted or mode == phases.RESOLVE:
                        continue
                    steps = questing.steps(state)
                    if takeable := [m for m in steps if self.verbs[m.verb].allows(state, m)]:
                        return random.choice(takeable)
                if move := self._onward(state, seat, mode, names, random):
                    return move
        return super().guess(state, random)

    def _onward(
        self, state: State, seat: int, mode: str, names: tuple[str, ...], random: Random
    ) -> ref.Move | None:
        """Return a legal move with one of the verbs in `names`: a guessed one, or else any.

        Returns None if there is none.
        """
        verbs = []
        for verb in map(self.verbs.__getitem__, names):
            if mode not in verb.modes or (verb.slots and not verb.slots[0](state, seat)):
                continue
            verbs.append(verb)
        if not verbs:
            return None
        for verb in verbs:
            for _ in range(GUESSES):
                if move := verb.guess(state, seat, random):
                    return move
        out = Listing()
        for verb in verbs:
            verb.extend(state, seat, (), out)
        return random.choice(out) if out else None

    # ---- components

    def printed(self) -> Mapping[str, int]:
        return dict.fromkeys((*self.table.cards, *self.table.quests), 1)

    def view(self, state: State, seat: int) -> State:
        """Return the state as the player in `seat` may see it.

        Cards that others drew or were dealt are hidden.
        """
        state = super().view(state, seat)
        if state.announced is not None:
            before = self.view(state.announced.before, seat)
            state = state._replace(announced=state.announced._replace(before=before))
        for other, side in enumerate(state.seats):
            if other != seat and side.dealt:
                state = state.alter(other, dealt=("?",) * len(side.dealt))
        if seat != state.turn:
            state = state._replace(drawn=("?",) * len(state.drawn))
        return state

    def remarks(self, before: State, after: State) -> Sequence[str]:
        table, early = self.table, (phases.SETUP, phases.BEGIN)
        begun = before.stage in early and after.stage not in early
        many = len(self.players) > table.long_players
        if begun and many and after.target >= table.long_target:
            return [f"with a target of {after.target}, no more than {table.long_players} players "
                    "are recommended"]  # fmt: skip
        return ()


def _forgotten(state: State, after: State, to: Judge) -> State:
    """Reset what lasts until the next move: a stoppable challenge, the spared only Hero."""
    if after.announced is not None and after.announced is state.announced:
        after = after._replace(announced=None)
    if after.spared and after.spared == state.spared:
        return to.did("LOSS-07", after, after._replace(spared=()))
    return after


def _unsettled(state: State) -> tuple[Breach, ...]:
    """Return the breaches of limits that still exist after a War."""
    for seat in state.window:
        rule, why = over_limit(state, seat)
        if rule:
            return Breach("SING-WAR-16", why), Breach(rule, why)
    return ()


RULESET = ref.Ruleset(
    referee=SingOMuse, numbers=NUMBERS, requirements=REQUIREMENTS, simulated=150,
    deck=ref.DeckChecks(claims.judge, ("kit", "cards"), deals, beyond, ("muse", "quests")),
)  # fmt: skip

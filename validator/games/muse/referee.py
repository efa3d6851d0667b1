"""The referee of Muse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from validator.games.muse import (  # isort: skip # they declare the verbs, in this order
    turn, discarding, support, showdown_start, jump, showdown, epilogue, timeout,  # noqa: F401
    adding_or_removing_players, random_draws, preparation, claims,  # noqa: F401
)  # fmt: skip
from validator.games.muse import facts, filled_sheets, notation, phases, positions
from validator.games.muse.combinations import leading_side
from validator.games.muse.component_checks import SUBJECTS
from validator.games.muse.constants import CRISIS, OPTIONS, QUESTIONS, Table
from validator.games.muse.deck_checks import deals
from validator.games.muse.modes import DUE, ENDED, verb
from validator.games.muse.numbers import NUMBERS, REQUIREMENTS
from validator.games.muse.state import State
from validator.referee import api as ref
from validator.referee.api import CHANCE, TABLE, Breach, Game, Message, Trace
from validator.referee.paper import PaperSheet

TRIES = 4  # guesses of a random player for one kind of move
STORY_SHEET = "story-sheet"
BEFORE_PLAY = ("prepare", "narrator", "deal")
judge = ref.judge_claim(SUBJECTS, "{tokens: 20}")
verb.add(judge)


ALL_TOLD = "all told"  # the Narrator's turn when every box is ticked


class MuseReferee(ref.Referee[State]):
    """The referee of Muse for the given players."""

    verbs = verb
    fields = facts.FIELDS
    sometimes = ("owners", "Y", "N", "aside", "supporters", "leading", "pot", "wave", "laid")
    unlisted = ("timeout", "join", "leave", "prepare")
    known_options = OPTIONS
    asked_modes = (ALL_TOLD,)
    opened = staticmethod(random_draws.opened)
    position_errors = staticmethod(positions.position_errors)
    known_draw = staticmethod(random_draws.known_draw)

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        self.table = Table(game, players, options)

    def begin(self, first: int | None = None) -> State:
        return positions.opening(self.table, first or 0)

    def place(self, start: Mapping[str, object]) -> State:
        return positions.from_start(self.table, start)

    # ---- who acts

    def out_of_turn(self, state: State, move: ref.Move) -> Iterator[Breach]:
        """Yield the rules that a player breaks by acting out of turn.

        These include the rules for players who have left, and the rule that ended a former
        Narrator's turn.
        """
        seat = move.seat
        who = {"actor": state.name_of(state.narrator), "owner": state.name_of(seat)}
        if seat >= 0 and seat not in state.circle:
            yield Breach("MUSE-PLAYER-02", Message("{owner} [is|are] not playing", who))
        gate = self.verbs[move.verb].turn
        if gate is not None and "MUSE-TURN-01" in gate.rules:
            for how, rules, did in ENDED:
                if state.last == (seat, how):
                    why = Message(
                        "it is {actor}'s turn to narrate; {owner} {deed}", {**who, "deed": did}
                    )
                    yield from (Breach(rule, why) for rule in rules)
            if state.interrupted[0] == seat and state.prep >= phases.BEGUN:
                why = Message("{actor} [has|have] jumped in on {owner}", who)
                yield from (Breach(rule, why) for rule in ("MUSE-JUMP-15", "MUSE-JUMP-06"))
        yield from super().out_of_turn(state, move)

    def awaited(self, state: State) -> tuple[int, ...]:
        together = state.mode == phases.PREPARE
        return (TABLE,) if together else super().awaited(state)

    def asked(self, state: State) -> str:
        done = state.mode == phases.TELL and state.elements and not state.unticked()
        return ALL_TOLD if done else super().asked(state)

    def to_act(self, state: State) -> int | None:
        mode = state.mode
        if mode in phases.SURPLUS or mode == phases.BONUS:
            return state.due[0].seat
        if mode == phases.SETUP or mode in DUE:
            return CHANCE
        if mode == phases.SHOWDOWN:
            owner = state.showdown.owners[1 - leading_side(self.table, state.showdown)]
            return owner if owner >= 0 else state.narrator
        if mode == phases.EPILOGUE:
            return state.telling[0]
        return None if mode == phases.OVER else state.narrator

    def apply(self, state: State, move: ref.Move, trace: Trace | None = None) -> State:
        """Apply a move; the first one after the preparation begins the story."""
        preparing = move.verb in BEFORE_PLAY or self.verbs[move.verb].kind == "claim"
        if state.prep < phases.BEGUN and not preparing:
            state = state._replace(prep=phases.BEGUN)
            if trace is not None:
                trace("MUSE-SETUP-04", "prepared")
        return super().apply(state, move, trace)

    # ---- chance

    def chance(self, state: State, random: Random) -> ref.Move:
        return random_draws.by_chance(state, random)

    def guess(self, state: State, random: Random) -> ref.Move | None:
        """Return a random legal move, usually one that advances the story."""
        for seat, name in _ideas(state, random):
            if name == "timeout":
                move = _time_out(state, seat)
                if move is not None and self.allows(state, move):
                    return move
            elif (move := self.verbs[name].guess(state, seat, random)) is not None:
                return move
        return super().guess(state, random)

    # ---- components

    def printed(self) -> Mapping[str, int]:
        return {**dict.fromkeys(self.table.cards, 1), "token": self.table.supply}

    def counted_as(self, piece: str) -> str:
        return "Cards" if piece in self.table.cards else piece

    def winners(self, state: State) -> tuple[int, ...]:
        return state.winners

    def paper_sheets(self, state: State) -> Iterator[PaperSheet]:
        """Yield the Story Sheet, and the Answer Sheets with the cards and tokens on them."""
        for component in self.game.components:
            for card in component.cards if component.kind == "sheet" else ():
                side, slot = card.fields.get("answer"), card.fields.get("slot")
                if card.id == STORY_SHEET:
                    yield PaperSheet(component.id, card.id, values=dict(state.story),
                                     facts=("story",))  # fmt: skip
                if side in ("yes", "no"):
                    letter = str(side)[0].upper()
                    zone = f"{letter}{slot}" if slot else f"C{letter}"
                    yield PaperSheet(component.id, card.id, zone=zone)


def _ideas(state: State, random: Random) -> Iterator[tuple[int, str]]:
    """Yield suggestions for the next move, as seats and verbs, that lead to Showdowns."""
    mode, circle = state.mode, state.circle
    if mode in phases.SURPLUS:
        yield state.due[0].seat, "discard"
    elif mode == phases.SHOWDOWN:
        for _ in range(TRIES):
            yield random.choice(circle), "tides"
        yield ref.TABLE, "close"
    elif mode == phases.BID:
        for _ in range(TRIES):
            name = random.choice(("match", "jump"))
            yield state.narrator if name == "match" else random.choice(circle), name
        yield ref.TABLE, "close"
    elif mode not in (phases.ANSWER, phases.BONUS, phases.EPILOGUE, phases.PREPARE):
        yield from _own_turn(state, random)


def _own_turn(state: State, random: Random) -> Iterator[tuple[int, str]]:
    seat = state.narrator
    if random.random() < 0.1:
        yield random.choice(state.circle), "jump"
    if random.random() < 0.3:
        yield seat, "timeout"
    if random.random() < 0.6:
        yield seat, random.choice(("describe", "draw"))
        yield random.choice(state.circle), "gift"
    yield seat, "showdown"
    for _ in range(TRIES):
        yield seat, "support"
    yield seat, "end"


def _time_out(state: State, seat: int) -> ref.Move | None:
    """Return a Time Out that continues or ends a story without Questions."""
    everybody = state.circle
    what: tuple[Any, ...]
    if state.table.late and not state.questions[CRISIS].open:
        what = (notation.RAISE, (QUESTIONS[CRISIS], ""), everybody, ())
    elif state.disallowed and not state.open_subplots() and not any(o.tokens for o in state.seats):
        what = (notation.TOKENS, None, everybody, ())
    elif state.open_subplots() < state.table.subplots and not state.disallowed:
        if state.outcome:
            what = (notation.DISALLOW, None, everybody, ())
        else:
            what = (notation.RAISE, (None, ""), everybody, ())
    elif not state.climax:
        what = (notation.CLIMAX, None, everybody, ())
    else:
        return None
    return ref.Move(seat, "timeout", what)


RULESET = ref.Ruleset(
    referee=MuseReferee, numbers=NUMBERS, requirements=REQUIREMENTS,
    pieces={"cards": "{rank}{suit}", "tokens": "token"},
    deck=ref.DeckChecks(judge, ("kit",), deals), check_sheet=filled_sheets.check,
    sheet_options=OPTIONS,
)  # fmt: skip

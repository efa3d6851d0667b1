"""The referee of Muse: its positions, verbs and rules under the names all referees share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from validator.core.frozen_map import Record
from validator.core.model import Game
from validator.games.muse import (
    chance,
    claims,
    duel,
    jump,
    render_text,
    start,
    timeout,
    turn,
)
from validator.games.muse.course import COURSE
from validator.games.muse.state import (
    BEGUN,
    BID,
    CLIMAX,
    DISALLOW,
    EPILOGUE,
    OPTIONS,
    OVER,
    RAISE,
    SETUP,
    SHOWDOWN,
    SIDES,
    TOKENS,
    Pieces,
    State,
    Table,
    is_drawing,
    lacks_approval,
    leading,
    open_subplots,
)
from validator.referee.core import CHANCE, TABLE, Breach, Listing, Move, Notes, verbs_by_name
from validator.referee.observe import OUTSIDE
from validator.referee.referee import Referee, Zone

TRIES = 4  # of a random player for one sort of move
BEFORE_PLAY = ("prepare", "narrator", "deal")


class Muse(Referee[State]):
    """Muse at one table."""

    verbs = verbs_by_name(
        *turn.VERBS, *jump.VERBS, *duel.VERBS, *timeout.VERBS, *chance.VERBS, *claims.VERBS
    )
    course = COURSE
    sometimes = ("owners", "Y", "N", "aside", "supporters", "leading", "pot", "wave", "laid")
    known_options = OPTIONS
    derived = start.DERIVED

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        self.table = Table(game, players, options)

    def begin(self, first: int | None = None) -> State:
        return start.opening(self.table, first or 0)

    def place(self, facts: Mapping[str, Any]) -> State:
        return start.position(self.table, facts)

    def unsound(self, state: State) -> Sequence[Breach]:
        table, count = self.table, len(state.seats)
        if not table.fewest <= count <= table.most:
            facts = f"{count} players, not {table.fewest} to {table.most}"
            return [Breach("MUSE-SETUP-01", facts)]
        return start.unsound(state)

    def settable(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        found = dict(super().settable(facts))
        for name in self.players:
            own = {k: v for k, v in found[name].items() if k not in ("cards", "bid", "owns")}
            found[name] = Record(own)
        return found

    # ---- who acts

    def names(self, state: State) -> tuple[str, ...]:
        return state.table.players

    def to_act(self, state: State) -> int | None:
        if state.stage == OVER:
            return None
        if state.stage == SETUP or is_drawing(state):
            return CHANCE
        if state.due:
            return state.due[0].seat
        if state.stage == SHOWDOWN and state.showdown is not None:
            owner = state.showdown.owners[1 - leading(self.table, state.showdown)]
            return owner if owner >= 0 else state.narrator
        return state.telling[0] if state.stage == EPILOGUE else state.narrator

    def legal(self, state: State) -> list[Move]:
        """What everybody at the table may do, the one to act first, and what the table closes."""
        out = Listing()
        actor = self.to_act(state)
        if actor is None or actor < 0:
            return out
        for seat in (actor, *(each for each in state.seats if each != actor)):
            for verb in self.verbs.values():
                if verb.kind == "move" and verb.listed:
                    verb.extend(state, seat, (), out)
        timeout.close.extend(state, TABLE, (), out)
        if lacks_approval(state, 1):
            out.append(Move(TABLE, claims.prepare.name, (claims.APPROVE, None, None)))
        return out

    def written(self, state: State, move: Move) -> str:
        if move.seat < len(self.players):
            return super().written(state, move)
        return f"{state.table.players[move.seat]} {self.verbs[move.verb].words(state, move)}"

    def apply(self, state: State, move: Move, note: Notes | None = None) -> State:
        claim = self.verbs[move.verb].kind == "claim"
        if state.prep < BEGUN and not claim and move.verb not in BEFORE_PLAY:
            state = state._replace(prep=BEGUN)
        return super().apply(state, move, note)

    # ---- chance

    def chance(self, state: State, random: Random) -> Move:
        return chance.by_chance(state, random)

    def lying(self, state: State) -> Move | None:
        return chance.lying(state)

    def guess(self, state: State, random: Random) -> Move | None:
        """A random legal move that brings the story forward more often than not."""
        for seat, name in self._ideas(state, random):
            verb = self.verbs[name]
            if verb is timeout.timeout:
                move: Move | None = _time_out(state, seat)
                if move is not None and not self.allows(state, move):
                    move = None
            else:
                move = verb.guess(state, seat, random)
            if move is not None:
                return move
        return None

    def _ideas(self, state: State, random: Random) -> Iterator[tuple[int, str]]:
        actor = self.to_act(state)
        assert actor is not None
        if actor >= 0 and state.due:
            yield actor, "discard"
            yield actor, "bonus"
        elif state.stage == EPILOGUE:
            yield actor, "epilogue"
        elif state.stage in (SHOWDOWN, BID):
            for _ in range(TRIES):
                verb = "tides" if state.stage == SHOWDOWN else random.choice(("match", "jump"))
                yield random.choice(state.seats), verb
            yield TABLE, "close"
        else:
            yield actor, "answer"
            if random.random() < 0.1:
                yield random.choice(state.seats), "jump"
            if random.random() < 0.3:
                yield actor, "timeout"
            if random.random() < 0.6:
                yield actor, random.choice(("describe", "draw"))
                yield random.choice(state.seats), "gift"
            for _ in range(TRIES):
                yield actor, "showdown"
            for _ in range(TRIES + TRIES):
                yield actor, "support"
            yield actor, "end"

    # ---- components

    def facts(self, state: State) -> Mapping[str, Any]:
        return start.facts(state)

    def zones(self, state: State) -> Mapping[str, Zone]:
        outside = self.table.supply - state.supply - state.added
        zones: dict[str, Zone] = {
            "deck": state.deck,
            "discard": state.discard,
            "pool": {"token": state.pool},
            OUTSIDE: {"token": outside},  # below 0: other objects serve as tokens
            "CY": {"token": state.crisis[0]},
            "CN": {"token": state.crisis[1]},
            "match": state.match,
        }
        zones |= dict(zip(start.SUBPLOT_SHEETS, state.sheets, strict=True))
        for seat, name in enumerate(state.table.players):
            zones[f"{name}'s hand"] = state.hands[seat]
            zones[f"{name}'s tokens"] = {"token": state.tokens[seat]}
            zones[f"{name}'s bid"] = dict(state.bids).get(seat, ())
        if state.showdown is not None:
            for side, label in enumerate(SIDES):
                zones[f"{label} up"] = state.showdown.up[side]
                zones[f"{label} aside"] = state.showdown.aside[side]
        return zones

    def parts(self, state: State) -> tuple[object, ...]:
        contest = state.showdown
        piles: Pieces = ()
        if contest is not None:
            piles = (*contest.up[0], *contest.up[1], *contest.aside[0], *contest.aside[1])
        hands = tuple(card for hand in state.hands for card in hand)
        bids = tuple(card for _, cards in state.bids for card in cards)
        tokens = sum(state.tokens) + sum(state.crisis) + state.pool - state.supply - state.added
        return (
            state.deck,
            state.discard,
            hands,
            bids,
            state.match,
            piles,
            *state.sheets,
            (tokens,),
        )

    def printed(self) -> Mapping[str, int]:
        return {**dict.fromkeys(self.table.cards, 1), "token": self.table.supply}

    def part(self, piece: str) -> str:
        return "Cards" if piece in self.table.cards else piece

    # ---- what players see

    def view(self, state: State, seat: int) -> State:
        def hidden(cards: Pieces) -> Pieces:
            return ("?",) * len(cards)

        return state._replace(
            hands=tuple(h if own == seat else hidden(h) for own, h in enumerate(state.hands)),
            deck=hidden(state.deck),
            sheets=tuple(hidden(cards) for cards in state.sheets),
            bids=tuple((who, c if who == seat else hidden(c)) for who, c in state.bids),
            match=state.match if state.narrator == seat else hidden(state.match),
        )

    def shuffled(self, state: State, seat: int, random: Random) -> State:
        cards = [*state.deck, *(card for pile in state.sheets for card in pile)]
        for other, hand in enumerate(state.hands):
            cards += hand if other != seat else ()
        for who, bid in state.bids:
            cards += bid if who != seat else ()
        cards += state.match if state.narrator != seat else ()
        random.shuffle(cards)

        def taken(pile: Pieces) -> Pieces:
            found = tuple(cards[: len(pile)])
            del cards[: len(pile)]
            return found

        return state._replace(
            deck=taken(state.deck),
            sheets=tuple(taken(pile) for pile in state.sheets),
            hands=tuple(h if other == seat else taken(h) for other, h in enumerate(state.hands)),
            bids=tuple((who, c if who == seat else taken(c)) for who, c in state.bids),
            match=state.match if state.narrator == seat else taken(state.match),
        )

    def show(self, state: State) -> list[str]:
        return render_text.lines(state)

    def grounds(self, state: State, fact: str) -> tuple[str, ...]:
        return claims.grounds(state, fact)


def _time_out(state: State, seat: int) -> Move | None:
    """The Time Out that brings a story without Questions to its end, or on."""
    if (
        state.disallowed
        and not open_subplots(state)
        and not any(state.tokens[s] for s in state.seats)
    ):
        what: tuple[Any, ...] = (TOKENS, None, state.seats, ())
    elif open_subplots(state) < state.table.subplots and not state.disallowed:
        if state.outcome:
            what = (DISALLOW, None, state.seats, ())
        else:
            what = (RAISE, (None, ""), state.seats, ())
    elif not state.climax:
        what = (CLIMAX, None, state.seats, ())
    else:
        return None
    return Move(seat, timeout.timeout.name, what)

"""The referee of Muse: its positions, verbs and rules under the names all referees share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from validator.core.frozen_map import Record
from validator.core.model import Game
from validator.games.muse import chance, claims, duel, jump, lines, show, start, timeout, turn
from validator.games.muse.course import COURSE
from validator.games.muse.position import (
    BEGUN,
    BID,
    EPILOGUE,
    OPTIONS,
    OVER,
    SETUP,
    SHOWDOWN,
    SIDES,
    Pieces,
    Position,
    Table,
    is_drawing,
    lacks_approval,
    leading,
    open_subplots,
)
from validator.referee.core import CHANCE, TABLE, Breach, Listing, Move, Notes, verbs_by_name
from validator.referee.observe import OUTSIDE
from validator.referee.referee import Referee, Zone

assert lines  # the readers and writers of the verbs

TRIES = 4  # of a random player for one sort of move
BEFORE_PLAY = ("prepare", "narrator", "deal")


class Muse(Referee[Position]):
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

    def begin(self, first: int | None = None) -> Position:
        return start.opening(self.table, first or 0)

    def place(self, facts: Mapping[str, Any]) -> Position:
        return start.position(self.table, facts)

    def unsound(self, at: Position) -> Sequence[Breach]:
        table, count = self.table, len(at.seats)
        if not table.fewest <= count <= table.most:
            facts = f"{count} players, not {table.fewest} to {table.most}"
            return [Breach("MUSE-SETUP-01", facts)]
        return start.unsound(at)

    def settable(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        found = dict(super().settable(facts))
        for name in self.players:
            own = {k: v for k, v in found[name].items() if k not in ("cards", "bid", "owns")}
            found[name] = Record(own)
        return found

    # ---- who acts

    def names(self, at: Position) -> tuple[str, ...]:
        return at.roster

    def to_act(self, at: Position) -> int | None:
        if at.stage == OVER:
            return None
        if at.stage == SETUP or is_drawing(at):
            return CHANCE
        if at.due:
            return at.due[0].seat
        if at.stage == SHOWDOWN and at.showdown is not None:
            owner = at.showdown.owners[1 - leading(self.table, at.showdown)]
            return owner if owner >= 0 else at.narrator
        return at.telling[0] if at.stage == EPILOGUE else at.narrator

    def legal(self, at: Position) -> list[Move]:
        """What everybody at the table may do, the one to act first, and what the table closes."""
        out = Listing()
        actor = self.to_act(at)
        if actor is None or actor < 0:
            return out
        for seat in (actor, *(each for each in at.seats if each != actor)):
            for verb in self.verbs.values():
                if verb.kind == "move" and verb.listed:
                    verb.extend(at, seat, (), out)
        timeout.close.extend(at, TABLE, (), out)
        if lacks_approval(at, 1):
            out.append(Move(TABLE, claims.prepare.name, (claims.APPROVE, None, None)))
        return out

    def written(self, at: Position, move: Move) -> str:
        if move.seat < len(self.players):
            return super().written(at, move)
        verb = self.verbs[move.verb]
        return f"{at.roster[move.seat]} {verb.word} {verb.writes(at, *move.args)}".rstrip()

    def apply(self, at: Position, move: Move, note: Notes | None = None) -> Position:
        claim = self.verbs[move.verb].kind == "claim"
        if at.prep < BEGUN and not claim and move.verb not in BEFORE_PLAY:
            at = at._replace(prep=BEGUN)
        return super().apply(at, move, note)

    # ---- chance

    def chance(self, at: Position, random: Random) -> Move:
        return chance.by_chance(at, random)

    def lying(self, at: Position) -> Move | None:
        return chance.lying(at)

    def guess(self, at: Position, random: Random) -> Move | None:
        """A random legal move that brings the story forward more often than not."""
        for seat, name in self._ideas(at, random):
            verb = self.verbs[name]
            if verb is timeout.timeout:
                move: Move | None = _time_out(at, seat)
                if move is not None and not self.allows(at, move):
                    move = None
            else:
                move = verb.guess(at, seat, random)
            if move is not None:
                return move
        return None

    def _ideas(self, at: Position, random: Random) -> Iterator[tuple[int, str]]:
        actor = self.to_act(at)
        assert actor is not None
        if actor >= 0 and at.due:
            yield actor, "discard"
            yield actor, "bonus"
        elif at.stage == EPILOGUE:
            yield actor, "epilogue"
        elif at.stage in (SHOWDOWN, BID):
            for _ in range(TRIES):
                verb = "tides" if at.stage == SHOWDOWN else random.choice(("match", "jump"))
                yield random.choice(at.seats), verb
            yield TABLE, "close"
        else:
            yield actor, "answer"
            if random.random() < 0.1:
                yield random.choice(at.seats), "jump"
            if random.random() < 0.3:
                yield actor, "timeout"
            if random.random() < 0.6:
                yield actor, random.choice(("describe", "draw"))
                yield random.choice(at.seats), "gift"
            for _ in range(TRIES):
                yield actor, "showdown"
            for _ in range(TRIES + TRIES):
                yield actor, "support"
            yield actor, "end"

    # ---- components

    def facts(self, at: Position) -> Mapping[str, Any]:
        return start.facts(at)

    def zones(self, at: Position) -> Mapping[str, Zone]:
        outside = self.table.supply - at.supply - at.added
        zones: dict[str, Zone] = {
            "deck": at.deck,
            "discard": at.discard,
            "pool": {"token": at.pool},
            OUTSIDE: {"token": outside},  # below 0: other objects serve as tokens
            "CY": {"token": at.crisis[0]},
            "CN": {"token": at.crisis[1]},
            "match": at.match,
        }
        zones |= dict(zip(start.SUBPLOT_SHEETS, at.sheets, strict=True))
        for seat, name in enumerate(at.roster):
            zones[f"{name}'s hand"] = at.hands[seat]
            zones[f"{name}'s tokens"] = {"token": at.tokens[seat]}
            zones[f"{name}'s bid"] = dict(at.bids).get(seat, ())
        if at.showdown is not None:
            for side, label in enumerate(SIDES):
                zones[f"{label} up"] = at.showdown.up[side]
                zones[f"{label} aside"] = at.showdown.aside[side]
        return zones

    def parts(self, at: Position) -> tuple[object, ...]:
        contest = at.showdown
        piles: Pieces = ()
        if contest is not None:
            piles = (*contest.up[0], *contest.up[1], *contest.aside[0], *contest.aside[1])
        hands = tuple(card for hand in at.hands for card in hand)
        bids = tuple(card for _, cards in at.bids for card in cards)
        tokens = sum(at.tokens) + sum(at.crisis) + at.pool - at.supply - at.added
        return (at.deck, at.discard, hands, bids, at.match, piles, *at.sheets, (tokens,))

    def printed(self) -> Mapping[str, int]:
        return {**dict.fromkeys(self.table.cards, 1), "token": self.table.supply}

    def part(self, piece: str) -> str:
        return "Cards" if piece in self.table.cards else piece

    # ---- what players see

    def view(self, at: Position, seat: int) -> Position:
        def hidden(cards: Pieces) -> Pieces:
            return ("?",) * len(cards)

        return at._replace(
            hands=tuple(h if own == seat else hidden(h) for own, h in enumerate(at.hands)),
            deck=hidden(at.deck),
            sheets=tuple(hidden(cards) for cards in at.sheets),
            bids=tuple((who, c if who == seat else hidden(c)) for who, c in at.bids),
            match=at.match if at.narrator == seat else hidden(at.match),
        )

    def shuffled(self, at: Position, seat: int, random: Random) -> Position:
        cards = [*at.deck, *(card for pile in at.sheets for card in pile)]
        for other, hand in enumerate(at.hands):
            cards += hand if other != seat else ()
        for who, bid in at.bids:
            cards += bid if who != seat else ()
        cards += at.match if at.narrator != seat else ()
        random.shuffle(cards)

        def taken(pile: Pieces) -> Pieces:
            found = tuple(cards[: len(pile)])
            del cards[: len(pile)]
            return found

        return at._replace(
            deck=taken(at.deck),
            sheets=tuple(taken(pile) for pile in at.sheets),
            hands=tuple(h if other == seat else taken(h) for other, h in enumerate(at.hands)),
            bids=tuple((who, c if who == seat else taken(c)) for who, c in at.bids),
            match=at.match if at.narrator == seat else taken(at.match),
        )

    def show(self, at: Position) -> list[str]:
        return show.lines(at)

    def grounds(self, at: Position, fact: str) -> tuple[str, ...]:
        return claims.grounds(at, fact)


def _time_out(at: Position, seat: int) -> Move | None:
    """The Time Out that brings a story without Questions to its end, or on."""
    if at.disallowed and not open_subplots(at) and not any(at.tokens[s] for s in at.seats):
        what: tuple[Any, ...] = (timeout.TOKENS, None, at.seats, ())
    elif open_subplots(at) < at.table.subplots and not at.disallowed:
        if at.outcome:
            what = (timeout.DISALLOW, None, at.seats, ())
        else:
            what = (timeout.RAISE, (None, ""), at.seats, ())
    elif not at.climax:
        what = (timeout.CLIMAX, None, at.seats, ())
    else:
        return None
    return Move(seat, timeout.timeout.name, what)

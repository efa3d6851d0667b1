"""The referee of Sing! O Muse: its positions, verbs and rules under the names all share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from validator.core.model import Game
from validator.games.sing_o_muse import (
    answers,
    claims,
    crews,
    holding,
    lines,
    playing,
    questing,
    show,
    start,
    turn,
)
from validator.games.sing_o_muse.cards import read_cards
from validator.games.sing_o_muse.course import COURSE
from validator.games.sing_o_muse.effects import advance
from validator.games.sing_o_muse.losses import dissolved
from validator.games.sing_o_muse.position import (
    BEGIN,
    OVER,
    SETUP,
    Position,
    Table,
    alter,
    held,
)
from validator.games.sing_o_muse.quests import ASIDE
from validator.games.sing_o_muse.war import over_limit
from validator.referee.core import CHANCE, Breach, Listing, Move, Notes, Refusal, verbs_by_name
from validator.referee.referee import Referee, Zone

assert lines  # the readers and writers of the verbs

REARRANGING = ("move", "lead", "pass", "promotes")
ASKED_AT_SEA = ("allows", "stops")  # also legal, and not asked for, after a challenge
LONG = "long"
CHALLENGES = ("challenge", "sea")
# What a random player looks for, one after the other, and how often they do anything else.
ONWARD = (("resolve",), ("play", "place", "discard"), ("embark",), CHALLENGES, ("end",))
SIDEWAYS = 0.04


class SingOMuse(Referee[Position]):
    """Sing! O Muse at one table."""

    verbs = verbs_by_name(
        *turn.VERBS, *playing.VERBS, *crews.VERBS, *holding.VERBS, *questing.VERBS,
        *answers.VERBS, *claims.VERBS,
    )  # fmt: skip
    course = COURSE
    sometimes = ("first", "card", "trojan", "sides", "fighters", "flips", "duels", "dead", "total")
    known_options = (LONG,)
    unlisted = ("favor", "wrath", "hold", *ASKED_AT_SEA, "move", "lead", "pass", "restores",
                "bumps", "takes", "loots", "withdraw", "versus", "fights", "sits")  # fmt: skip
    derived = (
        "players", "end", "score", "war_winner", "blocked", "pending", "asked", "laurels", "crews",
        "heroes", "size", "might", "traits", "total",
    )  # fmt: skip

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        deck, self.problems = read_cards(game)
        self.table = Table(game, players, deck, LONG in options)

    def begin(self, first: int | None = None) -> Position:
        return start.opening(self.table, -1 if first is None else first)

    def place(self, facts: Mapping[str, Any]) -> Position:
        return start.position(self.table, facts)

    def unsound(self, at: Position) -> Sequence[Breach]:
        table, count = self.table, len(self.players)
        most = min(table.most, table.heroes)
        if count > table.heroes:
            facts = f"{count} players, {table.heroes} Heroes"
            return [Breach("SING-DECK-17", facts), Breach("SING-SETUP-10", facts)]
        if not table.fewest <= count <= most:
            facts = f"{count} players, not {table.fewest} to {most}"
            return [Breach("SING-SETUP-10", facts)]
        return start.unsound(at)

    def to_act(self, at: Position) -> int | None:
        if at.stage == OVER:
            return None
        if at.stage == SETUP:
            return CHANCE
        for seat in at.window:
            if over_limit(at, seat)[0]:
                return seat
        if at.agenda:
            top = at.agenda[-1]
            if not (top.kind == "draw" and at.silver and at.table.during_draw):
                return top.seat
        if at.silver:
            return at.silver[0][0]
        return at.turn

    def facts(self, at: Position) -> Mapping[str, Any]:
        return start.facts(at)

    def settable(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        return start.settable(super().settable(facts), facts)

    def chance(self, at: Position, random: Random) -> Move:
        return turn.by_chance(at, random)

    # ---- what every move does besides

    def legal(self, at: Position) -> list[Move]:
        return self._listed(at, tuple(self.verbs))

    def _listed(self, at: Position, names: tuple[str, ...]) -> list[Move]:
        """The legal moves with some of the verbs."""
        out = Listing()
        seat = self.to_act(at)
        if seat is None or seat < 0:
            return out
        closed = self._closed(at)
        blocked = bool(answers.forgot_to_settle(at)[0])
        sea = at.top is not None and at.top.kind == "sea"
        for verb in map(self.verbs.__getitem__, names):
            if verb.kind != "move" or (verb.name in ASKED_AT_SEA and not sea):
                continue
            if verb.name in REARRANGING:
                verb.extend(at, seat, (), out)
            elif not blocked:
                verb.extend(closed, seat, (), out)
        return out

    def guess(self, at: Position, random: Random) -> Move | None:
        """A random legal move; most of them bring the game on, so that it comes to an end."""
        seat = self.to_act(at)
        if seat is None or seat < 0:
            return None
        moves: list[Move] = []
        if not at.agenda and not at.window and random.random() > SIDEWAYS:
            for names in ONWARD:
                if moves := self._listed(at, names):
                    break
        moves = moves or self.legal(at)
        steps = [each for each in moves if each.verb in CHALLENGES and each.args[-1] != ASIDE]
        return random.choice(steps or moves) if moves else None

    def refusal(self, at: Position, move: Move) -> Refusal | None:
        verb = self.verbs[move.verb]
        if move.verb in REARRANGING or verb.kind == "claim":
            breaches = tuple(verb.breaches(at, move))
        else:
            breaches = tuple(verb.breaches(self._closed(at), move))
            rule, facts = answers.forgot_to_settle(at)
            if rule:
                breaches = (Breach("SING-WAR-16", facts), Breach(rule, facts), *breaches)
        return Refusal(breaches) if breaches else None

    def allows(self, at: Position, move: Move) -> bool:
        return self.refusal(at, move) is None

    def apply(self, at: Position, move: Move, note: Notes | None = None) -> Position:
        verb = self.verbs[move.verb]
        if verb.kind == "claim":
            return at
        if move.verb not in REARRANGING:
            at = self._closed(at, note)
        after: Position = verb.does(at, move.seat, *move.args, note)
        if move.verb == "allows":
            return after
        if after.announced is not None and after.announced is at.announced:
            after = after._replace(announced=None)
        if after.spared and after.spared == at.spared:
            after = after._replace(spared=())
        return after

    def _closed(self, at: Position, note: Notes | None = None) -> Position:
        """The position when nobody re-arranges any more after a War."""
        if not at.window:
            return at
        seats = at.window
        at = at._replace(window=())
        for seat in seats:
            for label, crew in enumerate(at.sides[seat].crews):
                if not crew.leader and (crew.members or crew.quest):
                    at = dissolved(at, seat, label, note)
        return advance(at, note)

    # ---- components

    def zones(self, at: Position) -> Mapping[str, Zone]:
        zones: dict[str, Zone] = {
            "deck": at.deck, "discard": at.discard, "box": at.box, "foes": at.foes,
            "ordeals": at.ordeals, "middle": at.middle,
            "blocks": tuple(card for _, card in at.blocks),
        }  # fmt: skip
        for seat, name in enumerate(self.players):
            side = at.sides[seat]
            zones[f"{name}'s hand"] = side.hand
            zones[f"{name}'s cards"] = tuple(held(side._replace(hand=(), victory=())))
            zones[f"{name}'s Quests"] = tuple(c.quest for c in side.crews if c.quest)
            zones[f"{name}'s victory pile"] = side.victory
            zones[f"{name}'s pile set aside"] = side.aside
        return zones

    def parts(self, at: Position) -> tuple[object, ...]:
        return tuple(self.zones(at).values())

    def printed(self) -> Mapping[str, int]:
        return dict.fromkeys((*self.table.cards, *self.table.quests), 1)

    def view(self, at: Position, seat: int) -> Position:
        """Other hands and the unknown deck are hidden; what is known of the top is known."""
        at = at._replace(
            deck=(*at.deck[: at.known], *("?",) * (len(at.deck) - at.known)), announced=None
        )
        for other, side in enumerate(at.sides):
            if other != seat:
                hidden = tuple("?" for _ in side.hand)
                dealt = tuple("?" for _ in side.dealt)
                at = alter(at, other, hand=hidden, dealt=dealt)
        own = {*at.sides[seat].hand} if seat >= 0 else set()
        drawn = tuple(each if each in own else "?" for each in at.drawn)
        return at._replace(drawn=drawn if seat != at.turn else at.drawn)

    def shuffled(self, at: Position, seat: int, random: Random) -> Position:
        """Hidden cards change places: unknown deck, and other hands but for what acts at once."""
        open_ = {card for _, card in at.silver} | {task.card for task in at.agenda}

        def free(card: str) -> bool:
            return card not in open_ and self.table.cards[card].holds

        hidden = [card for card in at.deck[at.known :] if free(card)]
        for other, side in enumerate(at.sides):
            if other != seat:
                hidden += [card for card in side.hand if free(card)]
        random.shuffle(hidden)

        def redraw(cards: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(hidden.pop() if free(card) else card for card in cards)

        changed: dict[str, str] = {}
        deck = (*at.deck[: at.known], *redraw(at.deck[at.known :]))
        for other, side in enumerate(at.sides):
            if other != seat:
                hand = redraw(side.hand)
                changed |= dict(zip(side.hand, hand, strict=True))
                dealt = tuple(changed.get(card, card) for card in side.dealt)
                at = alter(at, other, hand=hand, dealt=dealt)
        drawn = at.drawn
        if seat != at.turn:
            drawn = tuple(changed.get(card, card) for card in drawn)
        return at._replace(deck=deck, drawn=drawn)

    def show(self, at: Position) -> list[str]:
        return show.lines(at)

    def grounds(self, at: Position, fact: str) -> tuple[str, ...]:
        return start.grounds(at, fact)

    def remarks(self, before: Position, after: Position) -> Sequence[str]:
        table = self.table
        begun = before.stage in (SETUP, BEGIN) and after.stage not in (SETUP, BEGIN)
        many = len(self.players) > table.long_players
        if begun and many and after.target >= table.long_target:
            return [f"with a target of {after.target} at most {table.long_players} players"
                    " are advised"]  # fmt: skip
        return ()

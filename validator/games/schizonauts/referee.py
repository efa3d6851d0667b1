"""The referee of Schizonauts: its positions, verbs and rules under the names all referees share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from validator.core.model import Game
from validator.games.schizonauts import (
    claims,
    dice,
    endgame,
    final,
    memories,
    question,
    scene,
    setup,
    show,
    sound,
    start,
    vote,
)
from validator.games.schizonauts.course import COURSE
from validator.games.schizonauts.keys import read_keys
from validator.games.schizonauts.position import (
    BET,
    BLEED,
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    OVER,
    PAY,
    SETUP,
    SITUATION,
    TALLY,
    VOTE,
    Position,
    Table,
    bettors,
    result,
)
from validator.games.schizonauts.sheet import Pair
from validator.referee.core import CHANCE, TABLE, Breach, Listing, Move, verbs_by_name
from validator.referee.referee import Referee, Zone

assert all((memories, question))  # laws of the verbs

NO_DECK = "no-deck"


class Schizonauts(Referee[Position]):
    """Schizonauts at one table."""

    verbs = verbs_by_name(
        setup.character, setup.length, setup.starter, setup.cards, setup.deck, setup.study,
        setup.ready, setup.chain, setup.draw,
        *scene.VERBS, *scene.ASIDES, *dice.VERBS, *dice.BY_TABLE, dice.roll,
        vote.vote, vote.bleeder, vote.raise_, vote.supply, vote.propose, vote.bleed, vote.copy,
        vote.replace, vote.link, vote.done,
        endgame.gather, setup.deal, endgame.situation, endgame.interlude, endgame.reveal,
        endgame.claim, endgame.look, endgame.pay, endgame.bet,
        final.begin, final.unmask, *final.ASIDES, final.verdict, final.identity, final.tally,
        final.escape, *claims.VERBS,
    )  # fmt: skip
    course = COURSE
    sometimes = ("kind", "full")
    known_options = (NO_DECK,)

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        super().__init__(game, players, options)
        keys, self.problems = read_keys(game)
        self.table = Table(game, players, keys, NO_DECK in options)
        self._alone = tuple(verb for verb in self.verbs.values() if verb.kind == "move")
        self._together = tuple(verb for verb in self.verbs.values() if verb.kind == "table")

    def begin(self, first: int | None = None) -> Position:
        return start.opening(self.table, first)

    def place(self, facts: Mapping[str, Any]) -> Position:
        return start.position(self.table, facts)

    def unsound(self, at: Position) -> Sequence[Breach]:
        return sound.unsound(at)

    def to_act(self, at: Position) -> int | None:
        if at.phase == OVER:
            return None
        waiting = at.scene.rolling and not at.scene.rolled
        if at.due or at.dealing or waiting or (at.phase == SETUP and at.size and not at.deck):
            return CHANCE
        if at.phase in ("characters", "preamble", "interlude"):
            done = {"characters": at.made, "preamble": at.ready}.get(at.phase, at.names)
            return next((seat for seat in self.table.seats if not done[seat]), TABLE)
        if at.phase == SITUATION:
            return at.starter
        if at.phase in (SETUP, GATHER, TALLY) or at.turn < 0:
            return TABLE
        return self._in_turn(at)

    def _in_turn(self, at: Position) -> int:
        """Who is next in a turn: the table for what all do, else the one who is waited for."""
        scene_ = at.scene
        if at.step in (VOTE, PAY) or (at.step == BLEED and at.bleed.raised and not at.bleed.chosen):
            return TABLE
        if at.step == BLEED:
            return at.turn
        if at.step == BET:
            return bettors(at)[0] if bettors(at) else at.turn
        if scene_.open and scene_.rolled and (scene_.narrator < 0 or scene_.judge < 0):
            return TABLE
        if scene_.open and scene_.judge >= 0:
            return TABLE if scene_.price else scene_.judge
        return at.turn

    def legal(self, at: Position) -> list[Move]:
        """The moves of everybody: several players act in a scene, and the table with them."""
        out = Listing()
        if at.phase == OVER:
            return out
        for seat in self.table.seats:
            for verb in self._alone:
                verb.extend(at, seat, (), out)
        for verb in self._together:
            verb.extend(at, TABLE, (), out)
        return out

    def guess(self, at: Position, random: Random) -> Move | None:
        moves = self.legal(at)
        verbs = sorted({move.verb for move in moves})
        if not verbs:
            return None
        verb = random.choice(verbs)
        return random.choice([move for move in moves if move.verb == verb])

    def fitting(self, at: Position, move: Move) -> list[Move]:
        del at
        return [move]

    def facts(self, at: Position) -> Mapping[str, Any]:
        return start.facts(at)

    def settable(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        return start.settable(facts)

    def chance(self, at: Position, random: Random) -> Move:
        if at.scene.rolling and not at.scene.rolled and not at.due:
            return dice.random_roll(at, random)
        return setup.by_chance(at, random)

    def scores(self, at: Position) -> Sequence[float]:
        """Coins: who has most escapes."""
        return [float(sum(each)) for each in at.coins]

    def winners(self, at: Position) -> Sequence[int]:
        """A side wins, not a player; who escapes has done best."""
        return at.escaped

    def zones(self, at: Position) -> Mapping[str, Zone]:
        zones: dict[str, Zone] = {
            "box": at.box,
            "key deck": at.deck,
            "chain": at.chain,
            "scene": (at.scene.key,) if at.scene.key else (),
            "centre": at.centre,
            "pool": {"coin": at.bank, **_cards(at.spare)},
            "allegiance deck": _cards(at.pile),
        }
        for seat, name in enumerate(self.players):
            zones[f"{name}'s hand"] = at.hands[seat]
            zones[f"{name}'s votes"] = _cards(at.ballots[seat])
            zones[f"{name}'s cards"] = {
                f"{kind}": at.up[seat][i] + at.down[seat][i]
                for i, kind in enumerate(("Agent", "Thief"))
            }
            zones[f"{name}'s coins"] = {"coin": sum(at.coins[seat]) + at.earned[seat]}
        return zones

    def parts(self, at: Position) -> tuple[object, ...]:
        coins = tuple((0, 0, sum(c) + e) for c, e in zip(at.coins, at.earned, strict=True))
        key = (at.scene.key,) if at.scene.key else ()
        return (at.box, at.deck, at.chain, key, at.centre, at.spare, (0, 0, at.bank), at.pile,
                *at.hands, *at.ballots, *at.up, *at.down, *coins)  # fmt: skip

    def printed(self) -> Mapping[str, int]:
        cards = dict.fromkeys(self.table.keys, 1)
        return {**cards, **_cards(self.table.printed), "coin": self.table.coins}

    def view(self, at: Position, seat: int) -> Position:
        down = tuple(cards if own == seat else (sum(cards), 0) for own, cards in enumerate(at.down))
        deck = ("?",) * len(at.deck)
        return at._replace(down=down, pile=(sum(at.pile), 0), deck=deck, box=("?",) * len(at.box))

    def shuffled(self, at: Position, seat: int, random: Random) -> Position:
        hidden = [0] * at.pile[0] + [1] * at.pile[1]
        for other, cards in enumerate(at.down):
            if other != seat:
                hidden += [0] * cards[0] + [1] * cards[1]
        random.shuffle(hidden)
        down: list[Pair] = []
        for other, cards in enumerate(at.down):
            if other == seat:
                down.append(cards)
            else:
                own = [hidden.pop() for _ in range(sum(cards))]
                down.append((own.count(0), own.count(1)))
        keys = [*at.deck, *at.box]
        random.shuffle(keys)
        cut = len(at.deck)
        return at._replace(
            down=tuple(down), pile=(hidden.count(0), hidden.count(1)),
            deck=tuple(keys[:cut]), box=tuple(keys[cut:]),
        )  # fmt: skip

    def show(self, at: Position) -> list[str]:
        return show.lines(at)

    def grounds(self, at: Position, fact: str) -> tuple[str, ...]:
        first, _, last = fact.partition(".")
        last = last.rpartition(".")[2] or last
        if first in ("winner", "result") and (at.tallied or at.phase == OVER):
            rule = "SCHIZ-TALLY-03" if result(at) == "dark" else "SCHIZ-TALLY-02"
            return (rule, "SCHIZ-TALLY-01")
        if first in ("length", "rounds", "cards"):
            return ("SCHIZ-DECK-01", "SCHIZ-DECK-05", "SCHIZ-KIT-01")
        if first == "scenes":
            return ("SCHIZ-DECK-05", "SCHIZ-KIT-02")
        if first == "phase":
            return ("SCHIZ-GEN-03",)
        if first == "coins" or first == "bank":
            return ("SCHIZ-TALLY-07",)
        if last == "allegiance":
            return ("SCHIZ-ALLEG-01", "SCHIZ-ALLEG-02")
        if last == "hand" and at.phase == GATHER:
            return ("SCHIZ-FLASH-16",)
        if fact == "scene.outcome":
            return ("SCHIZ-FINAL-07",)
        if last == "coins" and at.phase == FLASHBACK:
            return ("SCHIZ-FLASH-17",)
        if fact.startswith(("scene.pool", "scene.rating")) and at.scene.open:
            return _dice_rules(at)
        if fact.rpartition(".")[2] in self.table.aptitudes and at.phase in (ENDGAME, FINAL):
            return ("SCHIZ-END-16", "SCHIZ-END-08")
        return ()

    def remarks(self, before: Position, after: Position) -> Sequence[str]:
        table = self.table
        if before.phase == SETUP != after.phase:
            if table.count < table.advised:
                return ["with two players each knows the other's final side as soon as her own"]
            if table.count > table.many:
                return [f"above {table.many} players there is less for each to do"]
        return ()


def _dice_rules(at: Position) -> tuple[str, ...]:
    """The rules from which the dice of a scene follow."""
    dead = ("SCHIZ-AFTER-02",) if at.dead[at.turn] or at.dead[at.scene.visitor] else ()
    if at.phase == FLASHBACK:
        return ("SCHIZ-DICE-01", "SCHIZ-DICE-02", "SCHIZ-DICE-04", "SCHIZ-SCENE-12")
    if at.phase == ENDGAME:
        return ("SCHIZ-DICE-01", "SCHIZ-DICE-03", "SCHIZ-END-10", "SCHIZ-END-13",
                "SCHIZ-REVEAL-12", "SCHIZ-REVEAL-13", *dead)  # fmt: skip
    return ("SCHIZ-CRISIS-06", *(("SCHIZ-CRISIS-07", *dead) if dead else ()))


def _cards(pair: Pair) -> dict[str, int]:
    return dict(zip(("Agent", "Thief"), pair, strict=True))

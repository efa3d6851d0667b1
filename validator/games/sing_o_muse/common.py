"""What many verbs share: whose turn it is, what is asked first, and that the game is not over."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from validator.games.sing_o_muse.cards import HERO
from validator.games.sing_o_muse.position import (
    BEGIN,
    DRAW,
    OVER,
    PLAY,
    QUEST,
    SETUP,
    Position,
    Task,
    active,
    to_play,
)
from validator.referee.core import CHANCE, Verb, Verdict, laws_for

# Kinds of tasks: the rules that ask for an answer, and what is asked.
ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "choose": (("SING-WAR-01",), "names an opponent first ('versus')"),
    "lose": (("SING-LOSS-02", "SING-LOSS-03", "SING-LOSS-04"), "loses a character first"),
    "crew": (("SING-LOSS-03",), "names a Crew first ('picks')"),
    "restore": (("SING-TRANSFORM-04",), "restores first, or 'restores none'"),
    "take": (("SING-LOSS-12",), "takes from the discard pile first, or 'takes none'"),
    "draw": (("SING-DRAW-03", "SING-TURN-01"), "draws first ('~ draw')"),
    "hand": (("SING-HOLD-05",), "loses a hidden card first ('~ hits')"),
    "block": (("SING-BLOCK-01",), "lays the card across a Quest first ('blocks')"),
    "clear": (("SING-HOLD-05",), "removes a Blocking card first ('clears')"),
    "bump": (("SING-HOLD-05",), "takes cards from the queues first ('bumps')"),
    "steal": (("SING-HOLD-05",), "takes a Treasure first ('takes')"),
    "shed": (("SING-HOLD-05",), "names a Treasure that is discarded first ('loses' or 'picks')"),
    "learn": (("SING-LOSS-09",), "names the Hero who learns it first ('learns')"),
    "promote": (("SING-LOSS-05",), "names a new leader first ('promotes')"),
    "give": (("SING-TREASURE-06",), "gives the Treasure to a bearer first ('gives')"),
    "join": (("SING-CHAL-14",), "says whether the Foe joins first ('joins')"),
    "sea": (("SING-SEA-02",), "is asked about the crossing first ('allows' or 'stops')"),
    "fights": (("SING-WAR-03",), "names the Crew that fights first ('fights')"),
    "sits": (("SING-WAR-06",), "says who sits out first ('sits out')"),
    "flips": (("SING-WAR-07",), "shuffles for the War first ('~ flips')"),
    "loots": (("SING-WAR-09",), "takes spoils of the War first, or 'loots none'"),
}


def name_of(at: Position, seat: int) -> str:
    """A player's name."""
    return at.table.players[seat]


def waiting_task(at: Position) -> Task | None:
    """What is asked now, unless a Play Immediately effect comes before it."""
    top = at.top
    if top is not None and top.kind == "draw" and at.silver and at.table.during_draw:
        return None
    return top


def not_over(at: Position, _: int) -> Verdict:
    """Nothing happens after the end."""
    return "" if at.stage != OVER else "the game is over"


def own_turn(at: Position, seat: int) -> Verdict:
    """Only the active player acts."""
    if at.stage in (OVER, SETUP, BEGIN) or seat < 0:
        return None
    return "" if seat == at.turn else f"it is {name_of(at, at.turn)}'s turn"


def begun(at: Position, _: int) -> Verdict:
    """Nobody acts before the set-up is done."""
    if at.stage == SETUP:
        return "the set-up is not finished ('~ deal')"
    return "nobody has begun yet ('begins')" if at.stage == BEGIN else None


def _asks(kind: str, words: str) -> Callable[[Position, int], Verdict]:
    def nothing_asked(at: Position, _: int) -> Verdict:
        """What is asked comes first."""
        task = waiting_task(at)
        if at.stage == OVER or task is None or task.kind != kind:
            return None
        who = name_of(at, task.of if task.seat == CHANCE else task.seat)
        return f"{who} {words}"

    return nothing_asked


def silver_first(at: Position, _: int) -> Verdict:
    """Play Immediately cards come before everything else."""
    if at.stage == OVER or not at.silver:
        return None
    seat, card = at.silver[0]
    return f"{name_of(at, seat)} resolves {at.table.title(card)} first"


def in_play_step(at: Position, seat: int) -> Verdict:
    """The Play step comes after the draw and before the Quest step."""
    if at.stage == DRAW:
        return "the cards of this turn are not drawn yet"
    if at.stage == QUEST and seat == at.turn:
        return "the Play step of this turn is over"
    return "" if at.stage == PLAY else None


def placeable(at: Position, seat: int, character: str) -> bool:
    """Whether a waiting character can go into some Crew."""
    side, table = at.sides[seat], at.table
    turned = character in side.transformed
    for crew in side.crews:
        if not crew.leader:
            if table.cards[character].type == HERO and not turned:
                return True
        elif turned or len(active(side, crew)) < table.crew_size:
            return True
    return False


def played_out(at: Position, seat: int) -> Verdict:
    """The hand holds only Hold This Cards when the Play step ends."""
    if at.stage != PLAY or seat != at.turn:
        return None
    left = to_play(at, seat)
    return f"{at.table.titles(left)} must be played first" if left else ""


def placed_out(at: Position, seat: int) -> Verdict:
    """Who waits is placed in the Play step."""
    side = at.sides[seat]
    if at.stage != PLAY or seat != at.turn:
        return None
    crews = any(crew.leader for crew in side.crews)
    left = tuple(
        each for each in side.waiting
        if each not in side.late and (crews or placeable(at, seat, each))
    )  # fmt: skip
    return f"{at.table.titles(left)} must be placed first" if left else None


def bind(verbs: Iterable[Verb], *, turn: bool = True, asks: bool = True) -> None:
    """The laws that come first: the end, whose turn it is, what is asked, what acts at once."""
    verbs = tuple(verbs)
    laws_for(verbs, "SING-WIN-03", "SING-WIN-01")(not_over)
    laws_for(verbs, "SING-TURN-01", "SING-SETUP-02")(begun)
    if turn:
        laws_for(verbs, "SING-TURN-02", "SING-SETUP-08")(own_turn)
    if asks:
        for kind, (ids, words) in ASKED.items():
            laws_for(verbs, *ids)(_asks(kind, words))
        laws_for(verbs, "SING-IMM-01")(silver_first)

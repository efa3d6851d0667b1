"""The modes of Sing! O Muse, with the pending task of each."""

from __future__ import annotations

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.state import State, Task
from validator.referee.api import CHANCE, Gate, Judge, Message, Say, Verbs, gate, turn_of
from validator.referee.judge import Rules, S

# Kinds of tasks: the rules that require an answer, and the answer as text.
ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "choose": (("WAR-01",), "must first name an opponent with 'versus'"),
    "lose": (("LOSS-02",), "must first lose a character"),
    phases.BLIND: (
        ("LOSS-03", "LOSS-04"),
        "must first lose a character, drawn at random with '~ hits'",
    ),
    "crew": (("LOSS-03",), "must first name a Crew with 'picks'"),
    "restore": (("TRANSFORM-04",), "must first restore characters, or write 'restores none'"),
    "take": (("LOSS-12",), "must first take a card from the discard pile, or write 'takes none'"),
    phases.DRAW: (("DRAW-03", "TURN-01"), "must first draw cards with '~ draw'"),
    "hand": (("HOLD-05",), "must first lose a hidden card, drawn at random with '~ hits'"),
    "block": (("BLOCK-01",), "must first lay the card across a Quest with 'blocks'"),
    "clear": (("HOLD-05",), "must first remove a Blocking card with 'clears'"),
    "bump": (("HOLD-05",), "must first take cards from the queues with 'bumps'"),
    "steal": (("HOLD-05",), "must first take a Treasure with 'takes'"),
    "shed": (("HOLD-05",), "must first name a Treasure to discard with 'loses' or 'picks'"),
    "learn": (("LOSS-09",), "must first name the Hero who learns the revelation, with 'learns'"),
    "promote": (("LOSS-05",), "must first name a new leader with 'promotes'"),
    "give": (("TREASURE-06",), "must first give the Treasure to a bearer with 'gives'"),
    "join": (("CHAL-14",), "must first say whether the Foe joins"),
    phases.SEA: (("SEA-02",), "must first answer the crossing with 'allows' or 'stops'"),
    "fights": (("WAR-03",), "must first name the Crew that fights, with 'fights'"),
    "sits": (("WAR-06",), "must first say who sits out, with 'sits out'"),
    "flips": (("WAR-07",), "must first shuffle for the War with '~ flips'"),
    "loots": (("WAR-09",), "must first take spoils of the War, or write 'loots none'"),
}


def _who(s: State, task: Task) -> str:
    return s.name_of(task.of if task.seat == CHANCE else task.seat)


def what_is_asked(s: State) -> Message:
    """Return the player who must answer, and the subject of the answer."""
    top = s.top
    assert top is not None
    mode = phases.BLIND if top.kind == "lose" and top.seat == CHANCE else top.kind
    return Message("{actor} " + ASKED[mode][1], {"actor": _who(s, top)})


def is_asked(s: State, seat: int, mode: str) -> bool:
    return s.mode == mode and s.agenda[-1].seat == seat


def acts_at_once(s: State) -> Message:
    """Return which player must resolve a Play Immediately card first."""
    seat, card = s.silver[0]
    values = {"actor": s.name_of(seat), "card": s.title(card)}
    return Message("{actor} must first resolve {card}", values)


MODES: dict[str, Gate] = {
    phases.SETUP: gate("TURN-01", "SETUP-02",
                       why="the set-up is not finished; deal all hands with '~ deal'"),
    phases.BEGIN: gate("TURN-01", "SETUP-02",
                       why="nobody has begun yet; the first player must begin ('begins')"),
    **{kind: gate(*rules, why=what_is_asked) for kind, (rules, _) in ASKED.items()},
    phases.RESOLVE: gate("IMM-01", why=acts_at_once),
    phases.PLAY: gate("TURN-01",
                      why="the Play step is not over, and no card requires this action now"),
    phases.QUEST: gate("TURN-01", "PLAY-06", "PLAY-02",
                       why="the Play step of this turn is over, and no card requires this "
                           "action now"),
    phases.OVER: gate("WIN-03", "WIN-01", why="the game is over"),
    phases.WINDOW: gate(why=""),  # nothing is closed: other verbs end the re-arranging after a War
}  # fmt: skip
IN_PLAY = tuple(mode for mode in MODES if mode not in (phases.SETUP, phases.BEGIN, phases.OVER))
NOT_OVER = (phases.SETUP, phases.BEGIN, *IN_PLAY)

verb = Verbs(
    "SING", MODES, always=phases.FIXED,
    turn=gate("TURN-02", "SETUP-08", why=lambda s: turn_of(s.name_of(s.turn))),
)  # fmt: skip


def is_due(s: State, me: int, to: Judge, *rules: str) -> None:
    """Check that the player who answers is the one who must answer."""
    top = s.agenda[-1]
    to.holds(("TURN-02", *rules), top.seat == me, "{other} must answer first", other=_who(s, top))


class Settled(Judge):
    """A judge for an answer that is part of another line, whose checks already cover its rules."""

    def __init__(self, to: Judge) -> None:
        self.to = to

    def did(self, rules: Rules, before: S, after: S, say: Say | None = None, **values: object) -> S:
        return self.to.did(rules, before, after, say, **values)

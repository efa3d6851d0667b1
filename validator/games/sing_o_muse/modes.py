"""The modes of Sing! O Muse: what each waits for, said once; the verbs are declared on them."""

from __future__ import annotations

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.state import State, Task
from validator.referee.core import CHANCE, Gate, gate
from validator.referee.judge import Judge, Rules, S
from validator.referee.messages import Say, turn_of
from validator.referee.verbs import Verbs

# Kinds of tasks: the rules that require an answer, and the answer as text.
ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "choose": (("WAR-01",), "names an opponent first ('versus')"),
    "lose": (("LOSS-02",), "loses a character first"),
    phases.BLIND: (("LOSS-03", "LOSS-04"), "loses a character first ('~ hits')"),
    "crew": (("LOSS-03",), "names a Crew first ('picks')"),
    "restore": (("TRANSFORM-04",), "restores first, or 'restores none'"),
    "take": (("LOSS-12",), "takes from the discard pile first, or 'takes none'"),
    phases.DRAW: (("DRAW-03", "TURN-01"), "draws first ('~ draw')"),
    "hand": (("HOLD-05",), "loses a hidden card first ('~ hits')"),
    "block": (("BLOCK-01",), "lays the card across a Quest first ('blocks')"),
    "clear": (("HOLD-05",), "removes a Blocking card first ('clears')"),
    "bump": (("HOLD-05",), "takes cards from the queues first ('bumps')"),
    "steal": (("HOLD-05",), "takes a Treasure first ('takes')"),
    "shed": (("HOLD-05",), "names a Treasure that is discarded first ('loses' or 'picks')"),
    "learn": (("LOSS-09",), "names the Hero who learns it first ('learns')"),
    "promote": (("LOSS-05",), "names a new leader first ('promotes')"),
    "give": (("TREASURE-06",), "gives the Treasure to a bearer first ('gives')"),
    "join": (("CHAL-14",), "first says whether the Foe joins"),
    phases.SEA: (("SEA-02",), "is asked about the crossing first ('allows' or 'stops')"),
    "fights": (("WAR-03",), "names the Crew that fights first ('fights')"),
    "sits": (("WAR-06",), "says who sits out first ('sits out')"),
    "flips": (("WAR-07",), "shuffles for the War first ('~ flips')"),
    "loots": (("WAR-09",), "takes spoils of the War first, or 'loots none'"),
}


def _who(s: State, task: Task) -> str:
    return s.name_of(task.of if task.seat == CHANCE else task.seat)


def what_is_asked(s: State) -> str:
    """The player who must answer, and the answer required, as text."""
    top = s.top
    assert top is not None
    mode = phases.BLIND if top.kind == "lose" and top.seat == CHANCE else top.kind
    return f"{_who(s, top)} {ASKED[mode][1]}"


def is_asked(s: State, seat: int, mode: str) -> bool:
    return s.mode == mode and s.agenda[-1].seat == seat


def acts_at_once(s: State) -> str:
    """The player whose Play Immediately card comes first, as text."""
    seat, card = s.silver[0]
    return f"{s.name_of(seat)} resolves {s.title(card)} first"


MODES: dict[str, Gate] = {
    phases.SETUP: gate("TURN-01", "SETUP-02", why="the set-up is not finished ('~ deal')"),
    phases.BEGIN: gate("TURN-01", "SETUP-02", why="nobody has begun yet ('begins')"),
    **{kind: gate(*rules, why=what_is_asked) for kind, (rules, _) in ASKED.items()},
    phases.RESOLVE: gate("IMM-01", why=acts_at_once),
    phases.PLAY: gate("TURN-01", why="it is the Play step, and nobody is asked for this"),
    phases.QUEST: gate("TURN-01", "PLAY-06", "PLAY-02",
                       why="the Play step of this turn is over, and nobody is asked for this"),
    phases.OVER: gate("WIN-03", "WIN-01", why="the game is over"),
}  # fmt: skip
# A closed verb ends the re-arranging after a War, so that mode has no gate.
IN_PLAY = (
    *(mode for mode in MODES if mode not in (phases.SETUP, phases.BEGIN, phases.OVER)),
    phases.WINDOW,
)
NOT_OVER = (phases.SETUP, phases.BEGIN, *IN_PLAY)

verb = Verbs(
    "SING", MODES, always=phases.FIXED,
    turn=gate("TURN-02", "SETUP-08", why=lambda s: turn_of(s.name_of(s.turn))),
)  # fmt: skip


def is_due(s: State, me: int, to: Judge, *rules: str) -> None:
    """Only the player who is asked answers."""
    top = s.agenda[-1]
    to.holds(("TURN-02", *rules), top.seat == me, "{other} is asked", other=_who(s, top))


class Settled(Judge):
    """Passes on what an answer does if its rules were asked before, as part of another line."""

    def __init__(self, to: Judge) -> None:
        self.to = to

    def did(self, rules: Rules, before: S, after: S, say: Say | None = None, **values: object) -> S:
        return self.to.did(rules, before, after, say, **values)

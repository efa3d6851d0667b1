"""The modes of Sing! O Muse, and the rules that close a verb in them."""

from __future__ import annotations

from collections.abc import Iterable

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.state import State, Task
from validator.referee.core import CHANCE, Gate, Verb, gate
from validator.referee.grammar import Arg

# Kinds of tasks: the rules that require an answer, and the answer as text.
ASKED: dict[str, tuple[tuple[str, ...], str]] = {
    "choose": (("SING-WAR-01",), "names an opponent first ('versus')"),
    "lose": (("SING-LOSS-02",), "loses a character first"),
    phases.BLIND: (("SING-LOSS-03", "SING-LOSS-04"), "loses a character first ('~ hits')"),
    "crew": (("SING-LOSS-03",), "names a Crew first ('picks')"),
    "restore": (("SING-TRANSFORM-04",), "restores first, or 'restores none'"),
    "take": (("SING-LOSS-12",), "takes from the discard pile first, or 'takes none'"),
    phases.DRAW: (("SING-DRAW-03", "SING-TURN-01"), "draws first ('~ draw')"),
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
    phases.SEA: (("SING-SEA-02",), "is asked about the crossing first ('allows' or 'stops')"),
    "fights": (("SING-WAR-03",), "names the Crew that fights first ('fights')"),
    "sits": (("SING-WAR-06",), "says who sits out first ('sits out')"),
    "flips": (("SING-WAR-07",), "shuffles for the War first ('~ flips')"),
    "loots": (("SING-WAR-09",), "takes spoils of the War first, or 'loots none'"),
}


def _who(state: State, task: Task) -> str:
    return state.name_of(task.of if task.seat == CHANCE else task.seat)


def what_is_asked(state: State) -> str:
    """The player who must answer, and the answer required, as text."""
    top = state.top
    assert top is not None
    mode = phases.BLIND if top.kind == "lose" and top.seat == CHANCE else top.kind
    return f"{_who(state, top)} {ASKED[mode][1]}"


def is_asked(state: State, seat: int, mode: str) -> bool:
    return state.mode == mode and state.agenda[-1].seat == seat


def acts_at_once(state: State) -> str:
    """The player whose Play Immediately card comes first, as text."""
    seat, card = state.silver[0]
    return f"{state.name_of(seat)} resolves {state.title(card)} first"


MODES: dict[str, Gate] = {
    phases.SETUP: gate(
        "SING-TURN-01", "SING-SETUP-02", why="the set-up is not finished ('~ deal')"
    ),
    phases.BEGIN: gate("SING-TURN-01", "SING-SETUP-02", why="nobody has begun yet ('begins')"),
    **{kind: gate(*rules, why=what_is_asked) for kind, (rules, _) in ASKED.items()},
    phases.RESOLVE: gate("SING-IMM-01", why=acts_at_once),
    phases.PLAY: gate("SING-TURN-01", why="the cards of this turn are drawn already"),
    phases.QUEST: gate(
        "SING-TURN-01", "SING-PLAY-06", "SING-PLAY-02", why="the Play step of this turn is over"
    ),
    phases.OVER: gate("SING-WIN-03", "SING-WIN-01", why="the game is over"),
}  # fmt: skip
TURN = gate(
    "SING-TURN-02", "SING-SETUP-08", why=lambda state: f"it is {state.name_of(state.turn)}'s turn"
)
# A closed verb ends the re-arranging after a War, so these gates are never checked.
IN_PLAY = (
    *(mode for mode in MODES if mode not in (phases.SETUP, phases.BEGIN, phases.OVER)),
    phases.WINDOW,
)
NOT_OVER = (phases.SETUP, phases.BEGIN, *IN_PLAY)


def _nothing_asks(verb: str) -> str:
    return f"no task requires '{verb}'"


def answer(
    name: str, about: str, args: tuple[Arg, ...], asked: Iterable[str], *rules: str,
    also: tuple[str, ...] = (), chance: bool = False, again: bool = False, shows: bool = False,
) -> Verb:  # fmt: skip
    """Return a verb that answers a task and is closed otherwise.

    `rules`: the rules on answering besides that of turns; `also`: other modes in which it is
    open; `again`: other players may repeat what is settled.
    """
    asked = tuple(asked)
    rules = tuple(dict.fromkeys((*rules, *(r for kind in asked for r in ASKED[kind][0]))))
    closed = gate("SING-TURN-02", *rules, why=_nothing_asks(name))
    open_in = tuple(dict.fromkeys((*asked, *also)))
    verb = Verb(
        name, about=about, args=args, kind="chance" if chance else "move", anybody=True,
        shows=shows, modes=open_in, gates={mode: closed for mode in IN_PLAY if mode not in open_in},
    )  # fmt: skip
    if chance or again:
        return verb

    def own_answer(state: State, seat: int) -> str | None:
        if state.mode not in asked:
            return None
        top = state.agenda[-1]
        return "" if top.seat == seat else f"{_who(state, top)} is asked"

    verb.add(own_answer, ("SING-TURN-02", *rules))
    return verb

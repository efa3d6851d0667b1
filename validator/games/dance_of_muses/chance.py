"""Random results in Dance of Muses: hands, the Neutral Muse, the First Player."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import Die, Offset, die_words
from validator.games.dance_of_muses.setup import SET_UP, coloured
from validator.games.dance_of_muses.state import NEUTRAL, State, Tile
from validator.referee import api as ref
from validator.referee.core import CHANCE, KEPT, NOT_CONCERNED, Trace, Verb, Verdict

Rolls = tuple[tuple[int, tuple[int, ...]], ...]  # seats and the faces they rolled
Muses = tuple[str, ...]


def no_neutral(state: State) -> str:
    """Why no Muse becomes the Neutral Muse now."""
    if not state.table.left_over:
        return f"with {len(state.table.players)} players no Muse is left over"
    if state.mode == modes.DEAL:
        return "hands are dealt first"
    return f"{state.tiles[0].muse} is the Neutral Muse already"


deal = Verb(
    "deal", about="The cards dealt to a player.", kind="chance", args=(ref.PLAYER, notation.MUSES),
    modes=modes.SETTING_UP, gates=SET_UP,
)  # fmt: skip
neutral = Verb(
    "neutral", kind="chance",
    about="Put the Muse left over on the table with a die of the unchosen colour.",
    args=(
        notation.MUSE.of(lambda state, _: state.left_over()).or_left_out(),
        notation.SQUARE.of(lambda *_: ((0, 0),)).or_left_out(),
        notation.FACE.of(lambda state, *_: (state.table.neutral_up,)).or_left_out(),
        notation.DIE.of(lambda state, *_: (state.die_of_neutral(),)).or_left_out(),
    ),
    modes=(modes.NEUTRAL_MUSE,),
    gates=SET_UP | dict.fromkeys(
        (modes.DEAL, modes.TIED, modes.ROLL), ref.gate("DANCE-SETUP-04", why=no_neutral)
    ),
)  # fmt: skip
roll = Verb(
    "roll", about="The rolls for First Player.", kind="chance", args=(notation.ROLLS,),
    modes=modes.SETTING_UP, gates=SET_UP,
)  # fmt: skip
VERBS = (deal, neutral, roll)


# ---- the deal


@deal.guard("DANCE-COMP-02", "DANCE-SETUP-02")
def without_mnemosyne(state: State, _: int, _to: int, muses: Muses) -> Verdict:
    guest = state.table.guest
    return f"{guest} is dealt to nobody" if guest in muses else KEPT


@deal.guard("DANCE-SETUP-03")
def so_many(state: State, _: int, to: int, muses: Muses) -> Verdict:
    if state.seats[to].hand:
        return f"{state.table.players[to]} has a hand already"
    need = state.table.hand
    return KEPT if len(muses) == need else f"{len(muses)} Muses, not {need}"


@deal.guard("DANCE-COMP-01", "DANCE-SETUP-02")
def each_once(state: State, _: int, _to: int, muses: Muses) -> Verdict:
    twice = [muse for muse in muses if muse not in state.box or muses.count(muse) > 1]
    return f"{twice[0]} is dealt already" if twice else KEPT


@deal.effect
def _deal(state: State, _: int, to: int, muses: Muses, trace: Trace | None) -> State:
    if trace is not None:
        name = state.table.players[to]
        trace("DANCE-SETUP-03", f"{name}.hand", text=f"{name} is dealt {', '.join(muses)}")
        trace("DANCE-SETUP-02", f"{name}.hand", "box")
    seats = ref.put(state.seats, to, state.seats[to]._replace(hand=muses))
    return _set_up(state._replace(seats=seats, box=ref.without(state.box, *muses)), trace)


# ---- the Neutral Muse


@neutral.guard("DANCE-SETUP-04")
def one_left_over(state: State, _: int, muse: str) -> Verdict:
    known = state.left_over()
    return KEPT if muse in known else f"{' and '.join(known)} is left over"


def _of_so_many_players(rule: str) -> Callable[..., Verdict]:
    def face_of_neutral(state: State, _: int, _muse: str, _square: Offset, up: bool) -> Verdict:
        table = state.table
        if rule != table.neutral_rule:
            return NOT_CONCERNED
        face = "up" if table.neutral_up else "down"
        return KEPT if up == table.neutral_up else f"she is face-{face} here"

    return face_of_neutral


for _rule in ("DANCE-SETUP-05", "DANCE-SETUP-06"):
    neutral.guard(_rule)(_of_so_many_players(_rule))


@neutral.guard("DANCE-SETUP-07")
def neutral_die(
    state: State, _: int, _muse: str, _square: Offset, _up: bool, die: Die | None
) -> Verdict:
    """A die of the unchosen colour with the first value."""
    expected = state.die_of_neutral()
    if die == expected:
        return KEPT
    return f"the die is {die_words(*expected)}, not {die_words(*die) if die else 'none'}"


@neutral.effect
def _neutral(
    state: State, _: int, muse: str, square: Offset, up: bool, die: Die, trace: Trace | None
) -> State:
    colour, value = die
    after = state.with_colours()._replace(
        tiles=(Tile(muse, square, up, colour, value, NEUTRAL),),
        box=ref.without(state.box, muse),
        supply=ref.put(state.supply, colour, state.supply[colour] - 1),
    )
    if trace is not None:
        face = f"{square[0]},{square[1]}, face-{'up' if up else 'down'}, {die_words(*die)}"
        text = f"{muse} is the Neutral Muse at {face}"
        trace("DANCE-SETUP-04", f"{muse}.at", f"{muse}.owner", "neutral", text=text)
        trace(state.table.neutral_rule, f"{muse}.face")
        trace("DANCE-SETUP-07", f"{muse}.die")
        trace("DANCE-COMP-09", f"{muse}.suns", f"{muse}.power", f"{muse}.area")
        coloured(state, after, trace)
    return _set_up(after, trace)


# ---- the First Player


@roll.guard("DANCE-SETUP-14")
def everybody_rolls(state: State, _: int, rolls: Rolls) -> Verdict:
    table = state.table
    if state.first >= 0:
        return f"{table.players[state.first]} is First Player already"
    if any(len(faces) != table.roll for _, faces in rolls):
        return f"everybody rolls {table.roll}"
    if not state.rolling and sorted(seat for seat, _ in rolls) != list(table.seats):
        return "everybody rolls once"
    return KEPT


@roll.guard("DANCE-SETUP-15")
def the_tied_roll(state: State, _: int, rolls: Rolls) -> Verdict:
    if not state.rolling:
        return NOT_CONCERNED
    if sorted(seat for seat, _ in rolls) == sorted(state.rolling):
        return KEPT
    names = " and ".join(state.table.players[seat] for seat in state.rolling)
    return f"{names} roll again, and nobody else"


@roll.guard("DANCE-COMP-03")
def faces_of_a_die(state: State, _: int, rolls: Rolls) -> Verdict:
    sides = state.table.sides
    strange = [face for _, faces in rolls for face in faces if not 1 <= face <= sides]
    return f"no die shows {strange[0]}" if strange else KEPT


@roll.effect
def _roll(state: State, _: int, rolls: Rolls, trace: Trace | None) -> State:
    players = state.table.players
    best = max(sum(faces) for _, faces in rolls)
    tied = tuple(seat for seat, faces in rolls if sum(faces) == best)
    decided = len(tied) == 1
    left = () if decided else tied
    if trace is not None:
        if left != state.rolling:
            trace("DANCE-SETUP-15", "rolling")
        names = " and ".join(players[seat] for seat in tied)
        text = f"{names} {'is First Player' if decided else 'roll again'}"
        trace("DANCE-SETUP-14", *(("first",) if decided else ()), text=text)
    first = tied[0] if decided else state.first
    return _set_up(state._replace(rolling=left, first=first), trace)


# ---- when all of it is done


def _set_up(state: State, trace: Trace | None) -> State:
    """Placement begins when hands, the Neutral Muse and the First Player are known."""
    mode = state.setting_up()
    if mode != modes.PLACE:
        return state._replace(mode=mode)
    after = state.with_colours()._replace(mode=modes.PLACE, turn=state.first)
    if trace is not None:
        coloured(state, after, trace)
        trace("DANCE-PLACE-01", "turn", "step")
    return after


def opened(state: State) -> Trace:
    """The rules that settled the facts before anything is dealt."""
    trace = Trace()
    trace("DANCE-SETUP-01", "players")
    trace("DANCE-SETUP-08", "companies")
    if state.table.size > 1:
        trace("DANCE-SETUP-11", "companies")
    return trace


def by_chance(state: State, random: Random) -> ref.Move:
    """Return a random deal, Neutral Muse or roll, whichever is due."""
    table = state.table
    if state.mode == modes.DEAL:
        to = next(seat for seat in table.seats if not state.seats[seat].hand)
        stock = [muse for muse in state.box if muse != table.guest]
        return ref.Move(CHANCE, deal.name, (to, tuple(random.sample(stock, table.hand))))
    if state.mode == modes.NEUTRAL_MUSE:
        args = (state.left_over()[0], (0, 0), table.neutral_up, state.die_of_neutral())
        return ref.Move(CHANCE, neutral.name, args)
    rolls = tuple(
        (seat, tuple(random.randint(1, table.sides) for _ in range(table.roll)))
        for seat in state.rolling or table.seats
    )
    return ref.Move(CHANCE, roll.name, (rolls,))

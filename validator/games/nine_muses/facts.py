"""The facts of Nine Muses, in the words of `start:`, and states that they describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.games.nine_muses import modes
from validator.games.nine_muses.cards import NOTHING, WORDS, Amounts, amounts
from validator.games.nine_muses.state import Pieces, Seat, State, Table, add, covers, less
from validator.referee import api as ref
from validator.referee.core import Breach
from validator.referee.facts import FactError
from validator.referee.fields import SEAT, UNSET, Field, Fields, Kind, Values

AMOUNTS = ref.parsed(
    lambda raw, _: amounts(raw), "[C, S, E] or {craft: 2}",
    lambda held, _: FrozenMap(dict(zip(WORDS, held, strict=True))),
)  # fmt: skip
STEP = Kind(
    ref.one_of(modes.COLLECT, modes.ACT, modes.SETUP, modes.ROUND, modes.OVER).read,
    lambda mode, _: modes.COLLECT if mode == modes.CALLED else mode,
)
MUSES = ref.pieces(lambda table: tuple(table.muses))
PHILOSOPHERS = ref.pieces(lambda table: tuple(table.philosophers))


def display(score: int, table: Table) -> str:
    """The two digits that a score pair shows; of higher scores the last two."""
    width = len(str(table.most_shown))
    return str(score % (table.most_shown + 1)).zfill(width)


def _first(state: State) -> int:
    """Who started the game, from who starts this round."""
    back = state.table.moves_on * (state.round - 1)
    return (state.starter - back) % len(state.seats)


def _won_by(state: State) -> tuple[str, ...]:
    tied = ("NINE-RUL-02",) if len(state.winners()) > 1 else ()
    return ("NINE-END-02", "NINE-SCORE-01", *tied) if state.mode == modes.OVER else ()


def _ended_by(state: State) -> tuple[str, ...]:
    rules = ("NINE-END-01", "NINE-RUL-13", "NINE-ROUND-01")
    return (*rules, "NINE-ROUND-06") if state.is_last_round() else rules


COUNT = ref.whole()
FIELDS = Fields(
    Field("players", get=lambda state: state.table.players),
    Field("round", ref.whole(1)),
    Field("first", SEAT, _first, repeats=True),
    Field("starter", SEAT),
    Field("turn", SEAT, lambda state: state.turn if state.mode in modes.IN_TURN else None),
    Field("step", STEP, attribute="mode", rules=_ended_by),
    Field("last_round", get=State.is_last_round, rules=_ended_by),
    Field("end", get=lambda state: state.mode == modes.OVER, rules=_ended_by),
    Field(
        "winner",
        get=lambda state: state.winners() if state.mode == modes.OVER else (),
        show=lambda seats, table: tuple(table.players[seat] for seat in seats),
        rules=_won_by,
    ),
    Field("pool", AMOUNTS, zone="pool", counts=WORDS),
    Field("box", AMOUNTS, zone="box", counts=WORDS),
    Field("aristotle", get=lambda _: "up", rules=("NINE-SETUP-05",)),
    Field("centre", MUSES, zone="centre"),
    Field("muse_deck", MUSES, zone="muse deck", hidden="all", back="Muse"),
    Field("deck", PHILOSOPHERS, zone="deck", hidden="all", back="Philosopher"),
    Field("discard", PHILOSOPHERS, zone="discard"),
    *(
        Field(word, COUNT, lambda state, seat, kind=kind: state.seats[seat].held[kind], own=True)
        for kind, word in enumerate(WORDS)
    ),
    Field(
        "knowledge", AMOUNTS, own=True, repeats=True, attribute="held",
        zone="Knowledge", counts=WORDS,
    ),
    Field("score", COUNT, own=True, by_player=True),
    Field(
        "shown", own=True, attribute="score", show=display,
        rules=("NINE-RUL-09", "NINE-COMP-11", "NINE-SCORE-02"),
    ),
    Field("muses", MUSES, own=True, zone="Muses"),
    Field("hand", PHILOSOPHERS, own=True, zone="hand", hidden="others", back="Philosopher"),
    Field("due", get=lambda state, seat: state.due if seat == state.turn else (), own=True),
    only_start={"last": SEAT},
)  # fmt: skip


def opening(table: Table, first: int = 0) -> State:
    """Return the state before any card is dealt: tokens in the pool, the first Craft given."""
    pool = table.pool
    for _ in table.players:
        pool = less(pool, table.gift)
    return State(
        table, modes.SETUP, 1, first, first, -1, (), 0, table.box, pool,
        _printed(table, table.philosophers), (), _printed(table, table.muses), (),
        (Seat(table.gift, table.start_score),) * len(table.players),
    )  # fmt: skip


def _printed(table: Table, names: Collection[str]) -> Pieces:
    return tuple(name for name in names for _ in range(table.copies[name]))


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts describe; others have defaults."""
    if facts.get("loose") is not True and (wrong := wrong_number(table)):
        raise FactError((), wrong.facts, wrong.rule)
    start, own = FIELDS.read(facts, table)
    loose, players = start.get("loose", False), table.players
    round_ = start.get("round", 1)
    starter = (max(start.get("first", 0), 0) + table.moves_on * (round_ - 1)) % len(players)
    starter = _seat(start.starter, starter)
    held = tuple(_held(each, table.gift) for each in own)
    mode = start.get("step", "")
    revealed = 0 if mode == modes.SETUP else table.centre + table.new_muses * (round_ - 1)
    muse_deck, centre, owned = _muses(start, own, table, revealed)
    dealt = 0 if mode in (modes.SETUP, modes.ROUND, modes.OVER) else table.cards_each
    deck, discard, hands = _philosophers(start, own, table, dealt)
    if mode == modes.SETUP and centre and all(hands):
        raise start.reader.wrong("step", "the row and all hands are dealt, so the set-up is done")
    if mode in (modes.ROUND, modes.OVER) and any(hands):
        message = f"no round is over while anybody holds cards, so the step is not '{mode}'"
        raise FactError(("step",), message, "NINE-ROUND-02")
    final = 0
    if round_ >= table.rounds:
        final = round_ - table.rounds + 1
    elif not muse_deck and start.muse_deck is not UNSET:
        final = 1
    scores = [each.get("score", table.start_score) for each in own]
    state = State(
        table, mode or modes.ACT, round_, starter, _seat(start.turn, starter),
        _seat(start.last, -1), (), final,
        start.get("box", table.box), _pool(start, table, held, loose),
        deck, discard, muse_deck, centre,
        tuple(map(Seat, held, scores, hands, owned)),
    )  # fmt: skip
    if mode in (modes.SETUP, modes.ROUND, modes.OVER):
        return state
    if not any(hands) and not mode:
        return state._replace(mode=modes.OVER if state.is_last_round() else modes.ROUND)
    due = () if mode == modes.ACT else table.starting(state.seats[state.turn].muses)
    return state._replace(mode=modes.COLLECT if due else modes.ACT, due=due)


def _seat(seat: Any, default: int) -> int:
    return default if seat is UNSET or seat < 0 else int(seat)


def _held(own: Values, default: Amounts) -> Amounts:
    craft, science, ethics = own.get("knowledge", default)
    return own.get("craft", craft), own.get("science", science), own.get("ethics", ethics)


def _pool(start: Values, table: Table, held: tuple[Amounts, ...], loose: bool) -> Amounts:
    """Return the pool: what players do not hold, unless the facts set it."""
    if start.pool is not UNSET:
        pool: Amounts = start.pool
        return pool
    left = table.pool
    for theirs in held:
        left = less(left, theirs)
    if covers(left, NOTHING) or loose:
        return max(0, left[0]), max(0, left[1]), max(0, left[2])
    over = [word for word, number in zip(WORDS, left, strict=True) if number < 0]
    message = f"the players hold more {', '.join(over)} than is in play"
    raise FactError((), message, "NINE-COMP-12")


def _muses(
    start: Values, own: list[Values], table: Table, revealed: int
) -> tuple[Pieces, Pieces, tuple[Pieces, ...]]:
    """Return Muse deck, centre and owners. Muses that no fact names are in their default places."""
    owned = tuple(each.get("muses", ()) for each in own)
    centre, deck = start.get("centre", ()), start.get("muse_deck", ())
    named = {*centre, *deck, *(muse for each in owned for muse in each)}
    rest = tuple(muse for muse in table.muses if muse not in named)
    if start.centre is not UNSET:
        return (*deck, *(() if start.muse_deck is not UNSET else rest)), centre, owned
    if start.muse_deck is not UNSET:
        return deck, rest, owned
    shown_now = tuple(muse for muse in tuple(table.muses)[:revealed] if muse in rest)
    return tuple(muse for muse in rest if muse not in shown_now), shown_now, owned


def _philosophers(
    start: Values, own: list[Values], table: Table, dealt: int
) -> tuple[Pieces, Pieces, tuple[Pieces, ...]]:
    """Return deck, discards and hands. Hands without facts are dealt in the order of the data."""
    discard, top = start.get("discard", ()), start.get("deck", ())
    used = Counter((*discard, *top))
    for each in own:
        used.update(each.get("hand", ()))
    rest: list[str] = []
    for card in table.philosophers:
        rest += [card] * max(0, table.copies[card] - used[card])
    hands = []
    for each in own:
        hand = each.hand
        if hand is UNSET:
            hand, rest = tuple(rest[:dealt]), rest[dealt:]
        hands.append(hand)
    return (*top, *rest), discard, tuple(hands)


def wrong_number(table: Table) -> Breach | None:
    """Return the rule on the number of players if it is broken."""
    count = len(table.players)
    if table.fewest <= count <= table.most:
        return None
    return Breach("NINE-SETUP-01", f"{count} players, not {table.fewest} to {table.most}")


def position_errors(state: State) -> list[Breach]:
    """Yield what is impossible in a state with the printed components and these players."""
    table = state.table
    if wrong := wrong_number(table):
        return [wrong]
    found = []
    total = state.pool
    for own in state.seats:
        total = add(total, own.held)
    if total != table.pool:
        found.append(Breach("NINE-COMP-12", f"{_row(total)} in play, not {_row(table.pool)}"))
    if state.box != table.box:
        facts = f"the box holds {_row(state.box)}, not {_row(table.box)}"
        found += [Breach("NINE-COMP-12", facts), Breach("NINE-SETUP-04", facts)]
    counted: Counter[str] = Counter((*state.muse_deck, *state.centre, *state.deck, *state.discard))
    for own in state.seats:
        counted.update((*own.muses, *own.hand))
    for name, copies in table.copies.items():
        if counted[name] != copies:
            facts = f"{name} lies on the table {counted[name]} times, {copies} printed"
            found.append(Breach("NINE-COMP-13", facts))
    return found


def _row(amount: Amounts) -> str:
    return ", ".join(f"{number} {word}" for number, word in zip(amount, WORDS, strict=True))

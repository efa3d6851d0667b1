"""The facts of Nine Muses, as named in `start:`, and the states that they describe."""

from __future__ import annotations

from collections.abc import Mapping

from validator.games.nine_muses.cards import WORDS, Knowledge, Pieces
from validator.games.nine_muses.constants import Table
from validator.games.nine_muses.ending import is_last_round, winners
from validator.games.nine_muses.setup import pool_and_box, set_up
from validator.games.nine_muses.state import (
    ACT,
    CALLED,
    COLLECT,
    IN_TURN,
    OVER,
    ROUND,
    SETUP,
    Seat,
    State,
)
from validator.referee import api as ref
from validator.referee.api import (
    SEAT,
    Breach,
    Collector,
    FactError,
    Field,
    Fields,
    Kind,
    Misread,
    census,
)
from validator.referee.judge import wrong_number
from validator.referee.kinds import UNSET, Values


def _amounts(raw: object, _: object) -> Knowledge | None:
    try:
        return Knowledge.parse(raw)
    except Misread:
        return None


AMOUNTS = ref.parsed(
    _amounts,
    "[C, S, E] or {craft: 2}",
    lambda held, _: ref.FrozenMap(dict(zip(WORDS, held, strict=True))),
)
STEP = Kind(ref.one_of(COLLECT, ACT, SETUP, ROUND, OVER).read,
            lambda mode, _: COLLECT if mode == CALLED else mode)  # fmt: skip
MUSES = ref.pieces(lambda table: tuple(table.muses))
PHILOSOPHERS = ref.pieces(lambda table: tuple(table.philosophers))


def display(score: int, table: Table) -> str:
    """Return the two digits that a pair of score cards shows.

    Scores above 99 show their last two digits.
    """
    return str(score % (table.most_shown + 1)).zfill(len(str(table.most_shown)))


def _won_by(state: State) -> tuple[str, ...]:
    """Return the rules that decide who has won."""
    tied = ("NINE-RUL-02",) if len(winners(state)) > 1 else ()
    return ("NINE-END-02", "NINE-SCORE-01", *tied) if state.mode == OVER else ()


def _ended_by(state: State) -> tuple[str, ...]:
    """Return the rules that decide when the game ends."""
    rules = ("NINE-END-01", "NINE-RUL-13", "NINE-ROUND-01")
    return (*rules, "NINE-ROUND-06") if is_last_round(state) else rules


FIELDS = Fields(
    Field("players", get=lambda state: state.table.players),
    Field("round", ref.whole(1)),
    Field("first", SEAT, lambda s: (s.starter - s.table.moves_on * (s.round - 1)) % len(s.seats),
          repeats=True),
    Field("starter", SEAT),
    Field("turn", SEAT, lambda state: state.turn if state.mode in IN_TURN else None),
    Field("step", STEP, attribute="mode", rules=_ended_by),
    Field("last_round", get=is_last_round, rules=_ended_by),
    Field("end", get=lambda state: state.mode == OVER, rules=_ended_by),
    Field("winner", get=lambda state: winners(state) if state.mode == OVER else (), rules=_won_by,
          show=lambda seats, table: tuple(table.players[seat] for seat in seats)),
    Field("pool", AMOUNTS, zone="pool", counts=WORDS),
    Field("box", AMOUNTS, zone="box", counts=WORDS),
    Field("aristotle", get=lambda _: "up", rules=("NINE-SETUP-05",)),
    Field("centre", MUSES, zone="centre"),
    Field("muse_deck", MUSES, zone="muse deck", hidden="all", back="Muse"),
    Field("deck", PHILOSOPHERS, zone="deck", hidden="all", back="Philosopher"),
    Field("discard", PHILOSOPHERS, zone="discard"),
    *(
        Field(word, ref.whole(), lambda state, seat, kind=kind: state.seats[seat].held[kind],
              own=True, attribute="held")
        for kind, word in enumerate(WORDS)
    ),
    Field("knowledge", show=AMOUNTS.show, own=True, attribute="held", zone="Knowledge",
          counts=WORDS),
    Field("score", ref.whole(), own=True, by_player=True),
    Field("shown", own=True, attribute="score", show=display,
          rules=("NINE-RUL-09", "NINE-COMP-11", "NINE-SCORE-02")),
    Field("muses", MUSES, own=True, zone="Muses"),
    Field("hand", PHILOSOPHERS, own=True, zone="hand", hidden="others", back="Philosopher"),
    Field("due", get=lambda state, seat: state.due if seat == state.turn else (), own=True),
    only_start={"last": SEAT},
)  # fmt: skip


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts describe, with defaults for all others."""
    for wrong in () if facts.get("loose") is True else players_allowed(table):
        raise FactError((), wrong.facts, wrong.rule)
    start, own = FIELDS.read(facts, table)
    round_, mode = start.get("round", 1), start.get("step", "")
    starter = (start.seat("first", 0) + table.moves_on * (round_ - 1)) % len(table.players)
    starter = start.seat("starter", starter)
    held = tuple(Knowledge(*(each.get(word, number) for word, number in
                 zip(WORDS, table.first_tokens, strict=True))) for each in own)  # fmt: skip
    revealed = 0 if mode == SETUP else table.centre + table.new_muses * (round_ - 1)
    muse_deck, centre, owned = _muses(start, own, table, revealed)
    between = mode in (SETUP, ROUND, OVER)
    deck, discard, hands = _philosophers(start, own, table, 0 if between else table.cards_each)
    if mode == SETUP and centre and all(hands):
        raise start.reader.wrong(
            "step", "the row and all hands have been dealt, so the set-up is complete"
        )
    if mode in (ROUND, OVER) and any(hands):
        message = f"no round is over while a player has cards, so the step is not '{mode}'"
        raise FactError(("step",), message, "NINE-ROUND-02")
    out = not muse_deck and start.muse_deck is not UNSET
    turn = start.seat("turn", starter)
    state = set_up(table)._replace(
        mode=mode or ACT, round=round_, starter=starter, turn=turn, last=start.seat("last", -1),
        rounds_with_last_muse=round_ - table.rounds + 1 if round_ >= table.rounds else int(out),
        box=start.get("box", pool_and_box(table)[1]), pool=_pool(start, table, held), deck=deck,
        discard=discard, muse_deck=muse_deck, centre=centre,
        seats=tuple(map(Seat, held, (each.get("score", table.start_score) for each in own), hands,
                        owned)),
    )  # fmt: skip
    if between:
        return state
    if not any(hands) and not mode:
        return state._replace(mode=OVER if is_last_round(state) else ROUND)
    due = () if mode == ACT else state.seats[turn].muses
    return state._replace(mode=COLLECT if due else ACT, due=due)


def _pool(start: Values, table: Table, held: tuple[Knowledge, ...]) -> Knowledge:
    """Return the pool: everything that players do not hold, unless the facts set it."""
    left, _ = pool_and_box(table)
    for theirs in held:
        left = left.minus(theirs)
    over = ", ".join(word for word, number in zip(WORDS, left, strict=True) if number < 0)
    if over and start.pool is UNSET and not start.get("loose", False):
        raise FactError((), f"the players hold more {over} than the game has", "NINE-COMP-12")
    return Knowledge(*start.get("pool", (max(0, each) for each in left)))


def _muses(
    start: Values, own: list[Values], table: Table, revealed: int
) -> tuple[Pieces, Pieces, tuple[Pieces, ...]]:
    """Return the Muse deck, the Muses in the centre, and each player's Muses.

    Unmentioned Muses are in their default places.
    """
    owned = tuple(each.get("muses", ()) for each in own)
    deck, centre = start.get("muse_deck", None), start.get("centre", None)
    named = {*(centre or ()), *(deck or ()), *(muse for each in owned for muse in each)}
    rest = tuple(muse for muse in table.muses if muse not in named)
    if centre is None:
        first = tuple(table.muses)[:revealed] if deck is None else rest
        centre = tuple(muse for muse in first if muse in rest)
        rest = tuple(muse for muse in rest if muse not in centre)
    return rest if deck is None else deck, centre, owned


def _philosophers(
    start: Values, own: list[Values], table: Table, dealt: int
) -> tuple[Pieces, Pieces, tuple[Pieces, ...]]:
    """Return the deck of Philosophers, the discard pile and the hands.

    Hands that are not stated are dealt in the order of the data.
    """
    discard, top = start.get("discard", ()), start.get("deck", ())
    placed = (*discard, *top, *(card for each in own for card in each.get("hand", ())))
    undealt = ref.Undealt({card: table.copies[card] for card in table.philosophers}, placed)
    hands = tuple(undealt.fill(each.get("hand", None), dealt) for each in own)
    return (*top, *undealt.rest), discard, hands


def players_allowed(table: Table) -> tuple[Breach, ...]:
    """Return the breach of the rule on the number of players, or an empty tuple."""
    return wrong_number("NINE-SETUP-01", len(table.players), table.fewest, table.most)


def position_errors(state: State) -> list[Breach]:
    """Return the facts that are impossible with these components and players."""
    table = state.table
    if wrong := players_allowed(table):
        return list(wrong)
    to, (pool, box) = Collector(), pool_and_box(table)
    to.holds(("NINE-COMP-12", "NINE-SETUP-04"), state.box == box,
             "the box contains {found}; expected {box}", found=state.box, box=box)  # fmt: skip
    total = state.pool
    for own in state.seats:
        total = total.plus(own.held)
    to.holds("NINE-COMP-12", total == pool,
             "the pool and the players have {total} together; expected {pool}", total=total,
             pool=pool)  # fmt: skip
    zones = FIELDS.zones(state).items()
    cards = {name: pieces for name, pieces in zones if isinstance(pieces, tuple)}
    wrong_cards = ref.difference(census(cards), table.copies)
    to.holds("NINE-COMP-13", not wrong_cards, "{wrong}", wrong=wrong_cards)
    return to.breaches

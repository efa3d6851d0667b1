"""Positions of Nine Muses from facts, and back: the words of `start:` and of assertions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from validator.core.frozen_map import Record
from validator.games.nine_muses.cards import NOTHING, WORDS, Amounts, amounts
from validator.games.nine_muses.position import (
    OVER,
    PLAY,
    ROUND,
    SETUP,
    Pieces,
    Position,
    Table,
    add,
    covers,
    is_last_round,
    less,
    to_collect,
    winners,
)
from validator.referee.core import Breach
from validator.referee.facts import FactError, Given, shown

STEPS = ("collect", "act", SETUP, ROUND, OVER)


def opening(table: Table, first: int = 0) -> Position:
    """The table before any card was dealt: tokens laid out and the first Craft given."""
    count = len(table.players)
    pool = table.pool
    for _ in table.players:
        pool = less(pool, table.gift)
    return Position(
        table, SETUP, 1, first, first, -1, (), False, 0,
        table.box, pool, (table.gift,) * count, (table.start_score,) * count,
        _printed(table, table.philosophers), (), ((),) * count,
        _printed(table, table.muses), (), ((),) * count,
    )  # fmt: skip


def _printed(table: Table, names: Collection[str]) -> Pieces:
    return tuple(name for name in names for _ in range(table.copies[name]))


def position(table: Table, facts: Mapping[str, Any]) -> Position:
    """The position that some facts describe; what they leave out has its default."""
    given = Given(facts)
    loose = given.yes("loose")
    players = table.players
    if not loose and (wrong := wrong_number(table)):
        raise FactError((), wrong.facts, wrong.rule)
    own = [given.inner(name) for name in players]
    round_ = given.whole("round", 1, 1)
    first = _seat(given, "first", players, 0)
    starter = (first + table.moves_on * (round_ - 1)) % len(players)
    starter = _seat(given, "starter", players, starter)
    turn = _seat(given, "turn", players, starter)
    held = tuple(_knowledge(each, table.gift) for each in own)
    box = _amounts(given, "box", table.box)
    left = table.pool
    for theirs in held:
        left = less(left, theirs)
    pool = _amounts(given, "pool", left)
    if "pool" not in given and not covers(left, NOTHING):
        if not loose:
            over = [word for word, number in zip(WORDS, left, strict=True) if number < 0]
            message = f"the players hold more {', '.join(over)} than is in play"
            raise FactError((), message, "NINE-COMP-12")
        pool = (max(0, left[0]), max(0, left[1]), max(0, left[2]))
    step = given.word("step", STEPS, "") if "step" in given else ""
    revealed = 0 if step == SETUP else table.centre + table.new_muses * (round_ - 1)
    muse_deck, centre, owned = _muses(given, own, table, revealed)
    dealt = 0 if step in (SETUP, ROUND, OVER) else table.cards_each
    deck, discard, hands = _philosophers(given, own, table, dealt)
    if step == SETUP and centre and all(hands):
        raise given.wrong("step", "the row and all hands are dealt, so the set-up is done")
    if step in (ROUND, OVER) and any(hands):
        message = f"no round is over while anybody holds cards, so the step is not '{step}'"
        raise FactError(("step",), message, "NINE-ROUND-02")
    all_scores = given.inner("score")
    scores = tuple(
        each.whole("score", all_scores.whole(name, table.start_score))
        for name, each in zip(players, own, strict=True)
    )
    all_scores.done()
    for each in own:
        each.done()
    last = _seat(given, "last", players, -1)
    final = 0
    if round_ >= table.rounds:
        final = round_ - table.rounds + 1
    elif not muse_deck and "muse_deck" in given:
        final = 1
    given.done()
    at = Position(
        table, PLAY, round_, starter, turn, last, (), False, final,
        box, pool, held, scores, deck, discard, hands, muse_deck, centre, owned,
    )  # fmt: skip
    if step in (SETUP, ROUND, OVER):
        return at._replace(stage=step)
    if not any(hands) and not step:
        return at._replace(stage=OVER if is_last_round(at) else ROUND)
    if step != "act":
        at = at._replace(due=to_collect(at, turn))
    return at


def _seat(given: Given, name: str, players: tuple[str, ...], default: int) -> int:
    if name not in given:
        return default
    word = given.word(name, (*players, "nobody"), "")
    return default if word == "nobody" else players.index(word)


def _amounts(given: Given, name: str, default: Amounts) -> Amounts:
    if name not in given:
        return default
    raw = given.raw(name)
    found = amounts(raw)
    if found is None:
        raise given.wrong(name, f"expected [C, S, E] or {{craft: 2}}, not {shown(raw)}")
    return found


def _knowledge(own: Given, default: Amounts) -> Amounts:
    found = list(_amounts(own, "knowledge", default))
    if any(word in own for word in WORDS) and "knowledge" not in own:
        found = list(default)
    for index, word in enumerate(WORDS):
        found[index] = own.whole(word, found[index])
    return found[0], found[1], found[2]


def _muses(
    given: Given, own: list[Given], table: Table, revealed: int
) -> tuple[Pieces, Pieces, tuple[Pieces, ...]]:
    """Muse deck, centre and owners. A Muse that is not named lies where the default has her."""
    names = tuple(table.muses)
    owned = tuple(each.words("muses", names) for each in own)
    named = {muse for each in owned for muse in each}
    centre = given.words("centre", names)
    deck = given.words("muse_deck", names)
    named |= {*centre, *deck}
    rest = [muse for muse in names if muse not in named]
    if "centre" in given:
        return (*deck, *(() if "muse_deck" in given else rest)), centre, owned
    if "muse_deck" in given:
        return deck, tuple(rest), owned
    shown_now = [muse for muse in names[:revealed] if muse in rest]
    return tuple(muse for muse in rest if muse not in shown_now), tuple(shown_now), owned


def _philosophers(
    given: Given, own: list[Given], table: Table, dealt: int
) -> tuple[Pieces, Pieces, tuple[Pieces, ...]]:
    """Deck, discards and hands. Hands that are not named are dealt in the order of the data."""
    names = tuple(table.philosophers)
    stated = [each.words("hand", names) if "hand" in each else None for each in own]
    discard = given.words("discard", names)
    top = given.words("deck", names)
    used = Counter(card for hand in stated for card in hand or ())
    used.update((*discard, *top))
    rest: list[str] = []
    for card in names:
        rest += [card] * max(0, table.copies[card] - used[card])
    hands = []
    for hand in stated:
        if hand is None:
            hand, rest = tuple(rest[:dealt]), rest[dealt:]
        hands.append(hand)
    return (*top, *rest), discard, tuple(hands)


# ---- the facts of a position


def facts(at: Position) -> dict[str, Any]:
    """All facts by name, in the words of `start:`."""
    table = at.table
    found: dict[str, Any] = {
        "players": table.players,
        "round": at.round,
        "first": table.players[_first(at)],
        "starter": table.players[at.starter],
        "turn": table.players[at.turn] if at.stage == PLAY else "nobody",
        "step": step(at),
        "last_round": is_last_round(at),
        "end": at.stage == OVER,
        "winner": tuple(table.players[s] for s in winners(at)) if at.stage == OVER else (),
        "score": Record(dict(zip(table.players, at.scores, strict=True))),
        "pool": _by_word(at.pool),
        "box": _by_word(at.box),
        "aristotle": "up",
        "centre": at.centre,
        "muse_deck": at.muse_deck,
        "deck": at.deck,
        "discard": at.discard,
    }
    for seat, name in enumerate(table.players):
        found[name] = Record(
            {
                **_by_word(at.held[seat]),
                "knowledge": _by_word(at.held[seat]),
                "score": at.scores[seat],
                "shown": display(table, at.scores[seat]),
                "muses": at.owned[seat],
                "hand": at.hands[seat],
                "due": at.due if seat == at.turn else (),
            }
        )
    return found


def _by_word(given: Amounts) -> Record:
    return Record(dict(zip(WORDS, given, strict=True)))


def _first(at: Position) -> int:
    """Who started the game, from who starts this round."""
    back = at.table.moves_on * (at.round - 1)
    return (at.starter - back) % len(at.table.players)


def step(at: Position) -> str:
    """What is due: collect, act, or the stage of the game."""
    if at.stage != PLAY:
        return at.stage
    return "collect" if at.due else "act"


def display(table: Table, score: int) -> str:
    """The two digits that a score pair shows; beyond its highest number only the last two."""
    width = len(str(table.most_shown))
    return str(score % (table.most_shown + 1)).zfill(width)


def wrong_number(table: Table) -> Breach | None:
    """The rule that these players are too few or too many for, if they are."""
    count = len(table.players)
    if table.fewest <= count <= table.most:
        return None
    return Breach("NINE-SETUP-01", f"{count} players, not {table.fewest} to {table.most}")


def unsound(at: Position) -> list[Breach]:
    """What is impossible about a position with the printed components, and these players."""
    table = at.table
    if wrong := wrong_number(table):
        return [wrong]
    found = []
    total = at.pool
    for each in at.held:
        total = add(total, each)
    if total != table.pool:
        have = ", ".join(f"{n} {word}" for n, word in zip(total, WORDS, strict=True))
        need = ", ".join(f"{n} {word}" for n, word in zip(table.pool, WORDS, strict=True))
        found.append(Breach("NINE-COMP-12", f"{have} in play, not {need}"))
    if at.box != table.box:
        have = ", ".join(f"{n} {word}" for n, word in zip(at.box, WORDS, strict=True))
        need = ", ".join(f"{n} {word}" for n, word in zip(table.box, WORDS, strict=True))
        found.append(Breach("NINE-COMP-12", f"the box holds {have}, not {need}"))
        found.append(Breach("NINE-SETUP-04", f"the box holds {have}, not {need}"))
    pieces: Counter[str] = Counter((*at.muse_deck, *at.centre, *at.deck, *at.discard))
    for zone in (*at.owned, *at.hands):
        pieces.update(zone)
    for name, copies in table.copies.items():
        if pieces[name] != copies:
            found.append(Breach("NINE-COMP-13", f"{name} lies on the table {pieces[name]} times, "
                                f"{copies} printed"))  # fmt: skip
    return found

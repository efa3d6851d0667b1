"""Judging what lies still in Muse: the kit, a laid-out starting table, a position, a hand's order.

``table judge kit {tokens: 20}`` takes the kit of the game with this difference and judges it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from validator.core.frozen_map import Record
from validator.core.model import Component, Game
from validator.games.muse.facts import opening, opening_questions, wrong_pieces
from validator.games.muse.state import (
    CRISIS,
    PREPARATION,
    QUESTIONS,
    SHEETS,
    SIDES,
    Pieces,
    State,
    Table,
    height,
    limit,
    load,
    lowest,
    name_of,
    open_subplots,
    rank_of,
)
from validator.referee.core import Judge
from validator.referee.facts import FactError, Given
from validator.referee.zones import without

KINDS = ("characters", "goals", "relationships", "scenes", "threats")
UNBOXED = ("seed", "questions")


# ---- the kit


def kit_facts(game: Game) -> Record:
    """What the kit prints, by name."""
    found = {component.id: component for component in game.components}
    rule = game.rules
    boxes = rule["MUSE-COMP-06"].boxes
    sheets = found.get("answer-sheets")
    return Record(
        {
            "credit": game.licence.credit,
            "url": game.licence.url,
            "cards": _pack(found["cards"]) if "cards" in found else rule["MUSE-COMP-01"].cards,
            "jokers": 0,
            "tokens": found["tokens"].pieces if "tokens" in found else 0,
            "answer_sheets": _labels(sheets),
            "answer_size": (sheets.size.width, sheets.size.height) if sheets else (),
            "card_size": _size(found.get("cards")),
            "separate": True,
            "story_sheets": found["story-sheet"].pieces if "story-sheet" in found else 0,
            "pens": rule["MUSE-COMP-05"].pens,
            "needs": (),
            "boxes": Record({**dict.fromkeys(KINDS, boxes), **dict.fromkeys(UNBOXED, 0)}),
            "lines": rule["MUSE-COMP-07"].min_lines,
            "slots": Record(
                {"crisis": rule["MUSE-COMP-08"].crisis, "subplot": rule["MUSE-COMP-08"].subplot}
            ),
        }
    )


def _labels(component: Component | None) -> tuple[str, ...]:
    cards = component.cards if component else ()
    return tuple(card.title for card in cards for _ in range(card.copies))


def _pack(component: Component) -> Record:
    pack: dict[str, int] = {}
    for card in component.cards:
        name = f"{card.rank}{card.suit}"
        pack[name] = pack.get(name, 0) + card.copies
    return Record(pack)


def _size(component: Component | None) -> tuple[float, ...]:
    return (component.size.width, component.size.height) if component else ()


def judge_kit(game: Game, facts: Mapping[str, Any], judge: Judge) -> None:
    """What a kit holds against the catalogue."""
    rule, given = game.rules, Given(facts)
    for name, datum in (("credit", "credit"), ("url", "url")):
        wanted = getattr(rule["MUSE-LIC-01"], datum)
        judge.same("MUSE-LIC-01", wanted, str(given.raw(name, "")), f"the {name}")
    ranks, suits = rule["MUSE-COMP-01"].ranks, rule["MUSE-COMP-01"].suits
    whole = dict.fromkeys((rank + suit for rank in ranks for suit in suits), 1)
    raw = given.raw("cards", Record({}))
    number = sum(raw.values()) if isinstance(raw, Mapping) else raw
    if isinstance(raw, Mapping):
        cards = {name: count for name, count in raw.items() if count}
        judge.same("MUSE-COMP-01", whole, cards, "cards")
    judge.same("MUSE-COMP-01", rule["MUSE-COMP-01"].cards, number, "cards in all")
    judge.same("MUSE-COMP-01", 0, given.whole("jokers", 0), "Jokers")
    least = rule["MUSE-COMP-02"].min_tokens
    tokens = given.whole("tokens", 0)
    judge.holds("MUSE-COMP-02", tokens >= least, f"{tokens} tokens, not {least} or more")
    labels = [str(each) for each in _list(given, "answer_sheets")]
    wanted_labels = Counter(rule["MUSE-COMP-03"].labels)
    judge.same("MUSE-COMP-03", wanted_labels, Counter(labels), "Answer Sheets")
    judge.same("MUSE-COMP-03", rule["MUSE-COMP-03"].count, len(labels), "Answer Sheets in all")
    size, card = _list(given, "answer_size"), _list(given, "card_size")
    fits = not card or not size or (min(size) >= min(card) and max(size) >= max(card))
    judge.holds("MUSE-COMP-04", fits, f"Answer Sheets of {_by(size)} are smaller than a card")
    judge.holds("MUSE-COMP-04", given.yes("separate", True), "Answer Sheets are separate slips")
    for name in ("story_sheets", "pens"):
        wanted = getattr(rule["MUSE-COMP-05"], name)
        judge.same("MUSE-COMP-05", wanted, given.whole(name, 0), name.replace("_", " "))
    more = ", ".join(str(each) for each in _list(given, "needs"))
    judge.holds("MUSE-COMP-05", not more, f"nothing else is needed, such as {more}")
    boxes = given.inner("boxes")
    for kind in KINDS:
        wanted = rule["MUSE-COMP-06"].boxes
        judge.same("MUSE-COMP-06", wanted, boxes.whole(kind, wanted), f"boxes beside {kind}")
    for kind in UNBOXED:
        judge.same("MUSE-COMP-06", 0, boxes.whole(kind, 0), f"boxes beside the {kind}")
    boxes.done()
    lines, need = given.whole("lines", 0), rule["MUSE-COMP-07"].min_lines
    judge.holds("MUSE-COMP-07", lines >= need, f"{lines} lines below a character, not {need}")
    slots = given.inner("slots")
    for name in ("crisis", "subplot"):
        wanted = getattr(rule["MUSE-COMP-08"], name)
        judge.same("MUSE-COMP-08", wanted, slots.whole(name, 0), f"{name} slots")
    slots.done()
    given.done()


def _by(size: Sequence[Any]) -> str:
    return " x ".join(str(each) for each in size)


def _list(given: Given, name: str) -> tuple[Any, ...]:
    value = given.raw(name, ())
    if isinstance(value, str):
        value = (value,)
    if not isinstance(value, tuple | list):
        raise given.wrong(name, "expected a list")
    return tuple(value)


# ---- a laid-out starting table


def table_facts(table: Table) -> Record:
    """The starting table that the rules ask for."""
    state = opening(table)
    count = len(table.players)
    places: dict[str, Any] = {}
    for place, label in enumerate(SHEETS):
        centre = state.questions[place // 2].open
        places[label] = Record(
            {"place": "centre" if centre else "side", "owner": "nobody", "count": 0}
        )
    return Record(
        {
            "players": count,
            **{
                name: Record({"cards": table.first_cards, "tokens": table.first_tokens})
                for name in table.players
            },
            "deck": len(table.cards) - count * table.first_cards,
            "discard": 0,
            "pool": state.pool,
            "hidden": True,
            "ticked": (),
            "boxes": True,
            "narrator": table.players[0] if table.players else "nobody",
            "story_sheet": table.players[0] if table.players else "nobody",
            "crisis_questions": int(state.questions[CRISIS].open),
            "subplot_questions": open_subplots(state),
            **places,
        }
    )


def judge_setup(table: Table, facts: Mapping[str, Any], judge: Judge) -> None:
    """A starting table against the rules of the set-up."""
    given = Given(facts)
    count = given.whole("players", len(table.players))
    span = f"{count} players, not {table.fewest} to {table.most}"
    judge.holds("MUSE-SETUP-01", table.fewest <= count <= table.most, span)
    held = 0
    for name in table.players:
        own = given.inner(name)
        cards, tokens = own.whole("cards", table.first_cards), own.whole("tokens", 0)
        judge.same("MUSE-SETUP-02", table.first_cards, cards, f"{name}'s cards")
        judge.same("MUSE-SETUP-03", table.first_tokens, tokens, f"{name}'s tokens")
        held += tokens
        own.done()
    judge.holds("MUSE-SETUP-02", given.yes("hidden", True), "hands are visible to all")
    undealt = len(table.cards) - count * table.first_cards
    judge.same("MUSE-SETUP-05", undealt, given.whole("deck", undealt), "cards in the deck")
    judge.same("MUSE-SETUP-05", 0, given.whole("discard", 0), "discards")
    pool = given.whole("pool", 0)
    least = table.supply - held
    judge.holds("MUSE-SETUP-06", pool >= least, f"{pool} tokens in the pool, not {least} or more")
    total = pool + held
    judge.holds("MUSE-COMP-02", total >= table.supply, f"{total} tokens, not {table.supply}")
    _judge_sheets(table, given, judge)
    ticked = _list(given, "ticked")
    judge.holds("MUSE-SETUP-11", not ticked, f"{len(ticked)} boxes are ticked")
    judge.holds("MUSE-SETUP-11", given.yes("boxes", True), "the sheet has no boxes to tick")
    narrator = str(given.raw("narrator", "nobody"))
    named = narrator in table.players
    judge.holds("MUSE-SETUP-09", named, "no first Narrator is picked")
    before = str(given.raw("story_sheet", narrator))
    judge.holds("MUSE-SETUP-10", before == narrator or not named, f"the sheet lies before {before}")
    given.done()


def _judge_sheets(table: Table, given: Given, judge: Judge) -> None:
    """Which Answer Sheets lie where, and how many Questions there are."""
    asked = opening_questions(table)
    for place, label in enumerate(SHEETS):
        own = given.inner(label)
        where = own.word("place", ("centre", "side", *table.players), "centre")
        if table.late:
            rule = "MUSE-OPT-02"
        else:
            rule = "MUSE-SETUP-07" if asked[place // 2].open else "MUSE-SETUP-08"
        lies = "centre" if asked[place // 2].open else "side"
        judge.same(rule, lies, where, f"{label} lies in the")
        judge.same(rule, "nobody", str(own.raw("owner", "nobody")), f"the owner of {label}")
        judge.same(rule, 0, own.whole("count", 0), f"what lies on {label}:")
        own.done()
    crisis, subplot = given.whole("crisis_questions", 1), given.whole("subplot_questions", 1)
    own_rules = ("MUSE-OPT-02",) * 2 if table.late else ("MUSE-SHEET-06", "MUSE-SHEET-07")
    judge.same(own_rules[0], int(asked[CRISIS].open), crisis, "Crisis Questions")
    number = sum(question.open for question in asked[:CRISIS])
    judge.same(own_rules[1], number, subplot, "Subplot Questions")


# ---- a position, the order of the preparation, and which card to give up


def judge_position(state: State, judge: Judge) -> None:
    """A position against components, limits and what nobody may own."""
    breaches = wrong_pieces(state)
    judge.breaches += breaches
    broken = {breach.rule for breach in breaches}
    judge.kept += [rule for rule in ("MUSE-COMP-10", "MUSE-COMP-11") if rule not in broken]
    for question in range(len(QUESTIONS)):
        owners = {state.sheets[2 * question + side].owner for side in range(len(SIDES))}
        both = len(owners) == 1 and -1 not in owners
        facts = f"{name_of(state, state.sheets[2 * question].owner)} owns both answers"
        judge.holds("MUSE-SUPPORT-06", not both, facts)
    most = limit(state, sheet=True)
    for place in range(2 * CRISIS):
        facts = f"{SHEETS[place]} holds {load(state, place)} cards, the limit is {most}"
        judge.holds("MUSE-LIMIT-02", load(state, place) <= most, facts)
        if not state.questions[place // 2].open:
            owner = state.sheets[place].owner
            facts = f"{SHEETS[place]} is owned and its Question is not in play"
            judge.holds("MUSE-SUPPORT-09", owner < 0, facts)
    for seat in state.circle:
        if seat != state.narrator:
            number = len(state.seats[seat].hand)
            facts = f"{name_of(state, seat)} holds {number} cards, the limit is {limit(state)}"
            judge.holds("MUSE-LIMIT-04", number <= limit(state), facts)
            judge.holds("MUSE-LIMIT-01", number <= limit(state), facts)


SHEET_PARTS = (("characters", "scenes"), ("goals", "relationships"), ("threats",), ("questions",))
REQUIRED = {  # steps without which no later one is made, each with the rule that asks for it
    "deal": "MUSE-SETUP-02",
    "seed": "MUSE-SHEET-20",
    "sheet": "MUSE-SETUP-04",
    "approve": "MUSE-SHEET-19",
    "answers": "MUSE-SETUP-07",
    "layout": "MUSE-SETUP-05",
}


def _order() -> dict[str, int]:
    """When each step is made; the sheet may be told in its parts, two of them at a time."""
    steps = [(step,) for step in PREPARATION]
    after = PREPARATION.index("sheet") + 1
    groups = (*steps[:after], *SHEET_PARTS, *steps[after:])
    return {name: place for place, group in enumerate(groups) for name in group}


def judge_preparation(steps: Sequence[Any], judge: Judge) -> None:
    """The steps before the story: their order, and whether one was skipped before the last."""
    order = _order()
    for step in steps:
        if step not in order:
            raise FactError(("order",), f"no step '{step}'; there are {', '.join(order)}")
    wrong = [b for a, b in pairwise(steps) if a == b or order[b] < order[a]]
    facts = f"'{wrong[0]}' comes too late" if wrong else ""
    judge.holds("MUSE-SETUP-04", not wrong, facts)
    parts = {part for group in SHEET_PARTS for part in group}
    made = {"sheet" if step in parts else step for step in steps}
    last = max((order[step] for step in steps), default=-1)
    for step, rule in REQUIRED.items():
        if order[step] < last:
            judge.holds(rule, step in made, f"'{step}' is left out")


def giving_up(table: Table, hand: Pieces) -> Pieces:
    """The order to give up a hand: the lowest lone card first, then the worst combination."""
    order: list[str] = []
    while hand:
        counts = Counter(rank_of(card) for card in hand)
        lone = tuple(card for card in hand if counts[rank_of(card)] == 1)
        broken = [rank_of(card) for card in order]
        lone = tuple(card for card in lone if rank_of(card) not in broken)
        if lone:
            card = lowest(table, lone)
        else:
            worst = min(hand, key=lambda c: (_size_of(hand, order, c), table.ranks[rank_of(c)]))
            card = min(
                (c for c in hand if rank_of(c) == rank_of(worst)), key=lambda c: height(table, c)
            )
        order.append(card)
        hand = without(hand, card)
    return tuple(order)


def _size_of(hand: Pieces, gone: Sequence[str], card: str) -> int:
    """How many of a rank the hand held in the beginning."""
    return sum(rank_of(each) == rank_of(card) for each in (*hand, *gone))


def judge_giving_up(table: Table, facts: Mapping[str, Any], judge: Judge) -> None:
    """Advice on which card to give up; never a ground for refusing a move."""
    given = Given(facts)
    hand = given.words("hand", table.cards, table.game.rules["MUSE-ADVICE-01"].hand)
    order = given.words("order", table.cards, giving_up(table, hand))
    given.done()
    best = giving_up(table, hand)[: len(order)]
    judge.same("MUSE-ADVICE-01", best, order, "given up")

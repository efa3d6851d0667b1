"""Checks the kit, the set-up, positions, the preparation and hands of Muse against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from validator.games.muse import phases
from validator.games.muse.combinations import height, rank_of
from validator.games.muse.constants import CRISIS, QUESTIONS, SHEETS, Pieces, Table
from validator.games.muse.limits import hand_limit, load, sheet_limit
from validator.games.muse.positions import from_start, opening, opening_questions, wrong_pieces
from validator.games.muse.state import State, question_of
from validator.games.muse.story_sheet import judge_question, judge_sheet, sheet_facts
from validator.referee import api as ref
from validator.referee.api import Breach, Collector, FactError, FactReader, FrozenMap
from validator.referee.component_checks import (
    COUNTS_OR_ALL,
    SIZE,
    TEXTS,
    component_cards,
    no,
    players,
)
from validator.referee.core import Judged

KINDS = ("characters", "goals", "relationships", "scenes", "threats")
UNBOXED = ("seed", "questions")


# ---- the kit


def _pack(table: Table) -> Any:
    """Return the playing cards in the kit, or those that the rules require if it has none."""
    if not any(each.id == "cards" for each in table.game.components):
        return table.game.rules["MUSE-COMP-01"].cards
    pack: Counter[str] = Counter()
    for card in component_cards(table.game, "cards"):
        pack[f"{card.rank}{card.suit}"] += card.copies
    return FrozenMap(pack)


def _whole_pack(table: Table) -> dict[str, int]:
    """Return one card of each rank in each suit."""
    rule = table.game.rules["MUSE-COMP-01"]
    return dict.fromkeys((rank + suit for rank in rule.ranks for suit in rule.suits), 1)


def _labels(table: Table) -> Pieces:
    cards = component_cards(table.game, "answer-sheets")
    return tuple(card.title for card in cards for _ in range(card.copies))


def _size(name: str) -> Any:
    def found(table: Table) -> tuple[float, ...]:
        sizes = [each.size for each in table.game.components if each.id == name]
        return (sizes[0].width, sizes[0].height) if sizes else ()

    return found


def _fits(size: Any, seen: ref.Seen) -> str:
    """Return an error if Answer Sheets are smaller than the cards that are laid on them."""
    card = seen.card_size
    fits = not card or not size or (min(size) >= min(card) and max(size) >= max(card))
    by = " x ".join(map(str, size or ()))
    return "" if fits else f"the size of the Answer Sheets is {by} mm, which is smaller than a card"


def _nothing_else(needs: Pieces, _: ref.Seen) -> str:
    return f"the rules do not require {', '.join(needs)}" if needs else ""


KIT = ref.Subject(
    (
        *(
            ref.part(name, lambda table, name=name: getattr(table.game.licence, name),
                     ref.same(f"MUSE-LIC-01.{name}"), kind=ref.TEXT, what=f"the {name}")
            for name in ("credit", "url")
        ),
        ref.part("cards", _pack, ref.is_("MUSE-COMP-01", _whole_pack),
                 ref.total("MUSE-COMP-01.cards", "cards in total"), kind=COUNTS_OR_ALL),
        ref.part("jokers", 0, ref.is_("MUSE-COMP-01", 0), what="Jokers"),
        ref.part("tokens", ref.copies("tokens"), ref.at_least("MUSE-COMP-02.min_tokens")),
        ref.part("answer_sheets", _labels, ref.counted("MUSE-COMP-03.labels"),
                 ref.total("MUSE-COMP-03.count", "Answer Sheets in total"), kind=ref.COUNTS,
                 what="Answer Sheets"),
        ref.part("card_size", _size("cards"), kind=SIZE),
        ref.part("answer_size", _size("answer-sheets"), ref.ask("MUSE-COMP-04", _fits), kind=SIZE),
        ref.part("story_sheets", ref.copies("story-sheet"), ref.same("MUSE-COMP-05.story_sheets")),
        ref.follows("pens", "MUSE-COMP-05.pens"),
        ref.part("needs", (), ref.ask("MUSE-COMP-05", _nothing_else), kind=TEXTS),
        ref.group(
            "boxes",
            *(
                ref.follows(kind, "MUSE-COMP-06.boxes", what=f"boxes beside {kind}")
                for kind in KINDS
            ),
            *(
                ref.part(kind, 0, ref.is_("MUSE-COMP-06", 0), what=f"boxes beside the {kind}")
                for kind in UNBOXED
            ),
        ),
        ref.part("lines", lambda table: table.game.rules["MUSE-COMP-07"].min_lines,
                 ref.at_least("MUSE-COMP-07.min_lines"), what="lines below a character"),
        ref.group(
            "slots",
            *(
                ref.follows(name, f"MUSE-COMP-08.{name}", what=f"{name} slots")
                for name in ("crisis", "subplot")
            ),
        ),
    )
)  # fmt: skip


# ---- a laid-out starting table


def _undealt(table: Table) -> int:
    return len(table.cards) - len(table.players) * table.first_cards


def _first(table: Table) -> str:
    return table.players[0] if table.players else "nobody"


def _known(narrator: str, seen: ref.Seen) -> str:
    return "" if narrator in seen.table.players else "no first Narrator has been chosen"


def _before_the_narrator(before: str, seen: ref.Seen) -> str:
    lies = before == seen.narrator or seen.narrator not in seen.table.players
    return (
        "" if lies else f"the Story Sheet must be in front of the first Narrator, not of {before}"
    )


def _laid_out(seen: ref.Seen, to: Collector) -> None:
    """Check the tokens, and the Answer Sheets and Questions in play."""
    table: Table = seen.table
    held = sum(getattr(seen, name).tokens for name in table.players)
    least = table.supply - held
    words = f"there are {seen.pool} tokens in the pool; expected at least {least}"
    to.holds("MUSE-SETUP-06", seen.pool >= least, words)
    total_ = seen.pool + held
    to.holds("MUSE-COMP-02", total_ >= table.supply,
             f"there are {total_} tokens in total; expected {table.supply}")  # fmt: skip
    asked = opening_questions(table)
    for place, label in enumerate(SHEETS):
        sheet, is_open = getattr(seen, label), asked[question_of(place)].open
        rule = "MUSE-SETUP-07" if is_open else "MUSE-SETUP-08"
        rule = "MUSE-OPT-02" if table.late else rule
        to.same(rule, "centre" if is_open else "side", sheet.place, f"the place of {label}")
        to.same(rule, "nobody", sheet.owner, f"the owner of {label}")
        to.same(rule, 0, sheet.count, f"the number of pieces on {label}")
    crisis, subplot = ("MUSE-OPT-02",) * 2 if table.late else ("MUSE-SHEET-06", "MUSE-SHEET-07")
    to.same(crisis, int(asked[CRISIS].open), seen.crisis_questions, "Crisis Questions")
    number = sum(question.open for question in asked[:CRISIS])
    to.same(subplot, number, seen.subplot_questions, "Subplot Questions")


def _sheet(place: int, label: str) -> Any:
    def lies(table: Table) -> str:
        return "centre" if opening_questions(table)[question_of(place)].open else "side"

    return ref.group(
        label,
        ref.part("place", lies, kind=ref.TEXT),
        ref.part("owner", "nobody", kind=ref.TEXT),
        ref.part("count", 0),
    )


SETUP = ref.Subject(
    (
        players("MUSE-SETUP-01.min", "MUSE-SETUP-01.max"),
        ref.part("deck", _undealt, ref.is_("MUSE-SETUP-05", _undealt), what="cards in the deck"),
        ref.part("discard", 0, ref.is_("MUSE-SETUP-05", 0), what="discards"),
        ref.part("pool", lambda table: opening(table).pool),
        ref.part("ticked", (), no("MUSE-SETUP-11", "boxes are ticked"), kind=TEXTS),
        ref.part("narrator", _first, ref.ask("MUSE-SETUP-09", _known), kind=ref.TEXT),
        ref.part("story_sheet", _first, ref.ask("MUSE-SETUP-10", _before_the_narrator),
                 kind=ref.TEXT),
        ref.part("crisis_questions", lambda table: int(opening_questions(table)[CRISIS].open)),
        ref.part(
            "subplot_questions",
            lambda table: sum(question.open for question in opening_questions(table)[:CRISIS]),
        ),
        *(_sheet(place, label) for place, label in enumerate(SHEETS)),
    ),
    own=(
        ref.follows("cards", "MUSE-SETUP-02.cards_each"),
        ref.follows("tokens", "MUSE-SETUP-03.tokens_each"),
    ),
    also=_laid_out,
)  # fmt: skip


# ---- a position


def _impossible(state: State) -> list[Breach]:
    """Return breaches of the rules on components, limits and ownership in a position."""
    to = Collector()
    for question in range(len(QUESTIONS)):
        yes, no = state.sheets.both(question)
        to.holds("MUSE-SUPPORT-06", not yes.owner == no.owner >= 0,
                 "{owner} [owns|own] both answers to a Question",
                 owner=state.name_of(yes.owner))  # fmt: skip
    most = sheet_limit(state)
    for place, sheet in enumerate(SHEETS[: 2 * CRISIS]):
        to.holds("MUSE-LIMIT-02", load(state, place) <= most,
                 "{sheet} has {number} [card|cards]; the limit is {limit}", sheet=sheet,
                 number=load(state, place), limit=most)  # fmt: skip
        in_play = state.in_play(place)
        to.holds("MUSE-SUPPORT-09", in_play or state.sheets[place].owner < 0,
                 "{sheet} is owned, but its Question is not in play", sheet=sheet)  # fmt: skip
    for seat in state.circle:
        number, limit = len(state.seats[seat].hand), hand_limit(state)
        to.holds(("MUSE-LIMIT-04", "MUSE-LIMIT-01"), seat == state.narrator or number <= limit,
                 "{owner} [holds|hold] {number} [card|cards]; the limit is {limit}",
                 owner=state.name_of(seat), number=number, limit=limit)  # fmt: skip
    return wrong_pieces(state) + to.breaches


LIMITS = (
    "MUSE-COMP-10", "MUSE-COMP-11", "MUSE-SUPPORT-06", "MUSE-LIMIT-02", "MUSE-SUPPORT-09",
    "MUSE-LIMIT-04", "MUSE-LIMIT-01",
)  # fmt: skip

# ---- the order of the preparation, and which card to give up

SHEET_PARTS = (("characters", "scenes"), ("goals", "relationships"), ("threats",), ("questions",))
REQUIRED = {  # steps that must come before later ones, each with its rule
    "deal": "MUSE-SETUP-02",
    "seed": "MUSE-SHEET-20",
    "sheet": "MUSE-SETUP-04",
    "approve": "MUSE-SHEET-19",
    "answers": "MUSE-SETUP-07",
    "layout": "MUSE-SETUP-05",
}
BEFORE = {"deal": "seed", "approve": "layout"}  # step before which each must come, by these rules


def _order() -> dict[str, int]:
    """Return the position in the order of each preparation step.

    All parts of the sheet have the same position as the others of their group.
    """
    steps = [(step,) for step in phases.PREPARATION]
    after = phases.PREPARATION.index("sheet") + 1
    groups = (*steps[:after], *SHEET_PARTS, *steps[after:])
    return {name: place for place, names in enumerate(groups) for name in names}


def _judge_preparation(_: State, steps: Sequence[Any], judge: Collector) -> None:
    """Check the order of the preparation steps, and that none before the last one is missing."""
    order = _order()
    for step in steps:
        if step not in order:
            raise FactError(
                ("order",), f"there is no step '{step}'; the steps are {', '.join(order)}"
            )
    wrong = [b for a, b in pairwise(steps) if a == b or order[b] < order[a]]
    facts = f"the step '{wrong[0]}' comes too late" if wrong else ""
    judge.holds("MUSE-SETUP-04", not wrong, facts)
    parts = {each for names in SHEET_PARTS for each in names}
    made = {"sheet" if step in parts else step for step in steps}
    last = max((order[step] for step in steps), default=-1)
    for step, rule in REQUIRED.items():
        if order[step] < last:
            judge.holds(rule, step in made, f"the step '{step}' is missing")
        if step in steps and (later := BEFORE.get(step)) in steps:
            in_time = steps.index(step) < steps.index(later)
            judge.holds(rule, in_time, f"the step '{step}' must come before '{later}'")


def giving_up(table: Table, hand: Pieces) -> Pieces:
    """Return a hand's cards in the order in which the rulebook advises to discard them.

    The lowest single cards come first, then the worst sets.
    """
    alike = Counter(map(rank_of, hand))
    return tuple(sorted(hand, key=lambda card: (alike[rank_of(card)], height(table, card))))


def _judge_giving_up(state: State, changes: Mapping[str, object], to: Collector) -> None:
    """Check whether a discarded card follows the advice, which never refuses a move."""
    table, reader = state.table, FactReader(changes)
    hand = reader.words("hand", table.cards, table.game.rules["MUSE-ADVICE-01"].hand)
    order = reader.words("order", table.cards, giving_up(table, hand))
    reader.done()
    best = giving_up(table, hand)[: len(order)]
    to.same("MUSE-ADVICE-01", best, order, "cards given up")


def _judge_sheet(state: State, changes: Mapping[str, object], to: Collector) -> None:
    judge_sheet(state.table, ref.merged(sheet_facts(state.table), changes), to)


def _judge_question(state: State, words: object, to: Collector) -> None:
    judge_question(state.table, str(words), to)


SUBJECTS: dict[str, Judged] = {
    "kit": KIT,
    "setup": SETUP,
    "position": ref.PositionSubject(from_start, _impossible, LIMITS),
    "sheet": ref.Function(_judge_sheet),
    "question": ref.Function(_judge_question, '"TEXT"', "text"),
    "preparation": ref.Function(
        _judge_preparation, "[STEP, …] in order, such as [deal, seed, brainstorm]", "list"
    ),
    "giving-up": ref.Function(_judge_giving_up),
}

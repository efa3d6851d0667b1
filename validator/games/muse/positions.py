"""The positions of Muse that `start:` describes; omitted facts have defaults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from validator.games.muse import phases
from validator.games.muse.automatic_steps import settle, surplus
from validator.games.muse.constants import CRISIS, NOBODY, QUESTIONS, SHEETS, Pieces, Table
from validator.games.muse.facts import DONE, FIELDS, PREPARED, Named
from validator.games.muse.state import Question, Seat, Sheets, State, is_crisis
from validator.referee.api import Breach, Collector, FactError, FactReader, Judge, Undealt
from validator.referee.judge import wrong_number
from validator.referee.kinds import Values


def opening_questions(table: Table) -> tuple[Question, ...]:
    """Return the Questions in play at the start."""
    number = table.late_questions if table.late else table.first_questions
    crisis = table.late_crisis if table.late else table.first_crisis
    return (*(Question(place < number) for place in range(CRISIS)), Question(crisis > 0))


def opening(table: Table, first: int = 0) -> State:
    """Return the state before any card is dealt."""
    count = len(table.players)
    return State(
        table, phases.SETUP, 0, tuple(range(count)), first,
        (Seat(tokens=table.first_tokens),) * count, Sheets(), opening_questions(table),
        table.cards, 0, False, (), table.supply - count * table.first_tokens, table.supply, 0,
        table.elements,
    )  # fmt: skip


def _others(table: Table, facts: Mapping[str, object]) -> list[str]:
    """Return the players who joined after the start."""
    reader = FactReader(facts)
    names = [str(name) for fact in ("players", "left")
             for name in reader.listed(fact, "players") or ()]  # fmt: skip
    return [name for name in dict.fromkeys(names) if name not in table.players]


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts describe, with defaults for the rest."""
    first_players = tuple(range(len(table.players)))
    table = table.joined(*_others(table, facts))
    start, own = FIELDS.read(facts, table)
    circle = start.get("players", first_players)
    tells = (*circle, 0)[0]
    said = (start.get(name, NOBODY) for name in ("first", "narrator"))
    narrator = next((seat for seat in said if seat >= 0), tells)
    ordered = start.get("ordered", isinstance(start.get("deck", None), tuple))
    state = opening(table)._replace(
        stage=phases.TELL, prep=phases.BEGUN, ordered=ordered, circle=circle,
        narrator=narrator, climax=start.get("climax", False),
        disallowed=start.get("disallowed", False), outcome=start.get("outcome", ""),
    )  # fmt: skip
    state = _asked(start, state)
    state = _story(start, state)
    state = _on_the_table(start, own, state)
    state = _turn(start, state)
    if state.stage == phases.TELL:
        state = state._replace(due=surplus(state))
    return settle(state, Judge()) if state.due else state


def _asked(start: Values, state: State) -> State:
    questions = start.get("questions", state.questions)
    texts = start.get("question", (None,) * len(QUESTIONS))
    return state._replace(
        questions=tuple(
            each if text is None else each._replace(text=text)
            for each, text in zip(questions, texts, strict=True)
        )
    )


def _story(start: Values, state: State) -> State:
    """Return the state with the elements of the Story Sheet, and their ticks, as in the facts."""
    late = start.get("late", ())
    elements = start.get("elements", state.elements)
    elements = (*elements, *(each for each in late if each not in elements))
    ticked = start.get("ticked", ())
    if ticked == "all":
        story = start.get("story", ())
        return state._replace(elements=elements, late=late, ticked=elements, story=story)
    ticked = () if ticked == "none" else ticked
    for name in ticked:
        if name not in elements:
            raise start.reader.wrong("ticked", f"there is no element '{name}' on this Story Sheet")
    return state._replace(
        elements=elements, late=late, ticked=tuple(dict.fromkeys(ticked)),
        story=start.get("story", ()),
    )  # fmt: skip


def _lie(start: Values, state: State) -> tuple[Sheets, dict[str, Named]]:
    """Return the Answer Sheets with the owners and tokens in the facts, and the cards on them."""
    sheets, cards = state.sheets, {}
    for place, label in enumerate(SHEETS):
        owner, named = start.get(label, (NOBODY, ()))
        if is_crisis(place):
            sheets = sheets.with_sheet(place, owner=owner, tokens=named or 0)
        else:
            sheets, cards[label] = sheets.with_sheet(place, owner=owner), named
    return sheets, cards


def _on_the_table(start: Values, own: Sequence[Values], state: State) -> State:
    """Return the state with cards and tokens as in the facts.

    Hands and sheets that are given as counts are filled with unmentioned cards.
    """
    table = state.table
    sheets, on_sheets = _lie(start, state)
    hands = [
        each.get("hand", table.first_cards if seat in state.circle else ())
        for seat, each in enumerate(own)
    ]
    top, discard = start.get("deck_top", ()), start.get("discard", ())
    piles = (*hands, *on_sheets.values(), discard, top, start.get("deck", ()))
    placed = (card for pile in piles if isinstance(pile, tuple) for card in pile)
    undealt = Undealt(dict.fromkeys(table.cards, 1), placed, "MUSE-COMP-10")
    hands = [undealt.fill(hand) for hand in hands]
    for label, pile in on_sheets.items():
        sheets = sheets.with_sheet(SHEETS.index(label), cards=undealt.fill(pile))
    deck, pile = _piles(start, undealt.fill(discard), undealt.rest)
    tokens = [each.get("tokens", table.first_tokens if seat in state.circle else 0)
              for seat, each in enumerate(own)]  # fmt: skip
    state = state._replace(
        seats=tuple(map(Seat, hands, tokens)), sheets=sheets, deck=deck, discard=pile,
        known=start.get("known", len(top)),
    )  # fmt: skip
    return _pool(start, state)


def _piles(start: Values, discard: Pieces, rest: list[str]) -> tuple[Pieces, Pieces]:
    """Return the deck and the discard pile, including the cards that are nowhere else."""
    top, deck = start.get("deck_top", ()), start.get("deck", None)
    if isinstance(deck, tuple):
        under = tuple(card for card in deck if card not in top)
        return (*top, *under), discard if "discard" in start else (*discard, *rest)
    size = len(rest) if deck is None else max(0, deck - len(top))
    return (*top, *rest[:size]), (*discard, *rest[size:])


def _pool(start: Values, state: State) -> State:
    """Return the state with all tokens that players do not hold in the pool."""
    added = start.get("added", 0)
    supply = start.get("supply", state.table.supply)
    left = supply + added - _tokens_in_play(state)
    if left < 0 and "pool" not in start:
        message = f"the game has {supply} tokens, but the players have {-left} more than that"
        raise FactError((), message, "MUSE-COMP-11")
    return state._replace(supply=supply, added=added, pool=start.get("pool", max(0, left)))


def _tokens_in_play(state: State) -> int:
    """Return the number of tokens that players hold or that are on sheets."""
    return sum(own.tokens for own in state.seats) + sum(each.tokens for each in state.sheets)


def _turn(start: Values, state: State) -> State:
    stage = start.get("step", phases.TELL)
    prepared = start.get("prepared", phases.PREPARATION[0] if stage == phases.SETUP else DONE)
    counted = ("gained", "ticks", "contests", "won", "answering", "last")
    said = {name: start.get(name, getattr(state, name)) for name in counted}
    kept = start.get("again", state.kept_with_whole_hand)
    return state._replace(stage=stage, prep=PREPARED.index(prepared), kept_with_whole_hand=kept,
                          **said)  # fmt: skip


def position_errors(state: State) -> list[Breach]:
    """Return the facts that are impossible with these components and players."""
    table = state.table
    wrong = wrong_number("MUSE-SETUP-01", len(state.circle), table.fewest, table.most)
    return list(wrong) or wrong_pieces(state)


def wrong_pieces(state: State) -> list[Breach]:
    """Return surplus and missing cards and tokens as breaches."""
    to = Collector()
    piles = [*state.showdown.up, *state.showdown.aside, *(each.cards for each in state.sheets)]
    piles += [pile for own in state.seats for pile in (own.hand, own.bid)]
    everything = Counter(card for pile in (state.deck, state.discard, *piles) for card in pile)
    for card in state.table.cards:
        to.holds("MUSE-COMP-10", everything[card] == 1, "{card} is in {number} places; expected "
                 "one", card=card, number=everything[card])  # fmt: skip
    tokens, in_all = _tokens_in_play(state) + state.pool, state.supply + state.added
    to.holds("MUSE-COMP-11", tokens == in_all,
             "there are {tokens} tokens in play; expected {in_all}", tokens=tokens,
             in_all=in_all)  # fmt: skip
    return to.breaches

"""The Narrator's turn in Muse: describe, draw, Support, Showdown, end; and surplus cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from validator.games.muse import gates, notation
from validator.games.muse.flow import PASS, settle, turn_over
from validator.games.muse.state import (
    BEGUN,
    CRISIS,
    NOBODY,
    OVER,
    QUESTIONS,
    SETUP,
    SHEETS,
    TELL,
    TELLING,
    Due,
    Pieces,
    State,
    is_crisis,
    is_full,
    lacking,
    limit,
    load,
    name_of,
    ordered,
    unticked,
    without,
)
from validator.referee.core import ANY, Notes, Verb, Verdict, laws_for
from validator.referee.zones import put


def means(state: State, seat: int, sheet: int) -> Iterable[Any]:
    """With what a sheet could be Supported: a card of the hand, tokens (None), or the telling."""
    own: list[Any] = [None] if is_crisis(sheet) else [(card,) for card in state.hands[seat]]
    return (*own, TELLING) if is_full(state, sheet) or state.owners[sheet] == seat else own


describe = Verb(
    "describe",
    about="Add colour to an unticked element of the Story Sheet, tick it and draw: char1, goal2, "
    "rel3, scene1, threat2.",
    args=(notation.ELEMENT_NAME.of(lambda state, _: unticked(state)),),
)
gift = Verb(
    "gift", about="A Listener hands the Narrator the top card of the deck.",
    args=(
        notation.WHOM.or_left_out(lambda state, _: state.narrator).of(
            lambda state, _: (state.narrator,)
        ),
    ),
)  # fmt: skip
draw = Verb("draw", about="With an empty hand the Narrator draws.", args=())
announce = Verb(
    "announce", kind="aside", args=(notation.ANNOUNCED,),
    about="Say what comes next, before it is done, so that Listeners may jump in.",
)  # fmt: skip
support = Verb(
    "support",
    about="Push the story towards an answer: Y1 9C lays a card, CY a token; a full or an own sheet "
    "may be Supported in the telling only.",
    args=(notation.SHEET.of(lambda *_: range(len(SHEETS))), notation.MEANS.of(means)),
)
showdown = Verb(
    "showdown", about="Start the Showdown of a Question.",
    args=(notation.ASKED.of(lambda *_: range(len(QUESTIONS))),),
)  # fmt: skip
end = Verb("end", about="End the turn without more.", args=())
answer = Verb(
    "answer", about="The winner of a Showdown tells how the Question is answered.", args=()
)  # fmt: skip


def surplus_choices(state: State, seat: int) -> Iterable[Pieces]:
    """Every way to discard down to the limit."""
    number = gates.surplus_of(state, seat)
    return combinations(ordered(state.table, state.hands[seat]), number) if number else ()


discard = Verb(
    "discard", about="Discard what is too many, once the turn is over or at once.",
    args=(notation.CHOSEN.of(surplus_choices),),
)  # fmt: skip

VERBS = (describe, gift, draw, support, showdown, end, answer, announce, discard)
ACTS = (describe, draw, support, showdown, end, announce)  # the Narrator's own

gates.tie(VERBS, gates.SEATED)
gates.tie((*ACTS, gift, answer), gates.EVERYBODY, gates.TELLING)


@answer.law("MUSE-SHOWDOWN-24")
def told_by_the_winner(state: State, seat: int) -> Verdict:
    """The answer is the winning owner's to tell, which says more than who narrates."""
    if not state.answering or seat == state.narrator:
        return None
    return f"{name_of(state, state.narrator)} has won the Showdown and tells the answer"


gates.tie((*ACTS, answer), gates.NARRATOR)
gates.tie((*ACTS, gift), gates.ANSWER)

Element = str
Means = Any  # cards, None for tokens, a number of tokens, or TELLING


# ---- gains


@describe.law("MUSE-DRAW-03")
def can_be_ticked(state: State, _: int, element: Element) -> Verdict:
    """Characters, goals, relationships, scenes and threats have boxes; each is ticked once."""
    if element not in state.elements:
        return f"'{element}' has no box on this Story Sheet"
    return f"{element} is ticked already" if element in state.ticked else ""


@describe.law("MUSE-DRAW-03", "MUSE-RUL-10")
def so_many_ticks(state: State, _: int, _element: Element) -> Verdict:
    """Just so many elements are ticked in a turn."""
    if state.ticks < state.table.ticks:
        return ""
    return f"{state.ticks} ticked in this turn"


@describe.law("MUSE-DRAW-01", "MUSE-TURN-02", "MUSE-RUL-10")
def tick_with_its_card(state: State, _: int, _element: Element) -> Verdict:
    """A tick comes with a card, and the Narrator gains no second one."""
    if state.table.tick_without:
        return None
    return _gain(state)


def _gain(state: State) -> Verdict:
    if state.gained < state.table.gains:
        return ""
    return f"{name_of(state, state.narrator)} has gained a card in this turn"


@laws_for((describe, gift, draw), "MUSE-DRAW-08")
def no_more_after_the_whole_hand(state: State, seat: int) -> Verdict:
    """Who won the narration with the whole hand gains one card, as anybody does."""
    del seat
    return (_gain(state) or None) if state.won else None


@laws_for((describe, gift, draw), "MUSE-RUL-08")
def keeping_reopens_no_gain(state: State, seat: int) -> Verdict:
    """Keeping the narration reopens the draw only for an emptied hand."""
    if not state.contests or state.won or (state.again and seat == state.narrator):
        return None
    return _gain(state) or None


@describe.effect
def _describe(state: State, seat: int, element: Element, note: Notes | None) -> State:
    if note is not None:
        name = name_of(state, seat)
        note("MUSE-DRAW-03", "ticked", "unticked", "ticks", text=f"{element} is ticked")
        note("MUSE-TURN-07", "ticked")
        note("MUSE-RUL-10", "ticked", "ticks", "gained")
        note("MUSE-TIMEOUT-06", "elements")
        if len(state.hands[seat]) >= limit(state):
            note("MUSE-LIMIT-03", f"{name}.cards", "due")
    state = state._replace(ticked=(*state.ticked, element), ticks=state.ticks + 1)
    if state.gained >= state.table.gains:
        return state
    return _drawn(state, Due("colour", seat, state.table.colour), note)


def _drawn(state: State, due: Due, note: Notes | None) -> State:
    """The gain of the turn, when the deck gives it."""
    gained = max(state.gained + 1, state.table.gains) if state.again else state.gained + 1
    return settle(state._replace(gained=gained, again=False, due=(due,)), note)


@gift.law("MUSE-DRAW-04")
def from_a_listener(state: State, seat: int) -> Verdict:
    """A Listener gives."""
    if state.stage == SETUP:
        return None
    return "" if seat != state.narrator else "the Narrator takes no card from the deck"


@gift.law("MUSE-DRAW-04")
def to_the_narrator(state: State, _: int, to: int) -> Verdict:
    """The Narrator receives."""
    return "" if to == state.narrator else f"{name_of(state, state.narrator)} narrates"


@gift.law("MUSE-DRAW-04")
def all_is_ticked(state: State, _: int, _to: int) -> Verdict:
    """Gifts begin when the whole sheet is ticked."""
    left = unticked(state)
    return f"{len(left)} elements are unticked, such as {left[0]}" if left else ""


@gift.law("MUSE-RUL-29")
def added_elements_too(state: State, _: int, _to: int) -> Verdict:
    """An element added in play closes the gift draw again."""
    added = [name for name in unticked(state) if name in state.late]
    return f"{', '.join(added)} came later and is unticked" if added else None


@gift.law("MUSE-DRAW-01", "MUSE-TURN-02")
def no_second_gift(state: State, _: int, _to: int) -> Verdict:
    """The Narrator gains no second card."""
    return _gain(state)


@gift.effect
def _gift(state: State, seat: int, to: int, note: Notes | None) -> State:
    if note is not None:
        text = f"{name_of(state, seat)} hands {name_of(state, to)} a card"
        note("MUSE-DRAW-04", "gained", text=text)
        note("MUSE-RUL-29", "unticked")
    return _drawn(state, Due("gift", to, state.table.gift), note)


@draw.law("MUSE-DRAW-06")
def with_an_empty_hand(state: State, seat: int) -> Verdict:
    """Only an empty hand draws by itself."""
    cards = state.hands[seat]
    return f"{name_of(state, seat)} holds {len(cards)} cards" if cards else ""


@draw.law("MUSE-DRAW-01", "MUSE-DRAW-06", "MUSE-TURN-02")
def gain_is_open(state: State, seat: int) -> Verdict:
    """No card was gained in this turn, or the hand was emptied by keeping the narration."""
    if state.again and not state.hands[seat]:
        return None
    return _gain(state)


@draw.effect
def _draw(state: State, seat: int, note: Notes | None) -> State:
    number = state.table.kept if state.again else state.table.empty
    if note is not None:
        name = name_of(state, seat)
        note("MUSE-DRAW-06", "gained", text=f"{name}'s hand is empty")
        note("MUSE-RUL-09", f"{name}.hand", "gained")
        if state.won:
            note("MUSE-DRAW-08", f"{name}.hand", "gained")
    return _drawn(state, Due("empty", seat, number), note)


# ---- Support


def in_play(state: State, sheet: int) -> bool:
    """Whether a sheet belongs to a Question in play."""
    return state.open[sheet // 2]


def owner_words(state: State, sheet: int) -> str:
    """``Bob's`` or ``nobody's``."""
    return f"{name_of(state, state.owners[sheet])}'s"


@support.law("MUSE-SUPPORT-09")
def question_in_play(state: State, _: int, sheet: int) -> Verdict:
    """Only sheets of Questions in play can be Supported."""
    return "" if in_play(state, sheet) else f"{SHEETS[sheet]} lies at the side of the table"


@support.law("MUSE-RUL-23", "MUSE-OPT-02")
def crisis_sheets_aside(state: State, _: int, sheet: int) -> Verdict:
    """Without a Crisis Question there is no Crisis answer."""
    if not is_crisis(sheet) or not state.table.late:
        return None
    return "" if in_play(state, sheet) else "there is no Crisis Question yet"


@support.law("MUSE-SUPPORT-02")
def so_many_cards(state: State, _: int, sheet: int, means: Means) -> Verdict:
    """A Subplot answer takes so many cards."""
    if is_crisis(sheet) or means in (TELLING, ANY):
        return None
    cards = means if isinstance(means, tuple) else ()
    need = state.table.support_cards
    return "" if len(cards) == need else f"{len(cards)} cards, not {need}"


@support.law("MUSE-SUPPORT-03")
def so_many_tokens(state: State, _: int, sheet: int, means: Means) -> Verdict:
    """A Crisis answer takes so many tokens, and no card."""
    if not is_crisis(sheet) or means == TELLING:
        return None
    if isinstance(means, tuple):
        return f"{SHEETS[sheet]} takes a token, not {' '.join(means)}"
    need = state.table.support_tokens
    return "" if means is None or means == need else f"{means} tokens, not {need}"


@support.law("MUSE-SUPPORT-10", "MUSE-SUPPORT-03")
def has_tokens(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """Nobody Supports with tokens that they do not have."""
    if means == TELLING or not is_crisis(sheet):
        return None
    need = means if isinstance(means, int) else state.table.support_tokens
    return (
        ""
        if state.tokens[seat] >= need
        else f"{name_of(state, seat)} holds {state.tokens[seat]} tokens"
    )


@support.law("MUSE-SUPPORT-10")
def has_cards(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """Without a card in hand there is nothing to Support with."""
    if means == TELLING or is_crisis(sheet):
        return None
    return "" if state.hands[seat] else f"{name_of(state, seat)} holds no card"


@support.law("MUSE-SUPPORT-02", "MUSE-SUPPORT-10")
def from_the_narrators_hand(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """The card comes from the Narrator's own hand."""
    if is_crisis(sheet) or not isinstance(means, tuple):
        return None
    lacks = lacking(state.hands[seat], means)
    return f"{' '.join(lacks)} is not in {name_of(state, seat)}'s hand" if lacks else ""


@support.law("MUSE-LIMIT-07", "MUSE-LIMIT-02", "MUSE-SUPPORT-08")
def full_sheets_take_no_card(state: State, _: int, sheet: int, means: Means) -> Verdict:
    """A full sheet takes no card and stays with its owner."""
    if is_crisis(sheet) or means == TELLING:
        return None
    if not is_full(state, sheet):
        return ""
    return f"{SHEETS[sheet]} is full: {load(state, sheet)} cards, the limit is {limit(state, True)}"


@support.law("MUSE-RUL-14")
def full_by_a_lower_limit(state: State, _: int, sheet: int, means: Means) -> Verdict:
    """A sheet above a limit that has fallen is full."""
    if is_crisis(sheet) or means == TELLING or load(state, sheet) < limit(state, True):
        return None
    return f"{SHEETS[sheet]} holds {load(state, sheet)} cards, the limit is {limit(state, True)}"


@support.law("MUSE-RUL-12")
def full_opposite_stays(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """Who owns a full sheet lays no card on the opposite one: the swap would give it away."""
    opposite = sheet ^ 1
    if state.table.full_swaps or means == TELLING or state.owners[opposite] != seat:
        return None
    if not is_full(state, opposite):
        return ""
    return f"{name_of(state, seat)} owns {SHEETS[opposite]}, which is full"


@support.law("MUSE-SUPPORT-02", "MUSE-SUPPORT-05", "MUSE-SUPPORT-08")
def telling_needs_no_card(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """In the telling only: a full sheet, or one's own."""
    if means != TELLING or is_crisis(sheet):
        return None
    if is_full(state, sheet) or state.owners[sheet] == seat:
        return ""
    return f"{SHEETS[sheet]} is neither full nor {name_of(state, seat)}'s own: a card is laid"


@support.law("MUSE-SUPPORT-03", "MUSE-LIMIT-06", "MUSE-SUPPORT-05")
def crisis_needs_a_token(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """A Crisis sheet is never full, so it takes a token unless it is one's own."""
    if means != TELLING or not is_crisis(sheet):
        return None
    own = state.owners[sheet] == seat
    return "" if own else f"{SHEETS[sheet]} is {owner_words(state, sheet)}: a token is laid"


@support.law("MUSE-RUL-13", "MUSE-SUPPORT-06")
def claim_gives_up_no_full_sheet(state: State, seat: int, sheet: int, means: Means) -> Verdict:
    """A free full sheet cannot be claimed by the owner of a full opposite sheet."""
    if not _claims(state, sheet, means):
        return None
    opposite = sheet ^ 1
    if state.owners[opposite] == seat and is_full(state, opposite):
        return f"{name_of(state, seat)} owns {SHEETS[opposite]}, which is full"
    return ""


def _claims(state: State, sheet: int, means: Means) -> bool:
    """Whether a free full sheet is claimed in the telling."""
    return means == TELLING and is_full(state, sheet) and state.owners[sheet] == NOBODY


@support.effect
def _support(state: State, seat: int, sheet: int, means: Means, note: Notes | None) -> State:
    name, label = name_of(state, seat), SHEETS[sheet]
    if note is not None:
        note("MUSE-TURN-03", "narrator", "turn")
        note("MUSE-TURN-02", "narrator")
        note("MUSE-SUPPORT-11", "narrator", "step")
    if means == TELLING:
        return _told(state, seat, sheet, note)
    if is_crisis(sheet):
        place = sheet - len(state.sheets)
        need = state.table.support_tokens
        crisis = put(state.crisis, place, state.crisis[place] + need)
        tokens = put(state.tokens, seat, state.tokens[seat] - need)
        after = state._replace(crisis=(crisis[0], crisis[1]), tokens=tokens)
        if note is not None:
            facts = [f"{name}.tokens", f"{label}.tokens", f"{label}.count"]
            note("MUSE-SUPPORT-03", *facts, text=f"{name} lays a token on {label}")
            note("MUSE-LIMIT-06", f"{label}.full", f"{label}.tokens")
            note("MUSE-COMP-11", *facts)
    else:
        hands = put(state.hands, seat, without(state.hands[seat], means))
        sheets = put(state.sheets, sheet, (*state.sheets[sheet], *means))
        after = state._replace(hands=hands, sheets=sheets)
        if note is not None:
            facts = [f"{name}.hand", f"{name}.cards", f"{label}.cards", f"{label}.count"]
            note("MUSE-SUPPORT-02", *facts, text=f"{name} lays {' '.join(means)} on {label}")
            note("MUSE-LIMIT-02", f"{label}.full", f"{label}.count")
            note("MUSE-COMP-10", *facts)
            if len(state.hands[seat]) > limit(state):
                note("MUSE-LIMIT-05", f"{name}.hand", f"{name}.cards", "due")
            if is_full(after, sheet):
                note("MUSE-LIMIT-07", f"{label}.owner", f"{label}.full")
    return turn_over(_owned(after, seat, sheet, note), "support", PASS, note)


def _owned(state: State, seat: int, sheet: int, note: Notes | None) -> State:
    """The sheet changes hands; who owned the opposite one swaps."""
    opposite, former = sheet ^ 1, state.owners[sheet]
    label, other = SHEETS[sheet], SHEETS[opposite]
    if former == seat:
        if note is not None:
            note("MUSE-SUPPORT-05", f"{label}.owner")
        return state
    owners = put(state.owners, sheet, seat)
    if note is not None:
        text = f"{name_of(state, seat)} owns {label}"
        note("MUSE-SUPPORT-04", f"{label}.owner", f"{label}.cards", text=text)
    if state.owners[opposite] == seat:
        owners = put(owners, opposite, former)
        if note is not None:
            text = f"{other} goes to {'the centre' if former < 0 else name_of(state, former)}"
            note("MUSE-SUPPORT-07", f"{other}.owner", f"{label}.owner", text=text)
            if former < 0:
                note("MUSE-RUL-11", f"{other}.owner", f"{other}.cards")
    if note is not None:
        note("MUSE-SUPPORT-06", f"{label}.owner", f"{other}.owner")
    return state._replace(owners=owners)


def _told(state: State, seat: int, sheet: int, note: Notes | None) -> State:
    """A Support without a card: a free full sheet finds an owner, else all stays as it is."""
    label = SHEETS[sheet]
    if _claims(state, sheet, TELLING):
        owners = put(state.owners, sheet, seat)
        if state.owners[sheet ^ 1] == seat:
            owners = put(owners, sheet ^ 1, NOBODY)
        if note is not None:
            text = f"{name_of(state, seat)} claims {label}"
            note("MUSE-RUL-13", f"{label}.owner", f"{SHEETS[sheet ^ 1]}.owner", text=text)
        return turn_over(state._replace(owners=owners), "support", PASS, note)
    if note is not None:
        rule = "MUSE-SUPPORT-05" if state.owners[sheet] == seat else "MUSE-SUPPORT-08"
        note(rule, f"{label}.owner", f"{label}.cards", f"{label}.count",
             text=f"{label} stays with {name_of(state, state.owners[sheet])}")  # fmt: skip
        note("MUSE-RUL-30", "narrator", "turn")
        note("MUSE-LIMIT-07", f"{label}.owner")
    if state.table.goes_on and is_full(state, sheet):
        return state
    return turn_over(state, "support", PASS, note)


# ---- Showdowns are started


@showdown.law("MUSE-SHOWDOWN-01")
def by_the_narrator(state: State, seat: int) -> Verdict:
    """Only the Narrator starts a Showdown."""
    if state.stage != TELL:
        return None
    return "" if seat == state.narrator else f"{name_of(state, state.narrator)} narrates"


@showdown.law("MUSE-SHOWDOWN-01")
def for_a_question_in_play(state: State, _: int, question: int) -> Verdict:
    """There is a Showdown only for a Question in play."""
    if state.open[question]:
        return ""
    return f"Question {QUESTIONS[question]} is not in play"


@showdown.law("MUSE-SHOWDOWN-04", "MUSE-RUL-23")
def no_crisis_without_question(state: State, _: int, question: int) -> Verdict:
    """No Crisis Question, no Crisis Showdown."""
    if question != CRISIS or state.open[CRISIS] or not state.table.late:
        return None
    return "there is no Crisis Question yet"


@showdown.law("MUSE-SHOWDOWN-04")
def crisis_needs_the_climax(state: State, _: int, question: int) -> Verdict:
    """The Crisis waits for the Climax."""
    if question != CRISIS or not state.open[CRISIS]:
        return None
    return "" if state.climax else "the Climax is not on"


@showdown.law("MUSE-SHOWDOWN-02")
def both_owned(state: State, _: int, question: int) -> Verdict:
    """Both sheets have an owner."""
    if not state.open[question]:
        return None
    free = [SHEETS[s] for s in (2 * question, 2 * question + 1) if state.owners[s] < 0]
    return f"nobody owns {' and '.join(free)}" if free else ""


@showdown.law("MUSE-SHOWDOWN-03")
def enough_on_both(state: State, _: int, question: int) -> Verdict:
    """Both sheets carry enough."""
    if not state.open[question]:
        return None
    least = state.table.each_side
    what = "tokens" if question == CRISIS else "cards"
    for sheet in (2 * question, 2 * question + 1):
        if load(state, sheet) < least:
            return f"{SHEETS[sheet]} holds {load(state, sheet)} {what}, not {least}"
    return ""


@showdown.effect
def _showdown(state: State, seat: int, question: int, note: Notes | None) -> State:
    if note is not None:
        text = f"{name_of(state, seat)} starts the Showdown for Question {QUESTIONS[question]}"
        note("MUSE-SHOWDOWN-01", "step", text=text)
        note("MUSE-TURN-04", "step", "narrator", "turn")
        note("MUSE-RUL-24", "step", "due")
        if question == CRISIS:
            note("MUSE-SHOWDOWN-04", "climax")
    return turn_over(state, "showdown", (Due("open", NOBODY, question),), note)


# ---- the turn ends


@end.effect
def _end(state: State, seat: int, note: Notes | None) -> State:
    if note is not None:
        note("MUSE-TURN-05", "narrator", "turn", text=f"{name_of(state, seat)} ends the turn")
        note("MUSE-TURN-02", "narrator")
    return turn_over(state, "end", PASS, note)


@announce.effect
def _announce(state: State, seat: int, what: str, note: Notes | None) -> State:
    if note is not None:
        note("MUSE-JUMP-15", "announced", text=f"{name_of(state, seat)} means to {what}")
    return state._replace(announced=what)


@answer.law("MUSE-SHOWDOWN-24")
def there_is_an_answer(state: State, _: int) -> Verdict:
    """Only the winner of the latest Showdown has an answer to tell."""
    if state.stage != TELL:
        return None
    return "" if state.answering else "no Showdown was just won"


@answer.effect
def _answer(state: State, seat: int, note: Notes | None) -> State:
    if note is not None:
        text = f"{name_of(state, seat)} tells the answer: {state.outcome}"
        note("MUSE-SHOWDOWN-24", "outcome", "answering", "narrator", text=text)
        note("MUSE-RUL-18", "narrator", "step", "gained")
        note("MUSE-SHOWDOWN-27", "answering")
    return state._replace(answering=False)


# ---- surplus


@laws_for((discard,), "MUSE-LIMIT-03", "MUSE-LIMIT-05")
def not_within_the_own_turn(state: State, seat: int) -> Verdict:
    """The Narrator keeps surplus cards until the turn is over."""
    if seat != state.narrator or state.stage != TELL or seat in gates.owes_surplus(state):
        return None
    return f"{name_of(state, seat)}'s turn is not over"


@discard.law("MUSE-LIMIT-04")
def nothing_without_surplus(state: State, seat: int) -> Verdict:
    """Cards are discarded only when they are too many."""
    if state.stage in (SETUP, OVER) or state.prep < BEGUN:
        return f"{name_of(state, seat)} has nothing to discard"
    if seat in gates.owes_surplus(state):
        return ""
    return f"{name_of(state, seat)} has no surplus to discard now"


@discard.law("MUSE-LIMIT-03")
def narrator_down_to_the_limit(state: State, seat: int, cards: Pieces) -> Verdict:
    """Once the own turn is over, down to the limit, neither more nor less."""
    return _to_the_limit(state, seat, cards) if gates.turn_ended(state, seat) else None


@discard.law("MUSE-LIMIT-04")
def down_to_the_limit(state: State, seat: int, cards: Pieces) -> Verdict:
    """Anybody else, too, discards down to the limit."""
    return None if gates.turn_ended(state, seat) else _to_the_limit(state, seat, cards)


def _to_the_limit(state: State, seat: int, cards: Pieces) -> Verdict:
    if seat not in gates.owes_surplus(state):
        return None
    need = gates.surplus_of(state, seat)
    return (
        "" if len(cards) == need else f"{len(cards)} cards, not {need}: the limit is {limit(state)}"
    )


@discard.law("MUSE-COMP-10")
def discards_own_cards(state: State, seat: int, cards: Pieces) -> Verdict:
    """Only cards of the own hand."""
    lacks = lacking(state.hands[seat], cards)
    return f"{' '.join(lacks)} is not in {name_of(state, seat)}'s hand" if lacks else ""


@discard.effect
def _discard(state: State, seat: int, cards: Pieces, note: Notes | None) -> State:
    name = name_of(state, seat)
    if note is not None:
        facts = (f"{name}.hand", f"{name}.cards", "discard")
        own = gates.turn_ended(state, seat)
        rule = "MUSE-LIMIT-03" if own else "MUSE-LIMIT-04"
        note(rule, *facts, text=f"{name} discards {' '.join(cards)}")
        note("MUSE-LIMIT-01", *facts, "limit")
        if gates.after_a_contest(state):
            note("MUSE-JUMP-09", *facts)
            note("MUSE-RUL-04", *facts, "due")
        elif state.showdown is not None or state.ended == "showdown":
            note("MUSE-SHOWDOWN-23", *facts)
    due = tuple(each for each in state.due if each != Due("surplus", seat))
    hands = put(state.hands, seat, without(state.hands[seat], cards))
    return settle(state._replace(hands=hands, discard=(*state.discard, *cards), due=due), note)

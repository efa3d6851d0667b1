"""The facts of Muse, in the words of `start:`, and states that they describe."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from validator.core.frozen_map import FrozenMap
from validator.games.muse import phases
from validator.games.muse.flow import settle, surplus
from validator.games.muse.notation import element
from validator.games.muse.state import (
    CRISIS,
    NO_SHOWDOWN,
    NOBODY,
    QUESTIONS,
    SHEETS,
    SIDES,
    Due,
    Pieces,
    Piles,
    Question,
    Seat,
    Sheets,
    Showdown,
    State,
    Table,
    is_crisis,
)
from validator.referee import api as ref
from validator.referee.core import Breach
from validator.referee.facts import FactError, FactReader, shown
from validator.referee.fields import FLAG, SEAT, SEATS, Field, Fields, Kind, Values, of_players
from validator.referee.invariants import OUTSIDE
from validator.referee.judge import Judge

DONE = "done"
PREPARED = (*phases.PREPARATION, DONE)
ACTS = ("", "support", "showdown", "end", "jump")
PLURALS = ("characters", "goals", "relationships", "scenes", "threats")
Named = Pieces | int  # cards by name, or how many


# ---- how facts are read


def _list(reader: FactReader, name: str) -> tuple[Any, ...]:
    value = reader.raw(name, ())
    if isinstance(value, str | int):
        value = (value,)
    if not isinstance(value, tuple | list):
        raise reader.wrong(name, f"expected a list, not {shown(value)}")
    return tuple(value)


def _seat(reader: FactReader, name: str, table: Table, default: int = NOBODY) -> int:
    return int(SEAT.read(reader, name, table)) if name in reader else default


def _text(reader: FactReader, name: str, _: Table) -> str:
    return str(reader.raw(name) or "")


TEXT = Kind(_text)
CARDS = ref.pieces(lambda table: table.cards)


def _named(reader: FactReader, name: str, table: Table) -> Named:
    value = reader.raw(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return reader.whole(name, 0, 0, len(table.cards))
    return reader.words(name, table.cards)


NAMED = Kind(_named)


def _questions(reader: FactReader, name: str, _: Table) -> tuple[Question, ...]:
    """Return which Questions are in play, as a list or with their words."""
    raw = reader.raw(name)
    if not isinstance(raw, Mapping):
        raw = dict.fromkeys((str(each).upper() for each in _list(reader, name)), True)
    said = {str(key).upper(): value for key, value in raw.items()}
    for key in said:
        if key not in QUESTIONS:
            raise reader.wrong(name, f"no Question {key}; there are 1, 2 and C")
    values = [said.get(key, False) for key in QUESTIONS]
    return tuple(
        Question(value not in (False, None, ""), value if isinstance(value, str) else "")
        for value in values
    )


def _texts(reader: FactReader, name: str, _: Table) -> tuple[str | None, ...]:
    inner = reader.inner(name)
    found = tuple(None if inner.raw(each) is None else str(inner.raw(each)) for each in QUESTIONS)
    inner.done()
    return found


def _written(reader: FactReader, name: str, _: Table) -> tuple[tuple[str, str], ...]:
    """Return what is written on the Story Sheet, by its blanks."""
    inner = reader.inner(name)
    found = tuple((path, str(inner.raw(path))) for path in inner.facts)
    inner.done()
    return found


WRITTEN = Kind(_written)


def _elements(reader: FactReader, name: str, table: Table) -> Pieces:
    """Elements by name, or how many of each sort."""
    if not isinstance(reader.raw(name), Mapping):
        return tuple(dict.fromkeys(element(str(each)) for each in _list(reader, name)))
    inner = reader.inner(name)
    counts = {
        kind: inner.whole(plural, inner.whole(kind, most, 0, 99), 0, 99)
        for (kind, most), plural in zip(table.kinds.items(), PLURALS, strict=True)
    }
    inner.done()
    return tuple(f"{kind}{n}" for kind, most in counts.items() for n in range(1, most + 1))


def _ticked(reader: FactReader, name: str, _: Table) -> str | Pieces:
    raw = reader.raw(name)
    if raw in ("all", "none"):
        return str(raw)
    return tuple(element(str(each)) for each in _list(reader, name))


TICKED = Kind(_ticked)


def _act(reader: FactReader, name: str, table: Table) -> tuple[int, str]:
    """A player, and what they did or were about to do."""
    inner = reader.inner(name)
    found = _seat(inner, "player", table), _text(inner, "act", table)
    if name == "last":
        inner.word("act", ACTS, "")
    inner.done()
    return found


ACT = Kind(
    _act, lambda act, table: FrozenMap({"player": SEAT.show(act[0], table), "act": act[1]})
)  # fmt: skip


def _clash(reader: FactReader, name: str, table: Table) -> tuple[int, ...]:
    inner = reader.inner(name)
    found = (
        (max(0, _seat(inner, "player", table)), inner.whole("cards", 0))
        if "player" in inner
        else ()
    )
    inner.done()
    return found


CLASH = Kind(
    _clash,
    lambda clash, table: FrozenMap(
        {"player": table.players[clash[0]], "cards": clash[1]} if clash else {}
    ),
)  # fmt: skip


def _showdown(reader: FactReader, name: str, table: Table) -> Showdown:
    """Read the Showdown in progress. Owners of sheets take part even if they are not named."""
    if reader.raw(name) in (None, "", "none", {}):
        return NO_SHOWDOWN
    inner = reader.inner(name)
    asked = str(inner.raw("question", QUESTIONS[0])).upper()
    if asked not in QUESTIONS:
        raise inner.wrong("question", f"no Question {asked}; there are {', '.join(QUESTIONS)}")
    piles, seats, taken = inner.inner("aside"), inner.inner("owners"), inner.inner("supporters")
    aside, up = Piles(*_sides(piles, table)), Piles(*_sides(inner, table))
    owners = [_seat(seats, side, table, UNNAMED) for side in SIDES]
    sides = tuple(
        (table.players.index(str(each)), SIDES.index(taken.word(str(each), SIDES, "")))
        for each in taken.facts
        if each in table.players
    )
    for each in (piles, seats, taken):
        each.done()
    wave = inner.word("wave", (*SIDES, "none"), "none")
    laid = SEATS.read(inner, "laid", table) if "laid" in inner else ()
    inner.done()
    return Showdown(
        QUESTIONS.index(asked), (owners[0], owners[1]), aside, up, sides,
        NOBODY if wave == "none" else SIDES.index(wave), laid,
    )  # fmt: skip


UNNAMED = NOBODY - 1


def _sides(reader: FactReader, table: Table) -> list[Pieces]:
    return [reader.words(side, table.cards) for side in SIDES]


def _shown_showdown(contest: Showdown, table: Table) -> FrozenMap:
    if contest == NO_SHOWDOWN:
        return FrozenMap({})
    owners = [SEAT.show(owner, table) for owner in contest.owners]
    return FrozenMap({
        "question": QUESTIONS[contest.question],
        "owners": FrozenMap(dict(zip(SIDES, owners, strict=True))),
        **contest.up._asdict(),
        "aside": FrozenMap(contest.aside._asdict()),
        "supporters": FrozenMap({table.players[seat]: SIDES[s] for seat, s in contest.sides}),
        "leading": SIDES[table.leading(contest)],
        "pot": sum(map(len, (*contest.up, *contest.aside))),
        "wave": "none" if contest.wave < 0 else SIDES[contest.wave],
        "laid": SEATS.show(contest.laid, table),
    })  # fmt: skip


def _due(reader: FactReader, name: str, table: Table) -> tuple[Due, ...]:
    """``colour Ann 1``, ``surplus Bob``, ``open 1``."""
    return tuple(_one_due(reader, str(each), table) for each in _list(reader, name))


def _one_due(reader: FactReader, words: str, table: Table) -> Due:
    kind, *rest = words.split() or [""]
    if kind not in (*phases.DRAWS, *phases.STEPS):
        raise reader.wrong("due", f"no task can be due that is called '{kind}'")
    seat, number = NOBODY, 0
    for word in rest:
        if word in table.players:
            seat = table.players.index(word)
        elif kind == "open" and word in QUESTIONS:
            number = QUESTIONS.index(word)
        elif word.isdigit():
            number = int(word)
        else:
            raise reader.wrong("due", f"'{word}' is neither a player nor a number")
    if seat == NOBODY and kind not in ("yes", "no", "pass", "begin", "open", "lowest"):
        raise reader.wrong("due", f"'{kind}' needs a player")
    return Due(kind, seat, number)


def due_words(due: Due, table: Table) -> str:
    """Something due as `start:` takes it."""
    if due.kind == "open":
        return f"open {QUESTIONS[due.number]}"
    who = f" {table.players[due.seat]}" if due.seat >= 0 else ""
    return f"{due.kind}{who}{f' {due.number}' if due.kind in phases.DRAWS else ''}"


DUE = Kind(_due, lambda due, table: tuple(due_words(each, table) for each in due))
Lies = tuple[int, Named]  # owner, and the cards or tokens of an Answer Sheet


def _sheet(reader: FactReader, name: str, table: Table) -> Lies:
    """Read the cards or tokens on an Answer Sheet, and its owner."""
    raw = reader.raw(name)
    inner = (
        reader.inner(name) if isinstance(raw, Mapping) else FactReader(FrozenMap({"cards": raw}))
    )
    if isinstance(raw, str) and raw in table.players:
        inner = FactReader(FrozenMap({"owner": raw}))
    count = inner.whole("count", 0)
    named: Named = count or ()
    if is_crisis(SHEETS.index(name)):
        named = inner.whole("tokens", inner.whole("cards", count))
    elif "cards" in inner:
        named = _named(inner, "cards", table)
    inner.raw("tokens")
    owner = _seat(inner, "owner", table)
    inner.done()
    return owner, named


def _shown_sheet(place: int) -> Callable[[State], FrozenMap]:
    def value(state: State) -> FrozenMap:
        sheet, is_open = state.sheets[place], state.questions[place // 2].open
        owner = state.name_of(sheet.owner)
        lies = "side" if not is_open else "centre" if sheet.owner < 0 else owner
        number = state.load(place)
        held = {"tokens": number} if is_crisis(place) else {"cards": sheet.cards}
        full = state.is_full(place)
        return FrozenMap(
            {"owner": owner, "open": is_open, "place": lies, **held, "count": number, "full": full}
        )

    return value


def _owned(state: State, seat: int) -> Pieces:
    return tuple(
        label
        for label, sheet in zip(SHEETS, state.sheets, strict=True)
        if sheet.owner == seat
    )  # fmt: skip


# ---- the facts


def _leads_by(state: State) -> tuple[str, ...]:
    rules = ("MUSE-SHOWDOWN-07", "MUSE-SHOWDOWN-08", "MUSE-SHOWDOWN-11", "MUSE-RUL-17")
    crisis = ("MUSE-END-04",) if state.showdown.question == CRISIS else ()
    return (*rules, "MUSE-RUL-01", *crisis)


LIMITS = ("MUSE-LIMIT-01", "MUSE-LIMIT-02", "MUSE-LIMIT-08")
TOKEN, CARD = ("token",), "Card"


def _sheet_field(place: int, label: str) -> Field:
    crisis = is_crisis(place)
    full = ("MUSE-LIMIT-06",) if crisis else ("MUSE-LIMIT-02", "MUSE-LIMIT-07")
    lies = ("MUSE-SUPPORT-09", "MUSE-SHOWDOWN-25")
    return Field(
        label, Kind(_sheet), _shown_sheet(place),
        attribute=f"sheets.{label}.{'tokens' if crisis else 'cards'}",
        zone=label, counts=TOKEN if crisis else (), hidden="" if crisis else "all", back=CARD,
        inner={"open": lies, "place": lies, "count": (), "full": full},
    )  # fmt: skip


FIELDS = Fields(
    Field("players", SEATS, attribute="circle"),
    Field(
        "left", SEATS,
        lambda state: [seat for seat in range(len(state.seats)) if seat not in state.circle],
    ),
    Field("step", ref.one_of(*phases.PHASES), attribute="stage"),
    Field("prepared", ref.one_of(*PREPARED), lambda state: PREPARED[state.prep]),
    Field("narrator", SEAT, rules=lambda state: ("MUSE-JUMP-06",) if state.won else ()),
    Field(
        "turn", get=lambda state: state.name_of((*state.telling, state.narrator)[0]),
        rules=("MUSE-TURN-01", "MUSE-TURN-06"),
    ),
    Field(
        "story_sheet", get=lambda state: state.name_of(state.narrator), rules=("MUSE-SETUP-10",)
    ),
    Field("limit", get=State.limit, rules=LIMITS),
    Field("sheet_limit", get=lambda state: state.limit(sheet=True), rules=LIMITS),
    Field(
        "questions", Kind(_questions),
        lambda state: tuple(
            name
            for name, question in zip(QUESTIONS, state.questions, strict=True)
            if question.open
        ),
    ),
    Field(
        "question", Kind(_texts),
        lambda state: {
            name: question.text for name, question in zip(QUESTIONS, state.questions, strict=True)
        },
    ),
    *(Field(name, FLAG) for name in ("climax", "disallowed")),
    Field("outcome", TEXT),
    Field("elements", Kind(_elements)),
    Field("story", WRITTEN, lambda state: FrozenMap(dict(state.story))),
    Field("late", TICKED),
    Field("ticked", TICKED),
    Field("unticked", get=State.unticked),
    Field("deck", NAMED, zone="deck", hidden="all", back=CARD),
    Field("deck_count", get=lambda state: len(state.deck)),
    Field("known", ref.whole()),
    Field("ordered", FLAG),
    Field("discard", NAMED, zone="discard"),
    Field("discard_count", get=lambda state: len(state.discard)),
    Field("pool", ref.whole(), zone="pool", counts=TOKEN),
    Field("added", ref.whole()),
    Field("supply", ref.whole()),
    Field(
        "tokens_in_all", get=lambda state: state.supply + state.added,
        rules=("MUSE-COMP-02", "MUSE-COMP-11"),
    ),
    Field(OUTSIDE, zone=OUTSIDE, counts=TOKEN),
    *(Field(name, ref.whole()) for name in ("gained", "ticks", "contests")),
    *(Field(name, FLAG) for name in ("won", "again", "answering")),
    Field("announced", TEXT),
    Field("ended", ref.one_of(*ACTS)),
    Field("last", ACT),
    Field("interrupted", ACT),
    Field("clash", CLASH),
    Field(
        "bids", of_players(NAMED),
        lambda state: tuple(
            (seat, own.bid)
            for seat, own in enumerate(state.seats)
            if own.bid and seat != state.narrator
        ),
    ),
    Field("highest", get=State.highest),
    Field("match", CARDS, State.matching),
    Field(
        "showdown", Kind(_showdown, _shown_showdown),
        inner={"leading": _leads_by, "pot": ()},
    ),
    *(
        Field(f"{side} {pile}", shows=False, attribute=f"showdown.{pile}.{side}",
              zone=f"{side} {pile}")
        for pile in ("up", "aside")
        for side in SIDES
    ),
    Field("epilogue", SEATS, attribute="telling"),
    Field("winner", SEATS, attribute="winners"),
    Field(
        "end", get=lambda state: state.stage == phases.OVER, rules=("MUSE-END-01",)
    ),
    Field("due", DUE),
    *(_sheet_field(place, label) for place, label in enumerate(SHEETS)),
    Field("hand", NAMED, own=True, zone="hand", hidden="others", back=CARD),
    Field("cards", get=lambda state, seat: len(state.seats[seat].hand), own=True),
    Field("tokens", ref.whole(), own=True, zone="tokens", counts=TOKEN),
    Field("owns", get=_owned, own=True),
    Field("bid", own=True, zone="bid", hidden="others", back=CARD),
    only_start={"first": SEAT, "deck_top": CARDS},
    renamed={"deck_count": "deck", "tokens": "supply", "turn": "narrator"},
    renamed_own={"cards": "hand"},
)  # fmt: skip


# ---- states


def opening_questions(table: Table) -> tuple[Question, ...]:
    """Return which Questions are in play at the start."""
    number = table.late_questions if table.late else table.first_questions
    crisis = table.late_crisis if table.late else table.first_crisis
    return (*(Question(place < number) for place in range(CRISIS)), Question(crisis > 0))


def opening(table: Table, first: int = 0) -> State:
    """The table before any card is dealt."""
    count = len(table.players)
    return State(
        table, phases.SETUP, 0, tuple(range(count)), first,
        (Seat(tokens=table.first_tokens),) * count, Sheets(), opening_questions(table),
        table.cards, 0, False, (), table.supply - count * table.first_tokens, table.supply, 0,
        table.elements,
    )  # fmt: skip


def _others(table: Table, facts: Mapping[str, object]) -> list[str]:
    """Return the players who joined after the beginning."""
    reader = FactReader(facts)
    names = [str(name) for fact in ("players", "left") for name in _list(reader, fact)]
    return [name for name in dict.fromkeys(names) if name not in table.players]


def from_start(table: Table, facts: Mapping[str, object]) -> State:
    """Return the state that the facts describe; others have defaults."""
    first_players = tuple(range(len(table.players)))
    table = table.joined(*_others(table, facts))
    start, own = FIELDS.read(facts, table)
    circle = start.get("players", first_players)
    tells = (*start.get("epilogue", ()), *circle, 0)[0]
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
    if "due" not in start and state.stage == phases.TELL:
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
    """Set the elements of the Story Sheet and their ticks."""
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
            raise start.reader.wrong("ticked", f"no element '{name}' on this Story Sheet")
    return state._replace(
        elements=elements, late=late, ticked=tuple(dict.fromkeys(ticked)),
        story=start.get("story", ()),
    )  # fmt: skip


def _lie(start: Values, state: State) -> tuple[Sheets, dict[str, Named]]:
    """Set owners and tokens of the Answer Sheets, and the cards on the others."""
    sheets, cards = state.sheets, {}
    for place, label in enumerate(SHEETS):
        owner, named = start.get(label, (NOBODY, ()))
        if is_crisis(place):
            sheets = sheets.with_sheet(place, owner=owner, tokens=named or 0)
        else:
            sheets, cards[label] = sheets.with_sheet(place, owner=owner), named
    return sheets, cards


def _contest(start: Values, sheets: Sheets) -> tuple[Showdown, Sheets]:
    """Return the Showdown, and the sheets with its owners."""
    contest: Showdown = start.get("showdown", NO_SHOWDOWN)
    if contest == NO_SHOWDOWN:
        return contest, sheets
    both = []
    for side, owner in enumerate(contest.owners):
        place = 2 * contest.question + side
        both.append(sheets[place].owner if owner == UNNAMED else owner)
        sheets = sheets.with_sheet(place, owner=both[-1])
    return contest._replace(owners=(both[0], both[1])), sheets


def _on_the_table(start: Values, own: Sequence[Values], state: State) -> State:
    """Set cards and tokens. Counts are filled from the cards that no fact names."""
    table = state.table
    sheets, on_sheets = _lie(start, state)
    contest, sheets = _contest(start, sheets)
    hands = [
        each.get("hand", table.first_cards if seat in state.circle else ())
        for seat, each in enumerate(own)
    ]
    bid = dict(start.get("bids", ()))
    bids = [bid.get(seat, ()) for seat in range(len(own))]
    if "match" in start:
        bids[state.narrator] = start.match
    top, discard = start.get("deck_top", ()), start.get("discard", ())
    piles = (*hands, *on_sheets.values(), *bids, discard, top, start.get("deck", ()),
             *contest.up, *contest.aside)  # fmt: skip
    named = {card for pile in piles if isinstance(pile, tuple) for card in pile}
    rest = [card for card in table.cards if card not in named]

    def dealt(pile: Named) -> Pieces:
        if not isinstance(pile, int):
            return pile
        if pile > len(rest):
            raise FactError((), f"{pile} more cards than are left", "MUSE-COMP-10")
        cards = tuple(rest[:pile])
        del rest[:pile]
        return cards

    hands = [dealt(hand) for hand in hands]
    for label, pile in on_sheets.items():
        sheets = sheets.with_sheet(SHEETS.index(label), cards=dealt(pile))
    bids = [dealt(bid) for bid in bids]
    deck, pile = _piles(start, dealt(discard), rest)
    tokens = [
        each.get("tokens", table.first_tokens if seat in state.circle else 0)
        for seat, each in enumerate(own)
    ]
    state = state._replace(
        seats=tuple(map(Seat, hands, tokens, bids)), sheets=sheets, showdown=contest,
        deck=deck, discard=pile, known=start.get("known", len(top)),
    )  # fmt: skip
    return _pool(start, state)


def _piles(start: Values, discard: Pieces, rest: list[str]) -> tuple[Pieces, Pieces]:
    """Return deck and discards, with the cards that lie nowhere else."""
    top, deck = start.get("deck_top", ()), start.get("deck", None)
    if isinstance(deck, tuple):
        under = tuple(card for card in deck if card not in top)
        return (*top, *under), discard if "discard" in start else (*discard, *rest)
    size = len(rest) if deck is None else max(0, deck - len(top))
    return (*top, *rest[:size]), (*discard, *rest[size:])


def _pool(start: Values, state: State) -> State:
    added = start.get("added", 0)
    supply = start.get("supply", state.table.supply)
    left = supply + added - _in_play(state)
    if left < 0 and "pool" not in start:
        raise FactError((), f"{-left} tokens more than the {supply} in all", "MUSE-COMP-11")
    return state._replace(supply=supply, added=added, pool=start.get("pool", max(0, left)))


def _in_play(state: State) -> int:
    """Tokens that players hold, or that lie on sheets."""
    held = sum(own.tokens for own in state.seats)
    return held + sum(sheet.tokens for sheet in state.sheets)


def _turn(start: Values, state: State) -> State:
    telling = start.get("epilogue", ())
    going = state.showdown != NO_SHOWDOWN
    bidding = any(own.bid for own in state.seats)
    hints = ((phases.SHOWDOWN, going), (phases.BID, bidding), (phases.EPILOGUE, telling))
    stage = next((each for each, hint in hints if hint), phases.TELL)
    stage = start.get("step", stage)
    prepared = start.get("prepared", phases.PREPARATION[0] if stage == phases.SETUP else DONE)
    said = {
        name: start.get(name, getattr(state, name))
        for name in (
            "gained", "ticks", "contests", "won", "again", "answering", "announced", "ended",
            "last", "interrupted", "clash", "due",
        )
    }  # fmt: skip
    return state._replace(
        stage=stage, prep=PREPARED.index(prepared), telling=telling,
        winners=start.get("winner", telling), **said,
    )  # fmt: skip


def position_errors(state: State) -> list[Breach]:
    """Yield what is impossible in a state with these components and players."""
    table, count = state.table, len(state.circle)
    if not table.fewest <= count <= table.most:
        return [Breach("MUSE-SETUP-01", f"{count} players, not {table.fewest} to {table.most}")]
    return wrong_pieces(state)


def wrong_pieces(state: State) -> list[Breach]:
    """Cards and tokens that are too many, or missing."""
    found = []
    piles = [*state.showdown.up, *state.showdown.aside, *(each.cards for each in state.sheets)]
    piles += [pile for own in state.seats for pile in (own.hand, own.bid)]
    everything = [card for pile in (state.deck, state.discard, *piles) for card in pile]
    for card in state.table.cards:
        if everything.count(card) != 1:
            facts = f"{card} lies on the table {everything.count(card)} times"
            found.append(Breach("MUSE-COMP-10", facts))
    tokens, in_all = _in_play(state) + state.pool, state.supply + state.added
    if tokens != in_all:
        found.append(Breach("MUSE-COMP-11", f"{tokens} tokens in play, not {in_all}"))
    return found

"""The facts of Muse, as named in `start:`, and the states that they describe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from validator.games.muse import phases
from validator.games.muse.combinations import leading_side
from validator.games.muse.constants import CRISIS, NOBODY, QUESTIONS, SHEETS, SIDES, Pieces, Table
from validator.games.muse.limits import hand_limit, is_full, load, sheet_limit
from validator.games.muse.notation import element
from validator.games.muse.state import NO_SHOWDOWN, Due, Question, Showdown, State, is_crisis
from validator.referee import api as ref
from validator.referee.api import FLAG, SEAT, SEATS, FactReader, Field, Fields, FrozenMap, Kind
from validator.referee.facts import shown
from validator.referee.invariants import OUTSIDE
from validator.referee.kinds import of_players

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
    """Read the Questions in play, from a list or from their words."""
    raw = reader.raw(name)
    if not isinstance(raw, Mapping):
        raw = dict.fromkeys((str(each).upper() for each in _list(reader, name)), True)
    said = {str(key).upper(): value for key, value in raw.items()}
    for key in said:
        if key not in QUESTIONS:
            raise reader.wrong(name, f"there is no Question {key}; the Questions are 1, 2 and C")
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
    """Read the entries on the Story Sheet, by blank."""
    inner = reader.inner(name)
    found = tuple((path, str(inner.raw(path))) for path in inner.facts)
    inner.done()
    return found


WRITTEN = Kind(_written)


def _elements(reader: FactReader, name: str, table: Table) -> Pieces:
    """Read elements of the Story Sheet, by name or as a number of each kind."""
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
    """Read a player and the action that the player announced or took."""
    inner = reader.inner(name)
    found = _seat(inner, "player", table), inner.word("act", ACTS, "")
    inner.done()
    return found


ACT = Kind(
    _act,
    lambda act, table: FrozenMap({"player": SEAT.show(act[0], table), "act": act[1]})
)  # fmt: skip
CLASH = Kind(
    show=lambda clash, table: FrozenMap(
        {"player": table.players[clash[0]], "cards": clash[1]} if clash else {}
    ),
)  # fmt: skip


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
        "leading": SIDES[leading_side(table, contest)],
        "pot": sum(map(len, (*contest.up, *contest.aside))),
        "wave": "none" if contest.wave < 0 else SIDES[contest.wave],
        "laid": SEATS.show(contest.laid, table),
    })  # fmt: skip


def due_words(due: Due, table: Table) -> str:
    """Return a pending task in the notation of `start:`."""
    if due.kind == "open":
        return f"open {QUESTIONS[due.number]}"
    who = f" {table.players[due.seat]}" if due.seat >= 0 else ""
    return f"{due.kind}{who}{f' {due.number}' if due.kind in phases.DRAWS else ''}"


DUE = Kind(show=lambda due, table: tuple(due_words(each, table) for each in due))
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
        sheet, is_open = state.sheets[place], state.in_play(place)
        owner = state.name_of(sheet.owner)
        lies = "side" if not is_open else "centre" if sheet.owner < 0 else owner
        number = load(state, place)
        held = {"tokens": number} if is_crisis(place) else {"cards": sheet.cards}
        full = is_full(state, place)
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
    """Return the rules that decide which side leads."""
    rules = ("MUSE-SHOWDOWN-07", "MUSE-SHOWDOWN-08", "MUSE-SHOWDOWN-11", "MUSE-RUL-17")
    crisis = ("MUSE-END-04",) if state.showdown.question == CRISIS else ()
    return (*rules, "MUSE-RUL-01", *crisis)


LIMITS = ("MUSE-LIMIT-01", "MUSE-LIMIT-02", "MUSE-LIMIT-08")
TOKEN, CARD = ("token",), "Card"


def _sheet_field(place: int, label: str) -> Field:
    """Return the fact for an Answer Sheet."""
    crisis = is_crisis(place)
    full = ("MUSE-LIMIT-06",) if crisis else ("MUSE-LIMIT-02", "MUSE-LIMIT-07")
    lies = ("MUSE-SUPPORT-09", "MUSE-SHOWDOWN-25")
    return Field(label, Kind(_sheet), _shown_sheet(place),
                 attribute=f"sheets.{label}.{'tokens' if crisis else 'cards'}", zone=label,
                 counts=TOKEN if crisis else (), hidden="" if crisis else "all", back=CARD,
                 inner={"open": lies, "place": lies, "count": (), "full": full})  # fmt: skip


FIELDS = Fields(
    Field("players", SEATS, attribute="circle"),
    Field("left", SEATS,
          lambda state: [seat for seat in range(len(state.seats)) if seat not in state.circle]),
    Field("step", ref.one_of(phases.SETUP, phases.TELL), attribute="stage"),
    Field("prepared", ref.one_of(*PREPARED), lambda state: PREPARED[state.prep]),
    Field("narrator", SEAT, rules=lambda state: ("MUSE-JUMP-06",) if state.won else ()),
    Field("turn", get=lambda state: state.name_of((*state.telling, state.narrator)[0]),
          rules=("MUSE-TURN-01", "MUSE-TURN-06")),
    Field("story_sheet", get=lambda state: state.name_of(state.narrator), rules=("MUSE-SETUP-10",)),
    Field("limit", get=hand_limit, rules=LIMITS),
    Field("sheet_limit", get=sheet_limit, rules=LIMITS),
    Field("questions", Kind(_questions), lambda state: tuple(
        name for name, asked in zip(QUESTIONS, state.questions, strict=True) if asked.open)),
    Field("question", Kind(_texts), lambda state: {
        name: asked.text for name, asked in zip(QUESTIONS, state.questions, strict=True)}),
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
    Field("tokens_in_all", get=lambda state: state.supply + state.added,
          rules=("MUSE-COMP-02", "MUSE-COMP-11")),
    Field(OUTSIDE, zone=OUTSIDE, counts=TOKEN),
    *(Field(name, ref.whole()) for name in ("gained", "ticks", "contests")),
    Field("won", FLAG),
    Field("again", FLAG, attribute="kept_with_whole_hand"),
    Field("answering", FLAG),
    Field("announced", ref.MOVED),
    Field("ended", ref.MOVED),
    Field("last", ACT),
    Field("interrupted", Kind(show=ACT.show)),
    Field("clash", CLASH),
    Field("bids", of_players(ref.MOVED), lambda state: tuple(
        (seat, own.bid) for seat, own in enumerate(state.seats)
        if own.bid and seat != state.narrator)),
    Field("highest", get=State.highest),
    Field("match", ref.MOVED, State.matching),
    Field("showdown", Kind(show=_shown_showdown), inner={"leading": _leads_by, "pot": ()}),
    *(
        Field(f"{side} {pile}", shows=False, attribute=f"showdown.{pile}.{side}",
              zone=f"{side} {pile}")
        for pile in ("up", "aside")
        for side in SIDES
    ),
    Field("epilogue", Kind(show=SEATS.show), attribute="telling"),
    Field("winner", Kind(show=SEATS.show), attribute="winners"),
    Field("end", get=lambda state: state.stage == phases.OVER, rules=("MUSE-END-01",)),
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

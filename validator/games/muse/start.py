"""Positions of Muse from facts, and back: the words of `start:` and of assertions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from validator.core.frozen_map import Record
from validator.games.muse.flow import settle, surplus
from validator.games.muse.jump import highest
from validator.games.muse.notation import element
from validator.games.muse.state import (
    BEGUN,
    BID,
    CRISIS,
    DRAWS,
    EPILOGUE,
    NOBODY,
    OVER,
    PREPARATION,
    QUESTIONS,
    SETUP,
    SHEETS,
    SHOWDOWN,
    SIDES,
    STAGES,
    STEPS,
    TELL,
    Due,
    Pieces,
    Showdown,
    State,
    Table,
    is_full,
    leading,
    limit,
    load,
    name_of,
    unticked,
)
from validator.referee.core import Breach
from validator.referee.facts import FactError, Given, shown

SUBPLOT_SHEETS = SHEETS[: 2 * CRISIS]
DONE = "done"
ACTS = ("", "support", "showdown", "end", "jump")


def opening(table: Table, first: int = 0) -> State:
    """The table before any card is dealt."""
    count = len(table.players)
    pool = table.supply - count * table.first_tokens
    return State(
        table, SETUP, 0, tuple(range(count)), first,
        ((),) * count, (table.first_tokens,) * count, ((),) * len(SUBPLOT_SHEETS), (0, 0),
        (NOBODY,) * len(SHEETS), opening_questions(table), ("",) * len(QUESTIONS),
        table.cards, 0, False, (), pool, table.supply, 0,
        table.elements, (), (), False, False,
    )  # fmt: skip


def opening_questions(table: Table) -> tuple[bool, ...]:
    """Which Questions are in play at the start."""
    number = table.late_questions if table.late else table.first_questions
    crisis = table.late_crisis if table.late else table.first_crisis
    return (*(place < number for place in range(CRISIS)), crisis > 0)


# ---- from facts


def position(table: Table, facts: Mapping[str, Any]) -> State:
    """The position that some facts describe; what they leave out has its default."""
    given = Given(facts)
    given.yes("loose")
    first_players = len(table.players)
    table = table.joined(*_others(table, given))
    roster = table.players
    state = opening(table)
    state = state._replace(
        stage=TELL, prep=BEGUN, ordered=True,
        hands=((),) * len(roster), tokens=(0,) * len(roster),
    )  # fmt: skip
    state = state._replace(seats=_seats(given, "players", roster, tuple(range(first_players))))
    own = [given.inner(name) for name in roster]
    tells = _seats(given, "epilogue", roster, ())[:1] or state.seats[:1] or (0,)
    narrator = _seat(given, "turn", roster, tells[0])
    narrator = _seat(given, "narrator", roster, narrator)
    state = state._replace(narrator=_seat(given, "first", roster, narrator))
    state = _questions(given, state)
    state = _story(given, state)
    state = _on_the_table(given, own, state)
    state = _turn(given, state)
    for each in own:
        each.done()
    given.done()
    if "due" not in given and state.stage == TELL:
        state = state._replace(due=surplus(state))
    return settle(state, None) if state.due else state


def _others(table: Table, given: Given) -> tuple[str, ...]:
    """Whoever has joined since the beginning."""
    extra = [str(name) for name in _list(given, "players") if str(name) not in table.players]
    extra += [str(name) for name in _list(given, "left") if str(name) not in table.players]
    return tuple(dict.fromkeys(extra))


def _list(given: Given, name: str) -> tuple[Any, ...]:
    value = given.raw(name, ())
    if isinstance(value, str | int):
        value = (value,)
    if not isinstance(value, tuple | list):
        raise given.wrong(name, f"expected a list, not {shown(value)}")
    return tuple(value)


def _seat(given: Given, name: str, roster: tuple[str, ...], default: int) -> int:
    if name not in given:
        return default
    word = given.word(name, (*roster, "nobody"), "")
    return NOBODY if word == "nobody" else roster.index(word)


def _seats(
    given: Given, name: str, roster: tuple[str, ...], default: tuple[int, ...]
) -> tuple[int, ...]:
    if name not in given:
        return default
    return tuple(roster.index(word) for word in given.words(name, roster))


def _questions(given: Given, state: State) -> State:
    """Which Questions are in play, as a list or with their words."""
    if "questions" in given:
        raw = given.raw("questions")
        if not isinstance(raw, Mapping):
            words = {str(each).upper() for each in _list(given, "questions")}
            raw = Record(dict.fromkeys(words, True))
        names = {str(key).upper(): value for key, value in raw.items()}
        for name in names:
            if name not in QUESTIONS:
                raise given.wrong("questions", f"no Question {name}; there are 1, 2 and C")
        wanted = [names.get(name, False) for name in QUESTIONS]
        state = state._replace(
            open=tuple(value not in (False, None, "") for value in wanted),
            texts=tuple(value if isinstance(value, str) else "" for value in wanted),
        )
    words_of = given.inner("question")
    texts = [str(words_of.raw(name, old)) for name, old in zip(QUESTIONS, state.texts, strict=True)]
    words_of.done()
    return state._replace(
        texts=tuple(texts),
        climax=given.yes("climax"),
        disallowed=given.yes("disallowed"),
        outcome=str(given.raw("outcome", "")),
    )


def _story(given: Given, state: State) -> State:
    """Elements of the Story Sheet, and which are ticked."""
    elements = state.elements
    if "elements" in given:
        raw = given.raw("elements")
        if isinstance(raw, Mapping):
            inner = given.inner("elements")
            counts = {
                kind: inner.whole(plural, inner.whole(kind, most, 0, 99), 0, 99)
                for (kind, most), plural in zip(
                    state.table.kinds.items(),
                    ("characters", "goals", "relationships", "scenes", "threats"),
                    strict=True,
                )
            }
            inner.done()
            elements = tuple(f"{kind}{n}" for kind, m in counts.items() for n in range(1, m + 1))
        else:
            elements = tuple(dict.fromkeys(element(str(e)) for e in _list(given, "elements")))
    late = tuple(element(str(each)) for each in _list(given, "late"))
    elements = (*elements, *(each for each in late if each not in elements))
    ticked = given.raw("ticked", ())
    if ticked == "all":
        return state._replace(elements=elements, late=late, ticked=elements)
    names = tuple(element(str(each)) for each in _list(given, "ticked"))
    if ticked == "none":
        names = ()
    if "unticked" in given:
        left = [element(str(each)) for each in _list(given, "unticked")]
        names = (*names, *(each for each in elements if each not in left))
    for name in names:
        if name not in elements:
            raise given.wrong("ticked", f"no element '{name}' on this Story Sheet")
    return state._replace(elements=elements, late=late, ticked=tuple(dict.fromkeys(names)))


Named = Pieces | int | None  # cards by name, or how many, or nothing said


def _on_the_table(given: Given, own: list[Given], state: State) -> State:
    """Cards and tokens. What is only counted is dealt from the cards that nobody names."""
    table = state.table
    sheets = given.inner("sheets")
    stated: list[Named] = [_cards(each, "hand", state) for each in own]
    for seat, each in enumerate(own):
        if stated[seat] is None:
            stated[seat] = _cards(each, "cards", state)
        if stated[seat] is None:
            stated[seat] = table.first_cards if seat in state.seats else ()
    owners, lying, crisis = list(state.owners), [], [0, 0]
    for place, label in enumerate(SHEETS):
        named: Named = ()
        for source in (given, sheets):
            if label in source:
                named = _sheet(source, label, place, state, owners, crisis)
        if place < len(state.sheets):
            lying.append(named)
    for seat, each in enumerate(own):
        for label in each.words("owns", SHEETS):
            owners[SHEETS.index(label)] = seat
    sheets.done()
    discard = _cards(given, "discard", state) or ()
    top = given.words("deck_top", table.cards)
    whole = _cards(given, "deck" if "deck" in given else "deck_count", state)
    bids, match = _bids(given, state)
    contest, piles = _contest(given, state, owners)
    fixed = (*top, *match, *piles, *(whole if isinstance(whole, tuple) else ()))
    named_cards = [card for each in (*stated, *lying, discard, *(c for _, c in bids))
                   if isinstance(each, tuple) for card in each]  # fmt: skip
    rest = [card for card in table.cards if card not in {*fixed, *named_cards}]

    def dealt(named: Named) -> Pieces:
        if isinstance(named, int):
            if named > len(rest):
                raise FactError((), f"{named} more cards are not there", "MUSE-COMP-10")
            cards = tuple(rest[:named])
            del rest[:named]
            return cards
        return named or ()

    hands = tuple(dealt(each) for each in stated)
    on_sheets = tuple(dealt(each) for each in lying)
    laid = tuple((seat, dealt(cards)) for seat, cards in bids)
    pile = dealt(discard)
    if isinstance(whole, tuple):
        deck = (*top, *(card for card in whole if card not in top))
        pile = (*pile, *rest) if "discard" not in given else pile
    elif isinstance(whole, int):
        size = max(0, whole - len(top))
        deck = (*top, *rest[:size])
        pile = (*pile, *rest[size:])
    else:
        deck = (*top, *rest)
    state = state._replace(
        hands=hands, sheets=on_sheets, owners=tuple(owners), discard=pile, deck=deck,
        known=given.whole("known", len(top)), crisis=(crisis[0], crisis[1]),
        ordered=given.yes("ordered", True), bids=laid, match=match, showdown=contest,
    )  # fmt: skip
    return _tokens(given, own, state)


def _cards(given: Given, name: str, state: State) -> Named:
    """Cards by name, or how many."""
    if name not in given:
        return None
    value = given.raw(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return given.whole(name, 0, 0, len(state.table.cards))
    return given.words(name, state.table.cards)


def _sheet(
    given: Given, label: str, place: int, state: State, owners: list[int], crisis: list[int]
) -> Named:
    """What lies on an Answer Sheet, and who owns it."""
    raw = given.raw(label)
    inner = given.inner(label) if isinstance(raw, Mapping) else Given(Record({"cards": raw}))
    if isinstance(raw, str) and raw in state.table.players:
        inner = Given(Record({"owner": raw}))
    owners[place] = _seat(inner, "owner", state.table.players, NOBODY)
    named: Named = ()
    if place >= len(state.sheets):
        tokens = inner.whole("tokens", inner.whole("cards", inner.whole("count", 0)))
        crisis[place - len(state.sheets)] = tokens
    else:
        named = _cards(inner, "cards", state)
        if named is None:
            named = inner.whole("count", 0) if "count" in inner else ()
    inner.raw("count"), inner.raw("tokens")
    inner.done()
    return named


def _bids(given: Given, state: State) -> tuple[tuple[tuple[int, Named], ...], Pieces]:
    inner = given.inner("bids")
    found = []
    for name in inner.facts:
        if name not in state.table.players:
            raise inner.wrong(str(name), f"no player '{name}'")
        found.append((state.table.players.index(name), _cards(inner, name, state)))
    return tuple(found), given.words("match", state.table.cards)


def _contest(given: Given, state: State, owners: list[int]) -> tuple[Any, Pieces]:
    """The Showdown that is going on, and the cards in it."""
    if given.raw("showdown") in (None, "", "none", {}):
        return None, ()
    inner = given.inner("showdown")
    asked = str(inner.raw("question", QUESTIONS[0])).upper()
    if asked not in QUESTIONS:
        raise inner.wrong("question", f"no Question {asked}; there are {', '.join(QUESTIONS)}")
    question = QUESTIONS.index(asked)
    up, aside = [], []
    piles = inner.inner("aside")
    for label in SIDES:
        up.append(inner.words(label, state.table.cards))
        aside.append(piles.words(label, state.table.cards))
    piles.done()
    seats = inner.inner("owners")
    both = []
    for side, label in enumerate(SIDES):
        owner = _seat(seats, label, state.table.players, owners[2 * question + side])
        owners[2 * question + side] = owner
        both.append(owner)
    seats.done()
    taken = inner.inner("supporters")
    sides = tuple(
        (state.table.players.index(str(name)), SIDES.index(taken.word(str(name), SIDES, "")))
        for name in taken.facts
        if name in state.table.players
    )
    taken.done()
    wave = inner.word("wave", (*SIDES, "none"), "none")
    laid = _seats(inner, "laid", state.table.players, ())
    inner.done()
    contest = Showdown(
        question, (both[0], both[1]), (aside[0], aside[1]), (up[0], up[1]), sides,
        NOBODY if wave == "none" else SIDES.index(wave), laid,
    )  # fmt: skip
    return contest, (*up[0], *up[1], *aside[0], *aside[1])


def _tokens(given: Given, own: list[Given], state: State) -> State:
    table = state.table
    tokens = tuple(
        each.whole("tokens", table.first_tokens if seat in state.seats else 0)
        for seat, each in enumerate(own)
    )
    added = given.whole("added", 0)
    supply = given.whole("supply", given.whole("tokens", table.supply))
    supply = given.whole("tokens_in_all", supply + added) - added
    left = supply + added - sum(tokens) - sum(state.crisis)
    if left < 0 and "pool" not in given:
        raise FactError((), f"{-left} tokens more than the {supply} in all", "MUSE-COMP-11")
    pool = given.whole("pool", max(0, left))
    return state._replace(tokens=tokens, supply=supply, added=added, pool=pool)


def _turn(given: Given, state: State) -> State:
    """How far the turn has come."""
    roster = state.table.players
    telling = _seats(given, "epilogue", roster, ())
    winners = _seats(given, "winner", roster, telling)
    stage = SHOWDOWN if state.showdown else BID if state.bids else EPILOGUE if telling else TELL
    stage = given.word("step", STAGES, stage)
    if given.yes("end"):
        stage = OVER
    last = given.inner("last")
    interrupted = given.inner("interrupted")
    clash = given.inner("clash")
    prepared = given.word("prepared", (*PREPARATION, DONE), "deal" if stage == SETUP else DONE)
    state = state._replace(
        stage=stage,
        prep=(*PREPARATION, DONE).index(prepared),
        telling=telling,
        winners=winners,
        gained=given.whole("gained", 0),
        ticks=given.whole("ticks", 0),
        contests=given.whole("contests", 0),
        won=given.yes("won"),
        again=given.yes("again"),
        answering=given.yes("answering"),
        announced=str(given.raw("announced", "") or ""),
        ended=given.word("ended", ACTS, ""),
        last=(_seat(last, "player", roster, NOBODY), last.word("act", ACTS, "")),
        interrupted=(
            _seat(interrupted, "player", roster, NOBODY),
            str(interrupted.raw("act", "") or ""),
        ),
    )
    if "player" in clash:
        state = state._replace(clash=(_seat(clash, "player", roster, 0), clash.whole("cards", 0)))
    for each in (last, interrupted, clash):
        each.done()
    return state._replace(due=tuple(_due(given, str(each), state) for each in _list(given, "due")))


def _due(given: Given, words: str, state: State) -> Due:
    """``colour Ann 1``, ``surplus Bob``, ``open 1``."""
    kind, *rest = words.split() or [""]
    if kind not in (*DRAWS, *STEPS):
        raise given.wrong("due", f"nothing is due that is called '{kind}'")
    seat, number = NOBODY, 0
    for word in rest:
        if word in state.table.players:
            seat = state.table.players.index(word)
        elif kind == "open" and word in QUESTIONS:
            number = QUESTIONS.index(word)
        elif word.isdigit():
            number = int(word)
        else:
            raise given.wrong("due", f"'{word}' is neither a player nor a number")
    if kind in ("surplus", "bonus", "end", "narrate") and seat == NOBODY:
        raise given.wrong("due", f"'{kind}' needs a player")
    return Due(kind, seat, number)


def due_words(state: State, due: Due) -> str:
    """Something due as `start:` takes it."""
    if due.kind == "open":
        return f"open {QUESTIONS[due.number]}"
    who = f" {name_of(state, due.seat)}" if due.seat >= 0 else ""
    return f"{due.kind}{who}{f' {due.number}' if due.kind in DRAWS else ''}"


# ---- to facts

DERIVED = (
    "turn", "limit", "sheet_limit", "unticked", "deck_count", "discard_count", "tokens_in_all",
    "highest", "story_sheet", "end", "open", "full", "place", "leading", "pot",
)  # fmt: skip


def facts(state: State) -> dict[str, Any]:
    """All facts by name, in the words of `start:`."""
    names = state.table.players
    found: dict[str, Any] = {
        "players": tuple(names[seat] for seat in state.seats),
        "left": tuple(name for seat, name in enumerate(names) if seat not in state.seats),
        "step": state.stage,
        "prepared": (*PREPARATION, DONE)[state.prep],
        "narrator": name_of(state, state.narrator),
        "turn": name_of(state, state.telling[0] if state.telling else state.narrator),
        "story_sheet": name_of(state, state.narrator),
        "limit": limit(state),
        "sheet_limit": limit(state, sheet=True),
        "questions": tuple(q for q, is_open in zip(QUESTIONS, state.open, strict=True) if is_open),
        "question": Record(dict(zip(QUESTIONS, state.texts, strict=True))),
        "climax": state.climax,
        "disallowed": state.disallowed,
        "outcome": state.outcome,
        "elements": state.elements,
        "late": state.late,
        "ticked": state.ticked,
        "unticked": unticked(state),
        "deck": state.deck,
        "deck_count": len(state.deck),
        "known": state.known,
        "ordered": state.ordered,
        "discard": state.discard,
        "discard_count": len(state.discard),
        "pool": state.pool,
        "added": state.added,
        "supply": state.supply,
        "tokens_in_all": state.supply + state.added,
        "gained": state.gained,
        "ticks": state.ticks,
        "contests": state.contests,
        "won": state.won,
        "again": state.again,
        "answering": state.answering,
        "announced": state.announced,
        "ended": state.ended,
        "last": Record({"player": name_of(state, state.last[0]), "act": state.last[1]}),
        "interrupted": Record(
            {"player": name_of(state, state.interrupted[0]), "act": state.interrupted[1]}
        ),
        "clash": Record(
            {"player": name_of(state, state.clash[0]), "cards": state.clash[1]}
            if state.clash
            else {}
        ),
        "bids": Record({names[seat]: cards for seat, cards in state.bids}),
        "highest": highest(state),
        "match": state.match,
        "showdown": _showdown_facts(state),
        "epilogue": tuple(names[seat] for seat in state.telling),
        "winner": tuple(names[seat] for seat in state.winners),
        "end": state.stage == OVER,
        "due": tuple(due_words(state, due) for due in state.due),
    }
    for place, label in enumerate(SHEETS):
        found[label] = _sheet_facts(state, place)
    for seat, name in enumerate(names):
        owned = tuple(SHEETS[s] for s, owner in enumerate(state.owners) if owner == seat)
        found[name] = Record(
            {
                "hand": state.hands[seat],
                "cards": len(state.hands[seat]),
                "tokens": state.tokens[seat],
                "owns": owned,
                "bid": dict(state.bids).get(seat, ()),
            }
        )
    return found


def _sheet_facts(state: State, place: int) -> Record:
    owner, is_open = state.owners[place], state.open[place // 2]
    lies = "side" if not is_open else "centre" if owner < 0 else name_of(state, owner)
    own: dict[str, Any] = {"owner": name_of(state, owner), "open": is_open, "place": lies}
    if place < len(state.sheets):
        own["cards"] = state.sheets[place]
    else:
        own["tokens"] = load(state, place)
    return Record({**own, "count": load(state, place), "full": is_full(state, place)})


def _showdown_facts(state: State) -> Any:
    contest = state.showdown
    if contest is None:
        return Record({})
    named: Sequence[str] = state.table.players
    return Record(
        {
            "question": QUESTIONS[contest.question],
            "owners": Record(
                {s: name_of(state, o) for s, o in zip(SIDES, contest.owners, strict=True)}
            ),
            "Y": contest.up[0],
            "N": contest.up[1],
            "aside": Record(dict(zip(SIDES, contest.aside, strict=True))),
            "supporters": Record({named[seat]: SIDES[side] for seat, side in contest.sides}),
            "leading": SIDES[leading(state.table, contest)],
            "pot": sum(map(len, (*contest.up, *contest.aside))),
            "wave": "none" if contest.wave < 0 else SIDES[contest.wave],
            "laid": tuple(named[seat] for seat in contest.laid),
        }
    )


def unsound(state: State) -> list[Breach]:
    """What is impossible about a position with the components."""
    found = []
    contest = state.showdown
    zones: list[Pieces] = [state.deck, state.discard, *state.hands, *state.sheets, state.match]
    zones += [cards for _, cards in state.bids]
    if contest:
        zones += [*contest.up, *contest.aside]
    everything = [card for zone in zones for card in zone]
    for card in state.table.cards:
        if everything.count(card) != 1:
            facts = f"{card} lies on the table {everything.count(card)} times"
            found.append(Breach("MUSE-COMP-10", facts))
    tokens = sum(state.tokens) + sum(state.crisis) + state.pool
    if tokens != state.supply + state.added:
        facts = f"{tokens} tokens in play, not {state.supply + state.added}"
        found.append(Breach("MUSE-COMP-11", facts))
    return found

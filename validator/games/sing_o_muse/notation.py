"""The arguments of the verbs of Sing! O Muse: how scripts write them, and how they are read.

Cards are named by id or title. If there are several copies of a card, a line means the first one in
the zones where the argument looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from validator.core.location import did_you_mean
from validator.games.sing_o_muse.effects import aims, pool
from validator.games.sing_o_muse.seat import Pairs, Pieces, Seat
from validator.games.sing_o_muse.state import ASIDE, BLOCK, STEP, State
from validator.referee.grammar import Arg, word
from validator.referee.tokens import ScriptError, TokenCursor, in_a_line

TO, LEADS, ON, SHARED, QUEUE = "to", "leads", "on", "shared", "queue"
PLACES = (TO, LEADS, ON, SHARED, QUEUE)
NONE = ("none", "nobody", "nothing")
Near = Callable[..., Sequence[Pieces]]  # (state, seat, *arguments before it) -> zones


# ---- zones that a card is searched in


def _of_side(zone: Callable[..., Iterable[str]]) -> Callable[..., tuple[Pieces]]:
    """Return a function for the zones in which a card is looked up first.

    It calls `zone` with the acting player's seat; chance has no zones.
    """

    def near(state: State, seat: int, *before: Any) -> tuple[Pieces]:
        return (tuple(zone(state.seats[seat], *before)) if seat >= 0 else (),)

    return near


_hand = _of_side(lambda side, *_: side.hand)
_own = _of_side(lambda side, *_: side.characters())


def _queues(state: State, *_: object) -> tuple[Pieces]:
    return ((*state.foes, *state.ordeals, *(card for _, card in state.blocks)),)


def _everybody(state: State, *_: object) -> tuple[Pieces]:
    return (tuple(each for side in state.seats for each in side.characters()),)


def _lost(state: State, seat: int, *_: object) -> Sequence[Pieces]:
    """Return the zones from which an effect takes cards: the affected player's."""
    top, of = state.top, _of(state, seat)
    side = state.seats[of]
    hand = side.hand if top is not None and top.kind == "hand" else ()
    return (hand, state.members(of, range(len(side.crews))), side.held())


def _of(state: State, seat: int) -> int:
    """Return the player whom the current effect affects, or else the acting player."""
    return state.top.of if state.top is not None and state.top.of >= 0 else max(seat, 0)


# ---- cards


def _card(words: TokenCursor, state: State, *near: Pieces) -> str:
    if not words.more:
        raise words.fail("expected a card here")
    found = state.table.names.get(words.next.lower(), ())
    if not found:
        known = (*state.table.cards, *(card.title for card in state.table.cards.values()))
        raise words.fail(f"no card '{words.next}'{did_you_mean(words.next, known)}")
    words.take()
    return next((each for zone in near for each in found if each in zone), found[0])


def _ahead_card(words: TokenCursor, state: State) -> bool:
    return words.more and words.next.lower() in state.table.names


def _cards(words: TokenCursor, state: State, *near: Pieces) -> Pieces:
    """Read all cards that follow, with or without commas; no copy is read twice."""
    found: list[str] = []
    while _ahead_card(words, state):
        left = tuple(tuple(each for each in zone if each not in found) for zone in near)
        named = state.table.names[words.next.lower()]
        other = tuple(each for each in named if each not in found)
        found.append(_card(words, state, *left, other))
        words.skip(",", "and")
    return tuple(found)


def _listed(_: State, pieces: Sequence[str]) -> str:
    return " ".join(map(in_a_line, pieces))


def _named(_: State, piece: str) -> str:
    return in_a_line(piece)


def card(near: Near, syntax: str = "CARD", lead: str = "") -> Arg:
    """Return an argument for one card, written after the word `lead` if there is one."""

    def read(words: TokenCursor, state: State, seat: int, *before: Any) -> str:
        if lead:
            words.need(lead)
        return _card(words, state, *near(state, seat, *before))

    begin = f"{lead} " if lead else ""
    return Arg(begin + syntax, read, lambda _, piece: begin + in_a_line(piece))


def cards(near: Near, syntax: str = "CARD…") -> Arg:
    return Arg(
        syntax, lambda words, state, *before: _cards(words, state, *near(state, *before)), _listed
    )


def maybe(arg: Arg, nobody: object) -> Arg:
    """Return the argument with ``none`` as a further value, which is read as `nobody`."""
    return Arg(
        f"{arg.syntax}|none",
        lambda words, *rest: nobody if words.skip(*NONE) else arg.read(words, *rest),
        lambda state, value: "none" if value == nobody else arg.write(state, value),
    )


HAND_CARD = PLAYED = card(_hand)
DEITY = card(_hand, "DEITY")
PLACED = card(_of_side(lambda side: side.waiting), "CHARACTER")
GIVEN_UP = card(lambda state, seat, *_: (*_hand(state, seat), *_own(state, seat)))
MEMBER = card(_own, "CHARACTER")
HERO = card(_own, "HERO")
ON_LEADER = card(_everybody, "HERO", "on")
LEARNER = card(_everybody, "HERO")
TREASURE = card(_of_side(lambda side, *_: [each for each, _ in side.carried]), "TREASURE")
ON_MEMBER = card(_own, "CHARACTER", "on")
FOR_TREASURE = TREASURE.after("for").or_left_out(None)
QUEST = card(lambda state, *_: (state.middle,), "QUEST")
ANY_QUEST = card(lambda state, *_: (tuple(state.table.quests),), "QUEST")
BLOCKING = card(lambda state, *_: (state.blocking,))
LOST = card(_lost)
NEW_LEADER = maybe(HERO, None)
BUMPED = maybe(cards(lambda state, *_: ((*state.foes, *state.ordeals),)), ())
RESTORED = maybe(cards(_of_side(lambda side: side.transformed)), ())
TAKEN = maybe(cards(lambda state, *_: (pool(state, "steal") or state.discard,)), ())
BEARER_OF_TAKEN = MEMBER.after("on").or_left_out(None)
IN_EXCHANGE = cards(_own).after("discarding").or_left_out(())


def _read_target(words: TokenCursor, state: State, _: int, piece: str) -> str:
    printed = state.table.cards.get(piece)
    effects = () if printed is None else printed.on_draw or printed.effects
    if effects and not any(map(aims, effects)):
        title = state.title(piece)
        raise words.fail(f"unexpected 'on': {title} takes no target")
    return _card(words, state, *_everybody(state))


TARGET = Arg("TARGET", _read_target, _named).after("on").or_left_out(None)


# ---- Crews


def _any_crew(words: TokenCursor, *_: object) -> int:
    """Read a Crew by its letter, even one that cannot exist."""
    words.skip("crew")
    return ascii_uppercase.index(words.name(tuple(ascii_uppercase), "Crew, such as A"))


def _crew(words: TokenCursor, state: State, *_: Any) -> int:
    words.skip("crew")
    return state.table.labels.index(words.name(state.table.labels, "Crew"))


def _write_crew(_: State, label: int) -> str:
    return ascii_uppercase[label]


def _its_crew(state: State, seat: int, piece: str, *_: object) -> int:
    label = state.seats[seat].crew_of(piece) if seat >= 0 else None
    return 0 if label is None else label


def _read_to(words: TokenCursor, *_: object) -> int:
    words.need("to")
    return _any_crew(words)


CREW = Arg("CREW", _crew, _write_crew)
ANY_CREW = Arg("CREW", _any_crew, _write_crew)
FIGHTING = replace(
    CREW.past("with"), syntax="with CREW", write=lambda _, label: f"with {ascii_uppercase[label]}"
)
FROM_CREW = replace(
    CREW.past("from"), default=_its_crew, begins=lambda words, _: not words.ahead("to")
)
TO_CREW = Arg("to CREW", _read_to, lambda _, label: f"to {ascii_uppercase[label]}")


# ---- where a card is laid, and what makes room


def place_of(syntax: str) -> Arg:
    """Return an argument for the destination of a card: ``to``, ``leads``, ``on``, ``shared``…"""
    return word(PLACES, f"place: {', '.join(PLACES[:-1])} or {QUEUE}", syntax)


def _read_location(
    words: TokenCursor, state: State, seat: int, _: str, place: str
) -> int | str | None:
    if place in (TO, LEADS):
        return _any_crew(words)
    return _card(words, state, *_own(state, seat)) if place == ON else None


def _write_location(_: State, location: int | str | None) -> str:
    if location is None:
        return ""
    return ascii_uppercase[location] if isinstance(location, int) else in_a_line(location)


LOCATION = Arg("", _read_location, _write_location)


def _read_room(
    words: TokenCursor, state: State, seat: int, _: str, place: str, location: int | str | None
) -> str:
    words.skip("discarding", "bumping")
    near = _own(state, seat) if place in (TO, LEADS) else _queues(state)
    if place == ON and isinstance(location, str) and seat >= 0:
        near = (state.seats[seat].carried_by(location),)
    return _card(words, state, *near)


def _write_room(state: State, piece: str) -> str:
    bumped = piece in state.foes or piece in state.ordeals
    return f"{'bumping' if bumped else 'discarding'} {in_a_line(piece)}"


MAKING_ROOM = Arg(
    "discarding|bumping CARD", _read_room, _write_room, default=lambda *_: None,
    begins=lambda words, _: words.ahead("discarding", "bumping"),
)  # fmt: skip


# ---- Quests


def _way(state: State, seat: int, label: int, piece: str) -> str:
    """Return the purpose of a challenge if the line does not state it.

    It is removing a Blocking card, a step of the Quest, or neither.
    """
    quest = state.seats[seat].crews[label].quest if seat >= 0 else ""
    if piece in state.blocked_by(quest):
        return BLOCK
    return STEP if quest else ASIDE


CHALLENGED = card(
    lambda state, seat, label: (
        state.blocked_by(state.seats[seat].crews[label].quest), *_queues(state)
    )
)  # fmt: skip
WAY = Arg(
    "aside|block",
    lambda words, *_: words.name((ASIDE, BLOCK), "way"),
    lambda _, way: str(way),
    default=_way, begins=lambda words, _: words.ahead(ASIDE, BLOCK),
)  # fmt: skip


LEAVING = Arg(
    "all|CHARACTER…",
    lambda words, state, seat, *_: (
        None if words.skip("all") else _cards(words, state, *_own(state, seat))
    ),
    lambda state, leaving: "all" if leaving is None else _listed(state, leaving),
)


# ---- answers


SITTING = replace(
    cards(_own).past("out"), syntax="out CARD…",
    write=lambda _, out: " ".join(("out", *map(in_a_line, out))),
)  # fmt: skip


def _read_spoils(words: TokenCursor, state: State, seat: int, *_: object) -> Pairs:
    """Read spoils such as ``W1 W2 on C1, B1 on C2``: Treasures, and the bearer of each."""
    spoils = state.top.pieces if state.top is not None else ()
    pairs: list[tuple[str, str]] = []
    while _ahead_card(words, state):
        treasures = _cards(words, state, spoils)
        words.need("on")
        bearer = _card(words, state, *_own(state, seat))
        pairs += [(each, bearer) for each in treasures]
        words.skip(",", "and")
    if not pairs:
        raise words.fail("expected Treasures with their bearers, or 'none'")
    return tuple(pairs)


def _write_spoils(_: State, pairs: Pairs) -> str:
    return ", ".join(f"{in_a_line(treasure)} on {in_a_line(bearer)}" for treasure, bearer in pairs)


SPOILS = maybe(Arg("TREASURE on CHARACTER, …", _read_spoils, _write_spoils), ())
YES_OR_NO = Arg(
    "yes|no", lambda words, *_: words.name(("yes", "no"), "answer") == "yes",
    lambda _, yes: "yes" if yes else "no",
)  # fmt: skip


def _read_bearer(words: TokenCursor, state: State, seat: int, *_: object) -> str:
    top = state.top
    if not words.skip("on") and _ahead_card(words, state):
        location = words.location
        given = _card(words, state, (top.card,) if top is not None else ())
        if top is not None and top.kind == "give" and given != top.card:
            title = state.title
            raise ScriptError(
                location, f"the Treasure to give is {title(top.card)}, not {title(given)}"
            )
        words.need("on")
    return _card(words, state, *_own(state, seat))


BEARER = maybe(Arg("on CHARACTER", _read_bearer, lambda _, piece: f"on {in_a_line(piece)}"), None)
REPLACED = card(_of_side(Seat.carried_by)).after("discarding").or_left_out(None)


def _read_pick(words: TokenCursor, state: State, seat: int, *_: object) -> int | str:
    if words.ahead_in(state.table.labels) or words.ahead("crew"):
        return _crew(words, state)
    return _card(words, state, state.seats[_of(state, seat)].held())


PICKED = Arg("CARD|CREW", _read_pick, _write_location)


# ---- chance

DEALT = cards(lambda state, *_: (state.deck,), "HERO CARD CARD CARD")


def _read_drawn(words: TokenCursor, state: State, *_: object) -> Pieces:
    found = _cards(words, state, state.deck, state.discard)
    if found:
        return found
    top = state.top
    number = min(top.n if top is not None and top.kind == "draw" else 0, len(state.deck))
    if state.known < number or not number:
        raise words.fail(
            "expected the cards that are drawn, because the order of the deck is not known"
        )
    return state.deck[:number]


DRAWN = Arg("CARD…", _read_drawn, _listed)
ORDER = cards(lambda state, *_: (state.discard,)).or_left_out(())
PILE = cards(lambda state, _, of: _own(state, of))

"""The lines of a Sing! O Muse script: how the arguments of each verb are read and written."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from validator.core.location import did_you_mean
from validator.games.sing_o_muse import (
    answers,
    claims,
    crews,
    holding,
    playing,
    questing,
    turn,
)
from validator.games.sing_o_muse.effects import aims, stealable
from validator.games.sing_o_muse.position import (
    Pieces,
    Position,
    active,
    blocked_by,
    carried_by,
    characters,
    crew_of,
    held,
)
from validator.games.sing_o_muse.quests import ASIDE, BLOCK, STEP
from validator.referee.claims import tell_judged, tell_winners
from validator.referee.tokens import ScriptError, Words, in_a_line

NONE = ("none", "nobody", "nothing")


def _card(words: Words, at: Position, *near: Pieces) -> str:
    """A card by id or title. Of several copies one that lies near: in the first of these zones."""
    if not words.more:
        raise words.fail("expected a card here")
    found = at.table.names.get(words.next.lower(), ())
    if not found:
        known = (*at.table.cards, *(card.title for card in at.table.cards.values()))
        raise words.fail(f"no card '{words.next}'{did_you_mean(words.next, known)}")
    words.take()
    for zone in near:
        for each in found:
            if each in zone:
                return each
    return found[0]


def _is_card(words: Words, at: Position) -> bool:
    return words.more and words.next.lower() in at.table.names


def _cards(words: Words, at: Position, *near: Pieces) -> Pieces:
    """As many cards as follow, with or without commas; copies are told apart."""
    found: list[str] = []
    while _is_card(words, at):
        left = tuple(tuple(each for each in zone if each not in found) for zone in near)
        named = at.table.names[words.next.lower()]
        other = tuple(each for each in named if each not in found)
        found.append(_card(words, at, *left, other))
        words.skip(",", "and")
    return tuple(found)


def _seat(words: Words, at: Position) -> int:
    return at.table.players.index(words.name(at.table.players, "player"))


def _any_crew(words: Words) -> int:
    """A Crew by its letter, also one that there cannot be."""
    words.skip("crew")
    return ascii_uppercase.index(words.name(tuple(ascii_uppercase), "Crew, such as A"))


def _crew(words: Words, at: Position) -> int:
    words.skip("crew")
    return at.table.labels.index(words.name(at.table.labels, "Crew"))


def _hand(at: Position, seat: int) -> Pieces:
    return at.sides[seat].hand if seat >= 0 else ()


def _own(at: Position, seat: int) -> Pieces:
    return tuple(characters(at.sides[seat])) if seat >= 0 else ()


def _queues(at: Position) -> Pieces:
    return (*at.foes, *at.ordeals, *(card for _, card in at.blocks))


def _all_characters(at: Position) -> Pieces:
    return tuple(each for side in at.sides for each in characters(side))


def _words(pieces: Sequence[str]) -> str:
    return " ".join(in_a_line(each) for each in pieces)


# ---- chance and set-up


@turn.deal.reader
def _read_deal(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return _seat(words, at), _cards(words, at, at.deck)


@turn.draw.reader
def _read_draw(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    to = _seat(words, at)
    cards = _cards(words, at, at.deck, at.discard)
    if not cards:
        number = min(turn.due(at)[1], len(at.deck))
        if at.known < number or not number:
            raise words.fail("say which cards are drawn: the deck is not known so far")
        cards = at.deck[:number]
    return to, cards


@turn.deal.writer
@turn.draw.writer
def _write_cards(at: Position, to: int, cards: Pieces) -> str:
    return f"{at.table.players[to]} {_words(cards)}"


@turn.reshuffle.reader
def _read_reshuffle(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_cards(words, at, at.discard),)


@turn.reshuffle.writer
def _write_reshuffle(_at: Position, order: Pieces) -> str:
    return _words(order)


@turn.target.reader
def _read_target(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return (words.whole("the number of Laurels"),)


@turn.target.writer
def _write_target(_: Position, number: int) -> str:
    return str(number)


# ---- the Play step


@playing.play.reader
def _read_play(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    return _placed(words, at, seat, _card(words, at, _hand(at, seat)))


@playing.place.reader
def _read_place(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    waiting = at.sides[seat].waiting if seat >= 0 else ()
    return _placed(words, at, seat, _card(words, at, waiting))


def _placed(words: Words, at: Position, seat: int, card: str) -> tuple[Any, ...]:
    mode = words.name(playing.MODES, "place: to, leads, on, shared or queue")
    spot: Any = None
    near: tuple[Pieces, ...] = (_queues(at),)
    if mode in (playing.TO, playing.LEADS):
        spot = _any_crew(words)
        near = (_own(at, seat),)
    elif mode == playing.ON:
        spot = _card(words, at, _own(at, seat))
        near = (carried_by(at.sides[seat], spot),) if seat >= 0 else ()
    extra = None
    if words.skip("bumping", "discarding"):
        extra = _card(words, at, *near)
    return card, mode, spot, extra


@playing.play.writer
@playing.place.writer
def _write_play(_at: Position, card: str, mode: str, spot: Any, extra: Any) -> str:
    where = ""
    if mode in (playing.TO, playing.LEADS):
        where = f" {ascii_uppercase[spot]}"
    elif mode == playing.ON:
        where = f" {in_a_line(spot)}"
    room = ""
    if extra is not None:
        room = f" {'bumping' if mode == playing.QUEUE else 'discarding'} {in_a_line(extra)}"
    return f"{in_a_line(card)} {mode}{where}{room}"


@playing.discard.reader
def _read_discard(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    return (_card(words, at, _hand(at, seat), _own(at, seat)),)


@playing.discard.writer
@answers.loses.writer
@answers.hits.writer
@answers.clears.writer
@answers.learns.writer
@questing.stops.writer
def _write_card(_at: Position, card: str) -> str:
    return in_a_line(card)


@playing.resolve.reader
@holding.hold.reader
def _read_on(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    card = _card(words, at, _hand(at, seat))
    if not words.ahead("on"):
        return card, None
    printed = at.table.cards.get(card)
    effects = () if printed is None else printed.on_draw or printed.effects
    if effects and not any(map(aims, effects)):
        raise words.fail(f"'on' is left over: {at.table.title(card)} takes no target")
    words.take()
    return card, _card(words, at, _all_characters(at))


@playing.resolve.writer
@holding.hold.writer
def _write_on(_at: Position, card: str, on: str | None) -> str:
    return in_a_line(card) + (f" on {in_a_line(on)}" if on is not None else "")


# ---- Crews


@crews.move.reader
def _read_move(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    card = _card(words, at, _own(at, seat))
    words.skip("from")
    here = None
    if not words.ahead("to"):
        here = _crew(words, at)
    words.need("to")
    there = _any_crew(words)
    if here is None:
        label = crew_of(at.sides[seat], card) if seat >= 0 else None
        here = 0 if label is None else label
    return card, here, there


@crews.move.writer
def _write_move(_at: Position, card: str, here: int, there: int) -> str:
    return f"{in_a_line(card)} {ascii_uppercase[here]} to {ascii_uppercase[there]}"


@crews.lead.reader
def _read_lead(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    return _any_crew(words), _card(words, at, _own(at, seat))


@crews.lead.writer
def _write_lead(_at: Position, label: int, hero: str) -> str:
    return f"{ascii_uppercase[label]} {in_a_line(hero)}"


@crews.hand_on.reader
def _read_pass(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    own = tuple(each for each, _ in at.sides[seat].carried) if seat >= 0 else ()
    treasure = _card(words, at, own)
    words.need("on")
    to = _card(words, at, _own(at, seat))
    return treasure, to, _card(words, at, own) if words.skip("for") else None


@crews.hand_on.writer
def _write_pass(_at: Position, treasure: str, to: str, back: str | None) -> str:
    swap = f" for {in_a_line(back)}" if back is not None else ""
    return f"{in_a_line(treasure)} on {in_a_line(to)}{swap}"


# ---- Hold This Cards


@holding.favor.reader
@holding.wrath.reader
def _read_deity(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    card = _card(words, at, _hand(at, seat))
    words.need("on")
    return card, _card(words, at, _all_characters(at))


@holding.favor.writer
@holding.wrath.writer
def _write_deity(_at: Position, card: str, hero: str) -> str:
    return f"{in_a_line(card)} on {in_a_line(hero)}"


# ---- Quests


@questing.embark.reader
def _read_embark(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return _crew(words, at), _card(words, at, at.middle)


@questing.embark.writer
def _write_embark(_at: Position, label: int, quest: str) -> str:
    return f"{ascii_uppercase[label]} {in_a_line(quest)}"


@questing.challenge.reader
def _read_challenge(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    label = _crew(words, at)
    crew = at.sides[seat].crews[label]
    blocking = blocked_by(at, crew.quest)
    card = _card(words, at, blocking, _queues(at))
    told = words.skip("aside")
    if told:
        return label, card, ASIDE
    if words.skip("block") or card in blocking:
        return label, card, BLOCK
    return label, card, STEP if crew.quest else ASIDE


@questing.challenge.writer
def _write_challenge(at: Position, label: int, card: str, way: str) -> str:
    del at
    tail = "" if way == STEP else f" {way}"
    return f"{ascii_uppercase[label]} {in_a_line(card)}{tail}"


@questing.sea.reader
def _read_sea(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_crew(words, at),)


@questing.sea.writer
def _write_crew(at: Position, label: int) -> str:
    del at
    return ascii_uppercase[label]


@questing.stops.reader
def _read_stops(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    return (_card(words, at, _hand(at, seat)),)


@questing.withdraw.reader
def _read_withdraw(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    label = _crew(words, at)
    if words.skip("all"):
        return label, None
    return label, _cards(words, at, _own(at, seat))


@questing.withdraw.writer
def _write_withdraw(_at: Position, label: int, leaving: Pieces | None) -> str:
    return f"{ascii_uppercase[label]} {'all' if leaving is None else _words(leaving)}"


# ---- answers


@answers.loses.reader
@answers.hits.reader
def _read_lost(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    top = at.top
    of = top.of if top is not None and top.of >= 0 else max(seat, 0)
    side = at.sides[of]
    near = hidden if top is not None and top.kind == "hand" and (hidden := side.hand) else ()
    crew = tuple(each for group in side.crews for each in active(side, group))
    return (_card(words, at, near, crew, held(side)),)


def _none_or_card(words: Words, at: Position, *near: Pieces) -> str | None:
    if words.skip(*NONE):
        return None
    return _card(words, at, *near)


@answers.promotes.reader
def _read_promotes(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    return (_none_or_card(words, at, _own(at, seat)),)


@answers.promotes.writer
def _write_promotes(_at: Position, hero: str | None) -> str:
    return "none" if hero is None else in_a_line(hero)


@answers.versus.reader
def _read_versus(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_seat(words, at),)


@answers.versus.writer
def _write_versus(at: Position, other: int) -> str:
    return at.table.players[other]


@answers.blocks.reader
def _read_blocks(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_card(words, at, tuple(at.table.quests)),)


@answers.blocks.writer
def _write_blocks(_at: Position, quest: str) -> str:
    return in_a_line(quest)


@answers.clears.reader
def _read_clears(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_card(words, at, tuple(card for _, card in at.blocks)),)


@answers.bumps.reader
def _read_bumps(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return ((),) if words.skip(*NONE) else (_cards(words, at, (*at.foes, *at.ordeals)),)


@answers.bumps.writer
def _write_bumps(_at: Position, cards: Pieces) -> str:
    return _words(cards) if cards else "none"


@answers.fights.reader
def _read_fights(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    words.skip("with")
    return (_crew(words, at),)


@answers.fights.writer
def _write_fights(at: Position, label: int) -> str:
    return f"with {at.table.labels[label]}"


@answers.sits.reader
def _read_sits(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    words.skip("out")
    return (_cards(words, at, _own(at, seat)),)


@answers.sits.writer
def _write_sits(_at: Position, cards: Pieces) -> str:
    return f"out {_words(cards)}"


@answers.flips.reader
def _read_flips(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    of = _seat(words, at)
    return of, _cards(words, at, _own(at, of))


@answers.flips.writer
def _write_flips(at: Position, of: int, cards: Pieces) -> str:
    return f"{at.table.players[of]} {_words(cards)}"


@answers.loots.reader
def _read_loots(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    """``W1 W2 on C1, B1 on C2``; without a bearer one is missed."""
    if words.skip(*NONE):
        return ((),)
    top = at.top
    spoils = top.pieces if top is not None else ()
    pairs: list[tuple[str, str]] = []
    while _is_card(words, at):
        treasures = _cards(words, at, spoils)
        words.need("on")
        bearer = _card(words, at, _own(at, seat))
        pairs += [(each, bearer) for each in treasures]
        words.skip(",", "and")
    if not pairs:
        raise words.fail("expected Treasures with their bearers, or 'none'")
    return (tuple(pairs),)


@answers.loots.writer
def _write_loots(_at: Position, pairs: Sequence[tuple[str, str]]) -> str:
    parts = [f"{in_a_line(treasure)} on {in_a_line(bearer)}" for treasure, bearer in pairs]
    return ", ".join(parts) or "none"


@answers.restores.reader
def _read_restores(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    if words.skip(*NONE):
        return (), ()
    cards = _cards(words, at, at.sides[seat].transformed if seat >= 0 else ())
    gone = _cards(words, at, _own(at, seat)) if words.skip("discarding") else ()
    return cards, gone


@answers.restores.writer
def _write_restores(_at: Position, cards: Pieces, gone: Pieces) -> str:
    tail = f" discarding {_words(gone)}" if gone else ""
    return (_words(cards) if cards else "none") + tail


@answers.takes.reader
def _read_takes(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    if words.skip(*NONE):
        return (), None
    top = at.top
    near: Pieces = at.discard
    if top is not None and top.kind == "steal":
        near = stealable(at, top)
    cards = _cards(words, at, near)
    return cards, _card(words, at, _own(at, seat)) if words.skip("on") else None


@answers.takes.writer
def _write_takes(_at: Position, cards: Pieces, bearer: str | None) -> str:
    tail = f" on {in_a_line(bearer)}" if bearer is not None else ""
    return (_words(cards) if cards else "none") + tail


@answers.joins.reader
def _read_joins(words: Words, _at: Position, _: int) -> tuple[Any, ...]:
    return (words.name(("yes", "no"), "answer") == "yes",)


@answers.joins.writer
def _write_joins(_: Position, yes: bool) -> str:
    return "yes" if yes else "no"


@answers.gives.reader
def _read_gives(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    if words.skip(*NONE):
        return None, None
    if not words.skip("on") and _is_card(words, at):
        spot = words.spot
        given = _card(words, at, (at.top.card,) if at.top is not None else ())
        if at.top is not None and at.top.kind == "give" and given != at.top.card:
            message = f"{at.table.title(at.top.card)} is given now, not {at.table.title(given)}"
            raise ScriptError(spot, message)
        words.need("on")
    bearer = _card(words, at, _own(at, seat))
    old = None
    if words.skip("discarding"):
        old = _card(words, at, carried_by(at.sides[seat], bearer) if seat >= 0 else ())
    return bearer, old


@answers.gives.writer
def _write_gives(_at: Position, bearer: str | None, old: str | None) -> str:
    if bearer is None:
        return "none"
    return f"on {in_a_line(bearer)}" + (f" discarding {in_a_line(old)}" if old is not None else "")


@answers.picks.reader
def _read_picks(words: Words, at: Position, seat: int) -> tuple[Any, ...]:
    if words.ahead_in(at.table.labels) or words.ahead("crew"):
        return (_crew(words, at),)
    top = at.top
    of = top.of if top is not None and top.of >= 0 else max(seat, 0)
    return (_card(words, at, held(at.sides[of])),)


@answers.picks.writer
def _write_picks(at: Position, what: Any) -> str:
    return at.table.labels[what] if isinstance(what, int) else in_a_line(what)


@answers.learns.reader
def _read_learns(words: Words, at: Position, _: int) -> tuple[Any, ...]:
    return (_card(words, at, _all_characters(at)),)


# ---- claims


tell_winners(claims.winner)
tell_judged(claims.judge, claims.THINGS, "{muse: {Zeus: 2}}")

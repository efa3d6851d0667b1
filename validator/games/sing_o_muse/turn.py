"""The set-up, the draw, the beginning and the end of turns."""

from __future__ import annotations

from collections import Counter
from random import Random

from validator.games.sing_o_muse.cards import HERO
from validator.games.sing_o_muse.common import (
    bind,
    name_of,
    not_over,
    placed_out,
    played_out,
    silver_first,
)
from validator.games.sing_o_muse.effects import advance, next_turn, opened
from validator.games.sing_o_muse.losses import tell
from validator.games.sing_o_muse.position import (
    BEGIN,
    OVER,
    PLAY,
    SETUP,
    Crew,
    Pieces,
    Position,
    alter,
    immediate,
    pop,
    without,
)
from validator.referee.core import CHANCE, Move, Notes, Verb, Verdict, laws_for

deal = Verb(
    "deal", "deal PLAYER HERO CARD CARD CARD", "The first Hero and further cards of a player.",
    kind="chance",
)  # fmt: skip
draw = Verb(
    "draw", "draw PLAYER CARD…", "What the deck gives, in order. Bare: the known top of the deck.",
    kind="chance",
)  # fmt: skip
reshuffle = Verb(
    "reshuffle", "reshuffle [CARD…]", "The discard pile becomes the deck, in this order if told.",
    kind="chance",
)  # fmt: skip
begins = Verb("begins", "begins", "Take the first turn.")
declines = Verb("declines", "declines", "Leave the first turn to the next player.")
target = Verb("target", "target N", "Agree on a longer game before the start.", kind="table")
end = Verb("end", "end", "End the turn.")
VERBS = (deal, draw, reshuffle, begins, declines, target, end)

laws_for((deal, draw, reshuffle, begins, declines, target), "SING-WIN-03", "SING-WIN-01")(not_over)


# ---- the set-up


@laws_for((deal, target), "SING-SETUP-02", "SING-SETUP-09")
def in_the_set_up(at: Position, _: int) -> Verdict:
    """The set-up happens once, and the target is agreed on before it is done."""
    return "" if at.stage in (SETUP, BEGIN) else "the game has begun"


@deal.law("SING-DECK-02")
def muse_cards_only(at: Position, _: int, _to: int, cards: Pieces) -> Verdict:
    """Quest cards are never dealt."""
    quests = [each for each in cards if each in at.table.quests]
    return f"{at.table.title(quests[0])} is a Quest card" if quests else ""


@deal.law("SING-SETUP-02")
def first_hand(at: Position, _: int, to: int, cards: Pieces) -> Verdict:
    """One Hero first, then so many further cards, once."""
    table = at.table
    if any(crew.everybody for crew in at.sides[to].crews):
        return f"{name_of(at, to)} has cards already"
    need = table.first_heroes + table.further
    if len(cards) != need:
        return f"{len(cards)} cards, not {need}"
    lead = cards[: table.first_heroes]
    wrong = [each for each in lead if each in table.cards and table.cards[each].type != HERO]
    return f"{table.title(wrong[0])} is not a Hero" if wrong else ""


@deal.law("SING-DECK-18")
def dealt_from_the_deck(at: Position, _: int, _to: int, cards: Pieces) -> Verdict:
    """What is dealt lies in the deck."""
    return _lacking(at.deck, cards, at)


def _lacking(stock: Pieces, cards: Pieces, at: Position) -> str:
    lacks = Counter(cards) - Counter(stock)
    return f"{at.table.titles(sorted(lacks))} is not in the deck" if lacks else ""


@deal.effect
def _deal(at: Position, _: int, to: int, cards: Pieces, note: Notes | None) -> Position:
    table = at.table
    name = table.players[to]
    hero, rest = cards[0], cards[1:]
    crews = (Crew(leader=hero), *at.sides[to].crews[1:])
    at = alter(at, to, hand=rest, dealt=rest, crews=crews)
    at = at._replace(deck=without(at.deck, *cards))
    text = f"{name} leads with {table.title(hero)} and holds {table.titles(rest)}"
    tell(note, "SING-SETUP-02", f"{name}.hand", f"{name}.A.leader", "deck", text=text)
    tell(note, "SING-SETUP-03", f"{name}.A.leader", f"{name}.hand")
    if not all(any(crew.leader for crew in side.crews) for side in at.sides):
        return at
    tell(note, "SING-SETUP-01", "middle")
    tell(note, "SING-SETUP-05", "deck")
    at = at._replace(stage=BEGIN)
    if at.first >= 0 and at.first in entitled(at):
        return _start(at, at.first, note)
    return at._replace(turn=entitled(at)[0])


def entitled(at: Position) -> tuple[int, ...]:
    """Who may take the first turn: the owners of the weakest Heroes, or who comes after them."""
    if at.declined >= 0:
        return (at.declined,)
    mights = [at.table.cards[side.crews[0].leader].might for side in at.sides]
    return tuple(seat for seat, value in enumerate(mights) if value == min(mights))


def _start(at: Position, seat: int, note: Notes | None) -> Position:
    name = name_of(at, seat)
    rule = "SING-SETUP-06" if at.declined < 0 else "SING-SETUP-07"
    tell(note, rule, "turn", text=f"{name} begins")
    tell(note, "SING-SETUP-07", "turn")
    return opened(at._replace(turn=seat))


@laws_for((begins, declines), "SING-SETUP-06")
def before_the_first_turn(at: Position, _: int) -> Verdict:
    """There is one first turn, after the deal."""
    if at.stage == BEGIN or at.stage == OVER:
        return None
    return "the first turn comes after the deal" if at.stage == SETUP else "the game has begun"


@laws_for((begins, declines), "SING-SETUP-06", "SING-SETUP-07")
def weakest_begins(at: Position, seat: int) -> Verdict:
    """The owner of the weakest Hero, or the next clockwise."""
    if at.stage != BEGIN:
        return None
    names = ", ".join(name_of(at, each) for each in entitled(at))
    return "" if seat in entitled(at) else f"{names} may take the first turn"


@begins.effect
def _begins(at: Position, seat: int, note: Notes | None) -> Position:
    return advance(_start(at, seat, note), note)


@declines.effect
def _declines(at: Position, seat: int, note: Notes | None) -> Position:
    following = (seat + 1) % len(at.sides)
    text = f"{name_of(at, seat)} leaves the first turn to {name_of(at, following)}"
    tell(note, "SING-SETUP-07", "turn", text=text)
    return at._replace(declined=following, turn=following)


@target.law("SING-SETUP-09")
def a_longer_game(at: Position, _: int, number: int) -> Verdict:
    """The usual target, the long one, or more."""
    table = at.table
    if number == table.target or number >= table.long_target:
        return ""
    return f"{number} Laurels: the target is {table.target}, {table.long_target} or more"


@target.effect
def _target(at: Position, _: int, number: int, note: Notes | None) -> Position:
    tell(note, "SING-SETUP-09", "target", text=f"the target is {number} Laurels")
    return at._replace(target=number)


# ---- drawing


def due(at: Position) -> tuple[int, int]:
    """Who draws now, and how many cards; -1 if nobody does."""
    top = at.top
    if top is None or top.kind != "draw":
        return -1, 0
    return top.of, top.n


@draw.law("SING-TURN-02")
def own_draw(at: Position, _: int, to: int) -> Verdict:
    """Only the active player draws, or whom an effect tells to."""
    if at.stage in (SETUP, BEGIN, OVER):
        return None
    seat, _n = due(at)
    seat = at.turn if seat < 0 else seat
    return "" if seat == to else f"{name_of(at, seat)} draws, not {name_of(at, to)}"


@draw.law("SING-DRAW-03", "SING-TURN-01")
def a_draw_is_due(at: Position, _: int, to: int) -> Verdict:
    """So many Draw actions a turn, by the player whose turn it is."""
    seat, _n = due(at)
    if at.stage == OVER:
        return None
    if seat < 0:
        return "no draw is due now"
    return "" if seat == to else f"{name_of(at, seat)} draws now, not {name_of(at, to)}"


@draw.law("SING-DECK-02")
def no_quest_cards(at: Position, _: int, _to: int, cards: Pieces) -> Verdict:
    """Quest cards are never drawn."""
    return muse_cards_only(at, _, _to, cards)


@draw.law("SING-DRAW-01")
def so_many(at: Position, _: int, to: int, cards: Pieces) -> Verdict:
    """Exactly so many, or what there is; a draw may pause where the deck runs out."""
    seat, need = due(at)
    if seat != to:
        return None
    whole = min(need, len(at.deck) + len(at.discard))
    pause = min(need, len(at.deck))
    if len(cards) in (whole, pause) and cards:
        return ""
    if at.table.during_draw and cards and len(cards) < whole and immediate_first(at, cards):
        return ""
    return f"{len(cards)} cards, not {whole}"


def immediate_first(at: Position, cards: Pieces) -> bool:
    """Whether the first Play Immediately card of a draw is its last card."""
    silver = [each in at.table.cards and immediate(at, each) for each in cards]
    return True in silver and silver.index(True) == len(cards) - 1


@draw.law("SING-DRAW-01", "SING-DECK-18")
def from_the_top(at: Position, _: int, to: int, cards: Pieces) -> Verdict:
    """What is drawn lies on top of the deck."""
    if due(at)[0] != to:
        return None
    first = cards[: len(at.deck)]
    if lacking := _lacking(at.deck, first, at):
        return lacking
    known = at.deck[: min(at.known, len(first))]
    if first[: len(known)] != known:
        return f"on top of the deck lies {at.table.titles(known)}"
    return ""


@draw.law("SING-DRAW-02", "SING-DECK-15")
def then_from_the_discards(at: Position, _: int, to: int, cards: Pieces) -> Verdict:
    """After the deck come the shuffled discards."""
    if due(at)[0] != to or len(cards) <= len(at.deck):
        return None
    rest = cards[len(at.deck) :]
    lacks = Counter(rest) - Counter(at.discard)
    return f"{at.table.titles(sorted(lacks))} is not among the discards" if lacks else ""


@draw.law("SING-IMM-02")
def interrupted(at: Position, _: int, to: int, cards: Pieces) -> Verdict:
    """By a ruling the draw stops at each Play Immediately card."""
    if not at.table.during_draw or due(at)[0] != to:
        return None
    silver = [each in at.table.cards and immediate(at, each) for each in cards]
    if True not in silver[:-1]:
        return ""
    return f"{at.table.title(cards[silver.index(True)])} acts before the next card is drawn"


@draw.law("SING-IMM-01")
def what_acts_at_once(at: Position, seat: int) -> Verdict:
    """By that ruling a Play Immediately card comes before the rest of the draw."""
    return silver_first(at, seat) if at.table.during_draw else None


@draw.effect
def _draw(at: Position, _: int, to: int, cards: Pieces, note: Notes | None) -> Position:
    table = at.table
    name = table.players[to]
    deck, discard, known = at.deck, at.discard, at.known
    if len(cards) > len(deck):
        text = f"the deck runs out; {len(discard)} discards are shuffled"
        tell(note, "SING-DECK-15", "deck", "discard", text=text)
        tell(note, "SING-DRAW-02", "deck", "discard", f"{name}.hand")
        rest = cards[len(deck) :]
        deck, discard, known = without(discard, *rest), (), 0
    else:
        deck, known = without(deck, *cards), max(0, known - len(cards))
    side = at.sides[to]
    facts = (f"{name}.hand", "deck", "drawn", "phase")
    tell(note, "SING-DRAW-01", *facts, text=f"{name} draws {table.titles(cards)}")
    tell(note, "SING-DRAW-03", *facts)
    silver = tuple((to, each) for each in cards if immediate(at, each))
    if silver:
        tell(note, "SING-IMM-02", "resolve", "pending")
    top = at.agenda[-1]
    at = alter(at, to, hand=(*side.hand, *cards))
    at = pop(at)._replace(
        deck=deck, discard=discard, known=known, silver=(*at.silver, *silver),
        drawn=(*at.drawn, *cards) if to == at.turn else at.drawn,
    )  # fmt: skip
    if len(deck) and max(0, top.n - len(cards)) == 0 and top.what == "turn":
        tell(note, "SING-TURN-01", "phase")
    return advance(at._replace(agenda=(*at.agenda, top._replace(n=top.n - len(cards)))), note)


@reshuffle.law("SING-DECK-15", "SING-DRAW-02")
def only_an_empty_deck(at: Position, _: int) -> Verdict:
    """The discards are shuffled when the deck is empty."""
    if at.stage == OVER:
        return None
    if at.deck:
        return f"{len(at.deck)} cards are left in the deck"
    return "" if at.discard else "the discard pile is empty too"


@reshuffle.law("SING-DECK-15", "SING-DECK-18")
def all_discards(at: Position, _: int, order: Pieces) -> Verdict:
    """All discards, and nothing else."""
    if not order or Counter(order) == Counter(at.discard):
        return ""
    return f"the discards are {at.table.titles(at.discard)}"


@reshuffle.effect
def _reshuffle(at: Position, _: int, order: Pieces, note: Notes | None) -> Position:
    text = f"{len(at.discard)} discards become the deck"
    tell(note, "SING-DECK-15", "deck", "discard", text=text)
    return at._replace(deck=order or at.discard, known=len(order), discard=())


# ---- the end of a turn


bind((end,))
end.add(played_out, ("SING-PLAY-02", "SING-TURN-01"))
end.add(placed_out, ("SING-CREW-12", "SING-WITHDRAW-05"))


@end.effect
def _end(at: Position, seat: int, note: Notes | None) -> Position:
    if at.stage == PLAY or not at.used:
        tell(note, "SING-QUEST-10", "used", "turn")
    tell(note, "SING-HOLD-03", f"{name_of(at, seat)}.hand")
    return advance(next_turn(at, note), note)


# ---- chance


def by_chance(at: Position, random: Random) -> Move:
    """What the deck or a blind draw may give now."""
    from validator.games.sing_o_muse.answers import hit_pool

    table = at.table
    if at.stage == SETUP:
        to = next(s for s, side in enumerate(at.sides) if not side.crews[0].leader)
        heroes = [each for each in at.deck if table.cards[each].type == HERO]
        lead = random.sample(heroes, table.first_heroes)
        others = [each for each in at.deck if each not in lead]
        rest = random.sample(others, table.further)
        spare = [each for each in heroes if each not in (*lead, *rest)]
        to_come = sum(not side.crews[0].leader for side in at.sides) - 1
        if len(spare) < to_come * table.first_heroes:  # each player to come leads with a Hero
            kept = random.sample([each for each in heroes if each not in lead],
                                 to_come * table.first_heroes)  # fmt: skip
            rest = random.sample([each for each in others if each not in kept], table.further)
        return Move(CHANCE, "deal", (to, (*lead, *rest)))
    task = at.agenda[-1]
    if task.kind == "draw":
        if not at.deck:
            order = tuple(random.sample(at.discard, len(at.discard)))
            return Move(CHANCE, "reshuffle", (order,))
        number = min(task.n, len(at.deck))
        cards = at.deck[: min(number, at.known)]
        rest = [each for each in at.deck if each not in cards]
        cards = (*cards, *random.sample(rest, number - len(cards)))
        if table.during_draw:
            silver = [index for index, each in enumerate(cards) if immediate(at, each)]
            cards = cards[: silver[0] + 1] if silver else cards
        return Move(CHANCE, "draw", (task.of, cards))
    if task.kind == "flips":
        assert at.war is not None
        pile = at.war.fighters[at.war.seats.index(task.of)]
        return Move(CHANCE, "flips", (task.of, tuple(random.sample(pile, len(pile)))))
    return Move(CHANCE, "hits", (random.choice(hit_pool(at)),))

"""What a Crew can do: its Might, its traits, and whether it meets what a challenge demands."""

from __future__ import annotations

from validator.games.sing_o_muse.cards import FOE, Card
from validator.games.sing_o_muse.position import (
    Position,
    active,
    bearer_of,
    blocked_by,
    carried_by,
    crew_of,
    deity_on,
)


def own_might(at: Position, character: str) -> int:
    """The Might that a character's card gives it; a joined Foe's is that of its reward."""
    card = at.table.cards[character]
    if card.type == FOE:
        return card.join[0] if card.join else 0
    return card.might


def own_traits(at: Position, character: str) -> tuple[str, ...]:
    """The traits that a character's card gives it."""
    card = at.table.cards[character]
    if card.type == FOE:
        return card.join[1] if card.join else ()
    return card.traits


def might(at: Position, seat: int, character: str) -> int:
    """A character's Might with Treasures and, beside a leader, a Deity; never below the lowest."""
    side, table = at.sides[seat], at.table
    total = own_might(at, character)
    total += sum(table.gear(each).might for each in carried_by(side, character))
    if (deity := deity_on(side, character)) is not None:
        card = table.cards[deity[0]]
        total += (card.favor if deity[1] else card.wrath).might
    return max(table.lowest, total)


def crew_might(at: Position, seat: int, label: int) -> int:
    """The Might of a Crew, shared Treasures included."""
    side, table = at.sides[seat], at.table
    there = active(side, side.crews[label])
    shared = sum(table.gear(each).might for each in side.shared)
    if table.each_character:
        shared *= len(there)
    return sum(might(at, seat, each) for each in there) + (shared if there else 0)


def crew_traits(at: Position, seat: int, label: int) -> frozenset[str]:
    """The traits of a Crew; copies do not count."""
    side, table = at.sides[seat], at.table
    found: set[str] = set()
    there = active(side, side.crews[label])
    for character in there:
        deity = deity_on(side, character)
        power = None
        if deity is not None:
            card = table.cards[deity[0]]
            power = card.favor if deity[1] else card.wrath
            found |= set(power.traits)
        if power is None or not power.lose_traits:
            found |= set(own_traits(at, character))
        for treasure in carried_by(side, character):
            found |= set(table.gear(treasure).traits)
    if there:
        for treasure in side.shared:
            found |= set(table.gear(treasure).traits)
    return frozenset(found)


def is_safe(at: Position, seat: int, label: int) -> bool:
    """Whether a Favor keeps this Crew from being Wrecked."""
    side = at.sides[seat]
    deity = deity_on(side, side.crews[label].leader)
    return deity is not None and deity[1] and at.table.cards[deity[0]].favor.safe_sea


def _measured(at: Position, seat: int, label: int) -> tuple[int, ...]:
    """The Crews that a demand is measured on."""
    if at.table.all_crews:
        return tuple(range(len(at.sides[seat].crews)))
    return (label,)


def measured_might(at: Position, seat: int, label: int) -> int:
    """The Might that counts in a challenge."""
    return sum(crew_might(at, seat, each) for each in _measured(at, seat, label))


def meets(at: Position, seat: int, label: int, need: str) -> bool:
    """Whether a Crew has a trait, or a particular Treasure (``item:ID``)."""
    side, table = at.sides[seat], at.table
    if not need.startswith("item:"):
        return any(need in crew_traits(at, seat, each) for each in _measured(at, seat, label))
    item = need.removeprefix("item:")
    if any(table.cards[each].id == item for each in side.shared):
        return True
    for treasure, bearer in side.carried:
        if table.cards[treasure].id == item and bearer not in side.transformed:
            label_there = crew_of(side, bearer)
            if label_there is not None and label_there in _measured(at, seat, label):
                return True
    return False


def missing(at: Position, seat: int, label: int, card: Card) -> tuple[str, ...]:
    """What a challenge requires and the Crew has not."""
    return tuple(need for need in card.requires if not meets(at, seat, label, need))


def transformed_in(at: Position, seat: int, label: int) -> int:
    """How many transformed characters are with a Crew."""
    side = at.sides[seat]
    return sum(each in side.transformed for each in side.crews[label].everybody)


def weakened(at: Position, seat: int, label: int, card: Card) -> int:
    """A Foe's Might against this Crew: divided if the Foe is vulnerable to something of it."""
    table, left = at.table, card.might
    hits = [each for each in card.vulnerable if meets(at, seat, label, each)]
    for _ in hits if table.halved_for_each else hits[:1]:
        left = divided(left, table.divisor, table.rounding)
    return left


def divided(number: int, divisor: int, rounding: str) -> int:
    """A part of a number, rounded up or down."""
    return -(-number // divisor) if rounding == "up" else number // divisor


def next_step_is(at: Position, seat: int, label: int, piece: str) -> bool:
    """Whether a Foe or Ordeal is what the Quest of a Crew asks next."""
    table, crew = at.table, at.sides[seat].crews[label]
    if not crew.quest or crew.marks >= len(table.quests[crew.quest].steps):
        return False
    kind, what = table.quests[crew.quest].steps[crew.marks]
    card = table.cards[piece]
    if kind in ("foe", "ordeal"):
        return card.id == what
    if kind == "any_foe":
        return card.type == FOE and what in ("any", *card.tags)
    return kind == "any_ordeal" and card.type != FOE and what in ("any", *card.requires)


def tackles(at: Position, seat: int, label: int) -> tuple[str, ...]:
    """The cards that a Crew can reach: both queues and what blocks its Quest."""
    quest = at.sides[seat].crews[label].quest
    return (*at.foes, *at.ordeals, *blocked_by(at, quest))


def bearer_is_active(at: Position, seat: int, treasure: str) -> bool:
    """Whether a Treasure's bearer is not transformed."""
    side = at.sides[seat]
    return bearer_of(side, treasure) not in side.transformed

"""The Might and the traits of a Crew, with Treasures and Deities.

In the rulebook: Crews; Treasures.

The Might of a Foe, which may be Vulnerable, is in `challenge`.
"""

from __future__ import annotations

from validator.games.sing_o_muse.cards import FOE
from validator.games.sing_o_muse.seat import Strength
from validator.games.sing_o_muse.state import State


def might_of(s: State, seat: int, character: str) -> int:
    """Return a character's Might, including Treasures and, for a leader, a Deity."""
    side, table = s.seats[seat], s.table
    card = table.cards[character]
    total = card.might
    if card.type == FOE:
        total = card.join.might if card.join else 0
    if side.carried:
        total += sum(table.gear(each).might for each in side.carried_by(character))
    if side.deities and (deity := side.deity_on(character)) is not None:
        god = table.cards[deity[0]]
        total += (god.favor if deity[1] else god.wrath).might
    return max(table.lowest, total)


def strength(s: State, seat: int, label: int) -> Strength:
    """Return the strength of a Crew, cached for each `Seat` object."""
    known = s.seats[seat].known
    if label not in known:
        known[label] = _strength(s, seat, label)
    return known[label]


def _strength(s: State, seat: int, label: int) -> Strength:
    """Add up the Might and the traits of active characters, Treasures and Deities."""
    side, table = s.seats[seat], s.table
    there = side.active(side.crews[label])
    total = sum([might_of(s, seat, each) for each in there])
    traits: set[str] = set()
    items = []
    for character in there:
        keeps = True
        if side.deities and (deity := side.deity_on(character)) is not None:
            god = table.cards[deity[0]]
            power = god.favor if deity[1] else god.wrath
            traits.update(power.traits)
            keeps = not power.lose_traits
        if keeps:
            traits.update(table.own_traits(character))
        for treasure in side.carried_by(character) if side.carried else ():
            traits.update(table.gear(treasure).traits)
            items.append(table.cards[treasure].id)
    for treasure in side.shared if there else ():
        gear = table.gear(treasure)
        total += gear.might * (len(there) if table.each_character else 1)
        traits.update(gear.traits)
    turned = 0
    if side.transformed:
        turned = sum(each in side.transformed for each in side.crews[label].everybody)
    return Strength(total, frozenset(traits), turned, tuple(items))


def strongest_crews(s: State, seat: int) -> tuple[int, ...]:
    """Return the indices of a player's Crews with the highest Might."""
    side = s.seats[seat]
    mights = {
        label: strength(s, seat, label).might
        for label, crew in enumerate(side.crews)
        if side.active(crew)
    }
    best = max(mights.values())
    return tuple(label for label, value in mights.items() if value == best)

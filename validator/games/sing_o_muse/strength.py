"""What a Crew can do: its Might, its traits, and whether it meets what a challenge demands."""

from __future__ import annotations

from validator.games.sing_o_muse.cards import FOE, Card
from validator.games.sing_o_muse.state import Seat, State, Strength, Table


def own_traits(table: Table, character: str) -> tuple[str, ...]:
    """The traits that a character's card gives it; a joined Foe's are those of its reward."""
    card = table.cards[character]
    if card.type == FOE:
        return card.join[1] if card.join else ()
    return card.traits


def might(state: State, seat: int, character: str) -> int:
    """A character's Might with Treasures and, beside a leader, a Deity; never below the lowest."""
    return _might(state.table, state.seats[seat], character)


def _might(table: Table, side: Seat, character: str) -> int:
    card = table.cards[character]
    total = card.might
    if card.type == FOE:
        total = card.join[0] if card.join else 0
    if side.carried:
        total += sum(table.gear(each).might for each in side.carried_by(character))
    if side.deities and (deity := side.deity_on(character)) is not None:
        god = table.cards[deity[0]]
        total += (god.favor if deity[1] else god.wrath).might
    return max(table.lowest, total)


def _strength(table: Table, side: Seat, label: int) -> Strength:
    there = side.active(side.crews[label])
    total = sum([_might(table, side, each) for each in there])
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
            traits.update(own_traits(table, character))
        for treasure in side.carried_by(character) if side.carried else ():
            traits.update(table.gear(treasure).traits)
            items.append(table.cards[treasure].id)
    if there:
        for treasure in side.shared:
            gear = table.gear(treasure)
            total += gear.might * (len(there) if table.each_character else 1)
            traits.update(gear.traits)
    turned = 0
    if side.transformed:
        turned = sum(each in side.transformed for each in side.crews[label].everybody)
    return Strength(total, frozenset(traits), turned, tuple(items))


def strength(state: State, seat: int, label: int) -> Strength:
    """What a Crew can do, worked out once for each record of a player."""
    side = state.seats[seat]
    known = side.known
    if label not in known:
        known[label] = _strength(state.table, side, label)
    return known[label]


def crew_might(state: State, seat: int, label: int) -> int:
    return strength(state, seat, label).might


def crew_traits(state: State, seat: int, label: int) -> frozenset[str]:
    return strength(state, seat, label).traits


def is_safe(state: State, seat: int, label: int) -> bool:
    """Whether a Favor keeps this Crew from being Wrecked."""
    side = state.seats[seat]
    deity = side.deity_on(side.crews[label].leader)
    return deity is not None and deity[1] and state.table.cards[deity[0]].favor.safe_sea


def _measured(state: State, seat: int, label: int) -> tuple[int, ...]:
    """The Crews that a demand is measured on."""
    return tuple(range(len(state.seats[seat].crews))) if state.table.all_crews else (label,)


def measured_might(state: State, seat: int, label: int) -> int:
    """The Might that counts in a challenge."""
    if not state.table.all_crews:
        return strength(state, seat, label).might
    return sum(crew_might(state, seat, each) for each in _measured(state, seat, label))


def meets(state: State, seat: int, label: int, need: str) -> bool:
    """Whether a Crew has a trait, or a particular Treasure (``item:ID``)."""
    crews = [strength(state, seat, each) for each in _measured(state, seat, label)]
    if not need.startswith("item:"):
        return any(need in crew.traits for crew in crews)
    item, cards = need.removeprefix("item:"), state.table.cards
    if any(cards[each].id == item for each in state.seats[seat].shared):
        return True
    return any(item in crew.items for crew in crews)


def missing(state: State, seat: int, label: int, card: Card) -> tuple[str, ...]:
    """What a challenge requires and the Crew has not."""
    return tuple(need for need in card.requires if not meets(state, seat, label, need))


def transformed_in(state: State, seat: int, label: int) -> int:
    return strength(state, seat, label).transformed


def weakened(state: State, seat: int, label: int, card: Card) -> int:
    """A Foe's Might against this Crew: divided if the Foe is vulnerable to something of it."""
    table, left = state.table, card.might
    hits = [each for each in card.vulnerable if meets(state, seat, label, each)]
    for _ in hits if table.halved_for_each else hits[:1]:
        left = divided(left, table.divisor, table.rounding)
    return left


def divided(number: int, divisor: int, rounding: str) -> int:
    """A part of a number, rounded up or down."""
    return -(-number // divisor) if rounding == "up" else number // divisor


def next_step_is(state: State, seat: int, label: int, piece: str) -> bool:
    """Whether a Foe or Ordeal is what the Quest of a Crew asks next."""
    table, crew = state.table, state.seats[seat].crews[label]
    if not crew.quest or crew.marks >= len(table.quests[crew.quest].steps):
        return False
    kind, what = table.quests[crew.quest].steps[crew.marks]
    card = table.cards[piece]
    if kind in ("foe", "ordeal"):
        return card.id == what
    if kind == "any_foe":
        return card.type == FOE and what in ("any", *card.tags)
    return kind == "any_ordeal" and card.type != FOE and what in ("any", *card.requires)


def tackles(state: State, seat: int, label: int) -> tuple[str, ...]:
    """The cards that a Crew can reach: both queues and what blocks its Quest."""
    quest = state.seats[seat].crews[label].quest
    return (*state.foes, *state.ordeals, *state.blocked_by(quest))

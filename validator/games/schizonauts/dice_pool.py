"""A player's dice in a scene: rating, bonus, memory, contributions, trades.

In the rulebook: Dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.schizonauts import phases
from validator.games.schizonauts.identity import preferred_side, true_side
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.sheet import OVERLAP

if TYPE_CHECKING:
    from validator.games.schizonauts.state import State


def aptitude_of(s: State, seat: int) -> int:
    """Return the aptitude that a player uses in the scene, or -1 if it is not known yet."""
    scene = s.scene
    memory = scene.memory if seat == s.turn else scene.visitors_memory
    if memory is not None:
        return memory.aptitude
    return scene.aptitude if seat == scene.visitor else NOBODY


def rating_of(s: State, seat: int) -> tuple[int, int]:
    """Return the side whose rating a player in the scene uses, and the rating without bonus."""
    aptitude, scene = aptitude_of(s, seat), s.scene
    if aptitude < 0:
        return OVERLAP, 0
    side = OVERLAP
    if s.phase == phases.FLASHBACK:
        side = scene.persona if seat == s.turn else scene.visiting
    elif s.phase == phases.FINAL:
        if not s.seats[seat].dead:
            side = true_side(s, s.turn) if seat == s.turn else preferred_side(s, s.turn)
    elif (shown := s.reveal_of(seat)) and shown.full:
        side = shown.kind
    return side, s.seats[seat].sheet[side].ratings[aptitude] if side >= 0 else 0


def key_bonus(s: State, seat: int) -> int:
    """Return the key card's bonus for a player.

    The visitor gets it in flashback, the actor in endgame.
    """
    if s.phase not in (phases.FLASHBACK, phases.ENDGAME) or s.scene.key not in s.table.keys:
        return 0
    key = s.table.keys[s.scene.key]
    owner = s.scene.visitor if s.phase == phases.FLASHBACK else s.turn
    return key.bonus if seat == owner and key.aptitude == aptitude_of(s, seat) else 0


def own_dice(s: State, seat: int) -> int:
    """Return the number of dice with which a player in the scene starts."""
    shown = s.reveal_of(seat)
    extra = s.table.memory_dice if shown and shown.memory else 0
    return (rating_of(s, seat)[1] + key_bonus(s, seat)) * s.table.dice_per_point + extra


def pool_of(s: State, seat: int) -> tuple[int, ...]:
    """Return a player's dice by size, before the roll."""
    table, scene = s.table, s.scene
    given = sum(table.gift_dice for _, to in scene.gifts if to == seat)
    plain = table.dice.index(table.die)
    dice = [0] * len(table.dice)
    dice[plain] = own_dice(s, seat) + given
    if scene.traded:
        for index, change in enumerate(scene.traded[s.side_of(seat)]):
            dice[index] += change
    return tuple(dice)

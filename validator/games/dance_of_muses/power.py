"""The Power of the Muse of this turn's step: who may use it on whom, and what it does to dice."""

from __future__ import annotations

from validator.games.dance_of_muses import notation
from validator.games.dance_of_muses.asked import in_dance
from validator.games.dance_of_muses.ending import ended
from validator.games.dance_of_muses.position import (
    NEUTRAL,
    Position,
    die_words,
    has_step,
    recalled,
)
from validator.games.dance_of_muses.tiles import AREA_RULES, MINUS, PLUS, SWAP, Design
from validator.referee.core import Notes, Test, Verb, Verdict

POWER_RULES = {PLUS: "DANCE-POWER-13", MINUS: "DANCE-POWER-14", SWAP: "DANCE-POWER-15"}


def users(at: Position, *_: object) -> tuple[int, ...]:
    """Before the step anybody may be the user, after it only who took it."""
    return (at.danced,) if at.danced >= 0 else tuple(range(len(at.tiles)))


def targets(at: Position, _: int, user: int, copied: int | None) -> list[tuple[int, ...]]:
    """Every Muse on a square of the Area of Effect."""
    return [(index,) for index in reached(at, user, copied)]


power = Verb(
    "power", about="Use the Power of the Muse of this turn's step, before or after it.",
    args=(
        notation.DANCER.of(users), notation.RECALLED.of(recalled), notation.TARGETS.of(targets),
    ),
)  # fmt: skip


def design_of(at: Position, user: int, copied: int | None) -> Design:
    """The Power in use: printed on the user, or on the Muse that she recalls."""
    return at.table.designs[at.tiles[user if copied is None else copied].muse]


def reached(at: Position, user: int, copied: int | None) -> list[int]:
    """The tiles in the Area of Effect, counted from where the user stands now."""
    if not at.tiles:
        return []
    me, area = at.tiles[user], design_of(at, user, copied).area
    return [
        index
        for index, tile in enumerate(at.tiles)
        if (tile.x - me.x, tile.y - me.y) in area and index != user
    ]


@in_dance(power, "DANCE-POWER-03", "DANCE-TURN-01")
def once(at: Position) -> Verdict:
    """One use a turn."""
    return "" if at.uses < at.table.uses else "a Power was used in this turn"


@in_dance(power, "DANCE-POWER-02")
def who_stepped(at: Position, user: int) -> Verdict:
    """Only the Muse of this turn's step."""
    if at.danced < 0:
        return None
    return "" if user == at.danced else f"{at.tiles[at.danced].muse} took the step of this turn"


@in_dance(power, "DANCE-POWER-04")
def face_up(at: Position, user: int) -> Verdict:
    """No Power of a Muse that lies face-down."""
    return "" if at.tiles[user].up else "she lies face-down"


@in_dance(power, "DANCE-POWER-06")
def able_to_step(at: Position, user: int) -> Verdict:
    """Before the step only a Muse that can take one."""
    if at.danced >= 0:
        return None
    return "" if has_step(at, user) else f"{at.tiles[user].muse} has no legal step"


@in_dance(power, "DANCE-VAR-01")
def recalls_a_neighbour(at: Position, user: int, copied: int | None) -> Verdict:
    """Mnemosyne uses the Power of a face-up neighbour, nobody else does."""
    known = recalled(at, at.turn, user)
    if known == [None]:
        return None if copied is None else f"{at.tiles[user].muse} has a Power of her own"
    return "" if copied in known else "she recalls the Power of a face-up Muse beside her"


@in_dance(power, "DANCE-POWER-11")
def one_other(_: Position, user: int, _copied: int | None, aim: tuple[int, ...]) -> Verdict:
    """One target, and another Muse."""
    if len(aim) != 1:
        return f"{len(aim)} targets"
    return "a Muse is not her own target" if aim[0] == user else ""


@in_dance(power, "DANCE-POWER-17")
def somebody_there(at: Position, user: int, copied: int | None) -> Verdict:
    """Somebody stands in the area."""
    if reached(at, user, copied):
        return ""
    return f"nobody stands in the Area of Effect of {at.tiles[user].muse}"


@in_dance(power, "DANCE-POWER-07")
def in_the_area(at: Position, user: int, copied: int | None, aim: tuple[int, ...]) -> Verdict:
    """The target stands on an orange square."""
    there = reached(at, user, copied)
    outside = [at.tiles[index].muse for index in aim if index not in there and index != user]
    if not outside:
        return ""
    return f"{', '.join(outside)} is not in the area '{design_of(at, user, copied).area_name}'"


def _of_this_area(rule: str) -> Test:
    def in_named_area(at: Position, user: int, copied: int | None, aim: tuple[int, ...]) -> Verdict:
        named = at.table.game.rules[rule].area
        if design_of(at, user, copied).area_name != named:
            return None
        return in_the_area(at, user, copied, aim)

    return in_named_area


for _rule in AREA_RULES:
    in_dance(power, _rule)(_of_this_area(_rule))


@in_dance(power, "DANCE-POWER-14")
def not_below(at: Position, user: int, copied: int | None, aim: tuple[int, ...]) -> Verdict:
    """A die at its lowest value does not go down."""
    if design_of(at, user, copied).power != MINUS:
        return None
    low = [i for i in aim if at.tiles[i].value - at.table.minus < at.table.lowest]
    return f"{at.tiles[low[0]].muse}'s die shows {at.tiles[low[0]].value}" if low else ""


@power.effect
def _power(
    at: Position, _: int, user: int, copied: int | None, aim: tuple[int, ...], note: Notes | None
) -> Position:
    table, kind = at.table, design_of(at, user, copied).power
    tiles = list(at.tiles)
    index = aim[0]
    old = tiles[index]
    if kind == SWAP:
        tiles[index] = old._replace(value=tiles[user].value)
        tiles[user] = tiles[user]._replace(value=old.value)
    else:
        change = table.plus if kind == PLUS else -table.minus
        tiles[index] = old._replace(value=old.value + change)
    after = at._replace(tiles=tuple(tiles), user=user, uses=at.uses + 1)
    if note is not None:
        changed = [index, user] if kind == SWAP else [index]
        _noted(after, user, kind, changed, note)
    return ended(after, note)


def _noted(at: Position, user: int, kind: str, changed: list[int], note: Notes) -> None:
    """What the rules of Powers settle."""
    me, target = at.tiles[user], at.tiles[changed[0]]
    tiles = [at.tiles[index] for index in changed]
    dice = ", ".join(f"{tile.muse} {die_words(tile.colour, tile.value)}" for tile in tiles)
    facts = [f"{tile.muse}.{fact}" for tile in tiles for fact in ("die", "value", "colour")]
    note(POWER_RULES[kind], *facts, text=f"{me.muse} uses {kind}: {dice}")
    note("DANCE-POWER-12", f"{target.muse}.die", f"{target.muse}.value")
    note("DANCE-POWER-16", *(f"{t.muse}.{fact}" for t in at.tiles for fact in ("at", "face")))
    note("DANCE-POWER-01", "used", "user")
    note("DANCE-TURN-01", "used", "step")
    if me.owner == NEUTRAL:
        note("DANCE-POWER-18", "user")

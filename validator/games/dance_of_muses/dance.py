"""The dance: steps, Group Moves and Powers. Tiles are named by their index in play."""

from __future__ import annotations

from typing import Any

from validator.games.dance_of_muses.position import (
    DANCE,
    NEUTRAL,
    OVER,
    PLACE,
    SIDES,
    Position,
    Tile,
    die_words,
    has_step,
    is_one_group,
    line,
    stepped,
)
from validator.games.dance_of_muses.score import NOBODY, score
from validator.games.dance_of_muses.tiles import (
    AREA_RULES,
    COPIED,
    MINUS,
    PLUS,
    RECALL,
    SWAP,
    Design,
    Offset,
)
from validator.referee.core import ANY, Notes, Verb, Verdict, laws_for

# ---- candidates


def anyone(at: Position, *_: object) -> range:
    """Every Muse in play."""
    return range(len(at.tiles))


def directions(at: Position, _: int, _muse: int) -> list[Offset]:
    """One step to each side."""
    length = at.table.step
    return [(dx * length, dy * length) for dx, dy in SIDES]


def nothing_said(*_: object) -> tuple[None]:
    """The optional last words of a move, left out."""
    return (None,)


def users(at: Position, _: int) -> Any:
    """Before the step anybody may be the user, after it only who took it."""
    return (at.danced,) if at.danced >= 0 else range(len(at.tiles))


def recalled(at: Position, _: int, user: int) -> list[int | None]:
    """Whose Power is used: her own, or for `recall` that of a face-up neighbour."""
    if at.table.designs[at.tiles[user].muse].power != RECALL:
        return [None]
    me = at.tiles[user]
    return [
        index
        for index, tile in enumerate(at.tiles)
        if tile.up and (tile.x - me.x, tile.y - me.y) in at.table.touching
    ]


def targets(at: Position, _: int, user: int, copied: Any) -> list[tuple[int, ...]]:
    """Every Muse on a square of the Area of Effect."""
    return [(index,) for index in reached(at, user, copied)]


def power_of(at: Position, user: int, copied: Any) -> Design | None:
    """The Power in use: printed on the user, or on the Muse that she recalls."""
    design = at.table.designs[at.tiles[user].muse]
    if design.power != RECALL:
        return design
    if copied is None or copied is ANY:
        return None
    return at.table.designs[at.tiles[copied].muse]


def reached(at: Position, user: int, copied: Any) -> list[int]:
    """The tiles in the Area of Effect, counted from where the user stands now."""
    design = power_of(at, user, copied)
    if design is None:
        return []
    me = at.tiles[user]
    area = design.area
    return [
        index
        for index, tile in enumerate(at.tiles)
        if (tile.x - me.x, tile.y - me.y) in area and index != user
    ]


dance = Verb(
    "dance", "dance MUSE U|D|L|R [pushing MUSE…]",
    "Move a Muse by one step; those in front of her are pushed.",
    (anyone, directions, nothing_said),
)  # fmt: skip
power = Verb(
    "power", "power MUSE TARGET [as MUSE]",
    "Use the Power of the Muse of this turn's step, before or after it.",
    (users, recalled, targets),
)  # fmt: skip
end = Verb("end", "end", "End the turn after the step.")
skip = Verb("pass", "pass", "Skip the turn; the rules refuse it.")
peek = Verb("peek", "peek MUSE", "Look at a Muse, or turn her over.", kind="aside")
VERBS = (dance, power, end, skip)


# ---- who may act


@laws_for((*VERBS, peek), "DANCE-END-03", "DANCE-END-04")
def not_over(at: Position, _: int) -> Verdict:
    """After the end nothing more is played."""
    return "the game is over" if at.stage == OVER else None


@laws_for(VERBS, "DANCE-PLACE-13")
def all_placed(at: Position, _: int) -> Verdict:
    """The dance begins when all Muses are on the table."""
    if at.stage in (DANCE, OVER):
        return None
    return f"{len(at.tiles)} of {at.table.muses} Muses are on the table"


@laws_for((end, skip), "DANCE-PLACE-01")
def nobody_skips_placement(at: Position, _: int) -> Verdict:
    """A placement is no option either."""
    return "every turn of placement places a Muse" if at.stage == PLACE else None


@laws_for(VERBS, "DANCE-TURN-04")
def own_turn(at: Position, seat: int) -> Verdict:
    """Turns pass clockwise."""
    if at.stage != DANCE:
        return None
    return "" if seat == at.turn else f"it is {at.table.players[at.turn]}'s turn"


# ---- the step


@dance.law("DANCE-TURN-03", "DANCE-TURN-01")
def one_step(at: Position, seat: int) -> Verdict:
    """One step a turn."""
    if at.stage != DANCE or seat != at.turn:
        return None
    if at.danced < 0:
        return ""
    return f"{at.tiles[at.danced].muse} has taken the step of this turn"


@dance.law("DANCE-POWER-05", "DANCE-POWER-02")
def user_dances(at: Position, seat: int, muse: Any) -> Verdict:
    """Who used a Power before the step takes the step."""
    if at.stage != DANCE or seat != at.turn or at.user < 0 or at.danced >= 0:
        return None
    user = at.tiles[at.user].muse
    return "" if muse == at.user else f"{user} used her Power, so she takes the step"


@dance.law("DANCE-MOVE-01")
def whoever(at: Position, _: int, muse: Any) -> Verdict:
    """Any Muse may dance."""
    del muse
    return "" if at.stage == DANCE else None


@dance.law("DANCE-POWER-18")
def neutral_dances(at: Position, _: int, muse: Any) -> Verdict:
    """The Neutral Muse may dance too."""
    if at.stage != DANCE or muse is ANY:
        return None
    tile = at.tiles[muse]
    return "" if tile.owner == NEUTRAL and tile.up else None


@dance.law("DANCE-MOVE-02")
def one_square(at: Position, _: int, _muse: Any, step: Any) -> Verdict:
    """One square to a side."""
    if step is ANY:
        return None
    dx, dy = step
    if dx and dy:
        return "diagonal"
    length = abs(dx + dy)
    need = at.table.step
    return "" if length == need else f"{length} squares, not {need}"


def _straight(step: Any) -> bool:
    return step is not ANY and bool(step[0]) != bool(step[1])


@dance.law("DANCE-MOVE-09", "DANCE-MOVE-07", "DANCE-MOVE-08")
def group_stays(at: Position, _: int, muse: Any, step: Any) -> Verdict:
    """After a Group Move all Muses hang together."""
    if at.stage != DANCE or muse is ANY or not _straight(step):
        return None
    moved = line(at, muse, step)
    if len(moved) == 1:
        return None
    if is_one_group(stepped(at, moved, step), at.table.touching):
        return ""
    pushed = ", ".join(at.tiles[index].muse for index in moved[1:])
    return f"pushing {pushed} leaves more than one group"


@dance.law("DANCE-MOVE-07", "DANCE-MOVE-08")
def step_stays(at: Position, _: int, muse: Any, step: Any) -> Verdict:
    """After a step all Muses hang together."""
    if at.stage != DANCE or muse is ANY or not _straight(step):
        return None
    moved = line(at, muse, step)
    if len(moved) > 1:
        return None
    if is_one_group(stepped(at, moved, step), at.table.touching):
        return ""
    return f"{at.tiles[muse].muse} at {_goes(at, muse, step)} leaves more than one group"


def _goes(at: Position, muse: int, step: Offset) -> str:
    return f"{at.tiles[muse].x + step[0]},{at.tiles[muse].y + step[1]}"


@dance.law("DANCE-MOVE-13")
def any_number(at: Position, _: int, muse: Any, step: Any) -> Verdict:
    """A line of any length is pushed."""
    if at.stage != DANCE or muse is ANY or not _straight(step):
        return None
    return "" if len(line(at, muse, step)) > 1 else None


@dance.law("DANCE-MOVE-03")
def no_border(at: Position, _: int, muse: Any, step: Any) -> Verdict:
    """The grid has no border."""
    if at.stage != DANCE or muse is ANY or not _straight(step):
        return None
    x, y = at.tiles[muse].x + step[0], at.tiles[muse].y + step[1]
    xs, ys = [tile.x for tile in at.tiles], [tile.y for tile in at.tiles]
    return None if min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys) else ""


@dance.law("DANCE-MOVE-05", "DANCE-MOVE-04")
def whole_line(at: Position, _: int, muse: Any, step: Any, pushing: Any) -> Verdict:
    """The Muses in front are pushed, all of the unbroken line."""
    if pushing is None or muse is ANY or not _straight(step):
        return None
    moved = set(line(at, muse, step)[1:])
    if missing := moved - set(pushing):
        return f"{', '.join(at.tiles[i].muse for i in sorted(missing))} cannot stay behind"
    return ""


@dance.law("DANCE-MOVE-06", "DANCE-MOVE-05")
def nobody_else(at: Position, _: int, muse: Any, step: Any, pushing: Any) -> Verdict:
    """Nobody else moves along."""
    if pushing is None or muse is ANY or not _straight(step):
        return None
    moved = set(line(at, muse, step)[1:])
    if extra := set(pushing) - moved:
        return f"{', '.join(at.tiles[i].muse for i in sorted(extra))} does not move along"
    return ""


@dance.effect
def _dance(
    at: Position, seat: int, muse: int, step: Offset, _: Any, note: Notes | None
) -> Position:
    table = at.table
    moved = line(at, muse, step)
    tiles = list(at.tiles)
    for index in moved:
        tile = tiles[index]
        tiles[index] = tile._replace(x=tile.x + step[0], y=tile.y + step[1])
    raised = []
    for index in moved:  # the chosen one first, which matters only with the ruling one_by_one
        tiles[index] = tiles[index]._replace(value=tiles[index].value + table.raise_)
        raised.append(index)
        if table.one_by_one and tiles[index].value >= table.end:
            break
    after = at._replace(tiles=tuple(tiles), danced=muse)
    if note is not None:
        _step_noted(at, after, muse, moved, note)
    del seat
    return _ended(after, note)


def _step_noted(at: Position, after: Position, muse: int, moved: list[int], note: Notes) -> None:
    chosen = after.tiles[muse]
    text = f"{chosen.muse} steps to {chosen.x},{chosen.y}"
    note("DANCE-MOVE-01", f"{chosen.muse}.at", "danced", text=text)
    note("DANCE-MOVE-02", f"{chosen.muse}.at")
    if len(moved) > 1:
        names = [after.tiles[index].muse for index in moved[1:]]
        note("DANCE-MOVE-05", *(f"{name}.at" for name in names), text=f"pushes {', '.join(names)}")
    else:
        note("DANCE-MOVE-04", *(f"{tile.muse}.at" for tile in at.tiles))
    still = [tile.muse for index, tile in enumerate(at.tiles) if index not in moved]
    note("DANCE-MOVE-06", *(f"{name}.at" for name in still))
    dice = ", ".join(
        f"{after.tiles[i].muse} {die_words(after.tiles[i].colour, after.tiles[i].value)}"
        for i in moved
    )
    names = [after.tiles[index].muse for index in moved]
    facts = [f"{name}.{fact}" for name in names for fact in ("die", "value")]
    note("DANCE-MOVE-10", *facts, text=f"dice up: {dice}")
    note("DANCE-MOVE-12", *facts)
    still_facts = [f"{name}.{fact}" for name in still for fact in ("die", "value", "colour")]
    note("DANCE-MOVE-11", *still_facts)
    note("DANCE-TURN-01", "step", "danced")
    for tile in (after.tiles[index] for index in moved):
        if not tile.up:
            note("DANCE-PLACE-10", f"{tile.muse}.die", f"{tile.muse}.value")


def _ended(at: Position, note: Notes | None) -> Position:
    """The end of the game, if a die shows the last value."""
    table = at.table
    reached_it = [tile for tile in at.tiles if tile.value >= table.end]
    if not reached_it:
        return at
    after = at._replace(stage=OVER)
    if note is not None:
        names = ", ".join(tile.muse for tile in reached_it)
        note("DANCE-END-01", "end", "step", text=f"{names} shows {table.end}: the game ends")
        if any(not tile.up or tile.owner == NEUTRAL for tile in reached_it):
            note("DANCE-END-02", "end", "step")
        note("DANCE-END-03", "end", "step", "turn")
        if at.danced < 0:
            note("DANCE-END-04", "end", "step", "danced")
        _score_noted(after, note)
    return after


def _score_noted(at: Position, note: Notes) -> None:
    result = score(at)
    names = [tile.muse for tile in at.tiles]
    note("DANCE-SCORE-01", *(f"{name}.face" for name in names))
    told = ", ".join(names[index] for index in result.fulfilled)
    finals = [f"{name}.final" for name in names]
    text = f"Will of Apollo: {told}" if told else ""
    note("DANCE-SCORE-02", "apollo", *finals, text=text)
    note("DANCE-SCORE-03", "apollo", *finals)
    note("DANCE-SCORE-04", "rows", "sums", "columns", "neutral_die")
    note("DANCE-SCORE-05", "rows")
    for rule in ("06", "07", "08"):
        note(f"DANCE-SCORE-{rule}", "columns", "suns", "tokens")
    note("DANCE-SCORE-09", "silver", "tokens")
    note("DANCE-SCORE-10", "silver", "tokens")
    note("DANCE-SCORE-11", "suns")
    note("DANCE-SCORE-12", "tokens", "silver")
    note("DANCE-COMP-05", "suns")
    note("DANCE-COMP-06", "suns")
    note("DANCE-COMP-07", "golden")
    won = " and ".join(at.table.players[seat] for i in result.winners for seat in at.companies[i])
    note(result.decided_by, "winner", text=f"won by {won}" if won else "nobody has won")
    if result.silver == NOBODY:
        note("DANCE-TIE-03", "winner", "sums")


# ---- the Power


@power.law("DANCE-POWER-03", "DANCE-TURN-01")
def once(at: Position, seat: int) -> Verdict:
    """One use a turn."""
    if at.stage != DANCE or seat != at.turn:
        return None
    return "a Power was used in this turn" if at.user >= 0 else ""


@power.law("DANCE-POWER-02")
def who_stepped(at: Position, seat: int, user: Any) -> Verdict:
    """Only the Muse of this turn's step."""
    if at.stage != DANCE or seat != at.turn or at.danced < 0:
        return None
    return "" if user == at.danced else f"{at.tiles[at.danced].muse} took the step of this turn"


@power.law("DANCE-POWER-04")
def face_up(at: Position, _: int, user: Any) -> Verdict:
    """No Power of a Muse that lies face-down."""
    if at.stage != DANCE or user is ANY:
        return None
    return "" if at.tiles[user].up else "she lies face-down"


@power.law("DANCE-POWER-06")
def able_to_step(at: Position, seat: int, user: Any) -> Verdict:
    """Before the step only a Muse that can take one."""
    if at.stage != DANCE or seat != at.turn or at.danced >= 0 or user is ANY:
        return None
    return "" if has_step(at, user) else f"{at.tiles[user].muse} has no legal step"


@power.law("DANCE-POWER-18")
def neutral_user(at: Position, _: int, user: Any) -> Verdict:
    """The Neutral Muse, face-up, has her Power."""
    if at.stage != DANCE or user is ANY:
        return None
    tile = at.tiles[user]
    return "" if tile.owner == NEUTRAL and tile.up else None


@power.law("DANCE-VAR-01")
def recalls_neighbour(at: Position, seat: int, user: Any, copied: Any) -> Verdict:
    """Mnemosyne uses the Power of a face-up neighbour, nobody else does."""
    if at.stage != DANCE or user is ANY:
        return None
    if at.table.designs[at.tiles[user].muse].power != RECALL:
        return None if copied is None else f"{at.tiles[user].muse} has a Power of her own"
    known = recalled(at, seat, user)
    return "" if copied in known else "she recalls the Power of a face-up Muse beside her"


@power.law("DANCE-POWER-11")
def one_other(at: Position, _: int, user: Any, _copied: Any, aim: Any) -> Verdict:
    """One target, and another Muse."""
    if aim is ANY or at.stage != DANCE:
        return None
    if len(aim) != 1:
        return f"{len(aim)} targets"
    return "a Muse is not her own target" if aim[0] == user else ""


@power.law("DANCE-POWER-17")
def somebody_there(at: Position, _: int, user: Any, copied: Any) -> Verdict:
    """Somebody stands in the area."""
    if at.stage != DANCE or user is ANY or power_of(at, user, copied) is None:
        return None
    if reached(at, user, copied):
        return ""
    return f"nobody stands in the Area of Effect of {at.tiles[user].muse}"


@power.law("DANCE-POWER-07")
def in_the_area(at: Position, _: int, user: Any, copied: Any, aim: Any) -> Verdict:
    """The target stands on an orange square."""
    return _inside(at, user, copied, aim)


def _inside(at: Position, user: Any, copied: Any, aim: Any) -> Verdict:
    if at.stage != DANCE or ANY in (user, aim):
        return None
    design = power_of(at, user, copied)
    if design is None:
        return None
    there = reached(at, user, copied)
    outside = [at.tiles[index].muse for index in aim if index not in there and index != user]
    if outside:
        return f"{', '.join(outside)} is not in the area '{design.area_name}'"
    return ""


def _area_law(rule: str) -> None:
    @power.law(rule)
    def area(at: Position, _: int, user: Any, copied: Any, aim: Any) -> Verdict:
        if user is ANY:
            return None
        design = power_of(at, user, copied)
        named = at.table.game.rules[rule].area
        if design is None or design.area_name != named or named == COPIED:
            return None
        return _inside(at, user, copied, aim)


for _rule in AREA_RULES:
    _area_law(_rule)


@power.law("DANCE-POWER-14")
def not_below(at: Position, _: int, user: Any, copied: Any, aim: Any) -> Verdict:
    """A die at its lowest value does not go down."""
    if at.stage != DANCE or ANY in (user, aim):
        return None
    design = power_of(at, user, copied)
    if design is None or design.power != MINUS:
        return None
    table = at.table
    for index in aim:
        if at.tiles[index].value - table.minus < table.lowest:
            return f"{at.tiles[index].muse}'s die shows {at.tiles[index].value}"
    return ""


@power.law("DANCE-POWER-12")
def whoever_is_there(at: Position, _: int, user: Any, copied: Any, aim: Any) -> Verdict:
    """Own, opposing, Neutral, Mysterious: any target will do."""
    del user, copied, aim
    return "" if at.stage == DANCE else None


@power.effect
def _power(
    at: Position, seat: int, user: int, copied: Any, aim: tuple[int, ...], note: Notes | None
) -> Position:
    del seat
    table = at.table
    design = power_of(at, user, copied)
    assert design is not None
    tiles = list(at.tiles)
    index = aim[0]
    old = tiles[index]
    if design.power == SWAP:
        tiles[index] = old._replace(value=tiles[user].value)
        tiles[user] = tiles[user]._replace(value=old.value)
    else:
        change = table.plus if design.power == PLUS else -table.minus
        tiles[index] = old._replace(value=old.value + change)
    after = at._replace(tiles=tuple(tiles), user=user)
    if note is not None:
        _power_noted(at, after, user, index, design, note)
    return _ended(after, note)


POWER_RULES = {PLUS: "DANCE-POWER-13", MINUS: "DANCE-POWER-14", SWAP: "DANCE-POWER-15"}


def _power_noted(
    at: Position, after: Position, user: int, index: int, design: Design, note: Notes
) -> None:
    changed = [after.tiles[index]]
    if design.power == SWAP:
        changed.append(after.tiles[user])
    names = [tile.muse for tile in changed]
    dice = ", ".join(f"{tile.muse} {die_words(tile.colour, tile.value)}" for tile in changed)
    facts = [f"{name}.{fact}" for name in names for fact in ("die", "value", "colour")]
    text = f"{after.tiles[user].muse} uses {design.power}: {dice}"
    note(POWER_RULES[design.power], *facts, text=text)
    places = [f"{tile.muse}.{fact}" for tile in at.tiles for fact in ("at", "face")]
    note("DANCE-POWER-16", *places)
    note("DANCE-POWER-01", "used")
    note("DANCE-TURN-01", "used", "step")


# ---- the end of a turn


@end.law("DANCE-TURN-02", "DANCE-TURN-01")
def step_taken(at: Position, seat: int) -> Verdict:
    """A turn has its step."""
    if at.stage != DANCE or seat != at.turn:
        return None
    return "no step was taken in this turn" if at.danced < 0 else ""


@end.law("DANCE-POWER-01")
def power_is_voluntary(at: Position, seat: int) -> Verdict:
    """Nobody must use a Power."""
    if at.stage != DANCE or seat != at.turn or at.user >= 0:
        return None
    return ""


@skip.law("DANCE-TURN-02", "DANCE-TURN-01")
def no_passing(at: Position, _: int) -> Verdict:
    """The step is no option."""
    return None if at.stage in (PLACE, OVER) else "the step is mandatory"


@end.effect
def _end(at: Position, seat: int, note: Notes | None) -> Position:
    if note is not None:
        note("DANCE-TURN-04", "turn")
    turn = (seat + 1) % len(at.table.players)
    return at._replace(turn=turn, danced=-1, user=-1)


@peek.law("DANCE-PLACE-09")
def stays_hidden(at: Position, _: int, muse: Any) -> Verdict:
    """Nobody looks at a Muse that lies face-down, her own player included."""
    tile: Tile = at.tiles[muse]
    return "" if tile.up or at.stage == OVER else "she lies face-down until the end"


peek.does = lambda at, *_: at

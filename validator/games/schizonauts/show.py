"""A position of Schizonauts as lines of a plain terminal."""

from __future__ import annotations

from validator.games.schizonauts.dice import scene_players
from validator.games.schizonauts.position import (
    ENDGAME,
    FINAL,
    FLASHBACK,
    OVER,
    TALLY,
    Position,
    pool,
    pool_words,
    result,
)
from validator.games.schizonauts.sheet import OVERLAP, SIDES, Sheet
from validator.games.schizonauts.start import stage


def lines(at: Position) -> list[str]:
    """The table at a glance: the phase, the keys, the scene, a block for each player."""
    table = at.table
    found = [_head(at)]
    if at.phase in ("preamble", FLASHBACK):
        found.append(f"  chain   {', '.join(at.chain) or '-'}    key deck {len(at.deck)}")
    if at.phase in (ENDGAME, FINAL, TALLY, OVER):
        centre = ", ".join(at.centre) or "-"
        found.append(f"  centre  {centre}    allegiance deck {sum(at.pile)}")
    if at.phase in (FINAL, TALLY, OVER):
        found.append(f"  score   agents {at.score[0]}, thieves {at.score[1]}")
    found += _scene(at)
    width = max(map(len, table.players))
    for seat in table.seats:
        found += _player(at, seat, width)
    return found


def _head(at: Position) -> str:
    table = at.table
    if at.phase == OVER:
        return f"game over: {result(at)}"
    words = [at.phase]
    if at.phase in (FLASHBACK, ENDGAME):
        words.append(f"round {at.round} of {at.rounds}")
    if at.turn >= 0:
        words.append(f"{table.players[at.turn]}'s turn")
        words.append(at.step if not at.scene.open else f"scene, {stage(at)}")
    return ", ".join(words)


def _scene(at: Position) -> list[str]:
    scene, table = at.scene, at.table
    if not scene.open:
        return []
    parts = []
    for seat in scene_players(at):
        side = scene.persona if seat == at.turn else scene.visiting
        who = table.players[seat]
        if at.phase == FLASHBACK and side >= 0:
            who += f" as {at.sheets[seat][side].name} ({SIDES[side]})"
        shown = next((r for s, r in zip(scene_players(at), scene.rolls, strict=True) if s == seat),
                     ()) if len(scene_players(at)) > 1 else ()  # fmt: skip
        if shown:
            who += f" {' '.join(f'{die}:{face}' for die, face in shown)}"
        elif scene.question or scene.memory:
            who += f" {pool_words(table, pool(at, seat))}"
        if seat == scene.narrator:
            who += ", narrator"
        if seat == scene.judge:
            who += ", judge"
        parts.append(who)
    found = [f"  scene   {' and '.join(parts)}"]
    if scene.key:
        key = table.keys[scene.key]
        found[-1] += f"; {scene.key} (+{key.bonus} {table.aptitudes[key.aptitude]})"
    if scene.question:
        found.append(f"          {scene.question}")
    return found


def _player(at: Position, seat: int, width: int) -> list[str]:
    table, sheet = at.table, at.sheets[seat]
    mark = ">" if seat == at.turn else " "
    pair = at.names[seat] or f"{sheet[1].name} / {sheet[0].name}"
    parts = [f"{mark} {table.players[seat].ljust(width)}  {pair}{' (dead)' * at.dead[seat]}"]
    if at.phase in (ENDGAME, FINAL, TALLY, OVER):
        up, down = at.up[seat], at.down[seat]
        parts.append(f"up A{up[0]} T{up[1]}, down A{down[0]} T{down[1]}")
        coins = at.coins[seat]
        parts.append(f"coins A{coins[0]} T{coins[1]}")
    if at.hands[seat]:
        parts.append(f"hand: {', '.join(at.hands[seat])}")
    found = ["  ".join(parts)]
    if at.phase in (FLASHBACK, ENDGAME) and seat in (at.turn, at.scene.visitor):
        found += [f"    {line}" for line in _sheet(at, sheet)]
    return found


def _sheet(at: Position, sheet: Sheet) -> list[str]:
    table = at.table
    found = []
    for side, word in enumerate(SIDES):
        each = sheet[side]
        if side == OVERLAP and not any(each.sections) and not any(each.ratings):
            continue
        parts = []
        for letter, rating, section in zip(table.letters, each.ratings, each.sections, strict=True):
            texts = []
            for line in section:
                marks = ("x" if line.box else "") + ("o" if line.circle else "")
                texts.append(line.text + (f" [{marks}]" if marks else ""))
            parts.append(f"{letter}{rating or '-'} {', '.join(texts) or '-'}")
        found.append(f"{word.ljust(max(map(len, SIDES)))}  {'; '.join(parts)}")
    return found

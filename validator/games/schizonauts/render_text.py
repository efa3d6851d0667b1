"""Renders a position of Schizonauts as plain text."""

from __future__ import annotations

from validator.games.schizonauts import phases
from validator.games.schizonauts.dice import scene_players
from validator.games.schizonauts.facts import stage
from validator.games.schizonauts.sheet import OVERLAP, SIDES, Sheet
from validator.games.schizonauts.state import State


def lines(state: State) -> list[str]:
    """Return the phase, the keys, the scene and a block for each player."""
    table = state.table
    found = [_head(state)]
    if state.phase in ("preamble", phases.FLASHBACK):
        found.append(f"  chain   {', '.join(state.chain) or '-'}    key deck {len(state.deck)}")
    if state.phase in phases.FROM_ENDGAME:
        centre = ", ".join(state.centre) or "-"
        found.append(f"  centre  {centre}    allegiance deck {sum(state.pile)}")
    if state.phase in (phases.FINAL, phases.TALLY, phases.OVER):
        found.append(f"  score   agents {state.score[0]}, thieves {state.score[1]}")
    found += _scene(state)
    width = max(map(len, table.players))
    for seat in table.seats:
        found += _player(state, seat, width)
    return found


def _head(state: State) -> str:
    table = state.table
    if state.phase == phases.OVER:
        return f"game over: {state.result()}"
    words = [state.phase]
    if state.phase in (phases.FLASHBACK, phases.ENDGAME):
        words.append(f"round {state.round} of {state.rounds}")
    if state.turn >= 0:
        words.append(f"{table.players[state.turn]}'s turn")
        words.append(state.step if not state.scene.open else f"scene, {stage(state)}")
    return ", ".join(words)


def _scene(state: State) -> list[str]:
    scene, table = state.scene, state.table
    if not scene.open:
        return []
    parts = []
    for seat in scene_players(state):
        side = scene.persona if seat == state.turn else scene.visiting
        who = table.players[seat]
        if state.phase == phases.FLASHBACK and side >= 0:
            who += f" as {state.seats[seat].sheet[side].name} ({SIDES[side]})"
        shown = dict(zip(scene_players(state), scene.rolls, strict=False)).get(seat, ())
        if shown:
            who += f" {' '.join(f'{die}:{face}' for die, face in shown)}"
        elif scene.question or scene.memory:
            who += f" {table.pool_words(state.pool(seat))}"
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


def _player(state: State, seat: int, width: int) -> list[str]:
    table, sheet = state.table, state.seats[seat].sheet
    mark = ">" if seat == state.turn else " "
    pair = state.seats[seat].name or f"{sheet[1].name} / {sheet[0].name}"
    parts = [
        f"{mark} {table.players[seat].ljust(width)}  {pair}{' (dead)' * state.seats[seat].dead}"
    ]
    if state.phase in phases.FROM_ENDGAME:
        up, down = state.seats[seat].up, state.seats[seat].down
        parts.append(f"up A{up[0]} T{up[1]}, down A{down[0]} T{down[1]}")
        coins = state.seats[seat].coins
        parts.append(f"coins A{coins[0]} T{coins[1]}")
    if state.seats[seat].hand:
        parts.append(f"hand: {', '.join(state.seats[seat].hand)}")
    found = ["  ".join(parts)]
    here = seat in (state.turn, state.scene.visitor)
    if here and state.phase in (phases.FLASHBACK, phases.ENDGAME):
        found += [f"    {line}" for line in _sheet(state, sheet)]
    return found


def _sheet(state: State, sheet: Sheet) -> list[str]:
    table = state.table
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

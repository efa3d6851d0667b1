"""A position to its facts by name, in the words of `start:` and of `=` lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.core.frozen_map import Record
from validator.games.dance_of_muses.position import (
    COLOURS,
    DANCE,
    NEUTRAL,
    OVER,
    PLACE,
    Position,
    company_of,
    die_words,
    is_one_group,
)
from validator.games.dance_of_muses.score import NOBODY, Score, score
from validator.games.dance_of_muses.start import AFTER

# What follows from other facts; and what of a tile or a player does not.
DERIVED = (
    "players", "used", "neutral", "neutral_die", "end", "one_group", "golden", "supply", "box",
    "winner", "apollo", "rows", "columns", "suns", "sums", "tokens", "silver",
)  # fmt: skip
OF_A_TILE = ("at", "face", "die", "owner", "suns", "power", "area")
OF_A_PLAYER = ("hand", "colour")
OF_THE_COMPANY = {"row": "rows", "tokens": "tokens", "suns": "suns", "sum": "sums"}


def facts(at: Position) -> dict[str, Any]:
    """All facts by name."""
    players = at.table.players
    names = [tile.muse for tile in at.tiles]
    neutral = [tile for tile in at.tiles if tile.owner == NEUTRAL]
    result = score(at) if at.stage == OVER else None
    removed = result is not None and at.table.neutral_removed
    found: dict[str, Any] = {
        "players": players,
        "companies": tuple(" ".join(players[s] for s in seats) for seats in at.companies),
        "first": players[at.first] if at.first >= 0 else "nobody",
        "rolling": tuple(players[seat] for seat in at.rolling),
        "turn": players[at.turn] if at.stage in (PLACE, DANCE) else "nobody",
        "step": step(at),
        "danced": names[at.danced] if at.danced >= 0 else "nobody",
        "used": at.uses > 0,
        "user": names[at.user] if at.user >= 0 else "nobody",
        "neutral": neutral[0].muse if neutral else "none",
        "neutral_die": "removed" if removed and neutral else _dice(neutral) or "none",
        "end": result is not None,
        "one_group": is_one_group([(t.x, t.y) for t in at.tiles], at.table.corners),
        "supply": Record(dict(zip(COLOURS, at.supply, strict=True))),
        "box": at.box,
        "golden": "nobody",
        **_result(at, result),
    }
    for index in range(len(at.tiles)):
        found[names[index]] = _tile(at, index, result)
    for seat, name in enumerate(players):
        company = company_of(at, seat)
        colour, seats = at.colours[company], at.companies[company]
        found[name] = Record(
            {
                "hand": at.hands[seat],
                "colour": COLOURS[colour] if colour >= 0 else "none",
                "dice": sum(tile.owner in seats for tile in at.tiles)
                + sum(len(at.hands[each]) for each in seats),
                **{
                    own: found[fact][COLOURS[colour]]
                    for own, fact in OF_THE_COMPANY.items()
                    if colour >= 0
                },
            }
        )
    return found


def as_start(facts: Mapping[str, Any]) -> Record:
    """The facts that `start:` takes, so that they lead back to the position."""
    found = {name: value for name, value in facts.items() if name not in DERIVED}
    for name, value in found.items():
        if isinstance(value, Mapping):
            kept = OF_A_TILE if "die" in value else OF_A_PLAYER
            found[name] = Record({key: value[key] for key in kept})
    return Record(found)


def step(at: Position) -> str:
    """What is due: set-up, placement, the dance, or what is left of a turn behind its step."""
    return AFTER if at.stage == DANCE and at.danced >= 0 else at.stage


def _dice(tiles: list[Any]) -> str:
    return " ".join(die_words(tile.colour, tile.value) for tile in tiles)


def _tile(at: Position, index: int, result: Score | None) -> Record:
    tile = at.tiles[index]
    design = at.table.designs[tile.muse]
    return Record(
        {
            "at": f"{tile.x},{tile.y}",
            "face": "up" if tile.up or result else "down",
            "die": die_words(tile.colour, tile.value),
            "colour": COLOURS[tile.colour],
            "value": tile.value,
            "final": result.values[index] if result else tile.value,
            "owner": "neutral" if tile.owner == NEUTRAL else at.table.players[tile.owner],
            "neutral": tile.owner == NEUTRAL,
            "suns": design.suns,
            "power": design.power,
            "area": design.area_name if design.area_name in at.table.areas else design.area,
        }
    )


def _result(at: Position, result: Score | None) -> dict[str, Any]:
    """Rows, columns, tokens and the winner; empty before the end."""
    own = [COLOURS[colour] for colour in at.colours if colour >= 0]
    if result is None:
        none, nought = Record(dict.fromkeys(own, ())), Record(dict.fromkeys(own, 0))
        empty = {"rows": none, "tokens": none, "suns": nought, "sums": nought}
        return {"apollo": (), "columns": "", "silver": "nobody", "winner": (), **empty}
    tokens = [
        ("silver",) * (index == result.silver) + ("bronze",) * bronze
        for index, bronze in enumerate(result.bronze)
    ]
    winners = sorted(seat for index in result.winners for seat in at.companies[index])
    return {
        "apollo": tuple(at.tiles[index].muse for index in result.fulfilled),
        "rows": Record(dict(zip(own, result.rows, strict=True))),
        "columns": " ".join(own[c] if c != NOBODY else "nobody" for c in result.columns),
        "tokens": Record(dict(zip(own, tokens, strict=True))),
        "silver": own[result.silver] if result.silver != NOBODY else "nobody",
        "suns": Record(dict(zip(own, result.suns, strict=True))),
        "sums": Record(dict(zip(own, result.sums, strict=True))),
        "winner": tuple(at.table.players[seat] for seat in winners),
    }

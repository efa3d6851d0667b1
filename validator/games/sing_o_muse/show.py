"""A position of Sing! O Muse as lines of a plain terminal."""

from __future__ import annotations

from validator.games.sing_o_muse.position import (
    OVER,
    Crew,
    Position,
    Side,
    blocked_by,
    carried_by,
    deity_on,
    laurels,
)
from validator.games.sing_o_muse.start import pending
from validator.games.sing_o_muse.strength import crew_might, crew_traits

WIDTH = 100


def lines(at: Position) -> list[str]:
    """The queues above, then a block for each player: Crews, Quests, hand, Laurels."""
    table = at.table
    step = "game over" if at.stage == OVER else f"{table.players[at.turn]}: {at.stage}"
    asked = f", {pending(at)}" if pending(at) else ""
    found = [
        f"{step}{asked}    deck {len(at.deck)}  discard {len(at.discard)}  target {at.target}",
        *_listed("  Foes     ", table.titles(at.foes) if at.foes else "-"),
        *_listed("  Ordeals  ", table.titles(at.ordeals) if at.ordeals else "-"),
    ]
    for seat, name in enumerate(table.players):
        side = at.sides[seat]
        mark = ">" if seat == at.turn and at.stage != OVER else " "
        if side.out:
            found.append(f"{mark} {name}  out")
            continue
        found.append(f"{mark} {name}  {laurels(at, seat)} Laurels")
        for label, crew in enumerate(side.crews):
            if crew.everybody:
                found += _crew(at, seat, label, side, crew)
        for word, cards in (
            ("shared", side.shared),
            ("waiting", side.waiting),
            ("hand", side.hand),
        ):
            if cards:
                found += _listed(f"    {word:<8} ", table.titles(cards))
    return found


def _crew(at: Position, seat: int, label: int, side: Side, crew: Crew) -> list[str]:
    table = at.table
    traits = " ".join(sorted(crew_traits(at, seat, label))) or "no traits"
    found = [f"    Crew {table.labels[label]}   Might {crew_might(at, seat, label)}, {traits}"]
    found += _listed("             ", ", ".join(_character(at, side, e) for e in crew.everybody))
    if crew.quest:
        quest = table.quests[crew.quest]
        block = blocked_by(at, crew.quest)
        across = f", blocked by {table.titles(block)}" if block else ""
        found.append(
            f"             on {quest.title}, {crew.marks} of {len(quest.steps)} steps{across}"
        )
    return found


def _character(at: Position, side: Side, character: str) -> str:
    parts = [at.table.title(each) for each in carried_by(side, character)]
    if (deity := deity_on(side, character)) is not None:
        parts.append(f"{'Favor' if deity[1] else 'Wrath'} of {at.table.title(deity[0])}")
    parts += [at.table.title(card) for card, hero in side.learned if hero == character]
    if character in side.transformed:
        parts.append("transformed")
    words = f" ({', '.join(parts)})" if parts else ""
    return at.table.title(character) + words


def _listed(head: str, words: str) -> list[str]:
    """A list broken into lines below its head."""
    found, line = [], head
    for part in words.split(", "):
        if len(line) + len(part) > WIDTH and line.strip():
            found.append(line.rstrip())
            line = " " * len(head)
        line += f"{part}, "
    found.append(line.rstrip(", "))
    return found

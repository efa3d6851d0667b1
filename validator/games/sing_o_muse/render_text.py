"""Renders a position of Sing! O Muse as plain text."""

from __future__ import annotations

from validator.games.sing_o_muse import phases
from validator.games.sing_o_muse.facts import pending
from validator.games.sing_o_muse.state import Crew, Seat, State

WIDTH = 100


def lines(state: State) -> list[str]:
    """Return the queues, then a block for each player: Crews, Quests, hand, Laurels."""
    table = state.table
    step = (
        "game over" if state.stage == phases.OVER else f"{table.players[state.turn]}: {state.stage}"
    )
    asked = f", {pending(state)}" if pending(state) else ""
    found = [
        f"{step}{asked}    deck {len(state.deck)}  discard {len(state.discard)}"
        f"  target {state.target}",
        *_listed("  Foes     ", table.titles(state.foes) if state.foes else "-"),
        *_listed("  Ordeals  ", table.titles(state.ordeals) if state.ordeals else "-"),
    ]
    for seat, name in enumerate(table.players):
        side = state.seats[seat]
        mark = ">" if seat == state.turn and state.stage != phases.OVER else " "
        if side.out:
            found.append(f"{mark} {name}  out")
            continue
        found.append(f"{mark} {name}  {state.laurels(seat)} Laurels")
        for label, crew in enumerate(side.crews):
            if crew.everybody:
                found += _crew(state, seat, label, side, crew)
        for word, cards in (
            ("shared", side.shared),
            ("waiting", side.waiting),
            ("hand", side.hand),
        ):
            if cards:
                found += _listed(f"    {word:<8} ", table.titles(cards))
    return found


def _crew(state: State, seat: int, label: int, side: Seat, crew: Crew) -> list[str]:
    table = state.table
    traits = " ".join(sorted(state.strength(seat, label).traits)) or "no traits"
    found = [f"    {table.crew(label)}   Might {state.strength(seat, label).might}, {traits}"]
    found += _listed("             ", ", ".join(_character(state, side, e) for e in crew.everybody))
    if crew.quest:
        quest = table.quests[crew.quest]
        block = state.blocked_by(crew.quest)
        across = f", blocked by {table.titles(block)}" if block else ""
        found.append(
            f"             on {quest.title}, {crew.marks} of {len(quest.steps)} steps{across}"
        )
    return found


def _character(state: State, side: Seat, character: str) -> str:
    parts = [state.title(each) for each in side.carried_by(character)]
    if (deity := side.deity_on(character)) is not None:
        parts.append(f"{'Favor' if deity[1] else 'Wrath'} of {state.title(deity[0])}")
    parts += [state.title(card) for card, hero in side.learned if hero == character]
    if character in side.transformed:
        parts.append("transformed")
    words = f" ({', '.join(parts)})" if parts else ""
    return state.title(character) + words


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

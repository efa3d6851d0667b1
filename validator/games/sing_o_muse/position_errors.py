"""Finds impossible facts in positions of Sing! O Muse, with the rule that each one breaks."""

from __future__ import annotations

from collections import Counter
from typing import Any

from validator.games.sing_o_muse.cards import COMPANION, FOE, HERO, ORDEAL
from validator.games.sing_o_muse.seat import Seat
from validator.games.sing_o_muse.state import State
from validator.games.sing_o_muse.table import Table
from validator.games.sing_o_muse.war import over_limit
from validator.referee.core import Breach
from validator.referee.judge import wrong_number


def _wrong_number(table: Table) -> list[Breach]:
    """Return the rules on the number of players that are broken."""
    count, most = len(table.players), min(table.most, table.heroes)
    if count > table.heroes:
        facts = f"there are {count} players, but only {table.heroes} Heroes"
        return [Breach("SING-DECK-17", facts), Breach("SING-SETUP-10", facts)]
    return list(wrong_number("SING-SETUP-10", count, table.fewest, most))


def position_errors(state: State) -> list[Breach]:
    """Return the facts that are impossible with the printed cards, or that break a limit."""
    table = state.table
    if wrong := _wrong_number(table):
        return wrong
    found: list[Breach] = []

    def holds(rule: str, good: bool, facts: str) -> None:
        if not good:
            found.append(Breach(rule, facts))

    every = Counter((*state.deck, *state.discard, *state.box, *state.foes, *state.ordeals,
                     *state.middle, *state.blocking))  # fmt: skip
    for side in state.seats:
        every.update((*side.hand, *side.laid, *side.victory, *side.aside))
    for each in (*table.cards, *table.quests):
        number = every[each]
        holds(
            "SING-DECK-18", number == 1, f"{table.title(each)} is in {number} places; expected one"
        )
    for each in (*state.foes, *state.ordeals):
        want = FOE if each in state.foes else ORDEAL
        good = table.cards[each].type == want
        holds("SING-PLAY-04", good, f"{table.title(each)} must be of type {want}")
    for name, queue in (("Foes", state.foes), ("Ordeals", state.ordeals)):
        facts = f"{len(queue)} {name} are in the queue; expected at most {table.capacity}"
        holds("SING-QUEUE-02", len(queue) <= table.capacity, facts)
    for quest, card in state.blocks:
        good = table.cards[card].type in (FOE, ORDEAL)
        holds("SING-BLOCK-01", good, f"{table.title(card)} must be a Foe or an Ordeal")
        there = any(quest in (*side.victory, *side.aside) for side in state.seats)
        holds("SING-QUEST-11", not there, f"{table.title(quest)} is both completed and blocked")
    for seat, side in enumerate(state.seats):
        _side_errors(state, seat, side, holds)
    return found


def _leader_errors(state: State, seat: int, label: int, holds: Any) -> None:
    table, side = state.table, state.seats[seat]
    crew, who = side.crews[label], f"{table.crew(label)} of {table.players[seat]}"
    if crew.leader:
        is_hero = table.cards[crew.leader].type == HERO
        holds("SING-CREW-01", is_hero, f"{table.title(crew.leader)} leads but is not a Hero")
        up = crew.leader not in side.transformed
        holds("SING-LOSS-05", up, f"{table.title(crew.leader)} leads but is transformed")
    else:
        holds("SING-CREW-01", not crew.members, f"{who} has no leader")


def _crew_errors(state: State, seat: int, side: Seat, holds: Any) -> None:
    table = state.table
    name = table.players[seat]
    for label, crew in enumerate(side.crews):
        who = f"{table.crew(label)} of {name}"
        kinds = [table.cards[each] for each in crew.everybody]
        good = all(c.type in (HERO, COMPANION) or (c.type == FOE and c.join) for c in kinds)
        holds("SING-CREW-07", good, f"{who} contains a card that is not a character")
        number = len(side.active(crew))
        holds(
            "SING-CREW-02",
            number <= table.crew_size,
            f"{who} has {number} active characters; expected at most {table.crew_size}",
        )
        _leader_errors(state, seat, label, holds)
        if crew.quest:
            war = table.quests[crew.quest].war
            holds(
                "SING-QUEST-13",
                not war,
                f"{who} is on {table.title(crew.quest)}, which can be won only in the Trojan War",
            )
            holds(
                "SING-QUEST-01", bool(crew.everybody), f"{who} is on a Quest but has no characters"
            )


def _side_errors(state: State, seat: int, side: Seat, holds: Any) -> None:
    table = state.table
    name = table.players[seat]
    _crew_errors(state, seat, side, holds)
    rule, facts = over_limit(state, seat)
    holds(rule, rule in ("", "SING-LOSS-05"), facts)
    heroes = Counter(hero for _, hero, _ in side.deities)
    for hero, number in heroes.items():
        title = table.title(hero) or "nobody"
        holds("SING-DEITY-04", number == 1, f"there are {number} Deities beside {title}")
        leads = hero in [crew.leader for crew in side.crews]
        holds("SING-DEITY-07", leads and bool(hero), f"{title} does not lead a Crew")
    for deity, _, _ in side.deities:
        holds("SING-DEITY-01", table.cards[deity].type == "deity", f"{deity} is not a Deity")
    for treasure in side.shared:
        gear = table.cards[treasure].gear
        good = gear is not None and gear.slot == "shared"
        holds("SING-TREASURE-05", good, f"{table.title(treasure)} is not a shared Treasure")
    for treasure, bearer in side.carried:
        gear = table.cards[treasure].gear
        good = gear is not None and gear.slot != "shared"
        holds("SING-TREASURE-05", good, f"{table.title(treasure)} must be carried by a character")
        there = side.crew_of(bearer) is not None or bearer in side.waiting
        holds("SING-TREASURE-06", there, f"{table.title(bearer)} is not a character of {name}")
    for each in side.victory:
        worth = each in table.quests or table.cards[each].worth > 0
        holds("SING-WIN-02", worth, f"{table.title(each)} is worth no Laurels")

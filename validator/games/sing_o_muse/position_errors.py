"""Finds impossible facts in positions of Sing! O Muse, with the rule that each one breaks."""

from __future__ import annotations

from collections import Counter

from validator.games.sing_o_muse.cards import COMPANION, FOE, HERO, ORDEAL
from validator.games.sing_o_muse.constants import Table
from validator.games.sing_o_muse.seat import Seat
from validator.games.sing_o_muse.state import State
from validator.games.sing_o_muse.war import over_limit
from validator.referee.core import Breach
from validator.referee.judge import Collector, wrong_number


def _wrong_number(table: Table) -> list[Breach]:
    """Return the rules on the number of players that are broken."""
    count, most = len(table.players), min(table.most, table.heroes)
    if count > table.heroes:
        facts = f"there are {count} players, but only {table.heroes} Heroes"
        return [Breach("SING-DECK-17", facts), Breach("SING-SETUP-10", facts)]
    return list(wrong_number("SING-SETUP-10", count, table.fewest, most))


def position_errors(state: State) -> list[Breach]:
    """Return the facts that are impossible with the printed cards, or that break a limit."""
    if wrong := _wrong_number(state.table):
        return wrong
    to = Collector()
    _places(state, to)
    for seat, side in enumerate(state.seats):
        _crews(state, seat, side, to)
        rule, facts = over_limit(state, seat)
        to.holds(rule, rule in ("", "SING-LOSS-05"), facts)
        _deities(state.table, side, to)
        _treasures(state, seat, side, to)
    return to.breaches


def _places(state: State, to: Collector) -> None:
    """Check that each card is in one place, and that queues and blocks hold the right cards."""
    table = state.table
    every = Counter((*state.deck, *state.discard, *state.box, *state.foes, *state.ordeals,
                     *state.middle, *state.blocking))  # fmt: skip
    for side in state.seats:
        every.update((*side.hand, *side.laid, *side.shared, *side.victory, *side.aside))
    for each in (*table.cards, *table.quests):
        to.holds("SING-DECK-18", every[each] == 1, "{card} is in {number} places; expected one",
                 card=table.title(each), number=every[each])  # fmt: skip
    for name, queue, kind in (("Foes", state.foes, FOE), ("Ordeals", state.ordeals, ORDEAL)):
        for each in queue:
            to.holds("SING-PLAY-04", table.cards[each].type == kind,
                     "{card} must be of type {kind}", card=table.title(each),
                     kind=kind)  # fmt: skip
        to.holds("SING-QUEUE-02", len(queue) <= table.capacity,
                 "{number} {cards} are in the queue; expected at most {most}", number=len(queue),
                 cards=name, most=table.capacity)  # fmt: skip
    for quest, card in state.blocks:
        to.holds("SING-BLOCK-01", table.cards[card].type in (FOE, ORDEAL),
                 "{card} must be a Foe or an Ordeal", card=table.title(card))  # fmt: skip
        there = any(quest in (*side.victory, *side.aside) for side in state.seats)
        to.holds("SING-QUEST-11", not there, "{quest} is both completed and blocked",
                 quest=table.title(quest))  # fmt: skip


def _crews(state: State, seat: int, side: Seat, to: Collector) -> None:
    """Check that Crews are led by Heroes, not too large, and on possible Quests."""
    table = state.table
    for label, crew in enumerate(side.crews):
        who = f"{table.crew(label)} of {table.players[seat]}"
        kinds = [table.cards[each] for each in crew.everybody]
        good = all(c.type in (HERO, COMPANION) or (c.type == FOE and c.join) for c in kinds)
        to.holds("SING-CREW-07", good, "{crew} contains a card that is not a character", crew=who)
        number = len(side.active(crew))
        to.holds("SING-CREW-02", number <= table.crew_size,
                 "{crew} has {number} active characters; expected at most {most}", crew=who,
                 number=number, most=table.crew_size)  # fmt: skip
        leader = table.title(crew.leader)
        if crew.leader:
            to.holds("SING-CREW-01", table.cards[crew.leader].type == HERO,
                     "{leader} leads but is not a Hero", leader=leader)  # fmt: skip
            to.holds("SING-LOSS-05", crew.leader not in side.transformed,
                     "{leader} leads but is transformed", leader=leader)  # fmt: skip
        to.holds("SING-CREW-01", crew.leader or not crew.members, "{crew} has no leader", crew=who)
        if crew.quest:
            to.holds("SING-QUEST-13", not table.quests[crew.quest].war,
                     "{crew} is on {quest}, which can be won only in the Trojan War", crew=who,
                     quest=table.title(crew.quest))  # fmt: skip
            to.holds("SING-QUEST-01", crew.everybody, "{crew} is on a Quest but has no characters",
                     crew=who)  # fmt: skip


def _deities(table: Table, side: Seat, to: Collector) -> None:
    """Check that each Deity is beside a leading Hero, and no other Deity is."""
    for hero, number in Counter(hero for _, hero, _ in side.deities).items():
        title = table.title(hero) or "nobody"
        to.holds("SING-DEITY-04", number == 1, "there are {number} Deities beside {hero}",
                 number=number, hero=title)  # fmt: skip
        leads = hero and hero in [crew.leader for crew in side.crews]
        to.holds("SING-DEITY-07", leads, "{hero} does not lead a Crew", hero=title)
    for deity, _, _ in side.deities:
        to.holds("SING-DEITY-01", table.cards[deity].type == "deity", "{card} is not a Deity",
                 card=table.title(deity))  # fmt: skip


def _treasures(state: State, seat: int, side: Seat, to: Collector) -> None:
    """Check that Treasures are carried or shared as their class says."""
    table = state.table
    for treasure in side.shared:
        to.holds("SING-TREASURE-05", _slot(table, treasure) == "shared",
                 "{treasure} is not a shared Treasure", treasure=table.title(treasure))  # fmt: skip
    for treasure, bearer in side.carried:
        to.holds("SING-TREASURE-05", _slot(table, treasure) not in ("", "shared"),
                 "{treasure} must be carried by a character",
                 treasure=table.title(treasure))  # fmt: skip
        there = side.crew_of(bearer) is not None or bearer in side.waiting
        to.holds("SING-TREASURE-06", there, "{bearer} is not a character of {owner}",
                 bearer=table.title(bearer), owner=table.players[seat])  # fmt: skip
    for each in side.victory:
        to.holds("SING-WIN-02", each in table.quests or table.cards[each].worth > 0,
                 "{card} is worth no Laurels", card=table.title(each))  # fmt: skip


def _slot(table: Table, treasure: str) -> str:
    """Return where a Treasure is carried, or an empty string if the card is no Treasure."""
    gear = table.gear_of(treasure)
    return gear.slot if gear else ""

"""Judging what lies still: the kit, its cards, a laid-out starting table.

``table judge kit {beads: 20}`` takes the kit of the game with this difference and judges it by
the rules on components; ``judge cards`` and ``judge setup`` work alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.core.frozen_map import Record
from validator.core.location import did_you_mean
from validator.core.model import Component, Game
from validator.games.sing_o_muse.cards import (
    COMPANION,
    DEITY,
    FOE,
    HERO,
    HOLD,
    IMMEDIATE,
    ORDEAL,
    TREASURE,
    TYPES,
)
from validator.games.sing_o_muse.demands import open_steps
from validator.games.sing_o_muse.state import Table
from validator.referee.core import Judge
from validator.referee.facts import FactError, Given, merged

QUEST = "quest"
SHOWS_TRAITS = (HERO, COMPANION, TREASURE)


def _component(game: Game, name: str) -> Component | None:
    return next((each for each in game.components if each.id == name), None)


def _copies(game: Game, name: str) -> Record:
    found: dict[str, int] = {}
    component = _component(game, name)
    for card in component.cards if component else ():
        found[card.title] = found.get(card.title, 0) + card.copies
    return Record(found)


def _number(game: Game, name: str) -> int:
    component = _component(game, name)
    return component.pieces if component else 0


def kit_facts(game: Game) -> Record:
    """How many of what the game's kit prints, and what its backs and symbols say."""
    rule = game.rules
    deck = _component(game, "muse")
    printed = [card for card in (deck.cards if deck else ()) if card.copies]
    strips = _component(game, "strips")
    queues = {card.fields.get("queue") for card in strips.cards if card.copies} if strips else set()
    return Record({
        "muse": _copies(game, "muse"),
        "quests": _copies(game, "quests"),
        "backs": Record({"muse": "muse", "quests": rule["SING-DECK-01"].quest_back}),
        "types": tuple(dict.fromkeys(str(card.fields.get("type", "")) for card in printed)),
        "heroes": sum(card.copies for card in printed if card.fields.get("type") == HERO),
        "symbols": Record({trait.lower(): trait.lower() for trait in rule["SING-DECK-08"].traits}),
        "numeric": rule["SING-DECK-08"].numeric,
        "beads": _number(game, "beads"),
        "counters": _number(game, "counters"),
        "strips": _number(game, "strips"),
        "queues": len(queues),
    })  # fmt: skip


def _type_words(game: Game) -> dict[str, str]:
    """The types of the data in the words of the rules; a Deity is a Hold This Card."""
    words = {word.lower(): word for word in game.rules["SING-DECK-03"].types}
    hold = next((w for low, w in words.items() if low.startswith(HOLD)), "")
    now = next((w for low, w in words.items() if low.endswith("immediately")), "")
    return {**words, HOLD: hold, DEITY: hold, IMMEDIATE: now}


def judge_kit(table: Table, facts: Mapping[str, Any], judge: Judge) -> None:
    """A kit against the rules on components."""
    game, rule = table.game, table.game.rules
    given = Given(facts)
    muse, quests = _counts(given, "muse"), _counts(given, "quests")
    titles = {card.title for card in table.quests.values()}
    mixed = sorted({title for title in muse if title in titles} | {*muse} & {*quests})
    judge.holds("SING-DECK-02", not mixed, f"{', '.join(mixed[:3])} in both decks")
    backs = given.inner("backs")
    behind = {name: _list(backs, name) for name in ("muse", "quests")}
    backs.done()
    wanted = rule["SING-DECK-01"].quest_back
    judge.same("SING-DECK-01", (wanted,), behind["quests"], "backs of Quest cards")
    one = len(set(behind["muse"])) == 1 and behind["muse"][0] != wanted
    judge.holds("SING-DECK-01", one, f"backs of the Muse deck: {', '.join(behind['muse'])}")
    words = _type_words(game)
    strange = [each for each in _list(given, "types") if not words.get(each.lower())]
    judge.holds("SING-DECK-03", not strange, f"no type '{', '.join(strange)}'")
    heroes = given.whole("heroes", 0)
    players = len(table.players)
    facts_ = f"{heroes} Heroes for {players} players"
    judge.holds("SING-DECK-17", heroes >= players, facts_)
    symbols = given.inner("symbols")
    shown = {name: str(symbols.raw(name)) for name in symbols.facts}
    traits = [each.lower() for each in rule["SING-DECK-08"].traits]
    judge.same("SING-DECK-08", set(traits), set(shown), "traits")
    judge.same("SING-DECK-08", rule["SING-DECK-08"].count, len(shown), "number of traits")
    judge.holds("SING-DECK-08", len(set(shown.values())) == len(shown), "two traits share a symbol")
    judge.same(
        "SING-DECK-08", rule["SING-DECK-08"].numeric.lower(), str(given.raw("numeric")).lower(),
        "the numeric trait",
    )  # fmt: skip
    for id_, name, number in (
        ("SING-KIT-01", "beads", rule["SING-KIT-01"].beads),
        ("SING-KIT-02", "counters", rule["SING-KIT-02"].counters),
        ("SING-KIT-03", "strips", rule["SING-KIT-03"].pieces),
        ("SING-QUEUE-01", "queues", rule["SING-QUEUE-01"].queues),
    ):
        judge.same(id_, number, given.whole(name, 0), name)
    longest = max((len(quest.steps) for quest in table.quests.values()), default=1)
    need = open_steps(game, rule["SING-SETUP-10"].players.max)
    words_ = f"{given.whole('beads', 0)} beads; quests of up to {longest} steps may need {need}"
    judge.holds("SING-KIT-01", given.whole("beads", 0) >= need, words_)
    given.done()


def _counts(given: Given, name: str) -> dict[str, int]:
    inner = given.inner(name)
    found = {str(each): inner.whole(str(each), 0) for each in inner.facts}
    return {title: number for title, number in found.items() if number}


def _list(given: Given, name: str) -> tuple[str, ...]:
    value = given.raw(name, ())
    values = value if isinstance(value, tuple | list) else (value,)
    return tuple(str(each) for each in values)


# ---- cards


def _border(game: Game, kind: str) -> str:
    borders = {**game.rules["SING-DECK-04"].borders, **game.rules["SING-DECK-05"].borders}
    return str(borders.get(HOLD if kind == DEITY else kind, ""))


def _stripes(game: Game, card: Mapping[str, Any]) -> tuple[str, ...]:
    """The stripes that a card's rewards and effects ask for."""
    rule = game.rules
    reward = card.get("reward") or {}
    reward = reward if isinstance(reward, Mapping) else {}
    named = (
        ("treasure", rule["SING-DECK-06"].treasure_stripe),
        ("join", rule["SING-DECK-06"].companion_stripe),
        ("laurels", rule["SING-DECK-06"].laurel_stripe),
    )
    found = [colour for name, colour in named if reward.get(name)]
    if card.get("type") in (FOE, ORDEAL, TREASURE) and card.get("on_draw"):
        found.append(rule["SING-DECK-07"].immediate_stripe)
    return tuple(found)


def card_facts(game: Game) -> Record:
    """What the cards show, by title: their data, and the border and stripes that follow."""
    facts: dict[str, Any] = {}
    for name in ("muse", "quests"):
        component = _component(game, name)
        for card in component.cards if component else ():
            facts[card.title] = _shown(game, {**card.fields, "deck": name})
    return Record(facts)


def _shown(game: Game, card: Mapping[str, Any]) -> Record:
    kind = QUEST if card.get("deck") == "quests" else str(card.get("type", ""))
    own: dict[str, Any] = {"type": kind}
    if kind != QUEST:
        own |= {"border": _border(game, kind), "stripes": _stripes(game, card), "edge": True}
    return Record({**own, **{key: value for key, value in card.items() if value is not None}})


def judge_cards(table: Table, facts: Mapping[str, Any], judge: Judge) -> None:
    """What cards show against the rules."""
    game = table.game
    known = card_facts(game)
    everything: dict[str, Mapping[str, Any]] = {}
    for title, card in facts.items():
        if not isinstance(card, Mapping):
            raise FactError((str(title),), "expected what the card shows, by name")
        if title not in known:
            if "type" not in card and "laurels" not in card:
                raise FactError((str(title),), f"no card '{title}'{did_you_mean(title, known)}")
            deck = "quests" if card.get("type") in (None, QUEST) else "muse"
            card = merged(_shown(game, {**card, "deck": deck}), card)
        everything[str(title)] = card
        _judge_card(table, str(title), card, judge)
    _judge_steps(table, everything, judge)


def _judge_card(table: Table, title: str, card: Mapping[str, Any], judge: Judge) -> None:
    game, rule = table.game, table.game.rules
    kind = str(card.get("type", ""))
    if kind == QUEST:
        number = card.get("laurels")
        good = isinstance(number, int) and number > 0
        judge.holds("SING-DECK-13", good, f"{title} shows no Laurels")
        steps = bool(card.get("steps")) or card.get("war") is True
        judge.holds("SING-DECK-13", steps, f"{title} shows no steps")
        return
    judge.holds("SING-DECK-03", kind in TYPES, f"{title} is of type '{kind}'")
    if kind not in TYPES:
        return
    id_ = "SING-DECK-05" if kind in (FOE, ORDEAL) else "SING-DECK-04"
    judge.same(id_, _border(game, kind), str(card.get("border")), f"{title}'s border")
    silver = rule["SING-DECK-07"].immediate_stripe
    shown = _texts(card.get("stripes"))
    due = _stripes(game, card)
    both = (set(shown) - {silver}, set(due) - {silver})
    judge.same("SING-DECK-06", both[1], both[0], f"{title}'s stripes")
    striped = kind in (FOE, ORDEAL, TREASURE) or not shown
    judge.holds("SING-DECK-06", striped, f"{title} is of type {kind} and has stripes")
    told = (silver in shown, silver in due)
    words = f"{title}: {'' if told[0] else 'no '}stripes in {silver}"
    judge.holds("SING-DECK-07", told[0] == told[1], words)
    if kind in SHOWS_TRAITS:
        might = isinstance(card.get("might"), int)
        judge.holds("SING-DECK-09", might, f"{title} shows no Might")
        known = {each.lower() for each in rule["SING-DECK-08"].traits}
        strange = [each for each in _texts(card.get("traits")) if each not in known]
        judge.holds("SING-DECK-09", not strange, f"{title} shows {', '.join(strange)}")
    if kind == TREASURE:
        classes = tuple(rule["SING-DECK-10"].classes)
        slot = str(card.get("slot"))
        judge.holds("SING-DECK-10", slot in classes, f"{title} is of class '{slot}'")
    if kind == DEITY:
        for name in ("favor", "wrath"):
            says = isinstance(card.get(name), Mapping) and any(
                value not in (None, 0, (), False) for value in card[name].values()
            )
            judge.holds("SING-DECK-11", says, f"{title} has no {name}")
    if kind in (COMPANION, TREASURE, DEITY):
        edge = card.get("edge") is True
        judge.holds("SING-DECK-12", edge, f"{title} shows its symbols away from the edge")


def _texts(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, tuple | list) else (str(value),)


def _judge_steps(table: Table, cards: Mapping[str, Mapping[str, Any]], judge: Judge) -> None:
    """What Quest steps name goes back to the discard pile when it is overcome."""
    rule = table.game.rules["SING-KIT-04"]
    ids = {card.title: card.id for card in table.cards.values()}
    muse = {ids.get(t, t): c for t, c in cards.items() if c.get("type") in (FOE, ORDEAL)}

    def returns(card: Mapping[str, Any]) -> bool:
        reward = card.get("reward")
        return not (isinstance(reward, Mapping) and any(reward.values()))

    for title, card in cards.items():
        steps = card.get("steps") or ()
        for step in steps if isinstance(steps, tuple | list) else ():
            said = {k: v for k, v in step.items() if v} if isinstance(step, Mapping) else {}
            for kind, what in said.items():
                if kind in ("foe", "ordeal") and what in muse:
                    words = f"{title} names {what}, which does not come back"
                    judge.holds("SING-KIT-04", returns(muse[what]), words)
                elif kind in ("any_foe", "any_ordeal"):
                    key = "tags" if kind == "any_foe" else "requires"
                    want = kind.removeprefix("any_")
                    fit = [
                        each for each in muse.values()
                        if each.get("type") == want
                        and (what == "any" or what in _texts(each.get(key)))
                    ]  # fmt: skip
                    back = sum(map(returns, fit))
                    words = (
                        f"{title}: {len(fit)} cards of kind {what}, {back} come back; "
                        f"not {rule.candidates}, {rule.returning} that come back"
                    )
                    enough = len(fit) >= rule.candidates and back >= rule.returning
                    judge.holds("SING-KIT-04", enough, words)


# ---- a laid-out starting table


def table_facts(table: Table) -> Record:
    """The starting table that the rules ask for, dealt in the order of the data."""
    heroes = [each for each, card in table.cards.items() if card.type == HERO]
    others = [each for each, card in table.cards.items() if card.type != HERO]
    facts: dict[str, Any] = {
        "players": len(table.players),
        "target": table.start_target,
        "middle": tuple(table.quests),
        "quests": "up",
        "deck": "down",
        "shuffled": True,
        "queues": table.game.rules["SING-QUEUE-01"].queues,
    }
    best = (
        min(range(len(table.players)), key=lambda s: table.cards[heroes[s]].might, default=0)
        if (len(heroes) >= len(table.players))
        else 0
    )
    facts["first"] = table.players[best]
    for seat, name in enumerate(table.players):
        facts[name] = Record({
            "leader": heroes[seat] if seat < len(heroes) else "",
            "lies": "up",
            "hand": tuple(others[table.further * seat : table.further * (seat + 1)]),
        })  # fmt: skip
    return Record(facts)


def judge_setup(table: Table, facts: Mapping[str, Any], judge: Judge) -> None:
    """A starting table against the rules of the set-up."""
    rule = table.game.rules
    given = Given(facts)
    count = given.whole("players", len(table.players))
    words = f"{count} players, not {table.fewest} to {table.most}"
    judge.holds("SING-SETUP-10", table.fewest <= count <= table.most, words)
    enough = count <= table.heroes
    judge.holds("SING-SETUP-10", enough, f"{count} players, {table.heroes} Heroes")
    judge.holds("SING-DECK-17", enough, f"{count} players, {table.heroes} Heroes")
    target = given.whole("target", table.start_target)
    fits = target == table.target or target >= table.long_target
    judge.holds("SING-SETUP-09", fits, f"a target of {target} Laurels")
    middle = _pieces(table, given, "middle")
    lacks = [each for each in table.quests if each not in middle]
    judge.holds("SING-SETUP-01", not lacks, f"{table.titles(lacks)} not in the middle")
    judge.same("SING-SETUP-01", "up", str(given.raw("quests")), "Quest cards")
    strange = [each for each in middle if each in table.cards]
    judge.holds("SING-DECK-02", not strange, f"{table.titles(strange)} among the Quests")
    judge.same("SING-SETUP-05", "down", str(given.raw("deck")), "the Muse deck")
    judge.holds("SING-SETUP-05", given.yes("shuffled"), "the Muse deck is not shuffled")
    queues = given.whole("queues", 0)
    judge.same("SING-QUEUE-01", rule["SING-QUEUE-01"].queues, queues, "queues")
    mights: dict[str, int] = {}
    dealt: list[str] = []
    for name in table.players:
        own = given.inner(name)
        leader, hand = _pieces(table, own, "leader"), _pieces(table, own, "hand")
        dealt += (*leader, *hand)
        heroes = [each for each in leader if each in table.cards]
        heroes = [each for each in heroes if table.cards[each].type == HERO]
        words = f"{name} leads with {table.titles(leader)}"
        judge.holds("SING-SETUP-03", len(heroes) == len(leader) == 1, words)
        judge.same("SING-SETUP-03", "up", str(own.raw("lies", "up")), f"{name}'s Hero")
        judge.same("SING-SETUP-02", table.first_heroes, len(leader), f"{name}'s Heroes")
        judge.same("SING-SETUP-02", table.further, len(hand), f"{name}'s further cards")
        quests = [each for each in (*leader, *hand) if each in table.quests]
        judge.holds("SING-DECK-02", not quests, f"{name} holds {table.titles(quests)}")
        if heroes:
            mights[name] = table.cards[heroes[0]].might
        own.done()
    twice = sorted({each for each in dealt if dealt.count(each) > 1})
    judge.holds("SING-DECK-18", not twice, f"{table.titles(twice)} lies in two places")
    first = given.word("first", table.players, table.players[0])
    if mights:
        least = [name for name, might in mights.items() if might == min(mights.values())]
        words = f"{first} begins; {', '.join(least)} may"
        judge.holds("SING-SETUP-06", first in least, words)
        if len(least) > 1:
            judge.holds("SING-SETUP-07", first in least, words)
    given.done()


def _pieces(table: Table, given: Given, name: str) -> tuple[str, ...]:
    found = []
    for each in _list(given, name):
        named = table.names.get(each.lower())
        if each and not named:
            known = (*table.cards, *table.quests)
            raise given.wrong(name, f"no card '{each}'{did_you_mean(each, known)}")
        if named:
            found.append(named[0])
    return tuple(found)

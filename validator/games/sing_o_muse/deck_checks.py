"""Checks custom decks for Sing! O Muse: enough cards for the deal, no impossible conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from validator.core.model import Card as Printed
from validator.core.model import Component
from validator.games.sing_o_muse.cards import (
    COMPANION,
    FOE,
    HERO,
    ORDEAL,
    SHARED,
    Deck,
    Effect,
    MuseCard,
    Quest,
    read_cards,
)
from validator.games.sing_o_muse.challenge import divided
from validator.referee.api import Deal, Game, OutOfRange


def _component(game: Game, name: str) -> Component:
    return next(each for each in game.components if each.id == name)


def deals(game: Game) -> Iterator[Deal]:
    """Yield the numbers of Heroes and of further cards that the deal needs."""
    rule, players = game.rules, range(game.players[0], game.players[1] + 1)
    deck = _component(game, "muse")
    heroes = sum(card.copies for card in deck.cards if card.fields.get("type") == HERO)
    each = rule["SING-SETUP-02"]
    need = {count: count * each.heroes for count in players}
    yield Deal(deck.location, "Heroes", heroes, need, ("SING-DECK-17", "SING-SETUP-02"))
    need = {count: count * (each.heroes + each.further) for count in players}
    yield Deal(deck.location, deck.title, deck.pieces, need, ("SING-SETUP-02",))


def beyond(game: Game) -> Iterator[OutOfRange]:
    """Yield conditions that no game can meet.

    These are requirements beyond any Crew, Quests that cannot be completed, and a target that is
    too high.
    """
    deck, unread = read_cards(game)
    if unread:  # these are reported: without them, others would seem to be missing
        return
    unique = {card.id: card for card in deck.cards.values()}
    traits = _traits(deck)
    most = _most_might(game, deck)
    verbs = {effect.verb for card in unique.values() for effect in _effects(card)}
    transforms = any(verb.startswith("transform") for verb in verbs)
    for printed in _component(game, "muse").cards:
        card = unique.get(printed.id)
        if card is None or card.type not in (FOE, ORDEAL):
            continue
        yield from _traits_lacking(printed, card, traits)
        need = _least(game, card)
        if need > most:
            about = f"{printed.title}: it requires Might {need}"
            why = f"the strongest Crew that this deck allows has {most}"
            rules = ("SING-CHAL-02" if card.type == ORDEAL else "SING-CHAL-05", "SING-CREW-09")
            yield OutOfRange(printed.location_of(card.might), about, why, rules)
        if card.transformed and not transforms:
            about = f"{printed.title}: it requires a transformed character"
            yield OutOfRange(
                printed.location, about, "no card transforms anybody", ("SING-TRANSFORM-06",)
            )
    for printed in _component(game, "quests").cards:
        quest = next((each for each in deck.quests.values() if each.id == printed.id), None)
        if quest is not None:
            yield from _quest(deck, printed, quest)
    yield from _target(game, deck)


def _traits_lacking(
    printed: Printed, card: MuseCard, traits: frozenset[str]
) -> Iterator[OutOfRange]:
    """Yield the traits that a Foe or an Ordeal asks for and that no card has."""
    why = "no Hero, Companion, Treasure or Deity in this deck has it"
    demand = "SING-CHAL-02" if card.type == ORDEAL else "SING-CHAL-06"
    asked = [(trait, "demands", demand) for trait in card.requires]
    asked += [(trait, "is vulnerable to", "SING-CHAL-07") for trait in card.vulnerable]
    for trait, verb, rule in asked:
        if not trait.startswith("item:") and trait not in traits:
            about = f"{printed.title}: it {verb} {trait}"
            yield OutOfRange(printed.location_of(trait), about, why, (rule, "SING-CREW-08"))


def _effects(card: MuseCard) -> Iterable[Effect]:
    return (*card.own_effects, *card.favor.effects, *card.wrath.effects)


def _traits(deck: Deck) -> frozenset[str]:
    """Return all traits that the cards of a deck can give to a Crew."""
    found: set[str] = set()
    for card in deck.cards.values():
        if card.type in (HERO, COMPANION):
            found.update(card.traits)
        if card.join is not None:
            found.update(card.join.traits)
        if card.gear is not None:
            found.update(card.gear.traits)
        found.update(card.favor.traits, card.wrath.traits)
    return frozenset(found)


def _most_might(game: Game, deck: Deck) -> int:
    """Return an upper bound on the Might of any Crew.

    It adds the strongest members, all Treasures and the best Deities.
    """
    rule = game.rules
    crews = 1
    if rule["SING-CHAL-12"].choice == "all_crews":
        crews = rule["SING-CREW-05"].max_crews
    size = rule["SING-CREW-02"].max_characters * crews
    lowest: int = rule["SING-CREW-09"].lowest_might
    own: list[int] = []
    deities: list[int] = []
    treasures = shared = 0
    for card in deck.cards.values():
        if card.type in (HERO, COMPANION):
            own.append(card.might)
        elif card.join is not None:
            own.append(card.join.might)
        if card.gear is not None and card.gear.slot == SHARED:
            shared += max(0, card.gear.might)
        elif card.gear is not None:
            treasures += max(0, card.gear.might)
        deities.append(max(0, card.favor.might, card.wrath.might))
    times = size if rule["SING-TREASURE-11"].choice == "each_character" else crews
    members = sum(max(lowest, each) for each in sorted(own, reverse=True)[:size])
    gods = sum(sorted(deities, reverse=True)[:crews])
    return members + treasures + shared * times + gods


def _least(game: Game, card: MuseCard) -> int:
    """Return the lowest Might that overcomes a card.

    A Foe's Might is divided if it has a vulnerability.
    """
    rule = game.rules
    least: int = card.might
    if card.type == FOE:
        times = len(card.vulnerable)
        if rule["SING-CHAL-08"].choice != "for_each":
            times = min(1, times)
        for _ in range(times):
            least = divided(least, rule["SING-CHAL-07"].divisor, rule["SING-CHAL-07"].rounding)
    return least


def _quest(deck: Deck, printed: Printed, quest: Quest) -> Iterator[OutOfRange]:
    """Yield the steps of a Quest for which the deck has no suitable card, or too few."""
    if quest.war:
        trojan = any(e.trojan for card in deck.cards.values() for e in _effects(card))
        if not trojan:
            about = f"{printed.title}: it is won only in the Trojan War"
            yield OutOfRange(printed.location, about, "no card starts that War", ("SING-QUEST-13",))
        return
    for step, times in Counter(quest.steps).items():
        if step.kind == "sea":
            continue
        there = [card for card in deck.cards.values() if step.fits(card)]
        words = f"a step requires {step.kind.replace('_', ' ')}: {step.what}"
        if not there:
            why = "no such card is in the Muse deck"
            rules = ("SING-QUEST-06", "SING-DECK-13")
            yield OutOfRange(
                printed.location_of(step.what), f"{printed.title}: {words}", why, rules
            )
        elif len(there) < times and all(card.laurels for card in there):
            words = words.replace("a step asks", f"{times} steps ask")
            why = f"there are {len(there)} such cards, and each becomes Laurels when it is overcome"
            rules = ("SING-QUEST-06", "SING-CHAL-11")
            yield OutOfRange(
                printed.location_of(step.what), f"{printed.title}: {words}", why, rules
            )


def _target(game: Game, deck: Deck) -> Iterator[OutOfRange]:
    """Yield the target if the Laurels in both decks do not reach it."""
    rule = game.rules["SING-SETUP-09"]
    have = sum(quest.laurels for quest in deck.quests.values())
    have += sum(card.worth for card in deck.cards.values())
    for name in ("target", "long_target"):
        if rule.data[name] > have:
            what = f"nobody can win {rule.data[name]} Laurels"
            why = f"all Quests and cards together are worth {have}"
            yield OutOfRange(rule.node.location, what, why, ("SING-SETUP-09", "SING-WIN-02"))

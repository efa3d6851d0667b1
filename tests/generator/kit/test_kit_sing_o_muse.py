"""The Sing! O Muse kit: its counts, its placeholder decks, and texts that follow the data."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import ceil
from pathlib import Path
from typing import Any

from generator.kit.build import build_kit
from generator.kit.options import Options
from tests.conftest import words_in
from validator.checks import check_game
from validator.core.frozen_map import FrozenMap
from validator.core.model import Card, Game
from validator.core.resources import resource
from validator.load.game import load_game


def load(folder: Path) -> Game:
    loaded = load_game(folder)
    assert loaded.problems == []
    assert loaded.game is not None
    return loaded.game


@lru_cache
def shipped() -> Game:
    return load(resource("data") / "sing-o-muse")


def number(reference: str) -> Any:
    return shipped().rules.number(reference)


def muse() -> dict[str, Card]:
    return {card.id: card for card in shipped().component("muse").cards}


def quests() -> tuple[Card, ...]:
    return shipped().component("quests").cards


def of(*types: str) -> list[Card]:
    return [card for card in muse().values() if card.type in types]


def effects(card: Card) -> Iterator[FrozenMap]:
    for each in (card.on_draw, card.on_defeat, card.effects):
        yield from each
    for side in (card.favor, card.wrath):
        yield from side.effects if side else ()


def printed(game: Game, id: str, every: bool = False) -> str:
    """The words on the face of a component's first card, or on the first sheet of all."""
    component = game.component(id)
    cards = component.cards if every else (replace(component.cards[0], copies=1),)
    alone = replace(game, components=(replace(component, cards=cards),))
    built = build_kit(alone, Options())
    assert built.problems == ()
    return words_in(built.pdf, slice(2, 3))  # behind the cover


def copy_of_the_data(folder: Path, file: str, old: str, new: str) -> Game:
    """The game from a copy of its folder in which some words of a file were replaced."""
    copy = folder / "sing-o-muse"
    shutil.copytree(resource("data") / "sing-o-muse", copy)
    text = (copy / file).read_text("utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new), "utf-8")
    return load(copy)


# ------------------------------------------------------------------------------ counts and pages


def test_the_shipped_data_are_clean_and_have_the_counts_of_the_rules() -> None:
    assert list(check_game(shipped())) == []
    pieces = {each.id: each.pieces for each in shipped().components}
    assert pieces["beads"] == number("SING-KIT-01.beads")
    assert pieces["counters"] == pieces["markers"] == number("SING-KIT-02.counters")
    assert pieces["strips"] == number("SING-KIT-03.strips") * number("SING-KIT-03.parts")
    assert pieces["reference"] == number("SING-SETUP-10.players.max")


def test_the_kit_builds_without_problems() -> None:
    built = build_kit(shipped(), Options())
    assert built.problems == ()
    assert built.pieces == sum(each.pieces for each in shipped().components)


def test_a_rules_number_changes_the_words_of_the_reference(tmp_path: Path) -> None:
    assert "Take 3 cards from the Muse deck" in printed(shipped(), "reference")
    edited = copy_of_the_data(tmp_path, "rules.yaml", "data: {cards: 3}", "data: {cards: 4}")
    assert "Take 4 cards from the Muse deck" in printed(edited, "reference")


OTHER_EFFECTS = {
    "{verb: discard_companion, who: each, n: 2}": "Every player discards 2 Companions.",
    "{verb: discard_companion, scope: crew}": "Discard a Companion of this Crew.",
    "{verb: transform_character, who: opponent}": "An opponent of your choice transforms",
    "{verb: bump, queue: foe}": "Discard a card from the Foe queue.",
    "{verb: skip_quest, who: each_other, n: 3}": "Every other player loses the Quest action",
    "{verb: retrieve, type: hero, n: 2}": "Take up to 2 Heroes from the discard pile",
}


def test_the_same_verbs_print_on_other_cards(tmp_path: Path) -> None:
    """A deck of a designer's own, with effects that no shipped card has, and without pictures."""
    cards = [
        f"  - {{title: Card {i}, type: immediate, on_draw: [{effect}]}}"
        for i, effect in enumerate(OTHER_EFFECTS)
    ]
    copy = tmp_path / "sing-o-muse"
    shutil.copytree(resource("data") / "sing-o-muse", copy)
    (copy / "muse.yaml").write_text("\n".join(["cards:", *cards, ""]), "utf-8")
    words = printed(load(copy), "muse", every=True)
    assert [each for each in OTHER_EFFECTS.values() if each not in words] == []


# ------------------------------------------------------------------------- the kit fits its decks


def test_beads_counters_and_heroes_are_enough() -> None:
    crews = number("SING-SETUP-10.players.max") * number("SING-CREW-05.max_crews")
    longest = sorted((len(quest.steps) - 1 for quest in quests()), reverse=True)[:crews]
    assert number("SING-KIT-01.beads") >= sum(each for each in longest if each > 0)
    gain = max(quest.laurels for quest in quests())
    assert number("SING-KIT-02.highest") >= number("SING-SETUP-09.long_target") - 1 + gain
    assert len(of("hero")) >= number("SING-SETUP-10.players.max")


def test_there_are_laurels_enough_for_somebody_to_win() -> None:
    rewards = sum(card.reward.laurels or 0 for card in muse().values() if card.reward)
    sung = sum(e.n or 1 for c in muse().values() for e in effects(c) if e.verb == "gain_laurels")
    total = rewards + sung + sum(quest.laurels for quest in quests())
    for players, target in (("players.max", "target"), ("long_players", "long_target")):
        most, goal = number(f"SING-SETUP-10.{players}"), number(f"SING-SETUP-09.{target}")
        assert total > most * (goal - 1)


# -------------------------------------- the placeholder deck


def test_a_card_says_what_its_type_needs() -> None:
    for card in of("hero", "companion", "treasure", "foe"):
        assert card.might is not None, card.id
    for card in of("treasure"):
        assert card.slot in number("SING-DECK-10.classes"), card.id
    for card in of("deity"):
        assert card.favor, card.id
        assert card.wrath, card.id
    for card in of("hold"):
        assert card.effects, card.id
    for card in of("immediate"):
        assert card.on_draw, card.id


def test_effects_stand_where_they_can_act() -> None:
    for card in muse().values():
        for side in (card.on_draw, card.on_defeat, card.effects):
            assert all(each.who != "target" for each in side), card.id
        if card.type != "hold":
            assert not {"stop", "wreck"} & {each.verb for each in effects(card)}, card.id


def test_demands_name_traits_or_treasures_of_the_deck() -> None:
    traits = {each.lower() for each in number("SING-DECK-08.traits")} - {"might"}
    for card in of("foe", "ordeal"):
        for demand in (*card.requires, *card.vulnerable):
            item = muse().get(demand.removeprefix("item:"))
            assert demand in traits or (item and item.type == "treasure"), card.id
        assert card.type == "foe" or card.requires, card.id


def test_every_trait_has_many_sources() -> None:
    for trait in number("SING-DECK-08.traits"):
        if trait != number("SING-DECK-08.numeric"):
            types = Counter(
                card.type
                for card in of("hero", "companion", "treasure")
                if trait.lower() in card.traits
            )
            assert types.total() >= 8, trait
            assert set(types) == {"hero", "companion", "treasure"}, trait


def test_every_challenge_can_be_overcome() -> None:
    """Ordeals by three characters; Foes by seven average ones with a few Treasures."""
    crew = of("hero", "companion")
    middle = sorted(card.might for card in crew)[len(crew) // 2]
    size, divisor = number("SING-CREW-02.max_characters"), number("SING-CHAL-07.divisor")
    for card in of("ordeal"):
        wanted = set(card.requires)
        assert any(wanted <= {t for c in team for t in c.traits} for team in combinations(crew, 2))
    for card in of("foe"):
        might = ceil(card.might / divisor) if card.vulnerable else card.might
        assert might <= size * middle + 8, card.id


def candidates(step: FrozenMap) -> list[Card]:
    """The cards that can be a step of a Quest."""
    if step.foe or step.ordeal:
        named = muse()[step.foe or step.ordeal]
        return [named] if named.type == ("foe" if step.foe else "ordeal") else []
    if step.any_foe:
        return [card for card in of("foe") if step.any_foe in ("any", *card.tags)]
    return [card for card in of("ordeal") if step.any_ordeal in ("any", *card.requires)]


def test_every_step_of_a_quest_comes_round_again() -> None:
    """What a step names goes back to the discard pile; of a kind, enough cards do."""
    for quest in quests():
        assert bool(quest.steps) != bool(quest.war), quest.id
        for step in quest.steps:
            if step.sea:
                continue
            found = candidates(step)
            returning = [card for card in found if not card.reward]
            if step.foe or step.ordeal:
                assert len(returning) == 1, quest.id
            else:
                assert len(found) >= number("SING-KIT-04.candidates"), quest.id
                assert len(returning) >= number("SING-KIT-04.returning"), quest.id


def test_what_the_rulebook_tells_of_single_cards_holds() -> None:
    cards = muse()
    assert cards["f-hydra"].requires == ("fire",)
    assert cards["f-medusa"].vulnerable == ("item:t-mirror",)
    assert all(cards[each].reward.join for each in ("f-amazons", "f-centaurs", "f-teeth"))
    assert cards["t-helen"].on_draw[0].trojan is True
    assert any(each.verb == "war" for each in effects(cards["d-ares"]))
    assert sum(bool(quest.war) for quest in quests()) == 1
    learned = Counter(e.kind for c in cards.values() for e in effects(c) if e.verb == "revelation")
    assert learned == {"father": 1, "mother": 1}


def test_no_archer_aims_at_a_comrade() -> None:
    archers = 0
    for card in of("hero", "companion"):
        cast = [one for one in (*card.others, card.figure) if one]
        for archer in cast:
            if not any(thing.drawn for thing in archer.held or ()):
                continue
            archers += 1
            aim = -1 if archer.flip else 1
            for other in cast:
                if other is not archer and not other.pose:  # animals and monsters have a pose
                    assert aim * ((other.shift or 0) - (archer.shift or 0)) < 0, card.id
    assert archers

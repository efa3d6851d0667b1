"""Checks the key cards of the kit, or of a custom deck: number, names, aptitudes and bonuses.

In the rulebook: What is in the box.

`setup.choose_length` decides how many of them are the key deck of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from validator.games.schizonauts.cards import plain
from validator.games.schizonauts.state import State
from validator.referee import api as ref
from validator.referee.api import Collector
from validator.referee.component_checks import changed_card, component_cards
from validator.referee.facts import shown


def _deck(game: ref.Game, changes: Mapping[str, object]) -> list[Mapping[str, Any]]:
    """Return the kit's cards with changes by title, or a list of cards from a script."""
    known_fields = (c.fields for c in game.components if c.id == "key-cards")
    fields = ("title", "name", *(name for each in known_fields for name in each))
    if "cards" in changes:
        raw = changes["cards"]
        if not isinstance(raw, tuple):
            raise ref.FactError(("cards",), f"expected a list of cards, not {shown(raw)}")
        return [changed_card("cards", ref.FrozenMap({}), each, (), fields) for each in raw]
    own = [
        ref.FrozenMap({**card.fields, "title": card.title})
        for card in component_cards(game, "key-cards")
        for _ in range(card.copies)
    ]
    if not changes:
        return list(own)
    cards: dict[str, ref.FrozenMap] = {card["title"]: card for card in own}
    known = {title.lower(): title for title in cards}
    for name, each in changes.items():
        title = known.get(str(name).lower(), str(name))
        if each is None:
            cards.pop(title, None)
        else:
            card = cards.get(title, ref.FrozenMap({"title": title}))
            cards[title] = changed_card(title, card, each, cards, fields)
    return list(cards.values())


def judge_key_cards(state: State, changes: Mapping[str, object], to: Collector) -> None:
    """Check key cards against the rules for all decks."""
    _judge_cards(state.table.game, _deck(state.table.game, changes), to)


def _judge_places(cards: list[Mapping[str, object]], pages: int, slots: int, to: Collector) -> None:
    """Check that each page has the right number of cards, each in a slot of its own."""
    expected = dict.fromkeys(range(1, pages + 1), slots)
    to.same("SCHIZ-COMP-01", expected, dict(Counter(card.get("page") for card in cards)),
            "cards by page")  # fmt: skip
    places = Counter((card.get("page"), card.get("slot")) for card in cards)
    twice = [f"page {page} slot {slot}" for (page, slot), n in places.items() if n > 1]
    to.holds("SCHIZ-COMP-01", not twice,
             f"two cards are in the same place: {', '.join(twice[:2])}")  # fmt: skip
    strange = (slot for _, slot in places.elements() if slot not in range(1, slots + 1))
    to.none("SCHIZ-COMP-01", strange, lambda slot: f"no slot {slot}")


def _judge_cards(game: ref.Game, cards: list[Mapping[str, object]], to: Collector) -> None:
    """Check the number of key cards, and each card: name, aptitude and bonus."""
    rule = game.rules
    whole = rule["SCHIZ-COMP-01"]
    to.same("SCHIZ-COMP-01", whole.cards, len(cards), "key cards")
    if any("page" in card or "slot" in card for card in cards):
        _judge_places(cards, whole.pages, whole.slots, to)
    aptitudes = tuple(rule["SCHIZ-COMP-02"].aptitudes)
    limits = rule["SCHIZ-COMP-04"]
    named = {plain(each.name): each for each in rule["SCHIZ-COMP-03"].data.values()}
    names: Counter[str] = Counter()
    for card in cards:
        title = str(card.get("title") or card.get("name") or "").strip()
        aptitude: Any = card.get("aptitude")
        bonus: Any = card.get("bonus")
        to.holds("SCHIZ-COMP-02", bool(title), "a card has no name")
        to.holds("SCHIZ-COMP-02", aptitude in aptitudes,
                 f"{title}: {shown(aptitude)} is not an aptitude")  # fmt: skip
        whole_number = isinstance(bonus, int) and not isinstance(bonus, bool)
        to.holds("SCHIZ-COMP-02", whole_number and bonus > 0,
                 f"{title}: its bonus must be positive, not {shown(bonus)}")  # fmt: skip
        inside = whole_number and limits.smallest <= bonus <= limits.largest
        to.holds("SCHIZ-COMP-04", inside, f"{title}: its bonus is {shown(bonus)}; expected "
                 f"+{limits.smallest} to +{limits.largest}")  # fmt: skip
        if plain(title) in named:
            should = named[plain(title)]
            to.holds(
                "SCHIZ-COMP-03",
                (aptitude, bonus) == (should.aptitude, should.bonus),
                f"{title} is {should.aptitude} +{should.bonus}, not {aptitude} +{bonus}",
            )
        names[plain(title)] += 1
    twice = [name for name, number in names.items() if number > 1 and name]
    to.none("SCHIZ-COMP-05", twice, lambda name: f"'{name}' is listed twice")


def _judge_page(state: State, page: object, there: list[Mapping[str, Any]], to: Collector) -> None:
    """Check that a page of cards has its share of aptitudes and bonuses, in varied order."""
    page_rule = state.table.game.rules["SCHIZ-KIT-20"]
    counts = Counter(card.get("aptitude") for card in there)
    for aptitude in state.table.aptitudes:
        least, most = page_rule.aptitude_from, page_rule.aptitude_to
        to.holds("SCHIZ-KIT-20", least <= counts[aptitude] <= most,
                 f"page {page} has {counts[aptitude]} cards of {aptitude}; expected {least} to "
                 f"{most}")  # fmt: skip
    bonuses = Counter(b for c in there if isinstance(b := c.get("bonus"), int))
    to.same("SCHIZ-KIT-20", dict(page_rule.bonuses_per_page), dict(bonuses), f"page {page}")
    added = sum(bonus * count for bonus, count in bonuses.items())
    to.same("SCHIZ-KIT-20", page_rule.page_sum, added, f"the bonuses of page {page}")
    row = sorted(
        (card for card in there if isinstance(card.get("slot"), int)), key=lambda c: c["slot"]
    )
    alike = [a.get("slot") for a, b in pairwise(row) if a.get("aptitude") == b.get("aptitude")]
    to.none("SCHIZ-KIT-20", alike, lambda slot: f"page {page}: the cards in slot {slot} and the "
            "next slot have the same aptitude")  # fmt: skip


def judge_kit_key_cards(state: State, changes: Mapping[str, object], to: Collector) -> None:
    """Check the key cards of the shipped kit, which must also be balanced."""
    game = state.table.game
    cards, rule = _deck(game, changes), game.rules
    _judge_cards(game, cards, to)
    own, page_rule = rule["SCHIZ-KIT-19"], rule["SCHIZ-KIT-20"]
    by_aptitude: dict[str, Counter[int]] = {a: Counter() for a in state.table.aptitudes}
    pages: dict[Any, list[Mapping[str, Any]]] = {}
    for card in cards:
        if card.get("aptitude") in by_aptitude and isinstance(card.get("bonus"), int):
            by_aptitude[card["aptitude"]][card["bonus"]] += 1
        pages.setdefault(card.get("page"), []).append(card)
    total = number = 0
    for aptitude, sizes in by_aptitude.items():
        to.same("SCHIZ-KIT-19", own.per_aptitude, sum(sizes.values()), f"cards of {aptitude}")
        to.same("SCHIZ-KIT-19", dict(own.bonuses_per_aptitude), dict(sizes),
                f"bonuses of {aptitude}")  # fmt: skip
        total += sum(size * count for size, count in sizes.items())
        number += sum(sizes.values())
    to.same("SCHIZ-KIT-19", own.mean_bonus, round(total / max(1, number), 2), "the mean bonus")
    for page, there in pages.items():
        _judge_page(state, page, there, to)
    low, high = page_rule.name_from, page_rule.name_to
    titles = (str(card.get("title")) for card in cards)
    odd = (title for title in titles if not low <= len(title) <= high)
    to.none("SCHIZ-KIT-20", odd, lambda title: f"'{title}' has {len(title)} characters")

"""Judging what lies still: key decks, lengths, sheets, kits, packs of cards, figures, notes.

Each judge takes the facts of the game's data with a script's differences and compares them with
the rules that speak of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from validator.core.frozen_map import Record
from validator.core.model import Card, Component, Game
from validator.games.schizonauts.keys import plain
from validator.games.schizonauts.numbers import NUMBERS
from validator.games.schizonauts.state import LENGTHS, State, Table, pile_size
from validator.referee.consistency import Derived
from validator.referee.core import Judge
from validator.referee.facts import FactError, Given, merged, shown

# ---- key decks


def _kit_deck(game: Game) -> list[Record]:
    found = {component.id: component for component in game.components}
    cards = found["key-cards"].cards if "key-cards" in found else ()
    return [
        Record({**card.fields, "title": card.title}) for card in cards for _ in range(card.copies)
    ]


def _deck(game: Game, changes: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The cards of a deck: the kit's with differences by title, or a list of its own."""
    if "cards" in changes:
        raw = changes["cards"]
        if not isinstance(raw, tuple):
            raise FactError(("cards",), f"expected a list of cards, not {shown(raw)}")
        for each in raw:
            if not isinstance(each, Mapping):
                raise FactError(("cards",), f"a card is {{title: …}}, not {shown(each)}")
        return list(raw)
    own = _kit_deck(game)
    if not changes:
        return list(own)
    cards: dict[str, Any] = {card["title"]: card for card in own}
    known = {title.lower(): title for title in cards}
    for name, each in changes.items():
        title = known.get(str(name).lower(), str(name))
        if each is None:
            cards.pop(title, None)
        elif isinstance(each, Mapping):
            cards[title] = merged(cards.get(title, Record({"title": title})), each)
        else:
            raise FactError((str(name),), f"expected what the card shows, not {shown(each)}")
    return list(cards.values())


def judge_deck(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """Any deck of key cards."""
    game = state.table.game
    _judge_cards(game, _deck(game, changes), to)


def _judge_cards(game: Game, cards: list[Mapping[str, Any]], to: Judge) -> None:
    rule = game.rules
    whole = rule["SCHIZ-COMP-01"]
    to.same("SCHIZ-COMP-01", whole.cards, len(cards), "key cards")
    if any("page" in card or "slot" in card for card in cards):
        pages = Counter(card.get("page") for card in cards)
        expected = dict.fromkeys(range(1, whole.pages + 1), whole.slots)
        to.same("SCHIZ-COMP-01", expected, dict(pages), "cards by page")
        places = Counter((card.get("page"), card.get("slot")) for card in cards)
        twice = [f"page {page} slot {slot}" for (page, slot), n in places.items() if n > 1]
        to.holds("SCHIZ-COMP-01", not twice, f"{', '.join(twice[:2])} is taken twice")
        slots = [
            card.get("slot") for card in cards if card.get("slot") not in range(1, whole.slots + 1)
        ]
        to.holds("SCHIZ-COMP-01", not slots, f"no slot {slots[0]}" if slots else "")
    aptitudes = tuple(rule["SCHIZ-COMP-02"].aptitudes)
    limits = rule["SCHIZ-COMP-04"]
    named = {plain(each.name): each for each in rule["SCHIZ-COMP-03"].data.values()}
    names: Counter[str] = Counter()
    for card in cards:
        title = str(card.get("title") or card.get("name") or "").strip()
        aptitude: Any = card.get("aptitude")
        bonus: Any = card.get("bonus")
        to.holds("SCHIZ-COMP-02", bool(title), "a card without a name")
        to.holds(
            "SCHIZ-COMP-02", aptitude in aptitudes, f"{title}: {shown(aptitude)} is no aptitude"
        )
        whole_number = isinstance(bonus, int) and not isinstance(bonus, bool)
        positive = whole_number and bonus > 0
        to.holds("SCHIZ-COMP-02", positive, f"{title}: its bonus is {shown(bonus)}")
        inside = whole_number and limits.smallest <= bonus <= limits.largest
        facts = f"{title}: {shown(bonus)}, not +{limits.smallest} to +{limits.largest}"
        to.holds("SCHIZ-COMP-04", inside, facts)
        if plain(title) in named:
            should = named[plain(title)]
            right = (aptitude, bonus) == (should.aptitude, should.bonus)
            facts = f"{title} is {should.aptitude} +{should.bonus}, not {aptitude} +{bonus}"
            to.holds("SCHIZ-COMP-03", right, facts)
        names[plain(title)] += 1
    twice = [name for name, number in names.items() if number > 1 and name]
    to.holds("SCHIZ-COMP-05", not twice, f"'{twice[0]}' is there twice" if twice else "")


def judge_own_deck(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """The kit's own deck, which is balanced as well."""
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
        to.same(
            "SCHIZ-KIT-19", dict(own.bonuses_per_aptitude), dict(sizes), f"bonuses of {aptitude}"
        )
        total += sum(size * count for size, count in sizes.items())
        number += sum(sizes.values())
    to.same("SCHIZ-KIT-19", own.mean_bonus, round(total / max(1, number), 2), "the mean bonus")
    for page, there in pages.items():
        counts = Counter(card.get("aptitude") for card in there)
        for aptitude in state.table.aptitudes:
            fits = page_rule.aptitude_from <= counts[aptitude] <= page_rule.aptitude_to
            facts = f"page {page} has {counts[aptitude]} cards of {aptitude}"
            to.holds("SCHIZ-KIT-20", fits, facts)
        bonuses = Counter(b for c in there if isinstance(b := c.get("bonus"), int))
        to.same("SCHIZ-KIT-20", dict(page_rule.bonuses_per_page), dict(bonuses), f"page {page}")
        added = sum(bonus * count for bonus, count in bonuses.items())
        to.same("SCHIZ-KIT-20", page_rule.page_sum, added, f"the bonuses of page {page}")
        row = sorted(
            (card for card in there if isinstance(card.get("slot"), int)), key=lambda c: c["slot"]
        )
        alike = [a.get("slot") for a, b in pairwise(row) if a.get("aptitude") == b.get("aptitude")]
        facts = f"page {page}: slot {alike[0]} and the next are alike" if alike else ""
        to.holds("SCHIZ-KIT-20", not alike, facts)
    low, high = page_rule.name_from, page_rule.name_to
    odd = [str(c.get("title")) for c in cards if not low <= len(str(c.get("title"))) <= high]
    to.holds("SCHIZ-KIT-20", not odd, f"'{odd[0]}' has {len(odd[0])} characters" if odd else "")


# ---- lengths


def judge_length(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """A choice of length and players, and what follows from it."""
    table, rule = state.table, state.table.game.rules
    given = Given(changes)
    count = given.whole("players", table.count)
    low, high = rule["SCHIZ-GEN-02"].players_from, rule["SCHIZ-GEN-02"].players_to
    to.holds("SCHIZ-GEN-02", low <= count <= high, f"{count} players, not {low} to {high}")
    word = str(given.raw("length", "own" if "cards" in changes else LENGTHS[0]))
    length = Given({"length": word.replace(" ", "_").lower()}).word("length", (*LENGTHS, "own"), "")
    standard = rule["SCHIZ-DECK-02"].data[length].get(count) if length != "own" else None
    cards = given.whole("cards", standard or count)
    if standard is not None:
        to.same("SCHIZ-DECK-02", standard, cards, f"key cards of a {word} game of {count}")
    most = rule["SCHIZ-DECK-04"].most
    whole = cards % count == 0 if count else False
    facts = f"{cards} cards for {count} players are no whole rounds"
    to.holds("SCHIZ-DECK-01", whole, facts)
    to.holds("SCHIZ-DECK-04", whole, facts)
    fits = count <= cards <= most
    to.holds("SCHIZ-DECK-04", fits, f"{cards} cards, not {count} to {most}")
    if not count or not whole or not fits:
        for name in ("rounds", "hand", "scenes", "agents", "thieves", "allegiance", "out"):
            given.raw(name)
        given.done()
        return
    _judge_counts(table, given, count, cards, length, to)
    given.done()


def _judge_counts(
    table: Table, given: Given, count: int, cards: int, length: str, to: Judge
) -> None:
    rule = table.game.rules
    rounds = cards // count
    for name in ("rounds", "hand"):
        said = given.whole(name, rounds)
        to.same("SCHIZ-DECK-05", rounds, said, f"{name} for {cards} cards")
        to.same("SCHIZ-DECK-01", rounds, said, f"{name} for {cards} cards")
        if length != "own":
            stated = rule["SCHIZ-KIT-01"].data[length].get(count, rounds)
            to.same("SCHIZ-KIT-01", stated, said, f"{name} of this length")
    each = rule["SCHIZ-GEN-06"].scenes_per_turn
    by_phase = {
        "flashback": each.flashback * cards, "endgame": each.endgame * cards,
        "final": each.final * count,
    }  # fmt: skip
    total = sum(by_phase.values())
    raw = given.raw("scenes")
    if isinstance(raw, Mapping):
        inner = given.inner("scenes")
        found = {name: inner.whole(name, number) for name, number in by_phase.items()}
        inner.done()
        said = sum(found.values())
    else:
        said = given.whole("scenes", total)
        found = by_phase if said == total else {**by_phase, "in all": said}
    to.same("SCHIZ-GEN-06", by_phase, found, "scenes")
    to.same("SCHIZ-DECK-05", total, said, "scenes in all")
    if length != "own":
        stated = rule["SCHIZ-KIT-02"].data[length].get(count, total)
        to.same("SCHIZ-KIT-02", stated, said, "scenes of this length")
    all_cards = rule["SCHIZ-DECK-03"].cards
    out = given.whole("out", all_cards - cards)
    to.same("SCHIZ-DECK-03", all_cards - cards, out, "key cards out of play")
    size = pile_size(count, rounds)
    agents, thieves = given.whole("agents", size // 2), given.whole("thieves", size // 2)
    said = given.whole("allegiance", agents + thieves)
    to.same("SCHIZ-GATHER-04", agents, thieves, "thief cards beside the agents")
    odd = count * (rounds + 1 - rounds % 2) % 2
    to.same("SCHIZ-GATHER-02", size, said, "cards of the allegiance deck")
    if odd:
        to.same("SCHIZ-GATHER-03", size, said, "cards of the allegiance deck")
    if length != "own":
        stated = rule["SCHIZ-GATHER-05"].data[length].get(count, size // 2)
        to.same("SCHIZ-GATHER-05", stated, agents, "agent cards of this length")
        to.same("SCHIZ-GATHER-05", stated, thieves, "thief cards of this length")


# ---- sheets and kits


def _sheet_facts(table: Table) -> Record:
    rule = table.game.rules
    capacity = rule["SCHIZ-SHEET-10"]
    return Record(
        {
            "sides": tuple(rule["SCHIZ-SHEET-01"].personas),
            "overlap": True,
            "sections": tuple(rule["SCHIZ-SHEET-02"].sections),
            "circles": rule["SCHIZ-SHEET-03"].circles,
            "overlap_circles": "empty",
            "box": True,
            "circle": True,
            "overlap_box": False,
            "overlap_circle": False,
            "name_fields": rule["SCHIZ-SHEET-06"].name_fields,
            "same_name": True,
            "lines": Record(
                {
                    "section": rule["SCHIZ-KIT-18"].standard.section,
                    "overlap": rule["SCHIZ-KIT-18"].standard.overlap,
                }
            ),
            "rounds": rule["SCHIZ-KIT-18"].standard.rounds,
            "starts": rule["SCHIZ-CHAR-05"].memories,
            "continuation": False,
            "eye": True,
            "curves": True,
            "directions": len(rule["SCHIZ-SHEET-01"].personas),
            "cover": True,
            "coin_edges": len(rule["SCHIZ-SHEET-01"].personas),
            "per_round": Record(
                {
                    "overlap": capacity.overlap_per_round,
                    "section": capacity.section_per_round,
                    "side": capacity.side_per_round,
                }
            ),
        }
    )


def judge_sheet(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """A character sheet."""
    rule = state.table.game.rules
    base = _sheet_facts(state.table)
    facts = merged(base, changes)
    given = Given(facts)
    personas = set(rule["SCHIZ-SHEET-01"].personas)
    to.same("SCHIZ-SHEET-01", personas, set(_list(given, "sides")), "sides")
    to.holds("SCHIZ-SHEET-01", given.yes("overlap"), "no overlap between the sides")
    sections = set(rule["SCHIZ-SHEET-02"].sections)
    to.same("SCHIZ-SHEET-02", sections, set(_list(given, "sections")), "sections")
    to.same("SCHIZ-SHEET-03", rule["SCHIZ-SHEET-03"].circles, given.whole("circles", 0), "circles")
    empty = str(given.raw("overlap_circles")) == "empty"
    to.holds("SCHIZ-SHEET-03", empty, "the overlap's circles are filled")
    for name in ("box", "circle"):
        to.holds("SCHIZ-SHEET-04", given.yes(name), f"memory lines without a {name}")
    for name in ("overlap_box", "overlap_circle"):
        word = name.partition("_")[2]
        to.holds("SCHIZ-SHEET-05", not given.yes(name), f"an overlap line with a {word}")
    fields = rule["SCHIZ-SHEET-06"].name_fields
    to.same("SCHIZ-SHEET-06", fields, given.whole("name_fields", fields), "name fields of a side")
    to.holds("SCHIZ-SHEET-06", given.yes("same_name"), "the name fields of a side differ")
    to.holds("SCHIZ-SHEET-07", given.yes("eye"), "no eye in the middle")
    to.holds("SCHIZ-SHEET-08", given.yes("curves"), "no curves")
    directions = given.whole("directions", 0)
    to.holds("SCHIZ-SHEET-08", directions > 1, f"text in {directions} direction only")
    to.holds("SCHIZ-SHEET-09", given.yes("cover"), "no side can be covered on its own")
    edges = given.whole("coin_edges", 0)
    to.same("SCHIZ-SHEET-09", len(personas), edges, "outer edges for coins")
    lines, rounds = given.inner("lines"), given.whole("rounds", 1)
    starts, extended = given.whole("starts", 1), given.yes("continuation")
    capacity = rule["SCHIZ-SHEET-10"]
    needs = {
        "section": capacity.section_per_round * rounds + starts,
        "overlap": capacity.overlap_per_round * rounds,
    }
    per_round = given.inner("per_round")
    for name in ("overlap", "section", "side"):
        should = getattr(capacity, f"{name}_per_round")
        to.same("SCHIZ-SHEET-10", should, per_round.whole(name, should), f"{name} lines a round")
    per_round.done()
    for name, need in needs.items():
        have = lines.whole(name, need)
        enough = have >= need or extended
        to.holds("SCHIZ-SHEET-10", enough, f"{have} {name} lines; {rounds} rounds may need {need}")
    lines.done()
    given.done()


def _list(given: Given, name: str) -> tuple[str, ...]:
    raw = given.raw(name)
    if isinstance(raw, str):
        return (raw,)
    if not isinstance(raw, tuple):
        raise given.wrong(name, f"expected a list, not {shown(raw)}")
    return tuple(str(each) for each in raw)


def _pieces(component: Component | None) -> int:
    return component.pieces if component else 0


def _by_title(component: Component | None) -> dict[str, int]:
    titles: dict[str, int] = {}
    for card in component.cards if component else ():
        titles[card.title.lower()] = titles.get(card.title.lower(), 0) + card.copies
    return titles


def _kit_facts(game: Game) -> Record:
    found = {component.id: component for component in game.components}
    rule = game.rules
    cards = _by_title(found.get("allegiance"))
    allegiance, keys = found.get("allegiance"), found.get("key-cards")
    backs = {
        "allegiance": len({c.back for c in (allegiance,) if c}),
        "keys": len({c.back for c in (keys,) if c}),
    }
    coins: Counter[int] = Counter()
    if "coins" in found:
        for card in found["coins"].cards:
            coins[int(card.fields.get("worth", 0))] += card.copies
    per_page = rule["SCHIZ-KIT-04"]
    return Record(
        {
            "players": game.players[1],
            "agents": cards.get("agent", 0),
            "thieves": cards.get("thief", 0),
            "agents_per_page": per_page.agents_per_page,
            "thieves_per_page": per_page.thieves_per_page,
            "pages": per_page.pages,
            "backs": Record(backs),
            "coins": Record(coins),
            "sheets": _pieces(found.get("sheets")),
            "tents": _pieces(found.get("tents")),
            "tent": "thief / agent",
            "pencils": game.players[1],
            "paper": True,
            "situation": "cue",
            "dice": Record({"book": rule["SCHIZ-COMP-09"].book,
                            "worst": rule["SCHIZ-COMP-09"].worst_case}),
        }
    )  # fmt: skip


def judge_kit(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """The counts of a kit, for so many players."""
    game = state.table.game
    rule = game.rules
    facts = merged(_kit_facts(game), changes)
    given = Given(facts)
    players = given.whole("players", game.players[1], 1, 99)
    agents, thieves = given.whole("agents", 0), given.whole("thieves", 0)
    fewest = rule["SCHIZ-COMP-06"]
    for word, have, each in (
        ("agent", agents, fewest.agent_cards),
        ("thief", thieves, fewest.thief_cards),
    ):
        need = each * players
        to.holds("SCHIZ-COMP-06", have >= need, f"{have} {word} cards for {players} players")
    most = max(
        (n for length in LENGTHS for p, n in rule["SCHIZ-GATHER-05"].data[length].items()
         if p <= players),
        default=0,
    )  # fmt: skip
    for word, have in (("agent", agents), ("thief", thieves)):
        facts_ = f"{have} {word} cards; games of up to {players} need {most}"
        to.holds("SCHIZ-COMP-07", have >= most, facts_)
    printed = rule["SCHIZ-KIT-04"]
    if players == game.players[1]:
        to.same("SCHIZ-KIT-04", printed.each, agents, "agent cards printed")
        to.same("SCHIZ-KIT-04", printed.each, thieves, "thief cards printed")
    for name in ("pages", "agents_per_page", "thieves_per_page"):
        should = getattr(printed, name)
        to.same("SCHIZ-KIT-04", should, given.whole(name, should), name.replace("_", " "))
    backs = given.inner("backs")
    for name, word in (("allegiance", "agent and thief cards"), ("keys", "key cards")):
        number = backs.whole(name, 1)
        to.holds("SCHIZ-COMP-08", number == 1, f"{word} have {number} different backs")
    backs.done()
    _judge_coins(game, given, players, to)
    sheets = given.whole("sheets", 0)
    need = rule["SCHIZ-COMP-11"].sheets * players
    to.holds("SCHIZ-COMP-11", sheets >= need, f"{sheets} sheets for {players} players")
    pencils = given.whole("pencils", players)
    to.holds("SCHIZ-COMP-11", pencils >= players, f"{pencils} pencils for {players} players")
    to.holds("SCHIZ-COMP-11", given.yes("paper", True), "no blank paper")
    to.same("SCHIZ-COMP-13", "cue", str(given.raw("situation")), "for the situation it prints a")
    tents = given.whole("tents", 0)
    each = rule["SCHIZ-COMP-12"].tents
    facts_ = f"{tents} name tents for {players} players"
    to.holds("SCHIZ-COMP-12", tents in (0, *range(each * players, 1000)), facts_)
    form = "".join(str(given.raw("tent")).lower().split())
    to.same("SCHIZ-COMP-12", "thief/agent", form, "a tent says")
    dice = given.inner("dice")
    for name, datum in (("book", "book"), ("worst", "worst_case")):
        stated = rule["SCHIZ-COMP-09"].data[datum]
        inner = dice.inner(name)
        found = {die: inner.whole(die, number) for die, number in stated.items()}
        inner.done()
        to.same("SCHIZ-COMP-09", dict(stated), found, f"the {name} list of dice")
    dice.done()
    given.done()


def _judge_coins(game: Game, given: Given, players: int, to: Judge) -> None:
    rule = game.rules
    inner = given.inner("coins")
    coins = {int(worth): inner.whole(worth, 0) for worth in inner.facts if str(worth).isdigit()}
    inner.done()
    worth = sum(value * number for value, number in coins.items())
    scopes = rule["SCHIZ-KIT-15"].scopes
    scope = min((most for most in scopes if most >= players), default=max(scopes))
    for value, need in zip(rule["SCHIZ-KIT-14"].denominations, scopes[scope], strict=True):
        have = coins.get(value, 0)
        facts = f"{have} chips of {value}; up to {scope} players need {need}"
        to.holds("SCHIZ-KIT-15", have >= need, facts)
    most = max(
        (pair[1] for length in LENGTHS for p, pair in rule["SCHIZ-KIT-13"].data[length].items()
         if p <= players),
        default=0,
    )  # fmt: skip
    to.holds("SCHIZ-COMP-10", worth >= most, f"coins worth {worth}; a game may need {most}")


def judge_pack(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """Ordinary playing cards in place of agents and thieves."""
    rule = state.table.game.rules
    option, pack = rule["SCHIZ-OPT-04"], rule["SCHIZ-KIT-05"]
    given = Given(changes)
    count = given.whole("players", state.table.count, 1, 99)
    for name in ("thief", "agent"):
        should = getattr(option, name)
        to.same("SCHIZ-OPT-04", should, str(given.raw(name, should)), f"a {name} is")
    for name, each in (("red", option.thief_cards), ("black", option.agent_cards)):
        have, need = given.whole(name, getattr(pack, name)), each * count
        to.holds("SCHIZ-OPT-04", have >= need, f"{have} {name} cards for {count} players")
    given.done()


# ---- figures that follow from others


def judge_figures(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """``{SCHIZ-KIT-13: {very_short: {4: [40, 56]}}}`` against what other numbers make of it."""
    rules = state.table.game.rules
    for name in changes:
        if str(name) not in rules:
            raise FactError((str(name),), f"no rule '{name}'")
    wanted = {str(name): each for name, each in changes.items()}

    number = _Wanted(state.table.game, wanted)
    for entry in NUMBERS:
        rule = entry.reference.split(".")[0] if isinstance(entry, Derived) else entry.rule
        if wanted and rule not in wanted:
            continue
        try:
            if isinstance(entry, Derived):
                to.same(rule, entry.value(number), number(entry.reference), entry.because)
            elif entry.covered_by not in rules:
                to.holds(rule, not entry.holds(number), entry.holds(number))
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            to.holds(rule, False, f"{rule} has a value of the wrong kind")


@dataclass(frozen=True)
class _Wanted:
    """The numbers of a game's rules, with others in the place of some."""

    game: Game
    wanted: Mapping[str, Any]

    def __call__(self, reference: str, /) -> Any:
        id_, _, path = reference.partition(".")
        rules = self.game.rules
        if id_ not in self.wanted:
            return rules.number(reference)
        value: Any = merged(rules[id_].data, self.wanted[id_])
        for step in path.split(".") if path else ():
            key: Any = int(step) if step.isdigit() else step
            value = value[key] if isinstance(value, tuple) else _in(value, step)
        return value

    def cards(self, component: str, /) -> tuple[Card, ...]:
        """The cards of a component with at least one copy."""
        return tuple(card for card in self.game.component(component).cards if card.copies)


def _in(value: Any, step: str) -> Any:
    return value[int(step)] if step.isdigit() and int(step) in value else value[step]


def judge_coins(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """The check sum: what so many endgame scenes and contributions have paid."""
    rule = state.table.game.rules["SCHIZ-TALLY-07"]
    given = Given(changes)
    count = given.whole("players", state.table.count, 1, 99)
    scenes, gifts = given.whole("scenes", state.size), given.whole("contributions", 0)
    right = rule.scene * scenes + rule.contribution * gifts
    to.same("SCHIZ-TALLY-07", right, given.whole("coins", right), "coins on all sheets")
    most = max(0, count - rule.in_scene) * scenes
    facts = f"{gifts} contributions in {scenes} scenes of {count} players"
    to.holds("SCHIZ-TALLY-07", gifts <= most, facts)
    given.done()


# ---- a note of the game, to go on another day


def judge_record(state: State, changes: Mapping[str, Any], to: Judge) -> None:
    """What was noted of a game that is broken off, against the table as it is."""
    table = state.table
    given = Given(changes)
    deck = given.whole("deck", len(state.deck))
    to.same("SCHIZ-OPT-05", len(state.deck), deck, "cards of the key deck")
    for seat, name in enumerate(table.players):
        own = given.inner(name) if name in given else Given({})
        if "hand" in own:
            hand = own.words("hand", tuple(table.keys))
            to.same("SCHIZ-OPT-05", set(state.seats[seat].hand), set(hand), f"{name}'s key cards")
        if "coins" in own:
            inner = own.inner("coins")
            for kind, letter in enumerate(("A", "T")):
                have = state.seats[seat].coins[kind]
                to.same("SCHIZ-OPT-05", have, inner.whole(letter, have), f"{name}'s coins")
            inner.done()
        own.done()
    given.done()

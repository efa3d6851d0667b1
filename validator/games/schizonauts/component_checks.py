"""Checks decks, lengths, sheets, kits, dice and coins of Schizonauts against the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from validator.core.model import Card
from validator.games.schizonauts.allegiance_deck import half_allegiance_deck
from validator.games.schizonauts.characters import default_sheet, judge_pair, sheet_from
from validator.games.schizonauts.constants import Table
from validator.games.schizonauts.key_card_checks import judge_key_cards, judge_kit_key_cards
from validator.games.schizonauts.numbers import NUMBERS
from validator.games.schizonauts.phases import LENGTHS
from validator.games.schizonauts.position_errors import position_errors
from validator.games.schizonauts.positions import from_start
from validator.games.schizonauts.state import State
from validator.referee import api as ref
from validator.referee.api import Collector, FactReader, Function, Seen, ask, follows, is_, part
from validator.referee.component_checks import NAMES, Check, Part, component_cards, no
from validator.referee.core import Judged

# ---- lengths


def judge_length(state: State, changes: Mapping[str, object], to: Collector) -> None:
    """Check a choice of length and number of players, and the numbers that follow from it."""
    table, rule = state.table, state.table.game.rules
    reader = FactReader(changes)
    count = reader.whole("players", table.count)
    low, high = rule["SCHIZ-GEN-02"].players_from, rule["SCHIZ-GEN-02"].players_to
    to.holds(
        "SCHIZ-GEN-02", low <= count <= high, f"there are {count} players; expected {low} to {high}"
    )
    word = str(reader.raw("length", "own" if "cards" in changes else LENGTHS[0]))
    length = FactReader({"length": word.replace(" ", "_").lower()}).word(
        "length", (*LENGTHS, "own"), ""
    )
    standard = rule["SCHIZ-DECK-02"].data[length].get(count) if length != "own" else None
    cards = reader.whole("cards", standard or count)
    if standard is not None:
        to.same("SCHIZ-DECK-02", standard, cards, f"key cards of a {word} game of {count}")
    most = rule["SCHIZ-DECK-04"].most
    whole = cards % count == 0 if count else False
    facts = f"{cards} cards for {count} players do not make whole rounds"
    to.holds("SCHIZ-DECK-01", whole, facts)
    to.holds("SCHIZ-DECK-04", whole, facts)
    fits = count <= cards <= most
    to.holds("SCHIZ-DECK-04", fits, f"the key deck has {cards} cards; expected {count} to {most}")
    if not count or not whole or not fits:
        for name in ("rounds", "hand", "scenes", "agents", "thieves", "allegiance", "out"):
            reader.raw(name)
        reader.done()
        return
    _judge_counts(table, reader, count, cards, length, to)
    reader.done()


def _judge_counts(
    table: Table, reader: FactReader, count: int, cards: int, length: str, to: Collector
) -> None:
    """Check the rounds, scenes, hands and allegiance cards of a length."""
    rule = table.game.rules
    rounds = cards // count

    def as_stated(id_: str, found: int, follows: int, what: str) -> None:
        if length != "own":
            stated = rule[id_].data[length].get(count, follows)
            to.same(id_, stated, found, f"{what} of this length")

    for name in ("rounds", "hand"):
        said = reader.whole(name, rounds)
        to.same("SCHIZ-DECK-05", rounds, said, f"{name} for {cards} cards")
        to.same("SCHIZ-DECK-01", rounds, said, f"{name} for {cards} cards")
        as_stated("SCHIZ-KIT-01", said, rounds, name)
    each = rule["SCHIZ-GEN-06"].scenes_per_turn
    by_phase = {
        "flashback": each.flashback * cards, "endgame": each.endgame * cards,
        "final": each.final * count,
    }  # fmt: skip
    total = sum(by_phase.values())
    raw = reader.raw("scenes")
    if isinstance(raw, Mapping):
        inner = reader.inner("scenes")
        found = {name: inner.whole(name, number) for name, number in by_phase.items()}
        inner.done()
        said = sum(found.values())
    else:
        said = reader.whole("scenes", total)
        found = by_phase if said == total else {**by_phase, "in all": said}
    to.same("SCHIZ-GEN-06", by_phase, found, "scenes")
    to.same("SCHIZ-DECK-05", total, said, "scenes in all")
    as_stated("SCHIZ-KIT-02", said, total, "scenes")
    all_cards = rule["SCHIZ-DECK-03"].cards
    out = reader.whole("out", all_cards - cards)
    to.same("SCHIZ-DECK-03", all_cards - cards, out, "key cards out of play")
    _judge_allegiance(reader, count, rounds, as_stated, to)


def _judge_allegiance(
    reader: FactReader, count: int, rounds: int,
    as_stated: Callable[[str, int, int, str], None], to: Collector,
) -> None:  # fmt: skip
    """Check the allegiance deck for a length."""
    size = 2 * half_allegiance_deck(count, rounds)
    agents, thieves = reader.whole("agents", size // 2), reader.whole("thieves", size // 2)
    said = reader.whole("allegiance", agents + thieves)
    to.same("SCHIZ-GATHER-04", agents, thieves, "thief cards beside the agents")
    odd = count * (rounds + 1 - rounds % 2) % 2
    to.same("SCHIZ-GATHER-02", size, said, "cards of the allegiance deck")
    if odd:
        to.same("SCHIZ-GATHER-03", size, said, "cards of the allegiance deck")
    as_stated("SCHIZ-GATHER-05", agents, size // 2, "agent cards")
    as_stated("SCHIZ-GATHER-05", thieves, size // 2, "thief cards")


# ---- character sheets


def _personas(table: Table) -> int:
    """Return the number of personas that share a sheet."""
    return len(table.game.rules["SCHIZ-SHEET-01"].personas)


def _directions(number: int, _: Seen) -> str:
    return "" if number > 1 else f"the text can be read from {number} direction only"


def _enough_lines(seen: Seen, to: Collector) -> None:
    """Check that a sheet has a line for each memory, or that it is continued on another sheet."""
    needs = {
        "section": seen.number("SCHIZ-SHEET-10.section_per_round") * seen.rounds + seen.starts,
        "overlap": seen.number("SCHIZ-SHEET-10.overlap_per_round") * seen.rounds,
    }
    for name, need in needs.items():
        have = getattr(seen.lines, name)
        words = f"{have} {name} lines; {seen.rounds} rounds may need {need}"
        to.holds("SCHIZ-SHEET-10", have >= need or seen.continuation, words)


SHEET = ref.Subject(
    (
        follows("sides", "SCHIZ-SHEET-01.personas", kind=NAMES),
        follows("sections", "SCHIZ-SHEET-02.sections", kind=NAMES),
        follows("circles", "SCHIZ-SHEET-03.circles"),
        part("overlap_circles", "empty", is_("SCHIZ-SHEET-03", "empty"), kind=ref.TEXT),
        *(
            part(f"overlap_{name}", False, no("SCHIZ-SHEET-05", f"an overlap line with a {name}"),
                 kind=ref.FLAG)
            for name in ("box", "circle")
        ),
        follows("name_fields", "SCHIZ-SHEET-06.name_fields", what="name fields of a side"),
        part("directions", _personas, ask("SCHIZ-SHEET-08", _directions)),
        part("coin_edges", _personas, is_("SCHIZ-SHEET-09", _personas),
             what="outer edges for coins"),
        ref.group(
            "lines",
            *(
                part(name, lambda table, name=name: _standard(table)[name])
                for name in ("section", "overlap")
            ),
        ),
        part("rounds", lambda table: _standard(table)["rounds"]),
        part("starts", lambda table: table.start_memories),
        part("continuation", False, kind=ref.FLAG),
        ref.group(
            "per_round",
            *(
                follows(name, f"SCHIZ-SHEET-10.{name}_per_round", what=f"{name} lines a round")
                for name in ("overlap", "section", "side")
            ),
        ),
    ),
    also=_enough_lines,
)  # fmt: skip


def _standard(table: Table) -> Mapping[str, int]:
    """Return the numbers of lines and rounds for which the standard sheet is made."""
    found: Mapping[str, int] = table.game.rules["SCHIZ-KIT-18"].standard
    return found


# ---- kits


def _enough(each: str, words: str) -> Check:
    """Return a check that there are enough pieces for each player.

    `each` refers to the required number per player; `words` names the pieces.
    """

    def wrong(have: int, seen: Seen) -> str:
        enough = have >= seen.number(each) * seen.players
        return "" if enough else f"there are only {have} {words} for {seen.players} players"

    return ask(each.partition(".")[0], wrong)


def _longest(seen: Seen, rule: str) -> list[Any]:
    """Return the largest values in a rule's table for up to `seen.players` players."""
    rows = (seen.number(f"{rule}.{length}") for length in LENGTHS)
    return [each for row in rows for count, each in row.items() if count <= seen.players]


def _printed(kind: str) -> tuple[Check, ...]:
    """Return the checks of the number of agent or thief cards in the kit."""

    def all_lengths(have: int, seen: Seen) -> str:
        most = max(_longest(seen, "SCHIZ-GATHER-05"), default=0)
        words = f"{have} {kind} cards; games of up to {seen.players} need {most}"
        return "" if have >= most else words

    def as_printed(have: int, seen: Seen) -> str | None:
        each = seen.number("SCHIZ-KIT-04.each")
        if seen.players != seen.table.game.players[1]:
            return None
        return "" if have == each else f"{have} {kind} cards are printed; expected {each}"

    return (
        _enough(f"SCHIZ-COMP-06.{kind}_cards", f"{kind} cards"),
        ask("SCHIZ-COMP-07", all_lengths),
        ask("SCHIZ-KIT-04", as_printed),
    )


def _backs(*names: str) -> Any:
    return lambda table: len({each.back for each in table.game.components if each.id in names})


def _coins(table: Table) -> ref.FrozenMap:
    coins: Counter[int] = Counter()
    for card in component_cards(table.game, "coins"):
        coins[int(card.fields.get("worth", 0))] += card.copies
    return ref.FrozenMap(coins)


def _enough_chips(coins: Mapping[str, int], seen: Seen) -> str:
    """Return an error if there are too few chips of a denomination."""
    scopes = seen.number("SCHIZ-KIT-15.scopes")
    scope = min((most for most in scopes if most >= seen.players), default=max(scopes))
    values = seen.number("SCHIZ-KIT-14.denominations")
    for value, need in zip(values, scopes[scope], strict=True):
        have = coins.get(str(value), 0)
        if have < need:
            return f"{have} chips of {value}; up to {scope} players need {need}"
    return ""


def _enough_worth(coins: Mapping[str, int], seen: Seen) -> str:
    """Return an error if the chips are worth less than a game may need."""
    worth = sum(int(value) * number for value, number in coins.items() if value.isdigit())
    most = max((pair[1] for pair in _longest(seen, "SCHIZ-KIT-13")), default=0)
    return "" if worth >= most else f"coins worth {worth}; a game may need {most}"


def _tents_for_all(tents: int, seen: Seen) -> str:
    """Return an error unless there are no tents or exactly one for each player."""
    need = seen.number("SCHIZ-COMP-12.tents") * seen.players
    words = f"there are only {tents} name tents for {seen.players} players"
    return "" if not tents or tents >= need else words


def _most_players(table: Table) -> int:
    return table.game.players[1]


KIT = ref.Subject(
    (
        part("players", _most_players, kind=ref.whole(1, 99)),
        part("agents", ref.copies("allegiance/agent"), *_printed("agent")),
        part("thieves", ref.copies("allegiance/thief"), *_printed("thief")),
        *(
            follows(name, f"SCHIZ-KIT-04.{name}")
            for name in ("pages", "agents_per_page", "thieves_per_page")
        ),
        ref.group(
            "backs",
            part("allegiance", _backs("allegiance"), is_("SCHIZ-COMP-08", 1),
                 what="different backs of agent and thief cards"),
            part("keys", _backs("key-cards"), is_("SCHIZ-COMP-08", 1),
                 what="different backs of key cards"),
        ),
        part("coins", _coins, ask("SCHIZ-KIT-15", _enough_chips),
             ask("SCHIZ-COMP-10", _enough_worth), kind=ref.COUNTS),
        part("sheets", ref.copies("sheets"), _enough("SCHIZ-COMP-11.sheets", "sheets")),
        part("pencils", _most_players, _enough("SCHIZ-COMP-11.sheets", "pencils")),
        part("situation", "cue", is_("SCHIZ-COMP-13", "cue"), kind=ref.TEXT,
             what="for the situation it prints a"),
        part("tents", ref.copies("tents"), ask("SCHIZ-COMP-12", _tents_for_all)),
        part("tent", "thief / agent",
             is_("SCHIZ-COMP-12", "thief/agent", of=lambda says: "".join(says.lower().split())),
             kind=ref.TEXT, what="a tent says"),
        ref.group(
            "dice",
            *(
                follows(x, f"SCHIZ-COMP-09.{dice}", kind=ref.COUNTS, what=f"the {x} list of dice")
                for x, dice in (("book", "book"), ("worst", "worst_case"))
            ),
        ),
    )
)  # fmt: skip


def _enough_in_pack(kind: str, colour: str) -> Part:
    """Return the part for the cards of a colour that replace agent or thief cards."""
    return part(colour, lambda table: getattr(table.game.rules["SCHIZ-KIT-05"], colour),
                _enough(f"SCHIZ-OPT-04.{kind}_cards", f"{colour} cards"))  # fmt: skip


PACK = ref.Subject(
    (
        part("players", lambda table: table.count, kind=ref.whole(1, 99)),
        *(
            follows(kind, f"SCHIZ-OPT-04.{kind}", kind=ref.TEXT, what=f"a {kind} is")
            for kind in ("thief", "agent")
        ),
        _enough_in_pack("thief", "red"),
        _enough_in_pack("agent", "black"),
    )
)


# ---- figures that follow from others


def judge_figures(state: State, changes: Mapping[str, object], to: Collector) -> None:
    """Compare stated numbers with those that are derived from other numbers.

    The facts are rules with numbers, such as ``{SCHIZ-KIT-13: {very_short: {4: [40, 56]}}}``;
    without facts, all numbers are checked.
    """
    rules = state.table.game.rules
    for name in changes:
        if str(name) not in rules:
            raise ref.FactError((str(name),), f"no rule '{name}'")
    wanted = {str(name): each for name, each in changes.items()}

    number = _Wanted(state.table.game, wanted)
    for entry in NUMBERS:
        rule = entry.reference.split(".")[0] if isinstance(entry, ref.Derived) else entry.rule
        if wanted and rule not in wanted:
            continue
        try:
            if isinstance(entry, ref.Derived):
                to.same(rule, entry.value(number), number(entry.reference), entry.because)
            elif entry.covered_by not in rules:
                to.holds(rule, not entry.holds(number), entry.holds(number))
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            to.holds(rule, False, f"{rule} has a value of the wrong kind")


@dataclass(frozen=True)
class _Wanted:
    """The numbers of a game's rules, some of them replaced by those in a script."""

    game: ref.Game
    wanted: Mapping[str, Any]

    def __call__(self, reference: str, /) -> Any:
        id_, _, path = reference.partition(".")
        rules = self.game.rules
        if id_ not in self.wanted:
            return rules.number(reference)
        value: Any = ref.merged(rules[id_].data, self.wanted[id_])
        for step in path.split(".") if path else ():
            key: Any = int(step) if step.isdigit() else step
            value = value[key] if isinstance(value, tuple) else _in(value, step)
        return value

    def cards(self, component: str, /) -> tuple[Card, ...]:
        """Return the cards of a component with at least one copy."""
        return tuple(card for card in self.game.component(component).cards if card.copies)


def _in(value: Any, step: str) -> Any:
    return value[int(step)] if step.isdigit() and int(step) in value else value[step]


def judge_coins(state: State, changes: Mapping[str, object], to: Collector) -> None:
    """Check that the kit has enough coins for the payments of endgame scenes and contributions."""
    rule = state.table.game.rules["SCHIZ-TALLY-07"]
    reader = FactReader(changes)
    count = reader.whole("players", state.table.count, 1, 99)
    scenes, gifts = reader.whole("scenes", state.size), reader.whole("contributions", 0)
    right = rule.scene * scenes + rule.contribution * gifts
    to.same("SCHIZ-TALLY-07", right, reader.whole("coins", right), "coins on all sheets")
    most = max(0, count - rule.in_scene) * scenes
    facts = f"{gifts} contributions in {scenes} scenes of {count} players"
    to.holds("SCHIZ-TALLY-07", gifts <= most, facts)
    reader.done()


# ---- a note of the game, to go on another day


def judge_record(state: State, changes: Mapping[str, object], to: Collector) -> None:
    """Check the record of an interrupted game against the current position."""
    table = state.table
    reader = FactReader(changes)
    deck = reader.whole("deck", len(state.deck))
    to.same("SCHIZ-OPT-05", len(state.deck), deck, "cards of the key deck")
    for seat, name in enumerate(table.players):
        own = reader.inner(name) if name in reader else FactReader({})
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
    reader.done()


def _judge_characters(state: State, changes: Mapping[str, object], to: Collector) -> None:
    base = default_sheet(state.table, 0)
    reader = FactReader(changes)
    sheet = sheet_from(state.table, reader, base)
    reader.done()
    judge_pair(state.table, sheet, to)


CARDS = "{CARD: {…}} with the fields of its deck"
SOUND = ("SCHIZ-COMP-05", "SCHIZ-COMP-07", "SCHIZ-DECK-04", "SCHIZ-BLEED-03")
SUBJECTS: dict[str, Judged] = {
    "characters": Function(
        _judge_characters, "{agent: {…}, thief: {…}, overlap: {…}}, as after `character`"
    ),
    "deck": Function(judge_key_cards, CARDS),
    "own-deck": Function(judge_kit_key_cards, CARDS),
    "length": Function(judge_length),
    "kit": KIT,
    "sheet": SHEET,
    "pack": PACK,
    "figures": Function(judge_figures, "{RULE-ID: {…}} with numbers of the rule"),
    "coins": Function(judge_coins),
    "record": Function(judge_record),
    "position": ref.PositionSubject(from_start, position_errors, SOUND),
}

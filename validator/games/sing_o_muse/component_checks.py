"""Checks the kit, the cards, the set-up and positions of Sing! O Muse against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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
from validator.games.sing_o_muse.constants import Table
from validator.games.sing_o_muse.facts import NAMES as CARD_NAMES
from validator.games.sing_o_muse.position_errors import position_errors
from validator.games.sing_o_muse.positions import from_start
from validator.games.sing_o_muse.requirements import open_steps
from validator.games.sing_o_muse.state import State
from validator.referee import api as ref
from validator.referee.api import SEAT, Collector, FrozenMap, Game, Kind
from validator.referee.component_checks import (
    NAMES,
    TEXTS,
    by_name,
    changed_card,
    component_cards,
    players,
)
from validator.referee.core import Judged

QUEST = "quest"
SHOWS_TRAITS = (HERO, COMPANION, TREASURE)

# ---- the kit


def _printed(table: Table) -> list[Any]:
    return [card for card in component_cards(table.game, "muse") if card.copies]


def _types(table: Table) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(card.fields.get("type", "")) for card in _printed(table)))


def _heroes(table: Table) -> int:
    return sum(card.copies for card in _printed(table) if card.fields.get("type") == HERO)


def _queues(table: Table) -> int:
    strips = component_cards(table.game, "strips")
    return len({card.fields.get("queue") for card in strips if card.copies})


def _known_types(types: tuple[str, ...], seen: ref.Seen) -> str:
    """Return an error if the types of the cards differ from those in the rules.

    A Deity counts as a Hold This Card.
    """
    words = {word.lower() for word in seen.number("SING-DECK-03.types")}
    hold = any(word.startswith(HOLD) for word in words)
    now = any(word.endswith("immediately") for word in words)
    words |= {HOLD, DEITY} if hold else set()
    words |= {IMMEDIATE} if now else set()
    strange = [each for each in types if each.lower() not in words]
    return f"the rules do not have the type '{', '.join(strange)}'" if strange else ""


def _one_back(backs: frozenset[str], seen: ref.Seen) -> str:
    """Return an error unless the Muse deck has a single back that differs from the Quests' back."""
    one = len(backs) == 1 and seen.number("SING-DECK-01.quest_back") not in backs
    words = (
        f"the Muse deck has the backs {', '.join(sorted(backs))}; "
        "expected one, which differs from that of the Quests"
    )
    return "" if one else words


def _apart(muse: Mapping[str, int], seen: ref.Seen) -> str:
    quests = {card.title for card in seen.table.quests.values()} | seen.quests.keys()
    mixed = sorted(title for title, number in muse.items() if number and title in quests)
    return f"cards in both decks: {', '.join(mixed[:3])}" if mixed else ""


def _traits(table: Table) -> FrozenMap:
    """Return the symbol of each trait; in the data, it is the trait's name."""
    traits = [trait.lower() for trait in table.game.rules["SING-DECK-08"].traits]
    return FrozenMap(dict(zip(traits, traits, strict=True)))


def _own_symbols(symbols: Mapping[str, object], _: ref.Seen) -> str:
    shared = len(set(symbols.values())) < len(symbols)
    return "two traits have the same symbol" if shared else ""


def _enough_beads(beads: int, seen: ref.Seen) -> str:
    longest = max((len(quest.steps) for quest in seen.table.quests.values()), default=1)
    need = open_steps(seen.table.game, seen.number("SING-SETUP-10.players.max"))
    words = f"there are {beads} beads; Quests of up to {longest} steps may need {need}"
    return "" if beads >= need else words


def _heroes_for_all(heroes: int, seen: ref.Seen) -> str:
    players = len(seen.table.players)
    return "" if heroes >= players else f"there are {heroes} Heroes for {players} players"


KIT = ref.Subject(
    (
        ref.part("muse", ref.titles("muse"), ref.ask("SING-DECK-02", _apart), kind=ref.COUNTS),
        ref.part("quests", ref.titles("quests"), kind=ref.COUNTS),
        ref.group(
            "backs",
            ref.follows("quests", "SING-DECK-01.quest_back", kind=ref.TEXT,
                        what="backs of Quest cards"),
            ref.part("muse", "muse", ref.ask("SING-DECK-01", _one_back), kind=NAMES),
        ),
        ref.part("types", _types, ref.ask("SING-DECK-03", _known_types), kind=TEXTS),
        ref.part("heroes", _heroes, ref.ask("SING-DECK-17", _heroes_for_all)),
        ref.part("symbols", _traits,
                 ref.is_("SING-DECK-08", lambda table: {*_traits(table)}, "traits", set),
                 ref.same("SING-DECK-08.count", len, "number of traits"),
                 ref.ask("SING-DECK-08", _own_symbols), kind=by_name(ref.TEXT)),
        ref.follows("numeric", "SING-DECK-08.numeric", kind=ref.TEXT, what="the numeric trait"),
        ref.part("beads", ref.copies("beads"), ref.same("SING-KIT-01.beads"),
                 ref.ask("SING-KIT-01", _enough_beads)),
        ref.part("counters", ref.copies("counters"), ref.same("SING-KIT-02.counters")),
        ref.part("strips", ref.copies("strips"), ref.same("SING-KIT-03.pieces")),
        ref.part("queues", _queues, ref.same("SING-QUEUE-01.queues")),
    )
)  # fmt: skip


# ---- cards


def _border(game: Game, kind: str) -> str:
    """Return the border colour of a type of card."""
    borders = {**game.rules["SING-DECK-04"].borders, **game.rules["SING-DECK-05"].borders}
    return str(borders.get(HOLD if kind == DEITY else kind, ""))


def _stripes(game: Game, card: Mapping[str, object]) -> tuple[str, ...]:
    """Return the colours of the stripes that a card's rewards and effects require."""
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


def _shown(game: Game, card: Mapping[str, Any], deck: str) -> FrozenMap:
    """Return the face of a card: its data, its border and its stripes."""
    kind = QUEST if deck == "quests" else str(card.get("type", ""))
    own: dict[str, Any] = {"type": kind}
    if kind != QUEST:
        own |= {"border": _border(game, kind), "stripes": _stripes(game, card), "edge": True}
    return FrozenMap({**own, **{key: value for key, value in card.items() if value is not None}})


def _new_card(game: Game, change: object) -> FrozenMap | None:
    """Return the face of a card that only the script describes, or None."""
    if not isinstance(change, Mapping) or not ("type" in change or "laurels" in change):
        return None
    return _shown(game, change, "quests" if change.get("type") in (None, QUEST) else "muse")


def _judge_cards(state: State, changes: Mapping[str, object], to: Collector) -> None:
    table, game = state.table, state.table.game
    cards = {
        card.title: _shown(game, card.fields, deck)
        for deck in ("muse", "quests")
        for card in component_cards(game, deck)
    }
    decks = [each for each in game.components if each.id in ("muse", "quests")]
    fields = ("border", "stripes", "edge", *(name for deck in decks for name in deck.fields))
    for title, change in changes.items():
        base = cards.get(title) or _new_card(game, change)
        cards[title] = changed_card(title, base, change, cards, fields)
    for title, card in cards.items():
        _judge_card(table, title, card, to)
    _judge_steps(table, cards, to)


def _judge_card(table: Table, title: str, card: Mapping[str, Any], judge: Collector) -> None:
    """Check that a card shows what the rules require of its type."""
    game, rule = table.game, table.game.rules
    kind = str(card.get("type", ""))
    if kind == QUEST:
        number = card.get("laurels")
        good = isinstance(number, int) and number > 0
        judge.holds("SING-DECK-13", good, f"{title} shows no Laurels")
        steps = bool(card.get("steps")) or card.get("war") is True
        judge.holds("SING-DECK-13", steps, f"{title} shows no steps")
        return
    judge.holds("SING-DECK-03", kind in TYPES,
                f"{title} has the type '{kind}', which is not in the rules")  # fmt: skip
    if kind not in TYPES:
        return
    id_ = "SING-DECK-05" if kind in (FOE, ORDEAL) else "SING-DECK-04"
    judge.same(id_, _border(game, kind), str(card.get("border")), f"{title}'s border")
    _judge_stripes(table, title, card, judge)
    if kind in SHOWS_TRAITS:
        might = isinstance(card.get("might"), int)
        judge.holds("SING-DECK-09", might, f"{title} shows no Might")
        known = {each.lower() for each in rule["SING-DECK-08"].traits}
        strange = [each for each in _texts(card.get("traits")) if each not in known]
        judge.holds("SING-DECK-09", not strange, f"{title} shows {', '.join(strange)}")
    if kind == TREASURE:
        classes = tuple(rule["SING-DECK-10"].classes)
        slot = str(card.get("slot"))
        judge.holds("SING-DECK-10", slot in classes,
                    f"{title} has the class '{slot}', which is not in the rules")  # fmt: skip
    if kind == DEITY:
        for name in ("favor", "wrath"):
            says = isinstance(card.get(name), Mapping) and any(
                value not in (None, 0, (), False) for value in card[name].values()
            )
            judge.holds("SING-DECK-11", says, f"{title} has no {name}")
    if kind in (COMPANION, TREASURE, DEITY):
        edge = card.get("edge") is True
        judge.holds("SING-DECK-12", edge, f"{title} must show its symbols near an edge")


def _judge_stripes(table: Table, title: str, card: Mapping[str, Any], judge: Collector) -> None:
    """Check that a card has the stripes of its rewards, and silver if it acts when drawn."""
    game, kind = table.game, str(card.get("type", ""))
    silver = game.rules["SING-DECK-07"].immediate_stripe
    shown = _texts(card.get("stripes"))
    due = _stripes(game, card)
    both = (set(shown) - {silver}, set(due) - {silver})
    judge.same("SING-DECK-06", both[1], both[0], f"{title}'s stripes")
    striped = kind in (FOE, ORDEAL, TREASURE) or not shown
    judge.holds("SING-DECK-06", striped,
                f"{title} has the type {kind}, so it cannot have a striped border")  # fmt: skip
    stripes = (silver in shown, silver in due)
    words = f"{title}: {'' if stripes[0] else 'no '}stripes in {silver}"
    judge.holds("SING-DECK-07", stripes[0] == stripes[1], words)


def _texts(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(map(str, value)) if isinstance(value, tuple | list) else (str(value),)


def _judge_steps(table: Table, cards: Mapping[str, Mapping[str, object]], judge: Collector) -> None:
    """Check that cards named by Quest steps are discarded when they are overcome."""
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
                    words = f"{title} names {what}, which does not go back to the discard pile"
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
                        f"{title}: there are {len(fit)} cards of kind {what}, of which {back} can "
                        f"come back; expected {rule.candidates}, of which {rule.returning} can "
                        "come back"
                    )
                    enough = len(fit) >= rule.candidates and back >= rule.returning
                    judge.holds("SING-KIT-04", enough, words)


# ---- a laid-out starting table

PIECES = Kind(
    lambda reader, name, table: tuple(
        table.names[each][0] for each in CARD_NAMES.read(reader, name, table)
    )
)


def _dealt(table: Table, seat: int) -> tuple[str, ...]:
    """Return the Hero of a player if Heroes are dealt in the order of the data."""
    return tuple(each for each, card in table.cards.items() if card.type == HERO)[seat : seat + 1]


def _hand(table: Table, seat: int) -> tuple[str, ...]:
    others = [each for each, card in table.cards.items() if card.type != HERO]
    return tuple(others[table.further * seat : table.further * (seat + 1)])


def _begins(table: Table) -> str:
    """Return the player whose Hero has the lowest Might."""
    mights = [table.cards[each].might for seat in table.seats for each in _dealt(table, seat)]
    return str(table.players[mights.index(min(mights))] if mights else table.players[0])


def _enough_heroes(players: int, seen: ref.Seen) -> str:
    heroes = seen.table.heroes
    return "" if players <= heroes else f"there are {players} players, but only {heroes} Heroes"


def _length(target: int, seen: ref.Seen) -> str:
    fits = target == seen.table.target or target >= seen.table.long_target
    words = (
        f"the target is {target} Laurels; expected {seen.table.target}, "
        f"or {seen.table.long_target} or more"
    )
    return "" if fits else words


def _all_open(middle: tuple[str, ...], seen: ref.Seen) -> str:
    lacks = [each for each in seen.table.quests if each not in middle]
    return f"Quests are missing from the middle: {seen.table.titles(lacks)}" if lacks else ""


def _quests_alone(middle: tuple[str, ...], seen: ref.Seen) -> str:
    strange = [each for each in middle if each in seen.table.cards]
    words = f"cards among the Quests that are not Quests: {seen.table.titles(strange)}"
    return words if strange else ""


def _is_hero(table: Table, piece: str) -> bool:
    return piece in table.cards and table.cards[piece].type == HERO


def _one_hero(leader: tuple[str, ...], seen: ref.Seen) -> str:
    one = len(leader) == 1 and _is_hero(seen.table, leader[0])
    words = f"{seen.player} must lead with one Hero, not with {seen.table.titles(leader)}"
    return "" if one else words


def _no_quest(cards: tuple[str, ...], seen: ref.Seen) -> str:
    quests = [each for each in cards if each in seen.table.quests]
    words = f"{seen.player} must not be dealt a Quest card: {seen.table.titles(quests)}"
    return words if quests else ""


def _dealt_out(seen: ref.Seen, to: Collector) -> None:
    """Check that no card is dealt twice, and that the owner of the weakest Hero begins."""
    table: Table = seen.table
    own = {name: getattr(seen, name) for name in table.players}
    dealt = [card for each in own.values() for card in (*each.leader, *each.hand)]
    twice = sorted({each for each in dealt if dealt.count(each) > 1})
    to.holds("SING-DECK-18", not twice, f"cards in more than one place: {table.titles(twice)}")
    mights = {
        name: table.cards[hero].might
        for name, each in own.items()
        for hero in each.leader[:1]
        if _is_hero(table, hero)
    }
    least = [name for name, might in mights.items() if might == min(mights.values())]
    first = table.players[seen.first]
    for rule in ("SING-SETUP-06", "SING-SETUP-07")[: len(least)]:  # several: they agree who
        to.holds(rule, first in least, f"{first} begins; expected {' or '.join(least)}")


SETUP = ref.Subject(
    (
        players("SING-SETUP-10.players.min", "SING-SETUP-10.players.max",
            ref.ask("SING-SETUP-10", _enough_heroes), ref.ask("SING-DECK-17", _enough_heroes)),
        ref.part("target", lambda table: table.start_target, ref.ask("SING-SETUP-09", _length)),
        ref.part("middle", lambda table: tuple(table.quests), ref.ask("SING-SETUP-01", _all_open),
                 ref.ask("SING-DECK-02", _quests_alone), kind=PIECES),
        ref.part("quests", "up", ref.is_("SING-SETUP-01", "up"), kind=ref.TEXT, what="Quest cards"),
        ref.part("deck", "down", ref.is_("SING-SETUP-05", "down"), kind=ref.TEXT,
                 what="the Muse deck"),
        ref.follows("queues", "SING-QUEUE-01.queues"),
        ref.part("first", _begins, kind=SEAT),
    ),
    own=(
        ref.part("leader", _dealt, ref.ask("SING-SETUP-03", _one_hero),
                 ref.same("SING-SETUP-02.heroes", len), ref.ask("SING-DECK-02", _no_quest),
                 kind=PIECES, what="Heroes"),
        ref.part("lies", "up", ref.is_("SING-SETUP-03", "up"), kind=ref.TEXT, what="Hero"),
        ref.part("hand", _hand, ref.same("SING-SETUP-02.further", len),
                 ref.ask("SING-DECK-02", _no_quest), kind=PIECES, what="further cards"),
    ),
    also=_dealt_out,
)  # fmt: skip

LIMITS = (
    "SING-DECK-18", "SING-QUEUE-02", "SING-CREW-02", "SING-CREW-01", "SING-DEITY-04",
    "SING-DEITY-07", "SING-TREASURE-01", "SING-TREASURE-02", "SING-TREASURE-03",
)  # fmt: skip
SUBJECTS: dict[str, Judged] = {
    "kit": KIT,
    "cards": ref.Function(_judge_cards, "{CARD: {…}} with the fields of its deck"),
    "setup": SETUP,
    "position": ref.PositionSubject(from_start, position_errors, LIMITS),
}

"""Compares `table.yaml` with the referee: everything that it names must exist, and it must be
complete.

A verb without an entry would be offered under its name in scripts, and a zone without a place would
be invisible, so both are errors. A game without the file has no such errors.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import Game
from validator.core.tree import Mapping, Node, Sequence
from validator.load.tabletop import FILE, Tabletop, read_tabletop
from validator.load.text import is_there
from validator.referee.referee import Referee
from validator.referee.registry import find_referee, seats
from validator.referee.verbs import Verb

ID = "table"
PICKS = (
    "hand", "choice", "givers", "amount", "others", "players", "all", "sheet", "direction",
)  # fmt: skip
OFFERED = ("move", "aside", "table")  # kinds of verbs that a page offers to players


def check(game: Game) -> Iterator[Problem]:
    """Yield the problems of `table.yaml`."""
    if not is_there(game.folder / FILE):  # a custom deck uses the file of its game
        return
    table, problems = read_tabletop(game)
    yield from problems
    if table.node is None or problems:
        return
    referee = find_referee(game, seats(game.players[0]))
    if referee is None:  # the referee's package is not installed yet
        return
    yield from _names(table, table.node, referee)
    yield from _zones(table, table.node, referee)
    yield from _verbs(table, table.node, referee)


def _at(node: Node | None, *path: str | int) -> Location:
    """Return the location of a path in the file.

    If the path does not exist, return that of the deepest node on the way to it.
    """
    place = node
    for step in path:
        inner: Node | None = None
        if isinstance(place, Mapping) and isinstance(step, str):
            inner = place.keys.get(step) if step == path[-1] else place.entries.get(step)
        elif isinstance(place, Sequence) and isinstance(step, int):
            inner = place.items[step]
        if inner is None:
            break
        place = inner
    assert place is not None
    return place.location


def _unknown(
    node: Mapping, path: tuple[str | int, ...], what: str, name: str, known: Iterable[str]
) -> Problem:
    names = sorted(known)
    hint = did_you_mean(name, names) or f"; known: {', '.join(names)}"
    return Problem(_at(node, *path), f"{what} '{name}' does not exist{hint}", ID)


def _names(table: Tabletop, node: Mapping, referee: Referee[Any]) -> Iterator[Problem]:
    """Yield problems for unknown facts, modes, colours and rules."""
    own = {field.name for field in referee.fields.own}
    common = {field.name for field in referee.fields.common}
    values, theme = table.values, referee.game.theme
    for name in table.goods:
        if name not in own:
            yield _unknown(node, ("goods", name), "the fact", name, own)
    for place, name in enumerate(values["plan"]["player"]["badge"] or ()):
        if name not in own:
            path = ("plan", "player", "badge", place)
            yield _unknown(node, path, "the fact", name, own)
    modes = (*referee.modes, *referee.asked_modes)
    for name in values["steps"]:
        if not any(mode == name or mode.startswith(f"{name}:") for mode in modes):
            yield _unknown(node, ("steps", name), "the mode", name, modes)
    yield from _war(values["plan"]["war"] or {}, node, referee, common)
    turn = values["round"]
    if turn and turn["fact"] and turn["fact"] not in common:
        yield _unknown(node, ("round", "fact"), "the fact", turn["fact"], common)
    for role, known in (("accent", theme.colours), ("felt", theme.colours),
                        ("text", theme.fonts), ("title", theme.fonts)):  # fmt: skip
        wanted = (values["look"] or {}).get(role)
        if wanted and wanted not in known:
            yield _unknown(node, ("look", role), "the role", wanted, known)
    yield from _cards(table, node, referee)
    if table.score:
        yield from _score(table.score, node, referee, common, own)


def _war(war: Any, node: Mapping, referee: Referee[Any], common: set[str]) -> Iterator[Problem]:
    """Yield problems for unknown facts and verbs of a fight between two sides."""
    verbs = {verb.word for verb in referee.verbs.values()}
    for key, found in war.items():
        what, known = ("the verb", verbs) if key == "told" else ("the fact", common)
        for name in (found,) if isinstance(found, str) else found:
            if name not in known:
                yield _unknown(node, ("plan", "war", key), what, name, known)


def _cards(table: Tabletop, node: Mapping, referee: Referee[Any]) -> Iterator[Problem]:
    """Yield problems for fields and values in the `cards` of `table.yaml` that no card has."""
    cards = [card.fields for part in referee.game.components for card in part.cards]
    for place, each in enumerate(table.values["cards"]):
        name, value = each["field"], each["value"]
        known = {str(card[name]) for card in cards if name in card}
        if not known:
            fields = {field for card in cards for field in card}
            yield _unknown(node, ("cards", place, "field"), "the field of cards", name, fields)
        elif value and value not in known:
            yield _unknown(node, ("cards", place), f"a card with {name}:", value, known)


def _score(
    score: Any, node: Mapping, referee: Referee[Any], common: set[str], own: set[str]
) -> Iterator[Problem]:
    """Yield problems for unknown facts and rules in the scoring at the end of the game."""
    if score["fact"] and score["fact"] not in own:
        yield _unknown(node, ("score", "fact"), "the fact", score["fact"], own)
    for place, each in enumerate(score["outcome"]):
        if each["fact"] not in common:
            yield _unknown(node, ("score", "outcome", place), "the fact", each["fact"], common)
    for name in score["facts"]:
        if name not in own:
            yield _unknown(node, ("score", "facts", name), "the fact", name, own)
    dice = score["dice"] or {}
    for role, facts in (("fact", own), ("won", common), ("by", own)):
        if dice and dice[role] not in facts:
            yield _unknown(node, ("score", "dice", role), "the fact", dice[role], facts)
    for role in ("wins", "ended"):
        for rule in (score[role],) if isinstance(score[role], str) else score[role]:
            if rule and rule not in referee.game.rules:
                rules = [each.id for each in referee.game.rules]
                message = f"there is no rule '{rule}'{did_you_mean(rule, rules)}"
                yield Problem(_at(node, "score", role), message, ID)


def zones_of(referee: Referee[object]) -> tuple[set[str], set[str]]:
    """Return the names of the table's zones, and those of a player's zones without the player's
    name.
    """
    fields = referee.fields
    names = set(referee.zones(referee.begin(0)))
    own = {each.zone for each in fields.own if each.zone}
    players = [f"{name}'s " for name in referee.players]
    for name in names:
        for player in players:
            if name.startswith(player):
                own.add(name.removeprefix(player))
    common = {name for name in names if not name.startswith(tuple(players))}
    common |= {each.zone for each in fields.common if each.zone}
    return common | ({fields.things.zone} if fields.things else set()), own


def _zones(table: Tabletop, node: Mapping, referee: Referee[Any]) -> Iterator[Problem]:
    """Yield problems for unknown zones and for zones that the plan omits."""
    common, own = zones_of(referee)
    plan = table.values["plan"]
    shown = {*plan["drawer"], plan["laid"]}
    facts = {field.name for field in referee.fields.own}
    all_facts = facts | {field.name for field in referee.fields.common}
    for place, name in enumerate(plan["drawer"] or ()):
        if name not in common | own:
            yield _unknown(node, ("plan", "drawer", place), "the zone", name, common | own)
    for where, path, known in (
        (plan["middle"] or (), ("plan", "middle"), common),
        (plan["player"]["zones"] or (), ("plan", "player", "zones"), own),
    ):
        for place, each in enumerate(where):
            name = each["zone"]
            shown.add(name)
            if each["crew"] and each["crew"] not in facts:
                yield _unknown(node, (*path, place, "crew"), "the fact", each["crew"], facts)
            if each["fact"] and each["fact"] not in all_facts:
                yield _unknown(node, (*path, place, "fact"), "the fact", each["fact"], all_facts)
            if name and name not in known:
                yield _unknown(node, (*path, place, "zone"), "the zone", name, known)
        yield from _layouts(where, path, node, referee)
    if plan["stage"]:
        return  # its drawing shows the zones that the plan leaves out
    if missing := sorted((common | own) - shown):
        message = f"the plan has no place for: {', '.join(missing)}; put them into the drawer"
        yield Problem(_at(node, "plan"), message, ID)


def _layouts(
    where: Collection[Any], path: tuple[str, ...], node: Mapping, referee: Referee[Any]
) -> Iterator[Problem]:
    """Yield problems for values of `as` and `size` that have no effect on a zone."""
    things = referee.fields.things
    in_middle = path == ("plan", "middle")
    hands = [place for place, each in enumerate(where) if each["size"] == "hand"]
    for place in hands if in_middle else hands[1:]:
        found = "the middle has no hand" if in_middle else "a player has only one hand"
        message = f"{found}: expected size: small, normal or large"
        yield Problem(_at(node, *path, place, "size"), message, ID)
    for place, each in enumerate(where):
        if each["as"] == "board" and each["zone"] != (things.zone if things else ""):
            message = f"the zone '{each['zone']}' has no squares: expected as: row, fan or pile"
            yield Problem(_at(node, *path, place, "as"), message, ID)


def _verbs(table: Tabletop, node: Mapping, referee: Referee[Any]) -> Iterator[Problem]:
    """Yield problems for unknown verbs and arguments, and for verbs without an entry."""
    offered = {
        verb.word: verb for verb in referee.verbs.values() if verb.listed and verb.kind in OFFERED
    }
    declared = table.values["verbs"]
    places = {each["place"] for each in table.values["plan"]["middle"] if each["place"]}
    tables = {word for word, verb in offered.items() if verb.kind == "table"}
    for word in table.together:
        if word not in tables:
            what = "the verb of all players ('table')"
            yield _unknown(node, ("together", word), what, word, tables)
    for place, word in enumerate(table.alone):
        if word not in offered:
            yield _unknown(node, ("alone", place), "the verb", word, offered)
    for word, entry in declared.items():
        if word not in offered:
            yield _unknown(node, ("verbs", word), "the verb", word, offered)
            continue
        yield from _arguments(node, word, entry, offered[word], zones_of(referee), places)
    if missing := sorted(offered.keys() - declared.keys() - {*table.alone, *table.together}):
        message = f"these verbs have no entry: {', '.join(missing)}"
        yield Problem(_at(node, "verbs"), message, ID)


def _arguments(
    node: Mapping, word: str, entry: Any, verb: Verb, zones: tuple[set[str], set[str]],
    places: set[str],
) -> Iterator[Problem]:  # fmt: skip
    args = [arg for arg in verb.args if arg.syntax]
    names = list(entry["args"] or (*entry["pick"], *entry["form"]))
    where = ("verbs", word)
    if len(names) != len(args):
        message = f"'{word}' has {len(args)} arguments ({verb.syntax}), not {len(names)}"
        hint = "; name them in their order: args: [...]"
        yield Problem(_at(node, *where), f"{message}{hint}", ID)
        return
    for key in ("pick", "form", "drag", "choices"):
        for name in entry[key]:
            if name not in names:
                yield _unknown(node, (*where, key, name), f"the argument of '{word}'", name, names)
    for number, name in enumerate(entry["several"]):
        if name not in names:
            where_ = (*where, "several", number)
            yield _unknown(node, where_, f"the argument of '{word}'", name, names)
    if entry["at"] and entry["at"] not in zones[0]:
        yield _unknown(node, (*where, "at"), "the zone", entry["at"], zones[0])
    known = {*PICKS, *places, *zones[0], *zones[1], *(f"others {zone}" for zone in zones[1])}
    for name, place in entry["pick"].items():
        if place not in known:
            yield _unknown(node, (*where, "pick", name), "the place", place, known)

"""Computes the numbers of a catalogue that follow from other numbers or from the cards.

Each number is computed on first use, so that their order does not matter. Until the cards are read,
a number that depends on them has its declared value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Mapping as AnyMapping
from dataclasses import replace
from typing import Any, NamedTuple

from validator.core.frozen_map import FrozenMap
from validator.core.location import Location, Problem, did_you_mean
from validator.core.model import PLACEHOLDER, Card, Component, Game, Rule, Rules, in_words, walk
from validator.core.tree import Mapping, Node, place_of
from validator.load.shape import REFERENCE
from validator.referee.consistency import FAILURES, ID, Claim, Derived, failure
from validator.referee.registry import numbers_for

LONGEST_CHAIN = 20  # a rule's number that refers to another, and so on
MOST_REFERENCES = 100_000
MOST_DIFFERENCES = 8  # differences from the published deck that a note lists


class UnknownError(LookupError):
    """Raised for a number that cannot be computed.

    Either the reason is already reported, or the number depends on cards that are not yet read.
    """


class _DerivedNumber(NamedTuple):
    """A derived number, whether it depends on the cards, and whether it could be computed."""

    value: Any
    of_deck: bool
    known: bool = True


class CatalogueNumbers:
    """The numbers of a catalogue by reference, for functions that derive values and for card
    readers.

    If a number is both declared and derived, the derived value is used; if it cannot be computed,
    the declared value or the value in the shipped catalogue (`model`) is used. For numbers that
    begin with one of `fixed`, the declared value is used.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        derived: Iterable[Derived | Claim],
        components: Sequence[Component] | None = None,
        model: Rules | None = None,
        fixed: Collection[str] = (),
    ) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self._derived: dict[str, list[Derived]] = {}
        self._of_rule: dict[str, list[str]] = {}  # rule -> its derived numbers
        for entry in derived:
            rule = entry.reference.split(".")[0] if isinstance(entry, Derived) else ""
            if isinstance(entry, Derived) and rule in self._rules:
                if entry.reference not in self._derived:
                    self._of_rule.setdefault(rule, []).append(entry.reference)
                self._derived.setdefault(entry.reference, []).append(entry)
        self._components = components
        self._model = model
        self._fixed = fixed
        self._found: dict[str, _DerivedNumber] = {}
        self._read: dict[str, _DerivedNumber] = {}  # what was asked for
        self._asked: list[str] = []  # the derived numbers that are being computed
        self._used: list[bool] = []  # whether each number being looked up asked for cards
        self._looked_up = 0
        self.problems: list[Problem] = []

    def __call__(self, reference: str, /) -> Any:
        """Return a number of a rule. Raises LookupError."""
        found = self._read.get(reference)
        if found is None:
            self._used.append(False)
            try:
                value = self._look_up(reference, ())
            finally:
                of_deck = self._used.pop()
                if of_deck:
                    self._of_deck()
            found = self._read[reference] = _DerivedNumber(value, of_deck)
        elif found.of_deck:
            self._of_deck()
        return found.value

    def cards(self, component: str, /) -> tuple[Card, ...]:
        """Return the cards of a component with at least one copy.

        Raises UnknownError before the cards are read.
        """
        self._of_deck()
        for each in self._components or ():
            if each.id == component and each.complete:
                return tuple(card for card in each.cards if card.copies)
        raise UnknownError(f"the cards of '{component}' are not known")

    def _of_deck(self) -> None:
        if self._used:
            self._used[-1] = True

    # ---- stated numbers

    def _look_up(self, reference: str, chain: tuple[str, ...]) -> Any:
        id_, *path = reference.split(".")
        if reference in chain:
            raise LookupError(
                f"'{reference}' refers to itself; write a number, or refer to another rule"
            )
        if len(chain) >= LONGEST_CHAIN:
            raise LookupError(
                f"a chain of more than {LONGEST_CHAIN} references; write the "
                "number in one of the rules"
            )
        if id_ not in self._rules:
            raise LookupError(f"no rule '{id_}'{did_you_mean(id_, self._rules)}")
        for end in range(1, len(path) + 1):
            whole = ".".join((id_, *path[:end]))
            if whole in self._derived:
                return walk(self._computed(whole), path[end:], id_)
        return self._stated(reference, chain)

    def _stated(self, reference: str, chain: tuple[str, ...] = ()) -> Any:
        """Return a number as declared.

        Derived numbers that it contains are computed.
        """
        self._looked_up += bool(chain)
        if self._looked_up > MOST_REFERENCES:
            raise LookupError(f"more than {MOST_REFERENCES:,} references in one catalogue")
        id_, *path = reference.split(".")
        below = [each for each in self._of_rule.get(id_, ()) if each.startswith(f"{reference}.")]
        value: Any = self._rules[id_].data
        try:
            for step in path:
                if isinstance(value, str) and REFERENCE.fullmatch(value):
                    value = self._look_up(value, (*chain, reference))
                value = walk(value, [step], id_)
            value = self._settled(value, (*chain, reference))
        except UnknownError:
            raise
        except LookupError:
            if not below:
                raise
            value = FrozenMap({})
        for each in below:
            value = _with(value, each[len(reference) + 1 :].split("."), self._computed(each))
        return value

    def _settled(self, value: object, chain: tuple[str, ...] = ()) -> Any:
        """Return a value with its references replaced by numbers."""
        if isinstance(value, str) and REFERENCE.fullmatch(value):
            return self._look_up(value, chain)
        if isinstance(value, FrozenMap):
            return FrozenMap({key: self._settled(each, chain) for key, each in value.items()})
        if isinstance(value, tuple):
            return tuple(self._settled(each, chain) for each in value)
        return value

    # ---- derived numbers

    def states(self, reference: str) -> bool:
        """Return whether the catalogue itself declares a number."""
        id_, *path = reference.split(".")
        try:
            walk(self._rules[id_].data, path, id_)
        except LookupError:
            return False
        return True

    def _computed(self, reference: str) -> Any:
        found = self._found.get(reference)
        if found is None:
            if reference in self._asked:
                self._cycle(reference)
            found = self._found[reference] = self._value(self._derived[reference][0])
        if found.of_deck:
            self._of_deck()
        if not found.known:
            raise UnknownError(f"{reference} cannot be computed")
        return found.value

    def _value(self, entry: Derived) -> _DerivedNumber:
        """Return the derived value of a number.

        If it cannot be computed, return the declared value, or else that of the shipped catalogue.
        """
        reference = entry.reference
        stated = self.states(reference)
        fixed = stated and self._is_fixed(reference)
        found = _DerivedNumber(None, False, known=False) if fixed else self._made(entry)
        early = stated and found.of_deck and self._components is None
        if found.known and not early:
            return found
        try:
            if stated:
                return found._replace(value=self._as_stated(reference), known=True)
            if self._model is not None:
                return found._replace(value=self._model.number(reference), known=True)
        except LookupError:
            pass  # a reference that leads nowhere is reported where it is written
        return found._replace(known=False)

    def _as_stated(self, reference: str) -> Any:
        """Return the declared value; its references must not form a cycle."""
        id_, *path = reference.split(".")
        self._asked.append(reference)
        try:
            return self._settled(walk(self._rules[id_].data, path, id_))
        finally:
            self._asked.pop()

    def _made(self, entry: Derived) -> _DerivedNumber:
        """Return the value that the function of a derived number computes."""
        self._asked.append(entry.reference)
        self._used.append(False)
        value, known = None, False
        try:
            value, known = entry.value(self), True
        except UnknownError:
            pass
        except FAILURES as error:
            message = failure(error, entry.reference, "computed")
            self.problems.append(Problem(self._location(entry.reference), message, ID))
        finally:
            self._asked.pop()
            of_deck = self._used.pop()
        return _DerivedNumber(value, of_deck, known)

    def _is_fixed(self, reference: str) -> bool:
        """Return whether a number is fixed, or a part of it or its parent is."""
        return any(
            f"{reference}.".startswith(f"{each}.") or f"{each}.".startswith(f"{reference}.")
            for each in self._fixed
        )

    def _cycle(self, reference: str) -> None:
        names = [*self._asked[self._asked.index(reference) :], reference]
        message = f"{reference} is derived from itself: {' from '.join(names)}"
        self.problems.append(Problem(self._location(reference), message, ID))
        raise UnknownError(message)

    def _location(self, reference: str) -> Location:
        """Return where a number is declared, or else the location of its rule."""
        id_, *path = reference.split(".")
        node: Node = self._rules[id_].node
        for step in ("data", *path):
            if not isinstance(node, Mapping) or step not in node.entries:
                break
            node = node.entries[step]
        return node.location

    # ---- the whole catalogue

    def stated(self, problems: list[Problem]) -> tuple[Rule, ...]:
        """Return the rules with only their declared numbers and resolved references; computed
        numbers are left out.
        """
        done = []
        for rule in self._rules.values():
            data = {}
            for key, value in rule.data.items():
                try:
                    data[key] = self._settled(value)
                except UnknownError:
                    continue
                except LookupError as error:
                    location = place_of(rule.node, value)
                    problems.append(Problem(location, str(error.args[0]), "references"))
            done.append(replace(rule, data=FrozenMap(data)))
        return tuple(done)

    def filled(self, problems: list[Problem]) -> tuple[Rule, ...]:
        """Return the rules with all their numbers that are known."""
        done = {rule.id: rule for rule in self.stated(problems)}
        for reference in self._derived:
            id_, *path = reference.split(".")
            try:
                data = _with(done[id_].data, path, self._computed(reference))
            except UnknownError:
                continue
            done[id_] = replace(done[id_], data=data)
        problems += self.problems
        for rule in done.values():
            problems += placeholders(rule)
        return tuple(done.values())

    def undeclared(self) -> frozenset[str]:
        """Return the derived numbers that the catalogue does not declare."""
        return frozenset(each for each in self._derived if not self.states(each))

    def compared(self) -> Iterator[tuple[Problem, str]]:
        """Yield declared numbers that differ from the derived ones, and derivations that disagree.

        A custom deck may differ from the published deck that the shipped catalogue describes. Such
        a difference is not a problem: it is yielded with the text of a note.
        """
        for reference, ways in self._derived.items():
            found = self._found.get(reference)
            if found is None or not found.known or self._is_fixed(reference):
                continue
            if self.states(reference):
                yield from self._stated_otherwise(ways[0], found)
            for way in ways[1:]:
                other = self._made(way)
                if other.known and other.value != found.value:
                    problem = self._contradiction(way, found.value, other.value)
                    own = self._model is not None and (other.of_deck or found.of_deck)
                    yield problem, problem.message if own else ""

    def _stated_otherwise(
        self, way: Derived, found: _DerivedNumber
    ) -> Iterator[tuple[Problem, str]]:
        reference = way.reference
        try:
            stated = self._as_stated(reference)
            published = self._model.number(reference) if self._model is not None else None
        except LookupError:
            return  # reported where it is written
        if stated != found.value:
            own = found.of_deck and published is not None and stated == published
            words = _changed(reference, stated, found.value) if own else ""
            problem = self._contradiction(way, stated, found.value)
            name = reference.rpartition(".")[2]
            remedy = (
                f"; remove '{name}' so that it is computed, or correct the values it is "
                f"derived from"
            )
            yield replace(problem, message=problem.message + remedy), words

    def _contradiction(self, way: Derived, stated: object, value: object) -> Problem:
        words = f"{way.reference} is {in_words(stated)}, but {way.because} is {in_words(value)}"
        return Problem(self._location(way.reference), words, ID)


def _changed(reference: str, stated: object, value: object) -> str:
    """Return a difference as text: ``NINE-COMP-05.kinds Aesop: 7 instead of 6``."""
    if isinstance(stated, AnyMapping) and isinstance(value, AnyMapping):
        parts = [
            f"{key}: {in_words(value.get(key, 0))} instead of {in_words(stated.get(key, 0))}"
            for key in dict.fromkeys((*stated, *value))
            if stated.get(key, 0) != value.get(key, 0)
        ]
        return f"{reference} {', '.join(parts)}"
    if isinstance(stated, tuple) and isinstance(value, tuple):
        more = [in_words(each) for each in value if each not in stated]
        less = [in_words(each) for each in stated if each not in value]
        found = (("with", more), ("without", less))
        parts = [f"{word} {', '.join(words)}" for word, words in found if words]
        return f"{reference} {' and '.join(parts) or 'in another order'}"
    return f"{reference} {in_words(value)} instead of {in_words(stated)}"


def _with(value: object, path: Sequence[str], each: object) -> Any:
    """Return a copy of a mapping with the value at a path replaced."""
    name: Any = path[0]
    if isinstance(value, tuple):
        index = int(name)
        inner = _with(value[index], path[1:], each) if path[1:] else each
        return (*value[:index], inner, *value[index + 1 :])
    held = value if isinstance(value, FrozenMap) else FrozenMap({})
    if name.isdigit():
        name = int(name)
    inner = _with(held.get(name, FrozenMap({})), path[1:], each) if path[1:] else each
    return FrozenMap({**held, name: inner})


def with_numbers(
    base: Rules, components: Sequence[Component], model: Rules | None
) -> tuple[Rules, list[Problem], list[Problem]]:
    """Return the catalogue with all its numbers, their problems, and notes about a custom deck.

    `model` is the catalogue of the shipped game that a custom deck is made for.
    """
    numbers = CatalogueNumbers(base.all, numbers_for(base.code), components, model)
    problems: list[Problem] = []
    rules = replace(base, all=numbers.filled(problems))
    found = [*numbers.compared()]
    problems += (problem for problem, own in found if not own)
    changes = [own for _, own in found if own]
    notes = []
    if changes:
        more = f"; {len(changes) - MOST_DIFFERENCES} more" * (len(changes) > MOST_DIFFERENCES)
        said = f"{'; '.join(changes[:MOST_DIFFERENCES])}{more}"
        message = (
            f"the deck differs from the published one: {said}; if this is not intended, undo the "
            "change"
        )
        location = (
            _changed_copies(changes, components)
            or _lost_card(changes, components, base)
            or min(problem.location for problem, own in found if own)
        )
        notes.append(Problem(location, message, "published", "note"))
    return rules, problems, notes


def _changed_copies(changes: Iterable[str], components: Iterable[Component]) -> Location | None:
    """Return the location of the copies of the first card whose number changed, or None."""
    said = "; ".join(changes)
    for component in components:
        copies: Counter[str] = Counter()
        for card in component.cards:
            copies[card.title] += card.copies
        for card in component.cards:
            if f" {card.title}: {copies[card.title]} instead of " in said:
                node = card.node.entries.get("copies") if isinstance(card.node, Mapping) else None
                return node.location if node is not None else card.location
    return None


def _lost_card(
    changes: Iterable[str], components: Iterable[Component], rules: Rules
) -> Location | None:
    """Return the location of the card file that probably lost a card counted by a rule.

    It is the file with most of the counted cards. Returns None if none of them is missing.
    """
    for change in changes:
        counts = rules.number(change.split(" ", 1)[0]) if ": 0 instead of " in change else None
        if isinstance(counts, FrozenMap):
            decks = {sum(card.title in counts for card in each.cards): each for each in components}
            if max(decks, default=0):
                return Location(decks[max(decks)].cards[0].location.file)
    return None


def refilled(
    game: Game, rules: Iterable[Rule], fixed: Collection[str], problems: list[Problem]
) -> tuple[Rule, ...]:
    """Return a game's rules with other declared numbers.

    Numbers whose references begin with one of `fixed` keep their declared values.
    """
    derived = numbers_for(game.code)
    numbers = CatalogueNumbers(rules, derived, game.components, game.rules, fixed)
    return numbers.filled(problems)


def placeholders(rule: Rule) -> Iterator[Problem]:
    """Yield problems for placeholders in a statement without a number in the rule's data."""
    for match in PLACEHOLDER.finditer(rule.statement):
        try:
            walk(rule.data, match[1].split("."), rule.id)
        except LookupError as error:
            location = place_of(rule.node, rule.statement)
            message = f"{match[0]} in the statement: {error.args[0]}"
            yield Problem(location, message, "references")

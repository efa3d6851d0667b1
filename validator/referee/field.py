"""Describes one fact of a state: how `start:` sets it, its display, its pieces, and who sees
them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal

from validator.core.frozen_map import FrozenMap
from validator.referee.kinds import Kind

Hidden = Literal["", "others", "all"]
Rules = tuple[str, ...] | Callable[[Any], tuple[str, ...]]  # by id; some depend on the state


@dataclass(frozen=True)
class Field:
    """The declaration of a fact.

    Without `get`, the fact is the attribute of the same name. Without `kind`, it follows from other
    facts by the `rules`, and `start:` cannot set it.
    """

    name: str
    kind: Kind | None = None
    get: Callable[..., Any] | None = None  # (state), or with `own` (state, seat)
    own: bool = False  # whether each player has a fact of this kind
    by_player: bool = False  # can also be set and shown as ``score: {Ann: 3}``
    repeats: bool = False  # another way to set other facts
    attribute: str = ""  # attribute, if it differs from the name: ``held``, ``sheets.Y1.cards``
    zone: str = ""  # a zone of pieces: its name, "hand" for ``Ann's hand``
    counts: Sequence[str] = ()  # the zone holds numbers of these pieces, or one number of one
    hidden: Hidden = ""  # from whom the pieces are hidden
    # Pieces with this back are indistinguishable while hidden; a piece without one is known.
    back: str | Callable[[Any, str], str] = ""  # (table, piece)
    rules: Rules = ()  # rules from which the value follows
    inner: Mapping[str, Rules] = field(default_factory=dict)
    """Facts below this one that follow from others, each with the rules from which it follows."""
    shows: bool = True  # False for a zone whose pieces another fact shows
    show: Callable[[Any, Any], Any] | None = None  # (value, table), for what follows from others
    below: tuple[Field, ...] = ()
    """Facts below this one, in the record under its attribute. Only moves set them."""

    held: Callable[[object], Any] = field(init=False, repr=False, compare=False)
    """Return the attribute of a state or of a seat's record."""

    def __post_init__(self) -> None:
        set_ = object.__setattr__  # for frozen records during their construction
        set_(self, "held", attrgetter(self.kept_in))
        if self.below:
            set_(self, "kind", Kind())
            set_(self, "inner", {each.name: each.rules for each in self.below if each.follows})

    @property
    def kept_in(self) -> str:
        return self.attribute or self.name

    @property
    def follows(self) -> bool:
        """Whether the fact's value follows from other facts."""
        return self.kind is None or self.repeats

    @property
    def settable(self) -> bool:
        """Whether `start:` may set the fact; otherwise it follows from other facts or from
        moves.
        """
        return not self.follows and self.kind is not None and self.kind.settable

    def value(self, state: object, index: int | None = None, among: str = "seats") -> Any:
        """Return the value in a state, or, with an index, the value of one player or thing."""
        if self.get is not None:
            return self.get(state) if index is None else self.get(state, index)
        return self.held(state if index is None else getattr(state, among)[index])

    def shown(self, state: object, index: int | None = None, among: str = "seats") -> Any:
        """Return the value in the notation of `start:` and assertions."""
        value = self.value(state, index, among)
        if self.below:
            shown = [each for each in self.below if each.shows]
            values = (each.get(state) if each.get else each.held(value) for each in shown)
            parts = zip(shown, values, strict=True)
            return FrozenMap({each.name: each._show(part, state) for each, part in parts})
        return self._show(value, state)

    def _show(self, value: Any, state: Any) -> Any:
        show = self.show or (self.kind.show if self.kind else None)
        return _frozen(value if show is None else show(value, state.table))

    def ruled_by(self, state: object, part: str = "") -> tuple[str, ...]:
        """Return the rules that determine the fact, or the fact `part` below it."""
        rules = self.inner.get(part.partition(".")[0], self.rules)
        return rules(state) if callable(rules) else rules

    def back_of(self, table: object, piece: str) -> str:
        """Return the text that is shown instead of a hidden piece."""
        return self.back(table, piece) if callable(self.back) else self.back


@dataclass(frozen=True)
class Things:
    """Pieces in play that have facts of their own, such as tiles: ``Clio.at 0,1``.

    The state contains a tuple with one named tuple per piece. `get` of a field takes
    (state, index).
    """

    attribute: str  # attribute of the state
    called: str  # attribute of a record: the piece
    known: Callable[[Any], Collection[str]]  # the pieces that a table has
    fields: tuple[Field, ...]
    zone: str
    hidden: Callable[[Any, int], bool] = lambda _record, _seat: False  # (record, seat)
    back: str = ""

    def pieces(self, state: object) -> tuple[str, ...]:
        """Return the pieces in play."""
        called = self.called
        return tuple([getattr(each, called) for each in getattr(state, self.attribute)])


@dataclass(frozen=True)
class Pile:
    """A supply of pieces that have no facts and of which only the number matters.

    `zone` is the pile's name.
    """

    zone: str
    counts: Sequence[str]
    get: Callable[[Any], tuple[int, ...]]


def _frozen(value: object) -> Any:
    return FrozenMap(value) if type(value) is dict else value

"""The arguments of a verb, each declared once for reading, writing and listing.

A verb's function annotates its arguments with `Arg`s, in their order:

    def toil(s: State, me: int, card: Annotated[str, CARD.of(hand)], to: Judge) -> State: ...

An argument without `key` has a fixed place in the line. An argument with a `key` ("with CARD") may
be anywhere after those without. The same tuple determines the syntax in `pieria verbs`, the reader
of script lines, the writer of traces, and the candidates for legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from validator.core.frozen_map import FrozenMap
from validator.core.scalars import flow
from validator.referee.tokens import TokenCursor, in_a_line, quoted

V = TypeVar("V")  # a value of an argument

# Value of an argument that a script left out.
ANY: Any = type("Any", (), {"__repr__": lambda _: "ANY"})()
UNREAD: Any = type("Unread", (), {"__repr__": lambda _: "UNREAD"})()

Read = Callable[..., Any]  # (tokens, state, seat, *arguments before it) -> value
Write = Callable[..., str]  # (state, value) -> words
Candidates = Callable[..., Iterable[Any]]  # (state, seat, *arguments before it) -> values
Default = Callable[..., Any]  # (state, seat, *arguments before it) -> value


def nothing_said(*_: object) -> tuple[None]:
    """Return None as the only candidate, for an argument that may be omitted.

    The value of such an argument follows from the others.
    """
    return (None,)


@dataclass(frozen=True)
class Arg:
    """One argument of a verb: its syntax in a script, and its possible values.

    `syntax` is its placeholder, such as ``CARD``. An argument with a `default` may be omitted; the
    default is not written. An argument that `repeats` gives a value that follows from the other
    arguments: in a move it is None if it is omitted or correct, and otherwise the wrong value,
    which a rule refuses. With `joins`, the argument may be repeated, and the values are joined.
    """

    syntax: str
    read: Read
    write: Write
    candidates: Candidates = nothing_said
    key: tuple[str, ...] = ()
    default: Default | None = None
    repeats: Default | None = None
    joins: Callable[[Any, Any], Any] | None = None
    begins: Callable[..., bool] | None = None  # (tokens, state): the next word is its first

    def of(self, candidates: Candidates | tuple[object, ...]) -> Arg:
        """Return the argument with candidates for its value: a tuple of values, or a function that
        returns them.

        A tuple applies in every state; a function receives (state, seat, *earlier arguments).
        """
        if isinstance(candidates, tuple):
            return replace(self, candidates=lambda *_: candidates)
        return replace(self, candidates=candidates)

    def after(self, *key: str) -> Arg:
        """Return a copy of the argument that one of these words must precede."""
        return replace(self, key=key)

    def past(self, *words: str) -> Arg:
        """Return a copy of the argument that one of these words may precede."""

        def read(tokens: TokenCursor, *known: Any) -> Any:
            tokens.skip(*words)
            return self.read(tokens, *known)

        return replace(self, read=read)

    def or_left_out(self, default: object = ANY) -> Arg:
        """Return an optional copy of the argument.

        With the default ANY, an omitted argument means the only legal value.
        """
        make = default if callable(default) else lambda *_: default
        return replace(self, default=make)

    def stating(self, truth: Default) -> Arg:
        """Return an optional copy of the argument; the correct value is its only candidate."""
        return self.or_left_out(truth).of(lambda *known: (truth(*known),))

    def repeating(self, truth: Default, *key: str) -> Arg:
        """Return an optional copy of the argument, whose value follows from the others.

        `truth` computes the value. A verb's function gets None if a line omits the value or states
        the correct one, and otherwise the wrong value, which a rule can refuse.
        """
        return replace(
            self, candidates=nothing_said, key=key or self.key, default=lambda *_: None,
            repeats=truth,
        )  # fmt: skip

    def repeated(self, joins: Callable[[V, V], V]) -> Arg:
        """Return a copy of the argument that a line may give several times.

        `joins` combines two of its values."""
        return replace(self, joins=joins)

    @property
    def own_words(self) -> bool:
        """Whether the value is a text that the player writes, not a name of something."""
        return self.syntax.startswith('"') and self.candidates is nothing_said

    @property
    def words(self) -> str:
        """The argument in the notation of a verb's syntax: ``[with CARD]``."""
        text = " ".join(filter(None, ("|".join(self.key), self.syntax)))
        return text if self.default is None else f"[{text}]"


def syntax_of(word: str, args: Sequence[Arg]) -> str:
    """Return the syntax of a verb in a script: ``toil CARD [from PLAYER N KIND]``."""
    return " ".join((word, *(arg.words for arg in args if arg.syntax)))


def read_args(
    args: Sequence[Arg], tokens: TokenCursor, state: object, seat: int
) -> tuple[Any, ...]:
    """Read the values of a verb's arguments from a line. Raises ScriptError."""
    values = [UNREAD] * len(args)
    keyed = {key: index for index, arg in enumerate(args) for key in arg.key}
    placed = [index for index, arg in enumerate(args) if not arg.key]
    while True:
        before = tokens.place
        for index in placed:
            _take(args, index, values, tokens, state, seat, keyed)
        while tokens.ahead(*keyed):
            index = keyed[tokens.take().text.lower()]
            _store(args[index], index, values, _value(args, index, values, tokens, state, seat))
            tokens.skip(",", "then")
        if tokens.place == before or not tokens.more:
            break
    for index, arg in enumerate(args):
        if values[index] is UNREAD:
            if arg.default is None:
                raise tokens.fail(f"expected '{arg.words}' here")
            values[index] = arg.default(state, seat, *values[:index])
        elif arg.repeats is not None and values[index] == arg.repeats(state, seat, *values[:index]):
            values[index] = None
    return tuple(values)


def _take(
    args: Sequence[Arg], index: int, values: list[object], tokens: TokenCursor, state: object,
    seat: int, keyed: Mapping[str, int],
) -> None:  # fmt: skip
    """Read an argument at its fixed place, unless the line omits the argument."""
    arg = args[index]
    if values[index] is not UNREAD and arg.joins is None:
        return
    if arg.default is not None or values[index] is not UNREAD:
        if not tokens.more or tokens.ahead(*keyed):
            return
        if arg.begins is not None and not arg.begins(tokens, state):
            return
    _store(arg, index, values, _value(args, index, values, tokens, state, seat))


def _value(
    args: Sequence[Arg],
    index: int,
    values: list[object],
    tokens: TokenCursor,
    state: object,
    seat: int,
) -> Any:
    known = (ANY if value is UNREAD else value for value in values[:index])
    return args[index].read(tokens, state, seat, *known)


def _store(arg: Arg, index: int, values: list[object], value: object) -> None:
    if values[index] is not UNREAD and arg.joins is not None:
        value = arg.joins(values[index], value)
    values[index] = value


def write_args(args: Sequence[Arg], state: object, seat: int, values: Sequence[object]) -> str:
    """Return a move's arguments as text, from which `read_args` restores the values."""
    return " ".join(filter(None, words_of_args(args, state, seat, values)))


def words_of_args(
    args: Sequence[Arg], state: object, seat: int, values: Sequence[object]
) -> Iterator[str]:
    """Yield the text of each argument, or an empty string for one that is omitted."""
    for index, (arg, value) in enumerate(zip(args, values, strict=True)):
        if (
            value is ANY
            or (arg.repeats is not None and value is None)
            or (arg.default is not None and value == arg.default(state, seat, *values[:index]))
        ):
            yield ""
        else:
            yield " ".join(filter(None, (*arg.key[:1], arg.write(state, value))))


# ---- arguments that all games have


def _rest(tokens: TokenCursor, *_: object) -> tuple[str, ...]:
    words = []
    while tokens.more:
        words.append(tokens.take().text)
    return tuple(words)


# All further words of a line, for a verb that the rules refuse whatever it names.
ANYTHING = Arg("…", _rest, lambda _, words: " ".join(map(in_a_line, words)),
               lambda *_: (), default=lambda *_: ())  # fmt: skip


def number(what: str = "a number", syntax: str = "N") -> Arg:
    """Return an argument whose value is a whole number."""
    return Arg(
        syntax,
        lambda tokens, *_: tokens.whole(what),
        lambda _, value: str(value),
        begins=lambda tokens, _: tokens.ahead_whole(),
    )


def together(*parts: Arg) -> Arg:
    """Return an argument that consists of several parts, written one after another; its value is
    a tuple.
    """
    return Arg(
        " ".join(part.syntax for part in parts),
        lambda *known: tuple([part.read(*known) for part in parts]),
        lambda state, values: " ".join(
            part.write(state, value) for part, value in zip(parts, values, strict=True)
        ),
    )


def word(known: Sequence[str], what: str, syntax: str = "") -> Arg:
    """Return an argument whose value is one of the words in `known`."""
    return Arg(
        syntax or "|".join(known),
        lambda tokens, *_: tokens.name(known, what),
        lambda _, value: str(value),
        begins=lambda tokens, _: tokens.ahead_in(known),
    )


def name(known: Callable[[Any], Iterable[str]], what: str, syntax: str = "") -> Arg:
    """Return an argument whose value is the name of a piece; `known(state)` returns the names."""
    return Arg(
        syntax or what.upper(),
        lambda tokens, state, *_: tokens.name(tuple(known(state)), what),
        lambda _, value: in_a_line(value),
        begins=lambda tokens, state: tokens.ahead_in(tuple(known(state))),
    )


def names(
    known: Callable[[Any], Iterable[str]], what: str, syntax: str = "", last: bool = False
) -> Arg:
    """Return an argument with one or more names of pieces.

    With `last`, it takes all remaining words of the line.
    """

    def read(tokens: TokenCursor, state: Any, *_: Any) -> tuple[str, ...]:
        choices = tuple(known(state))
        found = [tokens.name(choices, what)]
        while tokens.skip(",", "and") or tokens.ahead_in(choices) or (last and tokens.more):
            found.append(tokens.name(choices, what))
        return tuple(found)

    return Arg(
        syntax or f"{what.upper()}…",
        read,
        lambda _, value: " ".join(map(in_a_line, value)),
        begins=lambda tokens, state: tokens.ahead_in(tuple(known(state))),
    )


def hands(known: Callable[[Any], Iterable[str]]) -> Arg:
    """Return an argument for the cards of several players, such as ``{Ann: [Aesop, Heron], Bob:
    [Clio]}``.

    Its value is a tuple of cards by seat.
    """

    def read(tokens: TokenCursor, state: Any, *_: Any) -> tuple[tuple[int, tuple[str, ...]], ...]:
        wrong = tokens.fail("expected {PLAYER: [CARD, …], …}")
        cards = {each.lower(): each for each in known(state)}
        value = tokens.value("the hands")
        if not isinstance(value, Mapping):
            raise wrong
        dealt = []
        for player, named in value.items():
            if player not in state.table.players or not isinstance(named, tuple):
                raise wrong
            for card in named:
                if str(card).lower() not in cards:
                    raise tokens.fail(f"no card '{card}'")
            hand = tuple(cards[str(card).lower()] for card in named)
            dealt.append((state.table.players.index(player), hand))
        return tuple(sorted(dealt))

    return Arg(
        "{PLAYER: [CARD, …], …}",
        read,
        lambda state, dealt: flow({state.table.players[seat]: hand for seat, hand in dealt}),
        begins=lambda tokens, _: tokens.ahead_value(),
    )


def _seat(tokens: TokenCursor, state: Any, *_: Any) -> int:
    players: tuple[str, ...] = state.table.players
    return players.index(tokens.name(players, "player"))


PLAYER = Arg(
    "PLAYER",
    _seat,
    lambda state, seat: str(state.table.players[seat]),
    begins=lambda tokens, state: tokens.ahead_in(state.table.players),
)


def _seats(tokens: TokenCursor, state: Any, *_: Any) -> tuple[int, ...]:
    if tokens.skip("nobody", "none"):
        return ()
    if tokens.skip("all", "everybody"):
        return tuple(range(len(state.table.players)))
    found = [_seat(tokens, state)]
    while tokens.skip(",", "and") or tokens.ahead_in(state.table.players):
        found.append(_seat(tokens, state))
    return tuple(sorted({*found}))


PLAYERS = Arg(
    "PLAYER…",
    _seats,
    lambda state, seats: ", ".join(state.table.players[seat] for seat in seats) or "nobody",
)


def differences(example: str, default: object = None) -> Arg:
    """Return an argument for values that differ from the data, by name, such as ``{craft: 13}``."""

    def read(tokens: TokenCursor, *_: Any) -> Any:
        value = tokens.value("{what differs}")
        if not isinstance(value, Mapping):
            raise tokens.fail(f"expected a mapping of differences, such as {example}")
        return value

    return Arg("{…}", read, lambda _, value: flow(value), default=lambda *_: default)


def thing_to_judge(takes: Mapping[str, str], example: str) -> tuple[Arg, Arg]:
    """Return the two arguments of ``judge kit {craft: 13}``: a subject, and the differences in
    braces.

    `takes` maps each subject to what the braces contain: "facts", a "text" or a "list".
    """
    facts = differences(example, FrozenMap({}))

    def read(tokens: TokenCursor, state: Any, seat: int, thing: Any) -> Any:
        if takes[thing] == "text":
            return tokens.take(f"the words of a {thing}").text
        if takes[thing] == "facts":
            return facts.read(tokens, state, seat) if tokens.more else FrozenMap({})
        value = tokens.value("[…]")
        if not isinstance(value, tuple):
            raise tokens.fail("expected a list, such as [deal, seed]")
        return tuple(map(str, value))

    def write(_: Any, said: Any) -> str:
        return quoted(said) if isinstance(said, str) else flow(said) if said else ""

    return word(tuple(takes), "thing to judge"), Arg("{…}", read, write)

"""Plays one simulated game with a referee, a seed and strategies, and returns it as a
`SimulatedGame`.

Every step is checked, and its pieces in use and rules are counted. A game fails if it loses a
piece, leaves a player without a move or never ends.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from validator.referee.core import CHANCE, MOST_TRIED, Move, TooManyMovesError, Trace
from validator.referee.invariants import Conservation
from validator.referee.referee import P, Referee, Zone
from validator.referee.registry import requirements_of
from validator.referee.verbs import Verb
from validator.script.played import cause
from validator.simulate.course import Course, ScoreCourse
from validator.simulate.strategies import choose

LONGEST = 20_000  # steps: no shipped game needs a tenth of it
NO_END = "no end after"
LISTED_EVERY = 23  # steps between two listings of all legal moves, and two tries of an illegal one


@dataclass
class SimulatedGame:
    """One played game: its moves, scores and winners, and the pieces in use."""

    index: int
    strategies: tuple[str, ...]
    steps: int = 0
    scores: tuple[float, ...] = ()
    winners: tuple[int, ...] = ()
    failure: str = ""  # empty: the game ended
    peaks: dict[str, int] = field(default_factory=dict)  # component -> most required at once
    held: dict[str, int] = field(default_factory=dict)  # zone of a player -> most in it
    verbs: Counter[str] = field(default_factory=Counter)
    rules: set[str] = field(default_factory=set)  # rules that settled a fact
    kept: set[str] = field(default_factory=set)  # rules that were checked and kept
    refused: set[str] = field(default_factory=set)  # rules that refused a move
    drawn: set[str] = field(default_factory=set)  # pieces that came to a player
    named: set[str] = field(default_factory=set)  # pieces that a move used
    won_with: set[str] = field(default_factory=set)  # pieces that a winner used
    users: Counter[str] = field(default_factory=Counter)  # piece -> players who used it
    winners_with: Counter[str] = field(default_factory=Counter)  # how many of these players won
    turns: int = 0  # each ends when another player makes a move
    decisions: int = 0  # moves of players
    story: ScoreCourse | None = None  # only if the game is watched
    options: Counter[str] = field(default_factory=Counter)  # verb -> players who used it
    options_won: Counter[str] = field(default_factory=Counter)  # how many of these players won
    choices: list[int] = field(default_factory=list)  # legal moves, wherever they were listed
    moves: list[Move] = field(default_factory=list)


def seed_of(seed: int, players: int, index: int) -> str:
    """Return the seed of one game, the same on every machine and in any order of games."""
    return f"{seed}/{players}/{index}"


def strategies_of(players: int, index: int, strategy: str = "") -> tuple[str, ...]:
    """Return the strategy of each seat.

    In every second game, all players are random; in the others, the strategies take turns. If
    `strategy` is given, everybody uses it in every game; several strategies, as in
    "planner,random", take turns.
    """
    if strategy:
        chosen = strategy.split(",")
        return tuple(chosen[(index + seat) % len(chosen)] for seat in range(players))
    if index % 2 == 0:
        return ("random",) * players
    names: tuple[str, ...] = ("hoarder", "spender", "racer", "staller", "random")
    first = index // 2
    if first % 3 == 0:  # the same strategy for all reaches extremes
        return (names[first // 3 % 4],) * players
    return tuple(names[(first + seat) % len(names)] for seat in range(players))


class _Rules(Trace):
    """Collects the ids of the rules that took effect."""

    only_rules = True

    def __init__(self, rules: set[str]) -> None:
        super().__init__()
        self.rules = rules

    def __call__(self, rules: str | tuple[str, ...], *facts: str, text: str = "") -> None:
        del facts, text
        if isinstance(rules, str):
            self.rules.add(rules)
        else:
            self.rules.update(rules)


def play_match(
    referee: Referee[P], seed: int, index: int, longest: int = LONGEST, strategy: str = ""
) -> SimulatedGame:
    """Play one game to its end or its first failure, for at most `longest` steps."""
    players = len(referee.players)
    match = SimulatedGame(index, strategies_of(players, index, strategy))
    watch = _Watch(referee, match)
    random = Random(seed_of(seed, players, index))
    state = referee.begin(0)
    rules = _Rules(match.rules)
    match.rules.update(entry.rule for entry in referee.opened(state))
    watch.begin(state)
    course = Course(index)
    try:
        while (actor := referee.to_act(state)) is not None:
            if match.steps >= longest:
                match.failure = f"{NO_END} {longest:,} steps"
                break
            move = _next(referee, match.strategies, state, actor, random)
            if move is None:
                match.failure = stuck(referee, state, actor)
                break
            if match.steps % LISTED_EVERY == LISTED_EVERY - 1:
                watch.listed(state, move, random)
            if move.seat >= 0 and course.moved(move.seat):
                course.scores.append(referee.scores(state))
            after = referee.apply(state, move, rules)
            match.moves.append(move)
            match.steps += 1
            if fault := watch.after(state, move, after):
                match.failure = fault
                break
            state = after
    except TooManyMovesError:
        match.failure = (
            f"more than {MOST_TRIED:,} moves to choose from: is one of the numbers far too large?"
        )
    except Exception as error:  # whatever failed, the game is reported with its seed
        match.failure = mistake(error)
    _end(match, watch, course, state)
    return match


def _end(match: SimulatedGame, watch: _Watch, course: Course, state: Any) -> None:
    """Record the end of a game: its scores and, if nothing failed, its winners and course."""
    referee = watch.referee
    try:
        match.scores = referee.scores(state)
        if not match.failure:
            match.winners = referee.winners(state)
            match.rules |= referee.fields.ruling(state)
            match.failure = watch.conservation.full(state)
            match.story = course.story(match.winners)
    except Exception as error:
        match.failure = match.failure or mistake(error)
    match.turns, match.decisions = course.turns, course.decisions
    watch.finish()


def mistake(error: Exception) -> str:
    """Return the failure of a game in which a referee raised an exception."""
    return f"an error in the referee itself{cause(error)}"


def stuck(referee: Referee[P], state: P, actor: int) -> str:
    """Return why a game cannot go on: a player has no legal move."""
    mode = referee.mode(state)
    open_ = [each for each in referee.verbs.values() if not each.modes or mode in each.modes]
    draws = [each.name for each in open_ if each.kind == "chance" and each.modes]
    hint = f"; if '{draws[0]}' comes next, add the mode to `waits` as CHANCE" if draws else ""
    where = f" in the mode '{mode}'" if mode else ""
    return f"{referee.actor(actor)} has no legal move{where}{hint}"


def _next(
    referee: Referee[Any], strategies: Sequence[str], state: object, actor: int, random: Random
) -> Move | None:
    if actor == CHANCE:
        return referee.chance(state, random)
    return choose(strategies[actor], referee, state, random)


class Limits:
    """Counts the pieces that a state requires, and compares them with the maximum under the
    rules.
    """

    def __init__(self, referee: Referee[P], components: Mapping[str, str]) -> None:
        requirements = requirements_of(referee.game)
        self.referee: Referee[Any] = referee
        self.components = components
        self.mets = tuple((each.what, each.met) for each in requirements if each.met)
        self.most = {
            each.what: (each.most(referee.game, len(referee.players)), each.rules[0])
            for each in requirements
            if each.most
        }

    def in_use(self, state: object) -> Counter[str]:
        """Return how many of each piece a state uses, excluding box, pool and deck."""
        used = Counter({what: met(state) for what, met in self.mets})
        for name, zone in self.referee.zones(state).items():
            if name not in self.referee.supply:
                for piece, number in _each(zone):
                    used[self.components[piece]] += number
        return used

    def fault(self, used: Mapping[str, int]) -> str:
        """Return a message if more pieces of a type are in use than the rules allow, or an empty
        string.
        """
        for what, (most, rule) in self.most.items():
            if used.get(what, 0) > most:
                return f"{used[what]} {what} in use, more than the {most} of {rule}"
        return ""


class _Place(NamedTuple):
    """A zone in which pieces are counted.

    `owned` is its name without the player, such as ``hand``. Pieces in a supply are not in use.
    """

    owned: str
    supply: bool
    numbered: Sequence[str]
    things: tuple[str, ...]  # the components of the counted pieces


class _Watch:
    """Counts the pieces, cards and rules that a game uses.

    Unchanged zones are not counted again.
    """

    def __init__(self, referee: Referee[P], match: SimulatedGame) -> None:
        self.referee: Referee[Any] = referee
        self.match = match
        self.conservation = Conservation(referee)
        self.components = components_of(referee)
        self.places: list[_Place] = []
        self.used: Counter[str] = Counter()
        self.used_by: defaultdict[int, set[str]] = defaultdict(set)  # seat -> pieces
        self.verbs_of: defaultdict[int, set[str]] = defaultdict(set)
        self.peaks: Counter[str] = Counter()
        self.held: Counter[str] = Counter()
        self.owners = tuple(f"{name}'s " for name in referee.players)
        self.limits = Limits(referee, self.components)
        self.risen = True  # whether there is a new peak

    def after(self, state: object, move: Move, after: object) -> str:
        """Count a step, and return its problem, or an empty string if there is none."""
        match = self.match
        match.verbs[move.verb] += 1
        if move.seat != CHANCE:
            self.verbs_of[move.seat].add(move.verb)
            _add_named(move.args, self.components, self.used_by[move.seat])
        fault = self.conservation.after(state, after)
        self.look()
        if fault or not self.risen:
            return fault
        self.risen = False
        return self.limits.fault(self.peaks)

    def begin(self, state: object) -> None:
        """Count the pieces in use before the first step."""
        self.conservation.pieces.begin(state)
        self.look()

    def look(self) -> None:
        """Count the pieces in use now."""
        pieces, used, peaks = self.conservation.pieces, self.used, self.peaks
        if pieces.anew:
            used.clear()
            self.places = [self.place(name, counts) for name, counts in pieces.layout]
        more: set[str] = set()
        for index, old, new in pieces.changes:
            place = self.places[index]
            if place.supply:
                continue
            if place.numbered:
                before, now = ((old,), (new,)) if type(new) is int else (old, new)
                for thing, number, has in zip(place.things, before, now, strict=True):
                    if number != has:
                        used[thing] += has - number
                        more.add(thing)
                size = sum(now)
            else:
                self.named(old, new, more)
                size = len(new)
            if place.owned:
                if size > self.held[place.owned]:
                    self.held[place.owned] = size
                self.match.drawn.update(place.numbered or new)
        for what, met in self.limits.mets:
            if (asked := met(pieces.state)) > peaks[what]:
                peaks[what], self.risen = asked, True
        for thing in more:
            if used[thing] > peaks[thing]:
                peaks[thing], self.risen = used[thing], True

    def named(self, old: Sequence[str], new: Sequence[str], more: set[str]) -> None:
        """Count a zone of named pieces.

        Components that may have reached a new peak are added to `more`.
        """
        used, components, width = self.used, self.components, len(old)
        if new[:width] == old:  # pieces were put on a pile
            old, new = (), new[width:]
        for piece in old:
            used[components[piece]] -= 1
        for piece in new:
            thing = components[piece]
            used[thing] += 1
            more.add(thing)

    def place(self, name: str, numbered: Sequence[str]) -> _Place:
        """Return the properties of a zone, by its name."""
        owned = next((name.removeprefix(each) for each in self.owners if name.startswith(each)), "")
        things = tuple(self.components[piece] for piece in numbered)
        return _Place(owned, name in self.referee.supply, numbered, things)

    def listed(self, state: object, move: Move, random: Random) -> None:
        """Count the legal moves and the rules that were checked.

        These are the rules that the move kept, and those that refuse random moves.
        """
        referee, match = self.referee, self.match
        match.kept.update(referee.kept(state, move))
        if move.seat == CHANCE:
            return
        match.choices.append(len(referee.legal(state)))
        for other in referee.verbs.values():
            if other.kind == "move":
                match.refused.update(_refused(referee, state, move.seat, other, random))

    def finish(self) -> None:
        """Store the peaks, and the pieces that the winners used."""
        self.match.peaks = {name: number for name, number in self.peaks.items() if number}
        self.match.held = dict(self.held)
        for seat, verbs in self.verbs_of.items():
            if seat >= 0:
                self.match.options.update(verbs)
                if seat in self.match.winners:
                    self.match.options_won.update(verbs)
        for seat, pieces in self.used_by.items():
            self.match.named |= pieces
            self.match.users.update(pieces)
            if seat in self.match.winners:
                self.match.won_with |= pieces
                self.match.winners_with.update(pieces)


def _refused(
    referee: Referee[Any], state: object, seat: int, verb: Verb, random: Random
) -> Iterator[str]:
    """Yield the rules that refuse a move chosen at random among legal and illegal ones."""
    if random.random() < 0.3:
        seat = int(random.random() * len(referee.players))
    shut = tuple(referee.shut(state, Move(seat, verb.name)))
    if shut:
        yield from (breach.rule for breach in shut)
        return
    args: tuple[Any, ...] = ()
    for slot in verb.slots:
        choices = tuple(slot(state, seat, *args))
        if not choices:
            return
        args = (*args, choices[int(random.random() * len(choices))])
    yield from (breach.rule for breach in verb.breaches(state, Move(seat, verb.name, args)))


def _each(zone: Zone) -> Iterator[tuple[str, int]]:
    if isinstance(zone, Mapping):
        yield from ((piece, number) for piece, number in zone.items() if number)
    else:
        yield from ((piece, 1) for piece in zone)


def _add_named(args: tuple[Any, ...], known: Mapping[str, str], to: set[str]) -> None:
    """Add the known pieces that a move names to `to`."""
    for arg in args:
        if isinstance(arg, str):
            if arg in known:
                to.add(arg)
        elif isinstance(arg, tuple):
            _add_named(arg, known, to)


@lru_cache(maxsize=16)
def components_of(referee: Referee[P]) -> Mapping[str, str]:
    """Return the name under which certificates count each piece.

    For components with many designs, this is the component's name.
    """
    printed = referee.printed()
    titles = {
        word: component.title
        for component in referee.game.components
        if len(component.cards) > 1
        for card in component.cards
        for word in (card.title, card.id)
    }
    kinds = Counter(titles[piece] for piece in printed if piece in titles)
    return {
        piece: titles[piece] if kinds[titles.get(piece, "")] > 3 else referee.counted_as(piece)
        for piece in printed
    }

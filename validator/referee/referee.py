"""The engine of every referee, which lists, refuses, applies and guesses moves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from validator.core.location import Problem
from validator.core.model import Game, in_words
from validator.referee import render
from validator.referee.core import ANY, CHANCE, TABLE, Breach, Gate, Listing, Move, Refusal, Trace
from validator.referee.fields import Fields
from validator.referee.judge import wrong_number
from validator.referee.messages import Message, Steps
from validator.referee.moment import Moment, by_modes
from validator.referee.paper import PaperSheet
from validator.referee.printed import PrintedPieces
from validator.referee.sentences import Sentences, seer
from validator.referee.verbs import Verb, Verbs
from validator.referee.zones import Zone as Zone
from validator.referee.zones import census, difference

P = TypeVar("P")


class _Open(NamedTuple):
    """The open verbs of a mode. Those that declare their users (`by`) are in `others`."""

    verbs: tuple[Verb, ...]
    others: tuple[Verb, ...]


FACTS_KEPT = 16  # positions: those of a step and of its deeds


class Referee(ABC, Generic[P]):
    """Applies the rules of a game for given players and options. It does not store the state."""

    verbs: Verbs
    table: Any  # what does not change during a game
    known_options: tuple[str, ...] = ()  # the rulebook's optional rules that a script may choose
    problems: list[Problem]  # what is wrong with the game's cards

    def __init__(self, game: Game, players: Sequence[str], options: Sequence[str] = ()) -> None:
        self.game = game
        self.players = tuple(players)
        self.options = tuple(options)
        self.problems = []
        if self.table_type is not None:
            self.table = self.table_type(game, players)
        if not self.course:
            self.course = tuple(by_modes(self.verbs.values(), self.fields, self.modes))
        self._open: dict[tuple[str, bool], _Open] = {}
        self.latest_worlds: tuple[Any, dict[int, list[Any]]] = (None, {})  # a state, others like it
        self._facts: tuple[tuple[P, Mapping[str, Any]], ...] = ()  # facts of the latest states
        self._latest: tuple[Any, list[tuple[int, Verb]]] = (None, [])  # a state, what is open

    def without_caches(self) -> Referee[P]:
        """Return a copy without cached results, for use after verbs were changed."""
        other = copy(self)
        other._open, other._facts, other._latest = {}, (), (None, [])
        return other

    # ---- what a game says

    fields: Fields  # the facts of a state

    @property
    def modes(self) -> Mapping[str, Gate]:
        """The modes of the game, each with the gate that refuses closed verbs."""
        return self.verbs.modes

    @property
    def turn(self) -> Gate | None:
        """The gate that refuses moves by anyone but the player to act, or None."""
        return self.verbs.turn

    def mode(self, state: P) -> str:
        """Return the state's mode, which decides which verbs are open."""
        return str(getattr(state, "mode", ""))

    # The types of states, for games that do not override `place`, `printed` and `to_act`.
    table_type: Callable[[Game, Sequence[str]], Any] | None = None  # has `players` and `copies`
    state_type: type[P] | None = None  # a named tuple with defaults for all but `table`, `seats`
    seat_type: Callable[..., Any] | None = None
    rest = ""  # the zone of printed pieces that `start:` does not name
    waits: Mapping[str, int | None] = {}  # modes in which no player acts: CHANCE, or None: over
    players_rule = ""  # how many may play
    pieces_rule = ""  # on the number of pieces

    def begin(self, first: int | None = None) -> P:
        """Return the state before anything is dealt or rolled; `first` is the starting player's
        seat.
        """
        return self.place({} if first is None else {"turn": self.players[first]})

    def opened(self, state: P) -> Trace:
        """Return a trace with the rules that determined the first state."""
        del state
        trace = Trace()
        if self.players_rule:
            trace(self.players_rule, "players")
        return trace

    def place(self, facts: Mapping[str, object]) -> P:
        """Return a state from the facts of `start:`. Raises FactError."""
        state: P = self.fields.place(self.table, facts, self.state_type, self.seat_type, self.rest)
        return state

    def to_act(self, state: P) -> int | None:
        """Return the seat that acts next.

        It is CHANCE if the deck or the dice come next, and None if the game is over.
        """
        turn: int = getattr(state, "turn", 0)
        return self.waits.get(self.mode(state), turn)

    def draws_next(self, state: P) -> bool:
        """Return whether the deck or the dice come next, unless a player objects first."""
        return self.to_act(state) == CHANCE

    def facts(self, state: P) -> Mapping[str, Any]:
        """Return all facts of a state by name, with their values in the notation of `start:`."""
        for known, facts in self._facts:
            if known is state:
                return facts
        found = self.fields.facts(state)
        self._facts = ((state, found), *self._facts[: FACTS_KEPT - 1])
        return found

    @abstractmethod
    def chance(self, state: P, random: Random) -> Move:
        """Return a random result of the deck or the dice.

        Call it only if `to_act` is CHANCE.
        """

    def zones(self, state: P) -> Mapping[str, Zone]:
        """Return the zone of every printed piece."""
        return self.fields.zones(state)

    @property
    def declares_zones(self) -> bool:
        """Whether all zones follow from the declared fields, and the game has no code for zones."""
        return type(self).zones is Referee.zones

    def face_down(self, state: P) -> frozenset[str]:
        """Return the pieces in play whose backs everybody sees."""
        things = self.fields.things
        # Once the game is over, everything is visible.
        if things is None or self.to_act(state) is None:
            return frozenset()
        shown = zip(things.pieces(state), getattr(state, things.attribute), strict=True)
        return frozenset(piece for piece, record in shown if things.hidden(record, -1))

    def printed(self) -> Mapping[str, int]:
        """Return the number of copies of each piece that the kit prints."""
        copies: Mapping[str, int] = self.table.copies
        return copies

    def view(self, state: P, seat: int) -> P:
        """Return the state as the player in a seat may see it, with hidden pieces in a fixed
        order.
        """
        seen: P = self.fields.view(state, seat)
        return seen

    def shuffled(self, state: P, seat: int, random: Random) -> P:
        """Return a random state that looks the same to the player in `seat`."""
        other: P = self.fields.shuffled(state, seat, random)
        return other

    def paper_sheets(self, state: P) -> Iterable[PaperSheet]:
        """Return the printed sheets on the table, with the players' entries."""
        del state
        return ()

    def show(self, state: P) -> list[str]:
        """Return the state as lines of plain text."""
        return render.lines(self.fields, state, self._ended(state))

    def _ended(self, state: P) -> str:
        """Return a sentence with the winners if the game is over; otherwise an empty string."""
        if self.to_act(state) is not None:
            return ""
        names = self.names(state)
        won = tuple(names[seat] for seat in self.winners(state))
        return f"the game is over, won by {in_words(won) or 'nobody'}"

    piece_names: Mapping[str, str] = {}  # names of pieces, from the ruleset
    supply: tuple[str, ...] = ("box", "pool", "deck", "discard")  # zones of what is not in use

    def scores(self, state: P) -> tuple[float, ...]:
        """Return the score of each player, by seat, or an empty tuple if the game has no scores."""
        facts = self.facts(state)
        for name in ("score", "points", "laurels", "suns"):
            by_player = facts.get(name)
            if isinstance(by_player, Mapping):
                return tuple(float(by_player.get(player, 0)) for player in self.players)
        return ()

    def counted_as(self, piece: str) -> str:
        """Return the name under which a piece is counted in certificates."""
        return piece

    def winners(self, state: P) -> tuple[int, ...]:
        """Return the seats that have won; called when the game is over."""
        won = self.facts(state).get("winner", ())
        names = (won,) if isinstance(won, str) else won
        return tuple(self.players.index(name) for name in names if name in self.players)

    def known_draw(self, state: P) -> Move | None:
        """Return the next draw if it is known, for example because the order of the deck is
        known.
        """
        del state
        return None

    def position_errors(self, state: P) -> Sequence[Breach]:
        """Return the rules that the first state of a script breaks."""
        (least, most), count = self.game.players, len(self.players)
        if self.players_rule and (wrong := wrong_number(self.players_rule, count, least, most)):
            return wrong
        lost = difference(census(self.zones(state)), self.printed()) if self.pieces_rule else ""
        return (Breach(self.pieces_rule, lost),) if lost else ()

    def remarks(self, before: P, after: P) -> Sequence[str]:
        """Return remarks about a step that breaks no rule, for example about a score that no
        card shows.
        """
        del before, after
        return ()

    recurrence_rule = ""  # the rule on positions that are repeated

    def recurring(self, state: P) -> Any:
        """Return a key that is equal for repeated positions, if the game remarks on them; otherwise
        None.
        """
        del state

    # Values of `start:` that are not facts, and their meanings.
    only_start: tuple[tuple[str, str], ...] = ()
    course: tuple[Moment, ...] = ()  # the order of lines in scripts, for `pieria verbs`
    sometimes: tuple[str, ...] = ()
    """Names of facts that not even the first position has, as those of a card that is laid down."""
    unlisted: tuple[str, ...] = ()
    """Verbs of moves that may be legal though `legal` does not list them: because somebody who is
    not to act may make them, or because they name more than is listed."""

    def other_meaning(self, word: str) -> str:
        """Return what else a word means in the game's scripts ("a fact", "a verb"), or an empty
        string.
        """
        low = word.lower()
        if low in self.fields.names:
            return "a fact"
        return "a verb" if low in {verb.word.lower() for verb in self.verbs.values()} else ""

    # ---- what all games have

    def names(self, state: P) -> tuple[str, ...]:
        """Return the players by seat, including those who joined later."""
        return self.fields.players(state)

    def seat(self, name: str) -> int:
        """Return the seat of a player, or TABLE, by name. Raises ValueError."""
        return TABLE if name == "table" else self.players.index(name)

    def actor(self, seat: int, state: P | None = None) -> str:
        """Return a seat's name in scripts, including the seats of players who joined later."""
        named = {CHANCE: "~", TABLE: "table"}.get(seat)
        return named or (self.players if state is None else self.names(state))[seat]

    def _verbs(self, mode: str, together: bool = False) -> _Open:
        """Return the listed verbs that are open in a mode: those of one player, or those of
        everybody.
        """
        found = self._open.get((mode, together))
        if found is None:
            kind = "table" if together else "move"
            listed = [
                verb
                for verb in self.verbs.values()
                if verb.listed and (not verb.modes or mode in verb.modes)
                if verb.kind == kind or (verb.by is not None and verb.kind in ("move", "table"))
            ]
            found = self._open[mode, together] = _Open(
                tuple(verb for verb in listed if verb.by is None),
                tuple(verb for verb in listed if verb.by is not None),
            )
        return found

    def actors(self, state: P) -> tuple[int, ...]:
        """Return the seats that may move now, or TABLE if all players act together."""
        seat = self.to_act(state)
        return () if seat is None or seat == CHANCE else (seat,)

    def awaited(self, state: P) -> tuple[int, ...]:
        """Return the seats that the game waits for: CHANCE, players, or TABLE for everybody.

        Others may act as well; pages and prompts show only these.
        """
        seat = self.to_act(state)
        return () if seat is None else (seat,)

    def asked(self, state: P) -> str:
        """Return the mode whose text in `table.yaml` describes what is asked now."""
        return self.mode(state)

    def _choices(self, state: P) -> Iterator[tuple[int, Verb]]:
        """Yield each seat with the verbs that it may use, regardless of their arguments."""
        mode = self.mode(state)
        for seat in self.actors(state):
            is_next = seat == self.whose_turn(state)
            for verb in self._verbs(mode, seat == TABLE).verbs:
                if is_next or self.turn_of(verb) is None:
                    yield seat, verb
        for verb in self._verbs(mode).others:
            assert verb.by is not None
            yield from ((seat, verb) for seat in verb.by(state))

    def legal(self, state: P) -> list[Move]:
        """Return all legal moves, or an empty list if chance acts or the game is over."""
        out = Listing()
        for seat, verb in self._choices(state):
            verb.extend(state, seat, (), out)
        return out

    def shut(self, state: P, move: Move) -> Iterator[Breach]:
        """Yield the rules that close a verb: those of the turn or, if these are kept, of the mode.

        If a verb declares its users, the rules of the mode come first, and those of the turn are
        added.
        """
        verb = self.verbs[move.verb]
        out_of_turn = not self._is_next(state, verb, move.seat)
        if out_of_turn and verb.by is None:
            actor = self.to_act(state)
            if actor is not None and actor >= 0:
                yield from self.out_of_turn(state, move)
                return
        if verb.modes and (mode := self.mode(state)) not in verb.modes:
            yield from (verb.gates.get(mode) or self.modes[mode]).breaches(state)
        if out_of_turn and verb.by is not None:
            yield from self.out_of_turn(state, move)

    def out_of_turn(self, state: P, move: Move) -> Iterator[Breach]:
        """Yield the rules that a player breaks by acting out of turn."""
        own = self.turn_of(self.verbs[move.verb])
        if own is not None:
            yield from own.breaches(state)

    def whose_turn(self, state: P) -> int | None:
        """Return the seat whose turn it is: the player to act, unless the game overrides it."""
        return self.to_act(state)

    def turn_of(self, verb: Verb) -> Gate | None:
        """Return the gate that refuses a verb out of turn, or None if it may be used out of
        turn.
        """
        gated = not verb.anybody and (verb.by is not None or verb.kind == "move")
        return (verb.turn or self.turn) if gated else None

    def _is_next(self, state: P, verb: Verb, seat: int) -> bool:
        """Return whether a player may use a verb now, according to the verb's declaration."""
        if verb.by is not None:
            return verb.anybody or seat in verb.by(state)
        return self.turn_of(verb) is None or seat == self.whose_turn(state)

    def refusal(self, state: P, move: Move) -> Refusal | None:
        """Return the refusal of an illegal move, or None if the move is legal.

        If the verb is closed, its own rules are not checked.
        """
        if self.verbs[move.verb].judges is None and self.allows(state, move):
            return None
        breaches = tuple(self.breaches(state, move))
        return Refusal(breaches) if breaches else None

    def breaches(self, state: P, move: Move) -> Iterator[Breach]:
        """Yield all rules that a move breaks, starting with the one to report."""
        verb = self.verbs[move.verb]
        found = tuple(self.shut(state, move)) or tuple(verb.breaches(state, move))
        if not found and not self._is_next(state, verb, move.seat):  # the verb's `by` lists others
            own = self.turn_of(verb) or self.modes[self.mode(state)]
            facts = f"{self.actor(move.seat, state)} cannot use '{verb.word}' now"
            found = tuple(Breach(rule, facts) for rule in own.rules)
        yield from found

    def allows(self, state: P, move: Move) -> bool:
        """Return whether a move is legal."""
        verb = self.verbs[move.verb]
        if verb.modes and self.mode(state) not in verb.modes:
            return False
        return self._is_next(state, verb, move.seat) and verb.allows(state, move)

    def kept(self, state: P, move: Move) -> Iterator[str]:
        """Yield the rules that were checked for a legal move and kept."""
        verb = self.verbs[move.verb]
        for gate in dict.fromkeys(verb.gates.values()):
            yield from gate.all_rules()
        if (own := self.turn_of(verb)) is not None:
            yield from own.rules
        yield from verb.kept(state, move)

    def apply(self, state: P, move: Move, trace: Trace | None = None) -> P:
        """Return the state after a legal move; the old state is unchanged."""
        after: P = self.verbs[move.verb].apply(state, move, trace, self.facts)
        return after

    def follows(self, state: P, move: Move) -> Steps:  # noqa: ARG002
        """Return whole sentences about the automatic consequences of a legal move."""
        return ()

    def guess(self, state: P, random: Random) -> Move | None:
        """Return a random legal move, or None.

        The verbs that are open in the latest state are cached.
        """
        if self._latest[0] is not state:
            self._latest = state, list(self._choices(state))
        choices = self._latest[1]
        while choices:
            place = int(random.random() * len(choices))
            seat, verb = choices[place]
            if (move := verb.find(state, seat, random)) is not None:
                return move
            del choices[place]
        return None

    def fitting(self, state: P, move: Move) -> list[Move]:
        """Return the legal moves that match a move with omitted arguments."""
        found, verb = Listing(), self.verbs[move.verb]
        if self._is_next(state, verb, move.seat) and not any(self.shut(state, move)):
            verb.extend(state, move.seat, (), found)
        return [
            each for each in found
            if all(b is ANY or a == b for a, b in zip(each.args, move.args, strict=True))
        ]  # fmt: skip

    # ---- in words

    def title(self, piece: str) -> str:
        """Return the name of a piece in sentences: its card's title."""
        found = self._designs.find(piece)
        return found.card.title if found else piece

    def about(self, piece: str) -> tuple[str, ...]:
        """Return the effects of a card, in short sentences for the page of a table.

        `piece` is one of `printed()`. Games whose cards already describe their effects need none.
        """
        del piece
        return ()

    # Shown for some states instead of their modes: the keys of `steps` in `table.yaml`.
    asked_modes: tuple[str, ...] = ()

    @cached_property
    def _designs(self) -> PrintedPieces:
        return PrintedPieces(self.game, self.piece_names)

    @cached_property
    def piece_codes(self) -> Mapping[str, str]:
        """The ids of pieces, by their names and by the ids themselves."""
        pieces = self.printed()
        return {self.title(piece): piece for piece in pieces} | {each: each for each in pieces}

    def sentences(self, state: P, move: Move, seat: int | None = None) -> Sentences:
        """Return sentences for what a legal move would do, what it did, and why it is allowed.

        They address the player in `seat` and reveal nothing that is hidden from that player; with
        None, they are for a reader who may see everything. Raises Broken.
        """
        return Sentences(self, state, move, seat)

    def refusals(self, state: P, move: Move, seat: int | None = None) -> list[Message]:
        """Return the reasons why a move is illegal, as one message for each broken rule.

        They reveal nothing that the player in `seat` may not see.
        """
        see = seer(self, state, seat)
        return [each.message.seen(see)._replace(begins=True)
                for each in self.breaches(state, move)]  # fmt: skip

    def written(self, state: P, move: Move) -> str:
        """Return a move in the notation of scripts."""
        verb = self.verbs[move.verb]
        return f"{self.actor(move.seat, state)} {verb.words(state, move)}"

"""A state of Muse: the location of each card and token, the Narrator, and pending tasks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any, NamedTuple

from validator.games.muse import phases
from validator.games.muse.constants import CRISIS, NOBODY, QUESTIONS, SHEETS, Pieces, Table
from validator.referee.core import MOST_TRIED, TooMany
from validator.referee.zones import put, quick_copies


@quick_copies
class Due(NamedTuple):
    """A task that must be done before the game continues."""

    kind: str  # one of phases.DRAWS, or of phases.STEPS
    seat: int = NOBODY
    number: int = 0


@quick_copies
class Seat(NamedTuple):
    """The pieces of one player. The Narrator's `bid` matches the Listeners' bids."""

    hand: Pieces = ()
    tokens: int = 0
    bid: Pieces = ()


@quick_copies
class AnswerSheet(NamedTuple):
    """An Answer Sheet. Subplot sheets contain cards, Crisis sheets contain tokens."""

    cards: Pieces = ()
    tokens: int = 0
    owner: int = NOBODY


def question_of(sheet: int) -> int:
    """Return the Question of an Answer Sheet."""
    return sheet // 2


def sheets_of(question: int) -> tuple[int, int]:
    """Return the Answer Sheets of a Question, for Yes and for No."""
    return 2 * question, 2 * question + 1


def opposite(sheet: int) -> int:
    """Return the Answer Sheet for the other answer to the same Question."""
    return sheet ^ 1


def is_crisis(sheet: int) -> bool:
    """Return whether a sheet holds tokens rather than cards."""
    return question_of(sheet) == CRISIS


@quick_copies
class Sheets(NamedTuple):
    """All Answer Sheets, in the order of SHEETS."""

    Y1: AnswerSheet = AnswerSheet()
    N1: AnswerSheet = AnswerSheet()
    Y2: AnswerSheet = AnswerSheet()
    N2: AnswerSheet = AnswerSheet()
    CY: AnswerSheet = AnswerSheet()
    CN: AnswerSheet = AnswerSheet()

    def with_sheet(self, sheet: int, **changes: object) -> Sheets:
        """Return the Answer Sheets with changes to one of them."""
        old: Any = self[sheet]
        return self._replace(**{SHEETS[sheet]: old._replace(**changes)})

    def both(self, question: int) -> tuple[AnswerSheet, AnswerSheet]:
        """Return the two sheets of a Question."""
        yes, no = sheets_of(question)
        return self[yes], self[no]

    def with_both(self, question: int, **changes: object) -> Sheets:
        """Return the Answer Sheets with the same changes to both sheets of a Question."""
        yes, no = sheets_of(question)
        return self.with_sheet(yes, **changes).with_sheet(no, **changes)


@quick_copies
class Question(NamedTuple):
    """A Question: whether it is in play, and its words."""

    open: bool = False
    text: str = ""


@quick_copies
class Piles(NamedTuple):
    """Cards for Yes and for No."""

    Y: Pieces = ()
    N: Pieces = ()


@quick_copies
class Showdown(NamedTuple):
    """The current Showdown.

    Pairs contain a value for Yes and one for No. `question` is NOBODY if there is no Showdown.
    """

    question: int = NOBODY
    owners: tuple[int, int] = (NOBODY, NOBODY)
    aside: Piles = Piles()
    up: Piles = Piles()
    sides: tuple[tuple[int, int], ...] = ()  # Supporters: seat and side, in order of joining
    wave: int = NOBODY  # the side that lays now
    laid: tuple[int, ...] = ()  # seats that have laid in this wave

    def side_of(self, seat: int) -> int:
        """Return the side that a player has taken, or NOBODY."""
        if seat in self.owners:
            return self.owners.index(seat)
        return next((side for each, side in self.sides if each == seat), NOBODY)


NO_SHOWDOWN = Showdown()


@quick_copies
class State(NamedTuple):
    """A position in the game.

    `seats` contains everybody who plays or has played, like `table.players`.
    """

    table: Table
    stage: str
    prep: int  # progress of the preparation: an index in PREPARATION, or BEGUN
    circle: tuple[int, ...]  # who sits at the table, clockwise
    narrator: int
    seats: tuple[Seat, ...]
    sheets: Sheets
    questions: tuple[Question, ...]
    deck: Pieces  # the top first
    known: int  # how many cards from the top a script has named
    ordered: bool  # whether the order of the deck is known
    discard: Pieces
    pool: int
    supply: int
    added: int
    elements: Pieces
    story: tuple[tuple[str, str], ...] = ()  # what is written on the Story Sheet, by its blanks
    ticked: Pieces = ()
    late: Pieces = ()  # elements that were added in play
    climax: bool = False
    disallowed: bool = False
    due: tuple[Due, ...] = ()
    gained: int = 0  # cards gained in this turn
    ticks: int = 0
    contests: int = 0  # Jump In contests of this turn
    won: bool = False  # this turn was won by a Jump In
    kept_with_whole_hand: bool = False  # the Narrator bid the whole hand and kept the narration
    answering: bool = False  # the winner of a Showdown still has to tell the answer
    ended: str = ""  # the event that ended this turn
    last: tuple[int, str] = (NOBODY, "")  # who narrated before, and what ended that turn
    announced: str = ""
    interrupted: tuple[int, str] = (NOBODY, "")
    clash: tuple[int, ...] = ()  # who bids, and with whom at the same moment
    showdown: Showdown = NO_SHOWDOWN
    outcome: str = ""  # the answer of the latest Showdown
    telling: tuple[int, ...] = ()  # who still adds to the Epilogue
    winners: tuple[int, ...] = ()

    @property
    def mode(self) -> str:
        """The name of the first pending task or, if there is none, of the current phase."""
        if self.due:
            due = self.due[0]
            if due.kind == "surplus":
                return self._surplus(due.seat)
            return phases.OPENING if due.kind == "empty" and self.ended == "showdown" else due.kind
        if self.stage == phases.TELL:
            if self.answering:
                return phases.ANSWER
            if self.lacks_approval():
                return phases.PREPARE
        return self.stage

    @property
    def outside(self) -> int:
        """The number of the kit's tokens outside the game.

        It is negative if other objects serve as tokens.
        """
        return self.table.supply - self.supply - self.added

    def _surplus(self, seat: int) -> str:
        """Return why a player must discard: the turn or contest that gave them too many cards."""
        plain, turn, opening, jump, loser = phases.SURPLUS
        if self.turn_ended(seat):
            return opening if self.ended == "showdown" else turn
        if self.after_a_contest():
            return jump
        return loser if self.stage == phases.SHOWDOWN else plain

    def turn_ended(self, seat: int) -> bool:
        """Return whether a player's turn has just ended and nothing has happened since."""
        own = self.stage == phases.TELL and seat == self.narrator
        return own and self.ended in ("support", "showdown", "end")

    def after_a_contest(self) -> bool:
        """Return whether surplus cards must be discarded because of a Jump In.

        They may also be due to a turn that ended later.
        """
        return self.ended == "jump" or (
            self.stage == phases.TELL and self.contests > 0 and not self.ended
        )  # fmt: skip

    def with_seat(self, seat: int, **changes: object) -> tuple[Seat, ...]:
        """Return all seats with one of them changed."""
        own: Any = self.seats[seat]
        found: tuple[Seat, ...] = put(self.seats, seat, own._replace(**changes))
        return found

    def with_question(self, question: int, is_open: bool, text: str) -> Any:
        """Return the Questions with one of them changed."""
        return put(self.questions, question, Question(is_open, text))

    def unticked(self) -> Pieces:
        return tuple(name for name in self.elements if name not in self.ticked)

    def clockwise(self, seat: int) -> tuple[int, ...]:
        """Return the seats clockwise from a seat; the seat itself is the last."""
        circle = self.circle
        if seat not in circle:
            return circle
        place = circle.index(seat) + 1
        return (*circle[place:], *circle[:place])

    def listeners(self) -> tuple[int, ...]:
        return tuple([seat for seat in self.clockwise(self.narrator) if seat != self.narrator])

    def name_of(self, seat: int) -> str:
        return self.table.players[seat] if seat >= 0 else "nobody"

    def names_of(self, seats: Sequence[int]) -> str:
        return ", ".join(self.name_of(seat) for seat in seats) or "nobody"

    def in_play(self, sheet: int) -> bool:
        """Return whether the Question of an Answer Sheet is in play."""
        return self.questions[question_of(sheet)].open

    def open_subplots(self) -> int:
        return sum(question.open for question in self.questions[:CRISIS])

    def climax_is_due(self) -> bool:
        """Return whether the Climax must begin, because no other Question can be answered first."""
        ready = self.questions[CRISIS].open and not self.climax
        return ready and self.disallowed and not self.open_subplots()

    def answered(self) -> int:
        """Return the Question of the last Showdown, or NOBODY if there was none."""
        asked = self.outcome.rpartition(" ")[-1]
        return QUESTIONS.index(asked) if asked in QUESTIONS else NOBODY

    def available(self) -> int:
        return len(self.deck) + len(self.discard)

    def lacks_approval(self) -> bool:
        """Return whether the cards have been dealt but the Story Sheet has not been approved.

        A script may omit all other steps between the deal and the first turn.
        """
        return self.stage == phases.TELL and self.prep < phases.PREPARATION.index("approve")

    def highest(self) -> int:
        narrator = self.narrator
        bids = [len(own.bid) for seat, own in enumerate(self.seats) if seat != narrator]
        return max(bids, default=0)

    def matching(self) -> Pieces:
        """Return the cards with which the Narrator matches the Listeners' bids."""
        return self.seats[self.narrator].bid


@lru_cache(4096)
def sets(cards: Pieces, least: int, most: int) -> tuple[Pieces, ...] | TooMany[Pieces]:
    """Return every set of `least` to `most` of the cards."""
    numbers = range(max(1, least), min(most, len(cards)) + 1)
    weights = [comb(len(cards), number) for number in numbers]
    if sum(weights) > MOST_TRIED:

        def guess(random: Random) -> Pieces:
            (number,) = random.choices(numbers, weights)
            picked = random.sample(range(len(cards)), number)
            return tuple(cards[place] for place in sorted(picked))

        return TooMany(guess)
    return tuple(each for number in numbers for each in combinations(cards, number))


# ---- combinations

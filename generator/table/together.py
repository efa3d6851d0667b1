"""Joint decisions of the players: steps that all must approve, and secret choices.

Both are valid only at the node of the session where they began. Until the line with all secret
choices is played, the others know only who has made a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from validator.load.tabletop import Tabletop
from validator.referee.core import CHANCE
from validator.table.nodes import GameNode
from validator.table.queries import options
from validator.table.session import Answer, Session
from validator.table.views import OPEN


class Proposal(NamedTuple):
    """A player's proposal to the others: to undo a step, or to play a line of the whole table."""

    node: int
    seat: int
    agreed: frozenset[int]
    line: str = ""  # empty: take a step back


def made_by(nodes: Iterable[GameNode], seat: int) -> bool:
    """Return whether no other player made one of these steps."""
    return all(
        node.move is None or node.move.seat in (seat, CHANCE) or node.automatic for node in nodes
    )


class Consent:
    """Asks all players to agree to a proposal, one at a time.

    The host cannot respond for others.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self._wish: Proposal | None = None

    def people(self) -> set[int]:
        """Return the seats that people play."""
        return {*range(len(self.session.names))} - {*self.session.strategies}

    @property
    def alone(self) -> bool:
        """Return whether a single person plays against the computer."""
        return len(self.people()) < 2 and bool(self.session.strategies)

    @property
    def wish(self) -> Proposal | None:
        """The proposal that waits for responses, or None if the table has changed since it was
        made.
        """
        wish = self._wish
        return wish if wish is not None and wish.node == self.session.here.since.number else None

    def needed(self, seat: int) -> bool:
        """Return whether other people at the table must agree to proposals of this seat."""
        return bool(self.people() - {seat})

    def ask(self, seat: int, line: str = "") -> None:
        """Begin a proposal, which replaces any earlier one."""
        self._wish = Proposal(self.session.here.since.number, seat, frozenset([seat]), line)

    def agree(self, seat: int) -> Proposal | None:
        """Record an agreement.

        Returns the proposal when everybody has agreed to it, and None before that.
        """
        wish = self.wish
        assert wish is not None
        self._wish = wish._replace(agreed=wish.agreed | {seat})
        return wish if self._wish.agreed >= self.people() else None

    def drop(self) -> None:
        """Discard the current proposal."""
        self._wish = None

    def shown(self, seat: int) -> dict[str, Any] | None:
        """Return the proposal in the form that a seat's page displays, or None."""
        wish, names = self.wish, self.session.names
        if wish is None:
            return None
        waiting = sorted(self.people() - wish.agreed)
        return {
            "by": names[wish.seat],
            "line": wish.line,
            "waiting": [names[each] for each in waiting],
            "asked": seat in waiting,
        }


class Sealed:
    """The secret choices of the players.

    Players make them for verbs that `table.yaml` lists under `together` with `each`.
    """

    def __init__(self, session: Session, table: Tabletop) -> None:
        self.session = session
        self.verbs: Mapping[str, Mapping[str, Any]] = {
            word: how for word, how in table.together.items() if how["each"]
        }
        self._laid: dict[str, dict[int, str]] = {}
        self._node = -1

    def laid(self, word: str) -> dict[int, str]:
        """Return the secret choices made at this position, by seat."""
        if self._node != self.session.here.since.number:
            self._node, self._laid = self.session.here.since.number, {}
        return self._laid.setdefault(word, {})

    def lay(
        self, seat: int, word: str, choice: str, play: Callable[[str], Answer]
    ) -> tuple[bool, str]:
        """Record a secret choice.

        When all choices have been made, the line with them is played. Returns whether the choice
        was accepted, and a message.
        """
        how = self.verbs.get(word)
        if how is None or choice not in how["each"] or seat < 0:
            return False, "expected one of the choices offered"
        if word not in self.open():
            return False, "nobody has to choose now"
        laid = self.laid(word)
        laid[seat] = choice
        if self._missing(word):
            return True, ""
        self._fill(word)
        names = self.session.names
        parts = [f"{names[each]}={laid[each]}" for each in sorted(laid)]
        found = play(" ".join(["table", word, *parts]))
        if not found.accepted:
            laid.clear()
            why = found.message or "the rules do not allow this"
            return False, f"{why}; everybody chooses again"
        return True, ""

    def open(self) -> list[str]:
        """Return the verbs for which players can make a secret choice now."""
        referee, mode = self.session.referee, self.session.referee.mode(self.session.state)
        verbs = {verb.word: verb for verb in referee.verbs.values() if verb.kind == "table"}
        return [word for word in self.verbs if word in verbs and mode in verbs[word].modes]

    def _needed(self, word: str) -> set[int]:
        """Return the seats whose choices belong in the line.

        They are taken from a legal move; if none is listed, all seats are returned.
        """
        names, moves = self.session.names, options(self.session, OPEN)[0]
        line = next((each.line for each in moves if each.verb == word), "")
        named = {part.partition("=")[0] for part in line.split()}
        needed = {seat for seat, name in enumerate(names) if name in named}
        return needed or {*range(len(names))}

    def _missing(self, word: str) -> list[int]:
        people = {*range(len(self.session.names))} - {*self.session.strategies}
        return sorted((people & self._needed(word)) - {*self.laid(word)})

    def _fill(self, word: str) -> None:
        """Make the choices of the computer players."""
        laid, choices = self.laid(word), self.verbs[word]["each"]
        random = Random(f"{self.session.seed}/{self.session.here.depth}/{word}")
        for seat in sorted(self._needed(word) & {*self.session.strategies}):
            laid.setdefault(seat, random.choice(choices))

    def shown(self, seat: int) -> list[dict[str, Any]]:
        """Return this player's choice, and who else has made one, for display on the page."""
        names = self.session.names
        return [
            {
                "verb": word,
                "mine": self.laid(word).get(seat, ""),
                "done": [names[each] for each in sorted(self.laid(word))],
                "waiting": [names[each] for each in self._missing(word)],
            }
            for word in self.open()
        ]

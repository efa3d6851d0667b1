"""Changes a session: plays lines, undoes steps, and records joint decisions of the players.

Everything happens on one thread. `version` counts the changes, so that pages notice them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from generator.table.together import Consent, Sealed, made_by
from validator.referee.core import CHANCE, TABLE
from validator.table.nodes import GameNode
from validator.table.queries import reasons, understood
from validator.table.sentences import plain, step_sentence
from validator.table.session import Answer, Session
from validator.table.views import PUBLIC

LONGEST, BLANKS = 400, 60  # letters of a blank, and blanks, that are shared while they are written
CHANGED = {"stale": True, "message": "the table has changed; check it and try again"}


class Changes:
    """The operations that change a session.

    `notice` is a message to all players.
    """

    def __init__(self, session: Session) -> None:
        self.version = time.time_ns() // 1_000_000  # never one of an earlier run
        self.begin(session)

    def begin(self, session: Session) -> None:
        """Replace the session at this table with another one."""
        self.session = session
        self.notice = ""
        self.draft: dict[str, str] = {}  # values of a sheet that all players fill in, by blank
        self.consent = Consent(session)
        self.sealed = Sealed(session, session.tabletop)
        self.waits = False  # the host undid steps: the computer waits for a person
        self.version += 1

    # ---- lines

    def say(self, line: str, node: int, writer: int, seat: int) -> dict[str, Any]:
        session = self.session
        late = node != session.here.number
        if late and not self._still_counts(line, node):
            return CHANGED
        if self._is_for_all(line, writer):
            if (before := self.consent.wish) is not None and before.line != line:
                self.notice = f"{session.names[before.seat]}'s proposal is replaced."
            self.consent.ask(writer, line)
            self.version += 1
            return {"accepted": True, "message": "waiting for the other players to agree"}
        found = session.say(line, writer)
        if found.accepted:
            self.version += 1
            self.notice = ""
            self.waits = False
            return {"accepted": True, "message": found.message}
        return {"stale": late} | self._refusal(found, line, seat)

    def _is_for_all(self, line: str, writer: int) -> bool:
        """Return whether all players must agree to a line of the table that a player writes."""
        actor, word, first, *_ = [*line.lower().split(), "", "", ""]
        how = self.session.tabletop.together.get(word) if actor == "table" else None
        if writer < 0 or not how or not how["agree"] or how["when"] not in ("", first):
            return False
        return self.consent.needed(writer)

    def _still_counts(self, line: str, number: int) -> bool:
        """Return whether a line that was written at an earlier node may still be played.

        It may if its actor has done nothing since then, because other players or the computer may
        have moved in the meantime. The referee checks the line as usual.
        """
        node, actor = self.session.here, self._actor(line)
        while node.number != number:
            before = node.parent
            if before is None or node.lines[-1:] == (line.strip(),):
                return False
            if not node.automatic and node.move is not None and node.move.seat == actor:
                return False
            node = before
        return True

    def _actor(self, line: str) -> int:
        """Return the seat that makes the move in a line.

        TABLE stands for everybody, and for an unknown word.
        """
        names = [name.lower() for name in self.session.names]
        word = line.lower().split(" ", 1)[0]
        return names.index(word) if word in names else TABLE

    def _refusal(self, found: Answer, line: str, seat: int) -> dict[str, Any]:
        if found.refusal is None:
            return {"accepted": False, "message": found.message}
        move = None
        with suppress(Exception):  # an assertion, which is not a move
            move = understood(self.session.here, line)
        why = reasons(self.session, seat, found.refusal, move)
        return {"accepted": False, "message": "", "reasons": [each._asdict() for each in why]}

    def move(self, what: str, node: int, to: int, seat: int, keeper: bool) -> dict[str, Any]:
        session = self.session
        if what == "again":
            self.notice = f"{session.names[seat]} would like to play again."
            self.version += 1
            return {"accepted": True, "message": ""}
        if what in ("agree", "refuse") and node >= session.here.since.number:
            return self._answer(what == "agree", seat)
        if node != session.here.number:
            return CHANGED
        if what == "undo" and not keeper and self._needs_consent(seat):
            self.consent.ask(seat)
            self.version += 1
            return {"accepted": True, "message": "waiting for the other players to agree"}
        before = session.here.path()
        if what == "go":
            done = session.go(to)
        elif what == "undo":
            done = session.undo(whole=not keeper or self.consent.alone)
        else:
            done = session.redo() if what == "redo" else session.draw()
        if done:
            host = "You" if self.consent.alone else "The host"
            who = session.names[seat] if seat >= 0 and not self.consent.alone else host
            self.waits = keeper and what in ("undo", "go")
            self._changed_place(who, before, what)
        message = "" if done else done.message or "there is nothing to do"
        return {"accepted": bool(done), "message": message}

    # ---- what all must agree to

    def _needs_consent(self, seat: int) -> bool:
        """Return whether other players must agree before the last step is undone.

        They must if it revealed something, or if it was made by another player.
        """
        undone = [*self.session.taken_back(whole=True)]
        own = made_by(undone, seat) and not any(map(GameNode.reveals, undone))
        return self.consent.needed(seat) and not own

    def _answer(self, agrees: bool, seat: int) -> dict[str, Any]:
        """Record a player's response to a proposal.

        The host cannot respond for others.
        """
        session, consent = self.session, self.consent
        if consent.wish is None or seat not in consent.people():
            return {"message": "nobody has asked for anything"}
        self.version += 1
        if not agrees:
            own, line = seat == consent.wish.seat, consent.wish.line
            consent.drop()
            kept = "" if line else ": the step stays"
            says = "no longer asks" if own else f"does not agree{kept}"
            self.notice = f"{session.names[seat]} {says}."
            return {"accepted": True, "message": self.notice}
        wish = consent.agree(seat)
        if wish is None:
            return {"accepted": True, "message": ""}
        if wish.line:
            found = session.say(wish.line)
            if not found.accepted:
                consent.drop()
                return self._refusal(found, wish.line, seat)
            return {"accepted": True, "message": found.message}
        before = session.here.path()
        if not (done := session.undo(whole=True)):
            return {"message": done.message}
        self._changed_place("All players", before, "undo")
        return {"accepted": True, "message": self.notice}

    def write(self, words: Mapping[str, str]) -> dict[str, Any]:
        """Show all players what one of them writes on a common sheet, before it is played."""
        self.draft |= {blank[:LONGEST]: text[:LONGEST] for blank, text in words.items()}
        self.draft = dict([*self.draft.items()][-BLANKS:])
        self.version += 1
        return {"accepted": True, "message": ""}

    def lay(self, word: str, choice: str, node: int, seat: int) -> dict[str, Any]:
        """Record a player's secret choice, for a line that contains a choice of every player."""
        if node < self.session.here.since.number:
            return CHANGED
        accepted, message = self.sealed.lay(seat, word, choice, self.session.say)
        self.version += 1
        return {"accepted": accepted, "message": message}

    def _changed_place(self, who: str, before: Sequence[GameNode], what: str) -> None:
        """Announce that the session has moved to another node, as after steps were undone."""
        self.consent.drop()
        self.version += 1
        here = self.session.here.path()
        back = [node for node in before if node not in here]
        self.notice = f"{who} took back {_steps(back)}." if back and what != "draw" else ""
        due = self.session.strategies.keys() & {*self.session.actors()}
        if self.notice and self.waits and due:
            self.notice += " The computer waits until somebody plays or chooses Redo."

    # ---- automatic steps

    def draws(self) -> None:
        """Make all random draws that the computer has to make now."""
        while self.session.actors()[:1] == (CHANCE,) and self._made(self.session.advance()):
            pass

    def advance(self) -> bool:
        return not self.waits and self._made(self.session.advance())

    def _made(self, found: Answer) -> bool:
        """Return whether an automatic step was made.

        If it was not, announce the reason.
        """
        if not found and found.message:
            self.notice = f"The game stops: {found.message}."
        self.version += bool(found or found.message)
        return found.accepted


def _steps(back: Sequence[GameNode]) -> str:
    """Return the steps that were taken back, in words that everybody at the table may read."""
    made = [node for node in back if node.move is not None and node.move.seat != CHANCE]
    if len(made) > 1 and not all(node.automatic for node in made[1:]):
        return f"{len(made)} steps"
    said = plain(step_sentence(made[0], PUBLIC)).removesuffix(".") if made else ""
    return f"the last step: {said}" if said else "the last step"

"""Plays a session in a terminal: the position as text, lines with completion, and a few
commands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from generator.core.atomic_write import write_durably
from validator.referee.core import CHANCE, TABLE
from validator.table.queries import begun, complete, hint, open_verbs, options, reasons, why_not
from validator.table.session import Answer, Session
from validator.table.views import OPEN

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completion
    from prompt_toolkit.document import Document

COMMANDS = {
    "moves": "list the legal moves",
    "why": "why PIECE: show what forbids each verb with this piece",
    "undo": "undo the last step",
    "redo": "redo the step",
    "draw": "let the computer draw, if draws are entered by hand",
    "save": "save FILE: also write the script to another file",
    "help": "show this help",
    "quit": "quit; the script is already saved",
}
LISTED = 30


class Terminal:
    """A table in a terminal, which runs typed lines and returns the lines to print."""

    def __init__(self, session: Session, file: Path) -> None:
        self.session = session
        self.file = file
        humans = [seat for seat in range(len(session.names)) if seat not in session.strategies]
        self.seat = humans[0] if len(humans) == 1 and session.strategies else OPEN
        self.is_over = False

    def begin(self) -> list[str]:
        """Make the first automatic steps, and return the lines that describe them and the
        position.
        """
        names = ", ".join(COMMANDS)
        return [
            f"{self.session.game.title}: {', '.join(self.session.names)}",
            f"Type a line of the script; Tab completes. Commands: {names}.",
            f"The record: {self.file}",
            *self._go_on(),
        ]

    def prompt(self) -> str:
        """Return the prompt, which says who acts next."""
        seats = self.session.referee.awaited(self.session.state)
        names = {CHANCE: "draw", TABLE: "table"}
        who = [names.get(seat) or self.session.names[seat] for seat in seats]
        return f"{', '.join(who) or 'over'}> "

    def take(self, line: str) -> list[str]:
        """Run a typed line, and return the lines to print."""
        word, _, rest = line.strip().partition(" ")
        if not word:
            return []
        if word.lower() in COMMANDS:
            return list(self._command(word.lower(), rest.strip()))
        answer = self.session.say(line, OPEN)
        if not answer.accepted:
            return list(self._refused(answer))
        return [*self._step_lines(), *filter(None, [answer.message]), *self._go_on()]

    def _go_on(self) -> list[str]:
        """Make draws and opponents' moves, and return the lines that describe the position."""
        found = []
        while made := self.session.advance():
            found += self._step_lines()
        return [*found, *filter(None, [made.message]), "", *(f"  {line}" for line in self._show())]

    def _show(self) -> list[str]:
        return self.session.here.eyes(self.seat).show()

    def _step_lines(self) -> list[str]:
        """Return the lines that describe the last step and the effects of rules."""
        seen = self.session.here.seen_by(self.seat)
        if seen is None:
            return []
        return [seen.line, *(f"    {text}  [{rule}]" for rule, text in seen.notes if text)]

    def _refused(self, answer: Answer) -> Iterator[str]:
        if answer.refusal is None:
            yield answer.message
            return
        for each in reasons(self.session, OPEN, answer.refusal, None):
            yield f"no: {each.rule}: {each.statement} ({each.facts})"

    def _command(self, word: str, rest: str) -> Iterator[str]:
        session = self.session
        if word == "moves":
            listed, whole = options(session, OPEN)
            yield from (option.line for option in listed[:LISTED])
            if len(listed) > LISTED or not whole:
                yield f"and more: {len(listed)} in all" if whole else "and more than can be listed"
            yield from (f"{verb.actor} {verb.syntax}" for verb in open_verbs(session, OPEN)
                        if not verb.listed)  # fmt: skip
        elif word == "why":
            yield from self._why(rest)
        elif word == "save":
            try:
                write_durably(Path(rest or self.file), session.text())
                yield f"{rest or self.file}: written"
            except OSError as error:
                yield f"{rest or self.file}: cannot be written: {error.strerror or error}"
            except ValueError:  # a null byte, or half a character
                yield (
                    "the name has a character that is not allowed in file names; choose "
                    "another name"
                )
        elif word in ("undo", "redo", "draw"):
            done = {"undo": session.undo, "redo": session.redo, "draw": session.draw}[word]()
            yield from (["", *(f"  {line}" for line in self._show())] if done else
                        [done.message or f"there is nothing to {word}"])  # fmt: skip
        elif word == "help":
            yield from (f"{name}: {about}" for name, about in COMMANDS.items())
        else:
            self.is_over = True

    def _why(self, piece: str) -> Iterator[str]:
        found = why_not(self.session, OPEN, piece) if piece else []
        if not found:
            yield f"no verb takes '{piece}'" if piece else "why what? Name a piece: why Heron"
        for tried in found:
            if not tried.reasons:
                yield f"{tried.line}: possible"
            for each in tried.reasons[:2]:
                yield f"{tried.line}: {each.rule}: {each.statement} ({each.facts})"

    def completions(self, text: str) -> list[tuple[str, str]]:
        """Return the possible continuations of a line, as words with their meanings."""
        first = "" if " " in text else text.lower()
        commands = [
            (name, about) for name, about in COMMANDS.items()
            if first and name.startswith(first)
        ]  # fmt: skip
        return [*complete(self.session, OPEN, text), *commands]

    def hint(self, text: str) -> str:
        """Return the grammar of the verb that is being typed."""
        return hint(self.session, OPEN, text)


def run(terminal: Terminal, show: Callable[[str], object]) -> None:
    """Read and run lines until `quit` or the end of the input."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion

    class WordCompleter(Completer):
        def get_completions(self, document: Document, _: object) -> Iterator[Completion]:
            text = document.text_before_cursor
            start = len(text) - len(begun(text)[1] or "")
            start -= text[start - 1 : start] == '"'
            for word, about in terminal.completions(text):
                if word:
                    yield Completion(word, start - len(text), display_meta=about[:80])

    prompt: PromptSession[str] = PromptSession(completer=WordCompleter())
    for line in terminal.begin():
        show(line)
    while not terminal.is_over:
        try:
            typed = prompt.prompt(
                terminal.prompt(), bottom_toolbar=lambda: terminal.hint(prompt.default_buffer.text)
            )
        except EOFError:
            return
        for line in terminal.take(typed):
            show(line)

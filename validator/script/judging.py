"""Checks the lines of a script that assert something about a position or expect a refusal."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from validator.core.location import Problem, did_you_mean
from validator.referee.core import Breach, Move, Refusal, Trace
from validator.referee.invariants import Coverage
from validator.referee.tokens import TokenCursor
from validator.script.expect import Assertion, clauses, fact_names, holds, look_up
from validator.script.moving import Moving
from validator.script.played import PlayedStep
from validator.script.read import Step


class Judging(Moving):
    """A script being played, with the checks of its assertions about the current position."""

    known: frozenset[str] | None = None  # all names of facts, once they are asked for

    # ---- refusals

    def judge_refusal(
        self, step: Step, refusal: Refusal | None, what: str, move: Move | None = None
    ) -> None:
        """Check that the rules in a ``!`` line refuse it."""
        place = f"{self.script.name}:{step.location.line}"
        for rule in (rule for each in step.rules for rule in each):
            if rule not in self.game.rules:
                hint = did_you_mean(rule, (each.id for each in self.game.rules))
                self.say(step.location, f"no rule '{rule}'{hint}", "script")
                return
        if refusal is None:
            by = f" by {step.wanted}" if step.rules else ""
            self.say(step.location, f"'{what}' should be refused{by}, but it is legal", "refused")
            return
        broken = [each for each in step.rules if set(each) <= set(refusal.rules)]
        if step.rules and not broken:
            found = self.refused_words(f"'{what}'", refusal)
            self.say(step.location, f"{found} It should break {step.wanted}.", "refused")
            return
        for rule in dict.fromkeys((refusal.rule, *(rule for each in broken for rule in each))):
            self.report.coverage.break_(rule, place)
        state = self.state
        self.report.played.append(
            PlayedStep(step, what, Trace(), state, refusal, False, move, state)
        )

    # ---- facts

    def fact(self, step: Step) -> None:
        """Check an assertion; after ``!``, it must be false."""
        facts = self.referee.facts(self.state)
        for clause in clauses(step.words, step.location, facts):
            if clause.name.lower() in ("legal", "illegal") and len(clause.words) > 1:
                true, found, rules = self.legality(clause)
            else:
                true, found, remark = holds(clause, facts, self.names)
                rules = self.rules_behind(clause, facts)
                if remark:
                    self.report.remarks.append(Problem(clause.location, remark, "ambiguous"))
            asserted = " ".join(word.written for word in clause.words)
            if step.kind == "refused":
                self.wrong_claim(step, asserted, true, found, rules)
            elif not true:
                self.say(clause.location, f"'{asserted}' is false: {found}", "assertion")
            else:
                for rule in rules:
                    place = f"{self.script.name}:{step.location.line}"
                    self.report.coverage.keep(rule, place)
        if step.kind != "refused":
            self.report.played.append(PlayedStep(step, step.text, Trace(), self.state))

    def names(self) -> Collection[str]:
        """Return all names that facts of this game may have, in lower case."""
        if self.known is None:
            self.known = fact_names(self.referee, self.report.begun)
        return self.known | {name.lower() for name in self.referee.names(self.state)}

    def wrong_claim(
        self, step: Step, asserted: str, true: bool, found: str, rules: tuple[str, ...]
    ) -> None:
        """Check a ``! =`` line, whose assertion must be false because of a rule that set the
        fact.
        """
        if true:
            self.judge_refusal(step, None, asserted)
        elif rules:
            refusal = Refusal(tuple(Breach(rule, found) for rule in rules))
            self.judge_refusal(step, refusal, asserted)
        elif step.rules:
            message = f"'{asserted}' is wrong ({found}), but no rule decided this fact; "
            self.say(step.location, message + "omit '-> …'", "refused")
        else:
            self.report.played.append(PlayedStep(step, asserted, Trace(), self.state))

    def rules_behind(self, clause: Assertion, facts: Mapping[str, object]) -> tuple[str, ...]:
        """Return the rules that set a fact in the last step.

        For a computed fact, they are the rules that determine it.
        """
        name = clause.name.lower()
        found = list(self.because.get(name, ()))
        for end in range(len(name)):  # the fact that contains it
            if name[end] == ".":
                found += self.because.get(name[:end], ())
        if isinstance(look_up(clause.name, facts, clause.location, self.names), Mapping):
            for each, rules in self.because.items():
                if each.startswith(f"{name}."):
                    found += rules
        computed = self.referee.fields.rules(self.state, clause.name)
        for rule in computed:
            self.report.coverage.enforce(rule, f"fact {clause.name.rpartition('.')[2]}")
        found += computed
        return tuple(dict.fromkeys(found))

    def legality(self, clause: Assertion) -> tuple[bool, str, tuple[str, ...]]:
        """Check assertions such as ``legal 12``, ``legal toil 3`` and ``illegal Ann toil
        Heron``.
        """
        referee = self.referee
        rest = TokenCursor(list(clause.words[1:]), clause.location)
        wants = clause.name.lower() == "legal"
        words = {verb.word for verb in referee.verbs.values() if verb.kind == "move"}
        if wants and (rest.ahead_whole() or rest.ahead_in(words)):
            of = rest.name(words, "verb") if rest.ahead_in(words) else ""
            number = rest.whole("a whole number (of legal moves)")
            rest.done()
            verbs = [referee.verbs[move.verb].word for move in referee.legal(self.state)]
            count = verbs.count(of) if of else len(verbs)
            return number == count, f"{count} {of} moves are legal".replace("  ", " "), ()
        move = self.meant(referee, rest, False)
        refusal = referee.refusal(self.state, move)
        if refusal is not None:
            return not wants, self.refused_words("it", refusal), refusal.rules
        coverage = Coverage()
        coverage.kept_by(referee, self.state, move, "")
        trace = Trace()
        after = referee.apply(self.state, move, trace)
        rules = (*coverage.kept, *(entry.rule for entry in trace))
        if referee.recurring(after) in self.seen:
            rules += (referee.recurrence_rule,)
        return wants, "the move is legal", tuple(dict.fromkeys(rules))

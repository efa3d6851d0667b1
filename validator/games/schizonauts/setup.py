"""The set-up: characters, length and size of the key deck, starter, vote cards, the preamble.

In the rulebook: Length and characters; Setting up.

The size of the key deck for each number of players and each length is in `SCHIZ-DECK-02` of
`rules.yaml`, which `constants.Table` reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.allegiance_deck import deck_lacks
from validator.games.schizonauts.characters import default_sheet, judge_pair
from validator.games.schizonauts.modes import also, lacking, verb
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.sheet import Pair, Sheet, minus
from validator.games.schizonauts.state import Pieces, Scene, State
from validator.referee import api as ref
from validator.referee.api import Collector, Judge, Say

STUDY = ("agent", "thief", "both")
PLAYS = Say("Play {thief} / {agent}", "plays {thief} / {agent}")
LENGTH = Say("{rounds} rounds with {size} key cards: about {hours} hours",
             "the game has {rounds} rounds with {size} key cards, about {hours} hours")  # fmt: skip
STARTS = Say("{starter} begins every round", "{starter} begins every round")
VOTES = Say("Hand out the cards for the votes",
            "everybody gets cards for the votes: {agents} agent, {thieves} thief")  # fmt: skip
DECK = Say("Deal the key deck", "{number} of {all} key cards; the others are out of play")
STUDIES = Say("Study {what}", "studies {what}")
READY = Say("Say: {formula}", "says: {formula}")


def seats(s: State, *_: object) -> tuple[int, ...]:
    """Return the seats of all players."""
    return s.table.seats


# ---- characters


def _judged(s: State, sheet: Sheet) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Return the rules that a pair breaks, those that it keeps, and its errors as text."""
    found = Collector()
    judge_pair(s.table, sheet, found)
    broken = dict.fromkeys(each.rule.removeprefix("SCHIZ-") for each in found.breaches)
    kept = dict.fromkeys(rule.removeprefix("SCHIZ-") for rule in found.kept)
    return tuple(broken), tuple(kept), "; ".join(dict.fromkeys(x.facts for x in found.breaches))


@verb(open=phases.CHARACTERS, by=lacking("made"), due=also("CHAR-01"))
def character(
    s: State, me: int, sheet: Annotated[Sheet, notation.CHARACTER.of(
        lambda s, me: (default_sheet(s.table, me),))], to: Judge,
) -> State:  # fmt: skip
    """Create your pair: names, ratings V K I, and memories by section.

    `{}` stands for a default pair.
    """
    to.holds("CHAR-01", not s.seats[me].made, "{player} already [has|have] an agent and a thief")
    broken, kept, faults = _judged(s, sheet)
    to.holds(broken or kept, not broken, "{faults}", faults=faults)
    to.asked()
    s = to.did("CHAR-01", s, s.with_seat(me, made=True, sheet=sheet), PLAYS,
               thief=sheet.thief.name, agent=sheet.agent.name)  # fmt: skip
    done = all(own.made for own in s.seats)
    return to.did("GEN-03", s, s._replace(phase=phases.SETUP)) if done else s


# ---- set-up


def prepared(s: State, to: Judge) -> State:
    """Begin the preamble when length, starter, votes and key deck are known."""
    if s.size and s.starter != NOBODY and any(s.seats[0].votes) and s.deck:
        return to.did("GEN-03", s, s._replace(phase=phases.PREAMBLE))
    return s


def key_deck_sizes(s: State, *_: object) -> tuple[tuple[str, int], ...]:
    """Return the standard lengths for this number of players, with their numbers of key cards."""
    return tuple((length, size) for length, size in s.table.key_deck_sizes.items() if size)


@verb("table", name="length", open=phases.SETUP)
def choose_length(
    s: State,
    _: int,
    what: Annotated[tuple[str, int], notation.LENGTH.of(key_deck_sizes)],
    to: Judge,
) -> State:
    """Choose the length of the game, and so the size of the key deck."""
    size, count, most = what[1], s.table.count, s.table.longest
    to.holds(("DECK-03", "DECK-01"), not s.size, "the key deck already has {size} [card|cards]",
             size=s.size)  # fmt: skip
    to.holds(("DECK-04", "DECK-01", "DECK-02"), size % count == 0,
             "{size} [card|cards] cannot be divided into whole rounds for {count} players",
             size=size, count=count)  # fmt: skip
    to.holds(("DECK-04", "DECK-01", "DECK-02"), count <= size <= most,
             "the deck has {size} [card|cards]; expected {count} to {most}", size=size, count=count,
             most=most)  # fmt: skip
    lacks = deck_lacks(s, size)
    to.holds(("DECK-04", "COMP-07"), not lacks, "{lacks}", lacks=lacks)
    to.asked()
    standard = "DECK-02" if size in s.table.key_deck_sizes.values() else "DECK-04"
    s = to.did((standard, "DECK-01", "KIT-01", "DECK-05"), s, s._replace(size=size), LENGTH,
               size=size, rounds=size // count, hours=s.table.hours_with(size))  # fmt: skip
    if s.table.no_deck:
        stock = tuple(sorted(s.box))
        s = to.did("OPT-01", s, s._replace(deck=stock[:size], box=stock[size:]))
    return prepared(s, to)


@verb("table", open=phases.SETUP)
def starter(s: State, _: int, who: Annotated[int, notation.PLAYER.of(seats)],
            by: Annotated[tuple[int, ...], notation.BY_ALL], to: Judge) -> State:  # fmt: skip
    """Elect the player who begins every round."""
    against = s.names(seat for seat in s.table.seats if seat not in by)
    to.holds("SETUP-02", s.starter == NOBODY, "the starter has already been chosen: {starter}",
             starter=s.name(s.starter))  # fmt: skip
    to.holds(("SETUP-02", "GEN-01"), not against, "{players} [does|do] not approve",
             players=against)  # fmt: skip
    to.asked()
    return prepared(to.did("SETUP-02", s, s._replace(starter=who), STARTS, starter=s.name(who)), to)


@verb("table", open=phases.SETUP)
def cards(
    s: State, _: int,
    what: Annotated[Pair, notation.BY_SIDE.stating(lambda s, *_: s.table.vote_cards)], to: Judge,
) -> State:  # fmt: skip
    """Give each player the agent and thief cards that they vote with."""
    (agents, thieves), count = s.table.vote_cards, s.table.count
    to.holds("SETUP-01", not any(s.seats[0].votes), "everybody already has cards to vote with")
    to.holds(("SETUP-01", "COMP-06"), what == (agents, thieves),
             "each player must get {agents} agent and {thieves} thief card, not {given}",
             agents=agents, thieves=thieves, given=what)  # fmt: skip
    to.asked()
    after = s._replace(seats=tuple([own._replace(votes=what) for own in s.seats]),
                       spare=minus(s.spare, (agents * count, thieves * count)))  # fmt: skip
    return prepared(to.did(("SETUP-01", "COMP-06"), s, after, VOTES, agents=agents,
                           thieves=thieves), to)  # fmt: skip


@verb("chance", open=phases.SETUP)
def deck(s: State, _: int, dealt: Annotated[Pieces, notation.DECK], to: Judge) -> State:
    """Build the key deck for this game."""
    rules, lacks = ("DECK-03", "DECK-01"), tuple((Counter(dealt) - Counter(s.box)).elements())
    to.holds(rules, not s.deck, "the key deck has already been dealt")
    to.holds(rules, s.size, "the length of the game has not been chosen")
    to.holds(rules, len(dealt) == s.size, "{number} [card is|cards are] dealt; expected {size}",
             number=len(dealt), size=s.size)  # fmt: skip
    to.holds(rules, not lacks, "{cards} [is|are] dealt more often than the box contains",
             cards=lacks)  # fmt: skip
    to.asked()
    after = s._replace(deck=tuple(sorted(dealt)), box=ref.without(s.box, *dealt))
    return prepared(to.did("DECK-03", s, after, DECK, number=len(dealt), all=len(s.box)), to)


# ---- preamble


@verb("aside", open=modes.IN_PREAMBLE, due=also("SETUP-04"))
def study(s: State, me: int, what: Annotated[str, ref.word(STUDY, "side").of(STUDY)],
          to: Judge) -> State:  # fmt: skip
    """In the preamble, cover one side of your sheet and study the other."""
    due = STUDY[min(s.seats[me].studied, len(STUDY) - 1)]
    to.holds("SETUP-04", what == due, "{player} must study {due} now", due=due)
    to.asked()
    after = s.with_seat(me, studied=STUDY.index(what) + 1)
    return to.did("SETUP-04", s, after, STUDIES, what=what)


def to_be_ready(s: State) -> Iterable[int]:
    """Return the players who have yet to say the formula."""
    return (s.turn,) if s.phase == phases.FINAL else lacking("ready")(s)


@verb(open=(phases.PREAMBLE, modes.SCORED), by=to_be_ready, due=also("SETUP-06"))
def ready(s: State, me: int, text: Annotated[str, notation.FORMULA.or_left_out("").of(("",))],
          to: Judge) -> State:  # fmt: skip
    """Say the formula, in the preamble and at the end of the final turn."""
    formula, own, final = s.table.formula, s.seats[me], s.phase == phases.FINAL
    if final:
        to.holds(("FINAL-11", "SETUP-03"), me == s.turn, "it is {actor}'s turn",
                 actor=s.name(s.turn))  # fmt: skip
    else:
        to.holds("SETUP-06", not own.ready, "{player} [has|have] already said these words")
        to.holds("SETUP-04", own.studied in (0, len(STUDY)), "{player} still [has|have] to study "
                 "{side}", side=STUDY[own.studied % len(STUDY)])  # fmt: skip
    same = not text or text.strip().rstrip(".!").lower() == formula.lower()
    to.holds(("SETUP-06", "FINAL-11"), same, "the words must be: {formula}", formula=formula)
    to.asked()
    if not final:
        return to.did("SETUP-06", s, s.with_seat(me, ready=True), READY, formula=formula)
    turn = (me + 1) % s.table.count
    after = s._replace(turn=turn, scene=Scene(), scored=False)
    if turn == s.starter:
        after = after._replace(phase=phases.TALLY, turn=NOBODY)
    return to.did(("FINAL-11", "FINAL-01", "GEN-06"), s, after, READY, formula=formula)


# ---- allegiance cards

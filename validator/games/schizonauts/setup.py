"""The set-up of Schizonauts: characters, length, votes, key deck, starter and preamble; random
deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Annotated

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.characters import default_sheet, judge_pair
from validator.games.schizonauts.modes import also, lacking, verb
from validator.games.schizonauts.sheet import KINDS, Pair, Sheet
from validator.games.schizonauts.state import NOBODY, Pieces, Scene, State, faces, minus, one, plus
from validator.referee import api as ref
from validator.referee.api import Collector, Judge, Say

Dealt = tuple[tuple[int, int], ...]  # seats and the kinds of their cards
STUDY = ("agent", "thief", "both")
PLAYS = Say("Play {thief} / {agent}", "plays {thief} / {agent}")
LENGTH = Say("{rounds} rounds with {size} key cards: about {hours} hours",
             "the game has {rounds} rounds with {size} key cards, about {hours} hours")  # fmt: skip
STARTS = Say("{starter} begins every round", "{starter} begins every round")
VOTES = Say("Hand out the cards for the votes",
            "everybody gets cards for the votes: {agents} agent, {thieves} thief")  # fmt: skip
DECK = Say("Deal the key deck", "{number} of {all} key cards; the others are out of play")
BEGINS = Say("", "the flashbacks begin")
STUDIES = Say("Study {what}", "studies {what}")
READY = Say("Say: {formula}", "says: {formula}")
CHAIN = Say("Turn up {number} key cards", "{number} key cards are turned up")
DRAWN = Say("{cards}", "new in the chain: {cards}")
DEALT = Say("{cards}", "dealt face down: {cards}")


def seats(s: State, *_: object) -> tuple[int, ...]:
    """Return the seats of all players."""
    return s.table.seats


# ---- characters


def _judged(s: State, sheet: Sheet) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Return the rules that a pair of characters breaks, those that it keeps, and its errors as
    text.
    """
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


def sizes(s: State, *_: object) -> tuple[tuple[str, int], ...]:
    """Return the standard lengths for this number of players, with their numbers of key cards."""
    return tuple((length, size) for length, size in s.table.sizes.items() if size)


@verb("table", open=phases.SETUP)
def length(s: State, _: int, what: Annotated[tuple[str, int], notation.LENGTH.of(sizes)],
           to: Judge) -> State:  # fmt: skip
    """Choose the length of the game."""
    size, count, most = what[1], s.table.count, s.table.longest
    to.holds(("DECK-03", "DECK-01"), not s.size, "the key deck already has {size} [card|cards]",
             size=s.size)  # fmt: skip
    to.holds(("DECK-04", "DECK-01", "DECK-02"), size % count == 0,
             "{size} [card|cards] cannot be divided into whole rounds for {count} players",
             size=size, count=count)  # fmt: skip
    to.holds(("DECK-04", "DECK-01", "DECK-02"), count <= size <= most,
             "the deck has {size} [card|cards]; expected {count} to {most}", size=size, count=count,
             most=most)  # fmt: skip
    lacks = s.deck_lacks(size)
    to.holds(("DECK-04", "COMP-07"), not lacks, "{lacks}", lacks=lacks)
    to.asked()
    standard = "DECK-02" if size in s.table.sizes.values() else "DECK-04"
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


def opening(s: State, *_: object) -> int:
    """Return the number of key cards that are turned up at the start of flashback."""
    return s.table.chain_each * s.table.count


@verb("table", open=phases.PREAMBLE)
def chain(s: State, _: int, number: Annotated[int, notation.NUMBER_OF_CARDS.stating(opening)],
          to: Judge) -> State:  # fmt: skip
    """Begin flashback by turning up the chain."""
    waiting = s.names(lacking("ready")(s))
    to.holds("SETUP-06", not waiting, "{players} [has|have] not said the formula yet",
             players=waiting)  # fmt: skip
    to.holds(("SETUP-07", "OPT-02"), number == opening(s),
             "the chain must have {should} cards, not {number}", should=opening(s),
             number=number)  # fmt: skip
    to.asked()
    return to.did("SETUP-07", s, s._replace(due=number), CHAIN, number=number)


# ---- what the key deck gives


def picked(s: State, dice: Pair | None, drawn: Pieces, to: Judge) -> None:
    """Check that two dice pick an unused page and slot, if there is no key deck.

    The dice are rolled again if the card was used.
    """
    table = s.table
    to.holds("OPT-01", dice is not None and len(drawn) == 1,
             "without a deck, each card must be picked by two dice")  # fmt: skip
    assert dice is not None
    page, slot = dice[0], dice[1] or table.zero_slot
    to.holds("OPT-01", 1 <= page <= faces(table.page_die), "a {die} cannot show {page}",
             die=table.page_die, page=page)  # fmt: skip
    key = table.keys.get(drawn[0])
    to.holds("OPT-01", key and (key.page, key.slot) == (page, slot),
             "{card} is not in slot {slot} of page {page}", card=drawn[0], slot=slot,
             page=page)  # fmt: skip
    to.holds("OPT-02", drawn[0] in (*s.box, *s.deck),
             "{card} is already marked, so the dice must be rolled again",
             card=drawn[0])  # fmt: skip


@verb("chance", open=(modes.CHAIN_OPENS, modes.CHAIN_WAITS), due=also("FLASH-10", "FLASH-11"))
def draw(s: State, _: int, dice: Annotated[Pair | None, notation.PICKING],
         drawn: Annotated[Pieces, notation.DRAWN_CARDS], to: Judge) -> State:  # fmt: skip
    """Turn up cards for the chain; without a deck, roll the dice that choose one."""
    preamble, number = s.phase == phases.PREAMBLE, len(drawn)
    rule, no_deck = "SETUP-07" if preamble else "FLASH-10", s.table.no_deck
    to.holds(rule, 0 < number <= s.due if preamble else number == s.due,
             "{due} [card|cards] must be turned up, not {number}", due=s.due,
             number=number)  # fmt: skip
    if no_deck:
        picked(s, dice, drawn, to)
        free = tuple(sorted(ref.without((*s.box, *s.deck), *drawn)))
        # The next cards are unknown: only the size of the deck is known.
        kept = len(s.deck) - number
        after = s._replace(deck=free[:kept], box=free[kept:])
    else:
        gone = tuple((Counter(drawn) - Counter(s.deck)).elements())
        to.holds("OPT-01", dice is None,
                 "this game is played with a key deck, so no dice are rolled")  # fmt: skip
        to.holds(("FLASH-10", "SETUP-07", "DECK-03"), not gone,
                 "{cards} [is|are] not in the key deck", cards=gone)  # fmt: skip
        after = s._replace(deck=ref.without(s.deck, *drawn))
    to.asked()
    after = after._replace(chain=(*s.chain, *drawn), due=s.due - number)
    s = to.did((rule, "OPT-01", "OPT-02") if no_deck else rule, s, after, DRAWN, cards=drawn)
    if not preamble or s.due:
        return s
    over = s.table.deck_only and not s.deck  # the shortest reading ends flashback at once
    after = s._replace(phase=phases.GATHER if over else phases.FLASHBACK, round=1,
                       turn=NOBODY if over else s.starter, step=phases.SCENE)  # fmt: skip
    return to.did("GEN-03", s, after, BEGINS)


# ---- allegiance cards


def last_deal(s: State) -> bool:
    """Return whether the cards to be dealt are the last ones."""
    return not s.keys_held() and s.phase != phases.GATHER


@verb("chance", open=modes.BY_DEAL, due=also("GATHER-07", "GATHER-06", "FINAL-02"))
def deal(s: State, _: int, dealt: Annotated[Dealt, notation.DEALT], to: Judge) -> State:
    """Deal an allegiance card to each player."""
    last, first = last_deal(s), s.phase == phases.GATHER
    rule, each = "FINAL-02" if last else "GATHER-06" if first else "GATHER-07", s.deal_due(last)
    given = Counter(seat for seat, _kind in dealt)
    for seat in s.table.seats:
        to.holds(rule, given[seat] == each, "{named} must be dealt {each}, not {number}",
                 named=s.name(seat), number=given[seat], each=each)  # fmt: skip
    for kind, have in enumerate(s.pile):
        wanted = sum(card == kind for _seat, card in dealt)
        to.holds(("GATHER-04", "GATHER-06", "KIT-07"), wanted <= have,
                 "{wanted} {word} are dealt, but only {have} are left in the allegiance deck",
                 wanted=wanted, word=("agents", "thieves")[kind], have=have)  # fmt: skip
    to.asked()
    after = s._replace(dealing=False)
    for seat, kind in dealt:
        after = after.with_seat(seat, down=plus(after.seats[seat].down, one(kind)))
        after = after._replace(pile=minus(after.pile, one(kind)))
    shown = tuple(f"{s.name(seat)} {KINDS[kind]}" for seat, kind in dealt)
    s = to.did((rule, "ALLEG-01", "ALLEG-02", "KIT-06"), s, after, DEALT, cards=shown)
    return to.did("GEN-03", s, s._replace(phase=phases.SITUATION)) if first else s


def by_chance(state: State, random: Random) -> ref.Move:
    """Return a random draw or deal that is possible now."""
    if state.dealing:
        stock = [0] * state.pile[0] + [1] * state.pile[1]
        random.shuffle(stock)
        dealt = []
        for seat in state.table.seats:
            dealt += [(seat, stock.pop()) for _ in range(state.deal_due(last_deal(state)))]
        return ref.Move(ref.CHANCE, "deal", (tuple(dealt),))
    if state.phase == phases.SETUP:
        return ref.Move(ref.CHANCE, "deck", (tuple(random.sample(sorted(state.box), state.size)),))
    if state.table.no_deck:
        free = sorted((*state.box, *state.deck))
        card = random.choice(free)
        key = state.table.keys[card]
        slot = 0 if key.slot == state.table.zero_slot else key.slot
        return ref.Move(ref.CHANCE, "draw", ((key.page, slot), (card,)))
    return ref.Move(ref.CHANCE, "draw", (None, tuple(random.sample(state.deck, state.due))))

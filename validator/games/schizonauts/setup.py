"""Before play: characters, length, votes, key deck, starter, preamble; and random deals."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from validator.games.schizonauts import modes, notation, phases
from validator.games.schizonauts.characters import default_sheet, judge_pair
from validator.games.schizonauts.modes import closed, during, lacking, only, out_of_phase
from validator.games.schizonauts.scene import seats
from validator.games.schizonauts.sheet import AGENT, KINDS, Pair, Sheet
from validator.games.schizonauts.state import NOBODY, Pieces, Scene, State, minus, one, plus
from validator.referee import api as ref
from validator.referee.api import KEPT, NOT_CONCERNED, Collector, Trace, Verb, Verdict, gate, record

Dealt = tuple[tuple[int, int], ...]  # seats and the kinds of their cards
STUDY = ("agent", "thief", "both")


def sizes(state: State, *_: object) -> tuple[tuple[str, int], ...]:
    """The standard lengths for this table, with their key cards."""
    return tuple((length, size) for length, size in state.table.sizes.items() if size)


def opening(state: State, *_: object) -> int:
    """The number of key cards turned up first."""
    return state.table.chain_each * state.table.count


def to_be_ready(state: State) -> Iterable[int]:
    """The player who says the formula now."""
    return (state.turn,) if state.phase == phases.FINAL else lacking("ready")(state)


def _none_due(state: State) -> str:
    return "no card is due for the chain" if state.deck else "the key deck is empty"


no_card_due = gate("SCHIZ-FLASH-10", "SCHIZ-FLASH-11", "SCHIZ-SETUP-07", why=_none_due)
not_dealt = gate("SCHIZ-GATHER-07", "SCHIZ-GATHER-06", why="no allegiance cards are due")


character = Verb(
    "character", about="Create your pair: names, ratings V K I, memories by section; {} for a "
    "default one.",
    args=(notation.CHARACTER.of(lambda state, seat: (default_sheet(state.table, seat),)),),
    modes=(phases.CHARACTERS,), by=lacking("made"), gates=only(out_of_phase("SCHIZ-CHAR-01")),
)  # fmt: skip
length = Verb(
    "length", about="Choose the length of the game.", kind="table",
    args=(notation.LENGTH.of(sizes),),
    modes=(phases.SETUP,), gates=only(out_of_phase()),
)  # fmt: skip
starter = Verb(
    "starter", about="Elect the player who begins every round.", kind="table",
    args=(notation.PLAYER.of(seats), notation.BY_ALL),
    modes=(phases.SETUP,), gates=only(out_of_phase()),
)  # fmt: skip
cards = Verb(
    "cards", about="Give each player the agent and thief cards for the votes.", kind="table",
    args=(notation.BY_SIDE.stating(lambda state, *_: state.table.vote_cards),),
    modes=(phases.SETUP,), gates=only(out_of_phase()),
)  # fmt: skip
study = Verb(
    "study", about="In the preamble, cover one side and study the other.", kind="aside",
    args=(ref.word(STUDY, "side").of(STUDY),),
    modes=modes.IN_PREAMBLE, gates=only(out_of_phase("SCHIZ-SETUP-04")),
)  # fmt: skip
ready = Verb(
    "ready", about="Say the formula: in the preamble, and at the end of the final turn.",
    args=(notation.FORMULA.or_left_out("").of(("",)),),
    modes=(phases.PREAMBLE, modes.SCORED), by=to_be_ready,
    gates=closed(out_of_phase("SCHIZ-SETUP-06"), {
        (modes.CHAIN_OPENS,): gate("SCHIZ-SETUP-06", why="everybody has said it"),
        modes.IN_FINAL: gate(
            "SCHIZ-FINAL-11", "SCHIZ-FINAL-10", "SCHIZ-CRISIS-10", "SCHIZ-SETUP-03",
            why="the coins of this final turn are not scored yet",
        ),
    }),
)  # fmt: skip
chain = Verb(
    "chain", about="Begin flashback by turning up the chain.", kind="table",
    args=(notation.NUMBER_OF_CARDS.stating(opening),),
    modes=(phases.PREAMBLE,),
    gates=closed(out_of_phase(), {
        (modes.CHAIN_OPENS,): gate("SCHIZ-SETUP-07", why="the chain is being laid"),
    }),
)  # fmt: skip
deck = Verb("deck", about="The key deck of this game.", kind="chance", args=(notation.DECK,),
    modes=(phases.SETUP,), gates=only(out_of_phase()),
)  # fmt: skip
draw = Verb(
    "draw", about="Cards turned up for the chain; without a deck, the dice that choose one.",
    kind="chance", args=(notation.PICKING, notation.DRAWN_CARDS),
    modes=(modes.CHAIN_OPENS, modes.CHAIN_WAITS), gates=only(no_card_due),
)  # fmt: skip
deal = Verb(
    "deal", about="An allegiance card for each player.", kind="chance", args=(notation.DEALT,),
    modes=modes.BY_DEAL,
    gates=closed(not_dealt, {
        (*modes.WHOLE_FLASHBACK, *modes.IN_PREAMBLE, phases.SETUP, phases.CHARACTERS): gate(
            "SCHIZ-FLASH-17", "SCHIZ-GEN-03", "SCHIZ-GATHER-07", "SCHIZ-GATHER-06",
            why=modes.phase_words,
        ),
        (phases.GATHER,): gate(
            "SCHIZ-GATHER-01", "SCHIZ-GATHER-07", "SCHIZ-GATHER-06",
            why="the allegiance deck is not built yet: 'table gather'",
        ),
        (modes.KEYS_USED, *modes.WHOLE_FINAL): gate(
            "SCHIZ-FINAL-02", "SCHIZ-GATHER-07", "SCHIZ-GATHER-06",
            why=lambda state: f"{sum(state.pile)} cards are left, and none is dealt now",
        ),
    }),
)  # fmt: skip


# ---- characters


@character.guard("SCHIZ-CHAR-01")
def one_pair(state: State, seat: int) -> Verdict:
    made = state.seats[seat].made
    return f"{state.name(seat)} has an agent and a thief" if made else NOT_CONCERNED


def _judged(state: State, _: int, sheet: Sheet) -> Collector:
    to = Collector()
    judge_pair(state.table, sheet, to)
    return to


character.judges = _judged


@character.effect
def _character(state: State, seat: int, sheet: Sheet, trace: Trace | None) -> State:
    seats = state.seats_with(seat, made=True, sheet=sheet)
    player, facts = state.name(seat), ("agent", "thief", "made")
    text = f"{player} plays {sheet.thief.name} / {sheet.agent.name}"
    record(trace, "SCHIZ-CHAR-01", *(f"{player}.{fact}" for fact in facts), text=text)
    if not all(own.made for own in seats):
        return state._replace(seats=seats)
    record(trace, "SCHIZ-GEN-03", "phase")
    return state._replace(seats=seats, phase=phases.SETUP)


# ---- set-up


@length.guard("SCHIZ-DECK-03", "SCHIZ-DECK-01")
def chosen_once(state: State, _: int) -> Verdict:
    return f"the key deck has {state.size} cards" if state.size else NOT_CONCERNED


@length.guard("SCHIZ-DECK-04", "SCHIZ-DECK-01", "SCHIZ-DECK-02")
def whole_rounds(state: State, _: int, what: tuple[str, int]) -> Verdict:
    """A multiple of the number of players, at most the cards of the deck."""
    size, count = what[1], state.table.count
    if size % count:
        return f"{size} cards do not make whole rounds for {count} players"
    if not count <= size <= state.table.longest:
        return f"{size} cards, not {count} to {state.table.longest}"
    return KEPT


@length.guard("SCHIZ-DECK-04", "SCHIZ-COMP-07")
def cards_for_the_gather(state: State, _: int, what: tuple[str, int]) -> Verdict:
    """The printed cards can make the allegiance deck of that many rounds."""
    return state.deck_lacks(what[1]) or KEPT


@length.effect
def _length(state: State, _: int, what: tuple[str, int], trace: Trace | None) -> State:
    size = what[1]
    if trace is not None:
        rounds = size // state.table.count
        text = f"{size} key cards: {rounds} rounds"
        standard = size in state.table.sizes.values()
        trace("SCHIZ-DECK-02" if standard else "SCHIZ-DECK-04", "cards", "length", text=text)
        trace("SCHIZ-DECK-01", "cards", "rounds")
        trace("SCHIZ-KIT-01", "rounds")
        trace("SCHIZ-DECK-05", "rounds", "scenes")
    after = state._replace(size=size)
    if state.table.no_deck:
        record(trace, "SCHIZ-OPT-01", "deck")
        stock = tuple(sorted(state.box))
        after = after._replace(deck=stock[:size], box=stock[size:])
    return _prepared(after, trace)


def _prepared(state: State, trace: Trace | None) -> State:
    """Begin the preamble when length, starter, votes and key deck are set."""
    if state.size and state.starter != NOBODY and any(state.seats[0].votes) and state.deck:
        record(trace, "SCHIZ-GEN-03", "phase")
        return state._replace(phase=phases.PREAMBLE)
    return state


@starter.guard("SCHIZ-SETUP-02")
def elected_once(state: State, _: int) -> Verdict:
    if state.starter == NOBODY:
        return NOT_CONCERNED
    return f"{state.name(state.starter)} is the starter"


@starter.guard("SCHIZ-SETUP-02", "SCHIZ-GEN-01")
def all_approve(state: State, _: int, _who: int, by: tuple[int, ...]) -> Verdict:
    return state.lacking("approve", state.table.seats, by)


@starter.effect
def _starter(state: State, _: int, who: int, _by: object, trace: Trace | None) -> State:
    record(trace, "SCHIZ-SETUP-02", "starter", text=f"{state.name(who)} begins every round")
    return _prepared(state._replace(starter=who), trace)


@cards.guard("SCHIZ-SETUP-01")
def handed_out_once(state: State, _: int) -> Verdict:
    return "everybody has cards to vote with" if any(state.seats[0].votes) else NOT_CONCERNED


@cards.guard("SCHIZ-SETUP-01", "SCHIZ-COMP-06")
def one_of_each(state: State, _: int, what: Pair) -> Verdict:
    agents, thieves = state.table.vote_cards
    if what == state.table.vote_cards:
        return KEPT
    return f"everybody gets {agents} agent and {thieves} thief card, not {what[0]} and {what[1]}"


@cards.effect
def _cards(state: State, _: int, what: Pair, trace: Trace | None) -> State:
    count = state.table.count
    record(trace, "SCHIZ-SETUP-01", *(f"{each}.votes" for each in state.table.players))
    record(trace, "SCHIZ-COMP-06", "spare")
    seats = tuple([own._replace(votes=what) for own in state.seats])
    spare = minus(state.spare, (what[0] * count, what[1] * count))
    return _prepared(state._replace(seats=seats, spare=spare), trace)


@deck.guard("SCHIZ-DECK-03", "SCHIZ-DECK-01")
def size_known(state: State, _: int) -> Verdict:
    if state.deck:
        return "the key deck is dealt off"
    return NOT_CONCERNED if state.size else "the length of the game is not chosen"


@deck.guard("SCHIZ-DECK-03", "SCHIZ-DECK-01")
def that_many(state: State, _: int, dealt: Pieces) -> Verdict:
    if not state.size:
        return NOT_CONCERNED
    if len(dealt) != state.size:
        return f"{len(dealt)} cards, not {state.size}"
    missing = [card for card in dealt if dealt.count(card) > state.box.count(card)]
    return f"{missing[0]} is not there {dealt.count(missing[0])} times" if missing else KEPT


@deck.effect
def _deck(state: State, _: int, dealt: Pieces, trace: Trace | None) -> State:
    text = f"{len(dealt)} of {len(state.box)} key cards; the others are out of play"
    record(trace, "SCHIZ-DECK-03", "deck", text=text)
    box = ref.without(state.box, *dealt)
    return _prepared(state._replace(deck=tuple(sorted(dealt)), box=box), trace)


# ---- preamble


@study.guard("SCHIZ-SETUP-04")
def in_order(state: State, seat: int, what: str) -> Verdict:
    due = STUDY[min(state.seats[seat].studied, len(STUDY) - 1)]
    return KEPT if what == due else f"{state.name(seat)} studies {due} now"


@study.effect
def _study(state: State, seat: int, what: str, trace: Trace | None) -> State:
    done, player = STUDY.index(what) + 1, state.name(seat)
    fact = (f"{player}.studied",) if state.seats[seat].studied != done else ()
    record(trace, "SCHIZ-SETUP-04", *fact, text=f"{player} studies {what}")
    return state.with_seat(seat, studied=done)


@ready.guard("SCHIZ-FINAL-11", "SCHIZ-SETUP-03", when=during(phases.FINAL))
def on_final_turn(state: State, seat: int) -> Verdict:
    """The last card is dealt in final resolution, at the end of the player's turn."""
    return KEPT if seat == state.turn else f"it is {state.name(state.turn)}'s turn"


@ready.guard("SCHIZ-SETUP-06", when=during(phases.PREAMBLE))
def says_it_once(state: State, seat: int) -> Verdict:
    return f"{state.name(seat)} has said it" if state.seats[seat].ready else NOT_CONCERNED


@ready.guard("SCHIZ-SETUP-04")
def studied_all(state: State, seat: int) -> Verdict:
    if state.phase != phases.PREAMBLE or not 0 < state.seats[seat].studied < len(STUDY):
        return NOT_CONCERNED
    return f"{state.name(seat)} still has to study {STUDY[state.seats[seat].studied]}"


@ready.guard("SCHIZ-SETUP-06", "SCHIZ-FINAL-11")
def in_these_words(state: State, _: int, text: str) -> Verdict:
    if not text:
        return KEPT
    plain = text.strip().rstrip(".!").lower()
    return KEPT if plain == state.table.formula.lower() else f"the words are: {state.table.formula}"


@ready.effect
def _ready(state: State, seat: int, _text: str, trace: Trace | None) -> State:
    table = state.table
    text = f"{state.name(seat)}: {table.formula}"
    if state.phase != phases.FINAL:
        record(trace, "SCHIZ-SETUP-06", f"{state.name(seat)}.ready", text=text)
        return state.with_seat(seat, ready=True)
    record(trace, "SCHIZ-FINAL-11", "turn", "scene", "scored", text=text)
    record(trace, "SCHIZ-FINAL-01", "turn", "phase")
    record(trace, "SCHIZ-GEN-06", "turn")
    turn = (seat + 1) % table.count
    after = state._replace(turn=turn, scene=Scene(), scored=False)
    return after._replace(phase=phases.TALLY, turn=NOBODY) if turn == state.starter else after


@chain.guard("SCHIZ-SETUP-06")
def all_ready(state: State, _: int) -> Verdict:
    names = ", ".join(map(state.name, lacking("ready")(state)))
    return f"{names} has not said it" if names else KEPT


@ref.guards_for((chain,), "SCHIZ-SETUP-07", "SCHIZ-OPT-02")
def that_many_cards(state: State, _: int, number: int) -> Verdict:
    should = opening(state)
    return KEPT if number == should else f"the chain has {should} cards, not {number}"


@chain.effect
def _chain(state: State, _: int, number: int, trace: Trace | None) -> State:
    record(trace, "SCHIZ-SETUP-07", "due", text=f"{number} key cards are turned up")
    return state._replace(due=number)


# ---- what the key deck gives


def _begun(state: State, trace: Trace | None) -> State:
    """Begin flashback, which the shortest reading ends at once."""
    after = state._replace(phase=phases.FLASHBACK, round=1, turn=state.starter, step=phases.SCENE)
    record(trace, "SCHIZ-GEN-03", "phase", "round", "turn", text="flashback begins")
    if state.table.deck_only and not state.deck:
        return after._replace(phase=phases.GATHER, turn=NOBODY)
    return after


@draw.guard("SCHIZ-SETUP-07", when=during(phases.PREAMBLE))
def as_many_as_players(state: State, _: int, _dice: object, cards_: Pieces) -> Verdict:
    drawn = len(cards_)
    return KEPT if 0 < drawn <= state.due else f"{state.due} cards are turned up, not {drawn}"


@draw.guard("SCHIZ-FLASH-10", when=during(phases.FLASHBACK))
def one_for_one(state: State, _: int, _dice: object, cards_: Pieces) -> Verdict:
    return KEPT if len(cards_) == state.due else f"{state.due} card is due, not {len(cards_)}"


@draw.guard("SCHIZ-OPT-01")
def dice_say_it(state: State, _: int, dice: Pair | None, cards_: Pieces) -> Verdict:
    if not state.table.no_deck:
        return NOT_CONCERNED if dice is None else "this game has a key deck: no dice"
    if dice is None or len(cards_) != 1:
        return "without a deck two dice pick each card"
    page, slot = dice
    rule = state.table.game.rules["SCHIZ-OPT-01"]
    if not 1 <= page <= int(rule.page_die[1:]):
        return f"a {rule.page_die} has no {page}"
    place = slot or rule.zero_slot
    key = state.table.keys.get(cards_[0])
    if key is None or (key.page, key.slot) != (page, place):
        return f"{cards_[0]} is not in slot {place} of page {page}"
    return KEPT


@draw.guard("SCHIZ-OPT-02")
def not_marked(state: State, _: int, _dice: object, cards_: Pieces) -> Verdict:
    """Without a deck, dice that pick a used object are rolled again."""
    if not state.table.no_deck:
        return NOT_CONCERNED
    marked = [card for card in cards_ if card not in (*state.box, *state.deck)]
    return f"{marked[0]} is marked already: roll again" if marked else KEPT


@draw.guard("SCHIZ-FLASH-10", "SCHIZ-SETUP-07", "SCHIZ-DECK-03")
def from_key_deck(state: State, _: int, _dice: object, cards_: Pieces) -> Verdict:
    if state.table.no_deck:
        return NOT_CONCERNED
    gone = [card for card in cards_ if cards_.count(card) > state.deck.count(card)]
    return f"{gone[0]} is not in the key deck" if gone else KEPT


@draw.effect
def _draw(state: State, _: int, dice: object, cards_: Pieces, trace: Trace | None) -> State:
    if state.table.no_deck:  # the coming cards are unknown: the deck is only a number
        free = sorted((*state.box, *state.deck))
        for card in cards_:
            free.remove(card)
        kept = len(state.deck) - len(cards_)
        after = state._replace(deck=tuple(free[:kept]), box=tuple(free[kept:]))
    else:
        after = state._replace(deck=ref.without(state.deck, *cards_))
    due = state.due - len(cards_)
    after = after._replace(chain=(*state.chain, *cards_), due=due)
    if trace is not None:
        text = f"the chain gets {', '.join(cards_)}"
        rule = "SCHIZ-FLASH-10" if state.phase == phases.FLASHBACK else "SCHIZ-SETUP-07"
        trace(rule, "chain", "deck", "due", text=text)
        if dice is not None:
            trace(("SCHIZ-OPT-01", "SCHIZ-OPT-02"), "chain", "deck")
    return _begun(after, trace) if state.phase == phases.PREAMBLE and not due else after


# ---- allegiance cards


def last_deal(state: State) -> bool:
    """Whether the pending cards are the last ones."""
    return not state.keys_held() and state.phase != phases.GATHER


def _each(state: State) -> int:
    return state.deal_due(last_deal(state))


@deal.guard(
    "SCHIZ-GATHER-07", when=lambda state: state.phase == phases.ENDGAME and state.keys_held()
)
@deal.guard("SCHIZ-GATHER-06", when=during(phases.GATHER))
@deal.guard("SCHIZ-FINAL-02", when=last_deal)
def everybody_gets_a_card(state: State, _: int, dealt: Dealt) -> Verdict:
    """Each player gets a card: in the gather, once a round in endgame, before final resolution."""
    each = _each(state)
    given = [0] * state.table.count
    for seat, _kind in dealt:
        given[seat] += 1
    for seat, number in enumerate(given):
        if number != each:
            return f"{state.name(seat)} is dealt {number}, not {each}"
    return KEPT


@deal.guard("SCHIZ-GATHER-04", "SCHIZ-GATHER-06", "SCHIZ-KIT-07")
def cards_are_there(state: State, _: int, dealt: Dealt) -> Verdict:
    for kind, have in enumerate(state.pile):
        wanted = sum(each == kind for _, each in dealt)
        if wanted > have:
            word = "agents" if kind == AGENT else "thieves"
            return f"{wanted} {word}, but {have} are left in the allegiance deck"
    return KEPT


@deal.effect
def _deal(state: State, _: int, dealt: Dealt, trace: Trace | None) -> State:
    seats, pile = state.seats, state.pile
    for seat, kind in dealt:
        seats = ref.put(seats, seat, seats[seat]._replace(down=plus(seats[seat].down, one(kind))))
        pile = minus(pile, one(kind))
    after = state._replace(seats=seats, pile=pile, dealing=False)
    if trace is not None:
        facts = [f"{each}.down" for each in state.table.players]
        rule = "SCHIZ-GATHER-06" if state.phase == phases.GATHER else "SCHIZ-GATHER-07"
        rule = "SCHIZ-FINAL-02" if last_deal(state) else rule
        shown = " ".join(f"{state.name(seat)} {KINDS[kind]}" for seat, kind in dealt)
        trace(rule, *facts, "pile", "dealing", text=f"dealt face down: {shown}")
        trace(("SCHIZ-ALLEG-01", "SCHIZ-ALLEG-02"))
        if state.phase == phases.GATHER:
            trace("SCHIZ-GEN-03", "phase")
        trace("SCHIZ-KIT-06", *facts)
    return after._replace(phase=phases.SITUATION) if state.phase == phases.GATHER else after


def by_chance(state: State, random: Random) -> ref.Move:
    """What the shuffled decks may give now."""
    if state.dealing:
        stock = [0] * state.pile[0] + [1] * state.pile[1]
        random.shuffle(stock)
        dealt = []
        for seat in state.table.seats:
            dealt += [(seat, stock.pop()) for _ in range(_each(state))]
        return ref.Move(ref.CHANCE, deal.name, (tuple(dealt),))
    if state.phase == phases.SETUP:
        return ref.Move(
            ref.CHANCE, deck.name, (tuple(random.sample(sorted(state.box), state.size)),)
        )
    if state.table.no_deck:
        free = sorted((*state.box, *state.deck))
        card = random.choice(free)
        key = state.table.keys[card]
        zero = state.table.game.rules["SCHIZ-OPT-01"].zero_slot
        slot = 0 if key.slot == zero else key.slot
        return ref.Move(ref.CHANCE, draw.name, ((key.page, slot), (card,)))
    return ref.Move(ref.CHANCE, draw.name, (None, tuple(random.sample(state.deck, state.due))))

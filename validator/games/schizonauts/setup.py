"""Before play: characters, length, votes, key deck, starter, preamble; and what the deck gives."""

from __future__ import annotations

from random import Random
from typing import Any

from validator.games.schizonauts import notation
from validator.games.schizonauts.characters import default_sheet, judge_pair
from validator.games.schizonauts.common import belongs_to, name, not_now
from validator.games.schizonauts.position import (
    CHARACTERS,
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    NOBODY,
    PREAMBLE,
    SCENE,
    SETUP,
    SITUATION,
    Pieces,
    Position,
    Scene,
    deal_due,
    minus,
    one,
    plus,
)
from validator.games.schizonauts.scene import seats
from validator.games.schizonauts.sheet import AGENT, KINDS, Sheet
from validator.referee.core import CHANCE, Judge, Move, Notes, Verb, Verdict, laws_for
from validator.referee.grammar import word
from validator.referee.zones import put, without

STUDY = ("agent", "thief", "both")
BY_ALL = notation.PLAYERS.after("by").or_left_out(lambda at, *_: at.table.seats)


def sizes(at: Position, *_: object) -> tuple[tuple[str, int], ...]:
    """The standard lengths for this table, with their key cards."""
    return tuple((length, size) for length, size in at.table.sizes.items() if size)


def together(at: Position, *_: object) -> tuple[tuple[int, ...], ...]:
    """All players."""
    return (at.table.seats,)


def handed_out(at: Position, *_: object) -> tuple[tuple[int, int], ...]:
    """The cards that everybody votes with."""
    return (at.table.vote_cards,)


def opening(at: Position, *_: object) -> int:
    """How many key cards are turned up at first."""
    return at.table.chain_each * at.table.count


character = Verb(
    "character", about="Create your pair: names, ratings V K I, memories by section; {} for a "
    "plain one.",
    args=(notation.CHARACTER.of(lambda state, seat: (default_sheet(state.table, seat),)),),
)  # fmt: skip
length = Verb(
    "length", about="Choose how long the game will be.", kind="table",
    args=(notation.LENGTH.of(sizes),),
)  # fmt: skip
starter = Verb(
    "starter", about="Elect the player who begins every round.", kind="table",
    args=(notation.PLAYER.of(seats), BY_ALL.of(together)),
)  # fmt: skip
cards = Verb(
    "cards", about="Hand everybody the agent and thief cards for the votes.", kind="table",
    args=(notation.BY_SIDE.of(handed_out).or_left_out(lambda state, _: state.table.vote_cards),),
)  # fmt: skip
study = Verb(
    "study", about="In the preamble, cover one side and study the other.", kind="aside",
    args=(word(STUDY, "side").of(lambda *_: STUDY),),
)  # fmt: skip
ready = Verb(
    "ready", about="Say the formula: in the preamble, and at the end of the final turn.",
    args=(notation.FORMULA.or_left_out("").of(lambda *_: ("",)),),
)  # fmt: skip
chain = Verb(
    "chain", about="Open flashback: the chain is turned up.", kind="table",
    args=(notation.NUMBER_OF_CARDS.of(lambda *seen: (opening(*seen),)).or_left_out(opening),),
)  # fmt: skip
deck = Verb("deck", about="The key deck of this game.", kind="chance", args=(notation.DECK,))
draw = Verb(
    "draw", about="Cards that come up for the chain; without a deck, the dice that pick one.",
    kind="chance", args=(notation.PICKING, notation.DRAWN_CARDS),
)  # fmt: skip
deal = Verb(
    "deal", about="An allegiance card for everybody.", kind="chance", args=(notation.DEALT,)
)

VERBS = (character, ready)
BY_TABLE = (length, starter, cards, chain)
BY_CHANCE = (deck, draw, deal)

belongs_to((character,), (CHARACTERS,), "SCHIZ-CHAR-01")
belongs_to((length, starter, cards, deck), (SETUP,))


# ---- characters


@character.law("SCHIZ-CHAR-01")
def one_pair(at: Position, seat: int) -> Verdict:
    """One agent and one thief for every player."""
    return f"{name(at, seat)} has an agent and a thief" if at.made[seat] else None


def _judged(at: Position, _: int, sheet: Any) -> Judge:
    to = Judge()
    judge_pair(at.table, sheet, to)
    return to


character.judges = _judged


@character.effect
def _character(at: Position, seat: int, sheet: Sheet, note: Notes | None) -> Position:
    made = put(at.made, seat, True)
    if note is not None:
        player = name(at, seat)
        pair = f"{sheet[1].name} / {sheet[0].name}"
        note("SCHIZ-CHAR-01", f"{player}.agent.name", f"{player}.thief.name",
             text=f"{player} plays {pair}")  # fmt: skip
    phase = SETUP if all(made) else at.phase
    return at._replace(made=made, sheets=put(at.sheets, seat, sheet), phase=phase)


# ---- set-up


@length.law("SCHIZ-DECK-03", "SCHIZ-DECK-01")
def chosen_once(at: Position, _: int) -> Verdict:
    """The length is chosen once."""
    return f"the key deck has {at.size} cards" if at.size else None


@length.law("SCHIZ-DECK-04", "SCHIZ-DECK-01", "SCHIZ-DECK-02")
def whole_rounds(at: Position, _: int, what: tuple[str, int]) -> Verdict:
    """A multiple of the players, within the cards there are."""
    size, count = what[1], at.table.count
    if size % count:
        return f"{size} cards do not make whole rounds for {count} players"
    if not count <= size <= at.table.longest:
        return f"{size} cards, not {count} to {at.table.longest}"
    return ""


@length.effect
def _length(at: Position, _: int, what: tuple[str, int], note: Notes | None) -> Position:
    size = what[1]
    if note is not None:
        rounds = size // at.table.count
        text = f"{size} key cards: {rounds} rounds"
        standard = size in at.table.sizes.values()
        note("SCHIZ-DECK-02" if standard else "SCHIZ-DECK-04", "cards", "length", text=text)
        note("SCHIZ-DECK-01", "cards", "rounds")
        note("SCHIZ-KIT-01", "rounds")
        note("SCHIZ-DECK-05", "rounds", "scenes")
    after = at._replace(size=size)
    if at.table.no_deck:
        stock = tuple(sorted(at.box))
        after = after._replace(deck=stock[:size], box=stock[size:])
    return _prepared(after)


def _prepared(at: Position) -> Position:
    """On to the preamble when length, starter, votes and key deck are there."""
    if at.size and at.starter != NOBODY and any(at.ballots[0]) and at.deck:
        return at._replace(phase=PREAMBLE)
    return at


@starter.law("SCHIZ-SETUP-02")
def elected_once(at: Position, _: int) -> Verdict:
    """One starter for the whole game."""
    return f"{name(at, at.starter)} is the starter" if at.starter != NOBODY else None


@starter.law("SCHIZ-SETUP-02", "SCHIZ-GEN-01")
def all_approve(at: Position, _: int, _who: int, by: Any) -> Verdict:
    """Everybody approves."""
    lacking = [name(at, seat) for seat in at.table.seats if seat not in by]
    return f"{', '.join(lacking)} does not approve" if lacking else ""


@starter.effect
def _starter(at: Position, _: int, who: int, _by: Any, note: Notes | None) -> Position:
    if note is not None:
        note("SCHIZ-SETUP-02", "starter", text=f"{name(at, who)} begins every round")
    return _prepared(at._replace(starter=who))


@cards.law("SCHIZ-SETUP-01")
def handed_out_once(at: Position, _: int) -> Verdict:
    """Once."""
    return "everybody has cards to vote with" if any(at.ballots[0]) else None


@cards.law("SCHIZ-SETUP-01", "SCHIZ-COMP-06")
def one_of_each(at: Position, _: int, what: Any) -> Verdict:
    """An agent and a thief card."""
    agents, thieves = at.table.vote_cards
    if what == at.table.vote_cards:
        return ""
    return f"everybody gets {agents} agent and {thieves} thief card, not {what[0]} and {what[1]}"


@cards.effect
def _cards(at: Position, _: int, what: Any, note: Notes | None) -> Position:
    count = at.table.count
    gone = (what[0] * count, what[1] * count)
    if note is not None:
        note("SCHIZ-SETUP-01", *(f"{each}.votes" for each in at.table.players))
        note("SCHIZ-COMP-06", "spare")
    return _prepared(at._replace(ballots=(what,) * count, spare=minus(at.spare, gone)))


@deck.law("SCHIZ-DECK-03", "SCHIZ-DECK-01")
def size_known(at: Position, _: int) -> Verdict:
    """The length says how many."""
    if at.deck:
        return "the key deck is dealt off"
    return None if at.size else "the length of the game is not chosen"


@deck.law("SCHIZ-DECK-03", "SCHIZ-DECK-01")
def that_many(at: Position, _: int, dealt: Pieces) -> Verdict:
    """As many different cards of all there are."""
    if not at.size:
        return None
    if len(dealt) != at.size:
        return f"{len(dealt)} cards, not {at.size}"
    missing = [card for card in dealt if dealt.count(card) > at.box.count(card)]
    return f"{missing[0]} is not there {dealt.count(missing[0])} times" if missing else ""


@deck.effect
def _deck(at: Position, _: int, dealt: Pieces, note: Notes | None) -> Position:
    if note is not None:
        text = f"{len(dealt)} of {len(at.box)} key cards; the others are out of play"
        note("SCHIZ-DECK-03", "deck", "box", text=text)
    return _prepared(at._replace(deck=tuple(sorted(dealt)), box=without(at.box, *dealt)))


# ---- preamble


belongs_to((study,), (PREAMBLE,), "SCHIZ-SETUP-04")


@study.law("SCHIZ-SETUP-04")
def in_order(at: Position, seat: int, what: str) -> Verdict:
    """The agent, then the thief, then both."""
    due = STUDY[min(at.studied[seat], len(STUDY) - 1)]
    return "" if what == due else f"{name(at, seat)} studies {due} now"


@study.effect
def _study(at: Position, seat: int, what: str, note: Notes | None) -> Position:
    if note is not None:
        note("SCHIZ-SETUP-04", text=f"{name(at, seat)} studies {what}")
    return at._replace(studied=put(at.studied, seat, STUDY.index(what) + 1))


@ready.law("SCHIZ-FINAL-11", "SCHIZ-SETUP-03")
def on_final_turn(at: Position, seat: int) -> Verdict:
    """In final resolution at the end of one's own turn."""
    if at.phase != FINAL:
        return None
    return "" if seat == at.turn else f"it is {name(at, at.turn)}'s turn"


belongs_to((ready,), (PREAMBLE, FINAL), "SCHIZ-SETUP-06")


@ready.law("SCHIZ-FINAL-11", "SCHIZ-FINAL-10", "SCHIZ-CRISIS-10")
def after_its_coins(at: Position, seat: int) -> Verdict:
    """After the scene, when its coins have gone to a side."""
    if at.phase != FINAL or seat != at.turn:
        return None
    return "" if at.scored else "the coins of this final turn are not scored yet"


@ready.law("SCHIZ-SETUP-06")
def says_it_once(at: Position, seat: int) -> Verdict:
    """Once."""
    if at.phase != PREAMBLE:
        return None
    return f"{name(at, seat)} has said it" if at.ready[seat] else None


@ready.law("SCHIZ-SETUP-04")
def studied_all(at: Position, seat: int) -> Verdict:
    """Who studies, studies all."""
    if at.phase != PREAMBLE or not 0 < at.studied[seat] < len(STUDY):
        return None
    return f"{name(at, seat)} has still to study {STUDY[at.studied[seat]]}"


@ready.law("SCHIZ-SETUP-06", "SCHIZ-FINAL-11")
def in_these_words(at: Position, _: int, text: str) -> Verdict:
    """In the words of the rules."""
    if not text:
        return ""
    plain = text.strip().rstrip(".!").lower()
    return "" if plain == at.table.formula.lower() else f"the words are: {at.table.formula}"


@ready.effect
def _ready(at: Position, seat: int, _text: str, note: Notes | None) -> Position:
    table = at.table
    if note is not None:
        rule = "SCHIZ-FINAL-11" if at.phase == FINAL else "SCHIZ-SETUP-06"
        text = f"{name(at, seat)}: {table.formula}"
        note(rule, f"{name(at, seat)}.ready", "turn", text=text)
    if at.phase != FINAL:
        return at._replace(ready=put(at.ready, seat, True))
    turn = (seat + 1) % table.count
    after = at._replace(turn=turn, scene=Scene(), scored=False)
    if note is not None:
        note("SCHIZ-FINAL-01", "turn")
        note("SCHIZ-GEN-06", "turn")
    return after._replace(phase="tally", turn=NOBODY) if turn == at.starter else after


@chain.law("SCHIZ-SETUP-06")
def all_ready(at: Position, _: int) -> Verdict:
    """Everybody has said who they are."""
    if at.phase != PREAMBLE:
        return None
    lacking = [n for n, said in zip(at.table.players, at.ready, strict=True) if not said]
    return f"{', '.join(lacking)} has not said it" if lacking else ""


belongs_to((chain,), (PREAMBLE,))


@chain.law("SCHIZ-SETUP-07")
def turned_up_once(at: Position, _: int) -> Verdict:
    """Once."""
    return "the chain is being laid" if at.due else None


@laws_for((chain,), "SCHIZ-SETUP-07", "SCHIZ-OPT-02")
def that_many_cards(at: Position, _: int, number: int) -> Verdict:
    """So many for each player."""
    should = at.table.chain_each * at.table.count
    return "" if number == should else f"the chain has {should} cards, not {number}"


@chain.effect
def _chain(at: Position, _: int, number: int, note: Notes | None) -> Position:
    if note is not None:
        note("SCHIZ-SETUP-07", "due", text=f"{number} key cards are turned up")
    return at._replace(due=number)


# ---- what the key deck gives


def _begun(at: Position, note: Notes | None) -> Position:
    """Flashback begins, or with the shortest reading is over before it begins."""
    after = at._replace(phase=FLASHBACK, round=1, turn=at.starter, step=SCENE)
    if note is not None:
        note("SCHIZ-GEN-03", "phase", "round", "turn", text="flashback begins")
    if at.table.deck_only and not at.deck:
        return after._replace(phase=GATHER, turn=NOBODY)
    return after


def draws_left(at: Position) -> int:
    """How many key cards are still to come."""
    return len(at.deck)


@draw.law("SCHIZ-FLASH-10", "SCHIZ-FLASH-11", "SCHIZ-SETUP-07")
def one_is_due(at: Position, _: int) -> Verdict:
    """Only when the chain is laid, or a card was taken from it, while the key deck lasts."""
    if at.due:
        return None
    return "the key deck is empty" if not at.deck else "no card is due for the chain"


@draw.law("SCHIZ-SETUP-07")
def as_many_as_players(at: Position, _: int, _dice: Any, cards_: Pieces) -> Verdict:
    """The chain begins with a card for every player."""
    if at.phase != PREAMBLE or not at.due:
        return None
    return "" if len(cards_) <= at.due else f"{at.due} cards are turned up, not {len(cards_)}"


@draw.law("SCHIZ-FLASH-10")
def one_for_one(at: Position, _: int, _dice: Any, cards_: Pieces) -> Verdict:
    """A card that is taken is replaced by one."""
    if at.phase != FLASHBACK or not at.due:
        return None
    return "" if len(cards_) == at.due else f"{at.due} card is due, not {len(cards_)}"


@draw.law("SCHIZ-OPT-01")
def dice_say_it(at: Position, _: int, dice: Any, cards_: Pieces) -> Verdict:
    """Without a cut deck two dice pick page and slot."""
    if not at.table.no_deck:
        return None if dice is None else "this game has a key deck: no dice"
    if dice is None or len(cards_) != 1:
        return "without a deck two dice pick each card"
    page, slot = dice
    rule = at.table.game.rules["SCHIZ-OPT-01"]
    if not 1 <= page <= int(rule.page_die[1:]):
        return f"a {rule.page_die} has no {page}"
    place = slot or rule.zero_slot
    key = at.table.keys.get(cards_[0])
    if key is None or (key.page, key.slot) != (page, place):
        return f"{cards_[0]} is not in slot {place} of page {page}"
    return ""


@draw.law("SCHIZ-OPT-02")
def not_marked(at: Position, _: int, _dice: Any, cards_: Pieces) -> Verdict:
    """Without a cut deck a marked object is rolled again."""
    if not at.table.no_deck:
        return None
    marked = [card for card in cards_ if card not in (*at.box, *at.deck)]
    return f"{marked[0]} is marked already: roll again" if marked else ""


@draw.law("SCHIZ-FLASH-10", "SCHIZ-SETUP-07", "SCHIZ-DECK-03")
def from_key_deck(at: Position, _: int, _dice: Any, cards_: Pieces) -> Verdict:
    """They come from the key deck."""
    if at.table.no_deck:
        return None
    gone = [card for card in cards_ if cards_.count(card) > at.deck.count(card)]
    return f"{gone[0]} is not in the key deck" if gone else ""


@draw.effect
def _draw(at: Position, _: int, dice: Any, cards_: Pieces, note: Notes | None) -> Position:
    if at.table.no_deck:  # which cards are still to come is open: the deck is only a number
        free = sorted((*at.box, *at.deck))
        for card in cards_:
            free.remove(card)
        kept = len(at.deck) - len(cards_)
        after = at._replace(deck=tuple(free[:kept]), box=tuple(free[kept:]))
    else:
        after = at._replace(deck=without(at.deck, *cards_))
    due = at.due - len(cards_)
    after = after._replace(chain=(*at.chain, *cards_), due=due)
    if note is not None:
        text = f"the chain gets {', '.join(cards_)}"
        rule = "SCHIZ-FLASH-10" if at.phase == FLASHBACK else "SCHIZ-SETUP-07"
        note(rule, "chain", "deck", text=text)
        if dice is not None:
            note("SCHIZ-OPT-01", "chain", "deck")
            note("SCHIZ-OPT-02", "chain", "deck")
    return _begun(after, note) if at.phase == PREAMBLE and not due else after


# ---- allegiance cards


not_now((deal,), (FLASHBACK, PREAMBLE, SETUP, CHARACTERS), "SCHIZ-FLASH-17", "SCHIZ-GEN-03")


@deal.law("SCHIZ-FINAL-02")
def enough_for_all(at: Position, _: int) -> Verdict:
    """Before final resolution only if cards for everybody remain."""
    if at.phase not in (ENDGAME, FINAL) or any(at.hands) or at.dealing:
        return None
    if at.phase == FINAL or at.turn == NOBODY:
        return f"{sum(at.pile)} cards are left, and none is dealt now"
    return None


@deal.law("SCHIZ-GATHER-01")
def deck_is_built(at: Position, _: int) -> Verdict:
    """The allegiance deck is built first."""
    waiting = at.phase == GATHER and not at.dealing
    return "the allegiance deck is not built yet: 'table gather'" if waiting else None


@deal.law("SCHIZ-GATHER-07", "SCHIZ-GATHER-06")
def due_now(at: Position, _: int) -> Verdict:
    """Once at the beginning of a round."""
    return None if at.dealing else "no allegiance cards are due"


def _each(at: Position) -> int:
    return deal_due(at, last=not any(at.hands) and at.phase != GATHER)


@deal.law("SCHIZ-FINAL-02")
def last_card_for_all(at: Position, _: int, dealt: Any) -> Verdict:
    """Before final resolution everybody gets the last card."""
    if at.phase == GATHER or any(at.hands) or not at.dealing:
        return None
    return _everybody_gets(at, dealt)


@deal.law("SCHIZ-GATHER-06")
def first_card_for_all(at: Position, _: int, dealt: Any) -> Verdict:
    """At the gather everybody gets the first card."""
    return _everybody_gets(at, dealt) if at.phase == GATHER and at.dealing else None


@deal.law("SCHIZ-GATHER-07")
def next_card_for_all(at: Position, _: int, dealt: Any) -> Verdict:
    """At the beginning of a round everybody gets one more."""
    return _everybody_gets(at, dealt) if at.phase == ENDGAME and any(at.hands) else None


def _everybody_gets(at: Position, dealt: Any) -> str:
    each = _each(at)
    given = [0] * at.table.count
    for seat, _kind in dealt:
        given[seat] += 1
    for seat, number in enumerate(given):
        if number != each:
            return f"{name(at, seat)} is dealt {number}, not {each}"
    return ""


@deal.law("SCHIZ-GATHER-04", "SCHIZ-GATHER-06", "SCHIZ-KIT-07")
def cards_are_there(at: Position, _: int, dealt: Any) -> Verdict:
    """The deck holds them."""
    if not at.dealing:
        return None
    for kind, have in enumerate(at.pile):
        wanted = sum(each == kind for _, each in dealt)
        if wanted > have:
            word = "agents" if kind == AGENT else "thieves"
            return f"{wanted} {word}, but {have} are left in the allegiance deck"
    return ""


@deal.effect
def _deal(at: Position, _: int, dealt: Any, note: Notes | None) -> Position:
    down, pile = list(at.down), at.pile
    for seat, kind in dealt:
        down[seat] = plus(down[seat], one(kind))
        pile = minus(pile, one(kind))
    after = at._replace(down=tuple(down), pile=pile, dealing=False)
    if note is not None:
        facts = [f"{each}.down" for each in at.table.players]
        rule = "SCHIZ-GATHER-06" if at.phase == GATHER else "SCHIZ-GATHER-07"
        rule = rule if any(at.hands) or at.phase == GATHER else "SCHIZ-FINAL-02"
        shown = " ".join(f"{name(at, seat)} {KINDS[kind]}" for seat, kind in dealt)
        note(rule, *facts, "pile", text=f"dealt face down: {shown}")
        note("SCHIZ-ALLEG-01", *(f"{each}.allegiance" for each in at.table.players))
        note("SCHIZ-ALLEG-02", *(f"{each}.allegiance" for each in at.table.players))
        note("SCHIZ-KIT-06", *facts)
    return after._replace(phase=SITUATION) if at.phase == GATHER else after


def by_chance(at: Position, random: Random) -> Move:
    """What the shuffled decks may give now."""
    if at.dealing:
        stock = [0] * at.pile[0] + [1] * at.pile[1]
        random.shuffle(stock)
        dealt = []
        for seat in at.table.seats:
            dealt += [(seat, stock.pop()) for _ in range(_each(at))]
        return Move(CHANCE, deal.name, (tuple(dealt),))
    if at.phase == SETUP:
        return Move(CHANCE, deck.name, (tuple(random.sample(sorted(at.box), at.size)),))
    if at.table.no_deck:
        free = sorted((*at.box, *at.deck))
        card = random.choice(free)
        key = at.table.keys[card]
        zero = at.table.game.rules["SCHIZ-OPT-01"].zero_slot
        slot = 0 if key.slot == zero else key.slot
        return Move(CHANCE, draw.name, ((key.page, slot), (card,)))
    return Move(CHANCE, draw.name, (None, tuple(random.sample(at.deck, at.due))))

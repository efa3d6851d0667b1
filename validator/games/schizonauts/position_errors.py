"""Finds impossible facts in positions of Schizonauts, with the rule that each one breaks."""

from __future__ import annotations

from collections import Counter
from operator import add

from validator.games.schizonauts import phases
from validator.games.schizonauts.allegiance_deck import deal_due, deck_lacks
from validator.games.schizonauts.characters import NAME_RULES, judge_overlap
from validator.games.schizonauts.phases import NOBODY
from validator.games.schizonauts.sheet import OVERLAP, SIDES
from validator.games.schizonauts.state import State
from validator.referee.api import Breach, Collector
from validator.referee.judge import wrong_number

STEPS_OF = {
    phases.FLASHBACK: (phases.SCENE, phases.VOTE),
    phases.ENDGAME: (phases.SCENE, phases.DONE),
}
RULE_OF_STEPS = {phases.FLASHBACK: "SCHIZ-FLASH-14", phases.ENDGAME: "SCHIZ-END-07"}
BEFORE_GATHER = (phases.CHARACTERS, phases.SETUP, phases.PREAMBLE, phases.FLASHBACK)


def position_errors(state: State) -> list[Breach]:
    """Return the facts of a state that are impossible with the printed components."""
    table = state.table
    if wrong := wrong_number("SCHIZ-GEN-02", table.count, table.fewest, table.most):
        return list(wrong)
    to = Collector()
    for check in (_components, _sheets, _moment, _phase_is_open):
        check(state, to)
    if not to.breaches:  # the checks below rely on turn, step and number of cards
        for check in (_key_cards, _allegiance_cards, _people):
            check(state, to)
    return to.breaches


# ---- components and sheets


def _components(state: State, to: Collector) -> None:
    """Check the numbers of key cards, allegiance cards and coins."""
    table, size = state.table, state.size
    pieces = Counter((*state.deck, *state.chain, *state.centre))
    pieces.update(card for own in state.seats for card in own.hand)
    twice = tuple(card for card, number in pieces.items() if number > 1)[:1]
    to.holds("SCHIZ-COMP-05", not twice, "{card} is in {number} places; expected one", card=twice,
             number=pieces[(*twice, "")[0]])  # fmt: skip
    to.holds("SCHIZ-DECK-04",
             not size or (size % table.count == 0 and table.count <= size <= table.longest),
             "a key deck of {cards} cards does not make whole rounds for {count} players",
             cards=size, count=table.count)  # fmt: skip
    building = state.phase in BEFORE_GATHER or (state.phase == phases.GATHER and not state.dealing)
    lacks = deck_lacks(state, size) if building else ""
    to.holds("SCHIZ-COMP-07", not lacks, "{lacks}", lacks=lacks)
    for left, have, word in zip(state.spare, table.printed, SIDES, strict=False):
        to.holds("SCHIZ-COMP-07", left >= 0,
                 "{number} {side} cards are on the table, but {have} are printed",
                 number=have - left, side=word, have=have)  # fmt: skip
    to.holds("SCHIZ-COMP-10", state.bank >= 0,
             "{number} [coin is|coins are] with the players, but {have} are printed",
             number=table.coins - state.bank, have=table.coins)  # fmt: skip


def _sheets(state: State, to: Collector) -> None:
    """Check the names and ratings on the sheets."""
    table = state.table
    for name, own in zip(table.players, state.seats, strict=True):
        sheet = own.sheet
        judge_overlap(sheet, to)
        for side in (0, 1):
            each, whose = sheet[side], f"{name}'s {SIDES[side]}"
            to.holds("SCHIZ-BLEED-03", max(each.ratings) <= table.cap,
                     "{whose} has a rating of {rating}; expected at most {cap}", whose=whose,
                     rating=max(each.ratings), cap=table.cap)  # fmt: skip
            to.holds((NAME_RULES[side], "SCHIZ-CHAR-01"), each.name or not own.made,
                     "{whose} has no name", whose=whose)  # fmt: skip
            to.holds("SCHIZ-CHAR-10", min(each.ratings) >= table.lowest or not own.made,
                     "{whose} has a rating of {rating}", whose=whose,
                     rating=min(each.ratings))  # fmt: skip
        to.holds("SCHIZ-INTER-01", min(sheet[OVERLAP].ratings) >= 0,
                 "{name}'s overlap has a rating below 0", name=name)  # fmt: skip


# ---- phase, step, turn, round


def _moment(state: State, to: Collector) -> None:
    """Check that phase, step, turn and round do not contradict each other."""
    phase, step = state.phase, state.step
    steps = STEPS_OF.get(phase, (phases.SCENE,))
    to.holds(RULE_OF_STEPS.get(phase, "SCHIZ-GEN-03"), step in steps,
             "the phase {phase} has no step '{step}'; expected {steps}", phase=phase, step=step,
             steps=" or ".join(steps))  # fmt: skip
    has_turn = phase in (phases.FLASHBACK, phases.FINAL) or (
        phase == phases.ENDGAME and step != phases.DONE
    )
    to.holds("SCHIZ-SETUP-03", has_turn == (state.turn != NOBODY),
             "it is {whose} turn in the phase {phase}, step {step}", phase=phase, step=step,
             whose="nobody's" if has_turn else f"{state.name(state.turn)}'s")  # fmt: skip
    early = phase in (phases.CHARACTERS, phases.SETUP)
    to.holds("SCHIZ-SETUP-02", state.starter != NOBODY or early, "no starter has been chosen")
    to.holds("SCHIZ-DECK-01", state.size or early,
             "the size of the key deck has not been chosen")  # fmt: skip
    to.holds("SCHIZ-DECK-05", state.round >= 1, "there is no round {round}; expected 1 or more",
             round=state.round)  # fmt: skip


def _phase_is_open(state: State, to: Collector) -> None:
    """Check that the event that ends the phase has not already happened."""
    prepared = state.size and state.starter != NOBODY and any(state.seats[0].votes) and state.deck
    made, named = (all(getattr(own, fact) for own in state.seats) for fact in ("made", "name"))
    for rule, phase, over, facts in (
        ("SCHIZ-CHAR-01", phases.CHARACTERS, made,
         "every pair is made, but the phase is still character creation"),
        ("SCHIZ-GEN-03", phases.SETUP, prepared,
         "everything is set up, but the phase is still setup"),
        ("SCHIZ-INTER-03", phases.INTERLUDE, named,
         "all players have their names, but the phase is still interlude"),
    ):  # fmt: skip
        to.holds(rule, not over or state.phase != phase, facts)


# ---- key cards


def _key_cards(state: State, to: Collector) -> None:
    """Check that key cards are in the right zones, and enough for all turns."""
    phase, held, hands = state.phase, state.keys_held(), [len(own.hand) for own in state.seats]
    if phase in (phases.CHARACTERS, phases.SETUP):
        in_play = state.chain or state.centre or held or len(state.deck) not in (0, state.size)
        to.holds("SCHIZ-DECK-03", not in_play,
                 "key cards are in play before the key deck has been dealt")  # fmt: skip
        return
    to.holds("SCHIZ-END-11", not state.centre or phase in phases.FROM_ENDGAME,
             "{card} is in the centre before endgame", card=state.centre[:1])  # fmt: skip
    if phase in (phases.PREAMBLE, phases.FLASHBACK):
        _chain(state, to)
        _in_turns(state, [*map(add, hands, _to_come(state))], state.starter, to)
        return
    to.holds("SCHIZ-FLASH-15", not state.deck and (not state.chain or state.table.deck_only),
             "flashback is over, but the key deck or the chain is not empty")  # fmt: skip
    if phase == phases.ENDGAME and state.step != phases.DONE:
        _in_turns(state, hands, state.turn, to)
        to.holds("SCHIZ-END-15", held, "all hands are empty, but the phase is still endgame")
    elif phase in (phases.GATHER, phases.SITUATION, phases.INTERLUDE):
        _in_turns(state, hands, state.starter, to)
    else:
        to.holds("SCHIZ-FINAL-01", not held, "somebody holds key cards in {phase}, step {step}",
                 phase=phase, step=state.step)  # fmt: skip


def _in_turns(state: State, numbers: list[int], first: int, to: Collector) -> None:
    """Check that each player has a key card for each remaining turn of endgame."""
    dealt = _dealt(state.table.count, sum(numbers), first)
    found, expected = (
        ", ".join(f"{state.name(seat)} {number}" for seat, number in enumerate(each))
        for each in (numbers, dealt)
    )
    to.holds("SCHIZ-FLASH-16", numbers == dealt, "key cards in hand: {found}; expected {expected}",
             found=found, expected=expected)  # fmt: skip


def _dealt(count: int, cards: int, first: int) -> list[int]:
    """Return the sizes of hands if `cards` are dealt one by one, clockwise from the first seat."""
    return [cards // count + ((seat - first) % count < cards % count) for seat in range(count)]


def _to_come(state: State) -> list[int]:
    """Return how many key cards each player will still receive in flashback."""
    voting = state.step == phases.VOTE
    left = len(state.deck) + len(state.chain)
    if state.table.deck_only:  # flashback ends with the key deck: a taken card is replaced
        left = len(state.deck)
        if state.phase == phases.FLASHBACK and not voting:
            left = max(1, left)
    first = state.starter if state.phase == phases.PREAMBLE else state.turn + voting
    return _dealt(state.table.count, left, first)


def _chain(state: State, to: Collector) -> None:
    """Check that the chain has a card for this turn, and was not laid too early."""
    if state.phase == phases.PREAMBLE:
        to.holds("SCHIZ-SETUP-07", not state.chain,
                 "the chain is laid although the preamble is not over")  # fmt: skip
    elif state.deck:
        to.holds("SCHIZ-FLASH-10", state.chain, "the chain is empty although the key deck is not")
    else:
        to.holds("SCHIZ-FLASH-15", state.chain or state.step != phases.SCENE,
                 "no key card is left for this turn")  # fmt: skip


def _allegiance_cards(state: State, to: Collector) -> None:
    """Check the allegiance cards.

    Before the gather, these are the cards for votes; then the allegiance deck and the dealt cards.
    """
    phase, built, votes = state.phase, any(state.pile), [own.votes for own in state.seats]
    voting = phase in (phases.PREAMBLE, phases.FLASHBACK) or (
        phase == phases.GATHER and not built
    )  # fmt: skip
    to.holds("SCHIZ-SETUP-01", all(map(any, votes)) or not voting,
             "a player has no card to vote with")  # fmt: skip
    to.holds("SCHIZ-SETUP-01", len({*votes}) == 1 or phase != phases.SETUP,
             "only some players have cards to vote with")  # fmt: skip
    to.holds("SCHIZ-GATHER-01", voting or phase == phases.SETUP or not any(map(any, votes)),
             "there are cards for votes in the phase {phase}; expected none",
             phase=phase)  # fmt: skip
    to.holds("SCHIZ-FLASH-17", phase not in BEFORE_GATHER or not (built or state.dealing),
             "there is an allegiance deck in the phase {phase}; expected none before gather",
             phase=phase)  # fmt: skip
    if not state.dealing:
        return
    last = phase == phases.ENDGAME and state.step == phases.DONE
    begins = state.turn == state.starter and state.round > 1
    to.holds("SCHIZ-GATHER-07", phase != phases.ENDGAME or last or begins,
             "allegiance cards are dealt only at the beginning of a round after the "
             "first")  # fmt: skip
    to.holds("SCHIZ-FINAL-02" if last else "SCHIZ-GATHER-04", deal_due(state, last),
             "{number} allegiance cards are left, which is too few for a deal",
             number=sum(state.pile))  # fmt: skip


def _people(state: State, to: Collector) -> None:
    """Check that names, unmasked players and scores fit the phase."""
    named, interlude = (phases.PHASES.index(each) for each in (state.phase, phases.INTERLUDE))
    for player, own in zip(state.table.players, state.seats, strict=True):
        to.holds("SCHIZ-INTER-02", not own.name or named >= interlude,
                 "{owner} [has|have] a single name in the phase {phase}, before the interlude",
                 owner=player, phase=state.phase)  # fmt: skip
        to.holds("SCHIZ-INTER-03", own.name or named <= interlude,
                 "{owner} [has|have] no single name in the phase {phase}", owner=player,
                 phase=state.phase)  # fmt: skip
        to.holds("SCHIZ-FINAL-03", not (own.unmasked and any(own.down)),
                 "{owner} [is|are] unmasked, but [has|have] cards face down",
                 owner=player)  # fmt: skip
    to.holds("SCHIZ-TALLY-01",
             not any(state.score) or state.phase in (phases.FINAL, phases.TALLY, phases.OVER),
             "there is a score in the phase {phase}; expected none before final resolution",
             phase=state.phase)  # fmt: skip

"""Finds impossible facts in positions of Schizonauts, with the rule that each one breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import add

from validator.games.schizonauts import phases
from validator.games.schizonauts.characters import NAME_RULES, judge_overlap
from validator.games.schizonauts.sheet import OVERLAP, SIDES
from validator.games.schizonauts.state import NOBODY, State
from validator.referee.api import Breach, Collector
from validator.referee.judge import wrong_number

STEPS_OF = {
    phases.FLASHBACK: (phases.SCENE, phases.VOTE),
    phases.ENDGAME: (phases.SCENE, phases.DONE),
}
RULE_OF_STEPS = {phases.FLASHBACK: "SCHIZ-FLASH-14", phases.ENDGAME: "SCHIZ-END-07"}
BEFORE_GATHER = (phases.CHARACTERS, phases.SETUP, phases.PREAMBLE, phases.FLASHBACK)
Breaches = Iterator[Breach]


def position_errors(state: State) -> list[Breach]:
    """Return the facts of a state that are impossible with the printed components."""
    table = state.table
    if wrong := wrong_number("SCHIZ-GEN-02", table.count, table.fewest, table.most):
        return list(wrong)
    found = [*_components(state), *_sheets(state), *_moment(state)]
    if not found:  # the checks below rely on turn, step and number of cards
        found = [*_key_cards(state), *_allegiance_cards(state), *_people(state)]
    return found


# ---- components and sheets


def _components(state: State) -> Breaches:
    table = state.table
    pieces = Counter((*state.deck, *state.chain, *state.centre))
    pieces.update(card for own in state.seats for card in own.hand)
    for card in [card for card, number in pieces.items() if number > 1][:1]:
        yield Breach("SCHIZ-COMP-05", f"{card} is in {pieces[card]} places; expected one")
    if state.size and (state.size % table.count or not table.count <= state.size <= table.longest):
        facts = (
            f"a key deck of {state.size} cards does not make whole rounds for {table.count} players"
        )
        yield Breach("SCHIZ-DECK-04", facts)
    building = state.phase in BEFORE_GATHER or (state.phase == phases.GATHER and not state.dealing)
    if building and (facts := state.deck_lacks(state.size)):
        yield Breach("SCHIZ-COMP-07", facts)
    for kind, word in enumerate(SIDES[:2]):
        if state.spare[kind] < 0:
            have = table.printed[kind]
            facts = (
                f"{have - state.spare[kind]} {word} cards are on the table, but {have} are printed"
            )
            yield Breach("SCHIZ-COMP-07", facts)
    if state.bank < 0:
        facts = (
            f"{table.coins - state.bank} coins are with the players, but {table.coins} are printed"
        )
        yield Breach("SCHIZ-COMP-10", facts)


def _sheets(state: State) -> Breaches:
    table = state.table
    for seat, sheet in enumerate(own.sheet for own in state.seats):
        to = Collector()
        judge_overlap(sheet, to)
        yield from to.breaches
        for side in (0, 1):
            each, whose = sheet[side], f"{table.players[seat]}'s {SIDES[side]}"
            if over := [r for r in each.ratings if r > table.cap]:
                yield Breach(
                    "SCHIZ-BLEED-03",
                    f"{whose} has a rating of {over[0]}; expected at most {table.cap}",
                )
            if state.seats[seat].made and not each.name:
                for rule in (NAME_RULES[side], "SCHIZ-CHAR-01"):
                    yield Breach(rule, f"{whose} has no name")
            if state.seats[seat].made and min(each.ratings) < table.lowest:
                yield Breach("SCHIZ-CHAR-10", f"{whose} has a rating of {min(each.ratings)}")
        if min(sheet[OVERLAP].ratings) < 0:
            facts = f"{table.players[seat]}'s overlap has a rating below 0"
            yield Breach("SCHIZ-INTER-01", facts)


# ---- phase, step, turn, round


def _moment(state: State) -> Breaches:
    """Yield breaches if phase, step, turn and round contradict each other, or the phase is over."""
    steps = STEPS_OF.get(state.phase, (phases.SCENE,))
    if state.step not in steps:
        rule = RULE_OF_STEPS.get(state.phase, "SCHIZ-GEN-03")
        yield Breach(
            rule, f"the phase {state.phase} has no step '{state.step}'; expected {', '.join(steps)}"
        )
    has_turn = state.phase in (phases.FLASHBACK, phases.FINAL) or (
        state.phase == phases.ENDGAME and state.step != phases.DONE
    )
    if has_turn != (state.turn != NOBODY):
        whose = "nobody's" if has_turn else f"{state.name(state.turn)}'s"
        yield Breach(
            "SCHIZ-SETUP-03", f"it is {whose} turn in the phase {state.phase}, step {state.step}"
        )
    if state.starter == NOBODY and state.phase not in (phases.CHARACTERS, phases.SETUP):
        yield Breach("SCHIZ-SETUP-02", "no starter has been chosen")
    if not state.size and state.phase not in (phases.CHARACTERS, phases.SETUP):
        yield Breach("SCHIZ-DECK-01", "the size of the key deck has not been chosen")
    if state.round < 1:
        yield Breach("SCHIZ-DECK-05", f"there is no round {state.round}; expected 1 or more")
    yield from _phase_is_open(state)


def _phase_is_open(state: State) -> Breaches:
    """Yield breaches if the event that ends the phase has already happened."""
    prepared = state.size and state.starter != NOBODY and any(state.seats[0].votes) and state.deck
    made, named = (all(getattr(own, fact) for own in state.seats) for fact in ("made", "name"))
    over = {
        phases.CHARACTERS: (
            "SCHIZ-CHAR-01",
            made,
            "every pair is made, but the phase is still character creation",
        ),
        phases.SETUP: (
            "SCHIZ-GEN-03",
            prepared,
            "everything is set up, but the phase is still setup",
        ),
        phases.INTERLUDE: (
            "SCHIZ-INTER-03",
            named,
            "all players have their names, but the phase is still interlude",
        ),
    }
    rule, is_over, facts = over.get(state.phase, ("", False, ""))
    if is_over:
        yield Breach(rule, facts)


# ---- key cards


def _key_cards(state: State) -> Breaches:
    """Yield breaches if key cards are in the wrong zones, or too few for all turns."""
    held = state.keys_held()
    hands = [len(own.hand) for own in state.seats]
    if state.phase in (phases.CHARACTERS, phases.SETUP):
        if state.chain or state.centre or held or len(state.deck) not in (0, state.size):
            yield Breach(
                "SCHIZ-DECK-03", "key cards are in play before the key deck has been dealt"
            )
        return
    if state.centre and state.phase not in phases.FROM_ENDGAME:
        yield Breach("SCHIZ-END-11", f"{state.centre[0]} is in the centre before endgame")
    if state.phase in (phases.PREAMBLE, phases.FLASHBACK):
        yield from _chain(state)
        full = map(add, hands, _to_come(state))
        yield from _in_turns(state, list(full), state.starter)
        return
    if state.deck or (state.chain and not state.table.deck_only):
        yield Breach(
            "SCHIZ-FLASH-15", "flashback is over, but the key deck or the chain is not empty"
        )
    if state.phase == phases.ENDGAME and state.step != phases.DONE:
        yield from _in_turns(state, hands, state.turn)
        if not held:
            yield Breach("SCHIZ-END-15", "all hands are empty, but the phase is still endgame")
    elif state.phase in (phases.GATHER, phases.SITUATION, phases.INTERLUDE):
        yield from _in_turns(state, hands, state.starter)
    elif held:
        facts = f"somebody holds key cards in {state.phase}, step {state.step}"
        yield Breach("SCHIZ-FINAL-01", facts)


def _in_turns(state: State, numbers: list[int], first: int) -> Breaches:
    """Yield breaches unless each player has a key card for each remaining turn of endgame."""
    dealt = _dealt(state.table.count, sum(numbers), first)
    if numbers != dealt:
        found, expected = (
            ", ".join(f"{state.name(seat)} {number}" for seat, number in enumerate(each))
            for each in (numbers, dealt)
        )
        yield Breach("SCHIZ-FLASH-16", f"key cards in hand: {found}; expected {expected}")


def _dealt(count: int, cards: int, first: int) -> list[int]:
    """Return the sizes of the hands if `cards` are dealt one by one, clockwise from the first
    seat.
    """
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


def _chain(state: State) -> Breaches:
    """Yield breaches if the chain lacks a card for this turn, or was laid too early."""
    if state.phase == phases.PREAMBLE:
        if state.chain:
            yield Breach("SCHIZ-SETUP-07", "the chain is laid although the preamble is not over")
    elif state.deck and not state.chain:
        yield Breach("SCHIZ-FLASH-10", "the chain is empty although the key deck is not")
    elif state.step == phases.SCENE and not state.chain:
        yield Breach("SCHIZ-FLASH-15", "no key card is left for this turn")


# ---- allegiance cards


def _allegiance_cards(state: State) -> Breaches:
    """Yield breaches for wrong allegiance cards.

    Before the gather, these are the cards for votes; then the allegiance deck and the dealt cards.
    """
    built = any(state.pile)
    voting = state.phase in (phases.PREAMBLE, phases.FLASHBACK) or (
        state.phase == phases.GATHER and not built
    )
    if voting and not all(any(own.votes) for own in state.seats):
        yield Breach("SCHIZ-SETUP-01", "a player has no card to vote with")
    if state.phase == phases.SETUP and len({own.votes for own in state.seats}) > 1:
        yield Breach("SCHIZ-SETUP-01", "only some players have cards to vote with")
    if not voting and state.phase != phases.SETUP and any(any(own.votes) for own in state.seats):
        yield Breach(
            "SCHIZ-GATHER-01",
            f"there are cards for votes in the phase {state.phase}; expected none",
        )
    if state.phase in BEFORE_GATHER and (built or state.dealing):
        yield Breach(
            "SCHIZ-FLASH-17",
            f"there is an allegiance deck in the phase {state.phase}; expected none before gather",
        )
    if state.dealing:
        yield from _deal(state)


def _deal(state: State) -> Breaches:
    last = state.phase == phases.ENDGAME and state.step == phases.DONE
    if (
        state.phase == phases.ENDGAME
        and not last
        and (state.turn != state.starter or state.round == 1)
    ):
        yield Breach(
            "SCHIZ-GATHER-07",
            "allegiance cards are dealt only at the beginning of a round after the first",
        )
    if not state.deal_due(last):
        rule = "SCHIZ-FINAL-02" if last else "SCHIZ-GATHER-04"
        yield Breach(
            rule, f"{sum(state.pile)} allegiance cards are left, which is too few for a deal"
        )


# ---- people


def _people(state: State) -> Breaches:
    named = phases.PHASES.index(state.phase)
    for seat in state.table.seats:
        player = state.name(seat)
        if state.seats[seat].name and named < phases.PHASES.index(phases.INTERLUDE):
            yield Breach(
                "SCHIZ-INTER-02",
                f"{player} has a single name in the phase {state.phase}, before the interlude",
            )
        if not state.seats[seat].name and named > phases.PHASES.index(phases.INTERLUDE):
            yield Breach(
                "SCHIZ-INTER-03", f"{player} has no single name in the phase {state.phase}"
            )
        if state.seats[seat].unmasked and any(state.seats[seat].down):
            yield Breach("SCHIZ-FINAL-03", f"{player} is unmasked, but has cards face down")
    if any(state.score) and state.phase not in (phases.FINAL, phases.TALLY, phases.OVER):
        yield Breach(
            "SCHIZ-TALLY-01",
            f"there is a score in the phase {state.phase}; expected none before final resolution",
        )

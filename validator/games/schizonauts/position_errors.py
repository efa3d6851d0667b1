"""Impossible positions: each check names the rule that must have been broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import add

from validator.games.schizonauts import phases
from validator.games.schizonauts.characters import NAME_RULES, judge_overlap
from validator.games.schizonauts.sheet import OVERLAP, SIDES
from validator.games.schizonauts.state import NOBODY, MemoryBleed, Scene, State
from validator.referee.api import Breach, Collector
from validator.referee.judge import wrong_number

STEPS_OF = {
    phases.FLASHBACK: (phases.SCENE, phases.VOTE, phases.BLEED),
    phases.ENDGAME: (phases.SCENE, phases.PAY, phases.BET, phases.DONE),
}
RULE_OF_STEPS = {phases.FLASHBACK: "SCHIZ-FLASH-14", phases.ENDGAME: "SCHIZ-END-07"}
BEFORE_GATHER = (phases.CHARACTERS, phases.SETUP, phases.PREAMBLE, phases.FLASHBACK)
Breaches = Iterator[Breach]


def position_errors(state: State) -> list[Breach]:
    """Return what is impossible in a position with the printed components."""
    table = state.table
    if wrong := wrong_number("SCHIZ-GEN-02", table.count, table.fewest, table.most):
        return list(wrong)
    found = [*_components(state), *_sheets(state), *_moment(state)]
    if not found:  # the checks below rely on turn, step and number of cards
        found = [*_key_cards(state), *_allegiance_cards(state), *_coins(state), *_people(state)]
        found += [*_turn(state), *_bleed(state), *_scene(state)]
    return found


# ---- components and sheets


def _components(state: State) -> Breaches:
    table = state.table
    pieces = Counter((*state.deck, *state.chain, *state.centre))
    pieces.update(card for own in state.seats for card in own.hand)
    pieces.update((state.scene.key,) if state.scene.key else ())
    for card in [card for card, number in pieces.items() if number > 1][:1]:
        yield Breach("SCHIZ-COMP-05", f"{card} is in {pieces[card]} places")
    if state.size and (state.size % table.count or not table.count <= state.size <= table.longest):
        facts = f"a key deck of {state.size} cards for {table.count} players"
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
                yield Breach("SCHIZ-BLEED-03", f"{whose} has a rating of {over[0]}")
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
    """Check that phase, step, turn and round are consistent, and that the phase is not over."""
    steps = STEPS_OF.get(state.phase, (phases.SCENE,))
    if state.step not in steps:
        rule = RULE_OF_STEPS.get(state.phase, "SCHIZ-GEN-03")
        yield Breach(rule, f"no step '{state.step}' in {state.phase}: {', '.join(steps)}")
    has_turn = state.phase in (phases.FLASHBACK, phases.FINAL) or (
        state.phase == phases.ENDGAME and state.step != phases.DONE
    )
    if has_turn != (state.turn != NOBODY):
        whose = "nobody's" if has_turn else f"{state.name(state.turn)}'s"
        yield Breach("SCHIZ-SETUP-03", f"it is {whose} turn in {state.phase}, step {state.step}")
    if state.starter == NOBODY and state.phase not in (phases.CHARACTERS, phases.SETUP):
        yield Breach("SCHIZ-SETUP-02", "there is no starter")
    if not state.size and state.phase not in (phases.CHARACTERS, phases.SETUP):
        yield Breach("SCHIZ-DECK-01", "there is no key deck")
    if state.round < 1:
        yield Breach("SCHIZ-DECK-05", f"there is no round {state.round}")
    yield from _phase_is_open(state)


def _phase_is_open(state: State) -> Breaches:
    """Check that the event that ends the phase has not happened yet."""
    prepared = state.size and state.starter != NOBODY and any(state.seats[0].votes) and state.deck
    made, named = (all(getattr(own, fact) for own in state.seats) for fact in ("made", "name"))
    over = {
        phases.CHARACTERS: ("SCHIZ-CHAR-01", made, "every pair is made: this is the setup"),
        phases.SETUP: ("SCHIZ-GEN-03", prepared, "all is set up: this is the preamble"),
        phases.INTERLUDE: ("SCHIZ-INTER-03", named, "all have their names: this is endgame"),
    }
    rule, is_over, facts = over.get(state.phase, ("", False, ""))
    if is_over:
        yield Breach(rule, facts)


# ---- key cards


def _key_cards(state: State) -> Breaches:
    """Check that key cards are where they belong in the phase, and are enough for all turns."""
    held, key = state.keys_held(), bool(state.scene.key)
    hands = [len(own.hand) for own in state.seats]
    if state.phase in (phases.CHARACTERS, phases.SETUP):
        if state.chain or state.centre or held or key or len(state.deck) not in (0, state.size):
            yield Breach(
                "SCHIZ-DECK-03", "key cards are in play before the key deck has been dealt"
            )
        return
    yield from _centre(state)
    if state.phase in (phases.PREAMBLE, phases.FLASHBACK):
        yield from _chain(state)
        full = map(add, hands, _to_come(state))
        yield from _in_turns(state, list(full), state.starter)
        return
    if state.deck or (state.chain and not state.table.deck_only):
        yield Breach("SCHIZ-FLASH-15", "flashback is over, and key deck or chain are not empty")
    if state.due:
        yield Breach("SCHIZ-FLASH-10", f"no card can be required for the chain in {state.phase}")
    if state.phase == phases.ENDGAME and state.step != phases.DONE:
        used = state.step != phases.SCENE or key
        yield from _in_turns(state, hands, state.turn + used)
        if not held and state.step == phases.SCENE and not key:
            yield Breach("SCHIZ-END-15", "all hands are empty: endgame is over")
    elif state.phase in (phases.GATHER, phases.SITUATION, phases.INTERLUDE):
        yield from _in_turns(state, hands, state.starter)
    elif held:
        facts = f"somebody holds key cards in {state.phase}, step {state.step}"
        yield Breach("SCHIZ-FINAL-01", facts)


def _in_turns(state: State, numbers: list[int], first: int) -> Breaches:
    """Check that each player has a card in her turn of the endgame."""
    if numbers != _dealt(state.table.count, sum(numbers), first):
        each = ", ".join(f"{state.name(seat)} {number}" for seat, number in enumerate(numbers))
        yield Breach("SCHIZ-FLASH-16", f"key cards for the turns of endgame: {each}")


def _dealt(count: int, cards: int, first: int) -> list[int]:
    """Return the hands after dealing `count` cards one by one, clockwise from the first seat."""
    return [cards // count + ((seat - first) % count < cards % count) for seat in range(count)]


def _to_come(state: State) -> list[int]:
    """Return the key cards that each player will still get in flashback."""
    count = state.table.count
    taken = bool(state.scene.key)
    left = len(state.deck) + len(state.chain) + taken
    if state.table.deck_only:  # flashback ends with the key deck: a taken card is replaced
        left = len(state.deck) - state.due + taken
        if state.phase == phases.FLASHBACK and state.step == phases.SCENE:
            left = max(1, left)
    first = state.starter if state.phase == phases.PREAMBLE else state.turn
    if state.phase == phases.FLASHBACK and state.step != phases.SCENE:
        first = (first + 1) % count
    return _dealt(count, left, first)


def _centre(state: State) -> Breaches:
    if state.centre and state.phase not in phases.FROM_ENDGAME:
        yield Breach("SCHIZ-END-11", f"{state.centre[0]} is in the centre before endgame")


def _chain(state: State) -> Breaches:
    """Check that there is a card for this turn and, if the key deck lasts, for the next."""
    opened = state.table.chain_each * state.table.count
    laid = len(state.chain) + state.due
    if state.phase == phases.PREAMBLE:
        if laid not in (0, opened) or (state.chain and not state.due):
            facts = (
                f"{len(state.chain)} cards in the chain, {state.due} still required, and "
                f"{opened} open it"
            )
            yield Breach("SCHIZ-SETUP-07", facts)
        if state.due and not all(own.ready for own in state.seats):
            yield Breach("SCHIZ-SETUP-06", "the chain is laid before all are ready")
        return
    taken = state.scene.open and state.scene.key and not state.visitors
    if state.due > 1 or (state.due and not (state.deck and taken)):
        yield Breach("SCHIZ-FLASH-10", f"{state.due} cards are required, but none was taken")
    if state.deck and not laid:
        yield Breach("SCHIZ-FLASH-10", "the chain is empty while the key deck lasts")
    if state.step == phases.SCENE and not state.chain and not state.scene.key:
        yield Breach("SCHIZ-FLASH-15", "no key card is left for this turn")


# ---- allegiance cards and coins


def _allegiance_cards(state: State) -> Breaches:
    """Check the cards: for votes before the gather, and then the allegiance deck and
    dealt cards.
    """
    built = any(state.pile)
    voting = state.phase in (phases.PREAMBLE, phases.FLASHBACK) or (
        state.phase == phases.GATHER and not built
    )
    if voting and not all(any(own.votes) for own in state.seats):
        yield Breach("SCHIZ-SETUP-01", "somebody has no card to vote with")
    if state.phase == phases.SETUP and len({own.votes for own in state.seats}) > 1:
        yield Breach("SCHIZ-SETUP-01", "only some have cards to vote with")
    if not voting and state.phase != phases.SETUP and any(any(own.votes) for own in state.seats):
        yield Breach("SCHIZ-GATHER-01", f"there are cards to vote with in {state.phase}")
    if state.phase in BEFORE_GATHER and (built or state.dealing):
        yield Breach("SCHIZ-FLASH-17", f"there is an allegiance deck in {state.phase}")
    if state.phase == phases.GATHER and built != state.dealing:
        yield Breach("SCHIZ-GATHER-06", "the allegiance deck must be built before it is dealt")
    if state.dealing:
        yield from _deal(state)


def _deal(state: State) -> Breaches:
    last = state.phase == phases.ENDGAME and state.step == phases.DONE
    if state.phase == phases.ENDGAME and not last:
        early = state.step == phases.SCENE and state.scene == Scene()
        if not early or state.turn != state.starter or state.round == 1:
            yield Breach("SCHIZ-GATHER-07", "cards are dealt at the beginning of a later round")
    if not state.deal_due(last):
        rule = "SCHIZ-FINAL-02" if last else "SCHIZ-GATHER-04"
        yield Breach(rule, f"{sum(state.pile)} allegiance cards are left, too few to deal")


def _coins(state: State) -> Breaches:
    """Check that coins to bet exist only when bets are due."""
    betting = state.phase == phases.ENDGAME and state.step == phases.BET
    if any(own.earned for own in state.seats) != betting:
        facts = (
            "nobody has coins to bet"
            if betting
            else "there are coins to bet, but no bets are required"
        )
        yield Breach("SCHIZ-BET-01", facts)


# ---- people


def _people(state: State) -> Breaches:
    named = phases.PHASES.index(state.phase)
    for seat in state.table.seats:
        player = state.name(seat)
        if state.seats[seat].name and named < phases.PHASES.index(phases.INTERLUDE):
            yield Breach("SCHIZ-INTER-02", f"{player} has a single name in {state.phase}")
        if not state.seats[seat].name and named > phases.PHASES.index(phases.INTERLUDE):
            yield Breach("SCHIZ-INTER-03", f"{player} has no single name in {state.phase}")
        if state.seats[seat].unmasked and any(state.seats[seat].down):
            yield Breach("SCHIZ-FINAL-03", f"{player} is unmasked, but has cards face down")
        yield from _unmasking(state, seat)


def _unmasking(state: State, seat: int) -> Breaches:
    """Check that players are masked before their final turns and unmasked after them."""
    count = state.table.count
    had = state.phase in (phases.TALLY, phases.OVER)
    if state.phase == phases.FINAL:
        had = (seat - state.starter) % count < (state.turn - state.starter) % count
    if state.seats[seat].unmasked != had and not (
        state.phase == phases.FINAL and seat == state.turn
    ):
        word = "is unmasked before" if state.seats[seat].unmasked else "is not unmasked after"
        yield Breach("SCHIZ-FINAL-03", f"{state.name(seat)} {word} the final turn")


# ---- the turn


def _turn(state: State) -> Breaches:
    """Check the scenes played, and the results of the final resolution."""
    if state.phase != phases.FLASHBACK:
        if state.visitors or state.used != (NOBODY, NOBODY):
            yield Breach("SCHIZ-FLASH-04", f"scenes of flashback were played in {state.phase}")
    else:
        played = sum(each != NOBODY for each in state.used)
        should = len(state.visitors) if state.step == phases.SCENE else state.table.scenes
        if played != should or not len(state.visitors) <= should or state.turn in state.visitors:
            facts = f"{len(state.visitors)} visitors, {played} personas used, step {state.step}"
            yield Breach("SCHIZ-FLASH-04", facts)
        elif state.step == phases.SCENE and played >= state.table.scenes:
            yield Breach("SCHIZ-FLASH-14", "both scenes have been played: the vote comes next")
    over = state.phase == phases.FINAL and bool(state.scene.price) and not state.scene.open
    if state.scored and not over:
        yield Breach("SCHIZ-FINAL-10", "coins are scored before the final scene is over")
    if any(state.score) and state.phase not in (phases.FINAL, phases.TALLY, phases.OVER):
        yield Breach("SCHIZ-TALLY-01", f"there is a score in {state.phase}")
    if state.tallied and state.phase not in (phases.TALLY, phases.OVER):
        yield Breach("SCHIZ-TALLY-01", f"the scores are compared in {state.phase}")
    if state.escaped and state.phase != phases.OVER:
        yield Breach("SCHIZ-TALLY-04", f"somebody has escaped in {state.phase}")


def _bleed(state: State) -> Breaches:
    """Check the order of vote and bleed."""
    bleed = state.bleed
    if state.phase != phases.FLASHBACK or state.step == phases.SCENE:
        if bleed != MemoryBleed():
            yield Breach("SCHIZ-FLASH-14", "vote and bleed come after both scenes")
        return
    voters = {seat for seat, _ in bleed.votes}
    lacking = [state.name(s) for s in state.table.seats if s not in voters and s != state.turn]
    if bleed.votes and lacking:
        yield Breach("SCHIZ-VOTE-02", f"{', '.join(lacking)} has not voted")
    if (state.step == phases.BLEED) != (bleed.bleeder != NOBODY):
        yield Breach("SCHIZ-BLEED-01", f"step {state.step}, bleeder {_side(bleed.bleeder)}")
    steps = (
        bleed.bleeder != NOBODY,
        bleed.raised,
        bleed.chosen is not None,
        bleed.copied,
        bool(bleed.linked),
    )
    if list(steps) != sorted(steps, reverse=True):
        yield Breach("SCHIZ-BLEED-12", "a step of the bleed is done before the one before it")
    early = (bleed.supplied or bleed.proposals) and not bleed.raised
    if early or (bleed.replaced and not bleed.copied) or bleed.linked > state.table.linked:
        yield Breach("SCHIZ-BLEED-12", "more of the bleed is done than its steps allow")
    memory = bleed.chosen
    if memory and (memory.side != bleed.bleeder or memory.aptitude == NOBODY):
        facts = f'"{memory.text}" is in no section of the {_side(bleed.bleeder)}'
        yield Breach("SCHIZ-BLEED-05", facts)


def _side(side: int) -> str:
    return SIDES[side] if side != NOBODY else "nobody"


# ---- the scene


def _scene(state: State) -> Breaches:
    if state.scene.open:
        yield from _open_scene(state)
    else:
        yield from _closed_scene(state)


def _closed_scene(state: State) -> Breaches:
    """Check the remains of a closed scene: a key between two halves, unpaid roles, a price."""
    scene = state.scene
    if state.phase == phases.FLASHBACK and state.step == phases.SCENE and state.visitors:
        if not scene.key:
            yield Breach("SCHIZ-FLASH-11", "the first visitor has no key card to hand on")
        left = Scene(key=scene.key)
    elif state.phase == phases.ENDGAME and state.step in (phases.PAY, phases.BET):
        yield from _roles(state, state.step == phases.PAY)
        left = Scene(visitor=scene.visitor, narrator=scene.narrator, judge=scene.judge)
    elif state.phase == phases.FINAL and state.seats[state.turn].unmasked and scene.price:
        yield from _roles(state, False)
        if state.in_crisis() and scene.verdict == NOBODY:
            yield Breach("SCHIZ-CRISIS-09", "the final allegiance has not been stated")
        left = Scene(visitor=scene.visitor, narrator=scene.narrator, judge=scene.judge)
    else:
        left = Scene()
    if scene.key and scene.key != left.key:
        yield Breach("SCHIZ-END-11", f"{scene.key} is held by a scene that is closed")
    elif scene.rolling or (left.visitor == NOBODY and scene != left):
        yield Breach("SCHIZ-SCENE-14", "something is left of a scene that is closed")


def _roles(state: State, paid: bool) -> Breaches:
    """Check the visitor of a closed scene, and narrator and judge if they are not paid yet."""
    scene, pair = state.scene, (state.turn, state.scene.visitor)
    if scene.visitor in (NOBODY, state.turn):
        yield Breach("SCHIZ-GEN-04", "the scene has no visitor")
    elif paid and (scene.narrator not in pair or scene.judge not in pair):
        yield Breach("SCHIZ-SCENE-14", "narrator and judge are not actor or visitor of the scene")


def _open_scene(state: State) -> Breaches:
    scene = state.scene
    by_phase = {
        phases.FLASHBACK: _of_flashback, phases.ENDGAME: _of_endgame, phases.FINAL: _of_final,
    }  # fmt: skip
    if state.phase not in by_phase or state.step != phases.SCENE:
        yield Breach("SCHIZ-SCENE-14", f"a scene is open in {state.phase}, step {state.step}")
        return
    if scene.visitor == state.turn or (scene.visitor == NOBODY and state.phase != phases.FLASHBACK):
        yield Breach("SCHIZ-GEN-04", "the scene has no visitor")
        return
    yield from by_phase[state.phase](state)
    yield from _contributions(state)
    yield from _resolution(state)


def _of_flashback(state: State) -> Breaches:
    scene = state.scene
    if scene.persona == NOBODY or state.used[scene.persona] != NOBODY:
        yield Breach("SCHIZ-FLASH-05", "the active character is not one that can be played")
    if scene.visitor in state.visitors and state.table.count > len((state.turn, scene.visitor)):
        yield Breach("SCHIZ-FLASH-07", f"{state.name(scene.visitor)} visited the first scene")
    if state.visitors and not scene.key:
        yield Breach("SCHIZ-FLASH-11", "the first visitor has no key card to hand on")
    alone = scene.visitor == NOBODY
    if alone and (scene.visiting != NOBODY or scene.memory or (scene.key and not state.visitors)):
        yield Breach("SCHIZ-SCENE-14", "the visitor has not been chosen")
    if scene.visitors_memory:
        yield Breach("SCHIZ-SCENE-13", "a visitor uses no memory in flashback")
    if scene.question and scene.visiting == NOBODY:
        yield Breach("SCHIZ-FLASH-08", "the visitor has not chosen his character")
    yield from _asked(state)


def _asked(state: State) -> Breaches:
    """Check that memory, key and aptitudes are in the scene before the question."""
    scene = state.scene
    if (scene.woven_key and not scene.key) or (scene.woven_memory and scene.memory is None):
        yield Breach("SCHIZ-SCENE-14", "what is brought in is not chosen")
    if not scene.question:
        return
    known = scene.memory and scene.key and state.aptitude_of(scene.visitor) != NOBODY
    if not known or state.aptitude_of(state.turn) == NOBODY:
        yield Breach("SCHIZ-SCENE-14", "the question is put before memory, key and aptitudes")
    elif not (scene.woven_key and scene.woven_memory):
        yield Breach("SCHIZ-SCENE-14", "the question is put before memory and key are brought in")


def _of_endgame(state: State) -> Breaches:
    shown = [each.seat for each in state.scene.reveals]
    outside = [seat for seat in shown if seat not in (state.turn, state.scene.visitor)]
    if outside:
        yield Breach("SCHIZ-REVEAL-03", f"{state.name(outside[0])} is a contributor of this scene")
    for each in state.scene.reveals:
        if each.kind == NOBODY or not state.seats[each.seat].up[each.kind]:
            yield Breach("SCHIZ-REVEAL-02", f"{state.name(each.seat)}'s card is not face up")
    yield from _asked(state)


def _of_final(state: State) -> Breaches:
    scene = state.scene
    if not state.seats[state.turn].unmasked:
        yield Breach("SCHIZ-FINAL-03", f"{state.name(state.turn)} has not turned up her cards")
    if scene.key:
        yield Breach("SCHIZ-FINAL-12", "final resolution does not use key cards")
    if state.confirmed():
        dice = scene.memory or scene.visitors_memory or scene.gifts or scene.rolling
        if dice or (scene.narrator, scene.judge) != (state.turn, scene.visitor):
            yield Breach("SCHIZ-FINAL-08", "the actor narrates, the visitor judges, without dice")
    elif scene.rolling and not (scene.memory and scene.visitors_memory):
        yield Breach("SCHIZ-CRISIS-04", "dice are rolled before both have chosen a memory")


def _contributions(state: State) -> Breaches:
    pair = (state.turn, state.scene.visitor)
    if any(giver in pair or to not in pair for giver, to in state.scene.gifts):
        yield Breach("SCHIZ-DICE-07", "a die went from or to the wrong player")


def _resolution(state: State) -> Breaches:
    scene = state.scene
    pair = (NOBODY, state.turn, scene.visitor)
    known = state.confirmed() or scene.rolled
    if (scene.rolling or any(map(any, scene.traded))) and not scene.question:
        yield Breach("SCHIZ-SCENE-14", "dice are traded or rolled before the question is put")
    if scene.narrator not in pair or scene.judge not in pair:
        yield Breach("SCHIZ-SCENE-14", "narrator or judge is not in the scene")
    named = scene.narrator != NOBODY and scene.judge != NOBODY
    if (scene.narrator != NOBODY or scene.judge != NOBODY) and not known:
        yield Breach("SCHIZ-SCENE-14", "narrator or judge is named before the roll")
    if scene.price and not named:
        yield Breach("SCHIZ-SCENE-14", "there is a price before narrator and judge are named")
    if scene.verdict != NOBODY and not (state.in_crisis() and named):
        yield Breach("SCHIZ-CRISIS-09", "a final allegiance is stated outside a crisis")

"""What is impossible about a position: each check names the rule that no game can have kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from validator.games.schizonauts.characters import judge_overlap
from validator.games.schizonauts.common import name
from validator.games.schizonauts.position import (
    BET,
    BLEED,
    CHARACTERS,
    DONE,
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    INTERLUDE,
    NOBODY,
    OVER,
    PAY,
    PHASES,
    PREAMBLE,
    SCENE,
    SETUP,
    SITUATION,
    TALLY,
    VOTE,
    Bleed,
    Position,
    Scene,
    aptitude_of,
    confirmed,
    deal_due,
    in_crisis,
)
from validator.games.schizonauts.sheet import OVERLAP, SIDES
from validator.referee.core import Breach, Judge

STEPS_OF = {FLASHBACK: (SCENE, VOTE, BLEED), ENDGAME: (SCENE, PAY, BET, DONE)}
RULE_OF_STEPS = {FLASHBACK: "SCHIZ-FLASH-14", ENDGAME: "SCHIZ-END-07"}
BEFORE_GATHER = (CHARACTERS, SETUP, PREAMBLE, FLASHBACK)
FROM_ENDGAME = (ENDGAME, FINAL, TALLY, OVER)
Breaches = Iterator[Breach]


def unsound(at: Position) -> list[Breach]:
    """What is impossible about a position with the printed components; empty if nothing is."""
    table = at.table
    if not table.fewest <= table.count <= table.most:
        facts = f"{table.count} players, not {table.fewest} to {table.most}"
        return [Breach("SCHIZ-GEN-02", facts)]
    found = [*_components(at), *_sheets(at), *_moment(at)]
    if not found:  # what follows takes turn, step and number of cards for granted
        found = [*_key_cards(at), *_allegiance_cards(at), *_coins(at), *_people(at)]
        found += [*_turn(at), *_bleed(at), *_scene(at)]
    return found


# ---- components and sheets


def _components(at: Position) -> Breaches:
    table = at.table
    pieces = Counter((*at.deck, *at.chain, *at.centre))
    pieces.update(card for hand in at.hands for card in hand)
    pieces.update((at.scene.key,) if at.scene.key else ())
    for card in [card for card, number in pieces.items() if number > 1][:1]:
        yield Breach("SCHIZ-COMP-05", f"{card} is in {pieces[card]} places")
    if at.size and (at.size % table.count or not table.count <= at.size <= table.longest):
        facts = f"a key deck of {at.size} cards for {table.count} players"
        yield Breach("SCHIZ-DECK-04", facts)
    for kind, word in enumerate(SIDES[:2]):
        if at.spare[kind] < 0:
            have = table.printed[kind]
            facts = f"{have - at.spare[kind]} {word} cards are on the table, {have} are printed"
            yield Breach("SCHIZ-COMP-07", facts)
    if at.bank < 0:
        facts = f"{table.coins - at.bank} coins are with the players, {table.coins} are printed"
        yield Breach("SCHIZ-COMP-10", facts)


def _sheets(at: Position) -> Breaches:
    table = at.table
    for seat, sheet in enumerate(at.sheets):
        to = Judge()
        judge_overlap(sheet, to)
        yield from to.breaches
        for side in (0, 1):
            each, whose = sheet[side], f"{table.players[seat]}'s {SIDES[side]}"
            if over := [r for r in each.ratings if r > table.cap]:
                yield Breach("SCHIZ-BLEED-03", f"{whose} has a rating of {over[0]}")
            if at.made[seat] and not each.name:
                yield Breach("SCHIZ-CHAR-01", f"{whose} has no name")
            if at.made[seat] and min(each.ratings) < table.lowest:
                yield Breach("SCHIZ-CHAR-10", f"{whose} has a rating of {min(each.ratings)}")
        if min(sheet[OVERLAP].ratings) < 0:
            facts = f"{table.players[seat]}'s overlap has a rating below 0"
            yield Breach("SCHIZ-INTER-01", facts)


# ---- phase, step, turn, round


def _moment(at: Position) -> Breaches:
    """Phase, step, turn and round fit each other, and the phase is not over."""
    steps = STEPS_OF.get(at.phase, (SCENE,))
    if at.step not in steps:
        rule = RULE_OF_STEPS.get(at.phase, "SCHIZ-GEN-03")
        yield Breach(rule, f"no step '{at.step}' in {at.phase}: {', '.join(steps)}")
    has_turn = at.phase in (FLASHBACK, FINAL) or (at.phase == ENDGAME and at.step != DONE)
    if has_turn != (at.turn != NOBODY):
        whose = "nobody's" if has_turn else f"{name(at, at.turn)}'s"
        yield Breach("SCHIZ-SETUP-03", f"it is {whose} turn in {at.phase}, step {at.step}")
    if at.starter == NOBODY and at.phase not in (CHARACTERS, SETUP):
        yield Breach("SCHIZ-SETUP-02", "there is no starter")
    if not at.size and at.phase not in (CHARACTERS, SETUP):
        yield Breach("SCHIZ-DECK-01", "there is no key deck")
    if at.round < 1:
        yield Breach("SCHIZ-DECK-05", f"there is no round {at.round}")
    yield from _phase_is_open(at)


def _phase_is_open(at: Position) -> Breaches:
    """What would end the phase has not happened yet."""
    prepared = at.size and at.starter != NOBODY and any(at.ballots[0]) and at.deck
    over = {
        CHARACTERS: ("SCHIZ-CHAR-01", all(at.made), "every pair is made: this is setup"),
        SETUP: ("SCHIZ-GEN-03", prepared, "all is set up: this is the preamble"),
        INTERLUDE: ("SCHIZ-INTER-03", all(at.names), "all have their names: this is endgame"),
    }
    rule, is_over, facts = over.get(at.phase, ("", False, ""))
    if is_over:
        yield Breach(rule, facts)


# ---- key cards


def _key_cards(at: Position) -> Breaches:
    """Key cards are where the phase has them, and last for everybody's turns."""
    held, key = any(at.hands), bool(at.scene.key)
    if at.phase in (CHARACTERS, SETUP):
        if at.chain or at.centre or held or key or len(at.deck) not in (0, at.size):
            yield Breach("SCHIZ-DECK-03", "key cards are in play before the key deck is dealt off")
        return
    yield from _centre(at)
    if at.phase in (PREAMBLE, FLASHBACK):
        yield from _chain(at)
        full = [len(h) + more for h, more in zip(at.hands, _to_come(at), strict=True)]
        yield from _in_turns(at, full, at.starter)
        return
    if at.deck or (at.chain and not at.table.deck_only):
        yield Breach("SCHIZ-FLASH-15", "flashback is over, and key deck or chain are not empty")
    if at.due:
        yield Breach("SCHIZ-FLASH-10", f"no card is due for the chain in {at.phase}")
    if at.phase == ENDGAME and at.step != DONE:
        used = at.step != SCENE or key
        yield from _in_turns(at, [len(hand) for hand in at.hands], at.turn + used)
        if not held and at.step == SCENE and not key:
            yield Breach("SCHIZ-END-15", "all hands are empty: endgame is over")
    elif at.phase in (GATHER, SITUATION, INTERLUDE):
        yield from _in_turns(at, [len(hand) for hand in at.hands], at.starter)
    elif held:
        yield Breach("SCHIZ-FINAL-01", f"somebody holds key cards in {at.phase}, step {at.step}")


def _in_turns(at: Position, numbers: list[int], first: int) -> Breaches:
    """The cards of endgame last for turns in order: nobody is without one when her turn comes."""
    if numbers != _dealt(at.table.count, sum(numbers), first):
        each = ", ".join(f"{name(at, seat)} {number}" for seat, number in enumerate(numbers))
        yield Breach("SCHIZ-FLASH-16", f"key cards for the turns of endgame: {each}")


def _dealt(count: int, cards: int, first: int) -> list[int]:
    """So many cards dealt one by one, clockwise from the first seat."""
    return [cards // count + ((seat - first) % count < cards % count) for seat in range(count)]


def _to_come(at: Position) -> list[int]:
    """How many key cards each player will get in what is left of flashback."""
    count = at.table.count
    taken = bool(at.scene.key)
    left = len(at.deck) + len(at.chain) + taken
    if at.table.deck_only:  # flashback ends with the key deck: who takes a card replaces it
        left = len(at.deck) - at.due + taken
        if at.phase == FLASHBACK and at.step == SCENE:
            left = max(1, left)
    first = at.starter if at.phase == PREAMBLE else at.turn
    if at.phase == FLASHBACK and at.step != SCENE:
        first = (first + 1) % count
    return _dealt(count, left, first)


def _centre(at: Position) -> Breaches:
    if at.centre and at.phase not in FROM_ENDGAME:
        yield Breach("SCHIZ-END-11", f"{at.centre[0]} is in the centre before endgame")


def _chain(at: Position) -> Breaches:
    """A card to take for this turn and, while the key deck lasts, for the next."""
    opened = at.table.chain_each * at.table.count
    laid = len(at.chain) + at.due
    if at.phase == PREAMBLE:
        if laid not in (0, opened) or (at.chain and not at.due):
            facts = f"{len(at.chain)} cards in the chain, {at.due} due, and {opened} open it"
            yield Breach("SCHIZ-SETUP-07", facts)
        if at.due and not all(at.ready):
            yield Breach("SCHIZ-SETUP-06", "the chain is laid before all are ready")
        return
    taken = at.scene.open and at.scene.key and not at.visitors
    if at.due > 1 or (at.due and not (at.deck and taken)):
        yield Breach("SCHIZ-FLASH-10", f"{at.due} cards are due, and none was taken")
    if at.deck and not laid:
        yield Breach("SCHIZ-FLASH-10", "the chain is empty while the key deck lasts")
    if at.step == SCENE and not at.chain and not at.scene.key:
        yield Breach("SCHIZ-FLASH-15", "no key card is left for this turn")


# ---- allegiance cards and coins


def _allegiance_cards(at: Position) -> Breaches:
    """Cards to vote with up to the gather; then the allegiance deck and what was dealt of it."""
    built = any(at.pile)
    voting = at.phase in (PREAMBLE, FLASHBACK) or (at.phase == GATHER and not built)
    if voting and not all(map(any, at.ballots)):
        yield Breach("SCHIZ-SETUP-01", "somebody has no card to vote with")
    if at.phase == SETUP and len(set(at.ballots)) > 1:
        yield Breach("SCHIZ-SETUP-01", "only some have cards to vote with")
    if not voting and at.phase != SETUP and any(map(any, at.ballots)):
        yield Breach("SCHIZ-GATHER-01", f"there are cards to vote with in {at.phase}")
    if at.phase in BEFORE_GATHER and (built or at.dealing):
        yield Breach("SCHIZ-FLASH-17", f"there is an allegiance deck in {at.phase}")
    if at.phase == GATHER and built != at.dealing:
        yield Breach("SCHIZ-GATHER-06", "the allegiance deck is built when the deal is due")
    if at.dealing:
        yield from _deal(at)


def _deal(at: Position) -> Breaches:
    last = at.phase == ENDGAME and at.step == DONE
    if at.phase == ENDGAME and not last:
        begins = at.turn == at.starter and at.step == SCENE and at.scene == Scene()
        if not begins or at.round == 1:
            yield Breach("SCHIZ-GATHER-07", "cards are dealt at the beginning of a later round")
    if not deal_due(at, last):
        rule = "SCHIZ-FINAL-02" if last else "SCHIZ-GATHER-04"
        yield Breach(rule, f"{sum(at.pile)} allegiance cards are left, too few to deal")


def _coins(at: Position) -> Breaches:
    """Coins to bet when bets are due, and only then."""
    betting = at.phase == ENDGAME and at.step == BET
    if any(at.earned) != betting:
        facts = "nobody has coins to bet" if betting else "there are coins to bet, and no bets due"
        yield Breach("SCHIZ-BET-01", facts)


# ---- people


def _people(at: Position) -> Breaches:
    """Names and unmasking come in their phases."""
    named = PHASES.index(at.phase)
    for seat in at.table.seats:
        player = name(at, seat)
        if at.names[seat] and named < PHASES.index(INTERLUDE):
            yield Breach("SCHIZ-INTER-02", f"{player} has a single name in {at.phase}")
        if not at.names[seat] and named > PHASES.index(INTERLUDE):
            yield Breach("SCHIZ-INTER-03", f"{player} has no single name in {at.phase}")
        if at.unmasked[seat] and any(at.down[seat]):
            yield Breach("SCHIZ-FINAL-03", f"{player} is unmasked and has cards face down")
        yield from _unmasking(at, seat)


def _unmasking(at: Position, seat: int) -> Breaches:
    """Before their final turns players are masked, after it unmasked."""
    count = at.table.count
    had = at.phase in (TALLY, OVER)
    if at.phase == FINAL:
        had = (seat - at.starter) % count < (at.turn - at.starter) % count
    if at.unmasked[seat] != had and not (at.phase == FINAL and seat == at.turn):
        word = "is unmasked before" if at.unmasked[seat] else "is not unmasked after"
        yield Breach("SCHIZ-FINAL-03", f"{name(at, seat)} {word} the final turn")


# ---- the turn


def _turn(at: Position) -> Breaches:
    """Scenes that were played, and what final resolution has settled."""
    if at.phase != FLASHBACK:
        if at.visitors or at.used != (NOBODY, NOBODY):
            yield Breach("SCHIZ-FLASH-04", f"scenes of flashback were played in {at.phase}")
    else:
        played = sum(each != NOBODY for each in at.used)
        should = len(at.visitors) if at.step == SCENE else at.table.scenes
        if played != should or not len(at.visitors) <= should or at.turn in at.visitors:
            facts = f"{len(at.visitors)} visitors, {played} personas used, step {at.step}"
            yield Breach("SCHIZ-FLASH-04", facts)
        elif at.step == SCENE and played >= at.table.scenes:
            yield Breach("SCHIZ-FLASH-14", "both scenes are played: now is the vote")
    over = at.phase == FINAL and bool(at.scene.price) and not at.scene.open
    if at.scored and not over:
        yield Breach("SCHIZ-FINAL-10", "coins are scored before the final scene is over")
    if any(at.score) and at.phase not in (FINAL, TALLY, OVER):
        yield Breach("SCHIZ-TALLY-01", f"there is a score in {at.phase}")
    if at.tallied and at.phase not in (TALLY, OVER):
        yield Breach("SCHIZ-TALLY-01", f"the scores are compared in {at.phase}")
    if at.escaped and at.phase != OVER:
        yield Breach("SCHIZ-TALLY-04", f"somebody has escaped in {at.phase}")


def _bleed(at: Position) -> Breaches:
    """Vote and bleed in their order."""
    bleed = at.bleed
    if at.phase != FLASHBACK or at.step == SCENE:
        if bleed != Bleed():
            yield Breach("SCHIZ-FLASH-14", "vote and bleed come after both scenes")
        return
    voters = {seat for seat, _ in bleed.votes}
    lacking = [name(at, s) for s in at.table.seats if s not in voters and s != at.turn]
    if bleed.votes and lacking:
        yield Breach("SCHIZ-VOTE-02", f"{', '.join(lacking)} has not voted")
    if (at.step == BLEED) != (bleed.bleeder != NOBODY):
        yield Breach("SCHIZ-BLEED-01", f"step {at.step}, bleeder {_side(bleed.bleeder)}")
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
    if early or (bleed.replaced and not bleed.copied) or bleed.linked > at.table.linked:
        yield Breach("SCHIZ-BLEED-12", "more of the bleed is done than its steps allow")
    memory = bleed.chosen
    if memory and (memory.side != bleed.bleeder or memory.aptitude == NOBODY):
        facts = f'"{memory.text}" is in no section of the {_side(bleed.bleeder)}'
        yield Breach("SCHIZ-BLEED-05", facts)


def _side(side: int) -> str:
    return SIDES[side] if side != NOBODY else "nobody"


# ---- the scene


def _scene(at: Position) -> Breaches:
    if at.scene.open:
        yield from _open_scene(at)
    else:
        yield from _closed_scene(at)


def _closed_scene(at: Position) -> Breaches:
    """What is left of a scene that is over: a key between two halves, roles to be paid, a price."""
    scene = at.scene
    if at.phase == FLASHBACK and at.step == SCENE and at.visitors:
        if not scene.key:
            yield Breach("SCHIZ-FLASH-11", "the first visitor has no key card to hand on")
        left = Scene(key=scene.key)
    elif at.phase == ENDGAME and at.step in (PAY, BET):
        yield from _roles(at, at.step == PAY)
        left = Scene(visitor=scene.visitor, narrator=scene.narrator, judge=scene.judge)
    elif at.phase == FINAL and at.unmasked[at.turn] and scene.price:
        yield from _roles(at, False)
        if in_crisis(at) and scene.verdict == NOBODY:
            yield Breach("SCHIZ-CRISIS-09", "the final allegiance is not stated")
        left = Scene(visitor=scene.visitor, narrator=scene.narrator, judge=scene.judge)
    else:
        left = Scene()
    if scene.key and scene.key != left.key:
        yield Breach("SCHIZ-END-11", f"{scene.key} is held by a scene that is closed")
    elif scene.rolling or (left.visitor == NOBODY and scene != left):
        yield Breach("SCHIZ-SCENE-14", "something is left of a scene that is closed")


def _roles(at: Position, paid: bool) -> Breaches:
    """The visitor of a scene that is over; narrator and judge if they are still to be paid."""
    scene, pair = at.scene, (at.turn, at.scene.visitor)
    if scene.visitor in (NOBODY, at.turn):
        yield Breach("SCHIZ-GEN-04", "the scene has no visitor")
    elif paid and (scene.narrator not in pair or scene.judge not in pair):
        yield Breach("SCHIZ-SCENE-14", "narrator and judge are not actor or visitor of the scene")


def _open_scene(at: Position) -> Breaches:
    scene = at.scene
    if at.phase not in (FLASHBACK, ENDGAME, FINAL) or at.step != SCENE:
        yield Breach("SCHIZ-SCENE-14", f"a scene is open in {at.phase}, step {at.step}")
        return
    if scene.visitor == at.turn or (scene.visitor == NOBODY and at.phase != FLASHBACK):
        yield Breach("SCHIZ-GEN-04", "the scene has no visitor")
        return
    by_phase = {FLASHBACK: _of_flashback, ENDGAME: _of_endgame, FINAL: _of_final}
    yield from by_phase[at.phase](at)
    yield from _contributions(at)
    yield from _resolution(at)


def _of_flashback(at: Position) -> Breaches:
    scene = at.scene
    if scene.persona == NOBODY or at.used[scene.persona] != NOBODY:
        yield Breach("SCHIZ-FLASH-05", "the active character is not one that can be played")
    if scene.visitor in at.visitors and at.table.count > len((at.turn, scene.visitor)):
        yield Breach("SCHIZ-FLASH-07", f"{name(at, scene.visitor)} visited the first scene")
    if at.visitors and not scene.key:
        yield Breach("SCHIZ-FLASH-11", "the first visitor has no key card to hand on")
    alone = scene.visitor == NOBODY
    if alone and (scene.visiting != NOBODY or scene.memory or (scene.key and not at.visitors)):
        yield Breach("SCHIZ-SCENE-14", "the visitor is not chosen")
    if scene.visitors_memory:
        yield Breach("SCHIZ-SCENE-13", "a visitor uses no memory in flashback")
    if scene.question and scene.visiting == NOBODY:
        yield Breach("SCHIZ-FLASH-08", "the visitor has not chosen his character")
    yield from _asked(at)


def _asked(at: Position) -> Breaches:
    """Before the question memory, key and aptitudes are in the scene."""
    scene = at.scene
    if (scene.woven_key and not scene.key) or (scene.woven_memory and scene.memory is None):
        yield Breach("SCHIZ-SCENE-14", "what is brought in is not chosen")
    if not scene.question:
        return
    known = scene.memory and scene.key and aptitude_of(at, scene.visitor) != NOBODY
    if not known or aptitude_of(at, at.turn) == NOBODY:
        yield Breach("SCHIZ-SCENE-14", "the question is put before memory, key and aptitudes")
    elif not (scene.woven_key and scene.woven_memory):
        yield Breach("SCHIZ-SCENE-14", "the question is put before memory and key are brought in")


def _of_endgame(at: Position) -> Breaches:
    shown = [each.seat for each in at.scene.reveals]
    outside = [seat for seat in shown if seat not in (at.turn, at.scene.visitor)]
    if outside:
        yield Breach("SCHIZ-REVEAL-03", f"{name(at, outside[0])} is a contributor of this scene")
    for each in at.scene.reveals:
        if each.kind == NOBODY or not at.up[each.seat][each.kind]:
            yield Breach("SCHIZ-REVEAL-02", f"{name(at, each.seat)}'s card is not face up")
    yield from _asked(at)


def _of_final(at: Position) -> Breaches:
    scene = at.scene
    if not at.unmasked[at.turn]:
        yield Breach("SCHIZ-FINAL-03", f"{name(at, at.turn)} has not turned up her cards")
    if scene.key:
        yield Breach("SCHIZ-FINAL-12", "no key card is used in final resolution")
    if confirmed(at):
        dice = scene.memory or scene.visitors_memory or scene.gifts or scene.rolling
        if dice or (scene.narrator, scene.judge) != (at.turn, scene.visitor):
            yield Breach("SCHIZ-FINAL-08", "the actor narrates, the visitor judges, without dice")
    elif scene.rolling and not (scene.memory and scene.visitors_memory):
        yield Breach("SCHIZ-CRISIS-04", "dice are rolled before both have chosen a memory")


def _contributions(at: Position) -> Breaches:
    """From contributors to actor or visitor."""
    pair = (at.turn, at.scene.visitor)
    if any(giver in pair or to not in pair for giver, to in at.scene.gifts):
        yield Breach("SCHIZ-DICE-07", "a die went from or to the wrong player")


def _resolution(at: Position) -> Breaches:
    """Question, roll, roles, price, verdict."""
    scene = at.scene
    pair = (NOBODY, at.turn, scene.visitor)
    known = confirmed(at) or scene.rolled
    if (scene.rolling or any(map(any, scene.traded))) and not scene.question:
        yield Breach("SCHIZ-SCENE-14", "dice are traded or rolled before the question is put")
    if scene.narrator not in pair or scene.judge not in pair:
        yield Breach("SCHIZ-SCENE-14", "narrator or judge is not in the scene")
    named = scene.narrator != NOBODY and scene.judge != NOBODY
    if (scene.narrator != NOBODY or scene.judge != NOBODY) and not known:
        yield Breach("SCHIZ-SCENE-14", "narrator or judge is named before the roll")
    if scene.price and not named:
        yield Breach("SCHIZ-SCENE-14", "there is a price before narrator and judge are named")
    if scene.verdict != NOBODY and not (in_crisis(at) and named):
        yield Breach("SCHIZ-CRISIS-09", "a final allegiance is stated outside of a crisis")

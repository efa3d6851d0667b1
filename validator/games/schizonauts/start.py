"""Facts by name to a position of Schizonauts, and back; and what is impossible about one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from validator.core.frozen_map import Record
from validator.games.schizonauts.characters import default_sheet, sheet_from
from validator.games.schizonauts.dice import scene_players
from validator.games.schizonauts.sheet import (
    AGENT,
    KINDS,
    OVERLAP,
    SIDES,
    THIEF,
    Line,
    Memory,
    Pair,
    Sheet,
    joined,
    same,
    with_side,
    write_line,
)
from validator.games.schizonauts.state import (
    BLEED,
    CHARACTERS,
    ENDGAME,
    FINAL,
    FLASHBACK,
    GATHER,
    INTERLUDE,
    LENGTHS,
    NOBODY,
    NONE,
    OVER,
    PHASES,
    PREAMBLE,
    SCENE,
    SETUP,
    SITUATION,
    STEPS,
    TALLY,
    VOTE,
    Bleed,
    Pieces,
    Reveal,
    Scene,
    Seat,
    State,
    Table,
    allegiance,
    aptitude_of,
    hand_made_odd,
    in_crisis,
    minus,
    pile_size,
    plus,
    pool,
    pool_words,
    preferred,
    rating,
    result,
    true_side,
)
from validator.referee.facts import Given, shown

LATE = (INTERLUDE, ENDGAME, FINAL, TALLY, OVER)
MEMORY = re.compile(r'\s*(?:(agent|thief|overlap)\s+)?(?:(\w+)\s+)?"?(.*?)"?\s*', re.IGNORECASE)
DIE = re.compile(r"(\d*)(d\d+)")


def opening(table: Table, first: int | None) -> State:
    """The table before anything is written or dealt."""
    count = table.count
    blank = default_sheet(table, 0)[OVERLAP]
    nobody: Sheet = (blank, blank, blank)
    return State(
        table, CHARACTERS, 0, NOBODY if first is None else first, 1, NOBODY, SCENE,
        tuple(table.keys), (), (), 0, (), table.printed, NONE, False, table.coins,
        (Seat(nobody),) * count, Scene(), (NOBODY, NOBODY), (), Bleed(), False, NONE, False, (),
    )  # fmt: skip


def _each(state: State, **columns: Iterable[Any]) -> State:
    """The state with attributes of all seats set, one value for each."""
    seats = state.seats
    for name, values in columns.items():
        seats = tuple(own._replace(**{name: each}) for own, each in zip(seats, values, strict=True))
    return state._replace(seats=seats)


# ---- a position from facts


def position(table: Table, facts: Mapping[str, Any]) -> State:
    """The position that facts describe; what is not named has its default. Raises FactError."""
    given = Given(facts)
    given.raw("loose")
    for derived in ("players", "end", "rules"):
        given.raw(derived)
    players = table.players
    own = [given.inner(name) if name in given else Given({}) for name in players]
    phase = given.word("phase", PHASES, _phase(given))
    starter = _seat(given, "starter", players, _seat(given, "first", players, 0))
    state = opening(table, starter)._replace(phase=phase)
    round_ = given.whole("round", 1)
    turn = _seat(given, "turn", players, starter)
    if phase in (CHARACTERS, SETUP, PREAMBLE, GATHER, SITUATION, INTERLUDE, TALLY, OVER):
        turn = _seat(given, "turn", players, NOBODY)
    state = state._replace(round=round_, turn=turn, step=given.word("step", STEPS, _step(given)))
    state = _each(state, made=(each.yes("made", phase != CHARACTERS) for each in own))
    state = _each(state, sheet=_sheets(table, own, phase))
    state = _keys(state, given, own)
    state = _each(state, sheet=[_bled(state, seat) for seat in table.seats])
    state = _people(state, own)
    state = _allegiance_cards(state, given, own)
    state = _turn(state, given)
    for each in own:
        for derived in ("allegiance", "true", "preferred", "total"):
            each.raw(derived)
        each.done()
    given.done()
    placed = sum(sum(own.coins) + own.earned for own in state.seats)
    return state._replace(bank=table.coins - placed)


def _phase(given: Given) -> str:
    """Where nothing says otherwise a position is in flashback."""
    return FLASHBACK if "phase" not in given else ""


def _step(given: Given) -> str:
    if "bleed" in given and "step" not in given:
        bleed = given.raw("bleed")
        known = isinstance(bleed, Mapping) and bleed.get("bleeder")
        return "bleed" if known else "vote"
    return SCENE


def _seat(given: Given, name: str, players: tuple[str, ...], default: int) -> int:
    if name not in given:
        return default
    word = given.word(name, (*players, "nobody"), "")
    return NOBODY if word == "nobody" else players.index(word)


def _sheets(table: Table, own: list[Given], phase: str) -> tuple[Sheet, ...]:
    found = []
    for seat, each in enumerate(own):
        base = default_sheet(table, seat)
        sheet = sheet_from(table, each, base)
        if phase in (ENDGAME, FINAL, TALLY, OVER) and not any(sheet[OVERLAP].ratings):
            lower = tuple(map(min, zip(sheet[0].ratings, sheet[1].ratings, strict=True)))
            sheet = with_side(sheet, OVERLAP, sheet[OVERLAP]._replace(ratings=lower))
        found.append(sheet)
    return tuple(found)


def _bled(state: State, seat: int) -> Sheet:
    """A sheet that has at least one memory in its overlap if its player has had a turn."""
    sheet, overlap = state.seats[seat].sheet, state.seats[seat].sheet[OVERLAP]
    had = state.phase in (GATHER, SITUATION, *LATE)
    if state.phase == FLASHBACK and state.turn >= 0:
        had = state.round > 1 or _before(state, seat)
    if any(overlap.sections) or not had:
        return sheet
    text = f"{sheet[THIEF].name} and {sheet[AGENT].name}'s {state.table.aptitudes[0]}"
    return with_side(
        sheet, OVERLAP, overlap._replace(sections=((Line(text),), *overlap.sections[1:]))
    )


def _before(state: State, seat: int) -> bool:
    """Whether a player's turn of this round is over."""
    count = state.table.count
    return (seat - state.starter) % count < (state.turn - state.starter) % count


def _cards(given: Given, name: str, table: Table) -> Pieces | None:
    """A list of key cards, with or without their articles; None if nothing is said."""
    if (raw := given.listed(name, "key cards")) is None:
        return None
    known = {key.lower(): key for key in table.keys}
    named = [str(each).lower() for each in raw]
    with_article = [each if each in known else f"the {each}" for each in named]
    return Given({name: tuple(with_article)}, given.path).words(name, tuple(table.keys))


def _size(given: Given, table: Table, named: int) -> int:
    count = table.count
    if "cards" in given:
        return given.whole("cards", 0, 0, 999)
    if "rounds" in given:
        return given.whole("rounds", 0, 0, 99) * count
    if "length" in given:
        word = str(given.raw("length")).replace(" ", "_").lower()
        known = Given({"length": word}, given.path).word("length", (*LENGTHS, "own"), "")
        if known != "own":
            return table.sizes[known] or count
    short = next(iter(table.sizes.values()), 0) or count
    return max(short, -(-named // count) * count)


def _keys(state: State, given: Given, own: list[Given]) -> State:
    """Key cards. What is not named is filled in the order of the data."""
    table, count = state.table, state.table.count
    hands = [_cards(each, "hand", table) for each in own]
    chain, deck = _cards(given, "chain", table), _cards(given, "deck", table)
    centre = _cards(given, "centre", table)
    scene = given.inner("scene") if "scene" in given else Given({})
    key = (_cards(scene, "key", table) or ("",))[0] if scene.raw("key") != "none" else ""
    named: list[str] = [key] if key else []
    for zone in (*hands, chain, deck, centre):
        named += zone or ()
    size = _size(given, table, len(named))
    if state.phase in (CHARACTERS, SETUP) and "cards" not in given and not named:
        size = 0 if not any(each in given for each in ("rounds", "length")) else size
    rounds = size // count
    free = [card for card in table.keys if card not in named]

    def fill(zone: Pieces | None, number: int) -> Pieces:
        if zone is not None:
            return zone
        taken = tuple(free[: max(0, number)])
        del free[: len(taken)]
        return taken

    before = [_before(state, seat) for seat in table.seats]
    full: list[Pieces] = []
    for seat, hand in enumerate(hands):
        number = 0
        if state.phase == FLASHBACK:
            closed = state.turn == seat and state.step in ("vote", "bleed")
            number = state.round - 1 + int(before[seat] or closed)
        elif state.phase in (GATHER, SITUATION, INTERLUDE):
            number = rounds
        elif state.phase == ENDGAME:
            used = before[seat] or (state.turn == seat and (bool(key) or state.step != SCENE))
            number = rounds - (state.round - 1) - int(used)
            number = 0 if state.turn == NOBODY else number
        full.append(fill(hand, min(number, rounds)))
    held = sum(map(len, full)) + bool(key)
    left = max(0, size - held)
    if state.phase in (FLASHBACK, PREAMBLE):
        centre = fill(centre, 0)
        opened = 0 if state.phase == PREAMBLE else table.chain_each * count
        in_deck = len(deck) if deck is not None else None
        rest = left - len(centre)
        number = min(opened, rest if in_deck is None else rest - in_deck)
        chain = fill(chain, number)
        deck = fill(deck, left - len(chain) - len(centre))
    else:
        chain, deck = fill(chain, 0), fill(deck, 0)
        if state.phase in (ENDGAME, FINAL, TALLY, OVER):
            centre = fill(centre, left - len(chain) - len(deck))
        else:
            centre = fill(centre, 0)
    used_cards = Counter((*deck, *chain, *centre, *(c for hand in full for c in hand)))
    used_cards.update((key,) if key else ())
    box = tuple(card for card in table.keys if not used_cards[card])
    due = given.whole("due", 0, 0, 99)
    state = _each(state, hand=full)
    return state._replace(size=size, box=box, deck=deck, chain=chain, centre=centre, due=due)


def _people(state: State, own: list[Given]) -> State:
    late = state.phase in (ENDGAME, FINAL, TALLY, OVER)
    names = []
    for seat, each in enumerate(own):
        default = joined(state.seats[seat].sheet) if late else ""
        raw = each.raw("name", default)
        names.append("" if raw in (None, "none") else str(raw))
    ready = state.phase not in (CHARACTERS, SETUP, PREAMBLE)
    studied = tuple(each.whole("studied", 0, 0, len(SIDES)) for each in own)
    return _each(
        state,
        name=names,
        ready=tuple(each.yes("ready", ready) for each in own),
        studied=studied,
        dead=tuple(each.yes("dead") for each in own),
        coins=tuple(_pair(each, "coins", NONE) for each in own),
        earned=tuple(each.whole("earned", 0, 0, 999) for each in own),
        unmasked=tuple(each.yes("unmasked", state.phase in (TALLY, OVER)) for each in own),
    )


def _pair(given: Given, name: str, default: Pair) -> Pair:
    """``{A: 1, T: 2}``, ``[A, T, T]``, ``[1, 2]`` or ``T``."""
    if name not in given:
        return default
    raw = given.raw(name)
    if isinstance(raw, Mapping):
        inner = given.inner(name)
        found = [0, 0]
        for kind, words in enumerate((("A", "agent", "agents"), ("T", "thief", "thieves"))):
            found[kind] = sum(inner.whole(word, 0, 0, 9999) for word in words)
        inner.done()
        return found[0], found[1]
    listed = (raw,) if isinstance(raw, str) else raw
    if isinstance(listed, tuple) and len(listed) == 2 and all(
        isinstance(each, int) and not isinstance(each, bool) and 0 <= each < 10_000
        for each in listed
    ):  # fmt: skip
        return listed[0], listed[1]
    if isinstance(listed, str | tuple):
        kinds = [str(each).upper()[:1] for each in listed]
        if set(kinds) <= set(KINDS):
            return kinds.count("A"), kinds.count("T")
    raise given.wrong(name, f"expected {{A: 1, T: 2}} or [A, T], not {shown(raw)}")


def _allegiance_cards(state: State, given: Given, own: list[Given]) -> State:
    """Agent and thief cards. Cards that are not named are dealt in turns, agent first."""
    table, count = state.table, state.table.count
    in_hand = state.phase in (PREAMBLE, FLASHBACK, GATHER)
    ballots = tuple(_pair(each, "votes", table.vote_cards if in_hand else NONE) for each in own)
    hand = max(state.rounds, 1)
    half = pile_size(count, hand) // 2
    each_has = 0
    if state.phase in (SITUATION, INTERLUDE):
        each_has = table.first_deal
    elif state.phase == ENDGAME:
        each_has = min(state.round, hand) * table.round_deal
        if state.turn == NOBODY and given.raw("dealing") is False:
            each_has = hand_made_odd(hand) * table.round_deal
    elif state.phase in (FINAL, TALLY, OVER):
        each_has = hand_made_odd(hand)
    if given.raw("dealing") is True and state.phase == ENDGAME and state.turn != NOBODY:
        each_has -= table.round_deal
    up, down = [], []
    for seat, each in enumerate(own):
        stated = "up" in each or "down" in each
        agents = sum((seat + card) % 2 == 0 for card in range(each_has))
        dealt: Pair = NONE if stated else (agents, each_has - agents)
        shown_now = state.seats[seat].unmasked and not stated
        up.append(_pair(each, "up", dealt if shown_now else NONE))
        down.append(_pair(each, "down", NONE if shown_now else dealt))
    out: Pair = NONE
    for each_pair in (*up, *down):
        out = plus(out, each_pair)
    built = state.phase in (SITUATION, INTERLUDE, ENDGAME, FINAL, TALLY, OVER)
    default = (max(0, half - out[0]), max(0, half - out[1])) if built else NONE
    pile = _pair(given, "pile", default)
    spare = minus(table.printed, plus(pile, out))
    for each_pair in ballots:
        spare = minus(spare, each_pair)
    dealing = given.yes("dealing")
    if dealing and state.phase not in (GATHER, ENDGAME):
        raise given.wrong("dealing", f"no allegiance cards are dealt in the phase {state.phase}")
    state = _each(state, votes=ballots, up=up, down=down)
    return state._replace(pile=pile, spare=spare, dealing=dealing)


def _turn(state: State, given: Given) -> State:
    table = state.table
    used = given.inner("used") if "used" in given else Given({})
    taken = [_aptitude(used, SIDES[side], table) for side in (0, 1)]
    used.done()
    visitors = tuple(table.players.index(name) for name in given.words("visitors", table.players))
    if state.step in (VOTE, BLEED) and state.phase == FLASHBACK:  # both scenes have been played
        taken = [max(0, each) for each in taken]
        after = [(state.turn + 1) % table.count, (state.turn + 2) % table.count]
        visitors = visitors or tuple(seat for seat in after if seat != state.turn)
    score = _pair(given, "score", NONE)
    state = state._replace(
        used=(taken[0], taken[1]),
        visitors=visitors,
        score=score,
        scored=given.yes("scored"),
        tallied=given.yes("tallied", state.phase == OVER),
        escaped=tuple(table.players.index(n) for n in given.words("escaped", table.players)),
    )
    state = _bleed(state, given)
    if "scene" in given:
        state = _scene(state, given.inner("scene"))
    if state.phase == FLASHBACK and state.visitors and state.used == (NOBODY, NOBODY):
        first = AGENT if state.scene.persona == THIEF else THIEF  # the persona of the first scene
        state = state._replace(used=(0, NOBODY) if first == AGENT else (NOBODY, 0))
    return state


def _aptitude(given: Given, name: str, table: Table) -> int:
    if name not in given:
        return NOBODY
    word = given.word(name, (*table.letters, *table.aptitudes, "none"), "none")
    if word == "none":
        return NOBODY
    return table.letters.index(word) if word in table.letters else table.aptitudes.index(word)


def _memory(state: State, given: Given, name: str) -> Memory | None:
    """``thief V "Gang Leader"`` or ``{side: thief, aptitude: V, text: Gang Leader}``."""
    raw = given.raw(name)
    table = state.table
    if raw in (None, "none", ""):
        return None
    if isinstance(raw, Mapping):
        inner = given.inner(name)
        side = SIDES.index(inner.word("side", SIDES, SIDES[0]))
        memory = Memory(side, _aptitude(inner, "aptitude", table), str(inner.raw("text", "")))
        inner.done()
        return memory
    match = MEMORY.fullmatch(str(raw))
    assert match is not None
    side_word, apt_word, text = match.groups()
    apt = _letter(table, apt_word)
    if apt_word and apt == NOBODY:
        text = f"{apt_word} {text}".strip()
    if side_word is None and apt == NOBODY:
        raise given.wrong(name, 'expected a memory as in: thief V "Gang Leader"')
    side = SIDES.index((side_word or SIDES[0]).lower())
    if apt == NOBODY:
        for sheet in (own.sheet for own in state.seats):
            for index, section in enumerate(sheet[side].sections):
                if any(same(line.text, text) for line in section):
                    apt = index
    return Memory(side, apt, text)


def _letter(table: Table, word: str | None) -> int:
    low = (word or "").lower()
    for apt, (letter, full) in enumerate(zip(table.letters, table.aptitudes, strict=True)):
        if low in (letter.lower(), full):
            return apt
    return NOBODY


def _bleed(state: State, given: Given) -> State:
    if "bleed" not in given:
        return state
    inner, table = given.inner("bleed"), state.table
    votes = inner.inner("votes") if "votes" in inner else Given({})
    found = []
    for seat, player in enumerate(table.players):
        if player in votes:
            word = votes.word(player, (*SIDES[:2], *KINDS), "")
            found.append((seat, 0 if word in ("agent", "A") else 1))
    votes.done()
    bleeder = inner.word("bleeder", (*SIDES[:2], "nobody", "none"), "nobody")
    proposals = inner.inner("proposals") if "proposals" in inner else Given({})
    proposed = []
    for seat, player in enumerate(table.players):
        if player in proposals and (memory := _memory(state, proposals, player)):
            proposed.append((seat, memory))
    proposals.done()
    chosen = _memory(state, inner, "memory")
    raw = inner.raw("replaced", ())
    bleed = Bleed(
        tuple(found),
        SIDES.index(bleeder) if bleeder in SIDES else NOBODY,
        inner.yes("raised", chosen is not None),
        inner.whole("supplied", 0, 0, 99),
        tuple(proposed),
        chosen,
        inner.yes("copied"),
        tuple(map(str, raw)) if isinstance(raw, tuple) else (),
        inner.whole("linked", 0, 0, 99),
    )
    inner.done()
    return state._replace(bleed=bleed)


def _scene(state: State, given: Given) -> State:
    table, players = state.table, state.table.players
    for derived in ("stage", "outcome", "woven_key", "rating"):
        given.raw(derived)
    visitor = _seat(given, "visitor", players, NOBODY)
    raw_key = given.raw("key")
    key = "" if raw_key in (None, "none", "") else (_cards(given, "key", table) or ("",))[0]
    persona = given.word("persona", (*SIDES[:2], "none"), "none")
    if "half" in given:
        half = given.whole("half", 1, 1, table.scenes)
        if half > 1 and not state.visitors:
            state = state._replace(visitors=(NOBODY,) * (half - 1))
    visiting = given.word("visiting", (*SIDES[:2], "none"), "none")
    memory = _memory(state, given, "memory")
    asked = "" if given.raw("question") in (None, "none") else str(given.raw("question"))
    rolled_given = "rolled" in given and bool(given.raw("rolled"))
    later = bool(asked) or rolled_given
    woven = given.words("woven", ("key", "memory"), ("key", "memory") if later else ())
    gifts = []
    inner = given.inner("dice") if "dice" in given else Given({})
    for seat, player in enumerate(players):
        if player in inner:
            gifts.append((seat, players.index(inner.word(player, players, ""))))
    inner.done()
    words = {name: given.raw(name) for name in ("answer", "price")}
    verdict = given.word("verdict", (*SIDES[:2], *KINDS, "none"), "none")
    scene = Scene(
        open=given.yes("open", True),
        persona=SIDES.index(persona) if persona in SIDES else NOBODY,
        visitor=visitor,
        visiting=SIDES.index(visiting) if visiting in SIDES else NOBODY,
        key=key,
        memory=memory,
        visitors_memory=_memory(state, given, "visitors_memory"),
        aptitude=_aptitude(given, "aptitude", table),
        woven_key="key" in woven,
        woven_memory="memory" in woven,
        question=asked or ("?" if rolled_given else ""),
        gifts=tuple(gifts),
        narrator=_seat(given, "narrator", players, NOBODY),
        judge=_seat(given, "judge", players, NOBODY),
        answer="" if words["answer"] in (None, "none") else str(words["answer"]),
        price="" if words["price"] in (None, "none") else str(words["price"]),
        verdict=_kind(verdict),
    )
    if state.phase == FINAL and not scene.question and scene.open:
        scene = scene._replace(question=table.question)
    state = state._replace(scene=scene._replace(reveals=_reveals(state, given)))
    state = _rolls(state, given)
    given.done()
    return state


def _kind(word: str) -> int:
    return 0 if word in ("agent", "A") else 1 if word in ("thief", "T") else NOBODY


def _reveals(state: State, given: Given) -> tuple[Reveal, ...]:
    if "reveals" not in given:
        return ()
    inner, found = given.inner("reveals"), []
    for seat, player in enumerate(state.table.players):
        if player not in inner:
            continue
        raw = inner.raw(player)
        if isinstance(raw, Mapping):
            each = inner.inner(player)
            kind = _kind(each.word("kind", (*SIDES[:2], *KINDS), ""))
            found.append(Reveal(seat, kind, each.yes("full"), _memory(state, each, "memory")))
            each.done()
        else:
            found.append(Reveal(seat, _kind(inner.word(player, (*SIDES[:2], *KINDS), ""))))
    inner.done()
    return tuple(found)


def _rolls(state: State, given: Given) -> State:
    """Pools and rolled dice by player."""
    table = state.table
    pools = given.inner("pool") if "pool" in given else Given({})
    rolled = given.inner("rolled") if "rolled" in given else Given({})
    traded = [(0,) * len(table.dice)] * 2
    rolls: list[tuple[tuple[str, int], ...]] = [(), ()]
    any_pool = False
    for side, seat in enumerate(scene_players(state)):
        player = table.players[seat]
        if player in pools:
            wanted = _pool(table, pools, player)
            have = pool(state, seat)
            traded[side] = tuple(a - b for a, b in zip(wanted, have, strict=True))
            any_pool = True
        if player in rolled:
            rolls[side] = _faces(rolled, player)
    pools.done()
    rolled.done()
    scene = state.scene._replace(rolls=(rolls[0], rolls[1]), rolled=any(rolls))
    rolling = given.yes("rolling", any(rolls))
    scene = scene._replace(rolling=rolling, traded=tuple(traded) if any_pool else ())
    return state._replace(scene=scene)


def _pool(table: Table, given: Given, player: str) -> tuple[int, ...]:
    raw = given.raw(player)
    words = raw.split() if isinstance(raw, str) else raw
    if not isinstance(words, tuple | list):
        raise given.wrong(player, f"expected dice as in '2d6 1d8', not {shown(raw)}")
    found = dict.fromkeys(table.dice, 0)
    for word in words:
        if str(word) in ("no", "dice", "none"):
            continue
        match = DIE.fullmatch(str(word).lower())
        if match is None or match[2] not in found:
            raise given.wrong(player, f"'{word}' is no die; there are {', '.join(table.dice)}")
        found[match[2]] += int(match[1] or 1)
    return tuple(found.values())


def _faces(given: Given, player: str) -> tuple[tuple[str, int], ...]:
    raw = given.raw(player)
    words = raw.split() if isinstance(raw, str) else raw
    found = []
    if not isinstance(words, tuple | list):
        raise given.wrong(player, f"expected dice as in [d6:4, d8:2], not {shown(raw)}")
    for word in words:
        die, _, face = str(word).lower().partition(":")
        if not DIE.fullmatch(die) or not face.isdigit() or len(face) > 100:
            raise given.wrong(player, f"expected a die and its face, as in d6:4, not '{word}'")
        found.append((die, int(face)))
    return tuple(found)


# ---- the facts of a position


def facts(state: State) -> dict[str, Any]:
    """All facts by name, in the words of `start:`."""
    table, players = state.table, state.table.players
    over = state.phase == OVER
    length = next(
        (name for name, size in table.sizes.items() if size and size == state.size), "own"
    )
    found: dict[str, Any] = {
        "players": players,
        "phase": state.phase,
        "length": length.replace("_", " "),
        "cards": state.size,
        "rounds": state.rounds,
        "scenes": _scenes(state),
        "starter": _who(state, state.starter),
        "round": state.round,
        "turn": _who(state, state.turn),
        "step": state.step,
        "deck": state.deck,
        "chain": state.chain,
        "due": state.due,
        "centre": state.centre,
        "box": state.box,
        "pile": _by_kind(state.pile),
        "spare": _by_kind(state.spare),
        "dealing": state.dealing,
        "bank": state.bank,
        "used": Record({SIDES[s]: _letter_of(table, state.used[s]) for s in (0, 1)}),
        "visitors": tuple(players[seat] for seat in state.visitors if seat >= 0),
        "score": _by_kind(state.score),
        "scored": state.scored,
        "tallied": state.tallied,
        "result": result(state) if state.tallied or over else "none",
        "winner": result(state) if (state.tallied or over) and result(state) != "dark" else "none",
        "escaped": tuple(players[seat] for seat in state.escaped),
        "end": over,
        "coins": sum(sum(own.coins) for own in state.seats),
        "bleed": _bleed_facts(state),
        "scene": _scene_facts(state),
    }
    for seat, name in enumerate(players):
        found[name] = _player_facts(state, seat)
    return found


DERIVED = ("players", "length", "rounds", "scenes", "box", "spare", "bank", "result", "winner",
           "end", "allegiance", "true", "preferred", "stage", "total", "rating", "outcome",
           "outcome")  # fmt: skip


def settable(all_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts that `start:` takes."""
    found: dict[str, Any] = {}
    for name, value in all_facts.items():
        if name in (*DERIVED, "coins"):
            continue
        if isinstance(value, Mapping):
            value = Record({key: each for key, each in value.items() if key not in DERIVED})
        found[name] = value
    return found


def _who(state: State, seat: int) -> str:
    return state.table.players[seat] if seat >= 0 else "nobody"


def _by_kind(pair: Pair) -> Record:
    return Record(dict(zip(KINDS, pair, strict=True)))


def _letter_of(table: Table, aptitude: int) -> str:
    return table.letters[aptitude] if aptitude >= 0 else "none"


def _scenes(state: State) -> int:
    rule = state.table.game.rules["SCHIZ-DECK-05"]
    return int(state.size * rule.per_card + rule.final * state.table.count)


def _memory_fact(table: Table, memory: Memory | None) -> str:
    if memory is None:
        return "none"
    return f'{SIDES[memory.side]} {_letter_of(table, memory.aptitude)} "{memory.text}"'


def _player_facts(state: State, seat: int) -> Record:
    table, sheet = state.table, state.seats[seat].sheet
    found: dict[str, Any] = {}
    for side, word in enumerate(SIDES):
        each = sheet[side]
        entries: dict[str, Any] = {"name": each.name} if side != OVERLAP else {}
        entries |= dict(zip(table.letters, each.ratings, strict=True))
        for aptitude, section in zip(table.aptitudes, each.sections, strict=True):
            entries[aptitude] = tuple(write_line(line, side != OVERLAP) for line in section)
        found[word] = Record(entries)
    current = allegiance(state, seat)
    known = state.seats[seat].unmasked
    found |= {
        "name": state.seats[seat].name or "none",
        "made": state.seats[seat].made,
        "studied": state.seats[seat].studied,
        "ready": state.seats[seat].ready,
        "hand": state.seats[seat].hand,
        "votes": _by_kind(state.seats[seat].votes),
        "up": _by_kind(state.seats[seat].up),
        "down": _by_kind(state.seats[seat].down),
        "allegiance": SIDES[current] if current >= 0 else "undetermined",
        "unmasked": known,
        "true": SIDES[true_side(state, seat)] if known else "none",
        "preferred": SIDES[preferred(state, seat)] if known else "none",
        "coins": _by_kind(state.seats[seat].coins),
        "total": sum(state.seats[seat].coins),
        "earned": state.seats[seat].earned,
        "dead": state.seats[seat].dead,
    }
    return Record(found)


def _bleed_facts(state: State) -> Record:
    bleed, table = state.bleed, state.table
    return Record(
        {
            "votes": Record({table.players[s]: SIDES[k] for s, k in bleed.votes}),
            "bleeder": SIDES[bleed.bleeder] if bleed.bleeder >= 0 else "nobody",
            "raised": bleed.raised,
            "supplied": bleed.supplied,
            "proposals": Record(
                {table.players[s]: _memory_fact(table, m) for s, m in bleed.proposals}
            ),
            "memory": _memory_fact(table, bleed.chosen),
            "copied": bleed.copied,
            "replaced": bleed.replaced,
            "linked": bleed.linked,
        }
    )


def stage(state: State) -> str:
    """How far the scene is."""
    scene = state.scene
    if not scene.open:
        return "closed"
    if scene.narrator >= 0 and scene.judge >= 0:
        return "price" if scene.price else "answer"
    if scene.rolled:
        return "roles"
    if scene.rolling:
        return "roll"
    return "dice" if scene.question else "play"


def _scene_facts(state: State) -> Record:
    scene, table = state.scene, state.table
    who = {table.players[seat]: seat for seat in scene_players(state)} if scene.open else {}
    woven = [
        word for word, yes in (("key", scene.woven_key), ("memory", scene.woven_memory)) if yes
    ]
    reveals = {
        table.players[each.seat]: Record(
            {
                "kind": KINDS[each.kind],
                "full": each.full,
                "memory": _memory_fact(table, each.memory),
            }
        )
        for each in scene.reveals
    }
    rolls = {
        name: tuple(f"{die}:{face}" for die, face in dice)
        for (name, _), dice in zip(who.items(), scene.rolls, strict=False)
        if scene.rolled
    }
    crisis = "none"
    if state.phase == FINAL and state.turn >= 0 and state.seats[state.turn].unmasked:
        crisis = "crisis" if in_crisis(state) else "confirmed"
    return Record(
        {
            "open": scene.open,
            "stage": stage(state),
            "outcome": crisis,
            "persona": SIDES[scene.persona] if scene.persona >= 0 else "none",
            "visitor": _who(state, scene.visitor),
            "visiting": SIDES[scene.visiting] if scene.visiting >= 0 else "none",
            "key": scene.key or "none",
            "memory": _memory_fact(table, scene.memory),
            "visitors_memory": _memory_fact(table, scene.visitors_memory),
            "aptitude": _letter_of(table, scene.aptitude),
            "woven": tuple(woven),
            "question": scene.question or "none",
            "dice": Record({table.players[a]: table.players[b] for a, b in scene.gifts}),
            "pool": Record({n: pool_words(table, pool(state, seat)) for n, seat in who.items()}),
            "rating": Record(
                {n: rating(state, seat)[1] if aptitude_of(state, seat) >= 0 else 0
                 for n, seat in who.items()}
            ),
            "rolling": scene.rolling,
            "rolled": Record(rolls),
            "narrator": _who(state, scene.narrator),
            "judge": _who(state, scene.judge),
            "answer": scene.answer or "none",
            "price": scene.price or "none",
            "reveals": Record(reveals),
            "verdict": SIDES[scene.verdict] if scene.verdict >= 0 else "none",
        }
    )  # fmt: skip

"""The set-up: Companies, colours, the deal, the Neutral Muse, and the roll for First Player."""

from __future__ import annotations

from random import Random
from typing import Any

from validator.games.dance_of_muses import notation
from validator.games.dance_of_muses.position import (
    COLOURS,
    DANCE,
    NEUTRAL,
    OVER,
    PLACE,
    SETUP,
    Die,
    Position,
    Tile,
    company_of,
    die_of_neutral,
    die_words,
    left_over,
    with_colours,
)
from validator.games.dance_of_muses.possible import apart
from validator.referee.core import CHANCE, Move, Notes, Verb, Verdict, laws_for
from validator.referee.grammar import PLAYER

Groups = tuple[tuple[int, ...], ...]
Rolls = tuple[tuple[int, tuple[int, ...]], ...]  # seats and the faces they rolled
FACE_RULES = ("DANCE-SETUP-05", "DANCE-SETUP-06")

companies = Verb(
    "companies", about="Say who plays together; left out: the players alternate.", kind="table",
    args=(notation.COMPANIES,),
)  # fmt: skip
colours = Verb(
    "colours", kind="table", args=(notation.CHOSEN_COLOURS,),
    about="Each Company chooses its dice; left out: orange, purple, white.",
)  # fmt: skip
deal = Verb("deal", about="The hand of a player.", kind="chance", args=(PLAYER, notation.MUSES))
neutral = Verb(
    "neutral", kind="chance",
    about="The Muse left over is put on the table with a die of the unchosen colour.",
    args=(
        notation.MUSE.of(lambda state, _: left_over(state) or (None,)).or_left_out(),
        notation.SQUARE.of(lambda *_: ((0, 0),)).or_left_out(),
        notation.FACE.of(lambda state, *_: (state.table.neutral_up,)).or_left_out(),
        notation.DIE.of(lambda state, *_: (die_of_neutral(state),)).or_left_out(),
    ),
)  # fmt: skip
roll = Verb(
    "roll", about="Everybody rolls for First Player.", kind="chance", args=(notation.ROLLS,)
)
VERBS = (companies, colours, deal, neutral, roll)


@laws_for(VERBS, "DANCE-END-03")
def not_over(at: Position, _: int) -> Verdict:
    """After the end nothing more is played."""
    return "the game is over" if at.stage == OVER else None


@laws_for(VERBS, "DANCE-PLACE-01")
def before_placement(at: Position, _: int) -> Verdict:
    """The set-up comes before the first placement."""
    return "the set-up is done" if at.stage in (PLACE, DANCE) else None


# ---- Companies and colours


@companies.law("DANCE-SETUP-08")
def right_sizes(at: Position, _: int, groups: Groups) -> Verdict:
    """So many Companies of one size, and everybody in one."""
    table = at.table
    if len(groups) != table.companies or any(len(group) != table.size for group in groups):
        sizes = "/".join(str(len(group)) for group in groups)
        return f"Companies of {sizes}, not {table.companies} of {table.size}"
    found = sorted(seat for group in groups for seat in group)
    return "" if found == list(table.seats) else "not everybody is in one Company"


@companies.law("DANCE-SETUP-11")
def alternate(at: Position, _: int, groups: Groups) -> Verdict:
    """Members are no neighbours."""
    return apart(at.table.players, groups)


@companies.effect
def _companies(at: Position, _: int, groups: Groups, note: Notes | None) -> Position:
    if note is not None:
        note("DANCE-SETUP-08", "companies")
    return at._replace(companies=groups)


@colours.law("DANCE-SETUP-09")
def all_different(at: Position, _: int, chosen: tuple[tuple[int, int | None], ...]) -> Verdict:
    """A Company has one colour, of those that there are, and nobody else has it."""
    own: dict[int, int | None] = {}
    if any(colour is None for _, colour in chosen):
        return f"dice are {', '.join(COLOURS)}"
    for seat, colour in chosen:
        if own.setdefault(company_of(at, seat), colour) != colour:
            return "a Company has one colour"
    for company, colour in enumerate(at.colours):
        if colour >= 0:
            own.setdefault(company, colour)
    return "" if len(set(own.values())) == len(own) else "two Companies have one colour"


@colours.law("DANCE-SETUP-07")
def before_neutral(at: Position, _: int, _chosen: object) -> Verdict:
    """The Neutral die has the colour that nobody chose, so the choice comes first."""
    return "the Neutral die stands already" if at.stage == SETUP and at.tiles else None


@colours.effect
def _colours(
    at: Position, _: int, chosen: tuple[tuple[int, int], ...], note: Notes | None
) -> Position:
    own = list(at.colours)
    for seat, colour in chosen:
        own[company_of(at, seat)] = colour
    if note is not None:
        note("DANCE-SETUP-09", *(f"{at.table.players[seat]}.colour" for seat, _ in chosen))
    return at._replace(colours=tuple(own))


# ---- the deal


@deal.law("DANCE-COMP-02", "DANCE-SETUP-02")
def without_mnemosyne(at: Position, _: int, _to: int, muses: tuple[str, ...]) -> Verdict:
    """Mnemosyne is never dealt."""
    guest = at.table.guest
    return f"{guest} is dealt to nobody" if guest in muses else ""


@deal.law("DANCE-SETUP-03")
def so_many(at: Position, _: int, to: int, muses: tuple[str, ...]) -> Verdict:
    """So many Muses each, once."""
    if at.stage != SETUP:
        return None
    if at.hands[to]:
        return f"{at.table.players[to]} has a hand already"
    need = at.table.hand
    return "" if len(muses) == need else f"{len(muses)} Muses, not {need}"


@deal.law("DANCE-COMP-01", "DANCE-SETUP-02")
def each_once(at: Position, _: int, _to: int, muses: tuple[str, ...]) -> Verdict:
    """Each Muse is there once."""
    if at.stage != SETUP:
        return None
    twice = [muse for muse in muses if muse not in at.box or muses.count(muse) > 1]
    return f"{twice[0]} is dealt already" if twice else ""


@deal.effect
def _deal(at: Position, _: int, to: int, muses: tuple[str, ...], note: Notes | None) -> Position:
    hands = list(at.hands)
    hands[to] = muses
    if note is not None:
        name = at.table.players[to]
        note("DANCE-SETUP-03", f"{name}.hand", text=f"{name} is dealt {', '.join(muses)}")
        note("DANCE-SETUP-02", f"{name}.hand")
    box = tuple(muse for muse in at.box if muse not in muses)
    return _next_stage(at._replace(hands=tuple(hands), box=box), note)


# ---- the Neutral Muse


@neutral.law("DANCE-SETUP-04")
def one_left_over(at: Position, _: int, muse: str) -> Verdict:
    """The Muse that the deal left over, if it left one."""
    if not at.table.left_over:
        return f"with {len(at.table.players)} players no Muse is left over"
    if at.stage != SETUP:
        return None
    if not all(at.hands):
        return "hands are dealt first"
    if len(at.tiles) >= at.table.left_over:
        return f"{at.tiles[0].muse} is the Neutral Muse already"
    known = left_over(at)
    return "" if muse in known else f"{' and '.join(known)} is left over"


def _of_so_many_players(rule: str) -> Any:
    def face_of_neutral(at: Position, _: int, _muse: Any, _square: Any, up: bool) -> Verdict:
        table = at.table
        if rule != table.neutral_rule or not table.left_over:
            return None
        face = "up" if table.neutral_up else "down"
        return "" if up == table.neutral_up else f"she lies face-{face} here"

    return face_of_neutral


for _rule in FACE_RULES:
    neutral.law(_rule)(_of_so_many_players(_rule))


@neutral.law("DANCE-SETUP-07")
def neutral_die(at: Position, _: int, _muse: Any, _square: Any, _up: bool, die: Die) -> Verdict:
    """A die of the unchosen colour with the first value."""
    if not at.table.left_over:
        return None
    expected = die_of_neutral(at)
    facts = f"the die is {die_words(*expected)}, not {die_words(*die)}"
    return "" if die == expected else facts


@neutral.effect
def _neutral(
    at: Position, _: int, muse: str, square: Any, up: bool, die: Die, note: Notes | None
) -> Position:
    if note is not None:
        face = f"{square[0]},{square[1]}, face-{'up' if up else 'down'}, {die_words(*die)}"
        text = f"{muse} is the Neutral Muse at {face}"
        note("DANCE-SETUP-04", f"{muse}.neutral", f"{muse}.owner", "neutral", text=text)
        note(at.table.neutral_rule, f"{muse}.face")
        note("DANCE-SETUP-07", f"{muse}.die", f"{muse}.colour", f"{muse}.value")
    after = with_colours(at)._replace(
        tiles=(Tile(muse, square[0], square[1], up, die[0], die[1], NEUTRAL),),
        box=tuple(each for each in at.box if each != muse),
        supply=without_one(at.supply, die[0]),
    )
    return _next_stage(after, note)


def without_one(supply: tuple[int, ...], colour: int) -> tuple[int, ...]:
    """The dice that are left when one of a colour is taken."""
    return tuple(n - (index == colour) for index, n in enumerate(supply))


# ---- the First Player


@roll.law("DANCE-SETUP-14")
def everybody_rolls(at: Position, _: int, rolls: Rolls) -> Verdict:
    """Everybody rolls, with so many dice."""
    table = at.table
    if at.stage != SETUP:
        return None
    if at.first >= 0:
        return f"{table.players[at.first]} is First Player already"
    if any(len(faces) != table.roll for _, faces in rolls):
        return f"everybody rolls {table.roll}"
    if not at.rolling and sorted(seat for seat, _ in rolls) != list(table.seats):
        return "everybody rolls once"
    return ""


@roll.law("DANCE-SETUP-15")
def the_tied_roll(at: Position, _: int, rolls: Rolls) -> Verdict:
    """After a tie only the tied roll."""
    if at.stage != SETUP or not at.rolling:
        return None
    names = " and ".join(at.table.players[seat] for seat in at.rolling)
    tied = sorted(seat for seat, _ in rolls) == sorted(at.rolling)
    return "" if tied else f"{names} roll again, and nobody else"


@roll.law("DANCE-COMP-03")
def faces_of_a_die(at: Position, _: int, rolls: Rolls) -> Verdict:
    """A face is on the die."""
    sides = at.table.sides
    strange = [face for _, faces in rolls for face in faces if not 1 <= face <= sides]
    return f"no die shows {strange[0]}" if strange else ""


@roll.effect
def _roll(at: Position, _: int, rolls: Rolls, note: Notes | None) -> Position:
    players = at.table.players
    best = max(sum(faces) for _, faces in rolls)
    tied = tuple(seat for seat, faces in rolls if sum(faces) == best)
    if len(tied) > 1:
        if note is not None:
            names = " and ".join(players[seat] for seat in tied)
            note("DANCE-SETUP-15", "first", text=f"{names} roll again")
        return at._replace(rolling=tied)
    if note is not None:
        note("DANCE-SETUP-14", "first", text=f"{players[tied[0]]} is First Player")
        note("DANCE-PLACE-01", "turn")
    return _next_stage(at._replace(first=tied[0], turn=tied[0], rolling=()), note)


def _next_stage(at: Position, note: Notes | None) -> Position:
    """Placement begins when hands, the Neutral Muse and the First Player are known."""
    table = at.table
    if not all(at.hands) or at.first < 0 or len(at.tiles) < table.left_over:
        return at
    if note is not None:
        dice = [f"{name}.dice" for name in table.players]
        note("DANCE-SETUP-01", "players")
        note("DANCE-SETUP-08", "companies")
        note("DANCE-SETUP-10", *dice, "supply")
        note("DANCE-COMP-02", "box")
        if table.size > 1:
            note("DANCE-SETUP-12", *dice)
            note("DANCE-SETUP-11", "companies")
        if not table.left_over:
            note("DANCE-SETUP-04", "neutral")
    return with_colours(at)._replace(stage=PLACE, turn=at.first)


def by_chance(at: Position, random: Random) -> Move:
    """What the deal, the Neutral Muse or the roll may give now."""
    table = at.table
    for seat in table.seats:
        if not at.hands[seat]:
            stock = [muse for muse in at.box if muse != table.guest]
            return Move(CHANCE, deal.name, (seat, tuple(random.sample(stock, table.hand))))
    if len(at.tiles) < table.left_over:
        args = (left_over(at)[0], (0, 0), table.neutral_up, die_of_neutral(at))
        return Move(CHANCE, neutral.name, args)
    rolls = tuple(
        (seat, tuple(random.randint(1, table.sides) for _ in range(table.roll)))
        for seat in at.rolling or table.seats
    )
    return Move(CHANCE, roll.name, (rolls,))

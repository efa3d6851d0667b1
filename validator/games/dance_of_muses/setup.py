"""The set-up: Companies and their dice, the deal, the Neutral Muse, and the First Player.

In the rulebook: Setting up.

The Muses are placed later, one of each player's face-down: see `place`. The number of players
determines the number of Muses in a hand, the size of the Companies, and the face of the Neutral
Muse: see `constants.Table`.
"""

from __future__ import annotations

from random import Random
from typing import Annotated

from validator.games.dance_of_muses import modes, notation
from validator.games.dance_of_muses.cards import COLOURS, Die, Offset, die_words
from validator.games.dance_of_muses.constants import NEUTRAL, Table
from validator.games.dance_of_muses.modes import verb
from validator.games.dance_of_muses.state import Companies, State, Tile
from validator.referee import api as ref
from validator.referee.api import Judge, Message, Say, Secret

Chosen = tuple[tuple[int, int | None], ...]  # seats and the colours they choose
Rolls = tuple[tuple[int, tuple[int, ...]], ...]  # seats and the faces they rolled
Muses = tuple[str, ...]
DEALT = Say("", "{to} is dealt {muses}")
NEUTRAL_IS = Say("", "{muse} is the Neutral Muse, {face}, with a {colour} die at {value}")
FIRST = Say("", "{first} [goes|go] first")
TIE = Say("", "{tied} roll again")
PLAY = Say("Play in Companies: {groups}", "the Companies are {groups}", whole=True)
CHOOSE = Say("Choose the dice: {choices}", "the dice are {choices}", whole=True)

# ---- Companies


def right_companies(table: Table, companies: Companies, to: Judge) -> None:
    """Check the number and size of the Companies, and that no members are neighbours."""
    sizes = tuple(len(seats) for seats in companies)
    to.holds("SETUP-08", sizes == (table.size,) * table.companies,
             "the Companies have {sizes} members; expected {number} Companies of {size}",
             sizes=sizes, number=table.companies, size=table.size)  # fmt: skip
    to.holds("SETUP-08", sorted(seat for seats in companies for seat in seats) == [*table.seats],
             "each player must be in exactly one Company")  # fmt: skip
    if table.size > 1:
        beside = [(seat, (seat + 1) % len(table.seats)) for seats in companies for seat in seats
                  if (seat + 1) % len(table.seats) in seats]  # fmt: skip
        names = tuple(table.players[seat] for pair in beside[:1] for seat in pair)
        to.holds("SETUP-11", not beside,
                 "{players} are neighbours and cannot be in the same Company",
                 players=names)  # fmt: skip


@verb("table", open=modes.SETTING_UP, due=modes.SET_UP_DONE)
def companies(
    s: State, _: int, chosen: Annotated[Companies, notation.COMPANIES], to: Judge
) -> State:
    """Say who plays together (default: the players alternate)."""
    right_companies(s.table, chosen, to)
    to.asked()
    company = {seat: index for index, group in enumerate(chosen) for seat in group}
    seats = tuple(own._replace(company=company[seat]) for seat, own in enumerate(s.seats))
    together = tuple(
        Message("{players}", {"players": tuple(map(s.name, group))}) for group in chosen
    )
    after = s._replace(seats=seats)
    return to.did(("SETUP-08", "SETUP-11"), s, after, PLAY, groups=together)


@verb("table", open=modes.SETTING_UP, due=modes.SET_UP_DONE)
def colours(
    s: State, _: int, chosen: Annotated[Chosen, notation.CHOSEN_COLOURS], to: Judge
) -> State:
    """Choose a Company's dice (default: orange, purple, white)."""
    own = dict(enumerate(s.colours))
    to.holds("SETUP-09", all(colour is not None for _, colour in chosen),
             "the colour of the dice must be one of {colours}", colours=COLOURS)  # fmt: skip
    news = {(s.seats[seat].company, colour) for seat, colour in chosen if colour is not None}
    to.holds("SETUP-09", len(news) == len(dict(news)),
             "all dice of a Company must have the same colour")  # fmt: skip
    known = [colour for colour in (own | dict(news)).values() if colour >= 0]
    to.holds("SETUP-09", len(set(known)) == len(known),
             "two Companies have dice of the same colour")  # fmt: skip
    to.holds("SETUP-07", not s.tiles, "the Neutral die is already on the table")
    to.asked()
    after = s._replace(colours=tuple((own | dict(news)).values()))
    named = [(s.name(seat), COLOURS[each]) for seat, each in chosen if each is not None]
    choices = tuple(Message("{colour} for {whom}", {"colour": each, "whom": whom})
                    for whom, each in named)  # fmt: skip
    return to.did("SETUP-09", s, after, CHOOSE, choices=choices)


# ---- the deal


def setting_up(s: State) -> str:
    """Return the mode of the pending set-up task, or modes.PLACE if there is none."""
    if not all(own.hand for own in s.seats):
        return modes.DEAL
    if len(s.tiles) < s.table.left_over:
        return modes.NEUTRAL_MUSE
    if s.rolling:
        return modes.TIED
    return modes.ROLL if s.first < 0 else modes.PLACE


@verb("chance", open=modes.SETTING_UP, due=modes.SET_UP_DONE)
def deal(
    s: State, _: int, player: Annotated[int, ref.PLAYER],
    muses: Annotated[Muses, notation.MUSES], to: Judge,
) -> State:  # fmt: skip
    """Deal Muses to a player; how many depends on the number of players."""
    need, name = s.table.muses_each, s.name(player)
    to.holds(("COMP-02", "SETUP-02"), s.table.guest not in muses,
             "{muse} must not be dealt to a player", muse=s.table.guest)  # fmt: skip
    to.holds("SETUP-03", not s.seats[player].hand, "{to} already [has|have] a hand", to=name)
    to.holds("SETUP-03", len(muses) == need, "{number} [Muse is|Muses are] dealt; expected {need}",
             number=len(muses), need=need)  # fmt: skip
    twice = tuple(muse for muse in muses if muse not in s.box or muses.count(muse) > 1)
    to.holds(("COMP-01", "SETUP-02"), not twice, "{muse} has already been dealt", muse=twice[:1])
    to.asked()
    seats = ref.put(s.seats, player, s.seats[player]._replace(hand=muses))
    after = s._replace(seats=seats, box=ref.without(s.box, *muses))
    return next_task(to.did(("SETUP-03", "SETUP-02"), s, after, DEALT, to=name,
                          muses=Secret(muses, (player,), "a hand")), to)  # fmt: skip


# ---- the Neutral Muse


def unchosen(s: State) -> int:
    """Return the colour of the Neutral die: the first colour that no Company chose."""
    return next((each for each in range(len(COLOURS)) if each not in s.colours), 0)


def die_of_neutral(s: State) -> Die:
    """Return the die that the rules prescribe for the Neutral Muse."""
    return unchosen(s.with_colours()), s.table.start_value


def left_over(s: State) -> tuple[str, ...]:
    """Return the Muses that were not dealt; in the variant, Mnemosyne instead."""
    table = s.table
    return tuple(muse for muse in s.box if (muse == table.guest) == table.variant)


@verb(
    "chance",
    open=modes.NEUTRAL_MUSE,
    due=modes.SET_UP_DONE | dict.fromkeys((modes.DEAL, modes.TIED, modes.ROLL), ("SETUP-04",)),
)
def neutral(
    s: State, _: int,
    muse: Annotated[str, notation.MUSE.of(lambda s, _: left_over(s)).or_left_out()],
    square: Annotated[Offset, notation.SQUARE.of(((0, 0),)).or_left_out()],
    up: Annotated[bool, notation.FACE.of(lambda s, *_: (s.table.neutral_up,)).or_left_out()],
    die: Annotated[Die | None, notation.DIE.of(lambda s, *_: (die_of_neutral(s),)).or_left_out()],
    to: Judge,
) -> State:  # fmt: skip
    """Put the Muse that was not dealt on the table, with a die of the colour that nobody chose.

    The number of players determines whether she is face-up.
    """
    table, expected = s.table, die_of_neutral(s)
    to.holds("SETUP-04", muse in left_over(s),
             "the Neutral Muse must be the one left over: {muses}",
             muses=left_over(s))  # fmt: skip
    face_rule = "SETUP-05" if table.neutral_rule == "SETUP-05" else "SETUP-06"
    to.holds(face_rule, up == table.neutral_up, "the Muse must be placed {face}",
             face=face_words(table.neutral_up))  # fmt: skip
    to.holds("SETUP-07", die == expected, "the die is {die}; expected {expected}",
             expected=die_words(*expected), die=die_words(*die) if die else "none")  # fmt: skip
    to.asked()
    colour, value = expected
    after = s.with_colours()._replace(
        tiles=(Tile(muse, square, up, colour, value, NEUTRAL),), box=ref.without(s.box, muse),
        supply=ref.put(s.supply, colour, s.supply[colour] - 1),
    )  # fmt: skip
    s = to.did((face_rule, "SETUP-04", "SETUP-07", "COMP-09"), s, after, NEUTRAL_IS, muse=muse,
               face=face_words(up), colour=COLOURS[colour], value=value)  # fmt: skip
    return next_task(s, to)


def face_words(up: bool) -> str:
    return "face-up" if up else "face-down"


# ---- the First Player


@verb("chance", open=modes.SETTING_UP, due=modes.SET_UP_DONE)
def roll(s: State, _: int, rolls: Annotated[Rolls, notation.ROLLS], to: Judge) -> State:
    """Roll for First Player."""
    table, seats = s.table, sorted(seat for seat, _ in rolls)
    to.holds("SETUP-14", s.first < 0, "{first} [is|are] already First Player",
             first=s.name(s.first))  # fmt: skip
    to.holds("SETUP-14", all(len(faces) == table.roll for _, faces in rolls),
             "each player must roll {number} [die|dice]", number=table.roll)  # fmt: skip
    if s.rolling:
        to.holds("SETUP-15", seats == sorted(s.rolling), "only {tied} must roll again",
                 tied=tuple(map(s.name, s.rolling)))  # fmt: skip
    else:
        to.holds("SETUP-14", seats == [*table.seats], "each player must roll exactly once")
    strange = tuple(face for _, faces in rolls for face in faces if not 1 <= face <= table.sides)
    to.holds("COMP-03", not strange, "a die cannot show {face}", face=strange[:1])
    to.asked()
    best = max(sum(faces) for _, faces in rolls)
    tied = tuple(seat for seat, faces in rolls if sum(faces) == best)
    if len(tied) > 1:
        s = to.did(("SETUP-15", "SETUP-14"), s, s._replace(rolling=tied), TIE,
                   tied=tuple(map(s.name, tied)))  # fmt: skip
    else:
        rules = ("SETUP-14", "SETUP-15") if s.rolling else "SETUP-14"
        s = to.did(rules, s, s._replace(rolling=(), first=tied[0]), FIRST, first=s.name(tied[0]))
    return next_task(s, to)


def next_task(s: State, to: Judge) -> State:
    """Return the state with the mode of the next task: placement, once everything is set up."""
    mode = setting_up(s)
    if mode != modes.PLACE:
        return s._replace(mode=mode)
    coloured = s.with_colours()
    to.did("SETUP-09", s, coloured)
    return to.did("PLACE-01", s, coloured._replace(mode=modes.PLACE, turn=s.first))


def opened(state: State) -> ref.Trace:
    """Return a trace with the rules that set the facts before anything is dealt."""
    trace = ref.Trace()
    trace("DANCE-SETUP-01", "players")
    trace("DANCE-SETUP-08", "companies")
    if state.table.size > 1:
        trace("DANCE-SETUP-11", "companies")
    return trace


def by_chance(state: State, random: Random) -> ref.Move:
    """Return a random deal, Neutral Muse or roll, depending on which is pending."""
    s, table = state, state.table
    if s.mode == modes.DEAL:
        player = next(seat for seat in table.seats if not s.seats[seat].hand)
        stock = [muse for muse in s.box if muse != table.guest]
        return ref.Move(ref.CHANCE, "deal", (player, tuple(random.sample(stock, table.muses_each))))
    if s.mode == modes.NEUTRAL_MUSE:
        args = (left_over(s)[0], (0, 0), table.neutral_up, die_of_neutral(s))
        return ref.Move(ref.CHANCE, "neutral", args)
    rolls = tuple((seat, tuple(random.randint(1, table.sides) for _ in range(table.roll)))
                  for seat in s.rolling or table.seats)  # fmt: skip
    return ref.Move(ref.CHANCE, "roll", (rolls,))

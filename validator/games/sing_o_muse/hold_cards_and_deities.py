"""Hold This Cards, which are used at any time; Deities are laid beside a leading Hero.

In the rulebook: Cards that are held, and the gods.
"""

from __future__ import annotations

from typing import Annotated

from validator.games.sing_o_muse import notation, phases
from validator.games.sing_o_muse.cards import DEITY
from validator.games.sing_o_muse.effects import begun
from validator.games.sing_o_muse.modes import Settled, verb, what_is_asked
from validator.games.sing_o_muse.seat import Pieces
from validator.games.sing_o_muse.state import State
from validator.games.sing_o_muse.targets import resolved
from validator.referee.api import Judge, Say, event

FAVORS = Say("lay {deity} beside {hero} as a Favor", "favors {hero} with {deity}")
IS_WROTH = Say("lay {deity} beside {hero} as a Wrath", "turns the Wrath of {deity} on {hero}")
IS_AT_WAR = Say(
    "lay {deity} beside {hero} as a Wrath, and begin a War against {owner}",
    "turns the Wrath of {deity} on {hero}, and [begins|begin] a War against {owner}",
)
LEAVES = event("{deity} leaves")
# Not effects in progress: a Hold This Card may be played meanwhile.
AT_ANY_TIME = (phases.PLAY, phases.QUEST, phases.DRAW, phases.RESOLVE, phases.SEA)


def may_hold(s: State, me: int, card: str, to: Judge) -> None:
    """Check that a Hold This Card in the player's hand may be used now.

    No effect may be under way, and no other card may have to be resolved first.
    """
    top, title = s.top, s.title(card)
    if top is not None and top.kind == phases.DRAW and top.what != "turn":
        to.forbids("HOLD-05", "{asked}", asked=what_is_asked(s))
    to.holds(("LOSS-10", "TURN-02"), not s.seats[me].out,
             "{player} [has|have] lost and [is|are] out of the game")  # fmt: skip
    to.holds("DECK-02", card not in s.table.quests, "{card} is a Quest card", card=title)
    to.holds(("HOLD-01", "PLAY-06"), card in s.seats[me].hand, "{card} is not in {player}'s hand",
             card=title)  # fmt: skip
    printed = s.table.cards[card]
    to.holds(("HOLD-02", "PLAY-06"), printed.holds,
             "{card} is not a Hold This Card; its type is {kind}", card=title,
             kind=printed.type)  # fmt: skip
    if s.silver and s.silver[0][0] == me:
        to.holds("IMM-01", card not in s.drawn, "{player} must resolve {card} first",
                 card=s.title(s.silver[0][1]))  # fmt: skip


# ---- Deities


def _their_leaders(s: State, seat: int, *_: str) -> Pieces:
    return tuple(each for other in s.opponents(seat) for each in s.leaders(other))


Deity = Annotated[str, notation.DEITY.of(State.held_back)]


def may_place_deity(s: State, me: int, card: str, hero: str, to: Judge) -> None:
    """Check that a Deity may be laid beside a Hero, who must lead a Crew."""
    may_hold(s, me, card, to)
    to.holds("DEITY-01", s.table.cards[card].type == DEITY, "{card} is not a Deity",
             card=s.title(card))  # fmt: skip
    leads = any(hero in s.leaders(seat) for seat in s.table.seats)
    to.holds("DEITY-07", leads, "{hero} does not lead a Crew", hero=s.title(hero))


def place_deity(s: State, deity: str, hero: str, up: bool, to: Judge) -> State:
    """Lay a Deity beside a leader, and discard a Deity that was there."""
    owner, names = s.owner_of(hero), {"deity": s.title(deity), "hero": s.title(hero)}
    assert owner is not None
    old, start = s.seats[owner].deity_on(hero), s
    if old is not None:
        s = s.thrown(old[0])
    s = s.moved(owner, "deities", deity, hero, up)
    rules = ("DEITY-01", "DEITY-07", "HOLD-02", "HOLD-04")
    if up:
        s = to.did(("DEITY-02", *rules), start, s, FAVORS, **names)
    else:
        is_war = any(each.verb == "war" for each in s.table.cards[deity].wrath.effects)
        say = IS_AT_WAR if is_war else IS_WROTH
        s = to.did(("DEITY-03", *rules), start, s, say, **names, owner=s.name_of(owner))
    if old is None:
        return s
    left, was_favor = old
    wrath_ends_favor = ("DEITY-05",) if was_favor and not up else ()
    return to.did((*wrath_ends_favor, "DEITY-06", "DEITY-04"), start, s, LEAVES,
                  deity=s.title(left))  # fmt: skip


@verb(open=AT_ANY_TIME, due=("HOLD-05",), anybody=True)
def favor(
    s: State, me: int, card: Deity,
    hero: Annotated[str, notation.ON_LEADER.of(lambda s, me, _: s.leaders(me))], to: Judge,
) -> State:  # fmt: skip
    """Lay a Deity upright beside one of your leading Heroes."""
    may_place_deity(s, me, card, hero, to)
    to.holds("DEITY-02", hero in s.leaders(me), "{hero} does not lead a Crew of {player}",
             hero=s.title(hero))  # fmt: skip
    to.asked()
    return place_deity(s, card, hero, True, to)


@verb(open=AT_ANY_TIME, due=("HOLD-05",), anybody=True)
def wrath(
    s: State, me: int, card: Deity, hero: Annotated[str, notation.ON_LEADER.of(_their_leaders)],
    to: Judge,
) -> State:  # fmt: skip
    """Lay a Deity upside-down beside an opponent's leader."""
    may_place_deity(s, me, card, hero, to)
    to.holds("DEITY-03", hero in _their_leaders(s, me),
             "{hero} does not lead a Crew of an opponent", hero=s.title(hero))  # fmt: skip
    to.asked()
    owner = s.owner_of(hero)
    assert owner is not None
    label = s.seats[owner].crew_of(hero)
    assert label is not None
    after = place_deity(s, card, hero, False, to)
    return to.did("DEITY-03", s, begun(after, card, "wrath", me, target=owner, crew=label))


@verb(open=AT_ANY_TIME, due=("HOLD-05",), anybody=True, shows=True)
def hold(
    s: State, me: int, card: Annotated[str, notation.HAND_CARD.of(State.held_back)],
    on: Annotated[str | None, notation.TARGET], to: Judge,
) -> State:  # fmt: skip
    """Use a Hold This Card that is not a Deity."""
    may_hold(s, me, card, to)
    printed = s.table.cards[card]
    to.holds("DEITY-01", printed.type != DEITY, "{card} is a Deity; write 'favor' or 'wrath'",
             card=printed.title)  # fmt: skip
    to.holds("SEA-03", not printed.wrecks, "{card} can only stop a crossing; write 'stops'",
             card=printed.title)  # fmt: skip
    to.holds("CHAL-03", not printed.stops, "{card} can only stop a challenge; write 'stops'",
             card=printed.title)  # fmt: skip
    if on is not None:
        resolved(s, me, card, "effects", on, Judge())
    to.asked()
    rules = ("HOLD-02", "HOLD-01")
    return to.did(rules, s, resolved(s, me, card, "effects", on, Settled(to), *rules))

"""What a card requires of the Crew that attempts it: traits, Treasures, and Might, which is divided
if the Foe is Vulnerable.

In the rulebook: Challenges.
"""

from __future__ import annotations

from validator.games.sing_o_muse.cards import FOE, ORDEAL, MuseCard
from validator.games.sing_o_muse.crew_might import strength
from validator.games.sing_o_muse.seat import Pieces
from validator.games.sing_o_muse.state import State
from validator.referee.judge import Judge


def led_crews(s: State, seat: int) -> tuple[int, ...]:
    """Return the Crews of a player that have a leader."""
    return tuple(i for i, crew in enumerate(s.seats[seat].crews) if crew.leader)


def overcomes(s: State, seat: int, label: int, card: str) -> bool:
    """Return whether a Crew meets the requirements of a card (cached)."""
    able = s.seats[seat].able
    if (label, card) not in able:
        able[label, card] = _meets_all(s, seat, label, s.table.cards[card])
    return able[label, card]


def _meets_all(s: State, seat: int, label: int, printed: MuseCard) -> bool:
    have = measured_might(s, seat, label)
    if have < printed.might and (
        printed.type == ORDEAL
        or not printed.vulnerable
        or have < vulnerable_might(s, seat, label, printed)
    ):
        return False
    if printed.requires and missing(s, seat, label, printed):
        return False
    if not printed.transformed or printed.type == FOE:
        return True
    return strength(s, seat, label).transformed >= s.table.transformed_needed


def _title(s: State, need: str) -> str:
    """Return the text for a requirement: a trait, or the Treasure that ``item:ID`` names."""
    item = need.removeprefix("item:")
    if item == need:
        return need
    cards = s.table.cards
    return next((card.title for card in cards.values() if card.id == item), item)


def _besides(s: State, me: int, label: int, card: str, able: bool, lacks: Pieces) -> Pieces:
    """Return the rules on other Crews and transformed characters that a challenge breaks."""
    side, table, printed = s.seats[me], s.table, s.table.cards[card]
    found: Pieces = ("CHAL-12",) if able else ()
    if not able and not table.all_crews and led_crews(s, me) != (label,):
        crews = range(len(side.crews))
        others = [e for e in lacks if all(e in missing(s, me, crew, printed) for crew in crews)]
        together = sum(strength(s, me, each).might for each in crews)
        if not others and together >= vulnerable_might(s, me, label, printed):
            found = ("CHAL-12",)
    if any(each in side.transformed for each in side.crews[label].everybody) and (
        able or overcomes(s.alter(me, transformed=()), me, label, card)
    ):
        found = (*found, "TRANSFORM-02")
        if any(bearer in side.transformed for _, bearer in side.carried):
            found = (*found, "TREASURE-10")
    return found


def challengeable(s: State, seat: int, label: int) -> tuple[str, ...]:
    """Return the cards that a Crew can challenge: those in the queues or blocking its Quest."""
    quest = s.seats[seat].crews[label].quest
    return (*s.foes, *s.ordeals, *s.blocked_by(quest))


def missing(s: State, seat: int, label: int, card: MuseCard) -> tuple[str, ...]:
    """Return the requirements of a card that the Crew does not meet."""
    return tuple(need for need in card.requires if not has_what_it_needs(s, seat, label, need))


def has_what_it_needs(s: State, seat: int, label: int, need: str) -> bool:
    """Return whether a Crew has a trait, or a particular Treasure (``item:ID``)."""
    crews = [strength(s, seat, each) for each in measured_crews(s, seat, label)]
    if not need.startswith("item:"):
        return any(need in crew.traits for crew in crews)
    item, cards = need.removeprefix("item:"), s.table.cards
    if any(cards[each].id == item for each in s.seats[seat].shared):
        return True
    return any(item in crew.items for crew in crews)


def measured_might(s: State, seat: int, label: int) -> int:
    """Return the Might that counts in a challenge."""
    if not s.table.all_crews:
        return strength(s, seat, label).might
    return sum(strength(s, seat, each).might for each in measured_crews(s, seat, label))


def measured_crews(s: State, seat: int, label: int) -> tuple[int, ...]:
    """Return the indices of the Crews whose strength counts in a challenge."""
    return tuple(range(len(s.seats[seat].crews))) if s.table.all_crews else (label,)


def vulnerable_might(s: State, seat: int, label: int, card: MuseCard) -> int:
    """Return a Foe's Might against a Crew.

    It is divided if the Crew has something that the Foe is vulnerable to.
    """
    table, left = s.table, card.might
    hits = [each for each in card.vulnerable if has_what_it_needs(s, seat, label, each)]
    for _ in hits if table.halved_for_each else hits[:1]:
        left = divided(left, table.divisor, table.rounding)
    return left


def meets_demands(s: State, me: int, label: int, card: str, to: Judge) -> None:
    """Check that the Crew meets all requirements of the card, including its Might."""
    printed, table = s.table.cards[card], s.table
    have, need = measured_might(s, me, label), vulnerable_might(s, me, label, printed)
    lacks = missing(s, me, label, printed)
    also = _besides(s, me, label, card, have >= need and not lacks, lacks)
    rules = ("CHAL-02", *also) if printed.type == ORDEAL else ("CHAL-06", *also)
    if printed.requires:
        wanted = [each for each in printed.requires if each.startswith("item:")]
        if wanted and (not lacks or any(each in wanted for each in lacks)):
            rules = (*rules, "CHAL-09")
        to.holds((*rules, "CREW-08"), not lacks, "{card} requires {traits}, which the Crew lacks",
                 card=printed.title, traits=tuple(_title(s, each) for each in lacks))  # fmt: skip
    if printed.type == FOE:
        foe_is_defeated(s, printed, have, need, also, to)
        return
    if printed.transformed:
        turned = strength(s, me, label).transformed
        to.holds((*rules, "TRANSFORM-06"), turned >= table.transformed_needed,
                 "{card} requires {needed} transformed [character|characters] in the Crew; it has "
                 "{turned}", card=printed.title, needed=table.transformed_needed,
                 turned=turned)  # fmt: skip
    to.holds(rules, have >= printed.might, "{card} requires Might {might}; the Crew has {have}",
             card=printed.title, might=printed.might, have=have)  # fmt: skip


def foe_is_defeated(
    s: State, printed: MuseCard, have: int, need: int, also: Pieces, to: Judge
) -> None:
    """Check that the Crew has at least the Might of a Foe.

    The Foe's Might is divided if the Crew has something that it is vulnerable to.
    """
    rules = ("CHAL-05", *also, "CREW-09", *rules_on_weakness(s, printed, have, need))
    if need == printed.might:
        to.holds(rules, have >= need, "the Crew has Might {have}; the Foe has {need}", have=have,
                 need=need)  # fmt: skip
    else:
        to.holds(rules, have >= need,
                 "the Crew has Might {have}; the Foe has {might} divided by {divisor}, rounded "
                 "{rounding}, which is {need}", have=have, might=printed.might,
                 divisor=s.table.divisor, rounding=s.table.rounding, need=need)  # fmt: skip


def rules_on_weakness(s: State, printed: MuseCard, have: int, need: int) -> Pieces:
    """Return the rules on what a Foe is vulnerable to, as far as they decide a challenge."""
    table, weak, won = s.table, need != printed.might, have >= need
    rules: Pieces = ("CHAL-07", "GEN-01") if weak else ()
    once_more = min(need, divided(need, table.divisor, table.rounding))
    if weak and printed.vulnerable[1:] and have >= once_more:
        rules = (*rules, "CHAL-08")
    if (won or not weak) and any(each.startswith("item:") for each in printed.vulnerable):
        rules = (*rules, "CHAL-09")
    return rules


def divided(number: int, divisor: int, rounding: str) -> int:
    """Return the quotient of two numbers, rounded up or down."""
    return -(-number // divisor) if rounding == "up" else number // divisor

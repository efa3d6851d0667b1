"""What effects ask of players and of chance: each answer a verb, and its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from validator.games.sing_o_muse.cards import SHARED
from validator.games.sing_o_muse.common import ASKED, name_of, not_over
from validator.games.sing_o_muse.effects import (
    advance,
    bearers,
    befalls,
    blockable,
    bumpable,
    eligible,
    free_bearers,
    hidden,
    learned,
    learners,
    restorable,
    shift_leader,
    stealable,
    takable,
    treasures_of,
)
from validator.games.sing_o_muse.losses import (
    buried,
    dissolved,
    struck,
    successors,
    tell,
    turned,
    where,
)
from validator.games.sing_o_muse.position import (
    Pieces,
    Position,
    Task,
    active,
    alter,
    alter_crew,
    companions,
    crew_of,
    discarded,
    has_room,
    held,
    in_slot,
    lifted,
    pop,
    push,
    without,
)
from validator.games.sing_o_muse.war import (
    chosen,
    looted,
    must_sit,
    over_limit,
    seated,
    strongest,
)
from validator.referee.core import CHANCE, Breach, Move, Notes, Verb, Verdict, laws_for

loses = Verb("loses", "loses CARD", "Choose the Companion or Treasure that is lost.")
hits = Verb("hits", "hits CARD", "What a blind draw gives.", kind="chance")
promotes = Verb("promotes", "promotes HERO|none", "A Companion takes over a Crew.")
versus = Verb("versus", "versus PLAYER", "Choose the opponent of an effect or a War.")
blocks = Verb("blocks", "blocks QUEST", "Lay the Blocking card across a Quest.")
clears = Verb("clears", "clears CARD", "Remove a Blocking card.")
bumps = Verb("bumps", "bumps CARD…|none", "Take cards from the queues.")
fights = Verb("fights", "fights with CREW", "The Crew that fights, of several equally strong.")
sits = Verb("sits", "sits out CARD…", "Who sits out a War.")
flips = Verb("flips", "flips PLAYER CARD…", "A War pile in the order it is turned.", kind="chance")
loots = Verb("loots", "loots TREASURE on CHARACTER, …|none", "Take spoils of a duel.")
restores = Verb("restores", "restores CARD… [discarding CARD]|none", "Turn characters upright.")
takes = Verb("takes", "takes CARD… [on CHARACTER]|none", "Take discards, or somebody's Treasure.")
joins = Verb("joins", "joins yes|no", "Whether an overcome Foe joins the Crew.")
gives = Verb("gives", "gives on CHARACTER [discarding CARD]|none", "The bearer of a won Treasure.")
picks = Verb("picks", "picks CARD|CREW", "Choose another's Treasure, or the Crew that is meant.")
learns = Verb("learns", "learns HERO", "The leading Hero who learns it.")

VERBS = (loses, hits, promotes, versus, blocks, clears, bumps, fights, sits, flips, loots, restores,
         takes, joins, gives, picks, learns)  # fmt: skip
laws_for(VERBS, "SING-WIN-03", "SING-WIN-01")(not_over)


def _asked(at: Position, seat: int, *kinds: str) -> Task | None:
    """The task that a player may answer now."""
    top = at.top
    return top if top is not None and top.kind in kinds and top.seat == seat else None


def _at_war(at: Position, seat: int) -> bool:
    return at.war is not None and seat in at.war.seats


def _opponent(at: Position, seat: int) -> int | None:
    """The opponent in a War, or whom an effect of this player befalls: settled, not asked."""
    if at.war is not None:
        return next(each for each in at.war.seats if each != seat) if _at_war(at, seat) else None
    top = at.top
    return top.of if top is not None and top.by == seat and top.of not in (-1, seat) else None


def tie(verb: Verb, *kinds: str, again: Callable[[Position, int], bool] | None = None) -> None:
    """Only who is asked answers, and only what is asked.

    `again`: whether a player may say once more what is settled.
    """

    def is_asked(at: Position, seat: int) -> Verdict:
        """An answer needs a question."""
        if _asked(at, seat, *kinds) is not None:
            return ""
        if again is not None and again(at, seat):
            return None
        if at.champions:
            return None
        top = at.top
        if top is None or top.kind not in kinds:
            return f"nothing asks for '{verb.name}'"
        who = "chance" if top.seat == CHANCE else name_of(at, top.seat)
        return f"{who} is asked"

    ids = dict.fromkeys(rule for kind in kinds for rule in ASKED[kind][0])
    verb.add(is_asked, ("SING-TURN-02", *ids))


# ---- losing characters and Treasures


def _spared(at: Position, seat: int, card: str) -> str:
    """How an only Hero was to be lost just now, if the owner may still decline the protection."""
    return next((how for who, hero, how in at.spared if (who, hero) == (seat, card)), "")


@loses.law("SING-TURN-02", "SING-LOSS-02")
def loses_when_asked(at: Position, seat: int, card: str) -> Verdict:
    """The owner chooses when an effect says so."""
    if _asked(at, seat, "lose", "shed") is not None or _spared(at, seat, card) or at.champions:
        return ""
    if at.top is None or at.top.kind not in ("lose", "shed"):
        return "nothing asks for a loss"
    who = "chance" if at.top.seat == CHANCE else name_of(at, at.top.seat)
    return f"{who} chooses"


def _not_hit(at: Position, task: Task, card: str) -> dict[str, str]:
    """Why a character is not among those who can be lost, by rule."""
    side, title = at.sides[task.of], at.table.title(card)
    label = crew_of(side, card)
    if label is None:
        return {"SING-GEN-02": f"{title} is in no Crew of {name_of(at, task.of)}"}
    if card in side.transformed:
        return {"SING-LOSS-11": f"{title} is transformed"}
    if task.crews and label not in task.crews:
        letters = ", ".join(at.table.labels[each] for each in task.crews)
        return {"SING-LOSS-03": f"{title} is not in Crew {letters}",
                "SING-GEN-02": f"{title} is not in Crew {letters}"}  # fmt: skip
    if card not in eligible(at, task):
        return {"SING-LOSS-02": f"{title} leads a Crew", "SING-LOSS-03": f"{title} leads a Crew",
                "SING-CREW-06": f"{title} leads a Crew"}  # fmt: skip
    return {}


def _loss_law(verb: Verb, rule: str) -> None:
    def can_be_lost(at: Position, seat: int, card: str) -> Verdict:
        """Only who is meant by the effect."""
        task = _asked(at, CHANCE if verb is hits else seat, "lose")
        return None if task is None else _not_hit(at, task, card).get(rule, "")

    verb.add(can_be_lost, (rule,))


_loss_law(loses, "SING-LOSS-02")
_loss_law(hits, "SING-LOSS-03")
for _verb in (loses, hits):
    for _rule in ("SING-LOSS-11", "SING-CREW-06", "SING-GEN-02"):
        _loss_law(_verb, _rule)


@hits.law("SING-LOSS-04", "SING-TURN-02")
def a_blind_draw_is_due(at: Position, _seat: int, _card: str) -> Verdict:
    """Chance decides only where a card says at random."""
    if _asked(at, CHANCE, "lose", "hand") is not None or at.champions:
        return ""
    return "nothing is drawn blind now"


@hits.law("SING-HOLD-01")
def a_hidden_card(at: Position, _: int, card: str) -> Verdict:
    """A Hold This Card of that hand."""
    task = _asked(at, CHANCE, "hand")
    if task is None or card in hidden(at, task.of):
        return None if task is None else ""
    return f"{at.table.title(card)} is no Hold This Card of {name_of(at, task.of)}'s hand"


@loses.law("SING-TREASURE-06")
def own_treasure(at: Position, seat: int, card: str) -> Verdict:
    """A Treasure of the own side."""
    task = _asked(at, seat, "shed")
    if task is None or card in treasures_of(at, task.of):
        return None if task is None else ""
    return f"{at.table.title(card)} is no Treasure of {name_of(at, task.of)}"


def _loss_candidates(at: Position, seat: int) -> Pieces:
    task = _asked(at, seat, "lose", "shed")
    if task is None:
        return ()
    return eligible(at, task) if task.kind == "lose" else treasures_of(at, task.of)


loses.slots = (_loss_candidates,)


@loses.effect
def _loses(at: Position, seat: int, card: str, note: Notes | None) -> Position:
    task = _asked(at, seat, "lose", "shed")
    if task is None:
        how = _spared(at, seat, card)
        text = f"{name_of(at, seat)} gives up the protection of {at.table.title(card)}"
        tell(note, "SING-LOSS-07", "discard", text=text)
        at = at._replace(spared=())
        return advance((buried if how == "discard" else turned)(at, seat, card, note), note)
    if task.kind == "shed":
        return advance(_shed(pop(at), task, card, note), note)
    how = task.what.partition(" ")[0]
    tell(note, "SING-LOSS-02", *_befallen(at, task, card))
    tell(note, "SING-GEN-02", *_befallen(at, task, card))
    return advance(struck(pop(at), task.of, card, how, note), note)


def _befallen(at: Position, task: Task, card: str) -> tuple[str, ...]:
    label = crew_of(at.sides[task.of], card)
    crew = () if label is None else where(at, task.of, label, "leader", "members", "transformed")
    return ("discard", *crew)


def _shed(at: Position, task: Task, card: str, note: Notes | None) -> Position:
    text = f"{name_of(at, task.of)} loses {at.table.title(card)}"
    name = name_of(at, task.of)
    tell(note, "SING-GEN-02", "discard", f"{name}.treasures", f"{name}.shared", text=text)
    return discarded(lifted(at, card), card)


def hit_pool(at: Position) -> Pieces:
    """What a blind draw may give now."""
    task = _asked(at, CHANCE, "lose", "hand")
    if task is None:
        return ()
    return hidden(at, task.of) if task.kind == "hand" else eligible(at, task)


@hits.effect
def _hits(at: Position, _: int, card: str, note: Notes | None) -> Position:
    task = at.agenda[-1]
    at = pop(at)
    name = name_of(at, task.of)
    if task.kind == "hand":
        text = f"{name} loses {at.table.title(card)} from hand"
        tell(note, "SING-HOLD-01", f"{name}.hand", "discard", text=text)
        return advance(discarded(lifted(at, card), card), note)
    how, whom = task.what.split()
    rule = "SING-LOSS-03" if whom == "companion" else "SING-LOSS-04"
    tell(note, rule, *_befallen(at, task, card), text=f"{at.table.title(card)} is drawn blind")
    tell(note, "SING-GEN-02", *_befallen(at, task, card))
    return advance(struck(at, task.of, card, how, note), note)


# ---- a new leader


def _leaderless(at: Position, seat: int) -> int | None:
    """The Crew for which a player may name a leader now."""
    task = _asked(at, seat, "promote")
    if task is not None:
        return task.crew
    if at.top is None and seat in at.window:
        for label, crew in enumerate(at.sides[seat].crews):
            if crew.members and not crew.leader:
                return label
    return None


@promotes.law("SING-TURN-02", "SING-LOSS-05")
def a_crew_without_leader(at: Position, seat: int) -> Verdict:
    """A new leader is named when a Crew has lost its own."""
    if _leaderless(at, seat) is not None or at.champions:
        return ""
    return f"no Crew of {name_of(at, seat)} needs a leader now"


@promotes.law("SING-CREW-01", "SING-LOSS-05")
def a_hero_of_that_crew(at: Position, seat: int, hero: str | None) -> Verdict:
    """An active Hero among the Companions of that Crew."""
    label = _leaderless(at, seat)
    if hero is None or label is None:
        return None
    if hero in successors(at, seat, label):
        return ""
    return f"{at.table.title(hero)} is no active Hero of Crew {at.table.labels[label]}"


@promotes.law("SING-CREW-11")
def must_promote(at: Position, seat: int, hero: str | None) -> Verdict:
    """Who gave up the leader to make room names another."""
    task = _asked(at, seat, "promote")
    if hero is not None or task is None or task.what != "must":
        return None
    return "another Hero takes over at once"


promotes.slots = (
    lambda at, seat: (
        () if (label := _leaderless(at, seat)) is None
        else (*successors(at, seat, label), None)
    ),
)  # fmt: skip


@promotes.effect
def _promotes(at: Position, seat: int, hero: str | None, note: Notes | None) -> Position:
    label = _leaderless(at, seat)
    assert label is not None
    if _asked(at, seat, "promote"):
        at = pop(at)
    if hero is None:
        return advance(dissolved(at, seat, label, note), note)
    facts = where(at, seat, label, "leader", "members")
    text = f"{at.table.title(hero)} leads Crew {at.table.labels[label]} of {name_of(at, seat)}"
    tell(note, "SING-LOSS-05", *facts, text=text)
    tell(note, "SING-CREW-11", *facts)
    return advance(shift_leader(at, seat, label, hero, note), note)


# ---- choosing an opponent

tie(versus, "choose", "steal", again=lambda at, seat: _opponent(at, seat) is not None)


def _foes_to_choose(at: Position, seat: int) -> tuple[int, ...]:
    task = _asked(at, seat, "choose", "steal")
    if task is None:
        return ()
    if task.kind == "steal":
        owners = (_treasure_owner(at, each) for each in stealable(at, task))
        return tuple(dict.fromkeys(each for each in owners if each is not None))
    return task.crews


def _treasure_owner(at: Position, treasure: str) -> int | None:
    return next((s for s, _ in enumerate(at.sides) if treasure in treasures_of(at, s)), None)


@versus.law("SING-WAR-01", "SING-TURN-02")
def one_of_the_others(at: Position, seat: int, other: int) -> Verdict:
    """An opponent whom the effect can befall."""
    if _asked(at, seat, "choose", "steal") is None:
        there = _opponent(at, seat)
        if there is None or other == there:
            return None
        what = "War" if at.war is not None else "effect"
        return f"the {what} is against {name_of(at, there)}"
    if other in _foes_to_choose(at, seat):
        return ""
    return f"{name_of(at, other)} cannot be chosen"


versus.slots = (_foes_to_choose,)


def _against(at: Position, seat: int, other: int, note: Notes | None) -> Position:
    """The position when an opponent was chosen, before anything comes of it."""
    text = f"{name_of(at, seat)} chooses {name_of(at, other)}"
    tell(note, "SING-WAR-01", "pending", text=text)
    return befalls(pop(at), at.agenda[-1], other)


@versus.effect
def _versus(at: Position, seat: int, other: int, note: Notes | None) -> Position:
    if _asked(at, seat, "choose", "steal") is None:
        return at
    return advance(_against(at, seat, other, note), note)


# ---- blocks and queues

tie(blocks, "block")
tie(clears, "clear")
tie(bumps, "bump")


@blocks.law("SING-BLOCK-01", "SING-DECK-02")
def a_fitting_quest(at: Position, seat: int, quest: str) -> Verdict:
    """A Quest that the card may block."""
    task = _asked(at, seat, "block")
    if task is None or quest in blockable(at, task):
        return None if task is None else ""
    if task.what == "others":
        return f"no opponent works on {at.table.title(quest)}"
    return f"{at.table.title(quest)} is not on the table"


blocks.slots = (
    lambda at, seat: blockable(at, task) if (task := _asked(at, seat, "block")) else (),
)


@blocks.effect
def _blocks(at: Position, seat: int, quest: str, note: Notes | None) -> Position:
    task = at.agenda[-1]
    at = lifted(pop(at), task.card)
    facts = ("blocks", f"blocks.{quest}", f"{name_of(at, seat)}.hand", "foes", "ordeals")
    text = f"{at.table.title(task.card)} blocks {at.table.title(quest)}"
    tell(note, "SING-BLOCK-01", *facts, text=text)
    tell(note, "SING-BLOCK-05", *facts)
    tell(note, "SING-BLOCK-07", *facts)
    return advance(at._replace(blocks=(*at.blocks, (quest, task.card))), note)


@clears.law("SING-BLOCK-05")
def a_blocking_card(at: Position, seat: int, card: str) -> Verdict:
    """A card that lies across a Quest."""
    if card in [each for _, each in at.blocks] or _asked(at, seat, "clear") is None:
        return None
    return f"{at.table.title(card)} blocks no Quest"


clears.slots = (
    lambda at, seat: tuple(e for _, e in at.blocks) if _asked(at, seat, "clear") else (),
)


@clears.effect
def _clears(at: Position, _: int, card: str, note: Notes | None) -> Position:
    quest = next(on for on, each in at.blocks if each == card)
    text = f"{at.table.title(card)} is taken from {at.table.title(quest)}"
    tell(note, "SING-BLOCK-05", "blocks", f"blocks.{quest}", "discard", text=text)
    return advance(discarded(lifted(pop(at), card), card), note)


@bumps.law("SING-QUEUE-03")
def cards_of_the_queues(at: Position, seat: int, cards: Pieces) -> Verdict:
    """Up to so many cards of the queue that is meant."""
    task = _asked(at, seat, "bump")
    if task is None:
        return None
    if len(cards) > task.n or len(set(cards)) < len(cards):
        return f"{len(cards)} cards, at most {task.n}"
    strange = [each for each in cards if each not in bumpable(at, task.what)]
    return f"{at.table.title(strange[0])} is not there to be bumped" if strange else ""


@bumps.law("SING-BLOCK-05")
def not_from_a_quest(at: Position, _seat: int, cards: Pieces) -> Verdict:
    """A Blocking card is in no queue."""
    on = {card for _, card in at.blocks}
    return f"{at.table.titles(cards)} blocks a Quest" if on & set(cards) else None


bumps.slots = (
    lambda at, seat: (
        ((), *((each,) for each in bumpable(at, task.what)))
        if (task := _asked(at, seat, "bump")) else ()
    ),
)  # fmt: skip


@bumps.effect
def _bumps(at: Position, _: int, cards: Pieces, note: Notes | None) -> Position:
    at = pop(at)
    tell(note, "SING-QUEUE-03", "foes", "ordeals", "discard",
         text=f"{at.table.titles(cards)} leave the queues" if cards else "")  # fmt: skip
    for each in cards:
        at = discarded(lifted(at, each), each)
    return advance(at, note)


# ---- War

tie(fights, "fights", again=_at_war)
tie(sits, "sits", again=_at_war)


@fights.law("SING-WAR-02")
def the_strongest_crew(at: Position, seat: int, label: int) -> Verdict:
    """The Crew of highest Might fights."""
    if at.war is None or seat not in at.war.seats:
        return None
    if label in strongest(at, seat):
        return ""
    return f"Crew {at.table.labels[label]} is not {name_of(at, seat)}'s strongest"


@fights.law("SING-WAR-03")
def chosen_once(at: Position, seat: int, label: int) -> Verdict:
    """Among equally strong Crews the player chooses, once."""
    if at.war is None or seat not in at.war.seats or _asked(at, seat, "fights"):
        return None
    now = at.war.crews[at.war.seats.index(seat)]
    if now < 0:
        return "it is not this player's choice yet"
    return "" if label == now else f"Crew {at.table.labels[now]} fights"


fights.slots = (lambda at, seat: task.crews if (task := _asked(at, seat, "fights")) else (),)


@fights.effect
def _fights(at: Position, seat: int, label: int, note: Notes | None) -> Position:
    if _asked(at, seat, "fights") is None:
        return at
    assert at.war is not None
    tell(note, "SING-WAR-03", "war", "war.crews", f"war.crews.{name_of(at, seat)}")
    return advance(chosen(pop(at), at.war.seats.index(seat), label, note), note)


def _sitting(at: Position, seat: int, cards: Sequence[str]) -> Pieces | None:
    """Everybody who sits out if these do; None if that is not what the rules ask."""
    assert at.war is not None
    side = at.war.seats.index(seat)
    sure, tied, left = must_sit(at, side)
    named = {*cards}
    if not named <= {*sure, *tied} or len(named & {*tied}) != left:
        return None
    return (*sure, *(each for each in tied if each in named))


@sits.law("SING-WAR-05", "SING-WAR-06")
def the_weakest_sit_out(at: Position, seat: int, cards: Pieces) -> Verdict:
    """As many as the larger Crew has more, the weakest of it."""
    if at.war is None or seat not in at.war.seats:
        return None
    side = at.war.seats.index(seat)
    if at.war.crews[side] < 0:
        return "the Crews are not named yet"
    if _sitting(at, seat, cards) is not None:
        if _asked(at, seat, "sits") is None:
            fights_on = at.war.fighters[side]
            wrong = [each for each in cards if each in fights_on]
            return f"{at.table.title(wrong[0])} fights" if wrong else ""
        return ""
    sure, tied, left = must_sit(at, side)
    among = f", and {left} of {at.table.titles(tied)}" if left else ""
    return f"{at.table.titles(sure)} sit out{among}"


@sits.law("SING-WAR-18")
def luggage_is_not_there(at: Position, seat: int, cards: Pieces) -> Verdict:
    """Transformed characters take no part at all."""
    turned_ = [each for each in cards if each in at.sides[seat].transformed]
    return f"{at.table.title(turned_[0])} is transformed" if turned_ else None


def _sit_candidates(at: Position, seat: int) -> Sequence[Pieces]:
    if _asked(at, seat, "sits") is None:
        return ()
    assert at.war is not None
    from itertools import combinations

    _, tied, left = must_sit(at, at.war.seats.index(seat))
    return tuple(combinations(tied, left))


sits.slots = (_sit_candidates,)


@sits.effect
def _sits(at: Position, seat: int, cards: Pieces, note: Notes | None) -> Position:
    if _asked(at, seat, "sits") is None:
        return at
    assert at.war is not None
    everybody = _sitting(at, seat, cards)
    assert everybody is not None
    return advance(seated(pop(at), at.war.seats.index(seat), everybody, note), note)


@flips.law("SING-WAR-07")
def before_the_duels(at: Position, _: int, of: int) -> Verdict:
    """Each side shuffles once."""
    task = _asked(at, CHANCE, "flips")
    if at.champions:
        return None
    if task is None or at.war is None or of not in at.war.seats:
        return f"{name_of(at, of)} shuffles for no War now"
    return f"{name_of(at, of)} has shuffled" if at.war.flips[at.war.seats.index(of)] else ""


@flips.law("SING-WAR-07", "SING-WAR-05", "SING-WAR-18")
def all_fighters(at: Position, _: int, of: int, cards: Pieces) -> Verdict:
    """The pile holds all fighters and nobody else."""
    if at.war is None or of not in at.war.seats or _asked(at, CHANCE, "flips") is None:
        return None
    pile = at.war.fighters[at.war.seats.index(of)]
    if sorted(pile) == sorted(cards):
        return ""
    return f"the fighters of {name_of(at, of)} are {at.table.titles(pile)}"


@flips.effect
def _flips(at: Position, _: int, of: int, cards: Pieces, note: Notes | None) -> Position:
    war = at.war
    assert war is not None
    side = war.seats.index(of)
    piles = (cards, war.flips[1]) if side == 0 else (war.flips[0], cards)
    text = f"{name_of(at, of)} turns {at.table.titles(cards)}"
    tell(note, "SING-WAR-07", "war", "war.flips", text=text)
    return advance(pop(at)._replace(war=war._replace(flips=piles)), note)


tie(loots, "loots")


@loots.law("SING-WAR-09")
def treasures_of_the_killed(at: Position, seat: int, pairs: tuple[tuple[str, str], ...]) -> Verdict:
    """Only what the killed character carried."""
    task = _asked(at, seat, "loots")
    if task is None:
        return None
    strange = [treasure for treasure, _ in pairs if treasure not in task.pieces]
    twice = len({treasure for treasure, _ in pairs}) < len(pairs)
    if twice:
        return "a Treasure is named twice"
    return f"{at.table.title(strange[0])} was not on the killed character" if strange else ""


@loots.law("SING-WAR-09", "SING-TREASURE-06")
def on_own_characters(at: Position, seat: int, pairs: tuple[tuple[str, str], ...]) -> Verdict:
    """Spoils go to own active characters."""
    if _asked(at, seat, "loots") is None:
        return None
    wrong = [bearer for _, bearer in pairs if bearer not in bearers(at, seat)]
    return f"{at.table.title(wrong[0])} cannot carry it" if wrong else ""


def _loot_candidates(at: Position, seat: int) -> Sequence[tuple[tuple[str, str], ...]]:
    task = _asked(at, seat, "loots")
    if task is None:
        return ()
    first = task.pieces[0]
    slot = at.table.gear(first).slot
    return ((), *(((first, each),) for each in free_bearers(at, seat, slot)))


loots.slots = (_loot_candidates,)


@loots.effect
def _loots(
    at: Position, seat: int, pairs: tuple[tuple[str, str], ...], note: Notes | None
) -> Position:
    return advance(looted(pop(at), seat, pairs, note), note)


# ---- restoring and taking

tie(restores, "restore")
tie(takes, "take", "steal")


@restores.law("SING-TRANSFORM-04")
def transformed_ones(at: Position, seat: int, cards: Pieces) -> Verdict:
    """Up to so many own transformed characters."""
    task = _asked(at, seat, "restore")
    if task is None:
        return None
    if len(cards) > task.n or len(set(cards)) < len(cards):
        return f"{len(cards)} characters, at most {task.n}"
    strange = [each for each in cards if each not in restorable(at, seat)]
    return f"{at.table.title(strange[0])} is not transformed" if strange else ""


@restores.law("SING-TRANSFORM-05", "SING-CREW-02")
def room_for_the_restored(at: Position, seat: int, cards: Pieces, gone: Pieces) -> Verdict:
    """Who finds no room upright is discarded, or another member is."""
    task = _asked(at, seat, "restore")
    if task is None or any(each not in restorable(at, seat) for each in cards):
        return None
    side, table = at.sides[seat], at.table
    for label, crew in enumerate(side.crews):
        back = [each for each in cards if each in crew.everybody]
        there = (*active(side, crew), *back)
        out = [each for each in gone if each in there]
        if out and crew.leader in out:
            return f"{table.title(crew.leader)} leads the Crew"
        surplus = len(there) - table.crew_size
        if back and len(out) < surplus:
            return f"Crew {table.labels[label]} would have {len(there)} active characters"
        if out and len(out) > max(0, surplus):
            return f"Crew {table.labels[label]} has room"
    strange = [each for each in gone if crew_of(side, each) is None]
    return f"{table.title(strange[0])} is in no Crew" if strange else ""


restores.slots = (
    lambda at, seat: (
        ((), *((each,) for each in restorable(at, seat))) if _asked(at, seat, "restore") else ()
    ),
    lambda at, seat, cards: ((), *((each,) for each in cards),
                             *((each,) for each in companions(
                                 at, seat, range(len(at.sides[seat].crews))))),
)  # fmt: skip


@restores.effect
def _restores(at: Position, seat: int, cards: Pieces, gone: Pieces, note: Notes | None) -> Position:
    at = pop(at)
    table = at.table
    facts = [f"{name_of(at, seat)}.transformed"]
    for label, crew in enumerate(at.sides[seat].crews):
        if crew.everybody:
            facts += where(at, seat, label, "transformed", "size", "might", "traits", "members")
    words = f"{table.titles(cards)} is restored" if cards else ""
    tell(note, "SING-TRANSFORM-04", *facts, text=words)
    at = alter(at, seat, transformed=without(at.sides[seat].transformed, *cards))
    for each in gone:
        tell(note, "SING-TRANSFORM-05", *facts, "discard")
        at = buried(at, seat, each, note)
    return advance(at, note)


@takes.law("SING-LOSS-12")
def of_the_named_kind(at: Position, seat: int, cards: Pieces) -> Verdict:
    """Up to so many discards of the kind that the card names."""
    task = _asked(at, seat, "take")
    if task is None:
        return None
    if len(cards) > task.n or len(set(cards)) < len(cards):
        return f"{len(cards)} cards, at most {task.n}"
    strange = [each for each in cards if each not in takable(at, task.what)]
    if not strange:
        return ""
    title = at.table.title(strange[0])
    if strange[0] in at.discard:
        return f"{title} is not of type {task.what}"
    return f"{title} is not among the discards"


@takes.law("SING-GEN-02", "SING-TREASURE-06")
def a_treasure_of_the_other(at: Position, seat: int, cards: Pieces) -> Verdict:
    """A Treasure of the player whom the effect befalls."""
    task = _asked(at, seat, "steal")
    if task is None:
        return None
    if len(cards) != 1:
        return f"{len(cards)} Treasures, not one"
    return "" if cards[0] in stealable(at, task) else f"{at.table.title(cards[0])} cannot be taken"


@takes.law("SING-TREASURE-06")
def to_a_bearer(at: Position, seat: int, cards: Pieces, bearer: str | None) -> Verdict:
    """A taken Treasure goes to a character with room for it."""
    if bearer is None or len(cards) != 1 or cards[0] not in at.table.cards:
        return None
    task, gear = _asked(at, seat, "steal"), at.table.cards[cards[0]].gear
    if task is None or gear is None:
        return "nobody carries this" if task is None and _asked(at, seat, "take") else None
    if gear.slot == SHARED:
        return f"{at.table.title(cards[0])} is shared"
    if bearer not in bearers(at, seat):
        return f"{at.table.title(bearer)} cannot carry it"
    if has_room(at, at.sides[seat], bearer, gear.slot):
        return ""
    return f"{at.table.title(bearer)} has no room for class {gear.slot}"


def _take_candidates(at: Position, seat: int) -> Sequence[Pieces]:
    task = _asked(at, seat, "take", "steal")
    if task is None:
        return ()
    if task.kind == "take":
        return ((), *((each,) for each in takable(at, task.what)))
    return tuple((each,) for each in stealable(at, task))


takes.slots = (_take_candidates, lambda *_: (None,))


@takes.effect
def _takes(
    at: Position, seat: int, cards: Pieces, bearer: str | None, note: Notes | None
) -> Position:
    task = at.agenda[-1]
    at = pop(at)
    name = name_of(at, seat)
    words = f"{name} takes {at.table.titles(cards)}" if cards else ""
    if task.kind == "take":
        tell(note, "SING-LOSS-12", f"{name}.hand", "discard", text=words)
        for each in cards:
            at = lifted(at, each)
        at = alter(at, seat, hand=(*at.sides[seat].hand, *cards))
        return advance(at, note)
    piece = cards[0]
    victim = _treasure_owner(at, piece)
    facts = [f"{name}.treasures", f"{name}.shared"]
    if victim is not None:
        facts += [f"{name_of(at, victim)}.treasures", f"{name_of(at, victim)}.shared"]
    tell(note, "SING-GEN-02", *facts, text=words)
    at = discarded(lifted(at, piece), piece)
    if bearer is not None:
        at = alter(lifted(at, piece), seat, carried=(*at.sides[seat].carried, (piece, bearer)))
        return advance(at, note)
    return advance(push(at, Task("give", seat, by=seat, of=seat, card=piece)), note)


# ---- rewards

tie(joins, "join")
tie(gives, "give")


@joins.law("SING-CHAL-14", "SING-CREW-02")
def room_to_join(at: Position, seat: int, yes: bool) -> Verdict:
    """A Foe joins only where there is room."""
    task = _asked(at, seat, "join")
    if task is None or not yes:
        return None
    side = at.sides[seat]
    crew = side.crews[task.crew]
    if not crew.leader:
        return "the Crew is gone"
    there = len(active(side, crew))
    return "" if there < at.table.crew_size else f"the Crew has {there} active characters"


joins.slots = (lambda _at, _seat: (True, False),)


@joins.effect
def _joins(at: Position, seat: int, yes: bool, note: Notes | None) -> Position:
    task = at.agenda[-1]
    at = pop(at)
    title = at.table.title(task.card)
    facts = ("discard", *where(at, seat, task.crew, "members", "might", "traits", "size"))
    if not yes:
        tell(note, "SING-CHAL-14", *facts, text=f"{title} is discarded")
        return advance(at, note)
    at = lifted(at, task.card)
    crew = at.sides[seat].crews[task.crew]
    at = alter_crew(at, seat, task.crew, members=(*crew.members, task.card))
    text = f"{title} joins Crew {at.table.labels[task.crew]} of {name_of(at, seat)}"
    tell(note, "SING-CHAL-14", *facts, text=text)
    tell(note, "SING-CREW-07", *facts)
    return advance(at, note)


@gives.law("SING-TREASURE-06")
def to_an_active_character(at: Position, seat: int, bearer: str | None) -> Verdict:
    """Its bearer is an active character of the player."""
    if _asked(at, seat, "give") is None or bearer is None:
        return None
    return "" if bearer in bearers(at, seat) else f"{at.table.title(bearer)} cannot carry it"


@gives.law("SING-TREASURE-07")
def refused_only_without_room(at: Position, seat: int, bearer: str | None) -> Verdict:
    """It is discarded only if nobody has its slot free."""
    task = _asked(at, seat, "give")
    if task is None or bearer is not None:
        return None
    free = free_bearers(at, seat, at.table.gear(task.card).slot)
    return f"{at.table.title(free[0])} has the slot free" if free else ""


def _give_law(slot: str) -> Any:
    def one_of_a_class(at: Position, seat: int, bearer: str | None, old: str | None) -> Verdict:
        """A character carries so many of this class."""
        task = _asked(at, seat, "give")
        if task is None or bearer is None or at.table.gear(task.card).slot != slot:
            return None
        side = at.sides[seat]
        if has_room(at, side, bearer, slot):
            return None if old is None else f"{at.table.title(bearer)} has room"
        there = in_slot(at, side, bearer, slot)
        return "" if old in there else f"{at.table.title(bearer)} carries {at.table.titles(there)}"

    return one_of_a_class


for _slot, _rule in (
    ("weapon", "SING-TREASURE-01"), ("armor", "SING-TREASURE-02"), ("shield", "SING-TREASURE-03"),
):  # fmt: skip
    gives.add(_give_law(_slot), (_rule, "SING-TREASURE-07"))

gives.slots = (
    lambda at, seat: (*bearers(at, seat), None) if _asked(at, seat, "give") else (),
    lambda at, seat, bearer: (
        (None,) if bearer is None else
        (None, *in_slot(at, at.sides[seat], bearer, at.table.gear(at.agenda[-1].card).slot))
    ),
)  # fmt: skip


@gives.effect
def _gives(
    at: Position, seat: int, bearer: str | None, old: str | None, note: Notes | None
) -> Position:
    from validator.games.sing_o_muse.playing import borne

    task = at.agenda[-1]
    at = pop(at)
    if bearer is None:
        text = f"{at.table.title(task.card)} is discarded"
        tell(note, "SING-TREASURE-07", "discard", text=text)
        return advance(at, note)
    return advance(borne(at, seat, task.card, bearer, old, note), note)


# ---- picking


@picks.law("SING-TURN-02")
def something_to_pick(at: Position, seat: int, _: Any) -> Verdict:
    """A choice needs a question."""
    if _asked(at, seat, "crew", "shed", "lose") is not None or at.champions:
        return ""
    return "nothing asks for 'picks'"


@picks.law("SING-LOSS-03", "SING-LOSS-02", "SING-TREASURE-06")
def what_may_be_picked(at: Position, seat: int, what: Any) -> Verdict:
    """One of those that the effect can befall."""
    task = _asked(at, seat, "crew", "shed", "lose")
    if task is None or what in _pick_candidates(at, seat):
        return None if task is None else ""
    return "that cannot be picked"


def _pick_candidates(at: Position, seat: int) -> Sequence[Any]:
    task = _asked(at, seat, "crew", "shed", "lose")
    if task is None:
        return ()
    if task.kind == "crew":
        return task.crews
    return eligible(at, task) if task.kind == "lose" else treasures_of(at, task.of)


picks.slots = (lambda at, seat: _pick_candidates(at, seat) if _asked(at, seat, "crew") else (),)


@picks.effect
def _picks(at: Position, seat: int, what: Any, note: Notes | None) -> Position:
    task = at.agenda[-1]
    if task.kind != "crew":
        return _loses(at, seat, what, note)
    at = pop(at)
    below = at.agenda[-1]
    tell(note, "SING-LOSS-03", "pending")
    return advance(push(pop(at), below._replace(crews=(what,))), note)


tie(learns, "learn")


@learns.law("SING-LOSS-09", "SING-CREW-01")
def a_leading_hero(at: Position, seat: int, hero: str) -> Verdict:
    """A leading Hero of the player whom it befalls."""
    task = _asked(at, seat, "learn")
    if task is None or hero in learners(at, task):
        return None if task is None else ""
    return f"{at.table.title(hero)} leads no Crew of {name_of(at, task.of)}"


learns.slots = (lambda at, seat: learners(at, task) if (task := _asked(at, seat, "learn")) else (),)


@learns.effect
def _learns(at: Position, _: int, hero: str, note: Notes | None) -> Position:
    task = at.agenda[-1]
    return advance(learned(pop(at), task, hero, note), note)


# ---- an answer in the same line: 'hold X on TARGET'


def answer(at: Position, seat: int, piece: str) -> Move | None:
    """The answer that a target means, if something is asked of this player."""
    top = at.top
    if top is None or top.seat != seat:
        return None
    args: dict[str, tuple[Any, ...]] = {
        "lose": ("loses", piece), "shed": ("loses", piece), "block": ("blocks", piece),
        "clear": ("clears", piece), "learn": ("learns", piece), "bump": ("bumps", (piece,)),
        "restore": ("restores", (piece,), ()), "take": ("takes", (piece,), None),
        "steal": ("takes", (piece,), None), "promote": ("promotes", piece),
    }  # fmt: skip
    if top.kind == "choose":
        owner = next((s for s, side in enumerate(at.sides) if piece in held(side)), None)
        return None if owner is None else Move(seat, "versus", (owner,))
    if top.kind not in args:
        return None
    verb, *rest = args[top.kind]
    return Move(seat, verb, tuple(rest))


_BY_NAME = {verb.name: verb for verb in VERBS}


class Named(NamedTuple):
    """The position after a line named a target, or the rules that the target breaks."""

    at: Position
    breaches: tuple[Breach, ...] = ()


def named(at: Position, seat: int, piece: str, note: Notes | None) -> Named:
    """Answer what an effect asks of a player with the target that its line names.

    `at` is the position from `advance` with `asking`. A card of an opponent chooses that opponent;
    if the effect then asks this player for a card, the same target answers that as well.
    """
    if answer(at, seat, piece) is None and not _befalls(at, seat, piece):
        return Named(at, (_unasked(at, piece),))
    while (move := answer(at, seat, piece)) is not None:
        verb = _BY_NAME[move.verb]
        if breaches := tuple(verb.breaches(at, move)):
            return Named(at, breaches)
        if verb is not versus:
            return Named(verb.does(at, seat, *move.args, note))
        at = advance(_against(at, seat, move.args[0], note), note, asking=True)
    return Named(advance(at, note))


def _befalls(at: Position, seat: int, piece: str) -> bool:
    """Whether a target only names the player who is asked now: there was nothing to choose."""
    top = at.top
    return top is not None and top.of not in (-1, seat) and piece in held(at.sides[top.of])


def _unasked(at: Position, piece: str) -> Breach:
    """The rule by which a target cannot be named here."""
    top, title = at.top, at.table.title(piece)
    if top is not None and top.kind == "lose" and top.seat == CHANCE:
        rule = "SING-LOSS-03" if top.what.endswith("companion") else "SING-LOSS-04"
        return Breach(rule, f"a blind draw decides, so {title} cannot be named")
    if top is not None and top.seat != CHANCE and top.kind in ASKED:
        rules, words = ASKED[top.kind]
        return Breach(rules[0], f"{title} is no answer: {name_of(at, top.seat)} {words}")
    return Breach("SING-LOSS-11", f"nobody chooses here, so {title} cannot be named")


def forgot_to_settle(at: Position) -> tuple[str, str]:
    """A limit that a re-arrangement after a War still breaks: rule and facts."""
    for seat in at.window:
        rule, facts = over_limit(at, seat)
        if rule:
            return rule, facts
    return "", ""

"""Judging what lies still: the kit, its cards, a laid-out starting table, a position.

``table judge kit {philosophers: {Aesop: 5}}`` takes the kit of the game with this difference and
judges it by the rules on components; ``judge cards``, ``setup`` and ``position`` work alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from validator.core.frozen_map import Record
from validator.core.location import did_you_mean
from validator.core.model import Card, Component, Game
from validator.games.nine_muses.cards import KINDS, WORDS, amounts, kind_index
from validator.referee.core import Judge
from validator.referee.facts import FactError, Given, merged

DECKS = ("philosophers", "muses", "aristotle")
DIGITS = ("tens", "ones")  # the two cards of a score pair, by the digit that they show


def kit_facts(game: Game) -> Record:
    """How many of what the game's kit prints."""
    found = {component.id: component for component in game.components}
    facts: dict[str, Any] = {
        "aristotle": _pieces(found.get("aristotle")),
        "muses": _by_title(found.get("muses")),
        "philosophers": _by_title(found.get("philosophers")),
    }
    reference = 0
    score, tokens = dict.fromkeys(DIGITS, 0), dict.fromkeys(WORDS, 0)
    for component in game.components:
        if component.id in DECKS:
            continue
        for card in component.cards:
            about = f"{component.id} {component.title} {card.id} {card.title}".lower()
            own = f"{card.id} {card.title}".lower()
            if digit := _digit(card):
                score[digit] += card.copies
            elif "reference" in about and component.kind == "deck":
                reference += card.copies
            elif component.kind == "token":
                for word in WORDS:
                    if word in own:
                        tokens[word] += card.copies
    facts |= {
        "score": Record(score),
        "reference": reference,
        "tokens": Record(tokens),
    }
    return Record(facts)


def _digit(card: Card) -> str | None:
    """Which digit of a score a card shows: tens or ones. None if it is no score card."""
    own = f"{card.id} {card.title}".lower()
    return next((digit for digit in DIGITS if digit in own), None)


def _score_cards(game: Game) -> Iterator[tuple[str, Card]]:
    """The score cards that a game prints, each with the digit that it shows."""
    for component in game.components:
        for card in component.cards if component.id not in DECKS else ():
            if card.copies and (digit := _digit(card)):
                yield digit, card


def _pieces(component: Component | None) -> int:
    return component.pieces if component else 0


def _by_title(component: Component | None) -> Record:
    titles: dict[str, int] = {}
    for card in component.cards if component else ():
        titles[card.title] = titles.get(card.title, 0) + card.copies
    return Record(titles)


def _sum(counts: dict[str, int] | int) -> int:
    return counts if isinstance(counts, int) else sum(counts.values())


def _counts(facts: Mapping[str, Any], name: str) -> dict[str, int] | int:
    if isinstance(number := facts.get(name), int):
        return number
    given = Given(facts.get(name), (name,))
    return {str(key): given.whole(key, 0) for key in given.facts}


def judge_kit(game: Game, facts: Mapping[str, Any], judge: Judge) -> None:
    """The counts of a kit against the catalogue; a plain number stands for all of a kind."""
    rule = game.rules
    given = Given(facts)
    totals = {"philosophers": "NINE-COMP-05", "muses": "NINE-COMP-02", "score": "NINE-COMP-03",
              "tokens": "NINE-COMP-06"}  # fmt: skip
    for name, id_ in totals.items():
        if isinstance(facts.get(name), int):
            judge.same(id_, rule[id_].count, given.whole(name, 0), name)
    aristotle = given.whole("aristotle", 0)
    reference = given.whole("reference", 0)
    muses, score, tokens, philosophers = (
        _counts(facts, name) for name in ("muses", "score", "tokens", "philosophers")
    )
    for name in ("muses", "score", "tokens", "philosophers"):
        given.raw(name)
    given.done()
    judge.same("NINE-COMP-01", rule["NINE-COMP-01"].count, aristotle, "Aristotle cards")
    each: dict[str, int]
    if not isinstance(muses, int):
        each = dict.fromkeys(rule["NINE-COMP-02"].names, 1)
        judge.same("NINE-COMP-02", each, muses, "Muses")
        judge.same("NINE-COMP-02", rule["NINE-COMP-02"].count, sum(muses.values()), "Muse cards")
    if not isinstance(score, int):
        each = {"tens": rule["NINE-COMP-03"].tens, "ones": rule["NINE-COMP-03"].ones}
        judge.same("NINE-COMP-03", each, score, "score cards")
        least, most = rule["NINE-COMP-11"].lowest, rule["NINE-COMP-11"].highest
        pairs_there = min(score.get("tens", 0), score.get("ones", 0))
        judge.holds("NINE-COMP-11", pairs_there > 0, f"no pair can show {least} to {most}")
        for digit, card in _score_cards(game):
            _judge_digits(game, digit, card.title, card.fields, judge)
    judge.same("NINE-COMP-04", rule["NINE-COMP-04"].count, reference, "Reference cards")
    if not isinstance(philosophers, int):
        each = dict(rule["NINE-COMP-05"].kinds)
        judge.same("NINE-COMP-05", each, philosophers, "Philosophers")
    if not isinstance(tokens, int):
        each = {word: getattr(rule["NINE-COMP-06"], word) for word in WORDS}
        judge.same("NINE-COMP-06", each, tokens, "tokens")
        names = {word.capitalize() for word in tokens}
        judge.same("NINE-KNOW-01", set(rule["NINE-KNOW-01"].types), names, "types of Knowledge")
    cards = aristotle + reference + sum(map(_sum, (muses, score, philosophers)))
    judge.same("NINE-COMP-07", rule["NINE-COMP-07"].cards, cards, "cards in all")


def card_facts(game: Game) -> Record:
    """What the cards show, by title; a list if two printings of a name differ."""
    facts: dict[str, Any] = {"stand_in": game.licence.stand_in}
    for component in game.components:
        if component.id in DECKS:
            for card in component.cards:
                one = Record({**card.fields, "source": card.source, "deck": component.id})
                old = facts.get(card.title)
                if old is None:
                    facts[card.title] = one
                else:
                    facts[card.title] = (*(old if isinstance(old, tuple) else (old,)), one)
    for digit, card in _score_cards(game):
        facts[card.title] = Record({**card.fields, "source": card.source, "deck": digit})
    return Record(facts)


def judge_cards(game: Game, facts: Mapping[str, Any], judge: Judge) -> None:
    """What cards show against the catalogue."""
    known = card_facts(game)
    notice = facts.get("stand_in")
    judge.holds("NINE-RUL-14", bool(notice), "nothing says that the cards are a stand-in")
    for title, card in facts.items():
        if title == "stand_in":
            continue
        printings = card if isinstance(card, tuple) else (card,)
        base = known.get(title) or _new_card(title, printings[0], known)
        base = base if isinstance(base, Record) else base[0]
        full = [merged(base, each, 1) for each in printings]
        for each in full:
            if not isinstance(each, Mapping):
                raise FactError((title,), "expected what the card shows, by name")
            _judge_card(game, title, each, judge)
        alike = all(each.get("options") == full[0].get("options") for each in full)
        if base["deck"] == "philosophers":
            judge.holds("NINE-COMP-09", alike, f"{title}: cards of one name differ")


def _new_card(title: str, card: Any, known: Mapping[str, Any]) -> Record:
    """What a card of no deck says of itself: the deck that its fields belong to."""
    marks = {"options": "philosophers", "condition": "muses", "benefit": "muses"}
    for name, deck in marks.items() if isinstance(card, Mapping) else ():
        if name in card:
            return Record({"deck": deck, "source": "original"})
    raise FactError((title,), f"no card '{title}'{did_you_mean(title, known)}")


def _judge_card(game: Game, title: str, card: Mapping[str, Any], judge: Judge) -> None:
    own = card.get("source") in ("original", "ruling")
    judge.holds("NINE-RUL-14", own, f"{title} is not marked as a stand-in")
    if card["deck"] == "muses":
        judge.holds("NINE-COMP-08", _says(card.get("condition")), f"{title} shows no condition")
        judge.holds("NINE-COMP-08", _says(card.get("benefit")), f"{title} shows no benefit")
    elif card["deck"] == "philosophers":
        options = card.get("options") or ()
        options = options if isinstance(options, tuple) else (options,)
        least = game.rules["NINE-COMP-09"].min_options
        facts = f"{title} shows {len(options)} options, not {least} or more"
        judge.holds("NINE-COMP-09", len(options) >= least, facts)
        gains = all(isinstance(each, Mapping) and _says(each.get("gain")) for each in options)
        judge.holds("NINE-COMP-09", gains, f"{title}: an option gains nothing")
    elif card["deck"] in DIGITS:
        _judge_digits(game, card["deck"], title, card, judge)
    else:
        fields = [card, *(each for each in card.values() if isinstance(each, Mapping))]
        shown = {
            KINDS[index]
            for each in fields
            for key, value in each.items()
            if value is not None and (index := kind_index(str(key))) is not None
        }
        lacks = [word for kind, word in zip(KINDS, WORDS, strict=True) if kind not in shown]
        judge.holds("NINE-COMP-10", not lacks, f"{title} shows no VP for {', '.join(lacks)}")


def _judge_digits(
    game: Game, digit: str, title: str, card: Mapping[str, Any], judge: Judge
) -> None:
    """A score card shows its digit of every score, and no other."""
    rule = game.rules["NINE-COMP-11"]
    scores = range(rule.lowest, rule.highest + 1)
    needed = sorted({score // 10 if digit == "tens" else score % 10 for score in scores})
    shown: list[Any] = []
    for field in (card.get("digits"), card.get("turned")):
        shown += field if isinstance(field, tuple) else () if field is None else (field,)
    lacks = [str(each) for each in needed if each not in shown]
    more = [str(each) for each in shown if each not in needed]
    span = f"of the scores {rule.lowest} to {rule.highest}"
    facts = f"{title} shows no {', '.join(lacks)} for the {digit} digit {span}"
    judge.holds("NINE-COMP-11", not lacks, facts)
    facts = f"{title} shows {', '.join(more)}, which is no {digit} digit {span}"
    judge.holds("NINE-COMP-11", not more, facts)


def _says(value: Any) -> bool:
    """Whether a part of a card says anything."""
    return isinstance(value, Mapping) and any(each not in (None, (), 0) for each in value.values())


# ---- a laid-out starting table


def table_facts(game: Game, players: tuple[str, ...]) -> Record:
    """The starting table that the rules ask for, with hands in the order of the data."""
    rule = game.rules
    count = len(players)
    pool = rule["NINE-SETUP-03"].pool
    muses = tuple(_by_title_of(game, "muses"))
    deck: list[str] = []
    for title, copies in _by_title_of(game, "philosophers").items():
        deck += [title] * copies
    each, centre = rule["NINE-SETUP-07"].cards_each, rule["NINE-SETUP-06"].centre
    start = rule["NINE-SETUP-09"]
    own = rule["NINE-SETUP-08"]
    facts: dict[str, Any] = {
        "players": count,
        "put_out": pool.get(count, ()),
        "pool": rule["NINE-SETUP-10"].pool_after_setup.get(count, ()),
        "box": rule["NINE-SETUP-04"].box.get(count, ()),
        "aristotle": "up",
        "centre": muses[:centre],
        "muse_deck": muses[centre:],
        "deck": tuple(deck[each * count :]),
    }
    for seat, name in enumerate(players):
        facts[name] = Record(
            {
                "craft": start.craft_each,
                "science": start.science_each,
                "ethics": start.ethics_each,
                "hand": tuple(deck[each * seat : each * (seat + 1)]),
                "tens": own.tens,
                "ones": own.ones,
                "shown": own.score,
                "reference": own.reference,
                "muses": (),
            }
        )
    return Record(facts)


def _by_title_of(game: Game, name: str) -> Record:
    found = {component.id: component for component in game.components}
    return _by_title(found.get(name))


def judge_setup(
    game: Game, players: tuple[str, ...], facts: Mapping[str, Any], judge: Judge
) -> None:
    """A starting table against the rules of the set-up."""
    rule = game.rules
    given = Given(facts)
    count = given.whole("players", len(players))
    least, most = rule["NINE-SETUP-01"].min, rule["NINE-SETUP-01"].max
    judge.holds("NINE-SETUP-01", least <= count <= most, f"{count} players, not {least} to {most}")
    if count not in rule["NINE-SETUP-03"].pool:
        return
    amounts: tuple[tuple[str, str, str, str], ...] = (
        ("NINE-SETUP-03", "put_out", "pool", "the pool before the first gifts"),
        ("NINE-SETUP-04", "box", "box", "the box"),
        ("NINE-SETUP-10", "pool", "pool_after_setup", "the pool"),
    )
    for id_, name, datum, words in amounts:
        expected = getattr(rule[id_], datum)[count]
        judge.same(id_, tuple(expected), _triple(given, name, expected), words)
    judge.same("NINE-SETUP-05", "up", str(given.raw("aristotle")), "Aristotle")
    titles = {name: set(_by_title_of(game, name)) for name in ("muses", "philosophers")}
    centre, muse_deck, deck = (_list(given, name) for name in ("centre", "muse_deck", "deck"))
    judge.same("NINE-SETUP-06", rule["NINE-SETUP-06"].centre, len(centre), "Muses in the centre")
    judge.same("NINE-SETUP-06", rule["NINE-SETUP-06"].deck, len(muse_deck), "Muses in the deck")
    mixed = [each for each in (*centre, *muse_deck) if each in titles["philosophers"]]
    mixed += [each for each in deck if each in titles["muses"]]
    judge.holds("NINE-SETUP-02", not mixed, f"{', '.join(mixed[:3])} in the wrong deck")
    for name in players:
        own = given.inner(name)
        hand = _list(own, "hand")
        need = rule["NINE-SETUP-07"].cards_each
        judge.same("NINE-SETUP-07", need, len(hand), f"{name}'s cards")
        for datum in ("tens", "ones", "reference"):
            need = getattr(rule["NINE-SETUP-08"], datum)
            judge.same("NINE-SETUP-08", need, own.whole(datum, need), f"{name}'s {datum}")
        score = rule["NINE-SETUP-08"].score
        judge.same("NINE-SETUP-08", score, own.whole("shown", score), f"{name}'s score")
        for word in WORDS:
            need = getattr(rule["NINE-SETUP-09"], f"{word}_each")
            judge.same("NINE-SETUP-09", need, own.whole(word, need), f"{name}'s {word}")
        own.raw("muses")
        own.done()
    given.done()


def _triple(given: Given, name: str, default: Any) -> tuple[int, ...]:
    found = amounts(given.raw(name, default))
    if found is None:
        raise given.wrong(name, "expected [C, S, E]")
    return found


def _list(given: Given, name: str) -> tuple[str, ...]:
    value = given.raw(name, ())
    if not isinstance(value, tuple):
        raise given.wrong(name, "expected a list of cards")
    return tuple(str(each) for each in value)

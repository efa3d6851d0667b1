"""Checks the kit, the cards, the set-up and positions of Nine Muses against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from validator.games.nine_muses.cards import KINDS, WORDS
from validator.games.nine_muses.constants import Table
from validator.games.nine_muses.facts import AMOUNTS, from_start, position_errors
from validator.referee import api as ref
from validator.referee.api import Collector, FrozenMap, Game
from validator.referee.component_checks import COUNTS_OR_ALL, TEXTS, all_of, changed_card, players
from validator.referee.core import Judged

DECKS = ("philosophers", "muses", "aristotle", "scores")
DIGITS = ("tens", "ones")  # the two cards of a score pair, by the digit that they show

# ---- the kit


def _pairs(score: Any, seen: ref.Seen) -> str | None:
    """Return an error unless there are score cards for tens and ones."""
    if isinstance(score, int):
        return None
    least, most = seen.number("NINE-COMP-11.lowest"), seen.number("NINE-COMP-11.highest")
    wrong = f"the pair of score cards cannot show every score from {least} to {most}"
    return "" if all(map(score.get, DIGITS)) else wrong


def _in_all(seen: ref.Seen, to: Collector) -> None:
    """Check the totals of several parts, and the values on the score cards."""
    decks = (seen.aristotle, seen.muses, seen.score, seen.reference, seen.philosophers)
    to.same("NINE-COMP-07", seen.number("NINE-COMP-07.cards"), sum(map(all_of, decks)),
            "cards in all")  # fmt: skip
    if not isinstance(seen.tokens, int):
        names = {word.capitalize() for word in seen.tokens}
        to.same("NINE-KNOW-01", set(seen.number("NINE-KNOW-01.types")), names, "types of Knowledge")
    for title, cards in _shown(seen.table.game).items():
        if cards[0]["deck"] in DIGITS:
            _judge_digits(seen.table.game, title, cards[0], to)


KIT = ref.Subject(
    (
        ref.part("aristotle", ref.copies("aristotle"), ref.same("NINE-COMP-01.count"),
                 what="Aristotle cards"),
        ref.part("muses", ref.titles("muses"), ref.counted("NINE-COMP-02.names", "Muses"),
                 ref.total("NINE-COMP-02.count", "Muse cards"), kind=COUNTS_OR_ALL),
        ref.part("score", ref.designs("scores", DIGITS), ref.counted("NINE-COMP-03", names=DIGITS),
                 ref.total("NINE-COMP-03.count"), ref.ask("NINE-COMP-11", _pairs),
                 kind=COUNTS_OR_ALL, what="score cards"),
        ref.part("reference", ref.copies("references"), ref.same("NINE-COMP-04.count"),
                 what="Reference cards"),
        ref.part("philosophers", ref.titles("philosophers"), ref.counted("NINE-COMP-05.kinds"),
                 ref.total("NINE-COMP-05.count"), kind=COUNTS_OR_ALL, what="Philosophers"),
        ref.part("tokens", ref.designs("tokens", WORDS), ref.counted("NINE-COMP-06", names=WORDS),
                 ref.total("NINE-COMP-06.count"), kind=COUNTS_OR_ALL),
    ),
    also=_in_all,
)  # fmt: skip

# ---- cards

MARKS = {"options": "philosophers", "condition": "muses", "benefit": "muses"}


def _shown(game: Game) -> dict[str, tuple[FrozenMap, ...]]:
    """Return the contents of the cards by title, each with its source and deck.

    A score card's deck is named by its digit.
    """
    found: dict[str, tuple[FrozenMap, ...]] = {}
    for deck in game.components:
        for card in deck.cards if deck.id in DECKS else ():
            score = deck.id == "scores"
            if not score or (card.copies and card.id in DIGITS):
                own = {"source": card.source, "deck": card.id if score else deck.id}
                found[card.title] = (*found.get(card.title, ()), FrozenMap({**card.fields, **own}))
    return found


def _judge_cards(state: Any, changes: Mapping[str, Any], to: Collector) -> None:
    """Check the contents of the cards, each version of a title separately."""
    game: Game = state.table.game
    notice = changes.get("placeholders", game.licence.placeholders)
    to.holds("NINE-RUL-14", bool(notice),
             "the credits must say that the texts of the cards are placeholders")  # fmt: skip
    shown = _shown(game)
    fields = {each.id: tuple(each.fields) for each in game.components}
    for title, change in changes.items():
        if title != "placeholders":
            base = shown[title][0] if title in shown else None
            if base is None and isinstance(change, Mapping):  # a new card: its fields say its deck
                decks = (MARKS[name] for name in change if name in MARKS)
                base = next((FrozenMap({"deck": deck, "source": "original"}) for deck in decks),
                            None)  # fmt: skip
            deck = base["deck"] if base else ""
            known = ("source", *fields.get("scores" if deck in DIGITS else deck, ()))
            printings = change if isinstance(change, tuple) else (change,)
            shown[title] = tuple(changed_card(title, base, one, shown, known,
                                              1) for one in printings)  # fmt: skip
    for title, cards in shown.items():
        for each in cards:
            _judge_card(game, title, each, to)
        if cards[0]["deck"] == "philosophers":
            alike = all(each.get("options") == cards[0].get("options") for each in cards)
            to.holds("NINE-COMP-09", alike, f"the cards named {title} have different options")


def _judge_card(game: Game, title: str, card: Mapping[str, Any], to: Collector) -> None:
    """Check that a card shows what the rules require of its deck."""
    own = card.get("source") in ("original", "ruling")
    to.holds("NINE-RUL-14", own, f"{title} must be marked as a placeholder")
    if card["deck"] == "muses":
        for field in ("condition", "benefit"):
            to.holds("NINE-COMP-08", _says(card.get(field)), f"{title} shows no {field}")
    elif card["deck"] == "philosophers":
        options = card.get("options") or ()
        options = options if isinstance(options, tuple) else (options,)
        least = game.rules["NINE-COMP-09"].min_options
        facts = f"{title} shows {len(options)} options; expected {least} or more"
        to.holds("NINE-COMP-09", len(options) >= least, facts)
        gains = all(isinstance(each, Mapping) and _says(each.get("gain")) for each in options)
        to.holds("NINE-COMP-09", gains, f"{title}: an option gains nothing")
    elif card["deck"] in DIGITS:
        _judge_digits(game, title, card, to)
    else:
        rates = card.get("rates") or {}
        lacks = [word for kind, word in zip(KINDS, WORDS, strict=True) if rates.get(kind) is None]
        to.holds("NINE-COMP-10", not lacks, f"{title} shows no VP for {', '.join(lacks)}")


def _judge_digits(game: Game, title: str, card: Mapping[str, Any], to: Collector) -> None:
    """Check that the score cards show all values of a digit."""
    rule, digit = game.rules["NINE-COMP-11"], card["deck"]
    scores = range(rule.lowest, rule.highest + 1)
    needed = sorted({score // 10 if digit == "tens" else score % 10 for score in scores})
    shown: list[Any] = []
    for field in (card.get("digits"), card.get("turned")):
        shown += field if isinstance(field, tuple) else () if field is None else (field,)
    lacks = ", ".join(str(each) for each in needed if each not in shown)
    more = ", ".join(str(each) for each in shown if each not in needed)
    span = f"of the scores {rule.lowest} to {rule.highest}"
    to.holds("NINE-COMP-11", not lacks, f"{title} shows no {lacks} for the {digit} digit {span}")
    facts = f"{title} shows {more}, which is not a {digit} digit {span}"
    to.holds("NINE-COMP-11", not more, facts)


def _says(value: object) -> bool:
    """Return whether a part of a card has any content."""
    return isinstance(value, Mapping) and any(each not in (None, (), 0) for each in value.values())


# ---- a laid-out starting table


def _deck(table: Table) -> tuple[str, ...]:
    return tuple(title for title in table.philosophers for _ in range(table.copies[title]))


def _not(kind: str) -> Any:
    """Return a check that no card of this kind is in a deck of another kind."""

    def wrong(cards: tuple[str, ...], seen: ref.Seen) -> str:
        mixed = [card for card in cards if card in getattr(seen.table, kind)]
        return f"wrong deck for {', '.join(mixed[:3])}" if mixed else ""

    return ref.ask("NINE-SETUP-02", wrong)


SETUP = ref.Subject(
    (
        players("NINE-SETUP-01.min", "NINE-SETUP-01.max"),
        ref.follows("put_out", "NINE-SETUP-03.pool.{players}", kind=AMOUNTS,
                    what="the pool before the first gifts"),
        ref.follows("box", "NINE-SETUP-04.box.{players}", kind=AMOUNTS, what="the box"),
        ref.follows("pool", "NINE-SETUP-10.pool_after_setup.{players}", kind=AMOUNTS,
                    what="the pool"),
        ref.part("aristotle", "up", ref.is_("NINE-SETUP-05", "up"), kind=ref.TEXT,
                 what="Aristotle"),
        ref.part("centre", lambda table: tuple(table.muses)[: table.centre],
                 ref.same("NINE-SETUP-06.centre", len, "Muses in the centre"),
                 _not("philosophers"), kind=TEXTS),
        ref.part("muse_deck", lambda table: tuple(table.muses)[table.centre :],
                 ref.same("NINE-SETUP-06.deck", len, "Muses in the deck"),
                 _not("philosophers"), kind=TEXTS),
        ref.part("deck", lambda table: _deck(table)[table.first_cards * len(table.players) :],
                 _not("muses"), kind=TEXTS),
    ),
    own=(
        ref.part("hand",
                 lambda t, seat: _deck(t)[t.first_cards * seat : t.first_cards * (seat + 1)],
                 ref.same("NINE-SETUP-07.cards_each", len), kind=TEXTS, what="cards"),
        *(ref.follows(name, f"NINE-SETUP-08.{name}") for name in ("tens", "ones", "reference")),
        ref.follows("shown", "NINE-SETUP-08.score", what="score"),
        *(ref.follows(word, f"NINE-SETUP-09.{word}_each") for word in WORDS),
        ref.part("muses", (), kind=TEXTS),
    ),
)  # fmt: skip

SUBJECTS: dict[str, Judged] = {
    "kit": KIT,
    "cards": ref.Function(_judge_cards, "{CARD: {…}} with the fields of its deck"),
    "setup": SETUP,
    "position": ref.PositionSubject(from_start, position_errors, ("NINE-COMP-12", "NINE-COMP-13")),
}

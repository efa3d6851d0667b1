"""The Story Sheet of a script: what is written on it, and who likes it or objects to it.

In the rulebook: Filling in the Story Sheet; Questions.

The rules that also hold for a sheet of paper are in `filled_sheets`.
``table judge sheet {scenes: 1}`` checks the kit's sample sheet with the difference in braces. A
number means that many entries; a Question is written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from validator.core.filled import FilledSheet, Value
from validator.core.model import Rules
from validator.core.tree import Mapping as MappingNode
from validator.core.tree import Node, Scalar, Sequence
from validator.games.muse.constants import CRISIS, Table
from validator.games.muse.filled_sheets import judged
from validator.games.muse.state import State
from validator.referee.api import Amount, Collector, FactError, FactReader, FrozenMap

CHECKED = (
    "MUSE-SHEET-01", "MUSE-SHEET-02", "MUSE-SHEET-03", "MUSE-SHEET-04", "MUSE-SHEET-05",
    "MUSE-SHEET-10", "MUSE-SHEET-11", "MUSE-SHEET-20",
    "MUSE-RUL-27",
)  # fmt: skip

CHARACTER = {"name", "goals", "goal", "ties", "relationships", "relationship"}  # its facts
RENAMED = {"characters": "people", "subplot": "subplots"}  # facts of a line -> keys of a sheet


def sheet_facts(table: Table) -> FrozenMap:
    """Return the facts of the kit's sample Story Sheet.

    With the option of a late Crisis, its Crisis Question becomes a Subplot Question.
    """
    samples = next((c for c in table.game.components if c.id == "samples"), None)
    story = samples.cards[0].fields["story"] if samples else FrozenMap({})
    facts = {key: story.get(key) for key in ("seed", "scenes", "threats", "crisis", "subplots")}
    facts["characters"] = story.get("people", ())
    if table.late:
        subplots = (facts["crisis"], *(facts["subplots"] or ()))
        facts |= {"crisis": None, "subplots": subplots}
    return FrozenMap(facts)


def _entries(value: object, what: str) -> list[Any]:
    """Return entries as a list. A number stands for that many entries with placeholder text."""
    if value is None:
        return []
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value < 100:
            raise FactError((what,), "expected a number from 0 to 99")
        return [_filler(number) for number in range(1, value + 1)]
    if isinstance(value, str | Mapping):
        return [value]
    if not isinstance(value, tuple | list):
        raise FactError((what,), "expected a list or a number")
    return list(value)


def _people(reader: FactReader) -> list[dict[str, Any]]:
    """Return the characters, each with the words of their goals and relationships."""
    table = reader.raw("characters", reader.raw("people"))
    people = []
    for entry in _entries(table, "characters"):
        one = dict(entry) if isinstance(entry, Mapping) else {"name": entry}
        if unknown := set(one) - CHARACTER:
            raise FactError(("characters",), f"there is no fact '{min(unknown)}' of a character")
        goals = one.get("goals", one.get("goal", 1))
        ties = one.get("ties", one.get("relationships", one.get("relationship", 1)))
        goals, ties = _entries(goals, "goals"), _entries(ties, "relationships")
        people.append({"name": one.get("name"), "goals": goals, "ties": ties})
    for name, key in (("goals", "goals"), ("relationships", "ties"), ("ties", "ties")):
        if name not in reader:
            continue
        counts = reader.raw(name)
        each = counts if isinstance(counts, tuple) else (counts,) * len(people)
        for person, number in zip(people, each, strict=False):
            person[key] = _entries(number, name)
    return people


def judge_sheet(table: Table, facts: Mapping[str, object], judge: Collector) -> dict[str, Any]:
    """Check a Story Sheet against the catalogue, and return its contents in normal form."""
    reader = FactReader(facts)
    sheet: dict[str, Any] = {
        "seed": reader.raw("seed"),
        "people": _people(reader),
        "scenes": _entries(reader.raw("scenes"), "scenes"),
        "threats": _entries(reader.raw("threats"), "threats"),
        "crisis": reader.raw("crisis"),
        "subplots": _questions(reader),
    }
    reader.raw("goals"), reader.raw("relationships"), reader.raw("ties")
    values: dict[str, Value] = {}
    root = _node(sheet, "", values)
    broken = []
    filled = FilledSheet(root, values, table.options)
    for problem in judged(filled, table.game.rules, table.larger):
        judge.holds(problem.check, False, problem.message)
        broken.append(problem.check)
    questions = ("MUSE-OPT-02",) if table.late else ("MUSE-SHEET-06", "MUSE-SHEET-07")
    judge.kept += [rule for rule in (*CHECKED, *questions) if rule not in broken]
    _more(table, reader, sheet, judge)
    reader.done()
    return sheet


def _questions(reader: FactReader) -> list[Any]:
    value = reader.raw("subplots", reader.raw("subplot"))
    if isinstance(value, int) and not isinstance(value, bool):
        return [f"Will {entry} turn out well?" for entry in _entries(value, "subplots")]
    return _entries(value, "subplots")


def _node(value: object, path: str, values: dict[str, Value]) -> Node:
    """Return a value as a node, as if it came from a data file."""
    if isinstance(value, Mapping):
        mapping = MappingNode("", 0, 0)
        for key, each in value.items():
            mapping.entries[key] = _node(each, f"{path}.{key}".lstrip("."), values)
        return mapping
    if isinstance(value, list):
        sequence = Sequence("", 0, 0)
        for number, each in enumerate(value, 1):
            sequence.items.append(_node(each, f"{path}.{number}", values))
        return sequence
    words = "" if value is None else " ".join(str(value).split())
    if words:
        values[path] = words
    return Scalar("", 0, 0, words or None, words)


def _more(table: Table, reader: FactReader, sheet: Mapping[str, Any], judge: Collector) -> None:
    """Check how a sheet was made, and how many elements it has: a filled sheet shows neither."""
    rule = table.game.rules
    total = len(sheet["people"]) + len(sheet["scenes"]) + len(sheet["threats"])
    total += sum(len(person["goals"]) + len(person["ties"]) for person in sheet["people"])
    least, most = rule["MUSE-SHEET-18"].min, rule["MUSE-SHEET-18"].max
    fits = least <= total and (table.larger or total <= most)
    judge.holds("MUSE-SHEET-18", fits,
                f"the sheet has {total} elements; expected {least} to {most}")  # fmt: skip
    judge.holds("MUSE-OPT-05", table.larger or total <= most,
                f"{total} elements are allowed only with the option for larger sheets")  # fmt: skip
    questions = [each for each in (sheet["crisis"], *sheet["subplots"]) if each]
    number = len(questions)
    room = rule["MUSE-QUEST-09"].questions
    judge.holds("MUSE-QUEST-09", number <= room,
                f"{number} Questions are in play; expected at most {room}")  # fmt: skip
    for words in questions:
        judge_question(table, str(words), judge, once=True)
    _seed(reader, rule, judge)
    slot = reader.whole("slot", 1)
    judge.holds("MUSE-SHEET-07", table.late or slot == 1,
                f"the first Subplot is in slot {slot}; expected slot 1")  # fmt: skip
    _actors(table, reader, sheet, judge)
    ticked = reader.raw("ticked", ())
    judge.holds("MUSE-SETUP-11", not ticked, "no box may be ticked before play begins")
    _likes_and_objections(table, reader, judge)


def _seed(reader: FactReader, rule: Rules, judge: Collector) -> None:
    """Check that a Story Seed is of a known kind, and that genre and tone come together."""
    sort = str(reader.raw("sort", "")).lower()
    if sort:
        known = any(each.startswith(sort) for each in rule["MUSE-SEED-01"].sorts)
        judge.holds("MUSE-SEED-01", known, f"'{sort}' is not a kind of Story Seed")
    genre, tone = reader.raw("genre"), reader.raw("tone")
    if sort.startswith("genre") or genre or tone:
        judge.holds("MUSE-SEED-02", bool(genre and tone),
                    "a Story Seed of genre and tone must name both")  # fmt: skip


def _actors(table: Table, reader: FactReader, sheet: Mapping[str, Any], judge: Collector) -> None:
    """Check the stated characters, on the sheet and in its Questions."""
    names = [str(person["name"]).split(",")[0].strip() for person in sheet["people"]]
    if protagonist := reader.raw("protagonist"):
        judge.holds(("MUSE-RUL-27", "MUSE-QUEST-07"), str(protagonist) in names,
                    f"'{protagonist}' is not one of the characters on the sheet")  # fmt: skip
    real = [name for name in names if name in table.players]
    judge.holds("MUSE-NARR-07", not real,
                f"a character must not be a real player: {', '.join(real)}")  # fmt: skip
    actor, affects = reader.raw("actor"), reader.raw("affects")
    if actor:
        main = str(actor) in names or str(affects) in names
        judge.holds("MUSE-QUEST-03", main,
                    f"either '{actor}' or the character that is affected must be on the "
                    "sheet")  # fmt: skip


def _likes_and_objections(table: Table, reader: FactReader, judge: Collector) -> None:
    """Check the stated likes, objections and approval."""
    if "likes" in reader or "objects" in reader:
        likes = reader.raw("likes", 0)
        likes = likes if isinstance(likes, int) else len(reader.words("likes", table.players))
        least = table.game.rules["MUSE-SHEET-08"].min_likes
        judge.holds("MUSE-SHEET-08", likes >= least,
                    f"the number of players who like it is {likes}; expected at least "
                    f"{least}")  # fmt: skip
        objects = reader.words("objects", table.players)
        words = f"the idea cannot be accepted, because of an objection by {', '.join(objects)}"
        judge.holds("MUSE-SHEET-08", not objects, words)
    if "approved" in reader:
        lacks = set(table.players) - set(reader.words("approved", table.players))
        words = f"approval of the sheet is missing from {', '.join(sorted(lacks))}"
        judge.holds("MUSE-SHEET-19", not lacks, words)


def judge_question(table: Table, words: str, judge: Collector, once: bool = False) -> None:
    """Check the words of a Question.

    With `once`, the ruling on wordings is not recorded, because the check of the sheet has already
    recorded it.
    """
    wrong = table.wording(words)
    for rule in ("MUSE-QUEST-01",) if once else ("MUSE-RUL-27", "MUSE-QUEST-01"):
        judge.holds(rule, not wrong, "{wrong}", wrong=wrong)
    judge.holds("MUSE-QUEST-02", len(words.split()) > 1, "no character acts in this Question")


def _filler(number: int) -> str:
    return f"Somewhat {number}, and a few words about it"


def _said(value: object) -> bool:
    """Return whether a line gives the words of entries, and not only their number."""
    if isinstance(value, Mapping):
        return any(_said(each) for each in value.values())
    if isinstance(value, tuple | list):
        return any(_said(each) for each in value)
    return isinstance(value, str)


def _texts(sheet: Mapping[str, Any], changes: Mapping[str, object]) -> dict[str, str]:
    """Return the words that a line writes on the Story Sheet, by blank."""
    written = {RENAMED.get(name, name) for name, value in changes.items() if _said(value)}
    values: dict[str, Value] = {}
    _node({name: each for name, each in sheet.items() if name in written}, "", values)
    fillers = {_filler(number) for number in range(1, 100)}
    return {path: str(words) for path, words in values.items() if words not in fillers}


def written(state: State, sheet: Mapping[str, Any], changes: Mapping[str, object]) -> State:
    """Return the state with the elements, words and Questions of a Story Sheet."""
    elements: list[str] = []
    people = sheet["people"]
    goals, ties = (sum(len(person[key]) for person in people) for key in ("goals", "ties"))
    counts = (len(people), goals, ties, len(sheet["scenes"]), len(sheet["threats"]))
    for kind, most in zip(state.table.kinds, counts, strict=True):
        elements += [f"{kind}{number}" for number in range(1, most + 1)]
    words = [*sheet["subplots"], "", ""][:CRISIS]
    texts = (str(each or "") for each in (*words, sheet["crisis"]))
    both = zip(state.questions, texts, strict=True)
    questions = tuple(question._replace(text=text) for question, text in both)
    story = tuple(_texts(sheet, changes).items()) or state.story
    return state._replace(elements=tuple(elements), questions=questions, story=story)


def told(sheet: Mapping[str, Any]) -> Iterator[Amount]:
    """Yield the numbers of characters, scenes and threats on a sheet, for messages."""
    for key, one in (("people", "character"), ("scenes", "scene"), ("threats", "threat")):
        yield Amount(len(sheet[key]), one, f"{one}s")

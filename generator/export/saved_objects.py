"""Updates a saved object of Tabletop Simulator: replaces its pictures and keeps everything else.

Objects are matched by their `GMNotes`, where the export stores the card. Positions, scripts, tags
and all other objects are kept.
"""

from __future__ import annotations

import json
from typing import Any

DRAWN = (
    "Nickname", "Description", "CardID", "CustomDeck", "CustomImage", "DeckIDs", "ColorDiffuse",
)  # fmt: skip
MARK = "pieria:"
Thing = dict[str, Any]


def read_saved(data: bytes) -> Thing:
    """Return the contents of a saved object of Tabletop Simulator.

    Raises ValueError.
    """
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is not JSON: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("ObjectStates"), list):
        raise ValueError("it has no 'ObjectStates' list")
    return found


def updated(kept: bytes, fresh: bytes) -> tuple[bytes, list[str]]:
    """Return the saved object with new pictures, and remarks on cards that were added or
    removed.
    """
    old, new = read_saved(kept), json.loads(fresh)
    drawn = {_name(each): each for each in new["ObjectStates"]}
    remarks = []
    found = set()
    for thing in old["ObjectStates"]:
        if isinstance(thing, dict) and _name(thing).startswith(MARK):
            name = _name(thing)
            if name in drawn:
                found.add(name)
                _renew(thing, drawn[name])
            else:
                remarks.append(
                    f"'{thing.get('Nickname', name)}' is no longer in any deck; "
                    "it was left unchanged"
                )
    for name, thing in drawn.items():
        if name not in found:
            old["ObjectStates"].append(thing)
            remarks.append(f"'{thing['Nickname']}' is new on the table")
    if new.get("TabStates"):
        old["TabStates"] = _with_tabs(old.get("TabStates"), new["TabStates"])
    return json.dumps(old, indent=1, ensure_ascii=False).encode(), remarks


def _with_tabs(kept: object, drawn: Thing) -> Thing:
    """Return the tabs of a notebook.

    Chapters of the rulebook replace tabs with the same titles; other tabs are kept.
    """
    titles = {each["title"] for each in drawn.values()}
    own = kept.values() if isinstance(kept, dict) else ()
    others = [each for each in own if isinstance(each, dict) and each.get("title") not in titles]
    tabs = [*drawn.values(), *others]
    return {str(number): each | {"id": number} for number, each in enumerate(tabs)}


def _name(thing: Thing) -> str:
    said = thing.get("GMNotes", "")
    return said.split("\n")[0] if isinstance(said, str) else ""


def _renew(thing: Thing, drawn: Thing) -> None:
    """Put the new pictures and cards into a saved object."""
    for name in DRAWN:
        if name in drawn:
            thing[name] = drawn[name]
    own = [each for each in thing.get("Tags", ()) if each not in drawn.get("Tags", ())]
    if own or "Tags" in drawn:
        thing["Tags"] = [*drawn.get("Tags", ()), *own]
    if "ContainedObjects" not in drawn:
        return
    known = {
        _name(each): each for each in thing.get("ContainedObjects", ()) if isinstance(each, dict)
    }
    cards = []
    for each in drawn["ContainedObjects"]:
        card = known.get(_name(each))
        if card is None:
            cards.append(each)
        else:
            _renew(card, each)
            cards.append(card)
    others = [each for name, each in known.items() if not name.startswith(MARK)]
    for each in others:
        for number, sheet in (each.get("CustomDeck") or {}).items():
            thing["CustomDeck"].setdefault(number, sheet)
    thing["ContainedObjects"] = [*cards, *others]
    thing["DeckIDs"] = [each.get("CardID", 0) for each in thing["ContainedObjects"]]

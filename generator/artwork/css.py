"""Reads the style sheets of a drawing and applies them to its elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.artwork.tree import DrawingError, SvgDocument, SvgNode

MOST_RULES = 5000
MOST_MATCHES = 5_000_000  # comparisons of an element with a selector
# The presentation attributes, which have the lowest priority of all styles.
PROPERTIES = {
    "alignment-baseline", "baseline-shift", "clip-path", "clip-rule", "color", "direction",
    "display", "dominant-baseline", "fill", "fill-opacity", "fill-rule", "filter", "flood-color",
    "flood-opacity", "font", "font-family", "font-size", "font-stretch", "font-style",
    "font-variant", "font-weight", "isolation", "letter-spacing", "lighting-color", "marker",
    "marker-end", "marker-mid", "marker-start", "mask", "mix-blend-mode", "opacity", "overflow",
    "paint-order", "stop-color", "stop-opacity", "stroke", "stroke-dasharray",
    "stroke-dashoffset", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit",
    "stroke-opacity", "stroke-width", "text-anchor", "text-decoration", "text-decoration-line",
    "transform", "transform-origin", "transform-box", "vector-effect", "visibility",
    "white-space", "word-spacing", "writing-mode", "color-interpolation-filters", "mask-type",
    "image-rendering", "shape-rendering", "text-rendering", "enable-background", "clip",
    "color-interpolation",
}  # fmt: skip
_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.DOTALL)
_SIMPLE = re.compile(r"(\*|[\w-]+)?((?:[.#][\w-]+)*)")
_ATOM = re.compile(r"([.#])([\w-]+)")
Compound = tuple[str, frozenset[str], frozenset[str]]  # tag or "", ids, classes


@dataclass(frozen=True)
class StyleRule:
    """The properties that a style sheet sets for elements that match a selector."""

    parts: tuple[tuple[str, Compound], ...]  # from the element outwards, with how each is reached
    weight: tuple[int, int, int]
    said: tuple[tuple[str, str, bool], ...]  # property, value, important


def style(document: SvgDocument) -> None:
    """Set the style of every element from its attributes and the style sheets.

    Inherited properties are not included yet. Raises DrawingError.
    """
    rules = [rule for sheet in document.sheets for rule in _rules(sheet)]
    if len(rules) > MOST_RULES:
        raise DrawingError(f"its style sheets have more than {MOST_RULES:,} rules")
    ordered = sorted(enumerate(rules), key=lambda each: (each[1].weight, each[0]))
    index = _Index([rule for _, rule in ordered])
    for node in document.root.walk():
        _style(node, index)


class _Index:
    """An index of style rules, which avoids comparing every rule with every element."""

    def __init__(self, rules: list[StyleRule]) -> None:
        self.by_key: dict[str, list[tuple[int, StyleRule]]] = {}
        self.left = MOST_MATCHES
        for number, rule in enumerate(rules):
            tag, ids, classes = rule.parts[0][1]
            keys = [
                *(f"#{each}" for each in sorted(ids)),
                *(f".{each}" for each in sorted(classes)),
            ]
            key = keys[0] if keys else tag
            self.by_key.setdefault(key, []).append((number, rule))

    def of(self, node: SvgNode) -> list[StyleRule]:
        keys = ["", node.tag, f"#{node.attributes.get('id', '')}"]
        keys += [f".{each}" for each in node.attributes.get("class", "").split()]
        found = [each for key in dict.fromkeys(keys) for each in self.by_key.get(key, ())]
        ordered = sorted(found, key=lambda each: each[0])
        return [rule for _, rule in ordered if self.fits(rule.parts, node)]

    def fits(self, parts: tuple[tuple[str, Compound], ...], node: SvgNode) -> bool:
        """Return whether a selector matches an element.

        Raises DrawingError if the work exceeds a limit.
        """
        self.left -= 1
        if self.left < 0:
            raise DrawingError("its style sheets have too many rules for this number of elements")
        if not _is(parts[0][1], node):
            return False
        if len(parts) == 1:
            return True
        above = node.parent
        while above is not None:
            if self.fits(parts[1:], above):
                return True
            if parts[1][0] == ">":
                return False
            above = above.parent
        return False


def _style(node: SvgNode, index: _Index) -> None:
    for name in PROPERTIES & node.attributes.keys():
        node.style[name] = node.attributes[name].strip()
    strong: dict[str, str] = {}
    rules = index.of(node) if index.by_key else []
    own = tuple(_declarations(node.attributes.get("style", "")))
    for said in (*(rule.said for rule in rules), own):
        for name, value, important in said:
            (strong if important else node.style)[name] = value
    node.style |= strong


def _is(compound: Compound, node: SvgNode) -> bool:
    tag, ids, classes = compound
    return (
        (not tag or tag == node.tag)
        and (not ids or ids == {node.attributes.get("id", "")})
        and classes <= set(node.attributes.get("class", "").split())
    )


def _rules(sheet: str) -> Iterator[StyleRule]:
    text = _COMMENT.sub(" ", sheet)
    if "@import" in text:
        raise DrawingError("its style sheet is in another file (@import); copy it into the drawing")
    place = 0
    while (start := text.find("{", place)) >= 0:
        head = text[place:start].strip()
        while head.startswith("@") and ";" in head:  # @charset, @import, @namespace
            head = head.partition(";")[2].strip()
        end = _closing(text, start)
        inside = text[start + 1 : end]
        place = end + 1
        if head.startswith("@media"):
            if re.search(r"\b(print|all|screen)\b", head) and "(" not in head:
                yield from _rules(inside)
        elif not head.startswith("@"):
            said = tuple(_declarations(inside))
            for selector in head.split(","):
                yield from _selector(selector.strip(), said)


def _closing(text: str, start: int) -> int:
    depth = 0
    for match in re.finditer(r"[{}]", text[start:]):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return start + match.start()
    return len(text)


def _selector(text: str, said: tuple[tuple[str, str, bool], ...]) -> Iterator[StyleRule]:
    """Yield the rule for one selector.

    Selectors with a state, such as :hover, yield nothing.
    """
    if re.search(r":(hover|focus|active|visited|target|before|after)", text):
        return
    words = re.sub(r"\s*>\s*", " > ", text).split()
    parts: list[tuple[str, Compound]] = []
    how = ""
    weight = [0, 0, 0]
    for word in words:
        if word == ">":
            how = ">"
            continue
        match = _SIMPLE.fullmatch(word.removesuffix(":root") or "*")
        if match is None:
            raise DrawingError(f"its style sheet has an unsupported selector '{text[:60]}'")
        atoms = _ATOM.findall(match[2])
        ids = frozenset(name for sign, name in atoms if sign == "#")
        classes = frozenset(name for sign, name in atoms if sign == ".")
        tag = match[1] if match[1] and match[1] != "*" else ""
        weight = [weight[0] + len(ids), weight[1] + len(classes), weight[2] + bool(tag)]
        if parts:
            parts[-1] = (how, parts[-1][1])
        parts.append(("", (tag, ids, classes)))
        how = ""
    if parts and said:
        outwards = [parts[-1][1], *(compound for _, compound in reversed(parts[:-1]))]
        reached = ["", *(how for how, _ in reversed(parts[:-1]))]
        ids_, classes_, tags = weight
        yield StyleRule(tuple(zip(reached, outwards, strict=True)), (ids_, classes_, tags), said)


def _declarations(text: str) -> Iterator[tuple[str, str, bool]]:
    for part in re.split(r";(?![^()]*\))", _COMMENT.sub(" ", text)):
        name, colon, value = part.partition(":")
        if colon:
            value, important, _ = value.strip().partition("!important")
            yield name.strip().lower(), value.strip(), bool(important)

"""Survey the work that a JSON Schema can make, before anything compiles or runs it (S18).

A short schema can ask for endless work: `$defs` that each refer twice to the next double the work with each step; a
schema that refers twice to itself doubles it with each level of the value; `unevaluated*` repeats it at compile time.
The validator has no time limit, and it runs in the process that carries everyone's audio. So a schema is surveyed:
its subschemas become nodes, its keywords edges, and the load is how often at most one place of a value is looked at.

Keywords that look at the same place again (`allOf`, `$ref`, ...) add up. Keywords that look at a member or an item
lead one level down, where alternatives of which only one applies (two `properties`) count as the larger.
Looks are not alike: a keyword that works through a list of its own, or calculates with numbers of any length, counts as
several. Patterns run in linear time, which is still long for a large pattern and a long text, so their weight is
counted apart: about as many states as the compiled pattern can be in at once.

References are local. Embedded resources (`$id` below the root) are refused, so that "#..." always means this document.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

SUBSCHEMAS = 2_000
WORK = 5_000
"""The most steps that a survey takes: one a subschema, and one a level of the value where there are references."""
LOAD = 1_000
"""The most that a schema may look at one place of a value."""
LEVELS = 16
"""As deep as parameters may be nested."""
PATTERN_WEIGHT = 25_000
"""The most that one pattern weighs: larger ones do not compile within the bound of `schemas`."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"

# Where a keyword's subschemas look: at the same place, at a member (of which one applies, or any number), at an item
# (likewise), or nowhere until something refers to them.
_LEADS = {
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "not", "if", "then", "else"), "same"),
    **dict.fromkeys(("dependentSchemas", "dependencies", "contentSchema"), "same"),
    **dict.fromkeys(("properties", "additionalProperties"), "members"),
    **dict.fromkeys(("patternProperties", "propertyNames", "unevaluatedProperties"), "any_member"),
    **dict.fromkeys(("prefixItems", "items"), "items"),
    **dict.fromkeys(("contains", "unevaluatedItems"), "any_item"),
    **dict.fromkeys(("$defs", "definitions"), "aside"),
}
_NAMED = frozenset(("properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"))
_REFERENCES = frozenset(("$ref", "$dynamicRef"))
_ANCHORS = frozenset(("$anchor", "$dynamicAnchor"))
_FOREIGN = frozenset(("$recursiveRef", "$recursiveAnchor", "$vocabulary"))
_VALUES_A_LOOK = 100
_CONTAINS = 3  # looks more, as every item is tried and counted
_MULTIPLE, _FAR_MULTIPLE = 10, 100  # looks that a `multipleOf` counts as; the second for a number of many digits
_ORDINARY_MULTIPLES = (1e-9, 1e15)
_REPEATED = re.compile(r"\{(?:\d*,)?(\d{1,6})")
_UNEVALUATED = frozenset(("unevaluatedProperties", "unevaluatedItems"))


class UnusableSchema(Exception):
    """A schema is refused, for a reason in words that lack their subject: "refers to ..."."""


@dataclass(frozen=True, slots=True)
class Size:
    """The cost of a schema: steps to survey, regular expressions to compile, looks at one place of a value to run.

    `pattern_weight` is what all its patterns together do with one character.
    """

    work: int
    patterns: int
    load: int
    pattern_weight: int = 0
    longest_pattern: int = 0


@dataclass(slots=True, eq=False)
class _Edges:
    """The subschemas that a subschema leads to, by `_LEADS`."""

    same: list["_Node"] = field(default_factory=list)
    members: list["_Node"] = field(default_factory=list)
    any_member: list["_Node"] = field(default_factory=list)
    items: list["_Node"] = field(default_factory=list)
    any_item: list["_Node"] = field(default_factory=list)
    aside: list["_Node"] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Node:
    """A subschema, and where it leads."""

    schema: dict[str, Any]
    to: _Edges = field(default_factory=_Edges)
    load: int = 1
    above: int = 0
    """The load one level up, while the next is counted."""

    @property
    def leaf(self) -> bool:
        to = self.to
        return not (to.same or to.members or to.any_member or to.items or to.any_item)


def survey(schema: dict[str, Any]) -> Size:
    """Count and bound a schema's work. Raises `UnusableSchema`. Takes time in proportion to the schema's size."""
    return _Survey(schema).size()


class _Survey:
    def __init__(self, schema: dict[str, Any]) -> None:
        self._root = schema
        self._nodes: dict[int, _Node] = {}
        self._anchors: dict[str, _Node] = {}
        self._references: list[tuple[_Node, str]] = []
        self._unread: list[_Node] = []
        self._patterns: list[str] = []
        self._add(schema)

    def size(self) -> Size:
        self._read()
        levels = LEVELS if self._references else 1
        # What a reference points to may itself be unread yet, where it is no place of a schema.
        while self._references:
            node, reference = self._references.pop()
            node.to.same.append(self._add(self._target(reference)))
            self._read()
        work = len(self._nodes) * levels
        if work > WORK:
            raise UnusableSchema(f"has {len(self._nodes)} subschemas; with references at most {WORK // LEVELS}")
        order = _innermost_first(list(self._nodes.values()))
        weight, longest = sum(map(_pattern_weight, self._patterns)), max(map(len, self._patterns), default=0)
        return Size(work, len(self._patterns), _load(order), weight, longest)

    def _add(self, schema: dict[str, Any]) -> _Node:
        node = self._nodes.get(id(schema))
        if node is None:
            if len(self._nodes) >= SUBSCHEMAS:
                raise UnusableSchema(f"has more than {SUBSCHEMAS} subschemas")
            node = self._nodes[id(schema)] = _Node(schema, load=_own_load(schema))
            self._unread.append(node)
        return node

    def _read(self) -> None:
        while self._unread:
            node = self._unread.pop()
            for key, value in node.schema.items():
                if lead := _LEADS.get(key):
                    inner = [self._add(schema) for schema in _inner(key, value) if isinstance(schema, dict)]
                    getattr(node.to, lead).extend(inner)
                if key == "patternProperties" and isinstance(value, dict):
                    self._patterns += value
                elif key == "pattern":
                    self._patterns.append(str(value))
                elif key.startswith("$"):
                    self._note(node, key, value)

    def _note(self, node: _Node, key: str, value: Any) -> None:
        if key in _FOREIGN:
            raise UnusableSchema(f"has {key}, which is not supported")
        if key == "$id" and node.schema is not self._root:
            raise UnusableSchema("has an $id below its root; only one document with local references is supported")
        if key == "$schema" and str(value).rstrip("#") != DIALECT:
            raise UnusableSchema(f"names another dialect than {DIALECT} in $schema")
        if not isinstance(value, str):
            return
        if key in _ANCHORS and self._anchors.setdefault(value, node) is not node:
            raise UnusableSchema("has the same anchor twice")
        if key in _REFERENCES:
            self._references.append((node, value))

    def _target(self, reference: str) -> dict[str, Any]:
        """Return the subschema that a local reference means: "#", "#/a/b" (RFC 6901), "#anchor"."""
        if not reference.startswith("#"):
            raise UnusableSchema('refers to another document; only references that begin with "#" are followed')
        try:
            pointer = unquote(reference[1:], errors="strict")
        except UnicodeDecodeError:
            raise UnusableSchema("has a reference that is not valid UTF-8") from None
        if pointer and not pointer.startswith("/"):
            if pointer in self._anchors:
                return self._anchors[pointer].schema
            raise UnusableSchema("refers to an anchor that it does not have")
        place: Any = self._root
        for token in pointer.split("/")[1:]:
            place = _step(place, token.replace("~1", "/").replace("~0", "~"))
        if isinstance(place, bool):
            return {}
        if not isinstance(place, dict):
            raise UnusableSchema("refers to a place where it has no schema")
        return place


def _inner(key: str, value: Any) -> Collection[Any]:
    """Return the subschemas of a keyword, and skip all else: the meta-schema will refuse that."""
    if isinstance(value, dict):
        return value.values() if key in _NAMED else (value,)
    return value if isinstance(value, list) else ()


def _step(place: Any, key: str) -> Any:
    if isinstance(place, dict):
        return place.get(key)
    if isinstance(place, list) and key.isdecimal() and len(key) < 6 and int(key) < len(place):
        return place[int(key)]
    return None


def _own_load(schema: dict[str, Any]) -> int:
    """Count the looks of a subschema's own keywords."""
    looks = 1
    for keyword in ("dependentRequired", "dependencies"):
        if isinstance(entries := schema.get(keyword), dict):
            looks += len(entries)
    if isinstance(values := schema.get("enum"), list):
        looks += len(values) // _VALUES_A_LOOK
    looks += _CONTAINS * ("contains" in schema)
    multiple = schema.get("multipleOf")
    if isinstance(multiple, int | float):
        least, most = _ORDINARY_MULTIPLES
        looks += _MULTIPLE if least <= multiple <= most else _FAR_MULTIPLE
    return min(looks, LOAD + 1)


def _pattern_weight(pattern: str) -> int:
    """Count a pattern's characters, as often as its counted repetitions, which may be nested, repeat them."""
    weight = len(pattern)
    for count in _REPEATED.findall(pattern):
        weight = min(PATTERN_WEIGHT, weight * max(1, int(count)))
    return weight


def _innermost_first(nodes: list[_Node]) -> list[_Node]:
    """Return every node after all that it leads to at the same place. A circle there would never end."""
    order: list[_Node] = []
    finished: dict[int, bool] = {}
    for start in nodes:
        stack = [(start, False)]
        while stack:
            node, left = stack.pop()
            if left:
                finished[id(node)] = True
                order.append(node)
            elif id(node) not in finished:
                finished[id(node)] = False
                stack.append((node, True))
                stack += [(other, False) for other in node.to.same]
            elif not finished[id(node)]:
                raise UnusableSchema("refers to itself without end")
    return order


def _load(order: list[_Node]) -> int:
    """Return the largest load of any node at any level. Raises `UnusableSchema` where it is over `LOAD`."""
    for node in order:
        if node.to.same:
            node.load = min(node.load + sum(other.load for other in node.to.same), LOAD + 1)
    # Compiling `unevaluated*` walks everything at the same place once more for each of them.
    walks = sum(node.load for node in order if not _UNEVALUATED.isdisjoint(node.schema))
    largest = max(walks, max(node.load for node in order))
    inner = [node for node in order if not node.leaf]
    for _ in range(LEVELS):
        for node in order:
            node.above, node.load = node.load, 0
        for node in inner:
            in_object = _one_of(node.to.members) + sum(other.above for other in node.to.any_member)
            in_array = _one_of(node.to.items) + sum(other.above for other in node.to.any_item)
            below = max(in_object, in_array) + sum(other.load for other in node.to.same)
            node.load = min(below, LOAD + 1)
            largest = max(largest, node.load)
        if largest > LOAD:
            raise UnusableSchema(f"makes more than {LOAD} checks of one place of a value")
        if all(node.load == node.above for node in inner):
            break  # every further level is like this one
    return largest


def _one_of(nodes: list[_Node]) -> int:
    return max([node.above for node in nodes]) if nodes else 0

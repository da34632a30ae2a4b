"""Nothing of the server takes more than eight values: what belongs together is one value.

What a record begins by itself, and is not given (`init=False`), is no value that it takes.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import cast

from support.server import ROOT

SERVER = ROOT / "server/antiphon"
MOST = 8

MIRRORS = {
    # One message of the wire each, or one entry of it.
    "contracts/ws_v1/start.py: Start": 14,
    "domain/events.py: Failed": 10,
    "domain/events.py: Interrupted": 9,
    "domain/outline.py: FormField": 13,
    # What brains of others are asked with, by these names.
    "domain/conversation.py: BrainRequest": 9,
    # Tables of a language's file (`providers/brain/languages`), and the keywords of a parameter's JSON Schema.
    "providers/brain/_page/language.py: Language": 47,
    "providers/brain/_page/asked_words.py: AskedWords": 14,
    "providers/brain/_page/asked_words.py: Calendar": 11,
    "providers/brain/_page/wished_words.py: WishedWords": 11,
    "providers/brain/_rules/schema.py: Param": 16,
    # The policy and the turn of the VoicePilot document (ITE), field by field.
    "turns/application.py: InterruptionPolicyConfig": 10,
    "turns/policies/__init__.py: Policy": 10,
    "turns/timeline.py: TurnDescriptor": 9,
    # The options of a command: `antiphon bench`, `call`, `serve`.
    "cli/bench.py: bench": 12,
    "cli/call.py: call": 11,
    "cli/serve.py: serve": 11,
}
"""What mirrors something outside of the code, one to one, and may have as many values as that has."""

FINDINGS = {
    "providers/brain/_page/inquiry.py: Inquiry": 22,
    "providers/brain/_page/matched.py: Matched": 21,
    "providers/brain/_page/memory.py: Memory": 20,
    "providers/brain/_page/memory.py: Plan": 16,
    "providers/brain/_rules/catalogue.py: Catalogue": 14,
    "providers/brain/_rules/catalogue.py: Profile": 11,
    "providers/brain/_rules/evidence.py: Evidence": 12,
    "providers/brain/_rules/utterance.py: Utterance": 12,
}
"""What the brain finds in sentences, and in the descriptions of actions, finding by finding. Each is looked at by many
readers one by one, so that to divide them is to change the readers. No other is to come."""


def _is_dataclass(node: ast.ClassDef) -> bool:
    named = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    return any(isinstance(one, ast.Name) and one.id == "dataclass" for one in named)


def _is_tuple(node: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases)


def _fields(node: ast.ClassDef) -> int:
    """How many fields a constructor takes that is made of the annotations in the class."""
    annotated = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    return sum("ClassVar" not in ast.unparse(one.annotation) and not _is_made_inside(one) for one in annotated)


def _is_made_inside(one: ast.AnnAssign) -> bool:
    named = one.value.keywords if isinstance(one.value, ast.Call) else []
    return any(word.arg == "init" and cast(ast.Constant, word.value).value is False for word in named)


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many values are handed in, those by keyword too, without `self` and `cls`."""
    taken = [one.arg for one in (*node.args.posonlyargs, *node.args.args)]
    return len(taken[1:] if taken[:1] in (["self"], ["cls"]) else taken) + len(node.args.kwonlyargs)


def taken(source: str) -> Iterator[tuple[str, int]]:
    """Each dataclass, named tuple and function of a module, and how many values it takes."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            if _is_dataclass(node) or _is_tuple(node):
                yield node.name, _fields(node)
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
                    yield node.name, _parameters(inner)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name != "__init__":
            yield node.name, _parameters(node)


def too_many(folder: Path) -> Mapping[str, int]:
    files = {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*.py"))}
    return {
        f"{name}: {made}": count
        for name, file in files.items()
        for made, count in taken(file.read_text("utf-8"))
        if count > MOST
    }


def test_nothing_takes_more_than_eight_values_but_what_is_named_here() -> None:
    assert too_many(SERVER) == MIRRORS | FINDINGS


def test_values_are_counted_however_they_are_taken() -> None:
    source = """
@dataclass(frozen=True)
class Made:
    a: int
    b: ClassVar[int] = 0
    c: int = 0
    d: int = field(init=False)

class Pair(NamedTuple):
    a: int
    b: int

class Plain:
    def __init__(self, a, *, b, c=1, **more): ...
    async def method(self, a, /, b): ...

def function(a, *rest, b): ...
"""
    assert sorted(taken(source)) == [("Made", 2), ("Pair", 2), ("Plain", 3), ("function", 2), ("method", 2)]

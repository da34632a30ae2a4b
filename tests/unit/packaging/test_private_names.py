"""The private names that the linter lets anybody read are of others alone, so that the doors to ours stay public."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
LINT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["ruff"]["lint"]
OTHERS: list[str] = LINT["flake8-self"]["extend-ignore-names"]
PRODUCT = sorted((ROOT / "server" / "antiphon").rglob("*.py"))
EVERYWHERE = [path for folder in ("server", "tests", "scripts") for path in sorted((ROOT / folder).rglob("*.py"))]
ASKED_FOR = {("_ssrc", "server/antiphon/transports/webrtc/send.py")}
"""Names that others ask for of an object of ours: aiortc's router of whom it takes for a sender."""


def given(tree: ast.AST) -> Iterator[str]:
    """The names that a module gives to something of its own; not those of others' methods that it goes on with."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if f"super().{name}(" not in ast.unparse(node):
                    yield name
            case ast.ClassDef(name=name) | ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name, ctx=ast.Store()):
                yield name


def test_private_names_are_looked_for() -> None:
    assert "SLF001" in LINT["select"]
    assert "per-file-ignores" not in LINT


@pytest.mark.parametrize("name", OTHERS)
def test_what_may_be_read_is_no_name_of_ours(name: str) -> None:
    texts = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in PRODUCT}
    found = {path for path, text in texts.items() if name in text and name in given(ast.parse(text))}
    found -= {path for asked, path in ASKED_FOR if asked == name}
    assert not found, f"give it another name there, or no longer let {name} be read: {found}"


def test_what_may_be_read_is_read_somewhere() -> None:
    used = {name for path in EVERYWHERE for name in re.findall(r"\.(_\w+)", path.read_text("utf-8"))}
    assert set(OTHERS) - used == set()


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("class A:\n    def __init__(self):\n        self._x = 1", {"A", "__init__", "self", "_x"}),
        ("class A(B):\n    def _x(self):\n        return super()._x()", {"A", "self"}),
        ("class A(B):\n    def _x(self):\n        return 1", {"A", "self", "_x"}),
        ("a._x = 1\nreturn_ = a._y", {"return_"}),
    ],
)
def test_it_tells_what_is_ours(source: str, names: set[str]) -> None:
    assert set(given(ast.parse(source))) == names

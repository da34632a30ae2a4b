"""Docstrings are sentences that say what a thing is or does, and not indirect questions about it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "server" / "antiphon"

CLEAN = [
    "*.py",
    "audio",
    "cli",
    "contracts",
    "domain",
    "http",
    "lan",
    "observe",
    "ports",
    "providers",
    "resources",
    "session",
    "settings",
    "testing",
    "transports",
    "turns",
    "wire",
]
"""Rooms of the package, or files, whose docstrings hold to it. Others may come to this list, and none may go."""

QUESTION = re.compile(r"(What|Whether|How|Where|Who|Whom|Whose|When|Why|Which)\b")
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def questions(source: str) -> Iterator[str]:
    """The docstrings that begin as a question does: "What the page shows" for "The contents of the page"."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Documented):
            told = ast.get_docstring(node)
            if told and QUESTION.match(told):
                yield f"{getattr(node, 'name', 'the module')}: {told.splitlines()[0]}"


@pytest.mark.parametrize("room", CLEAN)
def test_docstrings_are_no_indirect_questions(room: str) -> None:
    found = PACKAGE.glob(room) if "*" in room else (PACKAGE / room).rglob("*.py")
    files = sorted(found)
    assert files, f"there is no room {room!r} any more"
    asked = [f"{path.relative_to(PACKAGE)}: {one}" for path in files for one in questions(path.read_text("utf-8"))]
    assert not asked, "say what it is, or what it does:\n" + "\n".join(asked)


def test_docstrings_of_the_scripts_are_no_indirect_questions() -> None:
    files = sorted((PACKAGE.parents[1] / "scripts").rglob("*.py"))
    assert len(files) > 10
    asked = [f"{path.name}: {one}" for path in files for one in questions(path.read_text("utf-8"))]
    assert not asked, "say what it is, or what it does:\n" + "\n".join(asked)


def test_a_question_is_told_from_a_sentence() -> None:
    asked = 'def f():\n    """Whether it works."""\n\nclass C:\n    """What a page shows.\n\n    More."""\n'
    assert list(questions(asked)) == ["f: Whether it works.", "C: What a page shows."]
    assert not list(questions('"""The contents of a page."""\n\ndef f():\n    """Tell whether it works."""\n'))

"""Modules of the product stay under 300 lines and functions under 50, or say in their first line why they do not.

A module of tests has at most 400.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sorted((ROOT / "server" / "antiphon").rglob("*.py"))
SCRIPT = sorted(path for folder in ("src", "panel") for path in (ROOT / "client_web" / folder).rglob("*.js"))
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
MODULE, FUNCTION, ABOUT = 300, 50, 10
"""Lines; a module may have ABOUT more without a word about it."""
TEST_MODULE = 400


def beginning(path: Path) -> str:
    """The first line of a module that has words in it; of JavaScript, up to the end of the sentence that tells why."""
    text = path.read_text("utf-8").lstrip("/* \n").replace("\n * ", " ")
    return text.split("\n", 1)[0]


def test_a_long_module_says_why_in_its_first_line() -> None:
    assert len(PYTHON) > 300
    assert len(SCRIPT) > 40
    long = [path for path in (*PYTHON, *SCRIPT) if path.read_text("utf-8").count("\n") > MODULE + ABOUT]
    silent = [str(path.relative_to(ROOT)) for path in long if f"Over {MODULE} lines: " not in beginning(path)]
    assert not silent, "split it, or say why it is one:\n" + "\n".join(silent)


def test_a_module_of_tests_that_grows_long_is_split_by_topic() -> None:
    assert len(TESTS) > 300
    long = [str(path.relative_to(ROOT)) for path in TESTS if path.read_text("utf-8").count("\n") > TEST_MODULE]
    assert not long, long


def test_no_module_claims_a_length_that_it_has_not() -> None:
    claims = [path for path in (*PYTHON, *SCRIPT) if f"Over {MODULE} lines: " in beginning(path)]
    short = [str(path.relative_to(ROOT)) for path in claims if path.read_text("utf-8").count("\n") < MODULE - ABOUT]
    assert not short, short


def test_a_long_function_says_why_in_its_first_line() -> None:
    silent = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in PYTHON
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > FUNCTION
        and not re.search(rf"^.*Over {FUNCTION} lines: ", (ast.get_docstring(node) or "").split("\n")[0])
    ]
    assert not silent, "split it, or say why it is one:\n" + "\n".join(silent)

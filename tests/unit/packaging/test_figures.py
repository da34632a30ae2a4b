"""The scripts that measure find what they measure with: what they import is there."""

import ast
import importlib
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SCRIPTS = sorted((ROOT / "scripts").rglob("*.py"))
OURS = ("antiphon", "bench", "e2e", "support", "unit")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_what_a_script_imports_of_ours_is_there(script: Path) -> None:
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] in OURS:
            module = importlib.import_module(node.module)
            for alias in node.names:
                is_package = hasattr(module, "__path__")
                there = hasattr(module, alias.name) or (
                    is_package and importlib.util.find_spec(f"{node.module}.{alias.name}") is not None
                )
                assert there, f"{node.module} has no {alias.name}"

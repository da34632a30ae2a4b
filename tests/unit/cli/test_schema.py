"""`antiphon schema`, as a user runs it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from antiphon.cli import app
from antiphon.contracts.schema_export import document

GENERATED = Path(__file__).parents[3] / "client_web" / "generated"


def test_it_prints_one_json_document() -> None:
    result = CliRunner().invoke(app, ["schema"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == document()


@pytest.mark.requirement("VELA-SHARED")
def test_it_prints_the_types_that_the_browser_has() -> None:
    result = CliRunner().invoke(app, ["schema", "--typescript"])
    assert result.exit_code == 0
    assert result.stdout == (GENERATED / "messages.d.ts").read_text("utf-8"), "Make it anew: python scripts/docs.py"

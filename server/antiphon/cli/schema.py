"""`antiphon schema`: the messages of the wire, described for other programs.

JSON Schema (draft 2020-12), one document; with `--typescript` the same as types for a browser's code, which is the
file `client_web/generated/messages.d.ts`.
"""

import json
from typing import Annotated

import typer

Typescript = Annotated[bool, typer.Option("--typescript", help="TypeScript types instead of JSON Schema.")]


def schema(typescript: Typescript = False) -> None:
    """Print the JSON Schema of every message, or its TypeScript types."""
    from antiphon.contracts.schema_export import document
    from antiphon.contracts.typescript import render

    described = document()
    typer.echo(render(described).rstrip("\n") if typescript else json.dumps(described, indent=2))

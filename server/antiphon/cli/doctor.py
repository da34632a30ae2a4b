"""`antiphon doctor`: what may be missing for a server, and what to do about it."""

import json
import sys
from typing import Annotated

import typer

from antiphon.cli import options
from antiphon.domain.errors import AntiphonError
from antiphon.settings import Settings, load

COLOURS = {"ok": typer.colors.GREEN, "warning": typer.colors.YELLOW, "missing": typer.colors.RED}

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def doctor(
    host: options.Host = None,
    port: options.Port = None,
    config: options.Config = None,
    assistants: options.Assistants = None,
    lan: options.Lan = False,
    certs: options.Certs = None,
    trust_port: options.TrustPort = None,
    as_json: AsJson = False,
) -> None:
    """Check what serving needs, with the options that serve would get."""
    from antiphon.cli.checks import Check, checks, machine

    flags = options.flags(host, port, assistants, lan, certs, trust_port)
    settings: Settings | None = None
    found: list[Check] = []
    try:
        settings = load(flags, config)
    except AntiphonError as error:
        found.append(Check("settings", "missing", error.message.replace("\n", " ")))
    else:
        found.append(Check("settings", "ok", "no key is unknown, no value unsafe"))
    found += checks(settings) if settings is not None else machine()
    well = all(check.status != "missing" for check in found)
    if as_json:
        typer.echo(json.dumps({"ok": well, "checks": [check._asdict() for check in found]}, indent=2))
    else:
        for check in found:
            typer.echo(f"{_label(check.status)} {check.name:<12} {check.message}")
    raise typer.Exit(0 if well else 1)


def _label(status: str) -> str:
    text = f"{status:<8}"
    return typer.style(text, fg=COLOURS[status]) if sys.stdout.isatty() else text

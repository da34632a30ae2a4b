"""The options that `antiphon serve` and `antiphon doctor` share, and the settings that they stand for."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

Host = Annotated[str | None, typer.Option(help="Address to listen on. (default: 127.0.0.1; with --lan: all)")]
Port = Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one. (default: 8080)")]
Config = Annotated[Path | None, typer.Option(help="Settings file. (default: antiphon.toml, if there is one)")]
Assistants = Annotated[Path | None, typer.Option(help="Folder of assistants. (default: the one that ships)")]
Lan = Annotated[bool, typer.Option("--lan", help="HTTPS for the phones and computers of this network.")]
Certs = Annotated[Path | None, typer.Option(help="Folder of --lan's certificates. (default: certs)")]
TrustPort = Annotated[
    int | None, typer.Option(help="Port of --lan's page on how to trust it. (default: the one after --port)")
]

_HALVES = re.compile("[\udc80-\udcff]+")


def flags(
    host: str | None,
    port: int | None,
    assistants: Path | None,
    lan: bool,
    certs: Path | None,
    trust_port: int | None,
) -> dict[str, Any]:
    """As `settings.load` takes them: nothing that was not given."""
    server = _given(host=host, port=port)
    network = _given(enabled=lan or None, certs=certs, trust_port=trust_port)
    return _given(server=server or None, lan=network or None, assistants=assistants)


def typed(text: str) -> str:
    """An argument in whole letters: one that the locale does not have comes as bytes, each half a letter."""
    return _HALVES.sub(lambda half: half[0].encode("ascii", "surrogateescape").decode("utf-8", "replace"), text)


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}

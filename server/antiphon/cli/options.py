"""The options that `antiphon serve` and `antiphon doctor` share, and the settings that they stand for."""

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer


def whole(least: float, most: float = math.inf) -> Callable[[Any], int]:
    """A parser of whole numbers from `least` to `most`, whose refusal names what was given."""
    bounds = f"from {least:g} to {most:.0f}" if most < math.inf else f"of at least {least:g}"

    def parse(given: Any) -> int:
        text = str(given).strip()
        value = int(text) if re.fullmatch(r"[+-]?\d{1,18}", text, re.ASCII) else None
        if value is None or not least <= value <= most:
            raise typer.BadParameter(f"{typed(str(given))!r} is no whole number {bounds}.")
        return value

    return parse


def decimal(given: Any) -> float:
    """A parser of numbers, whose refusal names what was given. Bounds are the command's."""
    try:
        return float(given)
    except ValueError:
        raise typer.BadParameter(f"{typed(str(given))!r} is no number.") from None


_HIGHEST_PORT = 65535

Host = Annotated[str | None, typer.Option(help="Address to listen on. (default: 127.0.0.1; with --lan: all)")]
Port = Annotated[
    int | None,
    typer.Option(
        parser=whole(0, _HIGHEST_PORT), metavar="PORT", help="Port to listen on; 0 takes a free one. (default: 8080)"
    ),
]
Config = Annotated[Path | None, typer.Option(help="Settings file. (default: antiphon.toml, if there is one)")]
Assistants = Annotated[Path | None, typer.Option(help="Folder of assistants. (default: the one that ships)")]
Lan = Annotated[bool, typer.Option("--lan", help="HTTPS for the phones and computers of this network.")]
Certs = Annotated[Path | None, typer.Option(help="Folder of --lan's certificates. (default: certs)")]
TrustPort = Annotated[
    int | None,
    typer.Option(
        parser=whole(0, _HIGHEST_PORT),
        metavar="PORT",
        help="Port of --lan's page on how to trust it. (default: the one after --port)",
    ),
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

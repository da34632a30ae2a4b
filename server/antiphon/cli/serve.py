"""`antiphon serve`: the server."""

import asyncio
import logging
import os
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from antiphon.observe import logs
from antiphon.settings import load


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on. (default: 127.0.0.1)")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one. (default: 8080)")] = None,
    config: Annotated[
        Path | None, typer.Option(help="Settings file. (default: antiphon.toml, if there is one)")
    ] = None,
    assistants: Annotated[Path | None, typer.Option(help="Folder of assistants. (default: the one that ships)")] = None,
    lan: Annotated[bool, typer.Option("--lan", help="HTTPS for the phones and computers of this network.")] = False,
    certs: Annotated[Path | None, typer.Option(help="Folder of --lan's certificates. (default: certs)")] = None,
    trust_port: Annotated[
        int | None, typer.Option(help="Port of --lan's page on how to trust it. (default: the one after --port)")
    ] = None,
    trace: Annotated[Path | None, typer.Option(help="Record each session's engine inputs in this folder.")] = None,
    trace_text: Annotated[bool, typer.Option(help="Record what was said too, not only its shape.")] = False,
    log_format: Annotated[Literal["text", "json"], typer.Option(help="How to log.")] = "text",
) -> None:
    """Take calls until SIGTERM or Ctrl-C."""
    # The VoicePilot document's switch: every transition with its trigger, and still nothing that was said.
    verbose = os.environ.get("TURN_ENGINE_TRACE") == "1"
    logs.configure(log_format, logging.DEBUG if verbose else logging.INFO)
    server: dict[str, Any] = {}
    if host is not None:
        server["host"] = host
    if port is not None:
        server["port"] = port
    flags: dict[str, Any] = {"server": server} if server else {}
    if assistants is not None:
        flags["assistants"] = assistants
    network = {"enabled": lan or None, "certs": certs, "trust_port": trust_port}
    if any(value is not None for value in network.values()):
        flags["lan"] = {key: value for key, value in network.items() if value is not None}
    settings = load(flags, config)
    from antiphon.cli.serving import run
    from antiphon.transports.webrtc.grouped import GroupedSelector

    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(GroupedSelector())) as runner:
        runner.run(run(settings, trace=trace, trace_text=trace_text))

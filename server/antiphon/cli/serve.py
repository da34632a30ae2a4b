"""`antiphon serve`: the server."""

import asyncio
import gc
import logging
import os
import sys
from pathlib import Path
from typing import Annotated, Literal, TextIO, cast

import typer

from antiphon import resources
from antiphon.cli import options
from antiphon.loading import check
from antiphon.observe import hooks, logs
from antiphon.settings import load


def serve(
    host: options.Host = None,
    port: options.Port = None,
    config: options.Config = None,
    assistants: options.Assistants = None,
    lan: options.Lan = False,
    certs: options.Certs = None,
    trust_port: options.TrustPort = None,
    trace: Annotated[Path | None, typer.Option(help="Record each session's engine inputs in this folder.")] = None,
    trace_text: Annotated[bool, typer.Option(help="Record what was said too, not only its shape.")] = False,
    log_format: Annotated[Literal["text", "json"], typer.Option(help="How to log.")] = "text",
    quiet: Annotated[bool, typer.Option("--quiet", help="Tell nothing but the address, warnings and errors.")] = False,
) -> None:
    """Take calls until SIGTERM or Ctrl-C."""
    sys.stdout = cast(
        TextIO, logs.Undisturbed(sys.stdout)
    )  # the address: who knows it can call, and nobody else has to
    # The VoicePilot document's switch: every transition with its trigger, and still nothing that was said.
    verbose = os.environ.get("TURN_ENGINE_TRACE") == "1"
    logs.configure(log_format, logging.DEBUG if verbose else logging.WARNING if quiet else logging.INFO)
    hooks.install()
    settings = load(options.flags(host, port, assistants, lan, certs, trust_port), config)
    check(settings.assistants or resources.assistants())
    gc.disable()  # all that is imported stays: to look for garbage in it takes a tenth of the time
    from antiphon.cli.ending import all_over
    from antiphon.cli.loop import ServerLoop
    from antiphon.cli.progress import Progress
    from antiphon.cli.serving import run

    gc.freeze()
    gc.enable()
    with asyncio.Runner(loop_factory=ServerLoop) as runner:
        runner.run(run(settings, trace=trace, trace_text=trace_text, progress=Progress(log_format, quiet=quiet)))
        if not runner.run(all_over()):
            os._exit(0)  # all that was to be done is done; Python would wait for what is left for ever

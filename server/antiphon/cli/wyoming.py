"""`antiphon wyoming`: a recogniser and a voice for others, over the Wyoming protocol."""

import asyncio
import ipaddress
import logging
import os
import sys
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Annotated, Literal, TextIO, cast

import structlog
import typer

from antiphon import resources
from antiphon.cli import options
from antiphon.cli.progress import Progress
from antiphon.observe import hooks, logs
from antiphon.providers import wyoming_events
from antiphon.providers.openai_client import need
from antiphon.settings import load
from antiphon.settings.assistants import Assistant

PORT = 10300

log = structlog.get_logger()

Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[
    int, typer.Option(parser=options.whole(0, 65535), metavar="PORT", help="Port to listen on; 0 takes a free one.")
]
Name = Annotated[
    str | None,
    typer.Option(help="Whose recogniser and voice. (default: the embedded ones)", show_default=False),
]


def wyoming(
    host: Host = "127.0.0.1",
    port: Port = PORT,
    assistant: Name = None,
    assistants: options.Assistants = None,
    log_format: Annotated[Literal["text", "json"], typer.Option(help="How to log.")] = "text",
) -> None:
    """Recognise and speak for others, over Wyoming, until SIGTERM or Ctrl-C."""
    sys.stdout = cast(TextIO, logs.Undisturbed(sys.stdout))
    logs.configure(log_format, logging.INFO)
    hooks.install()
    need(wyoming_events.PACKAGE, wyoming_events.PACKAGE)
    chosen = _chosen(assistant, assistants)
    from antiphon.cli.ending import all_over

    with asyncio.Runner() as runner:
        runner.run(_run(host, port, chosen, Progress(log_format)))
        if not runner.run(all_over()):
            os._exit(0)  # all that was to be done is done; Python would wait for what is left for ever


def _chosen(name: str | None, folder: Path | None) -> Assistant:
    from antiphon.cli._wyoming.speech import embedded, of_assistant

    if name is None and folder is None:
        return embedded()
    if folder is None:
        folder = load({}, None).assistants or resources.assistants()
    return of_assistant(folder, name)


async def _run(host: str, port: int, assistant: Assistant, progress: Progress) -> None:
    from antiphon.cli._wyoming.server import WyomingServer, stop_on_signals
    from antiphon.cli._wyoming.speech import Speech, started
    from antiphon.cli.ending import until
    from antiphon.cli.sockets import family_of, listen_on
    from antiphon.providers.threads import DaemonThreads

    stop = stop_on_signals()
    # Of the threads that Python starts by itself, one that hangs would be waited for at the end.
    asyncio.get_running_loop().set_default_executor(DaemonThreads())
    async with AsyncExitStack() as stack:
        doors = stack.enter_context(ExitStack())
        # First: a port that is in use should not cost the loading of the models.
        (listener,) = listen_on(host, port, family_of(host, port), doors)
        speech: list[Speech] = []

        async def load_speech() -> None:
            speech.append(await stack.enter_async_context(started(assistant, progress.loading)))

        await until(load_speech(), stop)
        if not stop.is_set():
            progress.loaded()
            address = listener.getsockname()
            if not ipaddress.ip_address(address[0]).is_loopback:
                log.warning("open to others", host=host, problem="Wyoming knows no keys: all may use it.")
            name = f"[{host}]" if ":" in host else host
            print(f"Antiphon speaks Wyoming at tcp://{name}:{address[1]}", flush=True)
            await WyomingServer(speech[0]).serve(listener, stop)

"""`antiphon call`: a headless caller over real WebRTC.

It says each WAV file (and then each `--text`) as one turn, waits for the reply, prints the events as they
come, and ends with the latencies of every turn. Exit 0: every turn got its reply, or only stopped the assistant
and wanted none; 1: one did not, or there was no call; 2: a wrong call, such as an assistant that is not there.

With `--json` each line is one JSON object, the envelope as received. The last line is the caller's own:

    {"type": "call.summary", "payload": {
        "ok": true, "session_id": "sess_...", "error": null,
        "turns": [{"turn": 1, "said": "question.wav", "barge_in": false, "ok": true, "interrupted": false,
                   "reply": "...", "turn_ids": ["..."], "error": null, "heard_after_ms": 612,
                   "speech_stop_to_audio_ms": 540, "end_of_turn_to_audio_ms": 310, "stt_ms": 120,
                   "brain_ms": 5, "tts_ms": 150, "barge_in_ms": null}],
        "median": {"heard_after_ms": 612, "speech_stop_to_audio_ms": 540, ...}}}

An `error` is `{"code", "message"}`. `heard_after_ms` is measured here, from the last voiced sample sent to
the first audible sample received; the others are the server's `metrics.turn`. null: it did not take place.
"""

import asyncio
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from antiphon.cli.options import decimal, typed
from antiphon.domain.errors import ErrorCode
from antiphon.domain.texts import readable

if TYPE_CHECKING:
    from antiphon.testing.caller import Caller
    from antiphon.testing.caller_events import CallError
    from antiphon.testing.caller_report import EventPrinter
    from antiphon.testing.caller_script import Performance, Script

DEFAULT_URL = "http://127.0.0.1:8080"

Wavs = Annotated[
    list[str] | None,
    typer.Argument(metavar="WAV", help="Each file is said as one turn.", show_default=False),
]
Url = Annotated[str, typer.Option(help="The server.")]
Assistant = Annotated[
    str | None, typer.Option(help="Which assistant; the server's default if not given.", show_default=False)
]
Text = Annotated[
    list[str] | None,
    typer.Option(help="A typed turn, after the files; may be repeated.", show_default=False),
]
Ptt = Annotated[bool, typer.Option("--ptt", help="Say each file between input.start and input.end.")]
BargeIns = Annotated[
    list[str] | None,
    typer.Option(
        metavar="WAV@SECONDS",
        help="Say WAV that long after a reply's first audio; repeated: one for each turn, in order.",
        show_default=False,
    ),
]
Actions = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help='JSON: {"narration": "...", "actions": {...}, "results": {id: result}}.',
        show_default=False,
    ),
]
Save = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write what was heard as WAV, the whole call.", show_default=False),
]
JsonLines = Annotated[bool, typer.Option("--json", help="One JSON object a line, a call.summary last.")]
Timeout = Annotated[float, typer.Option(parser=decimal, metavar="SECONDS", help="Seconds for each turn's reply.")]
Token = Annotated[
    str | None, typer.Option(help="An application token, where the server wants one.", show_default=False)
]


def call(
    wavs: Wavs = None,
    url: Url = DEFAULT_URL,
    assistant: Assistant = None,
    text: Text = None,
    ptt: Ptt = False,
    barge_in: BargeIns = None,
    actions: Actions = None,
    save: Save = None,
    json_lines: JsonLines = False,
    timeout: Timeout = 30.0,
    token: Token = None,
) -> None:
    """Call a server without a browser: say WAV files, hear the replies, print events and latencies."""
    from antiphon.testing.caller import Caller
    from antiphon.testing.caller_report import EventPrinter, Summary
    from antiphon.testing.caller_script import BadScript, Page, Performance, read_page

    try:
        script = _script(wavs or [], [*map(typed, text or ())], barge_in or [], ptt, timeout)
        if assistant == "":
            raise BadScript("--assistant is empty; leave it out, or name one.")
        page = read_page(actions) if actions else Page()
        _check_writable(save)
        printer = EventPrinter(sys.stdout, json_lines)
        caller = Caller(
            url,
            assistant=typed(assistant) if assistant else None,
            narration=page.narration,
            actions=page.actions,
            results=page.results,
            token=token,
            on_event=printer,
        )
    except ValueError as error:
        typer.echo(f"antiphon call: {error}", err=True)
        raise typer.Exit(2) from error
    performance = Performance(caller, script)
    failure = _run(caller, performance, printer)
    failure = _save(caller, save) or failure
    summary = Summary(caller, performance.reports, failure)
    printer.conclude(summary)
    if printer.failure is not None:
        raise printer.failure
    for line in summary.complaints():
        typer.echo(f"antiphon call: {line}", err=True)
    if failure is not None and failure.code == ErrorCode.ASSISTANT_UNKNOWN.code:
        typer.echo("antiphon call: --assistant says which one is to be called.", err=True)
        raise typer.Exit(2)
    raise typer.Exit(0 if summary.ok else 1)


def _script(wavs: Sequence[str], texts: Sequence[str], barge_ins: Sequence[str], ptt: bool, timeout: float) -> "Script":
    from antiphon.testing.caller_script import BadScript, Script, Utterance, read_barge_in, read_utterance

    address = next((typed(each) for each in wavs if "://" in each), None)
    if address is not None:
        raise BadScript(f"{address!r} is an address, where a WAV file is expected: say --url {address}.")
    if not wavs and not texts:
        raise BadScript("There is nothing to say: give a WAV file or --text.")
    if len(barge_ins) > len(wavs) + len(texts):
        raise BadScript(f"There are {len(barge_ins)} --barge-in for {len(wavs) + len(texts)} turns.")
    for text in texts:
        if not readable(text).strip():
            raise BadScript(f"--text {text[:60]!r}: there is nothing to say in it.")
    if not 0 < timeout < math.inf:
        raise BadScript(f"--timeout {timeout:g} must be a number of seconds, more than 0.")
    utterances = [*map(read_utterance, wavs), *map(Utterance, texts)]
    return Script(utterances, [read_barge_in(each) for each in barge_ins], ptt, timeout)


def _check_writable(save: Path | None) -> None:
    from antiphon.testing.caller_script import BadScript

    if save is None:
        return
    target = save if save.exists() else save.parent
    if save.is_dir() or not target.exists() or not os.access(target, os.W_OK):
        raise BadScript(f"--save {str(save)!r} cannot be written.")


def _run(caller: "Caller", performance: "Performance", printer: "EventPrinter") -> "CallError | None":
    """Make the call, until what comes can no longer be printed; why it failed as a whole, if it did."""
    from antiphon.testing.caller_events import CallError

    async def perform() -> None:
        async with caller:
            work = (asyncio.ensure_future(performance.run()), asyncio.ensure_future(printer.failed.wait()))
            try:
                await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in work:
                    each.cancel()
                await asyncio.wait(work)
            if not work[0].cancelled():
                work[0].result()

    try:
        asyncio.run(perform())
    except CallError as error:
        return error
    except KeyboardInterrupt:
        return CallError("call.interrupted", "The call was hung up from the keyboard.")
    return None


def _save(caller: "Caller", save: Path | None) -> "CallError | None":
    from antiphon.testing.caller_audio import write_wav
    from antiphon.testing.caller_events import CallError

    if save is None or caller.session_id is None:
        return None
    try:
        write_wav(save, caller.heard)
    except OSError as error:
        return CallError("call.not_saved", f"What was heard could not be written: {error.strerror}.")
    return None

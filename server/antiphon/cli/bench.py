"""`antiphon bench`: concurrent calls against a server: what it sends, and what it costs.

Without `--url` it starts a server of its own, with an assistant that follows a script, and ends it afterwards. Every
caller makes a real WebRTC call, says recorded speech for a share of the time and silence for the rest, 50 packets a
second, and counts what comes back by the kernel's receive times.

Exit 0: every row was measured. 1: a call could not be made or was lost, the server did not start, or Ctrl-C; rows that
were measured before are shown and written all the same. 2: a wrong option, such as an assistant
that the server does not have.
"""

import asyncio
import json
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from antiphon.cli.options import decimal, whole
from antiphon.domain.errors import AntiphonError, ErrorCode

if TYPE_CHECKING:
    from antiphon.testing.bench_load import Load
    from antiphon.testing.bench_report import Report

MOST_CALLS = 1_000
LONGEST_S = 3_600.0
TABLE_WIDTH = 140

Calls = Annotated[str, typer.Option(metavar="N,N,...", help="How many calls at once, a row each.")]
Seconds = Annotated[float, typer.Option(parser=decimal, metavar="SECONDS", help="How long each row is measured.")]
Url = Annotated[str | None, typer.Option(help="A server that runs; else one is started.", show_default=False)]
Name = Annotated[
    str | None,
    typer.Option(
        help="Of the server at --url; else webrtc, silero (converse, with that speech detector), talk, or echo.",
        show_default="webrtc",
    ),
]
SpeechFile = Annotated[
    Path | None, typer.Option(metavar="WAV", help="What callers say; else a recording.", show_default=False)
]
Share = Annotated[
    float, typer.Option(parser=decimal, metavar="SHARE", help="For which share of the time a caller speaks, 0 to 1.")
]
Ask = Annotated[str, typer.Option(metavar="TEXT", help="What each caller types at first.", show_default=False)]
Pid = Annotated[
    int | None,
    typer.Option(
        parser=whole(1),
        metavar="PID",
        help="The process of the server at --url, to measure its cost.",
        show_default=False,
    ),
]
Pin = Annotated[bool, typer.Option("--pin", help="The started server on one core, the callers on the others.")]
Token = Annotated[
    str | None, typer.Option(help="An application token, where the server wants one.", show_default=False)
]
JsonFile = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all figures as JSON.")]
PlotFile = Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="Draw cost against calls.")]


class BadOption(ValueError):
    """An option that cannot be used; the message names it, its value, and what would do."""


@dataclass(frozen=True, slots=True)
class _Plan:
    calls: Sequence[int]
    load: "Load"
    pin: bool
    own: str | None
    """The assistant of the server that is started here; None where there is one already."""


def bench(
    calls: Calls = "1,2,4,8",
    seconds: Seconds = 10.0,
    url: Url = None,
    assistant: Name = None,
    speech: SpeechFile = None,
    share: Share = 0.5,
    ask: Ask = "",
    pid: Pid = None,
    pin: Pin = False,
    token: Token = None,
    json_file: JsonFile = None,
    plot: PlotFile = None,
) -> None:
    """Measure a server under concurrent calls: pacing, loss, CPU, memory and threads."""
    from antiphon.testing.bench_report import Report

    try:
        load = _load(url, assistant, speech, share, seconds, ask, pid, token)
        plan = _Plan(_numbers(calls), load, pin, None if url else _own(assistant))
        _check(plan, pid, json_file, plot)
    except ValueError as error:
        typer.echo(f"antiphon bench: {error}", err=True)
        raise typer.Exit(2) from error
    report = Report(
        {"assistant": load.assistant, "seconds": seconds, "share": share, "own_server": plan.own is not None}
    )
    failure, wrong_option = _measured(plan, report)
    problems = [*_written(report, json_file, plot), *([failure] if failure else [])]
    if report.rows:
        typer.echo(report.text(TABLE_WIDTH))
    for line in [*report.warnings(), *problems]:
        typer.echo(f"antiphon bench: {line}", err=True)
    raise typer.Exit(2 if wrong_option else 1 if problems else 0)


def _numbers(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isascii() and part.isdigit() and 1 <= int(part) <= MOST_CALLS for part in parts):
        raise BadOption(f"--calls {text[:60]!r} must be numbers from 1 to {MOST_CALLS}, such as 1,2,4,8.")
    return sorted({int(part) for part in parts})


def _own(assistant: str | None) -> str:
    from antiphon.cli.bench_server import ASSISTANTS

    name = assistant or ASSISTANTS[0]
    if name not in ASSISTANTS:
        raise BadOption(f"--assistant {name[:60]!r}: without --url it is one of: {', '.join(ASSISTANTS)}.")
    return name


def _load(
    url: str | None,
    assistant: str | None,
    speech: Path | None,
    share: float,
    seconds: float,
    ask: str,
    pid: int | None,
    token: str | None,
) -> "Load":
    from antiphon.cli.bench_server import ASK
    from antiphon.resources import recorded_speech
    from antiphon.testing.bench_load import Load
    from antiphon.testing.bench_speech import opus_packets, period
    from antiphon.testing.caller_audio import read_wav
    from antiphon.testing.caller_signalling import parse_url

    if not 1 <= seconds <= LONGEST_S:
        raise BadOption(f"--seconds {seconds:g} must be from 1 to {LONGEST_S:g}.")
    if not 0 <= share <= 1:
        raise BadOption(f"--share {share:g} must be from 0 to 1.")
    if assistant == "":
        raise BadOption("--assistant is empty; leave it out, or name one.")
    if url is not None:
        parse_url(url)
    name = assistant if url is not None else _own(assistant)
    packets = opus_packets(period(read_wav(speech or recorded_speech()), share))
    asked = ask or (ASK.get(name or "", "") if url is None else "")
    return Load(url or "", packets, seconds, name, token, asked, pid)


def _check(plan: _Plan, pid: int | None, *files: Path | None) -> None:
    if pid is not None and (plan.own is not None or not Path(f"/proc/{pid}/stat").exists()):
        reason = "it goes with --url alone" if plan.own is not None else "there is no such process on this machine"
        raise BadOption(f"--pid {pid}: {reason}.")
    if plan.pin and (plan.own is None or len(_cores()) < 2):
        reason = "the server at --url runs where it runs" if plan.own is None else "it takes two cores"
        raise BadOption(f"--pin: {reason}.")
    for file in files:
        if file is None:
            continue
        target = file if file.exists() else file.parent
        if file.is_dir() or not target.exists() or not os.access(target, os.W_OK):
            raise BadOption(f"{str(file)!r} cannot be written.")


def _cores() -> list[int]:
    """Those that this process may use; none where the system does not tell."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def _measured(plan: _Plan, report: "Report") -> tuple[str | None, bool]:
    """Add a row for each number of calls; why there are no more of them, if so, and whether an option is to blame."""
    from antiphon.testing.caller_events import CallError

    try:
        with _server(plan) as load:
            asyncio.run(_rows(load, plan.calls, report))
    except CallError as error:
        return f"{error.message} ({error.code})", error.code == ErrorCode.ASSISTANT_UNKNOWN.code
    except AntiphonError as error:
        return error.message, False
    except KeyboardInterrupt:
        return "Ended from the keyboard; the calls are hung up.", False
    return None, False


@contextmanager
def _server(plan: _Plan) -> Iterator["Load"]:
    """The load for the server that there is, or for one that is started for as long as the block lasts."""
    from antiphon.cli.bench_server import own_server

    if plan.own is None:
        yield plan.load
        return
    cores = _cores()
    if plan.pin:
        os.sched_setaffinity(0, cores[1:])
    try:
        with own_server([plan.own], plan.calls[-1], cores[:1] if plan.pin else None) as server:
            yield replace(plan.load, url=server.url, pid=server.pid)
    finally:
        if plan.pin:
            os.sched_setaffinity(0, cores)


async def _rows(load: "Load", calls: Sequence[int], report: "Report") -> None:
    from antiphon.testing.bench_load import run_load

    for number in calls:
        row = await run_load(load, number)
        report.rows.append(row)
        typer.echo(
            f"calls {number}: {row.traffic.packets_per_s:.2f} packets/s, p99 {_figure(row.gap_ms.p99)} ms", err=True
        )


def _figure(value: float | None) -> str:
    return "-" if value is None or math.isnan(value) else f"{value:.2f}"


def _written(report: "Report", json_file: Path | None, plot_file: Path | None) -> list[str]:
    """Write what was measured; what could not be written, a sentence each."""
    from antiphon.testing.bench_plot import plot

    texts: dict[Path, Any] = {}
    if json_file is not None:
        texts[json_file] = json.dumps(report.as_json(), indent=2) + "\n"
    if plot_file is not None:
        texts[plot_file] = plot(report.rows, f"Antiphon, assistant {report.what['assistant']}")
    problems = []
    for file, text in texts.items():
        try:
            file.write_text(text, "utf-8")
        except OSError as error:
            problems.append(f"{str(file)!r} could not be written: {error.strerror}.")
    return problems

"""The checks of `antiphon doctor`. Each check is quick, starts no model, and changes nothing on the machine."""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Literal, NamedTuple

from antiphon import plugins, resources
from antiphon.assistant_registry import close_provider
from antiphon.cli.running import explains_trust, server_at
from antiphon.cli.sockets import family_of, listen
from antiphon.domain.audio import SPEAKING_SAMPLES
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.lan.certificates import is_due, utc
from antiphon.lan.folder import AUTHORITY, Folder
from antiphon.lan.host import identity, outward
from antiphon.loading import load_vad, objection, vad_name, wanted
from antiphon.ports import ChecksItself
from antiphon.settings import EVERY_ADDRESS, Settings
from antiphon.settings.assistants import Assistant, files_in, load_file, no_assistant
from antiphon.transports.webrtc.libopus import libopus
from antiphon.transports.webrtc.opus_encoder import OpusConfig, new_encoder

Status = Literal["ok", "warning", "missing"]

FEW_CORES = 2
SLOW_MS = 60.0
"""To encode a second of noise, which takes a few on a machine of today."""
SOON = timedelta(days=60)

_FRAMES = 50


class Check(NamedTuple):
    """The result of a check, and what to do where it is not well. `missing` stands in the way of serving."""

    name: str
    status: Status
    message: str


def checks(settings: Settings) -> Iterator[Check]:
    """All of them, in the order in which a server needs them."""
    yield from machine()
    yield from assistants(settings)
    yield from ports(settings)
    yield page(settings)
    yield certificate(settings)
    yield calls(settings)


def machine() -> Iterator[Check]:
    """Python, libopus, the processor."""
    yield Check("python", "ok", f"{sys.version.split()[0]}, {sys.executable}")
    if libopus() is None:
        mend = 'Install PyAV\'s own wheel: pip install --force-reinstall --only-binary :all: "av>=17.1,<19"'
        message = f"libopus cannot be loaded: speech is sent without FEC, and lost packets are not made up. {mend}"
        yield Check("codec", "warning", message)
    else:
        yield Check("codec", "ok", "libopus is there; nothing else, such as FFmpeg, has to be installed")
    yield _processor()


def _processor() -> Check:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    encoder = new_encoder(OpusConfig())
    encoder.restart()
    frames = [os.urandom(2 * SPEAKING_SAMPLES) for _ in range(_FRAMES)]
    began = time.thread_time()
    for frame in frames:
        encoder.encode(frame)
    took_ms = 1000 * (time.thread_time() - began)
    figures = f"{cores} core{'s' if cores > 1 else ''}; a second of speech is encoded in {took_ms:.0f} ms"
    if cores < FEW_CORES:
        mend = "Calls and speech models share it, so answers come late. Give it two cores or more."
        return Check("processor", "warning", f"{figures}. {mend}")
    if took_ms > SLOW_MS:
        mend = "That is slow: see limits.max_sessions, and `antiphon bench` for how many calls it takes."
        return Check("processor", "warning", f"{figures}. {mend}")
    return Check("processor", "ok", figures)


def assistants(settings: Settings) -> Iterator[Check]:
    """Each file, and whether what it names is installed."""
    try:
        folder = settings.assistants or resources.assistants()
    except AntiphonError as error:
        yield Check("assistants", "missing", error.message)
        return
    files = files_in(folder)
    if not files:
        yield Check("assistants", "missing", no_assistant(folder))
    for file in files:
        checking: list[tuple[str, ChecksItself]] = []
        try:
            named = ", ".join(_load(load_file(file), file, checking))
        except AntiphonError as error:
            yield Check("assistant", "missing", error.message.replace("\n", " "))
        else:
            yield Check("assistant", "ok", f"{file.stem}: {named}")
        for name, provider in checking:
            if problem := asyncio.run(_asked(provider)):
                yield Check("service", "warning", f"{file.name}, {name}: {problem}")


async def _asked(provider: ChecksItself) -> str | None:
    """Return what keeps a provider from working, and close it in the loop that it was asked in."""
    try:
        return await objection(provider)
    finally:
        await close_provider(provider)


def _load(assistant: Assistant, file: Path, checking: list[tuple[str, ChecksItself]]) -> Iterator[str]:
    """The names of what it is made of. Raises `AntiphonError` where one of them cannot be had. `checking` gets those
    that can tell more, once they are asked."""
    vad = vad_name(assistant)
    try:
        load_vad(vad)
        yield f"[vad] {vad}"
        for _, kind, name, options in wanted(assistant):
            provider = plugins.load(kind, name).create(options, file.resolve().parent)
            if isinstance(provider, ChecksItself):
                checking.append((f"[{kind}] {name}", provider))
            if kind != "tools":
                yield f"[{kind}] {name}"
    except AntiphonError as error:
        raise AntiphonError(error.code, f"{file.name}: {error.message}") from None
    except ImportError as error:  # of a plugin, or of a package that is half installed
        message = f"{file.name}: a package cannot be loaded ({error}). Install it again."
        raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message) from None


def ports(settings: Settings) -> Iterator[Check]:
    """Check that the server could listen."""
    server, lan = settings.server, settings.lan
    host = EVERY_ADDRESS if lan.enabled and "host" not in server.model_fields_set else server.host
    wanted = {"port": server.port}
    if lan.enabled:
        wanted["trust page"] = lan.port_beside(server.port)
    with ExitStack() as doors:
        for name, port in wanted.items():
            try:
                doors.enter_context(listen(host, port, family_of(host, port)))
            except AntiphonError as error:
                yield _taken(name, host, port) or Check(name, "missing", error.message)
            else:
                yield Check(name, "ok", f"{host}:{port} is free" if port else f"{host}, any port that is free")


def _taken(name: str, host: str, port: int) -> Check | None:
    """Return which part of ours has that port; None where none has."""
    if name == "trust page":
        return Check(name, "ok", f"a server of Antiphon has {host}:{port}") if explains_trust(host, port) else None
    other = "For a second one name another port with --port (0: a free one)."
    try:
        found = server_at(host, port)
    except TimeoutError:
        loads = "as a server of Antiphon is while it loads; ask again in some seconds"
        return Check(name, "missing", f"Something has {host}:{port} and is silent, {loads}. {other}")
    if found is None:
        return None
    url, takes_calls = found
    if not takes_calls:
        return Check(name, "warning", f"A server runs at {url}, and takes no calls now. {other}")
    return Check(name, "ok", f"a server runs at {url} and takes calls. {other}")


def page(settings: Settings) -> Check:
    """Check that a browser will give the page a microphone."""
    server = settings.server
    if settings.lan.enabled:
        address = outward(identity())
        if address is None:
            mend = "Join a network, or start without --lan and open the page on this machine."
            return Check("page", "warning", f"This machine has no address of a private network. {mend}")
        return Check("page", "ok", f"HTTPS in the local network, at {address}")
    if server.loopback:
        return Check("page", "ok", "secure on this machine (loopback); for phones: antiphon serve --lan")
    if server.secret is None:
        mend = "Set server.secret (antiphon token --new-secret), or listen on 127.0.0.1, or start with --lan."
        return Check("page", "missing", f"{server.host} can be reached by others, and there is no secret. {mend}")
    mend = "Put a proxy with TLS in front (docs/how-to/behind-a-proxy.md), or start with --lan."
    return Check("page", "warning", f"Browsers give no microphone to http://{server.host}. {mend}")


def certificate(settings: Settings) -> Check:
    """Check what --lan would find."""
    folder, needed = Folder(settings.lan.certs), settings.lan.enabled
    try:
        authority = folder.authority()
        if authority is None:
            return Check("certificate", "ok", f"none in {folder.path} yet; antiphon serve --lan makes one")
        leaf = folder.leaf(authority)
    except AntiphonError as error:
        return Check("certificate", "missing" if needed else "warning", error.message)
    until, now = authority.certificate.not_valid_after_utc, utc()
    if until < now or until - now < SOON:
        verb = "ended" if until < now else "ends"
        mend = "Remove it with its key and leaf.pem; the next start makes another, which each device has to trust."
        status: Status = "missing" if needed and until < now else "warning"
        return Check("certificate", status, f"{folder.path / AUTHORITY} {verb} on {until:%Y-%m-%d}. {mend}")
    if open_files := folder.too_permissive():
        mend = f"chmod 600 {' '.join(str(folder.path / name) for name in open_files)}"
        return Check("certificate", "warning", f"Others on this machine may read keys. Close them: {mend}")
    if leaf is None or is_due(leaf.certificate, authority.certificate, identity(), now):
        message = f"of other names, addresses or days than these; antiphon serve --lan renews it ({folder.path})"
        return Check("certificate", "ok", message)
    end = leaf.certificate.not_valid_after_utc
    return Check("certificate", "ok", f"for the present names and addresses, until {end:%Y-%m-%d} ({folder.path})")


def calls(settings: Settings) -> Check:
    """Check that the UDP ports do."""
    ports, most = settings.server.ice_port_range, settings.limits.max_sessions
    if ports is None:
        return Check("calls", "ok", "any UDP port; a firewall must let them through, or set server.ice_ports")
    if len(ports) < most:
        mend = f"Widen server.ice_ports, or lower limits.max_sessions ({most})."
        message = f"{len(ports)} UDP ports take no more than {len(ports)} calls. {mend}"
        return Check("calls", "warning", message)
    return Check("calls", "ok", f"UDP ports {ports[0]}-{ports[-1]}, which a firewall must let through")

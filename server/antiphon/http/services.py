"""The ports of the handlers to the rest of the server, as Protocols. `app` implements them; tests have their own."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.http.metering import Meter
from antiphon.ports import Call, Clock
from antiphon.settings import Settings
from antiphon.transports.webrtc.ticker import Ticker

KEY_S = 60.0


@dataclass(frozen=True, slots=True)
class ServerNames:
    """The names that the server answers to.

    `host` is what it is bound to. `allowed_hosts` are further ones: `name`, which stands for any port, or `name:port`.
    `own_names` gives the names that this machine has at present, which are answered at the server's own port.
    """

    host: str = "127.0.0.1"
    allowed_hosts: Sequence[str] = ()
    own_names: Callable[[], Collection[str]] = tuple


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """The share of the server that clients may take.

    `sessions_per_address` is how many sessions one client address may have at a time, if any number is not fine;
    without `bound_loopback`, this machine may have more. `waiting_connections` without a request under way may be open
    at a time, and a request may take `request_s` to come.
    """

    sessions_per_address: int | None = None
    bound_loopback: bool = True
    waiting_connections: int = 512
    request_s: float = 15.0


@dataclass(frozen=True, slots=True)
class HttpSettings:
    """The settings that concern HTTP.

    `allowed_origins` are pages of other origins that may call: `https://example.org`. `secret` signs application
    tokens; without one, nobody needs a token. `ice_servers` are told to clients as they stand. `key_s` is how long an
    ephemeral key may be used. `trusted_proxies` are addresses and ranges whose word is taken on a client's address
    (`X-Forwarded-For`) and on the path under which they have the server (`X-Forwarded-Prefix`).
    """

    names: ServerNames = field(default_factory=ServerNames)
    allowed_origins: Sequence[str] = ()
    secret: str | None = None
    ice_servers: Sequence[Mapping[str, Any]] = ()
    key_s: float = KEY_S
    trusted_proxies: Sequence[str] = ()
    limits: HttpLimits = field(default_factory=HttpLimits)


def http_settings(settings: Settings, own_names: Callable[[], Collection[str]]) -> HttpSettings:
    """Return the settings that concern HTTP. Raises `AntiphonError` `config.invalid` where anybody could call."""
    server, limits = settings.server, settings.limits
    if server.secret is None and not server.loopback:
        message = (
            f"The host {server.host!r} can be reached from other machines, and there is no secret: anybody could call. "
            "Set server.secret (32 characters or more), or listen on 127.0.0.1."
        )
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message)
    return HttpSettings(
        names=ServerNames(server.host, server.allowed_hosts, own_names),
        allowed_origins=server.allowed_origins,
        trusted_proxies=server.trusted_proxies,
        secret=server.secret.get_secret_value() if server.secret else None,
        ice_servers=[{"urls": url} for url in server.ice_servers],
        limits=HttpLimits(
            sessions_per_address=limits.sessions_per_address or (limits.max_sessions + 1) // 2,
            bound_loopback=limits.sessions_per_address is not None,
            waiting_connections=limits.waiting_connections,
            request_s=limits.request_s,
        ),
    )


class OpenedSession(Protocol):
    """A session that lives."""

    @property
    def session_id(self) -> str: ...

    @property
    def deserted(self) -> bool:
        """True while its client has gone and may come back."""
        ...

    def new_call(self) -> Call:
        """Return a call for one more transport. The one that opens last has the session."""
        ...

    def turns(self) -> list[dict[str, Any]]:
        """Return the turn history, oldest first, as docs/reference/http.md has it."""
        ...

    async def announce(self, text: str) -> None:
        """Have it said at the next idle.

        Raises `AntiphonError`: `protocol.order` (not ready), `rate.limited` (too many wait), `protocol.not_found`.
        """
        ...

    def follow(self, follower: Callable[[Mapping[str, Any] | None], None]) -> Callable[[], None]:
        """Have it told of each turn event from now on, as its payload, and of the session's end, which is None.

        Returns what ends that.
        """
        ...

    async def close(self, reason: CloseReason) -> None:
        """End the session and wait until it has ended. May be called for a session that has ended."""
        ...


class AnsweringPeer(Protocol):
    """A peer connection that carries one call."""

    @property
    def closed(self) -> bool: ...

    @property
    def established(self) -> bool:
        """True once the call has been carried over this connection."""
        ...

    @property
    def ice_session(self) -> str:
        """The client's `ice-ufrag`; an ICE restart would change it."""
        ...

    async def trickle(self, text: str) -> None:
        """Try the candidates of an SDP fragment too. Raises `AntiphonError`."""
        ...

    async def answer(self, offer_sdp: str) -> str:
        """Return the SDP answer. Raises `AntiphonError`, and then holds nothing."""
        ...

    async def finish(self) -> None:
        """End the connection once what was sent has arrived."""
        ...


class Pairing(Protocol):
    def check(self, given: str) -> None:
        """Check a pairing code. Raises `AntiphonError`: `auth.invalid`, or `rate.limited` after too many wrong ones."""
        ...


class Services(Protocol):
    @property
    def settings(self) -> HttpSettings: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def answering(self) -> Meter:
        """The meter of the loop's time that requests take."""
        ...

    @property
    def pairing(self) -> Pairing | None:
        """The pairing of devices in a local network; None where there is none."""
        ...

    @property
    def ticker(self) -> Ticker:
        """The clock that all audio is sent by."""
        ...

    @property
    def web_root(self) -> Path:
        """The folder of the browser module: `demo/index.html` is the page, the rest is under `/client/`."""
        ...

    def assistants(self) -> Sequence[Mapping[str, Any]]:
        """Describe the assistants, as anyone may know them: `{id, language, greeting?, triggers, activate_on,
        follow_up}` of each.
        """
        ...

    def refused_assistants(self) -> Sequence[Mapping[str, Any]]:
        """List the assistants' files that were changed and refused: `{file, line, key?}` of each."""
        ...

    def find_session(self, session_id: str) -> OpenedSession | None:
        """Return the session, while it lives."""
        ...

    def when_ended(self, told: Callable[[str], None]) -> None:
        """Have `told` called with the id of each session that ends from now on."""
        ...

    def metrics(self) -> bytes:
        """Return the metrics in Prometheus's text format, version 0.0.4."""
        ...

    def ready(self) -> bool:
        """True where a new session would be taken: not while draining, not while full."""
        ...

    @property
    def draining(self) -> bool:
        """True from the moment on when the server begins to stop."""
        ...

    def check_running(self) -> None:
        """Raise `AntiphonError` `capacity.full` while draining: who has had no connection yet is not let in."""
        ...

    def make_peer(self, call: Call) -> AnsweringPeer: ...

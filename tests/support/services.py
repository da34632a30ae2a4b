"""What HTTP needs of a server, small: sessions that echo, over real peers."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from aiohttp import web

from antiphon.contracts.registry import CONTRACTS
from antiphon.contracts.vip.contract import VIP
from antiphon.contracts.vip.signalling import Signalling
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.http.contract import Handshake
from antiphon.http.metering import Meter
from antiphon.http.server import make_runner
from antiphon.http.services import HttpSettings, Pairing
from antiphon.http.session_records import SessionRecords
from antiphon.observe.metrics import Metrics
from antiphon.ports import Call
from antiphon.session.clock import LoopClock
from antiphon.session.manager import Manager
from antiphon.settings import Settings
from antiphon.transports.webrtc.peer import Peer
from antiphon.transports.webrtc.peers import Peers
from antiphon.transports.webrtc.ticker import Ticker
from support.rtc import EchoCall

DEMO = {
    "id": "demo",
    "language": "en",
    "greeting": "Hello.",
    "triggers": ["vad", "ptt"],
    "activate_on": "never",
    "follow_up": False,
}


class EchoSession:
    """A session that ends when its transport does, or when it is told to."""

    def __init__(self, session_id: str, wishes: tuple[Any, ...]) -> None:
        self.session_id = session_id
        self.wishes = wishes
        self.call = EchoCall()
        self.closed_for: list[CloseReason] = []
        self.announced: list[str] = []
        self.followers: list[Callable[[Mapping[str, Any] | None], None]] = []
        self.refusal: AntiphonError | None = None

    def new_call(self) -> EchoCall:
        """What came before is forgotten: the newest connection has the session."""
        self.call = EchoCall()
        return self.call

    deserted = False

    def turns(self) -> list[dict[str, Any]]:
        return []

    @property
    def ended(self) -> bool:
        lost = [reason for reason in self.call.lost_reasons if reason != "refused"]
        return bool(self.closed_for or lost)

    def follow(self, follower: Callable[[Mapping[str, Any] | None], None]) -> Callable[[], None]:
        self.followers.append(follower)
        return lambda: self.followers.remove(follower)

    async def announce(self, text: str) -> None:
        if self.refusal is not None:
            raise self.refusal
        self.announced.append(text)

    async def close(self, reason: CloseReason) -> None:
        if self.ended:
            return
        self.closed_for.append(reason)
        if self.call.link is not None:
            self.call.link.send(f"closed {reason}")
            self.call.link.close()


class EchoContract:
    """VIP, whose sessions echo (`http.contract.Contract`)."""

    sockets: Mapping[str, Handshake] = {}
    pages: Mapping[str, str] = {}

    def __init__(self, services: "EchoServices", records: SessionRecords) -> None:
        self._signalling = Signalling(services, records, services.open_session)

    def routes(self) -> Iterable[web.RouteDef]:
        return self._signalling.routes()


@dataclass
class EchoServices:
    """`contracts.entry.House`, without sessions for WebSockets."""

    web_root: Path
    settings: HttpSettings = field(default_factory=HttpSettings)
    clock: LoopClock = field(default_factory=LoopClock)
    answering: Meter = field(default_factory=Meter)
    max_sessions: int = 10
    draining: bool = False
    pairing: Pairing | None = None
    config: Settings = field(default_factory=Settings)
    assistants_folder: Path = Path()

    def __post_init__(self) -> None:
        self.opened: list[EchoSession] = []
        self.refused: list[Mapping[str, Any]] = []
        self._told_of_ends: list[Callable[[str], None]] = []
        self.peers = Peers("127.0.0.1", self.clock)
        self._numbers = count(1)
        self._manager = Manager(0)
        self._metrics = Metrics(self.session_count)

    @property
    def sessions(self) -> Any:
        """Only turns without a session can be noted."""
        return self._manager

    def refused_assistants(self) -> Sequence[Mapping[str, Any]]:
        return self.refused

    def assistants(self) -> Sequence[Mapping[str, Any]]:
        return [DEMO]

    async def open_session(
        self,
        assistant_id: str | None,
        user_id: str | None,
        locale: str | None,
        metadata: Mapping[str, Any],
    ) -> EchoSession:
        if assistant_id not in (None, "demo"):
            raise AntiphonError(ErrorCode.ASSISTANT_UNKNOWN, f"There is no assistant {assistant_id!r}.")
        if not self.ready():
            raise AntiphonError(ErrorCode.CAPACITY_FULL, "Every place is taken.")
        if user_id == "boom":
            raise RuntimeError("a bug with a secret: swordfish")
        session = EchoSession(f"sess_{next(self._numbers)}", (assistant_id, user_id, locale, metadata))
        self.opened.append(session)
        return session

    def living(self) -> list[EchoSession]:
        return [session for session in self.opened if not session.ended]

    def find_session(self, session_id: str) -> EchoSession | None:
        return next((one for one in self.living() if one.session_id == session_id), None)

    def when_ended(self, told: Callable[[str], None]) -> None:
        self._told_of_ends.append(told)

    def end(self, session: EchoSession) -> None:
        """A session ends by itself."""
        session.call.lost("gone")
        for told in self._told_of_ends:
            told(session.session_id)

    def session_count(self) -> int:
        return len(self.living())

    def metrics(self) -> bytes:
        return self._metrics.text()

    def ready(self) -> bool:
        return not self.draining and self.session_count() < self.max_sessions

    def check_running(self) -> None:
        if self.draining:
            raise AntiphonError(ErrorCode.CAPACITY_FULL, "The server is stopping.")

    @property
    def ticker(self) -> Ticker:
        return self.peers.ticker

    def make_peer(self, call: Call) -> Peer:
        return self.peers.make(call)


@asynccontextmanager
async def serving(services: EchoServices) -> AsyncIterator[int]:
    """The port of a server that is bound to loopback."""
    runner = make_runner(services, [EchoContract, *(one.serve for one in CONTRACTS if one is not VIP)])
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()
        await services.peers.close()

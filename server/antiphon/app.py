"""The composition root: it wires, starts and stops."""

import asyncio
import os
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

from antiphon import resources
from antiphon.assistant_registry import AssistantRegistry
from antiphon.contracts.entry import Entry
from antiphon.contracts.registry import CONTRACTS
from antiphon.domain.load import ProvidersLoad, ServerLoad
from antiphon.http.metering import Meter
from antiphon.http.runner import GuardedRunner
from antiphon.http.server import make_runner
from antiphon.http.services import AnsweringPeer, Pairing, http_settings
from antiphon.loading import Loading
from antiphon.observe.metrics import Metrics
from antiphon.observe.trace import Trace
from antiphon.ports import Call, Clock
from antiphon.providers.threads import run_in_daemon_thread
from antiphon.session.admission import Admission, Reading, watch
from antiphon.session.clock import LoopClock
from antiphon.session.manager import Manager
from antiphon.session.session import Session
from antiphon.sessions import Sessions
from antiphon.settings import Settings
from antiphon.transports.webrtc.opus_speech import SpeechSettings
from antiphon.transports.webrtc.peers import Peers
from antiphon.transports.webrtc.ticker import Ticker


class Server:
    """Everything that lives as long as the process (`contracts.entry.House`)."""

    def __init__(
        self,
        settings: Settings,
        trace: Trace | None = None,
        pairing: Pairing | None = None,
        own_names: Callable[[], Collection[str]] = tuple,
        clock: Clock | None = None,
        contracts: Sequence[Entry] = CONTRACTS,
    ) -> None:
        self.config = settings
        self.settings = http_settings(settings, own_names)
        self.clock = clock or LoopClock()
        self.answering = Meter()
        self.pairing = pairing
        self.web_root = resources.client_web()
        self.assistants_folder = settings.assistants or resources.assistants()
        # Its costs are known in either case; whether they decide is the setting's.
        self.admission = Admission(_cores())
        measured = settings.limits.admission == "measured"
        self.manager = Manager(settings.limits.max_sessions, self.admission if measured else None)
        self.peers = Peers(
            settings.server.host,
            self.clock,
            self.settings.ice_servers,
            speech=SpeechSettings(**settings.media.model_dump(exclude={"fade_ms"})),
            ice_ports=settings.server.ice_port_range,
            candidate_networks=settings.server.candidate_networks,
        )
        self.registry = AssistantRegistry(self.assistants_folder)
        self._contracts = contracts
        self._trace = trace
        self._metrics = Metrics(lambda: len(self.manager), self.load)
        self.sessions = Sessions(settings, self.registry, self.manager, self.clock, self._metrics, trace)
        self._watching: set[asyncio.Task[None]] = set()

    async def start(self, tell: Callable[[Loading], None] = lambda _: None) -> None:
        """Load every assistant and warm its providers; `tell` hears of each. Raises `AntiphonError` rather than start
        half-deaf, and for wrong settings before anything is loaded."""
        async with AsyncExitStack() as undo:
            undo.push_async_callback(self.close)
            assistants = await self.registry.check()
            for contract in self._contracts:
                contract.check(self.config, assistants)
            await self.registry.start(tell)
            self._watching = {
                asyncio.create_task(self.registry.watch(), name="assistants"),
                asyncio.create_task(watch(self.admission, self.reading), name="admission"),
            }
            undo.pop_all()

    def runner(self) -> GuardedRunner:
        """Return the runner that serves every contract over HTTP."""
        return make_runner(self, [contract.serve for contract in self._contracts])

    async def close(self) -> None:
        """End every call, then every provider."""
        for task in self._watching:
            task.cancel()
        if self._watching:
            await asyncio.wait(self._watching)
        await self.manager.close()
        await self.peers.close()
        await self.registry.close()
        if self._trace is not None:
            await run_in_daemon_thread(self._trace.settle)

    # http.services.Services

    def assistants(self) -> Sequence[Mapping[str, Any]]:
        return [loaded.assistant.public() for loaded in self.registry]

    def refused_assistants(self) -> Sequence[Mapping[str, Any]]:
        return self.registry.refused()

    def find_session(self, session_id: str) -> Session | None:
        return self.sessions.find(session_id)

    def when_ended(self, told: Callable[[str], None]) -> None:
        self.sessions.when_ended(told)

    def metrics(self) -> bytes:
        return self._metrics.text()

    def reading(self) -> Reading:
        """Return what admission goes by, as it is now. Within the loop only: the time is that of its thread."""
        now, calls_cpu_s = self.clock.now(), time.thread_time() - self.answering.seconds
        return Reading(now, self.manager.calls, calls_cpu_s, self.peers.lags(), self.registry.inference())

    def load(self) -> ServerLoad:
        """Return the server's own load. Within the loop only."""
        return ServerLoad(
            capacity=self.manager.capacity,
            costs=self.admission.costs,
            refused=self.manager.refused,
            loop_cpu_s=time.thread_time(),
            lag=self.peers.lags(),
            missed_ticks=self.peers.lag().missed,
            inference=self.registry.inference(),
            providers=ProvidersLoad(self.registry.standings(), self.registry.answers()),
        )

    def ready(self) -> bool:
        return self.manager.ready

    @property
    def draining(self) -> bool:
        return self.manager.draining

    def check_running(self) -> None:
        self.manager.check_running()

    @property
    def ticker(self) -> Ticker:
        return self.peers.ticker

    def make_peer(self, call: Call) -> AnsweringPeer:
        return self.peers.make(call)


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

"""The composition root: it wires, starts and stops. Longer than others, being the only file that knows every class."""

import asyncio
import os
import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import structlog

from antiphon import resources
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import StateChanged
from antiphon.domain.load import ServerLoad
from antiphon.domain.messages import ResumeClaim
from antiphon.domain.states import Trigger, TurnStart
from antiphon.http.metering import Meter
from antiphon.http.services import AnsweringPeer, HttpSettings, Pairing
from antiphon.loading import Loading
from antiphon.observe.eventlog import SessionLog
from antiphon.observe.metrics import Metrics
from antiphon.observe.trace import Trace
from antiphon.ports import Call, Dialect
from antiphon.providers.threads import aside
from antiphon.roster import Ready, Roster
from antiphon.session.admission import Admission, Reading, watch
from antiphon.session.clock import LoopClock
from antiphon.session.manager import Manager
from antiphon.session.opened import Opened
from antiphon.session.outbox import Observation
from antiphon.session.parts import Parts
from antiphon.session.session import Session
from antiphon.session.visitors import Visitor, Visitors, visitor
from antiphon.settings import Settings
from antiphon.tailoring import Tailor, check_arguments
from antiphon.transports.webrtc.opus_speech import SpeechSettings
from antiphon.transports.webrtc.peers import Peers
from antiphon.transports.webrtc.ticker import Ticker
from antiphon.turns.core import EngineConfig
from antiphon.turns.notices import notices_for
from antiphon.wire.schemas import validate_parameters
from antiphon.wire.vela.dialect import VelaDialect
from antiphon.wire.vip.dialect import VipDialect
from antiphon.wire.ws_v1.dialect import WsV1Dialect
from antiphon.wire.ws_v1.start import Start

log = structlog.get_logger()

DEFAULT_ASSISTANT = "demo"
AUDIO_MESSAGES = 50


class Server:
    """Everything that lives as long as the process (`http.services.Services`)."""

    def __init__(
        self,
        settings: Settings,
        trace: Trace | None = None,
        pairing: Pairing | None = None,
        own_names: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self._settings = settings
        self._trace = trace
        self.clock = LoopClock()
        self.answering = Meter()
        self.settings = replace(_http_settings(settings), own_names=own_names)
        self.pairing = pairing
        self.web_root = resources.client_web()
        # Its costs are known in either case; whether they decide is the setting's.
        self.admission = Admission(_cores())
        measured = settings.limits.admission == "measured"
        self.manager = Manager(settings.limits.max_sessions, self.admission if measured else None)
        speech = SpeechSettings(**settings.media.model_dump(exclude={"fade_ms"}))
        self.peers = Peers(
            settings.server.host,
            self.clock,
            self.settings.ice_servers,
            speech=speech,
            ice_ports=settings.server.ice_port_range,
            candidate_networks=settings.server.candidate_networks,
        )
        self._log = SessionLog(self.clock)
        self._metrics = Metrics(lambda: len(self.manager), self.load)
        folder = settings.assistants or resources.assistants()
        self.roster = Roster(folder)
        self._tailor = Tailor(folder)
        self._watching: set[asyncio.Task[None]] = set()
        self._visitors = Visitors()
        self._expected: dict[str, Visitor | None] = {}
        self._told_of_ends: list[Callable[[str], None]] = []

    async def start(self, tell: Callable[[Loading], None] = lambda _: None) -> None:
        """Load every assistant and warm its providers; `tell` hears of each. Raises `AntiphonError` rather than start
        half-deaf, and for wrong settings before anything is loaded."""
        async with AsyncExitStack() as undo:
            undo.push_async_callback(self.close)
            self._check_vela_settings(await self.roster.check())
            await self.roster.start(tell)
            self._watching = {
                asyncio.create_task(self.roster.watch(), name="assistants"),
                asyncio.create_task(watch(self.admission, self._reading), name="admission"),
            }
            undo.pop_all()

    async def close(self) -> None:
        """End every call, then every provider."""
        for task in self._watching:
            task.cancel()
        if self._watching:
            await asyncio.wait(self._watching)
        await self.manager.close()
        await self.peers.close()
        await self.roster.close()
        if self._trace is not None:
            await aside(self._trace.settle)

    # http.services.Services

    def assistants(self) -> Sequence[Mapping[str, Any]]:
        return [ready.assistant.public() for ready in self.roster]

    def refused_assistants(self) -> Sequence[Mapping[str, Any]]:
        return self.roster.refused()

    async def open_session(
        self, assistant_id: str | None, user_id: str | None, locale: str | None, metadata: Mapping[str, Any]
    ) -> Opened:
        # Where there is one assistant only, nobody needs to name it.
        ids = sorted(ready.assistant.id for ready in self.roster)
        wanted = assistant_id or (ids[0] if len(ids) == 1 else DEFAULT_ASSISTANT)
        ready = self.roster.find(wanted)
        if ready is None:
            told = f"There is no assistant {wanted[:60]!r}."
            if assistant_id is None:
                told = f"No assistant was named, and none is called {wanted!r}, which would be the default."
            told += f" Known assistants: {', '.join(ids)}. Name one of them."
            raise AntiphonError(ErrorCode.ASSISTANT_UNKNOWN, told)
        session_id = f"sess_{secrets.token_urlsafe(12)}"
        who = visitor(user_id, metadata)
        engine = self._engine_config(ready, first=self._visitors.is_new(who))
        dialect = VipDialect(
            session_id,
            user_id=user_id,
            locale=locale,
            model_id=ready.model_id,
            reserved=ready.tools,
        )
        language = ready.assistant.spoken_in(locale)
        parts = replace(self._parts(ready, engine, dialect), language=language, locale=locale)
        return Opened(self._begin(session_id, ready, parts, who))

    def check_assistant(self, assistant_id: str) -> None:
        self._named(assistant_id)

    def _named(self, assistant_id: str) -> Ready:
        ready = self.roster.find(assistant_id)
        if ready is None:
            raise AntiphonError(ErrorCode.ASSISTANT_UNKNOWN, f"There is no assistant {assistant_id[:60]!r}.")
        return ready

    async def open_ws_v1(self, assistant_id: str, start: Start, session_id: str, last_seq: int) -> Opened:
        ready = self._named(assistant_id)
        who = visitor(start.user_id, {})
        engine = self._engine_config(ready, first=self._visitors.is_new(who))
        tailored = await self._tailor.tailor(ready, start, self.clock.wall(), introduces=bool(engine.greeting))
        engine = replace(engine, policy=tailored.policy, greeting=tailored.greeting, heard_s=tailored.heard_s)
        dialect = WsV1Dialect(
            session_id,
            client_tools=tailored.client_tools,
            tool_count=len(tailored.tools) + len(tailored.client_tools),
            text_only=start.text_only,
            opener=tailored.opener,
            channel=start.channel,
            tells_config=self._settings.ws.emit_config_resolved,
        )
        parts = replace(
            self._parts(ready, engine, dialect),
            tts=tailored.voice,
            prompt=tailored.prompt,
            tools=tailored.tools,
            knowledge=tailored.knowledge,
            check=check_arguments,
            unheard=start.text_only,
            sounds_out=False,
            heartbeat_s=self._settings.ws.heartbeat_s,
            last_seq=last_seq,
        )
        return Opened(self._begin(session_id, ready, parts, who), start.text_only)

    def resume_ws_v1(self, assistant_id: str, claim: ResumeClaim) -> Opened:
        session = self.manager.find(claim.session_id)
        dialect = session.dialect if session is not None else None
        if session is None or not isinstance(dialect, WsV1Dialect):
            message = "The session that `resume` names has ended. Start another one, without `resume`."
            raise AntiphonError(ErrorCode.SESSION_EXPIRED, message)
        refused = session.objection(claim)
        if refused is not None:
            code = ErrorCode.INVALID_VALUE if refused.code is ErrorCode.INVALID_MESSAGE else refused.code
            raise AntiphonError(code, refused.message.replace("last_seq", "lastSeq"))
        ready = self.roster.of_call(claim.session_id)
        if ready is None or ready.assistant.id != assistant_id:
            message = f"`resume`: this session is not one of {assistant_id[:60]!r}, which the address names."
            raise AntiphonError(ErrorCode.INVALID_VALUE, message)
        return Opened(session, dialect.text_only)

    def _check_vela_settings(self, ids: Sequence[str]) -> None:
        wanted = self._settings.vela
        if wanted.mode == "live" and wanted.assistant not in ids:
            known = ", ".join(sorted(ids))
            message = f"vela.assistant: there is no assistant {wanted.assistant!r} for vela.mode 'live', only {known}."
            raise AntiphonError(ErrorCode.CONFIG_INVALID, message)

    def check_vela(self) -> None:
        self._named(self._settings.vela.assistant)

    async def open_vela(self, session_id: str, resume_token: str, last_seq: int) -> Opened:
        ready = self._named(self._settings.vela.assistant)
        client_tools = {tool.name: tool.action() for tool in ready.assistant.tools if tool.executor == "client"}
        # Who speaks holds a key, by this contract; nothing else is a turn.
        engine = replace(self._engine_config(ready, first=True), triggers=frozenset({TurnStart.PTT}))
        parts = replace(
            self._parts(ready, engine, VelaDialect(session_id, client_tools)),
            check=check_arguments,
            # The transport tells once a frame at the most that audio has come.
            messages_per_second=self._settings.limits.messages_per_second + AUDIO_MESSAGES,
            resume_token=resume_token,
            last_seq=last_seq,
        )
        return Opened(self._begin(session_id, ready, parts, None))

    def resume_vela(self, claim: ResumeClaim) -> Opened:
        session = self.manager.find(claim.session_id)
        if session is None or not isinstance(session.dialect, VelaDialect):
            message = "The session that session.resume names has ended. Go on with the one of this connection."
            raise AntiphonError(ErrorCode.SESSION_EXPIRED, message)
        refused = session.objection(claim)
        if refused is not None:
            raise AntiphonError(refused.code, refused.message.replace("resume.last_seq", "received"))
        return Opened(session)

    def _begin(self, session_id: str, ready: Ready, parts: Parts, who: Visitor | None) -> Session:
        session = self.manager.open(session_id, parts)
        self.roster.call_began(session_id, ready)
        self._expected[session_id] = who
        if self._trace is not None:
            self._trace.started(session_id, parts.engine)
        log.info("session opened", session_id=session_id, assistant=ready.assistant.id)
        return session

    def _engine_config(self, ready: Ready, *, first: bool) -> EngineConfig:
        assistant = ready.assistant
        timeouts = assistant.timeouts
        introduces = assistant.activate_on == "always" or (assistant.activate_on == "first_visit" and first)
        return EngineConfig(
            policy=assistant.interruption_policy(),
            # Who only hears themselves takes no turns: nobody listens for speech, and nothing is wrong with that.
            triggers=frozenset() if getattr(ready.brain, "frames_back", False) else assistant.turn_starts(),
            greeting=assistant.greeting if introduces else "",
            follow_up=assistant.follow_up,
            auto_response=assistant.auto_response,
            think_ahead=assistant.think_ahead,
            stops_tell=getattr(ready.stt, "stops_tell", True),
            parallel_actions=assistant.parallel_actions,
            hang_up_phrases=assistant.hang_up_phrases,
            words=assistant.words(),
            notices=notices_for(assistant.language),
            no_speech_s=timeouts.no_speech_s,
            max_turn_s=timeouts.max_turn_s,
            idle_s=timeouts.idle_s,
            session_s=timeouts.session_s,
            resume_window_s=self._settings.server.resume_window_s,
            id_salt=secrets.token_hex(4),
        )

    def _parts(self, ready: Ready, engine: EngineConfig, dialect: Dialect) -> Parts:
        assistant = ready.assistant
        return Parts(
            engine=engine,
            vad=ready.new_vad(),
            stt=ready.stt.for_session(),
            brain=ready.brain.for_session(),
            tts=ready.tts.for_session(),
            dialect=dialect,
            clock=self.clock,
            check=validate_parameters,
            assistant=assistant.public(),
            language=assistant.language,
            prompt=assistant.prompt,
            action_timeout_s=assistant.timeouts.action_s,
            tools=ready.tools,
            longest_fade_ms=self._settings.media.fade_ms,
            messages_per_second=self._settings.limits.messages_per_second,
            resume_token=secrets.token_urlsafe(32),
            observers=(self._observe,),
            signal_observers=(self._trace.signal,) if self._trace is not None else (),
            step_observers=(self._metrics.step, *((self._trace.step,) if self._trace is not None else ())),
            on_end=self._ended,
        )

    def _observe(self, observation: Observation) -> None:
        if isinstance(observation.event, StateChanged) and observation.event.trigger is Trigger.SERVER_READY:
            # Only now: who could not connect was not here, and is still to be introduced.
            self._visitors.came(self._expected.pop(observation.session_id, None))
        self._metrics.event(observation.event)
        self._log.event(observation.session_id, observation.event, observation.policy_profile)

    def _ended(self, session_id: str) -> None:
        self.roster.call_ended(session_id)
        self._metrics.ended(session_id)
        self._log.ended(session_id)
        self._expected.pop(session_id, None)
        if self._trace is not None:
            self._trace.ended(session_id)
        for told in self._told_of_ends:
            told(session_id)

    def find_session(self, session_id: str) -> Opened | None:
        session = self.manager.find(session_id)
        return None if session is None else Opened(session)

    def when_ended(self, told: Callable[[str], None]) -> None:
        self._told_of_ends.append(told)

    def metrics(self) -> bytes:
        return self._metrics.text()

    def _reading(self) -> Reading:
        now, calls_cpu_s = self.clock.now(), time.thread_time() - self.answering.seconds
        return Reading(now, self.manager.calls, calls_cpu_s, self.peers.lags(), self.roster.inference())

    def load(self) -> ServerLoad:
        """What the server knows of its own load. Within the loop only."""
        return ServerLoad(
            capacity=self.manager.capacity,
            costs=self.admission.costs,
            refused=self.manager.refused,
            loop_cpu_s=time.thread_time(),
            lag=self.peers.lags(),
            missed_ticks=self.peers.lag().missed,
            inference=self.roster.inference(),
        )

    def ready(self) -> bool:
        return self.manager.ready

    @property
    def ticker(self) -> Ticker:
        return self.peers.ticker

    def make_peer(self, call: Call) -> AnsweringPeer:
        return self.peers.make(call)


def _cores() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _http_settings(settings: Settings) -> HttpSettings:
    server, limits = settings.server, settings.limits
    if server.secret is None and not server.loopback:
        message = (
            f"The host {server.host!r} can be reached from other machines, and there is no secret: anybody could call. "
            "Set server.secret (32 characters or more), or listen on 127.0.0.1."
        )
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message)
    return HttpSettings(
        host=server.host,
        allowed_hosts=server.allowed_hosts,
        allowed_origins=server.allowed_origins,
        trusted_proxies=server.trusted_proxies,
        secret=server.secret.get_secret_value() if server.secret else None,
        ice_servers=[{"urls": url} for url in server.ice_servers],
        sessions_per_address=limits.sessions_per_address or (limits.max_sessions + 1) // 2,
        waiting_connections=limits.waiting_connections,
        request_s=limits.request_s,
        bound_loopback=limits.sessions_per_address is not None,
        vela_live=settings.vela.mode == "live",
    )

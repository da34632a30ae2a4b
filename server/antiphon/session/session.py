"""One session: a client, an engine, and the shell around it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from antiphon.domain.commands import HangUp
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Event, Failed, SessionClosed, SessionOpened, StateChanged
from antiphon.domain.messages import ResumeClaim
from antiphon.domain.signals import AnnounceRequested, ClientReady, SessionClosing
from antiphon.domain.states import CloseReason, State, Trigger
from antiphon.ports import Dialect
from antiphon.session.audio_input import AudioInput, Recognition
from antiphon.session.connections import Connection, Connections
from antiphon.session.desk import Desk, Handlers
from antiphon.session.guards import SESSION
from antiphon.session.mailbox import Item, Mailbox, answer
from antiphon.session.media import CallMedia, EchoMedia, Media, sends_frames_back
from antiphon.session.memory import Memory, Page
from antiphon.session.outbox import Outbox, ResumeTerms
from antiphon.session.output import Output
from antiphon.session.parts import Parts
from antiphon.session.playout import Playout
from antiphon.session.recogniser_stream import PhraseHints
from antiphon.session.resend_buffer import ResendBuffer
from antiphon.session.turn_feed import Follower, Followers, to_wire
from antiphon.turns import policies
from antiphon.turns.core import Outcome
from antiphon.turns.engine import TurnEngine
from antiphon.turns.policies import Policy

log = structlog.get_logger()


class Session:
    """Lives from `run()` until it is closed by its client, its application or the server, or nobody comes back."""

    def __init__(self, session_id: str, parts: Parts, on_end: Callable[["Session"], None] = lambda _: None) -> None:
        self.session_id = session_id
        self.ended = asyncio.Event()
        self._parts = parts
        self._on_end = on_end
        self._clock = parts.clock
        self._engine = TurnEngine(parts.engine)
        client, limits, playout = parts.client, parts.limits, parts.playout
        sent = ResendBuffer(last_seq=client.last_seq)
        self._outbox = Outbox(
            session_id, client.dialect, parts.clock, sent, parts.observers.messages, client.heartbeat_s
        )
        self._mailbox = Mailbox(
            client.dialect,
            parts.clock,
            limits.cpu,
            limits.messages_per_second,
            self._outbox.publish,
            lambda: self.state,
        )
        self._page = Page()
        self._memory = _memory(self._page, parts)
        self._playout = Playout(
            parts.clock,
            self._mailbox.post,
            playout.longest_fade_ms,
            unheard=playout.unheard,
            sounds_out=playout.sounds_out,
        )
        self._input = self._audio_input(parts)
        self._input.use_policy(policies.use_policy(self.policy))
        output = Output(session_id, parts, self._memory, self._playout, self._mailbox.post, self._spawn)
        hang_up: Handlers = {HangUp: lambda command: self._hang_up(command.reason)}
        self._desk = Desk(self._input.handlers, output.handlers, self._page.handlers, hang_up)
        calls = CallMedia(self._engine, self._input, self._playout)
        media: Media = EchoMedia() if sends_frames_back(parts.providers.brain) else calls
        self._connections = Connections(
            ResumeTerms(session_id, client.resume_token, parts.engine.connection.resume_window_s),
            self._outbox,
            self._mailbox,
            media,
            hello=self._hello,
            state=lambda: self.state,
            clock=parts.clock,
            spawn=self._spawn,
        )
        self._tasks: set[asyncio.Task[None]] = set()
        self._group: asyncio.TaskGroup | None = None
        self._followers = Followers(parts.engine.policy.profile, self._wall, self._outbox.publish)
        self._closed_for: CloseReason | None = None

    def _audio_input(self, parts: Parts) -> AudioInput:
        providers, deadline_s = parts.providers, parts.limits.deadlines.recognition_s
        recognition = Recognition(providers.stt, lambda: self._memory.language, deadline_s)
        return AudioInput(
            vad=providers.vad,
            recognition=recognition,
            clock=parts.clock,
            post=self._mailbox.post,
            spawn=self._spawn,
            opened=PhraseHints(providers.brain, self._memory.page, self._spawn).give,
            session_id=self.session_id,
        )

    @property
    def state(self) -> State:
        return self._engine.state

    @property
    def policy(self) -> Policy:
        """The turn-taking policy in force."""
        return self._engine.policy

    @property
    def memory(self) -> Memory:
        """The conversation and the page, as its brain is told of them. Only the session's loop adds to it."""
        return self._memory

    @property
    def commands(self) -> frozenset[type[Any]]:
        """The kinds of command of the engine that a part of the session carries out."""
        return self._desk.commands

    def turns(self) -> list[dict[str, Any]]:
        """The turn history, oldest first (`GET /v1/sessions/{id}/turns`); times are ms since the epoch."""
        return [to_wire(turn, self._wall(0.0)) for turn in self._engine.turns]

    @property
    def dialect(self) -> Dialect:
        """The contract that its client speaks."""
        return self._parts.client.dialect

    @property
    def over(self) -> bool:
        """True once the end has come; its last messages may still be on their way."""
        return self._closed_for is not None

    @property
    def absent_since(self) -> float | None:
        """Since when nobody is connected; None while somebody is, or nobody has been."""
        return self._connections.deserted_since

    @property
    def deserted(self) -> bool:
        """True while its client has gone and may come back."""
        return self.absent_since is not None

    def new_call(self) -> Connection:
        """A way in for one more transport. The one that opens last has the session."""
        return self._connections.connect()

    def _hello(self) -> SessionOpened:
        parts, policy = self._parts, policies.to_wire(self.policy)
        client, window_s = parts.client, parts.engine.connection.resume_window_s
        return SessionOpened(client.assistant, policy, client.resume_token, window_s, parts.briefing.locale)

    def _wall(self, at: float) -> float:
        """A time of the session's clock as seconds since the epoch."""
        return self._clock.wall() - self._clock.now() + at

    def objection(self, claim: ResumeClaim) -> Failed | None:
        """Return why whoever claims this session may not go on with it; None where it may."""
        return self._connections.objection(claim)

    async def announce(self, text: str) -> None:
        """Say this at the next idle (row 4). Returns once the engine has taken it.

        Raises `AntiphonError`: `protocol.order` before the session is ready, `rate.limited` while too many wait,
        `protocol.not_found` where the session has ended.
        """
        if self._closed_for is not None:
            raise _over()
        await self._mailbox.ask(AnnounceRequested(text))

    def follow(self, follower: Follower) -> Callable[[], None]:
        """Have it told of what happens from now on. Returns what ends that; it may be called twice."""
        return self._followers.add(follower)

    def end(self, reason: CloseReason) -> None:
        """End the session (row 14). Returns at once; `ended` is set when it is over."""
        if self._closed_for is None:
            self._mailbox.post(SessionClosing(reason))

    async def close(self, reason: CloseReason) -> None:
        """End the session and wait until it has ended. May be called for one that has."""
        self.end(reason)
        await self.ended.wait()

    # The loop: the only writer of the engine.

    async def run(self) -> None:
        """Live until the end. A crash ends this session, and no other."""
        SESSION.set(self.session_id)
        try:
            async with asyncio.TaskGroup() as self._group:
                await self._loop()
                for task in self._tasks:
                    task.cancel()
        except Exception:  # the session's supervisor; what providers raise does not come so far (`guards`)
            log.exception("session crashed", session_id=self.session_id)
            for event in _crashed(self._engine.state):
                self._outbox.publish(event)
        finally:
            self._is_over(self._closed_for or CloseReason.ERROR)
            self._input.stop()
            self._connections.hang_up()
            self._followers.end()
            self.ended.set()
            self._parts.observers.ended(self.session_id)
            self._on_end(self)

    async def _loop(self) -> None:
        while self._closed_for is None:
            due = [at for at in (self._engine.deadline(), self._outbox.deadline()) if at is not None]
            item = await self._mailbox.next(min(due, default=None))
            self._outbox.wake()
            self._step(item)

    def _step(self, item: Item | None) -> None:
        now = self._clock.now()
        signal = item.signal if item else None
        if isinstance(signal, ClientReady):
            self._followers.subscribed = self._followers.subscribed or "turn.event" in signal.subscribe
        for observe in self._parts.observers.signals:
            observe(self.session_id, now, signal)
        outcome = self._engine.handle(signal, now) if signal is not None else self._engine.wake(now)
        for observe_step in self._parts.observers.steps:
            observe_step(self.session_id, now, signal, outcome)
        if item is not None and item.decision is not None:
            answer(item.decision, outcome)
        self._carry_out(outcome, item)
        if isinstance(signal, SessionClosing) and self._engine.state is State.NOT_CONNECTED:
            self._hang_up(signal.reason)  # also where no client ever came, and the engine has nothing to close

    def _carry_out(self, outcome: Outcome, item: Item | None) -> None:
        """Carry out all commands, then tell all events, then what a command was answered with (invariants 1 and 3)."""
        answers = [answer for command in outcome.commands if (answer := self._desk.carry_out(command))]
        self._outbox.policy_profile = self.policy.profile
        turn_events = self._followers.payloads(outcome.events, self._clock.now())
        for event in outcome.events:
            self._page.observe(event)
            self._memory.observe(event)
            self._outbox.publish(event, item.message_id if item else None)
            if isinstance(event, Failed) and item is not None and item.from_client:
                self._mailbox.count_refusal()
        self._followers.notify(turn_events)
        for answer in answers:
            self._step(Item(answer))

    def _spawn(self, work: Coroutine[Any, Any, None], *, name: str) -> asyncio.Task[None]:
        assert self._group is not None
        task = self._group.create_task(work, name=f"{self.session_id}:{name}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _hang_up(self, reason: CloseReason) -> None:
        if self._closed_for is None:
            self._is_over(reason)

    def _is_over(self, reason: CloseReason) -> None:
        """Take nothing more, and tell whoever comes; the last messages may still be on their way."""
        self._closed_for = reason
        self._mailbox.close(_over())
        self._connections.end(reason)


def _memory(page: Page, parts: Parts) -> Memory:
    return Memory(
        page,
        language=parts.briefing.language,
        prompt=parts.briefing.prompt,
        locale=parts.briefing.locale,
        tools={name: tool.action for name, tool in parts.briefing.tools.items()},
        knowledge=parts.providers.knowledge,
    )


def _crashed(state: State) -> list[Event]:
    """Row 14, without the engine: it may be what broke (V7-FATAL)."""
    message = "Something broke in this session; please start again."
    told: list[Event] = [Failed(ErrorCode.INTERNAL, message, "error.fatal", state=state)]
    if state is not State.NOT_CONNECTED:
        told.append(StateChanged(State.NOT_CONNECTED, state, Trigger.SESSION_CLOSE))
    return [*told, SessionClosed(CloseReason.ERROR)]


def _over() -> AntiphonError:
    return AntiphonError(ErrorCode.NOT_FOUND, "There is no such session, or it has ended.")

"""One session: a client, an engine, and the shell around it. A little over 300 lines: all of it meets here."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from antiphon.domain.audio import AudioFrame, Pcm
from antiphon.domain.commands import HangUp
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, SessionOpened
from antiphon.domain.messages import ResumeClaim
from antiphon.domain.signals import AnnounceRequested, ClientReady, ClientResumed, SessionClosing
from antiphon.domain.states import CloseReason, State
from antiphon.ports import Dialect
from antiphon.session import history
from antiphon.session.audio_input import AudioInput
from antiphon.session.desk import Desk, Handlers
from antiphon.session.echoing import Echoing, sends_frames_back
from antiphon.session.endings import crashed, nothing_to_resume, over
from antiphon.session.eventlog import EventLog
from antiphon.session.expecting import Expecting
from antiphon.session.following import Follower, Following
from antiphon.session.gate import REFUSED_LIMIT, Gate, too_many_turns
from antiphon.session.inbox import Inbox, Item, answer
from antiphon.session.intake import Intake
from antiphon.session.memory import Memory
from antiphon.session.outbox import Outbox
from antiphon.session.output import Output
from antiphon.session.parts import Parts
from antiphon.session.playout import Playout
from antiphon.session.presence import Attachment, Presence
from antiphon.turns.core import Outcome
from antiphon.turns.engine import TurnEngine
from antiphon.turns.policies import to_wire, use_policy

log = structlog.get_logger()


class Session:
    """Lives from `run()` until it is closed by its client, its application or the server, or nobody comes back."""

    def __init__(self, session_id: str, parts: Parts, on_end: Callable[["Session"], None] = lambda _: None) -> None:
        self.session_id = session_id
        self._parts = parts
        self._on_end = on_end
        self._clock = parts.clock
        self._engine = TurnEngine(parts.engine)
        self._inbox = Inbox()
        self._gate = Gate(parts.messages_per_second)
        self._intake = Intake(parts.clock, parts.cpu, self._decode)
        self._given_up = False
        sent = EventLog(last_seq=parts.last_seq)
        self._outbox = Outbox(session_id, parts.dialect, parts.clock, sent, parts.observers, parts.heartbeat_s)
        self._memory = Memory(
            language=parts.language,
            prompt=parts.prompt,
            locale=parts.locale,
            tools={name: tool.action for name, tool in parts.tools.items()},
            knowledge=parts.knowledge,
        )
        self._playout = Playout(
            parts.clock, self._inbox.post, parts.longest_fade_ms, unheard=parts.unheard, sounds_out=parts.sounds_out
        )
        self._input = AudioInput(
            vad=parts.vad,
            recogniser=parts.stt,
            language=parts.language,
            deadline_s=parts.deadlines.recognition_s,
            clock=parts.clock,
            post=self._inbox.post,
            spawn=self._spawn,
            opened=Expecting(parts.brain, self._memory.actions, self._spawn).opened,
        )
        self._input.use(use_policy(self._engine.policy))
        output = Output(session_id, parts, self._memory, self._playout, self._inbox.post, self._spawn)
        hang_up: Handlers = {HangUp: lambda command: self._hang_up(command.reason)}
        self._desk = Desk(self._input.handlers, output.handlers, self._memory.handlers, hang_up)
        self._presence = Presence(
            self,
            self._outbox,
            hello=self._hello,
            resume_token=parts.resume_token,
            resume_window_s=parts.engine.resume_window_s,
            clock=parts.clock,
            post=self._inbox.post,
            spawn=self._spawn,
        )
        self._echo = Echoing() if sends_frames_back(parts.brain) else None
        self._tasks: set[asyncio.Task[None]] = set()
        self._group: asyncio.TaskGroup | None = None
        self._following = Following(parts.engine.policy.profile, self._wall, self._outbox.publish)
        self._ended = False
        self._closed_for = CloseReason.ERROR
        self.ended = asyncio.Event()

    @property
    def state(self) -> State:
        return self._engine.state

    def turns(self) -> list[dict[str, Any]]:
        """The turn history, oldest first (`GET /v1/sessions/{id}/turns`); times are ms since the epoch."""
        return [history.to_wire(turn, self._wall(0.0)) for turn in self._engine.turns]

    @property
    def dialect(self) -> Dialect:
        """The contract that its client speaks."""
        return self._parts.dialect

    @property
    def over(self) -> bool:
        """Whether the end has come; its last messages may still be on their way."""
        return self._ended

    @property
    def closed_for(self) -> CloseReason:
        """Why it has ended."""
        return self._closed_for

    @property
    def absent_since(self) -> float | None:
        """Since when nobody is connected; None while somebody is, or nobody has been."""
        return self._presence.deserted_since

    def new_call(self) -> Attachment:
        """A way in for one more transport. The one that opens last has the session."""
        return self._presence.attach()

    def _hello(self) -> SessionOpened:
        parts, policy = self._parts, to_wire(self._engine.policy)
        window_s = parts.engine.resume_window_s
        return SessionOpened(parts.assistant, policy, parts.resume_token, window_s, parts.locale)

    # What the present transport brings: synchronous, and never raising on what a peer sent.

    def take_audio(self, frame: AudioFrame) -> None:
        if self._echo is not None:
            self._echo.heard(frame)
        elif self._engine.state not in (State.NOT_CONNECTED, State.CONNECTING):
            self._input.heard(frame)

    def next_audio(self) -> Pcm:
        if self._echo is not None:
            return self._echo.frame()
        frame = self._playout.next_frame()
        self._input.sent(frame)
        return frame

    def next_sound(self) -> Pcm | None:
        if self._echo is not None:
            return self._echo.sound()
        frame = self._playout.sound(self._engine.state is State.AI_SPEAKING)
        self._input.sent(frame)
        return frame

    def take_message(self, text: str | bytes, sender: Attachment) -> None:
        if self._ended or self._given_up:
            return
        if self._gate.admits(self._clock.now()) and self._intake.has_room(text) and not self._inbox.full:
            self._intake.take(text, sender)
            return
        rate = self._parts.messages_per_second
        message = f"More messages came than a session takes ({rate} a second, fewer large ones); send fewer."
        failure = Failed(ErrorCode.RATE_LIMITED, message, state=self.state)
        self.refuse(failure, self._parts.dialect.message_id(text))

    def drop_messages(self, sender: Attachment) -> None:
        """It has gone: nothing of what it has sent is worth its time any more."""
        self._intake.drop(sender)

    def _decode(self, text: str | bytes, sender: Attachment) -> None:
        if self._ended or self._given_up or sender is not self._presence.present:
            return
        decoded = self._parts.dialect.decode(text)
        if sender.must_resume:
            self._presence.hear_out(sender, decoded)
            return
        if decoded.failure is not None:
            self.refuse(decoded.failure, decoded.message_id)
        for signal in decoded.signals:
            if isinstance(signal, ClientResumed):
                self.refuse(nothing_to_resume(self.state), decoded.message_id)
                continue
            if not self._gate.admits_turn(signal, self._clock.now()):
                self.refuse(too_many_turns(self.state), decoded.message_id)
                continue
            self._inbox.post(signal, decoded.message_id, from_client=True)
            if isinstance(signal, ClientReady):
                self._presence.tell_muted()

    def _wall(self, at: float) -> float:
        """A time of the session's clock as seconds since the epoch."""
        return self._clock.wall() - self._clock.now() + at

    def objection(self, claim: ResumeClaim) -> Failed | None:
        """Why whoever claims this session may not go on with it; None where it may."""
        return self._presence.objection(claim)

    async def announce(self, text: str) -> None:
        """Say this at the next idle (row 4). Returns once the engine has taken it.

        Raises `AntiphonError`: `protocol.order` before the session is ready, `rate.limited` while too many wait,
        `protocol.not_found` where the session has ended.
        """
        if self._ended:
            raise over()
        await self._inbox.ask(AnnounceRequested(text))

    def follow(self, follower: Follower) -> Callable[[], None]:
        """Have it told of what happens from now on. Returns what ends that; it may be called twice."""
        return self._following.add(follower)

    def close(self, reason: CloseReason, code: ErrorCode | None = None, message: str = "") -> None:
        """End the session (row 14). Returns at once; `ended` is set when it is over."""
        if self._ended:
            return
        self._inbox.post(SessionClosing(reason, code, message))

    # The loop: the only writer of the engine.

    async def run(self) -> None:
        """Live until the end. A crash ends this session, and no other."""
        try:
            async with asyncio.TaskGroup() as self._group:
                await self._loop()
                for task in self._tasks:
                    task.cancel()
        except Exception:  # the session's supervisor: one of the two places that catch everything
            log.exception("session crashed", session_id=self.session_id)
            for event in crashed(self._engine.state):
                self._outbox.publish(event)
        finally:
            self._ended = True
            self._intake.stop()
            self._inbox.refuse_waiting(over())
            self._input.stop()
            self._presence.hang_up(refused=self._given_up)
            self._following.end()
            self.ended.set()
            self._parts.on_end(self.session_id)
            self._on_end(self)

    async def _loop(self) -> None:
        while not self._ended:
            due = [at for at in (self._engine.deadline(), self._outbox.deadline()) if at is not None]
            item = await self._inbox.next(min(due, default=None))
            self._outbox.wake()
            self._step(item)

    def _step(self, item: Item | None) -> None:
        now = self._clock.now()
        signal = item.signal if item else None
        if isinstance(signal, ClientReady):
            self._following.subscribed = self._following.subscribed or "turn.event" in signal.subscribe
        for observe in self._parts.signal_observers:
            observe(self.session_id, now, signal)
        outcome = self._engine.handle(signal, now) if signal is not None else self._engine.wake(now)
        for told in self._parts.step_observers:
            told(self.session_id, now, signal, outcome)
        if item is not None and item.verdict is not None:
            answer(item.verdict, outcome)
        self._carry_out(outcome, item)
        if isinstance(signal, SessionClosing) and self._engine.state is State.NOT_CONNECTED:
            self._hang_up(signal.reason)  # also where no client ever came, and the engine has nothing to close

    def _carry_out(self, outcome: Outcome, item: Item | None) -> None:
        """All commands, then all events, then what a command was answered with at once (invariants 1 and 3)."""
        answers = [answer for command in outcome.commands if (answer := self._desk.carry_out(command))]
        self._outbox.policy_profile = self._engine.policy.profile
        turn_events = self._following.take(outcome.events, self._clock.now())
        for event in outcome.events:
            self._memory.observe(event)
            self._outbox.publish(event, item.message_id if item else None)
            if isinstance(event, Failed) and item is not None and item.from_client:
                self.count_refusal()
        self._following.tell(turn_events)
        for answer in answers:
            self._step(Item(answer))

    def refuse(self, failure: Failed, message_id: str | None = None) -> None:
        """Tell the client that something it sent was not taken."""
        if self._ended or self._given_up:
            return
        self._outbox.publish(failure, message_id)
        self.count_refusal()

    def count_refusal(self) -> None:
        """One more message was refused; too many within a while, or while more of them wait, end the session."""
        if self._gate.refused(self._clock.now(), waiting=self._intake.waits) and not self._given_up:
            self._given_up = True
            message = f"More than {REFUSED_LIMIT} messages were refused in a short while, so the session was ended."
            self.close(CloseReason.ERROR, ErrorCode.RATE_LIMITED, message)

    def _spawn(self, work: Coroutine[Any, Any, None], *, name: str) -> asyncio.Task[None]:
        assert self._group is not None
        task = self._group.create_task(work, name=f"{self.session_id}:{name}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _hang_up(self, reason: CloseReason) -> None:
        if not self._ended:
            log.info("session ended", session_id=self.session_id, reason=reason.value)
            self._closed_for = reason
        self._ended = True

"""What the session says: replies, announcements, voice, playout. Providers work in tasks; nothing here waits."""

import asyncio
from collections.abc import Callable

from antiphon.audio.earcon import not_understood
from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import (
    CancelReply,
    ContinueReply,
    FinishSentence,
    FlushPlayout,
    MeasureHeard,
    PausePlayout,
    PlayEarcon,
    ResumePlayout,
    Say,
    StartReply,
    StopEarcon,
    StopThinkingAhead,
    ThinkAhead,
)
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import EarconStarted, HeardMeasured, PlayoutFlushed, PlayoutPaused, Signal, VoiceLate
from antiphon.ports import StartsReplies
from antiphon.session.ahead import Ahead
from antiphon.session.apologies import apology
from antiphon.session.desk import Handlers
from antiphon.session.memory import Memory
from antiphon.session.parts import Parts
from antiphon.session.playout import Playout
from antiphon.session.reply import Reply, voice_failed
from antiphon.session.sentences import Clauses
from antiphon.session.speaker import Speaker


class Output:
    """One session's answers. `memory` is what the brain is asked with, and learns what was heard of an answer."""

    def __init__(
        self,
        session_id: str,
        parts: Parts,
        memory: Memory,
        playout: Playout,
        post: Callable[[Signal], None],
        spawn: Callable[..., asyncio.Task[None]],
    ) -> None:
        self._session_id = session_id
        self._parts = parts
        self._memory = memory
        self._playout = playout
        self._post = post
        self._spawn = spawn
        self._reply: Reply | None = None
        self._task: asyncio.Task[None] | None = None
        self._speaking: tuple[str, Speaker] | None = None
        self._ahead: Ahead | None = None
        self._taken: Ahead | None = None
        """What the present reply has begun with; it may still be at work for it."""

    @property
    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {
            FlushPlayout: self._flush,
            PausePlayout: self._pause,
            ResumePlayout: self._resume,
            MeasureHeard: self._measure,
            PlayEarcon: self._play_earcon,
            StopEarcon: self._stop_earcon,
            CancelReply: self._cancel,
            ThinkAhead: self._think_ahead,
            StopThinkingAhead: self._stop_thinking_ahead,
            StartReply: self._start_reply,
            ContinueReply: self._continue_reply,
            Say: self._say,
            FinishSentence: self._finish_sentence,
        }

    def _flush(self, command: FlushPlayout) -> PlayoutFlushed:
        flushed = self._playout.flush(command.turn_id, command.fade_ms)
        # At once: what is asked of the brain in the same instant may be about just these words.
        if not command.unspoken:
            self._memory.assistant_said(command.turn_id, flushed.heard_text, complete=False)
        return flushed

    def _pause(self, command: PausePlayout) -> PlayoutPaused | None:
        return self._playout.pause(command.turn_id, command.fade_ms)

    def _resume(self, command: ResumePlayout) -> None:
        self._playout.resume(command.turn_id)

    def _measure(self, command: MeasureHeard) -> HeardMeasured | None:
        return self._playout.measure(command.turn_id, command.played_ms)

    def _play_earcon(self, command: PlayEarcon) -> EarconStarted | None:
        del command
        return EarconStarted() if self._playout.play_earcon(not_understood()) else None

    def _stop_earcon(self, command: StopEarcon) -> None:
        del command
        self._playout.stop_earcon()

    def _start_reply(self, command: StartReply) -> None:
        ahead = self._take_ahead(command.turn_id, command.text)
        if command.text is not None:
            self._memory.user_said(
                command.turn_id, command.text, typed=command.typed, read=command.read, after_s=command.after_s
            )
        self._start(command.turn_id, ahead)

    def _continue_reply(self, command: ContinueReply) -> None:
        self._memory.action_ended(command.invocation_id, command.outcome)
        self._start(command.turn_id, untold=apology(command.outcome, self._parts.language))

    def _finish_sentence(self, command: FinishSentence) -> None:
        if self._reply is not None and self._reply.turn_id == command.turn_id:
            self._reply.finish_sentence()
        elif self._speaking is not None and self._speaking[0] == command.turn_id:
            self._speaking[1].finish_sentence()

    def _think_ahead(self, command: ThinkAhead) -> None:
        self._drop_ahead()
        request = self._memory.request_ahead(command.turn_id, command.text, command.after_s)
        self._new_reply()
        parts, revision = self._parts, self._memory.revision
        self._ahead = Ahead(command.turn_id, command.text, revision, request, parts.brain, parts.tts)
        self._ahead.start(self._spawn)

    def _take_ahead(self, turn_id: str, text: str | None) -> Ahead | None:
        """What was begun, if it is the answer to just this, and nothing has changed since."""
        ahead, self._ahead = self._ahead, None
        if ahead is None:
            return None
        if (ahead.turn_id, ahead.text, ahead.revision) == (turn_id, text, self._memory.revision):
            return ahead
        ahead.drop()
        return None

    def _stop_thinking_ahead(self, command: StopThinkingAhead) -> None:
        del command
        self._drop_ahead()

    def _drop_ahead(self) -> None:
        if self._ahead is not None:
            self._ahead.drop()
            self._ahead = None

    def _new_reply(self) -> None:
        if isinstance(self._parts.tts, StartsReplies):
            self._parts.tts.new_reply()

    def _speaker(self, turn_id: str, ahead: Ahead | None = None) -> Speaker:
        speaker = Speaker(
            turn_id,
            self._parts.tts,
            self._parts.language,
            self._playout,
            self._parts.deadlines,
            ahead,
            late=lambda: self._post(VoiceLate(turn_id)),
        )
        self._speaking = (turn_id, speaker)
        if ahead is None:
            self._new_reply()
        return speaker

    def _start(self, turn_id: str, ahead: Ahead | None = None, untold: str = "") -> None:
        reply = self._reply
        over = self._task is None or self._task.done()
        if reply is None or reply.turn_id != turn_id or over:
            # Also where the same turn has been answered before: the result of a parallel action wants another reply.
            self._cancel_task()
            self._taken = ahead
            speaker = self._speaker(turn_id, ahead)
            reply = self._reply = Reply(
                turn_id, self._session_id, self._parts, self._memory, speaker, post=self._post, ahead=ahead
            )
            self._task = self._spawn(reply.run(), name=f"reply:{turn_id}")
        reply.ask(self._memory.request(turn_id, reply.text), untold)

    def _say(self, command: Say) -> None:
        self._cancel_task()
        self._reply = None
        speaker = self._speaker(command.turn_id)
        self._task = self._spawn(self._announce(command, speaker), name=f"say:{command.turn_id}")

    async def _announce(self, command: Say, speaker: Speaker) -> None:
        async def feed() -> None:
            clauses = Clauses()
            for clause in [*clauses.feed(command.text), *clauses.flush()]:
                await speaker.say(clause)
            await speaker.end()

        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(feed(), name=f"text:{command.turn_id}")
                group.create_task(speaker.run(), name=f"speaker:{command.turn_id}")
        except* AntiphonError as failures:
            self._post(voice_failed(command.turn_id, failures))

    def _cancel(self, command: CancelReply) -> None:
        if self._speaking is not None and self._speaking[0] == command.turn_id:
            self._cancel_task()

    def _cancel_task(self) -> None:
        running = self._reply.running if self._reply is not None else None
        if self._reply is not None and running is not None:
            # Before whatever is asked next, so that no brain is shown a call that never ended.
            outcome = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, "It was cancelled.")
            self._memory.tool_ended(self._reply.turn_id, running, outcome)
            self._reply.running = None
        if self._task is not None:
            self._task.cancel()
        if self._taken is not None:
            self._taken.drop()
        self._task = self._reply = self._speaking = self._taken = None

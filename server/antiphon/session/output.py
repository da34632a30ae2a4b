"""The session's side of the sound: replies, announcements, playout. Providers work in tasks; nothing here waits."""

import asyncio
from collections.abc import Callable

from antiphon.audio.earcon import not_understood
from antiphon.domain.commands import (
    BeginPreemptiveReply,
    CancelReply,
    ContinueReply,
    DropPreemptiveReply,
    FinishSentence,
    FlushPlayout,
    ForgetUnread,
    MeasureHeard,
    PausePlayout,
    PlayEarcon,
    RememberAnswer,
    RememberWords,
    ResumePlayout,
    Say,
    SettleAction,
    StartReply,
    StopEarcon,
    UseLanguage,
)
from antiphon.domain.conversation import ActionEnded, AnswerRead, AssistantSaid, LanguageSpoken, UserSaid
from antiphon.domain.errors import AntiphonError
from antiphon.domain.signals import EarconStarted, HeardMeasured, PlayoutFlushed, PlayoutPaused, Signal
from antiphon.ports import StartsReplies
from antiphon.session.apologies import apology
from antiphon.session.desk import Handlers
from antiphon.session.guards import VOICE, attempt
from antiphon.session.memory import Memory
from antiphon.session.parts import Parts
from antiphon.session.playout import Playout
from antiphon.session.preemptive import PreemptiveReply
from antiphon.session.reply import Reply, voice_failed
from antiphon.session.sentences import Clauses
from antiphon.session.speaker import Speaker


class Output:
    """One session's answers. `memory` observes what was said and done, and tells what the brain is asked with."""

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
        self._preemptive: PreemptiveReply | None = None
        self._taken: PreemptiveReply | None = None
        """The beginning of the present reply; it may still be at work for it."""

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
            BeginPreemptiveReply: self._begin_preemptively,
            DropPreemptiveReply: self._drop_preemptive,
            StartReply: self._start_reply,
            ContinueReply: self._continue_reply,
            Say: self._say,
            FinishSentence: self._finish_sentence,
            RememberWords: lambda it: self._memory.observe(UserSaid(it.turn_id, it.text)),
            RememberAnswer: lambda it: self._memory.observe(AssistantSaid(it.turn_id, it.text)),
            ForgetUnread: lambda it: self._memory.observe(AnswerRead(it.turn_id, it.text)),
            UseLanguage: lambda it: self._memory.observe(LanguageSpoken(it.language)),
            SettleAction: lambda it: self._memory.observe(ActionEnded(it.invocation_id, it.outcome)),
        }

    def _flush(self, command: FlushPlayout) -> PlayoutFlushed:
        flushed = self._playout.flush(command.turn_id, command.fade_ms)
        # At once: what is asked of the brain in the same instant may be about just these words.
        if not command.unspoken:
            self._memory.observe(AssistantSaid(command.turn_id, flushed.heard_text, complete=False))
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
        preemptive = self._claim_preemptive(command.turn_id, command.text)
        if command.text is not None:
            said = UserSaid(command.turn_id, command.text, command.typed, command.read, command.after_s)
            self._memory.observe(said)
        self._start(command.turn_id, preemptive)

    def _continue_reply(self, command: ContinueReply) -> None:
        self._memory.observe(ActionEnded(command.invocation_id, command.outcome))
        self._start(command.turn_id, untold=apology(command.outcome, self._memory.language))

    def _finish_sentence(self, command: FinishSentence) -> None:
        if self._reply is not None and self._reply.turn_id == command.turn_id:
            self._reply.finish_sentence()
        elif self._speaking is not None and self._speaking[0] == command.turn_id:
            self._speaking[1].finish_sentence()

    def _begin_preemptively(self, command: BeginPreemptiveReply) -> None:
        self._cancel_preemptive()
        if self._memory.awaits_yes:
            return  # a yes is carried out without the brain
        request = self._memory.preemptive_request(command.turn_id, command.text, command.after_s)
        self._new_reply()
        providers, revision = self._parts.providers, self._memory.revision
        self._preemptive = PreemptiveReply(
            command.turn_id, command.text, revision, request, providers.brain, providers.tts
        )
        self._preemptive.start(self._spawn)

    def _claim_preemptive(self, turn_id: str, text: str | None) -> PreemptiveReply | None:
        """Return the answer that was begun, if it is to just this, and nothing has changed since."""
        begun, self._preemptive = self._preemptive, None
        if begun is None:
            return None
        if (begun.turn_id, begun.text, begun.revision) == (turn_id, text, self._memory.revision):
            return begun
        begun.cancel()
        return None

    def _drop_preemptive(self, command: DropPreemptiveReply) -> None:
        del command
        self._cancel_preemptive()

    def _cancel_preemptive(self) -> None:
        if self._preemptive is not None:
            self._preemptive.cancel()
            self._preemptive = None

    def _new_reply(self) -> None:
        voice = self._parts.providers.tts
        if isinstance(voice, StartsReplies):
            attempt(VOICE, voice.new_reply, otherwise=None)

    def _speaker(self, turn_id: str, prefetched: PreemptiveReply | None = None) -> Speaker:
        voice, language = self._parts.providers.tts, self._memory.language
        deadlines = self._parts.limits.deadlines
        speaker = Speaker(turn_id, voice, language, self._playout, deadlines, prefetched, self._post)
        self._speaking = (turn_id, speaker)
        if prefetched is None:
            self._new_reply()
        return speaker

    def _start(self, turn_id: str, prefetched: PreemptiveReply | None = None, untold: str = "") -> None:
        reply = self._reply
        over = self._task is None or self._task.done()
        if reply is None or reply.turn_id != turn_id or over:
            # Also where the same turn has been answered before: the result of a parallel action wants another reply.
            self._cancel_task()
            self._taken = prefetched
            speaker = self._speaker(turn_id, prefetched)
            reply = self._reply = Reply(
                turn_id, self._session_id, self._parts, self._memory, speaker, post=self._post, prefetched=prefetched
            )
            self._task = self._spawn(reply.run(), name=f"reply:{turn_id}")
        reply.ask(untold)

    def _say(self, command: Say) -> None:
        self._cancel_task()
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
        if self._reply is not None:
            self._reply.end_tool()
        if self._task is not None:
            self._task.cancel()
        if self._taken is not None:
            self._taken.cancel()
        self._task = self._reply = self._speaking = self._taken = None

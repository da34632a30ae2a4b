"""Carries out the engine's commands. Nothing here waits: providers work in tasks, a cancel only cancels."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from antiphon.audio.earcon import not_understood
from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.commands import (
    CancelReply,
    CloseUtterance,
    Command,
    ContinueReply,
    DiscardUtterance,
    FinishSentence,
    FlushPlayout,
    ForgetUnread,
    HangUp,
    HoldAudio,
    MeasureHeard,
    OpenUtterance,
    PartialsWanted,
    PausePlayout,
    PlayEarcon,
    RememberAnswer,
    RememberWords,
    ResumePlayout,
    Say,
    SettleAction,
    StartReply,
    StopEarcon,
    StopThinkingAhead,
    ThinkAhead,
    UpdateContext,
    UseContext,
    UsePolicy,
)
from antiphon.domain.conversation import BrainRequest
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import (
    ActionRequested,
    ActionSettled,
    Event,
    HeardCorrected,
    Interrupted,
    PlayoutBoundary,
    ReplyDone,
)
from antiphon.domain.signals import EarconStarted, Signal, VoiceLate
from antiphon.domain.states import CloseReason
from antiphon.ports import Brain, TextToSpeech
from antiphon.session.ahead import Ahead
from antiphon.session.apologies import apology
from antiphon.session.audio_input import AudioInput
from antiphon.session.memory import Memory
from antiphon.session.playout import Playout
from antiphon.session.questions import question
from antiphon.session.reply import Reply, voice_failed
from antiphon.session.sentences import Clauses
from antiphon.session.speaker import Deadlines, Speaker
from antiphon.session.tools import ServerTool

Check = Callable[[Action, Mapping[str, Any]], str | None]


class Executor:
    """One session's hands."""

    def __init__(
        self,
        *,
        ingest: AudioInput,
        playout: Playout,
        memory: Memory,
        brain: Brain,
        voice: TextToSpeech,
        language: str,
        deadlines: Deadlines,
        action_timeout_s: float,
        parallel_actions: bool,
        check: Check,
        tools: Mapping[str, ServerTool],
        session_id: str,
        post: Callable[[Signal], None],
        spawn: Callable[..., asyncio.Task[None]],
        hang_up: Callable[[CloseReason], None],
    ) -> None:
        self._ingest = ingest
        self._playout = playout
        self._memory = memory
        self._brain = brain
        self._voice = voice
        self._language = language
        self._deadlines = deadlines
        self._action_timeout_s = action_timeout_s
        self._parallel_actions = parallel_actions
        self._check = check
        self._tools = tools
        self._session_id = session_id
        self._post = post
        self._spawn = spawn
        self._hang_up = hang_up
        self._reply: Reply | None = None
        self._task: asyncio.Task[None] | None = None
        self._speaking: tuple[str, Speaker] | None = None
        self._said: dict[str, str] = {}
        self._ahead: Ahead | None = None
        self._taken: Ahead | None = None
        """What the present reply has begun with; it may still be at work for it."""

    def execute(self, command: Command) -> Signal | None:
        """Do it. Returns the signal that answers it at once, if one does."""
        match command:
            case FlushPlayout():
                flushed = self._playout.flush(command.turn_id, command.fade_ms)
                # At once: what is asked of the brain in the same instant may be about just these words.
                if not command.unspoken:
                    self._memory.assistant_said(command.turn_id, flushed.heard_text, complete=False)
                return flushed
            case PausePlayout():
                return self._playout.pause(command.turn_id, command.fade_ms)
            case ResumePlayout():
                self._playout.resume(command.turn_id)
            case MeasureHeard():
                return self._playout.measure(command.turn_id, command.played_ms)
            case PlayEarcon():
                return EarconStarted() if self._playout.play_earcon(not_understood()) else None
            case StopEarcon():
                self._playout.stop_earcon()
            case CancelReply():
                self._cancel(command.turn_id)
            case OpenUtterance():
                self._ingest.open(command)
            case HoldAudio():
                self._ingest.hold(command)
            case PartialsWanted():
                self._ingest.look(command)
            case UsePolicy():
                self._ingest.use(
                    command.speech_stop_debounce_ms,
                    pauses_first=command.pauses_first,
                    interruption_budget_ms=command.interruption_budget_ms,
                )
            case CloseUtterance():
                self._ingest.close(command)
            case DiscardUtterance():
                self._ingest.discard(command)
            case ThinkAhead():
                self._think_ahead(command)
            case StopThinkingAhead():
                self._drop_ahead()
            case StartReply():
                ahead = self._take_ahead(command.turn_id, command.text)
                if command.text is not None:
                    self._memory.user_said(
                        command.turn_id,
                        command.text,
                        typed=command.typed,
                        read=command.read,
                        after_s=command.after_s,
                    )
                self._start(command.turn_id, ahead)
            case ContinueReply():
                self._memory.action_ended(command.invocation_id, command.outcome)
                self._start(command.turn_id, untold=apology(command.outcome, self._language))
            case RememberWords():
                self._memory.user_said(command.turn_id, command.text)
            case RememberAnswer():
                self._memory.assistant_said(command.turn_id, command.text, complete=True)
            case ForgetUnread():
                self._memory.answer_read(command.turn_id, command.text)
            case SettleAction():
                self._memory.action_ended(command.invocation_id, command.outcome)
            case Say():
                self._say(command)
            case FinishSentence():
                if self._reply is not None and self._reply.turn_id == command.turn_id:
                    self._reply.finish_sentence()
                elif self._speaking is not None and self._speaking[0] == command.turn_id:
                    self._speaking[1].finish_sentence()
            case UseContext():
                self._memory.page = command.page
            case UpdateContext():
                return self._memory.update_page(command.update)
            case HangUp():
                self._hang_up(command.reason)
        return None

    def observe(self, event: Event) -> None:
        """What the brain will be told of later."""
        match event:
            case ActionRequested():
                self._memory.action_requested(event)
            case ActionSettled():
                self._memory.action_settled(event)
            case Interrupted():
                self._said.pop(event.turn_id, None)
            case HeardCorrected():
                self._memory.heard_corrected(event.turn_id, event.heard_text)
            case ReplyDone():
                self._said = {event.turn_id: event.text}
            case PlayoutBoundary(kind="complete", heard_text=heard):
                said = self._said.pop(event.turn_id, "")
                self._memory.assistant_said(event.turn_id, said if heard is None else heard, complete=heard is None)

    def _think_ahead(self, command: ThinkAhead) -> None:
        self._drop_ahead()
        request = self._memory.request_ahead(command.turn_id, command.text, command.after_s)
        self._new_reply()
        self._ahead = Ahead(command.turn_id, command.text, self._memory.revision, request, self._brain, self._voice)
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

    def _drop_ahead(self) -> None:
        if self._ahead is not None:
            self._ahead.drop()
            self._ahead = None

    def _new_reply(self) -> None:
        new_reply = getattr(self._voice, "new_reply", None)
        if new_reply is not None:
            new_reply()

    def _speaker(self, turn_id: str, ahead: Ahead | None = None) -> Speaker:
        speaker = Speaker(
            turn_id,
            self._voice,
            self._language,
            self._playout,
            self._deadlines,
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
            reply = self._reply = Reply(
                turn_id,
                brain=self._brain,
                speaker=self._speaker(turn_id, ahead),
                post=self._post,
                deadlines=self._deadlines,
                action_timeout_s=self._action_timeout_s,
                parallel_actions=self._parallel_actions,
                check=self._check,
                question=partial(question, language=self._language),
                refuse=self._refuse,
                tools=self._tools,
                session_id=self._session_id,
                settle=self._settle,
                ahead=ahead,
            )
            self._task = self._spawn(reply.run(), name=f"reply:{turn_id}")
        reply.ask(self._memory.request(turn_id, reply.text), untold)

    def _refuse(self, turn_id: str, said: str, call: ActionCall, error: AntiphonError) -> BrainRequest:
        outcome = ActionOutcome("error", None, error.code.code, error.message)
        self._memory.call_refused(turn_id, call, outcome)
        return self._memory.request(turn_id, said)

    def _settle(self, turn_id: str, said: str, call: ActionCall, outcome: ActionOutcome) -> BrainRequest:
        self._memory.tool_ended(turn_id, call, outcome)
        return self._memory.request(turn_id, said)

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

    def _cancel(self, turn_id: str) -> None:
        if self._speaking is not None and self._speaking[0] == turn_id:
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

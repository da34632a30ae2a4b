"""One reply: brain, clauses, voice, playout. Cancelling its task stops all of it."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any, TypeVar

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.conversation import BrainCall, BrainRequest, BrainText, CallAsked, CallEnded
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import (
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    ReplyToolCall,
    Signal,
    ToolEnded,
    ToolStarted,
    VoiceFailed,
)
from antiphon.domain.texts import readable
from antiphon.session.apologies import apology, cannot
from antiphon.session.bounds import Answer
from antiphon.session.confirmation import question
from antiphon.session.deadlines import in_time
from antiphon.session.guards import BRAIN, stream
from antiphon.session.memory import Memory
from antiphon.session.parts import Parts, ServerTool
from antiphon.session.preemptive import PreemptiveReply
from antiphon.session.sentences import Clauses
from antiphon.session.speaker import Speaker
from antiphon.turns.core import MAX_ACTIONS_A_TURN

DELTA_CHARS = 1000
"""A longer piece of a brain's goes on in several, the next when the voice has room for more."""

T = TypeVar("T")


class Reply:
    """The work behind one reply, across the actions that it takes."""

    def __init__(
        self,
        turn_id: str,
        session_id: str,
        parts: Parts,
        memory: Memory,
        speaker: Speaker,
        *,
        post: Callable[[Signal], None],
        prefetched: PreemptiveReply | None = None,
    ) -> None:
        self.turn_id = turn_id
        self.text = ""
        self._session_id = session_id
        self._parts = parts
        self._memory = memory
        self._speaker = speaker
        self._post = post
        self._prefetched = prefetched
        self._answer = prefetched.answer if prefetched is not None else Answer(parts.providers.brain)
        self._asked = ""
        self._clauses = Clauses()
        self._request: asyncio.Queue[BrainRequest] = asyncio.Queue(1)
        self._refused = False
        self._agreed: ActionCall | None = None
        """The call of a server's tool that the user has just said yes to."""
        self._calls = 0
        self._untold = ""
        """A sentence for the end, if the brain says nothing of how an action ended."""
        self._running: ActionCall | None = None
        """The call that the server carries out for it now."""
        self._finishing = False
        self._reader: asyncio.Task[Any] | None = None
        """While the brain's next piece is waited for: who waits."""

    def ask(self, untold: str = "") -> None:
        """Put the question, and again after each action: `untold` is what the user has to hear of how it ended."""
        self._untold = untold
        self._speaker.release()
        self._request.put_nowait(self._memory.request(self.turn_id, self.text))

    def end_tool(self) -> None:
        """Have the memory learn of the end of a tool that is cancelled with the reply.

        That is before anything else is asked, so that no brain is shown a call that never ended.
        """
        if self._running is not None:
            outcome = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, "It was cancelled.")
            self._memory.observe(CallEnded(self.turn_id, self._running, outcome))
            self._running = None

    def finish_sentence(self) -> None:
        """Let the sentence that is being said be the last one: the brain is asked for no more than the rest of it."""
        self._speaker.finish_sentence(begun=self._clauses.begun)
        self._finishing = True
        if self._said_enough and self._reader is not None:
            self._reader.cancel()

    @property
    def _said_enough(self) -> bool:
        return self._finishing and self._speaker.last is not None

    async def run(self) -> None:
        """Until all is said. What fails becomes a signal; only a cancellation comes out."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._speak(), name=f"speaker:{self.turn_id}")
                group.create_task(self._think(), name=f"brain:{self.turn_id}")
        except* AntiphonError as failures:
            self._post(failed(self.turn_id, failures))

    async def _speak(self) -> None:
        """Say it aloud. Text that the voice cannot say is still told: only the sound ends."""
        try:
            await self._speaker.run()
        except* AntiphonError as failures:
            self._speaker.give_up()
            self._post(voice_failed(self.turn_id, failures))

    async def _think(self) -> None:
        while True:
            request = await self._request.get()
            self._agreed = agreed = self._memory.agreed_to(self.turn_id)
            wanted = BrainCall(agreed) if agreed else None if self._said_enough else await self._listen(request)
            if wanted is None or self._finishing:
                break
            parallel = self._parts.engine.parallel_actions or self._speaker.started
            if not parallel:
                self._speaker.hold()
            ordered = await self._order(wanted, request)
            if ordered is None:
                return await self._give_up(request)
            if self._asked:
                await self._ask_the_user()
                break  # the user's words, not an outcome, are what comes next
            if ordered and parallel:
                break  # its result wants no answer of this reply
        if self._untold and not self._finishing:
            await self._say(BrainText(self._untold))
        for clause in self._clauses.flush():
            await self._speaker.say(clause)
        self._post(ReplyFinished(self.turn_id, self.text))
        await self._speaker.end()
        return None

    async def _listen(self, request: BrainRequest) -> BrainCall | None:
        """Hand the brain's text on until it ends or wants an action."""
        now = asyncio.get_running_loop().time
        until = now() + self._parts.limits.deadlines.first_text_s
        begun, self._prefetched = self._prefetched, None
        brain = self._parts.providers.brain
        thoughts = begun.hand_over() if begun else stream(BRAIN, lambda: brain.reply(request), self._answer.event)
        async with aclosing(thoughts) as events:
            while not self._said_enough:
                event = await self._wait(
                    in_time(until - now(), anext(events, None), ErrorCode.BRAIN_TIMEOUT, "The assistant")
                )
                if event is None:
                    return None
                if isinstance(event, BrainCall) or event.text.strip():  # blanks are no sign of life
                    until = now() + self._parts.limits.deadlines.text_gap_s
                if isinstance(event, BrainCall):
                    return event
                handed = now()
                await self._say(event)
                until += now() - handed  # the voice's time, not the brain's
        return None

    async def _wait(self, piece: Awaitable[T]) -> T | None:
        """The brain's next piece; None where it is not wanted any more."""
        task = self._reader = asyncio.current_task()
        try:
            return await piece
        except asyncio.CancelledError:
            # Ours, unless somebody else has cancelled the reply as well.
            if task is None or not self._said_enough or task.uncancel():
                raise
            return None
        finally:
            self._reader = None

    async def _say(self, event: BrainText) -> None:
        text = readable(event.text)  # a model repeats what a page told it
        if not text:
            return
        self._untold = ""
        for start in range(0, len(text), DELTA_CHARS):
            if self._said_enough:
                break
            piece = text[start : start + DELTA_CHARS]
            self.text += piece
            self._post(ReplyDelta(self.turn_id, piece))
            for clause in self._clauses.feed(piece):
                await self._speaker.say(clause)

    async def _order(self, wanted: BrainCall, request: BrainRequest) -> bool | None:
        """Post what may be ordered (True). Back to the brain (False) goes what the server has carried out itself, and
        what was invented, but that only once (None)."""
        call = wanted.call
        tool = self._parts.briefing.tools.get(call.action_id)
        action = tool.action if tool is not None else request.page.actions.get(call.action_id)
        error = self._objection(action, call)
        if error is None and action is not None:
            self._count()
            timeout_s = action.timeout_ms / 1000 if action.timeout_ms else self._parts.limits.action_timeout_s
            confirm = (action.confirm or wanted.ask) and call is not self._agreed
            self._asked = question(action, call.parameters, language=self._memory.language) if confirm else ""
            if tool is not None:
                if confirm:
                    self._memory.observe(CallAsked(self.turn_id, call, self._asked))
                    return True
                await self._carry_out(tool, call, timeout_s)
                return False
            self._post(
                ReplyToolCall(
                    self.turn_id,
                    action.id,
                    dict(call.parameters),
                    timeout_s,
                    action.follow_up,
                    confirm,
                    self._asked,
                )
            )
            return True
        if error is None or self._refused:
            return None
        self._refused = True
        refused = ActionOutcome("error", None, error.code.code, error.message)
        self._memory.observe(CallEnded(self.turn_id, call, refused, refused=True))
        self.ask(cannot(request.language))
        return False

    def _count(self) -> None:
        """The page's actions and the server's tools count together."""
        self._calls += 1
        if self._calls > MAX_ACTIONS_A_TURN:
            message = f"The assistant wanted more than {MAX_ACTIONS_A_TURN} actions in one turn, so it was stopped."
            raise AntiphonError(ErrorCode.BRAIN_FAILED, message)

    async def _carry_out(self, tool: ServerTool, call: ActionCall, seconds: float) -> None:
        self._post(ToolStarted(self.turn_id, seconds, call.action_id, dict(call.parameters)))
        self._running = call
        outcome = await tool.carry_out(call, self._session_id, seconds)
        self._running = None
        self._post(ToolEnded(self.turn_id, outcome))
        self._memory.observe(CallEnded(self.turn_id, call, outcome))
        self.ask(apology(outcome, self._memory.language))

    def _objection(self, action: Action | None, call: ActionCall) -> AntiphonError | None:
        if action is None:
            return AntiphonError(ErrorCode.ACTION_NOT_FOUND, f"There is no action {call.action_id[:60]!r} on this page")
        wrong = self._parts.limits.check(action, call.parameters)
        return AntiphonError(ErrorCode.ACTION_INVALID_PARAMETERS, wrong) if wrong else None

    async def _ask_the_user(self) -> None:
        self._speaker.release()
        apart = "" if not self.text or self.text[-1].isspace() else " "
        await self._say(BrainText(apart + self._asked))

    async def _give_up(self, request: BrainRequest) -> None:
        await self._say(BrainText(cannot(request.language)))
        for clause in self._clauses.flush():
            await self._speaker.say(clause)
        self._speaker.release()
        self._post(ReplyFinished(self.turn_id, self.text))
        await self._speaker.end()


def failed(turn_id: str, failures: BaseExceptionGroup[AntiphonError]) -> ReplyFailed:
    """The signal for what came out of a reply's tasks."""
    error = _first(failures)
    return ReplyFailed(turn_id, error.code, error.message)


def voice_failed(turn_id: str, failures: BaseExceptionGroup[AntiphonError]) -> VoiceFailed:
    """The signal for what came out of a speaker's tasks."""
    error = _first(failures)
    return VoiceFailed(turn_id, error.code, error.message)


def _first(failures: BaseExceptionGroup[AntiphonError]) -> AntiphonError:
    error: BaseException = failures
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, AntiphonError)
    return error

"""WS v1 as one object: pure, one instance a session (`ports.Dialect`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from antiphon.contracts.ws_v1 import client_messages as m
from antiphon.contracts.ws_v1 import decode, encode, failures, start
from antiphon.contracts.ws_v1.envelope import envelope
from antiphon.domain import events as e
from antiphon.domain import signals
from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.messages import Decoded, WireMessage
from antiphon.domain.outcomes import ended, message_in
from antiphon.domain.states import CloseReason, Trigger, TurnStart
from antiphon.wire.codec import clip

_ACCEPTED = 202
"""As of HTTP: taken on, and not done yet."""


class WsV1Dialect:
    """The dialect of one session.

    `client_tools` are the tools that the client carries out, `tool_count` is how many there are in all. With
    `text_only` no audio is spoken of. With `opener` the assistant speaks first, in words of the brain's own. With
    `tells_config` the client is told what holds for it.
    """

    def __init__(
        self,
        session_id: str,
        *,
        client_tools: Mapping[str, Action] | None = None,
        tool_count: int = 0,
        text_only: bool = False,
        opener: bool = False,
        channel: str | None = None,
        tells_config: bool = False,
    ) -> None:
        self._session_id = session_id
        self._client_tools = client_tools or {}
        self._tool_count = tool_count
        self.text_only = text_only
        self._opener = opener
        self._channel = channel
        self._tells_config = tells_config
        self._started = False
        self._resume_token = ""
        self._stop_reason = ""
        self._typed: str | None = None
        """The newest turn that was typed: its words are no transcript."""
        self._spoken: str | None = None
        """The newest turn whose speech has been told of."""
        self._calls: dict[str, tuple[str, str | None]] = {}
        """The tool and the response of each call that the client still carries out."""
        self._responses: dict[str, str] = {}
        """The newest response, by its turn."""
        self._so_far = ""
        """The text of it so far."""
        self._playing: tuple[str, str] | None = None
        """The newest response that was spoken, and the id of its audio."""
        self._playbacks = 0
        self._sounding = ""
        """The id of the audio of our own that is being sent."""
        self._whole: e.ReplyDone | None = None
        """In text-only mode: what was said, until it counts as heard. Who answers it at once interrupts nobody."""
        self._finished: str | None = None
        """The newest turn whose answer has been told whole."""

    # The client's side

    def decode(self, message: str | bytes) -> Decoded:
        try:
            value = decode.read(message)
            if self._started and value["type"] == decode.START and "resume" not in value:
                raise AntiphonError(ErrorCode.ORDER, "session.start came again: this session was started already.")
            model = decode.validated(value)
            found = tuple(self._meaning(model))
        except AntiphonError as error:
            return Decoded((), None, e.Failed(error.code, error.message))
        return Decoded(found, claim=start.claim(model) if isinstance(model, m.SessionStart) else None)

    def message_id(self, message: str | bytes) -> str | None:
        """Return None: messages have no ids here."""
        del message
        return None

    def _meaning(self, model: m.AnyClientMessage) -> Iterator[signals.Signal]:
        match model:
            case m.SessionStart(resume=None):
                self._started = True
                yield signals.ClientReady(PageContext(actions=self._client_tools))
                if self._opener:
                    yield signals.TurnGranted()
            case m.SessionStart():
                yield signals.ClientResumed()
            case m.InputText(text=text):
                yield signals.TextEntered(text)
            case m.ResponseCancel(graceful=graceful):
                yield signals.CancelRequested(None, graceful)
            case m.OutputAudioPlayed():
                # Of several pieces of audio of one response the last one counts: what came before is heard by then.
                if self._playing is None or self._playing[0] != model.response_id or self._playing[1] == model.tts_id:
                    yield signals.AudioPlayed(model.response_id, model.played_ms, drained=True)
            case m.ToolCallResults(results=results):
                self._check_names(results)
                for result in results:
                    yield signals.ActionResult(result.tool_call_id, _outcome(result))
            case m.SessionStop(reason=reason):
                self._stop_reason = reason
                yield signals.SessionClosing(CloseReason.CLIENT, message=reason)

    def _check_names(self, results: Sequence[m.ToolResult]) -> None:
        """Check that a result that names a tool is one of that tool. Raises `AntiphonError` `tool.unknown_call`."""
        for result in results:
            called, _ = self._calls.get(result.tool_call_id, (result.name, None))
            if result.name not in ("", called):
                told = f"{clip(result.tool_call_id)!r} is a call of `{clip(called)}`, not of `{clip(result.name)}`."
                raise AntiphonError(ErrorCode.UNKNOWN_INVOCATION, told)

    # The server's side

    def encode(self, event: e.Event) -> Sequence[WireMessage]:
        return list(self._outgoing(event))

    def envelope(
        self, message: WireMessage, *, seq: int | None, timestamp_ms: int, session_id: str, reply_to: str | None = None
    ) -> str:
        del reply_to
        return envelope(message, seq=seq, timestamp_ms=timestamp_ms, session_id=session_id)

    def _outgoing(self, event: e.Event) -> Iterator[WireMessage]:
        match event:
            case e.SessionOpened():
                self._resume_token = event.resume_token
            case e.StateChanged(trigger=Trigger.SERVER_READY):
                yield from self._begun()
            case e.StateChanged(trigger=Trigger.INPUT_TEXT):
                self._typed = event.turn_id
            case e.StateChanged(
                trigger=Trigger.RESPONSE_EMPTY | Trigger.ACTION_DONE | Trigger.RESPONSE_FAILED, turn_id=str(turn_id)
            ):
                yield from self._ended_without_a_word(turn_id)
            case e.PresentState():
                yield self._welcome(resumed=True)
            case e.SessionClosed(reason=reason):
                told = self._stop_reason if reason is CloseReason.CLIENT else ""
                stopped = encode.control("session.stopped", sessionId=self._session_id, reason=told or reason.value)
                yield _alone(stopped)
            case e.Heartbeat():
                yield encode.control("heartbeat")
            case e.Failed():
                yield failures.error(event)
            case e.TurnStarted() | e.TurnEnded() | e.TranscriptDelta() | e.TranscriptDone():
                yield from self._heard(event)
            case e.ActionRequested() | e.ActionSettled() | e.ToolRequested() | e.ToolSettled():
                yield from self._tools(event)
            case _:
                yield from self._said(event)

    def _begun(self) -> Iterator[WireMessage]:
        yield self._welcome(resumed=False)
        if self._tells_config:
            config: dict[str, Any] = {"channel": self._channel} if self._channel else {}
            config |= {
                "output": {"mode": "text" if self.text_only else "audio"},
                "tools": {"enabled": self._tool_count > 0, "count": self._tool_count},
                "tracks": encode.TRACKS,
            }
            yield encode.control("config.resolved", sessionId=self._session_id, config=config)

    def _welcome(self, *, resumed: bool) -> WireMessage:
        return encode.control(
            "session.started",
            sessionId=self._session_id,
            tracks=encode.TRACKS,
            audio=encode.AUDIO,
            resumeToken=self._resume_token,
            resumed=resumed,
        )

    def _heard(
        self, event: e.TurnStarted | e.TurnEnded | e.TranscriptDelta | e.TranscriptDone
    ) -> Iterator[WireMessage]:
        if isinstance(event, e.TurnStarted) and event.trigger is TurnStart.TEXT:
            self._typed = event.turn_id
        wordless = isinstance(event, e.TranscriptDelta | e.TranscriptDone) and not event.text
        if event.turn_id == self._typed or wordless:
            return  # the client has typed it itself, or there is nothing to tell
        waits = isinstance(event, e.TurnStarted) and event.trigger is TurnStart.FOLLOW_UP
        unheard = isinstance(event, e.TurnEnded) and "cancel" in (event.kind, event.outcome)
        if event.turn_id != self._spoken and not (waits or unheard):
            # A turn that was opened to wait for speech is told of with its first words.
            self._spoken = event.turn_id
            yield encode.speech("input.speech_started", event.turn_id, getattr(event, "probability", None))
        match event:
            case e.TurnEnded(turn_id=turn_id, probability=probability) if turn_id == self._spoken:
                yield encode.speech("input.speech_stopped", turn_id, probability)
            case e.TranscriptDelta() | e.TranscriptDone():
                yield encode.transcript(event)

    def _tools(
        self, event: e.ActionRequested | e.ActionSettled | e.ToolRequested | e.ToolSettled
    ) -> Iterator[WireMessage]:
        match event:
            case e.ActionRequested(turn_id=turn_id, invocation_id=call_id, action_id=name):
                response_id = self._responses.get(turn_id)
                self._calls[call_id] = name, response_id
                yield encode.tool_call(
                    turn_id=turn_id, response_id=response_id, call_id=call_id, name=name,
                    arguments=dict(event.parameters), executor="client", timeout_ms=event.timeout_ms,
                )  # fmt: skip
            case e.ActionSettled(turn_id=turn_id, invocation_id=call_id, outcome=outcome):
                name, response_id = self._calls.pop(call_id, ("", None))
                yield encode.tool_result(
                    turn_id=turn_id, response_id=response_id, call_id=call_id, name=name, source="client",
                    outcome=outcome,
                )  # fmt: skip
            case e.ToolRequested():
                yield encode.tool_call(
                    turn_id=event.turn_id, response_id=event.response_id, call_id=event.call_id, name=event.name,
                    arguments=dict(event.arguments), executor="server", timeout_ms=event.timeout_ms,
                )  # fmt: skip
            case e.ToolSettled():
                yield encode.tool_result(
                    turn_id=event.turn_id, response_id=event.response_id, call_id=event.call_id, name=event.name,
                    source="server", outcome=event.outcome,
                )  # fmt: skip

    def _ended_without_a_word(self, turn_id: str) -> Iterator[WireMessage]:
        """Tell a client that waits for an answer that no more comes: nothing of it was spoken, or the turn failed."""
        whole, self._whole = self._whole, None
        if whole is not None:
            yield from encode.response(whole)
        elif self._finished != turn_id:
            said = self._so_far if turn_id in self._responses else ""
            yield encode.no_response(turn_id, self._responses.get(turn_id), said)

    def _said(self, event: e.Event) -> Iterator[WireMessage]:
        """Encode the events of speech and playback. Events that this contract has no word for tell nothing."""
        match event:
            case e.ReplyDone() if self.text_only:
                self._whole, self._finished = event, event.turn_id
            case e.PlayoutBoundary(kind="complete"):
                if self._whole is not None:
                    yield from encode.response(self._whole)
                self._whole = None
            case e.ReplyText() | e.ReplyDone():
                self._so_far = self._so_far if event.turn_id in self._responses else ""
                self._so_far += event.text if isinstance(event, e.ReplyText) else ""
                self._responses = {event.turn_id: event.response_id}
                self._finished = event.turn_id if isinstance(event, e.ReplyDone) else self._finished
                yield from encode.response(event)
            case e.PlayoutBoundary() | e.PlayoutCut() | e.EarconBoundary() if not self.text_only:
                yield from self._played(event)
            case e.Interrupted():
                self._whole = None
                playing = self._playing if not self.text_only else None
                own = playing is not None and playing[0] == event.response_id
                yield encode.interrupted(event, playing[1] if playing is not None and own else None)
            case e.LatencyMeasured():
                yield from encode.ttfb(event)

    def _played(self, event: e.PlayoutBoundary | e.PlayoutCut | e.EarconBoundary) -> Iterator[WireMessage]:
        """Encode the begin and end of audio: of a response, or of an own sound, which has a `tts_id` of its own."""
        begins = not isinstance(event, e.PlayoutCut) and event.kind == "start"
        if begins:
            self._playbacks += 1
        tts_id = f"tts_{self._playbacks}"
        if isinstance(event, e.EarconBoundary):
            self._sounding = tts_id if begins else self._sounding
            yield encode.playback(event, self._sounding, begins=begins)
            return
        if begins:
            self._playing = event.response_id, tts_id
        if self._playing is not None:
            yield encode.playback(event, self._playing[1], begins=begins)


def _alone(message: WireMessage) -> WireMessage:
    """Return the last message: nothing is sent after it."""
    return replace(message, before={encode.RESPONSE.stream: "send", encode.TRANSCRIPT.stream: "drop"})


def _outcome(result: m.ToolResult) -> ActionOutcome:
    if 200 <= result.status.code < 300:
        return ended(result.output, begun=result.status.code == _ACCEPTED)
    told = result.status.message or message_in(result.output)
    return ActionOutcome("error", None, ErrorCode.ACTION_FAILED.code, told)

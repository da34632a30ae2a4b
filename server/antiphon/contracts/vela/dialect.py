"""Vela's live mode as one object: pure, one instance a session (`ports.Dialect`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from antiphon.contracts.vela import client_messages as client
from antiphon.contracts.vela import server_messages as m
from antiphon.contracts.vela.decode import live, pcm
from antiphon.contracts.vela.envelope import SENTENCE_BYTES, envelope, error, failure
from antiphon.domain import events as e
from antiphon.domain import signals
from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.messages import Decoded, ResumeClaim, WireMessage
from antiphon.domain.outcomes import ended
from antiphon.domain.states import FOUR_STATES, CloseReason, State, Trigger, TurnStart
from antiphon.wire.codec import TEXT_BYTES, dumps, fit, json_bytes, pieces

START = dumps({"type": "session.start", "payload": {}})
APPEND = dumps({"type": "input_audio.append", "payload": {"chunk": ""}})
COMMIT = dumps({"type": "input_audio.commit", "payload": {}})

VERSION = 1
_DONE = (Trigger.AUDIO_COMPLETE, Trigger.ACTION_DONE, Trigger.RESPONSE_EMPTY)
_OVER = (CloseReason.IDLE, CloseReason.LIMIT, CloseReason.SHUTDOWN, CloseReason.REPLACED)


def classify(message: str | bytes) -> tuple[Literal["append", "commit", "cancel", "other"], bytes]:
    """Sort a message: audio, release of the key, cancel or another; with the samples of an `input_audio.append`."""
    try:
        model = live(message)
    except AntiphonError:
        return "other", b""
    match model:
        case client.InputAudioAppend(payload=payload):
            return "append", pcm(payload.chunk)
        case client.InputAudioCommit():
            return "commit", b""
        case client.ResponseCancel():
            return "cancel", b""
    return "other", b""


def audio(chunk: str) -> str:
    """Return the message that carries audio to the client; `chunk` is base64 of its samples."""
    return dumps({"type": "output_audio.delta", "payload": {"chunk": chunk}})


def claim(message: str | bytes) -> ResumeClaim | None:
    """Return the claim of a client that resumes; None for every other message."""
    try:
        model = live(message)
    except AntiphonError:
        return None
    return _claim(model) if isinstance(model, client.SessionResume) else None


def welcome(session_id: str, token: str, state: State = State.IDLE, *, resumed: bool = False) -> list[WireMessage]:
    """Return the messages that tell a client its session and the session's state."""
    ready = m.Ready(sessionId=session_id, mode="live", resumeToken=token, resumed=resumed)
    return [m.wire(m.SessionReady(payload=ready)), _told(state)]


@dataclass(slots=True)
class _Key:
    """The client's key, as far as the engine has been told of it."""

    begun: bool = False
    """It was told that the key is held; what it says to that is still to come."""
    held: bool = False
    """The turn that is on lasts as long as the key is held."""
    refused: bool = False
    """The page is at work and nobody listens: that is told once, not for each piece of audio."""


class VelaDialect:
    """The dialect of one session. `client_tools` are the tools that the client carries out."""

    def __init__(self, session_id: str, client_tools: Mapping[str, Action] | None = None) -> None:
        self._session_id = session_id
        self._client_tools = client_tools or {}
        self._started = False
        self._resume_token = ""
        self._state = State.NOT_CONNECTED
        self._key = _Key()
        self._held: list[str] = []
        """Text of the answer: it is told when it is spoken."""
        self._voiceless = False
        """It will not be spoken: what there is of it, and what comes, is told at once."""
        self._typed: str | None = None
        """The newest turn that was typed: its words are no transcript."""
        self._calls: dict[str, str] = {}
        """The tool of each call that the client still carries out."""

    # The client's side

    def decode(self, message: str | bytes) -> Decoded:
        try:
            model = live(message)
            found = tuple(self._meaning(model))
        except AntiphonError as refusal:
            return Decoded((), None, e.Failed(refusal.code, refusal.message))
        return Decoded(found, claim=_claim(model) if isinstance(model, client.SessionResume) else None)

    def message_id(self, message: str | bytes) -> str | None:
        """Return None: messages have no ids here."""
        del message
        return None

    def _meaning(self, model: client.AnyClientMessage) -> Iterator[signals.Signal]:
        match model:
            case client.SessionStart() if not self._started:
                self._started = True
                yield signals.ClientReady(PageContext(actions=self._client_tools))
            case client.SessionStart() | client.ProtocolVersion():
                # Both are questions: they move nothing, and are answered in order.
                yield signals.PingReceived({"asked": model.type, "version": _version(model)})
            case client.SessionResume():
                yield signals.ClientResumed()
            case client.InputAudioAppend():
                yield from self._press()
            case client.InputAudioCommit():
                if self._state is State.IDLE and not self._key.begun:
                    yield from self._press()  # Nothing was said: the turn is an empty one, and is told so.
                yield signals.InputEnded()
            case client.ResponseCancel():
                yield signals.CancelRequested()
            case client.InputText(payload=payload):
                yield signals.TextEntered(payload.text)
            case client.ToolResult(payload=payload):
                yield signals.ActionResult(payload.callId, _outcome(payload))

    def _press(self) -> Iterator[signals.Signal]:
        """Begin a turn with the first piece of audio while the key is held; the further ones begin nothing."""
        key = self._key
        if key.held or key.begun or key.refused:
            return
        # A turn that was opened to wait for an answer goes on, and is now held.
        key.held = self._state is State.USER_SPEAKING
        key.begun = not key.held
        yield signals.InputStarted(TurnStart.PTT)

    # The server's side

    def encode(self, event: e.Event) -> Sequence[WireMessage]:
        return list(self._outgoing(event))

    def envelope(
        self, message: WireMessage, *, seq: int | None, timestamp_ms: int, session_id: str, reply_to: str | None = None
    ) -> str:
        del seq, timestamp_ms, session_id, reply_to
        return envelope(message)

    def _outgoing(self, event: e.Event) -> Iterator[WireMessage]:
        match event:
            case e.SessionOpened(resume_token=token):
                self._resume_token = token
            case e.StateChanged():
                yield from self._moved(event)
            case e.PresentState(state=state):
                self._state = state
                yield from welcome(self._session_id, self._resume_token, state, resumed=True)
            case e.Pong(payload=asked):
                yield from self._answer(asked)
            case e.Failed():
                yield from self._failed(event)
            case e.SessionClosed(reason=reason) if reason in _OVER:
                if reason is CloseReason.REPLACED:
                    told, anew = "The session goes on over another connection, which has resumed it.", False
                else:
                    told, anew = f"The session has ended ({reason.value}); connect again.", True
                yield error(ErrorCode.SESSION_EXPIRED.code, told, retryable=anew)
            case e.TurnStarted(trigger=TurnStart.TEXT, turn_id=turn_id):
                self._typed = turn_id
            case e.TranscriptDelta() | e.TranscriptDone() if event.text and event.turn_id != self._typed:
                words = m.Words(text=fit(event.text))
                partial = isinstance(event, e.TranscriptDelta)
                yield m.wire(m.TranscriptPartial(payload=words) if partial else m.TranscriptFinal(payload=words))
            case e.ReplyText(text=text):
                self._held += pieces(text)
                if self._state is State.AI_SPEAKING or self._voiceless:
                    yield from self._release()
            case e.PlayoutBoundary(kind="end"):
                yield m.wire(m.OutputAudioDone(payload=m.Nothing()))
            case e.ActionRequested() | e.ActionSettled() | e.ToolRequested() | e.ToolSettled():
                yield from self._tools(event)

    def _moved(self, event: e.StateChanged) -> Iterator[WireMessage]:
        before, self._state = self._state, event.state
        self._key.refused = False
        self._voiceless = self._voiceless and not {before, event.state} & {State.IDLE, State.USER_SPEAKING}
        if event.trigger is Trigger.INPUT_TEXT:
            self._typed = event.turn_id
        self._key.held = event.state is State.USER_SPEAKING and event.trigger is not Trigger.FOLLOW_UP
        if event.state is State.USER_SPEAKING:
            self._key.begun = False
        if event.trigger in _DONE:
            yield m.wire(m.ResponseCompleted(payload=m.Nothing()))
        if (
            FOUR_STATES.get(event.state, FOUR_STATES.get(before)) != FOUR_STATES.get(before)
            and event.trigger is not Trigger.SERVER_READY
        ):
            yield _told(event.state)
        if event.state is State.AI_SPEAKING:
            yield from self._release()
        elif event.state not in (State.AI_THINKING, State.INVOKE_ACTION):
            self._held.clear()

    def _release(self) -> Iterator[WireMessage]:
        held, self._held = self._held, []
        for text in held:
            yield m.wire(m.ResponseTextDelta(payload=m.Words(text=text)))

    def _answer(self, asked: Mapping[str, object]) -> Iterator[WireMessage]:
        if asked.get("asked") == "protocol.version":
            yield m.wire(m.ProtocolVersion(payload=m.Version(version=VERSION, supported=[VERSION])))
        else:
            yield from welcome(self._session_id, self._resume_token, self._state)

    def _failed(self, event: e.Failed) -> Iterator[WireMessage]:
        if event.trigger in (Trigger.INPUT_START, Trigger.INPUT_BARGE_IN) and self._key.begun:
            self._key = _Key(refused=True)
        yield failure(event)
        if event.code in (ErrorCode.TTS_FAILED, ErrorCode.TTS_TIMEOUT):
            self._voiceless = True
            yield from self._release()

    def _tools(
        self, event: e.ActionRequested | e.ActionSettled | e.ToolRequested | e.ToolSettled
    ) -> Iterator[WireMessage]:
        match event:
            case e.ActionRequested(invocation_id=call_id, action_id=name, parameters=arguments):
                self._calls[call_id] = name
                yield _call(call_id, name, arguments, "client", event.timeout_ms)
            case e.ToolRequested(call_id=call_id, name=name, arguments=arguments):
                yield _call(call_id, name, arguments, "server", event.timeout_ms)
            case e.ActionSettled(invocation_id=call_id, outcome=outcome):
                yield _result(call_id, self._calls.pop(call_id, ""), outcome)
            case e.ToolSettled(call_id=call_id, name=name, outcome=outcome):
                yield _result(call_id, name, outcome)


def _claim(model: client.SessionResume) -> ResumeClaim:
    return ResumeClaim(model.payload.sessionId, model.payload.resumeToken, model.payload.received)


def _version(model: client.SessionStart | client.ProtocolVersion) -> int:
    """Return the version that both sides speak."""
    if isinstance(model, client.ProtocolVersion) and VERSION not in model.payload.supported:
        raise AntiphonError(
            ErrorCode.INVALID_VALUE, f"This gateway speaks version {VERSION} of the contract, and no other."
        )
    return VERSION


def _outcome(result: client.ToolOutcome) -> ActionOutcome:
    if result.error is None:
        return ended(result.output)
    return ActionOutcome("error", None, result.error.code, result.error.message)


def _told(state: State) -> WireMessage:
    """Return the state as the client is told it: before and after its life a session is at rest."""
    return m.wire(m.SessionState.model_validate({"payload": {"value": FOUR_STATES.get(state, "idle")}}))


def _call(
    call_id: str, name: str, arguments: Mapping[str, object], executor: Literal["client", "server"], timeout_ms: int
) -> WireMessage:
    call = m.Call(callId=call_id, name=name, arguments=dict(arguments), executor=executor, timeoutMs=timeout_ms)
    return m.wire(m.ToolCall(payload=call))


def _result(call_id: str, name: str, outcome: ActionOutcome) -> WireMessage:
    failed = None
    if not outcome.ok:
        code, message = outcome.error_code or ErrorCode.ACTION_FAILED.code, outcome.error_message or "The tool failed."
        failed = m.ToolError(code=fit(code, 256), message=fit(message, SENTENCE_BYTES))
    output = outcome.output if outcome.ok and json_bytes(outcome.output) <= TEXT_BYTES else None
    return m.wire(
        m.ToolResult(payload=m.Outcome(callId=call_id, name=name, ok=outcome.ok, output=output, error=failed))
    )

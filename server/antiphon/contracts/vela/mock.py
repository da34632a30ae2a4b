"""Vela's mock mode: turns whose every word is fixed, so that a page can be built before there is anything behind it.

No audio, recogniser, brain or voice takes part (VELA, "Deterministic mocked turn sequence"). It is pure: messages and
times go in, messages come out, and `deadline` says when the next one is due. Times are seconds of any clock. The
states are those of the one table, in this contract's names.
"""

from collections import deque
from collections.abc import Sequence

from antiphon.contracts.vela import client_messages as client
from antiphon.contracts.vela import server_messages as m
from antiphon.contracts.vela.decode import mock
from antiphon.contracts.vela.envelope import IN_FLIGHT, error, spelled
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.messages import WireMessage
from antiphon.domain.states import FOUR_STATES, State

STEP_S = 0.1
"""Between two messages of a mocked turn: long enough to be seen, and to be cancelled."""

USER = "[mocked user] What is the current mocked vertical slice?"
ANSWER = ("[mocked assistant] ", "This is a deterministic mocked response from the gateway vertical slice.")
_FIRST_PARTIAL = "[mocked partial] Placeholder push-to-talk transcript in progress."
_LATER_PARTIAL = "[mocked partial] Placeholder push-to-talk transcript in progress ({} chunks)."
_FINAL = "[mocked final] Placeholder push-to-talk transcript completed from {} appended chunk(s)."
_FINAL_OF_NOTHING = "[mocked final] Placeholder push-to-talk transcript completed without appended audio."

Step = WireMessage | State


class Mocked:
    """The gateway's end of one connection."""

    def __init__(self, session_id: str) -> None:
        self._session_id = session_id
        self._state = State.IDLE
        self._chunks = 0
        self._steps: deque[Step] = deque()
        """The messages that are still to come of the mocked turn."""
        self._due = 0.0

    @property
    def is_on(self) -> bool:
        """True while a turn is on: a mocked one is being told, or the key is held."""
        return bool(self._steps) or self._state is not State.IDLE

    def cut(self) -> list[WireMessage]:
        """Return what is told of a turn that the end of the server cuts; nothing where none is on."""
        if not self.is_on:
            return []
        told = "The session has ended (shutdown); connect again."
        return [*self._cancel(), error(ErrorCode.SESSION_EXPIRED.code, told, retryable=True)]

    def present(self) -> list[WireMessage]:
        """Return the messages that are sent on connecting, and again on `session.start`."""
        return [m.wire(m.SessionReady(payload=m.Ready(sessionId=self._session_id))), _told(self._state)]

    def deadline(self) -> float | None:
        """Return when `due` has something next; None while nothing is going on."""
        return self._due if self._steps else None

    def due(self, now: float) -> list[WireMessage]:
        """Return the messages of the mocked turn until now."""
        leaving = []
        while self._steps and self._due <= now:
            leaving.append(self._next())
            self._due += STEP_S
        return leaving

    def on_message(self, message: str | bytes, now: float) -> list[WireMessage]:
        """Answer a client's message, after the messages that were due before it. Never raises."""
        before = self.due(now)
        try:
            model = mock(message)
        except AntiphonError as refusal:
            return [*before, error(spelled(refusal.code), refusal.message, retryable=False)]
        return before + self._answer(model, now)

    def _answer(self, model: client.MockMessage, now: float) -> list[WireMessage]:
        match model:
            case client.SessionStart():
                return self.present()
            case client.ResponseCancel():
                return self._cancel()
            case _ if self._steps:
                return [_in_flight("A mocked turn is in flight; wait for response.completed, or send response.cancel.")]
            case client.InputAudioAppend():
                return self._append()
            case client.InputAudioCommit():
                return self._commit(now)
            case client.MockedTurnTrigger() if self._state is not State.IDLE:
                return [_in_flight("A push-to-talk turn is in progress; send input_audio.commit or response.cancel.")]
        return self._begin([State.USER_SPEAKING, _final(USER), *_reply()], now)

    def _append(self) -> list[WireMessage]:
        self._chunks += 1
        if self._chunks == 1:
            return [self._enter(State.USER_SPEAKING), _partial(_FIRST_PARTIAL)]
        return [_partial(_LATER_PARTIAL.format(self._chunks))]

    def _commit(self, now: float) -> list[WireMessage]:
        text = _FINAL.format(self._chunks) if self._chunks else _FINAL_OF_NOTHING
        self._chunks = 0
        return self._begin([_final(text), *_reply()], now)

    def _cancel(self) -> list[WireMessage]:
        """Go to idle at once; nothing more of the turn comes. Where nothing is in flight there is nothing to do.

        A turn that was committed without audio is in flight before its first state is told: its cancel is answered too.
        """
        in_flight = self.is_on
        self._steps.clear()
        self._chunks = 0
        return [self._enter(State.IDLE)] if in_flight else []

    def _begin(self, steps: Sequence[Step], now: float) -> list[WireMessage]:
        self._steps.extend(steps)
        self._due = now
        return self.due(now)

    def _next(self) -> WireMessage:
        step = self._steps.popleft()
        return self._enter(step) if isinstance(step, State) else step

    def _enter(self, state: State) -> WireMessage:
        self._state = state
        return _told(state)


def _reply() -> list[Step]:
    deltas = [m.wire(m.ResponseTextDelta(payload=m.Words(text=text))) for text in ANSWER]
    completed = m.wire(m.ResponseCompleted(payload=m.Nothing()))
    return [State.AI_THINKING, State.AI_SPEAKING, *deltas, completed, State.IDLE]


def _told(state: State) -> WireMessage:
    return m.wire(m.SessionState.model_validate({"payload": {"value": FOUR_STATES[state]}}))


def _partial(text: str) -> WireMessage:
    return m.wire(m.TranscriptPartial(payload=m.Words(text=text)))


def _final(text: str) -> WireMessage:
    return m.wire(m.TranscriptFinal(payload=m.Words(text=text)))


def _in_flight(text: str) -> WireMessage:
    return error(IN_FLIGHT, text, retryable=True)

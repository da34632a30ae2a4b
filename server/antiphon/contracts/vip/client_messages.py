"""The messages of a client over the data channel. Over 300 lines: it is the contract, and is read as one list.

One model each (docs/reference/vip.md, "From the client").
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, model_validator
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from antiphon.contracts.vip.outline import PageOutline
from antiphon.contracts.vip.registry import Actions
from antiphon.domain.texts import all_readable
from antiphon.wire.model import NOT_BLANK, READABLE, Id, Role, Strict, utf8_limit

NARRATION_BYTES = 8 * 1024
ROUTE_BYTES = 2 * 1024
TEXT_BYTES = 8 * 1024
MAX_DELAY_MS = 60_000
MAX_SEQ = 2**53
MAX_PLAYED_MS = 86_400_000
"""A day: longer than any reply, and than any session."""

Narration = Annotated[str, utf8_limit(NARRATION_BYTES), READABLE]
Route = Annotated[str, utf8_limit(ROUTE_BYTES), READABLE]
TypedText = Annotated[str, utf8_limit(TEXT_BYTES), READABLE, NOT_BLANK]


class ClientMessage(Strict):
    """The envelope of a client's message. `id` comes back as `reply_to`; `timestamp` is ms since the epoch."""

    id: Id | None = None
    role: Role | None = None
    metadata: dict[str, Any] | None = None
    timestamp: float | None = None


class Resume(Strict):
    """The claim to go on with a session: its id, its token, and the `seq` of the last message that was received."""

    session_id: Id
    resume_token: Annotated[str, Field(min_length=1, max_length=200)]
    last_seq: Annotated[int, Field(ge=0, le=MAX_SEQ)]


_PAGE_OR_RESUME: JsonDict = {
    "anyOf": [
        {"required": ["resume"], "properties": {"resume": {"type": "object"}}},
        {
            "required": ["narration", "actions"],
            "properties": {"narration": {"type": "string"}, "actions": {"type": "object"}},
        },
    ]
}


class SessionInitializePayload(Strict):
    """The page as it is. With `resume`, what is left out stays as it was; without, `narration` and `actions` are
    needed.
    """

    model_config = ConfigDict(json_schema_extra=_PAGE_OR_RESUME)

    protocol: Literal["vip/1"]
    narration: Narration | None = None
    route: Route | None = None
    actions: Actions | None = None
    outline: PageOutline | None = None
    subscribe: Annotated[list[Literal["turn.event"]], Field(max_length=64)] | None = None
    resume: Resume | None = None

    @model_validator(mode="after")
    def _page_or_resume(self) -> "SessionInitializePayload":
        for name in ("narration", "actions"):
            if self.resume is None and getattr(self, name) is None:
                raise PydanticCustomError(
                    "incomplete", "must have `{name}`, unless it resumes a session", {"name": name}
                )
        return self


class SessionInitialize(ClientMessage):
    type: Literal["session.initialize"]
    payload: SessionInitializePayload


class SessionClosePayload(Strict):
    reason: str | None = None


class SessionClose(ClientMessage):
    type: Literal["session.close"]
    payload: SessionClosePayload


class StateUpdatePayload(Strict):
    narration: Narration
    route: Route | None = None
    outline: PageOutline | None = None


class StateUpdate(ClientMessage):
    type: Literal["state.update"]
    payload: StateUpdatePayload


class ActionsUpdatePayload(Strict):
    actions: Actions


class ActionsUpdate(ClientMessage):
    type: Literal["actions.update"]
    payload: ActionsUpdatePayload


class InputDetectedPayload(Strict):
    """A reading of the client's own detector: `level` in dBFS, `probability` from 0 to 1."""

    source: Literal["client-hint"]
    level: float | None = None
    probability: float | None = None
    speech: bool = True


class InputDetected(ClientMessage):
    type: Literal["input.detected"]
    payload: InputDetectedPayload


class InputMutePayload(Strict):
    muted: bool


class InputMute(ClientMessage):
    type: Literal["input.mute"]
    payload: InputMutePayload


class PolicyUpdate(ClientMessage):
    """Any fields of a policy; the engine knows which are safe beside the ones that hold now."""

    type: Literal["policy.update"]
    payload: dict[str, Any]


class AssistantYieldPayload(Strict):
    reason: Annotated[str, utf8_limit(1024), READABLE]


class AssistantYield(ClientMessage):
    type: Literal["assistant.yield"]
    payload: AssistantYieldPayload


class InputStartPayload(Strict):
    trigger: Literal["ptt", "wake_word"] = "ptt"


class InputStart(ClientMessage):
    type: Literal["input.start"]
    payload: InputStartPayload


class TurnPayload(Strict):
    turn_id: Id | None = None


class InputEnd(ClientMessage):
    type: Literal["input.end"]
    payload: TurnPayload


class InputCancel(ClientMessage):
    type: Literal["input.cancel"]
    payload: TurnPayload


class InputBargeInPayload(Strict):
    source: Literal["manual", "client-hint"]
    turn_id: Id | None = None


class InputBargeIn(ClientMessage):
    type: Literal["input.barge_in"]
    payload: InputBargeInPayload


class InputTextPayload(Strict):
    text: TypedText


class InputText(ClientMessage):
    type: Literal["input.text"]
    payload: InputTextPayload


class ResponseCancelPayload(Strict):
    response_id: Id | None = None
    graceful: bool | None = None


class ResponseCancel(ClientMessage):
    type: Literal["response.cancel"]
    payload: ResponseCancelPayload


class ActionError(Strict):
    code: Annotated[Id, READABLE]
    message: Annotated[str, utf8_limit(1024), READABLE]


class ActionResultPayload(Strict):
    """The outcome of an invocation: `error` comes with the status `error`, and only with it."""

    invocation_id: Id
    status: Literal["success", "error"]
    output: Annotated[Any, AfterValidator(all_readable)] = None
    error: ActionError | None = None
    follow_up: bool | None = None
    narration: Narration | None = None
    route: Route | None = None
    actions: Actions | None = None
    outline: PageOutline | None = None

    @model_validator(mode="after")
    def _error_with_its_status(self) -> "ActionResultPayload":
        if (self.error is not None) != (self.status == "error"):
            raise PydanticCustomError("error", "must have `error` with the status `error`, and only with it")
        return self


class ActionResult(ClientMessage):
    type: Literal["action.result"]
    payload: ActionResultPayload


class ActionConfirmPayload(Strict):
    """The user's answer on the page to an `action.invoke` with `confirm: true`."""

    invocation_id: Id
    approved: bool


class ActionConfirm(ClientMessage):
    type: Literal["action.confirm"]
    payload: ActionConfirmPayload


class AudioPlayedPayload(Strict):
    """Playback so far: `played_ms` of the response were heard; the message after `audio.end` is for all of it."""

    response_id: Id
    played_ms: Annotated[int, Field(ge=0, le=MAX_PLAYED_MS)]


class AudioPlayed(ClientMessage):
    type: Literal["audio.played"]
    payload: AudioPlayedPayload


class AssistantGrantPayload(Strict):
    expect_response: bool | None = None
    delay_ms: Annotated[int, Field(ge=0, le=MAX_DELAY_MS)] | None = None


class AssistantGrant(ClientMessage):
    type: Literal["assistant.grant"]
    payload: AssistantGrantPayload


class Ping(ClientMessage):
    type: Literal["ping"]
    payload: dict[str, Any]


class ErrorFatalPayload(Strict):
    code: str
    message: str


class ErrorFatal(ClientMessage):
    type: Literal["error.fatal"]
    payload: ErrorFatalPayload


AnyClientMessage = Annotated[
    SessionInitialize
    | SessionClose
    | StateUpdate
    | ActionsUpdate
    | InputDetected
    | InputMute
    | PolicyUpdate
    | AssistantYield
    | InputStart
    | InputEnd
    | InputCancel
    | InputBargeIn
    | InputText
    | ResponseCancel
    | ActionResult
    | ActionConfirm
    | AudioPlayed
    | AssistantGrant
    | Ping
    | ErrorFatal,
    Field(discriminator="type"),
]

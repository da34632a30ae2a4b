"""The envelope of Vela's messages, and failures in it."""

from antiphon.contracts.vela import server_messages as m
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.messages import WireMessage
from antiphon.wire.codec import MESSAGE_BYTES, dumps, fit

IN_FLIGHT = "mocked_turn_in_flight"
SENTENCE_BYTES = 4 * 1024

_SPELLED = {ErrorCode.INVALID_JSON: "invalid_json", ErrorCode.INVALID_MESSAGE: "invalid_message"}
"""The document's own. Codes that it does not name are those of the one table."""


def envelope(message: WireMessage) -> str:
    """Return the message as it is sent. Raises `AntiphonError` `protocol.too_large` where it was not bounded before."""
    text = dumps({"type": message.type, "payload": message.payload})
    if len(text.encode()) > MESSAGE_BYTES:
        raise AntiphonError(ErrorCode.TOO_LARGE, f"{message.type} is longer than {MESSAGE_BYTES} bytes.")
    return text


def spelled(code: ErrorCode) -> str:
    return _SPELLED.get(code, code.code)


def error(code: str, message: str, *, retryable: bool) -> WireMessage:
    return m.wire(m.Error(payload=m.Problem(code=code, message=fit(message, SENTENCE_BYTES), retryable=retryable)))


def failure(failed: Failed) -> WireMessage:
    retryable = failed.code.retryable if failed.retryable is None else failed.retryable
    return error(spelled(failed.code), failed.message, retryable=retryable)

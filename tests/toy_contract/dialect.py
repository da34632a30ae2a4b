"""What the lines mean: what a client writes is said by the user, what it is written is said by the assistant."""

from collections.abc import Sequence

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Event, Failed, ReplyDone
from antiphon.domain.messages import Decoded, WireMessage
from antiphon.domain.signals import ClientReady, TextEntered

READY = "hello"


class ToyDialect:
    """`ports.Dialect`."""

    def decode(self, message: str | bytes) -> Decoded:
        if isinstance(message, bytes):
            return Decoded(failure=Failed(ErrorCode.INVALID_MESSAGE, "Lines are text."))
        return Decoded((ClientReady(),) if message == READY else (TextEntered(message),))

    def message_id(self, message: str | bytes) -> str | None:
        del message
        return None

    def encode(self, event: Event) -> Sequence[WireMessage]:
        match event:
            case ReplyDone(text=text):
                return [WireMessage("said", {"text": text})]
            case Failed(message=message):
                return [WireMessage("refused", {"text": message})]
        return []

    def envelope(
        self, message: WireMessage, *, seq: int | None, timestamp_ms: int, session_id: str, reply_to: str | None = None
    ) -> str:
        del seq, timestamp_ms, session_id, reply_to
        return f"{message.type}: {message.payload['text']}"

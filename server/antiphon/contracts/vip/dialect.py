"""VIP over the data channel, as one object: pure, one instance a connection (`ports.Dialect`)."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from antiphon.contracts.vip import decode, encode
from antiphon.contracts.vip.server_messages import Payload
from antiphon.domain.context import PageContext
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Event, Failed, LatencyMeasured
from antiphon.domain.messages import Decoded, WireMessage
from antiphon.domain.signals import ActionResult, ClientReady, ClientResumed, ContextUpdated, Signal
from antiphon.wire import codec
from antiphon.wire.codec import fit

_METADATA_BYTES = 512


class VipDialect:
    """Decodes a client's messages and encodes the session's events (V5-ROLES for `role` and `metadata`).

    Messages of the user carry `user_id` and `locale`, messages of the assistant `model_id` and, once its turn has been
    measured, that turn's `latency_metrics`. `reserved` are names that no action of the page may have: the assistant's
    own tools.
    """

    def __init__(
        self,
        session_id: str,
        *,
        user_id: str | None = None,
        locale: str | None = None,
        model_id: str | None = None,
        reserved: Collection[str] = (),
    ) -> None:
        self._session_id = session_id
        self._user = _given(user_id=user_id, locale=locale)
        self._assistant = _given(model_id=model_id)
        self._latency: dict[str, Any] = {}
        self._reserved = frozenset(reserved)

    def decode(self, message: str | bytes) -> Decoded:
        """Decode a message. Never raises; a refused message has no signals and says why in `failure`."""
        message_id = None
        try:
            value = decode.read(message)
            message_id = decode.message_id(value)
            understood = decode.validated(value)
            signal = decode.meaning(understood)
            self._check_names(signal)
        except AntiphonError as error:
            return Decoded((), message_id, Failed(error.code, error.message))
        return Decoded((signal,), message_id, claim=decode.claim(understood))

    def message_id(self, message: str | bytes) -> str | None:
        """Return the `id` of a message that is refused unread."""
        try:
            return decode.message_id(decode.read(message))
        except AntiphonError:
            return None

    def encode(self, event: Event) -> Sequence[WireMessage]:
        """Return the messages of an event: several for a long text, none for the end of an action by the client."""
        if isinstance(event, LatencyMeasured):
            self._latency = encode.latencies(event).model_dump(exclude_defaults=True)
        messages = []
        for model, payload in encode.outgoing(event, self._session_id):
            content = payload.model_dump(exclude_defaults=True) if isinstance(payload, Payload) else payload
            role = encode.constant(model, "role")
            messages.append(WireMessage(encode.constant(model, "type"), content, role, self._metadata(role, event)))
        return messages

    def envelope(
        self, message: WireMessage, *, seq: int | None, timestamp_ms: int, session_id: str, reply_to: str | None = None
    ) -> str:
        return codec.envelope(message, seq=seq, timestamp_ms=timestamp_ms, session_id=session_id, reply_to=reply_to)

    def _check_names(self, signal: Signal) -> None:
        """Refuse an action that could be taken for a tool of the assistant's, and all that came with it."""
        page = signal.page if isinstance(signal, ClientReady | ClientResumed | ActionResult) else signal
        actions = page.actions if isinstance(page, PageContext | ContextUpdated) else None
        taken = sorted(self._reserved.intersection(actions or ()))
        if taken:
            message = f"Action `{taken[0]}`: the assistant has a tool of that name; give the action another one."
            raise AntiphonError(ErrorCode.INVALID_MESSAGE, message)

    def _metadata(self, role: str, event: Event) -> Mapping[str, Any]:
        if role == "user":
            return self._user
        if role != "assistant":
            return {}
        if self._latency and self._latency["turn_id"] == getattr(event, "turn_id", None):
            return {**self._assistant, "latency_metrics": self._latency}
        return self._assistant


def _given(**values: str | None) -> dict[str, str]:
    return {name: fit(value, _METADATA_BYTES) for name, value in values.items() if value}

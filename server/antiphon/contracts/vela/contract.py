"""Vela's gateway protocol as the server has it: a WebSocket, a page, and `[vela]` of the settings."""

from collections.abc import Sequence

from antiphon.contracts.entry import Direction, Entry
from antiphon.contracts.vela import client_messages, server_messages
from antiphon.contracts.vela.handshake import Vela
from antiphon.contracts.vela.settings import Settings as VelaSettings
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.settings import Settings


def check(settings: Settings, assistants: Sequence[str]) -> None:
    """Check that the assistant of live mode is there. Raises `AntiphonError` `config.invalid`."""
    wanted = settings.of(VelaSettings)
    if wanted.mode == "live" and wanted.assistant not in assistants:
        known = ", ".join(sorted(assistants))
        message = f"vela.assistant: there is no assistant {wanted.assistant!r} for vela.mode 'live', only {known}."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message)


VELA = Entry(
    "vela",
    "Vela",
    Vela,
    (
        Direction("VelaClientMessage", "VelaClient", client_messages.AnyClientMessage, sent=False),
        Direction("VelaServerMessage", "VelaServer", server_messages.AnyServerMessage, sent=True),
    ),
    check,
)

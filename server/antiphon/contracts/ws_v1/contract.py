"""The contract WS v1: one WebSocket for messages and audio."""

from antiphon.contracts.entry import Direction, Entry
from antiphon.contracts.ws_v1 import client_messages, server_messages
from antiphon.contracts.ws_v1.handshake import WsV1

WS_V1 = Entry(
    "ws_v1",
    "WS v1",
    WsV1,
    (
        Direction("WsV1ClientMessage", "WsV1Client", client_messages.AnyClientMessage, sent=False),
        Direction("WsV1ServerMessage", "WsV1Server", server_messages.AnyServerMessage, sent=True),
    ),
)

"""The one list of contracts. Another contract is a folder beside these and a line here."""

from antiphon.contracts.entry import Entry
from antiphon.contracts.vela.contract import VELA
from antiphon.contracts.vip.contract import VIP
from antiphon.contracts.voicepilot.contract import VOICEPILOT
from antiphon.contracts.ws_v1.contract import WS_V1

CONTRACTS: tuple[Entry, ...] = (VIP, WS_V1, VELA, VOICEPILOT)
"""A WebSocket that names no subprotocol is offered to them in this order."""

"""The contract of turn events: those of a session, as a stream (ITE REQ-012)."""

from antiphon.contracts.entry import Direction, Entry
from antiphon.contracts.voicepilot.feed import Feed
from antiphon.wire.turn_event_models import TurnEventMessage

VOICEPILOT = Entry(
    "voicepilot", "the turn events", Feed, (Direction("TurnEventMessage", "", TurnEventMessage, sent=True),)
)

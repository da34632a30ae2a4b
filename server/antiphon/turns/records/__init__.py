"""Records of one turn, one reply, one action. What happens to one is told to it by its methods."""

from antiphon.turns.records.barge_in import BargeIn, BargeInState, Claim, HeldSpeech, Interruptions, Tentative
from antiphon.turns.records.invocation import Invocation, InvocationState
from antiphon.turns.records.reply import Announcement, Earcon, Generation, Playback, Reply, ReplyCalls, ReplyState
from antiphon.turns.records.user_turn import CARRIED_CHARS, HEARS, Overlap, TurnAudio, TurnState, TurnWords, UserTurn

__all__ = [
    "CARRIED_CHARS",
    "HEARS",
    "Announcement",
    "BargeIn",
    "BargeInState",
    "Claim",
    "Earcon",
    "Generation",
    "HeldSpeech",
    "Interruptions",
    "Invocation",
    "InvocationState",
    "Overlap",
    "Playback",
    "Reply",
    "ReplyCalls",
    "ReplyState",
    "Tentative",
    "TurnAudio",
    "TurnState",
    "TurnWords",
    "UserTurn",
]

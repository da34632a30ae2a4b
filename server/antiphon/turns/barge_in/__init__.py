"""The barge-in: from the first clear speech over an answer to the last packet that was heard of it."""

from antiphon.turns.barge_in.tentative import (
    ANSWERING,
    TABLE,
    barge_in,
    dismiss,
    drop,
    forbid_voice,
    forget,
    hinted,
    paused,
    speech_over,
    take_floor,
    unconfirmed,
    undecided,
    words,
)

__all__ = [
    "ANSWERING",
    "TABLE",
    "barge_in",
    "dismiss",
    "drop",
    "forbid_voice",
    "forget",
    "hinted",
    "paused",
    "speech_over",
    "take_floor",
    "unconfirmed",
    "undecided",
    "words",
]

"""The barge-in: from the first clear speech over an answer to the last packet that was heard of it.

Theory of operation (BARGE-CONFIRM, ITE REQ-003). A reader follows one through the modules in this order:

1. `claims`: somebody wants the floor that the assistant has. By hand, and where the policy is `immediate`, that is
   meant, and the answer is interrupted at once. In the `cooldown` speech is held instead.
2. `tentative`: else the playout pauses, and the words decide. The recogniser is asked from 300 ms of speech on.
3. `verdict`: words that are no back-channel, or a stop word, confirm, and so does a yes to the question that is being
   asked; so do 900 ms of speech where no verdict came in time. What is not confirmed within 1.2 s of its onset was a
   false interruption: the playout goes on from where it was paused; while the speech lasts it may still be confirmed.
4. `confirmed`: the user has the floor, and is heard from the onset on.
5. `flushing`: the answer is stopped, and the playout flushed. The next barge-in may begin, while this one waits.
6. `heard`: the playout tells which packet was the last, so it is told what was heard of the answer (V7-BARGE).

`machine` has the states' table: what each input does. Speech that may not interrupt is kept by `held_speech`.
"""

from antiphon.turns.barge_in.claims import (
    barge_in_requested,
    by_hint,
    interrupt,
    stop,
    take_floor,
    yield_requested,
)
from antiphon.turns.barge_in.cooldown import cooldown_over
from antiphon.turns.barge_in.heard import correct, heard_measured, playout_flushed
from antiphon.turns.barge_in.machine import TABLE
from antiphon.turns.barge_in.verdict import (
    dismiss,
    drop,
    forbid_voice,
    hand_over,
    hinted,
    paused,
    speech_over,
    unconfirmed,
    undecided,
    words,
)

__all__ = [
    "TABLE",
    "barge_in_requested",
    "by_hint",
    "cooldown_over",
    "correct",
    "dismiss",
    "drop",
    "forbid_voice",
    "hand_over",
    "heard_measured",
    "hinted",
    "interrupt",
    "paused",
    "playout_flushed",
    "speech_over",
    "stop",
    "take_floor",
    "unconfirmed",
    "undecided",
    "words",
    "yield_requested",
]

"""A user turn from its first sample to its last: begin, end, cancel, and the silences that end it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from antiphon.domain.commands import CloseUtterance, DiscardUtterance, OpenUtterance, PartialsWanted
from antiphon.domain.events import TurnEnded, TurnStarted
from antiphon.domain.signals import CaptureCancelled, CaptureEnded
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns import endpointing, preemptive
from antiphon.turns.announcing import withdraw
from antiphon.turns.config import RELEASE_S, STILL_SPEAKING_S
from antiphon.turns.records import UserTurn
from antiphon.turns.table import target
from antiphon.turns.timers import TurnTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

TURN_TIMERS = (TurnTimer.ENDPOINT, TurnTimer.NO_SPEECH, TurnTimer.MAX_TURN, TurnTimer.RELEASE)
PARTIALS_AFTER_S = 0.5
"""How much speech there is before its first words are shown."""
CARRIED_CHARS = 8192
"""Of the words that one turn hands on to the next; the oldest utterances go first."""


def begin_turn(
    core: Core,
    trigger: Trigger,
    start: TurnStart,
    *,
    since: float | None = None,
    held: bool = False,
    barge_in: bool = False,
    carried: UserTurn | None = None,
    utterance_id: str | None = None,
    opened: bool = False,
    after: str | None = None,
) -> None:
    """Give the user the floor. `carried` is an unanswered turn whose words this one continues.

    `utterance_id` names audio that is kept already; `opened` says that the recogniser has it already. `after` is an
    utterance of this speech whose words are known: the turn's own begins where that one ended.
    """
    if target(core.state, trigger) is None:
        core.refuse(trigger.value)
        return
    withdraw(core)
    preemptive.forget(core)
    user = UserTurn(
        core.new_id("turn"), utterance_id or core.new_id("utt"), start, core.now, barge_in=barge_in, held=held
    )
    if carried is not None:
        user.parts, user.owners = newest(carried)
    user.parts[user.utterance_id] = None
    user.owners[user.utterance_id] = user.turn_id
    user.speech_heard = core.speech_on
    user.since = core.now if since is None else since
    resumed = carried.known_text() if carried else ""
    core.user = user
    core.unheard_since = None
    core.clear_speech = False
    if not opened:
        core.command(OpenUtterance(user.turn_id, user.utterance_id, since, after))
    core.command(PartialsWanted(user.turn_id, user.utterance_id, PARTIALS_AFTER_S))
    probability = core.probability if start is TurnStart.VAD else None
    core.tell(
        TurnStarted(user.turn_id, start, barge_in=barge_in, resumed_text=resumed or None, probability=probability)
    )
    core.go(trigger, turn_id=user.turn_id)
    core.set_timer(TurnTimer.MAX_TURN, core.config.max_turn_s)
    if not held and not core.speech_on:
        core.set_timer(TurnTimer.NO_SPEECH, core.config.no_speech_s)


def newest(carried: UserTurn) -> tuple[dict[str, str | None], dict[str, str]]:
    """The words that a turn hands on to the one that continues it, and whose each are. What is awaited always does.

    A client that types over each thought of the assistant's would otherwise have all of it looked at again each time.
    """
    room, kept = CARRIED_CHARS, dict[str, str | None]()
    for utterance_id, text in reversed(carried.parts.items()):
        if text is not None:
            room -= len(text) + 1
        if text is None or room >= 0:
            kept[utterance_id] = text
    parts = dict(reversed(kept.items()))
    return parts, {utterance_id: carried.owners[utterance_id] for utterance_id in parts}


def end_turn(core: Core, reason: str, trigger: Trigger = Trigger.INPUT_END) -> None:
    """Row 5: no more audio; the words are wanted."""
    user = core.user
    if user is None:
        return
    _stop_timers(core)
    user.ended_at = core.now
    timeout = trigger is Trigger.INPUT_TIMEOUT
    core.command(CloseUtterance(user.turn_id, user.utterance_id))
    kind: Literal["timeout", "end"] = "timeout" if timeout else "end"
    outcome: Literal["end"] | None = "end" if timeout else None
    core.tell(TurnEnded(user.turn_id, kind, reason, _audio_ms(core, user), outcome, core.probability))
    core.go(trigger, to=State.AI_THINKING, turn_id=user.turn_id)
    if core.speech_on and not core.health.deaf:
        # The turn was ended by other means than silence. If the speech goes on, it is new speech over the answer.
        core.unheard_since = core.now
        core.clear_speech = False
        core.set_timer(TurnTimer.STILL_SPEAKING, STILL_SPEAKING_S)


def still_speaking(core: Core) -> None:
    core.clear_speech = core.speech_on and core.unheard_since is not None


def cancel_turn(core: Core, reason: str, trigger: Trigger = Trigger.INPUT_CANCEL) -> None:
    """Row 6: forget what was captured."""
    user = core.user
    if user is None:
        return
    _stop_timers(core)
    preemptive.forget(core)
    discard(core, user.parts)
    timeout = trigger is Trigger.INPUT_TIMEOUT
    kind: Literal["timeout", "cancel"] = "timeout" if timeout else "cancel"
    outcome: Literal["cancel"] | None = "cancel" if timeout else None
    core.tell(TurnEnded(user.turn_id, kind, reason, _audio_ms(core, user), outcome, core.probability))
    core.go(trigger, to=State.IDLE, turn_id=user.turn_id)
    core.user = None


def discard(core: Core, parts: Mapping[str, str | None]) -> None:
    """Drop every utterance whose words are still awaited."""
    if core.user is None:
        return
    for utterance_id, text in parts.items():
        if text is None:
            core.command(DiscardUtterance(core.user.owners[utterance_id], utterance_id))


def _stop_timers(core: Core) -> None:
    for name in TURN_TIMERS:
        core.clear_timer(name)


def _audio_ms(core: Core, user: UserTurn) -> int:
    """How much was captured. What was kept for the turn began before it, and may be over since long."""
    kept = user.start is TurnStart.PENDING and not core.speech_on and user.last_voiced is not None
    end = user.last_voiced if kept and user.last_voiced is not None else core.now
    return max(0, round(1000 * (end - min(user.started_at, user.since))))


def capture_ended(core: Core, signal: CaptureEnded) -> None:
    """A key was released. Its message overtakes the audio, so a little of what still arrives belongs to the turn."""
    user = core.user
    if core.state is State.USER_SPEAKING and user is not None and signal.turn_id in (None, user.turn_id):
        core.clear_timer(TurnTimer.ENDPOINT)
        core.set_timer(TurnTimer.RELEASE, RELEASE_S)


def capture_cancelled(core: Core, signal: CaptureCancelled) -> None:
    user = core.user
    if core.state is State.USER_SPEAKING and user is not None and signal.turn_id in (None, user.turn_id):
        cancel_turn(core, "client")
    elif core.state is not State.USER_SPEAKING and signal.turn_id is None:
        core.refuse(Trigger.INPUT_CANCEL.value)


def endpoint_reached(core: Core) -> None:
    """End the turn, unless audio of the silence is still on its way: the user may have gone on in it."""
    user = core.user
    if user is not None and endpointing.audio_is_late(core, user):
        core.set_timer(TurnTimer.ENDPOINT, endpointing.LOOK_AGAIN_S)
    else:
        end_turn(core, "silence")


def released(core: Core) -> None:
    end_turn(core, "released")


def nothing_said(core: Core) -> None:
    """`no_speech_s` went by. Words from before an interruption still want their answer."""
    user = core.user
    if user is not None and (user.speech_heard or len(user.parts) > 1):
        end_turn(core, "no_speech", Trigger.INPUT_TIMEOUT)
    else:
        cancel_turn(core, "no_speech", Trigger.INPUT_TIMEOUT)


def too_long(core: Core) -> None:
    user = core.user
    if not core.health.heartbeats:
        core.speech_on = False  # a detector that tells nothing of itself may have forgotten to tell of the end
    if user is not None and (user.speech_heard or len(user.parts) > 1):
        end_turn(core, "max_turn", Trigger.INPUT_TIMEOUT)
    else:
        cancel_turn(core, "max_turn", Trigger.INPUT_TIMEOUT)

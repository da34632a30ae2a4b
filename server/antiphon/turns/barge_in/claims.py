"""Claims to the floor that the assistant has: by clear speech, by a hint of the client's own detector, by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import DiscardUtterance
from antiphon.domain.signals import BargeInRequested, YieldRequested
from antiphon.domain.states import InterruptionType, Source, Trigger, TurnStart
from antiphon.turns import held_speech
from antiphon.turns.barge_in.cooldown import cooling_down_until
from antiphon.turns.barge_in.machine import BargeInInput, advance
from antiphon.turns.health import hints_decide
from antiphon.turns.records import BargeInState, Claim

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def take_floor(core: Core) -> None:
    """Deal with speech that is clear enough, and belongs to nobody yet, as soon as the state allows it."""
    onset = core.speech.unclaimed_since
    if not core.speech.clear or onset is None or core.barge_in.state is not BargeInState.NONE:
        return
    what = _judge(core)
    if what is BargeInInput.MEANT:
        interrupt(core, Claim(Source.VAD, onset))
    elif what is not None:
        advance(core, what, onset)


def _judge(core: Core) -> BargeInInput | None:
    """Return what clear speech is in the session's present state."""
    if core.page_acts:
        return BargeInInput.HELD_BACK
    if not core.floor.interruptible:
        return None
    if not core.policy_voice_barge_in():
        return BargeInInput.HELD_BACK if core.policy_starts_by_voice() else None
    if core.floor.thinking:
        return BargeInInput.MEANT
    if cooling_down_until(core) is not None:
        return BargeInInput.COOLING
    at_once = core.speech.confirmed or core.policy.barge_in == "immediate" or held_speech.goes_on(core)
    return BargeInInput.MEANT if at_once else BargeInInput.SPEECH


def by_hint(core: Core) -> None:
    """Interrupt for a hint of the client's own detector; only where the authority is degraded (ITE AC-004)."""
    if core.floor.interruptible and hints_decide(core) and core.policy_voice_barge_in():
        interrupt(core, Claim(Source.CLIENT_HINT, core.now))


def barge_in_requested(core: Core, signal: BargeInRequested) -> None:
    """`input.barge_in`: by hand, or a hint. A request that comes too late is a race, and no error."""
    present = {turn.turn_id for turn in (core.user, core.reply) if turn is not None}
    if signal.turn_id is not None and signal.turn_id not in present:
        return
    if signal.source is Source.CLIENT_HINT:
        by_hint(core)
    elif core.floor.interruptible:
        interrupt(core, Claim(Source.MANUAL, core.now, TurnStart.PTT))
    elif core.page_acts:
        core.refuse(Trigger.INPUT_BARGE_IN.value)


def yield_requested(core: Core, signal: YieldRequested) -> None:
    """`assistant.yield` (ITE AC-005): the user gets the floor, and the reason is kept."""
    kind = InterruptionType.POLICY_YIELD
    if core.floor.interruptible:
        interrupt(core, Claim(Source.MANUAL, core.now, TurnStart.PTT, kind=kind, reason=signal.reason))
    elif core.page_acts:
        core.refuse("assistant.yield")


def interrupt(core: Core, claim: Claim) -> None:
    """Rows 9 and 11: the answer stops, and the user is heard from the onset on."""
    advance(core, BargeInInput.MEANT if core.reply is not None else BargeInInput.MEANT_EARLY, claim)


def stop(core: Core, claim: Claim) -> None:
    """The answer ends, and nobody is listened to instead: nobody needs to know whether some speech was meant."""
    if core.barge_in.state is not BargeInState.NONE:
        listened_to = core.barge_in.listened_to
        advance(core, BargeInInput.DROPPED)
        core.speech.claim()
        if core.reply is not None and listened_to is not None:
            core.command(DiscardUtterance(core.reply.turn_id, listened_to))
    advance(core, BargeInInput.STOPPED if core.reply is not None else BargeInInput.STOPPED_EARLY, claim)

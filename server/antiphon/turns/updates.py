"""Handle what the client tells beside speech: its page, results, a policy, a ping."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import UpdateContext
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Failed, PolicyUpdated, Pong
from antiphon.domain.signals import ActionResult, ContextUpdated, PingReceived, PolicyChanged
from antiphon.turns import actions, announcing, barge_in
from antiphon.turns.policies import parse, to_wire, use_policy
from antiphon.turns.records import InvocationState

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def ping_received(core: Core, signal: PingReceived) -> None:
    core.emit(Pong(signal.payload))


def context_updated(core: Core, signal: ContextUpdated) -> None:
    """VIP7-WINDOWS: what the page is does not change under a turn that is being heard or thought about."""
    if core.user_speaks or core.floor.thinking:
        message = "The context cannot change while the user speaks or the assistant thinks; send it again after."
        name = "state.update" if signal.actions is None else "actions.update"
        core.refuse(name, ErrorCode.WINDOW_CLOSED, message)
    else:
        use_page(core, signal)


def use_page(core: Core, page: ContextUpdated) -> None:
    core.command(UpdateContext(page))
    if page.actions is not None:
        core.confirmation.page.use(page.actions, core.reply.turn_id if core.reply is not None else None)
    if page.narration is not None:
        announcing.page_narrated(core, page.narration)


def action_result(core: Core, signal: ActionResult) -> None:
    """A result may carry what the page has become; that holds before the next reply is made (V5-NARRATE)."""
    invocation = core.actions.invocations.get(signal.invocation_id)
    if invocation is not None and invocation.state is InvocationState.OPEN:
        if signal.page is not None:
            use_page(core, signal.page)
        announcing.page_told_by(core, signal.outcome)
    actions.action_result(core, signal)


def policy_changed(core: Core, signal: PolicyChanged) -> None:
    """ITE AC-006: it holds from now on. What is unsafe is refused whole, and the running policy stays (ITE SEC-002)."""
    try:
        policy = parse(signal.fields, core.policy)
    except AntiphonError as error:
        core.emit(
            Failed(error.code, error.message, state=core.state, trigger="policy.update", details=error.details or {})
        )
        return
    core.policy = policy
    if not core.policy_voice_barge_in():
        barge_in.forbid_voice(core)
    core.command(use_policy(policy))
    core.emit(PolicyUpdated(to_wire(policy)))

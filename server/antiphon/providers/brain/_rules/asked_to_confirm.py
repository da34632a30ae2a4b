"""Find the question that the session asks before an action with `confirm`, where somebody asks something in between.

The session ends what it has asked (`V5-CONFIRM`) by whatever is neither a yes nor a no. Who only asks something in
between, or says thanks, has not gone on to something else: the answer is told, and the action is ordered once more,
which has the session ask again.
"""

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, BrainRequest, UserSaid
from antiphon.domain.errors import ErrorCode

LONGEST_WAIT_S = 30.0
"""After so long without an answer the session gives it up."""


def dropped(request: BrainRequest) -> ActionCall | None:
    """Return the call that wanted a yes, and had none before what was said last; None where there is no such call."""
    last = request.items[-1] if request.items else None
    if not isinstance(last, UserSaid) or (last.after_s or 0.0) > LONGEST_WAIT_S:
        return None
    before = next((one for one in reversed(request.items[:-1]) if isinstance(one, UserSaid)), None)
    turn = [one for one in request.items if before and one.turn_id == before.turn_id and isinstance(one, ActionTaken)]
    taken = turn[-1] if turn else None
    action = request.page.actions.get(taken.call.action_id) if taken else None
    if taken is None or action is None or not action.confirm:
        return None
    return taken.call if taken.outcome.error_code == ErrorCode.ACTION_CANCELLED.code else None

"""The seven machines: their tables, what each of them is, and the module that it stands in. For docs and tests."""

from antiphon.turns import actions, barge_in, confirmation, connection, health, reply, user_turn
from antiphon.turns.machine import Table
from antiphon.turns.records import BargeIn, Invocation, Reply, UserTurn

MACHINES: tuple[tuple[Table, type, str], ...] = (
    (connection.TABLE, connection.Connection, "connection"),
    (health.TABLE, health.Health, "health"),
    (user_turn.TABLE, UserTurn, "user_turn"),
    (barge_in.TABLE, BargeIn, "barge_in/machine"),
    (reply.TABLE, Reply, "reply"),
    (actions.TABLE, Invocation, "actions"),
    (confirmation.TABLE, confirmation.Confirmation, "confirmation"),
)

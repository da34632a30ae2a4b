"""Every flow of VIP with a golden transcript. A new one goes into the list of its kind."""

from support.flows.vip import actions, context, endings, interruptions, openings, turns
from support.golden import record

__all__ = ["FLOWS", "record"]

FLOWS = [*openings.FLOWS, *turns.FLOWS, *actions.FLOWS, *interruptions.FLOWS, *context.FLOWS, *endings.FLOWS]

"""Every flow with a golden transcript. A new one goes into the list of its kind; then `python scripts/golden.py`."""

from support.flows import actions, context, endings, interruptions, openings, turns

FLOWS = [*openings.FLOWS, *turns.FLOWS, *actions.FLOWS, *interruptions.FLOWS, *context.FLOWS, *endings.FLOWS]

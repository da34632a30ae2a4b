"""Thousands of pairs of pages and sentences that are for nothing grave on them: nothing grave ever happens.

The pages have lists and tables whose items can be deleted, refunded, sent or cancelled. The sentences are made of the
words of such pages and of others, of remarks, questions, refusals, orders of other things, and parts of names. What is
grave may be called only where its verb and the whole name of what it is done to stand in the sentence.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainCall, BrainRequest, UserSaid
from antiphon.providers.brain._page import stage
from antiphon.providers.brain.rules import RulesBrain
from antiphon.testing import virtual_time
from support.brain_talk import TODAY
from support.guest_house import decoded, use

PAGES, SENTENCES = 50, 100
COMPARED = 5
"""On every fifth page what nobody understands is compared by its meaning, too: that takes some 20 ms a sentence."""
NAMES = (
    "Buy milk", "Call the plumber", "Order fresh towels", "Pay the rent", "Send the invoice to Graz", "Anna Keller",
    "Ben Okafor", "Carla Diaz", "Blue mountain bike", "Red kettle", "Trip to Lyon", "Yoga on Tuesday", "Spring sale",
    "Second draft", "Cancel culture", "Delete me not", "Night bus", "Harbour gym", "Family suite", "All hands meeting",
)  # fmt: skip
GRAVE = ("Delete", "Refund", "Send", "Cancel", "Publish", "Remove")
TAKING = ("delete", "remove", "cancel", "get rid of")
FIELDS = ("Guest name", "Comments", "Nights", "Subject", "Amount", "Title")
REMARKS = """
{name} was lovely last year
we talked about {name} all evening
I wonder whether {name} is any good
is {name} still there?
what about {name}?
do not {verb} {name}
never {verb} {name}
if you {verb} {name} I am sad
who would {verb} {name}?
tick {name}
open {name}
{name}, please
{name}
the {part}
{verb} the {part}
{verb} it
{verb} the second one
{verb} all
{verb}
set the comments to {name}
add {name} to my list
how many {part} are there?
sort by name
show me {name}
one more {part}
no, {name}
yes
no
undo that
{name} and {other}
{verb} the {part} and the {part2}
the {part} is important, put a star on it
{part} can go
I don't need the {part} any more
get rid of the {part}
take the {part} off the list
and {name} as well
{name} is done
make it {name}
not {name}, {other}
instead of {name} take {other}
both {part} and {part2}
hello there
what can I do here?
it is raining
the weather in {part}
call {name} tomorrow
{verb} nothing
please don't {verb} {name} yet
I would rather not {verb} {name}
you may {verb} {name} some day
{verb} {name}?
""".strip().splitlines()


def page(dice: random.Random) -> PageContext:
    names = dice.sample(NAMES, 5)
    verbs = dice.sample(GRAVE, 2)
    enum = {"type": "string", "enum": names}
    actions = {verb.lower(): Action(verb.lower(), verb, _schema(which=enum)) for verb in verbs}
    items: list[dict[str, Any]] = []
    for name in names:
        tick = f"switch_{name.lower().replace(' ', '_')}"
        actions[tick] = Action(tick, f"Switch {name} on or off", _schema(to={"type": "string", "enum": ["on", "off"]}))
        uses = [use(name, tick), *(use(verb, verb.lower(), which=name) for verb in verbs)]
        items.append({"name": name, "on": dice.random() < 0.5, "uses": uses})
    fields = dice.sample(FIELDS, 3)
    for name in fields:
        action = f"set_{name.lower().replace(' ', '_')}"
        actions[action] = Action(action, f"Set {name}", _schema(text={"type": "string"}))
    one = dice.choice(GRAVE)
    actions[f"{one.lower()}_all"] = Action(f"{one.lower()}_all", f"{one} all", _schema())
    form = [
        {"name": name, "kind": "text", "use": use(name, f"set_{name.lower().replace(' ', '_')}")} for name in fields
    ]
    blocks = [{"kind": "list", "name": "Things", "items": items}, {"kind": "form", "name": "Details", "fields": form}]
    return PageContext("", None, actions, 1, outline=decoded(blocks))


def _schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def sentences(dice: random.Random) -> Iterator[str]:
    while True:
        name, other = dice.sample(NAMES, 2)
        part, part2 = dice.choice(name.split()).lower(), dice.choice(other.split()).lower()
        verb = dice.choice(GRAVE).lower()
        yield dice.choice(REMARKS).format(name=name, other=other, part=part, part2=part2, verb=verb)


def may(call: Any, sentence: str) -> bool:
    """Tell whether a call is nothing grave, or was named with its verb, as an order."""
    verb = call.action_id.removesuffix("_all")
    if verb not in {one.lower() for one in GRAVE}:
        return True
    said = sentence.lower()
    which = str(call.parameters.get("which", "all")).lower()
    refused = any(one in said for one in ("not ", "n't", "never", "nothing", "?", "if ", "some day", "who "))
    rest = said.replace(which, "", 1)
    # `remove` and `get rid of` mean `delete`: the verb is whatever takes something away.
    alike = {"delete": TAKING, "remove": TAKING}.get(verb, (verb,))
    return which in said and any(one in rest for one in alike) and not refused


@pytest.mark.parametrize("seed", range(PAGES))
def test_nothing_grave_happens_that_was_not_named(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if seed % COMPARED:
        monkeypatch.setattr(stage, "installed", lambda: None)

    async def talk() -> None:
        dice = random.Random(seed)
        context = page(dice)
        brain = RulesBrain(lambda: TODAY)
        for _, sentence in zip(range(SENTENCES), sentences(dice), strict=False):
            session = brain.for_session()
            request = BrainRequest("turn_1", [UserSaid("turn_1", sentence, typed=True)], replace(context))
            for event in [event async for event in session.reply(request)]:
                assert not isinstance(event, BrainCall) or may(event.call, sentence), (sentence, event)

    virtual_time.run(talk())

"""How long the rules brain takes, whatever the page and the text: it runs on the loop that carries the calls."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import AssistantSaid, BrainRequest, UserSaid
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.dialogue import Conversation
from antiphon.providers.brain._rules.expected import phrases_of
from antiphon.providers.brain.rules import RulesBrain
from support.brain_talk import phrasings
from support.processor import slowness

LONGEST_S = 0.007
"""A third of what a message may hold the loop."""
SLOWEST_S = 0.050
HOSTILE_S = 0.040
"""What the calls beside it can bear."""
KIB_8 = 8192


def big_registry() -> dict[str, Action]:
    verbs = [
        "open",
        "show",
        "set",
        "add",
        "delete",
        "search",
        "write",
        "toggle",
        "close",
        "select",
        "create",
        "edit",
        "save",
        "share",
        "print",
        "move",
        "copy",
    ]
    things = [
        "invoice",
        "customer",
        "report",
        "chart",
        "table",
        "order",
        "product",
        "ticket",
        "calendar",
        "message",
        "folder",
        "contact",
    ]
    kinds = [{"enum": things[at : at + 3]} for at in range(9)]
    found = {}
    for number in range(200):
        verb, thing, other = verbs[number % 17], things[number % 12], things[(number // 12) % 12]
        name = f"{verb}_{thing}_{other}_{number}"
        properties = {
            "kind": kinds[number % 9],
            "count": {"type": "integer", "maximum": 100},
            "name": {"type": "string"},
        }
        schema = {"type": "object", "properties": properties, "required": [list(properties)[number % 3]]}
        found[name] = Action(name, f"{verb.title()}s the {thing} of the {other}.", schema)
    return found


@pytest.mark.parametrize(
    "utterance",
    [
        "open the invoice of the customer",
        "set the report order to fifty five",
        "the child almost hurt the small dog",
        "write " + "hello world " * 55,
        "open " + "show the report table " * 28,
        "and open the chart and show the table " * 14,
    ],
)
def test_two_hundred_actions_never_hold_the_loop_for_long(utterance: str) -> None:
    items = (UserSaid("a", utterance), AssistantSaid("a", "Which kind?"), UserSaid("b", utterance))
    request = BrainRequest("b", items, PageContext("", None, big_registry()))

    def work() -> Iterator[Any]:
        catalogue = Catalogue()
        for action in request.page.actions.values():
            list(catalogue.add(action))
        return Conversation(request, catalogue).steps()

    assert longest_stretch(work, 5, LONGEST_S) < LONGEST_S


def page_of_unlike_words() -> dict[str, Action]:
    """A registry of 48 KiB in which every word is another."""
    letters = Random(0)
    return {
        f"open_{number}": Action(
            f"open_{number}", " ".join("".join(letters.choices("abcdefghij", k=9)) for _ in range(22))
        )
        for number in range(200)
    }


@pytest.mark.parametrize(
    "text",
    [
        " ".join(f"{chr(97 + at % 26)}bcd{chr(97 + at // 26)}fgh" for at in range(118)),
        "and " * (KIB_8 // 4),
        "set the volume to " * (KIB_8 // 18),
        "twenty two hundred " * (KIB_8 // 19),
        "it's " * (KIB_8 // 5),
        "i want " * 59,
        "9" * KIB_8,
        "a" + "\u0301" * (KIB_8 // 2),
        "open the homr pagr abcdefgi " * 29,
    ],
    ids=["unlike", "and", "orders", "numbers", "apostrophes", "wishes", "digits", "accents", "misspelt"],
)
@pytest.mark.parametrize("page", [big_registry, page_of_unlike_words])
def test_a_long_text_never_holds_the_loop_for_long_on_any_page(
    page: Callable[[], dict[str, Action]], text: str
) -> None:
    actions = page()

    def work() -> Iterator[Any]:
        brain = RulesBrain()
        yield from driven(brain, actions, ["hello"])
        yield from driven(brain, actions, [text, text, text])

    assert longest_stretch(work, 3, LONGEST_S) < LONGEST_S


@pytest.mark.requirement("V5-REGISTRY")
def test_a_reply_for_two_hundred_actions_takes_little_time() -> None:
    actions, brain = big_registry(), RulesBrain()
    texts = [phrasing.utterance for phrasing in phrasings("utterances.tsv")]
    list(driven(brain, actions, ["hello"]))
    slower, taken = slowness(), []
    for before, text in pairwise(texts):
        start = time.process_time()
        list(driven(brain, actions, [before, text]))
        taken.append(time.process_time() - start)
    assert sorted(taken)[round(len(taken) * 0.99)] / slower < SLOWEST_S


def driven(brain: RulesBrain, actions: dict[str, Action], texts: list[str]) -> Iterator[None]:
    """A reply as the loop runs it, a stretch at a time."""
    items = [item for text in texts for item in (UserSaid("t", text), AssistantSaid("t", "Which kind?"))][:-1]
    reply = brain.reply(BrainRequest("t", items, PageContext("The page is big. " * 450, None, actions)))

    async def whole() -> None:
        async for _ in reply:
            pass

    running = whole()
    with suppress(StopIteration):
        while True:
            running.send(None)
            yield


def test_a_new_registry_is_made_ready_in_short_stretches() -> None:
    def adding(catalogue: Catalogue) -> Iterator[None]:
        for action in big_registry().values():
            yield from catalogue.add(action)
        yield from phrases_of(catalogue.profiles)

    assert longest_stretch(lambda: adding(Catalogue()), 5, LONGEST_S) < LONGEST_S


def longest_stretch(work: Callable[[], Iterator[Any]], rounds: int, under: float) -> float:
    """Processor time of the longest stretch between two pauses, as on the machine that the bounds were set on.

    Each stretch counts as it was in its quickest round: the same ones come in each, and what else the machine does
    slows another one each time. One round is enough where all are within the bound.
    """
    slower = 1.0
    quickest: list[float] = []
    for _ in range(rounds):
        stretches = [taken / slower for taken in _stretches(work())]
        quickest = [min(pair) for pair in zip(quickest, stretches, strict=True)] if quickest else stretches
        if max(quickest) < under:
            break
        slower = slowness()
    return max(quickest)


def _stretches(steps: Iterator[Any]) -> Iterator[float]:
    done = object()
    step: Any = None
    while step is not done:
        start = time.process_time()
        step = next(steps, done)
        yield time.process_time() - start


HOSTILE = {
    "an enum of thousands": {"properties": {"city": {"enum": [f"city {at} north" for at in range(2800)]}}},
    "thousands of parameters": {"properties": {f"p{at}": {} for at in range(5000)}, "required": ["p1", "p2"]},
    "references in a ring": {"$defs": {"a": {"$ref": "#/$defs/a"}}, "properties": {"city": {"$ref": "#/$defs/a"}}},
    "a pattern that explodes": {"properties": {"city": {"type": "string", "pattern": "^(a+)+$"}}, "required": ["city"]},
}


@pytest.mark.parametrize("schema", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("name", ["open_city", "open_" + "city_" * 9000, "open_" + "x" * 45_000])
def test_a_hostile_registry_costs_little_time(schema: dict[str, Any], name: str) -> None:
    action = Action(name, "Opens a city. " * 900, schema)

    def work() -> Iterator[Any]:
        catalogue = Catalogue()
        yield from catalogue.add(action)
        yield from phrases_of(catalogue.profiles)
        for text in ("open city 17 north", "open city north", "open city " + "a" * 60 + "!", "what is in the city"):
            request = BrainRequest(
                "a", [UserSaid("a", text)], PageContext("The city is big. " * 480, None, {name: action})
            )
            yield from Conversation(request, catalogue).steps()

    assert longest_stretch(work, 5, HOSTILE_S) < HOSTILE_S


def test_two_hundred_names_that_sound_alike_never_hold_the_loop_for_long() -> None:
    name = " ".join(["carousel", "breadcrumb", "parallax", "gallery", "minimum"] * 2)
    actions = {f"open_{at}": Action(f"open_{at}", f"Open {name} {chr(97 + at % 26)}") for at in range(200)}
    heard = "open " + name.replace("l", "w").replace("ba", "pa")

    def work() -> Iterator[Any]:
        brain = RulesBrain()
        list(driven(brain, actions, ["hello"]))
        return driven(brain, actions, [heard])

    assert longest_stretch(work, 3, LONGEST_S) < LONGEST_S

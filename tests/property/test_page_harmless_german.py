"""Pairs of pages and German sentences that are for nothing grave on them: nothing grave ever happens.

As `test_page_harmless`, in a language that only its file knows: what is hard to take back may be called only where its
verb and the whole name of what it is done to stand in the sentence, as an order.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainCall, BrainRequest, UserSaid
from antiphon.providers.brain.rules import RulesBrain
from antiphon.testing import virtual_time
from support.brain_talk import TODAY
from support.guest_house import decoded, use

PAGES, SENTENCES = 10, 100
NAMES = (
    "Milch kaufen", "Klempner anrufen", "Handtücher bestellen", "Miete zahlen", "Rechnung nach Graz schicken",
    "Anna Keller", "Ben Okafor", "Rotes Fahrrad", "Blauer Kessel", "Reise nach Lyon", "Yoga am Dienstag",
    "Zweiter Entwurf", "Nachtbus", "Familiensuite", "Löschwasser", "Alle zusammen",
)  # fmt: skip
GRAVE = {
    "Löschen": ("lösch", "lösche", "löschen", "entfern", "entferne", "streich", "streiche"),
    "Erstatten": ("erstatte", "erstatten"),
    "Senden": ("sende", "senden"),
    "Stornieren": ("storniere", "stornieren"),
    "Veröffentlichen": ("veröffentliche", "veröffentlichen"),
    "Bezahlen": ("bezahle", "bezahlen"),
}
REMARKS = """
{name} war letztes Jahr sehr schön
wir haben den ganzen Abend über {name} geredet
ist {name} noch da?
was ist mit {name}?
bitte {name} nicht {verb}
{name} niemals {verb}
wenn wir {name} {verb} bin ich traurig
wer würde {name} {verb}?
hak {name} ab
öffne {name}
{name}, bitte
{name}
das {part}
{verb} das {part}
{verb} es
{verb} das zweite
das zweite {verb}
alles {verb}
{verb}
setz die Bemerkungen auf {name}
setz {name} auf die Liste
wie viele {part} sind es?
sortier nach Namen
zeig mir {name}
noch ein {part}
nein, {name}
ja
nein
mach das rückgängig
{name} und {other}
{verb} {part} und {part2}
{part} kann weg
wir brauchen {part} nicht mehr
nimm {part} raus
wirf {part} weg
und {name} auch
{name} ist erledigt
mach {name} draus
nicht {name}, {other}
statt {name} nimm {other}
was kann ich hier machen?
es regnet
ruf {name} morgen an
{verb} nichts
{name} bitte noch nicht {verb}
ich möchte {name} lieber nicht {verb}
kannst du {name} {verb}?
{verb} {name}
{verb} {name}?
""".strip().splitlines()


def page(dice: random.Random) -> PageContext:
    names = dice.sample(NAMES, 5)
    verbs = dice.sample(sorted(GRAVE), 2)
    which = _schema(which={"type": "string", "enum": names})
    actions = {verb.lower(): Action(verb.lower(), f"Press {verb}", which) for verb in verbs}
    items: list[dict[str, Any]] = []
    for at, name in enumerate(names):
        tick = f"switch_{at}"
        actions[tick] = Action(tick, f"Switch {name} on or off", _schema(to={"type": "string", "enum": ["on", "off"]}))
        uses = [use(name, tick), *(use(verb, verb.lower(), which=name) for verb in verbs)]
        items.append({"name": name, "on": dice.random() < 0.5, "uses": uses})
    actions["set_text"] = Action("set_text", "Set Bemerkungen", _schema(text={"type": "string"}))
    actions["all"] = Action("all", "Press Alle löschen", _schema())
    form = [{"name": "Bemerkungen", "kind": "text", "use": use("Bemerkungen", "set_text")}]
    blocks = [{"kind": "list", "name": "Liste", "items": items}, {"kind": "form", "name": "Angaben", "fields": form}]
    return PageContext("", None, actions, 1, outline=decoded(blocks))


def _schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def sentences(dice: random.Random) -> Iterator[str]:
    while True:
        name, other = dice.sample(NAMES, 2)
        part, part2 = dice.choice(name.split()).lower(), dice.choice(other.split()).lower()
        verb = dice.choice(dice.choice(sorted(GRAVE.items()))[1])
        yield dice.choice(REMARKS).format(name=name, other=other, part=part, part2=part2, verb=verb)


def may(call: ActionCall, sentence: str) -> bool:
    """Tell whether a call is nothing grave, or was named with its verb and its name, as an order."""
    said = sentence.lower()
    if call.action_id == "all":
        return "alle" in said.split() and any(verb in said.split() for verb in GRAVE["Löschen"])
    verbs = next((verbs for label, verbs in GRAVE.items() if label.lower() == call.action_id), None)
    if verbs is None:
        return True
    which = str(call.parameters["which"]).lower()
    refused = any(one in said for one in ("nicht", "niemals", "nichts", "wenn ", "wer "))
    asks = said.endswith("?") and not said.startswith("kannst")
    rest = said.replace(which, "", 1).replace("?", "").split()
    return which in said and any(verb in rest for verb in verbs) and not refused and not asks


@pytest.mark.parametrize("seed", range(PAGES))
def test_nothing_grave_happens_that_was_not_named_in_german(seed: int) -> None:
    async def talk() -> None:
        dice = random.Random(seed)
        context = page(dice)
        brain = RulesBrain(lambda: TODAY)
        for _, sentence in zip(range(SENTENCES), sentences(dice), strict=False):
            session = brain.for_session()
            request = BrainRequest("turn_1", [UserSaid("turn_1", sentence, typed=True)], context, language="de")
            for event in [event async for event in session.reply(request)]:
                assert not isinstance(event, BrainCall) or may(event.call, sentence), (sentence, event)

    virtual_time.run(talk())

"""Pairs of pages and Spanish or French sentences that are for nothing grave on them: nothing grave ever happens.

As `test_page_harmless_german`: what is hard to take back may be called only where its verb and the whole name of what
it is done to stand in the sentence, as an order.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainCall, BrainRequest, UserSaid
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain.rules import RulesBrain
from antiphon.testing import virtual_time
from support.brain_talk import TODAY
from support.guest_house import decoded, use

PAGES, SENTENCES = 6, 100


@dataclass(frozen=True)
class Tongue:
    """A language's names of things, grave labels with the verbs that order them, and sentences."""

    names: Sequence[str]
    grave: Mapping[str, Sequence[str]]
    every: str
    text: str
    refusals: Sequence[str]
    polite: str
    sentences: Sequence[str]

    @property
    def all(self) -> str:
        return next(iter(self.grave))


SPANISH = Tongue(
    (
        "Comprar leche", "Llamar al fontanero", "Pedir toallas", "Pagar el alquiler", "Enviar la factura a Lugo",
        "Ana Ruiz", "Beto Marín", "Bicicleta roja", "Tetera azul", "Viaje a Lyon", "Yoga del martes",
        "Segundo borrador", "Autobús nocturno", "Suite familiar", "Agua de borrajas", "Todos juntos",
    ),
    {
        "Borrar": ("borra", "borre", "borrar", "elimina", "quita"),
        "Reembolsar": ("reembolsa", "reembolsar"),
        "Enviar": ("envía", "enviar"),
        "Anular": ("anula", "anular"),
        "Publicar": ("publica", "publicar"),
        "Pagar": ("paga", "pagar"),
    },
    "Borrar todo", "Comentarios", ("no", "nunca", "nada", "si", "quién"), "puedes",
    """
{name} fue muy bonito el año pasado
hemos hablado toda la tarde de {name}
¿sigue ahí {name}?
¿qué pasa con {name}?
por favor no {verb} {name}
nunca {verb} {name}
si {verb} {name} me pondré triste
¿quién querría {verb} {name}?
marca {name}
abre {name}
{name}, por favor
{name}
lo de {part}
{verb} lo de {part}
{verb} eso
{verb} el segundo
el segundo {verb}
{verb} todo
{verb}
pon los comentarios a {name}
pon {name} en la lista
¿cuántas {part} hay?
ordena por nombre
muéstrame {name}
otra {part}
no, {name}
sí
no
deshazlo
{name} y {other}
{verb} {part} y {part2}
{part} se puede quitar
ya no necesitamos {part}
saca {part}
tira {part}
y {name} también
{name} está hecho
mejor {name}
{name} no, {other}
en vez de {name}, {other}
¿qué puedo hacer aquí?
está lloviendo
llama a {name} mañana
no {verb} nada
{name} no lo {verb} todavía
preferiría no {verb} {name}
¿puedes {verb} {name}?
{verb} {name}
{verb} {name}?
¿me {verb} {name}?
""".strip().splitlines(),
)  # fmt: skip
FRENCH = Tongue(
    (
        "Acheter du lait", "Appeler le plombier", "Commander des serviettes", "Payer le loyer",
        "Envoyer la facture à Metz", "Anne Girard", "Ben Okafor", "Vélo rouge", "Bouilloire bleue", "Voyage à Lyon",
        "Yoga du mardi", "Deuxième brouillon", "Bus de nuit", "Suite familiale", "L'eau de Javel", "Tous ensemble",
    ),
    {
        "Supprimer": ("supprime", "supprimez", "supprimer", "efface", "enlève"),
        "Rembourser": ("rembourse", "rembourser"),
        "Envoyer": ("envoie", "envoyez", "envoyer"),
        "Résilier": ("résilie", "résilier"),
        "Publier": ("publie", "publier"),
        "Payer": ("paie", "payez", "payer"),
    },
    "Tout supprimer", "Remarques", ("ne ", "n'", " pas", "jamais", "rien", "si ", "s'il", "qui "), "tu peux",
    """
{name} était très bien l'année dernière
on a parlé de {name} toute la soirée
est-ce que {name} est encore là ?
et {name} ?
s'il te plaît ne {verb} pas {name}
{verb} pas {name}
ne {verb} jamais {name}
si tu {verb} {name} je serai triste
qui voudrait {verb} {name} ?
coche {name}
ouvre {name}
{name}, s'il vous plaît
{name}
le truc de {part}
{verb} le truc de {part}
{verb} ça
{verb} le deuxième
le deuxième {verb}
tout {verb}
{verb}
mets les remarques à {name}
mets {name} sur la liste
combien de {part} y a-t-il ?
trie par nom
montre-moi {name}
encore un {part}
non, {name}
oui
non
annule ça
{name} et {other}
{verb} {part} et {part2}
{part} peut partir
on n'a plus besoin de {part}
enlève {part}
jette {part}
et {name} aussi
{name} est fait
plutôt {name}
pas {name}, {other}
au lieu de {name}, {other}
qu'est-ce que je peux faire ici ?
il pleut
appelle {name} demain
ne {verb} rien
{name}, ne le {verb} pas encore
je préfère ne pas {verb} {name}
tu peux {verb} {name} ?
{verb} {name}
{verb} {name} ?
tu me {verb} {name} ?
""".strip().splitlines(),
)  # fmt: skip
TONGUES = {"es": SPANISH, "fr": FRENCH}


def page(dice: random.Random, tongue: Tongue) -> PageContext:
    names = dice.sample(list(tongue.names), 5)
    verbs = dice.sample(sorted(tongue.grave), 2)
    which = _schema(which={"type": "string", "enum": names})
    actions = {verb.lower(): Action(verb.lower(), f"Press {verb}", which) for verb in verbs}
    items: list[dict[str, Any]] = []
    for at, name in enumerate(names):
        tick = f"switch_{at}"
        actions[tick] = Action(tick, f"Switch {name} on or off", _schema(to={"type": "string", "enum": ["on", "off"]}))
        uses = [use(name, tick), *(use(verb, verb.lower(), which=name) for verb in verbs)]
        items.append({"name": name, "on": dice.random() < 0.5, "uses": uses})
    actions["set_text"] = Action("set_text", f"Set {tongue.text}", _schema(text={"type": "string"}))
    actions["all"] = Action("all", f"Press {tongue.every}", _schema())
    form = [{"name": tongue.text, "kind": "text", "use": use(tongue.text, "set_text")}]
    blocks = [{"kind": "list", "name": "Lista", "items": items}, {"kind": "form", "name": "Datos", "fields": form}]
    return PageContext("", None, actions, 1, outline=decoded(blocks))


def _schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def sentences(dice: random.Random, tongue: Tongue) -> Iterator[str]:
    while True:
        name, other = dice.sample(list(tongue.names), 2)
        part, part2 = dice.choice(name.split()).lower(), dice.choice(other.split()).lower()
        verb = dice.choice(dice.choice(sorted(tongue.grave.items()))[1])
        yield dice.choice(tongue.sentences).format(name=name, other=other, part=part, part2=part2, verb=verb)


def may(call: ActionCall, sentence: str, tongue: Tongue, code: str) -> bool:
    """Tell whether a call is nothing grave, or was named with its verb and its name, as an order."""
    said = sentence.lower().strip("¿ ")
    spoken = said.replace("?", "").split()
    if call.action_id == "all":
        every = tongue.every.lower().replace(tongue.all.lower(), "").strip()
        return every in spoken and any(verb in spoken for verb in tongue.grave[tongue.all])
    verbs = next((verbs for label, verbs in tongue.grave.items() if label.lower() == call.action_id), None)
    if verbs is None:
        return True
    which = str(call.parameters["which"]).lower()
    refused = any(one in said.replace(which, "") for one in tongue.refusals if " " in one or "'" in one) or any(
        one.strip() in spoken for one in tongue.refusals
    )
    asks = said.endswith("?") and not said.startswith((tongue.polite, "me ", "tu "))
    rest = said.replace(which, "", 1).replace("?", "").split()
    own = {language(code).stem(verb) for verb in verbs}
    return which in said and any(language(code).stem(one) in own for one in rest) and not refused and not asks


@pytest.mark.parametrize("code", TONGUES)
@pytest.mark.parametrize("seed", range(PAGES))
def test_nothing_grave_happens_that_was_not_named(seed: int, code: str) -> None:
    tongue = TONGUES[code]

    async def talk() -> None:
        dice = random.Random(seed)
        context = page(dice, tongue)
        brain = RulesBrain(lambda: TODAY)
        for _, sentence in zip(range(SENTENCES), sentences(dice, tongue), strict=False):
            session = brain.for_session()
            request = BrainRequest("turn_1", [UserSaid("turn_1", sentence, typed=True)], context, language=code)
            for event in [event async for event in session.reply(request)]:
                assert not isinstance(event, BrainCall) or may(event.call, sentence, tongue, code), (sentence, event)

    virtual_time.run(talk())

"""Pairs of pages and Italian or Portuguese sentences that are for nothing grave on them: nothing grave ever happens.

As `test_page_harmless_german`: what is hard to take back may be called only where its verb and the whole name of what
it is done to stand in the sentence, as an order.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainCall, BrainRequest, UserSaid
from antiphon.providers.brain.rules import RulesBrain
from antiphon.testing import virtual_time
from support.brain_talk import TODAY
from support.guest_house import decoded, use

PAGES, SENTENCES = 6, 100


@dataclass(frozen=True)
class Tongue:
    """What stands on the pages of a language, and what is said to them. `asks` are fronts of a polite order."""

    code: str
    names: tuple[str, ...]
    grave: Mapping[str, tuple[str, ...]]
    notes: str
    all_removed: str
    everything: frozenset[str]
    refused: tuple[str, ...]
    asks: tuple[str, ...]
    remarks: str


ITALIAN = Tongue(
    "it",
    (
        "Comprare il latte",
        "Chiamare l'idraulico",
        "Ordinare gli asciugamani",
        "Pagare l'affitto",
        "Spedire la fattura a Lione",
        "Anna Bianchi",
        "Bruno Rossi",
        "Bicicletta rossa",
        "Bollitore blu",
        "Viaggio a Parigi",
        "Yoga del martedì",
        "Seconda bozza",
        "Treno notturno",
        "Suite familiare",
        "Acqua da eliminare",
        "Tutti insieme",
    ),
    {
        "Elimina": ("elimina", "elimini", "eliminare", "cancella", "cancelli", "rimuovi", "rimuova", "depenna"),
        "Rimborsa": ("rimborsa", "rimborsare"),
        "Invia": ("invia", "invii", "inviare"),
        "Annulla ordine": ("annulla ordine",),
        "Pubblica": ("pubblica", "pubblicare"),
        "Paga": ("paga", "pagare"),
    },
    "Note",
    "Elimina tutto",
    frozenset({"tutto", "tutti", "tutte"}),
    ("non ", "mai", "niente", "se ", "chi ", "senza", "ho "),
    ("puoi ", "può ", "potrebbe "),
    """
{name} l'anno scorso è stato bellissimo
abbiamo parlato tutta la sera di {name}
c'è ancora {name}?
e {name}?
per favore non {verb} {name}
{name} non {verb} mai
se {verb} {name} mi dispiace
chi vorrebbe {verb} {name}?
spunta {name}
apri {name}
{name}, per favore
{name}
{part}
{verb} {part}
{verb}lo
{verb} il secondo
lo {verb}
{verb} tutto
{verb}
scrivi nelle note {name}
metti {name} nella lista
quanti {part} ci sono?
ordina per nome
mostrami {name}
un altro {part}
no, {name}
sì
no
annulla
{name} e {other}
{verb} {part} e {part2}
{part} si può togliere
{part} non ci serve più
togli {part}
togli {name}
butta via {part}
e anche {name}
{name} è fatto
facciamo {name}
non {name}, {other}
invece di {name} prendi {other}
che cosa posso fare qui?
piove
chiama {name} domani
non {verb} niente
per favore non {verb} ancora {name}
preferirei non {verb} {name}
puoi {verb} {name}?
{verb} {name}
{verb} {name}?
posso {verb} {name}?
hai già {verb} {name}?
{name} è da {verb}?
ho già {verb} {name}
{name} l'ho eliminato
{name} è pagato
ho inviato {name}
""",
)
PORTUGUESE = Tongue(
    "pt",
    (
        "Comprar leite", "Chamar o encanador", "Encomendar toalhas", "Pagar o aluguel", "Enviar a fatura para Lisboa",
        "Ana Ribeiro", "Bruno Costa", "Bicicleta vermelha", "Chaleira azul", "Viagem a Paris", "Ioga na terça",
        "Segundo rascunho", "Trem noturno", "Suíte familiar", "Água para apagar", "Todos juntos",
    ),
    {
        "Excluir": ("exclui", "exclua", "excluir", "apaga", "apague", "apagar", "elimina", "remova", "remover"),
        "Reembolsar": ("reembolsa", "reembolsar"),
        "Enviar": ("envia", "envie", "enviar"),
        "Cancelar pedido": ("cancelar pedido",),
        "Publicar": ("publica", "publicar"),
        "Pagar": ("paga", "pague", "pagar"),
    },
    "Observações",
    "Excluir tudo",
    frozenset({"tudo", "todos", "todas"}),
    ("não ", "nunca", "nada", "se ", "quem ", "sem"),
    ("pode ", "podes ", "poderia "),
    """
{name} no ano passado foi muito bom
falamos a noite toda sobre {name}
ainda tem {name}?
e {name}?
por favor não {verb} {name}
nunca {verb} {name}
se {verb} {name} fico triste
quem iria {verb} {name}?
marca {name}
abre {name}
{name}, por favor
{name}
o {part}
{verb} o {part}
{verb}-o
{verb} isso
{verb} o segundo
{verb} tudo
{verb}
escreve nas observações {name}
põe {name} na lista
quantos {part} há?
ordena por nome
mostra {name}
mais um {part}
não, {name}
sim
não
desfaz
{name} e {other}
{verb} {part} e {part2}
{part} pode sair
já não precisamos de {part}
tira {part}
tira {name}
joga fora {part}
e {name} também
{name} está feito
faz {name} então
{name} não, {other}
em vez de {name} pega {other}
o que posso fazer aqui?
está chovendo
liga para {name} amanhã
não {verb} nada
por favor não {verb} ainda {name}
preferia não {verb} {name}
pode {verb} {name}?
{verb} {name}
{verb} {name}?
posso {verb} {name}?
você já vai {verb} {name}?
{name} é para {verb}?
{name} eu já excluí
apaguei {name}
{name} está pago
enviei {name}
{name} foi publicado
""",
)  # fmt: skip
TONGUES = {one.code: one for one in (ITALIAN, PORTUGUESE)}


def _schema(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def page(tongue: Tongue, dice: random.Random) -> PageContext:
    names = dice.sample(tongue.names, 5)
    verbs = dice.sample(sorted(tongue.grave), 2)
    which = _schema(which={"type": "string", "enum": names})
    actions = {verb.lower(): Action(verb.lower(), f"Press {verb}", which) for verb in verbs}
    items: list[dict[str, Any]] = []
    for at, name in enumerate(names):
        tick = f"switch_{at}"
        actions[tick] = Action(tick, f"Switch {name} on or off", _schema(to={"type": "string", "enum": ["on", "off"]}))
        uses = [use(name, tick), *(use(verb, verb.lower(), which=name) for verb in verbs)]
        items.append({"name": name, "on": dice.random() < 0.5, "uses": uses})
    actions["set_text"] = Action("set_text", f"Set {tongue.notes}", _schema(text={"type": "string"}))
    actions["all"] = Action("all", f"Press {tongue.all_removed}", _schema())
    form = [{"name": tongue.notes, "kind": "text", "use": use(tongue.notes, "set_text")}]
    blocks = [{"kind": "list", "name": "Lista", "items": items}, {"kind": "form", "name": "Info", "fields": form}]
    return PageContext("", None, actions, 1, outline=decoded(blocks))


def sentences(tongue: Tongue, dice: random.Random) -> Iterator[str]:
    while True:
        name, other = dice.sample(tongue.names, 2)
        part, part2 = dice.choice(name.split()).lower(), dice.choice(other.split()).lower()
        verb = dice.choice(dice.choice(sorted(tongue.grave.items()))[1])
        said = dice.choice(tongue.remarks.strip().splitlines())
        yield said.format(name=name, other=other, part=part, part2=part2, verb=verb)


def may(tongue: Tongue, call: ActionCall, sentence: str) -> bool:
    """Tell whether a call is nothing grave, or was named with its verb and its name, as an order."""
    said = sentence.lower()
    if call.action_id == "all":
        removing = next(iter(tongue.grave.values()))
        return not tongue.everything.isdisjoint(said.split()) and any(verb in said.split() for verb in removing)
    verbs = next((verbs for label, verbs in tongue.grave.items() if label.lower() == call.action_id), None)
    if verbs is None:
        return True
    which = str(call.parameters["which"]).lower()
    refused = any(f" {one}" in f" {said}" for one in tongue.refused)
    asks = said.endswith("?") and not said.startswith(tongue.asks)
    rest = said.replace(which, "", 1).replace("?", "")
    return which in said and any(f" {verb} " in f" {rest} " for verb in verbs) and not refused and not asks


@pytest.mark.parametrize("code", TONGUES)
@pytest.mark.parametrize("seed", range(PAGES))
def test_nothing_grave_happens_that_was_not_named(code: str, seed: int) -> None:
    tongue = TONGUES[code]

    async def talk() -> None:
        dice = random.Random(seed)
        context = page(tongue, dice)
        brain = RulesBrain(lambda: TODAY)
        for _, sentence in zip(range(SENTENCES), sentences(tongue, dice), strict=False):
            session = brain.for_session()
            request = BrainRequest("turn_1", [UserSaid("turn_1", sentence, typed=True)], context, language=code)
            for event in [event async for event in session.reply(request)]:
                assert not isinstance(event, BrainCall) or may(tongue, event.call, sentence), (sentence, event)

    virtual_time.run(talk())

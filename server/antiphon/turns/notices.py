"""Notices: the sentences of the system about itself, by language. What is not listed for a language is English.

The sentences name no seconds: how long before the end they are said depends on the limits of the assistant.
"""

from dataclasses import dataclass
from typing import Literal

Notice = Literal["idle", "limit", "not_understood"]


@dataclass(frozen=True, slots=True)
class Notices:
    """One language's sentences: short, and without a question that would be answered to nobody. Empty: not said."""

    idle: str
    """Before a session ends because nobody has said anything."""
    limit: str
    """Before a session ends because it has lasted as long as it may."""
    not_understood: str
    """When nothing was understood for the third time in a row."""

    def text(self, notice: Notice) -> str:
        return {"idle": self.idle, "limit": self.limit, "not_understood": self.not_understood}[notice]


LANGUAGES = {
    "en": Notices(
        "If you do not need me any more, I will hang up in a moment.",
        "Our time is almost up. This call is about to end.",
        "I am sorry, I still do not understand. Please say it in other words, or type it.",
    ),
    "de": Notices(
        "Wenn Sie mich nicht mehr brauchen, lege ich gleich auf.",
        "Unsere Zeit ist fast um. Das Gespräch endet gleich.",
        "Das habe ich leider wieder nicht verstanden. Bitte sagen Sie es mit anderen Worten, oder tippen Sie es ein.",
    ),
    "fr": Notices(
        "Si vous n'avez plus besoin de moi, je vais raccrocher dans un instant.",
        "Notre temps est presque écoulé. Cet appel va se terminer.",
        "Je suis désolé, je n'ai toujours pas compris. Dites-le autrement, ou tapez-le.",
    ),
    "es": Notices(
        "Si ya no me necesita, colgaré en un momento.",
        "Nuestro tiempo casi se ha acabado. La llamada está a punto de terminar.",
        "Lo siento, sigo sin entender. Dígalo con otras palabras, o escríbalo.",
    ),
    "it": Notices(
        "Se non ha più bisogno di me, tra un attimo riaggancio.",
        "Il nostro tempo è quasi finito. La chiamata sta per terminare.",
        "Mi dispiace, ancora non capisco. Lo dica con altre parole, o lo scriva.",
    ),
    "pt": Notices(
        "Se já não precisar de mim, vou desligar daqui a pouco.",
        "O nosso tempo está quase a acabar. A chamada vai terminar.",
        "Desculpe, continuo sem entender. Diga de outra forma, ou escreva.",
    ),
    "nl": Notices(
        "Als u mij niet meer nodig hebt, hang ik zo op.",
        "Onze tijd is bijna om. Dit gesprek loopt zo af.",
        "Het spijt me, ik begrijp het nog steeds niet. Zeg het met andere woorden, of typ het in.",
    ),
    "zh": Notices(
        "如果您不再需要我，我马上就挂断了。",
        "我们的时间快到了，通话即将结束。",
        "对不起，我还是没听懂。请换个说法，或者打字告诉我。",
    ),
}


def notices_for(language: str) -> Notices:
    """The sentences of a language tag such as `en-GB`."""
    return LANGUAGES.get(language.split("-")[0].lower(), LANGUAGES["en"])

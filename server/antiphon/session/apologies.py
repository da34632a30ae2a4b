"""Sentences for what the brain has no words for: something was not done (V7-ACTIONFAIL), or cannot be said."""

from dataclasses import dataclass

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode


@dataclass(frozen=True, slots=True)
class _Phrases:
    failed: str
    timeout: str
    declined: str
    cannot: str
    all_shown: str
    rest_shown: str


_LANGUAGES = {
    "en": _Phrases(
        failed="Sorry, that did not work.",
        timeout="Sorry, I got no answer in time.",
        declined="All right, I did not do it.",
        cannot="I cannot do that here.",
        all_shown="The answer is shown on the page.",
        rest_shown="The rest is shown on the page.",
    ),
    "de": _Phrases(
        failed="Das hat leider nicht geklappt.",
        timeout="Ich habe leider nicht rechtzeitig eine Antwort bekommen.",
        declined="Gut, ich habe es nicht getan.",
        cannot="Das kann ich hier nicht.",
        all_shown="Die Antwort steht auf der Seite.",
        rest_shown="Der Rest steht auf der Seite.",
    ),
    "fr": _Phrases(
        failed="Désolé, cela n'a pas marché.",
        timeout="Désolé, je n'ai pas eu de réponse à temps.",
        declined="D'accord, je ne l'ai pas fait.",
        cannot="Je ne peux pas faire cela ici.",
        all_shown="La réponse est affichée sur la page.",
        rest_shown="La suite est affichée sur la page.",
    ),
    "es": _Phrases(
        failed="Lo siento, no ha funcionado.",
        timeout="Lo siento, no he recibido respuesta a tiempo.",
        declined="De acuerdo, no lo he hecho.",
        cannot="Eso no lo puedo hacer aquí.",
        all_shown="La respuesta está en la página.",
        rest_shown="El resto está en la página.",
    ),
    "it": _Phrases(
        failed="Mi dispiace, non ha funzionato.",
        timeout="Mi dispiace, non ho avuto risposta in tempo.",
        declined="Va bene, non l'ho fatto.",
        cannot="Questo qui non lo posso fare.",
        all_shown="La risposta è sulla pagina.",
        rest_shown="Il resto è sulla pagina.",
    ),
    "pt": _Phrases(
        failed="Desculpe, não funcionou.",
        timeout="Desculpe, não recebi resposta a tempo.",
        declined="Está bem, não o fiz.",
        cannot="Isso não posso fazer aqui.",
        all_shown="A resposta está na página.",
        rest_shown="O resto está na página.",
    ),
    "nl": _Phrases(
        failed="Sorry, dat is niet gelukt.",
        timeout="Sorry, ik kreeg niet op tijd antwoord.",
        declined="Goed, ik heb het niet gedaan.",
        cannot="Dat kan ik hier niet.",
        all_shown="Het antwoord staat op de pagina.",
        rest_shown="De rest staat op de pagina.",
    ),
    "zh": _Phrases(
        failed="对不起，没有成功。",
        timeout="对不起，没有及时得到答复。",
        declined="好的，我没有做。",
        cannot="这个我在这里做不到。",
        all_shown="答案显示在页面上。",
        rest_shown="其余的显示在页面上。",
    ),
}


def apology(outcome: ActionOutcome, language: str) -> str:
    """A sentence for the outcome; empty where it was a success."""
    phrases = _phrases(language)
    if outcome.ok:
        return ""
    if outcome.error_code == ErrorCode.ACTION_TIMEOUT.code:
        return phrases.timeout
    return phrases.declined if outcome.error_code == ErrorCode.ACTION_DECLINED.code else phrases.failed


def cannot(language: str) -> str:
    """For what the brain has invented."""
    return _phrases(language).cannot


def shown(language: str, *, rest: bool) -> str:
    """For what no voice can say, or not this one: all of an answer, or the rest of it."""
    phrases = _phrases(language)
    return phrases.rest_shown if rest else phrases.all_shown


def _phrases(language: str) -> _Phrases:
    return _LANGUAGES.get(language.split("-")[0].lower(), _LANGUAGES["en"])

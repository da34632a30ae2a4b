"""What is said where something was not done and the brain says nothing of it: no error is silence (V7-ACTIONFAIL)."""

from dataclasses import dataclass

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode


@dataclass(frozen=True, slots=True)
class _Phrases:
    failed: str
    timeout: str
    declined: str
    cannot: str


_LANGUAGES = {
    "en": _Phrases(
        "Sorry, that did not work.",
        "Sorry, I got no answer in time.",
        "All right, I did not do it.",
        "I cannot do that here.",
    ),
    "de": _Phrases(
        "Das hat leider nicht geklappt.",
        "Ich habe leider nicht rechtzeitig eine Antwort bekommen.",
        "Gut, ich habe es nicht getan.",
        "Das kann ich hier nicht.",
    ),
    "fr": _Phrases(
        "Désolé, cela n'a pas marché.",
        "Désolé, je n'ai pas eu de réponse à temps.",
        "D'accord, je ne l'ai pas fait.",
        "Je ne peux pas faire cela ici.",
    ),
    "es": _Phrases(
        "Lo siento, no ha funcionado.",
        "Lo siento, no he recibido respuesta a tiempo.",
        "De acuerdo, no lo he hecho.",
        "Eso no lo puedo hacer aquí.",
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


def _phrases(language: str) -> _Phrases:
    return _LANGUAGES.get(language.split("-")[0].lower(), _LANGUAGES["en"])

"""The part of a service's `info` that matters here: its models or voices, their languages, and what it can stream."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

Domain = Literal["asr", "tts"]

_MODELS = {"asr": "models", "tts": "voices"}
_STREAMS = {"asr": "supports_transcript_streaming", "tts": "supports_synthesize_streaming"}
MOST = 2000
"""Of models or voices that are looked at."""
SHOWN = 8


@dataclass(frozen=True, slots=True)
class Offer:
    """A model or a voice, as its service names it."""

    name: str
    languages: tuple[str, ...] = ()
    speakers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Info:
    """Of one domain. `served` is False where the service does something else altogether."""

    served: bool
    streams: bool = False
    offers: tuple[Offer, ...] = ()

    def of(self, name: str | None) -> tuple[Offer, ...]:
        """Return the models or voices of that name; all of them where none is named."""
        return tuple(one for one in self.offers if name is None or one.name == name)

    def language(self, name: str | None, wanted: str) -> str | None:
        """Return what the service calls a language (BCP 47); None where it names none that is like it."""
        known = [one for offer in self.of(name) for one in offer.languages]
        return next((one for one in known if _same(one, wanted)), None) or next(
            (one for one in known if _base(one) == _base(wanted)), None
        )


def read_info(data: Mapping[str, Any], domain: Domain) -> Info:
    """Read the data of an event `info`. What is not as the protocol has it is passed over."""
    programs = [one for one in _list(data.get(domain)) if isinstance(one, dict)]
    installed = [one for one in programs if one.get("installed") is not False]
    if not installed:
        return Info(served=False)
    # Where nothing else is asked for, the first one answers.
    first = installed[0]
    offers = tuple(_offers(_list(first.get(_MODELS[domain]))))
    return Info(True, first.get(_STREAMS[domain]) is True, offers)


def objection(info: Info, domain: Domain, name: str | None, speaker: str | None, language: str | None) -> str | None:
    """Return what the options ask for and the service does not have, in a sentence; None where it has it all."""
    one, its = ("model", "recogniser") if domain == "asr" else ("voice", "voice")
    if not info.served:
        return f"The service is no {its}. Name the address of one as 'uri'."
    if not info.offers:
        return None
    found = info.of(name)
    if not found:
        return f"The service has no {one} {name!r}. It has: {_some(offer.name for offer in info.offers)}."
    if speaker and not any(speaker in offer.speakers for offer in found):
        has = _some(dict.fromkeys(each for offer in found for each in offer.speakers))
        return f"The voice has no speaker {speaker!r}. It has: {has}."
    if language and any(offer.languages for offer in found) and info.language(name, language) is None:
        has = _some(dict.fromkeys(each for offer in found for each in offer.languages))
        return f"The service does not speak {language!r}. It speaks: {has}."
    return None


def _offers(found: list[Any]) -> Iterator[Offer]:
    for one in found[:MOST]:
        if isinstance(one, dict) and isinstance(name := one.get("name"), str) and one.get("installed") is not False:
            speakers = tuple(each.get("name") for each in _list(one.get("speakers")) if isinstance(each, dict))
            yield Offer(name, _texts(one.get("languages")), _texts(list(speakers)))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(one for one in _list(value) if isinstance(one, str))


def _same(one: str, other: str) -> bool:
    return one.replace("_", "-").lower() == other.replace("_", "-").lower()


def _base(language: str) -> str:
    return language.replace("_", "-").partition("-")[0].lower()


def _some(names: Any) -> str:
    all_ = list(names)
    return (", ".join(each[:60] for each in all_[:SHOWN]) or "none") + (" …" if len(all_) > SHOWN else "")

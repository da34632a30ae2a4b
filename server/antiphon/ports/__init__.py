"""The Protocols of providers, detectors, tools, transports and dialects: one file a subject. Nothing here acts.

A provider, a VAD or a dialect is a plain class that has these methods: there is nothing to inherit from. A Protocol
that is `runtime_checkable` is optional: a provider that has its members is asked, and nothing is missed of another.
Two other places can be extended: a contract (`http.contract`, `contracts.entry`), and the models that worker processes
load (`providers.model`).
"""

from antiphon.ports.brain import Brain, KnowsPhrases, NamesModel, SendsFramesBack
from antiphon.ports.clock import Clock
from antiphon.ports.dialect import Dialect
from antiphon.ports.knowledge import Knowledge
from antiphon.ports.module import ChecksItself, ListsLanguages, MakesDetectors, ProviderModule, VadModule
from antiphon.ports.standing import ReportsAnswers, ReportsStandings
from antiphon.ports.stt import AcceptsPhrases, KnowsStops, MayLag, SpeechToText, SttStream, TellsLanguage
from antiphon.ports.tool import OffersTools, Tool
from antiphon.ports.transport import Call, Link
from antiphon.ports.tts import ReportsIdle, StartsReplies, TextToSpeech
from antiphon.ports.vad import VoiceActivity
from antiphon.ports.workers import KnowsOutage, ReportsInference

__all__ = [
    "AcceptsPhrases",
    "Brain",
    "Call",
    "ChecksItself",
    "Clock",
    "Dialect",
    "Knowledge",
    "KnowsOutage",
    "KnowsPhrases",
    "KnowsStops",
    "Link",
    "ListsLanguages",
    "MakesDetectors",
    "MayLag",
    "NamesModel",
    "OffersTools",
    "ProviderModule",
    "ReportsAnswers",
    "ReportsIdle",
    "ReportsInference",
    "ReportsStandings",
    "SendsFramesBack",
    "SpeechToText",
    "StartsReplies",
    "SttStream",
    "TellsLanguage",
    "TextToSpeech",
    "Tool",
    "VadModule",
    "VoiceActivity",
]

"""Opens and resumes sessions, for every contract alike: an assistant, a dialect, and what one session has otherwise."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import structlog

from antiphon.assistant_registry import AssistantRegistry, LoadedAssistant
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import StateChanged
from antiphon.domain.messages import ResumeClaim
from antiphon.domain.states import Trigger
from antiphon.observe.metrics import Metrics
from antiphon.observe.session_log import SessionLog
from antiphon.observe.trace import Trace
from antiphon.ports import Clock, Dialect, KnowsStops
from antiphon.session.deadlines import Deadlines
from antiphon.session.guards import BRAIN, DETECTOR, RECOGNISER, VOICE, required
from antiphon.session.manager import Manager
from antiphon.session.media import sends_frames_back
from antiphon.session.outbox import Observation
from antiphon.session.parts import Briefing, ClientTerms, Limits, Observers, Parts, PlayoutTerms, Providers
from antiphon.session.session import Session
from antiphon.settings import Settings
from antiphon.settings.assistants import Assistant
from antiphon.turns.config import ConnectionConfig, LanguageConfig, ReplyConfig, TurnConfig
from antiphon.turns.core import EngineConfig
from antiphon.turns.notices import notices_for
from antiphon.wire.schemas import validate_parameters

log = structlog.get_logger()

VISITORS_KEPT = 10_000
"""How many visitors are remembered; whoever was not here for longest is forgotten first."""
ID_CHARS = 128

D = TypeVar("D", bound=Dialect)


def new_session_id() -> str:
    return f"sess_{secrets.token_urlsafe(12)}"


def new_resume_token() -> str:
    return secrets.token_urlsafe(32)


Visitor = tuple[str, str]


def visitor(user_id: str | None, metadata: Mapping[str, Any]) -> Visitor | None:
    """Return who opens a session: the user, or else the visitor that the application names, if any."""
    if user_id:
        return ("user", user_id)
    told = metadata.get("visitor_id")
    if isinstance(told, int) and not isinstance(told, bool):
        told = str(told)
    return ("visitor", told) if isinstance(told, str) and 0 < len(told) <= ID_CHARS else None


class Visitors:
    """The visitors that have been here, kept in memory: to a server that starts again everybody is new."""

    def __init__(self) -> None:
        self._known: dict[Visitor, None] = {}

    def is_new(self, who: Visitor | None) -> bool:
        """Return whether there was no earlier session. Who does not say who he is, is new each time."""
        return who is None or who not in self._known

    def came(self, who: Visitor | None) -> None:
        """A session of this visitor has begun."""
        if who is None:
            return
        self._known.pop(who, None)
        self._known[who] = None
        if len(self._known) > VISITORS_KEPT:
            del self._known[next(iter(self._known))]


@dataclass(frozen=True, slots=True)
class PreparedSession:
    """A session that may be opened: its assistant, and how its engine would be configured."""

    loaded: LoadedAssistant
    engine: EngineConfig
    visitor: Visitor | None


class Sessions:
    """Everything that opening a session takes. `trace` records what the engines are told."""

    def __init__(
        self,
        settings: Settings,
        registry: AssistantRegistry,
        manager: Manager,
        clock: Clock,
        metrics: Metrics,
        trace: Trace | None,
    ) -> None:
        self._settings = settings
        self._registry = registry
        self._manager = manager
        self._clock = clock
        self._metrics = metrics
        self._trace = trace
        self._log = SessionLog(clock)
        self._visitors = Visitors()
        self._expected: dict[str, Visitor | None] = {}
        self._told_of_ends: list[Callable[[str], None]] = []

    def assistant(self, assistant_id: str) -> LoadedAssistant:
        """Raises `AntiphonError` `protocol.assistant_unknown`."""
        loaded = self._registry.find(assistant_id)
        if loaded is None:
            raise AntiphonError(ErrorCode.ASSISTANT_UNKNOWN, f"There is no assistant {assistant_id[:60]!r}.")
        return loaded

    def prepare(
        self, loaded: LoadedAssistant, visitor: Visitor | None = None, language: str | None = None
    ) -> PreparedSession:
        """A session with this assistant. `visitor`: who comes, where a first visit is to be told from a later one.

        `language`: the session's, where it is not the assistant's own.
        """
        first = self._visitors.is_new(visitor)
        return PreparedSession(
            loaded, self._engine_config(loaded, language or loaded.assistant.language, first), visitor
        )

    def parts(self, prepared: PreparedSession, dialect: Dialect) -> Parts:
        """Return the parts of the session, as the assistant says; a contract may replace fields of it.

        Raises `AntiphonError` where a provider has nothing for one more session.
        """
        loaded, assistant, trace = prepared.loaded, prepared.loaded.assistant, self._trace
        return Parts(
            engine=prepared.engine,
            providers=Providers(
                vad=required(DETECTOR, loaded.new_vad),
                stt=required(RECOGNISER, loaded.stt.for_session),
                brain=required(BRAIN, loaded.brain.for_session),
                tts=required(VOICE, loaded.tts.for_session),
            ),
            client=ClientTerms(dialect, assistant.public(), new_resume_token()),
            limits=Limits(
                check=validate_parameters,
                action_timeout_s=assistant.timeouts.action_s,
                deadlines=deadlines(assistant),
                messages_per_second=self._settings.limits.messages_per_second,
            ),
            clock=self._clock,
            briefing=Briefing(assistant.language, prompt=assistant.prompt, tools=loaded.tools),
            playout=PlayoutTerms(longest_fade_ms=self._settings.media.fade_ms),
            observers=Observers(
                messages=(self._observe,),
                signals=(trace.signal,) if trace is not None else (),
                steps=(self._metrics.step, *((trace.step,) if trace is not None else ())),
                ended=self._ended,
            ),
        )

    def open(self, session_id: str, prepared: PreparedSession, parts: Parts) -> Session:
        """The session, from now on. Raises `AntiphonError` `capacity.full`."""
        session = self._manager.open(session_id, parts)
        self._registry.call_began(session_id, prepared.loaded)
        self._expected[session_id] = prepared.visitor
        if self._trace is not None:
            self._trace.started(session_id, parts.engine)
        log.info("session opened", session_id=session_id, assistant=prepared.loaded.assistant.id)
        return session

    def note_turn(self, name: str, *, is_on: bool) -> None:
        """Note whether a turn is on that no session carries: a server that stops lets it end, as it does a call."""
        self._manager.note_turn(name, is_on=is_on)

    def find(self, session_id: str) -> Session | None:
        """The session, while it lives."""
        return self._manager.find(session_id)

    def resume(self, claim: ResumeClaim, dialect: type[D]) -> tuple[Session, D] | None:
        """The session that a client of this contract goes on with; None where it has ended.

        Raises `AntiphonError` where the client may not have it.
        """
        session = self._manager.find(claim.session_id)
        if session is None or not isinstance(session.dialect, dialect):
            return None
        refused = session.objection(claim)
        if refused is not None:
            raise AntiphonError(refused.code, refused.message)
        return session, session.dialect

    def assistant_of(self, session_id: str) -> str | None:
        """The id of the assistant that a session began with."""
        loaded = self._registry.of_call(session_id)
        return None if loaded is None else loaded.assistant.id

    def when_ended(self, told: Callable[[str], None]) -> None:
        """From now on have this told of each session that ends, by its id."""
        self._told_of_ends.append(told)

    def _engine_config(self, loaded: LoadedAssistant, language: str, first: bool) -> EngineConfig:
        assistant, frames_back = loaded.assistant, sends_frames_back(loaded.brain)
        introduces = assistant.activate_on == "always" or (assistant.activate_on == "first_visit" and first)
        return engine_config(
            assistant,
            language,
            introduces=introduces,
            takes_turns=not frames_back,
            stops_tell=loaded.stt.stops_tell if isinstance(loaded.stt, KnowsStops) else True,
            resume_window_s=self._settings.server.resume_window_s,
        )

    def _observe(self, observation: Observation) -> None:
        if isinstance(observation.event, StateChanged) and observation.event.trigger is Trigger.SERVER_READY:
            # Only now: who could not connect was not here, and is still to be introduced.
            self._visitors.came(self._expected.pop(observation.session_id, None))
        self._metrics.event(observation.event)
        self._log.event(observation.session_id, observation.event, observation.policy_profile)

    def _ended(self, session_id: str) -> None:
        self._registry.call_ended(session_id)
        self._metrics.ended(session_id)
        self._log.ended(session_id)
        self._expected.pop(session_id, None)
        if self._trace is not None:
            self._trace.ended(session_id)
        for told in self._told_of_ends:
            told(session_id)


def engine_config(
    assistant: Assistant,
    language: str,
    *,
    introduces: bool = False,
    takes_turns: bool = True,
    stops_tell: bool = True,
    resume_window_s: float = 0.0,
) -> EngineConfig:
    """Return what an assistant's file makes of the engine, for a session in a language.

    `introduces`: it greets whoever comes. `takes_turns`: False where callers only hear themselves. `stops_tell`: how
    far the recogniser's full stops can be trusted (`ports.KnowsStops`).
    """
    timeouts = assistant.timeouts
    return EngineConfig(
        policy=assistant.interruption_policy(),
        turn=TurnConfig(
            # Where no turns are taken nobody listens for speech, and nothing is wrong with that.
            triggers=assistant.turn_starts() if takes_turns else frozenset(),
            no_speech_s=timeouts.no_speech_s,
            max_turn_s=timeouts.max_turn_s,
            stops_tell=stops_tell,
        ),
        reply=ReplyConfig(
            auto_response=assistant.auto_response,
            think_ahead=assistant.think_ahead,
            follow_up=assistant.follow_up,
        ),
        connection=ConnectionConfig(
            greeting=assistant.greeting if introduces else "",
            idle_s=timeouts.idle_s,
            session_s=timeouts.session_s,
            resume_window_s=resume_window_s,
        ),
        language=_language_config(assistant, language),
        other_languages=tuple(_language_config(assistant, other) for other in assistant.other_languages(language)),
        parallel_actions=assistant.parallel_actions,
        id_salt=secrets.token_hex(4),
    )


def _language_config(assistant: Assistant, language: str) -> LanguageConfig:
    return LanguageConfig(assistant.words(language), notices_for(language), assistant.hang_up_phrases, language)


def deadlines(assistant: Assistant) -> Deadlines:
    """Return how long a session waits for an assistant's providers: each of those that are asked one after the other
    has its time."""
    return Deadlines(
        recognition_s=assistant.patience("stt") * assistant.links("stt"),
        first_text_s=assistant.patience("brain") * assistant.links("brain"),
        text_gap_s=assistant.timeouts.text_gap_s,
        first_audio_s=assistant.patience("tts") * assistant.links("tts"),
    )

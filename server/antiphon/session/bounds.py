"""The most that a provider may give for one turn: what is more is no answer, and fails as the provider does.

A client's link holds so much and no more (R8), and nobody listens for an hour: an answer without a bound would cost the
call. Each of these is more than anybody hears or says in a turn.
"""

from dataclasses import replace
from typing import Any

import structlog

from antiphon.domain.audio import AudioChunk
from antiphon.domain.conversation import BrainCall, BrainEvent, BrainText, Transcript
from antiphon.domain.errors import AntiphonError
from antiphon.domain.texts import readable
from antiphon.session.guards import (
    BRAIN,
    RECOGNISER,
    SESSION,
    TOOL,
    VOICE,
    Stage,
    as_json,
    audio_chunk,
    brain_event,
    text,
    transcript,
)
from antiphon.wire.codec import MESSAGE_BYTES, dumps

ANSWER_CHARS = 20_000
"""Of a brain in one turn: about twenty minutes of speech."""
ANSWER_PIECES = 40_000
"""Of a brain in one turn, those too that hold nothing."""
HEARD_CHARS = 20_000
"""Of one utterance."""
OUTPUT_BYTES = MESSAGE_BYTES
"""Of a tool, as JSON: so much a page may tell of its own actions too."""
CALL_BYTES = MESSAGE_BYTES
"""Of a brain's call, as JSON. What a client is sent of one is less, and checked with the action."""
CLAUSE_S = 600.0
"""Of a voice for one clause."""
CLAUSE_PIECES = 60_000
"""Of a voice for one clause: 10 ms each, and those too that hold nothing."""

log = structlog.get_logger()


def too_much(stage: Stage, provider: object, problem: str) -> AntiphonError:
    """Return what the session is told of a provider that gives more than is taken, and write its name into the log."""
    kind = type(provider)
    name = f"{kind.__module__}.{kind.__qualname__}"
    log.warning("provider gives too much", provider=stage.name, type=name, session_id=SESSION.get(), problem=problem)
    return AntiphonError(stage.failed, stage.told.format(stage.who))


def _bytes(value: Any) -> int:
    return len(dumps(value).encode("utf-8", "replace"))


class Answer:
    """Checks what a brain yields in one turn, however often it is asked."""

    def __init__(self, brain: object) -> None:
        self._brain = brain
        self._chars = 0
        self._pieces = 0

    def event(self, item: Any) -> BrainEvent:
        """Return a brain's event. Raises `Unfit` for what is none, `AntiphonError` `brain.failed` for too much."""
        self._pieces += 1
        if self._pieces > ANSWER_PIECES:
            raise too_much(BRAIN, self._brain, f"an answer in more than {ANSWER_PIECES} pieces")
        if isinstance(item, BrainText) and isinstance(item.text, str):
            self._chars += len(item.text)
            if self._chars > ANSWER_CHARS:
                raise too_much(BRAIN, self._brain, f"an answer of more than {ANSWER_CHARS} characters")
        event = brain_event(item)
        if isinstance(event, BrainCall):
            call = event.call
            if len(call.action_id) > CALL_BYTES or _bytes(call.parameters) > CALL_BYTES:
                raise too_much(BRAIN, self._brain, f"a call of more than {CALL_BYTES} bytes")
        return event


class Sound:
    """Checks what a voice yields for one clause."""

    def __init__(self, voice: object) -> None:
        self._voice = voice
        self._seconds = 0.0
        self._pieces = 0

    def chunk(self, item: Any) -> AudioChunk:
        """Return a piece of audio. Raises `Unfit` for what is none, `AntiphonError` `tts.failed` for too much."""
        chunk = audio_chunk(item)
        self._pieces += 1
        if self._pieces > CLAUSE_PIECES:
            raise too_much(VOICE, self._voice, f"one clause in more than {CLAUSE_PIECES} pieces")
        self._seconds += len(chunk.pcm) / chunk.rate
        if self._seconds > CLAUSE_S:
            raise too_much(VOICE, self._voice, f"more than {CLAUSE_S:g} s for one clause")
        return chunk


class Words:
    """Checks what a recogniser understands of one utterance."""

    def __init__(self, recogniser: object) -> None:
        self._recogniser = recogniser

    def partial(self, item: Any) -> str:
        """Return a text. Raises `Unfit` for what is none, `AntiphonError` `stt.failed` for too much."""
        words = readable(text(item))
        self._check(words)
        return words

    def final(self, item: Any) -> Transcript:
        """Return a transcript. Raises as `partial` does."""
        heard = transcript(item)
        self._check(heard.text)
        return replace(heard, text=readable(heard.text))

    def _check(self, words: str) -> None:
        if len(words) > HEARD_CHARS:
            raise too_much(RECOGNISER, self._recogniser, f"a transcript of more than {HEARD_CHARS} characters")


def output(tool: object, item: Any) -> Any:
    """Return a tool's output as JSON has it. Raises `Unfit` for what it cannot say, `action.failed` for too much."""
    value = as_json(item)
    if _bytes(value) > OUTPUT_BYTES:
        raise too_much(TOOL, tool, f"an output of more than {OUTPUT_BYTES} bytes")
    return value

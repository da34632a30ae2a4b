"""Redact a recording so that it still runs again to the same decisions (ITE REQ-007).

Theory of operation. The engine decides by few things of a text: whether it is empty, how it ends, and whether it has
the words of closed lists in it (hang-up phrases, stop words, back-channels, words that leave a sentence open, yes and
no). So exactly these are kept, and nothing else is:

- What the user said: every word that is on a list stays, and every other becomes a row of `x`, which is on no list.
  Punctuation and blanks stay. The lists are small and the same for everybody, so they tell no secret.
- What the assistant said: every letter and digit becomes `x`; a question mark at the end stays.
- Whatever else pages and people sent (narration, actions, their parameters and outputs, messages, reasons): only
  whether there is something.

What a text is made of is redacted alone and joined by the engine, or joined and redacted: the two are the same. So the
outputs of the redacted inputs are the redacted outputs, which is what makes a redacted recording comparable.

A field that nobody has thought of is of the third kind: a new field hides its text until a rule below says otherwise.
"""

import dataclasses
import re
import types
import unicodedata
from collections.abc import Mapping, Sequence, Set
from enum import Enum, auto
from functools import cache
from typing import Any, Literal, get_args, get_origin

from antiphon.domain import commands, events, signals
from antiphon.domain.actions import Action, ActionOutcome, answers_in
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.observe.typed_json import hints
from antiphon.turns.config import ConnectionConfig, LanguageConfig
from antiphon.turns.core import EngineConfig
from antiphon.turns.notices import Notices
from antiphon.turns.policies import CHOICES, Policy, profiles, to_wire
from antiphon.turns.words import STOP_WORDS, WORD, Words, phrase

HIDDEN = "?"
"""Stands for a text of which only that it is there is kept."""

_CHINESE = "\u67d0\u7532\u4e59\u4e19\u4e01"
"""Characters that stand for any other: each is a word by itself, beside whatever it stands."""
_ID_FIELDS = {"turn_id", "utterance_id", "response_id", "invocation_id", "call_id"}
_CODES = {"turn.event", "success", "error", "action.failed", *(code.code for code in ErrorCode)}
_POLICY_FIELDS = frozenset(to_wire(Policy()))
_POLICY_WORDS = {"custom", *profiles(), *(choice for choices in CHOICES.values() for choice in choices)}


class Rule(Enum):
    """A rule for a field: which part of its text is kept."""

    ALL = auto()
    WORDS = auto()
    """Of a text: the words of the lists, and the shape of the others."""
    SHAPE = auto()
    """Of a text: where its words are, its punctuation, its end."""
    ID = auto()
    """An id, if the engine may have made it. What a peer calls an id may be anything."""
    CODE = auto()
    """A word of the contracts, or several; anything else that stands in its place is hidden."""
    POLICY = auto()
    ANSWERS = auto()
    """Of what a page can do: whether it wants an answer."""
    PRESENCE = auto()


# Where what holds by annotation (`_closed`) is not right. A class alone: all of its fields.
_CLASSES = {Words: Rule.ALL, Policy: Rule.ALL, Notices: Rule.SHAPE}
_FIELDS: Mapping[tuple[type, str], Rule] = {
    (signals.TextEntered, "text"): Rule.WORDS,
    (signals.TranscriptPartial, "text"): Rule.WORDS,
    (signals.TranscriptFinal, "text"): Rule.WORDS,
    (events.TranscriptDelta, "text"): Rule.WORDS,
    (events.TranscriptDone, "text"): Rule.WORDS,
    (events.TurnStarted, "resumed_text"): Rule.WORDS,
    (commands.StartReply, "text"): Rule.WORDS,
    (commands.RememberWords, "text"): Rule.WORDS,
    (commands.StartReply, "read"): Rule.SHAPE,
    (signals.ReplyDelta, "text"): Rule.SHAPE,
    (signals.ReplyFinished, "text"): Rule.SHAPE,
    (signals.AnnounceRequested, "text"): Rule.SHAPE,
    (signals.CaptionBegun, "text"): Rule.SHAPE,
    (signals.PlayoutFinished, "heard_text"): Rule.SHAPE,
    (signals.PlayoutFlushed, "heard_text"): Rule.SHAPE,
    (signals.PlayoutPaused, "heard_text"): Rule.SHAPE,
    (signals.ReplyToolCall, "question"): Rule.SHAPE,
    (signals.HeardMeasured, "heard_text"): Rule.SHAPE,
    (events.ReplyText, "text"): Rule.SHAPE,
    (events.ReplyDone, "text"): Rule.SHAPE,
    (events.PlayoutBoundary, "heard_text"): Rule.SHAPE,
    (events.Caption, "text"): Rule.SHAPE,
    (events.Interrupted, "heard_text"): Rule.SHAPE,
    (events.HeardCorrected, "heard_text"): Rule.SHAPE,
    (commands.Say, "text"): Rule.SHAPE,
    (commands.RememberAnswer, "text"): Rule.SHAPE,
    (ConnectionConfig, "greeting"): Rule.SHAPE,
    (LanguageConfig, "hang_up_phrases"): Rule.ALL,
    (LanguageConfig, "tag"): Rule.ALL,
    (signals.TranscriptFinal, "language"): Rule.ALL,  # a language tag, or it had been no transcript (`guards`)
    (commands.UseLanguage, "language"): Rule.ALL,
    (EngineConfig, "id_salt"): Rule.ALL,
    (signals.ClientReady, "subscribe"): Rule.CODE,
    (signals.PolicyChanged, "fields"): Rule.POLICY,
    (PageContext, "actions"): Rule.ANSWERS,
    (signals.ContextUpdated, "actions"): Rule.ANSWERS,
    (events.PolicyUpdated, "policy"): Rule.ALL,
    (ActionOutcome, "status"): Rule.CODE,
    (ActionOutcome, "error_code"): Rule.CODE,
    # Words of the engine's own.
    (events.TurnEnded, "reason"): Rule.ALL,
    (events.ActionSettled, "reason"): Rule.ALL,
    (events.HealthChanged, "conversation_state"): Rule.ALL,
    (events.HealthChanged, "reason"): Rule.ALL,
    (events.HealthChanged, "guidance"): Rule.ALL,
    (events.Failed, "trigger"): Rule.ALL,
}


@cache
def rule(owner: type, name: str) -> Rule:
    """Return the rule for this field of this dataclass."""
    if owner in _CLASSES:
        return _CLASSES[owner]
    if name in _ID_FIELDS:
        return Rule.ID
    return _FIELDS.get((owner, name)) or (Rule.ALL if _closed(hints(owner)[name]) else Rule.PRESENCE)


def _closed(hint: Any) -> bool:
    """Tell whether the annotation admits no text: numbers, choices, and dataclasses, whose fields have rules."""
    if get_origin(hint) is Literal:
        return True
    arguments = [argument for argument in get_args(hint) if argument is not Ellipsis]
    if arguments:
        return all(map(_closed, arguments))
    numbers = hint in (int, float, bool, types.NoneType)
    return numbers or dataclasses.is_dataclass(hint) or (isinstance(hint, type) and issubclass(hint, Enum))


class Redactor:
    """Redacts one session's recording, by its configuration. Redacting twice changes nothing more."""

    def __init__(self, config: EngineConfig) -> None:
        language = config.language
        lists = [getattr(language.words, field.name) for field in dataclasses.fields(language.words)]
        phrases = {phrase(each) for each in language.hang_up_phrases}.union(STOP_WORDS, *lists)
        self._known = {word for each in phrases for word in each.split()}
        salt = f"_{re.escape(config.id_salt)}" if config.id_salt else ""
        self._id = re.compile(rf"(turn|utt|resp|inv)_\d{{1,6}}{salt}")

    def __call__(self, owner: type, name: str, value: Any) -> Any:
        """Return the value of a field as it may be written (`typed_json.Redact`)."""
        if value is None:
            return None
        match rule(owner, name):
            case Rule.ALL:
                return value
            case Rule.WORDS:
                return self.words(value)
            case Rule.SHAPE:
                return shape(value)
            case Rule.ID:
                return value if self._id.fullmatch(value) else presence(value)
            case Rule.CODE:
                return tuple(map(_code, value)) if isinstance(value, tuple) else _code(value)
            case Rule.POLICY:
                return _policy_fields(value)
            case Rule.ANSWERS:
                return {id_: Action(HIDDEN, "") for id_ in answers_in(value)}
            case Rule.PRESENCE:
                return presence(value)

    def words(self, text: str) -> str:
        """Return the text in small letters, with only the words of the lists; `phrase` finds as many words in it."""
        small = text.lower()
        kept: list[str] = []
        end = 0
        for word in WORD.finditer(small):
            kept += shape(small[end : word.start()]), self._word(word.group())
            end = word.end()
        return "".join([*kept, shape(small[end:])])

    def _word(self, word: str) -> str:
        if word.replace("\u2019", "'") in self._known:
            return word
        if "\u3400" <= word <= "\u9fff":
            return next(one for one in _CHINESE + HIDDEN if one not in self._known)
        mask = "x" * len(word)
        while mask in self._known:
            mask += "x"
        return mask


def shape(text: str) -> str:
    """Keep blanks and punctuation; write `x` for letters and digits, and `_` for all else."""
    return "".join(map(_mark, text))


def _mark(character: str) -> str:
    if character.isspace():
        return " "
    if character.isalnum():
        return "x"
    return character if unicodedata.category(character).startswith("P") else "_"


def presence(value: Any) -> Any:
    """Return a value of the same kind that tells no more than whether there is something."""
    match value:
        case None:
            return None
        case bool():
            return False
        case int() | float():
            return 0
        case str():
            return HIDDEN if value else ""
        case Mapping():
            return {}
        case Sequence() | Set():
            return []
        case _:
            return HIDDEN


def _code(word: str) -> str:
    return word if word in _CODES else HIDDEN


def _policy_fields(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Keep known fields with numbers and known words: all that a policy is judged by."""

    def kept(value: Any) -> Any:
        if value is None or isinstance(value, bool | int | float):
            return value
        return value if isinstance(value, str) and value in _POLICY_WORDS else presence(value)

    return {(name if name in _POLICY_FIELDS else HIDDEN): kept(value) for name, value in fields.items()}

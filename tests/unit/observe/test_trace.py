"""What a trace holds, what it hides, and that it never harms the call."""

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.signals import (
    ActionResult,
    ClientReady,
    ContextUpdated,
    InputEnded,
    PlayoutAudible,
    PolicyChanged,
    RecognitionFailed,
    ReplyDelta,
    ReplyToolCall,
    Signal,
    TextEntered,
    TranscriptFinal,
    YieldRequested,
)
from antiphon.observe.config_json import RECORDS, decode_config, encode_config
from antiphon.observe.redact import Redactor, presence, shape
from antiphon.observe.trace import Trace
from antiphon.observe.typed_json import BadValue, decode, encode, hints
from antiphon.turns.config import LanguageConfig, ReplyConfig, TurnConfig
from antiphon.turns.core import EngineConfig, Outcome
from antiphon.turns.words import Words, phrase, words_for
from unit.observe.arbitrary import CANARY, configs, signals, texts, word_lists

REDACTOR = Redactor(EngineConfig(id_salt="a1b2"))


# Writing and reading


@given(st.lists(signals, max_size=5))
def test_whatever_a_signal_holds_comes_back_as_it_was(told: list[Signal]) -> None:
    for signal in told:
        assert decode(type(signal), json.loads(json.dumps(encode(signal))), "signal") == signal


@given(configs)
def test_a_configuration_comes_back_whole(config: EngineConfig) -> None:
    assert decode_config(json.loads(json.dumps(encode_config(config, None)))) == config


def test_a_configuration_is_written_without_its_records() -> None:
    written = encode_config(EngineConfig(), None)
    assert "greeting" in written
    assert not RECORDS.keys() & written.keys()
    named = [name for kind in (EngineConfig, *RECORDS.values()) for name in hints(kind) if name not in RECORDS]
    assert sorted(written) == sorted(named)


def test_a_configuration_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(BadValue, match=r"config has no field 'loud'; its fields are: .*idle_s"):
        decode_config({"policy": {}, "loud": True})


def test_a_time_keeps_every_digit() -> None:
    signal = PlayoutAudible("turn_1", 0.1 + 0.2)
    assert decode(PlayoutAudible, json.loads(json.dumps(encode(signal))), "signal").at == 0.1 + 0.2


def test_what_json_has_no_word_for_is_written_as_it_is_shown() -> None:
    assert encode({1: {3, 2}, "raw": b"\x00"}) == {"1": [2, 3], "raw": "b'\\x00'"}


@pytest.mark.parametrize(
    ("owner", "data", "said"),
    [
        (TextEntered, {"text": 5}, "TextEntered.text is 5; it must be a string"),
        (TextEntered, {}, "TextEntered lacks the field 'text'"),
        (TextEntered, {"text": "a", "tone": 1}, "TextEntered has no field 'tone'; its fields are: text"),
        (TextEntered, [], "TextEntered is []; it must be an object"),
        (PlayoutAudible, {"turn_id": "a", "at": float("nan")}, "PlayoutAudible.at is nan"),
        (PlayoutAudible, {"turn_id": "a", "at": 10**400}, "it must be a number, and not a huge one"),
        (PlayoutAudible, {"turn_id": None, "at": 1}, "PlayoutAudible.turn_id is null"),
        (ReplyToolCall, {"turn_id": "a", "action_id": "b", "parameters": [], "timeout_s": 1}, "parameters is []"),
        (ContextUpdated, {"actions": {"go": {"id": "go"}}}, "ContextUpdated.actions.go lacks the field 'description'"),
        (ContextUpdated, {"actions": 1}, "ContextUpdated.actions is 1"),
        (TurnConfig, {"triggers": ["shout"]}, 'TurnConfig.triggers[0] is "shout"; it must be one of: vad, ptt'),
        (TurnConfig, {"max_turn_s": True}, "TurnConfig.max_turn_s is true"),
        (ReplyConfig, {"follow_up": 1}, "ReplyConfig.follow_up is 1; it must be true or false"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_its_place(owner: type, data: Any, said: str) -> None:
    with pytest.raises(BadValue) as refused:
        decode(owner, data, owner.__name__)
    assert said in str(refused.value)


def test_a_field_that_an_older_recording_does_not_know_gets_its_default() -> None:
    assert decode(InputEnded, {}, "signal") == InputEnded(None)


# Redaction


@pytest.mark.parametrize("text", ["0\u3400", "\u505c0\u3400abc", "\u597d\u7684\uff0c\u67d0 Stop"])
def test_a_character_of_chinese_stays_a_word_of_its_own(text: str) -> None:
    words = words_for("zh")
    redacted = Redactor(EngineConfig(language=LanguageConfig(words=words))).words(text)
    assert len(phrase(redacted).split()) == len(phrase(text).split())
    assert words.only_stops(redacted) == words.only_stops(text)
    assert "\u3400" not in redacted


@given(texts, word_lists, st.sampled_from([("stop", "hang up"), ("x", "xxx xxxx"), ()]))
def test_a_redacted_text_is_decided_on_like_the_text(text: str, words: Words, hang_up: tuple[str, ...]) -> None:
    redacted = Redactor(EngineConfig(language=LanguageConfig(words=words, hang_up_phrases=hang_up))).words(text)
    for decide in (
        words.only_back_channels,
        words.stops,
        words.leaves_open,
        words.complete,
        words.closed,
        words.approves,
    ):
        assert decide(redacted) == decide(text)
    for known in (*hang_up, "stop"):
        assert (phrase(redacted) == phrase(known)) == (phrase(text) == phrase(known))
    assert bool(redacted.strip()) == bool(text.strip())
    assert len(phrase(redacted).split()) == len(phrase(text).split())


@given(texts, texts, word_lists)
def test_it_is_all_the_same_whether_texts_are_joined_or_redacted_first(one: str, two: str, words: Words) -> None:
    redact = Redactor(EngineConfig(language=LanguageConfig(words=words))).words
    assert redact(f"{one} {two}") == f"{redact(one)} {redact(two)}"
    assert redact(one.strip()) == redact(one).strip()
    assert redact(redact(one)) == redact(one)
    assert shape(one + two) == shape(one) + shape(two)
    assert shape(shape(one)) == shape(one)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Open zebra42, kindly", "xxxx xxxxxxx, xxxxxx"),
        ("Hang up!", "hang up!"),
        ("No, wait for Zebra42 and", "no, wait for xxxxxxx and"),
        ("zebra42@example.com: +44 1234", "xxxxxxx@xxxxxxx.xxx: _xx xxxx"),
        ("e\u0301te\u0301 🙂", "x_xx_ _"),
    ],
)
def test_of_what_the_user_said_only_the_words_of_the_lists_stay(said: str, kept: str) -> None:
    assert REDACTOR.words(said) == kept


def test_what_hides_a_word_is_never_a_word_of_the_lists() -> None:
    redact = Redactor(EngineConfig(language=LanguageConfig(hang_up_phrases=("xxx", "xxxx")))).words
    assert redact("one ace and four") == "one xxxxx and xxxxx"
    assert redact("xxx zebra") == "xxx xxxxx"


@pytest.mark.parametrize(
    ("signal", "kept"),
    [
        (ReplyDelta("turn_1_a1b2", "Stop, zebra?"), {"turn_id": "turn_1_a1b2", "text": "xxxx, xxxxx?"}),
        (InputEnded(CANARY), {"turn_id": "?"}),
        (InputEnded("turn_1_other"), {"turn_id": "?"}),
        (InputEnded("turn_4915112345678_a1b2"), {"turn_id": "?"}),
        (YieldRequested(CANARY), {"reason": "?"}),
        (RecognitionFailed("turn_1_a1b2", "utt_1_a1b2", ErrorCode.STT_FAILED, CANARY), {"message": "?"}),
        (PolicyChanged({"bargeIn": "immediate", "endOfTurnMs": 600, CANARY: CANARY}),
         {"fields": {"bargeIn": "immediate", "endOfTurnMs": 600, "?": "?"}}),
        (ContextUpdated(CANARY, None, {CANARY: Action(CANARY, CANARY)}),
         {"narration": "?", "route": None, "actions": {}}),
        (ContextUpdated(actions={"yes": Action("yes", CANARY, {CANARY: CANARY}), CANARY: Action(CANARY, CANARY)}),
         {"actions": {"yes": encode(Action("?", ""))}}),
        (ContextUpdated(actions={"yes": Action("yes", CANARY, {"required": [CANARY]})}), {"actions": {}}),
        (ActionResult("inv_1_a1b2", ActionOutcome("error", {"pin": 1234}, CANARY, CANARY)),
         {"outcome": {"status": "error", "output": {}, "error_code": "?", "error_message": "?", "begun": False}}),
        (ActionResult("inv_1_a1b2", ActionOutcome("success", 1234)),
         {"outcome": {"status": "success", "output": 0, "error_code": None, "error_message": None, "begun": False}}),
    ],
)  # fmt: skip
def test_what_was_sent_is_kept_only_as_far_as_it_decides(signal: Signal, kept: dict[str, Any]) -> None:
    written = encode(signal, REDACTOR)
    assert {key: written[key] for key in kept} == kept


@given(signals)
def test_no_signal_takes_what_was_said_into_a_trace(signal: Signal) -> None:
    assert CANARY not in json.dumps(encode(signal, REDACTOR)).lower()


def test_whatever_is_not_thought_of_is_hidden() -> None:
    @dataclasses.dataclass(frozen=True)
    class Whispered:
        words: str
        more: tuple[str, ...]
        louder: bool

    whispered = Whispered(CANARY, (CANARY,), True)
    assert encode(whispered, REDACTOR) == {"words": "?", "more": [], "louder": True}


@pytest.mark.parametrize(
    ("value", "left"),
    [
        (None, None),
        ("", ""),
        ("a", "?"),
        (True, False),
        (1.5, 0),
        ({"a": 1}, {}),
        ([1], []),
        (b"a", []),
        (object(), "?"),
    ],
)
def test_presence_tells_only_that_there_was_something(value: Any, left: Any) -> None:
    assert presence(value) == left


# The files


def lines(trace: Trace, path: Path) -> list[dict[str, Any]]:
    trace.settle()
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_line_is_an_input_and_what_came_of_it(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.started("sess_1", EngineConfig())
    trace.signal("sess_1", 1.5, TextEntered("kindly"))
    trace.step("sess_1", 1.5, TextEntered("kindly"), Outcome(events=[Failed(ErrorCode.ORDER, "No.")]))
    trace.step("sess_1", 2.0, None, Outcome())
    head, first, second = lines(trace, tmp_path / "sess_1.jsonl")
    assert (head["trace"], head["text"]) == ("antiphon/2", False)
    assert (first["at"], first["signal"], first["fields"]) == (1.5, "TextEntered", {"text": "xxxxxx"})
    assert [name for name, _ in first["out"]] == ["Failed"]
    assert second == {"at": 2.0, "signal": None, "out": []}


def test_an_input_that_the_engine_broke_on_is_kept(tmp_path: Path) -> None:
    trace = Trace(tmp_path)
    trace.started("sess_1", EngineConfig())
    trace.signal("sess_1", 1.5, TextEntered("kindly"))
    trace.ended("sess_1")
    assert lines(trace, tmp_path / "sess_1.jsonl")[1] == {
        "at": 1.5,
        "signal": "TextEntered",
        "fields": {"text": "xxxxxx"},
    }


@pytest.mark.requirement("ITE-REQ-007")
def test_only_its_owner_may_read_a_trace(tmp_path: Path) -> None:
    trace = Trace(tmp_path / "traces")
    trace.started("sess_1", EngineConfig())
    trace.settle()
    assert (tmp_path / "traces").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "traces" / "sess_1.jsonl").stat().st_mode & 0o777 == 0o600


def test_a_full_disk_ends_the_trace_and_not_the_call(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.symlink("/dev/full", tmp_path / "sess_1.jsonl")
    trace = Trace(tmp_path)
    trace.started("sess_1", EngineConfig())
    trace.step("sess_1", 1.0, None, Outcome())
    trace.ended("sess_1")
    trace.settle()
    told = capsys.readouterr()
    assert (told.out + told.err).count("trace stopped") == 1


def test_a_folder_that_takes_no_file_is_told_and_not_fatal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace = Trace(tmp_path)
    trace.started("gone/sess_1", EngineConfig())
    trace.signal("gone/sess_1", 1.0, TextEntered("kindly"))
    trace.step("gone/sess_1", 1.0, TextEntered("kindly"), Outcome())
    trace.ended("gone/sess_1")
    trace.settle()
    told = capsys.readouterr()
    assert (told.out + told.err).count("trace not started") == 1


def test_a_text_that_utf8_cannot_say_is_written(tmp_path: Path) -> None:
    trace = Trace(tmp_path, with_text=True)
    trace.started("sess_1", EngineConfig())
    trace.step("sess_1", 1.0, TranscriptFinal("turn_1", "utt_1", "\ud800 é"), Outcome())
    assert lines(trace, tmp_path / "sess_1.jsonl")[1]["fields"]["text"] == "\ud800 é"


def test_a_page_is_traced_with_its_texts_where_that_is_asked_for(tmp_path: Path) -> None:
    trace = Trace(tmp_path, with_text=True)
    trace.started("sess_1", EngineConfig())
    trace.step("sess_1", 1.0, ClientReady(PageContext(CANARY)), Outcome())
    assert lines(trace, tmp_path / "sess_1.jsonl")[1]["fields"]["page"]["narration"] == CANARY


def test_a_folder_that_is_made_for_traces_is_its_owners_alone(tmp_path: Path) -> None:
    Trace(tmp_path / "traces")
    assert (tmp_path / "traces").stat().st_mode & 0o777 == 0o700


def test_a_disk_that_hangs_keeps_no_call_waiting_and_its_trace_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("antiphon.observe.trace.WAITING", 5)
    os.mkfifo(tmp_path / "sess_1.jsonl")  # opening it waits for a reader
    trace = Trace(tmp_path)
    trace.started("sess_1", EngineConfig())
    for at in range(20):
        trace.step("sess_1", float(at), None, Outcome())
    told = capsys.readouterr()
    assert (told.out + told.err).count("trace stopped") == 1
    with (tmp_path / "sess_1.jsonl").open():
        trace.settle()

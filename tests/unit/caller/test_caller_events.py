"""Which messages belong to a turn, and whether it got its reply."""

import json
from typing import Any

import pytest

from antiphon.testing.caller_events import (
    CallError,
    Received,
    Turn,
    judge,
    latencies,
    only_stops,
    parse,
    reply_text,
    was_cut,
)

Told = tuple[str, dict[str, Any]]


def events(*told: Told) -> list[Received]:
    """One message every 100 ms, the first at 0.1 s."""
    return [
        parse(json.dumps({"type": type, "payload": payload}), number / 10)
        for number, (type, payload) in enumerate(told, 1)
    ]


def state(name: str, trigger: str, turn_id: str | None = "t1") -> Told:
    return "session.state", {"state": name, "trigger": trigger, **({"turn_id": turn_id} if turn_id else {})}


def said(text: str = "Yes.", turn_id: str = "t1", response_id: str = "r1") -> Told:
    return "response.done", {"turn_id": turn_id, "response_id": response_id, "text": text}


START: Told = ("input.start", {"turn_id": "t1", "trigger": "vad"})
COMPLETE: Told = ("audio.complete", {"turn_id": "t1", "response_id": "r1"})


def turn(*, spoken_until: float = 0.15, known: frozenset[str] = frozenset(), begin: int = 0) -> Turn:
    return Turn("hello.wav", begin, known, spoken_until=spoken_until)


@pytest.mark.parametrize(
    "told",
    [
        [said(), COMPLETE, state("idle", "audio.complete")],
        [said(), state("idle", "audio.complete")],
        [COMPLETE, state("idle", "audio.complete", None)],
        [state("idle", "audio.complete"), COMPLETE],
        [state("invoke_action", "response.tool"), state("idle", "action.done")],
        [state("invoke_action", "response.tool"), state("idle", "action.done", None)],
    ],
)
def test_a_reply_is_words_or_audio_or_a_done_action_and_idle(told: list[Told]) -> None:
    received = events(START, *told)
    assert judge(received, turn())


@pytest.mark.parametrize(
    "told",
    [
        [],
        [said()],
        [said(), COMPLETE],
        [state("ai_speaking", "response.audio")],
        [said("  "), state("idle", "pending", None)],
        [said(turn_id="t9"), state("idle", "audio.complete", "t9")],
    ],
)
def test_a_turn_waits_while_its_reply_is_not_whole(told: list[Told]) -> None:
    assert not judge(events(START, *told), turn())


def test_an_answer_to_the_part_before_a_pause_does_not_end_the_turn() -> None:
    received = events(START, said(), state("idle", "audio.complete"))
    assert not judge(received, turn(spoken_until=1.0))


def test_a_reply_to_an_earlier_turn_is_none_to_this_one() -> None:
    received = events(START, said(), COMPLETE, state("idle", "audio.complete"))
    assert not judge(received, turn(known=frozenset({"t1"})))


def test_what_an_earlier_turn_lacked_is_not_held_against_this_one() -> None:
    received = events(("error.recognition", {"turn_id": "t0", "code": "stt.no_match"}), START)
    assert not judge(received, turn(spoken_until=0.0, known=frozenset({"t0"})))


@pytest.mark.parametrize(
    ("told", "code", "words"),
    [
        (
            ("error.recognition", {"turn_id": "t1", "code": "stt.no_match", "message": "No words."}),
            "stt.no_match",
            "No words",
        ),
        (("error.fatal", {"code": "internal", "message": "Broken."}), "internal", "Broken"),
        (state("idle", "response.failed"), "call.no_reply", "response.failed"),
        (state("idle", "input.cancel"), "call.no_reply", "input.cancel"),
        (state("idle", "response.empty"), "call.no_reply", "response.empty"),
    ],
)
def test_a_turn_that_will_get_no_reply_says_why(told: Told, code: str, words: str) -> None:
    with pytest.raises(CallError, match=words) as raised:
        judge(events(START, told), turn())
    assert raised.value.code == code


def test_a_failed_reply_is_told_by_the_error_before_it() -> None:
    failed = ("error", {"turn_id": "t1", "code": "tts.failed", "message": "The voice failed."})
    with pytest.raises(CallError, match="The voice failed"):
        judge(events(START, said(), failed, state("idle", "response.failed")), turn())


def test_a_pause_in_a_file_makes_several_turns_of_the_server_one_of_the_caller() -> None:
    second: Told = ("input.start", {"turn_id": "t2", "trigger": "vad"})
    received = events(START, second, said("One.", "t1"), said("Two.", "t2", "r2"))
    assert turn().ids(received) == ["t1", "t2"]
    assert reply_text(received, turn()) == "One. Two."


def test_an_announcement_is_no_turn_of_the_caller() -> None:
    announced = [state("ai_speaking", "server.announce", "a1"), ("audio.start", {"turn_id": "a1"})]
    assert turn().ids(events(*announced, START)) == ["t1"]


def test_a_reply_that_was_cut_off_keeps_what_was_said_of_it() -> None:
    deltas = [("response.delta", {"turn_id": "t1", "response_id": "r1", "text": text}) for text in ("Well, ", "I")]
    assert reply_text(events(START, *deltas), turn()) == "Well, I"


BARGE_IN: Told = ("input.start", {"turn_id": "t1", "trigger": "vad", "barge_in": True})
SOUNDS: Told = ("audio.start", {"turn_id": "t1", "response_id": "r1"})
CUT: Told = ("response.interrupted", {"turn_id": "t1", "response_id": "r1", "type": "barge-in"})
TAKEN: Told = (
    "session.state",
    {"state": "user_speaking", "previous": "ai_speaking", "trigger": "input.barge_in", "turn_id": "t2"},
)


def test_words_that_only_stop_the_assistant_want_no_reply() -> None:
    received = events(BARGE_IN, state("idle", "response.empty"))
    assert judge(received, turn())
    assert only_stops(received, turn())


@pytest.mark.parametrize(
    "told",
    [
        [START, state("idle", "response.empty")],
        [BARGE_IN, state("idle", "response.cancel")],
        [BARGE_IN, ("error", {"turn_id": "t1", "code": "brain.failed"}), state("idle", "response.empty")],
        [BARGE_IN, ("error.recognition", {"turn_id": "t1", "code": "stt.no_match"}), state("idle", "response.empty")],
    ],
)
def test_any_other_turn_without_a_reply_has_failed(told: list[Told]) -> None:
    assert not only_stops(events(*told), turn())
    with pytest.raises(CallError):
        judge(events(*told), turn())


@pytest.mark.parametrize(
    ("told", "cut"),
    [
        ([SOUNDS, COMPLETE], False),
        ([SOUNDS, TAKEN], True),
        ([SOUNDS, CUT], True),
        ([SOUNDS, CUT, COMPLETE], True),
        ([SOUNDS, CUT, ("audio.start", {"turn_id": "t1", "response_id": "r2"})], False),
        ([SOUNDS, ("response.interrupted", {"turn_id": "t9", "response_id": "r9"})], False),
        ([CUT], True),
        ([], False),
    ],
)
def test_a_reply_is_cut_off_when_the_last_of_it_was(told: list[Told], cut: bool) -> None:
    received = events(START, *told)
    asked = turn()
    asked.end = 1  # the speech over it is another turn
    assert was_cut(received, asked) is cut


def test_latencies_are_found_by_turn_however_late_they_come() -> None:
    asked = turn()
    received = events(
        START,
        ("metrics.turn", {"turn_id": "t1", "stt_ms": 80, "tts_ms": None}),
        ("metrics.turn", {"turn_id": "t2", "stt_ms": 999}),
    )
    asked.end = 1
    assert latencies(received, asked)["stt_ms"] == 80
    assert latencies(received, asked)["tts_ms"] is None


@pytest.mark.parametrize(
    "raw",
    ["", "{", "[]", '"text"', "{}", '{"type": 7}', '{"type": "pong", "payload": []}', b"\x00", "[" * 100_000],
)
def test_what_is_no_envelope_is_refused(raw: str | bytes) -> None:
    with pytest.raises(CallError) as raised:
        parse(raw, 0.0)
    assert raised.value.code in ("protocol.invalid_json", "protocol.invalid_message")

"""`antiphon.testing.VirtualCaller`: what a test of an assistant can do and look at, and what it reads when it fails."""

import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.conversation import BrainEvent, BrainRequest, BrainText
from antiphon.testing import VirtualCaller
from antiphon.testing.caller_audio import AudioUnreadable
from support.calls import SPEECH

ADD = {
    "description": "Add to the cart",
    "parameters": {"type": "object", "properties": {"article": {"enum": ["tea", "coffee"]}}, "required": ["article"]},
}
ACTIONS: Mapping[str, Any] = {
    "add_to_cart": ADD,
    "empty_cart": {"description": "Empty the cart", "confirm": True},
}


def in_the_cart(parameters: Mapping[str, Any]) -> str:
    return f"One {parameters['article']} is in the cart."


def broken(_: Mapping[str, Any]) -> str:
    raise ValueError("The shop is closed.")


@pytest.fixture
def assistant(tmp_path: Path) -> Path:
    path = tmp_path / "shop.toml"
    path.write_text('greeting = "Welcome."\n[timeouts]\nidle_s = 30\n', "utf-8")
    return path


def test_an_order_is_said_carried_out_and_answered(assistant: Path) -> None:
    with VirtualCaller(assistant, ACTIONS, {"add_to_cart": in_the_cart}) as call:
        assert call.says("Add a tea to the cart.") == "One tea is in the cart."
        assert call.expect_action("add_to_cart", article="tea") == {"article": "tea"}
        call.expect_words("Tea", "cart")
        call.expect_no_action()
        assert call.states[1:] == [
            "user_speaking",
            "ai_thinking",
            "invoke_action",
            "ai_thinking",
            "ai_speaking",
            "idle",
        ]
        assert 0 < call.latency("speech_stop_to_audio_ms") < 1000


def test_what_is_typed_is_answered_too(assistant: Path) -> None:
    with VirtualCaller(assistant, ACTIONS) as call:
        assert call.writes("Add a coffee to the cart.") == "Done: add to the cart, coffee."
        call.expect_action("add_to_cart", article="coffee")


def test_what_wants_a_yes_is_asked_about_and_done_after_it(assistant: Path) -> None:
    with VirtualCaller(assistant, ACTIONS) as call:
        assert call.says("Empty the cart.") == "Empty the cart: shall I do it?"
        assert call.asked is not None
        assert call.asked["action_id"] == "empty_cart"
        call.expect_no_action()
        call.says("Yes.")
        call.expect_action("empty_cart")
        assert call.asked is None


def test_an_answer_is_interrupted_where_the_test_says(assistant: Path) -> None:
    with VirtualCaller(assistant, ACTIONS) as call:
        answer = call.says("What can I do here?", until="ai_speaking")
        assert call.state == "ai_speaking"
        assert call.interrupts("Stop.", after_s=0.8) == ""
        assert call.heard
        assert answer.startswith(call.heard)
        assert call.heard != answer
        call.says("What can I do here?", until="ai_speaking")
        assert call.interrupts("Add a tea to the cart.", after_s=0.5) == "Done: add to the cart, tea."


def test_a_page_that_fails_is_heard_of(assistant: Path) -> None:
    with VirtualCaller(assistant, ACTIONS, {"add_to_cart": broken}) as call:
        assert "The shop is closed." in call.says("Add a tea to the cart.")


def test_a_page_may_change_and_time_may_go_by(assistant: Path) -> None:
    with VirtualCaller(assistant, {}) as call:
        call.updates(actions=dict(ACTIONS))
        call.says("Add a tea to the cart.")
        call.expect_action("add_to_cart")
        call.waits(60)
        assert call.messages("session.closed")


def test_a_brain_of_the_tests_own_answers(assistant: Path, tmp_path: Path) -> None:
    from antiphon.providers.brain.scripted import create

    (tmp_path / "said.jsonl").write_text('{"match": null, "do": [{"say": "So be it."}]}\n', "utf-8")
    with VirtualCaller(assistant, brain=create({"script": "said.jsonl"}, tmp_path)) as call:
        assert call.says("Anything at all.") == "So be it."


def test_what_is_missing_is_told_with_the_last_events(assistant: Path) -> None:
    with VirtualCaller(assistant, ACTIONS) as call:
        with pytest.raises(
            AssertionError, match=r"asked for no action, and not for 'add_to_cart'.[\s\S]*session.state"
        ):
            call.expect_action("add_to_cart")
        call.says("Add a tea to the cart.")
        with pytest.raises(AssertionError, match="asked for add_to_cart"):
            call.expect_no_action()
        with pytest.raises(
            AssertionError, match=r"came with \{'article': 'tea'\}, and not with \{'article': 'coffee'\}"
        ):
            call.expect_action("add_to_cart", article="coffee")
        call.says("Add a tea to the cart.")
        with pytest.raises(
            AssertionError, match=r"asked for 'add_to_cart' with \{'article': 'tea'\}, and not for 'go'"
        ):
            call.expect_action("go")
        with pytest.raises(AssertionError, match="has no 'milk'"):
            call.expect_words("milk")
        with pytest.raises(AssertionError, match="There is no 'flight_ms'"):
            call.latency("flight_ms")
        with pytest.raises(AssertionError, match="The assistant does not speak now"):
            call.interrupts("Stop.")
        with pytest.raises(AssertionError, match="60 s of the call went by without the state 'nowhere'"):
            call.says("Add a tea to the cart.", until="nowhere")


def test_the_fixture_hangs_up(tmp_path: Path, assistant: Path) -> None:
    (tmp_path / "test_shop.py").write_text(
        "ADD = {'description': 'Add to the cart'}\n"
        "def test_tea(virtual_caller):\n"
        "    call = virtual_caller('shop.toml', {'add_to_cart': ADD})\n"
        "    call.says('Add to the cart.')\n"
        "    call.expect_action('add_to_cart')\n",
        "utf-8",
    )
    plugins = ["-p", "no:antiphon", "-p", "antiphon.testing.pytest_plugin", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, "test_shop.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[3] / "server"), "PATH": ""},
    )
    assert "1 passed" in done.stdout, done.stdout + done.stderr


class Listener:
    """A brain that repeats in which language it was asked."""

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Listener":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        yield BrainText(request.language)


def test_the_recogniser_may_tell_the_language_and_the_session_goes_on_in_it(assistant: Path) -> None:
    assistant.write_text('languages = ["de", "fr"]\n', "utf-8")
    with VirtualCaller(assistant, brain=Listener()) as call:
        assert call.says("Good morning to you.") == "en"
        assert call.says("Ich hätte gern einen Tee.", language="de-AT") == "de"
        assert call.says("Danke.") == "de"
        assert call.says("Hola, quiero un café.", language="es") == "de"
        assert call.says("Je voudrais un thé.", language="fr") == "fr"
        assert call.writes("And in English?") == "fr"


def test_a_recording_is_played_and_means_what_the_test_says(assistant: Path) -> None:
    with VirtualCaller(assistant, ACTIONS) as call:
        call.plays(SPEECH / "jfk.wav", "Add a tea to the cart.")
        call.expect_action("add_to_cart", article="tea")


def test_what_is_no_recording_is_told_with_its_name(assistant: Path, tmp_path: Path) -> None:
    (tmp_path / "none.wav").write_bytes(b"no sound")
    with VirtualCaller(assistant, ACTIONS) as call, pytest.raises(AudioUnreadable, match=r"none\.wav"):
        call.plays(tmp_path / "none.wav", "Add a tea to the cart.")

"""`antiphon.testing.VirtualCaller` with the providers of the assistant's file, in real time."""

from pathlib import Path

from antiphon.testing import VirtualCaller
from support.calls import SPEECH

ACTIONS = {
    "add_to_cart": {
        "description": "Add to the cart",
        "parameters": {
            "type": "object",
            "properties": {"article": {"enum": ["tea", "coffee"]}},
            "required": ["article"],
        },
    }
}


def test_an_order_is_spoken_understood_and_answered_by_the_real_providers(tmp_path: Path) -> None:
    path = tmp_path / "shop.toml"
    path.write_text("", "utf-8")
    with VirtualCaller(path, ACTIONS, live=True) as call:
        assert call.says("Add a coffee to the cart.") == "Done: add to the cart, coffee."
        call.expect_action("add_to_cart", article="coffee")
        assert call.latency("stt_ms") > 0
        assert call.latency("tts_ms") > 0
        call.plays(SPEECH / "jfk.wav", until="ai_speaking")
        heard = [one["text"] for one in call.messages("transcript.final")]
        assert "fellow americans" in heard[1].lower()


def test_where_no_service_of_a_voice_answers_the_voice_of_this_machine_speaks(tmp_path: Path) -> None:
    path = tmp_path / "shop.toml"
    service = 'provider = "openai"\nmodel = "small"\nbase_url = "http://127.0.0.1:9/v1"\n'
    path.write_text(f"[timeouts]\nfirst_audio_s = 10\n[tts]\n{service}", "utf-8")
    with VirtualCaller(path, ACTIONS, live=True) as call:
        assert call.writes("Add a coffee to the cart.") == "Done: add to the cart, coffee."
        assert len(call.messages("audio.complete")) == 1
        assert call.messages("error") == []

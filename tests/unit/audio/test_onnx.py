"""Runs of a model that nobody waits for any more."""

import threading
from typing import Any

import numpy as np
import pytest

from antiphon.audio.onnx import Model, Stopped
from antiphon.audio.vad import silero
from antiphon.loading import load_vad

FEED = {
    "input": np.zeros((1, 576), np.float32),
    "state": np.zeros((2, 1, 128), np.float32),
    "sr": np.array(16_000, np.int64),
}


@pytest.fixture(scope="module")
def model() -> Model:
    assert silero.MODEL is not None
    return Model(load_vad("silero")[1] or b"")


def test_a_model_that_is_stopped_runs_no_more_until_it_is_told_to(model: Model) -> None:
    assert len(model.run(None, FEED)) == 2
    model.stop()
    with pytest.raises(Stopped):
        model.run(None, FEED)
    model.resume()
    assert len(model.run(None, FEED)) == 2


def test_a_run_that_is_on_is_stopped_from_another_thread(model: Model) -> None:
    began, ended = threading.Event(), []

    def run() -> None:
        try:
            while True:
                model.run(None, FEED)
                began.set()
        except Stopped:
            ended.append("stopped")

    running = threading.Thread(target=run)
    running.start()
    assert began.wait(10)
    model.stop()
    running.join(10)
    model.resume()
    assert ended == ["stopped"]


@pytest.mark.parametrize(("name", "value"), [("input", np.zeros((1, 1, 576), np.float32)), ("sr", np.array(1))])
def test_what_a_model_cannot_take_is_its_own_error_and_standard_error_is_silent(
    model: Model, name: str, value: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(Exception, match=r"rank|Non-zero"):
        model.run(None, {**FEED, name: value})
    assert capfd.readouterr().err == ""

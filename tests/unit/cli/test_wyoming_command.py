"""The command `antiphon wyoming`: its options, its end, and what it serves where nothing is named."""

import json
import signal
import socket
import subprocess
import sys
from contextlib import aclosing
from pathlib import Path

import pytest

from antiphon.cli._wyoming.speech import embedded, of_assistant, started
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.stt import wyoming as wyoming_stt
from antiphon.providers.tts import wyoming as wyoming_tts
from support.server import ENVIRONMENT, antiphon
from support.wav import read
from support.wyoming_home import assistants, serving
from support.wyoming_stand_in import event

ANNOUNCEMENT = "Antiphon speaks Wyoming at tcp://127.0.0.1:"


def test_an_assistant_is_named_where_there_are_several(tmp_path: Path) -> None:
    with pytest.raises(AntiphonError, match="does not exist"):
        of_assistant(tmp_path / "nowhere", None)
    folder = assistants(tmp_path)
    assert of_assistant(folder, None).id == of_assistant(folder, "home").id == "home"
    (folder / "other.toml").write_text("", "utf-8")
    for name in (None, "third"):
        with pytest.raises(AntiphonError) as refused:
            of_assistant(folder, name)
        assert refused.value.code is ErrorCode.CONFIG_INVALID
        assert "home, other" in refused.value.message


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--port", "70000"], "70000"),
        (["--host", "nowhere.invalid"], "no address or name"),
        (["--assistants", "nowhere"], "does not exist"),
        (["--assistant", "nobody"], 'no assistant "nobody"'),
    ],
)
def test_a_wrong_option_is_told_in_a_sentence(arguments: list[str], told: str) -> None:
    done = antiphon("wyoming", *arguments)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_a_wrong_table_is_told_with_its_place(tmp_path: Path) -> None:
    done = antiphon("wyoming", "--port", "0", "--assistants", str(assistants(tmp_path, tts="volcano = 1")))
    assert done.returncode == 2
    assert "home.toml" in done.stderr
    assert "volcano" in done.stderr


def test_sigterm_ends_it_in_order(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "antiphon", "wyoming", "--port", "0", "--assistants", str(assistants(tmp_path))]
    with subprocess.Popen(
        command, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(ANNOUNCEMENT)
        with socket.create_connection(("127.0.0.1", int(line.removeprefix(ANNOUNCEMENT)))) as client:
            client.sendall(event("describe"))
            assert json.loads(client.makefile("rb").readline())["type"] == "info"
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert "Traceback" not in errors


async def test_the_embedded_ones_are_served_where_nothing_is_named(tmp_path: Path) -> None:
    said = read(Path(__file__).parents[2] / "data/speech/librivox_sense_0880.wav")
    async with started(embedded()) as speech, serving(speech) as port:
        assert (speech.name("stt"), speech.name("tts"), speech.languages("stt")) == ("moonshine", "piper", ["en"])
        options = {"uri": f"tcp://127.0.0.1:{port}"}
        stream = wyoming_stt.create(options, tmp_path).open("en")
        stream.feed(said)
        assert len((await stream.finish()).text.split()) > 4
        async with aclosing(wyoming_tts.create(options, tmp_path).speak("Good morning.", "en")) as chunks:
            assert len((await anext(chunks)).pcm)

"""Audio over WS v1 in virtual time, both ways."""

from pathlib import Path

import numpy as np
import pytest

from antiphon.testing import virtual_time
from support.scene import timeless, voice
from support.ws import frames, house
from support.ws_checks import LONG, SILENCE


@pytest.mark.requirement("WS1-FRAMES")
@timeless
async def test_audio_out_is_whole_frames_between_its_boundaries_and_hardly_ahead_of_time(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        end = await client.event("output.audio.end")
        at = [at for at, _ in client.audio]
        assert {len(frame) for _, frame in client.audio} == {640}
        assert len(client.audio) == pytest.approx(end["data"]["duration_ms"] / 20, abs=1)
        ahead = [20 * (number + 1) - 1000 * (time - at[0]) for number, time in enumerate(at)]
        assert max(ahead) <= 400
        assert min(ahead) >= 0
        bounds = [
            index
            for index, (_, message) in enumerate(client.line.sent)
            if isinstance(message, str) and "output.audio." in message
        ]
        binary = [index for index, (_, message) in enumerate(client.line.sent) if isinstance(message, bytes)]
        assert bounds[0] < binary[0] <= binary[-1] < bounds[1]
        sound = np.frombuffer(b"".join(frame for _, frame in client.audio), "<i2").astype(float)
        spectrum = np.abs(np.fft.rfft(sound[:16000] * np.hanning(16000)))
        assert int(spectrum.argmax()) == pytest.approx(440, abs=2)


@pytest.mark.requirement("WS1-FRAMES")
@pytest.mark.parametrize("per_message", [1, 5, 50])
def test_audio_in_may_come_in_any_number_of_whole_frames(per_message: int, tmp_path: Path) -> None:
    @timeless
    async def scene() -> None:
        async with house(tmp_path, texts=["hello there"]) as home:
            client = home.connect()
            await client.started()
            said = [*SILENCE, *voice(1.0), *SILENCE * 4]
            for start in range(0, len(said), per_message):
                await virtual_time.advance(0.02 * per_message)
                client.line.push(frames(said[start : start + per_message]))
            final = await client.event("transcript.final")
            assert final["text"] == "hello there"
            await client.event("output.audio.end")
            assert client.codes == []

    scene()


@pytest.mark.requirement("WS1-FRAMES")
@timeless
async def test_what_is_no_whole_number_of_frames_is_dropped_and_the_next_message_is_heard(tmp_path: Path) -> None:
    async with house(tmp_path, texts=["hello there"]) as home:
        client = home.connect()
        await client.started()
        for size in (0, 1, 639, 641, 960):
            error = await client.refused(bytes(size))
            assert (error["code"], error["trackId"]) == ("audio.frame_size_mismatch", "audio_in")
        assert (await client.refused(bytes(640 * 103)))["code"] == "protocol.too_large"
        await client.speak(1.0)
        assert (await client.event("transcript.final"))["text"] == "hello there"


@timeless
async def test_audio_that_comes_all_at_once_is_heard_as_it_was_said(tmp_path: Path) -> None:
    async with house(tmp_path, texts=["hello there"]) as home:
        client = home.connect()
        await client.started()
        said = frames([*SILENCE, *voice(2.0), *SILENCE * 4])
        for start in range(0, len(said), 6400):
            client.line.push(said[start : start + 6400])
        assert (await client.event("transcript.final"))["text"] == "hello there"
        for start in range(0, 640 * 600, 6400):
            client.line.push(bytes(6400) if start else said[:6400])
        await client.event("error")
        assert client.codes[0] == "rate.limited"

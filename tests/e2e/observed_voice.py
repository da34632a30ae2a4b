"""The saved pages of `observed`, with every order spoken: into the page's microphone, over the call, to the recogniser.

The microphone is the page's own: the browser's question is answered with a stream of Web Audio, into which speech is
played while the page runs, so that one call hears as many orders as the page has controls.
"""

import asyncio
import base64
import re
from pathlib import Path
from typing import Any

import numpy as np

from antiphon import plugins
from antiphon.domain.audio import SPEAKING_RATE, Pcm
from antiphon.ports import TextToSpeech
from antiphon.testing.caller_audio import to_speaking_rate
from e2e.browser import chromium
from e2e.observed import Control, Results, Source, Visited, answering, letters, results_of, site

# A quiet room with a voice in it; `say` resolves when the voice has ended.
MICROPHONE = f"""
() => {{
  const context = new AudioContext({{ sampleRate: {SPEAKING_RATE} }});
  const microphone = context.createMediaStreamDestination();
  const play = (samples, loop = false) => {{
    const buffer = context.createBuffer(1, samples.length, {SPEAKING_RATE});
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(context, {{ buffer, loop }});
    source.connect(microphone);
    source.start();
    return new Promise((done) => source.addEventListener('ended', done, {{ once: true }}));
  }};
  play(Float32Array.from({{ length: {SPEAKING_RATE} }}, () => (Math.random() - 0.5) * 1e-3), true);
  navigator.mediaDevices.getUserMedia = async () => {{
    await context.resume();
    return microphone.stream.clone();
  }};
  window.say = (base64) => {{
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
    return play(Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 32768));
  }};
}}
"""
HEARD = "told.filter(({ type }) => type === 'transcript').map(({ text }) => text).join(' ')"
QUIET = "() => antiphon.state === 'idle'"
ANSWER_MS = 20_000
BY_ITSELF = "--autoplay-policy=no-user-gesture-required"
"""Sound begins without a click."""
LONGEST_S = 3600.0
AS_WRITTEN = {"textbox", "searchbox", "textFieldWithComboBox"}


class Voice:
    """The embedded voice, in every run the same."""

    def __init__(self) -> None:
        self._voice: TextToSpeech = plugins.load("tts", "piper").create({"variation": 0}, Path())

    async def __aenter__(self) -> "Voice":
        await self._voice.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._voice.close()

    async def say(self, text: str) -> Pcm:
        chunks = [chunk async for chunk in self._voice.speak(text, "en")]
        return to_speaking_rate(np.concatenate([chunk.pcm for chunk in chunks]), chunks[0].rate)


def aloud(order: str) -> str:
    """What a person says who reads it: a sign is not spoken, and a sentence ends."""
    return " ".join(re.sub(r"[^\w\s'.,%&-]|(?<!\w)[-.,]+|_+", " ", order.replace("\u2019", "'")).split()) + "."


class Spoken(Visited):
    """A page whose user only speaks."""

    def __init__(self, *arguments: Any, voice: Voice) -> None:
        super().__init__(*arguments)
        self._speaker = voice

    async def load(self) -> None:
        if not self._loaded:
            await self.page.add_init_script(f"({MICROPHONE})()")
        await super().load()

    async def ask(self, text: str) -> dict[str, Any]:
        samples = await self._speaker.say(aloud(text))
        await self.page.wait_for_function(QUIET)
        await self.page.evaluate("told.length = 0")
        await self.page.evaluate("say", base64.b64encode(samples.tobytes()).decode())
        answer = await self.answered(ANSWER_MS)
        self.heard = await self.page.evaluate(HEARD)
        return answer

    def is_right(self, control: Control, state: str) -> bool:
        """A recogniser chooses capitals and spaces as it likes."""
        if control.role not in AS_WRITTEN:
            return super().is_right(control, state)
        return letters(state) == letters(control.wanted)


async def measure_spoken(source: Source, voice: Voice) -> Results:
    """As `measure`, and nothing is written."""
    with site(source) as origin, answering(origin, spoken=True) as server:
        async with chromium(BY_ITSELF) as browser:
            page = await browser.new_page(permissions=["microphone"])
            visited = Spoken(page, f"{origin}/{source.page}", server, voice=voice)
            return await asyncio.wait_for(results_of(visited, source), LONGEST_S)

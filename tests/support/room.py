"""A room around a headless caller: its noise, who speaks in it, what comes out of the loudspeaker; and the wire.

`Room` takes the microphone of a call that is on. `Wire` writes down when each audio packet of the server arrived and
whether it can be heard: earlier than any receiver can play it, and with nothing of the receiver's own delay in it.
"""

from collections import deque
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from aiortc.codecs.opus import OpusDecoder
from aiortc.jitterbuffer import JitterFrame
from av import AudioFrame as DecodedFrame
from numpy.typing import NDArray

from antiphon.domain.audio import FRAME_S, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from antiphon.testing.caller import Caller
from antiphon.testing.caller_audio import AUDIBLE, VOICED_WINDOW
from antiphon.testing.caller_peer import Speech
from support.sounds import room_tone

LATE_S = 0.06
"""A microphone that sends so long after its last frame, or a loudspeaker that has nothing to play, is no room's."""
QUIET_S = 0.2
"""Silence from this length on: no pause between two words of one answer is as long."""
BACKLOG = SPEAKING_RATE // 10


@dataclass(eq=False)
class Sound:
    """What is played in the room. The times are seconds of the call, None until that sample is on its way."""

    pcm: Pcm
    onset_at: float | None = None
    ended_at: float | None = None
    played: int = 0

    def __post_init__(self) -> None:
        self.onset = first_voiced(self.pcm)


def first_voiced(pcm: Pcm) -> int:
    """The sample at which the sound begins: its first 30 ms within 20 dB of the loudest 10 ms."""
    windows = np.pad(pcm.astype(float), (0, -len(pcm) % VOICED_WINDOW)).reshape(-1, VOICED_WINDOW)
    levels = np.sqrt((windows**2).mean(axis=1))
    voiced = levels >= levels.max() / 10
    lasting = voiced[:-2] & voiced[1:-1] & voiced[2:]
    return int(np.argmax(lasting)) * VOICED_WINDOW


class Room(Speech):
    """What the microphone hears from now on: the room's tone, sounds on top of it, and its own loudspeaker.

    The loudspeaker is heard `echo_db` louder than it plays (a negative number), `echo_s` later; None: not at all.
    """

    def __init__(self, call: Caller, *, echo_db: float | None = None, echo_s: float = 0.08) -> None:
        super().__init__(np.zeros(SPEAKING_SAMPLES, np.int16))
        self._tone = room_tone(2.0)
        self._at = 0
        self._sounds: deque[Sound] = deque()
        self._gain = 0.0 if echo_db is None else 10 ** (echo_db / 20)
        self._delay = round(echo_s * SPEAKING_RATE)
        self._loudspeaker = np.zeros(self._delay)
        self._plays = False
        self._taken_at: float | None = None
        self.slips = 0
        """How often the caller's own machine was late, so that the echo came at another delay than before."""
        if self._gain:
            call.listen(self._play_back)
        call.speak(self)

    def play(self, pcm: Pcm) -> Sound:
        """Sound it at once; what sounds already goes on."""
        sound = Sound(pcm)
        self._sounds.append(sound)
        return sound

    def next_frame(self, now: float) -> Pcm:
        """`Speech.next_frame`: the next 20 ms. It never ends, so the microphone never falls silent."""
        self.slips += self._taken_at is not None and now - self._taken_at > LATE_S
        self._taken_at = now
        start = self._at % len(self._tone)
        self._at += SPEAKING_SAMPLES
        mixed = self._tone[start : start + SPEAKING_SAMPLES].astype(float)
        for sound in list(self._sounds):
            self._mix(sound, mixed, now)
        mixed += self._gain * self._echo()
        taken: Pcm = np.clip(mixed, -32768, 32767).astype(np.int16)
        return taken

    def _echo(self) -> NDArray[np.float64]:
        """What the loudspeaker plays now; it pauses where the network has brought nothing to play."""
        if len(self._loudspeaker) < SPEAKING_SAMPLES:
            self.slips += self._plays
            return np.zeros(SPEAKING_SAMPLES)
        playing, self._loudspeaker = self._loudspeaker[:SPEAKING_SAMPLES], self._loudspeaker[SPEAKING_SAMPLES:]
        return playing

    def _mix(self, sound: Sound, mixed: NDArray[np.float64], now: float) -> None:
        part = sound.pcm[sound.played : sound.played + SPEAKING_SAMPLES]
        mixed[: len(part)] += part
        sound.played += SPEAKING_SAMPLES
        if sound.onset_at is None and sound.onset < sound.played:
            sound.onset_at = now
        if sound.played >= len(sound.pcm):
            sound.ended_at = now
            self._sounds.remove(sound)

    def _play_back(self, pcm: Pcm) -> None:
        waiting = np.concatenate((self._loudspeaker, pcm.astype(float)))
        # What a busy machine brings late is not played late for ever.
        late = len(waiting) > self._delay + BACKLOG
        self.slips += late
        self._plays = True
        self._loudspeaker = waiting[-self._delay :] if late else waiting


class Wire:
    """The server's audio packets as they arrive from now on."""

    def __init__(self, call: Caller) -> None:
        self.audible: list[float] = []
        """When each packet came that can be heard, in seconds of the call."""
        self._now = call.now
        self._decoder = OpusDecoder()
        receiver: Any = call.peer.connection.getReceivers()[0]
        handle = receiver._handle_rtp_packet

        async def arrived(packet: Any, arrival_time_ms: int) -> None:
            self._note(packet)
            await handle(packet, arrival_time_ms=arrival_time_ms)

        receiver._handle_rtp_packet = arrived

    def _note(self, packet: Any) -> None:
        at = self._now()
        for frame in self._decoder.decode(JitterFrame(packet.payload, packet.timestamp)):
            assert isinstance(frame, DecodedFrame)
            if int(np.abs(frame.to_ndarray().astype(np.int32)).max()) >= AUDIBLE:
                self.audible.append(at)

    def silent_from(self, since: float) -> float | None:
        """When the last packet came that could be heard before the first silence after `since`; None: it went on."""
        heard = [at for at in self.audible if at >= since - FRAME_S]
        last = next((one for one, following in pairwise(heard) if following - one >= QUIET_S), None)
        if last is None and heard and self._now() - heard[-1] >= QUIET_S:
            last = heard[-1]
        return last

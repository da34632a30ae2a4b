"""The headless caller's end of a WebRTC connection: a microphone, an ear and the data channel `vip`."""

import asyncio
import fractions
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
from aioice import Candidate
from aiortc import (
    MediaStreamTrack,
    RTCBundlePolicy,
    RTCConfiguration,
    RTCPeerConnection,
    RTCRtpSender,
    RTCSessionDescription,
)
from aiortc.exceptions import InvalidAccessError, InvalidStateError, OperationError
from aiortc.mediastreams import MediaStreamError
from aiortc.rtcicetransport import RTCIceTransport
from av.audio.frame import AudioFrame

from antiphon.domain.audio import FRAME_S, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from antiphon.testing.caller_audio import voiced_end
from antiphon.testing.caller_events import CallError

BEHIND_S = 1.0
"""A microphone that is later than this (a machine that slept) starts its clock anew and does not rush."""

CLOSE_S = 5.0

_SILENCE = np.zeros(SPEAKING_SAMPLES, np.int16)

# What a peer's SDP makes aiortc's parser raise: its own three, and whatever a missing or odd line leads to.
_BAD_SDP = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
    InvalidAccessError,
    InvalidStateError,
    OperationError,
)


class Speech:
    """Audio on its way out of the microphone. The times are None until that sample has been sent."""

    def __init__(self, pcm: Pcm) -> None:
        self.pcm = pcm
        self.started_at: float | None = None
        self.voiced_until: float | None = None
        self.ended_at: float | None = None
        self._voiced_end = voiced_end(pcm)
        self._sent = 0

    def next_frame(self, now: float) -> Pcm:
        """Return the next 20 ms: int16, shape (960,), 48 kHz mono, filled up with silence at the end.

        `now` is when they are sent, in seconds of the call; `started_at`, `voiced_until` and `ended_at` are told in it.
        """
        frame = self.pcm[self._sent : self._sent + SPEAKING_SAMPLES]
        if self._sent == 0:
            self.started_at = now
        self._sent += len(frame)
        if self.voiced_until is None and self._sent >= self._voiced_end:
            self.voiced_until = now
        if self._sent >= len(self.pcm):
            self.ended_at = now
        return np.pad(frame, (0, SPEAKING_SAMPLES - len(frame)))


class Microphone(MediaStreamTrack):
    """Sends 20 ms at every absolute deadline: what is to be said, and silence between."""

    kind = "audio"

    def __init__(self, now: Callable[[], float], sent: Callable[[], None]) -> None:
        super().__init__()
        self._now = now
        self._sent = sent
        self._speeches: deque[Speech] = deque()
        self._deadline: float | None = None
        self._pts = 0

    def speak(self, speech: Speech) -> None:
        """Say this after what is being said, without a pause between."""
        self._speeches.append(speech)

    async def recv(self) -> AudioFrame:
        """Return the next 20 ms when they are due: s16 stereo, 48 kHz. Raises `MediaStreamError` once stopped."""
        if self._deadline is None or self._now() - self._deadline > BEHIND_S:
            self._deadline = self._now()
        await asyncio.sleep(max(0.0, self._deadline - self._now()))
        self._deadline += FRAME_S
        if self.readyState != "live":
            raise MediaStreamError
        # Both channels alike: aiortc encodes stereo, and would make a mono frame 3 dB softer on the way.
        frame = AudioFrame.from_ndarray(np.repeat(self._next(), 2).reshape(1, -1), format="s16", layout="stereo")
        frame.sample_rate = SPEAKING_RATE
        frame.time_base = fractions.Fraction(1, SPEAKING_RATE)
        frame.pts = self._pts
        self._pts += SPEAKING_SAMPLES
        return frame

    def _next(self) -> Pcm:
        if not self._speeches:
            return _SILENCE
        pcm = self._speeches[0].next_frame(self._now())
        if self._speeches[0].ended_at is not None:
            self._speeches.popleft()
        self._sent()
        return pcm


class Peer:
    """One connection. The callbacks run on the loop: `on_audio` gets 48 kHz mono and its RTP time stamp."""

    def __init__(
        self,
        microphone: Microphone,
        on_message: Callable[[str | bytes], None],
        on_audio: Callable[[Pcm, int], None],
        on_change: Callable[[], None],
    ) -> None:
        # Without an explicit list aiortc asks a public STUN server, and stalls where there is no network.
        self.connection = RTCPeerConnection(RTCConfiguration(iceServers=[], bundlePolicy=RTCBundlePolicy.MAX_BUNDLE))
        self._on_audio = on_audio
        self._listening: asyncio.Task[None] | None = None
        audio = self.connection.addTransceiver(microphone, direction="sendrecv")
        codecs = RTCRtpSender.getCapabilities("audio").codecs
        audio.setCodecPreferences([codec for codec in codecs if codec.mimeType.lower() == "audio/opus"])
        self.channel = self.connection.createDataChannel("vip")
        self.channel.on("message", on_message)
        self.channel.on("open", on_change)
        self.channel.on("close", on_change)
        self.connection.on("connectionstatechange", on_change)
        self.connection.on("track", self._listen)

    @property
    def channel_state(self) -> str:
        """The data channel's `readyState`: `connecting`, `open`, `closing` or `closed`."""
        return self.channel.readyState

    @property
    def connection_state(self) -> str:
        """The connection's `connectionState`: `new`, `connecting`, `connected`, `failed` or `closed`."""
        return self.connection.connectionState

    @property
    def sender(self) -> RTCRtpSender:
        """The microphone's; its `transport` carries the audio of both ways."""
        return self.connection.getTransceivers()[0].sender

    @property
    def answer(self) -> str:
        """The server's SDP answer that was taken."""
        return self.connection.remoteDescription.sdp

    async def offer(self, loopback: Sequence[str]) -> str:
        """The SDP offer, with this machine's addresses and those of `loopback`."""
        offer = await self.connection.createOffer()
        for transceiver in self.connection.getTransceivers():
            gather_also(transceiver.sender.transport.transport, loopback)
        await self.connection.setLocalDescription(offer)
        return self.connection.localDescription.sdp

    async def accept(self, answer: str) -> None:
        """Take the server's SDP answer. Raises `CallError` for one that cannot be used."""
        try:
            await self.connection.setRemoteDescription(RTCSessionDescription(sdp=answer, type="answer"))
        except _BAD_SDP as error:
            raise CallError("sdp.invalid", f"The server's SDP answer cannot be used: {error!r}.") from error

    def send(self, message: str) -> bool:
        """Queue one message; False where the channel is not open."""
        if self.channel.readyState != "open":
            return False
        self.channel.send(message)
        return True

    def leave(self) -> None:
        """Hear nothing more of it, while it may still be on."""
        if self._listening is not None:
            self._listening.cancel()
        for source in (self.channel, self.connection):
            source.remove_all_listeners()

    async def close(self) -> None:
        """Close the connection, in 5 s at most; a peer that does not take part in it raises nothing."""
        if self._listening is not None:
            self._listening.cancel()
        try:
            await asyncio.wait_for(self.connection.close(), CLOSE_S)
        except TimeoutError:
            pass  # A peer that does not take part in the closing must not hold up the caller.

    def _listen(self, track: MediaStreamTrack) -> None:
        if track.kind == "audio" and self._listening is None:
            self._listening = asyncio.ensure_future(self._hear(track))

    async def _hear(self, track: MediaStreamTrack) -> None:
        while True:
            try:
                frame = await track.recv()
            except MediaStreamError:
                return
            if isinstance(frame, AudioFrame) and frame.pts is not None:
                samples = frame.to_ndarray().reshape(-1, frame.layout.nb_channels)
                self._on_audio(samples.mean(axis=1).astype(np.int16), frame.pts)


def gather_also(transport: RTCIceTransport, extra: Sequence[str]) -> None:
    """Make one ICE transport offer `extra` first, besides what it finds: aioice leaves out 127.0.0.1, ::1.

    Touches `RTCIceTransport._connection` of aiortc and `Connection.get_component_candidates` of aioice, of
    this one connection only.
    """
    connection = transport._connection
    gather = connection.get_component_candidates

    async def gather_with_extra(component: int, addresses: list[str], timeout: int = 5) -> list[Candidate]:
        found = [address for address in addresses if address not in extra]
        return await gather(component, [*extra, *found], timeout)

    connection.get_component_candidates = gather_with_extra  # type: ignore[method-assign]

"""A bare WebRTC client on loopback, and the smallest call that can be had with it."""

import asyncio
import fractions
from types import CoroutineType
from typing import Any

import numpy as np
from aiortc import (
    MediaStreamTrack,
    RTCBundlePolicy,
    RTCConfiguration,
    RTCDataChannel,
    RTCPeerConnection,
    RTCSessionDescription,
)
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame as DecodedFrame

from antiphon.domain.audio import AudioFrame, Pcm
from antiphon.domain.events import Failed
from antiphon.ports import Link
from antiphon.transports.webrtc import addresses, hardening
from support.wait import Pace


def lose(*_: Any, **__: Any) -> None:
    """Stands in for what sends or takes a packet: the packet is lost."""


def cut_wire(connection: RTCPeerConnection) -> None:
    """Nothing gets through any more, either way, and no goodbye does."""
    for ice in hardening.ice_connections(connection):
        for protocol in ice._protocols:
            protocol.transport.sendto = lose  # type: ignore[method-assign]
            protocol.datagram_received = lose  # type: ignore[method-assign]


def tone(hertz: float, start: int, samples: int = 960, rate: int = 48_000, peak: int = 8_000) -> Pcm:
    at = np.arange(start, start + samples) / rate
    return (peak * np.sin(2 * np.pi * hertz * at)).astype(np.int16)


def loudest_hertz(pcm: Pcm, rate: int) -> float:
    spectrum = np.abs(np.fft.rfft(pcm * np.hanning(len(pcm))))
    return float(np.argmax(spectrum) * rate / len(pcm))


class EchoCall:
    """A `ports.Call` that returns every message, says a tone and keeps what it hears."""

    def __init__(self, hertz: float = 440.0) -> None:
        self.hertz = hertz
        self.link: Link | None = None
        self.heard_frames: list[AudioFrame] = []
        self.messages: list[str | bytes] = []
        self.lost_reasons: list[str] = []
        self.failures: list[Failed] = []
        self.silent = False
        self.listens_only = False
        self.was_away: list[bool] = []
        self.was_quiet: list[bool] = []
        self._sample = 0

    def opened(self, link: Link, *, silent: bool = False) -> None:
        self.link = link
        self.silent = silent
        link.send("opened")

    def on_audio(self, frame: AudioFrame) -> None:
        self.heard_frames.append(frame)

    def on_message(self, text: str | bytes) -> None:
        self.messages.append(text)
        if self.link is not None:
            self.link.send(f"text {text[:20]}" if isinstance(text, str) else f"bytes {len(text)}")

    def next_frame(self) -> Pcm:
        self._sample += 960
        return tone(self.hertz, self._sample)

    def next_sound(self) -> Pcm | None:
        return self.next_frame()

    def muted(self, on: bool = True) -> None:
        self.listens_only = on

    def refused(self, failure: Failed) -> None:
        self.failures.append(failure)

    def away(self, gone: bool) -> None:
        self.was_away.append(gone)

    def quiet(self, on: bool) -> None:
        self.was_quiet.append(on)

    def lost(self, reason: str) -> None:
        self.lost_reasons.append(reason)

    def heard_pcm(self) -> Pcm:
        return np.concatenate([frame.pcm for frame in self.heard_frames])


def coroutine_of(task: asyncio.Task[Any]) -> "CoroutineType[Any, Any, Any]":
    """What runs in the task."""
    coroutine = task.get_coro()
    assert isinstance(coroutine, CoroutineType)
    return coroutine


class Microphone(MediaStreamTrack):
    """20 ms of a tone each 20 ms, for aiortc's own sender."""

    kind = "audio"

    def __init__(self, hertz: float) -> None:
        super().__init__()
        self._hertz = hertz
        self._pace = Pace()
        self._sample = 0

    async def recv(self) -> DecodedFrame:
        if self.readyState != "live":
            raise MediaStreamError
        await self._pace.step()
        # Both channels alike: aiortc encodes stereo, and would make a mono frame 3 dB softer on its way.
        both = np.repeat(tone(self._hertz, self._sample), 2).reshape(1, -1)
        frame = DecodedFrame.from_ndarray(both, format="s16", layout="stereo")
        frame.sample_rate, frame.time_base = 48_000, fractions.Fraction(1, 48_000)
        frame.pts = self._sample
        self._sample += 960
        return frame


class StockClient:
    """A bare aiortc client that says a tone, keeps what it hears, and has a data channel or several.

    It knows of no session: who calls a server is `antiphon.testing.caller.Caller`.
    """

    def __init__(
        self,
        hertz: float | None = 1_000.0,
        direction: str = "sendrecv",
        bundle: RTCBundlePolicy = RTCBundlePolicy.MAX_BUNDLE,
        **options: Any,
    ) -> None:
        self.connection = RTCPeerConnection(RTCConfiguration(iceServers=[], bundlePolicy=bundle, **options))
        self.heard: list[Pcm] = []
        self.messages: list[str | bytes] = []
        self._listening: asyncio.Task[None] | None = None
        if hertz is not None:
            microphone = Microphone(hertz)
            self.connection.addTransceiver(microphone if "send" in direction else "audio", direction=direction)
        self.connection.on("track", self._listen)

    def channel(self, label: str = "vip", **options: Any) -> RTCDataChannel:
        channel = self.connection.createDataChannel(label, **options)
        channel.on("message", self.messages.append)
        return channel

    async def offer(self) -> str:
        offer = await self.connection.createOffer()
        for ice in hardening.ice_connections(self.connection):
            addresses.gather_on(ice, [addresses.LOOPBACK])
        await self.connection.setLocalDescription(offer)
        return self.connection.localDescription.sdp

    async def accept(self, answer: str) -> None:
        await self.connection.setRemoteDescription(RTCSessionDescription(sdp=answer, type="answer"))

    def cut_wire(self) -> None:
        cut_wire(self.connection)

    async def close(self) -> None:
        await self.connection.close()
        if self._listening is not None:
            self._listening.cancel()

    def _listen(self, track: MediaStreamTrack) -> None:
        self._listening = asyncio.ensure_future(self._hear(track))

    async def _hear(self, track: MediaStreamTrack) -> None:
        while True:
            try:
                frame = await track.recv()
            except MediaStreamError:
                return
            assert isinstance(frame, DecodedFrame)
            both = frame.to_ndarray().reshape(-1, frame.layout.nb_channels)
            self.heard.append(both[:, 0].astype(np.int16, casting="no"))

    def heard_pcm(self) -> Pcm:
        return np.concatenate(self.heard)

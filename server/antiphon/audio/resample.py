"""Resample audio of any rate, sample type and channel count to int16 mono of one rate.

Outside `transports/webrtc`, PyAV is known here and in `coded.py` alone.
"""

from typing import Any

import av
import numpy as np
from av.filter import Graph
from numpy.typing import NDArray

from antiphon.domain.audio import Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode

LOWEST_RATE = 4_000
HIGHEST_RATE = 384_000

_FULL_SCALE = 32768
_NOTHING: Pcm = np.empty(0, np.int16)


class Resampler:
    """The resampler of one stream to `to_rate`, from whatever rate and layout it has at the moment.

    It carries its filter from piece to piece, so that where the stream is cut cannot be heard, and
    begins anew where the rate changes. Time stamps are not looked at: a sample's time is its place in
    the stream. What comes out is as long as what went in to the sample, once it is flushed.
    """

    def __init__(self, to_rate: int) -> None:
        self._to_rate = _checked(to_rate)
        self._from_rate = to_rate
        self._graph: Graph | None = None
        self._fed = 0
        self._given = 0

    def feed(self, pcm: NDArray[Any], rate: int, *, planar: bool = False) -> Pcm:
        """Return the audio that is ready now: int16, shape (n,), mono; n may be 0 while the filter fills.

        `pcm` is of shape (n,), (n, channels) or, where `planar`, (channels, n); of int16, int32 or uint8 over
        its whole range or of a float type from -1 to 1. Channels are averaged. Raises `AntiphonError`
        `audio.unsupported_format` for other types and shapes, and for a rate outside 4 to 384 kHz.
        """
        mono = mono_int16(pcm, planar)
        ready = [] if _checked(rate) == self._from_rate else [self.flush()]
        self._from_rate = rate
        if rate == self._to_rate:
            ready.append(mono)
        elif len(mono):
            self._graph = self._graph or _graph(rate, self._to_rate)
            self._graph.push(_frame(mono, rate))
            pulled = _pull(self._graph)
            self._fed += len(mono)
            self._given += len(pulled)
            ready.append(pulled)
        return np.concatenate([_NOTHING, *ready])

    def feed_frame(self, frame: av.AudioFrame) -> Pcm:
        """Resample a frame of PyAV: any format, layout, rate and size (MEDIA-OPUS)."""
        try:
            samples = frame.to_ndarray() if frame.samples else np.empty((1, 0), np.int16)
        except ValueError as error:
            raise AntiphonError(
                ErrorCode.AUDIO_UNSUPPORTED,
                f"Audio of the sample format {frame.format.name!r} cannot be heard.",
            ) from error
        if not frame.format.is_planar:
            samples = samples.reshape(-1, frame.layout.nb_channels)
        return self.feed(samples, frame.sample_rate, planar=frame.format.is_planar)

    def flush(self) -> Pcm:
        """Return the rest that the filter holds. The next piece that is fed begins a new stream."""
        graph, self._graph = self._graph, None
        if graph is None:
            return _NOTHING.copy()
        graph.push(None)
        tail = _pull(graph)
        # A stream shorter than the filter comes out of it as nothing at all: what is missing is made silence.
        owed = np.zeros(max(0, round(self._fed * self._to_rate / self._from_rate) - self._given), np.int16)
        owed[: len(tail)] = tail[: len(owed)]
        self._fed = self._given = 0
        return owed


def _checked(rate: int) -> int:
    if not LOWEST_RATE <= rate <= HIGHEST_RATE:
        raise AntiphonError(
            ErrorCode.AUDIO_UNSUPPORTED,
            f"Audio of {rate} samples a second cannot be used; {LOWEST_RATE} to {HIGHEST_RATE} can.",
        )
    return rate


def mono_int16(pcm: NDArray[Any], planar: bool = False) -> Pcm:
    """Return the average of the channels, int16 of shape (n,), for what `Resampler.feed` takes and with its errors."""
    channels = pcm[np.newaxis] if pcm.ndim == 1 else pcm if planar else pcm.T
    if channels.ndim != 2 or not len(channels):
        raise AntiphonError(
            ErrorCode.AUDIO_UNSUPPORTED,
            f"Audio must be samples, or samples by channels, not of shape {pcm.shape}.",
        )
    scaled = _scaled(channels)
    mono: Pcm = scaled[0]
    if len(scaled) > 1 or scaled.dtype != np.int16:
        # As a product it takes a tenth of the time of a mean over short rows.
        average = np.full(len(scaled), 1 / len(scaled), np.float32) @ scaled.astype(np.float32, copy=False)
        mono = np.rint(average).clip(-_FULL_SCALE, _FULL_SCALE - 1).astype(np.int16)
    return mono


def _scaled(samples: NDArray[Any]) -> NDArray[Any]:
    """Bring samples to the range of int16: int16 as they are, all others as float32."""
    if samples.dtype == np.int16:
        return samples
    if samples.dtype == np.uint8:
        return (samples.astype(np.float32) - 128) * 256
    if samples.dtype == np.int32:
        return samples.astype(np.float32) / 65536
    if np.issubdtype(samples.dtype, np.floating):
        # A synthesiser's NaN is made silence; as an integer it would be a bang.
        finite = np.nan_to_num(samples.astype(np.float32), nan=0.0, posinf=1.0, neginf=-1.0)
        return finite * np.float32(_FULL_SCALE)
    raise AntiphonError(ErrorCode.AUDIO_UNSUPPORTED, f"Audio samples cannot be of the type {samples.dtype}.")


def _graph(from_rate: int, to_rate: int) -> Graph:
    graph = Graph()
    # By default a graph starts a thread for each core, and so does PyAV's `AudioResampler`: for every stream.
    graph.threads = 1
    graph.link_nodes(
        graph.add_abuffer(sample_rate=from_rate, format="s16", layout="mono"),
        graph.add("aresample", str(to_rate)),
        graph.add("aformat", sample_fmts="s16", channel_layouts="mono"),
        graph.add("abuffersink"),
    ).configure()
    return graph


def _frame(mono: Pcm, rate: int) -> av.AudioFrame:
    frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(mono).reshape(1, -1), format="s16", layout="mono")
    frame.sample_rate = rate
    return frame


def _pull(graph: Graph) -> Pcm:
    ready: list[Pcm] = [_NOTHING]
    while True:
        try:
            frame = graph.pull()
        except (av.error.BlockingIOError, av.error.EOFError):
            return np.concatenate(ready)
        ready.append(frame.to_ndarray().astype(np.int16, copy=False).ravel())

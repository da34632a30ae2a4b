"""Tell the answer's own echo in the microphone from the caller's speech.

The server knows what it has sent. What comes in is the answer's echo if what was sent explains it: each pitch of it is
no louder than a loudspeaker, a room and a microphone have been making of the answer, so much later and dying away as
slowly as a room lets it. It removes nothing; it only tells whose sound it is. Who speaks over the echo is heard at
pitches, and at moments, that the echo does not explain, also where the echo is as loud as he is.

How loud, and how much later, is learnt from the last seconds in which an answer sounded. A room has thousands of
reflections and a client's clock is not ours, so the waves of the two do not match; their loudness does.
"""

from collections import deque

import numpy as np
from numpy.typing import NDArray

from antiphon.audio.bands import BANDS, Bands, Powers, catch_up
from antiphon.domain.audio import HEARING_RATE, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm

DELAYS = 27
"""Frames by which an echo may be late: half a second of rooms, jitter buffers and codecs."""
SLACK = 2
"""Frames by which its delay may be off: frames go out and come in 20 ms apart, and buffers adapt."""
LINGERS_DB = 1.4
"""The least speed at which a room falls silent, in dB a frame: in 0.9 s by 60 dB."""
LINGERS_AT_FIRST_DB = 2.2
"""The same as long as nothing is known of the room: most rooms are no halls."""
SOUNDING = 60
"""Frames after the last that was sent in which it may still come back."""
JUDGED = 5
"""Frames that are judged together: 100 ms."""
JUDGED_AT_FIRST = 8
"""The same as long as nothing is known of the room."""
UNEXPLAINED = 0.25
"""The caller speaks where more of the amplitude than this is not explained. Echoes stay under 0.1; who speaks over one
as loud as he is comes to 0.4 within the first syllable."""
MARGIN_DB = 4.0
"""By how much one pitch of an echo may stand over what is expected of it: what reflections add up to differs."""

TAIL = 30
"""Frames before those in which a sound may still linger, where nothing is known of the room."""

REMEMBERED = 150
"""Frames of an answer that are learnt from: 3 s."""
LEARNT_AFTER = 60
"""Frames of an answer before there is something to be learnt: half a second of them may not have come back yet."""
UNKNOWN_DB = -12.0
"""The most that an echo has as long as nothing is known of the room, apart from `MARGIN_DB`."""
LOUDEST_DB = 3.0
"""By how much an echo is louder than what was sent at most: by a microphone's gain."""
DOUBT = 10
"""As many frames' worth the assumption counts beside what was seen."""
USUAL = 0.6
"""The loudness that so much of an echo stays under is the one to expect. Who speaks over it at times changes little."""
UNLIKELY = 0.2
"""Where what comes in does not sound when the answer does, its softest shows how loud an echo in it can be."""
ALIKE, UNLIKE = 0.62, 0.3
"""From this correlation of loudness on, band by band, the delay is known; under the other it is forgotten. An echo in a
room comes to 0.7; other speech in a second to 0.6 at most, and in three to 0.4."""
COMPARED = 3
"""One band in so many is compared for it: the next ones are as loud."""
QUIET = 30.0
"""Below this power nothing was sent that could come back."""
HISS = 10_000.0
"""No room's own noise has more power than this: white noise at -41 dBFS."""
_LEARN_EACH_AT_FIRST, _LEARN_EACH = 40, 100
_SEEN = 8
"""So many frames make what is seen of a pitch worth something."""
_MUTED = 1.0
"""Below this power nothing came in: no microphone is as quiet that hears anything at all."""
_JUDGE_EACH = 3
"""Frames in a row share most of what is judged: the judgement of one is that of the next two."""
_FLOOR_SHARE = 10
"""One frame in so many is as quiet as the room is."""
_LINGERS = np.float32(10 ** (-LINGERS_DB / 10))
_LINGERS_AT_FIRST = np.float32(10 ** (-LINGERS_AT_FIRST_DB / 10))
_MARGIN = np.float32(10 ** (MARGIN_DB / 20))
_SILENCE = bytes(2 * SPEAKING_SAMPLES)
_EVEN = np.full(5, 1 / 5)
_BEFORE = np.arange(DELAYS)


class EchoJudge:
    """The echo judge of one caller: it is given each frame that goes out and comes in, and asked about speech."""

    def __init__(self) -> None:
        self._sent = Bands(SPEAKING_RATE, REMEMBERED + DELAYS)
        self._received = Bands(HEARING_RATE, REMEMBERED)
        self._received_at: NDArray[np.int64] = np.zeros(REMEMBERED, np.int64)
        """The number of frames that had been sent when each of those came in."""
        self._newly_at: deque[int] = deque(maxlen=REMEMBERED)
        self._direct: Powers = np.zeros((REMEMBERED, BANDS), np.float32)
        """The part of the answer that was arriving as each of them came in, and that with what lingered of it."""
        self._lingering: Powers = self._direct
        self._sounding = 0
        self._unjudged = _JUDGE_EACH
        self._unlearnt = 0
        self._echoes = False
        self._learnt = False
        self._delay: int | None = None
        """Frames; None where none stands out: then an echo may be any of them late."""
        self._gain: NDArray[np.float32] = np.full(BANDS, 10 ** (UNKNOWN_DB / 20), np.float32)
        """The share of each band's amplitude that comes back."""
        self._floor: NDArray[np.float32] = np.zeros(BANDS, np.float32)
        """The power that is there without an echo."""

    @property
    def sounding(self) -> bool:
        """Tell whether something was sent lately that could still come back."""
        return self._sounding > 0

    def sent(self, pcm: Pcm) -> None:
        """Note 20 ms that go out now: int16, shape (960,), 48 kHz."""
        if pcm.tobytes() != _SILENCE:
            self._sounding = SOUNDING
        elif self._sounding:
            self._sounding -= 1
        else:
            return
        self._sent.add(pcm)

    def received(self, pcm: Pcm) -> None:
        """Note 20 ms that came in: int16, shape (320,), 16 kHz. To be told of each frame while something was sent."""
        if self._sounding:
            self._received.add(pcm)
            self._newly_at.append(self._sent.count)
            self._unjudged += 1
            self._unlearnt += 1

    def is_echo(self) -> bool:
        """Tell whether the last 100 ms that came in are what has gone out. All the work is done here."""
        if not self._sounding:
            self._echoes = False
        elif self._unjudged >= _JUDGE_EACH:
            self._unjudged = 0
            self._catch_up()
            due = _LEARN_EACH if self._received.count > 2 * REMEMBERED else _LEARN_EACH_AT_FIRST
            if self._unlearnt >= due and self._received.count >= LEARNT_AFTER:
                self._unlearnt = 0
                self._learn(min(self._received.count, REMEMBERED))
            self._judge()
        return self._echoes

    def _catch_up(self) -> None:
        catch_up(self._sent, self._received)
        at = np.array(self._newly_at, np.int64)
        self._newly_at.clear()
        self._received_at = np.concatenate((self._received_at[len(at) :], at))
        self._expect(len(at), self._lingering[-1])

    def _judge(self) -> None:
        powers = self._received.rows[-(JUDGED if self._learnt else JUDGED_AT_FIRST) :]
        # What is no louder than the room says nothing of anybody.
        amplitudes = np.sqrt(np.where(powers > 4 * self._floor, powers, 0))
        whole = float(amplitudes.sum())
        if whole > 1:
            unexplained = self._unexplained(amplitudes) if self._learnt else self._least(amplitudes, whole)
            self._echoes = unexplained < UNEXPLAINED * whole

    def _unexplained(self, amplitudes: Powers) -> float:
        """Return how much of what was heard stands over what is expected to come back."""
        expected = np.sqrt(self._lingering[-JUDGED:]) * (self._gain * _MARGIN) + 2 * np.sqrt(self._floor)
        return float(np.maximum(amplitudes - expected, 0).sum())

    def _least(self, amplitudes: Powers, whole: float) -> float:
        """Return the same before anything is known of the room: by the delay and loudness that explain the most."""
        rows = self._sent.rows[-(JUDGED_AT_FIRST + DELAYS + TAIL) :]
        lingering = _linger(rows, np.zeros(BANDS, np.float32), _LINGERS_AT_FIRST)
        at = self._rows(JUDGED_AT_FIRST) - (len(self._sent.rows) - len(rows))
        expected = np.sqrt(lingering[np.maximum(at - _BEFORE[:, None], 0)])  # (delay, frame, band)
        gains = np.minimum(whole / np.maximum(expected.sum((1, 2)), 1e-3), 10 ** (UNKNOWN_DB / 20))
        expected *= (gains * _MARGIN)[:, None, None]
        return float(np.maximum(amplitudes - expected, 0).sum((1, 2)).min())

    def _rows(self, frames: int) -> NDArray[np.int64]:
        """Return which row of what was sent was the newest when each of the last `frames` was heard."""
        rows: NDArray[np.int64] = self._received_at[-frames:] - self._sent.count + len(self._sent.rows) - 1
        return np.maximum(rows, DELAYS - 1)

    def _expect(self, frames: int, lingers: NDArray[np.float32]) -> None:
        """Work out what of the answer was arriving in the last `frames`, before which this much `lingers`."""
        if not frames:
            return
        least, most = (0, DELAYS - 1) if self._delay is None else (self._delay - SLACK, self._delay + SLACK)
        late = _BEFORE[max(0, least) : most + 1]
        direct = self._sent.rows[self._rows(frames)[:, None] - late].max(1)
        lingering = _linger(direct, lingers)
        self._direct = np.concatenate((self._direct[frames:], direct))
        self._lingering = np.concatenate((self._lingering[frames:], lingering))

    def _learn(self, frames: int) -> None:
        """Learn how late and how loud the answer comes back, from the last `frames` heard while it sounded."""
        on = np.flatnonzero(self._received.rows[-frames:].sum(1) > _MUTED) - frames
        if len(on) < LEARNT_AFTER:
            return  # A microphone that was muted has told nothing of the room.
        self._find_delay(on)
        powers, direct, lingering = self._received.rows[on], self._direct[on], self._lingering[on]
        quietest = len(on) // _FLOOR_SHARE
        floor = np.partition(powers, quietest, axis=0)[quietest]
        # Of a microphone behind a gate nothing is heard but its caller, who is no hiss.
        self._floor = floor * min(1.0, HISS / max(float(floor.sum()), 1.0))
        # A room's tail says little of how loud the sound before it came back.
        fresh = (direct > QUIET) & (direct >= lingering / 2)
        seen = np.count_nonzero(fresh, axis=0)
        known = np.flatnonzero(seen >= _SEEN)
        if len(known) < BANDS // 3:
            return
        own = np.maximum(powers - 2 * self._floor, 1e-6)
        ratios = np.sort(np.where(fresh, own / np.maximum(lingering, QUIET), np.inf), axis=0)
        share = UNLIKELY if self._delay is None else USUAL
        usual = 10 * np.log10(ratios[(share * seen[known]).astype(np.int64), known])
        usual = (seen[known] * usual + DOUBT * UNKNOWN_DB) / (seen[known] + DOUBT)
        # Neighbours are alike, and of some too little was seen.
        every = np.interp(np.arange(-2, BANDS + 2), known, usual)
        level = np.minimum(np.convolve(every, _EVEN, "valid"), LOUDEST_DB)
        self._gain = (10 ** (level / 20)).astype(np.float32)
        self._learnt = True

    def _find_delay(self, on: NDArray[np.int64]) -> None:
        """Find the delay: compare when each band of what came in is loud, in the frames `on`, with the answer's."""
        heard = np.log(self._received.rows[on, ::COMPARED] + QUIET)
        sent = np.log(self._sent.rows[:, ::COMPARED] + QUIET)[self._rows(REMEMBERED)[on][:, None] - _BEFORE]
        heard -= heard.mean(0)
        sent -= sent.mean(0)
        both = np.einsum("fdb,fdb->d", sent, sent) * np.einsum("fb,fb->", heard, heard)
        alike = np.einsum("fb,fdb->d", heard, sent) / np.sqrt(both + 1e-6)
        best = int(alike.argmax())
        delay = best if alike[best] > ALIKE else self._delay if alike[best] >= UNLIKE else None
        if delay != self._delay:
            self._delay = delay
            self._expect(REMEMBERED, np.zeros(BANDS, np.float32))


def _linger(direct: Powers, before: NDArray[np.float32], lingers: np.float32 = _LINGERS) -> Powers:
    """Return the sound with what a room still makes of it, frame by frame, where this much sounded `before`."""
    lingering = direct.copy()
    lingering[0] = np.maximum(direct[0], before * lingers)
    step = 1
    while step < len(lingering):
        lingering[step:] = np.maximum(lingering[step:], lingering[:-step] * lingers**step)
        step *= 2
    return lingering

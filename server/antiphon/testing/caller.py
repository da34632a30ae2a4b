"""A headless caller over real WebRTC: says what it is given, hears the answer, keeps every message.

    async with Caller("http://127.0.0.1:8080", assistant="demo") as call:
        await call.say(Path("question.wav"))
        reply = await call.reply()
        print(reply.text, call.levels().max())

What goes wrong is a `CallError` with a code and a sentence. Times are seconds since the call began.
"""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self, Unpack

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import SPEAKING_RATE, Pcm
from antiphon.testing.caller_audio import levels_dbfs, read_wav, to_speaking_rate
from antiphon.testing.caller_events import (
    CallError,
    Received,
    Reply,
    Turn,
    failure,
    judge,
    only_stops,
    reply_text,
    soundings,
    was_cut,
)
from antiphon.testing.caller_line import CallOptions, Line
from antiphon.testing.caller_peer import Peer, Speech

KEY_DOWN_S = 1.0
"""How long a pressed key waits for the server to listen before the speech begins all the same."""
KEY_UP_S = 0.2
"""From the last sample sent to `input.end`: 60 ms that the server waits for a lost packet, and some to spare."""
SETTLED_S = 0.2
"""Idle counts when it has lasted this long: a pending or announced turn begins in the same instant."""
SENDING_SLACK_S = 10.0
EAR_S = 0.15
"""How late the last of a reply is heard: aiortc's jitter buffer keeps four packets until more come."""
HEARD_LAG_S = 0.1
"""How far a reply's first audible sample may come before the `audio.start` that tells of it."""


class Caller:
    """One call, from `async with` to its end. `user_id` and `metadata` say who calls, `assistant` who is called.

    `narration` says what the page shows, `actions` is the Action Registry, `results` what to answer by action id: a
    fragment of an `action.result` payload with its `status`, or any other value, which is success with that output.
    None never answers; an id that is missing gets success without output. An invocation with `confirm` is not
    answered: the user is being asked, so say or type yes, or send `action.confirm`. `on_event` sees every message of
    the server as it comes, and must not raise. `token` is sent where the server wants one; `connect_timeout` is in
    seconds, 15 unless given. `line` carries the call: `Line`, or one that sends and hears in another way, such as
    `bench_line.LightLine`.
    Raises `ValueError` for a `url` that is none.
    """

    def __init__(
        self, url: str, *, line: Callable[[str, CallOptions], Line] = Line, **options: Unpack[CallOptions]
    ) -> None:
        self._line = line(url, options)
        self._turns: list[Turn] = []

    async def __aenter__(self) -> Self:
        await self._line.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hang_up()

    @property
    def events(self) -> list[Received]:
        """Every message of the server so far, oldest first."""
        return self._line.events

    @property
    def state(self) -> str:
        """The session's state, as the last `session.state` told it."""
        return self._line.state

    @property
    def session_id(self) -> str | None:
        """The session's id; None before there is one."""
        return self._line.session_id

    @property
    def session_token(self) -> str:
        """The token that opens the session over HTTP; empty before there is one."""
        return self._line.session_token

    @property
    def ended(self) -> CallError | None:
        """The reason why the call is over; None while it is on."""
        return self._line.ended

    @property
    def heard(self) -> Pcm:
        """All audio of the server so far: int16, shape (n,), 48 kHz mono, from the start of the call."""
        return self._line.received.pcm

    @property
    def peer(self) -> Peer:
        """The WebRTC connection of the call, for what a caller does not do by itself."""
        return self._line.peer

    def levels(self) -> NDArray[np.float64]:
        """The level of every 20 ms of `heard`, in dBFS."""
        return levels_dbfs(self._line.received.pcm)

    def now(self) -> float:
        """Seconds since the call began."""
        return self._line.now()

    async def say(
        self,
        audio: Path | str | NDArray[np.generic],
        rate: int = SPEAKING_RATE,
        *,
        ptt: bool = False,
        at_once: bool = False,
        label: str = "",
    ) -> Turn:
        """Say a WAV file, or an array at `rate`, as one turn; returns when its last sample has been sent.

        It begins when the session is idle, or `at_once`: that is how to speak over an answer. With `ptt` it
        lies between `input.start` and `input.end`. Raises `AudioUnreadable` for what is no audio.
        """
        pcm = read_wav(Path(audio)) if isinstance(audio, Path | str) else to_speaking_rate(audio, rate)
        turn = await self._begin(label or (str(audio) if isinstance(audio, Path | str) else "audio"), at_once)
        if ptt:
            await self._press_key(turn)
        speech = Speech(pcm)
        self._line.speak(speech)
        limit = len(pcm) / SPEAKING_RATE + SENDING_SLACK_S
        turn.spoken_until = await self._line.wait(lambda: speech.voiced_until, limit, "the microphone")
        await self._line.wait(lambda: speech.ended_at, limit, "the microphone")
        if ptt:
            await asyncio.sleep(KEY_UP_S)
            await self.send("input.end")
        return turn

    def speak(self, speech: Speech) -> None:
        """Send this behind what is being said already, and wait for nothing."""
        self._line.speak(speech)

    def listen(self, heard: Callable[[Pcm], None]) -> None:
        """Call `heard` with all audio of the server from now on, as it comes: int16, 48 kHz mono."""
        self._line.listen(heard)

    async def type(self, text: str, *, at_once: bool = False) -> Turn:
        """Type a turn (`input.text`), when the session is idle or `at_once`."""
        turn = await self._begin(text, at_once)
        turn.spoken_until = self.now()
        await self.send("input.text", {"text": text})
        return turn

    async def reply(self, turn: Turn | None = None, *, timeout: float = 30.0) -> Reply:
        """Wait for the whole reply to a turn (the last one unless said), and the session idle again.

        Raises `CallError`: nothing was understood, the reply failed, none came in `timeout` seconds, or the
        session ended first.
        """
        asked = turn or self._last_turn()
        try:
            await self._line.wait(lambda: judge(self.events, asked) or None, timeout, "the reply")
        except CallError as error:
            refused = [event for event in asked.window(self.events) if event.type == "error"]
            if error.code == "call.timeout" and refused:
                told = failure(refused[-1]).message
                raise CallError("call.timeout", f"{error.message} The server said: {told}") from error
            # A goodbye ends the session at once, which never falls idle; it may be answered first.
            if error is not self.ended or not (error.code == "call.hung_up" or self._heard_out(asked)):
                raise
        if soundings(self.events, asked):
            await asyncio.sleep(EAR_S)
        return self.reply_so_far(asked)

    async def first_audio(self, turn: Turn | None = None, *, timeout: float = 30.0) -> float:
        """Wait for the first audible sample of a turn's reply, and return when it arrived, in seconds of the call.

        What was cut off already by the turn's own further speech, after a pause in it, does not count. Raises
        `CallError` where the turn ends without one, or none comes in `timeout` seconds.
        """
        asked = turn or self._last_turn()

        def first_audible() -> float | None:
            begun = soundings(self.events, asked)
            live = [each.at for each in begun if not each.cut]
            first = self._first_audible(asked, live)
            if first is None and judge(self.events, asked):
                own = "The turn's own speech, after a pause in it, interrupted its reply."
                early = "The reply was over before any of it was heard."
                raise CallError("call.no_reply", own if begun and not live else early)
            return first

        return await self._line.wait(first_audible, timeout, "the reply to be heard")

    def is_cut(self, turn: Turn) -> bool:
        """Tell whether the last of the turn's reply was stopped before its end."""
        return was_cut(self.events, turn)

    def reply_so_far(self, turn: Turn) -> Reply:
        """Return what a turn has got until now."""
        first = self._first_audible(turn, [each.at for each in soundings(self.events, turn)])
        late = None if first is None else round((first - turn.spoken_until) * 1000)
        return Reply(
            text=reply_text(self.events, turn),
            turn_ids=tuple(turn.ids(self.events)),
            interrupted=was_cut(self.events, turn),
            quiet=only_stops(self.events, turn),
            heard_after_ms=late if late is not None and late >= 0 else None,
            events=tuple(turn.window(self.events)),
        )

    async def idle(self, *, timeout: float = 30.0) -> None:
        """Wait until the session awaits the user: idle for a moment, or listening for a follow-up."""
        while True:
            await self.wait_until(self._is_ready, timeout, "the session to be idle")
            try:
                await self.wait_until(lambda: not self._is_ready(), SETTLED_S, "another state")
            except CallError:
                if self.ended is not None:
                    raise
                return

    async def wait_for(self, wanted: Callable[[Received], bool], timeout: float = 30.0, *, since: int = 0) -> Received:
        """The first message that fits, of those there already (from index `since` on) and those to come."""

        def found() -> Received | None:
            return next((event for event in self.events[since:] if wanted(event)), None)

        return await self._line.wait(found, timeout, "a message that fits")

    async def wait_until(self, holds: Callable[[], bool], timeout: float, what: str = "a condition") -> None:
        """Wait until something holds; it is asked at every message and every 20 ms of audio."""
        await self._line.wait(lambda: holds() or None, timeout, what)

    async def send(self, type: str, payload: Mapping[str, Any] | None = None, *, id: str | None = None) -> None:
        """Send one message; an answer to it names its `id`. Raises `CallError` where the channel is not open."""
        if not self._line.send(type, payload or {}, id):
            raise self.ended or CallError("call.closed", f"The channel is not open for {type}.")

    async def reconnect(self) -> None:
        """Go on with the same session over a new connection, as a page does after a change of network or a reload.

        The old connection is left behind. What was missed of the messages joins `events`, and what is heard from now
        on `heard`. A call that was lost is on again. Raises `CallError` where the session cannot be resumed.
        """
        await self._line.reconnect()

    async def hang_up(self) -> None:
        """End the call: `session.close`, a moment for `session.closed`, and the connection closed."""
        await self._line.close()

    async def _begin(self, label: str, at_once: bool) -> Turn:
        if not at_once:
            await self.idle()
        if self._turns:
            self._turns[-1].end = len(self.events)
        known = frozenset(event.turn_id for event in self.events if event.turn_id)
        self._turns.append(Turn(label, len(self.events), known))
        return self._turns[-1]

    async def _press_key(self, turn: Turn) -> None:
        await self.send("input.start", {"trigger": "ptt"})
        try:
            await self.wait_for(_is_listening, KEY_DOWN_S, since=turn.begin)
        except CallError:
            if self.ended is not None:
                raise

    def _last_turn(self) -> Turn:
        if not self._turns:
            raise CallError("call.no_turn", "Nothing has been said yet: there is no reply to wait for.")
        return self._turns[-1]

    def _is_ready(self) -> bool:
        return self.state == "idle" or (self.state == "user_speaking" and self._line.trigger == "follow_up")

    def _heard_out(self, turn: Turn) -> bool:
        """Tell whether the turn has an answer, and whatever of it began to sound was sent to its end."""
        own = turn.ids(self.events)
        ends = sum(event.type == "audio.end" and event.turn_id in own for event in self.events)
        return bool(reply_text(self.events, turn)) and ends >= len(soundings(self.events, turn))

    def _first_audible(self, turn: Turn, starts: list[float]) -> float | None:
        if not starts:
            return None  # what sounds is somebody else's, such as the rest of an answer that was stopped
        after = next((at for at in starts if at >= turn.spoken_until), None)
        if after is not None:
            return self._line.received.first_audible(max(turn.spoken_until, after - HEARD_LAG_S))
        return self._line.received.first_audible(starts[-1] - HEARD_LAG_S)


def _is_listening(event: Received) -> bool:
    return event.type == "session.state" and event.payload.get("state") == "user_speaking"

"""The headless caller's line to a server. Over 300 lines: it is one class, a call from its offer to its end.

It opens a session, keeps messages and audio, and answers actions.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any, TypedDict, TypeVar

from antiphon.domain.audio import Pcm
from antiphon.testing.caller_audio import ReceivedAudio
from antiphon.testing.caller_events import CallError, Received, failure, parse
from antiphon.testing.caller_peer import Microphone, Peer, Speech
from antiphon.testing.caller_signalling import loopback_addresses, offer_again, open_session, parse_url

T = TypeVar("T")

PROTOCOL = "vip/1"
GREETING_S = 3.0
"""How long a greeting that the assistant is said to begin with may take to be heard."""
CONNECT_S = 15.0
CLOSED_S = 2.0
"""How long hanging up waits for `session.closed`."""
LOST_S = 8
"""A line on which nothing has come for so long is lost: a server sends audio all the time, and answers a ping."""
QUIET_S = 3
"""From here on it is asked."""


class CallOptions(TypedDict, total=False):
    """The way in which a session is opened, and what the caller's page is: see `Caller`."""

    assistant: str | None
    narration: str
    actions: Mapping[str, Any]
    results: Mapping[str, Any]
    token: str | None
    connect_timeout: float
    on_event: Callable[[Received], None] | None
    user_id: str | None
    metadata: Mapping[str, Any] | None


MicrophoneMaker = Callable[[Callable[[], float], Callable[[], None]], Microphone]
"""Makes what a line sends, given the call's clock and what to call when something was sent."""


class Line:
    """A connection to one session. `ended` says why it is over; what a server sends never raises here."""

    def __init__(self, url: str, options: CallOptions, make_microphone: MicrophoneMaker = Microphone) -> None:
        self._url = parse_url(url)
        self._options = options
        self._connect_s = options.get("connect_timeout", CONNECT_S)
        self._make_microphone = make_microphone
        self._news = asyncio.Event()
        self._epoch = 0.0
        self._stage = ""
        self._peer: Peer | None = None
        self._microphone = make_microphone(self.now, self._notify)
        self._listeners: list[Callable[[Pcm], None]] = []
        self._was_open = False
        self.session_token = ""
        self._received = 0
        self._watching: asyncio.Task[None] | None = None
        self.received = ReceivedAudio()
        self.events: list[Received] = []
        self.session_id: str | None = None
        self.state = "not_connected"
        self.trigger = ""
        self.ended: CallError | None = None

    def now(self) -> float:
        """Seconds since the call began."""
        return asyncio.get_running_loop().time() - self._epoch

    @property
    def peer(self) -> Peer:
        """The WebRTC connection that the line is on. Raises `CallError` before there is one."""
        if self._peer is None:
            raise CallError("call.closed", "There is no connection yet.")
        return self._peer

    async def open(self) -> None:
        """Connect and initialise the session. Raises `CallError`, with nothing left behind."""
        self._epoch = asyncio.get_running_loop().time()
        limit = self._connect_s
        try:
            async with asyncio.timeout(limit):
                await self._connect()
        except BaseException as error:
            found = f"Waited {limit:g} s for {self._stage}; {self._how_connected()}."
            self._unwatch()
            if self._peer is not None:
                await self._peer.close()
            if isinstance(error, TimeoutError):
                raise CallError("call.timeout", found) from error
            raise

    async def close(self) -> None:
        """Hang up: `session.close`, a moment for the answer, and the connection closed."""
        self._unwatch()
        if self.ended is None and self.send("session.close", {"reason": "client"}):
            try:
                await self.wait(lambda: self._last("session.closed"), CLOSED_S, "session.closed")
            except CallError:
                pass  # However the server takes it, the call is over.
        if self._peer is not None:
            await self._peer.close()

    async def reconnect(self) -> None:
        """A new connection for the same session, whatever became of the old one, and what was missed.

        Raises `CallError` where the session cannot be resumed.
        """
        first = next((event for event in self.events if event.type == "session.connected"), None)
        before = self._peer
        if first is None or self.session_id is None or before is None:
            raise CallError("call.closed", "There is no session to come back to.")
        self._unwatch()
        before.leave()
        if self.ended is not None and self.ended.code == "call.lost":
            self.ended = None
        self._was_open, since = False, len(self.events)
        self._microphone = self._make_microphone(self.now, self._notify)
        self._peer = Peer(self._microphone, self._on_message, self._on_audio, self._on_change)
        offer = await self._peer.offer(loopback_addresses(self._url))
        await self._peer.accept(await offer_again(self._url, self.session_id, offer, session_token=self.session_token))
        claim = {"session_id": self.session_id, "resume_token": first.payload["resume_token"]}
        claim["last_seq"] = max(event.message.get("seq") or 0 for event in self.events)
        limit = self._connect_s
        await self.wait(lambda: self._last("session.connected", since), limit, "session.connected")
        self.send("session.initialize", {"protocol": PROTOCOL, "resume": claim})
        await self.wait(lambda: self._resumed(since), limit, "session.state session.resume")
        await before.close()

    def send(self, type: str, payload: Mapping[str, Any], id: str | None = None) -> bool:
        """Queue one message; False where the channel is not open."""
        message = {"type": type, "payload": payload} | ({} if id is None else {"id": id})
        return self._peer is not None and self._peer.send(json.dumps(message))

    def speak(self, speech: Speech) -> None:
        """Send this behind what is being sent already."""
        self._microphone.speak(speech)

    def listen(self, heard: Callable[[Pcm], None]) -> None:
        """Call `heard` with all audio from now on, as it comes."""
        self._listeners.append(heard)

    async def wait(self, check: Callable[[], T | None], timeout: float, what: str) -> T:
        """The first result of `check` that is not None; asked at every message and every 20 ms of audio.

        Raises `CallError`: what `check` raises, `call.timeout`, or the reason why the line went dead.
        """
        try:
            async with asyncio.timeout(timeout):
                return await self._until(check)
        except TimeoutError as error:
            found = f"Waited {timeout:.3g} s for {what}; the session is {self.state!r}, {self._how_connected()}."
            raise CallError("call.timeout", found) from error

    async def _until(self, check: Callable[[], T | None]) -> T:
        while True:
            found = check()
            if found is not None:
                return found
            if self.ended is not None:
                raise self.ended
            await self._news.wait()

    async def _connect(self) -> None:
        options = self._options
        self._peer = Peer(self._microphone, self._on_message, self._on_audio, self._on_change)
        self._stage = f"an answer of {self._url}"
        offer = await self._peer.offer(loopback_addresses(self._url))
        opened = await open_session(
            self._url,
            offer,
            assistant=options.get("assistant"),
            token=options.get("token"),
            user_id=options.get("user_id"),
            metadata=options.get("metadata"),
        )
        self.session_id, self.session_token = opened.session_id, opened.session_token
        await self._peer.accept(opened.sdp)
        self._stage = "the data channel to open"
        await self._until(lambda: self._was_open or None)
        self._stage = "session.connected"
        connected = await self._until(lambda: self._last("session.connected"))
        page = {"narration": options.get("narration", ""), "actions": dict(options.get("actions") or {})}
        self.send("session.initialize", {"protocol": PROTOCOL, **page})
        self._stage = "session.state idle"
        await self._until(self._initialised)
        await self._let_greet(connected.payload.get("assistant"))

    def _initialised(self) -> bool | None:
        """Tell whether the session is ready. Raises `CallError` with the server's own reason where it refused."""
        refused = self._last("error")
        if refused is not None and self.state in ("not_connected", "connecting"):
            raise failure(refused)
        return self.state not in ("not_connected", "connecting") or None

    def _resumed(self, since: int) -> bool | None:
        """Tell whether the session goes on here. Raises `CallError` with the server's own reason where it refused."""
        refused = self._last("error", since)
        if refused is not None and refused.message.get("seq") is None:
            raise failure(refused)
        return any(event.payload.get("trigger") == "session.resume" for event in self.events[since:]) or None

    async def _let_greet(self, assistant: object) -> None:
        """Wait until a greeting can be heard, so that the first turn does not begin in the gap before it."""
        if not isinstance(assistant, dict) or not assistant.get("greeting"):
            return
        if assistant.get("activate_on", "never") == "never":
            return
        try:
            await self.wait(lambda: self.state == "ai_speaking" or None, GREETING_S, "the greeting")
        except CallError:
            if self.ended is not None:
                raise

    async def _watch(self) -> None:
        """Notice that the server is gone: WebRTC itself takes half a minute (RFC 7675, 5.1).

        Seconds are counted, and not looked up: a caller that stood still itself finds all that came meanwhile.
        """
        quiet = 0
        while quiet < LOST_S and self.ended is None:
            before = self._received
            await asyncio.sleep(1)
            quiet = quiet + 1 if self._received == before else 0
            if quiet >= QUIET_S:
                self.send("ping", {})
        told = f"Nothing has come from the server for {LOST_S} s: it is gone, or the connection to it is lost."
        self._end(CallError("call.lost", told))

    def _unwatch(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
        self._watching = None

    def _last(self, type: str, since: int = 0) -> Received | None:
        return next((event for event in reversed(self.events[since:]) if event.type == type), None)

    def _how_connected(self) -> str:
        if self._peer is None:
            return "there is no connection"
        return f"the connection is {self._peer.connection_state}, the channel {self._peer.channel_state}"

    def _on_message(self, raw: str | bytes) -> None:
        self._received += 1
        try:
            event = parse(raw, self.now())
        except CallError as error:
            self._end(error)
            return
        self.events.append(event)
        if on_event := self._options.get("on_event"):
            on_event(event)
        if event.type == "session.state":
            self.state = str(event.payload.get("state"))
            self.trigger = str(event.payload.get("trigger"))
        elif event.type == "action.invoke" and not event.payload.get("confirm"):
            self._answer(event)
        elif event.type == "error.fatal":
            self._end(failure(event))
        elif event.type == "session.closed":
            reason = event.payload.get("reason")
            code = "call.hung_up" if reason == "hang_up" else "call.closed"
            self._end(CallError(code, f"The server ended the session ({reason})."))
        self._notify()

    def _answer(self, invoked: Received) -> None:
        result = (self._options.get("results") or {}).get(str(invoked.payload.get("action_id")), {"status": "success"})
        if result is None:
            return
        if not isinstance(result, dict) or result.get("status") not in ("success", "error"):
            result = {"status": "success", "output": result}
        self.send("action.result", {"invocation_id": invoked.payload.get("invocation_id"), **result})

    def _on_audio(self, pcm: Pcm, pts: int) -> None:
        self._received += 1
        self.received.add(pcm, pts, self.now())
        for heard in self._listeners:
            heard(pcm)
        self._notify()

    def _on_change(self) -> None:
        peer = self._peer
        if peer is None:
            return
        if peer.connection_state == "connected" and self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        self._was_open = self._was_open or peer.channel_state == "open"
        if peer.connection_state == "failed":
            self._end(CallError("call.lost", "No connection to the server could be made, or it was lost."))
        elif peer.channel_state == "closed" or peer.connection_state == "closed":
            self._end(CallError("call.closed", "The server closed the connection."))
        self._notify()

    def _end(self, reason: CallError) -> None:
        self.ended = self.ended or reason
        self._notify()

    def _notify(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

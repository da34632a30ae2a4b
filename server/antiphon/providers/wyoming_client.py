"""A service that speaks Wyoming: its address, its options, a connection to it, and what it says of itself."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import shown
from antiphon.providers import wyoming_events, wyoming_info
from antiphon.providers.openai_client import need
from antiphon.providers.options import Options
from antiphon.providers.wyoming_events import Eventable, NotWyoming
from antiphon.providers.wyoming_info import Domain, Info

if TYPE_CHECKING:
    from wyoming.event import Event

OPTIONS = {
    "uri": "where the service answers, such as tcp://127.0.0.1:10300",
    "language": "the language as the service wants it; the session's unless set",
    "connect_s": "seconds for a connection (2)",
    "answer_s": "seconds between two events of an answer (30)",
}
INFO_S = 1.0
"""A service that does not say so soon what it is is asked for plain work."""
OTHERS = 1000
"""Events that are none of an answer and are passed over."""

_WHO = {"asr": "recogniser", "tts": "voice"}
_FAILED = {"asr": (ErrorCode.STT_FAILED, ErrorCode.STT_TIMEOUT), "tts": (ErrorCode.TTS_FAILED, ErrorCode.TTS_TIMEOUT)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A service's options: where it is, and which of its models or voices is used."""

    host: str
    port: int
    name: str | None
    speaker: str | None
    language: str | None
    connect_s: float
    answer_s: float


def wanted(options: Options, name: str) -> Wanted:
    """Return the options, the model or voice by its key `name`. Raises `AntiphonError` `config.invalid`, or
    `provider.unavailable` where the package is missing."""
    need(wyoming_events.PACKAGE, wyoming_events.PACKAGE)
    host, port = _address(options.text("uri"))
    return Wanted(
        host,
        port,
        options.optional_text(name),
        options.optional_text("speaker"),
        options.optional_text("language"),
        options.number("connect_s", 2.0, 0.1, 60.0),
        options.number("answer_s", 30.0, 0.1, 600.0),
    )


def _address(uri: str) -> tuple[str, int]:
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port or parts.scheme != "tcp" or parts.username is not None or parts.path.strip("/"):
        message = f"'uri' is {shown(uri)}; it must be an address such as tcp://127.0.0.1:10300."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": "uri"})
    return host, port


class Connection:
    """An open connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer_s: float) -> None:
        self._reader = reader
        self._writer = writer
        self._answer_s = answer_s

    async def send(self, *messages: Eventable) -> None:
        """Raises `TimeoutError` where the service does not take them."""
        async with asyncio.timeout(self._answer_s):
            await wyoming_events.write_events(self._writer, *messages)

    async def receive(self) -> "Event | None":
        """Return the next event; None where the service has closed the connection. Raises `TimeoutError`."""
        async with asyncio.timeout(self._answer_s):
            return await wyoming_events.read_event(self._reader)

    async def receive_any(self) -> "Event | None":
        """The same, however long it takes."""
        return await wyoming_events.read_event(self._reader)

    async def of(self, *kinds: str) -> "Event":
        """Return the next event of these kinds. Raises `NotWyoming` where the service ends without one, or fails."""
        for _ in range(OTHERS):
            event = await self.receive()
            if event is None:
                raise NotWyoming("no answer before it closed the connection")
            if event.type == "error":
                raise NotWyoming("an error")
            if event.type in kinds:
                return event
        raise NotWyoming("nothing but events that are no answer")


class Service:
    """A service, for all sessions: what it can do is asked once, by whoever connects first."""

    def __init__(self, domain: Domain, wanted: Wanted) -> None:
        self.wanted = wanted
        self.domain = domain
        self.info: Info | None = None
        """None as long as it has not been reached."""

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[Connection]:
        """A connection, closed at the end, however that comes. Raises `AntiphonError` `stt.*` or `tts.*` for all that a
        service and its connection do wrong here."""
        with self.told():
            async with asyncio.timeout(self.wanted.connect_s):
                reader, writer = await asyncio.open_connection(
                    self.wanted.host, self.wanted.port, limit=wyoming_events.HEADER_BYTES
                )
            try:
                connection = Connection(reader, writer, self.wanted.answer_s)
                if self.info is None:
                    await self._learn(connection)
                yield connection
            finally:
                await wyoming_events.close(writer)

    async def check(self) -> str | None:
        """Return what keeps the service from working with these options; None where nothing does."""
        self.info = None
        try:
            async with self.connected():
                info: Info | None = self.info
        except AntiphonError as error:
            return f"At {self.place}: {error.message}"
        if info is None:
            return f"At {self.place}: the {self.who} did not say within {INFO_S:g} s what it can do."
        chosen = self.wanted
        language = None if chosen.language == "auto" else chosen.language
        return wyoming_info.objection(info, self.domain, chosen.name, chosen.speaker, language)

    async def _learn(self, connection: Connection) -> None:
        from wyoming.info import Describe

        await connection.send(Describe())
        try:
            async with asyncio.timeout(min(INFO_S, self.wanted.answer_s)):
                told = await connection.of("info")
        except TimeoutError:
            return
        self.info = wyoming_info.read_info(told.data, self.domain)

    @property
    def who(self) -> str:
        return _WHO[self.domain]

    def language(self, spoken: str) -> str | None:
        """Return what the service is told of the language that is spoken (BCP 47); None: nothing."""
        if self.wanted.language:
            return None if self.wanted.language == "auto" else self.wanted.language
        offers = self.info.of(self.wanted.name) if self.info is not None else ()
        if self.info is not None and any(offer.languages for offer in offers):
            return self.info.language(self.wanted.name, spoken)
        # Recognisers know a language by two letters; a voice that does not say what it speaks speaks its own.
        return spoken.partition("-")[0].lower() or None if self.domain == "asr" else None

    @contextmanager
    def told(self) -> Iterator[None]:
        """Raise `AntiphonError` for what a service does wrong. No word of its own reaches anybody: it may repeat what
        was said."""
        failed, late = _FAILED[self.domain]
        who, again = f"The {self.who}", "Try again in a moment."
        try:
            yield
        except TimeoutError as error:
            raise self.failure(late, f"{who} did not answer in time. {again}") from error
        except NotWyoming as error:
            raise self.failure(failed, f"{who} sent {error}. {again}") from error
        except (asyncio.IncompleteReadError, ConnectionResetError, BrokenPipeError) as error:
            raise self.failure(failed, f"The connection to the {self.who} was cut. {again}") from error
        except OSError as error:
            raise self.failure(failed, f"{who} cannot be reached. {again}") from error

    @property
    def place(self) -> str:
        """Its address, as the options have it."""
        host = self.wanted.host
        return f"{f'[{host}]' if ':' in host else host}:{self.wanted.port}"

    def failure(self, code: ErrorCode, message: str) -> AntiphonError:
        """Return it; what the service can do is asked anew, for it may be another one next time."""
        self.info = None
        details: dict[str, Any] = {"provider": "wyoming"}
        return AntiphonError(code, message, details=details)

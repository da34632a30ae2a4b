"""Guests of a page who speak to it in real calls, several at once, and what came of each thing that they said."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from antiphon.domain.audio import Pcm
from antiphon.domain.states import State, Trigger
from antiphon.testing.caller import Caller
from antiphon.testing.caller_events import Received, Turn
from antiphon.turns.table import rows

SETTINGS = "Please go to settings."
CART = "Please go to the cart."
FORTY = "Set the volume to forty."
FIVE_HUNDRED = "Set the volume to five hundred."
WRITE = "Please write a note saying call the dentist."
HOW_MANY = "How many items are in the cart?"
PRINT = "Please start the printer."
WHAT = "What is on this page?"
GOODBYE = "Good bye."
STOP = "Stop."
YES, NO = "Yes, please.", "No, leave it."
A_PAGE, THAT_PAGE = "Open a page.", "The settings."
SHIPPING = "How much is the shipping?"
SAID = (
    *(SETTINGS, CART, FORTY, FIVE_HUNDRED, WRITE, HOW_MANY, PRINT, WHAT, GOODBYE, STOP),
    *(YES, NO, A_PAGE, THAT_PAGE, SHIPPING),
)
"""The embedded voice says nothing twice in the same way. The recogniser understood each of these 40 times out of 40."""

AT_ONCE = 2
"""Calls at the same time: two cores make, hear and answer them all."""
AUDIBLE_DBFS = -50.0
LEEWAY_S = 0.15
"""Sound and messages take different ways: how far one may be ahead of the other."""
LISTENED = ("response.empty", "error.recognition")


def path(events: Sequence[Received]) -> list[int]:
    """The rows of the transition table (VIP7-MATRIX) that the session took; each is in the table, and follows on."""
    taken, before = [], None
    for event in events:
        if event.type != "session.state" or event.payload["trigger"] == "session.resume":
            continue
        state, previous = event.payload["state"], event.payload["previous"]
        assert before in (None, previous), f"{before} was told last, and {event.raw} comes from elsewhere."
        before = state
        found = [row for row in rows(State(previous), Trigger(event.payload["trigger"])) if row.to == state]
        assert len(found) == 1, event.raw
        taken.append(found[0].number)
    return taken


def of(events: Sequence[Received], *kinds: str) -> list[Mapping[str, Any]]:
    """The payloads of all messages of these types."""
    return [event.payload for event in events if event.type in kinds]


def audible_s(call: Caller, since: float, until: float) -> float:
    """For how many seconds of a stretch of the call there was something to be heard."""
    levels = call.levels()[round(since * 50) : round(until * 50)]
    return float((levels > AUDIBLE_DBFS).sum()) / 50


@dataclass(frozen=True)
class Answer:
    """What came of one thing that was said. `path` are rows of VIP7-MATRIX, `audible_s` is how much was heard."""

    said: str
    heard_as: str
    text: str
    path: list[int]
    orders: list[Mapping[str, Any]]
    audible_s: float
    played_s: float

    @property
    def asked_of_page(self) -> list[tuple[str, Mapping[str, Any]]]:
        return [(order["action_id"], order["parameters"]) for order in self.orders]


@dataclass
class Guest:
    """One call. `voice` holds what can be said; `answers` is what was answered, in order."""

    call: Caller
    voice: Mapping[str, Pcm]
    answers: list[Answer] = field(default_factory=list)

    @property
    def events(self) -> list[Received]:
        return self.call.events

    async def says(self, text: str, **how: bool) -> Turn:
        return await self.call.say(self.voice[text], label=text, **how)

    async def asks(self, text: str, **how: bool) -> Answer:
        """Say it, and hear the answer to its end."""
        return await self.hears_out(await self.says(text, **how))

    async def hears_out(self, turn: Turn) -> Answer:
        reply = await self.call.reply(turn)
        own = [event for event in reply.events if event.turn_id in reply.turn_ids]
        sounds = [event.at for event in own if event.type in ("audio.start", "audio.complete")]
        answer = Answer(
            said=turn.label,
            heard_as=" ".join(payload["text"] for payload in of(own, "transcript.final")),
            text=reply.text,
            path=path(reply.events),
            orders=of(reply.events, "action.invoke"),
            audible_s=audible_s(self.call, min(sounds) - LEEWAY_S, max(sounds) + LEEWAY_S) if sounds else 0.0,
            played_s=sum(payload["played_ms"] for payload in of(own, "audio.complete")) / 1000,
        )
        self.answers.append(answer)
        return answer

    async def is_told(self, kind: str, since: int = 0, **payload: Any) -> Received:
        """Wait for a message of that type whose payload says so."""

        def fits(event: Received) -> bool:
            return event.type == kind and payload.items() <= event.payload.items()

        return await self.call.wait_for(fits, since=since)

    async def is_refused(self, message_id: str) -> Received:
        """Wait for the error that a message with that id is answered with."""
        return await self.call.wait_for(
            lambda event: event.type == "error" and event.message.get("reply_to") == message_id
        )


Visit = Callable[[str, Mapping[str, Pcm]], Awaitable[Any]]
"""What guests do: the server's URL and the voice, to what is to be known of it."""


class Visits:
    """Visits that were made side by side. One that failed fails the tests that ask for it, and no others."""

    def __init__(self, url: str, voice: Mapping[str, Pcm], *visits: Visit) -> None:
        self._outcomes = dict(zip(visits, asyncio.run(_all(url, voice, visits)), strict=True))

    def __getitem__(self, visit: Visit) -> Any:
        outcome = self._outcomes[visit]
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


async def _all(url: str, voice: Mapping[str, Pcm], visits: Sequence[Visit]) -> list[Any]:
    places = asyncio.Semaphore(AT_ONCE)

    async def in_turn(visit: Visit) -> Any:
        async with places:
            return await visit(url, voice)

    return await asyncio.gather(*map(in_turn, visits), return_exceptions=True)


async def understood(url: str, audio: Pcm) -> str:
    """What the recogniser makes of a stretch of a call, said to it through another call."""
    async with Caller(url, assistant="ears") as listener:
        before = len(listener.events)
        await listener.say(audio, ptt=True)
        await listener.wait_for(lambda event: event.payload.get("trigger") in LISTENED, since=before)
        return " ".join(payload["text"] for payload in of(listener.events[before:], "transcript.final"))

"""A chat model behind the OpenAI protocol: OpenAI, Azure OpenAI, or what answers at `base_url`, such as Ollama.

Chat completions, streamed, with functions for the page's actions and the server's tools. Several calls of one answer
are carried out one after the other, and their results go back together. Arguments that are no JSON go back to the model
once, with what is wrong; what does not fit the schema, or is no action, the session sends back (`session.reply`). What
is hard to take back and was not named word for word is asked about first.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, BrainCall, BrainEvent, BrainRequest, BrainText
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import openai_client, openai_errors
from antiphon.providers.brain._chat.caution import prepare, wants_yes
from antiphon.providers.brain._chat.messages import Budget, Message, messages
from antiphon.providers.brain._chat.stream import Answer, Call
from antiphon.providers.brain._chat.tools import Functions, functions
from antiphon.providers.options import Options
from antiphon.providers.threads import run_in_daemon_thread

if TYPE_CHECKING:
    from openai import AsyncOpenAI

OPTIONS = {
    **openai_client.OPTIONS,
    "temperature": "0 to 2; the service's own unless set",
    "max_tokens": "the longest answer (400)",
    "max_tokens_key": "what the service calls that: max_tokens, or max_completion_tokens",
    "context_tokens": "how much the model is told at the most (8000)",
    "history_turns": "how many turns of the conversation it is told at the most (20)",
}
TOKEN_KEYS = ("max_tokens", "max_completion_tokens")
REFUSED = "perhaps the model can call no functions"


def create(options: Mapping[str, Any], base: Path) -> "OpenAiBrain":
    """Raises `AntiphonError` `config.invalid` or `provider.unavailable`."""
    checked = Options(options, OPTIONS)
    settings: dict[str, Any] = {"model": checked.text("model")}
    if checked.has("temperature"):
        settings["temperature"] = checked.number("temperature", 1.0, 0.0, 2.0)
    default = TOKEN_KEYS[1] if not checked.has("base_url") and not checked.has("azure_endpoint") else TOKEN_KEYS[0]
    key = checked.text("max_tokens_key", default)
    if key not in TOKEN_KEYS:
        message = f"'max_tokens_key' is {key!r}; it must be one of {', '.join(TOKEN_KEYS)}."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": "max_tokens_key"})
    settings[key] = checked.whole("max_tokens", 400, 1, 100_000)
    budget = Budget(checked.whole("context_tokens", 8000, 500, 1_000_000), checked.whole("history_turns", 20, 0, 200))
    return OpenAiBrain(openai_client.client(checked), settings, budget)


class OpenAiBrain:
    """One session's brain; the client is shared by all of them."""

    def __init__(self, client: "AsyncOpenAI", settings: Mapping[str, Any], budget: Budget) -> None:
        self._client = client
        self._settings = settings
        self._budget = budget
        self._waiting: tuple[str, list[ActionCall]] = ("", [])
        """The turn whose answer had several calls, and those that have not been handed out yet."""

    @property
    def model_id(self) -> str:
        """The model, as its service names it."""
        model: str = self._settings["model"]
        return model

    async def start(self) -> None:
        """Read the words for what is hard to take back. A service that is down now may be there when somebody calls."""
        await run_in_daemon_thread(prepare)

    def for_session(self) -> "OpenAiBrain":
        return OpenAiBrain(self._client, self._settings, self._budget)

    async def close(self) -> None:
        await self._client.close()

    async def check(self) -> str | None:
        """Return what keeps the model from answering, in a sentence with its mend; None where nothing does."""
        return await openai_errors.objection(self._client, self.model_id)

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        """Text as it comes, or one call. Raises `AntiphonError` `brain.failed` or `brain.timeout`."""
        if call := self._next(request):
            yield BrainCall(call, ask=wants_yes(request, call))
            return
        known = functions(request.actions)
        told = messages(request, known, self._budget)
        for last in (False, True):
            answer = Answer()
            async for text in self._texts(told, known, answer):
                yield BrainText(text)
            calls, broken = _parsed(answer.calls, known)
            if calls:
                self._waiting = (request.turn_id, calls[1:])
                yield BrainCall(calls[0], ask=wants_yes(request, calls[0]))
                return
            if not broken:
                _objected(answer)
                return
            if last:
                message = "The model called an action in a way that cannot be read. Say it in other words."
                raise AntiphonError(ErrorCode.BRAIN_FAILED, message)
            told = [*told, *broken]

    def _next(self, request: BrainRequest) -> ActionCall | None:
        """Return the next call of the answer that this turn has had; those of another turn are dropped."""
        turn_id, calls = self._waiting
        last = request.items[-1] if request.items else None
        if turn_id != request.turn_id or not isinstance(last, ActionTaken):
            self._waiting = ("", [])
            return None
        return calls.pop(0) if calls else None

    async def _texts(self, told: Sequence[Message], known: Functions, answer: Answer) -> AsyncIterator[str]:
        """Yield the part of an answer that is for the user, as it comes; the rest is put together in `answer`."""
        request = openai_errors.Request(self.model_id, ErrorCode.BRAIN_FAILED, ErrorCode.BRAIN_TIMEOUT, REFUSED)
        with openai_errors.told(request):
            stream = await openai_errors.asked(lambda: self._begun(told, known))
            try:
                async for chunk in stream:
                    if text := answer.feed(chunk):
                        yield text
            finally:
                await stream.close()
        if text := answer.rest():
            yield text

    async def _begun(self, told: Sequence[Message], known: Functions) -> Any:
        """Return the stream of an answer."""
        tools = {"tools": list(known.described)} if known.described else {}
        return await self._client.chat.completions.create(messages=list(told), stream=True, **tools, **self._settings)  # type: ignore[call-overload]


def _parsed(calls: Sequence[Call], known: Functions) -> tuple[list[ActionCall], list[Message]]:
    """Return the calls that can be read; and where none can, what the model is told about them."""
    found: list[ActionCall] = []
    broken: list[Message] = []
    for number, call in enumerate(calls):
        try:
            found.append(ActionCall(known.action_of(call.name), call.parsed()))
        except ValueError as error:
            id_ = f"broken_{number}"
            function = {"name": call.name or "_", "arguments": "{}"}
            made = {"id": id_, "type": "function", "function": function}
            broken.append({"role": "assistant", "content": None, "tool_calls": [made]})
            told = f"The arguments cannot be read ({error}). Call it again with arguments that are one JSON object."
            broken.append({"role": "tool", "tool_call_id": id_, "content": told})
    return found, broken


def _objected(answer: Answer) -> None:
    if answer.finish == "content_filter":
        message = "The model's service withheld its answer. Say it in other words."
        raise AntiphonError(ErrorCode.BRAIN_FAILED, message)

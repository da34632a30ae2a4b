"""Tools of a server that speaks the Model Context Protocol, by the package `mcp`: a program, or an address.

One connection for all sessions, held by a task of its own, since the package wants to be left where it was entered. A
server that is lost is connected again when its next tool is wanted. What its tools and their results say is data: they
are told to a brain as what they are, and nothing in them is obeyed (S17). A tool is used without the user's yes only
where it says that it reads and changes nothing (`readOnlyHint`), or the assistant's file names it.
"""

import asyncio
import os
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog

from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.texts import readable
from antiphon.providers.options import Options
from antiphon.providers.threads import run_in_daemon_thread
from antiphon.providers.tools._environment import from_environment
from antiphon.providers.tools._output import checked, failed
from antiphon.wire.schemas import check_schema

if TYPE_CHECKING:
    from mcp import ClientSession, types

OPTIONS = {
    "name": "what its tools are called in front of their own names",
    "command": "a program",
    "args": "the program's arguments",
    "env": "the program's environment; `env:NAME` is a variable of the server's",
    "url": "an address",
    "headers": "further headers; `env:NAME` is a variable of the server's",
    "tools": "those of its tools that are used; else all",
    "without_asking": "tools that need no yes",
    "timeout_ms": "how long a tool may take",
}
CONNECT_S = 20.0
"""A program may have to be loaded from the disk first."""
REST_S = 5.0
"""A server that cannot be reached is tried so seldom."""
TOOLS = 200
PAGES = 20
DESCRIPTION = 1024
NAME = 64
"""The longest name of an action, with the server's."""

UNREACHED = "The tool's server cannot be reached."

log = structlog.get_logger()


def create(options: Mapping[str, Any], base: Path) -> "McpTools":
    """Raises `AntiphonError` `config.invalid`, or `provider.unavailable` where the package is missing."""
    known = Options(options, OPTIONS)
    if find_spec("mcp") is None:
        message = 'The package mcp is not installed. Install it with: pip install "antiphon[mcp]"'
        raise AntiphonError(ErrorCode.PROVIDER_UNAVAILABLE, message)
    return McpTools(known.text("name"), options, base)


class McpTools:
    """The tools of one server."""

    def __init__(self, name: str, options: Mapping[str, Any], base: Path) -> None:
        self._name = name
        self._options = options
        self._base = base
        self._offered: dict[str, Action] = {}
        self._tools: dict[str, str] = {}
        """The server's own names, by those of the actions."""
        self._session: ClientSession | None = None
        self._task: asyncio.Task[None] | None = None
        self._leave = asyncio.Event()
        self._connecting = asyncio.Lock()
        self._rests_until = 0.0

    def offered(self) -> Mapping[str, Action]:
        """The tools that the server had when it was reached, by the names of their actions."""
        return self._offered

    async def start(self) -> None:
        """Connect, and ask for the tools. Raises `AntiphonError` `provider.unavailable` or `config.invalid`."""
        await self._connect()

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        """Return the tool's result: what it has as structured content, else its text. Raises `action.failed`."""
        del session_id
        from mcp import McpError
        from mcp.types import CONNECTION_CLOSED

        session = self._session or await self._again()
        try:
            result = await self._while_connected(session.call_tool(self._tools[name], dict(arguments)))
        except McpError as error:
            if error.error.code != CONNECTION_CLOSED:
                raise failed("The tool's server refused it.") from error
            self._lost()
            raise failed(UNREACHED) from error
        except Exception as error:  # the package tells a lost connection in many ways
            self._lost()
            raise failed(UNREACHED) from error
        output = _output(result)
        if result.isError:
            raise failed(_first_sentence(output))
        return checked(output)

    async def close(self) -> None:
        task, self._task, self._session = self._task, None, None
        self._leave.set()
        if task is not None:
            await asyncio.wait({task}, timeout=REST_S)
            task.cancel()
            await asyncio.wait({task})

    async def _while_connected(self, asked: Coroutine[Any, Any, "types.CallToolResult"]) -> "types.CallToolResult":
        """Return what comes back. Raises `ConnectionError` where the connection ends first: the package would wait."""
        connection = self._task
        asking = asyncio.ensure_future(asked)
        try:
            await asyncio.wait({asking, connection} if connection else {asking}, return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                return asking.result()
            raise ConnectionError
        finally:
            asking.cancel()

    async def _again(self) -> "ClientSession":
        async with self._connecting:
            now = asyncio.get_running_loop().time()
            if self._session is None and now < self._rests_until:
                raise failed(UNREACHED)
            if self._session is None:
                self._rests_until = now + REST_S
                try:
                    await self._connect()
                except AntiphonError as error:
                    log.warning("tool server not reached", provider=self._name, problem=error.message)
                    raise failed(UNREACHED) from error
            assert self._session is not None
            return self._session

    async def _connect(self) -> None:
        await self.close()
        self._leave = asyncio.Event()
        reached: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._hold(reached, self._leave), name=f"mcp:{self._name}")
        done, _ = await asyncio.wait({reached, self._task}, timeout=CONNECT_S, return_when=asyncio.FIRST_COMPLETED)
        if reached in done:
            return
        error = _first(self._task.exception()) if self._task in done and not self._task.cancelled() else None
        await self.close()
        if isinstance(error, AntiphonError):
            raise error
        why = f"it did not answer within {CONNECT_S:g} s" if not done else _why(error)
        raise AntiphonError(
            ErrorCode.PROVIDER_UNAVAILABLE,
            f"The tools of {self._name} cannot be reached: {why}.",
            details={"key": "url" if "url" in self._options else "command"},
        )

    async def _hold(self, reached: "asyncio.Future[None]", leave: asyncio.Event) -> None:
        """Keep the connection until it is left, or breaks."""
        from mcp import ClientSession

        try:
            async with AsyncExitStack() as stack:
                read, write = await self._streams(stack)
                limit = timedelta(milliseconds=self._options["timeout_ms"]) if "timeout_ms" in self._options else None
                session = await stack.enter_async_context(ClientSession(read, write, read_timeout_seconds=limit))
                await session.initialize()
                self._take(await self._listed(session))
                self._session = session
                if not reached.done():
                    reached.set_result(None)
                await leave.wait()
        except Exception:
            if not reached.done():
                raise
            log.warning("tool server lost", provider=self._name)
        finally:
            if self._leave is leave:
                self._session = None

    async def _streams(self, stack: AsyncExitStack) -> tuple[Any, Any]:
        options = self._options
        if "url" in options:
            import httpx
            from mcp.client.streamable_http import streamable_http_client

            given = options.get("headers", {})
            headers = {name: from_environment("headers", name, value) for name, value in given.items()}
            # Nothing but the configured address is asked, and no deadline but that of whoever asks.
            client = await stack.enter_async_context(
                httpx.AsyncClient(headers=headers, timeout=httpx.Timeout(CONNECT_S, read=None), trust_env=False)
            )
            read, write, _ = await stack.enter_async_context(streamable_http_client(options["url"], http_client=client))
            return read, write
        from mcp.client.stdio import StdioServerParameters, stdio_client

        env = {name: from_environment("env", name, value) for name, value in options.get("env", {}).items()}
        program = StdioServerParameters(
            command=options["command"], args=list(options.get("args", ())), env=env, cwd=self._base
        )
        # A program may write there whatever it likes, and without end.
        nowhere = stack.enter_context(await run_in_daemon_thread(open, os.devnull, "w"))
        read, write = await stack.enter_async_context(stdio_client(program, errlog=nowhere))
        return read, write

    async def _listed(self, session: "ClientSession") -> list["types.Tool"]:
        found: list[types.Tool] = []
        cursor: str | None = None
        for _ in range(PAGES):
            page = await session.list_tools(cursor)
            found += page.tools
            cursor = page.nextCursor
            if not cursor or len(found) >= TOOLS:
                break
        return found[:TOOLS]

    def _take(self, tools: Sequence["types.Tool"]) -> None:
        """Take what the assistant's file wants of it. Raises `config.invalid` for a tool that it has not."""
        known = {one.name: one for one in tools}
        wanted = self._options.get("tools")
        without_asking = frozenset(self._options.get("without_asking", ()))
        for key in ("tools", "without_asking"):
            if missing := [one for one in self._options.get(key, ()) if one not in known]:
                names = ", ".join(sorted(known)) or "none"
                message = f"{self._name} has no tool {missing[0]!r}. Its tools: {names}."
                raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": key})
        self._offered, self._tools = {}, {}
        for tool in known.values():
            if wanted is not None and tool.name not in wanted:
                continue
            action = _action(f"{self._name}.{tool.name}", tool, ask=tool.name not in without_asking)
            if action is None:
                log.warning("tool not offered", provider=self._name, tool=readable(tool.name)[:NAME])
                continue
            self._offered[action.id], self._tools[action.id] = action, tool.name

    def _lost(self) -> None:
        self._session = None
        self._leave.set()


def _action(id_: str, tool: "types.Tool", *, ask: bool) -> Action | None:
    """A tool as a brain is told of it; None where its name or its schema is none that can be used."""
    id_ = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "_.:-") else "_" for letter in id_)
    schema = dict(tool.inputSchema)
    try:
        check_schema(schema)
    except AntiphonError:
        return None
    if len(id_) > NAME:
        return None
    hints = tool.annotations
    reads = bool(hints and hints.readOnlyHint)
    description = readable(tool.description or tool.title or tool.name).encode()[:DESCRIPTION].decode(errors="ignore")
    return Action(id_, description, schema, confirm=ask and not reads)


def _output(result: "types.CallToolResult") -> Any:
    structured = result.structuredContent
    if structured is not None:
        # Its package wraps what a tool returns that is no object, such as a sentence.
        wrapped = structured.get("result") if structured.keys() == {"result"} else None
        return wrapped if isinstance(wrapped, str) else structured
    texts = [one.text for one in result.content if one.type == "text"]
    return "\n".join(texts) if texts else None


def _first_sentence(output: Any) -> str:
    text = readable(output) if isinstance(output, str) else ""
    return text.strip().partition("\n")[0][:200] or "The tool failed."


def _first(error: BaseException | None) -> BaseException | None:
    """Return what went wrong, of a group of failures that came of it."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _why(error: BaseException | None) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such program"
    return f"it failed with {type(error).__name__}" if error is not None else "it ended at once"

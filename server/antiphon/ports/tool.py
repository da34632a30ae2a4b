"""Tools that the server carries out."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from antiphon.domain.actions import Action


class Tool(Protocol):
    """Carries out a tool of the assistant's, here and not at the client. Shared by all sessions."""

    async def start(self) -> None: ...

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        """Return the output, as JSON has it. `arguments` fit the tool's schema. Raises `AntiphonError`
        `action.failed`.

        Whoever calls sets the deadline: a cancellation stops the work, or at least the wait for it.
        """
        ...

    async def close(self) -> None: ...


@runtime_checkable
class OffersTools(Protocol):
    """A `Tool` that carries out several, and knows itself which: those of a server of tools."""

    def offered(self) -> Mapping[str, Action]:
        """The tools as a brain is told of them, by their names, once it has been started."""
        ...

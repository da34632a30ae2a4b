"""The brain, which decides on the answer."""

from collections.abc import AsyncIterator, Sequence
from typing import Protocol, runtime_checkable

from antiphon.domain.context import PageContext
from antiphon.domain.conversation import BrainEvent, BrainRequest


class Brain(Protocol):
    """Answers a user's turn, with words, with one call of an action, or with both."""

    async def start(self) -> None: ...

    def for_session(self) -> "Brain": ...

    def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        """Yield text as it is thought of, and at most one call. Cancelling the iteration stops the work behind it."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class KnowsPhrases(Protocol):
    """A `Brain` that tells what people are likely to say, for recognisers that can make use of it."""

    async def phrases(self, page: PageContext) -> Sequence[str]:
        """Orders, answers and names as `TakesPhrases` takes them, the likeliest first. Called for every utterance:
        keeps what it has worked out."""
        ...


@runtime_checkable
class NamesModel(Protocol):
    """A `Brain` that says which model it answers with (V5-ROLES, `model_id`)."""

    @property
    def model_id(self) -> str:
        """The model and its version, as its maker names it: what tells one answer's origin from another's."""
        ...


@runtime_checkable
class SendsFramesBack(Protocol):
    """A `Brain` that says whether the caller only hears their own frames again, and no turns are taken."""

    @property
    def frames_back(self) -> bool: ...

"""What the page leads people to say, told to the recogniser before it has to decide what it heard."""

import asyncio
from collections.abc import Callable, Mapping

import structlog

from antiphon.domain.actions import Action
from antiphon.domain.errors import AntiphonError
from antiphon.ports import Brain, KnowsPhrases, SttStream, TakesPhrases

log = structlog.get_logger()


class Expecting:
    """Between one session's brain and each of its utterances; nothing where either of them cannot."""

    def __init__(
        self, brain: Brain, actions: Callable[[], Mapping[str, Action]], spawn: Callable[..., asyncio.Task[None]]
    ) -> None:
        self._brain = brain if isinstance(brain, KnowsPhrases) else None
        self._actions = actions
        self._spawn = spawn

    def opened(self, stream: SttStream) -> None:
        """An utterance begins: it is told as soon as the brain knows, which is long before it ends."""
        if self._brain is not None and isinstance(stream, TakesPhrases) and self._actions():
            self._spawn(self._tell(self._brain, stream), name="phrases")

    async def _tell(self, brain: KnowsPhrases, stream: TakesPhrases) -> None:
        try:
            stream.expect(await brain.phrases(self._actions()))
        except AntiphonError as error:  # without its help the utterance is heard as ever
            log.warning("no phrases for the recogniser", code=error.code.code, stage=error.code.stage)

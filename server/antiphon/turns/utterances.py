"""Follow the utterances that the commands have opened, for an application that keeps no ids itself."""

from antiphon.domain.commands import CloseUtterance, Command, DiscardUtterance, OpenUtterance


class Utterances:
    """Utterances that wait for their final words; those whose audio is complete wait first."""

    def __init__(self) -> None:
        self._turns: dict[str, str] = {}
        self._closed: dict[str, None] = {}

    def follow(self, command: Command) -> None:
        match command:
            case OpenUtterance(turn_id, utterance_id):
                self._turns[utterance_id] = turn_id
            case CloseUtterance(_, utterance_id) if utterance_id in self._turns:
                self._closed[utterance_id] = None
            case DiscardUtterance(_, utterance_id):
                self.forget(utterance_id)

    def forget(self, utterance_id: str) -> None:
        self._turns.pop(utterance_id, None)
        self._closed.pop(utterance_id, None)

    def clear(self) -> None:
        self._turns.clear()
        self._closed.clear()

    def awaited(self) -> list[tuple[str, str]]:
        """Turn and utterance of each whose audio is complete, oldest first."""
        return [(self._turns[utterance_id], utterance_id) for utterance_id in self._closed]

    def find(self, utterance_id: str | None, *, final: bool) -> tuple[str, str] | None:
        """Return the utterance that words are of: the named one, else the longest awaited one, else the open one."""
        if utterance_id is not None:
            turn_id = self._turns.get(utterance_id)
            return (turn_id, utterance_id) if turn_id is not None else None
        if final and self._closed:
            return self.awaited()[0]
        still_open = [(turn, known) for known, turn in self._turns.items() if known not in self._closed]
        return still_open[-1] if still_open else None

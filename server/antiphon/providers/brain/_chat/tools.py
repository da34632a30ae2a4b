"""The actions of a page and the server's tools as a chat model's functions, and back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from antiphon.domain.actions import Action

NAME = 64
_UNFIT = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class Functions:
    """The functions that a model can call. `ids` are the actions by the functions' names."""

    described: tuple[Mapping[str, Any], ...]
    ids: Mapping[str, str]
    names: Mapping[str, str]

    def action_of(self, name: str) -> str:
        """Return the action that a function stands for; of a name that nobody gave, the name."""
        return self.ids.get(name, name)

    def name_of(self, action_id: str) -> str:
        """Return the function that stands for an action, be it one that the page has no more."""
        return self.names.get(action_id) or _plain(action_id)


def functions(actions: Mapping[str, Action]) -> Functions:
    """Return all of them: a registry is never cut."""
    ids: dict[str, str] = {}
    for id_ in actions:
        ids[_free(_plain(id_), ids)] = id_
    described = tuple(_described(name, actions[id_]) for name, id_ in ids.items())
    return Functions(described, ids, {id_: name for name, id_ in ids.items()})


def _described(name: str, action: Action) -> Mapping[str, Any]:
    schema = {"type": "object", "properties": {}, **action.parameters}
    asks = " The user is asked for a yes before it is done." if action.confirm else ""
    return {
        "type": "function",
        "function": {"name": name, "description": f"{action.description}{asks}", "parameters": schema},
    }


def _plain(id_: str) -> str:
    return _UNFIT.sub("_", id_)[:NAME] or "_"


def _free(name: str, taken: Mapping[str, str]) -> str:
    """Return the name, or one like it where it is taken: `a.b` and `a_b` are two."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name[: NAME - 4]}_{number}"
    return found

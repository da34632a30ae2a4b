"""A configured name is a module name: adding a provider or a VAD is adding one file.

`brain = "rules"` is `antiphon.providers.brain.rules`, or an entry point of that name in the group
`antiphon.brain` of an installed package. The module has `create(options, base)`, where `options` is the
configuration table that named it and `base` the folder that its relative paths are counted from; a VAD module has
`MODEL` and `create(model)` (see `antiphon.audio.vad`).
"""

import importlib
import importlib.util
import pkgutil
import re
from importlib.metadata import entry_points
from types import ModuleType
from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode

PACKAGES = {
    "vad": "antiphon.audio.vad",
    "stt": "antiphon.providers.stt",
    "brain": "antiphon.providers.brain",
    "tts": "antiphon.providers.tts",
    "tools": "antiphon.providers.tools",
}

_NAME = re.compile(r"[a-z][a-z0-9_]{0,40}")


def names(kind: str) -> list[str]:
    """Every name that `load` knows for a kind, sorted."""
    package = importlib.import_module(PACKAGES[kind])
    own = {info.name for info in pkgutil.iter_modules(package.__path__) if not info.name.startswith("_")}
    return sorted(own | {point.name for point in entry_points(group=f"antiphon.{kind}")})


def is_from_outside(kind: str, name: str) -> bool:
    """Return whether a configured name is that of an installed package's entry point."""
    return name in names(kind) and importlib.util.find_spec(f"{PACKAGES[kind]}.{name}") is None


def load(kind: str, name: str) -> ModuleType | Any:
    """The module (or entry point) behind a configured name. Raises `AntiphonError` `config.invalid`."""
    if _NAME.fullmatch(name):
        module = f"{PACKAGES[kind]}.{name}"
        # First, since to ask for entry points is to read a file of each package that is installed.
        if importlib.util.find_spec(module):
            return importlib.import_module(module)
        for point in entry_points(group=f"antiphon.{kind}", name=name):
            return point.load()
    known = ", ".join(names(kind))
    message = f"There is no {kind} named {name!r}. Known names: {known}."
    raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": "provider"})

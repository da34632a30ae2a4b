"""The flows with a golden transcript: a package a contract, of the name of the contract's folder.

Each has `FLOWS`, and `record`, which plays one and returns the lines of its file in `tests/golden/<name>`. A new
flow goes into the list of its contract; then `python scripts/golden.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Protocol, cast

Line = dict[str, Any]


class _Named(Protocol):
    @property
    def name(self) -> str: ...


class _Package(Protocol):
    FLOWS: Sequence[_Named]

    def record(self, flow: Any, /) -> list[Line]: ...


def recorders() -> Mapping[str, Mapping[str, Callable[[], list[Line]]]]:
    """Find all flows: of each contract by its name, what records each flow by the flow's name."""
    found = {}
    for module in iter_modules(__path__):
        package = cast(_Package, import_module(f"{__name__}.{module.name}"))
        found[module.name] = {flow.name: partial(package.record, flow) for flow in package.FLOWS}
    return found

"""Other values in dataclasses whose fields are grouped."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

T = TypeVar("T")


def with_values(whole: T, changes: Mapping[str, Any]) -> T:
    """`whole` with other values: of a field of its own, or of the one group in it that has such a field."""
    made: Any = whole
    own = [each.name for each in fields(made)]
    for name, value in changes.items():
        if name in own:
            made = replace(made, **{name: value})
            continue
        groups = {each: getattr(made, each) for each in own if is_dataclass(getattr(made, each))}
        [group] = [each for each, part in groups.items() if name in {one.name for one in fields(part)}]
        made = replace(made, **{group: replace(groups[group], **{name: value})})
    return cast(T, made)

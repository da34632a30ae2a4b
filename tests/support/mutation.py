"""Messages that are nearly right."""

import json
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st


@st.composite
def mutated(
    draw: st.DrawFn, valid: Sequence[Any], anything: st.SearchStrategy[Any], names: st.SearchStrategy[str]
) -> Any:
    """A valid message in which one place has been replaced, removed, added to or renamed."""
    message: Any = json.loads(json.dumps(draw(st.sampled_from(valid))))
    place = message
    while True:
        inner = [key for key, value in place.items() if isinstance(value, dict) and value]
        if not inner or draw(st.booleans()):
            break
        place = place[draw(st.sampled_from(inner))]
    key = draw(st.sampled_from(sorted(place)))
    change = draw(st.sampled_from(["replace", "remove", "add", "rename"]))
    if change == "replace":
        place[key] = draw(anything)
    elif change == "add":
        place[draw(names)] = draw(anything)
    else:
        value = place.pop(key)
        if change == "rename":
            place[draw(names)] = value
    return message

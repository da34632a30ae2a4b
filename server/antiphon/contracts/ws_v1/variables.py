"""Dynamic variables: `{{name}}` in the system prompt and the greeting (WS1-VARS)."""

import re
from collections.abc import Mapping

from antiphon.domain.errors import AntiphonError, ErrorCode

SYSTEM = ("system__time", "system_utc", "system_timezone")
"""Always there; a client cannot change what they say."""

_PLACEHOLDER = re.compile(r"\{\{([a-zA-Z_][a-zA-Z0-9_]{0,63})\}\}")


def fill(texts: Mapping[str, str], variables: Mapping[str, str], system: Mapping[str, str]) -> dict[str, str]:
    """Replace each placeholder of the texts once: what a value holds is not looked at again.

    Raises `AntiphonError` `protocol.dynamic_variables_missing`, which names each variable that has no value.
    """
    values = {**variables, **system}
    names = {name for text in texts.values() for name in _PLACEHOLDER.findall(text)}
    missing = sorted(names - values.keys())
    if missing:
        where = " and ".join(key for key, text in texts.items() if any(f"{{{{{name}}}}}" in text for name in missing))
        told = f"`metadata.dynamicVariables` has no value for {', '.join(missing[:30])}, which the {where} refers to."
        raise AntiphonError(ErrorCode.VARIABLES_MISSING, told)
    return {key: _PLACEHOLDER.sub(lambda found: values[found[1]], text) for key, text in texts.items()}

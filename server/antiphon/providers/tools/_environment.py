"""Take what must not stand in a file from the environment."""

import os

from antiphon.domain.errors import AntiphonError, ErrorCode

FROM_ENVIRONMENT = "env:"


def from_environment(key: str, name: str, value: str) -> str:
    """Return `value`, or of `env:NAME` the variable of that name. `key` is the table that it stands in, `name` its
    place there. Raises `AntiphonError` `config.invalid` where the variable is not set, and never tells what it holds.
    """
    if not value.startswith(FROM_ENVIRONMENT):
        return value
    variable = value.removeprefix(FROM_ENVIRONMENT)
    secret = os.environ.get(variable, "")
    if not secret or not secret.isprintable():
        what = "the header " if key == "headers" else ""
        message = f"{what}{name} is to come from the variable {variable}, which is not set, or is no single line."
        raise AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": key})
    return secret
